//! The PTX text model on what the compiler really wrote (`recorded/raw.ptx`), and on what it should never write.

use lego_cuda_build::Error;
use lego_cuda_build::ptx::Text;

const RAW: &str = include_str!("recorded/raw.ptx");

#[test]
fn kernels_are_found_with_parameters_and_bounds() {
    let text = Text::read(RAW).unwrap();
    let names: Vec<&str> = text.entries().iter().map(|entry| entry.name()).collect();
    assert_eq!(names, ["bounded", "shared_static", "fences"]);
    let [bounded, shared, fences] = text.entries() else { unreachable!() };
    assert_eq!(bounded.bounds().max_threads, Some([128, 2, 1]));
    assert_eq!((bounded.bounds().min_blocks, bounded.bounds().max_registers), (Some(4), Some(64)));
    assert_eq!((bounded.declared_spills(), shared.declared_spills()), (16, 0));
    assert!(bounded.parameters()[0].pointer && bounded.parameters()[0].bytes == 8);
    assert_eq!((shared.parameters().len(), fences.parameters().len()), (1, 0));
    // Three fences, a move, the sleep, the return.
    assert_eq!(fences.instructions(), 6);
}

#[test]
fn only_markers_and_bounds_change() {
    let text = Text::read(RAW).unwrap();
    assert!(text.as_str().contains(")\n.maxntid 128, 2, 1\n.minnctapersm 4\n.maxnreg 64\n{\n"));
    let is_bound = |line: &&str| [".maxntid", ".minnctapersm", ".maxnreg"].iter().any(|name| line.starts_with(name));
    let after: Vec<&str> = text.as_str().lines().filter(|line| !is_bound(line)).collect();
    let mut before: Vec<&str> = RAW.lines().collect();
    while let Some(at) = before.iter().position(|line| line.contains("//lego")) {
        before.drain(at - 1..=at + 1);
    }
    assert_eq!(after, before);
}

#[test]
fn a_finished_text_is_left_alone() {
    let once = Text::read(RAW).unwrap();
    let twice = Text::read(once.as_str()).unwrap();
    assert_eq!(once.as_str(), twice.as_str());
}

/// The words of a refusal.
fn refused(text: &str) -> String {
    Text::read(text).map(|_| ()).expect_err("it has to be refused").to_string()
}

#[test]
fn a_marker_outside_a_kernel_is_refused() {
    let words = refused(".func helper()\n{\n\t//lego spills 4\n\tret;\n}\n");
    assert!(words.starts_with("PTX, line 3") && words.contains("the function helper"), "{words}");
    let words = refused("//lego spills 4\n");
    assert!(words.contains("outside a kernel"), "{words}");
    let words = refused(".visible .entry k()\n{\n\tret;\n}\n//lego spills 4\n");
    assert!(words.starts_with("PTX, line 5") && words.contains("outside a kernel"), "{words}");
}

#[test]
fn a_marker_nobody_knows_is_refused() {
    let words = refused(".visible .entry k()\n{\n\t//lego maxthreads 4\n\tret;\n}\n");
    assert!(words.contains("`maxthreads 4` is no statement of a kernel"), "{words}");
}

#[test]
fn contradicting_bounds_are_refused_by_the_name_of_the_kernel() {
    let both = "\t//lego maxntid 32, 1, 1\n\t//lego reqntid 32, 1, 1\n";
    let words = refused(&format!(".visible .entry k()\n{{\n{both}\tret;\n}}\n"));
    assert!(words.contains("kernel k: a block size is both bounded (maxntid) and required (reqntid)"), "{words}");
}

#[test]
fn a_marker_in_a_nested_block_belongs_to_its_kernel() {
    let text = "\
.visible .entry first()
{
	{ // callseq 0, 0
	.param .b32 param0;
	//lego minnctapersm 3
	//lego maxntid 64, 1, 1
	}
	ret;
}
.visible .entry second()
{
	ret;
}
";
    let text = Text::read(text).unwrap();
    assert_eq!(text.entries()[0].bounds().min_blocks, Some(3));
    assert_eq!(text.entries()[1].bounds().min_blocks, None);
}

#[test]
fn debug_information_is_refused_and_local_memory_is_not() {
    for debug in ["\t.loc\t1 2 3", "\t.file\t1 \"/src/lib.rs\"", "\t.section\t.debug_info"] {
        let words = refused(&format!(".visible .entry k()\n{{\n{debug}\n\tret;\n}}\n"));
        assert!(words.contains("debug information"), "{words}");
    }
    assert!(Text::read(".visible .entry k()\n{\n\t.local .align 8 .b8 depot[64];\n\tret;\n}\n").is_ok());
}

#[test]
fn unresolved_functions_are_refused_all_at_once() {
    let text = "\
.extern .func  (.param .b32 func_retval0) expf
(
	.param .b32 expf_param_0
)
;
.extern .func _RNvNtCs1_4core9panicking5panic
;
.visible .entry k()
{
	ret;
}
";
    let Err(Error::Unresolved { functions, .. }) = Text::read(text) else { panic!("it has to be refused") };
    assert_eq!(functions.len(), 2);
}

#[test]
fn a_text_that_ends_early_is_refused() {
    for text in [".visible .entry k()\n{\n\tret;\n", ".visible .entry k(\n\t.param .u32 x\n"] {
        assert!(refused(text).contains("ends within a function"));
    }
}

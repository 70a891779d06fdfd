//! Each primitive is the instruction it says it is: builds `tests/probes` and reads its PTX.
//!
//! Without a compiler that has the source of `core` there is nothing to read, and the tests say so.

use lego_cuda_build::{Builder, Error, Report};
use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where `cargo xtask ptx` and the build scripts build kernels, too: they share one build of `core`.
fn target_dir() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("ptx").join("build")
}

fn builder(folder: &str) -> Builder {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lego-cuda");
    let tools = root.parent().unwrap().join("target/tools");
    Builder::new(root.join(folder)).out_dir(out).target_dir(target_dir()).tools(tools)
}

/// Says what is not tested past the capture of the test runner, which shows only what failed.
fn not_tested(why: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {why}");
}

/// `None`, said aloud, where no compiler fits, or where the machine code of the one that fits was never recorded: its counts may be
/// others.
fn built(result: Result<Report, Error>) -> Option<Report> {
    match result {
        Ok(report) => match report.unrecorded() {
            Some(words) => {
                not_tested(words);
                None
            }
            None => Some(report),
        },
        Err(error @ Error::NoCompiler { .. }) => {
            not_tested(error);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn probes() -> Option<&'static Report> {
    static REPORT: OnceLock<Option<Report>> = OnceLock::new();
    REPORT.get_or_init(|| built(builder("tests/probes").build())).as_ref()
}

/// The instructions of each kernel of a file, without registers' declarations and comments.
fn kernels(ptx: &Path) -> HashMap<String, Vec<String>> {
    let text = std::fs::read_to_string(ptx).unwrap();
    let code = |line: &str| line.split("//").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    let body = |entry: &str| {
        let (name, rest) = entry.split_once('(').unwrap();
        let lines = rest.lines().skip_while(|line| *line != "{").skip(1).take_while(|line| *line != "}");
        let lines = lines.map(code).filter(|line| !line.is_empty() && !line.starts_with(".reg"));
        (name.to_owned(), lines.collect())
    };
    text.split(".entry ").skip(1).map(body).collect()
}

/// The instructions of a kernel, for each architecture.
fn bodies(report: &Report, kernel: &str) -> Vec<Vec<String>> {
    let body = |ptx: &Path| kernels(ptx).remove(kernel).unwrap_or_else(|| panic!("no kernel {kernel}"));
    report.modules().iter().map(|module| body(module.ptx())).collect()
}

/// Each of the instructions is in the kernel exactly so often, on every architecture.
#[track_caller]
fn has(kernel: &str, instructions: &[(&str, usize)]) {
    let Some(report) = probes() else { return };
    for body in bodies(report, kernel) {
        for (instruction, count) in instructions {
            let found = body.iter().filter(|line| line.starts_with(instruction)).count();
            assert_eq!(found, *count, "`{instruction}` in {kernel}:\n{}", body.join("\n"));
        }
    }
}

/// How many instructions of a kernel begin so, on any architecture at most.
fn count(kernel: &str, instruction: &str) -> Option<usize> {
    let of = |body: Vec<String>| body.iter().filter(|line| line.starts_with(instruction)).count();
    bodies(probes()?, kernel).into_iter().map(of).max()
}

/// A tree of shuffles, one exchange in shared memory, and a tree over the warps; integers by one instruction each.
#[test]
fn collectives_are_the_fewest_shuffles_and_barriers() {
    for (kernel, shuffles, reductions, barriers) in [
        ("warp_sum_u32", 0, 1, 0),
        ("warp_max_i32", 0, 1, 0),
        ("warp_sum_f32", 5, 0, 0),
        ("warp_sum_f16", 5, 0, 0),
        ("warp_reduce_f64", 10, 0, 0),
        ("warp_arg_max_f32", 5, 1, 0),
        ("warp_scan_u32", 5, 0, 0),
        ("warp_segments_f32", 5, 0, 0),
        ("block_sum_u32", 0, 2, 1),
        ("block_sum_f32", 8, 0, 1),
        ("block_sum_twice_f32", 16, 0, 2),
        ("block_arg_max_f32", 8, 2, 1),
        ("block_scan_u32", 9, 0, 1),
        ("block_scan_8_f32", 11, 0, 1),
        ("block_any_u32", 0, 2, 2),
    ] {
        has(kernel, &[("shfl.sync", shuffles), ("redux.sync", reductions), ("bar.sync", barriers)]);
        has(kernel, &[("trap", 0), ("call", 0), ("div", 0), ("rem", 0), ("st.local", 0), ("ld.local", 0), ("ld.b", 0)]);
    }
    let any = count("block_sum_any_f32", "bar.sync");
    assert!(any.is_none_or(|barriers| barriers <= 3), "{any:?}");
}

/// Loops that threads share, and updates of views: no division, no trap, and in a loop no 64-bit arithmetic but for addresses.
#[test]
fn shared_loops_and_updates_are_a_few_instructions() {
    has("strided", &[("div", 0), ("rem", 0), ("trap", 0), ("call", 0), ("ld.global.nc.b32", 1)]);
    for body in probes().map(|report| bodies(report, "strided")).unwrap_or_default() {
        let load = body.iter().position(|line| line.starts_with("ld.global.nc.b32")).unwrap();
        let first = body[..load].iter().rposition(|line| line.ends_with(':')).unwrap();
        let rounds = &body[first..];
        let wide = rounds.iter().filter(|line| line.contains("64")).count();
        let addresses = rounds.iter().filter(|line| line.starts_with("add.s64")).count();
        assert!(wide == addresses && rounds.len() <= 14, "{}", rounds.join("\n"));
    }
    has("updated", &[("atom.relaxed.cta.shared.add.u32", 1), ("atom.relaxed.gpu.global.max.u32", 1), ("trap", 0)]);
}

#[test]
fn barriers_are_convergent_instructions() {
    has("barriers", &[("bar.sync 0;", 1), ("bar.sync 3, 64;", 1), ("bar.arrive 4, 96;", 1), ("bar.warp.sync 255;", 1)]);
}

#[test]
fn a_barrier_is_never_copied_into_branches() {
    has("barrier_between_branches", &[("bar.sync", 1), ("shfl.sync", 1)]);
    has("barrier_between_equal_tests", &[("bar.sync", 1)]);
}

#[test]
fn shuffles_are_one_instruction_a_word() {
    has(
        "shuffles",
        &[("shfl.sync.idx.b32", 1), ("shfl.sync.up.b32", 1), ("shfl.sync.down.b32", 1), ("shfl.sync.bfly.b32", 2)],
    );
    let Some(report) = probes() else { return };
    for body in bodies(report, "shuffles") {
        let down = body.iter().find(|line| line.starts_with("shfl.sync.down")).unwrap();
        // Two below the end of a segment of 16: (32 - 16) << 8 | 31.
        assert!(down.ends_with("2, 4127, -1;"), "{down}");
    }
}

#[test]
fn votes_are_one_instruction() {
    has(
        "votes",
        &[
            ("vote.sync.all.pred", 1),
            ("vote.sync.any.pred", 1),
            ("vote.sync.ballot.b32", 1),
            ("match.any.sync.b32", 1),
            ("activemask.b32", 1),
        ],
    );
}

#[test]
fn loads_and_stores_are_as_wide_as_the_element() {
    for (kernel, width) in [
        ("copy_i16", "b16"),
        ("copy_f32", "b32"),
        ("copy_u64", "b64"),
        ("copy_4_u8", "b32"),
        ("copy_2_f32", "v2.b32"),
        ("copy_4_f32", "v4.b32"),
        ("copy_8_u16", "v4.b32"),
        ("copy_2_f64", "v2.b64"),
    ] {
        let (load, store) = (format!("ld.global.{width} "), format!("st.global.{width} "));
        has(kernel, &[(&load, 1), (&store, 1), ("ld.global", 1), ("st.global", 1)]);
    }
    has("copy_u8", &[("ld.global.u8", 1), ("st.global.b8", 1)]);
}

#[test]
fn cache_hints_are_written() {
    has(
        "caches",
        &[
            ("ld.global.nc.v4.b32", 1),
            ("ld.global.cs.v4.b32", 1),
            ("ld.global.cs.nc.v4.b32", 1),
            ("st.global.cs.v4.b32", 1),
        ],
    );
}

#[test]
fn shared_memory_is_never_reached_by_generic_addresses() {
    has("shared_static", &[("st.shared.b32", 1), ("st.shared.b8", 1), ("ld.shared.v4.b32", 1), ("ld.shared.u8", 1)]);
    has("shared_dynamic", &[("st.shared.b64", 1), ("ld.shared.b64", 1), ("atom.relaxed.cta.shared.add.u32", 1)]);
    for kernel in ["shared_static", "shared_dynamic", "shared_bytes_only"] {
        has(kernel, &[("ld.b", 0), ("st.b", 0), ("ld.v", 0), ("st.v", 0), ("cvta.shared", 0)]);
    }
}

#[test]
fn a_kernel_pays_for_the_tiles_it_uses() {
    let Some(report) = probes() else { return };
    if report.assembler().is_none() {
        return not_tested("no ptxas");
    }
    for kernel in report.modules().iter().flat_map(|module| module.kernels()) {
        let expected = match kernel.entry().name() {
            "shared_static" => 1056 * 4 + 128,
            "shared_bytes_only" => 128,
            "transpose_raw" | "transpose_unchecked" | "transpose_checked" => 1056 * 4,
            "updated" => 8 * 32 * 4,
            // Twice 36 values and 36 words, which the assembler rounds up.
            name if name.starts_with("block_") => (2 * 36 * 8_u32).next_multiple_of(128),
            _ => 0,
        };
        assert_eq!(kernel.resources().unwrap().shared, expected, "{}", kernel.entry().name());
    }
}

#[test]
fn asynchronous_copies() {
    has(
        "copies_beside",
        &[
            ("cp.async.ca.shared.global", 2),
            ("cp.async.cg.shared.global", 1),
            ("cp.async.commit_group;", 1),
            ("cp.async.wait_group 1;", 1),
            ("cp.async.wait_group 0;", 1),
        ],
    );
}

#[test]
fn atomics_have_type_scope_and_space() {
    has(
        "atomics",
        &[
            ("atom.relaxed.gpu.global.add.u32", 1),
            ("atom.relaxed.cta.global.min.u32", 1),
            ("atom.relaxed.sys.global.max.u32", 1),
            ("atom.relaxed.gpu.global.or.b32", 1),
            ("atom.relaxed.gpu.global.cas.b32", 1),
            ("st.release.gpu.global.b32", 1),
            ("atom.relaxed.gpu.global.min.s32", 1),
            ("atom.relaxed.gpu.global.exch.b32", 1),
            ("atom.relaxed.gpu.global.add.f32", 1),
            ("atom.relaxed.gpu.global.add.f64", 1),
            ("ld.acquire.sys.global.b64", 1),
            ("atom.relaxed.gpu.global.add.u64", 1),
        ],
    );
    has("fences", &[("fence.acq_rel.cta;", 1), ("fence.acq_rel.gpu;", 1), ("fence.acq_rel.sys;", 1), ("nanosleep", 1)]);
    has(
        "grid_barrier",
        &[("bar.sync 0;", 2), ("atom.relaxed.gpu.global.add.u32", 1), ("ld.acquire.gpu.global.b32", 1)],
    );
}

#[test]
fn mathematics_is_one_instruction_each() {
    has(
        "mathematics",
        &[
            ("ex2.approx.f32", 1),
            ("lg2.approx.f32", 1),
            ("rsqrt.approx.f32", 1),
            ("rcp.approx.f32", 1),
            ("sqrt.rn.f32", 1),
            ("fma.rn.f32", 1),
            ("fma.rn.f64", 1),
        ],
    );
}

#[test]
fn functions_stay_in_registers() {
    has(
        "approximations",
        &[
            ("sin.approx.f32", 1),
            ("cos.approx.f32", 1),
            ("tanh.approx.f32", 1),
            ("sqrt.approx.f32", 1),
            ("div.approx.f32", 1),
        ],
    );
    has("roundings", &[("cvt.rmi.f32.f32", 1), ("cvt.rpi.f32.f32", 1), ("cvt.rni.f32.f32", 1), ("cvt.rzi.f32.f32", 1)]);
    for kernel in ["functions", "approximations", "roundings"] {
        has(kernel, &[("call", 0), (".local", 0), ("ld.local", 0), ("st.local", 0)]);
    }
}

#[test]
fn numbers_of_two_bytes_are_computed_by_their_instructions() {
    has(
        "doubled_f16",
        &[
            ("ld.global.v4.b32", 1),
            ("cvt.f32.f16", 8),
            ("mul.rn.f32", 8),
            ("cvt.rn.f16x2.f32", 4),
            ("st.global.v4.b32", 1),
        ],
    );
    // From bf16 it is a shift, or a mask of the upper one of two.
    has("doubled_bf16", &[("cvt.rn.bf16x2.f32", 4), ("mul.rn.f32", 8), ("cvt", 4)]);
    has("arithmetic_f16", &[("add.rn.f16 ", 1), ("sub.rn.f16 ", 1), ("fma.rn.f16 ", 1), ("mul.rn.f16 ", 1)]);
    has("arithmetic_2_f16", &[("add.rn.f16x2", 1), ("sub.rn.f16x2", 1), ("fma.rn.f16x2", 1), ("mul.rn.f16x2", 1)]);
    has("arithmetic_2_f16", &[("min.f16x2", 1), ("max.f16x2", 1)]);
    has("arithmetic_bf16", &[("min.bf16 ", 1), ("max.bf16 ", 1)]);
    has("arithmetic_8_bf16", &[("min.bf16x2", 4), ("max.bf16x2", 4)]);
    for kernel in ["doubled_f16", "doubled_bf16", "arithmetic_f16", "arithmetic_8_bf16", "arithmetic_2_f16"] {
        has(kernel, &[("call", 0), ("bra", 0), ("@", 0), (".local", 0)]);
    }
}

/// Products and sums are one instruction where the builder is told so, and only there.
#[test]
fn products_and_sums_are_contracted_on_demand() {
    for (contracts, instructions) in [(false, &["mul.rn.f32", "add.rn.f32"][..]), (true, &["fma.rn.f32"])] {
        let variant = builder("tests/variants").name(format!("contracting-{contracts}")).contract(contracts);
        let Some(report) = built(variant.architectures(["sm_80"]).build()) else { return };
        let [body] = bodies(&report, "product_and_sum").try_into().unwrap();
        let floats = body.iter().filter(|line| line.contains(".f32")).map(|line| line.split(' ').next().unwrap());
        assert_eq!(floats.collect::<Vec<_>>(), instructions, "{}", body.join("\n"));
    }
}

#[test]
fn a_panic_is_a_trap_and_nothing_else() {
    let Some(report) = probes() else { return };
    for body in bodies(report, "panics") {
        assert!(body.iter().any(|line| line.starts_with("trap;")), "{}", body.join("\n"));
        assert!(!body.iter().any(|line| line.starts_with("call")), "{}", body.join("\n"));
    }
}

#[test]
fn launch_bounds_stand_after_the_parameters() {
    let Some(report) = probes() else { return };
    for module in report.modules() {
        let text = std::fs::read_to_string(module.ptx()).unwrap();
        let (_, head) = text.split_once(".entry bounded(").unwrap();
        let (head, _) = head.split_once('{').unwrap();
        assert!(head.ends_with(")\n.maxntid 128, 2, 1\n.minnctapersm 4\n.maxnreg 64\n"), "{head}");
        assert!(!text.contains("//lego"), "a marker is left");
        let kernel = module.kernels().iter().find(|kernel| kernel.entry().name() == "bounded").unwrap();
        assert_eq!(kernel.entry().declared_spills(), 16);
        assert_eq!(kernel.entry().bounds().max_threads, Some([128, 2, 1]));
    }
}

/// Each is one instruction; none is copied, of inline assembly where a barrier of the warp stands before it.
#[test]
fn matrix_instructions_are_one_each() {
    has("product_f16", &[("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 1), ("mma", 1), ("cvt.", 0)]);
    has("product_bf16", &[("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 1), ("mma", 1), ("cvt.", 0)]);
    has("product_i8", &[("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 1), ("mma", 1), ("cvt.", 0)]);
    let loads = ["x1", "x1.trans", "x2", "x2.trans", "x4", "x4.trans"]
        .map(|x| format!("ldmatrix.sync.aligned.m8n8.{x}.shared.b16"));
    has("rows_loaded", &loads.each_ref().map(|load| (load.as_str(), 1)));
    has("product_between_branches", &[("mma.sync", 1), ("ldmatrix.sync", 1)]);
    has("intrinsic_between_branches", &[("mma.sync", 1)]);
}

#[test]
fn matrix_instructions_of_newer_architectures_are_one_each() {
    let builder = builder("tests/variants").name("hopper").features(["hopper"]).architectures(["sm_90a"]);
    let Some(report) = built(builder.build()) else { return };
    let stores = ["x1", "x1.trans", "x2", "x2.trans", "x4", "x4.trans"]
        .map(|x| format!("stmatrix.sync.aligned.m8n8.{x}.shared.b16"));
    for instruction in stores {
        for body in bodies(&report, "rows_stored") {
            let found = body.iter().filter(|line| line.starts_with(&instruction)).count();
            assert_eq!(found, 1, "`{instruction}`:\n{}", body.join("\n"));
        }
    }
}

/// Of numbers of one byte, which need a version of PTX that programs for sm_90a have.
#[test]
fn products_of_bytes_are_one_instruction_each() {
    let builder = builder("tests/probes").name("bytes").features(["bytes"]).architectures(["sm_90a"]);
    let Some(report) = built(builder.build()) else { return };
    for byte in ["e4m3", "e5m2"] {
        let instruction = format!("mma.sync.aligned.m16n8k32.row.col.f32.{byte}.{byte}.f32");
        for body in bodies(&report, &format!("product_{byte}")) {
            let found = body.iter().filter(|line| line.starts_with(&instruction)).count();
            assert_eq!(found, 1, "`{instruction}`:\n{}", body.join("\n"));
        }
    }
}

/// Meetings of a cluster and accesses to another block's memory are an instruction each; the address there is computed once.
#[test]
fn what_blocks_of_a_cluster_do_is_one_instruction_each() {
    let builder = builder("tests/variants").name("wgmma").features(["wgmma"]).architectures(["sm_90a"]);
    let Some(report) = built(builder.build()) else { return };
    for (instruction, count) in [
        ("barrier.cluster.arrive.relaxed.aligned;", 1),
        ("barrier.cluster.arrive.aligned;", 1),
        ("barrier.cluster.wait.aligned;", 2),
        ("mapa.shared::cluster.u32", 1),
        ("ld.shared::cluster.v4.b32", 1),
        ("ld.shared::cluster.b32", 1),
        ("st.shared::cluster.b32", 1),
        ("st.shared::cluster.v4.b32", 1),
        ("{ .reg .b32 there; mapa.shared::cluster.u32 there,", 1),
    ] {
        for body in bodies(&report, "neighbours") {
            let found = body.iter().filter(|line| line.starts_with(instruction)).count();
            assert_eq!(found, count, "`{instruction}`:\n{}", body.join("\n"));
        }
    }
}

/// Boxes, barriers and products of warpgroups are an instruction each; sums stay in registers, and maps are aligned.
#[test]
fn engines_of_hopper_are_one_instruction_each() {
    let builder = builder("tests/variants").name("wgmma").features(["wgmma"]).architectures(["sm_90a"]);
    let Some(report) = built(builder.build()) else { return };
    let text = std::fs::read_to_string(report.modules()[0].ptx()).unwrap();
    for parameter in [0, 2] {
        assert!(text.contains(&format!(".param .align 128 .b8 warpgroups_param_{parameter}[128]")), "{text}");
    }
    for (instruction, count) in [
        ("mbarrier.init.shared::cta.b64", 1),
        ("fence.mbarrier_init.release.cluster;", 1),
        ("mbarrier.arrive.expect_tx.shared::cta.b64 _,", 1),
        ("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p,", 1),
        ("cvta.param.u64", 2),
        ("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes", 1),
        ("wgmma.fence.sync.aligned;", 1),
        ("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {", 2),
        ("wgmma.commit_group.sync.aligned;", 1),
        ("wgmma.wait_group.sync.aligned 0;", 2),
        ("fence.proxy.async.shared::cta;", 1),
        ("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group", 1),
        ("cp.async.bulk.commit_group;", 1),
        ("cp.async.bulk.wait_group.read 0;", 1),
        ("cp.async.bulk.wait_group 0;", 1),
        ("ld.local", 0),
        ("st.local", 0),
    ] {
        for body in bodies(&report, "warpgroups") {
            let found = body.iter().filter(|line| line.starts_with(instruction)).count();
            assert_eq!(found, count, "`{instruction}`:\n{}", body.join("\n"));
        }
    }
}

/// Registers that products own, sums that a product overwrites, and sums that are scaled: no instruction more, nothing in memory, and nothing that
/// ptxas serializes.
#[test]
fn registers_in_flight_cost_nothing() {
    let builder = builder("tests/variants").name("wgmma").features(["wgmma"]).architectures(["sm_90a"]);
    let Some(report) = built(builder.build()) else { return };
    for (instruction, count) in [
        ("wgmma.fence.sync.aligned;", 3),
        ("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {", 3),
        ("wgmma.commit_group.sync.aligned;", 3),
        // One for the sums that are scaled, one that gives registers back, and two behind the loop.
        ("wgmma.wait_group.sync.aligned 0;", 4),
        // Each sum is multiplied by the factor once.
        ("mul.rn.f32", 32),
        ("ld.local", 0),
        ("st.local", 0),
    ] {
        for body in bodies(&report, "owned") {
            let found = body.iter().filter(|line| line.starts_with(instruction)).count();
            assert_eq!(found, count, "`{instruction}`:\n{}", body.join("\n"));
        }
    }
    // What overwrites reads no sums: none are set to 0 for it.
    for body in bodies(&report, "owned") {
        let zeros = body.iter().filter(|line| line.starts_with("mov.b32") && line.ends_with(", 0;")).count();
        assert!(zeros < 32, "{zeros} registers are set to 0:\n{}", body.join("\n"));
    }
    report.refuse_losses().unwrap();
}

/// What each feature of the variants makes wrong, and what the builder says of it.
#[test]
fn what_is_wrong_is_refused_with_words() {
    for (feature, words) in [
        ("unresolved", &["expf: no GPU has this", "defined_nowhere: declared `extern`"][..]),
        ("contradiction", &["PTX, line", "[32, 1, 1]", "[64, 1, 1]"]),
        ("rejected", &["ptxas does not take the PTX for sm_80", "no.such.instruction", "    | no.such.instruction;"]),
        ("broken", &["do not compile for sm_80", "mismatched types"]),
        ("method", &["no method named `exp`", "src/lib.rs", "with lego_cuda::device::math write `exp(x)`"]),
    ] {
        let builder = builder("tests/variants").name(feature).features([feature]).architectures(["sm_80"]);
        let error = match builder.build() {
            Err(error @ Error::NoCompiler { .. }) => return not_tested(error),
            Ok(report) if feature == "rejected" && report.assembler().is_none() => {
                not_tested("no ptxas");
                continue;
            }
            Ok(_) => panic!("{feature} passes"),
            Err(error) => error.to_string(),
        };
        for part in words {
            assert!(error.contains(part), "{feature}: `{part}` is not in:\n{error}");
        }
    }
}

/// How the names of kernels begin that convert tiles.
const CONVERSIONS: [&str; 4] = ["convert_", "halves_shuffles_", "halves_shared_", "halves_padded_"];

/// Parts of the names of kernels that read vectors.
const VECTORS: [&str; 11] = [
    "permute_",
    "relayout_",
    "copy_",
    "_norm_",
    "reduce_",
    "cumulative_sum_",
    "softmax_",
    "gemv_",
    "embedding_",
    "rotary_",
    "row_statistics_",
];

/// The indices of the kernels come from layouts: nothing of them is computed in 64 bits or by a division, and tiles are
/// shared memory.
#[test]
fn indices_of_layouts_are_computed_in_32_bits() {
    // The build that `cargo xtask ptx` made, also where it is one of few instances.
    let few = std::env::var("LEGO_INSTANCES").is_ok_and(|instances| instances == "few");
    if few {
        not_tested("instances that the feature `few` of the kernels leaves out");
    }
    let Some(report) = built(builder("../kernels").features(few.then_some("few")).build()) else { return };
    report.refuse_local_memory().unwrap();
    let modules: Vec<_> = report.modules().iter().map(|module| kernels(module.ptx())).collect();
    let mut seen = 0;
    for kernel in report.modules()[0].kernels() {
        let name = kernel.entry().name();
        // What only Hopper has is brought by its copy engine, and is in no program for other GPUs.
        // Single instructions have indices that are looked at, element by element.
        if ["hopper", "matrix_product_group_", "matrix_product_mx_", "matrix_product_scaled_", "instruction_"]
            .iter()
            .any(|part| name.contains(part))
        {
            continue;
        }
        // Sweeping strips, rows are a distance apart that is added to an address.
        let steps = name == "nw_sweep";
        // Which matrix and which piece of it a block has takes divisions by extents, before anything is read; rows move by threads that
        // find their first element so too. Which part of a long row or of a column a block has is asked before it reads, as are the
        // position of a token, the number of a strip the tile that moves and that of a stencil.
        let permutes = name.starts_with("permute_");
        let before = ["_long", "reduce_columns", "rotary_", "nw_score", "relayout_", "stencil_"];
        let finds_part = permutes || before.iter().any(|part| name.contains(part));
        // Which block of a product a block has is found by sizes that are checked, before it reads.
        let multiplies = name.starts_with("matrix_product_");
        let read = if name.ends_with("_single") { "ld.global" } else { "cp.async" };
        for body in modules.iter().map(|module| &module[name]) {
            let text = body.join("\n");
            for wide in ["mul.lo.s64", "mul.lo.u64", "mul.hi", "mad.lo.s64", "div.", "rem.", "call", "cvta.shared"] {
                let after = match wide {
                    _ if multiplies => read,
                    "div." | "rem." if finds_part => "ld.global",
                    "mul.hi" if permutes => "ld.global",
                    _ => "",
                };
                let found = body.iter().skip_while(|line| !line.contains(after)).any(|line| line.starts_with(wide));
                // Half of a square, where the anti-diagonals of a large one begin, is half of what needs 33 bits.
                let halves = name.starts_with("relayout_")
                    && name.contains("anti_diagonals")
                    && matches!(wide, "mul.lo.s64" | "mul.hi" | "mad.lo.s64");
                // A remainder by 65 is a multiplication, as is a division by the 9 or 17 vectors of a line; how many threads a grid has is asked once,
                // before a loop.
                let meant = halves
                    || steps && !matches!(wide, "call" | "cvta.shared")
                    || matches!(name, "nw_skewed" | "histogram_u8") && wide == "mul.hi"
                    || name.starts_with("permute_shifted_bytes") && wide == "mul.hi";
                assert!(meant || !found, "{wide} in {name}:\n{text}");
            }
            let accesses = match name {
                "vector_add_f32" | "histogram_u8" => "ld.global.nc.v4.b32",
                "inclusive_sum_u32" | "inclusive_sum_f32" => "ld.global.nc.v4.b32",
                "permute_rows_u8" | "permute_small_bytes" | "nw_score" | "nw_letters" => "ld.global.nc.u8",
                "permute_rows_f32" => "ld.global.nc.b32",
                "permute_turn_u8_eights" => "ld.global.nc.v2.b32",
                "permute_rows_f16" => "ld.global.nc.b16",
                // From anti-diagonals, which begin anywhere, element by element.
                name if name.starts_with("relayout_anti_diagonals") => "ld.global.nc.b32",
                // A tile by vectors of 16 bytes, or of the eight that a thread has.
                name if name.starts_with("convert_") && name.ends_with("_8_32") => "ld.global.v2.b32",
                name if CONVERSIONS.iter().any(|part| name.starts_with(part)) => {
                    if name.contains("_64_") {
                        "ld.global.v2.b64"
                    } else {
                        "ld.global.v4.b32"
                    }
                }
                "column_sums_f16" | "rotary_f32_single" => "ld.global.nc.b32",
                // Where four columns are no vector, one by one.
                "cumulative_sum_few_rows_single_1" | "cumulative_sum_few_rows_single_8" => "ld.global.nc.b32",
                // What is added; the elements themselves are written too.
                name if name.starts_with("bias_") => "ld.global.nc.b32",
                // A matrix is read once.
                name if name.starts_with("gemv_") => "ld.global.cs.nc.v4.b32",
                // What is not in a whole vector.
                "rotary_f16_single" => "ld.global.nc.b16",
                // Planes come to shared memory by copies; where rows are no whole vectors, element by element.
                name if name.starts_with("stencil_") && !name.contains("coalesced") => {
                    match name.ends_with("_single") {
                        true => "cp.async.ca.shared.global",
                        false => "cp.async.cg.shared.global",
                    }
                }
                name if name.starts_with("stencil_") && !name.ends_with("_single") => "ld.global.nc.v4.b32",
                _ if VECTORS.iter().any(|part| name.contains(part)) => "ld.global.nc.v4.b32",
                name if name.starts_with("matrix_product_") => match name.ends_with("_single") {
                    true => "ld.global.nc.b16",
                    false => "cp.async.cg.shared.global",
                },
                // Tiles of bytes, sixteen at once.
                _ if name.starts_with("transpose_bytes_") => "ld.global.v4.b32",
                // Products read by asynchronous copies; what they are subtracted from is written too.
                _ if name.starts_with("lud_") => "ld.global.v",
                name if name.contains("f16") => "ld.global.nc.b16",
                _ => "ld.global.nc.b32",
            };
            // Behind a predicate, where an element may be beyond the edge.
            let predicated = format!("@p {accesses}");
            let has_access = |line: &String| line.starts_with(accesses) || line.contains(&predicated);
            assert!(steps || body.iter().any(has_access), "no {accesses} in {name}:\n{text}");
            seen += 1;
        }
    }
    assert!(seen >= 16, "{seen} bodies");
}

/// The same work by raw pointers, by views without checks, and by views with checks: how many instructions more.
#[test]
fn views_cost_what_pointers_do() {
    let Some(report) = probes() else { return };
    for (work, accesses, unchecked, checked) in [
        // Constants that differ between accesses are part of the address: fewer than with pointers.
        ("transpose", [("ld.global.nc.b32", 4), ("st.global.b32", 4), ("st.shared", 4), ("ld.shared", 4)], -12, 6),
        ("uneven", [("ld.global.nc.b32", 4), ("st.global.b32", 4), ("st.shared", 0), ("ld.shared", 0)], -6, 15),
        // Each view has sizes of its own, where the pointers share one; the number of the thread takes six besides.
        ("pixels", [("ld.global.nc.b32", 1), ("st.global.b32", 1), ("st.shared", 0), ("ld.shared", 0)], 3, 37),
        ("quads", [("ld.global.nc.v4.b32", 1), ("st.global.v4.b32", 1), ("st.shared", 0), ("ld.shared", 0)], 0, 22),
    ] {
        let all = ["raw", "unchecked", "checked"].map(|how| bodies(report, &format!("{work}_{how}")));
        let [raw, without, with] = &all;
        for ((raw, without), with) in raw.iter().zip(without).zip(with) {
            for (body, more) in [(raw, 0), (without, unchecked), (with, checked)] {
                let text = body.join("\n");
                let instructions = |body: &[String]| body.iter().filter(|line| !line.ends_with(':')).count();
                let bound = instructions(raw) as isize + more;
                let count = instructions(body) as isize;
                assert!(count <= bound, "{count} instructions in {work}, and {bound} are allowed:\n{text}");
                for (instruction, count) in accesses {
                    let found = body.iter().filter(|line| line.starts_with(instruction)).count();
                    assert_eq!(found, count, "`{instruction}` in {work}:\n{text}");
                }
                for no in ["call", ".local", "cvta", "ld.b", "st.b", "rem.", "div."] {
                    assert!(!body.iter().any(|line| line.starts_with(no)), "`{no}` in {work}:\n{text}");
                }
            }
            let traps = |body: &[String]| body.iter().any(|line| line.starts_with("trap;"));
            assert!(!traps(raw) && !traps(without) && traps(with), "{work}");
        }
    }
}

/// One source for tiles that are whole and for edges: where all is inside, it costs what views without checks do.
#[test]
fn indices_of_whole_tiles_are_not_looked_at() {
    let Some(report) = probes() else { return };
    let count = |how: &str| -> Vec<usize> {
        let of = |body: &Vec<String>| {
            let text = body.join("\n");
            for no in ["call", ".local", "ld.b", "st.b", "rem.", "div."] {
                assert!(!body.iter().any(|line| line.starts_with(no)), "`{no}` in inner_step_{how}:\n{text}");
            }
            body.iter().filter(|line| !line.ends_with(':')).count()
        };
        bodies(report, &format!("inner_step_{how}")).iter().map(of).collect()
    };
    for ((unchecked, edge), both) in count("unchecked").into_iter().zip(count("edge")).zip(count("both")) {
        // The whole tile and the edge share their beginning; what asks which it is comes on top.
        assert!(both <= unchecked + edge + 40, "{both} instructions, {unchecked} and {edge} of each way");
        assert!(unchecked + 100 < edge, "{unchecked} and {edge}: nothing to be saved");
    }
}

/// An instruction whose registers of 16, 32 and 64 bits have no numbers.
fn unnumbered(line: &str) -> String {
    let mut parts = line.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| {
        let rest = part.trim_start_matches("rs").trim_start_matches("rd").trim_start_matches('r');
        let end = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        line + "%" + if rest.len() < part.len() && end.len() < rest.len() { end } else { part }
    })
}

/// Layouts of a tile that are equal as maps: a conversion has the instructions of a copy, and no other.
#[test]
fn conversions_between_equal_layouts_are_copies() {
    let Some(report) = probes() else { return };
    for pair in [
        "halves",
        "eights",
        "eights_u8",
        "curve",
        "curve_u16",
        "swizzled",
        "swizzled_u64",
        "tiles",
        "tiles_u8",
        "accumulator",
        "accumulator_u8",
    ] {
        for (converted, copied) in
            bodies(report, &format!("equal_{pair}")).into_iter().zip(bodies(report, &format!("copied_{pair}")))
        {
            // Parameters are named by their kernel, registers numbered as they come, in an order that is the compiler's.
            let sorted = |body: &[String]| {
                let mut lines: Vec<_> =
                    body.iter().map(|line| unnumbered(&line.replace("equal_", "copied_"))).collect();
                lines.sort_unstable();
                lines
            };
            assert_eq!(sorted(&converted), sorted(&copied), "{pair}");
            let other =
                |line: &&String| ["shfl", "selp", "shared", "bar", "prmt", "local"].iter().any(|no| line.contains(no));
            assert_eq!(copied.iter().find(other), None, "{pair}");
        }
    }
    // The search for words is not blind.
    assert!(count("unequal_columns", "shfl.sync").is_none_or(|shuffles| shuffles > 0));
}

/// A gather is as many shuffles as its price says, with no table in memory and no array there.
#[test]
fn gathers_are_the_shuffles_of_their_price() {
    for (kernel, shuffles) in [
        ("gather_along_lanes", 8),
        ("gather_along_both", 16),
        ("gather_along_both_u64", 64),
        ("gather_along_both_u8", 8),
        ("gather_along_both_u16", 16),
    ] {
        has(
            kernel,
            &[("shfl.sync", shuffles), ("st.local", 0), ("ld.local", 0), ("ld.const", 0), ("call", 0), ("bar.sync", 0)],
        );
    }
}

/// Two crates in one target folder: each gets its own PTX, also when cargo has nothing to do.
#[test]
fn crates_that_share_a_target_folder_keep_apart() {
    for _ in 0..2 {
        for (folder, kernel) in [("tests/probes", "fences"), ("../examples/kernels", "saxpy_f32")] {
            let Some(report) = built(builder(folder).name(format!("apart-{kernel}")).build()) else { return };
            assert!(report.modules()[0].kernels().iter().any(|one| one.entry().name() == kernel), "{kernel}");
        }
    }
}

//! MLIR: lowered by MLIR's own tools to LLVM IR and an object file, and called from C.

use super::llvm::{c_program, llvm};
use crate::case::Case;
use crate::language::{Language, check};
use crate::points::MODULUS;
use crate::tool::{answers, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Mlir;

/// From func, arith, scf and memref to the dialect of LLVM.
const LOWERING: &[&str] = &[
    "--convert-scf-to-cf",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
];

/// Functions that write several results where a pointer of C's says, and a truth as an integer.
fn wrappers(program: &mut String, case: &Case) {
    let (name, own) = (&case.name, format!("i{}", case.width.bits()));
    let mut wrapper = |what: &str, first: usize, axes: usize, pointer_last: bool, has_truth: bool| {
        let index = if what == "check" { "i64" } else { own.as_str() };
        let count = first + case.file.sizes.len();
        let numbers: Vec<String> = (0..count).map(|k| format!("%x{k}")).collect();
        let types = vec![index; count];
        let results: Vec<&str> = has_truth.then_some("i1").into_iter().chain(vec![index; axes]).collect();
        let mut arguments: Vec<String> = numbers.iter().map(|number| format!("{number}: {index}")).collect();
        if axes > 0 {
            arguments.insert(if pointer_last { count } else { 0 }, "%out: !llvm.ptr".to_owned());
        }
        let gives = if has_truth { " -> i32" } else { "" };
        let _ = writeln!(program, "func.func @{name}_{what}_in_c({}){gives} {{", arguments.join(", "));
        let all = results.len();
        let _ = writeln!(
            program,
            "  %r:{all} = func.call @{name}_{what}({}) : ({}) -> ({})",
            numbers.join(", "),
            types.join(", "),
            results.join(", ")
        );
        for axis in 0..axes {
            let result = axis + usize::from(has_truth);
            let _ =
                writeln!(program, "  %p{axis} = llvm.getelementptr %out[{axis}] : (!llvm.ptr) -> !llvm.ptr, {index}");
            let _ = writeln!(program, "  llvm.store %r#{result}, %p{axis} : {index}, !llvm.ptr");
        }
        let end = if has_truth { "  %truth = arith.extui %r#0 : i1 to i32\n  return %truth : i32" } else { "  return" };
        let _ = writeln!(program, "{end}\n}}");
    };
    wrapper("inv", 1, case.rank, true, true);
    wrapper("dims", 0, case.rank, false, false);
    if case.has_strides {
        wrapper("strides", 0, case.rank, false, false);
    }
    if !case.file.sizes.is_empty() {
        wrapper("check", 0, 0, false, true);
    }
}

/// A function that is called for every element, and functions that C calls with a digest to be changed by it.
fn visits(program: &mut String, case: &Case) {
    let (name, own) = (&case.name, format!("i{}", case.width.bits()));
    let numbers: Vec<String> = (0..=case.rank).map(|k| format!("%x{k}")).collect();
    let typed: String = numbers.iter().map(|number| format!("{number}: {own}, ")).collect();
    let visitor = format!("({}, memref<?xi8>)", vec![own.as_str(); numbers.len()].join(", "));
    let _ = writeln!(
        program,
        "func.func @{name}_visit({typed}%context: memref<?xi8>) {{
  %zero = arith.constant 0 : index
  %view = memref.view %context[%zero][] : memref<?xi8> to memref<1xi64>
  %two = arith.constant 2 : i64
  %factor = arith.constant 31 : i64
  %modulus = arith.constant {MODULUS} : i64
  %d0 = memref.load %view[%zero] : memref<1xi64>"
    );
    for (k, number) in numbers.iter().enumerate() {
        let widened = if case.width.bits() == 64 { "arith.addi" } else { "arith.extsi" };
        let operand =
            if case.width.bits() == 64 { format!("{number}, %none : i64") } else { format!("{number} : i32 to i64") };
        if k == 0 {
            let _ = writeln!(program, "  %none = arith.constant 0 : i64");
        }
        let _ = writeln!(
            program,
            "  %n{k} = {widened} {operand}
  %a{k} = arith.remsi %n{k}, %modulus : i64
  %b{k} = arith.muli %d{k}, %factor : i64
  %c{k} = arith.addi %b{k}, %a{k} : i64
  %e{k} = arith.addi %c{k}, %two : i64
  %d{} = arith.remsi %e{k}, %modulus : i64",
            k + 1
        );
    }
    let _ = writeln!(program, "  memref.store %d{}, %view[%zero] : memref<1xi64>\n  return\n}}", numbers.len());
    let sizes: Vec<String> = (0..case.file.sizes.len()).map(|k| format!("%s{k}")).collect();
    let parameters: String = sizes.iter().map(|size| format!("{size}: {own}, ")).collect();
    let arguments: String = sizes.iter().map(|size| format!("{size}, ")).collect();
    let types: String = sizes.iter().map(|_| format!("{own}, ")).collect();
    for each in ["each", "each_in_memory"] {
        let _ = writeln!(
            program,
            "func.func @{name}_{each}_in_c({parameters}%unused: !llvm.ptr, %digest: !llvm.ptr) {{
  %buffer = memref.alloca() {{alignment = 8 : i64}} : memref<8xi8>
  %context = memref.cast %buffer : memref<8xi8> to memref<?xi8>
  %zero = arith.constant 0 : index
  %view = memref.view %buffer[%zero][] : memref<8xi8> to memref<1xi64>
  %before = llvm.load %digest : !llvm.ptr -> i64
  memref.store %before, %view[%zero] : memref<1xi64>
  %visit = func.constant @{name}_visit : {visitor} -> ()
  func.call @{name}_{each}({arguments}%visit, %context) : ({types}{visitor} -> (), memref<?xi8>) -> ()
  %after = memref.load %view[%zero] : memref<1xi64>
  llvm.store %after, %digest : i64, !llvm.ptr
  return
}}"
        );
    }
}

impl Language for Mlir {
    fn target(&self) -> Target {
        Target::Mlir
    }

    fn missing(&self) -> Option<&'static str> {
        let program = ["mlir-opt", "mlir-translate", "llc"].into_iter().find(|program| llvm(program).is_none());
        program.or_else(|| (!answers("gcc", "--version")).then_some("gcc"))
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let mut all = String::new();
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
            all.push_str(&case.file.text);
            wrappers(&mut all, case);
            visits(&mut all, case);
        }
        std::fs::write(folder.join("all.mlir"), all).unwrap();
        let mut program = c_program(cases).replace("bool m", "int m");
        for what in ["inv", "dims", "strides", "check", "each", "each_in_memory"] {
            program = program.replace(&format!("_{what}("), &format!("_{what}_in_c("));
        }
        std::fs::write(folder.join("main.c"), program).unwrap();
        let own = |program: &str| {
            let mut command = Command::new(llvm(program).unwrap());
            command.current_dir(folder);
            command
        };
        run(own("mlir-opt").args(LOWERING).args(["-o", "lowered.mlir", "all.mlir"]));
        run(own("mlir-translate").args(["--mlir-to-llvmir", "-o", "all.ll", "lowered.mlir"]));
        run(own("llc").args(["-O1", "-filetype=obj", "-relocation-model=pic", "-o", "all.o", "all.ll"]));
        let mut gcc = Command::new("gcc");
        run(gcc.current_dir(folder).args(["-Wall", "-Wextra", "-Werror", "-o", "program", "main.c", "all.o"]));
        run(&mut Command::new(folder.join("program")))
    }
}

#[test]
fn mlir() {
    check(&Mlir);
}

//! MLIR: lowered by MLIR's own tools to LLVM IR and an object file, and called from C.

use super::llvm::{c_program, llvm};
use crate::case::Case;
use crate::language::{Language, check};
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

impl Language for Mlir {
    fn target(&self) -> Target {
        Target::Mlir
    }

    fn missing(&self) -> Option<String> {
        let program = ["mlir-opt", "mlir-translate", "llc"].into_iter().find(|program| llvm(program).is_none());
        let program = program.or_else(|| (!answers("gcc", "--version")).then_some("gcc"));
        program.map(|program| format!("{program} is not installed"))
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let mut all = String::new();
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
            all.push_str(&case.file.text);
            wrappers(&mut all, case);
        }
        std::fs::write(folder.join("all.mlir"), all).unwrap();
        let mut program = c_program(cases).replace("bool m", "int m");
        for what in ["inv", "dims", "strides", "check"] {
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

//! LLVM IR: compiled to object files by LLVM's own compiler, and called from C, whose program declares the functions as the
//! target `c` would write them.

use super::c_family;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{answers, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Llvm;

/// A program of LLVM, of the newest version that is here.
pub(super) fn llvm(program: &str) -> Option<String> {
    let versions = (15..=30).rev().map(|version| format!("{program}-{version}"));
    versions.chain([program.to_owned()]).find(|program| answers(program, "--version"))
}

/// The declarations of a file's functions in C.
pub(super) fn declarations(program: &mut String, case: &Case) {
    let (name, bits) = (&case.name, case.width.bits());
    let index = format!("{name}_index_t");
    let sizes = case.file.sizes.iter().map(|_| index.clone());
    let list = |first: Vec<String>, last: &[String]| {
        let all: Vec<String> = first.into_iter().chain(sizes.clone()).chain(last.iter().cloned()).collect();
        if all.is_empty() { "void".to_owned() } else { all.join(", ") }
    };
    let pointer = format!("{index} *");
    let _ = writeln!(program, "typedef int{bits}_t {index};");
    let _ = writeln!(program, "{index} {name}_apply({});", list(vec![index.clone(); case.rank], &[]));
    let _ = writeln!(program, "bool {name}_inv({});", list(vec![index.clone()], std::slice::from_ref(&pointer)));
    let _ = writeln!(program, "bool {name}_check({});", list(vec![], &[]).replace(&index, "int64_t"));
    let _ = writeln!(program, "void {name}_dims({});", list(vec![pointer.clone()], &[]));
    let _ = writeln!(program, "void {name}_strides({});", list(vec![pointer], &[]));
    let _ = writeln!(program, "{index} {name}_span({});", list(vec![], &[]));
    let visit = [format!("void (*)(const {index} *, {index}, void *)"), "void *".to_owned()];
    for each in ["each", "each_in_memory"] {
        let _ = writeln!(program, "void {name}_{each}({});", list(vec![], &visit));
    }
    let _ = writeln!(program, "extern const {index} {name}_table[];");
}

/// A program of C over all cases, whose functions are linked to it.
pub(super) fn c_program(cases: &[Case]) -> String {
    let mut program = String::from("#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n");
    cases.iter().for_each(|case| declarations(&mut program, case));
    program + &c_family::functions(cases)
}

impl Language for Llvm {
    fn target(&self) -> Target {
        Target::Llvm
    }

    fn missing(&self) -> Option<&'static str> {
        let program = ["llvm-link", "llc"].into_iter().find(|program| llvm(program).is_none());
        program.or_else(|| (!answers("gcc", "--version")).then_some("gcc"))
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
        }
        std::fs::write(folder.join("main.c"), c_program(cases)).unwrap();
        let own = |program: &str| {
            let program = llvm(program).unwrap();
            let mut command = Command::new(&program);
            command.current_dir(folder);
            // Pointers without a type have to be asked for in version 14.
            if !program.contains('-') || program == "llvm-link" {
                command.arg("-opaque-pointers");
            }
            command
        };
        run(own("llvm-link").args(["-o", "all.bc"]).args(cases.iter().map(|case| case.file.name.as_str())));
        run(own("llc").args(["-O1", "-filetype=obj", "-relocation-model=pic", "-o", "all.o", "all.bc"]));
        let mut gcc = Command::new("gcc");
        run(gcc.current_dir(folder).args(["-Wall", "-Wextra", "-Werror", "-o", "program", "main.c", "all.o"]));
        run(&mut Command::new(folder.join("program")))
    }
}

#[test]
fn llvm_ir() {
    check(&Llvm);
}

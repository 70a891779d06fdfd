//! Rust, with overflow checked.

use crate::case::{Case, Instance};
use crate::language::{Language, check};
use crate::points::Points;
use crate::tool::run;
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

struct Rust;

const SUPPORT: &str = "
#![deny(warnings)]

fn take(digest: i64, answer: Option<i64>) -> i64 {
    (digest * 31 + answer.map_or(-1, |answer| answer % 1_000_003) + 2) % 1_000_003
}
";

impl Language for Rust {
    fn target(&self) -> Target {
        Target::Rust
    }

    fn missing(&self) -> Option<&'static str> {
        None
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let (mut program, mut calls) = (String::from(SUPPORT), String::new());
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
            // What a program does not use of its file is no warning of the file.
            let _ = writeln!(program, "#[allow(dead_code)]\nmod {};", case.name);
            for (number, instance) in case.instances.iter().enumerate() {
                function(&mut program, case, number, instance);
                let _ = writeln!(calls, "    {}_{number}();", case.name);
            }
        }
        let _ = writeln!(program, "fn main() {{\n{calls}}}");
        std::fs::write(folder.join("main.rs"), program).unwrap();
        let mut rustc = Command::new("rustc");
        rustc.current_dir(folder).args(["--edition", "2021", "-Coverflow-checks=on", "-Copt-level=0", "main.rs"]);
        run(&mut rustc);
        run(&mut Command::new(folder.join("main")))
    }
}

fn function(program: &mut String, case: &Case, number: usize, instance: &Instance) {
    let name = &case.name;
    let mut line = |text: String| {
        program.push_str(&text);
        program.push('\n');
    };
    let sizes: Vec<String> = instance.sizes.iter().map(u64::to_string).collect();
    let more: String = sizes.iter().map(|size| format!(", {size}")).collect();
    let sizes = sizes.join(", ");
    let rank = case.rank;
    line("#[allow(clippy::all, unused_parens)]".to_owned());
    line(format!("fn {name}_{number}() {{"));
    line(format!("    let ({}, {}) = (0_i64, 0_i64);", "mut apply", "mut inv"));
    line("    let mut sizes = 0_i64;".to_owned());
    let over = |Points { count, step }: Points| {
        format!("    for k in 0..{count}_i64 {{\n        let at = k * {step} + k * 7 % {step};")
    };
    line(over(instance.indices));
    let mut before: u64 = 1;
    let mut index = vec![String::new(); rank];
    for axis in (0..rank).rev() {
        let extent = instance.dims[axis].max(1);
        index[axis] = format!("(at / {before} % {extent}) as _");
        before *= extent;
    }
    let lift = if case.has_checks { "" } else { "Some" };
    let of = |is: bool, value: String| {
        if case.has_checks || is { format!("{value}.map(|p| p as i64)") } else { format!("{lift}({value} as i64)") }
    };
    let expands = case.file.text.contains(&format!("{name}_apply(")) && signature(case, "apply").contains("Option");
    let pads = signature(case, "inv").contains("Option");
    line(format!(
        "        apply = take(apply, {});",
        of(expands, format!("{name}::{name}_apply({}{more})", index.join(", ")))
    ));
    line("    }".to_owned());
    line(over(instance.positions));
    let call = format!("{name}::{name}_inv(at as _{more})");
    let call = if pads { call } else { format!("Some({call})") };
    line(format!("        match {call} {{"));
    line("            Some(index) => index.into_iter().for_each(|i| inv = take(inv, Some(i as i64))),".to_owned());
    line("            None => inv = take(inv, None),".to_owned());
    line("        }\n    }".to_owned());
    line(format!("    {name}::{name}_dims({sizes}).into_iter().for_each(|n| sizes = take(sizes, Some(n as i64)));"));
    line(format!("    sizes = take(sizes, Some({name}::{name}_span({sizes}) as i64));"));
    if case.has_strides {
        line(format!("    let strides = {name}::{name}_strides({sizes});"));
        for (axis, extent) in instance.reached().iter().enumerate() {
            let stride = if *extent > 1 {
                format!("Some(strides[{axis}] as i64 % 1_000_003 + 1_000_003)")
            } else {
                "None".to_owned()
            };
            line(format!("    sizes = take(sizes, {stride});"));
        }
        line("    let _ = strides;".to_owned());
    }
    if case.has_table {
        let table = format!("{name}::{}_TABLE", name.to_uppercase());
        line(format!("    {table}.into_iter().for_each(|p| sizes = take(sizes, (p >= 0).then_some(p as i64)));"));
    }
    if instance.visited.is_some() {
        let first = if sizes.is_empty() { String::new() } else { format!("{sizes}, ") };
        let visit = "|index, p| index.into_iter().chain([p]).for_each(|n| sizes = take(sizes, Some(n as i64)))";
        for each in ["each", "each_in_memory"] {
            line(format!("    {name}::{name}_{each}({first}{visit});"));
        }
    }
    if !sizes.is_empty() {
        line(format!("    assert!({name}::{name}_check({sizes}));"));
        for refused in &case.refused {
            let refused: Vec<String> = refused.iter().map(u64::to_string).collect();
            line(format!("    assert!(!{name}::{name}_check({}));", refused.join(", ")));
        }
    }
    if case.has_checks {
        let outside: Vec<String> = instance.reached().iter().map(u64::to_string).collect();
        let below = vec!["-1"; rank].join(", ");
        line(format!("    assert!({name}::{name}_apply({}{more}).is_none());", outside.join(", ")));
        line(format!("    assert!({name}::{name}_apply({below}{more}).is_none());"));
        line(format!("    assert!({name}::{name}_inv({}{more}).is_none());", instance.span));
    }
    line(format!("    println!(\"{name} {{apply}} {{inv}} {{sizes}}\");"));
    line("}".to_owned());
}

/// The line that declares a function.
fn signature<'c>(case: &'c Case, what: &str) -> &'c str {
    let head = format!("pub const fn {}_{what}(", case.name);
    case.file.text.lines().find(|line| line.starts_with(&head)).unwrap_or_default()
}

#[test]
fn rust_without_a_dependency() {
    check(&Rust);
}

//! Python.

use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{answers, python, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;

struct Python;

/// What all cases share; a case is a dictionary.
const SUPPORT: &str = r#"
import importlib


def take(digest, answer):
    return (digest * 31 + (-1 if answer is None else answer % 1000003) + 2) % 1000003


def index_of(dims, flat):
    index = []
    for extent in reversed(dims):
        index.append(flat % extent)
        flat //= extent
    return index[::-1]


def points(count, step):
    return (k * step + k * 7 % step for k in range(count))


def tried(name, sizes, dims, span, indices, positions, has_strides, has_table, has_checks, visits, refused):
    module = importlib.import_module(name)
    call = lambda what, *arguments: getattr(module, name + "_" + what)(*arguments, *sizes)
    apply = inv = own = 0
    for flat in points(*indices):
        apply = take(apply, call("apply", *index_of(dims, flat)))
    for position in points(*positions):
        index = call("inv", position)
        for component in [None] if index is None else index:
            inv = take(inv, component)
    for extent in call("dims"):
        own = take(own, extent)
    own = take(own, call("span"))
    if has_strides:
        for extent, stride in zip(dims, call("strides")):
            own = take(own, stride % 1000003 if extent > 1 else None)
    if has_table:
        for position in getattr(module, name.upper() + "_TABLE"):
            own = take(own, position)
    if visits:
        for each in ["each", "each_in_memory"]:
            for index, position in call(each):
                for number in [*index, position]:
                    own = take(own, number)
    if sizes:
        call("check")
    for other in refused:
        try:
            getattr(module, name + "_check")(*other)
        except ValueError:
            continue
        print("not refused:", other)
    if has_checks:
        assert call("apply", *dims) is None and call("apply", *[-1 for _ in dims]) is None
        assert call("inv", span) is None and call("inv", -1) is None
    print(name, apply, inv, own)


"#;

/// The line of a program that tries an instance: numbers and lists in brackets, as many a language writes them.
pub fn calls(cases: &[Case], truths: [&str; 2]) -> String {
    let mut calls = String::new();
    for case in cases {
        for instance in &case.instances {
            let truth = |is: bool| truths[usize::from(is)];
            let _ = writeln!(
                calls,
                "tried(\"{}\", {:?}, {:?}, {}, [{}, {}], [{}, {}], {}, {}, {}, {}, {:?})",
                case.name,
                instance.sizes,
                instance.reached(),
                instance.span,
                instance.indices.count,
                instance.indices.step,
                instance.positions.count,
                instance.positions.step,
                truth(case.has_strides),
                truth(case.has_table),
                truth(case.has_checks),
                truth(instance.visited.is_some()),
                case.refused,
            );
        }
    }
    calls
}

impl Language for Python {
    fn target(&self) -> Target {
        Target::Python
    }

    fn missing(&self) -> Option<&'static str> {
        (!answers("python3", "--version")).then_some("python3")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        for case in cases {
            std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
        }
        std::fs::write(folder.join("main.py"), format!("{SUPPORT}{}", calls(cases, ["False", "True"]))).unwrap();
        run(python().current_dir(folder).arg("main.py"))
    }
}

#[test]
fn python_3() {
    check(&Python);
}

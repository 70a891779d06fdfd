//! NumPy: all points of a layout in one call.

use super::python::calls;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{has_module, python, run};
use lego_gen::Target;
use std::path::Path;

struct NumPy;

const SUPPORT: &str = r#"
import importlib
import warnings

import numpy as np

warnings.simplefilter("error")


def digest(answers, start=0):
    for answer in answers:
        start = (start * 31 + (-1 if answer == -1 else int(answer) % 1000003) + 2) % 1000003
    return start


def points(count, step):
    k = np.arange(count, dtype=np.int64)
    return k * step + k * 7 % step


def tried(name, sizes, dims, span, indices, positions, has_strides, has_table, has_checks, visits, refused):
    module = importlib.import_module(name)
    call = lambda what, *arguments: getattr(module, name + "_" + what)(*arguments, *sizes)
    flat = points(*indices)
    applied = call("apply", *np.unravel_index(flat, dims))
    assert applied.shape == flat.shape
    position = points(*positions)
    inverted = call("inv", position)
    assert len(inverted) == len(dims) and all(axis.shape == position.shape for axis in inverted)
    # An index that does not exist is -1 in every component, and counts once.
    components = [value for index in zip(*inverted) for value in ([-1] if index[0] == -1 else index)]
    own = digest([*call("dims"), call("span")])
    if has_strides:
        own = digest([stride % 1000003 if extent > 1 else -1 for extent, stride in zip(dims, call("strides"))], own)
    if has_table:
        table = getattr(module, name.upper() + "_TABLE")
        assert table.shape == tuple(dims)
        own = digest(table.flat, own)
    if sizes:
        call("check")
    for other in refused:
        try:
            getattr(module, name + "_check")(*other)
        except ValueError:
            continue
        print("not refused:", other)
    if has_checks:
        assert call("apply", *dims) == -1 and call("apply", *[-1 for _ in dims]) == -1
        assert all(axis == -1 for axis in call("inv", span))
    print(name, digest(applied), digest(components), own)


"#;

impl Language for NumPy {
    fn target(&self) -> Target {
        Target::NumPy
    }

    fn missing(&self) -> Option<String> {
        (!has_module("numpy")).then(|| "Python has no module numpy".to_owned())
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
fn numpy_arrays() {
    check(&NumPy);
}

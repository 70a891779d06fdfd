//! NumPy: all points of a layout in one call.

use super::python::calls;
use crate::case::Case;
use crate::language::{Language, check};
use crate::tool::{has_module, python, run};
use lego_gen::Target;
use std::path::Path;

struct NumPy;

/// How NumPy calls the directions of a layout.
const CALLS: &str = r#"
def apply(module, name, index, sizes):
    return getattr(module, name + "_apply")(*index, *sizes)


def inv(module, name, position, sizes):
    return getattr(module, name + "_inv")(position, *sizes)


def visited(module, name, dims, span, sizes):
    for what in ("_each", "_each_in_memory"):
        index, position = getattr(module, name + what)(*sizes)
        yield [*index, position]

"#;

/// What all languages of arrays share; `apply` and `inv` are the language's own, from arrays of NumPy to arrays, and so is
/// `visited`, which gives all elements in both orders: a row of numbers for each axis, and one for the positions.
const SUPPORT: &str = r#"
import importlib
import warnings

import numpy as np

warnings.simplefilter("error")


WEIGHTS = [1]


def digest(answers, start=0):
    """Each answer, and then 31 times what was before it: a sum of products."""
    answers = np.asarray(answers, dtype=np.int64)
    while len(WEIGHTS) <= len(answers):
        WEIGHTS.append(WEIGHTS[-1] * 31 % 1000003)
    terms = np.where(answers == -1, 1, answers % 1000003 + 2) * np.array(WEIGHTS[: len(answers)], dtype=np.int64)[::-1]
    return int((start * WEIGHTS[len(answers)] + terms.sum()) % 1000003)


def points(count, step):
    k = np.arange(count, dtype=np.int64)
    return k * step + k * 7 % step


def tried(name, sizes, dims, span, indices, positions, has_strides, has_table, has_checks, visits, refused):
    module = importlib.import_module(name)
    call = lambda what, *arguments: getattr(module, name + "_" + what)(*arguments, *sizes)
    # All branches are computed: NumPy warns of a division by a size of 0 though its result is dropped.
    np.seterr(divide="ignore" if 0 in dims else "warn")
    flat = points(*indices)
    with open(name + ".py") as source:
        dtype = np.int32 if "--width 32" in source.readline() else np.int64
    applied = apply(module, name, np.unravel_index(flat, [max(extent, 1) for extent in dims]), sizes)
    assert applied.shape == flat.shape and applied.dtype == dtype
    position = points(*positions)
    inverted = inv(module, name, position, sizes)
    assert len(inverted) == len(dims) and all(axis.shape == position.shape and axis.dtype == dtype for axis in inverted)
    # An index that does not exist is -1 in every component, and counts once.
    components = np.stack([*inverted], axis=1)
    counts = np.ones(components.shape, dtype=bool)
    counts[components[:, 0] == -1, 1:] = False
    components = components[counts]
    own = digest([*call("dims"), call("span")])
    if has_strides:
        own = digest([stride % 1000003 if extent > 1 else -1 for extent, stride in zip(dims, call("strides"))], own)
    if has_table:
        table = getattr(module, name.upper() + "_TABLE")
        assert getattr(table, "shape", tuple(dims)) == tuple(dims)
        own = digest(np.ravel(table), own)
    if visits:
        for elements in visited(module, name, dims, span, sizes):
            own = digest(np.ravel(elements, order="F"), own)
    if sizes:
        call("check")
    for other in refused:
        try:
            getattr(module, name + "_check")(*other)
        except ValueError:
            continue
        print("not refused:", other)
    if has_checks:
        outside = [np.array([extent, -1]) for extent in dims]
        assert (apply(module, name, outside, sizes) == -1).all()
        assert all((axis == -1).all() for axis in inv(module, name, np.array([span, -1]), sizes))
    print(name, digest(applied), digest(components), own)


"#;

/// Writes the files of all cases, and a program that tries them with a language's own functions.
pub fn write(folder: &Path, cases: &[Case], own: &str) {
    for case in cases {
        std::fs::write(folder.join(&case.file.name), &case.file.text).unwrap();
    }
    let calls = calls(cases, ["False", "True"]);
    std::fs::write(folder.join("main.py"), format!("{SUPPORT}{own}\n{calls}")).unwrap();
}

impl Language for NumPy {
    fn target(&self) -> Target {
        Target::NumPy
    }

    fn missing(&self) -> Option<&'static str> {
        (!has_module("numpy")).then_some("numpy")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        write(folder, cases, CALLS);
        run(python().current_dir(folder).arg("main.py"))
    }
}

#[test]
fn numpy_arrays() {
    check(&NumPy);
}

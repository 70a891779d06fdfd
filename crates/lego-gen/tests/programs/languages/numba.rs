//! Numba: every layout as Python, its first points in a kernel of the simulator of CUDA, and every eleventh compiled for the CPU, in
//! short runs every twenty-second.

use super::numpy::write;
use crate::case::{Case, one_of};
use crate::language::{Language, check};
use crate::tool::{has_module, python, run};
use lego_gen::Target;
use std::path::Path;

struct Numba;

const CALLS: &str = r#"
from numba import cuda, njit

FUNCTION = None
COMPILED = {}


def answered(given, out, sizes, first, step):
    for k in range(first, given.shape[1], step):
        answer = FUNCTION(*[given[axis, k] for axis in range(given.shape[0])], *sizes)
        for axis in range(out.shape[0]):
            out[axis, k] = answer[axis] if isinstance(answer, tuple) else answer


@cuda.jit
def kernel(given, out, sizes):
    answered(given, out, sizes, cuda.threadIdx.x, cuda.blockDim.x)


def loop(module, what, taken, gives, sizes):
    """A compiled loop over all points."""
    if what not in COMPILED:
        names = [f"s{number}" for number in range(len(sizes))]
        arguments = [f"given[{axis}, k]" for axis in range(taken)] + names
        stored = [f"        out[{axis}, k] = answer[{axis}]" for axis in range(gives)]
        lines = [
            f"def loop({', '.join(['given', 'out', *names])}):",
            "    for k in range(given.shape[1]):",
            f"        answer = function({', '.join(arguments)})",
            *(["        out[0, k] = answer"] if what.endswith("apply") else stored),
        ]
        names = {"function": getattr(module, what)}
        exec("\n".join(lines), names)
        COMPILED[what] = njit(names["loop"])
    return COMPILED[what]


def launched(module, what, arrays, gives, sizes):
    global FUNCTION
    with open(module.__name__ + ".py") as source:
        dtype = np.int32 if "--width 32" in source.readline() else np.int64
    given = np.array(arrays, dtype=dtype)
    out = np.full((gives, given.shape[1]), -7, dtype=dtype)
    FUNCTION = getattr(module, what)
    answered(given, out, sizes, 0, 1)
    simulated = np.full((gives, min(given.shape[1], 64)), -7, dtype=dtype)
    kernel[1, 4](given[:, :64].copy(), simulated, tuple(sizes))
    assert (simulated == out[:, :64]).all()
    if int(module.__name__[1:]) % EVERY == 0:
        compiled = np.full_like(out, -7)
        loop(module, what, len(arrays), gives, sizes)(given, compiled, *sizes)
        assert (compiled == out).all()
    return list(out)


def apply(module, name, index, sizes):
    return launched(module, name + "_apply", index, 1, sizes)[0]


def visited(module, name, dims, span, sizes):
    for what in ("_each", "_each_in_memory"):
        function = getattr(module, name + what)
        elements = [(*index, position) for index, position in function(*sizes)]
        if int(name[1:]) % EVERY == 0:
            if (name, what) not in COMPILED:
                arguments = ", ".join(f"s{number}" for number in range(len(sizes)))
                names = {"each": function}
                body = f"return [index + (p,) for index, p in each({arguments})]"
                exec(f"def loop({arguments}):\n    {body}", names)
                COMPILED[name, what] = njit(names["loop"])
            assert COMPILED[name, what](*sizes) == elements
        yield np.transpose(elements) if elements else []


def inv(module, name, position, sizes):
    return launched(module, name + "_inv", [position], getattr(module, name.upper() + "_RANK"), sizes)

"#;

impl Language for Numba {
    fn target(&self) -> Target {
        Target::Numba
    }

    fn missing(&self) -> Option<&'static str> {
        (!has_module("numba")).then_some("numba")
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        let every = 11 * one_of(2);
        write(folder, cases, &format!("EVERY = {every}\n{CALLS}"));
        println!(
            "Numba: kernels run in the simulator of CUDA, not on a GPU; of {every} layouts one is compiled for the CPU"
        );
        run(python().current_dir(folder).env("NUMBA_ENABLE_CUDASIM", "1").arg("main.py"))
    }
}

#[test]
fn numba_numbers() {
    check(&Numba);
}

//! Triton: in its interpreter, which needs no GPU; and compiled for a GPU, which needs none either.

use super::numpy::write;
use crate::case::{Case, one_of};
use crate::language::{Language, check};
use crate::tool::{has_module, python, run};
use lego_gen::Target;
use std::fmt::Write as _;
use std::path::Path;

struct Triton;

/// The interpreter asks for tensors of PyTorch; what it asks of them, arrays of NumPy can be dressed with.
const CALLS: &str = r#"

class Tensor:
    def __init__(self, array):
        self.array, self.dtype = array, str(array.dtype)

    def data_ptr(self):
        return self.array.ctypes.data

    def untyped_storage(self):
        return self

    def cpu(self):
        return self

    def copy_(self, other):
        assert other is self

    def new_empty(self, size, device):
        return self

    def set_(self, storage, offset, size, stride):
        pass

    def storage_offset(self):
        return 0

    def size(self):
        return self.array.shape

    def stride(self):
        return (1,)


def launched(name, what, arrays, answers, sizes):
    count = len(arrays[0])
    with open(name + ".py") as source:
        dtype = np.int32 if "--width 32" in source.readline() else np.int64
    given = np.concatenate(arrays).astype(dtype)
    out = np.full(answers * count, -7, dtype=dtype)
    kernel = getattr(importlib.import_module("kernels_" + name), what)
    kernel[(1,)](Tensor(given), Tensor(out), count, *sizes, 1 << max(count - 1, 0).bit_length())
    return list(out.reshape(answers, count))


def apply(module, name, index, sizes):
    return launched(name, "apply", index, 1, sizes)[0]


def visited(module, name, dims, span, sizes):
    for what in ("each", "each_in_memory"):
        count = max(int(np.prod(dims)), span)
        out = np.full(1 + (count + 1) * (len(dims) + 1), -7, dtype=np.int64)
        kernel = getattr(importlib.import_module("kernels_" + name), what)
        at_once = 1 << (dims[-1] - 1).bit_length() if what == "each" else 64
        kernel[(1,)](Tensor(out), *sizes, min(at_once, 256))
        count, rest = int(out[0]), out[1:].reshape(-1, len(dims) + 1)
        assert (rest[count:] == -7).all()
        yield rest[:count].T


def inv(module, name, position, sizes):
    return launched(name, "inv", [position], getattr(module, name.upper() + "_RANK"), sizes)

"#;

/// Compiles kernels as far as PTX or further, in a process in which nothing is interpreted: sizes are numbers that come at run
/// time for `apply`, and such that the compiler knows for `inv`.
const COMPILE: &str = r#"
import importlib
import warnings

from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile

warnings.filterwarnings("error", message="tl")


def compiled(name, sizes):
    with open(name + ".py") as source:
        pointer = "*i32" if "--width 32" in source.readline() else "*i64"
    for what, constants in ("apply", [128]), ("inv", [*sizes, 128]), ("each", [64]), ("each_in_memory", [*sizes, 64]):
        kernel = getattr(importlib.import_module("kernels_" + name), what)
        names = kernel.arg_names
        first = len(names) - len(constants)
        types = {name: "i32" if place < first else "constexpr" for place, name in enumerate(names)}
        types.update(given=pointer, out="*i64" if "each" in what else pointer)
        types = {name: types[name] for name in names}
        numbers = {(first + place,): number for place, number in enumerate(constants)}
        made = compile(ASTSource(kernel, types, numbers), target=GPUTarget("cuda", 90, 32))
        assert ".entry " + what in made.asm["ptx"]


"#;

/// The kernels of a case: they load what a direction takes, and store what it gives.
fn kernels(case: &Case) -> String {
    let name = &case.name;
    let sizes: String = case.file.sizes.iter().map(|size| format!("{size}, ")).collect();
    let mut text =
        format!("import triton\nimport triton.language as tl\nfrom {name} import {name}_apply, {name}_inv\n");
    for (what, taken) in [("apply", case.rank), ("inv", 1)] {
        let _ = write!(
            text,
            "\n\n@triton.jit\ndef {what}(given, out, count, {sizes}BLOCK: tl.constexpr):\n    \
             points = tl.arange(0, BLOCK)\n    inside = points < count\n"
        );
        for axis in 0..taken {
            let _ = writeln!(text, "    a{axis} = tl.load(given + {axis} * count + points, mask=inside, other=0)");
        }
        let arguments: String = (0..taken).map(|axis| format!("a{axis}, ")).collect();
        let _ = writeln!(text, "    answer = {name}_{what}({arguments}{})", sizes.trim_end_matches(", "));
        if what == "apply" {
            let _ = writeln!(text, "    tl.store(out + points, answer, mask=inside)");
        } else {
            for axis in 0..case.rank {
                let _ = writeln!(text, "    tl.store(out + {axis} * count + points, answer[{axis}], mask=inside)");
            }
        }
    }
    text.push_str(&visits(case));
    text
}

/// Kernels that write all elements, one after the other: first how many, then the components of each index and its position.
fn visits(case: &Case) -> String {
    let (name, rank) = (&case.name, case.rank);
    let sizes: String = case.file.sizes.iter().map(|size| format!("{size}, ")).collect();
    let mut text = format!(
        "from {name} import {name}_each, {name}_each_in_memory\n\n\n@triton.jit\ndef visit(index, p, exists, state):\n    \
         out, count = state\n    at = out + 1 + (count + tl.cumsum(exists.to(tl.int32)) - 1) * {}\n",
        rank + 1
    );
    for axis in 0..rank {
        let _ = writeln!(text, "    tl.store(at + {axis}, tl.broadcast_to(index[{axis}], p.shape), mask=exists)");
    }
    let _ = write!(
        text,
        "    tl.store(at + {rank}, p, mask=exists)\n    return out, count + tl.sum(exists.to(tl.int32))\n"
    );
    for what in ["each", "each_in_memory"] {
        let _ = write!(
            text,
            "\n\n@triton.jit\ndef {what}(out, {sizes}AT_ONCE: tl.constexpr):\n    \
             out, count = {name}_{what}(visit, (out, tl.to_tensor(0)), {sizes}AT_ONCE)\n    tl.store(out, count)\n"
        );
    }
    text
}

impl Language for Triton {
    fn target(&self) -> Target {
        Target::Triton
    }

    /// The interpreter takes milliseconds for a round.
    fn most_visited(&self) -> u64 {
        1 << 8
    }

    fn visited_of(&self) -> usize {
        one_of(4)
    }

    fn missing(&self) -> Option<&'static str> {
        ["triton", "numpy"].into_iter().find(|module| !has_module(module))
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        write(folder, cases, CALLS);
        for case in cases {
            std::fs::write(folder.join(format!("kernels_{}.py", case.name)), kernels(case)).unwrap();
        }
        let mut compiled = COMPILE.to_owned();
        for case in cases.iter().step_by(8) {
            let _ = writeln!(compiled, "compiled(\"{}\", {:?})", case.name, case.instances[0].sizes);
        }
        std::fs::write(folder.join("compiled.py"), compiled).unwrap();
        run(python().current_dir(folder).env("TRITON_CACHE_DIR", folder.join("cache")).arg("compiled.py"));
        println!("Triton: kernels run in the interpreter, not on a GPU; every eighth is compiled for one");
        run(python().current_dir(folder).env("TRITON_INTERPRET", "1").arg("main.py"))
    }
}

#[test]
fn triton_tensors() {
    check(&Triton);
}

//! Triton: in its interpreter, which needs no GPU; and compiled for a GPU, which needs none either.

use super::numpy::write;
use crate::case::Case;
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
    for what, constants in ("apply", [128]), ("inv", [*sizes, 128]):
        kernel = getattr(importlib.import_module("kernels_" + name), what)
        names = kernel.arg_names
        first = len(names) - len(constants)
        types = {name: "i32" if place < first else "constexpr" for place, name in enumerate(names)}
        types.update(given=pointer, out=pointer)
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
    text
}

impl Language for Triton {
    fn target(&self) -> Target {
        Target::Triton
    }

    fn missing(&self) -> Option<String> {
        (!has_module("triton, numpy")).then(|| "Python has no modules triton and numpy".to_owned())
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

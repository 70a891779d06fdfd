//! Numba: functions of numbers that kernels of CUDA, compiled functions of the CPU and plain Python call.

use super::python_family::{File, Generators, Kinship, Relative};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Facts;
use crate::source_file::{Direction, statements};
use crate::syntax::{Root, Slices, Syntax};
use crate::text::{Text, has_word};
use crate::unit::Unit;

/// Numba.
pub(crate) struct Numba;

/// Floating point is near enough to be put right by one.
const ISQRT: &str = r#"@register_jitable
def _$own_isqrt(x):
    """The integer square root of a number that is not below zero."""
    r = np.int64(math.sqrt(x))
    if r > x // max(r, 1):
        return r - 1
    if r + 1 <= x // (r + 1):
        return r + 1
    return r

"#;

const SYNTAX: Syntax = Syntax {
    slices: Slices::Loops,
    root: Root::Rounded(|argument| format!("int(math.sqrt({argument}))")),
    ..Syntax::PYTHON
};

impl Relative for Numba {
    fn about(&self) -> Facts {
        Facts::new(["numba", "Numba", "Python 3.9 or later with Numba, and numba-cuda for GPUs"], &["py"]).with(&SYNTAX)
    }

    fn kinship(&self) -> Kinship {
        Kinship::Numba
    }

    fn decorators(&self) -> [Option<&'static str>; 2] {
        [Some("@register_jitable"); 2]
    }

    fn note(&self, _: &Unit<'_>) -> Option<String> {
        let note = "All but the check may be called by @njit functions and by Python, and what is no generator by @cuda.jit kernels.";
        Some(note.to_owned())
    }

    fn imports(&self, _: &Unit<'_>, _: &str) -> String {
        "import numpy as np\nfrom numba.extending import register_jitable".to_owned()
    }

    fn helpers(&self, text: &mut Text, unit: &Unit<'_>, isqrt: bool) {
        text.needed(&[(isqrt, ISQRT)], &[("$own", &unit.request.name)]);
    }

    /// All numbers of a function have one type: Numba takes integers with a sign and without one together to floating
    /// point.
    fn direction(&self, file: &File<'_, '_>, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        let unit = file.unit;
        let bits = unit.request.width.bits();
        let mut body = if unit.has(Extra::Checks) { file.inside(direction) } else { Vec::new() };
        body.extend(statements(file, direction));
        let uses = |name: &&str| body.iter().any(|line| has_word(line, name));
        let names = direction.arguments().into_iter().chain(unit.names.sizes()).filter(uses);
        let lines: Vec<String> = names.map(|name| format!("{name} = np.int{bits}({name})")).collect();
        Ok([lines, body].concat())
    }

    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error> {
        let unit = file.unit;
        let typed = |name: &str| format!("np.int{}({name})", unit.request.width.bits());
        let generators = Generators { dialect: &file.plain(), lacks: ["p < 0", "index[0] < 0"], typed: &typed };
        // Integers of a kernel's have a type, which products of Python's would leave.
        let ahead: Vec<String> = unit.names.sizes().map(|size| format!("{size} = {}", typed(size))).collect();
        generators.write(unit, self.decorators()[0], &ahead)
    }
}

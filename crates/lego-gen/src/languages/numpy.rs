//! NumPy: functions of whole arrays of indices, which broadcast.

use super::python_family::{self as family, Arrays, Expressions, File, Kinship, Relative};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Facts;
use crate::source_file::Direction;
use crate::syntax::{Root, Syntax, array_functions};
use crate::text::Text;
use crate::unit::Unit;

/// NumPy.
pub(crate) struct NumPy;

/// Floating point is near enough to be put right by one.
const ISQRT: &str = r#"def _$own_isqrt(x):
    """The integer square root of an array that is not below zero."""
    x = np.maximum(x, 0)
    r = np.sqrt(x.astype(np.float64)).astype(x.dtype)
    r = r - (r > x // np.maximum(r, 1))
    return r + (r + 1 <= x // (r + 1))

"#;

const SYNTAX: Syntax = Syntax {
    root: Root::Rounded(|argument| format!("np.sqrt({argument}).astype(np.int64)")),
    ..array_functions!("np")
};

impl Relative for NumPy {
    fn about(&self) -> Facts {
        Facts::new(["numpy", "NumPy", "Python 3.9 or later with NumPy"], &["py"]).with(&SYNTAX)
    }

    fn kinship(&self) -> Kinship {
        Kinship::NumPy
    }

    fn imports(&self, _: &Unit<'_>, _: &str) -> String {
        "import numpy as np".to_owned()
    }

    fn helpers(&self, text: &mut Text, unit: &Unit<'_>, isqrt: bool) {
        text.needed(&[(isqrt, ISQRT)], &[("$own", &unit.request.name)]);
    }

    /// All elements at once: in the order of the index, in the order of memory.
    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error> {
        let unit = file.unit;
        let dims = unit.sizes(&unit.compiled.dims, &Expressions::new(unit, Kinship::Python, 0))?;
        let (bits, sizes) = (unit.request.width.bits(), family::parameters(unit, &[]));
        let axes = "return tuple(axis[exists] for axis in index), p[exists]".to_owned();
        let body = vec![
            format!("index = np.indices({}, dtype=np.int{bits}).reshape({}, -1)", family::tuple(&dims), unit.rank()),
            format!("p = {}({})", unit.own("apply"), family::parameters(unit, &["*index"])),
            "exists = p >= 0".to_owned(),
            axes.clone(),
        ];
        let about =
            "The indices of all elements, an array for each axis, and their positions: in the order of the index.";
        let mut lines = family::function(&unit.own("each"), &sizes, about, body);
        let body = vec![
            format!("p = np.arange({}({sizes}), dtype=np.int{bits})", unit.own("span")),
            format!("index = {}({})", unit.own("inv"), family::parameters(unit, &["p"])),
            "exists = index[0] >= 0".to_owned(),
            axes,
        ];
        let about = "The indices of all elements, an array for each axis, and their positions: in the order of memory.";
        lines.extend(family::function(&unit.own("each_in_memory"), &sizes, about, body));
        Ok(lines)
    }

    /// From arrays to arrays of one shape.
    fn direction(&self, file: &File<'_, '_>, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        let (unit, arrays) = (file.unit, Arrays::new(file, direction)?);
        let arguments = &arrays.arguments;
        let bits = unit.request.width.bits();
        let converted = |name: &&str| format!("{name} = np.asarray({name}, dtype=np.int{bits})");
        let mut lines: Vec<String> = arguments.iter().map(converted).collect();
        // All axes share in the shape, whether the formula needs them or not.
        if arguments.len() > 1 {
            let all = arguments.join(", ");
            lines.push(format!("{all} = np.broadcast_arrays({all})"));
        }
        if unit.has(Extra::Checks) && unit.has_sizes() {
            lines.push(format!("{}({})", unit.own("check"), family::parameters(unit, &[])));
        }
        let body = arrays.body(unit, |value| format!("np.full_like({}, {value})", arguments[0]));
        // A number of Python takes the type of an array, but a maximum of two such numbers has one of its own.
        let sizes = unit.names.sizes().filter(|size| body.uses(size));
        lines.extend(sizes.map(|size| format!("{size} = np.int{bits}({size})")));
        lines.extend(body.lines);
        lines.push(format!("return {}", family::given(arguments, &body.values)));
        Ok(lines)
    }
}

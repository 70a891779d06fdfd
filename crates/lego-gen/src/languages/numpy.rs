//! NumPy: functions of whole arrays of indices, which broadcast.

use super::python_family::{self as family, Arrays, Expressions, File, Frame, Kinship};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::unit::{Case, Formula, Integer, Limits, Reserved, Unit};

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

impl Language for NumPy {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[family::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.computed(&[Integer::Index])?;
        let dialect = |first| Expressions::new(unit, Kinship::NumPy, first);
        let tests = unit.tests(Limits { most: Some(unit.request.width.most()), computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let imports = ["import numpy as np"];
        let frame = Frame { none: "-1", decorators: [None; 2], notes: &[], has_math: false, imports: &imports };
        let mut file = File::new(unit, &tests, frame);
        if apply.helpers.or(inv.helpers).isqrt {
            file.text.filled(ISQRT, &[("$own", &unit.request.name)]);
        }
        file.sizes()?;
        let (dims, span) = file.bounds()?;
        let (numbers, index) = (dialect(0), unit.names.index.iter().map(String::as_str).collect::<Vec<_>>());
        let arrays = Arrays { formula: &apply, dialect: &numbers, arguments: &index, bounds: &dims };
        let about = format!("The positions of indices, arrays that broadcast{}.", file.where_none(unit.expands()));
        file.direction("apply", &index, &about, self.body(unit, &arrays));
        let arrays = Arrays { formula: &inv, dialect: &numbers, arguments: &["p"], bounds: &span };
        let about = format!("The indices at positions, an array for each axis{}.", file.where_none(unit.pads()));
        file.direction("inv", &["p"], &about, self.body(unit, &arrays));
        file.strides()?;
        if unit.has(Extra::Loops) {
            file.text.lines("", self.loops(unit, &dims));
        }
        file.array()?;
        Ok(file.finish(&apply, &inv))
    }
}

impl NumPy {
    /// All elements at once: in the order of the index, in the order of memory.
    fn loops(&self, unit: &Unit<'_>, dims: &[String]) -> Vec<String> {
        let (bits, sizes) = (unit.request.width.bits(), family::parameters(unit, &[]));
        let axes = "return tuple(axis[exists] for axis in index), p[exists]".to_owned();
        let body = vec![
            format!("index = np.indices({}, dtype=np.int{bits}).reshape({}, -1)", family::tuple(dims), unit.rank()),
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
        lines
    }

    /// The body of a function from arrays to arrays of one shape.
    fn body(&self, unit: &Unit<'_>, arrays: &Arrays<'_>) -> Vec<String> {
        let arguments = arrays.arguments;
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
        lines
    }
}

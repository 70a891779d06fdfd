//! Numba: functions of numbers that kernels of CUDA, compiled functions of the CPU and plain Python call.

use super::python_family::{self as family, Expressions, File, Frame, Generators, Kinship};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::unit::{Case, Formula, Integer, Limits, Reserved, Unit};

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

impl Language for Numba {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[family::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.computed(&[Integer::Index])?;
        let dialect = |first| Expressions::new(unit, Kinship::Numba, first);
        let tests = unit.tests(Limits { most: Some(unit.request.width.most()), computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let notes =
            ["All but the check may be called by @njit functions and by Python, and what is no generator by @cuda.jit kernels."
                .to_owned()];
        let imports = ["import numpy as np\nfrom numba.extending import register_jitable"];
        let decorators = [Some("@register_jitable"); 2];
        let has_math = apply.helpers.or(inv.helpers).isqrt;
        let mut file =
            File::new(unit, &tests, Frame { none: "-1", decorators, notes: &notes, has_math, imports: &imports });
        if has_math {
            file.text.filled(ISQRT, &[("$own", &unit.request.name)]);
        }
        file.sizes()?;
        let (dims, span) = file.bounds()?;
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let about = format!("The position of an index{}.", file.where_none(unit.expands()));
        file.direction("apply", &index, &about, self.body(unit, &apply, &index, &dims));
        let about = format!("The index at a position, a tuple{}.", file.where_none(unit.pads()));
        file.direction("inv", &["p"], &about, self.body(unit, &inv, &["p"], &span));
        file.strides()?;
        if unit.has(Extra::Loops) {
            let plain = dialect(0);
            let typed = |name: &str| format!("np.int{}({name})", unit.request.width.bits());
            let generators = Generators { dialect: &plain, lacks: ["p < 0", "index[0] < 0"], typed: &typed };
            // Integers of a kernel's have a type, which products of Python's would leave.
            let ahead: Vec<String> = unit.names.sizes().map(|size| format!("{size} = {}", typed(size))).collect();
            file.text.lines("", generators.write(unit, decorators[0], &ahead)?);
        }
        file.array()?;
        Ok(file.finish(&apply, &inv))
    }
}

impl Numba {
    /// The body of a function of numbers. All its numbers have one type: Numba takes integers with a sign and without one
    /// together to floating point.
    fn body(&self, unit: &Unit<'_>, formula: &Formula, arguments: &[&str], bounds: &[String]) -> Vec<String> {
        let bits = unit.request.width.bits();
        let typed = |value: &String| format!("np.int{bits}({value})");
        let none = family::given(arguments, &vec![typed(&"-1".to_owned()); formula.values.len()]);
        let mut body = Vec::new();
        if unit.has(Extra::Checks) {
            body.extend(family::inside(arguments, bounds, &none));
        }
        body.extend(family::ahead(formula, &Expressions::new(unit, Kinship::Numba, 0), &none));
        let values: Vec<String> = formula.values.iter().map(typed).collect();
        body.push(format!("return {}", family::given(arguments, &values)));
        let uses = |name: &&str| body.iter().any(|line| crate::text::has_word(line, name));
        let names = arguments.iter().copied().chain(unit.names.sizes()).filter(uses);
        let mut lines: Vec<String> = names.map(|name| format!("{name} = np.int{bits}({name})")).collect();
        lines.extend(body);
        lines
    }
}

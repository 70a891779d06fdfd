//! Triton: `@triton.jit` functions of tensors of indices, for kernels to call.

use super::python_family::{self as family, Arrays, Expressions, File, Frame, Kinship};
use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::unit::{Case, Formula, Integer, Limits, Reserved, Unit};

/// Triton.
pub(crate) struct Triton;

/// Floating point is near enough to be put right by one; the square of what is one too large has a place without a sign.
const ISQRT: &str = r#"@triton.jit
def _$own_isqrt(x):
    """The integer square root of a tensor that is not below zero."""
    x = tl.maximum(x, 0).to(tl.uint$bits)
    r = tl.sqrt(x.to(tl.float$bits)).to(tl.uint$bits)
    r = tl.where(r * r > x, r - 1, r)
    r = tl.where((r + 1) * (r + 1) <= x, r + 1, r)
    return r.to(tl.int$bits)

"#;

impl Language for Triton {
    fn name(&self) -> &'static str {
        "triton"
    }

    fn title(&self) -> &'static str {
        "Triton"
    }

    fn extension(&self) -> &'static str {
        "py"
    }

    fn needs(&self) -> &'static str {
        "Python 3.9 or later with Triton 3"
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Strides, Extra::Checks]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[family::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.computed(&[Integer::Index])?;
        let dialect = |first| Expressions::new(unit, Kinship::Triton, first);
        let tests = unit.tests(Limits { most: Some(unit.request.width.most()), computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let bits = unit.request.width.bits();
        let notes = [format!("Both take tensors, numbers and tl.constexpr, and compute in tl.int{bits}.")];
        let imports = ["import triton\nimport triton.language as tl"];
        let decorators = [Some("@triton.jit"), None];
        let frame = Frame { none: "-1", decorators, notes: &notes, has_math: false, imports: &imports };
        let mut file = File::new(unit, &tests, frame);
        if apply.helpers.or(inv.helpers).isqrt {
            file.text.filled(ISQRT, &[("$own", &unit.request.name), ("$bits", &bits.to_string())]);
        }
        file.sizes()?;
        let [dims, span] = [&unit.compiled.dims[..], &[unit.compiled.span]].map(|ids| unit.sizes(ids, &dialect(0)));
        let (dims, span) = (dims?, span?);
        let (plain, index) = (dialect(0), unit.names.index.iter().map(String::as_str).collect::<Vec<_>>());
        let arrays = Arrays { formula: &apply, dialect: &plain, arguments: &index, bounds: &dims };
        let about = format!("The positions of indices, tensors that broadcast{}.", file.where_none(unit.expands()));
        file.direction("apply", &index, &about, self.body(unit, &arrays));
        let arrays = Arrays { formula: &inv, dialect: &plain, arguments: &["p"], bounds: &span };
        let about = format!("The indices at positions, a tensor for each axis{}.", file.where_none(unit.pads()));
        file.direction("inv", &["p"], &about, self.body(unit, &arrays));
        file.strides()?;
        Ok(file.finish(&apply, &inv))
    }
}

impl Triton {
    /// The body of a function from tensors to tensors. Tensors broadcast where they meet, so that what is computed of rows
    /// alone is computed once a row.
    fn body(&self, unit: &Unit<'_>, arrays: &Arrays<'_>) -> Vec<String> {
        let arguments = arrays.arguments;
        let bits = unit.request.width.bits();
        let mut body = arrays.body(unit, |value| format!("tl.full({}.shape, {value}, tl.int{bits})", arguments[0]));
        // All axes share in the shape, whether the formula needs them or not.
        let apart: Vec<&str> = arguments.iter().copied().filter(|argument| !body.uses(argument)).collect();
        if arguments.len() > 1 && !apart.is_empty() {
            body.lines.push(format!("position = {}", body.values[0]));
            body.lines.extend(apart.iter().map(|argument| format!("position, _ = tl.broadcast(position, {argument})")));
            body.values = vec!["position".to_owned()];
        }
        let names = arguments.iter().copied().chain(unit.names.sizes()).filter(|name| body.uses(name));
        let mut lines: Vec<String> = names.map(|name| format!("{name} = tl.cast({name}, tl.int{bits})")).collect();
        lines.extend(body.lines);
        lines.push(format!("return {}", family::given(arguments, &body.values)));
        lines
    }
}

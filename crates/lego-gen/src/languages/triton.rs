//! Triton: `@triton.jit` functions of tensors of indices, for kernels to call.

use super::python_family::{self as family, Arrays, Expressions, File, Frame, Kinship};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::text::grouped;
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
        if unit.has(Extra::Loops) {
            file.text.lines("", self.loops(unit, &plain, &span[0])?);
        }
        file.table("(", ")")?;
        Ok(file.finish(&apply, &inv))
    }
}

impl Triton {
    /// Loops over all elements, `AT_ONCE` of them in a tensor: in the order of the index, along its last axis; in the order of
    /// memory.
    fn loops(&self, unit: &Unit<'_>, dialect: &Expressions<'_>, span: &str) -> Result<Vec<String>, Error> {
        let loops = unit.loops(dialect)?;
        let bits = unit.request.width.bits();
        let typed: Vec<String> =
            unit.names.sizes().map(|size| format!("{size} = tl.cast({size}, tl.int{bits})")).collect();
        let sizes: String = unit.names.sizes().map(|size| format!("{size}, ")).collect();
        let parameters = format!("visit: tl.constexpr, state, {sizes}AT_ONCE: tl.constexpr");
        let tensor = |end: &str, name: &str, indent: &str| {
            [
                format!("{indent}for start in range(0, {end}, AT_ONCE):"),
                format!("{indent}    {name} = tl.cast(start + tl.arange(0, AT_ONCE), tl.int{bits})"),
            ]
        };
        let (mut body, mut indent) = (typed.clone(), String::new());
        let mut exists = Vec::new();
        for (axis, number) in loops.axes.iter().zip(1..) {
            let (name, end) = (&axis.name, axis.end(dialect));
            if number == loops.axes.len() {
                body.extend(tensor(&end, name, &indent));
                exists.push(format!("{name} < {}", grouped(&end)));
            } else {
                body.push(format!("{indent}for {name} in range(0, {end}):"));
                // A number of Python's in the interpreter.
                body.push(format!("{indent}    {name} = tl.cast({name}, tl.int{bits})"));
            }
            indent.push_str("    ");
        }
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        body.push(format!("{indent}p = {}({})", unit.own("apply"), family::parameters(unit, &index)));
        if loops.is_open {
            exists.push("p >= 0".to_owned());
        }
        let all = |exists: &[String]| exists.iter().map(|holds| format!("({holds})")).collect::<Vec<_>>().join(" & ");
        body.push(format!("{indent}state = visit({}, p, {}, state)", family::tuple(&unit.names.index), all(&exists)));
        body.push("return state".to_owned());
        let mut lines = vec!["@triton.jit".to_owned()];
        let about = "Gives the last state of state = visit(index, p, exists, state), for AT_ONCE indices along the last axis at a \
                     time, in their order: each once.";
        lines.extend(family::function(&unit.own("each"), &parameters, about, body));
        let mut body = typed;
        body.extend(tensor(span, "p", ""));
        body.push(format!("    index = {}({})", unit.own("inv"), family::parameters(unit, &["p"])));
        let mut exists = vec![format!("p < {}", grouped(span))];
        if unit.pads() || unit.has(Extra::Checks) {
            exists.push("index[0] >= 0".to_owned());
        }
        body.push(format!("    state = visit(index, p, {}, state)", all(&exists)));
        body.push("return state".to_owned());
        let about = "Gives the last state of state = visit(index, p, exists, state), for AT_ONCE positions at a time, in their \
                     order: each once.";
        lines.push("@triton.jit".to_owned());
        lines.extend(family::function(&unit.own("each_in_memory"), &parameters, about, body));
        Ok(lines)
    }

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

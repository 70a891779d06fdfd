//! Triton: `@triton.jit` functions of tensors of indices, for kernels to call.

use super::python_family::{self as family, Arrays, File, Kinship, Relative};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Facts;
use crate::source_file::Direction;
use crate::syntax::{Root, Syntax, array_functions};
use crate::text::{Text, grouped};
use crate::unit::Unit;

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

const SYNTAX: Syntax = Syntax {
    root: Root::Rounded(|argument| format!("tl.sqrt(({argument}).to(tl.float64)).to(tl.int64)")),
    ..array_functions!("tl")
};

impl Relative for Triton {
    fn about(&self) -> Facts {
        Facts::new(["triton", "Triton", "Python 3.9 or later with Triton 3"], &["py"]).with(&SYNTAX)
    }

    fn kinship(&self) -> Kinship {
        Kinship::Triton
    }

    fn decorators(&self) -> [Option<&'static str>; 2] {
        [Some("@triton.jit"), None]
    }

    fn note(&self, unit: &Unit<'_>) -> Option<String> {
        let bits = unit.request.width.bits();
        Some(format!("Both take tensors, numbers and tl.constexpr, and compute in tl.int{bits}."))
    }

    fn imports(&self, _: &Unit<'_>, _: &str) -> String {
        "import triton\nimport triton.language as tl".to_owned()
    }

    fn has_arrays(&self) -> bool {
        false
    }

    fn helpers(&self, text: &mut Text, unit: &Unit<'_>, isqrt: bool) {
        let bits = unit.request.width.bits().to_string();
        text.needed(&[(isqrt, ISQRT)], &[("$own", &unit.request.name), ("$bits", &bits)]);
    }

    /// Loops over all elements, `AT_ONCE` of them in a tensor: in the order of the index, along its last axis; in the order of
    /// memory.
    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error> {
        let (unit, dialect) = (file.unit, file.plain());
        let span = unit.sizes(&[unit.compiled.span], &dialect)?.remove(0);
        let loops = unit.loops(&dialect)?;
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
            let (name, end) = (&axis.name, axis.end(&dialect));
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
        body.extend(tensor(&span, "p", ""));
        body.push(format!("    index = {}({})", unit.own("inv"), family::parameters(unit, &["p"])));
        let mut exists = vec![format!("p < {}", grouped(&span))];
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

    /// From tensors to tensors. Tensors broadcast where they meet, so that what is computed of rows alone is computed
    /// once a row.
    fn direction(&self, file: &File<'_, '_>, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        let (unit, arrays) = (file.unit, Arrays::new(file, direction)?);
        let arguments = &arrays.arguments[..];
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
        Ok(lines)
    }
}

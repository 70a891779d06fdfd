//! JAX: functions of whole arrays of indices, which broadcast, and may be traced.

use super::python_family::{self as family, Arrays, Expressions, File, Frame, Kinship};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::{Language, Written};
use crate::text::has_word;
use crate::unit::{Case, Formula, Integer, Limits, Reserved, Unit};

/// JAX.
pub(crate) struct Jax;

/// Without its option JAX has no integers of 64 bits, and would take others instead.
const INTEGERS: &str = r#"def _$own_integers(*arguments):
    """The arguments as arrays of integers of 64 bits."""
    if not jax.config.jax_enable_x64:
        message = "64 bits are off: jax.config.update('jax_enable_x64', True), or a file with --width 32"
        raise TypeError(message)
    return [jnp.asarray(argument, dtype=jnp.int64) for argument in arguments]

"#;

const INTEGERS_32: &str = r#"def _$own_integers(*arguments):
    """The arguments as arrays of integers of 32 bits."""
    return [jnp.asarray(argument, dtype=jnp.int32) for argument in arguments]

"#;

/// Floating point is near enough to be put right by one; the square of what is one too large has a place without a sign.
const ISQRT: &str = r#"def _$own_isqrt(x):
    """The integer square root of an array that is not below zero."""
    x = jnp.maximum(x, 0).astype(jnp.uint$bits)
    r = jnp.sqrt(x.astype(jnp.float$bits)).astype(jnp.uint$bits)
    r = jnp.where(r * r > x, r - 1, r)
    r = jnp.where((r + 1) * (r + 1) <= x, r + 1, r)
    return r.astype(jnp.int$bits)

"#;

impl Language for Jax {
    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[family::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.computed(&[Integer::Index])?;
        let dialect = |first| Expressions::new(unit, Kinship::Jax, first);
        let tests = unit.tests(Limits { most: Some(unit.request.width.most()), computed: None })?;
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let (apply, inv) = (apply?, inv?);
        let [dims, span] = [&unit.compiled.dims[..], &[unit.compiled.span]].map(|ids| unit.sizes(ids, &dialect(0)));
        let (dims, span) = (dims?, span?);
        let (plain, index) = (dialect(0), unit.names.index.iter().map(String::as_str).collect::<Vec<_>>());
        let arrays = Arrays { formula: &apply, dialect: &plain, arguments: &index, bounds: &dims };
        let positions = self.body(unit, &arrays);
        let arrays = Arrays { formula: &inv, dialect: &plain, arguments: &["p"], bounds: &span };
        let indices = self.body(unit, &arrays);
        let bits = unit.request.width.bits();
        let mut imports = if bits == 64 { "import jax\n" } else { "" }.to_owned() + "import jax.numpy as jnp";
        if unit.has(Extra::Table) {
            imports.push_str("\nimport numpy as np");
        }
        let loops = if unit.has(Extra::Loops) { self.loops(unit, &plain, &span[0])? } else { Vec::new() };
        if positions.iter().chain(&indices).chain(&loops).any(|line| has_word(line, "lax")) {
            imports.push_str("\nfrom jax import lax");
        }
        let notes = ["Both may be called under jax.jit; sizes may be traced, too.".to_owned()];
        let frame = Frame { none: "-1", decorators: [None; 2], notes: &notes, has_math: false, imports: &[&imports] };
        let mut file = File::new(unit, &tests, frame);
        let own = unit.request.name.as_str();
        file.text.filled(if bits == 64 { INTEGERS } else { INTEGERS_32 }, &[("$own", own)]);
        if apply.helpers.or(inv.helpers).isqrt {
            file.text.filled(ISQRT, &[("$own", own), ("$bits", &bits.to_string())]);
        }
        file.sizes()?;
        let about = format!("The positions of indices, arrays that broadcast{}.", file.where_none(unit.expands()));
        file.direction("apply", &index, &about, positions);
        let about = format!("The indices at positions, an array for each axis{}.", file.where_none(unit.pads()));
        file.direction("inv", &["p"], &about, indices);
        file.strides()?;
        file.text.lines("", loops);
        file.array()?;
        Ok(file.finish(&apply, &inv))
    }
}

impl Jax {
    /// Loops of `lax` over all elements, which carry a state: in the order of the index, in the order of memory.
    fn loops(&self, unit: &Unit<'_>, dialect: &Expressions<'_>, span: &str) -> Result<Vec<String>, Error> {
        let loops = unit.loops(dialect)?;
        let own = unit.own("integers");
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let typed = match sizes[..] {
            [] => None,
            [one] => Some(format!("({one},) = _{own}({one})")),
            _ => Some(format!("{0} = _{own}({0})", sizes.join(", "))),
        };
        let parameters = family::parameters(unit, &["visit", "state"]);
        let visited = |index: &str, holds: Option<&str>| match holds {
            None => format!("return visit({index}, p, state)"),
            Some(holds) => format!("return lax.cond({holds}, lambda: visit({index}, p, state), lambda: state)"),
        };
        let rounds = |end: &str, over: &str| format!("return lax.fori_loop(*_{own}(0, {end}), {over}, state)");
        let over = |name: &str| unit.own(&format!("over_{name}"));
        let (mut body, mut ends, mut indent): (Vec<String>, Vec<String>, String) =
            (typed.iter().cloned().collect(), Vec::new(), String::new());
        for axis in &loops.axes {
            let (name, over) = (&axis.name, over(&axis.name));
            body.push(format!("{indent}def {over}({name}, state):"));
            ends.push(format!("{indent}{}", rounds(&axis.end(dialect), &over)));
            indent.push_str("    ");
        }
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        body.push(format!("{indent}p = {}({})", unit.own("apply"), family::parameters(unit, &index)));
        let holds = loops.is_open.then_some("p >= 0");
        body.push(indent + &visited(&family::tuple(&unit.names.index), holds));
        body.extend(ends.into_iter().rev().flat_map(|end| [String::new(), end]));
        let about = "Gives the last state of state = visit(index, p, state), for every element once, in the order of the index.";
        let mut lines = family::function(&unit.own("each"), &parameters, about, body);
        let mut body: Vec<String> = typed.into_iter().collect();
        let over = over("p");
        body.push(format!("def {over}(p, state):"));
        body.push(format!("    index = {}({})", unit.own("inv"), family::parameters(unit, &["p"])));
        let holds = (unit.pads() || unit.has(Extra::Checks)).then_some("index[0] >= 0");
        body.extend([format!("    {}", visited("index", holds)), String::new(), rounds(span, &over)]);
        let about =
            "Gives the last state of state = visit(index, p, state), for every element once, in the order of memory.";
        lines.extend(family::function(&unit.own("each_in_memory"), &parameters, about, body));
        Ok(lines)
    }

    /// The body of a function from arrays to arrays of one shape.
    fn body(&self, unit: &Unit<'_>, arrays: &Arrays<'_>) -> Vec<String> {
        let arguments = arrays.arguments;
        let body = arrays.body(unit, |value| format!("jnp.full_like({}, {value})", arguments[0]));
        let (own, all) = (unit.own("integers"), arguments.join(", "));
        // All axes share in the shape, whether the formula needs them or not.
        let mut lines = vec![match arguments {
            [one] => format!("({one},) = _{own}({one})"),
            _ => format!("{all} = jnp.broadcast_arrays(*_{own}({all}))"),
        }];
        let sizes: Vec<&str> = unit.names.sizes().filter(|size| body.uses(size)).collect();
        match sizes[..] {
            [] => {}
            [one] => lines.push(format!("({one},) = _{own}({one})")),
            _ => lines.push(format!("{0} = _{own}({0})", sizes.join(", "))),
        }
        lines.extend(body.lines);
        lines.push(format!("return {}", family::given(arguments, &body.values)));
        lines
    }
}

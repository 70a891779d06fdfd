//! JAX: functions of whole arrays of indices, which broadcast, and may be traced.

use super::python_family::{self as family, Arrays, File, Kinship, Relative};
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Facts;
use crate::source_file::Direction;
use crate::syntax::{Syntax, array_functions};
use crate::text::{Text, has_word};
use crate::unit::Unit;
use lego_expr::Abilities;

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

/// Without roots of integers.
const SYNTAX: Syntax =
    Syntax { abilities: Abilities { isqrt: false, ..Syntax::ARRAYS.abilities }, ..array_functions!("jnp") };

impl Relative for Jax {
    fn about(&self) -> Facts {
        Facts::new(["jax", "JAX", "Python 3.9 or later with JAX"], &["py"]).with(&SYNTAX)
    }

    fn kinship(&self) -> Kinship {
        Kinship::Jax
    }

    fn note(&self, _: &Unit<'_>) -> Option<String> {
        Some("Both may be called under jax.jit; sizes may be traced, too.".to_owned())
    }

    fn imports(&self, unit: &Unit<'_>, rest: &str) -> String {
        let imports = [
            (unit.request.width.bits() == 64, "import jax"),
            (true, "import jax.numpy as jnp"),
            (unit.has(Extra::Table), "import numpy as np"),
            (has_word(rest, "lax"), "from jax import lax"),
        ];
        let needed: Vec<&str> = imports.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, line)| line).collect();
        needed.join("\n")
    }

    fn helpers(&self, text: &mut Text, unit: &Unit<'_>, isqrt: bool) {
        let bits = unit.request.width.bits();
        let integers = if bits == 64 { INTEGERS } else { INTEGERS_32 };
        let blanks = [("$own", unit.request.name.as_str()), ("$bits", &bits.to_string())];
        text.needed(&[(true, integers), (isqrt, ISQRT)], &blanks);
    }

    /// Loops of `lax` over all elements, which carry a state: in the order of the index, in the order of memory.
    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error> {
        let (unit, dialect) = (file.unit, file.plain());
        let span = unit.sizes(&[unit.compiled.span], &dialect)?.remove(0);
        let loops = unit.loops(&dialect)?;
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
            ends.push(format!("{indent}{}", rounds(&axis.end(&dialect), &over)));
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
        body.extend([format!("    {}", visited("index", holds)), String::new(), rounds(&span, &over)]);
        let about =
            "Gives the last state of state = visit(index, p, state), for every element once, in the order of memory.";
        lines.extend(family::function(&unit.own("each_in_memory"), &parameters, about, body));
        Ok(lines)
    }

    /// From arrays to arrays of one shape.
    fn direction(&self, file: &File<'_, '_>, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        let (unit, arrays) = (file.unit, Arrays::new(file, direction)?);
        let arguments = &arrays.arguments[..];
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
        Ok(lines)
    }
}

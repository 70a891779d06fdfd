//! Functions of Python as lines, and what stands in them.

use super::expressions::Expressions;
use crate::text::grouped;
use crate::unit::{Formula, Unit};

/// The lines of a module's docstring.
pub(in crate::languages) fn docstring(unit: &Unit<'_>, none: &str) -> Vec<String> {
    let mut lines = unit.header([none, none]);
    let first = lines.remove(0);
    let mut all = vec![format!("# {first}"), "r\"\"\"".to_owned() + &lines[1]];
    all.extend(lines.drain(2..));
    all.push("\"\"\"".to_owned());
    all
}

/// The parameters of a function: some, and then the sizes.
pub(in crate::languages) fn parameters<'n>(unit: &'n Unit<'_>, first: &[&'n str]) -> String {
    first.iter().copied().chain(unit.names.sizes()).collect::<Vec<_>>().join(", ")
}

/// A function: a head, its documentation, and its body.
pub(in crate::languages) fn function(name: &str, parameters: &str, about: &str, body: Vec<String>) -> Vec<String> {
    let mut lines = vec![format!("def {name}({parameters}):"), format!("    \"\"\"{about}\"\"\"")];
    lines.extend(body.into_iter().map(|line| format!("    {line}")));
    lines.extend([String::new(), String::new()]);
    lines
}

/// A tuple of values.
pub(in crate::languages) fn tuple(values: &[String]) -> String {
    match values {
        [one] => format!("({one},)"),
        values => format!("({})", values.join(", ")),
    }
}

/// What a function gives: a position, or the components of the index at a position.
pub(in crate::languages) fn given(arguments: &[&str], values: &[String]) -> String {
    if arguments == ["p"] { tuple(values) } else { values[0].clone() }
}

/// Statements that leave a function for arguments out of range.
pub(in crate::languages) fn inside(arguments: &[&str], bounds: &[String], none: &str) -> Vec<String> {
    let inside: Vec<String> =
        arguments.iter().zip(bounds).map(|(argument, bound)| format!("0 <= {argument} < {}", grouped(bound))).collect();
    vec![format!("if not ({}):", inside.join(" and ")), format!("    return {none}")]
}

/// The statements that come before values where a branch may leave the function.
pub(in crate::languages) fn ahead(formula: &Formula, dialect: &Expressions<'_>, none: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(guard) = &formula.guard {
        lines.extend(dialect.statements(&guard.shared));
        lines.push(format!("if not ({}):", guard.values[0]));
        lines.push(format!("    return {none}"));
    }
    lines.extend(dialect.statements(&formula.shared));
    lines
}

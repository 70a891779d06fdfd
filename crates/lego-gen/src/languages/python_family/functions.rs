//! Functions of Python as lines, and what stands in them.

use crate::unit::Unit;

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

//! The arguments of a question.

use serde_json::Value;

/// An operation: arguments in, result out, or what is wrong with them.
pub(crate) type Operation = fn(&[Value]) -> Result<Value, String>;

/// The argument of a number, counted from 0.
pub(super) fn argument(arguments: &[Value], k: usize) -> Result<&Value, String> {
    arguments.get(k).ok_or_else(|| format!("argument {} is missing", k + 1))
}

/// Whether there are as many arguments as it takes.
pub(super) fn count(arguments: &[Value], least: usize, most: usize) -> Result<(), String> {
    if (least..=most).contains(&arguments.len()) {
        return Ok(());
    }
    let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(format!("{} arguments, where it takes {wanted}", arguments.len()))
}

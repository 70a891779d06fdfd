//! Numbers and lists of numbers, and what is shown of a value in an error.

use serde_json::Value;

/// An integer.
pub(crate) fn integer(value: &Value) -> Result<i64, String> {
    value.as_i64().ok_or_else(|| format!("{} is no integer of 64 bits", short(value)))
}

/// A number that JSON holds.
pub(crate) fn unsigned(number: u128) -> Result<Value, String> {
    u64::try_from(number).map(Value::from).map_err(|_| format!("{number} goes beyond 64 bits"))
}

/// A number from 0 on, or a list of it alone.
pub(crate) fn size(value: &Value) -> Result<u64, String> {
    let number = value.as_array().filter(|list| list.len() == 1).map_or(value, |list| &list[0]);
    number.as_u64().ok_or_else(|| format!("{} is no number from 0 on", short(value)))
}

/// Numbers from 0 on.
pub(crate) fn sizes(value: &Value) -> Result<Vec<u64>, String> {
    let list = value.as_array().ok_or_else(|| format!("{} is no list of numbers", short(value)))?;
    list.iter().map(|value| value.as_u64().ok_or_else(|| format!("{} is no number from 0 on", short(value)))).collect()
}

/// What is shown of an argument in an error.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

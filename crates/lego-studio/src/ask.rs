//! One question and its answer.

use serde_json::{Value, json};

/// More indices than these are not drawn.
const MOST: u64 = 1 << 22;

/// What stands for an index without a position.
pub const NONE: u32 = u32::MAX;

/// Answers a question: JSON in; the length of a JSON text in four bytes, that text, zeros up to a multiple of four, then numbers of four
/// bytes, the lowest byte first.
///
/// | question | answer |
/// |---|---|
/// | `{"command": ["show", "Row(4, 8)", "--json"]}` | `{"status", "output", "errors"}` |
/// | `{"positions": "Col(M, 3)", "values": "M=2"}` | what is known of the layout, and the position of every index |
/// | `{"holders": "mma_m16n8_f32_C", "tile": [16, 8]}` | who holds each element |
/// | `{"warps": "Row(32, 32)", "access": "Column", "bytes": 4, "vector": 1}` | what each warp touches and takes |
/// | `{"words": true}` | the words of the language |
///
/// ```
/// let answer = lego_studio::ask(br#"{"positions": "Col(2, 2)"}"#);
/// let (length, rest) = answer.split_at(4);
/// let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
/// let about: serde_json::Value = serde_json::from_slice(&rest[..length]).unwrap();
/// assert_eq!(about["dims"], serde_json::json!([2, 2]));
/// let numbers = &rest[length.next_multiple_of(4)..];
/// assert_eq!(numbers.chunks(4).map(|four| four[0]).collect::<Vec<_>>(), [0, 2, 1, 3]);
/// ```
#[must_use]
pub fn ask(question: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<Value>(question) {
        Ok(question) => answer(&question),
        Err(error) => packed(&wrong(&format!("no question: {error}")), &[]),
    }
}

fn answer(question: &Value) -> Vec<u8> {
    if let Some(arguments) = question["command"].as_array() {
        let arguments: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
        let lego_cli::Answer { status, output, errors } = lego_cli::answer(&arguments);
        return packed(&json!({ "status": status, "output": output, "errors": errors }), &[]);
    }
    if let Some(text) = question["positions"].as_str() {
        return positions(text, question["values"].as_str().unwrap_or_default());
    }
    if let Some(text) = question["holders"].as_str() {
        let tile: Vec<u64> = question["tile"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        return packed(&lego_cli::holders(text, &tile).unwrap_or_else(|wrong| wrong), &[]);
    }
    if let Some(text) = question["warps"].as_str() {
        let word = |name: &str| question[name].as_str().unwrap_or_default();
        let number = |name: &str| question[name].as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or(0);
        let warps = lego_cli::warps(text, word("values"), word("access"), number("bytes"), number("vector"));
        return packed(&warps.unwrap_or_else(|wrong| wrong), &[]);
    }
    if question["words"] == true {
        return packed(&lego_cli::words(), &[]);
    }
    packed(&wrong("no such question"), &[])
}

fn positions(text: &str, values: &str) -> Vec<u8> {
    let seen = match lego_cli::positions(text, values, MOST) {
        Ok(seen) => seen,
        Err(wrong) => return packed(&wrong, &[]),
    };
    let number = |value: &Option<u64>| match value {
        None => Some(NONE),
        Some(value) => u32::try_from(*value).ok().filter(|&value| value != NONE),
    };
    match seen.values.iter().map(number).collect::<Option<Vec<u32>>>() {
        Some(numbers) => packed(&seen.about, &numbers),
        None => {
            let mut undrawn = wrong("positions from 2^32 on are not drawn");
            undrawn["undrawn"] = true.into();
            undrawn["system"] = seen.about["system"].clone();
            undrawn["parameters"] = seen.about["parameters"].clone();
            packed(&undrawn, &[])
        }
    }
}

fn wrong(message: &str) -> Value {
    json!({ "ok": false, "errors": [{ "message": message }] })
}

fn packed(about: &Value, numbers: &[u32]) -> Vec<u8> {
    let text = about.to_string();
    let mut bytes = Vec::with_capacity(8 + text.len() + 4 * numbers.len());
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(question: &Value) -> (Value, Vec<u32>) {
        let answer = ask(question.to_string().as_bytes());
        let length = u32::from_le_bytes(answer[..4].try_into().unwrap()) as usize;
        let about = serde_json::from_slice(&answer[4..4 + length]).unwrap();
        let numbers = &answer[(4 + length).next_multiple_of(4)..];
        (about, numbers.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect())
    }

    #[test]
    fn a_command_answers_as_the_program_does() {
        let (answer, _) = asked(&json!({ "command": ["equal", "Row(4, 8)", "(4,8):(8,1)", "--json"] }));
        assert_eq!(answer, json!({ "status": 0, "output": "{\"equal\":true}\n", "errors": [] }));
    }

    #[test]
    fn holes_have_no_position() {
        let (about, numbers) = asked(&json!({ "positions": "Row(2, 2).ExpandBy([2, 2] => [2, 3])" }));
        assert_eq!(about["dims"], json!([2, 3]), "{about}");
        assert_eq!(numbers, [0, 1, NONE, 2, 3, NONE]);
    }

    #[test]
    fn errors_have_their_place() {
        let (about, numbers) = asked(&json!({ "positions": "Row(2, 2).OrderBy(Kol(2, 2))" }));
        assert_eq!((&about["errors"][0]["start"], &about["errors"][0]["end"]), (&json!(18), &json!(21)), "{about}");
        assert!(numbers.is_empty());
    }

    #[test]
    fn nonsense_is_answered() {
        for question in ["", "{", "{}", "[]", r#"{"command": "show"}"#, r#"{"command": [1]}"#, "\u{0}"] {
            let answer = ask(question.as_bytes());
            assert!(answer.len() > 4, "{question}");
        }
    }
}

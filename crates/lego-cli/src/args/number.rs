//! Integers as they are written in arguments.

/// A decimal integer; `_` may separate digits.
pub(crate) fn number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.bytes().all(|b| b == b'_' || b.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers() {
        for (text, value) in [("0", Some(0)), ("-3", Some(-3)), ("1_024", Some(1024)), ("", None), ("+1", None)] {
            assert_eq!(number(text), value, "{text}");
        }
        for text in ["_1", "1e3", "0x10", "--1", "1-", " 1", "9999999999999999999999999999999999999999999"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}

//! A line as the driver prints it, made on the host of the same text and the same numbers.

use super::arguments::Value;
use super::pieces::{Letter, Piece, Style, piece};

/// A line as the driver would print it, without block and thread.
pub(super) fn written(text: &str, values: &[Value]) -> String {
    let (bytes, mut line, mut at, mut values) = (text.as_bytes(), Vec::new(), 0, values.iter());
    while at < bytes.len() {
        let (piece, next) = piece(bytes, at);
        match piece {
            Piece::Byte(byte) => line.push(byte),
            Piece::Place(style) => {
                line.extend(values.next().map(|value| number(*value, style)).unwrap_or_default().bytes());
            }
        }
        at = next;
    }
    // Whole characters of the text, and numbers.
    String::from_utf8_lossy(&line).into_owned()
}

/// A number as C prints it.
fn number(value: Value, style: Style) -> String {
    let digits = usize::from(style.digits.unwrap_or(6));
    match (value, style.letter) {
        (Value::Unsigned(value), Letter::Hexadecimal) => format!("{value:x}"),
        (Value::Signed(value), Letter::Hexadecimal) => format!("{value:x}"),
        (Value::Unsigned64(value), Letter::Hexadecimal) => format!("{value:x}"),
        (Value::Signed64(value), Letter::Hexadecimal) => format!("{value:x}"),
        (Value::Unsigned(value), _) => value.to_string(),
        (Value::Signed(value), _) => value.to_string(),
        (Value::Unsigned64(value), _) => value.to_string(),
        (Value::Signed64(value), _) => value.to_string(),
        (Value::Float(value), _) if value.is_nan() => "nan".to_owned(),
        (Value::Float(value), _) if value.is_infinite() => if value > 0.0 { "inf" } else { "-inf" }.to_owned(),
        (Value::Float(value), Letter::Exponent) => {
            // Rust writes an exponent as it is, C with a sign and two digits at least.
            let text = format!("{value:.digits$e}");
            match text.split_once('e').map(|(number, exponent)| (number, exponent.parse::<i32>())) {
                Some((number, Ok(exponent))) => format!("{number}e{exponent:+03}"),
                _ => text,
            }
        }
        (Value::Float(value), _) => format!("{value:.digits$}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::{Arguments as _, Traced as _};
    use super::*;

    #[test]
    fn a_line_is_that_of_c() {
        let style = |letter, digits| Style { letter, digits };
        let plain = style(Letter::Plain, None);
        assert_eq!(number(Value::Float(1.5), plain), "1.500000");
        assert_eq!(number(Value::Float(-0.0), style(Letter::Plain, Some(0))), "-0");
        assert_eq!(number(Value::Float(2.5), style(Letter::Plain, Some(0))), "2");
        assert_eq!(number(Value::Float(1e300), style(Letter::Exponent, None)), "1.000000e+300");
        assert_eq!(number(Value::Float(0.00123), style(Letter::Exponent, Some(1))), "1.2e-03");
        assert_eq!(number(Value::Float(0.0), style(Letter::Exponent, None)), "0.000000e+00");
        assert_eq!(number(Value::Float(f64::NEG_INFINITY), style(Letter::Exponent, None)), "-inf");
        assert_eq!(number(Value::Float(f64::NAN), plain), "nan");
        assert_eq!(number((-1_i8).promoted().into(), style(Letter::Hexadecimal, None)), "ffffffff");
        assert_eq!(number((-1_i64).promoted().into(), style(Letter::Hexadecimal, None)), "ffffffffffffffff");
        assert_eq!(number(true.promoted().into(), plain), "1");
        assert_eq!(number(u64::MAX.promoted().into(), plain), "18446744073709551615");
        let values = (7_u8, -3_i16, 0.25_f32).values();
        assert_eq!(written("{{{}}} {:x} é{:.2}%", &values), "{7} fffffffd é0.25%");
    }
}

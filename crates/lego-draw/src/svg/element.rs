//! Texts and lengths as XML has them, well-formed whatever the text.

use std::fmt::{self, Display, Write as _};

/// A text in which the marks of XML are escaped and what XML does not allow is left out.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A length with at most one decimal.
pub(super) struct Length(pub(super) f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round();
        if tenths % 10.0 == 0.0 { write!(f, "{}", tenths / 10.0) } else { write!(f, "{:.1}", tenths / 10.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_escaped() {
        assert_eq!(Escaped("a<b> & \"c\"\n\u{1}d").to_string(), "a&lt;b&gt; &amp; &quot;c&quot;  d");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([12.0, 0.25, 3.96, -1.5].map(|l| Length(l).to_string()), ["12", "0.3", "4", "-1.5"]);
    }
}

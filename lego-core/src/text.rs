//! A short text without an allocator, so that errors can name what the user wrote and still be `Copy` and `const`.

use core::fmt;

/// At most [`Text::CAPACITY`] bytes of UTF-8; what does not fit is cut and ends in `…`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text {
    len: u8,
    bytes: [u8; Text::CAPACITY],
}

impl Text {
    /// The longest text kept.
    pub const CAPACITY: usize = 47;

    /// Keeps a text, or as much of it as fits.
    ///
    /// ```
    /// assert_eq!(lego_core::Text::new("Morton").as_str(), "Morton");
    /// ```
    #[must_use]
    pub const fn new(text: &str) -> Self {
        let source = text.as_bytes();
        let mut bytes = [0; Self::CAPACITY];
        let mut keep = source.len();
        if keep > Self::CAPACITY {
            keep = Self::CAPACITY - 3;
            // Cut between characters: a byte of the form 10xxxxxx continues one.
            while keep > 0 && source[keep] & 0xC0 == 0x80 {
                keep -= 1;
            }
        }
        let mut at = 0;
        while at < keep {
            bytes[at] = source[at];
            at += 1;
        }
        let mut len = keep;
        if keep < source.len() {
            let dots = "…".as_bytes();
            let mut k = 0;
            while k < dots.len() {
                bytes[len] = dots[k];
                len += 1;
                k += 1;
            }
        }
        Self { len: len as u8, bytes }
    }

    /// The text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let (kept, _) = self.bytes.split_at(self.len as usize);
        match core::str::from_utf8(kept) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

/// As much of a formatted text as fits: `Text::from(format_args!("axis {axis}"))`.
impl From<fmt::Arguments<'_>> for Text {
    fn from(arguments: fmt::Arguments<'_>) -> Self {
        let mut text = Self::new("");
        // What is too long is cut; it does not fail.
        let _ = fmt::Write::write_fmt(&mut text, arguments);
        text
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let mut joined = [0; 2 * Self::CAPACITY];
        let old = self.len as usize;
        joined[..old].copy_from_slice(&self.bytes[..old]);
        let mut take = more.len().min(2 * Self::CAPACITY - old);
        while !more.is_char_boundary(take) {
            take -= 1;
        }
        joined[old..old + take].copy_from_slice(&more.as_bytes()[..take]);
        if let Ok(text) = core::str::from_utf8(&joined[..old + take]) {
            *self = Self::new(text);
        }
        Ok(())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Write;

    #[test]
    fn long_texts_are_cut_between_characters() {
        let long = "äöü".repeat(20);
        let kept = Text::new(&long);
        assert!(kept.as_str().ends_with('…') && kept.as_str().len() <= Text::CAPACITY);
        assert!(long.starts_with(kept.as_str().trim_end_matches('…')));
    }

    #[test]
    fn writing_appends() {
        let mut text = Text::new("[4");
        write!(text, ", {}]", 2).unwrap();
        assert_eq!(text.as_str(), "[4, 2]");
        assert_eq!(Text::from(format_args!("[{}, {}]", 4, 2)).as_str(), "[4, 2]");
    }
}

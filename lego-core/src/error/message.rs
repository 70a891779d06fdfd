//! A text under construction that also works at compile time, so that a `const` assertion can name the two numbers that disagree.

use crate::text::Text;

/// A text under construction; what exceeds the capacity is dropped.
#[derive(Clone, Copy)]
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub struct Message {
    len: usize,
    bytes: [u8; Message::CAPACITY],
}

impl Message {
    const CAPACITY: usize = 448;

    #[must_use]
    #[allow(clippy::new_without_default, reason = "nothing asks for a default")]
    pub const fn new() -> Self {
        Self { len: 0, bytes: [0; Self::CAPACITY] }
    }

    #[must_use]
    pub const fn text(mut self, text: &str) -> Self {
        let source = text.as_bytes();
        if self.len + source.len() > Self::CAPACITY {
            return self;
        }
        let mut k = 0;
        while k < source.len() {
            self.bytes[self.len] = source[k];
            self.len += 1;
            k += 1;
        }
        self
    }

    #[must_use]
    pub const fn number(self, mut value: u128) -> Self {
        let mut digits = [0; 39];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (value % 10) as u8;
            value /= 10;
            if value == 0 {
                break;
            }
        }
        let (_, used) = digits.split_at(start);
        match core::str::from_utf8(used) {
            Ok(text) => self.text(text),
            Err(_) => self,
        }
    }

    pub(crate) const fn signed(self, value: i128) -> Self {
        if value < 0 { self.text("-").number(value.unsigned_abs()) } else { self.number(value as u128) }
    }

    /// `[4, 2]`.
    pub(crate) const fn list(self, numbers: &[usize]) -> Self {
        let mut message = self.text("[");
        let mut k = 0;
        while k < numbers.len() {
            if k > 0 {
                message = message.text(", ");
            }
            message = message.number(numbers[k] as u128);
            k += 1;
        }
        message.text("]")
    }

    /// "1 argument", "2 arguments".
    #[must_use]
    pub const fn counted(self, count: u128, one: &str) -> Self {
        let message = self.number(count).text(" ").text(one);
        if count == 1 { message } else { message.text("s") }
    }

    /// The divisors of `value` nearest to `wanted`, largest first below it and then above: what a tile size could be.
    pub(crate) const fn divisors_near(mut self, value: u128, wanted: u128) -> Self {
        // A search bounded in steps: sizes can be huge primes, and this runs inside the compiler.
        const STEPS: u128 = 4096;
        let mut listed = 0;
        let mut step = 0;
        while step < STEPS && listed < 4 {
            let below = wanted.saturating_sub(step);
            let above = wanted + step;
            if below > 0 && below <= value && value % below == 0 {
                self = self.separated(listed).number(below);
                listed += 1;
            }
            if above != below && above <= value && value % above == 0 {
                self = self.separated(listed).number(above);
                listed += 1;
            }
            step += 1;
        }
        if listed == 0 { self.text("1 and ").number(value) } else { self }
    }

    /// "; or write X" where there is an X, cut into two texts.
    pub(crate) const fn remedy(self, [first, second]: &[Text; 2]) -> Self {
        let first = first.as_str();
        if first.is_empty() { self } else { self.text("; or write ").text(first).text(second.as_str()) }
    }

    const fn separated(self, listed: usize) -> Self {
        if listed == 0 { self } else { self.text(", ") }
    }

    #[must_use]
    pub const fn as_str(&self) -> &str {
        let (used, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(used) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

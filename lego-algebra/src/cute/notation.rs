//! CuTe's notation, read and written: `((2,2),4):((1,8),2)`, `Sw<3,4,3> o 0 o (8,8):(8,1)`, `<3:4,8:2>`.
//!
//! Numbers may be written as CuTe prints those that it knows when it compiles, `_4`. What is printed is read as the same value.

use super::Error;
use super::composed::ComposedLayout;
use super::int_tuple::{IntTuple, TupleBuilder};
use super::layout::Layout;
use super::number::ok;
use super::profile::{CAPACITY, Profile};
use super::swizzle::Swizzle;
use super::tiler::{Tiler, TilerBuilder, TilerShape};
use core::fmt;

/// What is wrong with a text, and where: bytes `start..end` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The first byte.
    pub start: usize,
    /// After the last byte.
    pub end: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Something else should stand there.
    Expected(&'static str),
    /// The text is well formed, but is no such value.
    Value(Error),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::Value(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.start, self.problem)
    }
}

impl core::error::Error for ParseError {}

impl IntTuple {
    /// The tuple of a text such as `((2,3),4)`.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let tuple = ok!(reader.int_tuple());
        ok!(reader.end());
        Ok(tuple)
    }
}

impl Layout {
    /// The layout of a text such as `((2,2),4):((1,8),2)`.
    ///
    /// # Errors
    /// With the place of what is wrong.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let error = Layout::parse("(4,8):(1;4)").unwrap_err();
    /// assert_eq!(error.to_string(), "at byte 8: expected `,` or `)`");
    /// ```
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let layout = ok!(reader.layout());
        ok!(reader.end());
        Ok(layout)
    }
}

impl Swizzle {
    /// The swizzle of a text such as `Sw<3,4,3>`.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let swizzle = ok!(reader.swizzle());
        ok!(reader.end());
        Ok(swizzle)
    }
}

impl ComposedLayout {
    /// The composed layout of a text such as `Sw<3,4,3> o 0 o (8,8):(8,1)`; a layout alone has a swizzle that changes nothing.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let composed = if reader.peek() == b'S' {
            let swizzle = ok!(reader.swizzle());
            ok!(reader.ring());
            let offset = ok!(reader.number());
            ok!(reader.ring());
            Self { swizzle, offset, layout: ok!(reader.layout()) }
        } else {
            Self { swizzle: Swizzle::IDENTITY, offset: 0, layout: ok!(reader.layout()) }
        };
        ok!(reader.end());
        Ok(composed)
    }
}

impl Tiler {
    /// The tiler of a text such as `<3:4, 8:2>`, `(3:4, _)`, `(2,4)` or `(2,4):(1,8)`.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub const fn parse(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader::new(text);
        let mut tiler = TilerBuilder::new();
        ok!(reader.tiler(&mut tiler, 0));
        ok!(reader.end());
        reader.value(0, tiler.finish())
    }
}

/// A text, read from left to right.
#[derive(Clone, Copy)]
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        let mut reader = Self { text: text.as_bytes(), at: 0 };
        reader.blanks();
        reader
    }

    const fn blanks(&mut self) {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
    }

    /// The next byte; 0 at the end.
    const fn peek(&self) -> u8 {
        self.look(0)
    }

    const fn look(&self, ahead: usize) -> u8 {
        if self.at + ahead < self.text.len() { self.text[self.at + ahead] } else { 0 }
    }

    const fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.blanks();
    }

    const fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        if found {
            self.skip(1);
        }
        found
    }

    /// Something else should stand here; the place is the character.
    const fn expected<T>(&self, what: &'static str) -> Result<T, ParseError> {
        let mut end = self.at + (self.at < self.text.len()) as usize;
        while end < self.text.len() && self.text[end] & 0xC0 == 0x80 {
            end += 1;
        }
        Err(ParseError { start: self.at, end, problem: Problem::Expected(what) })
    }

    /// The value, or what is wrong with what was read since `start`.
    const fn value<T: Copy>(&self, start: usize, value: Result<T, Error>) -> Result<T, ParseError> {
        match value {
            Ok(value) => Ok(value),
            Err(error) => {
                let mut end = self.at;
                while end > start + 1 && self.text[end - 1].is_ascii_whitespace() {
                    end -= 1;
                }
                Err(ParseError { start, end, problem: Problem::Value(error) })
            }
        }
    }

    const fn end(&self) -> Result<(), ParseError> {
        if self.at < self.text.len() { self.expected("the end") } else { Ok(()) }
    }

    /// `4`, `-4`, `_4`.
    const fn number(&mut self) -> Result<i64, ParseError> {
        let start = self.at;
        let mut at = self.at;
        let negative = at < self.text.len() && self.text[at] == b'-';
        if negative {
            at += 1;
        }
        if at + 1 < self.text.len() && self.text[at] == b'_' && self.text[at + 1].is_ascii_digit() {
            at += 1;
        }
        if at >= self.text.len() || !self.text[at].is_ascii_digit() {
            return self.expected("a number");
        }
        let mut number: Result<i64, Error> = Ok(0);
        while at < self.text.len() && self.text[at].is_ascii_digit() {
            let digit = (self.text[at] - b'0') as i64;
            if let Ok(so_far) = number {
                number = match so_far.checked_mul(10) {
                    Some(tens) => match tens.checked_add(digit) {
                        Some(sum) => Ok(sum),
                        None => Err(Error::Overflow),
                    },
                    None => Err(Error::Overflow),
                };
            }
            at += 1;
        }
        self.skip(at - self.at);
        match self.value(start, number) {
            Ok(number) => Ok(if negative { -number } else { number }),
            Err(error) => Err(error),
        }
    }

    /// `4`, `(2,(3,4))`.
    const fn int_tuple(&mut self) -> Result<IntTuple, ParseError> {
        let (start, mut tuple, mut level) = (self.at, TupleBuilder::new(), 0usize);
        loop {
            while self.take(b'(') {
                tuple.open();
                level += 1;
            }
            if self.peek() == b')' {
                return self.expected("a number: a tuple needs an element");
            }
            let number = match self.number() {
                Ok(number) => number,
                Err(ParseError { problem: Problem::Expected(_), .. }) => return self.expected("a number or `(`"),
                Err(error) => return Err(error),
            };
            ok!(self.value(start, tuple.push(number)));
            loop {
                if level == 0 {
                    return Ok(tuple.finish());
                }
                if self.take(b',') {
                    // A comma may stand before the end, as Python writes a tuple of one.
                    if !self.take(b')') {
                        break;
                    }
                } else if !self.take(b')') {
                    return self.expected("`,` or `)`");
                }
                ok!(self.value(start, tuple.close()));
                level -= 1;
            }
        }
    }

    /// `(2,4):(1,2)`.
    const fn layout(&mut self) -> Result<Layout, ParseError> {
        let start = self.at;
        let shape = ok!(self.int_tuple());
        if !self.take(b':') {
            return self.expected("`:` and the strides");
        }
        let stride = ok!(self.int_tuple());
        self.value(start, Layout::new(&shape, &stride))
    }

    /// `Sw<3,4,3>`, `S<3,4,3>`, `Swizzle<3,4,3>`.
    const fn swizzle(&mut self) -> Result<Swizzle, ParseError> {
        let start = self.at;
        let name = self.at;
        while self.peek().is_ascii_alphabetic() {
            self.at += 1;
        }
        let name = self.text.split_at(self.at).0.split_at(name).1;
        if !matches!(name, b"S" | b"Sw" | b"Swizzle") || self.peek() != b'<' {
            self.at = start;
            return self.expected("a swizzle, as Sw<3,4,3>");
        }
        self.skip(1);
        let bits = ok!(self.number());
        if !self.take(b',') {
            return self.expected("`,` and the base");
        }
        let base = ok!(self.number());
        if !self.take(b',') {
            return self.expected("`,` and the shift");
        }
        let shift = ok!(self.number());
        if !self.take(b'>') {
            return self.expected("`>`");
        }
        self.value(start, Swizzle::new(narrow(bits), narrow(base), narrow(shift)))
    }

    /// `o` or `∘`.
    const fn ring(&mut self) -> Result<(), ParseError> {
        if self.peek() == b'o' {
            self.skip(1);
        } else if self.peek() == 0xE2 && self.look(1) == 0x88 && self.look(2) == 0x98 {
            self.skip(3);
        } else {
            return self.expected("`o`");
        }
        Ok(())
    }

    /// `_`, `4`, `(2,4):(1,8)`, `<3:4, _>`, `(3:4, _)`, and a tuple of numbers.
    const fn tiler(&mut self, tiler: &mut TilerBuilder, depth: usize) -> Result<(), ParseError> {
        let start = self.at;
        if depth > CAPACITY {
            return self.value(start, Err(Error::Depth));
        }
        if self.peek() == b'_' && !self.look(1).is_ascii_digit() {
            self.skip(1);
            return self.value(start, tiler.keep());
        }
        let open = self.peek();
        if open != b'<' {
            let mut ahead = *self;
            match ahead.int_tuple() {
                Ok(shape) if ahead.peek() != b':' => {
                    *self = ahead;
                    let shape = ok!(self.value(start, Tiler::shape_of(&shape)));
                    return self.value(start, tiler.append(&shape));
                }
                Ok(_) => {
                    let layout = ok!(self.layout());
                    return self.value(start, tiler.layout(&layout));
                }
                Err(error) if open != b'(' => return Err(error),
                Err(_) => {}
            }
        }
        self.skip(1);
        tiler.open();
        let close = if open == b'<' { b'>' } else { b')' };
        loop {
            ok!(self.tiler(tiler, depth + 1));
            if self.take(close) {
                return self.value(start, tiler.close());
            }
            if !self.take(b',') {
                return self.expected(if open == b'<' { "`,` or `>`" } else { "`,` or `)`" });
            }
        }
    }
}

/// A number of a swizzle; what is far too large stays so.
const fn narrow(number: i64) -> i32 {
    if number > i32::MAX as i64 {
        i32::MAX
    } else if number < -(i32::MAX as i64) {
        -i32::MAX
    } else {
        number as i32
    }
}

/// Brackets around leaves.
fn write_tree(
    f: &mut fmt::Formatter<'_>,
    profile: &Profile,
    brackets: (&str, &str),
    mut leaf: impl FnMut(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    for k in 0..profile.len() {
        if k > 0 {
            f.write_str(",")?;
        }
        for _ in 0..profile.opens(k) {
            f.write_str(brackets.0)?;
        }
        leaf(f, k)?;
        for _ in 0..profile.closes(k) {
            f.write_str(brackets.1)?;
        }
    }
    Ok(())
}

impl fmt::Display for IntTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self.profile(), ("(", ")"), |f, k| write!(f, "{}", self.leaves()[k]))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape(), self.stride())
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits(), self.base(), self.shift())
    }
}

impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o {}", self.swizzle, self.offset, self.layout)
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            TilerShape::Keep => f.write_str("_"),
            TilerShape::Layout(layout) => layout.fmt(f),
            TilerShape::Modes(modes) => {
                f.write_str("<")?;
                for (k, element) in (0..modes).filter_map(|k| self.element(k)).enumerate() {
                    if k > 0 {
                        f.write_str(",")?;
                    }
                    element.fmt(f)?;
                }
                f.write_str(">")
            }
        }
    }
}

/// Values in messages of tests and asserts are their notation.
macro_rules! debug {
    ($($name:ident),*) => {$(
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}
debug!(IntTuple, Layout, Swizzle, ComposedLayout, Tiler);

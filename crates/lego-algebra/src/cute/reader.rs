//! CuTe's notation from left to right: what each form consists of, and the place of what is wrong.

use super::Error;
use super::int_tuple::{IntTuple, TupleBuilder};
use super::layout::Layout;
use super::number::ok;
use super::parse_error::{ParseError, Problem};
use super::profile::CAPACITY;
use super::swizzle::Swizzle;
use super::tiler::{Tiler, TilerBuilder};

/// A text, read from left to right.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
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
    pub(super) const fn peek(&self) -> u8 {
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
    pub(super) const fn value<T: Copy>(&self, start: usize, value: Result<T, Error>) -> Result<T, ParseError> {
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

    pub(super) const fn end(&self) -> Result<(), ParseError> {
        if self.at < self.text.len() { self.expected("the end") } else { Ok(()) }
    }

    /// `4`, `-4`, `_4`.
    pub(super) const fn number(&mut self) -> Result<i64, ParseError> {
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
                // Below 0 there is one number more.
                number = match so_far.checked_mul(10) {
                    Some(tens) => match if negative { tens.checked_sub(digit) } else { tens.checked_add(digit) } {
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
            Ok(number) => Ok(number),
            Err(error) => Err(error),
        }
    }

    /// `4`, `(2,(3,4))`.
    pub(super) const fn int_tuple(&mut self) -> Result<IntTuple, ParseError> {
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
    pub(super) const fn layout(&mut self) -> Result<Layout, ParseError> {
        let start = self.at;
        let shape = ok!(self.int_tuple());
        if !self.take(b':') {
            return self.expected("`:` and the strides");
        }
        let stride = ok!(self.int_tuple());
        self.value(start, Layout::new(&shape, &stride))
    }

    /// `Sw<3,4,3>`, `S<3,4,3>`, `Swizzle<3,4,3>`.
    pub(super) const fn swizzle(&mut self) -> Result<Swizzle, ParseError> {
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
    pub(super) const fn ring(&mut self) -> Result<(), ParseError> {
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
    pub(super) const fn tiler(&mut self, tiler: &mut TilerBuilder, depth: usize) -> Result<(), ParseError> {
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

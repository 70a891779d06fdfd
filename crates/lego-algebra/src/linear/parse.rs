//! The text of a linear layout, read: the inverse of how it is printed.

use super::dim::Dim;
use super::error::Error;
use super::layout::LinearLayout;
use super::space::{DIMS, Space};
use core::fmt;
use lego_core::f2::BITS;

/// Where a text is no layout, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The byte.
    pub at: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// Why a text is no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Something else should stand there.
    Expected(&'static str),
    /// A number beyond 64 bits.
    Number,
    /// The layout is none.
    Layout(Error),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            Problem::Expected(what) => write!(f, "{what} should stand here"),
            Problem::Number => f.write_str("a number beyond 64 bits"),
            Problem::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseError {}

impl LinearLayout {
    /// A layout from its text: in dims with the images of their bits, `→` or `->`, out dims with their sizes.
    ///
    /// `parse(layout.to_string()) == layout`, if no name has a space or one of `: ; , ( )` in it.
    ///
    /// # Errors
    /// If the text is none, or the layout is none; the error says where.
    ///
    /// ```
    /// use lego_algebra::linear::LinearLayout;
    /// let layout = LinearLayout::parse("register: (0,1) (1,0); lane: (0,2) -> dim0: 2, dim1: 4").unwrap();
    /// assert_eq!(*layout.apply(&[3, 1]).unwrap(), [1, 3]);
    /// let error = LinearLayout::parse("lane: (1) (2) -> x: 3").unwrap_err();
    /// assert_eq!(error.to_string(), "x has size 3, which is no power of two: a layout over F2 has only such sizes");
    /// ```
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        // The sizes stand at the end and say how the images are packed: they are read first.
        let (arrow, after) = match (text.find('→'), text.find("->")) {
            (Some(at), _) => (at, at + '→'.len_utf8()),
            (None, Some(at)) => (at, at + 2),
            (None, None) => return Err(ParseError { at: text.len(), problem: Problem::Expected("→ or ->") }),
        };
        let mut sizes = Reader { text, at: after };
        let mut outs = Space::EMPTY;
        while !sizes.is_at_end(text.len()) {
            if !outs.is_empty() {
                sizes.expect(",", ", between sizes")?;
            }
            let (at, dim) = sizes.name()?;
            sizes.expect(":", ": before a size")?;
            let size = sizes.number()?;
            let bits = super::space::log2(dim, size).map_err(|error| wrong(at, error))?;
            outs.push(dim, bits).map_err(|error| wrong(at, error))?;
        }
        let mut bases = Reader { text, at: 0 };
        let mut ins = Space::EMPTY;
        let mut columns = [0; BITS];
        let mut width = 0;
        while !bases.is_at_end(arrow) {
            if !ins.is_empty() {
                bases.expect(";", "; or ( or →")?;
            }
            let (at, dim) = bases.name()?;
            bases.expect(":", ": before images")?;
            let first = width;
            while bases.next_is("(") {
                let (at, image) = bases.image(&outs)?;
                let slot = columns.get_mut(width).ok_or(wrong(at, Error::Bits { bits: BITS + 1 }))?;
                *slot = image;
                width += 1;
            }
            ins.push(dim, (width - first) as u32).map_err(|error| wrong(at, error))?;
        }
        Self::new(ins, outs, &columns[..width]).map_err(|error| wrong(0, error))
    }
}

fn wrong(at: usize, error: Error) -> ParseError {
    ParseError { at, problem: Problem::Layout(error) }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn is_at_end(&mut self, end: usize) -> bool {
        self.rest();
        self.at >= end
    }

    fn next_is(&mut self, token: &str) -> bool {
        self.rest().starts_with(token)
    }

    fn expect(&mut self, token: &str, what: &'static str) -> Result<(), ParseError> {
        if self.next_is(token) {
            self.at += token.len();
            return Ok(());
        }
        Err(ParseError { at: self.at, problem: Problem::Expected(what) })
    }

    fn name(&mut self) -> Result<(usize, Dim), ParseError> {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || ":;,()→-".contains(c)).unwrap_or(rest.len());
        let at = self.at;
        if end == 0 {
            return Err(ParseError { at, problem: Problem::Expected("the name of a dim") });
        }
        self.at += end;
        Ok((at, Dim::new(&rest[..end]).map_err(|error| wrong(at, error))?))
    }

    fn number(&mut self) -> Result<u64, ParseError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let at = self.at;
        if end == 0 {
            return Err(ParseError { at, problem: Problem::Expected("a number") });
        }
        self.at += end;
        rest[..end].parse().map_err(|_| ParseError { at, problem: Problem::Number })
    }

    /// `(1,2)`: a coordinate for each out dim.
    fn image(&mut self, outs: &Space) -> Result<(usize, u64), ParseError> {
        self.expect("(", "( before an image")?;
        let at = self.at;
        let mut values = [0; DIMS];
        let mut count = 0;
        while !self.next_is(")") {
            if count > 0 {
                self.expect(",", ", or )")?;
            }
            let value = self.number()?;
            *values.get_mut(count).ok_or(wrong(at, Error::Dims))? = value;
            count += 1;
        }
        self.expect(")", ")")?;
        Ok((at, outs.flat(&values[..count]).map_err(|error| wrong(at, error))?))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;
    use std::string::ToString;

    #[test]
    fn a_text_is_the_layout_that_is_printed_so() {
        let mut random = Random::fresh();
        for round in 0..300 {
            let names = [&["register", "lane", "warp"][..], &["a"], &[]][round % 3];
            let (ins, outs) = (any_space(&mut random, names, 9), any_space(&mut random, &["dim0", "dim1"], 40));
            let layout = any_layout(&mut random, ins, outs);
            assert_eq!(LinearLayout::parse(&layout.to_string()), Ok(layout));
            assert_eq!(LinearLayout::parse(&layout.to_string().replace('→', "->").replace(' ', "")), Ok(layout));
        }
        assert_eq!(LinearLayout::parse("->"), Ok(LinearLayout::EMPTY));
    }

    #[test]
    fn what_is_wrong_is_said_at_its_place() {
        let at = |text: &str| LinearLayout::parse(text).unwrap_err().at;
        for (text, place) in [
            ("lane: (1)", 9),
            ("lane (1) -> x: 2", 5),
            ("lane: (4) -> x: 4", 7),
            ("lane: (1) lane: (2) -> x: 4", 10),
            ("lane: (1); lane: (2) -> x: 4", 11),
            ("lane: (1) -> x: 99999999999999999999", 16),
            ("lane: (1) -> x: 4 y: 2", 18),
            ("lane: (1", 8),
            ("lane: (1,,2) -> x: 4", 9),
            (": -> x: 4", 0),
        ] {
            assert_eq!(at(text), place, "{text}");
        }
        // Whatever the bytes are, nothing panics.
        let mut random = Random::fresh();
        for _ in 0..20_000 {
            let text: std::string::String = (0..random.index(24))
                .map(|_| *random.pick(&['a', ':', '(', ')', ',', ';', '1', ' ', '→', '-', '>', 'ü']))
                .collect();
            let _ = LinearLayout::parse(&text);
        }
    }
}

//! CuTe's notation, read and written: `((2,2),4):((1,8),2)`, `Sw<3,4,3> o 0 o (8,8):(8,1)`, `<3:4,8:2>`.
//!
//! Numbers may be written as CuTe prints those that it knows when it compiles, `_4`. What is printed is read as the same value.

use super::composed::ComposedLayout;
use super::int_tuple::IntTuple;
use super::layout::Layout;
use super::number::ok;
use super::parse_error::ParseError;
use super::profile::Profile;
use super::reader::Reader;
use super::swizzle::Swizzle;
use super::tiler::{Tiler, TilerBuilder, TilerShape};
use core::fmt;

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

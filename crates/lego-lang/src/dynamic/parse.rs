//! Layouts made of texts.

use super::describe::describe;
use super::error::ParseError;
use lego_core::dynamic::{DynBijection, DynLayout, DynMapping, LayoutText};
use lego_core::{Coord, ErasedLayout, LayoutError};
use std::fmt::Write;

/// What a text of the layout language can be read as: a [`DynLayout`], a [`DynBijection`], a [`DynMapping`] for reading, or, of any
/// rank, a
/// `Box<dyn ErasedLayout + Send + Sync>`.
///
/// ```
/// use lego_core::{ErasedLayout, Mapping, dynamic::{DynBijection, DynLayout}};
/// use lego_lang::dynamic::ParseLayout;
///
/// let tiled = DynLayout::<4>::parse("Row(M, K).TileBy([M/64, K/32], [64, 32])", &[("M", 128), ("K", 64)])?;
/// assert_eq!(tiled.try_apply([1, 0, 2, 3]), Some(66 * 64 + 3));
///
/// let wave = DynBijection::<2>::parse("AntiDiag(n)", &[("n", 65)])?;
/// assert_eq!(wave.apply([64, 64]), 4224);
///
/// let layouts = ["Morton(8, 8)", "Row(5)"].map(|text| Box::<dyn ErasedLayout + Send + Sync>::parse(text, &[]));
/// assert_eq!(layouts[1].as_ref().unwrap().position_of(&[3]), Some(3));
///
/// let error = DynLayout::<2>::parse("Row(4,\n    0)", &[]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "error: this size is 0, but a size is at least 1\n --> line 2, column 5\n  |\n2 |     0)\n  |     ^\n"
/// );
/// # Ok::<(), lego_lang::dynamic::ParseError>(())
/// ```
pub trait ParseLayout: Sized {
    /// Reads a layout; parameters get their values from the list.
    ///
    /// # Errors
    /// Everything that is wrong with the text and its values; a name that has two values or is none of the text's; another
    /// rank; for a [`DynBijection`] what keeps the layout from being one.
    fn parse(text: &str, values: &[(&str, u64)]) -> Result<Self, ParseError> {
        for (k, &(name, value)) in values.iter().enumerate() {
            if let Some(&(_, other)) = values[..k].iter().find(|&&(before, other)| before == name && other != value) {
                let mut help = String::new();
                let _ = write!(help, "it has the values {other} and {value}");
                let error = LayoutError::Misplaced { what: name.into(), help: help.as_str().into() };
                return Err(ParseError::whole(text, error));
            }
        }
        Self::from_text(&LayoutText::new(text, values))
    }

    /// Reads a layout that is written down with its values.
    ///
    /// # Errors
    /// As [`parse`](ParseLayout::parse).
    fn from_text(text: &LayoutText) -> Result<Self, ParseError>;
}

impl<const R: usize> ParseLayout for DynLayout<R> {
    fn from_text(text: &LayoutText) -> Result<Self, ParseError> {
        Self::new(describe(text)?).map_err(|error| ParseError::whole(&text.layout, error))
    }
}

/// Also of a chain whose indices share positions, as those of a `Symmetric`.
impl<const R: usize> ParseLayout for DynMapping<R> {
    fn from_text(text: &LayoutText) -> Result<Self, ParseError> {
        Self::new(describe(text)?).map_err(|error| ParseError::whole(&text.layout, error))
    }
}

impl<const R: usize> ParseLayout for DynBijection<R>
where
    [usize; R]: Coord,
{
    fn from_text(text: &LayoutText) -> Result<Self, ParseError> {
        Self::new(describe(text)?).map_err(|error| ParseError::whole(&text.layout, error))
    }
}

/// One arm for each rank that a layout can have.
macro_rules! of_any_rank {
    ($text:ident, $description:ident, $($rank:literal)*) => {
        match $description.dims.len() {
            $($rank => DynLayout::<$rank>::new($description).map(|layout| Box::new(layout) as Self),)*
            found => Err(LayoutError::RankTooLarge { what: "the layout".into(), found: found as u128, most: 32 }),
        }
    };
}

impl ParseLayout for Box<dyn ErasedLayout + Send + Sync> {
    fn from_text(text: &LayoutText) -> Result<Self, ParseError> {
        let description = describe(text)?;
        let layout = of_any_rank!(text, description,
            0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
        layout.map_err(|error| ParseError::whole(&text.layout, error))
    }
}

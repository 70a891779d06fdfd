//! A layout as a relation: which of its maps, on which domain.

use super::number::number;
use super::values::Values;
use clap::{Args, ValueEnum};

/// A layout as a relation.
#[derive(Args, Debug)]
pub(crate) struct Related {
    /// The layout, of any system; `-` reads it from standard input, `@FILE` from a file
    #[arg(value_name = "LAYOUT")]
    pub(crate) text: String,
    #[command(flatten)]
    pub(crate) values: Values,
    /// Which of its maps is meant
    #[arg(long, value_enum, value_name = "MAP", default_value_t = Kind::Index)]
    pub(crate) map: Kind,
    /// See the index in another shape of as many points
    #[arg(long, value_name = "N0,N1,…", value_parser = shape)]
    pub(crate) shape: Option<Shape>,
    /// Only where this holds, such as 'i0 + i1 < n and i0 mod 2 = 0'; may be given several times
    #[arg(long, value_name = "CONDITION")]
    pub(crate) domain: Vec<String>,
    /// Another map after this one
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) then: Option<String>,
}

/// A map that a layout has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// From an integer coordinate to the index
    Coordinate,
    /// From the index to the position
    Index,
    /// From an integer coordinate to the position
    Layout,
    /// From the bits of the index to the bits of the position
    Binary,
}

/// Extents, `4,8`.
#[derive(Clone, Debug)]
pub(crate) struct Shape(pub(crate) Vec<u64>);

fn shape(text: &str) -> Result<Shape, String> {
    let extent = |part: &str| {
        let extent = number(part.trim()).and_then(|extent| u64::try_from(extent).ok()).filter(|extent| *extent > 0);
        extent.ok_or_else(|| format!("`{}` is no extent", part.trim()))
    };
    text.split(',').map(extent).collect::<Result<_, _>>().map(Shape)
}

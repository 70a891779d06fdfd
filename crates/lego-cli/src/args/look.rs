//! How a picture looks: the options that `lego svg` and `lego table` share.

use crate::args::number;
use clap::{Args, ValueEnum};

/// How a picture looks.
#[derive(Args, Clone, Debug)]
pub(crate) struct Look {
    /// What the cells are in the order of: each an index, with its position; or each a position, with its index
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = By::Index)]
    pub(crate) by: By,
    /// How many cells a row has, by memory or of a layout of rank 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) columns: Option<u64>,
    /// What the colours tell apart; without, positions, of banks the bank, by memory the index
    #[arg(long, alias = "color", value_enum, value_name = "WHAT")]
    pub(crate) colour: Option<Colour>,
    /// What the cells bear; without, positions, of banks the bank, by memory the index
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) label: Option<Labelled>,
    /// The banks of the memory, of 4 bytes each, to be coloured: 32 in the shared memory of a GPU
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 16))]
    pub(crate) banks: Option<u64>,
    /// The size of an element in banks, a power of two [default: 4]
    #[arg(long, value_name = "N", requires = "banks", value_parser = element)]
    pub(crate) bytes: Option<u64>,
}

/// In which order the cells of a picture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Logical indices
    Index,
    /// Positions in memory
    Memory,
}

/// What colours tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// The position
    Position,
    /// The index, in row-major order
    Index,
    /// The tile: all levels but the last or, without levels, the block of the storage
    Tile,
    /// The bank of --banks
    Bank,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labelled {
    /// The position
    Position,
    /// The index
    Index,
    /// The number that the colour stands for
    Colour,
}

/// When something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// Where it can be read
    Auto,
    /// In any picture
    Always,
    /// Never
    Never,
}

impl Look {
    /// Nothing but the usual.
    pub(crate) const USUAL: Self =
        Self { by: By::Index, columns: None, colour: None, label: None, banks: None, bytes: None };

    /// Whether nothing but the usual is asked for.
    pub(crate) fn is_usual(&self) -> bool {
        let Self { by, columns, colour, label, banks, bytes: _ } = self;
        *by == By::Index && columns.is_none() && colour.is_none() && label.is_none() && banks.is_none()
    }

    /// What the colours tell apart, where it is not the usual.
    pub(crate) fn colour(&self) -> Option<Colour> {
        self.colour.or(self.banks.map(|_| Colour::Bank))
    }

    /// The banks and the size of an element.
    pub(crate) fn banks(&self) -> Option<Banks> {
        self.banks.map(|banks| Banks { banks, bytes: self.bytes.unwrap_or(4) })
    }
}

/// The size of an element in bytes.
fn element(text: &str) -> Result<u64, String> {
    const MOST: u64 = 1 << 16;
    let bytes = number(text).and_then(|bytes| u64::try_from(bytes).ok()).filter(|bytes| bytes.is_power_of_two());
    bytes.filter(|&bytes| bytes <= MOST).ok_or_else(|| format!("no power of two from 1 to {MOST}"))
}

/// Memory in banks of four bytes each, and how large an element of it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Banks {
    pub(crate) banks: u64,
    pub(crate) bytes: u64,
}

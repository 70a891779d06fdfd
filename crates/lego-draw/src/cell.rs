//! The cells of a picture: what each stands for, and how it looks.

use crate::colour::Rgb;

/// What stands in a cell that has no position.
pub(crate) const NOTHING: &str = "·";

/// What stands for a hole in a text.
pub(crate) const HOLE: &str = "░";

/// The colour of a cell that has no position, and of a hole.
pub(crate) const EMPTY: Rgb = Rgb(0xec, 0xef, 0xf2);

/// What a cell stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// An index that has a position, in any number of components.
    Stored {
        /// The logical index.
        index: Vec<u64>,
        /// Where it lies.
        position: u64,
    },
    /// An index that has no position.
    Unstored {
        /// The logical index.
        index: Vec<u64>,
    },
    /// A position that no index has.
    Hole {
        /// Which, where that is known.
        position: Option<u64>,
    },
    /// What has words of its own: who holds an element, a bit of a matrix.
    Marked {
        /// The index in the grid.
        index: Vec<u64>,
        /// What its colour stands for; without, it has none.
        shade: Option<u64>,
        /// What stands in the cell, a line or several.
        words: String,
    },
}

impl Element {
    /// The element of an index, if it has a position or not.
    pub fn of(index: &[u64], position: Option<u64>) -> Self {
        let index = index.to_vec();
        match position {
            Some(position) => Self::Stored { index, position },
            None => Self::Unstored { index },
        }
    }

    /// Where it lies, if it is an element that lies anywhere.
    pub fn position(&self) -> Option<u64> {
        match self {
            Self::Stored { position, .. } => Some(*position),
            _ => None,
        }
    }

    /// In words, for who points at it; of what has words of its own, its index and these.
    pub(crate) fn hint(&self) -> String {
        match self {
            Self::Stored { index, position } => format!("{index:?} → {position}"),
            Self::Unstored { index } => format!("{index:?} → no position"),
            Self::Hole { position: Some(position) } => format!("hole at {position}"),
            Self::Hole { position: None } => "hole".to_owned(),
            Self::Marked { index, words, .. } => format!("{index:?}: {}", words.replace('\n', " ")),
        }
    }
}

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its row.
    pub row: u64,
    /// Its column.
    pub column: u64,
    /// What it stands for.
    pub element: Element,
    /// The colour that it is filled with.
    pub colour: Rgb,
    /// What stands in it: for a stored element what [`Picture::labelled`](crate::Picture::labelled) says, `·` for an index
    /// without a position, `░` for a hole, and its words where it has some.
    pub label: String,
}

/// What stands in the cell of a stored element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The position.
    Position,
    /// The components of the index, with commas between them.
    Index,
    /// The number that its colour stands for.
    Colour,
}

/// When something is drawn that a large picture has no room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Where it can be read.
    Legible,
    /// Whatever the size.
    Always,
    /// Never.
    Never,
}

//! The picture of a layout: cells in rows and columns, each with an index, a position and a colour.

use crate::colour::Rgb;
use crate::grid::Grid;
use std::fmt;

/// What stands in a cell that has no position.
pub(crate) const NOTHING: &str = "·";

/// The colour of a cell that has no position.
const EMPTY: Rgb = Rgb(0xec, 0xef, 0xf2);

/// A layout to be drawn: a grid of its indices, and where each of them lies.
///
/// The function is called when a writer comes to a cell, so a large picture costs what is read of it.
pub struct Picture<'a> {
    grid: Grid,
    span: u64,
    title: String,
    position: Box<Position<'a>>,
    colouring: Colouring<'a>,
}

/// By what cells are coloured.
struct Colouring<'a> {
    noun: String,
    count: u64,
    number: Box<Number<'a>>,
}

/// From an index to where it lies.
type Position<'a> = dyn Fn(&[u64]) -> Option<u64> + 'a;

/// From an index and its position to the number of a colour.
type Number<'a> = dyn Fn(&[u64], u64) -> u64 + 'a;

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The logical index: two components, or four in a grid of tiles.
    pub index: Vec<u64>,
    /// Where it lies, if it lies anywhere.
    pub position: Option<u64>,
    /// The colour that it is filled with.
    pub colour: Rgb,
}

impl Cell {
    /// What stands in the cell: its position, or `·`.
    pub fn label(&self) -> String {
        self.position.map_or_else(|| NOTHING.to_owned(), |position| position.to_string())
    }
}

impl fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture")
            .field("title", &self.title)
            .field("grid", &self.grid)
            .field("span", &self.span)
            .field("coloured by", &self.colouring.noun)
            .finish_non_exhaustive()
    }
}

impl<'a> Picture<'a> {
    /// A map from the indices of a grid to positions below `span`, coloured along the positions.
    ///
    /// The function gets every index of the grid, and says `None` for one that has no position. It need not be injective: a
    /// path is drawn through the first index of each position. A position that is not below `span` has the last colour.
    pub fn new(grid: Grid, span: u64, position: impl Fn(&[u64]) -> Option<u64> + 'a) -> Self {
        let number = Box::new(|_: &[u64], position| position);
        let colouring = Colouring { noun: "position".to_owned(), count: span, number };
        Self { grid, span, title: String::new(), position: Box::new(position), colouring }
    }

    /// The same with a title: for a layout, the chain that it is written as.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// The same, coloured by another number than the position: one below `count`, made of index and position. `noun` says
    /// what it is, in the singular.
    ///
    /// ```
    /// use lego_draw::{Grid, Picture};
    ///
    /// let grid = Grid::flat([32, 33]).unwrap();
    /// let padded = Picture::new(grid, 32 * 33, |index| Some(index[0] * 33 + index[1]));
    /// // In shared memory of a GPU, words 32 apart are in the same bank.
    /// let banks = padded.coloured("bank", 32, |_, position| position % 32);
    /// assert_eq!(banks.cell(1, 0).colour, banks.cell(0, 1).colour);
    /// ```
    #[must_use]
    pub fn coloured(mut self, noun: impl Into<String>, count: u64, number: impl Fn(&[u64], u64) -> u64 + 'a) -> Self {
        self.colouring = Colouring { noun: noun.into(), count, number: Box::new(number) };
        self
    }

    /// The rows and columns.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The number of positions, used or not.
    pub fn span(&self) -> u64 {
        self.span
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The number of indices.
    pub fn count(&self) -> u64 {
        self.grid.rows() * self.grid.columns()
    }

    /// What the colours tell apart, and how many of them there are.
    pub(crate) fn colours(&self) -> (&str, u64) {
        (&self.colouring.noun, self.colouring.count)
    }

    /// The number of digits of the largest position.
    pub(crate) fn digits(&self) -> usize {
        self.span.saturating_sub(1).to_string().len()
    }

    /// The cell in a row and a column.
    pub fn cell(&self, row: u64, column: u64) -> Cell {
        let index = self.grid.index(row, column);
        let position = (self.position)(&index);
        let Colouring { count, number, .. } = &self.colouring;
        let colour = position.map_or(EMPTY, |position| Rgb::of(number(&index, position), *count));
        Cell { index, position, colour }
    }

    /// Every cell, row after row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let columns = self.grid.columns();
        (0..self.count()).map(move |k| self.cell(k / columns, k % columns))
    }
}

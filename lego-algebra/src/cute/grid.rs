//! A layout of rank 2 as a grid of its values: what CuTe's `print_layout` prints.

use super::layout::Layout;
use core::fmt;

/// The values of a layout of rank 2, the first coordinate downwards and the second to the right.
///
/// ```
/// use lego_algebra::cute::Layout;
/// let grid = Layout::parse("(2,(2,2)):(4,(2,1))").unwrap().grid().unwrap();
/// assert_eq!(format!("\n{grid}"), "
///       0   1   2   3
///     +---+---+---+---+
///  0  | 0 | 2 | 1 | 3 |
///     +---+---+---+---+
///  1  | 4 | 6 | 5 | 7 |
///     +---+---+---+---+
/// ");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Grid<F> {
    rows: i64,
    columns: i64,
    value: F,
}

impl Layout {
    /// The grid of values, of a layout of rank 2.
    #[must_use]
    pub fn grid(&self) -> Option<Grid<impl Fn(i64) -> i64 + use<>>> {
        let layout = *self;
        Grid::of(self, move |c| layout.at(c))
    }
}

impl<F: Fn(i64) -> i64> Grid<F> {
    /// Any values over the integer coordinates of a layout of rank 2.
    pub fn of(layout: &Layout, value: F) -> Option<Self> {
        let (rows, columns) = (layout.mode(0)?.size(), layout.mode(1)?.size());
        (layout.rank() == 2).then_some(Self { rows, columns, value })
    }

    /// How many characters the longest number of a cell takes.
    fn width(&self) -> usize {
        let longest = (0..self.rows * self.columns).map(|c| digits((self.value)(c))).max();
        longest.unwrap_or(1).max(digits(self.columns - 1))
    }
}

/// How many characters a number takes.
fn digits(number: i64) -> usize {
    number.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1 + usize::from(number < 0)
}

impl<F: Fn(i64) -> i64> fmt::Display for Grid<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (side, width) = (digits(self.rows - 1).max(2), self.width());
        let line = |f: &mut fmt::Formatter<'_>| {
            write!(f, "{:side$}  ", "")?;
            for _ in 0..self.columns {
                write!(f, "+{:-<1$}", "", width + 2)?;
            }
            writeln!(f, "+")
        };
        write!(f, "{:side$}  ", "")?;
        for column in 0..self.columns {
            write!(f, "{column:>0$}", width + if column == 0 { 2 } else { 3 })?;
        }
        writeln!(f)?;
        line(f)?;
        for row in 0..self.rows {
            write!(f, "{row:>side$}  ")?;
            for column in 0..self.columns {
                write!(f, "| {:>width$} ", (self.value)(row + self.rows * column))?;
            }
            writeln!(f, "|")?;
            line(f)?;
        }
        Ok(())
    }
}

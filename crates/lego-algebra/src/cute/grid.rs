//! A layout of rank 2 as a grid of its values: what CuTe's `print_layout` prints.

use super::layout::Layout;
use core::fmt::{self, Write as _};

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

impl<D: fmt::Display, F: Fn(i64) -> D> Grid<F> {
    /// Any values over the integer coordinates of a layout of rank 2.
    pub fn of(layout: &Layout, value: F) -> Option<Self> {
        let (rows, columns) = (layout.mode(0)?.size(), layout.mode(1)?.size());
        (layout.rank() == 2).then_some(Self { rows, columns, value })
    }

    /// What a function says of each integer coordinate, row + rows · column, of a matrix: numbers, or words.
    ///
    /// ```
    /// use lego_algebra::cute::Grid;
    /// let thread = |c: i64| format!("T{}", c % 2);
    /// assert!(Grid::of_matrix([2, 1], thread).to_string().contains("| T1 |"));
    /// ```
    pub fn of_matrix([rows, columns]: [i64; 2], value: F) -> Self {
        Self { rows, columns, value }
    }
}

/// Counts the characters that are written.
struct Counter(usize);

impl fmt::Write for Counter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

/// How many characters something takes.
fn characters(value: &impl fmt::Display) -> usize {
    let mut counter = Counter(0);
    // Counting cannot fail.
    let _ = write!(counter, "{value}");
    counter.0
}

impl<D: fmt::Display, F: Fn(i64) -> D> fmt::Display for Grid<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = (0..self.rows * self.columns).map(|c| characters(&(self.value)(c))).max();
        let width = longest.unwrap_or(1).max(characters(&(self.columns - 1)));
        let side = characters(&(self.rows - 1)).max(2);
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
                let value = (self.value)(row + self.rows * column);
                // What has a width of its own may not know this one.
                write!(f, "| {:1$}{value} ", "", width - characters(&value))?;
            }
            writeln!(f, "|")?;
            line(f)?;
        }
        Ok(())
    }
}

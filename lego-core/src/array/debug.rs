//! Arrays as text: the logical grid.

use super::array::Array;
use super::storage::Storage;
use crate::mapping::Mapping;
use core::fmt::{self, Debug, Display, Write};

/// The elements by their logical index, one row a line and the columns aligned; `·` where `ExpandBy` stores nothing. A
/// precision as in `{:.2?}` is that of the elements.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Stack2D;
/// let a = Stack2D::<_, Col<2, 3>, 6>::from_physical_array([1, 40, 2, 5, 3, 6]);
/// assert_eq!(format!("{a:?}"), "\
/// [[ 1,  2,  3],
///  [40,  5,  6]]");
/// ```
impl<S, L, const R: usize> Debug for Array<S, L, R>
where
    S: Storage<Elem: Debug>,
    L: Mapping<Index = [usize; R]>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid(self, f, |element, precision, f| match precision {
            Some(precision) => write!(f, "{element:.precision$?}"),
            None => write!(f, "{element:?}"),
        })
    }
}

/// The same with elements as their `Display` has them.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Stack2D;
/// let a = Stack2D::<_, Col<2, 2>, 4>::from_physical_array(["one", "three", "two", "four"]);
/// assert_eq!(format!("{a}"), "\
/// [[  one,   two],
///  [three,  four]]");
/// ```
impl<S, L, const R: usize> Display for Array<S, L, R>
where
    S: Storage<Elem: Display>,
    L: Mapping<Index = [usize; R]>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        grid(self, f, |element, precision, f| match precision {
            Some(precision) => write!(f, "{element:.precision$}"),
            None => write!(f, "{element}"),
        })
    }
}

/// Writes an element with a precision.
type WriteElement<T> = fn(&T, Option<usize>, &mut fmt::Formatter<'_>) -> fmt::Result;

fn grid<S: Storage, L: Mapping<Index = [usize; R]>, const R: usize>(
    array: &Array<S, L, R>,
    f: &mut fmt::Formatter<'_>,
    write: WriteElement<S::Elem>,
) -> fmt::Result {
    let dims = array.dims();
    if dims.contains(&0) {
        return write!(f, "[] with dims {dims:?}");
    }
    let precision = f.precision();
    let cell = |index| Cell { element: array.get(index), precision, write };
    // Rows have columns to align only if there are several; without an allocator, each text is made anew.
    let width = if R < 2 { 0 } else { array.indices().map(|i| cell(i).width()).max().unwrap_or(0) };
    for index in array.indices() {
        // As many brackets open or close here as trailing coordinates are at their start or end.
        let opened = index.iter().rev().take_while(|&&place| place == 0).count();
        let closed = index.iter().zip(dims).rev().take_while(|&(&place, extent)| place + 1 == extent).count();
        if opened > 0 {
            indent(f, R - opened, " ")?;
            indent(f, opened, "[")?;
        }
        let cell = cell(index);
        indent(f, width.saturating_sub(cell.width()), " ")?;
        write!(f, "{cell}")?;
        indent(f, closed, "]")?;
        match closed {
            _ if closed == R => {}
            0 => f.write_str(", ")?,
            // An empty line between planes, two between what holds planes, as ndarray does.
            _ => {
                f.write_str(",")?;
                indent(f, closed, "\n")?;
            }
        }
    }
    Ok(())
}

fn indent(f: &mut fmt::Formatter<'_>, count: usize, text: &str) -> fmt::Result {
    (0..count).try_for_each(|_| f.write_str(text))
}

/// One element, or the place of one, and how it is printed.
struct Cell<'a, T> {
    element: Option<&'a T>,
    precision: Option<usize>,
    write: WriteElement<T>,
}

impl<T> Cell<'_, T> {
    fn width(&self) -> usize {
        let mut width = Width(0);
        // An element that fails to print fails again when it is printed for good.
        let _ = write!(width, "{self}");
        width.0
    }
}

impl<T> Display for Cell<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.element {
            Some(element) => (self.write)(element, self.precision, f),
            None => f.write_str("·"),
        }
    }
}

/// Counts the characters written to it.
struct Width(usize);

impl Write for Width {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use crate::array::Array;
    use crate::samples::{Col, Strided, Table, flat};
    use std::format;

    #[test]
    fn rows_are_lines_with_aligned_columns() {
        let a = Array::from_fn(Col::<2, 3>, |[i, j]| 10_i32.pow((i + j) as u32) - 10);
        assert_eq!(format!("{a:?}"), "[[ -9,   0,  90],\n [  0,  90, 990]]");
        let words = Array::from_fn(Col::<2, 2>, |[i, j]| ["ä", "bc", "d"][i + j]);
        assert_eq!(format!("{words:?}"), "[[ \"ä\", \"bc\"],\n [\"bc\",  \"d\"]]");
        let a = Array::from_fn(Col::<1, 2>, |[_, j]| 1.0 / 3.0 + 9.0 * j as f64);
        assert_eq!(format!("{a:.2?}"), "[[0.33, 9.33]]");
    }

    #[test]
    fn places_where_nothing_is_stored_are_dots() {
        let a = Array::filled(Table::expanded([3, 4], [2, 3]), 12);
        assert_eq!(format!("{a:?}"), "[[12, 12, 12,  ·],\n [12, 12, 12,  ·],\n [ ·,  ·,  ·,  ·]]");
        let padded = Array::filled(Table::padded([1, 2], [2, 3]), 1);
        assert_eq!(format!("{padded:?}"), "[[1, 1]]");
    }

    #[test]
    fn other_ranks_nest() {
        let of =
            |dims: [usize; 3]| Array::from_fn(Strided::new(dims, [2, 0, 1], [false; 3]), |index| flat(index, dims));
        assert_eq!(format!("{:?}", of([2, 2, 2])), "[[[0, 1],\n  [2, 3]],\n\n [[4, 5],\n  [6, 7]]]");
        assert_eq!(format!("{:?}", of([1, 1, 1])), "[[[0]]]");
        assert_eq!(format!("{:?}", of([1, 0, 1])), "[] with dims [1, 0, 1]");
        assert_eq!(format!("{:?}", Array::filled(Table::shuffled([3]), 10)), "[10, 10, 10]");
        assert_eq!(format!("{:?}", Array::filled(Table::shuffled([]), 10)), "10");
    }
}

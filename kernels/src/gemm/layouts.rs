//! How a matrix may lie in a buffer.

use crate::matrix_product::{ByColumns, ByRows, Lines};
use crate::matrix_product_group::MajorGroup;
use crate::matrix_product_hopper::MajorHopper;
use lego::layout;

layout! {
    /// Element `[row, column]` of an m×n matrix whose rows follow each other.
    pub type Rows(m, n) = Row(m, n) where m >= 1, n >= 1;
    /// The same where columns follow each other.
    pub type Columns(m, n) = Col(m, n) where m >= 1, n >= 1;
    /// The same as [`Rows`], where a row begins p elements behind the one before: p is at least n.
    pub type PitchedRows(m, n, p) = Row(m, p).PadBy([m, n] => [m, p]) where m >= 1, n >= 1, p >= 1;
    /// The same as [`Columns`], where a column begins p elements behind the one before: p is at least m.
    pub type PitchedColumns(m, n, p) = Col(p, n).PadBy([m, n] => [p, n]) where m >= 1, n >= 1, p >= 1;
}

/// A matrix that [`gemm`](super::gemm()) takes, by how it lies.
///
/// Kernels get the extents and the pitch as numbers, and reach elements by these alone.
///
/// # Safety
/// Where [`check_u32`](lego::Mapping32::check_u32) is `Ok`, for m×n = [`extents`](MatrixLayout::extents), p = [`pitch`](MatrixLayout::pitch), and as long as
/// the value is not changed:
///
/// * [`extents`](MatrixLayout::extents), [`pitch`](MatrixLayout::pitch) and [`lines`](Lines::lines) answer the same at every call.
/// * A matrix whose `Major` is by rows has the lines `[m, n, p]`, and element `[i, j]` is at `i·p + j`. One by columns has the lines `[n, m, p]`, and element
///   `[i, j]` is at `j·p + i`.
/// * [`is_dense`](MatrixLayout::is_dense) is true only where there is one line, or a line is as long as the pitch.
///
/// Safe code cannot promise that:
///
/// ```compile_fail,E0200
/// #![forbid(unsafe_code)]
/// use lego_kernels::gemm::{MatrixLayout, Rows};
/// use lego_kernels::matrix_product::ByRows;
/// struct Beyond(Rows);
/// impl MatrixLayout for Beyond {
///     type Major = ByRows;
///     fn extents(&self) -> [usize; 2] {
///         [1 << 20, 1 << 20]
///     }
///     fn pitch(&self) -> usize {
///         1 << 20
///     }
/// }
/// ```
pub unsafe trait MatrixLayout: Lines<Index32 = [u32; 2]> {
    /// Whether rows follow each other, or columns, as a type.
    type Major: MajorHopper + MajorGroup;

    /// How many rows there are, and columns.
    fn extents(&self) -> [usize; 2];

    /// By how many elements a row begins behind the one before, or a column.
    fn pitch(&self) -> usize;

    /// Whether lines follow each other without a gap, as a single line does.
    fn is_dense(&self) -> bool {
        let [lines, length, pitch] = self.lines();
        lines == 1 || length == pitch
    }
}

/// A matrix that [`gemm`](super::gemm()) writes: by rows.
pub trait RowsLayout: MatrixLayout<Major = ByRows> {}

impl<L: MatrixLayout<Major = ByRows>> RowsLayout for L {}

macro_rules! matrices {
    ($($layout:ident: $major:ident, $pitch:ident, [$lines:ident, $length:ident];)*) => {
        $(
            // SAFETY: the last element of the last line is the length less 1 behind its beginning, which is the pitch times the lines less 1; the pitch is the
            // length, or where there is a `PadBy` no less, where `check` is `Ok`. Sizes are at least 1: each layout states it as a fact, which `check` asks for.
            unsafe impl Lines for $layout {
                fn lines(&self) -> [usize; 3] {
                    [self.$lines(), self.$length(), self.$pitch()]
                }
            }

            // SAFETY: the layout's expression has the element there, and lines and pitch are the numbers of `Lines` above, which are fields.
            unsafe impl MatrixLayout for $layout {
                type Major = $major;

                fn extents(&self) -> [usize; 2] {
                    [self.m(), self.n()]
                }

                fn pitch(&self) -> usize {
                    self.$pitch()
                }
            }
        )*
    };
}
matrices! {
    Rows: ByRows, n, [m, n];
    Columns: ByColumns, m, [n, m];
    PitchedRows: ByRows, p, [m, n];
    PitchedColumns: ByColumns, p, [n, m];
}

#[cfg(test)]
mod tests {
    use super::{Columns, MatrixLayout, PitchedColumns, PitchedRows, Rows};
    use crate::matrix_product::{Major, Tight};
    use lego::{LayoutError, Mapping};

    #[test]
    fn elements_are_where_extents_and_pitch_say() {
        fn look<L: MatrixLayout>(layout: L, extents: [usize; 2], pitch: usize) {
            assert_eq!((layout.extents(), layout.pitch()), (extents, pitch));
            for i in 0..extents[0] {
                for j in 0..extents[1] {
                    let position: Option<u32> = layout.apply_u32([i as u32, j as u32]).into();
                    let right = if L::Major::BY_ROWS { i * pitch + j } else { j * pitch + i };
                    assert_eq!(position, Some(right as u32), "[{i}, {j}]");
                }
            }
            let [lines, length] = if L::Major::BY_ROWS { extents } else { [extents[1], extents[0]] };
            assert_eq!(layout.is_dense(), pitch == length || lines == 1);
            // Behind the last line nothing is asked for.
            assert_eq!((layout.lines(), Tight(layout).span()), ([lines, length, pitch], (lines - 1) * pitch + length));
        }
        look(Rows::new(3, 5).unwrap(), [3, 5], 5);
        look(Columns::new(3, 5).unwrap(), [3, 5], 3);
        look(PitchedRows::new(3, 5, 8).unwrap(), [3, 5], 8);
        look(PitchedRows::new(3, 5, 5).unwrap(), [3, 5], 5);
        look(PitchedColumns::new(3, 5, 4).unwrap(), [3, 5], 4);
        look(PitchedRows::new(1, 5, 8).unwrap(), [1, 5], 8);
        look(PitchedColumns::new(3, 1, 8).unwrap(), [3, 1], 8);
    }

    #[test]
    fn a_pitch_below_a_line_is_refused() {
        let said = |result: Result<(), LayoutError>| result.unwrap_err().to_string();
        let (rows, columns) = (PitchedRows::new(3, 5, 4).map(drop), PitchedColumns::new(3, 5, 2).map(drop));
        for words in [said(rows), said(columns)] {
            assert!(words.contains("PadBy"), "{words}");
        }
    }
}

//! Block-sparse matrices: of a large matrix only some blocks are stored, each laid out by one block layout.
//!
//! ```text
//!     columns 0   1   2   3            rows     0 2 3 5        where each row of blocks begins in the list
//!  rows 0     ■   ·   ■   ·            columns  0 2 1 0 3      the block column of each block of the list
//!       1     ·   ■   ·   ·            elements the blocks of the list, one after the other,
//!       2     ■   ·   ·   ■                     each in the order of the block layout
//! ```

use super::array::{Array, check_sizes};
use super::storage::{Storage, StorageMut};
use crate::error::LayoutError;
use crate::mapping::{ArrayLayout, Mapping};
use crate::text::Text;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use core::mem;

/// A matrix of which only some blocks are stored: block-compressed sparse rows (BSR).
///
/// The blocks have the extents and the layout of `L`. Where they do not divide the matrix, the last block of a row or a
/// column reaches beyond it; what lies there is stored and belongs to no index.
///
/// Law: `get([i, j])` is element `[i % r, j % c]` of the block `[i / r, j / c]`, where `[r, c]` are the dims of `L`, and
/// `None` where that block is not stored.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::BlockSparse;
///
/// // A 4×6 matrix in blocks of 2×3, of which the first of the upper row and the second of the lower row are stored.
/// let a = BlockSparse::try_new([4, 6], Col::<2, 3>, vec![0, 1, 2], vec![0, 1], (0..12).collect::<Vec<i32>>())?;
/// assert_eq!((a.get([1, 2]), a.get([1, 3]), a.get([3, 5])), (Some(&5), None, Some(&11)));
///
/// // A matrix times a vector, block by block.
/// let (x, mut y) = ([1; 6], [0; 4]);
/// for ([block_row, block_column], block) in a.blocks() {
///     for ([i, j], element) in block.iter() {
///         y[2 * block_row + i] += *element * x[3 * block_column + j];
///     }
/// }
/// assert_eq!(y, [0 + 2 + 4, 1 + 3 + 5, 6 + 8 + 10, 7 + 9 + 11]);
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSparse<S, L> {
    dims: [usize; 2],
    layout: L,
    rows: Vec<usize>,
    columns: Vec<usize>,
    elements: S,
}

impl<S, L> BlockSparse<S, L>
where
    S: Storage,
    L: Mapping<Index = [usize; 2]> + Clone,
{
    /// The matrix of these extents with the blocks of a list: `rows[b]..rows[b + 1]` are those of block row `b`, and
    /// `columns` says in which block column each stands, growing within a row. The elements are those of the blocks, one
    /// block after the other, in the physical order of the layout.
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] for a block without elements; [`LayoutError::WrongLength`] if `rows` has not one
    /// number more than there are block rows, or the elements are not those of the blocks; [`LayoutError::TooSmall`] and
    /// [`LayoutError::TooLarge`] if `rows` does not begin at 0, go up and end at the number of blocks, or a column does not
    /// exist or does not grow; [`LayoutError::Overflow`] if the elements are more than a `usize` counts.
    pub fn try_new(
        dims: [usize; 2],
        layout: L,
        rows: Vec<usize>,
        columns: Vec<usize>,
        elements: S,
    ) -> Result<Self, LayoutError> {
        check_sizes(&layout)?;
        let [block_rows, block_columns] = block_grid(dims, &layout)?;
        if rows.len() != block_rows + 1 {
            return Err(LayoutError::WrongLength { expected: block_rows + 1, found: rows.len() });
        }
        let mut least = 0;
        for (number, &start) in rows.iter().enumerate() {
            let most = if number == 0 { 0 } else { columns.len() };
            let least_here = if number == block_rows { columns.len() } else { least };
            within(&format_args!("rows[{number}]"), start, least_here, most)?;
            least = start;
        }
        if block_columns == 0 && !columns.is_empty() {
            return Err(LayoutError::WrongLength { expected: 0, found: columns.len() });
        }
        for row in rows.windows(2) {
            let mut least = 0;
            for (number, &column) in columns.iter().enumerate().take(row[1]).skip(row[0]) {
                within(&format_args!("columns[{number}]"), column, least, block_columns - 1)?;
                least = column + 1;
            }
        }
        let overflow = || LayoutError::Overflow { what: "a block-sparse matrix".into(), bits: usize::BITS.into() };
        let expected = layout.span().checked_mul(columns.len()).ok_or_else(overflow)?;
        let found = elements.as_slice().len();
        if found != expected {
            return Err(LayoutError::WrongLength { expected, found });
        }
        Ok(Self { dims, layout, rows, columns, elements })
    }

    /// The extents of the matrix.
    pub fn dims(&self) -> [usize; 2] {
        self.dims
    }

    /// How many rows and columns of blocks there are.
    pub fn block_dims(&self) -> [usize; 2] {
        let [r, c] = self.layout.dims();
        [self.dims[0].div_ceil(r), self.dims[1].div_ceil(c)]
    }

    /// The layout of a block.
    pub fn layout(&self) -> &L {
        &self.layout
    }

    /// How many blocks are stored.
    pub fn stored(&self) -> usize {
        self.columns.len()
    }

    /// Where each block row begins in the list of blocks, and at last how many blocks there are.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// The block column of each block.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The elements of all blocks, block after block, in the physical order of the layout.
    pub fn as_physical(&self) -> &[S::Elem] {
        self.elements.as_slice()
    }

    /// The number of a block in the list; `None` where it is not stored. It is found by halving, in as many steps as the
    /// number of blocks of its row has bits.
    pub fn find(&self, [row, column]: [usize; 2]) -> Option<usize> {
        let start = *self.rows.get(row)?;
        let end = *self.rows.get(row.checked_add(1)?)?;
        Some(start + self.columns.get(start..end)?.binary_search(&column).ok()?)
    }

    /// The element of an index; `None` outside of the extents and where no block is stored.
    pub fn get(&self, index: [usize; 2]) -> Option<&S::Elem> {
        let place = self.place(index)?;
        self.elements.as_slice().get(place)
    }

    /// The element of an index, to be changed; `None` outside of the extents and where no block is stored.
    pub fn get_mut(&mut self, index: [usize; 2]) -> Option<&mut S::Elem>
    where
        S: StorageMut,
    {
        let place = self.place(index)?;
        self.elements.as_mut_slice().get_mut(place)
    }

    /// A block by its coordinates, as an array.
    pub fn block(&self, at: [usize; 2]) -> Option<Array<&[S::Elem], L, 2>> {
        let (number, span) = (self.find(at)?, self.layout.span());
        Some(Array::over(self.layout.clone(), self.elements.as_slice().get(number * span..(number + 1) * span)?))
    }

    /// All blocks with their coordinates, row after row, as arrays.
    pub fn blocks(&self) -> impl Iterator<Item = ([usize; 2], Array<&[S::Elem], L, 2>)> {
        (0..self.rows.len() - 1).flat_map(|row| self.block_row(row).map(move |(column, block)| ([row, column], block)))
    }

    /// The blocks of a block row with their block columns, as arrays; none for a row that does not exist.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::BlockSparse;
    /// let a = BlockSparse::try_new([2, 9], Row::<2, 3>, vec![0, 2], vec![0, 2], vec![7; 12])?;
    /// assert_eq!(a.block_row(0).map(|(column, _)| column).collect::<Vec<_>>(), [0, 2]);
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    pub fn block_row(&self, row: usize) -> impl Iterator<Item = (usize, Array<&[S::Elem], L, 2>)> {
        let ends = row.checked_add(1).and_then(|next| Some((*self.rows.get(row)?, *self.rows.get(next)?)));
        let (start, end) = ends.unwrap_or((0, 0));
        let span = self.layout.span();
        let elements = &self.elements.as_slice()[start * span..end * span];
        // A layout without positions has blocks of no elements, of which no chunks can be made.
        let blocks = (0..end - start).map(move |number| &elements[number * span..(number + 1) * span]);
        let blocks = blocks.map(|block| Array::over(self.layout.clone(), block));
        self.columns[start..end].iter().copied().zip(blocks)
    }

    /// All blocks with their coordinates, row after row, as arrays to be changed: all may be used at the same time, whatever
    /// the layout, because no two blocks share memory.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::BlockSparse;
    /// let mut a = BlockSparse::try_new([4, 3], Row::<2, 3>, vec![0, 1, 2], vec![0, 0], vec![0; 12])?;
    /// std::thread::scope(|scope| {
    ///     for ([row, _], mut block) in a.blocks_mut() {
    ///         scope.spawn(move || block.fill(row));
    ///     }
    /// });
    /// assert_eq!((a.get([0, 0]), a.get([3, 2])), (Some(&0), Some(&1)));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = ([usize; 2], Array<&mut [S::Elem], L, 2>)>
    where
        S: StorageMut,
    {
        let (layout, span) = (&self.layout, self.layout.span());
        let (rows, columns) = (&self.rows, &self.columns);
        let mut rest = self.elements.as_mut_slice();
        let coordinates = rows
            .windows(2)
            .enumerate()
            .flat_map(|(row, ends)| columns[ends[0]..ends[1]].iter().map(move |&column| [row, column]));
        coordinates.map(move |at| {
            let (block, others) = mem::take(&mut rest).split_at_mut(span);
            rest = others;
            (at, Array::over(layout.clone(), block))
        })
    }

    /// All blocks with their coordinates, in parallel, as arrays to be changed.
    #[cfg(feature = "rayon")]
    pub fn par_blocks_mut(
        &mut self,
    ) -> impl ::rayon::iter::ParallelIterator<Item = ([usize; 2], Array<&mut [S::Elem], L, 2>)>
    where
        S: StorageMut<Elem: Send>,
        L: Send + Sync,
    {
        use ::rayon::iter::{IntoParallelIterator, ParallelIterator};
        let blocks: Vec<_> = self.blocks_mut().collect();
        blocks.into_par_iter().map(|block| block)
    }

    /// Where the element of an index lies.
    fn place(&self, [i, j]: [usize; 2]) -> Option<usize> {
        if i >= self.dims[0] || j >= self.dims[1] {
            return None;
        }
        let [r, c] = self.layout.dims();
        let number = self.find([i / r, j / c])?;
        let position: usize = Into::<Option<usize>>::into(self.layout.apply([i % r, j % c]))?;
        // A layout that breaks its laws must not lead into another block.
        (position < self.layout.span()).then(|| number * self.layout.span() + position)
    }
}

impl<T, L> BlockSparse<Vec<T>, L>
where
    L: ArrayLayout<T, 2> + Clone,
{
    /// The blocks of a matrix that a condition chooses by their coordinates, filled by a function of the index. Indices
    /// beyond the matrix, in blocks that reach over its edge, get `outside`.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::BlockSparse;
    /// // The blocks on the diagonal of a 5×5 matrix.
    /// let a = BlockSparse::from_fn([5, 5], Row::<2, 2>, |[row, column]| row == column, |[i, j]| 10 * i + j, 0)?;
    /// assert_eq!((a.stored(), a.get([3, 2]), a.get([4, 4]), a.get([0, 2])), (3, Some(&32), Some(&44), None));
    /// # Ok::<_, lego_core::LayoutError>(())
    /// ```
    ///
    /// # Errors
    /// [`LayoutError::SizeNotPositive`] for a block without elements, [`LayoutError::Overflow`] if the elements are more
    /// than a `usize` counts.
    pub fn from_fn(
        dims: [usize; 2],
        layout: L,
        mut stored: impl FnMut([usize; 2]) -> bool,
        mut value: impl FnMut([usize; 2]) -> T,
        outside: T,
    ) -> Result<Self, LayoutError>
    where
        T: Clone,
    {
        let [block_rows, block_columns] = block_grid(dims, &layout)?;
        let [r, c] = layout.dims();
        let (mut rows, mut columns, mut elements) = (Vec::from([0]), Vec::new(), Vec::new());
        for row in 0..block_rows {
            for column in (0..block_columns).filter(|&column| stored([row, column])) {
                columns.push(column);
                let block = Array::from_fn(layout.clone(), |[i, j]| {
                    let (i, j) = (row * r + i, column * c + j);
                    if i < dims[0] && j < dims[1] { value([i, j]) } else { outside.clone() }
                });
                elements.extend(block.into_storage());
            }
            rows.push(columns.len());
        }
        Self::try_new(dims, layout, rows, columns, elements)
    }
}

/// How many blocks of a layout it takes to cover a matrix.
fn block_grid<L: Mapping<Index = [usize; 2]>>(dims: [usize; 2], layout: &L) -> Result<[usize; 2], LayoutError> {
    let block = layout.dims();
    if let Some(axis) = block.iter().position(|&extent| extent == 0) {
        let what = if axis == 0 { "the rows of a block" } else { "the columns of a block" };
        return Err(LayoutError::SizeNotPositive { what: what.into(), value: 0 });
    }
    let overflow = || LayoutError::Overflow { what: "a block-sparse matrix".into(), bits: usize::BITS.into() };
    // The last block reaches beyond the matrix, and its indices are counted too.
    for axis in 0..2 {
        dims[axis].div_ceil(block[axis]).checked_mul(block[axis]).ok_or_else(overflow)?;
    }
    Ok([dims[0].div_ceil(block[0]), dims[1].div_ceil(block[1])])
}

/// Whether a number of a list is one that it can be.
fn within(what: &dyn Display, value: usize, least: usize, most: usize) -> Result<(), LayoutError> {
    let named = || Text::new(&what.to_string());
    if value < least {
        return Err(LayoutError::TooSmall { what: named(), value: value as i128, least: least as i128 });
    }
    if value > most {
        return Err(LayoutError::TooLarge { what: named(), value: value as u128, most: most as u128 });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::BlockSparse;
    use crate::array::Array;
    use crate::error::LayoutError;
    use crate::mapping::ArrayLayout;
    use crate::samples::{Col, Row, Table};
    use std::string::ToString;
    use std::vec;
    use std::vec::Vec;

    /// Every index of a matrix in blocks of a layout, against the same matrix without blocks.
    fn check(dims: [usize; 2], layout: impl ArrayLayout<usize, 2>, kept: impl Fn([usize; 2]) -> bool + Copy) {
        let [r, c] = layout.dims();
        let dense = |[i, j]: [usize; 2]| kept([i / r, j / c]).then_some(1000 * i + j);
        let mut a = BlockSparse::from_fn(dims, layout, kept, |[i, j]| 1000 * i + j, 77).unwrap();
        let blocks = dims[0].div_ceil(r) * dims[1].div_ceil(c);
        assert_eq!(a.block_dims().iter().product::<usize>(), blocks);
        for i in 0..dims[0] + r {
            for j in 0..dims[1] + c {
                let inside = i < dims[0] && j < dims[1];
                assert_eq!(a.get([i, j]).copied(), dense([i, j]).filter(|_| inside), "{i} {j} of {dims:?}");
            }
        }
        let mut seen = 0;
        for ([row, column], block) in a.blocks() {
            assert!(kept([row, column]) && a.block([row, column]).is_some_and(|same| same == block));
            for ([i, j], &x) in block.iter() {
                let (i, j) = (row * r + i, column * c + j);
                assert_eq!(x, if i < dims[0] && j < dims[1] { 1000 * i + j } else { 77 });
            }
            seen += 1;
        }
        assert_eq!(seen, a.stored());
        let rows: Vec<_> =
            (0..a.block_dims()[0]).flat_map(|row| a.block_row(row).map(move |(c, _)| [row, c])).collect();
        assert_eq!(rows, a.blocks().map(|(at, _)| at).collect::<Vec<_>>());
        assert_eq!(a.block_row(a.block_dims()[0]).count() + a.block_row(usize::MAX).count(), 0);
        let mut all: Vec<_> = a.blocks_mut().collect();
        for ([row, column], block) in &mut all {
            block.fill(100 * *row + *column);
        }
        for (i, j) in (0..dims[0]).flat_map(|i| (0..dims[1]).map(move |j| (i, j))) {
            assert_eq!(a.get([i, j]).copied(), dense([i, j]).map(|_| 100 * (i / r) + j / c));
            if let Some(x) = a.get_mut([i, j]) {
                *x = 5;
            }
        }
    }

    #[test]
    fn every_index_is_that_of_the_matrix() {
        let scattered = |[row, column]: [usize; 2]| (3 * row + 5 * column) % 4 < 2;
        for dims in [[1, 1], [6, 6], [7, 11], [13, 1], [1, 17], [12, 20], [0, 5], [5, 0], [0, 0]] {
            check(dims, Row::<2, 3>, scattered);
            check(dims, Col::<4, 4>, scattered);
            check(dims, Row::<1, 1>, scattered);
            check(dims, Table::padded([3, 5], [4, 7]), scattered);
            check(dims, Table::shuffled([5, 2]), |_| true);
            check(dims, Col::<2, 3>, |_| false);
        }
    }

    #[test]
    fn what_is_no_list_of_blocks_is_an_error() {
        let new = |rows: &[usize], columns: &[usize], elements: usize| {
            let elements = (0..elements).collect::<Vec<_>>();
            BlockSparse::try_new([4, 9], Row::<2, 3>, rows.to_vec(), columns.to_vec(), elements).map(|_| ())
        };
        assert_eq!(new(&[0, 2, 3], &[0, 2, 1], 18), Ok(()));
        let words = |rows: &[usize], columns: &[usize], elements| {
            new(rows, columns, elements).expect_err("it is wrong").to_string()
        };
        assert_eq!(new(&[0, 3], &[0, 2, 1], 18), Err(LayoutError::WrongLength { expected: 3, found: 2 }));
        assert_eq!(new(&[0, 2, 3], &[0, 2, 1], 17), Err(LayoutError::WrongLength { expected: 18, found: 17 }));
        assert_eq!(words(&[1, 2, 3], &[0, 2, 1], 18), "rows[0] is 1, but may be at most 0");
        assert_eq!(words(&[0, 4, 3], &[0, 2, 1], 18), "rows[1] is 4, but may be at most 3");
        assert_eq!(words(&[0, 2, 2], &[0, 2, 1], 18), "rows[2] is 2, but must be at least 3");
        assert_eq!(words(&[0, 2, 3], &[2, 0, 1], 18), "columns[1] is 0, but must be at least 3");
        assert_eq!(words(&[0, 2, 3], &[2, 2, 1], 18), "columns[1] is 2, but must be at least 3");
        assert_eq!(words(&[0, 2, 3], &[0, 3, 1], 18), "columns[1] is 3, but may be at most 2");
        let none = Array::from_fn(Row::<2, 3>, |_| 0).into_storage();
        let error = BlockSparse::try_new([usize::MAX, 3], Row::<2, 3>, vec![0], vec![], none).unwrap_err();
        assert!(matches!(error, LayoutError::Overflow { .. }), "{error}");
        let error = BlockSparse::try_new([4, 0], Row::<2, 3>, vec![0, 1, 1], vec![0], vec![0; 6]).unwrap_err();
        assert_eq!(error, LayoutError::WrongLength { expected: 0, found: 1 });
        let error =
            BlockSparse::try_new([4, 4], Table::shuffled([0, 2]), vec![0], vec![], Vec::<u8>::new()).unwrap_err();
        assert!(matches!(error, LayoutError::SizeNotPositive { .. }), "{error}");
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn blocks_in_parallel_are_the_blocks() {
        use ::rayon::prelude::*;
        let mut a = BlockSparse::from_fn([50, 70], Row::<3, 4>, |[i, j]| (i + j) % 3 == 0, |_| 0, 0).unwrap();
        a.par_blocks_mut().for_each(|([i, j], mut block)| block.fill(100 * i + j));
        assert!(a.blocks().all(|([i, j], block)| block.iter().all(|(_, &x)| x == 100 * i + j)));
    }
}

//! Layouts of shared memory: rows whose columns are swizzled, and the swizzles of the matrix instructions' operands.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::super::space::{DIMS, Space, log2};
use super::tile::{Cluster, Order, not_smaller_than, over_shape, tensor_space};
use lego_core::f2::BITS;

/// Rows of which groups of `vec` elements change places: column j of row i stands at
/// `(((i / per_phase) mod max_phase) xor (j / vec)) · vec + j mod vec`.
///
/// Definition 4.11 of the paper; with `max_phase` 1 nothing is swizzled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzledShared<'a> {
    /// Elements that stay together.
    pub vec: u64,
    /// Rows that are swizzled alike.
    pub per_phase: u64,
    /// How many ways there are.
    pub max_phase: u64,
    /// The axes from the fastest to the slowest: columns, rows, then the rest.
    pub order: &'a [usize],
    /// The blocks of a cluster, if there are several.
    pub cluster: Option<Cluster<'a>>,
}

impl SwizzledShared<'_> {
    /// The layout of a tensor: offset, block to its coordinates.
    ///
    /// # Errors
    /// If a number is no power of two, or the order has not each axis once.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        over_shape(&self.tile(shape)?, self.cluster.as_ref(), shape)
    }

    /// The layout of one block: offset to the coordinates.
    ///
    /// # Errors
    /// As [`to_linear_layout`](Self::to_linear_layout).
    pub fn offsets(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let standard: [Dim; DIMS] = core::array::from_fn(Dim::tensor);
        self.tile(shape)?.transpose_outs(&standard[..shape.len()])
    }

    fn tile(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        let order = Order::new(self.order, rank)?;
        for (name, number) in [("vec", self.vec), ("per_phase", self.per_phase), ("max_phase", self.max_phase)] {
            if !number.is_power_of_two() {
                let value = i64::try_from(number).unwrap_or(i64::MAX);
                return Err(Error::Parameter { name, value, wanted: "a power of two" });
            }
        }
        let size = |axis: usize| shape[axis] / Cluster::split_of(self.cluster.as_ref(), axis);
        let Some(&fast) = order.axes().first() else { return Err(Error::Count { wanted: 1, found: 0 }) };
        let columns = log2(Dim::tensor(fast), size(fast))?;
        let mut images = [0; BITS];
        let (mut outs, mut bits) = (Space::new(&[(Dim::tensor(fast), columns)])?, columns as usize);
        (0..bits).for_each(|k| images[k] = 1 << k);
        if let Some(&slow) = order.axes().get(1) {
            let rows = log2(Dim::tensor(slow), size(slow))?;
            outs.push(Dim::tensor(slow), rows)?;
            for k in 0..rows {
                let phase = ((1u64 << k) / self.per_phase) % self.max_phase;
                let moved = self.vec.wrapping_mul(phase) & lego_core::f2::ones(columns);
                images[bits] = 1 << (columns + k) | moved;
                bits += 1;
            }
        }
        let ins = Space::new(&[(Dim::OFFSET, bits as u32)])?;
        let mut tile = LinearLayout::new(ins, outs, &images[..bits])?;
        for &axis in order.axes().iter().skip(2) {
            tile = tile.mul(&LinearLayout::identity_1d(size(axis), Dim::OFFSET, Dim::tensor(axis))?)?;
        }
        Ok(tile)
    }
}

/// The operand of a Hopper matrix instruction in shared memory, as the copy engine puts it there: rows of `swizzle_bytes`, of which
/// groups of 16 bytes change places, which on byte offsets is CuTe's `Swizzle<1|2|3, 4, 3>` for 32, 64 and 128 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NvmmaShared<'a> {
    /// 0, 32, 64 or 128.
    pub swizzle_bytes: u64,
    /// Whether the first axis is the contiguous one.
    pub transposed: bool,
    /// The width of an element: 8, 16, 32 or 64.
    pub element_bit_width: u64,
    /// Whether 4-bit elements, two a byte, take 16 bytes for every 8: every other group of 8 bytes is a hole, which stands
    /// for the same elements as the group before it.
    pub fp4_padded: bool,
    /// The blocks of a cluster, if there are several.
    pub cluster: Option<Cluster<'a>>,
}

/// The copy engine moves boxes of so many elements along each axis.
const BOX: u64 = 256;

impl NvmmaShared<'_> {
    /// The layout of a tensor: offset, block to its coordinates.
    ///
    /// A transposed tensor of three and more axes is as Triton has it: a matrix of the last axis against all others, row-major,
    /// is cut anew into the axes from the second to the last, then the first.
    ///
    /// # Errors
    /// If a parameter is none of those above, or the tensor is smaller than eight rows of `swizzle_bytes`.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        if rank == 0 || rank > DIMS {
            return Err(Error::Count { wanted: 2, found: rank });
        }
        let wrong = |name, number: u64, wanted| {
            Err(Error::Parameter { name, value: i64::try_from(number).unwrap_or(i64::MAX), wanted })
        };
        if ![8, 16, 32, 64].contains(&self.element_bit_width) {
            return wrong("element_bit_width", self.element_bit_width, "8, 16, 32 or 64");
        }
        if ![0, 32, 64, 128].contains(&self.swizzle_bytes) {
            return wrong("swizzle_bytes", self.swizzle_bytes, "0, 32, 64 or 128");
        }
        if self.fp4_padded && (self.element_bit_width != 8 || self.swizzle_bytes != 128) {
            return Err(Error::Form { wanted: "fp4_padded is for elements of 8 bits and a swizzle of 128 bytes" });
        }
        let mut part = [1; DIMS];
        for (axis, size) in part.iter_mut().enumerate().take(rank) {
            *size = shape[axis] / Cluster::split_of(self.cluster.as_ref(), axis);
        }
        tensor_space(&part[..rank])?;
        // The axes of a box from the slowest to the fastest.
        let mut axes: [usize; DIMS] = core::array::from_fn(|axis| axis);
        if self.transposed {
            axes[..rank].rotate_left(1);
        }
        let axes = &axes[..rank];
        let mut boxed: [u64; DIMS] = core::array::from_fn(|axis| part[axis].min(BOX));
        let fast = axes[rank - 1];
        if self.swizzle_bytes == 0 {
            let tile = axes.iter().rev().try_fold(LinearLayout::EMPTY, |layout, &axis| {
                layout.mul(&LinearLayout::identity_1d(boxed[axis], Dim::OFFSET, Dim::tensor(axis))?)
            })?;
            return over_shape(&standard(&tile, rank, &part[..rank])?, self.cluster.as_ref(), shape);
        }
        if rank < 2 {
            return wrong("the number of axes", rank as u64, "at least 2 for a swizzle");
        }
        let columns = 8 * self.swizzle_bytes / self.element_bit_width / if self.fp4_padded { 2 } else { 1 };
        if part[fast] < columns {
            return wrong("the contiguous axis", part[fast], "at least swizzle_bytes");
        }
        boxed[fast] = columns;
        // The box as a matrix: the last axis against all others, of which the contiguous side is the columns.
        let (last, others) = (boxed[rank - 1], boxed[..rank - 1].iter().product::<u64>());
        let (rows, across) = if self.transposed { (last, others) } else { (others, last) };
        if rows < 8 {
            return wrong("the number of rows", rows, "at least 8, the rows of a swizzle");
        }
        let (row, column) = (Dim::named("row"), Dim::named("column"));
        let tile = LinearLayout::product(&[
            self.core(row, column)?,
            LinearLayout::identity_1d(rows / 8, Dim::OFFSET, row)?,
            LinearLayout::identity_1d(across / columns, Dim::OFFSET, column)?,
        ])?;
        // Cut again into the axes, the contiguous one the fastest.
        let mut dims = [(column, 1); DIMS];
        dims[0] = (Dim::tensor(fast), columns);
        for (dim, &axis) in dims[1..].iter_mut().zip(axes[..rank - 1].iter().rev()) {
            *dim = (Dim::tensor(axis), boxed[axis]);
        }
        let tile = tile.reshape_outs(&dims[..rank])?;
        over_shape(&standard(&tile, rank, &part[..rank])?, self.cluster.as_ref(), shape)
    }

    /// Eight rows of `swizzle_bytes`.
    fn core(&self, row: Dim, column: Dim) -> Result<LinearLayout, Error> {
        let columns = 8 * self.swizzle_bytes / self.element_bit_width;
        let group = 128 / self.element_bit_width;
        let (per_phase, phases) = (128 / self.swizzle_bytes, self.swizzle_bytes / 16);
        // Of 16 offsets the last 8 stand for the same as the first.
        let packed = |at: u64| if self.fp4_padded { at / 16 * 8 + at % 8 } else { at };
        let bits = columns.trailing_zeros() as usize;
        let ins = Space::new(&[(Dim::OFFSET, bits as u32 + 3)])?;
        let width = packed(columns).trailing_zeros();
        let outs = Space::new(&[(column, width), (row, 3)])?;
        let mut images = [0; BITS];
        (0..bits).for_each(|k| images[k] = packed(1 << k));
        for k in 0..3 {
            images[bits + k] = 1 << (width + k as u32) | packed(group * (((1 << k) / per_phase) % phases));
        }
        LinearLayout::new(ins, outs, &images[..bits + 3])
    }
}

/// With all axes in their order, and repeated over the part of the tensor that a block has: the first axis first.
fn standard(tile: &LinearLayout, rank: usize, part: &[u64]) -> Result<LinearLayout, Error> {
    let dims: [Dim; DIMS] = core::array::from_fn(Dim::tensor);
    not_smaller_than(&tile.transpose_outs(&dims[..rank])?, part)
}

/// A tensor in the tensor cores' own memory (Blackwell), which has 128 rows: tiles of `block_m` by `block_n` elements, first along
/// the rows of the tensor, then along its columns.
///
/// A tile of 128 rows has one row of the memory for each. Of a tile of 64 rows, 16 are in each quarter of the memory's rows, the
/// first 16 of 32; the second 16 of each quarter hold the next tile: the one below it where the tensor has one, else the one to the
/// right of it, else nothing, which a zero image says.
///
/// # Errors
/// If `block_m` is neither 64 nor 128, or a number is no power of two.
///
/// ```
/// use lego_algebra::linear::families::tensor_memory;
/// let layout = tensor_memory(&[128, 32], 64, 32).unwrap();
/// // Row 16 of the memory is row 64 of the tensor, row 32 of the memory row 16.
/// assert_eq!(*layout.apply(&[16, 5, 0]).unwrap(), [64, 5]);
/// assert_eq!(*layout.apply(&[32, 5, 0]).unwrap(), [16, 5]);
/// ```
pub fn tensor_memory(shape: &[u64], block_m: u64, block_n: u64) -> Result<LinearLayout, Error> {
    let space = tensor_space(shape)?;
    let [rows, columns] = *shape else { return Err(Error::Count { wanted: 2, found: space.len() }) };
    if block_m != 64 && block_m != 128 {
        let value = i64::try_from(block_m).unwrap_or(i64::MAX);
        return Err(Error::Parameter { name: "block_m", value, wanted: "64 or 128" });
    }
    let (row, column) = (Dim::named("row"), Dim::named("col"));
    let (m, n) = (Dim::tensor(0), Dim::tensor(1));
    let (high, wide) = (block_m.min(rows), block_n.min(columns));
    if block_m == 128 {
        return LinearLayout::product(&[
            LinearLayout::identity_1d(high, row, m)?,
            LinearLayout::zeros_1d(block_m / high.max(1), row, m, 1)?,
            LinearLayout::identity_1d(wide, column, n)?,
            LinearLayout::identity_1d(rows / high.max(1), column, m)?,
            LinearLayout::identity_1d(columns / wide.max(1), column, n)?,
            LinearLayout::identity_1d(1, Dim::BLOCK, m)?,
        ]);
    }
    let (m_bits, n_bits, wide_bits) = (log2(m, rows)?, log2(n, columns)?, log2(n, wide)?);
    // Bits of the tensor as images: those of its rows, then those of its columns.
    let (of_row, of_column) = (|bit: u32| if bit < m_bits { 1 << bit } else { 0 }, |bit: u32| 1 << (m_bits + bit));
    let is_below = m_bits > 6;
    let is_beside = !is_below && n_bits > wide_bits;
    let second = if is_below {
        of_row(6)
    } else if is_beside {
        of_column(wide_bits)
    } else {
        0
    };
    let mut images = [0; BITS];
    images[..7].copy_from_slice(&[of_row(0), of_row(1), of_row(2), of_row(3), second, of_row(4), of_row(5)]);
    let taken = (0..wide_bits).map(of_column);
    let rest_of_rows = (6 + u32::from(is_below)..m_bits).map(of_row);
    let rest_of_columns = (wide_bits + u32::from(is_beside)..n_bits).map(of_column);
    let mut bits = 7;
    for image in taken.chain(rest_of_rows).chain(rest_of_columns) {
        images[bits] = image;
        bits += 1;
    }
    let ins = Space::new(&[(row, 7), (column, bits as u32 - 7), (Dim::BLOCK, 0)])?;
    LinearLayout::new(ins, Space::new(&[(m, m_bits), (n, n_bits)])?, &images[..bits])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Swizzle;

    #[test]
    fn a_swizzled_column_is_where_the_formula_says() {
        for (vec, per_phase, max_phase) in
            [(1, 1, 1), (1, 1, 8), (2, 1, 4), (4, 2, 4), (8, 2, 4), (8, 1, 16), (4, 4, 2)]
        {
            for order in [[1, 0], [0, 1]] {
                let shape = if order == [1, 0] { [32, 64] } else { [64, 32] };
                let shared = SwizzledShared { vec, per_phase, max_phase, order: &order, cluster: None };
                let layout = shared.offsets(&shape).unwrap();
                for row in 0..32 {
                    for column in 0..64u64 {
                        let place = ((((row / per_phase) % max_phase) ^ (column / vec)) * vec + column % vec) % 64;
                        let element = layout.apply(&[row * 64 + place]).unwrap();
                        assert_eq!((element[order[1]], element[order[0]]), (row, column));
                    }
                }
            }
        }
    }

    #[test]
    fn operands_of_matrix_instructions_are_swizzled_as_cute_says() {
        for (bytes, bits) in [(32, 1), (64, 2), (128, 3)] {
            let swizzle = Swizzle::new(bits, 4, 3).unwrap();
            for width in [8, 16, 32, 64] {
                let columns = 8 * bytes / width;
                let shared = NvmmaShared {
                    swizzle_bytes: bytes,
                    transposed: false,
                    element_bit_width: width,
                    fp4_padded: false,
                    cluster: None,
                };
                let layout = shared.to_linear_layout(&[16, columns]).unwrap();
                for offset in 0..16 * columns {
                    let byte = swizzle.apply((offset * width / 8) as i64) as u64;
                    let plain = byte / (width / 8);
                    let element = layout.apply(&[offset, 0]).unwrap();
                    assert_eq!(*element, [plain / columns, plain % columns]);
                }
            }
        }
    }

    #[test]
    fn parameters_beyond_the_hardware_are_refused() {
        let shared = |swizzle_bytes, element_bit_width| NvmmaShared {
            swizzle_bytes,
            transposed: false,
            element_bit_width,
            fp4_padded: false,
            cluster: None,
        };
        assert!(shared(48, 16).to_linear_layout(&[64, 64]).is_err());
        assert!(shared(128, 12).to_linear_layout(&[64, 64]).is_err());
        assert!(shared(128, 16).to_linear_layout(&[64, 32]).is_err());
        assert!(shared(128, 16).to_linear_layout(&[4, 64]).is_err());
        assert!(shared(128, 16).to_linear_layout(&[64]).is_err());
        assert!(tensor_memory(&[128, 128], 32, 128).is_err());
        assert!(tensor_memory(&[128, 96], 64, 32).is_err());
    }

    /// Tiles of 64 rows, put into the memory element by element: two tiles after another share each column.
    #[test]
    fn tiles_of_64_rows_share_the_quarters_of_tensor_memory() {
        for shape @ [rows, columns] in [[64, 32], [64, 128], [128, 32], [256, 64], [128, 128], [512, 32], [64, 8]] {
            let (layout, wide) = (tensor_memory(&shape, 64, 32).unwrap(), columns.min(32));
            // The tiles in their order: along the rows of the tensor, and where there is one row of tiles, along the columns.
            let (down, across) = (rows / 64, columns / wide);
            for tile in 0..down * across {
                let (i, j) = (tile % down, tile / down);
                for (r, c) in (0..64).flat_map(|r| (0..wide).map(move |c| (r, c))) {
                    let (half, column) = match down {
                        1 => (j % 2, (j / 2) * wide + c),
                        _ => (i % 2, (j * (down / 2) + i / 2) * wide + c),
                    };
                    let place = [r / 16 * 32 + half * 16 + r % 16, column, 0];
                    assert_eq!(*layout.apply(&place).unwrap(), [i * 64 + r, j * wide + c], "{shape:?}");
                }
            }
            // Without a second tile the other rows are the first's.
            if down * across == 1 {
                assert_eq!(layout.apply(&[16, 0, 0]), layout.apply(&[0, 0, 0]));
            }
            assert!(layout.is_surjective());
        }
    }
}

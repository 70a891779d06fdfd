//! What the instructions compute, from the registers of all lanes.
//!
//! Nothing here is generic over elements: it is compiled once, in this crate, and not in each crate with a kernel, where tests are not
//! optimized.

use crate::device::operands::WarpWords;
use crate::device::{E4m3, E5m2};

/// What the elements of a product are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    #[cfg(feature = "half")]
    F16,
    #[cfg(feature = "half")]
    Bf16,
    E4m3,
    E5m2,
    I8,
}

impl Format {
    /// What the instruction is called where lanes are missing.
    pub(super) fn words(self) -> &'static str {
        match self {
            #[cfg(feature = "half")]
            Self::F16 => "`mma` of f16",
            #[cfg(feature = "half")]
            Self::Bf16 => "`mma` of bf16",
            Self::E4m3 => "`mma` of e4m3",
            Self::E5m2 => "`mma` of e5m2",
            Self::I8 => "`mma` of i8",
        }
    }

    /// The elements of a register.
    fn width(self) -> usize {
        match self {
            #[cfg(feature = "half")]
            Self::F16 | Self::Bf16 => 2,
            Self::E4m3 | Self::E5m2 | Self::I8 => 4,
        }
    }

    /// An element of a register, counted from the low bits, exactly.
    pub(super) fn element(self, word: u32, index: usize) -> f64 {
        let bits = word >> (32 / self.width() * index);
        match self {
            #[cfg(feature = "half")]
            Self::F16 => half::f16::from_bits(bits as u16).to_f64(),
            #[cfg(feature = "half")]
            Self::Bf16 => half::bf16::from_bits(bits as u16).to_f64(),
            Self::E4m3 => E4m3::from_bits(bits as u8).to_f32().into(),
            Self::E5m2 => E5m2::from_bits(bits as u8).to_f32().into(),
            Self::I8 => f64::from(bits as i8),
        }
    }

    /// The bits of a sum and a sum of products, which is exact of integers.
    fn add(self, sum: u32, products: f64) -> u32 {
        match self {
            Self::I8 => sum.wrapping_add(products as i32 as u32),
            _ => ((f64::from(f32::from_bits(sum)) + products) as f32).to_bits(),
        }
    }
}

/// The elements of a row or a column along the summed axis, of which four lanes from one on have two registers each.
fn along_k(format: Format, all: &WarpWords, first_lane: u32, registers: [usize; 2]) -> [f64; 32] {
    let width = format.width();
    std::array::from_fn(|k| {
        let (lane, run) = (first_lane as usize + k / width % 4, k / (4 * width) % 2);
        format.element(all[lane][registers[run]], k % width)
    })
}

/// A lane's sums of a product; of each lane's words four are of the left operand, two of the right one, four sums.
pub(super) fn product(format: Format, all: &WarpWords, lane: u32) -> [u32; 4] {
    let (row, column) = (lane / 4, 2 * (lane % 4));
    let rows = [[0, 2], [1, 3]].map(|registers| along_k(format, all, 4 * row, registers));
    let columns = [column, column + 1].map(|column| along_k(format, all, 4 * column, [4, 5]));
    std::array::from_fn(|value| {
        let pairs = rows[value / 2].iter().zip(&columns[value % 2]).take(8 * format.width());
        format.add(all[lane as usize][6 + value], pairs.map(|(a, b)| a * b).sum())
    })
}

/// A lane's registers of matrices of eight rows, of which each lane has one in its first four words: matrix q by lanes 8·q and on.
pub(super) fn loaded<const X: usize>(all: &WarpWords, lane: u32, transposed: bool) -> [u32; X] {
    let (g, t) = (lane as usize / 4, lane as usize % 4);
    std::array::from_fn(|matrix| {
        let row = |row: usize| all[8 * matrix + row];
        let number = |r: usize| row(r)[g / 2] >> (16 * (g % 2)) & 0xffff;
        if transposed { number(2 * t) | number(2 * t + 1) << 16 } else { row(g)[t] }
    })
}

/// The row of a matrix that a lane stores, which all lanes have in their registers.
pub(super) fn stored(all: &WarpWords, lane: u32, transposed: bool) -> [u32; 4] {
    let (matrix, row) = (lane as usize / 8, lane as usize % 8);
    std::array::from_fn(|word| {
        let number = |column: usize| all[4 * column + row / 2][matrix] >> (16 * (row % 2)) & 0xffff;
        if transposed { number(2 * word) | number(2 * word + 1) << 16 } else { all[4 * row + word][matrix] }
    })
}

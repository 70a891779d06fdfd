//! Layouts of the tensor cores' matrix products: accumulators of mma.sync and wgmma, and the operands in registers.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::super::space::DIMS;
use super::tile::{Cluster, Order, identity_nd, over_shape, repeated};

/// Which matrix instruction: that of a warp or that of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MmaVersion {
    /// `mma.sync` (Ampere and later): one warp.
    Two,
    /// `wgmma.mma_async` (Hopper): four warps.
    Three,
}

/// The accumulator of an instruction, over the warps of a block.
///
/// Two neighbouring columns are with one thread whatever the width of an element is: the paper's proposition 9.2 has it
/// otherwise for 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NvidiaMma<'a> {
    /// The instruction.
    pub version: MmaVersion,
    /// Warps of a block in each axis.
    pub warps_per_cta: &'a [u64],
    /// Version 2: the tile, `[16, 8]`, with a 1 before it for batches. Version 3: `[16, N, K]`, of which a warp has 16 × N.
    pub instr_shape: &'a [u64],
    /// The blocks of a cluster, if there are several.
    pub cluster: Option<Cluster<'a>>,
}

impl NvidiaMma<'_> {
    /// The layout of the accumulator of a tensor: register, lane, warp, block to its coordinates.
    ///
    /// # Errors
    /// If a number is no power of two (of 24 columns no layout over F2 exists), or does not fit the instruction.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        let mut tile = [1; DIMS];
        match (self.version, self.instr_shape) {
            (MmaVersion::Two, sizes) if sizes.len() == rank && rank <= DIMS => tile[..rank].copy_from_slice(sizes),
            (MmaVersion::Three, [m, n, _]) if rank == 2 => (tile[0], tile[1]) = (*m, *n),
            (MmaVersion::Two, sizes) => return Err(Error::Count { wanted: rank, found: sizes.len() }),
            (MmaVersion::Three, _) => {
                return Err(Error::Form {
                    wanted: "the instruction of version 3 is [16, N, K], of a tensor with two axes",
                });
            }
        }
        let rows = Order::of_matrices(rank, true)?;
        let tile = mma_tile(&tile[..rank], 2, &rows, &rows)?;
        over_shape(&repeated(&tile, &self.warps(rank, None)?)?, self.cluster.as_ref(), shape)
    }

    fn warps(&self, rank: usize, kept: Option<usize>) -> Result<LinearLayout, Error> {
        let order = Order::of_matrices(rank, self.version == MmaVersion::Two)?;
        identity_nd(Dim::WARP, self.warps_per_cta, &order, kept)
    }

    /// The layout of an operand in registers, `k_width` neighbours along the summed axis with each thread. Of wgmma only A comes
    /// from registers.
    pub(super) fn operand(&self, shape: &[u64], operand: Operand, k_width: u64) -> Result<LinearLayout, Error> {
        if self.version == MmaVersion::Three && operand == Operand::B {
            return Err(Error::Form { wanted: "wgmma takes B from shared memory; only A may be in registers" });
        }
        let rank = shape.len();
        let order = Order::of_matrices(rank, operand == Operand::A)?;
        let mut tile = [1; DIMS];
        let deep = k_width.checked_mul(8).ok_or(Error::Bits { bits: 64 })?;
        (tile[rank - 2], tile[rank - 1]) = match operand {
            Operand::A => (16, deep),
            Operand::B => (deep, 8),
        };
        let tile = mma_tile(&tile[..rank], k_width, &order, &order)?;
        let warps = self.warps(rank, Some(operand.summed(rank)))?;
        over_shape(&repeated(&tile, &warps)?, self.cluster.as_ref(), shape)
    }
}

/// A side of a matrix product: A is M×K, B is K×N.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The left one.
    A,
    /// The right one.
    B,
}

impl Operand {
    /// The axis that is summed over.
    pub(super) fn summed(self, rank: usize) -> usize {
        match self {
            Self::A => rank - 1,
            Self::B => rank - 2,
        }
    }
}

/// The tile of one warp: along the inner axis `k_width` registers and 4 lanes, then 8 lanes along the outer one, then registers
/// along the outer, then along the inner axis, until the tile is full.
pub(super) fn mma_tile(sizes: &[u64], k_width: u64, order: &Order, repeat: &Order) -> Result<LinearLayout, Error> {
    let (inner, outer) = (order.axes()[0], order.axes()[1]);
    let (m, n) = (sizes[outer], sizes[inner]);
    let fit = |name, size: u64, wanted| {
        let value = i64::try_from(size).unwrap_or(i64::MAX);
        if size.is_power_of_two() { Ok(()) } else { Err(Error::Parameter { name, value, wanted }) }
    };
    for (axis, &size) in sizes.iter().enumerate() {
        if axis != inner && axis != outer && size != 1 {
            let value = i64::try_from(size).unwrap_or(i64::MAX);
            return Err(Error::Parameter { name: "the size of the tile in a batch axis", value, wanted: "1" });
        }
    }
    let wanted = "a power of two: other tiles have no layout over F2, but a thread-value layout of CuTe";
    fit("the side of the tile", m, wanted)?;
    fit("the side of the tile", n, wanted)?;
    fit("k_width", k_width, "a power of two")?;
    let run = k_width.checked_mul(4).ok_or(Error::Bits { bits: 64 })?;
    if m < 8 || n < run {
        let value = i64::try_from(m.min(n)).unwrap_or(i64::MAX);
        return Err(Error::Parameter {
            name: "the side of the tile",
            value,
            wanted: "at least 8 rows, and 4 times k_width along them",
        });
    }
    let (row, column) = (Dim::tensor(outer), Dim::tensor(inner));
    let ones = [1; DIMS];
    LinearLayout::product(&[
        identity_nd(Dim::REGISTER, &ones[..sizes.len()], repeat, None)?,
        LinearLayout::identity_1d(k_width, Dim::REGISTER, column)?,
        LinearLayout::identity_1d(4, Dim::LANE, column)?,
        LinearLayout::identity_1d(8, Dim::LANE, row)?,
        LinearLayout::identity_1d(m / 8, Dim::REGISTER, row)?,
        LinearLayout::identity_1d(n / run, Dim::REGISTER, column)?,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_of_24_columns_is_refused_with_the_reason() {
        let wgmma = |n| {
            let shape = [16, n, 16];
            NvidiaMma { version: MmaVersion::Three, warps_per_cta: &[4, 1], instr_shape: &shape, cluster: None }
                .to_linear_layout(&[64, 64])
        };
        let message = std::string::ToString::to_string(&wgmma(24).unwrap_err());
        assert_eq!(
            message,
            "the side of the tile is 24; it takes a power of two: other tiles have no layout over F2, but a thread-value \
             layout of CuTe"
        );
        assert!(wgmma(32).is_ok());
    }

    #[test]
    fn b_of_wgmma_is_in_shared_memory() {
        let mma =
            NvidiaMma { version: MmaVersion::Three, warps_per_cta: &[4, 1], instr_shape: &[16, 64, 16], cluster: None };
        assert!(matches!(mma.operand(&[64, 64], Operand::B, 2), Err(Error::Form { .. })));
        assert!(mma.operand(&[64, 64], Operand::A, u64::MAX).is_err());
        assert!(mma.operand(&[64, 64], Operand::A, 3).is_err());
        assert!(mma.to_linear_layout(&[64]).is_err());
    }

    extern crate std;
}

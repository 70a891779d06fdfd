//! Layouts of AMD's matrix products: accumulators and operands of `v_mfma` with tiles of 16×16 and 32×32, over wavefronts of 64 lanes.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::super::space::DIMS;
use super::mma::Operand;
use super::tile::{Cluster, Order, identity_nd, over_shape, repeated};

/// The accumulator of an mfma instruction, over the warps of a block; a warp has 64 lanes.
///
/// Lanes are the columns, four registers are rows below each other, and what is left of the lanes goes on downwards: of 32×32 lane l has
/// column l mod 32 and rows 4·(l / 32) + r + 8·g for registers r + 4·g; of 16×16 column l mod 16 and rows 4·(l / 16) + r (AMD's
/// matrix instruction calculator, and the CDNA 3 ISA, "matrix register layouts").
///
/// ```
/// use lego_algebra::linear::families::AmdMfma;
/// let mfma = AmdMfma { warps_per_cta: &[1, 1], side: 32, is_transposed: false, tiles_per_warp: &[], cluster: None };
/// // Register 5 of lane 33: row 4·1 + 1 + 8·1, column 1.
/// assert_eq!(*mfma.to_linear_layout(&[32, 32]).unwrap().apply(&[5, 33, 0, 0]).unwrap(), [13, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AmdMfma<'a> {
    /// Warps of a block in each axis.
    pub warps_per_cta: &'a [u64],
    /// Rows and columns of the instruction's tile: 16 or 32.
    pub side: u64,
    /// Whether lanes are rows and registers columns.
    pub is_transposed: bool,
    /// Tiles beside each other that a warp has in each axis; one, if there are none.
    pub tiles_per_warp: &'a [u64],
    /// The blocks of a cluster, if there are several.
    pub cluster: Option<Cluster<'a>>,
}

/// Lanes of a warp.
const LANES: u64 = 64;

impl AmdMfma<'_> {
    fn check(&self, rank: usize) -> Result<(), Error> {
        if !(2..=DIMS).contains(&rank) {
            return Err(Error::Count { wanted: 2, found: rank });
        }
        if !self.tiles_per_warp.is_empty() && self.tiles_per_warp.len() != rank {
            return Err(Error::Count { wanted: rank, found: self.tiles_per_warp.len() });
        }
        if self.side == 16 || self.side == 32 {
            return Ok(());
        }
        let value = i64::try_from(self.side).unwrap_or(i64::MAX);
        Err(Error::Parameter { name: "the side of the tile", value, wanted: "16 or 32" })
    }

    /// The tiles of a warp in an axis as registers.
    fn tiles(&self, axis: usize) -> Result<LinearLayout, Error> {
        let count = self.tiles_per_warp.get(axis).copied().unwrap_or(1);
        LinearLayout::identity_1d(count, Dim::REGISTER, Dim::tensor(axis))
    }

    /// A tile with the axes that it lacks, as one element each.
    fn whole(tile: &LinearLayout, rank: usize) -> Result<LinearLayout, Error> {
        (0..rank)
            .rev()
            .try_fold(*tile, |tile, axis| tile.mul(&LinearLayout::identity_1d(1, Dim::REGISTER, Dim::tensor(axis))?))
    }

    fn warps(&self, rank: usize, kept: Option<usize>) -> Result<LinearLayout, Error> {
        identity_nd(Dim::WARP, self.warps_per_cta, &Order::of_matrices(rank, true)?, kept)
    }

    /// The layout of the accumulator of a tensor: register, lane, warp, block to its coordinates.
    ///
    /// # Errors
    /// If the side is neither 16 nor 32, or a number is no power of two or not there for each axis.
    pub fn to_linear_layout(&self, shape: &[u64]) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        let (down, across) = if self.is_transposed { (rank - 1, rank - 2) } else { (rank - 2, rank - 1) };
        let (rows, columns) = (Dim::tensor(down), Dim::tensor(across));
        let others = LANES / self.side;
        let tile = LinearLayout::product(&[
            LinearLayout::identity_1d(4, Dim::REGISTER, rows)?,
            LinearLayout::identity_1d(self.side, Dim::LANE, columns)?,
            LinearLayout::identity_1d(others, Dim::LANE, rows)?,
            LinearLayout::identity_1d(self.side / (4 * others), Dim::REGISTER, rows)?,
            self.tiles(rank - 1)?,
            self.tiles(rank - 2)?,
        ])?;
        let tile = Self::whole(&tile, rank)?;
        over_shape(&repeated(&tile, &self.warps(rank, None)?)?, self.cluster.as_ref(), shape)
    }

    /// The layout of an operand: `k_width` neighbours along the summed axis with each lane.
    pub(super) fn operand(&self, shape: &[u64], operand: Operand, k_width: u64) -> Result<LinearLayout, Error> {
        let rank = shape.len();
        self.check(rank)?;
        let summed = operand.summed(rank);
        let other = 2 * rank - 3 - summed;
        let (k, outer) = (Dim::tensor(summed), Dim::tensor(other));
        let run = k_width.checked_mul(LANES / self.side).ok_or(Error::Bits { bits: 64 })?;
        let tile = LinearLayout::product(&[
            LinearLayout::identity_1d(k_width, Dim::REGISTER, k)?,
            LinearLayout::identity_1d(self.side, Dim::LANE, outer)?,
            LinearLayout::identity_1d(LANES / self.side, Dim::LANE, k)?,
            LinearLayout::identity_1d((shape[summed] / run).max(1), Dim::REGISTER, k)?,
            self.tiles(other)?,
        ])?;
        let tile = Self::whole(&tile, rank)?;
        over_shape(&repeated(&tile, &self.warps(rank, Some(summed))?)?, self.cluster.as_ref(), shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mfma(side: u64, is_transposed: bool) -> AmdMfma<'static> {
        AmdMfma { warps_per_cta: &[2, 1], side, is_transposed, tiles_per_warp: &[], cluster: None }
    }

    #[test]
    fn accumulators_are_those_of_the_instructions_tables() {
        for (side, registers) in [(16, 4), (32, 16)] {
            let layout = mfma(side, false).to_linear_layout(&[2 * side, side]).unwrap();
            let turned = mfma(side, true).to_linear_layout(&[2 * side, side]).unwrap();
            for (warp, lane, register) in
                (0..2).flat_map(|w| (0..64).flat_map(move |l| (0..registers).map(move |r| (w, l, r))))
            {
                let row = 4 * (lane / side) + register % 4 + 4 * (64 / side) * (register / 4);
                let found = layout.apply(&[register, lane, warp, 0]).unwrap();
                assert_eq!(*found, [side * warp + row, lane % side]);
                assert_eq!(*turned.apply(&[register, lane, warp, 0]).unwrap(), [side * warp + lane % side, row]);
            }
            assert!(layout.is_distributed() && turned.is_distributed());
        }
    }

    #[test]
    fn operands_have_what_the_accumulator_sums() {
        // Lane l has row l mod 32 of A and its k_width neighbours from k_width · (l / 32) on.
        let a = mfma(32, false).operand(&[64, 16], Operand::A, 4).unwrap();
        assert_eq!(*a.apply(&[6, 33, 1, 0]).unwrap(), [33, 8 + 4 + 2]);
        let b = mfma(16, false).operand(&[32, 16], Operand::B, 4).unwrap();
        assert_eq!(*b.apply(&[5, 17, 1, 0]).unwrap(), [16 + 4 + 1, 1]);
    }

    #[test]
    fn other_sides_and_ranks_are_refused() {
        assert!(mfma(8, false).to_linear_layout(&[32, 32]).is_err());
        assert!(mfma(32, false).to_linear_layout(&[32]).is_err());
        assert!(mfma(32, false).operand(&[32, 32], Operand::A, 3).is_err());
        assert!(mfma(32, false).operand(&[32, 32], Operand::A, u64::MAX).is_err());
        let tiles = AmdMfma { tiles_per_warp: &[2], ..mfma(16, false) };
        assert!(tiles.to_linear_layout(&[32, 32]).is_err());
    }
}

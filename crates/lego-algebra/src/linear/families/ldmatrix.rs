//! What ldmatrix and stmatrix move: 8×8 matrices of 16-bit elements between shared memory and the registers of a warp.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;

/// One, two or four 8×8 matrices of 16 bits, `ldmatrix` or `stmatrix` alike.
///
/// ```
/// use lego_algebra::linear::families::MatrixMove;
/// let four = MatrixMove::new(4, true).unwrap();
/// assert_eq!(four.name("ldmatrix"), Some("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"));
/// // Element 3 of lane 5 is element (3, 1) of matrix 1: transposed, a lane has two rows of a column.
/// assert_eq!(*four.registers().unwrap().apply(&[3, 5]).unwrap(), [3, 1, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixMove {
    matrices: u64,
    transposed: bool,
}

impl MatrixMove {
    /// So many matrices, each transposed on the way or not.
    ///
    /// # Errors
    /// If there are not 1, 2 or 4.
    pub fn new(matrices: u64, transposed: bool) -> Result<Self, Error> {
        if matches!(matrices, 1 | 2 | 4) {
            return Ok(Self { matrices, transposed });
        }
        let value = i64::try_from(matrices).unwrap_or(i64::MAX);
        Err(Error::Parameter { name: "the number of matrices", value, wanted: "1, 2 or 4" })
    }

    /// How many matrices.
    #[must_use]
    pub fn matrices(&self) -> u64 {
        self.matrices
    }

    /// Whether they are transposed.
    #[must_use]
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// The instruction of `ldmatrix` or `stmatrix`; none for another opcode.
    #[must_use]
    pub fn name(&self, opcode: &str) -> Option<&'static str> {
        NAMES
            .iter()
            .find(|(name, matrices, transposed, _)| {
                (*name, *matrices, *transposed) == (opcode, self.matrices, self.transposed)
            })
            .map(|entry| entry.3)
    }

    /// Which row each lane gives the address of: lane to row and matrix. Lanes from 8 · matrices on give none.
    ///
    /// # Errors
    /// None that happens: the sizes are those of the instruction.
    pub fn memory_rows(&self) -> Result<LinearLayout, Error> {
        let rows = LinearLayout::identity_1d(8, Dim::LANE, Self::ROW)?;
        rows.mul(&LinearLayout::identity_1d(self.matrices, Dim::LANE, Self::MATRIX)?)
    }

    /// Which element each register element of a lane is: register, lane to row, column and matrix.
    ///
    /// # Errors
    /// None that happens: the sizes are those of the instruction.
    pub fn registers(&self) -> Result<LinearLayout, Error> {
        let (along, across) = if self.transposed { (Self::ROW, Self::COLUMN) } else { (Self::COLUMN, Self::ROW) };
        LinearLayout::product(&[
            LinearLayout::identity_1d(2, Dim::REGISTER, along)?,
            LinearLayout::identity_1d(4, Dim::LANE, along)?,
            LinearLayout::identity_1d(8, Dim::LANE, across)?,
            LinearLayout::identity_1d(self.matrices, Dim::REGISTER, Self::MATRIX)?,
        ])?
        .transpose_outs(&[Self::ROW, Self::COLUMN, Self::MATRIX])
    }

    const ROW: Dim = Dim::named("row");
    const COLUMN: Dim = Dim::named("col");
    const MATRIX: Dim = Dim::named("matrix");
}

const NAMES: [(&str, u64, bool, &str); 12] = [
    ("ldmatrix", 1, false, "ldmatrix.sync.aligned.m8n8.x1.shared.b16"),
    ("ldmatrix", 2, false, "ldmatrix.sync.aligned.m8n8.x2.shared.b16"),
    ("ldmatrix", 4, false, "ldmatrix.sync.aligned.m8n8.x4.shared.b16"),
    ("ldmatrix", 1, true, "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16"),
    ("ldmatrix", 2, true, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16"),
    ("ldmatrix", 4, true, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"),
    ("stmatrix", 1, false, "stmatrix.sync.aligned.m8n8.x1.shared.b16"),
    ("stmatrix", 2, false, "stmatrix.sync.aligned.m8n8.x2.shared.b16"),
    ("stmatrix", 4, false, "stmatrix.sync.aligned.m8n8.x4.shared.b16"),
    ("stmatrix", 1, true, "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16"),
    ("stmatrix", 2, true, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16"),
    ("stmatrix", 4, true, "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_has_two_neighbours_of_its_row_or_of_its_column() {
        for matrices in [1, 2, 4] {
            for transposed in [false, true] {
                let moved = MatrixMove::new(matrices, transposed).unwrap();
                let (registers, rows) = (moved.registers().unwrap(), moved.memory_rows().unwrap());
                assert!(registers.is_invertible());
                for lane in 0..32 {
                    for register in 0..2 * matrices {
                        let (group, pair) = (lane / 4, 2 * (lane % 4) + register % 2);
                        let wanted = if transposed { [pair, group] } else { [group, pair] };
                        let element = registers.apply(&[register, lane]).unwrap();
                        assert_eq!(*element, [wanted[0], wanted[1], register / 2]);
                    }
                    if lane < 8 * matrices {
                        assert_eq!(*rows.apply(&[lane]).unwrap(), [lane % 8, lane / 8]);
                    }
                }
                assert!(moved.name("ldmatrix").is_some() && moved.name("stmatrix").is_some());
            }
        }
        assert!(MatrixMove::new(3, false).is_err());
    }
}

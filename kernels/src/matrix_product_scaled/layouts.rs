//! Where the scales of operands lie: as matrices with a column for each 128 elements along k.

use lego::{LayoutError, Mapping32, layout};

/// The elements along k, and the columns of the product, that a scale is for.
pub const SCALED: u32 = 128;

layout! {
    /// The scale of `[row, k / 128]` of an r×k operand: one for each row and 128 elements along k. Those of all rows lie side by side, so that
    /// a step along k reads neighbours.
    pub type RowScales(r, k) = Col(r, ceil_div(k, 128)) where r >= 1, k >= 1;
    /// The same where those of a row lie side by side.
    pub type RowScalesByRows(r, k) = Row(r, ceil_div(k, 128)) where r >= 1, k >= 1;
    /// The scale of `[row / 128, k / 128]` of an r×k operand: one for each 128 rows and 128 elements along k.
    pub type BlockScales(r, k) = Row(ceil_div(r, 128), ceil_div(k, 128)) where r >= 1, k >= 1;
}

/// How the scales of an operand lie: of `[row / ROWS, k / 128]`.
pub trait ScaleLayout: Mapping32<Index32 = [u32; 2]> {
    /// The rows that one scale is for.
    const ROWS: u32;

    /// The layout of those of an r×k operand.
    ///
    /// # Errors
    /// If an extent is 0 or there are 2^32 scales or more.
    fn of(r: usize, k: usize) -> Result<Self, LayoutError>;
}

macro_rules! scales {
    ($($layout:ident: $rows:expr;)*) => {
        $(
            impl ScaleLayout for $layout {
                const ROWS: u32 = $rows;

                fn of(r: usize, k: usize) -> Result<Self, LayoutError> {
                    Self::new(r, k)
                }
            }
        )*
    };
}
scales! {
    RowScales: 1;
    RowScalesByRows: 1;
    BlockScales: SCALED;
}

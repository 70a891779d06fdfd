//! Why a tile does not lie in shared memory as the hardware wants it, in words with numbers, for errors of the compiler.

use super::Swizzle;
use lego_core::check::Message;
use lego_core::mapping::BitColumns;

/// The first thing of a layout that is not what an engine has; distances are bytes.
// Some are of operands of `wgmma` alone.
#[cfg_attr(not(feature = "half"), allow(dead_code))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// The element at this index of an axis, which is 0 along the others, lies at `found`.
    Place { axis: usize, index: u32, found: u32, expected: u32 },
    /// That element shares a bit of its distance with a step along another axis, so that both are not added.
    Joined { axis: usize, index: u32, found: u32 },
    /// A row of the innermost axis is longer or shorter than those whose units change places.
    Row { axis: usize, found: u32 },
    /// Strips of rows are shorter than a group, which has so many.
    Strip { rows: u32, group: u32 },
    /// What is repeated along an axis is not repeated after a multiple of `period`, or further off than a descriptor says.
    Distance { axis: usize, found: u32, period: u32 },
}

impl Misfit {
    /// What is wrong, of a tile that was compared with a swizzle.
    pub(super) const fn words(self, message: Message, swizzle: Swizzle) -> Message {
        let message = match swizzle {
            Swizzle::None => message.text(": without a swizzle "),
            _ => message.text(": with the swizzle of ").number(swizzle.row() as u128).text(" bytes "),
        };
        match self {
            Self::Place { axis, index, found, expected } => {
                let message = message.text("index ").number(index as u128).text(" of axis ").number(axis as u128);
                message.text(" would be at byte ").number(expected as u128).text(", and is at ").number(found as u128)
            }
            Self::Joined { axis, index, found } => {
                let message = message.text("distances are added, but that of index ").number(index as u128);
                let message = message.text(" of axis ").number(axis as u128).text(", ").number(found as u128);
                message.text(" bytes, has a bit that another axis has too")
            }
            Self::Row { axis, found } => {
                let message = message.text("the innermost row has ").number(swizzle.row() as u128).text(" bytes, and ");
                message.text("that of the tile, along axis ").number(axis as u128).text(", has ").number(found as u128)
            }
            Self::Strip { rows, group } => {
                let message =
                    message.text("groups have ").number(group as u128).text(" rows, and the tile comes in strips of ");
                message.number(rows as u128)
            }
            Self::Distance { axis, found, period } => {
                let message = message.text("what repeats along axis ").number(axis as u128);
                let message = message.text(" does so after a multiple of ").number(period as u128);
                message.text(" bytes, fewer than 262144, and here after ").number(found as u128)
            }
        }
    }
}

/// The swizzle that a layout comes closest to: by how many bits of its positions an exclusive or changes.
pub(super) const fn nearest_swizzle(columns: &BitColumns, element: u32) -> Swizzle {
    let (mut bit, mut changed) = (0, 0);
    while bit < columns.bits() {
        let column = columns.column(bit) * element;
        if column > 0 {
            changed |= column ^ (1 << column.ilog2());
        }
        bit += 1;
    }
    let bits = changed.count_ones() as usize;
    Swizzle::ALL[if bits < Swizzle::ALL.len() { bits } else { Swizzle::ALL.len() - 1 }]
}

/// The swizzles that the engines have, as layouts of elements of so many bytes have them.
pub(super) const fn swizzles(mut message: Message, element: u32) -> Message {
    // 16 bytes have 2^b elements.
    let (unit, mut bits) = ((16 / element).ilog2() as u128, 1);
    while bits <= 3 {
        message = message.text(if bits == 1 {
            ""
        } else if bits == 2 {
            ", "
        } else {
            " or "
        });
        message = message.text("`Swizzle(").number(bits).text(", ").number(unit).text(", 3)`");
        bits += 1;
    }
    message
}

#[cfg(test)]
mod tests {
    use super::{Misfit, nearest_swizzle};
    use crate::device::Swizzle;
    use lego_core::StaticMapping;
    use lego_core::check::Message;
    use std::string::{String, ToString};

    lego::layout! {
        type Plain = Row(64, 64);
        type Two = OrderBy(Row(2), Swizzle(1, 3, 3)).GroupBy([16, 16]);
        type Eight = OrderBy(Row(2), Swizzle(3, 3, 3)).GroupBy([16, 64]);
        type Elsewhere = OrderBy(Row(2), Swizzle(3, 4, 3)).GroupBy([32, 64]);
        type Many = OrderBy(Row(4), Swizzle(5, 0, 5)).GroupBy([64, 64]);
    }

    #[test]
    fn the_nearest_swizzle_changes_as_many_bits() {
        fn nearest<L: StaticMapping>() -> Swizzle {
            nearest_swizzle(&L::BITS.unwrap(), 2)
        }
        assert_eq!(nearest::<Plain>(), Swizzle::None);
        assert_eq!(nearest::<Two>(), Swizzle::Bytes32);
        assert_eq!(nearest::<Eight>(), Swizzle::Bytes128);
        assert_eq!(nearest::<Elsewhere>(), Swizzle::Bytes128);
        assert_eq!(nearest::<Many>(), Swizzle::Bytes128);
    }

    #[test]
    fn words_have_the_numbers() {
        let words = |misfit: Misfit, swizzle| -> String { misfit.words(Message::new(), swizzle).as_str().to_string() };
        assert_eq!(
            words(Misfit::Place { axis: 1, index: 4, found: 8, expected: 16 }, Swizzle::None),
            ": without a swizzle index 4 of axis 1 would be at byte 16, and is at 8"
        );
        assert_eq!(
            words(Misfit::Row { axis: 1, found: 256 }, Swizzle::Bytes128),
            ": with the swizzle of 128 bytes the innermost row has 128 bytes, and that of the tile, along axis 1, has 256"
        );
    }
}

//! What a drawing shows of a chain beside its map: the levels of its view, the holes next to it, the blocks of its storage.

use lego_core::chain::{Chain, OrderBy, Stage, volume};
use lego_expr::{Arena, Symbol};

/// What a drawing shows of a layout beside its map. Sizes that are symbols have no outline.
///
/// ```
/// use lego_lang::compile::{Options, compile};
/// let outline = |text| compile(text, &Options::default()).map(|layout| layout.outline);
/// let tiles = outline("Row(8, 6).TileBy([4, 2], [2, 3])")?;
/// assert_eq!(tiles.levels, [2, 2]);
/// let padded = outline("TileOrderBy(Row(2, 2), Col(4, 3)).PadBy([8, 5] => [8, 6])")?;
/// assert_eq!((padded.stored, padded.blocks), (Some(vec![8, 6]), vec![vec![4, 3]]));
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The ranks of the levels of the view, the outermost first: their sum is the rank. One level where there is no view.
    pub levels: Vec<usize>,
    /// The extents beyond the logical ones of the same rank, where what lies between them are holes of the storage, each at
    /// its place; where the last stage is a `PadBy`.
    pub stored: Option<Vec<u64>>,
    /// The extents of the blocks in which the array of the logical extents is stored, from the inside out: those of the inner
    /// pieces, where the first stage cuts that array by several.
    ///
    /// Law: between two elements of a block, counted from index 0 on, lies no element of another.
    pub blocks: Vec<Vec<u64>>,
}

impl Outline {
    pub(super) fn new(arena: &Arena, chain: &Chain<'_, Symbol<'_>>) -> Self {
        let numbers = Numbers { arena };
        let stages = chain.stages();
        Self {
            levels: levels(stages),
            stored: numbers.stored(stages),
            blocks: numbers.blocks(stages).unwrap_or_default(),
        }
    }
}

/// The ranks of the levels of the last view, if what follows it keeps the rank.
fn levels(stages: &[Stage<'_, Symbol<'_>>]) -> Vec<usize> {
    let rank = stages.last().map_or(0, |stage| stage.dims().len());
    let view = stages.iter().rev().find(|stage| !matches!(stage, Stage::ExpandBy { .. } | Stage::PadBy { .. }));
    let levels: Vec<usize> = match view {
        Some(Stage::TileBy(levels) | Stage::GroupBy(levels)) => levels.iter().map(Vec::len).collect(),
        _ => Vec::new(),
    };
    if levels.iter().sum::<usize>() == rank { levels } else { vec![rank] }
}

/// The sizes of a chain as numbers.
struct Numbers<'a> {
    arena: &'a Arena,
}

impl Numbers<'_> {
    fn all(&self, sizes: &[Symbol<'_>]) -> Option<Vec<u64>> {
        sizes.iter().map(|size| u64::try_from(self.arena.number(size.id())?).ok()).collect()
    }

    fn stored(&self, stages: &[Stage<'_, Symbol<'_>>]) -> Option<Vec<u64>> {
        // What an ExpandBy does not store is no hole of the storage.
        let expands = stages.iter().any(Stage::is_partial);
        match stages.last() {
            Some(Stage::PadBy { logical, stored }) if !expands => {
                self.all(stored).filter(|stored| self.all(logical).is_some_and(|logical| logical != *stored))
            }
            _ => None,
        }
    }

    /// The blocks of the first stage, where all that follows it keeps the coordinates of the array that it cuts.
    fn blocks(&self, stages: &[Stage<'_, Symbol<'_>>]) -> Option<Vec<Vec<u64>>> {
        let (first, rest) = stages.split_first()?;
        let order = match first {
            Stage::TileOrderBy(order) => order,
            Stage::OrderBy(order) if rest.iter().any(|stage| matches!(stage, Stage::TileBy(_))) => order,
            _ => return None,
        };
        let mut blocks = self.suffixes(order)?;
        let whole = blocks.pop()?;
        let mut array = whole.clone();
        for stage in rest {
            let (left, right) = match stage {
                // Of several levels the index has another rank.
                Stage::TileBy(levels) => match &levels[..] {
                    [level] => (level, level),
                    _ => return None,
                },
                Stage::ExpandBy { stored, extended } => (stored, extended),
                Stage::PadBy { logical, stored } => (stored, logical),
                _ => return None,
            };
            if self.all(left)? != array {
                return None;
            }
            array = self.all(right)?;
        }
        blocks.retain(|block| *block != whole && volume(block).is_some_and(|volume| volume > 1));
        blocks.dedup();
        Some(blocks)
    }

    /// The products of the extents of the last piece, the last two pieces, …; `None` where pieces have different ranks.
    fn suffixes(&self, order: &OrderBy<'_, Symbol<'_>>) -> Option<Vec<Vec<u64>>> {
        let rank = order.pieces().first()?.dims().len();
        let mut product = vec![1_u64; rank];
        let mut suffixes = Vec::new();
        for piece in order.pieces().iter().rev() {
            let extents = self.all(piece.dims()).filter(|extents| extents.len() == rank)?;
            for (product, extent) in product.iter_mut().zip(extents) {
                *product = product.checked_mul(extent)?;
            }
            suffixes.push(product.clone());
        }
        Some(suffixes)
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::{Options, compile};

    fn outline(text: &str) -> super::Outline {
        compile(text, &Options::default()).unwrap().outline
    }

    #[test]
    fn levels_are_those_of_the_view() {
        for (text, levels) in [
            ("Row(4, 8)", &[2][..]),
            ("TileOrderBy(Row(2, 2), Row(2, 4))", &[2]),
            ("Row(16).GroupBy([2], [2, 4])", &[1, 2]),
            ("Row(4, 8).TileBy([2, 4], [2, 1], [1, 2])", &[2, 2, 2]),
            ("Row(4, 8).TileBy([2, 4], [2, 2]).PadBy([2, 4, 2, 1] => [2, 4, 2, 2])", &[2, 2]),
            // The padding makes another rank of it.
            ("Row(4, 8).TileBy([2, 4], [2, 2]).PadBy([31] => [32])", &[1]),
            ("Row(M, 8).TileBy([M/2, 4], [2, 2])", &[2, 2]),
        ] {
            assert_eq!(outline(text).levels, levels, "{text}");
        }
    }

    #[test]
    fn holes_are_next_to_what_is_padded_last() {
        for (text, stored) in [
            ("Row(65, 66).PadBy([65, 65] => [65, 66])", Some(vec![65, 66])),
            ("Row(5, 8).PadBy([5, 6] => [5, 8]).PadBy([4, 6] => [5, 6])", Some(vec![5, 6])),
            ("Row(4, 8).PadBy([4, 8] => [4, 8])", None),
            ("Row(4, 8).PadBy([4, 6] => [4, 8]).TileBy([2, 2], [2, 3])", None),
            ("Row(3, 3).ExpandBy([3, 3] => [3, 5]).PadBy([3, 4] => [3, 5])", None),
            ("Row(M, 8).PadBy([M, 7] => [M, 8])", None),
            ("Row(4, 8)", None),
        ] {
            assert_eq!(outline(text).stored, stored, "{text}");
        }
    }

    #[test]
    fn blocks_are_those_of_the_first_stage_alone() {
        let none: [Vec<u64>; 0] = [];
        for text in [
            "Row(4, 8)",
            "TileOrderBy(Row(4, 8))",
            "TileOrderBy(Row(4, 8), Row(1, 1))",
            "TileOrderBy(Row(1, 1), Row(4, 8))",
            "OrderBy(Row(2, 2), Row(2, 4)).GroupBy([4, 8])",
            "TileOrderBy(Row(2, 2), Row(2, 4)).GroupBy([8, 4])",
            "TileOrderBy(Row(2, 2), Row(2, 4)).TileBy([2, 2], [2, 4])",
            "OrderBy(Row(4, 8)).OrderBy(Row(2, 2), Row(2, 4)).TileBy([4, 8])",
            "TileOrderBy(Row(2, 2), Row(2, 4)).OrderBy(Col(4, 8)).TileBy([4, 8])",
            "TileOrderBy(Row(M, 2), Row(2, 4))",
        ] {
            assert_eq!(outline(text).blocks, none, "{text}");
        }
        assert_eq!(outline("OrderBy(Row(2, 2), Row(2, 4)).TileBy([4, 8])").blocks, [[2, 4]]);
        assert_eq!(outline("TileOrderBy(Col(3, 1), Row(1, 2), AntiDiag(4))").blocks, [[4, 4], [4, 8]]);
        assert_eq!(outline("TileOrderBy(Row(2, 2, 2), Row(1, 3, 1))").blocks, [[1, 3, 1]]);
        assert_eq!(
            outline("OrderBy(Row(4, 4), Row(3, 3)).ExpandBy([12, 12] => [12, 14]).TileBy([12, 14])").blocks,
            [[3, 3]]
        );
    }
}

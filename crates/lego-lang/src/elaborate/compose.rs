//! The elaboration of `compose(A, B)`: the stages of A, then those of B, in one chain.
//!
//! A view in the middle of a chain moves nothing where it is a `GroupBy`, and is a reordering where it is a `TileBy`: so both sides
//! come without views, and that of B stands at the end, unless more stages follow.

use super::chain::Built;
use super::elaborator::Elaborator;
use crate::syntax::{self, Piece};
use crate::text_range::{Located, TextRange};
use crate::world::World;
use lego_core::chain::pieces::Nested;
use lego_core::chain::{Chain, OrderBy, Requirement, Scalar, Site, Stage};

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// The stages of two layouts one after the other, with the view of the second where nothing else follows; if each is one and the first has as many indices as the second positions.
    pub(super) fn composed(
        &mut self,
        k: usize,
        parts: [&[Located<syntax::Stage>]; 2],
        range: TextRange,
        alone: bool,
    ) -> Option<Vec<Stage<'w, W::Value>>> {
        let [outer, inner] = parts.map(|part| self.part(k, part));
        let (outer, inner) = (outer?, inner?);
        let equal = Requirement::Equal {
            left: "the index of the first layout".into(),
            left_size: outer.count(),
            right: "the memory of the second".into(),
            right_size: inner.span(),
        };
        self.demand(range, equal).then_some(())?;
        let mut stages = without_view(outer.into_stages(), false);
        stages.extend(without_view(inner.into_stages(), alone));
        Some(stages)
    }

    /// One of the layouts: a chain, or the name of one, which need not be a bijection.
    fn part(&mut self, k: usize, part: &[Located<syntax::Stage>]) -> Option<Chain<'w, W::Value>> {
        if let [Located { node: syntax::Stage::Piece(piece), .. }] = part {
            if let Piece::Layout(declaration, sizes) = &piece.node {
                let site = Site { stage: k, ..Site::default() };
                return self.layout_chain(site, declaration, sizes, piece.range);
            }
        }
        let mut run: Vec<Built<'_, 'w, W::Value>> = Vec::new();
        let mut whole = true;
        for syntax in part {
            match self.stages(k, syntax, part.len() == 1) {
                Some(built) => run.extend(built),
                None => whole = false,
            }
        }
        let chain = self.chain(0, run)?;
        whole.then_some(chain)
    }
}

/// Stages without a view among them; with `seen` they are seen as before.
fn without_view<'w, I: Scalar + 'w>(stages: Vec<Stage<'w, I>>, seen: bool) -> Vec<Stage<'w, I>> {
    // From the last stage on: a view by tiles is of the stages before it, back to a packed domain, which is seen by its
    // own indices.
    let mut is_tiled = false;
    let mut alone = Vec::with_capacity(stages.len() + 1);
    for stage in stages.into_iter().rev() {
        match stage {
            // Under a view by tiles they are the same.
            Stage::OrderBy(order) if is_tiled => alone.push(Stage::TileOrderBy(order)),
            Stage::GroupBy(levels) => {
                is_tiled = false;
                alone.extend(seen.then_some(Stage::GroupBy(levels)));
            }
            Stage::TileBy(levels) => {
                is_tiled = true;
                alone.extend(seen.then(|| Stage::GroupBy(levels.clone())));
                if let Ok(tiles) = Chain::new(vec![Stage::TileBy(levels)]) {
                    alone.push(Stage::OrderBy(OrderBy::new(vec![Box::new(Nested::new(tiles))])));
                }
            }
            other => {
                is_tiled &= !matches!(other, Stage::Packed(_));
                alone.push(other);
            }
        }
    }
    alone.reverse();
    alone
}

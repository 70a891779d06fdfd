//! The elaboration of chains: stage by stage, then what neighbours demand of each other.
//!
//! What is decided by constants is checked here, each at the token that is wrong, all together. Checks that multiply or
//! divide come after those that rule out an overflow or a zero: sizes first, then products, then requirements.

use super::elaborated::{Elaborated, StatedFact};
use super::elaborator::Elaborator;
use super::piece::{argument_range, packed_piece};
use super::size::Amount;
use crate::diagnostic::{Diagnostic, Errors};
use crate::parser::Reading;
use crate::syntax::{self, Layout};
use crate::text_range::{Located, TextRange};
use crate::world::World;
use lego_core::chain::{Chain, Demand, OrderBy, Requirement, Scalar, Site, Stage};
use lego_core::{LayoutError, check};

/// Gives a text its meaning in a world. Law: `elaborate_text(text, w)` is `elaborate(&parse(text)?, w)`, except that the
/// errors of both come together.
///
/// # Errors
/// Everything that is wrong, from left to right.
pub fn elaborate_text<'w, W: World>(text: &str, world: &'w W) -> Result<Elaborated<'w, W::Value>, Vec<Diagnostic>> {
    elaborate_in(&Reading::new(text), world)
}

/// [`elaborate_text`] of a text that has been read.
///
/// # Errors
/// Everything that is wrong, from left to right.
pub fn elaborate_reading<'w, W: World>(
    reading: &Reading,
    world: &'w W,
) -> Result<Elaborated<'w, W::Value>, Vec<Diagnostic>> {
    elaborate_in(reading, world)
}

/// [`elaborate_reading`] in a world that the chain may keep.
pub(crate) fn elaborate_in<'w, W: World + Clone + 'w>(
    reading: &Reading,
    world: W,
) -> Result<Elaborated<'w, W::Value>, Vec<Diagnostic>> {
    Elaborator::new(reading.text(), world, reading.errors().clone()).finish(&reading.stages(), &reading.partial().facts)
}

/// Checks a chain and gives it its meaning in a world.
///
/// ```
/// use lego_core::chain::Scalar;
/// use lego_lang::{Numbers, elaborate, parse};
/// let layout = parse("Row(M, 8).TileBy([M/4, 2], [4, 4])")?;
/// let world = Numbers::new(&[("M", 12)]);
/// let dims = elaborate(&layout, &world)?.chain.dims();
/// assert_eq!(dims.iter().map(|n| n.number()).collect::<Vec<_>>(), [Some(3), Some(2), Some(4), Some(4)]);
///
/// let error = elaborate(&layout, &Numbers::new(&[("M", 10)])).unwrap_err()[0];
/// assert_eq!(error.to_string(), "M/4: 4 does not divide 10; divisors near it: 5, 2, 1, 10");
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
///
/// # Errors
/// Everything that is wrong, from left to right.
pub fn elaborate<'w, W: World>(layout: &Layout, world: &'w W) -> Result<Elaborated<'w, W::Value>, Vec<Diagnostic>> {
    let stages: Vec<Option<&Located<syntax::Stage>>> = layout.stages.iter().map(Some).collect();
    Elaborator::new(layout.text(), world, Errors::default()).finish(&stages, &layout.facts)
}

/// A stage and where it and its parts stand.
pub(super) type Built<'s, 'w, V> = (Stage<'w, V>, &'s Located<syntax::Stage>);

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    pub(super) fn finish(
        mut self,
        stages: &[Option<&Located<syntax::Stage>>],
        facts: &[Located<syntax::Fact>],
    ) -> Result<Elaborated<'w, W::Value>, Vec<Diagnostic>> {
        // A wrong stage parts the chain; what is to its left and to its right is checked without it.
        let mut chain = None;
        let mut run: Vec<Built<'_, 'w, W::Value>> = Vec::new();
        let mut first = 0;
        for (k, &syntax) in stages.iter().enumerate() {
            match syntax.and_then(|syntax| self.stages(k, syntax, stages.len() == 1)) {
                Some(built) => run.extend(built),
                None => {
                    self.chain(first, std::mem::take(&mut run));
                    first = k + 1;
                }
            }
        }
        if let Some(whole) = self.chain(first, run) {
            chain = Some(whole);
        }
        for fact in facts {
            let stated = self.fact(fact);
            self.facts.extend(stated);
        }
        match chain {
            Some(chain) if self.errors.is_empty() => {
                let Self { demands, extents, facts, genps, closures, unchecked, entries, .. } = self;
                Ok(Elaborated { chain, demands, extents, facts, genps, closures, unchecked, entries })
            }
            _ => Err(self.errors.into_vec()),
        }
    }

    /// The stages that one of the text is, which may stand alone: one, or those of composed layouts.
    pub(super) fn stages<'s>(
        &mut self,
        k: usize,
        syntax: &'s Located<syntax::Stage>,
        alone: bool,
    ) -> Option<Vec<Built<'s, 'w, W::Value>>> {
        let stages = match &syntax.node {
            syntax::Stage::Compose(..) => self.composed(k, syntax.parts(), syntax.range, alone)?,
            _ => vec![self.stage(k, syntax)?],
        };
        Some(stages.into_iter().map(|stage| (stage, syntax)).collect())
    }

    /// A stage by itself: its sizes, pieces, and that its indices can be counted.
    fn stage(&mut self, k: usize, syntax: &Located<syntax::Stage>) -> Option<Stage<'w, W::Value>> {
        if let Some(piece) = packed_piece(&syntax.node) {
            return self.packed(piece).map(Stage::Packed);
        }
        let stage = match &syntax.node {
            syntax::Stage::OrderBy(_) | syntax::Stage::TileOrderBy(_) | syntax::Stage::Piece(_) => {
                let site = |p| Site { stage: k, piece: Some(p), ..Site::default() };
                let pieces = syntax.pieces().iter().enumerate();
                let pieces: Vec<Option<_>> = pieces.map(|(p, piece)| self.piece(site(p), piece)).collect();
                let order = OrderBy::new(pieces.into_iter().collect::<Option<_>>()?);
                // Before the extents of its array are multiplied.
                self.countable(&order.dims(), syntax.name(), syntax.range).then_some(())?;
                match syntax.node {
                    syntax::Stage::TileOrderBy(_) => Stage::TileOrderBy(order),
                    _ => Stage::OrderBy(order),
                }
            }
            syntax::Stage::Compose(..) => return None,
            syntax::Stage::GroupBy(levels) => Stage::GroupBy(self.levels(levels)?),
            syntax::Stage::TileBy(levels) => {
                self.is_tiled = true;
                let tiles = self.levels(levels);
                self.is_tiled = false;
                Stage::TileBy(tiles?)
            }
            syntax::Stage::ExpandBy(left, right) => {
                let (stored, extended) = (self.sizes(left), self.sizes(right));
                Stage::ExpandBy { stored: stored?, extended: extended? }
            }
            syntax::Stage::PadBy(left, right) => {
                let (logical, stored) = (self.sizes(left), self.sizes(right));
                Stage::PadBy { logical: logical?, stored: stored? }
            }
        };
        let name = syntax.name();
        let mut countable = self.countable(&stage.dims(), name, syntax.range);
        if let Stage::ExpandBy { stored: other, .. } | Stage::PadBy { stored: other, .. } = &stage {
            countable &= self.countable(other, name, syntax.range);
        }
        countable.then_some(stage)
    }

    fn levels(&mut self, levels: &[syntax::List]) -> Option<Vec<Vec<W::Value>>> {
        let levels: Vec<Option<Vec<W::Value>>> = levels.iter().map(|level| self.sizes(level)).collect();
        levels.into_iter().collect()
    }

    /// Puts consecutive right stages together; the chain, if nothing is wrong with it.
    pub(super) fn chain(&mut self, first: usize, run: Vec<Built<'_, 'w, W::Value>>) -> Option<Chain<'w, W::Value>> {
        if run.is_empty() {
            return None;
        }
        let (stages, syntax): (Vec<_>, Vec<_>) = run.into_iter().unzip();
        let place = |site: Site| place(syntax[site.stage], site);
        let wrong = Chain::structure_errors(&stages);
        for &(site, error) in &wrong {
            self.error(error, place(site));
        }
        let chain = if wrong.is_empty() { Chain::new(stages).ok()? } else { return None };
        let mut sizes_agree = true;
        for (pair, syntax) in chain.stages().windows(2).zip(&syntax[1..]) {
            if let (Stage::TileBy(levels), syntax::Stage::TileBy(lists)) = (&pair[1], &syntax.node) {
                sizes_agree &= self.tiles_divide(&pair[0].dims(), levels, lists);
            }
        }
        // What composed layouts demand by themselves and of each other has been asked.
        let is_composed =
            |demand: &Demand<W::Value>| matches!(syntax[demand.site.stage].node, syntax::Stage::Compose(..));
        let demands = chain.demands().into_iter().filter(|demand| !is_composed(demand));
        let (axes, others): (Vec<_>, Vec<_>) = demands.partition(|demand| is_axis(demand.site));
        for mut demand in others {
            if let (None, Some(before), Requirement::Equal { right, .. }) =
                (demand.site.piece, demand.site.stage.checked_sub(1), &mut demand.requirement)
            {
                *right = format!("the {} before it", syntax[before].name());
            }
            sizes_agree &= self.demand(place(demand.site), demand.requirement);
        }
        // Where whole sizes differ, that axes differ says nothing more.
        for Demand { site, mut requirement } in axes {
            if let (Requirement::Equal { left, .. }, Some(axis)) = (&mut requirement, site.element) {
                *left = format!("axis {axis} of {}", syntax[site.stage].name());
            }
            let undecided = requirement.verdict().is_none();
            if sizes_agree || undecided {
                self.demand(place(site), requirement);
            }
        }
        (first == 0).then_some(chain)
    }

    /// Says which tile does not divide the array to the left of a `TileBy`, where that has the same axes.
    fn tiles_divide(&mut self, array: &[W::Value], levels: &[Vec<W::Value>], lists: &[syntax::List]) -> bool {
        let mut divide = true;
        if levels[0].len() != array.len() {
            return divide;
        }
        for (axis, n) in array.iter().enumerate() {
            let Some(mut rest) = n.number() else { continue };
            for (level, list) in levels.iter().zip(lists).skip(1).rev() {
                // Of tiles of 0 the whole sizes say what is wrong.
                let Some(tile) = level[axis].number().filter(|&tile| tile > 0) else { break };
                if rest.checked_rem(tile) != Some(0) {
                    let error = check::divides(&format!("axis {axis} of TileBy"), rest.into(), tile.into());
                    if let Err(error) = error {
                        self.error(error.or_write(&expanded(array, levels, axis)), list[axis].range);
                    }
                    divide = false;
                    break;
                }
                rest /= tile;
            }
        }
        divide
    }

    /// A fact, unless constants decide it.
    fn fact(&mut self, fact: &Located<syntax::Fact>) -> Option<(TextRange, StatedFact<W::Value>)> {
        let (left, right) = (self.amount(&fact.left), self.amount(&fact.right));
        let (left, right) = (left?, right?);
        let text = self.at(fact.range);
        if let (Amount::Number(a), Amount::Number(b)) = (left, right) {
            if !fact.comparison.holds(a, b) {
                self.error(LayoutError::FactFails { fact: text.as_str().into() }, fact.range);
            }
            return None;
        }
        let (left, right) = (self.value(left), self.value(right));
        Some((fact.range, StatedFact { left, comparison: fact.comparison, right, text }))
    }
}

/// The `ExpandBy` to an array that tiles divide, and the number of tiles of an axis; empty where a size is no number.
fn expanded<I: Scalar>(array: &[I], levels: &[Vec<I>], axis: usize) -> String {
    let tile = |axis: usize| levels[1..].iter().try_fold(1_u64, |tile, level| tile.checked_mul(level[axis].number()?));
    let extended = |(axis, n): (usize, &I)| n.number()?.checked_next_multiple_of(tile(axis)?);
    let stored: Option<Vec<u64>> = array.iter().map(|n| n.number()).collect();
    let extended: Option<Vec<u64>> = array.iter().enumerate().map(extended).collect();
    match (stored, extended, tile(axis)) {
        (Some(stored), Some(extended), Some(tile)) => {
            format!("ExpandBy({stored:?} => {extended:?}) and ceil_div({}, {tile}) tiles", stored[axis])
        }
        _ => String::new(),
    }
}

/// Whether a demand is about an axis of the array that a stage reorders.
fn is_axis(site: Site) -> bool {
    site.piece.is_none() && site.argument.is_none() && site.element.is_some()
}

/// The place in the text of a place in a chain.
fn place(stage: &Located<syntax::Stage>, site: Site) -> TextRange {
    let element = |list: &syntax::List| site.element.and_then(|k| list.get(k)).map_or(list.range, |size| size.range);
    let argument = |k: usize| stage.lists().get(k).map(|list| element(list));
    let range = match site.piece {
        None => site.argument.and_then(argument),
        Some(p) => stage.pieces().get(p).map(|piece| match site.argument {
            Some(argument) => argument_range(piece, argument, site.element),
            None => piece.range,
        }),
    };
    range.unwrap_or(stage.range)
}

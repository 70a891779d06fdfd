//! Whether two layouts are the same map: by proof, by their form, by evaluating every index, or refuted by an index that
//! differs.
//!
//! ```text
//! two texts ── one arena ── dims and spans ── Engine ──────────────────────> Equal
//!                                │ no proof
//!                                ├─ numbers ── few: every index ───────────> Equal, Different
//!                                │             many: decide ───────────────> Equal, Different
//!                                │                     │ too much work
//!                                │                     └─ every index ─────> Equal, Different
//!                                │                        or a sample ─────> Different, Undecided
//!                                └─ symbols ── small values ───────────────> Different, Undecided
//! ```
//!
//! `decide` takes the index space apart until the difference of the positions is a polynomial on each part: `reader` writes
//! the difference as a `sum` of products of `atom`s, `rules` and `bits` simplify atoms by what holds on a `cell`, `split`
//! chooses how to take a cell apart.

mod atom;
mod bits;
mod cell;
mod decide;
mod lanes;
mod numbers;
mod points;
mod reader;
mod rules;
mod search;
mod split;
mod sum;
mod value;

use crate::compile::{Options, Symbols, requirement_of_ids, state, state_requirement};
use crate::elaborate::{self, Elaborated};
use crate::world::World;
use crate::{Diagnostic, Exact};
use lego_core::chain::{Chain, Scalar};
use lego_expr::{Arena, Engine, Id, Kind, Node, Op, Symbol, reachable};
use std::fmt;

/// The answer to whether two layouts are the same map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// They have the same dims and span and send every index to the same position, whatever the symbols stand for.
    Equal,
    /// They differ.
    Different(Difference),
    /// Neither a proof nor a difference was found.
    Undecided,
}

/// Where two layouts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The values of the symbols for which they differ there; empty without symbols.
    pub parameters: Vec<(String, i128)>,
    /// What differs.
    pub what: Differs,
}

/// What of two layouts differs; the first's comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Differs {
    /// The logical extents.
    Dims(Vec<u64>, Vec<u64>),
    /// The number of positions, while the extents are equal.
    Span(u64, u64),
    /// The position of an index, `None` where there is none.
    Position {
        /// An index at which they differ: the first in row-major order, unless [`Effort::steps`] did not suffice to tell
        /// which is the first, and more than [`Effort::points`] or 2^34 indices come before this one.
        index: Vec<u64>,
        /// Its position in the first layout.
        left: Option<u64>,
        /// Its position in the second one.
        right: Option<u64>,
    },
}

impl Differs {
    /// An index that the layouts do not send to the same position: one that only one of them has, if the dims differ.
    ///
    /// `None` if only the spans differ.
    ///
    /// ```
    /// use lego_lang::equal::Differs;
    /// assert_eq!(Differs::Dims(vec![4, 8], vec![8, 8]).witness(), Some(vec![4, 0]));
    /// ```
    #[must_use]
    pub fn witness(&self) -> Option<Vec<u64>> {
        match self {
            Self::Dims(left, right) => {
                let mut index = vec![0; left.len()];
                if left.len() == right.len() {
                    let (axis, (a, b)) = left.iter().zip(right).enumerate().rfind(|(_, (a, b))| a != b)?;
                    index[axis] = *a.min(b);
                }
                Some(index)
            }
            Self::Span(..) => None,
            Self::Position { index, .. } => Some(index.clone()),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |p: &Option<u64>| p.map_or("none".to_owned(), |p| p.to_string());
        match &self.what {
            Differs::Dims(left, right) => write!(f, "the dims are {left:?} and {right:?}")?,
            Differs::Span(left, right) => write!(f, "the spans are {left} and {right}")?,
            Differs::Position { index, left, right } => {
                write!(f, "at {index:?} the positions are {} and {}", position(left), position(right))?;
            }
        }
        for (k, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name} = {value}", if k == 0 { ", for " } else { ", " })?;
        }
        Ok(())
    }
}

/// How much work may be done where there is no proof.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The largest number of indices of which every one is looked at.
    pub points: u64,
    /// How many steps the decision without looking at every index may take.
    pub steps: u64,
    /// Told from time to time how many of how many indices have been looked at, from any thread.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Default for Effort<'_> {
    /// 2^24 indices and 2^25 steps, in silence.
    fn default() -> Self {
        Self { points: 1 << 24, steps: 1 << 25, progress: &|_, _| {} }
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort").field("points", &self.points).field("steps", &self.steps).finish_non_exhaustive()
    }
}

/// Whether two texts describe the same map, with the effort of [`Effort::default`].
///
/// A name means the same in both. With symbols the layouts are compared for all values that are right for both: for which the
/// facts after `where` hold, and what each chain demands of its sizes, such as N <= M of an `ExpandBy` from N to M.
///
/// ```
/// use lego_lang::compile::Options;
/// use lego_lang::equal::{Equality, equal};
/// let same = |a, b| equal(a, b, &Options::default()).map(|answer| answer == Equality::Equal);
/// assert_eq!(same("Row(M, K).TileBy([M/8, K/4], [8, 4])", "OrderBy(Row(M, K)).TileBy([M/8, K/4], [8, 4])"), Ok(true));
/// assert_eq!(same("Row(4, 8)", "Col(4, 8)"), Ok(false));
/// ```
///
/// # Errors
/// Everything that is wrong with the first text, and with the second one.
pub fn equal(left: &str, right: &str, options: &Options) -> Result<Equality, [Vec<Diagnostic>; 2]> {
    equal_with(left, right, options, &Effort::default())
}

/// Whether two texts describe the same map.
///
/// # Errors
/// Everything that is wrong with the first text, and with the second one.
pub fn equal_with(
    left: &str,
    right: &str,
    options: &Options,
    effort: &Effort<'_>,
) -> Result<Equality, [Vec<Diagnostic>; 2]> {
    let arena = Arena::new();
    let world = Symbols::new(&arena, &options.values, options.calls);
    let (mut one, mut other) = match (elaborate::compile(left, &world), elaborate::compile(right, &world)) {
        (Ok(one), Ok(other)) => (one, other),
        (one, other) => return Err([one.err().unwrap_or_default(), other.err().unwrap_or_default()]),
    };
    for (_, fact) in one.facts.iter().chain(&other.facts) {
        state(&arena, world.compare(fact.comparison, fact.left, fact.right).id());
    }
    let symbols = world.symbols();
    if !symbols.is_empty() {
        // Where a side does not meet its demands it is no layout, and nothing is claimed.
        for demands in [&mut one.demands, &mut other.demands] {
            for (_, requirement) in std::mem::take(demands) {
                state_requirement(&arena, &requirement_of_ids(requirement, Symbol::id));
            }
        }
    }
    let pair = Pair::new(&arena, &one, &other);
    if arena.overflowed() {
        return Ok(Equality::Undecided);
    }
    if symbols.is_empty()
        && let Some(what) = pair.shapes_differ()
    {
        return Ok(Equality::Different(Difference { parameters: Vec::new(), what }));
    }
    if pair.is_proved_equal() {
        return Ok(Equality::Equal);
    }
    if pair.calls() {
        return Ok(Equality::Undecided);
    }
    if symbols.is_empty() {
        return Ok(pair.compare(effort));
    }
    let names: Vec<&str> = symbols.iter().map(|(name, _)| name.as_str()).collect();
    Ok(search::search([left, right], &names, &options.values))
}

/// The position of an index as an expression: where all guards hold, the value.
#[derive(Debug)]
struct Side<'a> {
    dims: Vec<Symbol<'a>>,
    span: Symbol<'a>,
    guards: Vec<Id>,
    value: Id,
}

impl<'a> Side<'a> {
    fn new(chain: &Chain<'_, Symbol<'a>>, index: &[Symbol<'a>]) -> Self {
        let (guards, value) = if index.len() == chain.dims().len() {
            let applied = chain.apply(index);
            (applied.guards.iter().map(|guard| guard.id()).collect(), applied.value.id())
        } else {
            (Vec::new(), chain.span().id())
        };
        Self { dims: chain.dims(), span: chain.span(), guards, value }
    }
}

/// Two layouts over the same index variables.
struct Pair<'a> {
    arena: &'a Arena,
    index: Vec<Id>,
    sides: [Side<'a>; 2],
    /// Whether a function is taken at its word.
    unchecked: bool,
}

impl<'a> Pair<'a> {
    fn new(arena: &'a Arena, one: &Elaborated<'_, Symbol<'a>>, other: &Elaborated<'_, Symbol<'a>>) -> Self {
        let index: Vec<Symbol<'a>> = one
            .chain
            .dims()
            .iter()
            .enumerate()
            .map(|(k, extent)| match extent.number() {
                Some(1) => arena.constant(0),
                _ => arena.variable(&format!("i{k}"), Kind::Index { extent: extent.id() }),
            })
            .map(|id| Symbol::new(arena, id))
            .collect();
        let sides = [Side::new(&one.chain, &index), Side::new(&other.chain, &index)];
        let unchecked = one.unchecked || other.unchecked;
        Self { arena, index: index.iter().map(|i| i.id()).collect(), sides, unchecked }
    }

    /// The difference of dims or spans that are numbers.
    fn shapes_differ(&self) -> Option<Differs> {
        let numbers = |side: &Side<'_>| side.dims.iter().map(|n| n.number()).collect::<Option<Vec<u64>>>();
        let [left, right] = &self.sides;
        let (a, b) = (numbers(left)?, numbers(right)?);
        if a != b {
            return Some(Differs::Dims(a, b));
        }
        let (a, b) = (left.span.number()?, right.span.number()?);
        (a != b).then_some(Differs::Span(a, b))
    }

    fn is_proved_equal(&self) -> bool {
        let [left, right] = &self.sides;
        let mut engine = Engine::new(self.arena);
        left.dims.len() == right.dims.len()
            && left.dims.iter().zip(&right.dims).all(|(a, b)| engine.is_equal(a.id(), b.id()))
            && engine.is_equal(left.span.id(), right.span.id())
            && engine.is_equal(self.guarded(left), self.guarded(right))
    }

    /// One number for each index: 0 where there is no position, else the position plus 1.
    fn guarded(&self, side: &Side<'_>) -> Id {
        let arena = self.arena;
        let next = arena.binary(Op::Add, side.value, arena.constant(1));
        side.guards.iter().rev().fold(next, |value, &guard| arena.choose(guard, value, arena.constant(0)))
    }

    /// Whether a function of the user's is called, which has no value here.
    fn calls(&self) -> bool {
        let roots: Vec<Id> =
            self.sides.iter().flat_map(|side| side.guards.iter().copied().chain([side.value])).collect();
        reachable(self.arena, &roots).into_iter().any(|id| matches!(self.arena.get(id), Node::Call { .. }))
    }
}

/// A position of a chain of numbers.
fn position(chain: &Chain<'_, Exact>, index: &[u64]) -> Option<u64> {
    let index: Vec<Exact> = index.iter().map(|&i| Exact::from(i)).collect();
    let mapped = chain.apply(&index);
    if mapped.guards.iter().all(|&holds| holds == Ok(true)) { mapped.value.number() } else { None }
}

#[cfg(test)]
mod random;
#[cfg(test)]
mod tests;

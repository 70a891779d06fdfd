//! Two maps over one index, and what shows at once whether they are the same.

use crate::answer::Differs;
use lego_core::chain::Scalar as _;
use lego_expr::{Abilities, Arena, Cost, Engine, Id, Map, Node, Op, Symbol, Unknown, legal, reachable};

/// Two maps from an index to one value, such as a position, over the same index variables.
#[derive(Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) index: Vec<Id>,
    pub(crate) sides: [Map; 2],
}

impl<'a> Pair<'a> {
    /// The pair; `None` of maps of different ranks.
    pub(crate) fn new(arena: &'a Arena, left: &Map, right: &Map) -> Option<Self> {
        let index = left.index.clone();
        (index.len() == right.index.len()).then(|| Self {
            arena,
            sides: [left.clone(), right.over(arena, &index)],
            index,
        })
    }

    /// The guards of both sides, each side's followed by its position.
    pub(crate) fn roots(&self) -> Vec<Id> {
        self.sides.iter().flat_map(Map::roots).collect()
    }

    /// The same maps without lists: with the arithmetic that their entries are, or comparisons.
    pub(crate) fn without_lists(&self) -> Self {
        let abilities = Abilities { look_up: false, ..Abilities::ALL };
        let spelt = |side: &Map| {
            let mut roots = legal(self.arena, &side.roots(), &[], abilities, &Unknown).roots;
            let values = roots.split_off(side.guards.len());
            Map { guards: roots, values, ..side.clone() }
        };
        Self { arena: self.arena, index: self.index.clone(), sides: self.sides.each_ref().map(spelt) }
    }

    /// Whether a function is taken at its word.
    pub(crate) fn unchecked(&self) -> bool {
        self.sides.iter().any(|side| side.unchecked)
    }

    /// The extents of a pair of numbers.
    pub(crate) fn extents(&self) -> Vec<u64> {
        self.sides[0].dims.iter().filter_map(|&extent| number(self.arena, extent)).collect()
    }

    /// Whether every variable is a component of the index, and no function of the user's is called.
    pub(crate) fn is_of_numbers(&self) -> bool {
        let sizes = self.sides.iter().flat_map(|side| side.dims.iter().chain(&side.spans));
        sizes.into_iter().all(|&size| self.arena.number(size).is_some())
            && reachable(self.arena, &self.roots()).into_iter().all(|id| match self.arena.get(id) {
                Node::Variable(_) => self.index.contains(&id),
                Node::Call { .. } => false,
                _ => true,
            })
    }

    /// Whether the engine proves the maps equal, whatever the symbols stand for.
    pub(crate) fn is_proved_equal(&self) -> bool {
        let [left, right] = &self.sides;
        // Extents and spans are there whether or not there is an index. A position is only where every extent is at least 1; and
        // where a stored extent is 0, of which no extent says so, neither side has one.
        let mut sizes = Engine::of_sizes(self.arena, Cost::default());
        let [one, other] = self.sides.each_ref().map(|side| self.stored_alone(side));
        let is_same = |a: &[Id], b: &[Id]| a.iter().all(|id| b.contains(id)) && b.iter().all(|id| a.contains(id));
        left.dims.iter().zip(&right.dims).all(|(&a, &b)| sizes.is_equal(a, b))
            && left.spans.iter().zip(&right.spans).all(|(&a, &b)| sizes.is_equal(a, b))
            && Engine::new(self.arena).is_equal(self.guarded(left), self.guarded(right))
            && (is_same(&one, &other) || sizes.is_equal(self.guarded(left), self.guarded(right)))
    }

    /// The symbolic bounds of guards that may be 0 while no extent is.
    fn stored_alone(&self, side: &Map) -> Vec<Id> {
        let symbol = |id: &Id| Symbol::new(self.arena, *id);
        let (mut open, mut alone) = (side.guards.clone(), Vec::new());
        while let Some(guard) = open.pop() {
            match self.arena.get(guard) {
                Node::Binary(Op::And, one, other) => open.extend([one, other]),
                Node::Compare(_, _, bound) => {
                    let goes_with = |extent| symbol(extent).vanishes_with(symbol(&bound));
                    if !side.dims.iter().any(goes_with) && !alone.contains(&bound) {
                        alone.push(bound);
                    }
                }
                _ => {}
            }
        }
        alone
    }

    /// One number for each index: 0 where there is no position, else the position plus 1.
    fn guarded(&self, side: &Map) -> Id {
        let arena = self.arena;
        let next = arena.binary(Op::Add, side.values[0], arena.constant(1));
        side.guards.iter().rev().fold(next, |value, &guard| arena.choose(guard, value, arena.constant(0)))
    }
}

/// The difference of dims or spans that are numbers.
pub(crate) fn shapes_differ(arena: &Arena, left: &Map, right: &Map) -> Option<Differs> {
    let numbers = |ids: &[Id]| ids.iter().map(|&id| number(arena, id)).collect::<Option<Vec<u64>>>();
    let (a, b) = (numbers(&left.dims)?, numbers(&right.dims)?);
    if a != b {
        return Some(Differs::Dims(a, b));
    }
    let (a, b) = (number(arena, left.spans[0])?, number(arena, right.spans[0])?);
    (a != b).then_some(Differs::Span(a, b))
}

fn number(arena: &Arena, id: Id) -> Option<u64> {
    arena.number(id).and_then(|value| u64::try_from(value).ok())
}

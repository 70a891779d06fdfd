//! The loops over all indices in their order, the ends of each: what an `ExpandBy` does not store is left out by an end, and
//! not asked for at each index, where it lies behind one.

use super::layout::Unit;
use crate::error::Error;
use lego_expr::{Arena, Comparison, Cost, Dialect, Engine, Id, Map, Node, Op};

/// The loop over an axis, inside those over the axes before it.
pub(crate) struct Loop<T = String> {
    /// The component of the index.
    pub(crate) name: String,
    /// It ends at the least of these, which may be below zero.
    pub(crate) ends: Vec<T>,
}

impl<T: Clone> Loop<T> {
    /// Where it ends, in a dialect's own words for a minimum.
    pub(crate) fn end<D: Dialect<Output = T>>(&self, dialect: &D) -> T {
        let (first, others) = (self.ends[0].clone(), self.ends[1..].iter().cloned());
        others.fold(first, |least, end| dialect.binary(Op::Min, least, end))
    }
}

/// Loops over all indices in their order.
pub(crate) struct Loops<T = String> {
    pub(crate) axes: Vec<Loop<T>>,
    /// Whether some of the indices that are left may have no position.
    pub(crate) is_open: bool,
}

impl Unit<'_> {
    /// The loops over all indices that have a position, with their ends as texts.
    ///
    /// # Errors
    /// Texts that would be far longer than there are operations.
    pub(crate) fn loops<D: Dialect>(&self, dialect: &D) -> Result<Loops<D::Output>, Error> {
        let Loops { axes, is_open } = self.ends();
        let text = |axis: Loop<Id>| Ok(Loop { name: axis.name, ends: self.sizes(&axis.ends, dialect)? });
        Ok(Loops { axes: axes.into_iter().map(text).collect::<Result<_, Error>>()?, is_open })
    }

    /// The loops over all indices that have a position.
    pub(crate) fn ends(&self) -> Loops<Id> {
        let compiled = self.compiled;
        let (arena, mut engine) = (&*compiled.arena, Engine::new(&compiled.arena));
        // An end is computed whether or not there is an index.
        let mut sizes = Engine::of_sizes(arena, Cost::default());
        let mut ends: Vec<Vec<Id>> = compiled.dims.iter().map(|&extent| vec![extent]).collect();
        let mut is_open = false;
        let mut guards = compiled.apply.guards().to_vec();
        while let Some(guard) = guards.pop() {
            if self.number(guard).is_some_and(|truth| truth != 0) {
                continue;
            }
            if let Node::Binary(Op::And, one, other) = arena.get(guard) {
                guards.extend([other, one]);
                continue;
            }
            match end(arena, &mut engine, guard, &compiled.index) {
                Some((axis, end)) => {
                    let simplified = sizes.simplify(&[], &[end]).roots[0];
                    ends[axis].push(if arena.number(simplified).is_some() { simplified } else { end });
                }
                None => is_open = true,
            }
        }
        // Of ends that are numbers only the least is one.
        let least = |ends: Vec<Id>| {
            let least = ends.iter().filter_map(|&end| arena.number(end)).min();
            let others: Vec<Id> = ends.into_iter().filter(|&end| arena.number(end).is_none()).collect();
            least.map(|least| arena.constant(least)).into_iter().chain(others).collect()
        };
        let axes = self.names.index.iter().zip(ends).map(|(name, ends)| Loop { name: name.clone(), ends: least(ends) });
        Loops { axes: axes.collect(), is_open }
    }
}

/// The axis that a guard ends, and where: of `rest + i < bound`, where nothing else depends on the axis, at `bound - rest`.
fn end(arena: &Arena, engine: &mut Engine<'_>, guard: Id, index: &[Id]) -> Option<(usize, Id)> {
    let Node::Compare(comparison, left, bound) = arena.get(guard) else { return None };
    let axis = (0..index.len()).rev().find(|&k| engine.depends(left, index[k]) || engine.depends(bound, index[k]))?;
    let variable = index[axis];
    if engine.depends(bound, variable) || arena.number(engine.slope(left, variable)?) != Some(1) {
        return None;
    }
    let along = Map {
        index: vec![variable],
        dims: vec![],
        spans: vec![],
        guards: vec![],
        values: vec![left],
        unchecked: false,
    };
    let rest = engine.simplify(&[], &along.over(arena, &[arena.constant(0)]).values).roots[0];
    let end = if arena.number(rest) == Some(0) { bound } else { arena.binary(Op::Sub, bound, rest) };
    match comparison {
        Comparison::Less => Some((axis, end)),
        Comparison::LessEqual => Some((axis, arena.binary(Op::Add, end, arena.constant(1)))),
        _ => None,
    }
}

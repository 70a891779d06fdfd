//! The maps of a chain over symbols, as the algebra writes them and before anything is simplified.

use super::assertion::requirement_of_ids;
use super::knowledge::{state_extents, state_facts, state_requirement};
use super::limit::within_limit;
use super::options::Options;
use super::outline::Outline;
use super::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::elaborate::{Elaborated, elaborate_reading};
use crate::parser::Reading;
use crate::text_range::TextRange;
use lego_expr::{Arena, Comparison, Id, Kind, Map, Node, Symbol};

/// The maps of two texts in one arena, each from the index to the position.
#[derive(Clone, Debug)]
pub struct Maps {
    /// The maps, as the algebra wrote them; over the same index where the ranks are the same.
    pub maps: [Map; 2],
    /// The parameters without a value, in the order in which the texts name them.
    pub parameters: Vec<String>,
}

/// The maps of two texts in an arena. A name means the same in both.
///
/// What both texts state, and what they demand of parameters without a value, is stated in the arena: what is proved there
/// holds for all values that are right for both.
///
/// # Errors
/// Everything that is wrong with the first text, and with the second one; so are facts that contradict those of the first.
pub fn maps_in(arena: &Arena, readings: [&Reading; 2], options: &Options) -> Result<Maps, [Vec<Diagnostic>; 2]> {
    let world = Symbols::new(arena, options);
    let elaborated = readings.map(|reading| {
        let range = TextRange::all(reading.text());
        within_limit(arena, range, || elaborate_reading(reading, &world)).and_then(|elaborated| elaborated)
    });
    let (one, other) = match elaborated {
        [Ok(one), Ok(other)] => (one, other),
        wrong => return Err(wrong.map(|elaborated| elaborated.err().unwrap_or_default())),
    };
    match [&one, &other].map(|elaborated| state_facts(&world, elaborated)) {
        [Ok(_), Ok(_)] => {}
        wrong => return Err(wrong.map(|facts| facts.err().unwrap_or_default())),
    }
    let symbols = world.symbols();
    if !symbols.is_empty() {
        // Where a side does not meet its demands it is no layout, and nothing is claimed.
        for elaborated in [&one, &other] {
            state_extents(arena, elaborated);
            for (_, requirement) in &elaborated.demands {
                state_requirement(arena, &requirement_of_ids(requirement.clone(), Symbol::id));
            }
        }
    }
    let index = Map::index(arena, &ids(&one.chain.dims()));
    let others = other.chain.dims();
    let other_index = if others.len() == index.len() { index.clone() } else { Map::index(arena, &ids(&others)) };
    let map = |reading: &Reading, elaborated, index: &[Id]| {
        let range = TextRange::all(reading.text());
        within_limit(arena, range, || apply(arena, elaborated, index))
    };
    let maps = match [map(readings[0], &one, &index), map(readings[1], &other, &other_index)] {
        [Ok(one), Ok(other)] => [one, other],
        wrong => return Err(wrong.map(|map| map.err().unwrap_or_default())),
    };
    Ok(Maps { maps, parameters: symbols.into_iter().map(|(name, _)| name).collect() })
}

/// The maps of a text both ways.
#[derive(Clone, Debug)]
pub struct Directions {
    /// From the index to the position, as the algebra wrote it.
    pub apply: Map,
    /// From the position to the index, as the algebra wrote it.
    pub inv: Map,
    /// The parameters without a value, in the order in which the text names them, and their variables.
    pub parameters: Vec<(String, Id)>,
    /// Whether indices share positions: then `inv` gives one of those at a position.
    pub shares: bool,
    /// What a drawing shows beside the maps.
    pub outline: Outline,
}

/// The maps of a text in an arena, both ways. `known` are parameters that are variables of the arena already.
///
/// What the text states, and what it demands of parameters without a value, is stated in the arena: what is proved there
/// holds for all values that are right for it.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn directions_in(
    arena: &Arena,
    reading: &Reading,
    options: &Options,
    known: &[(String, Id)],
) -> Result<Directions, Vec<Diagnostic>> {
    let world = Symbols::new(arena, options).knowing(known);
    let range = TextRange::all(reading.text());
    let elaborated = within_limit(arena, range, || elaborate_reading(reading, &world))??;
    state_facts(&world, &elaborated)?;
    if !world.symbols().is_empty() {
        state_extents(arena, &elaborated);
        for (_, requirement) in &elaborated.demands {
            state_requirement(arena, &requirement_of_ids(requirement.clone(), Symbol::id));
        }
    }
    let index = Map::index(arena, &ids(&elaborated.chain.dims()));
    let [apply, inv] = within_limit(arena, range, || {
        let position = arena.variable("p", Kind::Index { extent: elaborated.chain.span().id() });
        [apply(arena, &elaborated, &index), inv(arena, &elaborated, position)]
    })?;
    let outline = Outline::new(arena, &elaborated.chain);
    let shares = elaborated.chain.sharing().is_some();
    Ok(Directions { apply, inv, parameters: world.symbols(), shares, outline })
}

/// The components of an index as the algebra is given them: the only index below 1 is 0, so its axis costs nothing.
pub(super) fn components<'a>(arena: &'a Arena, index: &[Id], dims: &[Id]) -> Vec<Symbol<'a>> {
    let component = |(&id, &extent)| if arena.number(extent) == Some(1) { arena.constant(0) } else { id };
    index.iter().zip(dims).map(component).map(|id| Symbol::new(arena, id)).collect()
}

/// The map from an index of so many variables to its position.
pub(super) fn apply<'a>(arena: &'a Arena, elaborated: &Elaborated<'_, Symbol<'a>>, index: &[Id]) -> Map {
    let chain = &elaborated.chain;
    let dims = ids(&chain.dims());
    if chain.is_empty() {
        return nowhere(arena, index, dims, vec![chain.span().id()]);
    }
    let applied = chain.apply(&components(arena, index, &dims));
    Map {
        index: index.to_vec(),
        dims,
        spans: vec![chain.span().id()],
        guards: ids(&applied.guards),
        values: vec![applied.value.id()],
        unchecked: elaborated.unchecked,
    }
}

/// The map from a position, a variable, to the components of its index.
pub(super) fn inv<'a>(arena: &'a Arena, elaborated: &Elaborated<'_, Symbol<'a>>, position: Id) -> Map {
    let chain = &elaborated.chain;
    if chain.is_empty() {
        return nowhere(arena, &[position], vec![chain.span().id()], ids(&chain.dims()));
    }
    let inverted = chain.inv(Symbol::new(arena, position));
    Map {
        index: vec![position],
        dims: vec![chain.span().id()],
        spans: ids(&chain.dims()),
        guards: ids(&inverted.guards),
        values: ids(&inverted.value),
        unchecked: elaborated.unchecked,
    }
}

/// The map that has no value: where a size is the number 0 there is nothing to compute. Its extents may leave indices, as those
/// of an `ExpandBy` do; none of them meets the guard.
fn nowhere(arena: &Arena, index: &[Id], dims: Vec<Id>, spans: Vec<Id>) -> Map {
    let zero = arena.constant(0);
    let has_no_index = dims.iter().any(|&extent| arena.number(extent) == Some(0));
    // A comparison that no arena would fold away.
    let never = arena.node(Node::Compare(Comparison::Less, arena.constant(1), zero));
    let guards = if has_no_index { Vec::new() } else { vec![never] };
    Map { index: index.to_vec(), values: vec![zero; spans.len()], dims, spans, guards, unchecked: false }
}

/// The nodes of symbols.
pub(super) fn ids(symbols: &[Symbol<'_>]) -> Vec<Id> {
    symbols.iter().map(|symbol| symbol.id()).collect()
}

//! The facts that the engine is told of symbols, and the requirements that it is asked to prove of them.

use super::assertion::{Assertion, Condition, requirement_of_ids};
use super::consistency::Consistency;
use super::symbols::{MOST_PREMISES, Symbols};
use crate::diagnostic::Diagnostic;
use crate::elaborate::Elaborated;
use crate::text_range::TextRange;
use crate::world::World;
use lego_core::LayoutError;
use lego_core::chain::Requirement;
use lego_expr::{Arena, Comparison, Engine, Id, Node, Op, Premise, Symbol};

/// So many facts, and so many demands, are compared with those before them.
const MOST_COMPARED: usize = 32;

/// States the facts of a layout, which are to be asserted.
///
/// # Errors
/// What no sizes can meet: demands and facts that contradict what stands before them.
pub(super) fn state_facts<'a>(
    world: &Symbols<'a>,
    elaborated: &Elaborated<'_, Symbol<'a>>,
) -> Result<Vec<Assertion>, Vec<Diagnostic>> {
    let arena = world.arena;
    let mut consistency = Consistency::new(arena);
    // Of a layout that no sizes but 0 make, it is said that none make it.
    let extents = elaborated
        .extents
        .iter()
        .map(|(range, extent)| (*range, Requirement::Positive { what: String::new(), value: extent.id() }));
    let demands = elaborated.demands.iter().take(MOST_COMPARED);
    let demands = demands.map(|(range, demand)| (*range, requirement_of_ids(demand.clone(), Symbol::id)));
    let needed: Vec<(TextRange, Requirement<Id>)> = extents.take(MOST_COMPARED).chain(demands).collect();
    for (range, requirement) in needed {
        if !consistency.add_requirement(&requirement) {
            let needed = Condition::Requirement(requirement).describe(arena);
            let error = LayoutError::Unmeetable { needed: needed.as_str().into() };
            return Err(vec![Diagnostic { error, range }]);
        }
    }
    let (mut contradictions, mut assertions) = (Vec::new(), Vec::new());
    for (number, (range, fact)) in elaborated.facts.iter().enumerate() {
        let truth = world.compare(fact.comparison, fact.left, fact.right).id();
        if number < MOST_COMPARED {
            let before = consistency.clone();
            if !consistency.add_truth(truth) || is_refuted(arena, truth) {
                // What comes after it is compared with the others.
                consistency = before;
                let error = LayoutError::Contradiction { fact: fact.text.as_str().into() };
                contradictions.push(Diagnostic { error, range: *range });
                continue;
            }
        }
        state(arena, truth);
        assertions.push(Assertion { range: *range, condition: Condition::Fact(fact.text.clone(), truth) });
    }
    if contradictions.is_empty() { Ok(assertions) } else { Err(contradictions) }
}

/// States that the extents of a layout are at least 1 wherever it has an index.
pub(super) fn state_extents(arena: &Arena, elaborated: &Elaborated<'_, Symbol<'_>>) {
    for (_, extent) in &elaborated.extents {
        // Of a size by itself its kind says so.
        if !matches!(arena.get(extent.id()), Node::Variable(_)) {
            arena.state_of_inhabited(Premise::AtMost(arena.constant(1), extent.id()));
        }
    }
}

/// States a fact of the `where` clause in the form in which the engine uses it; other facts are asserted only.
fn state(arena: &Arena, truth: Id) {
    let Node::Compare(comparison, a, b) = arena.get(truth) else { return };
    match (comparison, arena.get(a), arena.number(a), arena.number(b)) {
        (Comparison::Equal, Node::Binary(Op::Rem, value, divisor), _, Some(0)) => {
            arena.state(Premise::Divides(value, divisor));
        }
        (Comparison::Less, ..) => match arena.number(b) {
            // Below the least number of 128 bits there is none: that is refuted, and says nothing more.
            Some(bound) => bound.checked_sub(1).into_iter().for_each(|most| {
                arena.state(Premise::AtMost(a, arena.constant(most)));
            }),
            None => arena.state(Premise::AtMost(arena.binary(Op::Add, a, arena.constant(1)), b)),
        },
        (Comparison::LessEqual, ..) => arena.state(Premise::AtMost(a, b)),
        (Comparison::Equal, ..) => {
            arena.state(Premise::AtMost(a, b));
            arena.state(Premise::AtMost(b, a));
        }
        (Comparison::NotEqual, ..) => {}
    }
}

/// Whether the facts stated so far, or numbers alone, say that a truth about sizes never holds.
fn is_refuted(arena: &Arena, truth: Id) -> bool {
    let less = |engine: &mut Engine<'_>, a, b| {
        // Nothing is above the largest number of 128 bits.
        let is_last = arena.number(a) == Some(i128::MAX);
        !is_last && engine.is_at_most(arena.binary(Op::Add, a, arena.constant(1)), b)
    };
    match arena.get(truth) {
        Node::Constant(truth) => truth == 0,
        Node::Compare(comparison, a, b) if arena.premises().len() <= MOST_PREMISES => {
            let mut engine = Engine::new(arena);
            match comparison {
                Comparison::Less => engine.is_at_most(b, a),
                Comparison::LessEqual => less(&mut engine, b, a),
                Comparison::Equal => less(&mut engine, a, b) || less(&mut engine, b, a),
                Comparison::NotEqual => engine.is_at_most(a, b) && engine.is_at_most(b, a),
            }
        }
        _ => false,
    }
}

/// States a requirement that will be asserted in the form in which the engine uses it, if it has one.
pub(crate) fn state_requirement(arena: &Arena, requirement: &Requirement<Id>) {
    match *requirement {
        Requirement::Positive { value, .. } => arena.state(Premise::AtMost(arena.constant(1), value)),
        Requirement::Divides { value, divisor, .. } => arena.state(Premise::Divides(value, divisor)),
        Requirement::AtMost { value, most, .. } => arena.state(Premise::AtMost(value, most)),
        Requirement::Equal { left_size, right_size, .. } => {
            arena.state(Premise::AtMost(left_size, right_size));
            arena.state(Premise::AtMost(right_size, left_size));
        }
        Requirement::PowerOfTwo { .. } | Requirement::Coprime { .. } => {}
    }
}

/// Whether a requirement is one of the facts that the engine takes for granted, which therefore must be asserted.
pub(super) fn is_stated(arena: &Arena, requirement: &Requirement<Id>) -> bool {
    matches!(requirement, Requirement::Divides { value, divisor, .. } if arena.is_stated(&Premise::Divides(*value, *divisor)))
}

pub(super) fn is_proved(arena: &Arena, engine: &mut Engine<'_>, requirement: &Requirement<Id>) -> bool {
    match requirement {
        Requirement::Positive { value, .. } => engine.is_at_most(arena.constant(1), *value),
        Requirement::Divides { value, divisor, .. } => engine.divides(*divisor, *value),
        Requirement::AtMost { value, most, .. } => engine.is_at_most(*value, *most),
        Requirement::Equal { left_size, right_size, .. } => engine.is_equal(*left_size, *right_size),
        Requirement::PowerOfTwo { .. } | Requirement::Coprime { .. } => false,
    }
}

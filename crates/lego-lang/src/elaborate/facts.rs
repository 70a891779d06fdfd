//! What the text alone shows of the registers of a routine: bounds of numbers, and conditions that are settled.

use super::bounds::Bounds;
use super::routine::{Instruction, Routine};
use crate::syntax::Operator;
use crate::world::World;

/// What is known of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Number(Bounds),
    /// A condition; `None` where it is not settled.
    Condition(Option<bool>),
}

impl Fact {
    fn bounds(self) -> Bounds {
        match self {
            Self::Number(bounds) => bounds,
            Self::Condition(_) => Bounds::ANY,
        }
    }

    pub(super) fn truth(self) -> Option<bool> {
        match self {
            Self::Number(_) => None,
            Self::Condition(truth) => truth,
        }
    }

    pub(super) fn is_zero(self) -> bool {
        self == Self::Number(Bounds::of(0))
    }
}

/// What is known of each register of a routine, its inputs being within bounds.
pub(super) fn facts<W: World>(world: &W, routine: &Routine<W::Value>, inputs: &[Bounds]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::with_capacity(routine.instructions.len());
    let is_same = |a: usize, b: usize| {
        a == b
            || match (&routine.instructions[a], &routine.instructions[b]) {
                (Instruction::Symbol(one), Instruction::Symbol(other)) => one == other,
                _ => false,
            }
    };
    for instruction in &routine.instructions {
        let bounds = |k: usize| facts[k].bounds();
        let truth = |k: usize| facts[k].truth();
        let fact = match *instruction {
            Instruction::Constant(value) => Fact::Number(Bounds::of(value)),
            // A size; that one is not 0 is not known where it is known at run time only.
            Instruction::Symbol(value) => Fact::Number(world.as_constant(value).map_or(Bounds::NATURAL, Bounds::of)),
            Instruction::Input(k) => Fact::Number(inputs[k]),
            Instruction::Settled(holds) => Fact::Condition(Some(holds)),
            Instruction::Binary(Operator::Compare(comparison), a, b) if is_same(a, b) => {
                Fact::Condition(Some(comparison.holds(0, 0)))
            }
            Instruction::Binary(Operator::Compare(comparison), a, b) => {
                Fact::Condition(bounds(a).compare(comparison, bounds(b)))
            }
            Instruction::Binary(Operator::And, a, b) => Fact::Condition(match (truth(a), truth(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) => other,
                _ => None,
            }),
            Instruction::Binary(Operator::Or, a, b) => Fact::Condition(match (truth(a), truth(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), other) => other,
                _ => None,
            }),
            Instruction::Binary(Operator::Sub | Operator::BitXor, a, b) if is_same(a, b) => Fact::Number(Bounds::of(0)),
            Instruction::Binary(operator, a, b) => Fact::Number(Bounds::binary(operator, bounds(a), bounds(b))),
            Instruction::Call(call, a, b) => Fact::Number(Bounds::call(call, bounds(a), bounds(b))),
            Instruction::Not(a) => Fact::Condition(truth(a).map(|holds| !holds)),
            Instruction::Choose(c, a, b) => Fact::Number(match truth(c) {
                Some(true) => bounds(a),
                Some(false) => bounds(b),
                None => bounds(a).or(bounds(b)),
            }),
        };
        facts.push(fact);
    }
    facts
}

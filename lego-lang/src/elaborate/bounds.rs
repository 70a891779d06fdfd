//! What the text alone shows of the registers of a routine: bounds of numbers, and conditions that are settled.

use super::routine::{Instruction, Routine};
use crate::syntax::{Call, Comparison, Operator};
use crate::world::World;
use lego_core::chain::Scalar;

/// Two ends between which a number lies, where it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The lower end; `i128::MIN` where none is known.
    least: i128,
    /// The upper end; `i128::MAX` where none is known.
    most: i128,
}

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

impl Bounds {
    const ANY: Self = Self { least: i128::MIN, most: i128::MAX };
    pub(super) const NATURAL: Self = Self { least: 0, most: i128::MAX };

    const fn of(value: i128) -> Self {
        Self { least: value, most: value }
    }

    /// Those of an index below an extent.
    pub(super) fn below(extent: impl Scalar) -> Self {
        Self { least: 0, most: extent.number().map_or(i128::MAX, |n| i128::from(n.saturating_sub(1))) }
    }

    const fn is_natural(self) -> bool {
        self.least >= 0
    }

    /// Those of a result that is natural where it has a value.
    const fn natural_to(most: i128) -> Self {
        Self { least: 0, most }
    }

    /// Those of either of two numbers.
    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    fn add(self, other: Self) -> Self {
        let is_open = |end: i128, other: i128, infinity: i128| end == infinity || other == infinity;
        let least = match is_open(self.least, other.least, i128::MIN) {
            true => i128::MIN,
            false => self.least.checked_add(other.least).unwrap_or(i128::MIN),
        };
        let most = match is_open(self.most, other.most, i128::MAX) {
            true => i128::MAX,
            false => self.most.checked_add(other.most).unwrap_or(i128::MAX),
        };
        Self { least, most }
    }

    fn negated(self) -> Self {
        let turned = |end: i128| match end {
            i128::MIN => i128::MAX,
            i128::MAX => i128::MIN,
            end => -end,
        };
        Self { least: turned(self.most), most: turned(self.least) }
    }

    fn mul(self, other: Self) -> Self {
        let zero = Self::of(0);
        match (self, other) {
            _ if self == zero || other == zero => zero,
            _ if self.is_natural() && other.is_natural() => Self {
                least: self.least.checked_mul(other.least).unwrap_or(0),
                most: self.most.checked_mul(other.most).unwrap_or(i128::MAX),
            },
            _ => Self::ANY,
        }
    }

    /// The bounds of an operation; of one that has a value on naturals only, the naturals.
    fn binary(operator: Operator, a: Self, b: Self) -> Self {
        let zero = Self::of(0);
        match operator {
            Operator::Add => a.add(b),
            Operator::Sub => a.add(b.negated()),
            Operator::Mul => a.mul(b),
            // The quotient is largest for the smallest divisor, which is at least 1.
            Operator::Div => Self::natural_to(a.most.max(0) / b.least.max(1)),
            Operator::Rem => Self::natural_to(a.most.min(b.most.saturating_sub(1)).max(0)),
            Operator::BitAnd => Self::natural_to(a.most.min(b.most).max(0)),
            Operator::BitOr | Operator::BitXor if a == zero && b == zero => zero,
            Operator::Shl if a == zero => zero,
            Operator::Shr => Self::natural_to(a.most.max(0)),
            Operator::BitOr | Operator::BitXor | Operator::Shl => Self::NATURAL,
            Operator::Compare(_) | Operator::And | Operator::Or => Self::ANY,
        }
    }

    fn call(call: Call, a: Self, b: Self) -> Self {
        match call {
            Call::Min => Self { least: a.least.min(b.least), most: a.most.min(b.most) },
            Call::Max => Self { least: a.least.max(b.least), most: a.most.max(b.most) },
            Call::CeilDiv if a == Self::of(0) => a,
            Call::CeilDiv => Self::NATURAL,
        }
    }

    /// The answer to a comparison, if the bounds settle it.
    fn compare(self, comparison: Comparison, other: Self) -> Option<bool> {
        let decided = |always: bool, never: bool| match (always, never) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let is_one = self.least == self.most && self == other;
        let apart = self.most < other.least || other.most < self.least;
        match comparison {
            Comparison::Less => decided(self.most < other.least, self.least >= other.most),
            Comparison::LessEqual => decided(self.most <= other.least, self.least > other.most),
            Comparison::Greater => decided(self.least > other.most, self.most <= other.least),
            Comparison::GreaterEqual => decided(self.least >= other.most, self.most < other.least),
            Comparison::Equal => decided(is_one, apart),
            Comparison::NotEqual => decided(apart, is_one),
        }
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

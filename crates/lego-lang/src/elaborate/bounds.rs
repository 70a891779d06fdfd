//! Two ends between which a number lies, and those of what is computed with it.

use crate::syntax::{Call, Comparison, Operator};
use lego_core::chain::Scalar;

/// Two ends between which a number lies, where it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The lower end; `i128::MIN` where none is known.
    least: i128,
    /// The upper end; `i128::MAX` where none is known.
    most: i128,
}

impl Bounds {
    pub(super) const ANY: Self = Self { least: i128::MIN, most: i128::MAX };
    pub(super) const NATURAL: Self = Self { least: 0, most: i128::MAX };

    pub(super) const fn of(value: i128) -> Self {
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
    pub(super) fn or(self, other: Self) -> Self {
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
    pub(super) fn binary(operator: Operator, a: Self, b: Self) -> Self {
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

    pub(super) fn call(call: Call, a: Self, b: Self) -> Self {
        match call {
            Call::Min => Self { least: a.least.min(b.least), most: a.most.min(b.most) },
            Call::Max => Self { least: a.least.max(b.least), most: a.most.max(b.most) },
            Call::CeilDiv if a == Self::of(0) => a,
            Call::CeilDiv => Self::NATURAL,
        }
    }

    /// The answer to a comparison, if the bounds settle it.
    pub(super) fn compare(self, comparison: Comparison, other: Self) -> Option<bool> {
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

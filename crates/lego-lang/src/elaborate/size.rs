//! The elaboration of sizes and of the other numbers that a text may have in their place.

use super::elaborator::Elaborator;
use crate::syntax::{Call, Expr, ExprKind, List, Operator};
use crate::text_range::TextRange;
use crate::world::World;
use lego_core::chain::{Requirement, Signed};
use lego_core::{LayoutError, check};

/// The value of a size expression: a number, or a value of the world that stands for one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount<V> {
    Number(i128),
    Symbol(V),
}

use Amount::{Number, Symbol};

impl<W: World + Clone> Elaborator<'_, W> {
    pub(super) fn value(&self, amount: Amount<W::Value>) -> W::Value {
        match amount {
            Number(number) => self.world.constant(number),
            Symbol(value) => value,
        }
    }

    /// A value of the world, as a number if it is one.
    fn amount_of(&self, value: W::Value) -> Amount<W::Value> {
        self.world.as_constant(value).map_or(Symbol(value), Number)
    }

    /// Sizes.
    pub(super) fn sizes(&mut self, list: &List) -> Option<Vec<W::Value>> {
        let sizes: Vec<Option<W::Value>> = list.iter().map(|size| self.size(size)).collect();
        sizes.into_iter().collect()
    }

    /// A number from 0 to the largest index. It may be 0 where a name stands for it, whose value is given beside the text:
    /// the layout is then empty. A literal is at least 1.
    pub(super) fn size(&mut self, expr: &Expr) -> Option<W::Value> {
        let amount = self.amount(expr)?;
        match amount {
            Number(0) if self.world.may_be_empty() && has_name(expr) => Some(self.value(amount)),
            Number(value) if value < 1 => {
                self.not_positive(expr, value);
                None
            }
            Number(value) => {
                self.fits(value, expr.range)?;
                Some(self.value(amount))
            }
            Symbol(value) => {
                self.extent(value, expr.range);
                Some(value)
            }
        }
    }

    /// Notes a symbol that is an extent, which is at least 1 wherever there is an index, once.
    fn extent(&mut self, value: W::Value, range: TextRange) {
        if !self.extents.iter().rev().take(64).any(|(_, other)| *other == value) {
            self.extents.push((range, value));
        }
    }

    /// A number from 0 to the largest index.
    pub(super) fn natural(&mut self, expr: &Expr, name: &str) -> Option<W::Value> {
        let amount = self.amount(expr)?;
        if let Number(value) = amount {
            if value < 0 {
                self.error(LayoutError::TooSmall { what: name.into(), value, least: 0 }, expr.range);
                return None;
            }
            self.fits(value, expr.range)?;
        }
        Some(self.value(amount))
    }

    /// A number that may be below zero.
    pub(super) fn signed(&mut self, expr: &Expr) -> Option<Signed<W::Value>> {
        // The sign of a symbol is the sign that is written.
        let (negative, magnitude) = match &expr.node {
            ExprKind::Negative(inner) => (true, self.amount(inner)?),
            _ => (false, self.amount(expr)?),
        };
        match magnitude {
            Symbol(magnitude) => Some(Signed { negative, magnitude }),
            Number(value) => {
                let number = i128::try_from(value.unsigned_abs()).unwrap_or(i128::MAX);
                self.fits(number, expr.range)?;
                let negative = number != 0 && negative != (value < 0);
                Some(Signed { negative, magnitude: self.world.constant(number) })
            }
        }
    }

    /// A number that the text alone determines.
    pub(super) fn literal(&mut self, expr: &Expr, what: &str, expected: &str) -> Option<i128> {
        match self.amount(expr)? {
            Number(value) => Some(value),
            Symbol(_) => {
                self.error(LayoutError::ArgumentKind { what: what.into(), expected: expected.into() }, expr.range);
                None
            }
        }
    }

    fn not_positive(&mut self, expr: &Expr, value: i128) {
        let literal = match &expr.node {
            ExprKind::Negative(inner) => matches!(inner.node, ExprKind::Integer(_)),
            other => matches!(other, ExprKind::Integer(_)),
        };
        let what = if literal { "this size".to_owned() } else { self.at(expr.range) };
        self.error(LayoutError::SizeNotPositive { what: what.as_str().into(), value }, expr.range);
    }

    fn fits(&mut self, value: i128, range: TextRange) -> Option<()> {
        if u64::try_from(value).is_ok() { Some(()) } else { self.overflow(range) }
    }

    fn overflow<T>(&mut self, range: TextRange) -> Option<T> {
        let what = self.at(range).as_str().into();
        self.error(LayoutError::Overflow { what, bits: 64 }, range);
        None
    }

    /// Demands that a symbol is at least 1, once.
    fn positive(&mut self, value: W::Value, range: TextRange) {
        let asked = |requirement: &Requirement<W::Value>| matches!(requirement, Requirement::Positive { value: other, .. } if *other == value);
        if !self.demands.iter().rev().take(64).any(|(_, requirement)| asked(requirement)) {
            let what = self.at(range);
            self.demand(range, Requirement::Positive { what, value });
        }
    }

    /// The value of a size expression.
    pub(super) fn amount(&mut self, expr: &Expr) -> Option<Amount<W::Value>> {
        match &expr.node {
            ExprKind::Integer(value) => Some(Number(*value)),
            ExprKind::Name(name) => match self.parameter(name) {
                Some(value) => Some(self.amount_of(value)),
                None => {
                    let error = self.world.unknown(name);
                    self.error(error, expr.range);
                    None
                }
            },
            ExprKind::Negative(inner) => {
                let amount = self.amount(inner)?;
                self.difference(Number(0), amount, expr.range, inner.range)
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.amount(left), self.amount(right));
                let (a, b) = (a?, b?);
                self.no_number_below_zero((a, left), (b, right))?;
                match operator {
                    Operator::Add => self.combined(a, b, expr.range, i128::checked_add, |a, b| a + b),
                    Operator::Mul => self.combined(a, b, expr.range, i128::checked_mul, |a, b| a * b),
                    Operator::Sub => self.difference(a, b, expr.range, right.range),
                    Operator::Div => self.exact_quotient(a, b, expr.range, left, right),
                    Operator::Rem => {
                        self.divisor(b, right)?;
                        self.combined(a, b, expr.range, |a, b| Some(a.rem_euclid(b)), |a, b| a % b)
                    }
                    _ => self.no_size(expr.range),
                }
            }
            ExprKind::Call(call, left, right) => {
                let (a, b) = (self.amount(left), self.amount(right));
                let (a, b) = (a?, b?);
                self.no_number_below_zero((a, left), (b, right))?;
                let world = self.world.clone();
                let result = match (call, a, b) {
                    (Call::Min, Number(a), Number(b)) => Number(a.min(b)),
                    (Call::Max, Number(a), Number(b)) => Number(a.max(b)),
                    (Call::Min, ..) => self.amount_of(world.minimum(self.value(a), self.value(b))),
                    (Call::Max, ..) => self.amount_of(world.maximum(self.value(a), self.value(b))),
                    (Call::CeilDiv, ..) => {
                        self.divisor(b, right)?;
                        let ceil = |a: i128, b: i128| Some(a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0));
                        return self.combined(a, b, expr.range, ceil, |a, b| world.ceil_div(a, b));
                    }
                };
                Some(result)
            }
            _ => self.no_size(expr.range),
        }
    }

    /// Symbols are natural numbers, and so is what they are calculated with.
    fn no_number_below_zero(&mut self, a: (Amount<W::Value>, &Expr), b: (Amount<W::Value>, &Expr)) -> Option<()> {
        for ((number, expr), (other, _)) in [(a, b), (b, a)] {
            match (number, other) {
                (Number(value), Symbol(_)) if value < 0 => {
                    let what = self.at(expr.range);
                    self.error(LayoutError::TooSmall { what: what.as_str().into(), value, least: 0 }, expr.range);
                    return None;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// The parser lets only sizes through; a tree made otherwise is refused here.
    fn no_size<T>(&mut self, range: TextRange) -> Option<T> {
        let found = crate::lexer::quoted(range.of(self.text));
        self.error(LayoutError::Syntax { expected: "a size".into(), found }, range);
        None
    }

    /// An operation on numbers, or on values of the world.
    fn combined(
        &mut self,
        a: Amount<W::Value>,
        b: Amount<W::Value>,
        range: TextRange,
        numbers: impl FnOnce(i128, i128) -> Option<i128>,
        values: impl FnOnce(W::Value, W::Value) -> W::Value,
    ) -> Option<Amount<W::Value>> {
        match (a, b) {
            (Number(a), Number(b)) => match numbers(a, b) {
                Some(value) => Some(Number(value)),
                None => self.overflow(range),
            },
            _ => Some(self.amount_of(values(self.value(a), self.value(b)))),
        }
    }

    /// `a - b`; for symbols only where that is not below zero.
    fn difference(
        &mut self,
        a: Amount<W::Value>,
        b: Amount<W::Value>,
        range: TextRange,
        right: TextRange,
    ) -> Option<Amount<W::Value>> {
        let difference = self.combined(a, b, range, i128::checked_sub, |a, b| a - b)?;
        if let Symbol(_) = difference {
            let (what, value, most) = (self.at(right), self.value(b), self.value(a));
            self.demand(right, Requirement::AtMost { what, value, most });
        }
        Some(difference)
    }

    /// A divisor, which is at least 1, as a quotient by 0 is no number.
    fn divisor(&mut self, divisor: Amount<W::Value>, expr: &Expr) -> Option<()> {
        match divisor {
            Number(value) if value < 1 => {
                self.not_positive(expr, value);
                None
            }
            Number(_) => Some(()),
            Symbol(value) if self.world.is_zero(value) => {
                self.not_positive(expr, 0);
                None
            }
            Symbol(value) => {
                self.positive(value, expr.range);
                Some(())
            }
        }
    }

    /// What to write for tiles of which the last one is partial, as far as one axis of numbers goes. A quotient with names gets the
    /// words that the generated check has, which knows no more than the two numbers.
    fn rounded_up(value: u128, divisor: u128, left: &Expr, right: &Expr) -> String {
        match (&left.node, &right.node) {
            (ExprKind::Integer(_), ExprKind::Integer(_)) => {
                let extended = value.div_ceil(divisor).saturating_mul(divisor);
                format!("ExpandBy([{value}] => [{extended}]) and ceil_div({value}, {divisor}) tiles")
            }
            _ => String::new(),
        }
    }

    /// `a / b`, which states that b divides a.
    fn exact_quotient(
        &mut self,
        a: Amount<W::Value>,
        b: Amount<W::Value>,
        range: TextRange,
        left: &Expr,
        right: &Expr,
    ) -> Option<Amount<W::Value>> {
        self.divisor(b, right)?;
        let what = self.at(range);
        match (a, b) {
            (Number(value), Number(divisor)) if value % divisor != 0 => {
                let (value, divisor) = (value.unsigned_abs(), divisor.unsigned_abs());
                let remedy = if self.is_tiled { Self::rounded_up(value, divisor, left, right) } else { String::new() };
                let error = check::divides(&what, value, divisor).err().map(|error| error.or_write(&remedy));
                if let Some(error) = error {
                    self.error(error, range);
                }
                None
            }
            (Number(value), Number(divisor)) => Some(Number(value / divisor)),
            (_, Number(1)) => Some(a),
            _ => {
                let (value, divisor) = (self.value(a), self.value(b));
                self.demand(range, Requirement::Divides { what, value, divisor });
                Some(self.amount_of(self.world.quotient(value, divisor)))
            }
        }
    }
}

/// Whether a name takes part in a size.
fn has_name(expr: &Expr) -> bool {
    match &expr.node {
        ExprKind::Name(_) => true,
        ExprKind::Negative(inner) => has_name(inner),
        ExprKind::Binary(_, left, right) | ExprKind::Call(_, left, right) => has_name(left) || has_name(right),
        _ => false,
    }
}

//! The reading of a closure as a sum over digits.

use super::sum::{Condition, Digit, DigitAtom, Digits, Sum, bits};
use super::writer::Writer;
use crate::bijection::structure::Parameters;
use crate::polynomial::{Polynomial, single_term, variable};
use crate::syntax::{Call, Closure, Expr, ExprKind, List, Operator};
use crate::world::World;
use std::rc::Rc;

/// Why a closure is not read.
pub(super) enum Failure {
    /// A digit is to be cut first: the lower part below a size that divides its extent.
    Cut(usize, Polynomial),
    /// It has what structure says nothing of.
    Unknown,
}

/// So many expressions are read, again for each cut, before a closure is given up.
const READ: u32 = 1 << 14;

/// A sum written out may have so many parts.
const LONG: usize = 512;

/// What a name stands for.
#[derive(Clone)]
enum Value {
    Number(Sum),
    Condition(Condition),
}

type Scope<'a> = crate::bijection::scope::Scope<'a, Value>;

/// Reads a closure.
pub(super) struct Reader<'a, W: World> {
    world: &'a W,
    parameter: Parameters<'a, W>,
    /// What the variables of polynomials stand for.
    sizes: Vec<&'a ExprKind>,
    pub(super) digits: Digits,
    /// How many expressions may still be read.
    left: u32,
}

impl<'a, W: World> Reader<'a, W> {
    /// A reader of closures on a box; `None` where its sizes are too much.
    pub(super) fn new(world: &'a W, parameter: Parameters<'a, W>, sizes: &'a List, apply: &Closure) -> Option<Self> {
        let digits = Digits::new(sizes.len());
        let mut reader = Self { world, parameter, sizes: Vec::new(), digits, left: READ };
        if apply.parameters.len() != sizes.len() {
            return None;
        }
        for (axis, size) in sizes.iter().enumerate() {
            let extent = reader.size(size)?;
            reader.digits.positive.extend(single_term(&extent).unwrap_or_default());
            if extent.number() != Some(1) {
                reader.digits.digits.push(Digit { axis, weight: Polynomial::constant(1), extent });
            }
        }
        Some(reader)
    }

    pub(super) fn writer(&self) -> Writer<'a> {
        Writer::new(self.sizes.clone())
    }

    /// A size, as a polynomial of what is no polynomial of other sizes.
    fn size(&mut self, expr: &'a Expr) -> Option<Polynomial> {
        match &expr.node {
            ExprKind::Integer(value) => Some(Polynomial::constant(*value)),
            ExprKind::Name(name) => self.named_size(name, &expr.node),
            ExprKind::Negative(inner) => self.size(inner)?.negated().ok(),
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.size(left)?, self.size(right)?);
                match operator {
                    Operator::Add => a.plus(&b).ok(),
                    Operator::Sub => a.minus(&b).ok(),
                    Operator::Mul => a.times(&b).ok(),
                    Operator::Div => match (a.number(), b.number()) {
                        (Some(a), Some(b)) => a.checked_div(b).map(Polynomial::constant),
                        // That the division is exact is demanded of it as a size.
                        _ => self.variable(&expr.node),
                    },
                    _ => None,
                }
            }
            ExprKind::Call(..) => self.variable(&expr.node),
            _ => None,
        }
    }

    fn named_size(&mut self, name: &str, node: &'a ExprKind) -> Option<Polynomial> {
        let value = (self.parameter)(name)?;
        match self.world.as_constant(value) {
            Some(value) => Some(Polynomial::constant(value)),
            None => self.variable(node),
        }
    }

    fn variable(&mut self, node: &'a ExprKind) -> Option<Polynomial> {
        let known = self.sizes.iter().position(|size| *size == node);
        let number = known.unwrap_or_else(|| {
            self.sizes.push(node);
            self.sizes.len() - 1
        });
        u16::try_from(number).ok().map(variable)
    }

    /// The position as a sum over the digits.
    pub(super) fn position(&mut self, apply: &'a Closure) -> Result<Sum, Failure> {
        let names = apply.parameters.iter().enumerate();
        let mut scope = Scope::of(names.map(|(axis, name)| (name.as_str(), Value::Number(self.digits.index(axis)))));
        self.number(&mut scope, &apply.body)
    }

    fn number(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Result<Sum, Failure> {
        match self.value(scope, expr)? {
            Value::Number(sum) => Ok(sum),
            Value::Condition(_) => Err(Failure::Unknown),
        }
    }

    fn condition(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Result<Rc<Condition>, Failure> {
        match self.value(scope, expr)? {
            Value::Condition(condition) => Ok(Rc::new(condition)),
            Value::Number(_) => Err(Failure::Unknown),
        }
    }

    fn value(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Result<Value, Failure> {
        self.left = self.left.checked_sub(1).ok_or(Failure::Unknown)?;
        let value = self.read(scope, expr)?;
        match &value {
            Value::Number(sum) if sum.is_longer(LONG) => Err(Failure::Unknown),
            Value::Condition(condition) if condition.is_longer(LONG) => Err(Failure::Unknown),
            _ => Ok(value),
        }
    }

    fn read(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Result<Value, Failure> {
        let known = |sum: Option<Sum>| sum.map(Value::Number).ok_or(Failure::Unknown);
        match &expr.node {
            ExprKind::Integer(value) => Ok(Value::Number(Sum::number(*value))),
            ExprKind::Name(name) => match scope.get(name) {
                Some(value) => Ok(value.clone()),
                None => known(self.named_size(name, &expr.node).map(Sum::constant)),
            },
            ExprKind::Negative(inner) => known(self.number(scope, inner)?.scaled(&Polynomial::constant(-1))),
            ExprKind::Not(inner) => Ok(Value::Condition(Condition::Not(self.condition(scope, inner)?))),
            ExprKind::Binary(Operator::And, left, right) => {
                Ok(Value::Condition(Condition::Both(self.condition(scope, left)?, self.condition(scope, right)?)))
            }
            ExprKind::Binary(Operator::Or, left, right) => {
                Ok(Value::Condition(Condition::Either(self.condition(scope, left)?, self.condition(scope, right)?)))
            }
            ExprKind::Binary(operator, left, right) => {
                if let Some(size) = self.known_size(scope, &expr.node) {
                    return Ok(Value::Number(Sum::constant(size)));
                }
                let (a, b) = (self.number(scope, left)?, self.number(scope, right)?);
                match operator {
                    Operator::Compare(comparison) => Ok(Value::Condition(Condition::Compare(*comparison, a, b))),
                    _ => self.operation(*operator, &a, &b).map(Value::Number),
                }
            }
            ExprKind::Call(call, left, right) => {
                if let Some(size) = self.known_size(scope, &expr.node) {
                    return Ok(Value::Number(Sum::constant(size)));
                }
                let (a, b) = (self.number(scope, left)?, self.number(scope, right)?);
                let sum = match call {
                    Call::Min => Sum::atom(DigitAtom::Extremum(false, a, b)),
                    Call::Max => Sum::atom(DigitAtom::Extremum(true, a, b)),
                    Call::CeilDiv => {
                        let sum = b.sub(&Sum::number(1)).and_then(|less| a.add(&less)).ok_or(Failure::Unknown)?;
                        self.divided(&sum, &b)?.0
                    }
                };
                Ok(Value::Number(sum))
            }
            ExprKind::If(condition, then, otherwise) => {
                let condition = self.condition(scope, condition)?;
                let (a, b) = (self.number(scope, then)?, self.number(scope, otherwise)?);
                known(chosen(&condition, &a, &b))
            }
            ExprKind::Block(lets, value) => scope.block(lets, value, |scope, expr| self.value(scope, expr)),
            ExprKind::Tuple(_) => Err(Failure::Unknown),
        }
    }

    /// A quotient or a call that is part of a size: that has a value, the same as here.
    fn known_size(&self, scope: &Scope<'a>, node: &ExprKind) -> Option<Polynomial> {
        let at = self.sizes.iter().position(|size| *size == node)?;
        let is_free = scope.is_free(node);
        u16::try_from(at).ok().filter(|_| is_free).map(variable)
    }

    fn operation(&mut self, operator: Operator, a: &Sum, b: &Sum) -> Result<Sum, Failure> {
        let known = |sum: Option<Sum>| sum.ok_or(Failure::Unknown);
        match operator {
            Operator::Add => known(a.add(b)),
            Operator::Sub => known(a.sub(b)),
            Operator::Mul => match (a.as_size(), b.as_size()) {
                (_, Some(size)) => known(a.scaled(size)),
                (Some(size), _) => known(b.scaled(size)),
                _ => Ok(Sum::atom(DigitAtom::Product(a.clone(), b.clone()))),
            },
            Operator::Div => self.divided(a, b).map(|(quotient, _)| quotient),
            Operator::Rem => self.divided(a, b).map(|(_, rest)| rest),
            Operator::Shl => known(a.scaled(&power(b)?)),
            Operator::Shr => self.divided(a, &Sum::constant(power(b)?)).map(|(quotient, _)| quotient),
            Operator::BitAnd => match (a.as_number(), b.as_number()) {
                (_, Some(mask)) => self.masked(a, mask),
                (Some(mask), _) => self.masked(b, mask),
                _ => Err(Failure::Unknown),
            },
            Operator::BitOr => {
                self.disjoint(a, b)?;
                known(a.add(b))
            }
            Operator::BitXor => self.exclusive(a, b),
            Operator::And | Operator::Or | Operator::Compare(_) => Err(Failure::Unknown),
        }
    }

    /// Quotient and remainder of what is not below zero by a size.
    fn divided(&mut self, a: &Sum, b: &Sum) -> Result<(Sum, Sum), Failure> {
        let size = b.as_size().ok_or(Failure::Unknown)?;
        let one = Polynomial::constant(1);
        let (least, _) = self.digits.range(a).ok_or(Failure::Unknown)?;
        if !self.digits.is_natural(&least) || !self.digits.is_at_most(&one, size) {
            return Err(Failure::Unknown);
        }
        let (quotient, rest) = a.split(size).ok_or(Failure::Unknown)?;
        if self.digits.is_below(&rest, size) {
            return Ok((quotient, rest));
        }
        self.cut_at(&rest, size)?;
        let more = Sum::atom(DigitAtom::Quotient(rest.clone(), size.clone()));
        let quotient = quotient.add(&more).ok_or(Failure::Unknown)?;
        Ok((quotient, Sum::atom(DigitAtom::Remainder(rest, size.clone()))))
    }

    /// Asks for a cut of a digit that reaches over a multiple of a size, where that cuts it evenly.
    fn cut_at(&self, sum: &Sum, size: &Polynomial) -> Result<(), Failure> {
        for (coefficient, atom) in &sum.terms {
            let DigitAtom::Digit(k) = **atom else { continue };
            let Some(at) = size.exact_quotient(coefficient) else { continue };
            let extent = &self.digits.digits[k].extent;
            let is_part = at.number() != Some(1) && at != *extent && self.digits.is_natural(&at);
            if is_part && extent.exact_quotient(&at).is_some_and(|upper| self.digits.is_natural(&upper)) {
                return Err(Failure::Cut(k, at));
            }
        }
        Ok(())
    }

    /// `a & mask`, of a mask whose bits stand side by side.
    fn masked(&mut self, a: &Sum, mask: i128) -> Result<Sum, Failure> {
        if mask == 0 {
            return Ok(Sum::default());
        }
        let shift = mask.trailing_zeros();
        let ones = mask >> shift;
        if mask < 0 || ones >= 1 << 62 || ones & (ones + 1) != 0 {
            return Err(Failure::Unknown);
        }
        let above = self.divided(a, &Sum::number(1 << shift))?.0;
        let part = self.divided(&above, &Sum::number(ones + 1))?.1;
        part.scaled(&Polynomial::constant(1 << shift)).ok_or(Failure::Unknown)
    }

    /// Two that have no bit in common: one is a multiple of a power of two, and the other one is below that.
    fn disjoint(&self, a: &Sum, b: &Sum) -> Result<(), Failure> {
        let is_above = |a: &Sum, b: &Sum| {
            let most = self
                .digits
                .range(b)
                .and_then(|(least, most)| self.digits.is_natural(&least).then_some(most.number()).flatten());
            let Some(bits) = most.and_then(bits) else { return false };
            let power = Polynomial::constant(1_i128 << bits);
            let is_natural = self.digits.range(a).is_some_and(|(least, _)| self.digits.is_natural(&least));
            is_natural && a.split(&power).is_some_and(|(_, rest)| rest == Sum::default())
        };
        if is_above(a, b) || is_above(b, a) { Ok(()) } else { Err(Failure::Unknown) }
    }

    /// `a ^ b`: the bits above both and below one of them are left alone.
    fn exclusive(&mut self, a: &Sum, b: &Sum) -> Result<Sum, Failure> {
        let most = |sum: &Sum| -> Result<i128, Failure> {
            let (least, most) = self.digits.range(sum).ok_or(Failure::Unknown)?;
            let most = most.number().filter(|_| self.digits.is_natural(&least));
            most.filter(|&most| most < 1 << 62).ok_or(Failure::Unknown)
        };
        let (of_a, of_b) = (most(a)?, most(b)?);
        let (large, small, reach) = if of_a < of_b { (b, a, of_a) } else { (a, b, of_b) };
        let above = 1_i128 << bits(reach).ok_or(Failure::Unknown)?;
        let (high, low) = self.divided(large, &Sum::number(above))?;
        // What all of the smaller one is a multiple of.
        let numbers = small.terms.iter().map(|(coefficient, _)| coefficient.number());
        let numbers: Option<Vec<i128>> = numbers.chain([small.constant.number()]).collect();
        let zeros = numbers.ok_or(Failure::Unknown)?.into_iter().fold(62, |zeros, n| zeros.min(n.trailing_zeros()));
        let below = Sum::number(1_i128 << zeros.min(61));
        let (middle, bottom) = self.divided(&low, &below)?;
        let (own, _) = self.divided(small, &below)?;
        let mixed = match (own == Sum::default(), middle == Sum::default()) {
            (true, _) => middle,
            (_, true) => own,
            _ => Sum::atom(DigitAtom::Xor(middle, own)),
        };
        let mixed = mixed.scaled(&below.constant).and_then(|mixed| mixed.add(&bottom));
        let high = high.scaled(&Polynomial::constant(above));
        mixed.and_then(|mixed| mixed.add(&high?)).ok_or(Failure::Unknown)
    }
}

/// 2 to the power of a number.
fn power(exponent: &Sum) -> Result<Polynomial, Failure> {
    let exponent = exponent.as_number().and_then(|n| u32::try_from(n).ok()).filter(|&n| n < 62);
    exponent.map(|n| Polynomial::constant(1 << n)).ok_or(Failure::Unknown)
}

/// A choice between two sums: of what they do not have in common.
fn chosen(condition: &Condition, a: &Sum, b: &Sum) -> Option<Sum> {
    let mut common = Sum::default();
    for (coefficient, atom) in &a.terms {
        if b.terms.iter().any(|(other, same)| other == coefficient && same == atom) {
            common.add_term(coefficient, atom)?;
        }
    }
    let (a, b) = (a.sub(&common)?, b.sub(&common)?);
    if a == b {
        return common.add(&a);
    }
    common.add(&Sum::atom(DigitAtom::Choice(condition.clone(), a, b)))
}

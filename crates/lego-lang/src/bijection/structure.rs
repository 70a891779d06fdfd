//! The structure of closures that shows for any sizes that they are a bijection and its inverse.
//!
//! The position must be Σ stride·digit, where the digits are the indices, each counted from its start or from its end, and
//! the strides are those of a mixed radix: 1, then the extent of the fastest axis, then times the extent of the next one.
//! That is a bijection. The inverse is then run on that sum itself: `/` and `%` by a number c split a sum into what c
//! divides and what provably lies in 0..c. If the indices come out, it is the inverse.
//!
//! Sizes may be numbers or symbols: coefficients are polynomials in the parameters.

use crate::polynomial::{Polynomial, VariableId, is_natural, linear, single_term, variable};
use crate::syntax::{Closure, Expr, ExprKind, Function, GenP, Operator};
use crate::world::World;

/// What names stand for in a world.
pub(crate) type Parameters<'a, W> = &'a dyn Fn(&str) -> Option<<W as World>::Value>;

/// Whether the structure of the functions shows that they are a bijection and its inverse.
///
/// `parameter` says what the names of sizes stand for.
pub(crate) fn is_proved<W: World>(genp: &GenP, world: &W, parameter: Parameters<'_, W>) -> bool {
    let (Function::Closure(apply), Some(Function::Closure(inverse))) =
        (&genp.apply.node, genp.inverse.as_ref().map(|inverse| &inverse.node))
    else {
        return false;
    };
    let Ok(rank) = u16::try_from(genp.sizes.len()) else { return false };
    let mut reader = Reader { world, parameter, rank, atoms: Vec::new(), positive: Vec::new(), extents: Vec::new() };
    reader.proof(genp, apply, inverse).is_some()
}

/// Reads expressions as polynomials: variables 0..rank are the digits, those above are atoms.
struct Reader<'a, W: World> {
    world: &'a W,
    parameter: Parameters<'a, W>,
    rank: u16,
    /// What is no polynomial or no number: equal expressions are one atom.
    atoms: Vec<&'a ExprKind>,
    /// The atoms that are at least 1, because an extent is a multiple of them.
    positive: Vec<VariableId>,
    extents: Vec<Polynomial>,
}

/// Names stand for several values where they are bound to a tuple.
type Scope<'a> = super::scope::Scope<'a, Vec<Polynomial>>;

impl<'a, W: World> Reader<'a, W> {
    fn proof(&mut self, genp: &'a GenP, apply: &'a Closure, inverse: &'a Closure) -> Option<()> {
        self.extents = genp.sizes.iter().map(|size| self.value(&mut Scope::of([]), size)).collect::<Option<_>>()?;
        for extent in &self.extents {
            self.positive.extend(single_term(extent).unwrap_or_default());
        }

        let indices = apply.parameters.iter().map(|name| name.as_str());
        let mut scope = Scope::of(indices.zip((0..self.rank).map(|k| vec![variable(k)])));
        let position = self.value(&mut scope, &apply.body)?;
        let digits = self.digits(&position)?;

        let [parameter] = inverse.parameters.as_slice() else { return None };
        let mut sum = Polynomial::default();
        for (k, digit) in (0..self.rank).zip(&digits) {
            // An axis with one element only has no digit.
            if let Some(digit) = digit {
                sum = sum.plus(&digit.stride.times(&variable(k)).ok()?).ok()?;
            }
        }
        let mut scope = Scope::of([(parameter.as_str(), vec![sum])]);
        let index = self.values(&mut scope, &inverse.body)?;
        if index.len() != digits.len() {
            return None;
        }
        for (k, (component, digit)) in (0..self.rank).zip(index.iter().zip(&digits)) {
            let counted = variable(k);
            let wanted = match digit {
                None => Polynomial::default(),
                Some(Digit { turned: false, .. }) => counted,
                Some(Digit { turned: true, .. }) => self.last(k)?.minus(&counted).ok()?,
            };
            if *component != wanted {
                return None;
            }
        }
        Some(())
    }

    /// The largest value of a digit.
    fn last(&self, axis: u16) -> Option<Polynomial> {
        self.extents[usize::from(axis)].shifted(-1).ok()
    }

    /// The mixed radix of a position, by axis.
    fn digits(&self, position: &Polynomial) -> Option<Vec<Option<Digit>>> {
        let (coefficients, start) = linear(position, self.rank)?;
        let mut digits: Vec<Option<Digit>> = self.extents.iter().map(|_| None).collect();
        let mut left: Vec<u16> = (0..self.rank).filter(|&k| self.extents[usize::from(k)].number() != Some(1)).collect();
        let mut stride = Polynomial::constant(1);
        let mut expected_start = Polynomial::default();
        while !left.is_empty() {
            let backwards = stride.negated().ok()?;
            let found = left.iter().position(|&k| {
                let coefficient = &coefficients[usize::from(k)];
                *coefficient == stride || *coefficient == backwards
            })?;
            let axis = left.remove(found);
            let turned = coefficients[usize::from(axis)] == backwards;
            if turned {
                expected_start = expected_start.plus(&stride.times(&self.last(axis)?).ok()?).ok()?;
            }
            let next = stride.times(&self.extents[usize::from(axis)]).ok()?;
            digits[usize::from(axis)] = Some(Digit { stride, turned });
            stride = next;
        }
        (start == expected_start).then_some(digits)
    }

    fn value(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Option<Polynomial> {
        match <[Polynomial; 1]>::try_from(self.values(scope, expr)?) {
            Ok([value]) => Some(value),
            Err(_) => None,
        }
    }

    /// The values of an expression, several of a tuple; `None` where structure says nothing.
    fn values(&mut self, scope: &mut Scope<'a>, expr: &'a Expr) -> Option<Vec<Polynomial>> {
        let value = match &expr.node {
            ExprKind::Integer(value) => Polynomial::constant(*value),
            ExprKind::Name(name) => {
                if let Some(bound) = scope.get(name) {
                    return Some(bound.clone());
                }
                let value = (self.parameter)(name)?;
                match self.world.as_constant(value) {
                    Some(value) => Polynomial::constant(value),
                    None => self.atom(&expr.node)?,
                }
            }
            ExprKind::Negative(inner) => self.value(scope, inner)?.negated().ok()?,
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (self.value(scope, left), self.value(scope, right));
                match (operator, a, b) {
                    (Operator::Add, Some(a), Some(b)) => a.plus(&b).ok()?,
                    (Operator::Sub, Some(a), Some(b)) => a.minus(&b).ok()?,
                    (Operator::Mul, Some(a), Some(b)) => a.times(&b).ok()?,
                    (Operator::Div | Operator::Rem, Some(a), Some(b)) => match self.divided(&a, &b) {
                        Some((quotient, _)) if *operator == Operator::Div => quotient,
                        Some((_, rest)) => rest,
                        None => self.free_atom(scope, expr)?,
                    },
                    _ => self.free_atom(scope, expr)?,
                }
            }
            ExprKind::Block(lets, value) => {
                return scope.block(lets, value, |scope, expr| self.values(scope, expr).ok_or(())).ok();
            }
            ExprKind::Tuple(parts) => return parts.iter().map(|part| self.value(scope, part)).collect(),
            ExprKind::Call(..) => self.free_atom(scope, expr)?,
            ExprKind::If(..) | ExprKind::Not(_) => return None,
        };
        Some(vec![value])
    }

    /// An expression of parameters alone that is no polynomial, as an atom. In a function only if it is part of a size,
    /// too: that has a value.
    fn free_atom(&mut self, scope: &Scope<'a>, expr: &'a Expr) -> Option<Polynomial> {
        let sized = scope.is_empty() || self.atoms.contains(&&expr.node);
        if sized && scope.is_free(&expr.node) { self.atom(&expr.node) } else { None }
    }

    fn atom(&mut self, expr: &'a ExprKind) -> Option<Polynomial> {
        let known = self.atoms.iter().position(|&atom| atom == expr);
        let number = known.unwrap_or_else(|| {
            self.atoms.push(expr);
            self.atoms.len() - 1
        });
        Some(variable(u16::try_from(number).ok()?.checked_add(self.rank)?))
    }

    /// Quotient and remainder of a sum of digits by a number without digits.
    fn divided(&self, value: &Polynomial, divisor: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        let (digits, free) = linear(divisor, self.rank)?;
        let positive = free.minus(&Polynomial::constant(1)).ok()?;
        if digits.iter().any(|digit| !digit.is_zero()) || !is_natural(&positive, &self.positive) {
            return None;
        }
        let (coefficients, start) = linear(value, self.rank)?;
        let mut parts = match divisor.number() {
            Some(divisor) => start.div_rem(divisor),
            None => match start.exact_quotient(divisor) {
                Some(quotient) => (quotient, Polynomial::default()),
                None => (Polynomial::default(), start),
            },
        };
        for (k, coefficient) in (0..self.rank).zip(&coefficients) {
            let digit = variable(k);
            match coefficient.exact_quotient(divisor) {
                Some(quotient) => parts.0 = parts.0.plus(&quotient.times(&digit).ok()?).ok()?,
                None => parts.1 = parts.1.plus(&coefficient.times(&digit).ok()?).ok()?,
            }
        }
        // The remainder lies in 0..divisor, and what is divided is not below zero.
        let (least, most) = self.range(&parts.1)?;
        let room = positive.minus(&most).ok()?;
        let natural = |polynomial: &Polynomial| is_natural(polynomial, &self.positive);
        (natural(&least) && natural(&room) && natural(&self.range(value)?.0)).then_some(parts)
    }

    /// Bounds of a sum of digits.
    fn range(&self, value: &Polynomial) -> Option<(Polynomial, Polynomial)> {
        let (coefficients, start) = linear(value, self.rank)?;
        let (mut least, mut most) = (start.clone(), start);
        for (k, coefficient) in (0..self.rank).zip(&coefficients) {
            // Extents themselves are read before there are any, and have no digits.
            if coefficient.is_zero() {
                continue;
            }
            let reach = coefficient.times(&self.last(k)?).ok()?;
            if is_natural(coefficient, &self.positive) {
                most = most.plus(&reach).ok()?;
            } else if is_natural(&coefficient.negated().ok()?, &self.positive) {
                least = least.plus(&reach).ok()?;
            } else {
                return None;
            }
        }
        Some((least, most))
    }
}

/// A digit of a mixed radix.
struct Digit {
    stride: Polynomial,
    /// Whether it counts from the end of its axis.
    turned: bool,
}

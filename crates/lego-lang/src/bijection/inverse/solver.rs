//! The digits from the position: one atom after the other is solved for those that are not known yet.

use super::sum::{DigitAtom, Digits, Range, SharedAtom, Sum};
use super::writer::{Known, Writer, binary, expr, integer};
use crate::polynomial::Polynomial;
use crate::syntax::{Closure, Expr, ExprKind, Let, Operator};
use crate::text_range::{Located, TextRange};
use num_integer::Integer;
use std::cell::Cell;

/// Solves for the digits of a closure.
pub(super) struct Solver<'d> {
    digits: &'d Digits,
    /// How many atoms may still be tried.
    left: Cell<u32>,
}

/// So many atoms are tried before a closure is given up.
const TRIES: u32 = 1 << 11;

/// What has been solved.
#[derive(Default)]
struct State {
    known: Known,
    lets: Vec<Let>,
}

/// An atom and its value.
type Equation = (SharedAtom, Expr);

/// A sum as a known part and a mixed radix: `known + base·Σ stride·place`.
struct Radix {
    known: Sum,
    base: Polynomial,
    /// The fastest first; the strides are the products of the extents before them.
    places: Vec<Place>,
    /// The product of all extents.
    total: Polynomial,
}

/// A place of a mixed radix: what an atom is above the least value it has, or below the largest.
struct Place {
    atom: SharedAtom,
    stride: Polynomial,
    extent: Polynomial,
    range: Range,
    turned: bool,
}

impl State {
    /// A name for a value. No name of the language begins so.
    fn bind(&mut self, value: Expr) -> Expr {
        if matches!(value.node, ExprKind::Name(_) | ExprKind::Integer(_)) {
            return value;
        }
        let name = format!("~{}", self.lets.len());
        self.lets.push(Let { name: Located::new(name.clone(), TextRange::default()), value });
        expr(ExprKind::Name(name))
    }
}

impl<'d> Solver<'d> {
    pub(super) fn new(digits: &'d Digits) -> Self {
        Self { digits, left: Cell::new(TRIES) }
    }

    /// The closure that gives the index at a position.
    pub(super) fn inverse(&self, writer: &Writer<'_>, position: &Sum) -> Option<Closure> {
        let mut state = State::default();
        state.known.digits = vec![None; self.digits.digits.len()];
        let parameter = "~p".to_owned();
        if !self.digits.digits.is_empty() {
            let radix = self.radix(&state, position)?;
            let one = Polynomial::constant(1);
            let volume =
                self.digits.digits.iter().try_fold(one.clone(), |volume, digit| volume.times(&digit.extent).ok())?;
            // So many values as there are indices, from 0 on: with an inverse on one side it is a bijection.
            if radix.known != Sum::default() || radix.base != one || radix.total != volume {
                return None;
            }
            let pending = self.equations(&mut state, writer, radix, expr(ExprKind::Name(parameter.clone())));
            self.solve(&mut state, writer, pending)?;
        } else if *position != Sum::default() {
            return None;
        }
        let components: Option<Vec<Expr>> =
            (0..self.digits.rank).map(|axis| writer.sum(self.digits, &self.digits.index(axis), &state.known)).collect();
        let mut components = components?;
        let index = if components.len() == 1 { components.remove(0) } else { expr(ExprKind::Tuple(components)) };
        let body = if state.lets.is_empty() { index } else { expr(ExprKind::Block(state.lets, Box::new(index))) };
        Some(Closure { parameters: vec![Located::new(parameter, TextRange::default())], body })
    }

    /// Solves equations until every digit in them is known.
    fn solve(&self, state: &mut State, writer: &Writer<'_>, mut pending: Vec<Equation>) -> Option<()> {
        while !pending.is_empty() {
            let mut later = Vec::new();
            let mut is_stuck = true;
            for (atom, value) in pending {
                let (known, lets) = (state.known.clone(), state.lets.len());
                match self.solve_atom(state, writer, &atom, value.clone()) {
                    Some(equations) => {
                        later.extend(equations);
                        is_stuck = false;
                    }
                    None => {
                        state.known = known;
                        state.lets.truncate(lets);
                        later.push((atom, value));
                    }
                }
            }
            if is_stuck {
                return None;
            }
            pending = later;
        }
        Some(())
    }

    /// What an atom of a value says of the atoms in it.
    fn solve_atom(
        &self,
        state: &mut State,
        writer: &Writer<'_>,
        atom: &DigitAtom,
        value: Expr,
    ) -> Option<Vec<Equation>> {
        self.left.set(self.left.get().checked_sub(1)?);
        match atom {
            DigitAtom::Digit(k) => {
                if state.known.digits[*k].is_none() {
                    state.known.digits[*k] = Some(state.bind(value));
                }
                Some(Vec::new())
            }
            DigitAtom::Remainder(sum, size) => {
                let quotient = SharedAtom::new(DigitAtom::Quotient(sum.clone(), size.clone()));
                if let Some(quotient) = state.known.value(&quotient).cloned() {
                    // With the quotient the sum itself is known.
                    let multiple = binary(Operator::Mul, quotient, writer.size(size));
                    return self.sum_equations(state, writer, sum, binary(Operator::Add, multiple, value));
                }
                let radix = self.radix(state, sum)?;
                if !self.digits.is_at_most(&radix.total, size) {
                    return None;
                }
                let factor = self.factor(&radix.base, size)?;
                let rest = radix.known.split(size)?.1;
                let mut number = value;
                if rest != Sum::default() {
                    let rest = writer.remainder(self.digits, &rest, size, &state.known)?;
                    let above = binary(Operator::Add, number, writer.size(size));
                    number = binary(Operator::Rem, binary(Operator::Sub, above, rest), writer.size(size));
                }
                if factor != 1 {
                    let product = binary(Operator::Mul, number, integer(factor));
                    number = binary(Operator::Rem, product, writer.size(size));
                }
                let number = state.bind(number);
                Some(self.equations(state, writer, radix, number))
            }
            DigitAtom::Xor(a, b) => {
                let (open, closed) = match (state.known.covers(a), state.known.covers(b)) {
                    (_, true) => (a, b),
                    (true, false) => (b, a),
                    _ => return None,
                };
                let closed = writer.sum(self.digits, closed, &state.known)?;
                self.sum_equations(state, writer, open, binary(Operator::BitXor, value, closed))
            }
            DigitAtom::Choice(condition, a, b) => {
                if !state.known.covers_condition(condition) {
                    return None;
                }
                let condition = writer.condition(self.digits, condition, &state.known)?;
                let condition = state.bind(condition);
                let value = state.bind(value);
                let before = state.known.clone();
                let mut branches = Vec::new();
                for branch in [a, b] {
                    // The code of both branches stands one after the other; what one knows is not known in the other.
                    state.known.clone_from(&before);
                    let equations = self.sum_equations(state, writer, branch, value.clone())?;
                    self.solve(state, writer, equations)?;
                    branches.push(state.known.clone());
                }
                let [one, other] = <[Known; 2]>::try_from(branches).ok()?;
                state.known.atoms = before.atoms;
                for (digit, _) in before.digits.iter().enumerate().filter(|(_, known)| known.is_none()) {
                    state.known.digits[digit] = match (&one.digits[digit], &other.digits[digit]) {
                        (None, None) => None,
                        (Some(one), Some(other)) => {
                            let parts = [&condition, one, other].map(|part| Box::new(part.clone()));
                            let [condition, one, other] = parts;
                            Some(state.bind(expr(ExprKind::If(condition, one, other))))
                        }
                        _ => return None,
                    };
                }
                Some(Vec::new())
            }
            DigitAtom::Quotient(..) | DigitAtom::Product(..) | DigitAtom::Extremum(..) => {
                // It says nothing new of digits that are known.
                atom.parts().all(|part| state.known.covers(part)).then(Vec::new)
            }
        }
    }

    /// The equations of a sum that has a value.
    fn sum_equations(&self, state: &mut State, writer: &Writer<'_>, sum: &Sum, value: Expr) -> Option<Vec<Equation>> {
        if state.known.covers(sum) {
            return Some(Vec::new());
        }
        let radix = self.radix(state, sum)?;
        let known = writer.sum(self.digits, &radix.known, &state.known)?;
        let number = binary(Operator::Div, binary(Operator::Sub, value, known), writer.size(&radix.base));
        let number = state.bind(number);
        Some(self.equations(state, writer, radix, number))
    }

    /// The atoms of a mixed radix that has a value.
    fn equations(&self, state: &mut State, writer: &Writer<'_>, radix: Radix, number: Expr) -> Vec<Equation> {
        let last = radix.places.len().saturating_sub(1);
        let mut equations = Vec::new();
        for (k, place) in radix.places.into_iter().enumerate() {
            let mut value = binary(Operator::Div, number.clone(), writer.size(&place.stride));
            if k < last {
                value = binary(Operator::Rem, value, writer.size(&place.extent));
            }
            let (least, most) = &place.range;
            value = match place.turned {
                true => binary(Operator::Sub, writer.size(most), value),
                false => binary(Operator::Add, value, writer.size(least)),
            };
            let value = state.bind(value);
            if !matches!(*place.atom, DigitAtom::Digit(_)) {
                state.known.atoms.entry(place.atom.clone()).or_insert_with(|| value.clone());
            }
            equations.push((place.atom, value));
        }
        equations
    }

    /// What undoes a factor modulo a size.
    fn factor(&self, base: &Polynomial, size: &Polynomial) -> Option<i128> {
        let base = base.number()?;
        if base == 1 {
            return Some(1);
        }
        let size = size.number().filter(|&size| size < 1 << 62)?;
        let ends = base.rem_euclid(size).extended_gcd(&size);
        (ends.gcd == 1).then(|| ends.x.rem_euclid(size))
    }

    /// A sum as a mixed radix in what is not known; `None` if it is none.
    fn radix(&self, state: &State, sum: &Sum) -> Option<Radix> {
        let one = Polynomial::constant(1);
        let mut known = Sum::constant(sum.constant.clone());
        let mut open: Vec<(Polynomial, Place)> = Vec::new();
        for (coefficient, atom) in &sum.terms {
            if state.known.covers_atom(atom) {
                known.add_term(coefficient, atom)?;
                continue;
            }
            let range = self.digits.atom_range(atom)?;
            let extent = range.1.minus(&range.0).ok()?.plus(&one).ok()?;
            let turned = !self.digits.is_natural(coefficient);
            let size = if turned { coefficient.negated().ok()? } else { coefficient.clone() };
            if !self.digits.is_natural(&size) || !self.digits.is_natural(&extent) {
                return None;
            }
            let start = coefficient.times(if turned { &range.1 } else { &range.0 }).ok()?;
            known.constant = known.constant.plus(&start).ok()?;
            let place = Place { atom: atom.clone(), stride: Polynomial::default(), extent, range, turned };
            open.push((size, place));
        }
        // The coefficient from which all others follow.
        for start in 0..open.len() {
            let base = open[start].0.clone();
            let mut stride = one.clone();
            let mut order: Vec<usize> = Vec::new();
            while order.len() < open.len() {
                let coefficient = base.times(&stride).ok()?;
                let next = (0..open.len()).find(|k| !order.contains(k) && open[*k].0 == coefficient);
                let Some(next) = next else { break };
                order.push(next);
                stride = stride.times(&open[next].1.extent).ok()?;
            }
            if order.len() < open.len() {
                continue;
            }
            let mut places: Vec<Option<Place>> = open.into_iter().map(|(_, place)| Some(place)).collect();
            let mut total = one;
            let mut ordered = Vec::new();
            for k in order {
                let mut place = places[k].take()?;
                place.stride = total.clone();
                total = total.times(&place.extent).ok()?;
                ordered.push(place);
            }
            return Some(Radix { known, base, places: ordered, total });
        }
        None
    }
}

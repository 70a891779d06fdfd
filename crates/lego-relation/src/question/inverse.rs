//! The inverse of a relation: from values back to the index.

use super::answer::{Answer, Collision, Counterexample, Undecided};
use crate::form::{Form, Placed, Strided, linear};
use crate::relation::Relation;
use crate::set::volume;
use lego_core::chain::{XorMap, flatten};
use lego_equal::Effort;
use lego_expr::{Arena, Comparison, Id, Map, Op, Symbol};
use std::fmt;
use std::rc::Rc;

/// Why a relation has no inverse, or none that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoInverse {
    /// Two indices have one value.
    Collision(Counterexample<Collision>),
    /// It is not known whether there is one.
    Undecided(Undecided),
    /// It is one to one, but its inverse has no form and more pieces than are written.
    Pieces,
}

impl fmt::Display for NoInverse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Collision(Counterexample { witness: Collision { first, second, value }, .. }) => {
                write!(f, "there is no inverse: {first:?} and {second:?} both go to {value:?}")
            }
            Self::Undecided(why) => write!(f, "the inverse is {why}"),
            Self::Pieces => {
                write!(f, "not decided (limit): the inverse has no form and more points or pieces than are written out")
            }
        }
    }
}

impl std::error::Error for NoInverse {}

impl<'a> Relation<'a> {
    /// The relation from values to the index that has them; its domain is the image.
    ///
    /// Law: `r.inverse().at(r.at(i)) == i` for every i of the domain. Known by construction for a layout of the language;
    /// by elimination for affine maps to several numbers and for linear maps, by digits for strides that do not overlap, by the
    /// inverse factor for `(a·x + b) mod n`, else written out piece by piece.
    ///
    /// ```
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let shuffle = Relation::of_isl(&arena, "{ [c] -> [(-3c) mod 16] : 0 <= c <= 15 }").unwrap();
    /// let inverse = shuffle.inverse(&Effort::default()).unwrap();
    /// assert_eq!(inverse.to_isl().unwrap(), "{ [i0] -> [(5i0) mod 16] : 0 <= i0 <= 15 }");
    /// ```
    ///
    /// # Errors
    /// [`NoInverse`].
    pub fn inverse(&self, effort: &Effort<'_>) -> Result<Self, NoInverse> {
        if let Some(forward) = &self.forward {
            return Ok((**forward).clone());
        }
        let arena = self.arena;
        let index = Map::index(arena, &self.map.spans);
        let place = self.place(&index);
        let back = match &self.inverse {
            Some(inverse) => Some(inverse.over(arena, &[place])),
            None => self.by_form(&index, place),
        };
        let back = match back {
            Some(back) => back,
            None => {
                match self.is_injective(effort) {
                    Answer::Yes => {}
                    Answer::No(collision) => return Err(NoInverse::Collision(collision)),
                    Answer::Undecided => return Err(NoInverse::Undecided(self.undecided(effort))),
                }
                match self.by_factor(place) {
                    Some(back) => back,
                    // Its guards say all, and are what they can be.
                    None => {
                        let total = volume(&self.spans().unwrap_or_default()).unwrap_or(u64::MAX);
                        let back = self.by_table(place, total, effort)?;
                        return Ok(self.inverted(index, back, vec![]));
                    }
                }
            }
        };
        // A restricted domain: only what comes from it goes back.
        let restrictions = Map { guards: self.restrictions.clone(), values: vec![], ..self.map.clone() };
        let restrictions = restrictions.over(arena, &back.values).guards;
        Ok(self.inverted(index, back, restrictions).settled())
    }

    /// Why a question about the relation stays open that it decides by its points: the sizes without a value, or how many points
    /// there are.
    ///
    /// ```
    /// use lego_relation::{Answer, Effort, Relation, Undecided};
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [i] -> [(7i) mod 5000 + 5000*((i) mod 3)] : 0 <= i < 4999 }").unwrap();
    /// let effort = Effort { points: 1000, ..Effort::default() };
    /// assert_eq!(map.is_injective(&effort), Answer::Undecided);
    /// assert_eq!(map.undecided(&effort), Undecided::Points { count: 4999, most: 1000 });
    /// ```
    #[must_use]
    pub fn undecided(&self, effort: &Effort<'_>) -> Undecided {
        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
        // Where sizes have no value it is they that decide, however few points there are.
        match self.dims().filter(|_| self.is_of_numbers()).map(|dims| volume(&dims)) {
            Some(Ok(count)) => Undecided::Points { count, most: effort.points },
            Some(Err(error)) => error.into(),
            None => Undecided::symbols(self.arena, &all),
        }
    }

    /// The way back by the form that the map has.
    fn by_form(&self, index: &[Id], place: Id) -> Option<Map> {
        let several = if index.len() > 1 { self.by_matrix(index) } else { None };
        if several.is_some() {
            return several;
        }
        if !self.is_of_numbers() {
            let general = self.general();
            let by_equations = || general.inverse_by_equations(index);
            return general.inverse(place).or_else(|| self.by_matrix(index)).or_else(by_equations);
        }
        match self.form() {
            Form::Strided(strided) => strided.separate().map(|modes| by_digits(self.arena, strided, &modes, place)),
            Form::Linear(linear) => self.by_bits(linear, place),
            Form::Table => None,
        }
    }

    /// The relation of a way back, of values that are the variables of its index.
    fn inverted(&self, index: Vec<Id>, back: Map, restrictions: Vec<Id>) -> Self {
        let map = Map {
            index,
            dims: self.map.spans.clone(),
            spans: self.map.dims.clone(),
            guards: back.guards,
            values: back.values,
            unchecked: self.map.unchecked,
        };
        let inverse = (self.map.values.len() == 1 && self.map.index.len() == 1).then(|| self.map());
        let forward = Some(Rc::new(self.clone()));
        Self { inverse, forward, restrictions, ..Self::new(self.arena, map, self.order) }
    }

    /// The place of values in the row-major order of the spans.
    pub(crate) fn place(&self, values: &[Id]) -> Id {
        let symbols = |ids: &[Id]| ids.iter().map(|&id| Symbol::new(self.arena, id)).collect::<Vec<_>>();
        match values {
            [] => self.arena.constant(0),
            [one] => *one,
            _ => flatten(&symbols(&self.map.spans), &symbols(values)).id(),
        }
    }

    /// A map back from components and conditions.
    pub(super) fn back(values: Vec<Id>, guards: Vec<Id>) -> Map {
        Map { index: vec![], dims: vec![], spans: vec![], guards, values, unchecked: false }
    }

    /// The inverse of a linear map onto all values.
    fn by_bits(&self, linear: &XorMap, place: Id) -> Option<Map> {
        let total = volume(&self.spans()?).ok()?;
        if !total.is_power_of_two() || linear.kernel().is_some() {
            return None;
        }
        let of_bits = linear.inverse(total.trailing_zeros())?;
        let place = self.arena.binary(Op::Xor, place, self.arena.constant(linear.constant.into()));
        let component = |axis: usize| {
            let columns = vec![of_bits.iter().map(|index| index[axis]).collect()];
            linear::write(&XorMap::linear(columns), self.arena, &[place])
        };
        Some(Self::back((0..self.rank()).map(component).collect(), vec![]))
    }

    /// The inverse of `(a·x + b) mod n`, which is `(a⁻¹·(p + (n - b))) mod n`.
    fn by_factor(&self, place: Id) -> Option<Map> {
        let (dims, spans) = (self.dims()?, self.spans()?);
        let [n] = dims[..] else { return None };
        if volume(&spans).ok()? != n || !(2..=1 << 60).contains(&n) || !self.map.guards.is_empty() {
            return None;
        }
        let flat = self.flat();
        let evaluator = flat.evaluator(self.arena);
        let at = |x: u64| evaluator.run(&[x]).map(|values| i128::from(values[0]));
        let (b, n) = (at(0)?, i128::from(n));
        let a = (at(1)? - b).rem_euclid(n);
        let factor = num_integer::Integer::extended_gcd(&a, &n);
        if factor.gcd != 1 {
            return None;
        }
        let arena = self.arena;
        let modular = |a: i128, x: Id, b: i128| {
            let sum = arena.binary(Op::Add, arena.binary(Op::Mul, arena.constant(a), x), arena.constant(b));
            arena.binary(Op::Rem, sum, arena.constant(n))
        };
        let forward =
            Relation::new(arena, Map { values: vec![modular(a, self.map.index[0], b)], ..flat.clone() }, self.order);
        let this = Relation::new(arena, flat, self.order);
        let effort = Effort { points: 1 << 18, ..Effort::default() };
        if this.is_equal(&forward, &effort) != Ok(Answer::Yes) {
            return None;
        }
        let inverse = factor.x.rem_euclid(n);
        Some(Self::back(vec![modular(inverse, place, (-b * inverse).rem_euclid(n))], vec![]))
    }
}

/// The inverse of separate strides: digit by digit, from the largest stride on, each the quotient of what is left.
fn by_digits(arena: &Arena, strided: &Strided, modes: &[Placed], place: Id) -> Map {
    let constant = |value: i128| arena.constant(value);
    let (low, high) = strided.bounds();
    let mut guards = Vec::new();
    if low > 0 {
        guards.push(arena.compare(Comparison::LessEqual, constant(low), place));
    }
    let mut rest = arena.binary(Op::Sub, place, constant(low));
    let mut most = high - low;
    guards.push(arena.compare(Comparison::LessEqual, rest, constant(most)));
    let mut components = vec![constant(0); strided.axes.len()];
    for Placed { axis, unit, mode } in modes.iter().rev() {
        let stride = mode.stride.abs();
        let top = i128::from(mode.size - 1);
        let digit = arena.binary(Op::Div, rest, constant(stride));
        if most / stride > top {
            guards.push(arena.compare(Comparison::LessEqual, digit, constant(top)));
        }
        let digit = if mode.stride < 0 { arena.binary(Op::Sub, constant(top), digit) } else { digit };
        let term = arena.binary(Op::Mul, digit, constant((*unit).into()));
        components[*axis] = arena.binary(Op::Add, components[*axis], term);
        rest = arena.binary(Op::Rem, rest, constant(stride));
        most = most.min(stride - 1);
    }
    if most > 0 {
        guards.push(arena.compare(Comparison::Equal, rest, constant(0)));
    }
    Map { index: vec![], dims: vec![], spans: vec![], guards, values: components, unchecked: false }
}

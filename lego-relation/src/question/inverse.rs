//! The inverse of a relation: from values back to the index.

use super::answer::{Answer, Collision, Counterexample, Undecided};
use crate::form::{Form, Linear, Placed, Strided};
use crate::relation::{Relation, Walk};
use crate::set::volume;
use lego_core::chain::{flatten, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Comparison, Id, Map, Op, Symbol};
use std::cell::OnceCell;
use std::fmt;

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
                write!(f, "not decided (limit): the inverse has no form and more than {MOST_PIECES} pieces")
            }
        }
    }
}

impl std::error::Error for NoInverse {}

/// So many pieces on which it is affine an inverse may have that is written out.
const MOST_PIECES: usize = 1 << 12;

/// An inverse written piece by piece is of a map to so many values at most.
const MOST_VALUES: u64 = 1 << 20;

impl<'a> Relation<'a> {
    /// The relation from values to the index that has them; its domain is the image.
    ///
    /// Law: `r.inverse().at(r.at(i)) == i` for every i of the domain. Known by construction for a layout of the language;
    /// by digits for strides that do not overlap, by elimination for linear maps, by the inverse factor for
    /// `(a·x + b) mod n`, else written out piece by piece.
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
        let arena = self.arena;
        let index = Map::index(arena, &self.map.spans);
        let place = self.place(&index);
        let form = match &self.inverse {
            None if self.is_of_numbers() => self.form(),
            _ => &Form::Table,
        };
        let back = match (&self.inverse, form) {
            (Some(inverse), _) => Some(inverse.over(arena, &[place])),
            (_, Form::Strided(strided)) => strided.separate().map(|modes| by_digits(arena, strided, &modes, place)),
            (_, Form::Linear(linear)) => self.by_bits(linear, place),
            (_, Form::Table) if !self.is_of_numbers() => self.general().inverse(place),
            (_, Form::Table) => None,
        };
        let back = match back {
            Some(back) => back,
            None => {
                match self.is_injective(effort) {
                    Answer::Yes => {}
                    Answer::No(collision) => return Err(NoInverse::Collision(collision)),
                    Answer::Undecided => {
                        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
                        // Where sizes have no value it is they that decide, however few points there are.
                        let count = self.dims().filter(|_| self.is_of_numbers());
                        return Err(NoInverse::Undecided(match count.and_then(|dims| volume(&dims).ok()) {
                            Some(count) => Undecided::Points { count, most: effort.points },
                            None => Undecided::symbols(arena, &all),
                        }));
                    }
                }
                match self.by_factor(place) {
                    Some(back) => back,
                    None => self.by_pieces(place, effort)?,
                }
            }
        };
        // A restricted domain: only what comes from it goes back.
        let restrictions = Map { guards: self.restrictions.clone(), values: vec![], ..self.map.clone() };
        let restrictions = restrictions.over(arena, &back.values).guards;
        let map = Map {
            index,
            dims: self.map.spans.clone(),
            spans: self.map.dims.clone(),
            guards: back.guards,
            values: back.values,
            unchecked: self.map.unchecked,
        };
        let inverse = (self.map.values.len() == 1 && self.map.index.len() == 1).then(|| self.map());
        Ok(Self { inverse, restrictions, form: OnceCell::new(), ..Self::new(arena, map, self.order) }.settled())
    }

    /// The place of values in the row-major order of the spans.
    fn place(&self, values: &[Id]) -> Id {
        let symbols = |ids: &[Id]| ids.iter().map(|&id| Symbol::new(self.arena, id)).collect::<Vec<_>>();
        match values {
            [] => self.arena.constant(0),
            [one] => *one,
            _ => flatten(&symbols(&self.map.spans), &symbols(values)).id(),
        }
    }

    /// A map back from components and conditions.
    fn back(values: Vec<Id>, guards: Vec<Id>) -> Map {
        Map { index: vec![], dims: vec![], spans: vec![], guards, values, unchecked: false }
    }

    /// The inverse of a linear map onto all values.
    fn by_bits(&self, linear: &Linear, place: Id) -> Option<Map> {
        let total = volume(&self.spans()?).ok()?;
        if !total.is_power_of_two() || linear.kernel().is_some() {
            return None;
        }
        let of_bits = linear.inverse(total.trailing_zeros())?;
        let place = self.arena.binary(Op::Xor, place, self.arena.constant(linear.offset.into()));
        let component = |axis: usize| {
            let columns = vec![of_bits.iter().map(|index| index[axis]).collect()];
            Linear { offset: 0, columns }.write(self.arena, &[place])
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

    /// The inverse written out: pieces of values on which each component is affine.
    fn by_pieces(&self, place: Id, effort: &Effort<'_>) -> Result<Map, NoInverse> {
        let map = Relation { map: self.map(), restrictions: vec![], ..self.clone() }.flat();
        let dims = self.dims().unwrap_or_default();
        let total = volume(&self.spans().unwrap_or_default()).unwrap_or(u64::MAX);
        if total > MOST_VALUES {
            return Err(NoInverse::Pieces);
        }
        let mut back: Vec<Option<Vec<u64>>> = vec![None; total as usize];
        let mut walk = Walk::new(self.arena, &map, effort).map_err(NoInverse::Undecided)?;
        walk.each(effort, |flat, value| {
            if let Some(value) = value {
                back[value as usize] = Some(if dims.is_empty() { vec![] } else { unflatten(&dims, flat) });
            }
            true
        })
        .map_err(NoInverse::Undecided)?;
        let component = |axis: usize| {
            let column: Vec<Option<i128>> =
                back.iter().map(|index| index.as_ref().map(|index| i128::from(index[axis]))).collect();
            pieces(&column)
        };
        let columns: Vec<Vec<Piece>> = (0..self.rank()).map(component).collect();
        let domain = pieces(&back.iter().map(|index| Some(index.is_some().into())).collect::<Vec<_>>());
        if columns.iter().chain([&domain]).map(Vec::len).sum::<usize>() > MOST_PIECES {
            return Err(NoInverse::Pieces);
        }
        let values = columns.iter().map(|pieces| choose(self.arena, place, pieces)).collect();
        let inside = choose(self.arena, place, &domain);
        let guard = self.arena.compare(Comparison::NotEqual, inside, self.arena.constant(0));
        Ok(Self::back(values, if self.arena.number(guard) == Some(1) { vec![] } else { vec![guard] }))
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

/// Numbers from a place on, each by a step more than the one before it.
struct Piece {
    start: u64,
    first: i128,
    step: i128,
}

/// A column of numbers as the fewest pieces that a walk from the left finds; where there is no number, any will do.
fn pieces(column: &[Option<i128>]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // The place and number at which the step of the last piece was settled, if it was.
    let mut settled = true;
    let mut anchor: Option<u64> = None;
    for (at, number) in column.iter().enumerate() {
        let (at, Some(number)) = (at as u64, *number) else { continue };
        if let (Some(piece), Some(from)) = (pieces.last_mut(), anchor) {
            let gap = i128::from(at - from);
            if !settled && (number - piece.first) % gap == 0 {
                piece.step = (number - piece.first) / gap;
                piece.first -= piece.step * i128::from(from - piece.start);
                settled = true;
                continue;
            }
            if settled && piece.first + piece.step * i128::from(at - piece.start) == number {
                continue;
            }
        }
        let start = if pieces.is_empty() { 0 } else { at };
        pieces.push(Piece { start, first: number, step: 0 });
        (settled, anchor) = (false, Some(at));
    }
    pieces
}

/// The piece that a place is in, by halving.
fn choose(arena: &Arena, place: Id, pieces: &[Piece]) -> Id {
    match pieces {
        [] => arena.constant(0),
        [Piece { start, first, step }] => {
            // first + step · (place - start)
            let offset = first - step * i128::from(*start);
            let term = arena.binary(Op::Mul, arena.constant(step.abs()), place);
            match *step < 0 {
                true => arena.binary(Op::Sub, arena.constant(offset), term),
                false if offset < 0 => arena.binary(Op::Sub, term, arena.constant(-offset)),
                false => arena.binary(Op::Add, term, arena.constant(offset)),
            }
        }
        _ => {
            let (low, high) = pieces.split_at(pieces.len() / 2);
            let is_low = arena.compare(Comparison::Less, place, arena.constant(high[0].start.into()));
            arena.choose(is_low, choose(arena, place, low), choose(arena, place, high))
        }
    }
}

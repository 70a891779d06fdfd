//! From a text of isl to a relation: the box in which its domain is, its guards, its values.

use super::case::{Case, is_natural};
use super::elimination::System;
use super::error::{ReadError, Result};
use super::names::free_names;
use super::parse;
use super::piece::Piece;
use super::quasi::{Affine, Conjunct, Constraint, FAR, Ranges};
use super::reader::{Reader, Unsolved};
use super::syntax::{self, Place, Text};
use super::write::any;
use crate::question::{Collision, Counterexample, NoInverse, Undecided};
use crate::relation::{Order, Relation};
use crate::set::{TooLarge, volume};
use lego_core::chain::advance;
use lego_equal::Effort;
use lego_expr::{Arena, Comparison, Engine, Id, Map, Op};
use std::collections::{BTreeMap, HashMap};

/// So many points are looked at to see that values are not below 0 and that pieces agree.
pub(super) const MOST_POINTS: u64 = 1 << 22;

/// A box that a text states may have so many times the points of the least one, however many these are.
const MOST_LARGER: u64 = 64;

/// Of so many pieces each is compared with each, where sizes have no value.
const MOST_PROVED: usize = 64;

impl<'a> Relation<'a> {
    /// The relation that a text in isl's notation says, such as `{ [i, j] -> [8i + j] : 0 <= i < 4 and 0 <= j < 8 }`.
    ///
    /// Pieces are separated by `;`. Coordinates and values are numbers from 0 on, and the domain is bounded; parameters are
    /// sizes: at least 1, or 0 where that leaves no index. The extent of a component is what its first bound by numbers and
    /// parameters says. A component of the image may be a name of its own that an equation gives a value.
    ///
    /// ```
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [c] -> [o] : o = (-3c) mod 16 and 0 <= c <= 15 }").unwrap();
    /// assert_eq!(map.at(&[5]), Some(vec![1]));
    /// let error = Relation::of_isl(&arena, "{ [c] -> [c/2] : 0 <= c < 4 }").unwrap_err();
    /// assert_eq!((error.place, error.message.as_str()), (11..12, "a division stands in floor(…), as in floor(i/8)"));
    /// ```
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn of_isl(arena: &'a Arena, text: &str) -> Result<Self> {
        Self::of_isl_with(arena, text, &BTreeMap::new(), &[])
    }

    /// [`Relation::of_isl`] with values of some parameters; `known` are parameters that are variables of the arena already.
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn of_isl_with(
        arena: &'a Arena,
        text: &str,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<Self> {
        let read = parse::map(text)?;
        let Some(first) = read.cases.first() else {
            return Err(ReadError::new(
                0..text.len(),
                "there is no map between the braces: `{ [i] -> [o] : false }` is an empty one",
            ));
        };
        let sizes = (first.from.len(), first.to.len());
        let as_written = |unsolved| {
            let mut reader = Reader::new(arena, sizes.0, sizes.1, unsolved);
            reader.take_parameters(&read, values, known)?;
            let pieces = reader.pieces(&read)?;
            if reader.is_unsolved { Ok(None) } else { reader.relation(text, &pieces).map(Some) }
        };
        let unread = match as_written(Unsolved::Told) {
            Ok(Some(relation)) => return Ok(relation),
            Ok(None) => None,
            Err(error) => Some(error),
        };
        // Equations may give the index for each value: then the text is the inverse of a map that is read.
        match (Self::of_inverse(arena, text, &read, values, known), unread) {
            (Ok(Some(inverse)), _) => return Ok(inverse),
            (_, Some(error)) | (Err(error), None) => return Err(error),
            (Ok(None), None) => {}
        }
        let by_points = as_written(Unsolved::ByPoints)?;
        by_points.ok_or_else(|| ReadError::new(0..text.len(), "no equation gives the values"))
    }

    /// The relation of a text whose equations give the index for each value; `None` where they do not, or not in few steps.
    fn of_inverse(
        arena: &'a Arena,
        text: &str,
        read: &Text,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<Option<Self>> {
        let turned =
            |case: &syntax::Case| syntax::Case { from: case.to.clone(), to: case.from.clone(), ..case.clone() };
        let turned = Text { parameters: read.parameters.clone(), cases: read.cases.iter().map(turned).collect() };
        let (rank, count) = (turned.cases[0].from.len(), turned.cases[0].to.len());
        let mut reader = Reader::new(arena, rank, count, Unsolved::Told);
        reader.take_parameters(&turned, values, known)?;
        let Ok(pieces) = reader.pieces(&turned) else { return Ok(None) };
        if reader.is_unsolved {
            return Ok(None);
        }
        let Ok(forward) = reader.relation(text, &pieces) else { return Ok(None) };
        match forward.inverse(&Effort { points: MOST_POINTS, ..Effort::default() }) {
            Ok(inverse) => Ok(Some(inverse)),
            Err(NoInverse::Collision(Counterexample { parameters, witness: Collision { first, second, value } }))
                if parameters.is_empty() =>
            {
                let message = format!("{value:?} has two values, {first:?} and {second:?}: a map has one");
                Err(ReadError::new(0..text.len(), message))
            }
            Err(_) => Ok(None),
        }
    }

    /// The relation on those points only at which a condition in isl's notation holds, such as `i0 + i1 < n`, of the
    /// components `i0, i1, …` and of sizes by name. `values` are those of names, `known` variables of the arena.
    ///
    /// # Errors
    /// [`ReadError`], at its place.
    pub fn restrict_isl(
        &self,
        condition: &str,
        values: &BTreeMap<String, i128>,
        known: &[(String, Id)],
    ) -> Result<Self> {
        let formula = parse::formula(condition)?;
        let rank = self.rank();
        let mut reader = Reader::new(self.arena, rank, 0, Unsolved::ByPoints);
        for k in 0..rank {
            reader.names.push((format!("i{k}"), Affine::variable(k)));
        }
        for (name, &value) in values {
            if value.abs() < FAR {
                reader.names.push((name.clone(), Affine::constant(value)));
            }
        }
        let mine = self.parameters();
        for name in free_names(&formula) {
            if !reader.names.iter().any(|(other, _)| *other == name) {
                let known: Vec<(String, Id)> = mine.iter().chain(known).cloned().collect();
                reader.add_parameter(&name, &known);
            }
        }
        let extents: Vec<i128> =
            self.map.dims.iter().map(|&dim| self.arena.number(dim).map_or(FAR, |extent| extent - 1)).collect();
        let ranges = reader.ranges(&extents);
        let cases = reader.cases(&formula)?;
        let index = self.index().to_vec();
        let place = 0..condition.len();
        let written: Vec<Id> =
            cases.iter().map(|case| reader.conjunct(case, &index, &ranges, &place)).collect::<Result<_>>()?;
        Ok(self.restrict(any(self.arena, &written)))
    }
}

impl<'a> Reader<'a> {
    /// The relation of all pieces, in the box that the text states; of numbers in the least one, where the stated one is far
    /// larger or has more points than are looked at.
    fn relation(&self, text: &str, pieces: &[Piece]) -> Result<Relation<'a>> {
        let arena = self.arena;
        let stated = self.dims(pieces, true)?;
        let number = |ids: &[Id]| -> Option<Vec<u64>> {
            ids.iter().map(|&id| arena.number(id).and_then(|number| u64::try_from(number).ok())).collect()
        };
        if number(&stated).is_none() {
            return self.in_box(text, pieces, stated);
        }
        let least = self.dims(pieces, false)?;
        let count = |ids: &[Id]| number(ids).and_then(|dims| volume(&dims).ok()).unwrap_or(u64::MAX);
        if stated == least || count(&stated) > (MOST_POINTS * 4).max(count(&least).saturating_mul(MOST_LARGER)) {
            return self.in_box(text, pieces, least);
        }
        self.in_box(text, pieces, stated).or_else(|_| self.in_box(text, pieces, least))
    }

    /// The extents of a box that has all pieces.
    fn dims(&self, pieces: &[Piece], stated: bool) -> Result<Vec<Id>> {
        let arena = self.arena;
        let larger = |a: Id, b: Id| match (arena.number(a), arena.number(b)) {
            _ if a == b => a,
            (Some(x), Some(y)) => arena.constant(x.max(y)),
            (Some(0), None) => b,
            (None, Some(0)) => a,
            _ => arena.binary(Op::Max, a, b),
        };
        let mut dims: Vec<Vec<Id>> = vec![Vec::new(); self.rank];
        for piece in pieces {
            for (all, extent) in dims.iter_mut().zip(self.extents(piece, stated)?) {
                let number = arena.number(extent);
                let other = all.iter().position(|&other| arena.number(other).is_some() && number.is_some());
                match other {
                    // Of numbers the greatest is enough.
                    Some(other) => all[other] = larger(all[other], extent),
                    None if all.contains(&extent) => {}
                    None => all.push(extent),
                }
            }
        }
        // An empty map is in the box that its bounds state; what they say nothing of has no value.
        if pieces.is_empty() {
            for case in &self.declared {
                for (all, declared) in dims.iter_mut().zip(case.iter()) {
                    all.extend(declared.as_ref().map(|declared| declared.extent));
                }
            }
        }
        let greatest = |mut all: Vec<Id>| {
            let mut k = 0;
            while k < all.len() && all.len() > 1 {
                let is_less = |(other, &extent): (usize, &Id)| {
                    let are_numbers = arena.number(all[k]).is_some() && arena.number(extent).is_some();
                    other != k && !are_numbers && Engine::new(arena).is_at_most(all[k], extent)
                };
                if all.iter().enumerate().any(is_less) {
                    all.remove(k);
                } else {
                    k += 1;
                }
            }
            all.into_iter().reduce(larger).unwrap_or_else(|| arena.constant(0))
        };
        Ok(dims.into_iter().map(greatest).collect())
    }

    /// The relation of all pieces in a box.
    fn in_box(&self, text: &str, pieces: &[Piece], dims: Vec<Id>) -> Result<Relation<'a>> {
        let arena = self.arena;
        let whole = 0..text.len();
        let index = Map::index(arena, &dims);
        let highest: Vec<i128> = dims.iter().map(|&dim| arena.number(dim).map_or(FAR, |extent| extent - 1)).collect();
        let ranges = self.ranges(&highest);
        let mut written = Vec::new();
        for piece in pieces {
            let when: Conjunct =
                piece.when.iter().filter(|&constraint| !piece.is_box(constraint, &dims)).cloned().collect();
            let mut when = self.conjunct(&when, &index, &ranges, &piece.place)?;
            for (number, extent) in piece.unconditional(&dims) {
                let below = arena.compare(Comparison::Less, index[number], extent);
                when = if arena.number(when) == Some(1) { below } else { arena.binary(Op::And, when, below) };
            }
            let write = |value: &Affine| self.sum(value, &index, &ranges, &piece.place);
            written.push((when, piece.values.iter().map(write).collect::<Result<Vec<Id>>>()?));
        }
        let guard = any(arena, &written.iter().map(|(when, _)| *when).collect::<Vec<_>>());
        let value = |number: usize| {
            let mut value = written.last().map_or_else(|| arena.constant(0), |(_, values)| values[number]);
            for (when, values) in written.iter().rev().skip(1) {
                value = arena.choose(*when, values[number], value);
            }
            value
        };
        let values: Vec<Id> = (0..self.count).map(value).collect();
        let spans = (0..self.count).map(|number| self.span(pieces, number)).collect::<Result<Vec<Id>>>()?;
        let guards = if arena.number(guard) == Some(1) { vec![] } else { vec![guard] };
        let map = Map { index, dims, spans, guards, values, unchecked: false };
        let relation = Relation::new(arena, map, Order::Colexicographic).settled();
        self.check(&relation, pieces, &written, &whole)?;
        Ok(relation.tightened())
    }

    /// Whether conditions prove that the values of pieces are never below 0 and that no two of them disagree.
    fn is_proved(&self, pieces: &[Piece]) -> bool {
        if pieces.len() > MOST_PROVED {
            return false;
        }
        let never = |when: &[Constraint], ranges: &Ranges, also: &[Constraint]| {
            let system = System::new(when, ranges, &self.proofs);
            system.is_some_and(|mut system| also.iter().all(|one| system.add(one).is_some()) && system.excludes_all())
        };
        let below = |value: &Affine| value.times(-1)?.plus(&Affine::constant(-1), 1).map(Constraint::Natural);
        let is_natural = |piece: &Piece| {
            piece.values.iter().all(|value| {
                piece.ranges.of(value).0 >= 0
                    || below(value).is_some_and(|below| never(&piece.when, &piece.ranges, &[below]))
            })
        };
        let free = Ranges([vec![(0, FAR); self.rank], self.ranges(&[]).0].concat());
        let agree = |one: &Piece, other: &Piece| {
            one.values == other.values || {
                let both = [&one.when[..], &other.when].concat();
                never(&both, &free, &[])
                    || one.values.iter().zip(&other.values).all(|(a, b)| {
                        let gaps = [(a, b), (b, a)].map(|(a, b)| {
                            a.clone().plus(b, -1)?.plus(&Affine::constant(-1), 1).map(Constraint::Natural)
                        });
                        gaps.into_iter().all(|gap| gap.is_some_and(|gap| never(&both, &free, &[gap])))
                    })
            }
        };
        pieces.iter().all(is_natural)
            && pieces.iter().enumerate().all(|(k, piece)| pieces[..k].iter().all(|other| agree(piece, other)))
    }

    /// That no value is below 0 and that pieces agree where they overlap.
    fn check(&self, relation: &Relation<'a>, pieces: &[Piece], written: &[(Id, Vec<Id>)], whole: &Place) -> Result<()> {
        let below = pieces.iter().find(|piece| piece.values.iter().any(|value| !piece.is_natural(value)));
        let differ = written.iter().any(|(_, values)| *values != written[0].1);
        if below.is_none() && !differ {
            return Ok(());
        }
        // A condition may say something of a symbol that is simplified away in the relation.
        let is_asked = |(number, _): &(usize, &Id)| {
            let affine = pieces.iter().flat_map(|piece| piece.when.iter().map(Constraint::affine).chain(&piece.values));
            affine.into_iter().any(|affine| affine.has(self.rank + self.count + number))
        };
        let asked: Vec<Id> = self.parameters.iter().enumerate().filter(is_asked).map(|(_, &id)| id).collect();
        let is_of_numbers = asked.is_empty() && relation.is_of_numbers();
        if !is_of_numbers && self.is_proved(pieces) {
            return Ok(());
        }
        let place = below.map_or(whole, |piece| &piece.place).clone();
        let undecided = |why: Undecided| {
            let what = if below.is_some() {
                "whether all values are 0 or more"
            } else {
                "whether the pieces agree where they overlap"
            };
            ReadError::new(place.clone(), format!("{what} is {why}"))
        };
        let dims = relation.dims().filter(|_| is_of_numbers).ok_or_else(|| {
            let ids = [relation.map().roots(), relation.map.dims.clone(), asked].concat();
            undecided(Undecided::symbols(self.arena, &ids))
        })?;
        let boxes: Vec<(Vec<i128>, Vec<u64>)> = pieces.iter().map(|piece| piece.range(&dims, self.arena)).collect();
        let count =
            boxes.iter().fold(0_u64, |all, (_, extents)| all.saturating_add(volume(extents).unwrap_or(u64::MAX)));
        if count > MOST_POINTS {
            if below.is_none_or(|_| relation.least_is_natural()) && !differ {
                return Ok(());
            }
            return Err(undecided(Undecided::Points { count, most: MOST_POINTS }));
        }
        // A point has a place of 128 bits.
        if differ && dims.iter().try_fold(1, |all: u128, &extent| all.checked_mul(extent.max(1).into())).is_none() {
            return Err(undecided(Undecided::TooLarge(TooLarge { extents: dims })));
        }
        // The number of the piece that has a point first, by the point's place in the box.
        let mut first: HashMap<u128, usize> = HashMap::new();
        let mut wrong: Option<(Vec<u64>, Place, String)> = None;
        for (number, (piece, (low, extents))) in pieces.iter().zip(&boxes).enumerate() {
            let mut offset = vec![0; extents.len()];
            let (mut point, mut values, mut others) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..volume(extents).unwrap_or(0) {
                point.clear();
                point.extend(low.iter().zip(&offset).map(|(low, &offset)| low + i128::from(offset)));
                advance(extents, &mut offset);
                let holds = |constraint: &Constraint| match constraint {
                    Constraint::Natural(affine) => affine.at(&point) >= 0,
                    Constraint::Zero(affine) => affine.at(&point) == 0,
                };
                if !piece.when.iter().all(holds) {
                    continue;
                }
                let at = |piece: &Piece, values: &mut Vec<i128>| {
                    values.clear();
                    values.extend(piece.values.iter().map(|value| value.at(&point)));
                };
                at(piece, &mut values);
                // The last piece looks for the points of those before it, and no piece looks for its points.
                let place = || point.iter().zip(&dims).fold(0, |place, (&i, &n)| place * u128::from(n) + i as u128);
                let other = match differ {
                    true if number + 1 < pieces.len() => *first.entry(place()).or_insert(number),
                    true => first.get(&place()).copied().unwrap_or(number),
                    false => number,
                };
                let agrees = other == number || {
                    at(&pieces[other], &mut others);
                    others == values
                };
                let negative = values.iter().find(|value| **value < 0);
                if negative.is_none() && agrees {
                    continue;
                }
                let index: Vec<u64> = point.iter().map(|&component| component as u64).collect();
                let message = match negative {
                    Some(value) => {
                        format!("the value at {index:?} is {value}: values are numbers from 0 on; shift them")
                    }
                    None => format!("{index:?} has two values, {others:?} and {values:?}: a map has one"),
                };
                // What is said is the first index that is wrong.
                if wrong.as_ref().is_none_or(|(before, ..)| index < *before) {
                    wrong = Some((index, piece.place.clone(), message));
                }
            }
        }
        wrong.map_or(Ok(()), |(_, place, message)| Err(ReadError::new(place, message)))
    }
}

impl Piece {
    /// Whether its conditions tell that a value is not below 0.
    fn is_natural(&self, value: &Affine) -> bool {
        self.ranges.of(value).0 >= 0
            || Case::everywhere(&self.ranges).and(&self.when).is_some_and(|case| is_natural(&case, value))
    }
}

impl Relation<'_> {
    /// Whether the least value by form is 0 or more.
    fn least_is_natural(&self) -> bool {
        self.strided().is_some_and(|strided| strided.bounds().0 >= 0)
    }

    /// The same relation with the least spans, where these are found by form or by few points.
    fn tightened(mut self) -> Self {
        if !self.is_of_numbers() {
            return self;
        }
        let effort = Effort { points: MOST_POINTS, ..Effort::default() };
        for number in 0..self.map.values.len() {
            let value = Relation::new(self.arena, self.map.to_value(number), self.order);
            if let Ok(greatest) = value.greatest(&effort) {
                let span = greatest.map_or(0, |bound| i128::from(bound.value[0]) + 1);
                self.map.spans[number] = self.arena.constant(span);
            }
        }
        self
    }
}

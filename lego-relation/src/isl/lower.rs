//! From a text of isl to a relation: the box in which its domain is, its guards, its values.

use super::case::{Case, is_natural};
use super::error::{ReadError, Result};
use super::names::free_names;
use super::parse;
use super::piece::Piece;
use super::quasi::{Affine, FAR};
use super::reader::{Reader, Unsolved};
use super::syntax::{self, Place, Text};
use super::write::any;
use crate::question::{Collision, Counterexample, NoInverse, Undecided};
use crate::relation::{Order, Relation};
use crate::set::volume;
use lego_core::chain::{advance, flatten, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Id, Map, Op};
use std::collections::{BTreeMap, HashMap};

/// So many points are looked at to see that values are not below 0 and that pieces agree.
pub(super) const MOST_POINTS: u64 = 1 << 22;

impl<'a> Relation<'a> {
    /// The relation that a text in isl's notation says, such as `{ [i, j] -> [8i + j] : 0 <= i < 4 and 0 <= j < 8 }`.
    ///
    /// Pieces are separated by `;`. Coordinates and values are numbers from 0 on, and the domain is bounded; parameters are
    /// sizes, so at least 1. A component of the image may be a name of its own that an equation gives a value.
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
    /// The relation of all pieces.
    fn relation(&self, text: &str, pieces: &[Piece]) -> Result<Relation<'a>> {
        let arena = self.arena;
        let whole = 0..text.len();
        let mut dims: Option<Vec<Id>> = None;
        for piece in pieces {
            let extents = self.extents(piece)?;
            dims = Some(match dims {
                None => extents,
                Some(dims) => {
                    let larger = |(&a, &b): (&Id, &Id)| if a == b { a } else { arena.binary(Op::Max, a, b) };
                    dims.iter().zip(&extents).map(larger).collect()
                }
            });
        }
        // An empty map is in a box of one point, which it leaves out.
        let dims = dims.unwrap_or_else(|| vec![arena.constant(1); self.rank]);
        let index = Map::index(arena, &dims);
        let highest: Vec<i128> = dims.iter().map(|&dim| arena.number(dim).map_or(FAR, |extent| extent - 1)).collect();
        let ranges = self.ranges(&highest);
        let mut written = Vec::new();
        for piece in pieces {
            let when = self.conjunct(&piece.when, &index, &ranges, &piece.place)?;
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

    /// That no value is below 0 and that pieces agree where they overlap.
    fn check(&self, relation: &Relation<'a>, pieces: &[Piece], written: &[(Id, Vec<Id>)], whole: &Place) -> Result<()> {
        let below = pieces.iter().find(|piece| piece.values.iter().any(|value| !piece.is_natural(value)));
        let differ = written.iter().any(|(_, values)| *values != written[0].1);
        if below.is_none() && !differ {
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
        let dims = relation.dims().filter(|_| relation.is_of_numbers()).ok_or_else(|| {
            let ids = [relation.map().roots(), relation.map.dims.clone()].concat();
            undecided(Undecided::symbols(self.arena, &ids))
        })?;
        volume(&dims).map_err(|error| undecided(error.into()))?;
        // Each piece holds in its own box alone.
        let boxes: Vec<Vec<(u64, u64)>> = pieces.iter().map(|piece| piece.within(&dims)).collect();
        let points = |of_piece: &Vec<(u64, u64)>| {
            of_piece.iter().fold(1_u64, |product, (from, to)| product.saturating_mul(to - from))
        };
        let count = boxes.iter().map(points).fold(0, u64::saturating_add);
        if count > MOST_POINTS {
            if below.is_none_or(|_| relation.least_is_natural()) && !differ {
                return Ok(());
            }
            return Err(undecided(Undecided::Points { count, most: MOST_POINTS }));
        }
        let programs: Vec<lego_expr::Program> = (written.iter())
            .map(|(when, values)| lego_expr::Program::new(self.arena, &[&[*when][..], values].concat()))
            .collect();
        let inputs = lego_expr::Inputs::new(self.arena, &relation.map.index);
        let at = |piece: usize, index: &[u64]| {
            programs[piece].run(|variable| inputs.component(variable).map_or(0, |axis| index[axis].into()))
        };
        // The first piece that holds at a place, and the first place at which two of them disagree.
        let mut first: HashMap<u64, usize> = HashMap::new();
        let mut conflict: Option<(u64, usize, usize)> = None;
        for (number, (piece, of_piece)) in pieces.iter().zip(&boxes).enumerate() {
            let extents: Vec<u64> = of_piece.iter().map(|(from, to)| to - from).collect();
            let mut offset = vec![0; extents.len()];
            for _ in 0..points(of_piece) {
                let index: Vec<u64> = offset.iter().zip(of_piece).map(|(i, (from, _))| from + i).collect();
                advance(&extents, &mut offset);
                let results = at(number, &index);
                if results[0].is_none_or(|holds| holds == 0) {
                    continue;
                }
                if let Some(value) = results[1..].iter().flatten().find(|value| **value < 0) {
                    let message =
                        format!("the value at {index:?} is {value}: values are numbers from 0 on; shift them");
                    return Err(ReadError::new(piece.place.clone(), message));
                }
                if !differ {
                    continue;
                }
                let place = if dims.is_empty() { 0 } else { flatten(&dims, &index) };
                let other = *first.entry(place).or_insert(number);
                let is_first = conflict.is_none_or(|(earlier, ..)| place < earlier);
                if other != number && is_first && at(other, &index)[1..] != results[1..] {
                    conflict = Some((place, other, number));
                }
            }
        }
        let Some((place, one, other)) = conflict else { return Ok(()) };
        let index = if dims.is_empty() { Vec::new() } else { unflatten(&dims, place) };
        let show = |piece: usize| {
            let all: Vec<String> = at(piece, &index)[1..].iter().flatten().map(i128::to_string).collect();
            format!("[{}]", all.join(", "))
        };
        let message = format!("{index:?} has two values, {} and {}: a map has one", show(one), show(other));
        Err(ReadError::new(pieces[other].place.clone(), message))
    }
}

impl Piece {
    /// Whether its conditions tell that a value is not below 0.
    fn is_natural(&self, value: &Affine) -> bool {
        self.ranges.of(value).0 >= 0
            || Case::everywhere(&self.ranges).and(&self.when).is_some_and(|case| is_natural(&case, value))
    }

    /// The part of a box in which its conditions may hold: from where to where along each axis.
    fn within(&self, dims: &[u64]) -> Vec<(u64, u64)> {
        let along = |(&(low, high), &extent): (&(i128, i128), &u64)| {
            let from = low.clamp(0, extent.into()) as u64;
            (from, ((high + 1).clamp(0, extent.into()) as u64).max(from))
        };
        self.ranges.0.iter().zip(dims).map(along).collect()
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
                let most = greatest.map_or(0, |bound| bound.value[0]);
                self.map.spans[number] = self.arena.constant(i128::from(most) + 1);
            }
        }
        self
    }
}

//! From a text of isl to a relation: the box in which its domain is, its guards, its values.

use super::error::{ReadError, Result};
use super::names::free_names;
use super::parse;
use super::piece::Piece;
use super::quasi::{Affine, FAR};
use super::reader::Reader;
use super::syntax::{Place, Text};
use super::write::any;
use crate::question::Undecided;
use crate::relation::{Order, Relation};
use crate::set::volume;
use lego_core::chain::{advance, unflatten};
use lego_equal::Effort;
use lego_expr::{Arena, Id, Map, Op};
use std::collections::BTreeMap;

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
        let Text { parameters, cases } = parse::map(text)?;
        let Some(first) = cases.first() else {
            return Err(ReadError::new(
                0..text.len(),
                "there is no map between the braces: `{ [i] -> [o] : false }` is an empty one",
            ));
        };
        let (rank, count) = (first.from.len(), first.to.len());
        let mut reader = Reader { arena, rank, count, names: Vec::new(), parameters: Vec::new() };
        for (name, place) in parameters {
            match values.get(&name) {
                Some(&value) if value.abs() < FAR => reader.names.push((name, Affine::constant(value))),
                Some(_) => return Err(ReadError::new(place, format!("the value of {name} has more than 100 bits"))),
                None => reader.add_parameter(&name, known),
            }
        }
        let mut pieces = Vec::new();
        for case in &cases {
            reader.case(case, &mut pieces)?;
        }
        reader.relation(text, &pieces)
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
        let mut reader = Reader { arena: self.arena, rank, count: 0, names: Vec::new(), parameters: Vec::new() };
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
        let below = pieces.iter().find(|piece| piece.values.iter().any(|value| piece.ranges.of(value).0 < 0));
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
        let count = volume(&dims).map_err(|error| undecided(error.into()))?;
        if count.saturating_mul(written.len() as u64) > MOST_POINTS {
            if below.is_none_or(|_| relation.least_is_natural()) && !differ {
                return Ok(());
            }
            return Err(undecided(Undecided::Points { count, most: MOST_POINTS / written.len() as u64 }));
        }
        let roots: Vec<Id> = written.iter().flat_map(|(when, values)| [&[*when][..], values].concat()).collect();
        let program = lego_expr::Program::new(self.arena, &roots);
        let inputs = lego_expr::Inputs::new(self.arena, &relation.map.index);
        let mut index = if dims.is_empty() { Vec::new() } else { unflatten(&dims, 0) };
        for _ in 0..count {
            let results = program.run(|variable| inputs.component(variable).map_or(0, |axis| index[axis].into()));
            let mut first: Option<&[Option<i128>]> = None;
            for (piece, of_piece) in pieces.iter().zip(results.chunks(1 + self.count)) {
                if of_piece[0].is_none_or(|holds| holds == 0) {
                    continue;
                }
                let values = &of_piece[1..];
                if let Some(value) = values.iter().flatten().find(|value| **value < 0) {
                    let message =
                        format!("the value at {index:?} is {value}: values are numbers from 0 on; shift them");
                    return Err(ReadError::new(piece.place.clone(), message));
                }
                match first {
                    Some(other) if other != values => {
                        let show = |values: &[Option<i128>]| {
                            let all: Vec<String> = values.iter().flatten().map(i128::to_string).collect();
                            format!("[{}]", all.join(", "))
                        };
                        let message =
                            format!("{index:?} has two values, {} and {}: a map has one", show(other), show(values));
                        return Err(ReadError::new(piece.place.clone(), message));
                    }
                    Some(_) => {}
                    None => first = Some(values),
                }
            }
            advance(&dims, &mut index);
        }
        Ok(())
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

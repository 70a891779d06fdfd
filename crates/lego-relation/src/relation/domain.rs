//! The points at which a relation has values: a box and conditions, as a set where it is of numbers, and as a predicate for code.

use crate::question::{Answer, Undecided};
use crate::relation::{Batch, Walk};
use crate::set::{Bits, Set};
use lego_equal::Effort;
use lego_expr::{Arena, Engine, Id, Map, Op, plain};

/// A box and conditions on its points, each asked only where the ones before it hold.
#[derive(Clone, Debug)]
pub struct Domain<'a> {
    pub(super) arena: &'a Arena,
    index: Vec<Id>,
    dims: Vec<Id>,
    conditions: Vec<Id>,
}

impl<'a> Domain<'a> {
    /// The points of a box, given by the variables of its index and its extents, at which conditions hold.
    #[must_use]
    pub fn new(arena: &'a Arena, index: Vec<Id>, dims: Vec<Id>, conditions: Vec<Id>) -> Self {
        Self { arena, index, dims, conditions }
    }

    /// The extents of the box, if they are numbers.
    #[must_use]
    pub fn dims(&self) -> Option<Vec<u64>> {
        numbers(self.arena, &self.dims)
    }

    /// One condition on the index that holds exactly at the points of the domain that are below the extents, simplified.
    ///
    /// The condition 1 holds everywhere, 0 nowhere.
    #[must_use]
    pub fn predicate(&self) -> Id {
        let form = Engine::new(self.arena).simplify(&self.conditions, &[]);
        let mut all = self.arena.constant(1);
        for &root in form.roots.iter().rev() {
            all = self.both(root, all);
        }
        all
    }

    /// [`Domain::predicate`] as text: Rust on non-negative integers, `true` where it always holds, `false` where it never does.
    #[must_use]
    pub fn predicate_text(&self) -> String {
        let predicate = self.predicate();
        match self.arena.number(predicate) {
            Some(0) => "false".to_owned(),
            Some(_) => "true".to_owned(),
            None => plain(self.arena, predicate),
        }
    }

    /// It as a set in expressions of the sizes: its components by name, the box, and the condition where it is not all of that.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// let arena = lego_expr::Arena::new();
    /// let row = lego_relation::Relation::of_chain(&arena, "Row(M, 8)", &Options::default()).unwrap();
    /// assert_eq!(row.domain().text(), "{ [i0, i1] : 0 <= i0 < M and 0 <= i1 < 8 }");
    /// ```
    #[must_use]
    pub fn text(&self) -> String {
        let name = |&id: &Id| plain(self.arena, id);
        let extents = Engine::new(self.arena).simplify(&[], &self.dims).roots;
        let bound = |(id, extent): (&Id, &Id)| format!("0 <= {} < {}", name(id), plain(self.arena, *extent));
        let mut conditions: Vec<String> = self.index.iter().zip(&extents).map(bound).collect();
        match self.predicate_text() {
            always if always == "true" => {}
            condition => conditions.push(condition),
        }
        let names: Vec<String> = self.index.iter().map(name).collect();
        let such = if conditions.is_empty() { String::new() } else { format!(" : {}", conditions.join(" and ")) };
        format!("{{ [{}]{such} }}", names.join(", "))
    }

    /// Its points.
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, or the box has more points than may be looked at.
    pub fn set(&self, effort: &Effort<'_>) -> Result<Set, Undecided> {
        let dims = self.dims().ok_or_else(|| Undecided::symbols(self.arena, &self.dims))?;
        if self.conditions.iter().all(|&condition| self.arena.number(condition) == Some(1)) {
            return Set::full(&dims).map_err(Undecided::from);
        }
        let mut walk = Walk::new(self.arena, &self.map(), effort)?;
        if walk.count <= Bits::MOST {
            let take = |bits: &mut Bits, batch: &mut Batch| {
                match batch.whole() {
                    Some(all) => bits.put_run(all),
                    None => batch.each().filter(|(_, value)| value.is_some()).for_each(|(flat, _)| {
                        bits.put(flat);
                    }),
                }
                true
            };
            let new = || Bits::new(walk.count);
            // What is inside as a whole needs no look at its points.
            let (whole, parts): (Vec<_>, Vec<_>) = walk.parts().iter().cloned().partition(|part| part.is_inside);
            let found = walk.collect(&parts, effort, Bits::threads(walk.count), new, take, |_| {});
            let united = found.into_iter().reduce(|mut all, bits| {
                all.unite(&bits);
                all
            });
            let mut united = united.unwrap_or_else(new);
            whole.into_iter().for_each(|part| united.put_run(part.places));
            return Ok(Set::from_bits(&dims, united)?);
        }
        let mut runs = Vec::new();
        walk.each(effort, |flat, value| {
            if value.is_some() {
                match runs.last_mut() {
                    Some(std::ops::Range { end, .. }) if *end == flat => *end += 1,
                    _ => runs.push(flat..flat + 1),
                }
            }
            true
        })?;
        Set::from_runs(&dims, runs.into_iter()).map_err(Undecided::from)
    }

    /// The first point of the box that is not in it.
    pub(crate) fn first_outside(&self, effort: &Effort<'_>) -> Result<Option<Vec<u64>>, Undecided> {
        let set = self.set(effort)?;
        Ok(set.complement(set.extents())?.lexmin())
    }

    /// The points of the box that this domain does not have.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self { conditions: vec![self.arena.not(self.one())], ..self.clone() }
    }

    /// The points of this domain or the other, of the same box.
    ///
    /// # Panics
    /// If the ranks differ.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let (one, two) = (self.one(), other.over(&self.index).one());
        Self { conditions: vec![self.arena.binary(Op::Or, one, two)], ..self.clone() }
    }

    /// The points of both domains, of the same box.
    ///
    /// # Panics
    /// If the ranks differ.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let conditions = [&self.conditions[..], &other.over(&self.index).conditions].concat();
        Self { conditions, ..self.clone() }
    }

    /// The points of this domain that the other does not have, of the same box.
    ///
    /// # Panics
    /// If the ranks differ.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let not = self.arena.not(other.over(&self.index).one());
        Self { conditions: [&self.conditions[..], &[not]].concat(), ..self.clone() }
    }

    /// Whether the other domain has all points of this one; the witness is a point that it does not have.
    ///
    /// # Panics
    /// If the ranks differ.
    #[must_use]
    pub fn is_subset(&self, other: &Self, effort: &Effort<'_>) -> Answer<Vec<u64>> {
        let rest = self.difference(other);
        if self.arena.number(rest.predicate()) == Some(0) {
            return Answer::Yes;
        }
        match rest.set(effort) {
            Ok(set) => set.lexmin().map_or(Answer::Yes, Answer::no),
            Err(_) => Answer::Undecided,
        }
    }

    /// The condition that all conditions hold.
    fn one(&self) -> Id {
        self.conditions.iter().rev().fold(self.arena.constant(1), |all, &condition| self.both(condition, all))
    }

    fn both(&self, one: Id, other: Id) -> Id {
        match (self.arena.number(one), self.arena.number(other)) {
            (Some(0), _) | (_, Some(1)) => one,
            (Some(_), _) | (_, Some(0)) => other,
            _ => self.arena.binary(Op::And, one, other),
        }
    }

    /// The same domain over other variables.
    fn over(&self, index: &[Id]) -> Self {
        let map = self.map().over(self.arena, index);
        Self { index: index.to_vec(), conditions: map.guards, ..self.clone() }
    }

    /// A map to 0 where the conditions hold.
    pub(super) fn map(&self) -> Map {
        Map {
            index: self.index.clone(),
            dims: self.dims.clone(),
            spans: vec![self.arena.constant(1)],
            guards: self.conditions.clone(),
            values: vec![self.arena.constant(0)],
            unchecked: false,
        }
    }
}

/// What all of some nodes are, if they are natural numbers.
pub(super) fn numbers(arena: &Arena, ids: &[Id]) -> Option<Vec<u64>> {
    ids.iter().map(|&id| arena.number(id).and_then(|number| u64::try_from(number).ok())).collect()
}

//! Sizes without a value: which there are, a relation with values in their place, and small values worth trying.

use super::domain::Domain;
use super::relation::{Order, Relation};
use lego_expr::{Arena, Id, Inputs, Kind, Map, Node, Premise, Program, reachable};
use std::cell::OnceCell;
use std::rc::Rc;

/// Values that are tried, the most telling first.
const CANDIDATES: [i128; 11] = [2, 4, 3, 1, 8, 6, 5, 12, 16, 7, 9];

/// At most so many choices of values are tried.
const CHOICES: usize = 4096;

impl Domain<'_> {
    /// The domain for given values of some sizes.
    #[must_use]
    pub fn with(&self, values: &[(Id, i128)]) -> Self {
        Relation::new(self.arena, self.map(), Order::RowMajor).with(values).domain()
    }
}

impl<'a> Relation<'a> {
    /// The sizes without a value that it depends on, by name, in the order in which they came to be.
    #[must_use]
    pub fn parameters(&self) -> Vec<(String, Id)> {
        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
        parameters(self.arena, &all)
    }

    /// The relation for given values of some sizes; an extent of 0 makes it empty, with a span of 0.
    ///
    /// The facts stated of the sizes are not asked: see [`Relation::allows`].
    #[must_use]
    pub fn with(&self, values: &[(Id, i128)]) -> Self {
        let (from, to): (Vec<Id>, Vec<Id>) = values.iter().map(|&(id, value)| (id, self.arena.constant(value))).unzip();
        let put = |index: &[Id], new: &[Id], guards: &[Id], values: &[Id]| {
            let whole = Map {
                index: [&from[..], index].concat(),
                dims: Vec::new(),
                spans: Vec::new(),
                guards: guards.to_vec(),
                values: values.to_vec(),
                unchecked: false,
            };
            whole.over(self.arena, &[&to[..], new].concat())
        };
        let sizes = put(&[], &[], &self.map.dims, &self.map.spans);
        let (dims, mut spans) = (sizes.guards, sizes.values);
        if dims.iter().any(|&dim| self.arena.number(dim) == Some(0)) {
            // What the values are below is an expression for indices, of which there are none.
            spans.fill(self.arena.constant(0));
        }
        let index = Map::index(self.arena, &dims);
        let map = put(&self.map.index, &index, &self.map.guards, &self.map.values);
        let restrictions = put(&self.map.index, &index, &self.restrictions, &[]).guards;
        let inverse = self.inverse.as_ref().map(|inverse| {
            let position = Map::index(self.arena, &spans);
            let back = put(&inverse.index, &position, &inverse.guards, &inverse.values);
            Map { index: position, dims: spans.clone(), spans: dims.clone(), ..back }
        });
        let map = Map { index, dims, spans, unchecked: self.map.unchecked, ..map };
        let forward = self.forward.as_ref().map(|forward| Rc::new(forward.with(values)));
        Self { map, restrictions, inverse, forward, form: OnceCell::new(), ..self.clone() }
    }

    /// The sizes, by name, without which there is no index: where one of them is 0 the relation is empty, its span is 0, and no
    /// other answer for all sizes says anything.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// let arena = lego_expr::Arena::new();
    /// let tiled = lego_relation::Relation::of_chain(&arena, "Row(M, 4*N)", &Options::default()).unwrap();
    /// assert_eq!(tiled.empty_without(), ["M", "N"]);
    /// assert_eq!(tiled.with(&[(tiled.parameters()[0].1, 0)]).spans(), Some(vec![0]));
    /// ```
    #[must_use]
    pub fn empty_without(&self) -> Vec<String> {
        let is_empty = |id: Id| self.is_empty_at(&[(id, 0)]);
        self.parameters().into_iter().filter(|(_, id)| is_empty(*id)).map(|(name, _)| name).collect()
    }

    /// Whether values of some sizes make an extent 0.
    fn is_empty_at(&self, values: &[(Id, i128)]) -> bool {
        let (ids, given): (Vec<Id>, Vec<i128>) = values.iter().copied().unzip();
        let sizes = Map {
            index: ids,
            dims: Vec::new(),
            spans: Vec::new(),
            guards: Vec::new(),
            values: self.map.dims.clone(),
            unchecked: false,
        };
        let given: Vec<Id> = given.into_iter().map(|value| self.arena.constant(value)).collect();
        sizes.over(self.arena, &given).values.iter().any(|&dim| self.arena.number(dim) == Some(0))
    }

    /// Whether values of all sizes agree with every fact that was stated of them: none is below 1, unless the relation is empty
    /// for it.
    #[must_use]
    pub fn allows(&self, values: &[(Id, i128)]) -> bool {
        let ids: Vec<Id> = values.iter().map(|(id, _)| *id).collect();
        let inputs = Inputs::new(self.arena, &ids);
        let value = |id: Id| {
            let program = Program::new(self.arena, &[id]);
            program.run(|variable| inputs.component(variable).map_or(1, |at| values[at].1))[0]
        };
        let is_size = |&(_, value): &(Id, i128)| value >= 1 || value == 0 && self.is_empty_at(values);
        values.iter().all(is_size)
            && self.arena.premises().into_iter().all(|premise| match premise {
                Premise::Divides(number, divisor) => match (value(number), value(divisor)) {
                    (Some(number), Some(divisor)) => divisor != 0 && number % divisor == 0,
                    _ => false,
                },
                Premise::AtMost(low, high) => match (value(low), value(high)) {
                    (Some(low), Some(high)) => low <= high,
                    _ => false,
                },
            })
    }

    /// Small values of all sizes that agree with the facts, for a search; nothing without sizes.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Vec<(Id, i128)>> + '_ {
        let ids: Vec<Id> = self.parameters().into_iter().map(|(_, id)| id).collect();
        let mut each = CANDIDATES.len();
        while each > 2 && each.checked_pow(ids.len() as u32).is_none_or(|choices| choices > CHOICES) {
            each -= 1;
        }
        let count = if ids.is_empty() { 0 } else { each.saturating_pow(ids.len() as u32).min(CHOICES) };
        (0..count).filter_map(move |choice| {
            let mut rest = choice;
            let values: Vec<(Id, i128)> = ids
                .iter()
                .map(|&id| {
                    let value = CANDIDATES[rest % each];
                    rest /= each;
                    (id, value)
                })
                .collect();
            self.allows(&values).then_some(values)
        })
    }

    /// The names of sizes, with the values that they were given.
    pub(crate) fn named(&self, values: &[(Id, i128)]) -> Vec<(String, i128)> {
        values.iter().map(|&(id, value)| (lego_expr::plain(self.arena, id), value)).collect()
    }
}

/// The sizes that some expressions are made of.
pub(crate) fn parameters(arena: &Arena, ids: &[Id]) -> Vec<(String, Id)> {
    let mut found = Vec::new();
    for id in reachable(arena, ids) {
        if let Node::Variable(number) = arena.get(id) {
            let variable = arena.variable_of(number);
            if variable.kind == Kind::Size {
                found.push((variable.name, id));
            }
        }
    }
    found
}

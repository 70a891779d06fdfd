//! A map with a domain: the value that a layout of any system becomes.

use super::domain::{Domain, numbers};
use crate::form::{Form, Strided};
use lego_core::chain::flatten;
use lego_expr::{Arena, Id, Map, Node, Op, Symbol};
use std::cell::OnceCell;
use std::rc::Rc;

/// Which component of an index runs fastest where the index is written as one number, an *integer coordinate*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The last, as in LEGO, C and NumPy.
    RowMajor,
    /// The first, as in CuTe, Triton and Fortran: colexicographic.
    Colexicographic,
}

/// A map from the points of a domain to tuples of numbers.
///
/// Law: at every index below the dims at which every guard and every restriction holds, each value is at least 0 and below its
/// span. Nothing is claimed elsewhere.
///
/// ```
/// use lego_expr::Arena;
/// use lego_lang::compile::Options;
/// use lego_relation::{Answer, Effort, Relation};
/// let arena = Arena::new();
/// let padded = Relation::of_chain(&arena, "Row(2, 4).PadBy([2, 3] => [2, 4])", &Options::default()).unwrap();
/// let effort = Effort::default();
/// assert_eq!(padded.at(&[1, 2]), Some(vec![6]));
/// assert_eq!(padded.is_injective(&effort), Answer::Yes);
/// assert_eq!(padded.holes(&effort).unwrap().to_string(), "{ [3]; [7] }");
/// ```
#[derive(Clone, Debug)]
pub struct Relation<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) map: Map,
    /// Conditions on the index that say which points are in the domain, without which there would be values all the same.
    pub(crate) restrictions: Vec<Id>,
    /// The map back, from the one value to the index, where the construction gives it.
    pub(crate) inverse: Option<Map>,
    /// The relation of which this one is the inverse, where it was made as one: that is another way to write it.
    pub(crate) forward: Option<Rc<Relation<'a>>>,
    pub(crate) order: Order,
    pub(crate) form: OnceCell<Form>,
    /// The modes as they were written, where they could have been fewer.
    pub(crate) written: Option<Strided>,
}

impl<'a> Relation<'a> {
    /// The relation of a map.
    #[must_use]
    pub fn new(arena: &'a Arena, map: Map, order: Order) -> Self {
        Self {
            arena,
            map,
            restrictions: Vec::new(),
            inverse: None,
            forward: None,
            order,
            form: OnceCell::new(),
            written: None,
        }
    }

    /// The arena in which it is written.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The map, its restrictions among the guards.
    #[must_use]
    pub fn map(&self) -> Map {
        let guards = self.map.guards.iter().chain(&self.restrictions).copied().collect();
        Map { guards, ..self.map.clone() }
    }

    /// The variables of the index.
    #[must_use]
    pub fn index(&self) -> &[Id] {
        &self.map.index
    }

    /// How the components of an index make an integer coordinate.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// The number of components of the index.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.map.index.len()
    }

    /// The extents of the box in which the domain is, if they are numbers.
    #[must_use]
    pub fn dims(&self) -> Option<Vec<u64>> {
        numbers(self.arena, &self.map.dims)
    }

    /// What each value is below, if that is a number.
    #[must_use]
    pub fn spans(&self) -> Option<Vec<u64>> {
        numbers(self.arena, &self.map.spans)
    }

    /// The extents and the spans as expressions.
    #[must_use]
    pub fn sizes(&self) -> [String; 2] {
        [&self.map.dims, &self.map.spans].map(|ids| {
            let tidy = lego_expr::Engine::new(self.arena).simplify(&[], ids);
            let all: Vec<String> = tidy.roots.iter().map(|&id| lego_expr::plain(self.arena, id)).collect();
            format!("[{}]", all.join(", "))
        })
    }

    /// The domain: the box and what else must hold.
    #[must_use]
    pub fn domain(&self) -> Domain<'a> {
        let conditions = self.map.guards.iter().chain(&self.restrictions).copied().collect();
        Domain::new(self.arena, self.map.index.clone(), self.map.dims.clone(), conditions)
    }

    /// The same map on those points only at which a condition on its index holds.
    ///
    /// ```
    /// use lego_expr::{Arena, Comparison, Op};
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Relation};
    /// let arena = Arena::new();
    /// let square = Relation::of_chain(&arena, "Row(3, 3)", &Options::default()).unwrap();
    /// let sum = arena.binary(Op::Add, square.index()[0], square.index()[1]);
    /// let triangle = square.restrict(arena.compare(Comparison::Less, sum, arena.constant(3)));
    /// assert_eq!(triangle.image(&Effort::default()).unwrap().to_string(), "{ [x] : 0 <= x <= 4; [6] }");
    /// ```
    #[must_use]
    pub fn restrict(&self, condition: Id) -> Self {
        let mut restricted = Self { form: OnceCell::new(), forward: None, ..self.clone() };
        if self.arena.number(condition) != Some(1) && !restricted.restrictions.contains(&condition) {
            restricted.restrictions.push(condition);
        }
        restricted
    }

    /// The same map with a number added to each of its values.
    #[must_use]
    pub fn raised(&self, by: u64) -> Self {
        let raised = |ids: &[Id]| {
            ids.iter().map(|&id| self.arena.binary(Op::Add, id, self.arena.constant(by.into()))).collect::<Vec<_>>()
        };
        let map = Map { spans: raised(&self.map.spans), values: raised(&self.map.values), ..self.map.clone() };
        Self { restrictions: self.restrictions.clone(), ..Self::new(self.arena, map, self.order) }
    }

    /// Whether there is a value at every index below the dims, as far as the way in which it is written tells.
    pub(crate) fn is_total(&self) -> bool {
        self.map.guards.is_empty() && self.restrictions.is_empty()
    }

    /// The map to one number, the place of the values in the row-major order of the spans, without the restrictions.
    pub(crate) fn flat(&self) -> Map {
        if self.map.values.len() == 1 {
            return self.map.clone();
        }
        let symbols = |ids: &[Id]| ids.iter().map(|&id| Symbol::new(self.arena, id)).collect::<Vec<_>>();
        let span = |a, &b| self.arena.binary(Op::Mul, a, b);
        let total = self.map.spans.iter().fold(self.arena.constant(1), span);
        let place = match self.map.values.is_empty() {
            true => self.arena.constant(0),
            false => flatten(&symbols(&self.map.spans), &symbols(&self.map.values)).id(),
        };
        Map { spans: vec![total], values: vec![place], ..self.map.clone() }
    }

    /// Whether every extent and span is a number and no variable but the index is used.
    pub(crate) fn is_of_numbers(&self) -> bool {
        self.dims().is_some()
            && self.spans().is_some()
            && lego_expr::reachable(self.arena, &self.map().roots()).into_iter().all(|id| match self.arena.get(id) {
                Node::Variable(_) => self.map.index.contains(&id),
                Node::Call { .. } => false,
                _ => true,
            })
    }
}

/// A map whose guards are known to hold.
pub(crate) fn unguarded(map: &Map) -> Map {
    Map { guards: Vec::new(), ..map.clone() }
}

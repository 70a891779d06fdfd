//! One relation after another, and where that leaves the domain of the outer one.

use super::domain::Domain;
use super::relation::{Order, Relation};
use lego_expr::{Comparison, Engine, Id, Map};
use std::fmt;

/// Two relations of which the inner one does not have as many values as the outer one's index has components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankMismatch {
    /// How many values the inner one has.
    pub values: usize,
    /// How many components the outer one's index has.
    pub components: usize,
}

impl fmt::Display for RankMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the inner map gives {} numbers, and the index of the outer map has {} components; a layout map takes one number",
            self.values, self.components
        )
    }
}

impl std::error::Error for RankMismatch {}

impl<'a> Relation<'a> {
    /// `outer` after this relation: `i` to `outer(self(i))`, on those points at which both have values.
    ///
    /// Law: `r.then(s).at(i) == r.at(i).and_then(|v| s.at(v))`.
    ///
    /// ```
    /// use lego_expr::Arena;
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Relation};
    /// let arena = Arena::new();
    /// let chain = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap();
    /// let both = chain("Row(12)").then(&chain("Fan(10, 3, 1)")).unwrap();
    /// assert_eq!((both.at(&[4]), both.at(&[11])), (Some(vec![3]), None));
    /// let outside = chain("Row(12)").out_of_bounds(&chain("Fan(10, 3, 1)")).unwrap();
    /// assert_eq!(outside.set(&Effort::default()).unwrap().to_string(), "{ [x] : 10 <= x <= 11 }");
    /// assert_eq!(outside.predicate_text(), "10 <= i0");
    /// ```
    ///
    /// # Errors
    /// [`RankMismatch`].
    pub fn then(&self, outer: &Self) -> Result<Self, RankMismatch> {
        let inside = self.inside(outer)?;
        let through = outer.map().over(self.arena, &self.map.values);
        let map = Map {
            index: self.map.index.clone(),
            dims: self.map.dims.clone(),
            spans: outer.map.spans.clone(),
            guards: self
                .map
                .guards
                .iter()
                .chain(&self.restrictions)
                .copied()
                .chain(inside)
                .chain(through.guards)
                .collect(),
            values: through.values,
            unchecked: self.map.unchecked || outer.map.unchecked,
        };
        Ok(Self::new(self.arena, map, self.order).settled())
    }

    /// The points of this relation's domain whose values are outside the domain of `outer`.
    ///
    /// # Errors
    /// [`RankMismatch`].
    pub fn out_of_bounds(&self, outer: &Self) -> Result<Domain<'a>, RankMismatch> {
        let inside = self.inside(outer)?;
        let through = outer.map().over(self.arena, &self.map.values);
        let (index, dims) = (self.map.index.clone(), self.map.dims.clone());
        let all = Domain::new(self.arena, index.clone(), dims.clone(), [&inside[..], &through.guards].concat());
        Ok(self.domain().difference(&all))
    }

    /// That each value is below the extent of the outer index; what is a number and holds is left out.
    fn inside(&self, outer: &Self) -> Result<Vec<Id>, RankMismatch> {
        let (values, components) = (self.map.values.len(), outer.rank());
        if values != components {
            return Err(RankMismatch { values, components });
        }
        let below = |(&value, &extent)| self.arena.compare(Comparison::Less, value, extent);
        let conditions = self.map.values.iter().zip(&outer.map.dims).map(below);
        Ok(conditions.filter(|&condition| self.arena.number(condition) != Some(1)).collect())
    }

    /// Without guards that the engine proves to hold.
    pub(crate) fn settled(mut self) -> Self {
        if self.map.guards.is_empty() {
            return self;
        }
        let mut engine = Engine::new(self.arena);
        // Most are below an extent by their normal form; only of others another form is worth its price.
        self.map.guards.retain(|&guard| !engine.holds(guard));
        if !self.map.guards.is_empty() {
            let form = engine.simplify(&self.map.guards, &[]);
            let open =
                |(guard, root): (&Id, &Id)| (self.arena.number(*root).is_none_or(|root| root == 0)).then_some(*guard);
            self.map.guards = self.map.guards.iter().zip(&form.roots).filter_map(open).collect();
        }
        self
    }

    /// The same relation with the order of an integer coordinate changed.
    #[must_use]
    pub fn ordered(&self, order: Order) -> Self {
        Self { order, ..self.clone() }
    }
}

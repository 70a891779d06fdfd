//! A relation as the list of its values.

use crate::question::Undecided;
use crate::relation::{Relation, Walk};
use crate::set::volume;
use lego_equal::Effort;

impl Relation<'_> {
    /// The values at the integer coordinates 0, 1, …, in this relation's order; `None` outside the domain.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Order, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "Row(2, 3)", &Options::default()).unwrap();
    /// let first = |order| chain.ordered(order).table(&Effort::default()).unwrap()[1].clone();
    /// assert_eq!((first(Order::RowMajor), first(Order::Colexicographic)), (Some(vec![1]), Some(vec![3])));
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, of more points than the effort allows, and where there is no memory for the list.
    pub fn table(&self, effort: &Effort<'_>) -> Result<Vec<Option<Vec<u64>>>, Undecided> {
        let (count, values) = self.each_value(effort)?;
        let mut all = listed(count)?;
        all.extend(values);
        Ok(all)
    }

    /// The number of values of [`Relation::table`], and these one after the other, without memory for all of them.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "Row(1000, 1000, 1000)", &Options::default()).unwrap();
    /// let effort = Effort { points: u64::MAX, ..Effort::default() };
    /// let (count, mut values) = chain.each_value(&effort).unwrap();
    /// assert_eq!((count, values.nth(2)), (1_000_000_000, Some(Some(vec![2]))));
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, and of more points than the effort allows.
    pub fn each_value(
        &self,
        effort: &Effort<'_>,
    ) -> Result<(u64, impl Iterator<Item = Option<Vec<u64>>> + '_), Undecided> {
        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
        let dims = self.dims().filter(|_| self.is_of_numbers()).ok_or_else(|| Undecided::symbols(self.arena, &all))?;
        let count = volume(&dims)?;
        if count > effort.points {
            return Err(Undecided::Points { count, most: effort.points });
        }
        let evaluator = self.map().evaluator(self.arena);
        Ok((count, (0..count).map(move |coordinate| evaluator.run(&self.index_at(&dims, coordinate)))))
    }

    /// The value at every index in row-major order, evaluated many at once; `None` outside the domain. Of several values the first.
    ///
    /// Law: entry k is what [`Relation::at`] gives for the k-th index.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = Relation::of_chain(&arena, "Col(2, 3)", &Options::default()).unwrap();
    /// let values = chain.values(&Effort::default()).unwrap();
    /// assert_eq!(values, [0, 2, 4, 1, 3, 5].map(Some));
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] where sizes have no value, of more points than the effort allows, and where there is no memory for the list.
    pub fn values(&self, effort: &Effort<'_>) -> Result<Vec<Option<u64>>, Undecided> {
        let mut walk = Walk::new(self.arena, &self.map(), effort)?;
        let mut values = listed(walk.count)?;
        walk.each(effort, |_, value| {
            values.push(value);
            true
        })?;
        Ok(values)
    }
}

/// An empty list with room for so many values.
///
/// # Errors
/// [`Undecided::Memory`] where there is none.
fn listed<T>(count: u64) -> Result<Vec<T>, Undecided> {
    let mut list = Vec::new();
    match usize::try_from(count).is_ok_and(|count| list.try_reserve_exact(count).is_ok()) {
        true => Ok(list),
        false => Err(Undecided::Memory { count }),
    }
}

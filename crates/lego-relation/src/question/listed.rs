//! Whether a relation has the values of a list.

use super::answer::Answer;
use super::equality::{Differing, Mismatch};
use crate::relation::{Order, Relation, Walk};
use lego_core::chain::{XorMap, unflatten};
use lego_core::f2::first_difference;
use lego_equal::{Effort, read_bits};

impl Relation<'_> {
    /// Whether its values at the integer coordinates 0, 1, …, in its order, are the entries of a list; the witness of a no is the
    /// first coordinate at which they are not.
    ///
    /// A map of bits is compared with one exclusive or an entry, without evaluating it.
    ///
    /// ```
    /// use lego_algebra::cute::ComposedLayout;
    /// use lego_relation::{Answer, Coordinates, Effort, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let layout = ComposedLayout::parse("Sw<2,0,2> o 0 o (4,4):(4,1)").unwrap();
    /// let swizzle = Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap();
    /// let mut entries: Vec<u64> = (0..16).map(|c| layout.eval(c).unwrap() as u64).collect();
    /// assert_eq!(swizzle.is_list(&entries, &Effort::default()), Ok(Answer::Yes));
    /// entries[9] += 1;
    /// let Ok(Answer::No(shown)) = swizzle.is_list(&entries, &Effort::default()) else { panic!() };
    /// assert_eq!(shown.witness.index, [1, 2]);
    /// ```
    ///
    /// # Errors
    /// [`Mismatch`] of a list of another length, and of a relation to several numbers.
    pub fn is_list(&self, entries: &[u64], effort: &Effort<'_>) -> Result<Answer<Differing>, Mismatch> {
        let Some(dims) = self.dims().filter(|_| self.is_of_numbers()) else { return Ok(Answer::Undecided) };
        let count = dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent));
        if count != Some(entries.len() as u64) || self.map.values.len() != 1 {
            let left = (self.sizes()[0].clone(), self.map.values.len());
            return Err(Mismatch { left, right: (format!("[{}]", entries.len()), 1), parameters: vec![] });
        }
        let found = match self.images(&dims) {
            Some((offset, images)) => first_difference(offset, &images, entries),
            None => {
                let layout = self.layout_map();
                let map = Relation { map: layout.map(), restrictions: vec![], ..layout };
                let Ok(mut walk) = Walk::new(self.arena, &map.map, effort) else { return Ok(Answer::Undecided) };
                let mut found = None;
                let all = walk.each(effort, |flat, value| {
                    found = (value != Some(entries[flat as usize])).then_some(flat as usize);
                    found.is_none()
                });
                if all.is_err() {
                    return Ok(Answer::Undecided);
                }
                found
            }
        };
        Ok(found.map_or(Answer::Yes, |coordinate| {
            let index = self.index_at(&dims, coordinate as u64);
            let left = self.at(&index);
            Answer::no(Differing { index, left, right: Some(vec![entries[coordinate]]) })
        }))
    }

    /// The value at 0 and what each bit of an integer coordinate changes, of a map that is written as one of bits.
    fn images(&self, dims: &[u64]) -> Option<(u64, Vec<u64>)> {
        if !self.is_total() || !dims.iter().all(|extent| extent.is_power_of_two()) {
            return None;
        }
        let XorMap { mut columns, constant } = read_bits(self.arena, &self.map)?;
        if self.order == Order::RowMajor {
            columns.reverse();
        }
        Some((constant, columns.concat()))
    }

    /// The index of an integer coordinate.
    pub(crate) fn index_at(&self, dims: &[u64], coordinate: u64) -> Vec<u64> {
        match self.order {
            _ if dims.is_empty() => Vec::new(),
            Order::RowMajor => unflatten(dims, coordinate),
            Order::Colexicographic => {
                let reversed: Vec<u64> = dims.iter().rev().copied().collect();
                let mut index = unflatten(&reversed, coordinate);
                index.reverse();
                index
            }
        }
    }
}

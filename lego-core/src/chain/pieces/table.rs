//! `Table`: a permutation given by the position of each index.

use crate::LayoutError;
use crate::chain::argument::Arguments;
use crate::chain::{Named, Parameter, Parameters, Permutation, Scalar};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

pub(super) const NAMED: Named = Named {
    name: "Table",
    parameters: Parameters::Exactly(&[Parameter::Entries("[p0, p1, …]")]),
    about: "the positions one by one: index i at p_i; a look-up, or arithmetic where the numbers show that it is less",
    position: "p_i; numbers that are known here, such as literals and `const`s beside the layout",
    condition: "every number of 0..n-1 once; at most 4,096 entries in a chain",
    example: "Table([3, 1, 2, 0])",
};

pub(super) fn build<'a, I: Scalar + 'a>(a: &Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> {
    let entries = a.entries(0)?;
    let numbers: Option<Vec<i128>> = entries.iter().map(|entry| entry.number().map(i128::from)).collect();
    Some(Box::new(Table::new(entries.first()?.lift(numbers.as_ref()?.len() as u64), &numbers?).ok()?))
}

/// p_i for the index i.
///
/// ```
/// use lego_core::chain::Permutation;
/// use lego_core::chain::pieces::Table;
/// let table = Table::new(4_u64, &[3, 1, 0, 2])?;
/// assert_eq!((table.apply(&[2]), table.inv(2)), (0, vec![3]));
/// # Ok::<(), lego_core::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<I> {
    dims: [I; 1],
    positions: Vec<u64>,
    indices: Vec<u64>,
}

/// How many entries the tables of a chain may have together.
pub const MOST_ENTRIES: usize = 4096;

/// The error for so many entries, which are more than a chain may have.
#[must_use]
pub fn too_many_entries(count: usize) -> LayoutError {
    LayoutError::Limit {
        what: "the number of entries of tables".into(),
        value: count as u128,
        most: MOST_ENTRIES as u128,
        help: "write a formula: GenP([n], |i| …)".into(),
    }
}

impl<I: Scalar> Table<I> {
    /// The permutation that sends each index to its entry. `extent` is the number of entries, in the world of the piece.
    ///
    /// # Errors
    /// [`LayoutError::NotATable`] with an entry that is out of range or there a second time, and a number that is missing;
    /// [`LayoutError::Limit`] for more entries than a chain may have.
    pub fn new(extent: I, entries: &[i128]) -> Result<Self, LayoutError> {
        let count = entries.len();
        if count > MOST_ENTRIES {
            return Err(too_many_entries(count));
        }
        let mut indices: Vec<Option<u64>> = vec![None; count];
        let mut wrong = None;
        for (index, &entry) in (0..).zip(entries) {
            match usize::try_from(entry).ok().and_then(|entry| indices.get_mut(entry)) {
                Some(place @ None) => *place = Some(index),
                Some(_) => wrong = wrong.or(Some((entry, true))),
                None => wrong = wrong.or(Some((entry, false))),
            }
        }
        if count == 0 {
            wrong = Some((0, false));
        }
        if let Some((wrong, repeats)) = wrong {
            let missing = indices.iter().position(Option::is_none).unwrap_or(0) as u128;
            return Err(LayoutError::NotATable { count: count as u128, wrong, repeats, missing });
        }
        let positions = entries.iter().map(|&entry| entry as u64).collect();
        Ok(Self { dims: [extent], positions, indices: indices.into_iter().flatten().collect() })
    }
}

impl<I: Scalar> Permutation<I> for Table<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        index[0].look_up(&self.positions)
    }

    fn inv(&self, position: I) -> Vec<I> {
        vec![position.look_up(&self.indices)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;

    #[test]
    fn every_entry_is_a_position() {
        for entries in [&[0][..], &[1, 0], &[3, 1, 2, 0], &[4, 0, 3, 1, 2, 6, 5]] {
            let table = Table::new(entries.len() as u64, entries).unwrap();
            exhaustive(&table, |i| entries[i[0] as usize] as u64);
        }
        // 1,000,003 mod 4096 is odd, so that multiples of it are a permutation.
        let entries: Vec<i128> = (0..MOST_ENTRIES as i128).map(|i| i * 1_000_003 % MOST_ENTRIES as i128).collect();
        exhaustive(&Table::new(MOST_ENTRIES as u64, &entries).unwrap(), |i| i[0] * 1_000_003 % 4096);
    }

    #[test]
    fn what_is_no_permutation_is_refused() {
        let wrong = |entries: &[i128]| match Table::new(1_u64, entries).unwrap_err() {
            LayoutError::NotATable { wrong, repeats, missing, .. } => (wrong, repeats, missing),
            other => panic!("{other}"),
        };
        assert_eq!(wrong(&[0, 2, 2]), (2, true, 1));
        assert_eq!(wrong(&[0, 3, 1]), (3, false, 2));
        assert_eq!(wrong(&[-1, 0]), (-1, false, 1));
        assert_eq!(wrong(&[i128::MAX]), (i128::MAX, false, 0));
        assert_eq!(wrong(&[]), (0, false, 0));
        let many: Vec<i128> = (0..=MOST_ENTRIES as i128).collect();
        assert!(matches!(Table::new(1_u64, &many), Err(LayoutError::Limit { value: 4097, most: 4096, .. })));
    }
}

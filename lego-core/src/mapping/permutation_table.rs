//! Permutations that come as data: a list of positions.

use super::layout::Layout;
use super::mapping::Mapping;
use crate::error::{LayoutError, Message};
use crate::text::Text;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// A layout of rank 1 by the list of its positions: index `i` lies at `positions[i]`.
///
/// Both directions are one look into a table; a copy shares them. That no two indices share a position was looked at when
/// it was made.
///
/// Law: `table.apply([i]) == positions[i]` and `table.inv(positions[i]) == [i]`.
///
/// ```
/// use lego_core::array::Arr1D;
/// use lego_core::mapping::{Layout, Mapping, PermutationTable};
/// let order = PermutationTable::try_new(vec![2, 0, 1])?;
/// assert_eq!((order.apply([0]), order.inv(2)), (2, [0]));
/// let a = Arr1D::from_fn(order, |[i]| i);
/// assert_eq!(a.as_physical(), [1, 2, 0]);
///
/// let error = PermutationTable::try_new(vec![0, 2, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "no bijection: [1] and [2] both go to position 2, and position 1 is never reached");
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PermutationTable {
    positions: Arc<[u32]>,
    indices: Arc<[u32]>,
}

impl PermutationTable {
    /// The permutation that sends index `i` to `positions[i]`.
    ///
    /// # Errors
    /// [`LayoutError::Collision`] with the value that repeats, where it does, and a value that is missing;
    /// [`LayoutError::OutOfRange`] for a value beyond the last position.
    pub fn try_new(positions: Vec<u32>) -> Result<Self, LayoutError> {
        let len = positions.len();
        let mut indices: Vec<Option<u32>> = vec![None; len];
        for (index, &position) in positions.iter().enumerate() {
            match indices.get_mut(position as usize) {
                Some(empty @ None) => *empty = Some(index as u32),
                Some(Some(first)) => {
                    let taken: Vec<bool> = taken(&positions);
                    return Err(LayoutError::Collision {
                        first: text(Message::new().list(&[*first as usize])),
                        second: text(Message::new().list(&[index])),
                        position: position.into(),
                        unreached: taken.iter().position(|taken| !taken).unwrap_or(0) as u128,
                    });
                }
                None => {
                    return Err(LayoutError::OutOfRange {
                        at: text(Message::new().list(&[index])),
                        to: text(Message::new().text("position ").number(position.into())),
                        bound: text(Message::new().text("0..").number(len as u128)),
                    });
                }
            }
        }
        let indices = indices.into_iter().map(Option::unwrap_or_default).collect();
        Ok(Self { positions: positions.into(), indices })
    }

    /// The position of each index.
    #[must_use]
    pub fn positions(&self) -> &[u32] {
        &self.positions
    }

    /// The permutation the other way round.
    ///
    /// Law: `table.inverse().apply([p]) == table.inv(p)[0]`.
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { positions: Arc::clone(&self.indices), indices: Arc::clone(&self.positions) }
    }
}

/// Which values a list has.
fn taken(positions: &[u32]) -> Vec<bool> {
    let mut taken = vec![false; positions.len()];
    for &position in positions {
        if let Some(taken) = taken.get_mut(position as usize) {
            *taken = true;
        }
    }
    taken
}

fn text(message: Message) -> Text {
    Text::new(message.as_str())
}

impl TryFrom<Vec<u32>> for PermutationTable {
    type Error = LayoutError;

    fn try_from(positions: Vec<u32>) -> Result<Self, LayoutError> {
        Self::try_new(positions)
    }
}

impl Mapping for PermutationTable {
    type Index = [usize; 1];
    type Position = usize;

    #[inline]
    fn dims(&self) -> [usize; 1] {
        [self.positions.len()]
    }

    #[inline]
    fn span(&self) -> usize {
        self.positions.len()
    }

    #[inline]
    fn apply(&self, [i]: [usize; 1]) -> usize {
        debug_assert!(i < self.positions.len(), "the index [{i}] lies outside of [{}]", self.positions.len());
        self.positions.get(i).map_or(0, |&position| position as usize)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        true
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        true
    }
}

impl Layout for PermutationTable {
    type Preimage = [usize; 1];

    #[inline]
    fn inv(&self, position: usize) -> [usize; 1] {
        debug_assert!(
            position < self.indices.len(),
            "the position {position} lies outside of 0..{}",
            self.indices.len()
        );
        [self.indices.get(position).map_or(0, |&index| index as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_permutation_of_up_to_five_and_nothing_else() {
        for len in 1..=5_u32 {
            let mut permutations = 0;
            for code in 0..(len + 1).pow(len) {
                let list: Vec<u32> = (0..len).map(|k| code / (len + 1).pow(k) % (len + 1)).collect();
                let mut sorted = list.clone();
                sorted.sort_unstable();
                let is_permutation = sorted.iter().copied().eq(0..len);
                let made = PermutationTable::try_new(list.clone());
                assert_eq!(made.is_ok(), is_permutation, "{list:?}");
                let Ok(table) = made else { continue };
                permutations += 1;
                for (i, &p) in list.iter().enumerate() {
                    assert_eq!((table.apply([i]), table.inv(p as usize)), (p as usize, [i]));
                    assert_eq!((table.inverse().apply([p as usize]), table.inverse().inv(i)), (i, [p as usize]));
                }
                assert_eq!((table.try_apply([len as usize]), table.try_inv(len as usize)), (None, None));
            }
            assert_eq!(permutations, (1..=len).product::<u32>());
        }
    }

    #[test]
    fn an_empty_list_is_the_permutation_of_nothing() {
        let table = PermutationTable::try_new(Vec::new()).unwrap();
        assert_eq!((table.dims(), table.count(), table.span()), ([0], 0, 0));
        assert_eq!((table.try_apply([0]), table.try_inv(0), table.inverse().try_inv(0)), (None, None, None));
    }

    #[test]
    fn says_what_repeats_and_what_is_missing() {
        let error = |list: &[u32]| PermutationTable::try_new(list.to_vec()).unwrap_err().to_string();
        assert_eq!(
            error(&[0, 3, 1, 3]),
            "no bijection: [1] and [3] both go to position 3, and position 2 is never reached"
        );
        assert_eq!(error(&[0, 1, u32::MAX]), "[2] goes to position 4294967295, outside 0..3");
    }
}

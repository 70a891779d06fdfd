//! A mapping with the table of its inverse: how a map that is found to be injective becomes a layout at run time.

use super::coord::Coord;
use super::indices::Indices;
use super::layout::Layout;
use super::mapping::Mapping;
use super::of_field::of_field;
use crate::error::{LayoutError, Message};
use crate::text::Text;
use alloc::vec;
use alloc::vec::Vec;

/// A mapping of which every index has been looked at, and the index at each position.
///
/// It makes a [`Layout`] of a [`Mapping`] whose inverse nobody wrote, as long as no two indices share a position.
///
/// Law: `try_apply` is that of the mapping.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::ViewMut2D;
/// use lego_core::mapping::{Layout, Tabulated};
/// // Every second element of a row of six, and all of the next row.
/// let padded = Strides { dims: [2, 3], strides: [6, 2] };
/// let layout = Tabulated::new(padded)?;
/// assert_eq!((layout.try_inv(8), layout.try_inv(9)), (Some([1, 1]), None));
/// let mut elements = [0; 11];
/// ViewMut2D::from_physical(&layout, &mut elements[..])?[[1, 1]] = 7;
/// assert_eq!(elements[8], 7);
///
/// let broadcast = Strides { dims: [2, 3], strides: [0, 1] };
/// let error = Tabulated::new(broadcast).unwrap_err();
/// assert_eq!(error.to_string(), "no two indices may share a position: [0, 0] and [1, 0] both go to position 0");
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tabulated<M: Mapping> {
    mapping: M,
    indices: Vec<Option<M::Index>>,
}

impl<M: Mapping<Index = [usize; R]>, const R: usize> Tabulated<M>
where
    [usize; R]: Coord,
{
    /// Looks at every index of a mapping: O(count + span) in time and memory.
    ///
    /// # Errors
    /// [`LayoutError::SharedPosition`] with the first two indices that share one; [`LayoutError::OutOfRange`] where a
    /// mapping that breaks its law leaves its span.
    pub fn new(mapping: M) -> Result<Self, LayoutError> {
        let mut indices: Vec<Option<[usize; R]>> = vec![None; mapping.span()];
        for index in Indices::new(mapping.dims()) {
            let Some(position) = mapping.apply(index).into() else { continue };
            match indices.get_mut(position) {
                Some(empty @ None) => *empty = Some(index),
                Some(Some(first)) => {
                    return Err(LayoutError::SharedPosition {
                        first: text(&Message::new().list(first)),
                        second: text(&Message::new().list(&index)),
                        position: position as u128,
                    });
                }
                None => {
                    let bound = Message::new().text("0..").number(mapping.span() as u128);
                    return Err(LayoutError::OutOfRange {
                        at: text(&Message::new().list(&index)),
                        to: text(&Message::new().text("position ").number(position as u128)),
                        bound: text(&bound),
                    });
                }
            }
        }
        Ok(Self { mapping, indices })
    }
}

fn text(message: &Message) -> Text {
    Text::new(message.as_str())
}

impl<M: Mapping> Mapping for Tabulated<M> {
    type Index = M::Index;
    type Position = M::Position;

    of_field!(mapping: stride, run, runs, anti_diagonal_stride);

    #[inline]
    fn dims(&self) -> M::Index {
        self.mapping.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn apply(&self, index: M::Index) -> M::Position {
        self.mapping.apply(index)
    }

    #[inline]
    fn is_unique(&self) -> bool {
        true
    }

    #[inline]
    fn is_exhaustive(&self) -> bool {
        self.indices.iter().all(Option::is_some)
    }
}

impl<M: Mapping> Layout for Tabulated<M> {
    type Preimage = Option<M::Index>;

    #[inline]
    fn inv(&self, position: usize) -> Option<M::Index> {
        self.indices.get(position).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{Broken, Col, Strides, Table};

    fn check<M: Mapping<Index = [usize; R]> + Layout, const R: usize>(layout: M)
    where
        [usize; R]: Coord,
    {
        let table = Tabulated::new(&layout).unwrap();
        assert_eq!((table.dims(), table.count(), table.span()), (layout.dims(), layout.count(), layout.span()));
        for index in Indices::new(layout.dims().map(|n| n + 1)) {
            assert_eq!(table.try_apply(index), layout.try_apply(index));
        }
        for position in 0..=layout.span() {
            assert_eq!(table.try_inv(position), layout.try_inv(position));
        }
        assert!(table.is_unique());
        assert_eq!(table.is_exhaustive(), (0..layout.span()).all(|p| layout.try_inv(p).is_some()));
    }

    #[test]
    fn the_table_is_the_inverse() {
        check(Col::<3, 4>);
        check(Table::shuffled([2, 3, 4]));
        check(Table::padded([3, 3], [4, 5]));
        check(Table::expanded([3, 4], [2, 3]));
        check(Table::shuffled([]));
        check(Table::shuffled([0, 4]));
    }

    #[test]
    fn what_is_not_injective_or_leaves_its_span_is_an_error() {
        let error = Tabulated::new(Strides { dims: [3, 4], strides: [1, 2] }).unwrap_err();
        assert!(matches!(error, LayoutError::SharedPosition { position: 2, .. }));
        for lie in 0..2 {
            assert!(matches!(Tabulated::new(Broken { lie }), Err(LayoutError::OutOfRange { .. })));
        }
        assert!(matches!(Tabulated::new(Broken { lie: 2 }), Err(LayoutError::SharedPosition { .. })));
    }
}

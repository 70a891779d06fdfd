//! Relations of linear layouts, Triton's: maps of bits to bits, each bit of the index with the values that it alone has.

use super::relation::{Order, Relation};
use crate::form::Linear;
use lego_expr::{Arena, Id, Map};

impl<'a> Relation<'a> {
    /// The relation of a linear layout: `images[axis][bit]` are the values at the index of which that bit alone is 1; the
    /// values at any index are the exclusive ors of those of its bits.
    ///
    /// ```
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let images = [vec![vec![1, 1], vec![2, 2]], vec![vec![0, 1], vec![0, 2]]];
    /// let swizzled = Relation::of_linear(&arena, &images, &[4, 4]);
    /// assert_eq!((swizzled.dims(), swizzled.at(&[3, 1])), (Some(vec![4, 4]), Some(vec![3, 2])));
    /// assert_eq!(
    ///     swizzled.binary_map().unwrap().to_isl().unwrap(),
    ///     "{ [b0, b1, b2, b3] -> [b0, b1, (b0 + b2) mod 2, (b1 + b3) mod 2] : \
    ///      0 <= b0 <= 1 and 0 <= b1 <= 1 and 0 <= b2 <= 1 and 0 <= b3 <= 1 }"
    /// );
    /// ```
    ///
    /// # Panics
    /// If images have other numbers of values than there are spans, or one that is not below its span, which must be a power
    /// of two; of more than 64 bits of index.
    #[must_use]
    pub fn of_linear(arena: &'a Arena, images: &[Vec<Vec<u64>>], spans: &[u64]) -> Self {
        assert!(spans.iter().all(|span| span.is_power_of_two()), "spans that are no powers of two");
        assert!(images.iter().map(Vec::len).sum::<usize>() <= 64, "more than 64 bits of index");
        for image in images.iter().flatten() {
            let fits = image.len() == spans.len() && image.iter().zip(spans).all(|(value, span)| value < span);
            assert!(fits, "an image outside the spans");
        }
        let dims: Vec<Id> = images.iter().map(|bits| arena.constant(1 << bits.len())).collect();
        let index = Map::index(arena, &dims);
        let value = |number: usize| {
            let columns = images.iter().map(|bits| bits.iter().map(|image| image[number]).collect()).collect();
            Linear { columns }.write(arena, &index)
        };
        let values = (0..spans.len()).map(value).collect();
        let spans = spans.iter().map(|&span| arena.constant(span.into())).collect();
        Self::new(arena, Map { index, dims, spans, guards: vec![], values, unchecked: false }, Order::Colexicographic)
    }
}

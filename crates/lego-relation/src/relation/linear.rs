//! Relations of linear layouts, Triton's: maps of bits to bits, each bit of the index with the values that it alone has.

use super::cute::NotRelation;
use super::kinds::joined;
use super::relation::{Order, Relation};
use crate::form::linear;
use lego_algebra::linear::{LinearLayout, Space};
use lego_core::chain::XorMap;
use lego_expr::{Arena, Id, Map, Op};

/// A side of more bits has points beyond 64 bits.
const MOST_BITS: usize = 63;

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
            linear::write(&XorMap::linear(columns), arena, &index)
        };
        let values = (0..spans.len()).map(value).collect();
        let spans = spans.iter().map(|&span| arena.constant(span.into())).collect();
        Self::new(arena, Map { index, dims, spans, guards: vec![], values, unchecked: false }, Order::Colexicographic)
    }

    /// The relation of a linear layout: a component of the index for each in dim, a value for each out dim, in their orders.
    /// Integer coordinates have the first dim fastest, as flat points of the layout have.
    ///
    /// ```
    /// use lego_algebra::linear::LinearLayout;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let layout = LinearLayout::parse("register: (0,1) (8,0); lane: (0,2) (1,0) -> dim0: 16, dim1: 4").unwrap();
    /// let held = Relation::of_linear_layout(&arena, &layout).unwrap();
    /// assert_eq!((held.dims(), held.at(&[3, 1])), (Some(vec![4, 4]), Some(vec![8, 3])));
    /// assert_eq!(held.one_value().at(&[3, 1]), Some(vec![8 + 16 * 3]));
    /// assert_eq!(held.to_linear().unwrap().to_string(), "i0: (0,1) (8,0); i1: (0,2) (1,0) → o0: 16, o1: 4");
    /// ```
    ///
    /// # Errors
    /// [`NotRelation::TooWide`] of a side of 64 bits.
    pub fn of_linear_layout(arena: &'a Arena, layout: &LinearLayout) -> Result<Self, NotRelation> {
        let (ins, outs) = (layout.ins(), layout.outs());
        if let Some(side) = [ins, outs].into_iter().find(|side| side.total_bits() > MOST_BITS) {
            return Err(NotRelation::TooWide { bits: side.total_bits() });
        }
        let split = |&image: &u64| (0..outs.len()).map(|k| outs.part(image, k)).collect();
        let images = ins.dims().iter().map(|&dim| layout.basis(dim).iter().map(split).collect());
        let sizes = |space: &Space| space.iter().map(|(_, bits, _)| 1 << bits).collect::<Vec<u64>>();
        Ok(Self::of_linear(arena, &images.collect::<Vec<_>>(), &sizes(outs)))
    }

    /// The same map to one number: its values as an integer coordinate of the box of the spans, in this relation's order.
    ///
    /// A relation to one number stays as it is.
    #[must_use]
    pub fn one_value(&self) -> Self {
        if self.map.values.len() == 1 {
            return self.clone();
        }
        let product = |all, &span| self.arena.binary(Op::Mul, all, span);
        let total = self.map.spans.iter().fold(self.arena.constant(1), product);
        let value = joined(self.arena, &self.map.spans, &self.map.values, self.order);
        let map = Map { spans: vec![total], values: vec![value], ..self.map.clone() };
        Self { restrictions: self.restrictions.clone(), ..Self::new(self.arena, map, self.order) }
    }
}

//! Matrices with a pitch whose buffers end with the last line, and not where another one would begin.
//!
//! A part of a larger matrix is one: behind its last line there may be nothing. The span of a layout with a `PadBy` counts what is between lines behind
//! the last one too.

use lego::{Injective, Injective32, LayoutError, Mapping, Mapping32};

/// A layout of a matrix whose lines lie at multiples of a pitch.
///
/// # Safety
/// Where [`check`](Mapping::check) is `Ok`, every index that has a position has one below `(lines - 1)·pitch + length`, for the numbers of
/// [`lines`](Lines::lines), of which none is 0, the pitch is no less than the length, and the numbers are the same as long as the value is not changed.
/// Where [`check_u32`](Mapping32::check_u32) is `Ok`, the same holds of positions in 32 bits and of the mapping that is made of the sizes that cross, here
/// and on a GPU, and `lines·pitch` fits 32 bits.
pub unsafe trait Lines: Mapping32 {
    /// How many lines there are, how many elements a line has, and how many from the beginning of one to the next.
    fn lines(&self) -> [usize; 3];
}

/// The elements of a layout of lines, in a buffer that ends with the last of them.
///
/// Law: positions are those of `L`; the span is `(lines - 1)·pitch + length`, and for one line its length.
///
/// ```
/// use lego::Mapping;
/// use lego_kernels::matrix_product::{AlongK, Storage};
/// // Three rows of five elements, at each tenth position.
/// let rows = <AlongK<2> as Storage<2>>::of(3, 5, 10)?;
/// assert_eq!((rows.apply([0, 0, 2, 4]), rows.span()), (Some(24), 25));
/// # Ok::<(), lego::LayoutError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tight<L>(pub(crate) L);

impl<L: Lines> Mapping for Tight<L> {
    type Index = L::Index;
    type Position = L::Position;

    // SAFETY: positions are those of L, of which no two indices share one, and by the promise of `Lines` they are below the span, which is the same at every
    // call; so are `check` and the extents, which are those of L.
    const INJECTIVE: Option<Injective<Self>> = unsafe { Injective::following(L::INJECTIVE) };

    #[inline]
    fn check(&self) -> Result<(), LayoutError> {
        self.0.check()
    }

    #[inline]
    fn dims(&self) -> L::Index {
        self.0.dims()
    }

    #[inline]
    fn span(&self) -> usize {
        let [lines, length, pitch] = self.0.lines();
        lines.wrapping_sub(1).wrapping_mul(pitch).wrapping_add(length)
    }

    #[inline]
    fn apply(&self, index: L::Index) -> L::Position {
        self.0.apply(index)
    }

    #[inline]
    fn stride(&self, axis: usize) -> Option<isize> {
        self.0.stride(axis)
    }

    #[inline]
    fn run(&self, axis: usize) -> Option<(usize, isize)> {
        self.0.run(axis)
    }
}

impl<L: Lines> Mapping32 for Tight<L> {
    type Index32 = L::Index32;
    type Position32 = L::Position32;
    type Sizes32 = L::Sizes32;
    const FINGERPRINT: u64 = L::FINGERPRINT;

    // SAFETY: positions are those of L, of which no two indices share one, and by the promise of `Lines` they are below the span, in which no product
    // or sum leaves 32 bits. The extents, what has all of a box, what ends tell and the sizes that cross are those of L.
    const INJECTIVE_32: Option<Injective32<Self>> = unsafe { Injective32::following(L::INJECTIVE_32) };

    fn check_u32(&self) -> Result<(), LayoutError> {
        self.0.check_u32()
    }

    #[inline(always)]
    fn dims_u32(&self) -> L::Index32 {
        self.0.dims_u32()
    }

    #[inline(always)]
    fn span_u32(&self) -> u32 {
        let [lines, length, pitch] = self.0.lines().map(|number| number as u32);
        lines.wrapping_sub(1).wrapping_mul(pitch).wrapping_add(length)
    }

    #[inline(always)]
    fn apply_u32(&self, index: L::Index32) -> L::Position32 {
        self.0.apply_u32(index)
    }

    #[inline(always)]
    fn has_all_u32(&self, first: L::Index32, last: L::Index32) -> bool {
        self.0.has_all_u32(first, last)
    }

    #[inline(always)]
    fn ends_tell_u32(axis: usize) -> bool {
        L::ends_tell_u32(axis)
    }

    #[inline(always)]
    fn sizes_u32(&self) -> L::Sizes32 {
        self.0.sizes_u32()
    }

    #[inline(always)]
    fn from_sizes_u32(sizes: L::Sizes32) -> Self {
        Self(L::from_sizes_u32(sizes))
    }
}

#[cfg(test)]
mod tests {
    use super::Tight;
    use crate::matrix_product::layouts::{AcrossLines, AlongLines, ProductBlocks};
    use lego::{Mapping, Mapping32};

    /// Every index by an obvious formula, and the span by the last of the positions.
    fn look<L: super::Lines<Index = [usize; 4], Index32 = [u32; 4]>>(
        layout: L,
        position: &dyn Fn([usize; 4]) -> Option<usize>,
    ) {
        let (layout, [a, b, c, d], mut end) = (Tight(layout), layout.dims(), 0);
        layout.check().unwrap();
        for number in 0..a * b * c * d {
            let index = [number / (b * c * d), number / (c * d) % b, number / d % c, number % d];
            let (found, right) = (layout.apply(index).into(), position(index));
            assert_eq!(found, right, "{index:?}");
            let narrow: Option<u32> = layout.apply_u32(index.map(|at| at as u32)).into();
            assert_eq!(narrow.map(|at| at as usize), right, "{index:?}");
            end = end.max(right.map_or(0, |at| at + 1));
        }
        assert_eq!((layout.span(), layout.span_u32() as usize), (end, end));
        assert!(<Tight<L> as Mapping>::INJECTIVE.is_some() && <Tight<L> as Mapping32>::INJECTIVE_32.is_some());
    }

    #[test]
    fn elements_lie_at_multiples_of_the_pitch_and_the_last_one_is_the_end() {
        for [r, k, more] in [[1, 1, 0], [1, 7, 3], [130, 33, 0], [130, 33, 7], [37, 65, 15], [3, 64, 64]] {
            let along = AlongLines::<2>::new(r, k, k + more).unwrap();
            look(along, &|[p, q, i, j]| {
                let [row, at] = [128 * p + i, 32 * q + j];
                (row < r && at < k).then_some(row * (k + more) + at)
            });
            let across = AcrossLines::<2>::new(r, k, r + more).unwrap();
            look(across, &|[p, q, i, j]| {
                let [row, at] = [128 * p + i, 32 * q + j];
                (row < r && at < k).then_some(at * (r + more) + row)
            });
            let product = ProductBlocks::new(r, k, k + more).unwrap();
            look(product, &|[p, q, i, j]| {
                let [row, column] = [128 * p + i, 256 * q + j];
                (row < r && column < k).then_some(row * (k + more) + column)
            });
        }
    }

    #[test]
    fn a_pitch_below_a_line_is_refused() {
        assert!(AlongLines::<2>::new(3, 5, 4).is_err());
        assert!(AcrossLines::<2>::new(5, 3, 4).is_err());
        assert!(ProductBlocks::new(3, 5, 4).is_err());
    }
}

//! Numbers as memory holds them: narrow there, and computed with as `f32`.

use super::element::Element;
use super::unroll::times;

/// A number that memory holds and `f32` computes with: `f32` itself, and with the feature `half` `f16` and `bf16`.
///
/// A kernel that is generic over it loads `T`, [`widen`](Stored::widen)s, computes in `f32`, and
/// [`narrow`](Stored::narrow)s what it stores. Each conversion is one instruction, of two elements where there are two; the
/// methods of `half` and its operators are software on a GPU, 45 instructions for `to_f32`.
///
/// Law: `widen` is exact. `narrow` is the nearest number, of two the one with an even last digit; beyond the largest one it
/// is infinite. So `T::narrow(x.widen())` is `x`, bit for bit, of every number; of what is none it is one of these, always
/// the same.
///
/// ```
/// use lego_cuda::device::Stored;
/// use lego_cuda::view::Global;
///
/// /// The sum of two elements, rounded once.
/// fn sum<T: Stored>(row: Global<'_, T>, i: u32) -> T {
///     T::narrow(row.get([i]).widen() + row.get([i + 1]).widen())
/// }
/// ```
///
/// The trait is sealed.
pub trait Stored: Element + sealed::Sealed {
    /// The number as an `f32`.
    fn widen(self) -> f32;

    /// The number that is nearest to an `f32`.
    fn narrow(value: f32) -> Self;

    #[doc(hidden)]
    fn narrow_two(values: [f32; 2]) -> [Self; 2];

    /// All numbers of an array.
    ///
    /// ```
    /// use lego_cuda::device::Stored;
    /// assert_eq!(f32::widen_all([1.0, 2.0]), [1.0, 2.0]);
    /// ```
    #[inline(always)]
    fn widen_all<const N: usize>(values: [Self; N]) -> [f32; N] {
        let mut wide = [0.0; N];
        times::<N>(
            #[inline(always)]
            |i| wide[i] = values[i].widen(),
        );
        wide
    }

    /// The numbers that are nearest to those of an array, two by one instruction.
    #[inline(always)]
    fn narrow_all<const N: usize>(values: [f32; N]) -> [Self; N] {
        const { assert!(N > 0, "an array to be narrowed has at least one number") };
        // The last one of an odd number is alone.
        let mut narrow = [Self::narrow(values[N - 1]); N];
        times::<N>(
            #[inline(always)]
            |i| {
                if i % 2 == 0 && i + 1 < N {
                    [narrow[i], narrow[i + 1]] = Self::narrow_two([values[i], values[i + 1]]);
                }
            },
        );
        narrow
    }
}

pub(super) mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
}

impl Stored for f32 {
    #[inline(always)]
    fn widen(self) -> f32 {
        self
    }

    #[inline(always)]
    fn narrow(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn narrow_two(values: [f32; 2]) -> [f32; 2] {
        values
    }
}

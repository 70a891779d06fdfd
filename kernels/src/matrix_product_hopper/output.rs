//! Elements of the product as memory has them: eight neighbours of a row at once.

use half::{bf16, f16};
use lego_cuda::device::{Stored, global, trap};

/// An element of a product on Hopper: `f16`, `bf16` or `f32`.
pub trait Output: Stored {
    /// Whether two elements are a word.
    const IS_NARROW: bool;

    /// Two elements as a word, the numbers nearest to these: of elements of two bytes.
    fn two(values: [f32; 2]) -> u32;

    /// Eight elements.
    ///
    /// # Safety
    /// They are in global memory from a multiple of 16 bytes on, and no other thread writes them at this time.
    unsafe fn load_eight(from: *const Self) -> [f32; 8];

    /// Sets eight elements to the numbers nearest to these.
    ///
    /// # Safety
    /// They are in global memory from a multiple of 16 bytes on, and no other thread uses them at this time.
    unsafe fn store_eight(to: *mut Self, values: [f32; 8]);
}

macro_rules! halves {
    ($($half:ident)*) => {
        $(
            impl Output for $half {
                const IS_NARROW: bool = true;

                #[inline(always)]
                fn two(values: [f32; 2]) -> u32 {
                    let [low, high] = Self::narrow_all(values);
                    u32::from(low.to_bits()) | u32::from(high.to_bits()) << 16
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                unsafe fn load_eight(from: *const Self) -> [f32; 8] {
                    // SAFETY: as the caller promises.
                    Self::widen_all(unsafe { global::load(from.cast::<[Self; 8]>()) })
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                unsafe fn store_eight(to: *mut Self, values: [f32; 8]) {
                    // SAFETY: as the caller promises.
                    unsafe { global::store(to.cast(), Self::narrow_all(values)) };
                }
            }
        )*
    };
}
halves!(f16 bf16);

/// By two instructions of 16 bytes.
impl Output for f32 {
    const IS_NARROW: bool = false;

    #[inline(always)]
    fn two(_: [f32; 2]) -> u32 {
        trap()
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn load_eight(from: *const f32) -> [f32; 8] {
        let from = from.cast::<[f32; 4]>();
        // SAFETY: as the caller promises.
        let ([a, b, d, e], [f, g, h, i]) = unsafe { (global::load(from), global::load(from.add(1))) };
        [a, b, d, e, f, g, h, i]
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn store_eight(to: *mut f32, [a, b, d, e, f, g, h, i]: [f32; 8]) {
        let to = to.cast::<[f32; 4]>();
        // SAFETY: as the caller promises.
        unsafe {
            global::store(to, [a, b, d, e]);
            global::store(to.add(1), [f, g, h, i]);
        }
    }
}

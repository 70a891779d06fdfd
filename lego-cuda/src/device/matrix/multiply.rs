//! The product of two tiles, added to sums.

use super::{Left, Right};
#[cfg(not(target_arch = "nvptx64"))]
use crate::device::host;
#[cfg(target_arch = "nvptx64")]
use crate::device::nvptx::{self, Four};
use crate::device::{E4m3, E5m2, Element};
#[cfg(feature = "half")]
use half::{bf16, f16};

/// The type of the elements of a product by one instruction.
///
/// The trait is sealed.
pub trait Operand: Element + sealed::Sealed {
    /// The type of the sums.
    type Sum: Element + Default;

    /// The extent of the summed axis: 32 bytes.
    const K: u32 = 32 / Self::BYTES as u32;

    /// What it is in the text of a product of warpgroups.
    #[doc(hidden)]
    const KIND: Kind;

    /// The number of the low bits.
    #[doc(hidden)]
    #[cfg(not(target_arch = "nvptx64"))]
    fn value(bits: u16) -> f64 {
        <Self as sealed::Sealed>::FORMAT.element(bits.into(), 0)
    }
}

/// An element by its name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    F16,
    Bf16,
    E4m3,
    E5m2,
    I8,
}

mod sealed {
    /// How a type is multiplied: by an instruction, and by the host.
    pub trait Sealed: Copy {
        #[cfg(target_arch = "nvptx64")]
        fn multiply(a: [u32; 4], b: [u32; 2], sums: [u32; 4]) -> [u32; 4];

        /// What the host multiplies.
        #[cfg(not(target_arch = "nvptx64"))]
        const FORMAT: super::super::model::Format;
    }
}

/// `sums` and the product of a 16×K and a K×8 tile, of which each lane gives and gets its registers.
///
/// Law: where [`sum_place`](super::sum_place) of lane and number is `[i, j]`, the sum is that of `sums` and of `a[i, k]·b[k, j]` over
/// k. Products of floating-point numbers are exact; in which order they are added, and with how many digits, is not specified, and
/// differs between GPUs and from the [executor](mod@crate::executor), which adds them as `f64` and rounds once: compare with a tolerance. Sums
/// of integers wrap.
///
/// All 32 lanes of the warp call it at the same place.
///
/// ```
/// use lego_cuda::device::lane;
/// use lego_cuda::device::matrix::{Left, Right, mma};
///
/// /// Of a matrix whose rows are all 0, 1, 2, …, 31, the sums of each row, each eight times.
/// fn sums() -> [i32; 4] {
///     let rows = Left::<i8>::from_fn(lane(), |[_, column]| column as i8);
///     mma(rows, Right::from_fn(lane(), |_| 1), [0; 4])
/// }
/// ```
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn mma<T: Operand>(a: Left<T>, b: Right<T>, sums: [T::Sum; 4]) -> [T::Sum; 4] {
    const { assert!(size_of::<T::Sum>() == 4, "a sum is a register") };
    // SAFETY: both are 16 bytes, of which every pattern is a value.
    let bits: [u32; 4] = unsafe { core::mem::transmute_copy(&sums) };
    #[cfg(target_arch = "nvptx64")]
    let sums = T::multiply(a.words(), b.words(), bits);
    #[cfg(not(target_arch = "nvptx64"))]
    let sums = {
        let mut words = [0; 10];
        words[..4].copy_from_slice(&a.words());
        words[4..6].copy_from_slice(&b.words());
        words[6..].copy_from_slice(&bits);
        let lane = crate::device::lane();
        let all = host::call!("mma", gather(T::FORMAT.words(), words, host::site()));
        super::model::product(T::FORMAT, &all, lane)
    };
    // SAFETY: as above.
    unsafe { core::mem::transmute_copy(&sums) }
}

macro_rules! operands {
    ($($(#[$only:meta])* $type:ident, $sum:ty, $format:ident, $kind:ident, |$a:ident, $b:ident, $c:ident| $multiply:expr;)*) => {
        $(
            $(#[$only])*
            impl Operand for $type {
                type Sum = $sum;
                const KIND: Kind = Kind::$kind;
            }

            $(#[$only])*
            impl sealed::Sealed for $type {
                #[cfg(target_arch = "nvptx64")]
                #[inline(always)]
                fn multiply($a: [u32; 4], $b: [u32; 2], $c: [u32; 4]) -> [u32; 4] {
                    $multiply
                }

                #[cfg(not(target_arch = "nvptx64"))]
                const FORMAT: super::model::Format = super::model::Format::$format;
            }
        )*
    };
}
operands! {
    #[cfg(feature = "half")]
    f16, f32, F16, F16,
        |a, b, c| {
            let [mut x, mut y, mut z, mut w] = c;
            // SAFETY: the instruction computes registers from registers. Not `pure`: what has a side effect is moved into no branch.
            unsafe {
                core::arch::asm!(
                    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {{{x}, {y}, {z}, {w}}}, {{{a}, {b}, {c}, {d}}}, {{{e}, {f}}}, \
                     {{{x}, {y}, {z}, {w}}};",
                    x = inout(reg32) x, y = inout(reg32) y, z = inout(reg32) z, w = inout(reg32) w,
                    a = in(reg32) a[0], b = in(reg32) a[1], c = in(reg32) a[2], d = in(reg32) a[3],
                    e = in(reg32) b[0], f = in(reg32) b[1],
                    options(nomem, nostack, preserves_flags)
                );
            }
            [x, y, z, w]
        };
    #[cfg(feature = "half")]
    bf16, f32, Bf16, Bf16,
        |a, b, c| {
            let ([a, b, d, e], [f, g], [h, i, j, k]) = (a, b, c.map(f32::from_bits));
            floats(nvptx::mma_bf16(a, b, d, e, f, g, h, i, j, k))
        };
    E4m3, f32, E4m3, E4m3,
        |a, b, c| {
            let ([a, b, d, e], [f, g], [h, i, j, k]) = (a, b, c.map(f32::from_bits));
            floats(nvptx::mma_e4m3(a, b, d, e, f, g, h, i, j, k))
        };
    E5m2, f32, E5m2, E5m2,
        |a, b, c| {
            let ([a, b, d, e], [f, g], [h, i, j, k]) = (a, b, c.map(f32::from_bits));
            floats(nvptx::mma_e5m2(a, b, d, e, f, g, h, i, j, k))
        };
    i8, i32, I8, I8,
        |a, b, c| {
            let ([a, b, d, e], [f, g], [h, i, j, k]) = (a, b, c);
            let Four(x, y, z, w) = nvptx::mma_i8(a, b, d, e, f, g, h, i, j, k);
            [x, y, z, w]
        };
}

/// The bits of four sums.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
fn floats(Four(x, y, z, w): Four<f32>) -> [u32; 4] {
    [x.to_bits(), y.to_bits(), z.to_bits(), w.to_bits()]
}

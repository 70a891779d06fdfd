//! Elements: the values that one instruction can move.

use lego_core::check::fingerprint;
use lego_machine::limits::is_access_width;

/// A value of 1, 2, 4, 8 or 16 bytes that a single instruction loads or stores: a number, or an array of numbers.
///
/// An array moves as a vector: `[f32; 4]` in one instruction of 128 bits, from an address that is a multiple of 16.
///
/// ```compile_fail
/// // 12 bytes are no size of an instruction.
/// unsafe { lego_cuda::device::global::load::<[f32; 3]>(core::ptr::null()) };
/// ```
///
/// # Safety
/// Every pattern of its bits is a value, it has no padding, and `UNIT` divides its size.
pub unsafe trait Element: Copy + 'static {
    /// The bytes of the numbers it is made of, which decides the registers it moves through.
    const UNIT: usize;

    /// A number of the type, by which a launch sees that a kernel was compiled for the same one.
    #[doc(hidden)]
    const FINGERPRINT: u64 = fingerprint("an element", &[size_of::<Self>() as u64, Self::UNIT as u64]);

    /// The bytes it has.
    const BYTES: usize = {
        let bytes = size_of::<Self>();
        assert!(is_access_width(bytes), "an element has 1, 2, 4, 8 or 16 bytes");
        bytes
    };
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(
            // SAFETY: a number has no padding, and every pattern of bits is one.
            unsafe impl Element for $number {
                const UNIT: usize = size_of::<$number>();
                const FINGERPRINT: u64 = fingerprint(stringify!($number), &[]);
            }
        )*
    };
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);

// SAFETY: both are the 16 bits of a number, and every pattern of bits is one.
#[cfg(feature = "half")]
unsafe impl Element for half::f16 {
    const UNIT: usize = 2;
    const FINGERPRINT: u64 = fingerprint("f16", &[]);
}

// SAFETY: as above.
#[cfg(feature = "half")]
unsafe impl Element for half::bf16 {
    const UNIT: usize = 2;
    const FINGERPRINT: u64 = fingerprint("bf16", &[]);
}

// SAFETY: an array adds no padding to its elements, and any values of them are an array.
unsafe impl<T: Element, const N: usize> Element for [T; N] {
    const UNIT: usize = T::UNIT;
    const FINGERPRINT: u64 = fingerprint("an array", &[T::FINGERPRINT, N as u64]);
}

/// The same bits as another type.
///
/// # Safety
/// Both types have the same size, and every pattern of bits is a value of `B`.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) unsafe fn bits<A: Copy, B: Copy>(value: A) -> B {
    // SAFETY: as the caller promises.
    unsafe { core::mem::transmute_copy(&value) }
}

/// Loads an element by the instruction of its size.
///
/// The address has `$class` registers; `$option` are those of the inline assembly.
#[cfg(target_arch = "nvptx64")]
macro_rules! load {
    ($op:literal, $class:ident, $address:expr, $type:ty, $($option:ident),*) => {{
        use $crate::device::element::bits;
        let a = $address;
        match (<$type>::BYTES, <$type>::UNIT) {
            (1, _) => {
                let x: u16;
                core::arch::asm!(concat!($op, ".u8 {}, [{}];"), out(reg16) x, in($class) a, options($($option),*));
                bits::<u8, $type>(x as u8)
            }
            (2, _) => {
                let x: u16;
                core::arch::asm!(concat!($op, ".b16 {}, [{}];"), out(reg16) x, in($class) a, options($($option),*));
                bits::<u16, $type>(x)
            }
            (4, _) => {
                let x: u32;
                core::arch::asm!(concat!($op, ".b32 {}, [{}];"), out(reg32) x, in($class) a, options($($option),*));
                bits::<u32, $type>(x)
            }
            (8, 8) => {
                let x: u64;
                core::arch::asm!(concat!($op, ".b64 {}, [{}];"), out(reg64) x, in($class) a, options($($option),*));
                bits::<u64, $type>(x)
            }
            (8, _) => {
                let (x, y): (u32, u32);
                core::arch::asm!(
                    concat!($op, ".v2.b32 {{{}, {}}}, [{}];"),
                    out(reg32) x, out(reg32) y, in($class) a, options($($option),*)
                );
                bits::<[u32; 2], $type>([x, y])
            }
            (_, 8) => {
                let (x, y): (u64, u64);
                core::arch::asm!(
                    concat!($op, ".v2.b64 {{{}, {}}}, [{}];"),
                    out(reg64) x, out(reg64) y, in($class) a, options($($option),*)
                );
                bits::<[u64; 2], $type>([x, y])
            }
            _ => {
                let (x, y, z, w): (u32, u32, u32, u32);
                core::arch::asm!(
                    concat!($op, ".v4.b32 {{{}, {}, {}, {}}}, [{}];"),
                    out(reg32) x, out(reg32) y, out(reg32) z, out(reg32) w, in($class) a, options($($option),*)
                );
                bits::<[u32; 4], $type>([x, y, z, w])
            }
        }
    }};
}

/// The instruction of a load, done where register `t` is not 0.
#[cfg(target_arch = "nvptx64")]
macro_rules! where_there {
    ($op:literal, $operands:literal) => {
        concat!("{{ .reg .pred p; setp.ne.u32 p, {t}, 0; @p ", $op, $operands, "; }}")
    };
}

/// Loads an element by the instruction of its size, if there is one; else it is another value, which is in the same registers before.
#[cfg(target_arch = "nvptx64")]
macro_rules! load_if {
    ($op:literal, $class:ident, $is_there:expr, $address:expr, $other:expr, $type:ty, $($option:ident),*) => {{
        use $crate::device::element::{bits, where_there};
        let (there, a, other) = (u32::from($is_there), $address, $other);
        match (<$type>::BYTES, <$type>::UNIT) {
            (1, _) => {
                let mut x = u16::from(bits::<$type, u8>(other));
                core::arch::asm!(
                    where_there!($op, ".u8 {x}, [{a}]"),
                    t = in(reg32) there, x = inout(reg16) x, a = in($class) a, options($($option),*)
                );
                bits::<u8, $type>(x as u8)
            }
            (2, _) => {
                let mut x = bits::<$type, u16>(other);
                core::arch::asm!(
                    where_there!($op, ".b16 {x}, [{a}]"),
                    t = in(reg32) there, x = inout(reg16) x, a = in($class) a, options($($option),*)
                );
                bits::<u16, $type>(x)
            }
            (4, _) => {
                let mut x = bits::<$type, u32>(other);
                core::arch::asm!(
                    where_there!($op, ".b32 {x}, [{a}]"),
                    t = in(reg32) there, x = inout(reg32) x, a = in($class) a, options($($option),*)
                );
                bits::<u32, $type>(x)
            }
            (8, 8) => {
                let mut x = bits::<$type, u64>(other);
                core::arch::asm!(
                    where_there!($op, ".b64 {x}, [{a}]"),
                    t = in(reg32) there, x = inout(reg64) x, a = in($class) a, options($($option),*)
                );
                bits::<u64, $type>(x)
            }
            (8, _) => {
                let [mut x, mut y] = bits::<$type, [u32; 2]>(other);
                core::arch::asm!(
                    where_there!($op, ".v2.b32 {{{x}, {y}}}, [{a}]"),
                    t = in(reg32) there, x = inout(reg32) x, y = inout(reg32) y, a = in($class) a,
                    options($($option),*)
                );
                bits::<[u32; 2], $type>([x, y])
            }
            (_, 8) => {
                let [mut x, mut y] = bits::<$type, [u64; 2]>(other);
                core::arch::asm!(
                    where_there!($op, ".v2.b64 {{{x}, {y}}}, [{a}]"),
                    t = in(reg32) there, x = inout(reg64) x, y = inout(reg64) y, a = in($class) a,
                    options($($option),*)
                );
                bits::<[u64; 2], $type>([x, y])
            }
            _ => {
                let [mut x, mut y, mut z, mut w] = bits::<$type, [u32; 4]>(other);
                core::arch::asm!(
                    where_there!($op, ".v4.b32 {{{x}, {y}, {z}, {w}}}, [{a}]"),
                    t = in(reg32) there, x = inout(reg32) x, y = inout(reg32) y, z = inout(reg32) z, w = inout(reg32) w,
                    a = in($class) a, options($($option),*)
                );
                bits::<[u32; 4], $type>([x, y, z, w])
            }
        }
    }};
}

/// Stores an element by the instruction of its size.
#[cfg(target_arch = "nvptx64")]
macro_rules! store {
    ($op:literal, $class:ident, $address:expr, $value:expr, $type:ty) => {{
        use $crate::device::element::bits;
        let (a, value) = ($address, $value);
        match (<$type>::BYTES, <$type>::UNIT) {
            (1, _) => {
                let x = bits::<$type, u8>(value) as u16;
                core::arch::asm!(
                    concat!($op, ".b8 [{}], {};"), in($class) a, in(reg16) x, options(nostack, preserves_flags)
                )
            }
            (2, _) => {
                let x = bits::<$type, u16>(value);
                core::arch::asm!(
                    concat!($op, ".b16 [{}], {};"), in($class) a, in(reg16) x, options(nostack, preserves_flags)
                )
            }
            (4, _) => {
                let x = bits::<$type, u32>(value);
                core::arch::asm!(
                    concat!($op, ".b32 [{}], {};"), in($class) a, in(reg32) x, options(nostack, preserves_flags)
                )
            }
            (8, 8) => {
                let x = bits::<$type, u64>(value);
                core::arch::asm!(
                    concat!($op, ".b64 [{}], {};"), in($class) a, in(reg64) x, options(nostack, preserves_flags)
                )
            }
            (8, _) => {
                let [x, y] = bits::<$type, [u32; 2]>(value);
                core::arch::asm!(
                    concat!($op, ".v2.b32 [{}], {{{}, {}}};"),
                    in($class) a, in(reg32) x, in(reg32) y, options(nostack, preserves_flags)
                )
            }
            (_, 8) => {
                let [x, y] = bits::<$type, [u64; 2]>(value);
                core::arch::asm!(
                    concat!($op, ".v2.b64 [{}], {{{}, {}}};"),
                    in($class) a, in(reg64) x, in(reg64) y, options(nostack, preserves_flags)
                )
            }
            _ => {
                let [x, y, z, w] = bits::<$type, [u32; 4]>(value);
                core::arch::asm!(
                    concat!($op, ".v4.b32 [{}], {{{}, {}, {}, {}}};"),
                    in($class) a, in(reg32) x, in(reg32) y, in(reg32) z, in(reg32) w, options(nostack, preserves_flags)
                )
            }
        }
    }};
}

#[cfg(target_arch = "nvptx64")]
pub(super) use {load, load_if, store, where_there};

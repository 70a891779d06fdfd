//! The instructions on so many registers of sums, which an inline assembly names one by one.

#[cfg(target_arch = "nvptx64")]
use crate::device::matrix::Kind;

/// What one instruction does with a thread's registers of sums.
pub trait Registers: Copy + sealed::Sealed {
    /// No registers of sums: 0.
    const ZERO: Self;
}

mod sealed {
    /// The instructions.
    pub trait Sealed: Sized {
        /// `wgmma.mma_async` with these descriptors.
        ///
        /// # Safety
        /// The descriptors are of operands in shared memory as the kinds say.
        #[cfg(target_arch = "nvptx64")]
        unsafe fn multiply<P: super::Kinds>(self, a: u64, b: u64, adds: bool) -> Self;

        /// The same where the left operand is four registers of each thread.
        ///
        /// # Safety
        /// The descriptor is of an operand in shared memory as the kinds say.
        #[cfg(target_arch = "nvptx64")]
        unsafe fn multiply_registers<P: super::Kinds>(self, a: [u32; 4], b: u64, adds: bool) -> Self;

        /// `wgmma.mma_async` with these descriptors, which sets the registers whatever they were.
        ///
        /// # Safety
        /// That of [`multiply`](Self::multiply).
        #[cfg(target_arch = "nvptx64")]
        unsafe fn overwrite<P: super::Kinds>(a: u64, b: u64) -> Self;

        /// The same where the left operand is four registers of each thread.
        ///
        /// # Safety
        /// That of [`multiply_registers`](Self::multiply_registers).
        #[cfg(target_arch = "nvptx64")]
        unsafe fn overwrite_registers<P: super::Kinds>(a: [u32; 4], b: u64) -> Self;

        /// The same values, which are computed before whatever has a side effect behind this.
        #[cfg(target_arch = "nvptx64")]
        fn pin(self) -> Self;

        /// `wgmma.wait_group`, behind which the registers are read.
        #[cfg(target_arch = "nvptx64")]
        fn wait<const PENDING: u32>(self) -> Self;
    }
}

/// What an instruction has as numbers in its text.
#[cfg(target_arch = "nvptx64")]
pub trait Kinds {
    /// What elements are.
    const KIND: Kind;
    /// 1 where the left operand's rows lie side by side, not its elements along k.
    const TURNS_A: i32;
    /// The same of the right operand.
    const TURNS_B: i32;
}

macro_rules! registers {
    ($count:literal, $n:literal: $first:literal $($register:literal)*) => {
        impl Registers for [u32; $count] {
            const ZERO: Self = [0; $count];
        }

        impl sealed::Sealed for [u32; $count] {
            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn multiply<P: Kinds>(self, a: u64, b: u64, adds: bool) -> Self {
                let mut sums = self;
                /// The instruction; what is turned is said at its end, or behind it where it turns nothing.
                macro_rules! multiplied {
                    ($types:literal, $end:literal) => {
                        core::arch::asm!(
                            "{{ .reg .pred adds; setp.ne.b32 adds, {adds}, 0;",
                            concat!(
                                "wgmma.mma_async.sync.aligned.m64n", $n, $types,
                                " {{{", $first, "}" $(, ", {", $register, "}")*, "}}, {a}, {b}, adds, 1, 1", $end
                            ),
                            inout(reg32) sums[$first], $(inout(reg32) sums[$register],)*
                            a = in(reg64) a,
                            b = in(reg64) b,
                            adds = in(reg32) u32::from(adds),
                            ta = const P::TURNS_A,
                            tb = const P::TURNS_B,
                            options(nostack, preserves_flags)
                        )
                    };
                }
                // SAFETY: the instruction reads shared memory, as the caller promises, and these registers.
                unsafe {
                    match P::KIND {
                        Kind::F16 => multiplied!("k16.f32.f16.f16", ", {ta}, {tb}; }}"),
                        Kind::Bf16 => multiplied!("k16.f32.bf16.bf16", ", {ta}, {tb}; }}"),
                        Kind::E4m3 => multiplied!("k32.f32.e4m3.e4m3", "; }} //{ta} {tb}"),
                        // No other has sums of `f32`.
                        Kind::E5m2 | Kind::I8 => multiplied!("k32.f32.e5m2.e5m2", "; }} //{ta} {tb}"),
                    }
                }
                sums
            }

            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn multiply_registers<P: Kinds>(self, a: [u32; 4], b: u64, adds: bool) -> Self {
                let mut sums = self;
                macro_rules! multiplied {
                    ($types:literal, $end:literal) => {
                        core::arch::asm!(
                            "{{ .reg .pred adds; setp.ne.b32 adds, {adds}, 0;",
                            concat!(
                                "wgmma.mma_async.sync.aligned.m64n", $n, $types,
                                " {{{", $first, "}" $(, ", {", $register, "}")*,
                                "}}, {{{a}, {c}, {d}, {e}}}, {b}, adds, 1, 1", $end
                            ),
                            inout(reg32) sums[$first], $(inout(reg32) sums[$register],)*
                            a = in(reg32) a[0],
                            c = in(reg32) a[1],
                            d = in(reg32) a[2],
                            e = in(reg32) a[3],
                            b = in(reg64) b,
                            adds = in(reg32) u32::from(adds),
                            tb = const P::TURNS_B,
                            options(nostack, preserves_flags)
                        )
                    };
                }
                // SAFETY: as of `multiply`.
                unsafe {
                    match P::KIND {
                        Kind::F16 => multiplied!("k16.f32.f16.f16", ", {tb}; }}"),
                        Kind::Bf16 => multiplied!("k16.f32.bf16.bf16", ", {tb}; }}"),
                        Kind::E4m3 => multiplied!("k32.f32.e4m3.e4m3", "; }} //{tb}"),
                        Kind::E5m2 | Kind::I8 => multiplied!("k32.f32.e5m2.e5m2", "; }} //{tb}"),
                    }
                }
                sums
            }

            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn overwrite<P: Kinds>(a: u64, b: u64) -> Self {
                let mut sums = Self::ZERO;
                /// The instruction, of which the sums are results alone.
                macro_rules! multiplied {
                    ($types:literal, $end:literal) => {
                        core::arch::asm!(
                            concat!(
                                "wgmma.mma_async.sync.aligned.m64n", $n, $types,
                                " {{{", $first, "}" $(, ", {", $register, "}")*, "}}, {a}, {b}, 0, 1, 1", $end
                            ),
                            out(reg32) sums[$first], $(out(reg32) sums[$register],)*
                            a = in(reg64) a,
                            b = in(reg64) b,
                            ta = const P::TURNS_A,
                            tb = const P::TURNS_B,
                            options(nostack, preserves_flags)
                        )
                    };
                }
                // SAFETY: the instruction reads shared memory, as the caller promises, and sets these registers.
                unsafe {
                    match P::KIND {
                        Kind::F16 => multiplied!("k16.f32.f16.f16", ", {ta}, {tb};"),
                        Kind::Bf16 => multiplied!("k16.f32.bf16.bf16", ", {ta}, {tb};"),
                        Kind::E4m3 => multiplied!("k32.f32.e4m3.e4m3", "; //{ta} {tb}"),
                        // No other has sums of `f32`.
                        Kind::E5m2 | Kind::I8 => multiplied!("k32.f32.e5m2.e5m2", "; //{ta} {tb}"),
                    }
                }
                sums
            }

            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            unsafe fn overwrite_registers<P: Kinds>(a: [u32; 4], b: u64) -> Self {
                let mut sums = Self::ZERO;
                macro_rules! multiplied {
                    ($types:literal, $end:literal) => {
                        core::arch::asm!(
                            concat!(
                                "wgmma.mma_async.sync.aligned.m64n", $n, $types,
                                " {{{", $first, "}" $(, ", {", $register, "}")*,
                                "}}, {{{a}, {c}, {d}, {e}}}, {b}, 0, 1, 1", $end
                            ),
                            out(reg32) sums[$first], $(out(reg32) sums[$register],)*
                            a = in(reg32) a[0],
                            c = in(reg32) a[1],
                            d = in(reg32) a[2],
                            e = in(reg32) a[3],
                            b = in(reg64) b,
                            tb = const P::TURNS_B,
                            options(nostack, preserves_flags)
                        )
                    };
                }
                // SAFETY: as of `overwrite`.
                unsafe {
                    match P::KIND {
                        Kind::F16 => multiplied!("k16.f32.f16.f16", ", {tb};"),
                        Kind::Bf16 => multiplied!("k16.f32.bf16.bf16", ", {tb};"),
                        Kind::E4m3 => multiplied!("k32.f32.e4m3.e4m3", "; //{tb}"),
                        Kind::E5m2 | Kind::I8 => multiplied!("k32.f32.e5m2.e5m2", "; //{tb}"),
                    }
                }
                sums
            }

            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            fn pin(self) -> Self {
                let mut sums = self;
                // SAFETY: a comment. It has the registers as operands, so that what computes them comes before it.
                unsafe {
                    core::arch::asm!(
                        concat!("//{", $first, "}" $(, " {", $register, "}")*),
                        inout(reg32) sums[$first], $(inout(reg32) sums[$register],)*
                        options(nostack, preserves_flags)
                    )
                };
                sums
            }

            #[cfg(target_arch = "nvptx64")]
            #[inline(always)]
            fn wait<const PENDING: u32>(self) -> Self {
                let mut sums = self;
                // SAFETY: the instruction waits. It has the registers as operands, so that nothing is computed with them before it.
                unsafe {
                    core::arch::asm!(
                        concat!("wgmma.wait_group.sync.aligned {pending}; //{", $first, "}" $(, " {", $register, "}")*),
                        inout(reg32) sums[$first], $(inout(reg32) sums[$register],)*
                        pending = const PENDING,
                        options(nostack, preserves_flags)
                    )
                };
                sums
            }
        }
    };
}
/// The instructions of every width: each has the registers of the one before, and four more.
macro_rules! widths {
    ([$($before:literal)*]) => {};
    ([$($before:literal)*] $count:literal, $n:literal: $($more:literal)*; $($wider:tt)*) => {
        registers!($count, $n: $($before)* $($more)*);
        widths!([$($before)* $($more)*] $($wider)*);
    };
}
widths! { []
    4, 8: 0 1 2 3; 8, 16: 4 5 6 7;
    12, 24: 8 9 10 11; 16, 32: 12 13 14 15;
    20, 40: 16 17 18 19; 24, 48: 20 21 22 23;
    28, 56: 24 25 26 27; 32, 64: 28 29 30 31;
    36, 72: 32 33 34 35; 40, 80: 36 37 38 39;
    44, 88: 40 41 42 43; 48, 96: 44 45 46 47;
    52, 104: 48 49 50 51; 56, 112: 52 53 54 55;
    60, 120: 56 57 58 59; 64, 128: 60 61 62 63;
    68, 136: 64 65 66 67; 72, 144: 68 69 70 71;
    76, 152: 72 73 74 75; 80, 160: 76 77 78 79;
    84, 168: 80 81 82 83; 88, 176: 84 85 86 87;
    92, 184: 88 89 90 91; 96, 192: 92 93 94 95;
    100, 200: 96 97 98 99; 104, 208: 100 101 102 103;
    108, 216: 104 105 106 107; 112, 224: 108 109 110 111;
    116, 232: 112 113 114 115; 120, 240: 116 117 118 119;
    124, 248: 120 121 122 123; 128, 256: 124 125 126 127;
}

/// A product of the sums' width.
///
/// # Safety
/// The descriptors are of operands in shared memory as the kinds say.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) unsafe fn multiply<S: Registers, P: Kinds>(sums: S, a: u64, b: u64, adds: bool) -> S {
    // SAFETY: as the caller promises.
    unsafe { sums.multiply::<P>(a, b, adds) }
}

/// A product of the sums' width, of which the left operand is in registers.
///
/// # Safety
/// The descriptor is of an operand in shared memory as the kinds say.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) unsafe fn multiply_registers<S: Registers, P: Kinds>(sums: S, a: [u32; 4], b: u64, adds: bool) -> S {
    // SAFETY: as the caller promises.
    unsafe { sums.multiply_registers::<P>(a, b, adds) }
}

/// A product of the sums' width, whatever the sums were.
///
/// # Safety
/// That of [`multiply`].
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) unsafe fn overwrite<S: Registers, P: Kinds>(a: u64, b: u64) -> S {
    // SAFETY: as the caller promises.
    unsafe { S::overwrite::<P>(a, b) }
}

/// The same of a left operand in registers.
///
/// # Safety
/// That of [`multiply_registers`].
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) unsafe fn overwrite_registers<S: Registers, P: Kinds>(a: [u32; 4], b: u64) -> S {
    // SAFETY: as the caller promises.
    unsafe { S::overwrite_registers::<P>(a, b) }
}

/// Sums that are computed before whatever has a side effect behind this.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) fn pin<S: Registers>(sums: S) -> S {
    sums.pin()
}

/// Waits until at most so many groups are under way.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(super) fn wait<S: Registers, const PENDING: u32>(sums: S) -> S {
    sums.wait::<PENDING>()
}

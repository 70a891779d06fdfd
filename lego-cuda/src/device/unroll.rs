//! Loops without a loop: each step is written out when the kernel is compiled.
//!
//! A thread's array stays in registers only where every index into it is a number to the compiler. In a loop that is left
//! as one the index is a variable, and the array goes to memory, which is hundreds of times slower. A compiler unrolls loops
//! by its own judgement; [`unroll!`](crate::unroll) does not ask it.

/// How many steps [`unroll!`](crate::unroll) writes out at most.
pub const MOST_STEPS: usize = 256;

/// A `for` loop over a list or a range of constant length, each step written out when the kernel is compiled.
///
/// Law: it does what the `for` loop does. The steps are at most [256](MOST_STEPS).
///
/// | written | the variable is |
/// |---|---|
/// | `for x in [16, 8, 4]` | an element of the array |
/// | `for i in 0..4`, `for i in 1..=8` | the integer that it is used as |
/// | `for i in 0..N` | a `usize`, as `N` is: a constant or a const generic |
///
/// ```
/// use lego_cuda::unroll;
/// /// The sums of the rows of a register tile.
/// fn sums(tile: [[f32; 4]; 2]) -> [f32; 2] {
///     let mut sums = [0.0; 2];
///     unroll!(for i in 0..2 {
///         unroll!(for j in 0..4 {
///             let (i, j): (usize, usize) = (i, j);
///             sums[i] += tile[i][j];
///         });
///     });
///     sums
/// }
/// assert_eq!(sums([[1.0, 2.0, 3.0, 4.0], [0.0, 0.5, 0.0, 0.5]]), [10.0, 1.0]);
///
/// let mut seen = 0;
/// unroll!(for lanes in [16, 8, 4, 2, 1] {
///     seen |= lanes;
/// });
/// assert_eq!(seen, 31);
/// ```
///
/// The ends may be literals that another macro hands on:
///
/// ```
/// # use lego_cuda::unroll;
/// macro_rules! sum_to {
///     ($end:literal) => {{
///         let mut sum = 0;
///         unroll!(for i in 1..=$end {
///             unroll!(for j in 0..$end {
///                 sum += i * j;
///             });
///         });
///         sum
///     }};
/// }
/// assert_eq!(sum_to!(4), 60);
/// ```
///
/// A step cannot be left: `break`, `continue`, `return` and `?` do not compile.
///
/// ```compile_fail,E0308
/// # use lego_cuda::unroll;
/// fn first(values: [u32; 4]) {
///     unroll!(for i in 0..4 {
///         if values[i] > 0 {
///             return;
///         }
///     });
/// }
/// ```
///
/// ```compile_fail,E0080
/// # use lego_cuda::unroll;
/// let mut sum = 0;
/// unroll!(for i in 0..257 {
///     sum += i;
/// });
/// ```
#[macro_export]
macro_rules! unroll {
    (for $pattern:pat in $($rest:tt)+) => {
        $crate::__unroll!(@body $pattern, []; $($rest)+)
    };
}

/// The cases of [`unroll!`](crate::unroll): the body is what stands last, and before it a range or a list.
#[doc(hidden)]
#[macro_export]
macro_rules! __unroll {
    // First, since a literal that another macro hands on is more than a token, and would be taken for the beginning of a block.
    (@body $pattern:pat, []; $from:literal .. $to:literal $body:block) => {
        $crate::__unroll!(@items $pattern, $body; $from .. $to)
    };
    (@body $pattern:pat, []; $from:literal ..= $to:literal $body:block) => {
        $crate::__unroll!(@items $pattern, $body; $from ..= $to)
    };
    (@body $pattern:pat, [$($items:tt)+]; $body:block) => {
        $crate::__unroll!(@items $pattern, $body; $($items)+)
    };
    (@body $pattern:pat, [$($items:tt)*]; $next:tt $($rest:tt)+) => {
        $crate::__unroll!(@body $pattern, [$($items)* $next]; $($rest)+)
    };
    (@items $pattern:pat, $body:block; $from:literal .. $to:literal) => {
        $crate::device::unroll::range::<{ $to - $from }, _>($from, #[inline(always)] |$pattern| { $body; $crate::device::unroll::Step })
    };
    (@items $pattern:pat, $body:block; $from:literal ..= $to:literal) => {
        $crate::device::unroll::range::<{ $to + 1 - $from }, _>($from, #[inline(always)] |$pattern| { $body; $crate::device::unroll::Step })
    };
    (@items $pattern:pat, $body:block; 0 .. $to:ident) => {
        $crate::device::unroll::range::<$to, usize>(0, #[inline(always)] |$pattern| { $body; $crate::device::unroll::Step })
    };
    (@items $pattern:pat, $body:block; 0 .. $($to:tt)+) => {
        $crate::device::unroll::range::<{ $($to)+ }, usize>(0, #[inline(always)] |$pattern| { $body; $crate::device::unroll::Step })
    };
    (@items $pattern:pat, $body:block; $($list:tt)+) => {
        $crate::device::unroll::list($($list)+, #[inline(always)] |$pattern| { $body; $crate::device::unroll::Step })
    };
}

/// What a step gives, so that a `return` in it does not compile.
#[doc(hidden)]
#[derive(Debug)]
pub struct Step;

/// An integer that a range of steps counts in.
#[doc(hidden)]
pub trait Count: Copy {
    /// The number so many steps after this one.
    fn after(self, steps: usize) -> Self;
}

macro_rules! counts {
    ($($number:ty)*) => {
        $(
            impl Count for $number {
                #[inline(always)]
                fn after(self, steps: usize) -> Self {
                    self + steps as $number
                }
            }
        )*
    };
}
counts!(u8 i8 u16 i16 u32 i32 u64 i64 usize isize);

/// A number of steps that is known when a function is compiled for certain types.
pub(crate) trait Steps {
    /// The number.
    const COUNT: usize;
}

/// So many steps.
struct Exactly<const COUNT: usize>;

impl<const COUNT: usize> Steps for Exactly<COUNT> {
    const COUNT: usize = COUNT;
}

/// Calls for each number below a count; in a kernel the first [256](MOST_STEPS) calls are written out.
///
/// Small loops too are better written so, where many of them meet in one kernel: a compiler would unroll each of them, and looks at
/// the whole kernel for it.
#[inline(always)]
#[cfg_attr(target_arch = "nvptx64", expect(unused_mut, reason = "what is written out has its own"))]
pub(crate) fn each<S: Steps>(mut step: impl FnMut(usize)) {
    #[cfg(target_arch = "nvptx64")]
    written_out::each::<S>(step);
    // The host has no registers to keep. A loop compiles much faster than written-out steps, and `while` faster than
    // `for` and `for_each`, which are functions of their own for each closure.
    #[cfg(not(target_arch = "nvptx64"))]
    {
        let mut number = 0;
        while number < S::COUNT {
            step(number);
            number += 1;
        }
    }
}

/// Steps that are calls one after another.
#[cfg(any(target_arch = "nvptx64", test))]
mod written_out {
    use super::{MOST_STEPS, Steps};
    use core::marker::PhantomData;

    /// Whether a step is taken. The number of the step is `16 * HIGH + LOW`.
    struct Runs<S, const HIGH: usize, const LOW: usize>(PhantomData<S>);

    impl<S: Steps, const HIGH: usize, const LOW: usize> Runs<S, HIGH, LOW> {
        /// Known where a function is compiled for `S`: what is not taken is never written out.
        const HOLDS: bool = 16 * HIGH + LOW < S::COUNT;
    }

    /// Calls for each number below a count.
    #[inline(always)]
    pub(super) fn each<S: Steps>(mut step: impl FnMut(usize)) {
        macro_rules! sixteens {
            ($($high:literal)*) => {
                $(
                    if Runs::<S, $high, 0>::HOLDS {
                        sixteen::<S, $high>(&mut step);
                    }
                )*
            };
        }
        sixteens!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        if Runs::<S, 16, 0>::HOLDS {
            for number in MOST_STEPS..S::COUNT {
                step(number);
            }
        }
    }

    #[inline(always)]
    fn sixteen<S: Steps, const HIGH: usize>(step: &mut impl FnMut(usize)) {
        macro_rules! steps {
            ($($low:literal)*) => {
                $(
                    if Runs::<S, HIGH, $low>::HOLDS {
                        step(16 * HIGH + $low);
                    }
                )*
            };
        }
        steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    }
}

/// Calls for each number below `N`, as [`each`] does.
#[inline(always)]
pub(crate) fn times<const N: usize>(step: impl FnMut(usize)) {
    each::<Exactly<N>>(step);
}

/// Calls for `COUNT` numbers from one on.
#[doc(hidden)]
#[inline(always)]
pub fn range<const COUNT: usize, T: Count>(from: T, mut step: impl FnMut(T) -> Step) {
    const { assert!(COUNT <= MOST_STEPS, "so many steps are not written out: the most are 256") };
    each::<Exactly<COUNT>>(
        #[inline(always)]
        |number| {
            step(from.after(number));
        },
    );
}

/// Calls for each element of a list.
#[doc(hidden)]
#[inline(always)]
pub fn list<T: Copy, const COUNT: usize>(items: [T; COUNT], mut step: impl FnMut(T) -> Step) {
    const { assert!(COUNT <= MOST_STEPS, "so many steps are not written out: the most are 256") };
    each::<Exactly<COUNT>>(
        #[inline(always)]
        |number| {
            step(items[number]);
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn steps_that_are_written_out_are_those_of_the_loop() {
        fn check<const COUNT: usize>() {
            let (mut written, mut looped) = (Vec::new(), Vec::new());
            written_out::each::<Exactly<COUNT>>(|number| written.push(number));
            each::<Exactly<COUNT>>(|number| looped.push(number));
            assert_eq!(written, (0..COUNT).collect::<Vec<_>>());
            assert_eq!(written, looped);
        }
        check::<0>();
        check::<1>();
        check::<15>();
        check::<16>();
        check::<17>();
        check::<255>();
        check::<256>();
        check::<300>();
    }
}

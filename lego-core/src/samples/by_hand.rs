// Layouts written by hand, for the examples and the tests of this crate; `layout!` is in `lego`. Included, not a module.

use lego_core::{Coord, Injective, Layout, Mapping, StaticMapping};

/// Implements a layout of two axes with constant sizes from the condition under which its formulas are a bijection, the
/// formulas, and the runs along each axis.
macro_rules! by_hand {
    ($(#[$doc:meta])* $name:ident<$($size:ident),*>[$m:expr, $n:expr] where $proved:expr, $apply:expr, $inv:expr, $runs:expr) => {
        $(#[$doc])*
        #[allow(dead_code)]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct $name<$(const $size: usize),*>;

        #[allow(unsafe_code)]
        impl<$(const $size: usize),*> Mapping for $name<$($size),*> {
            type Index = [usize; 2];
            type Position = usize;
            const INJECTIVE: Option<Injective<Self>> = match $proved && ($m as usize).checked_mul($n).is_some() {
                // SAFETY: each formula below is a bijection onto the positions below the span, where its condition holds.
                true => Some(unsafe { Injective::proved() }),
                false => None,
            };
            fn dims(&self) -> [usize; 2] {
                [$m, $n]
            }
            fn span(&self) -> usize {
                $m * $n
            }
            fn apply(&self, [i, j]: [usize; 2]) -> usize {
                $apply(i, j)
            }
            fn stride(&self, axis: usize) -> Option<isize> {
                let runs: [(usize, isize); 2] = $runs;
                if runs[axis].0 == self.dims()[axis] { Some(runs[axis].1) } else { None }
            }
            fn run(&self, axis: usize) -> Option<(usize, isize)> {
                let runs: [(usize, isize); 2] = $runs;
                Some(runs[axis])
            }
            fn is_unique(&self) -> bool {
                true
            }
            fn is_exhaustive(&self) -> bool {
                true
            }
        }

        impl<$(const $size: usize),*> Layout for $name<$($size),*> {
            type Preimage = [usize; 2];
            fn inv(&self, p: usize) -> [usize; 2] {
                $inv(p)
            }
        }

        impl<$(const $size: usize),*> StaticMapping for $name<$($size),*> {
            const DIMS: [usize; 2] = [$m, $n];
            const COUNT: usize = $m * $n;
            const SPAN: usize = $m * $n;
        }
    };
}

by_hand! {
    /// `Row(M, N)`
    Row<M, N>[M, N] where true, |i, j| i * N + j, |p| [p / N, p % N], [(M, N as isize), (N, 1)]
}
by_hand! {
    /// `Col(M, N)`
    Col<M, N>[M, N] where true, |i, j| j * M + i, |p| [p % M, p / M], [(M, 1), (N, M as isize)]
}
by_hand! {
    /// `OrderBy(RegP([M/B, B, N/B, B], [1, 3, 2, 4])).GroupBy([M, N])`: square tiles of B, one after the other.
    Tiled<M, N, B>[M, N] where M % B == 0 && N % B == 0,
    |i, j| ((i / B * (N / B) + j / B) * B + i % B) * B + j % B,
    |p| [p / (B * N) * B + p / B % B, p / (B * B) % (N / B) * B + p % B],
    [(B, B as isize), (B, 1)]
}

/// Any strides, from position 0 on: a mapping that need be neither injective nor onto.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strides<const R: usize> {
    pub(crate) dims: [usize; R],
    pub(crate) strides: [usize; R],
}

impl<const R: usize> Mapping for Strides<R>
where
    [usize; R]: Coord,
{
    type Index = [usize; R];
    type Position = usize;
    fn dims(&self) -> [usize; R] {
        self.dims
    }
    fn span(&self) -> usize {
        let last = self.dims.map(|extent| extent.saturating_sub(1));
        if self.dims.contains(&0) { 0 } else { 1 + self.apply(last) }
    }
    fn apply(&self, index: [usize; R]) -> usize {
        index.iter().zip(self.strides).map(|(place, stride)| place * stride).sum()
    }
    fn stride(&self, axis: usize) -> Option<isize> {
        Some(self.strides[axis] as isize)
    }
}

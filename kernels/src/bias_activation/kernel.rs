//! The kernel: a thread has an element.

use crate::activation::{Activation, Gelu, Relu};
use half::{bf16, f16};
use lego::layout;
use lego_cuda::device::Stored;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, BlockY, Global, Split, ThreadX};

/// How many threads a block has.
const THREADS: u32 = 256;

layout! {
    /// Element `[row, tile, place]` of an m×n matrix by rows, in tiles of 256 columns.
    pub type Elements(m, n) = Row(m, n)
        .ExpandBy([m, n] => [m, ceil_div(n, 256)*256])
        .GroupBy([m, ceil_div(n, 256), 256])
        where m >= 1, n >= 1;
    /// Element `[column]` of what there is one of for each of n columns.
    pub type OfColumns(n) = Row(n) where n >= 1;
}

/// Sets each element to `F(element + bias[column])`, computed in `f32` and rounded once.
#[lego_kernel(
    threads = THREADS,
    instances(
        for A in [Gelu, Relu], T in [f16, bf16] { bias_{A}_{T} = <T, A> },
    ),
    where values.n == bias.n,
)]
pub fn bias_activation<T: Stored, F: Activation>(
    bias: Global<'_, f32, OfColumns>,
    values: Split<'_, T, Elements, (BlockX, BlockY, ThreadX)>,
) {
    let Some(value) = values.try_get([]) else { return };
    let [_, tile, place] = values.index([]);
    values.try_set([], T::narrow(F::of(value.widen() + bias.get([THREADS * tile + place]))));
}

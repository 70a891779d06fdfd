//! The softmax of rows of any length, each shared by several blocks.

use crate::rows::{Part, Rows};
use lego_cuda::device::{BlockWide, Element, GridWide, Stored, block_idx, math};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};

/// The largest of some numbers, and the sum of e to the power of what each is more than that.
type Seen = [f32; 2];

/// What [`softmax`](super::softmax) does, of rows of any length.
///
/// Each thread keeps the largest number that it has seen, and a sum relative to it.
///
/// Launch: `parts` blocks for each row; if these are several, all of them at once, cooperatively.
#[lego_kernel(
    threads = [THREADS as u32],
    grid = x,
    min_blocks = 2,
    instances(softmax_long_f16 = <half::f16, 8, 2, 512>, softmax_long_f32 = <f32, 4, 4, 512>),
    where output.m == input.m, output.n == input.n,
)]
pub fn softmax_long<T: Stored, const V: usize, const STEPS: usize, const THREADS: usize>(
    input: Global<'_, T, Rows>,
    output: GlobalMut<'_, T, Rows>,
    parts: u32,
    grid: GridWide<'_, [f32; 2]>,
    #[shared] all: BlockWide<'_, [f32; 2]>,
) where
    [T; V]: Element,
{
    let part = Part::<V, STEPS, THREADS>::of(block_idx().x, parts, input.dims());
    let values = part.read(input, part.last());
    let value = input.try_get([part.row, part.edge]).map_or(f32::NEG_INFINITY, T::widen);
    let tile = grid.own_tile(&all);
    let mine = part.fold(input, values, seen([value]), |before, vector| joined(before, seen(vector)));
    let [most, sum] = grid.reduce_group(&all, tile, part.group(), all.reduce(mine, joined), joined);
    let scale = 1.0 / sum;
    part.write(input, &output, values, |_, _, vector| vector.map(|x| math::exp(x - most) * scale));
    // SAFETY: an element of the edge belongs to one thread of one block.
    unsafe { output.try_set([part.row, part.edge], T::narrow(math::exp(value - most) * scale)) };
}

/// What is seen of some numbers.
#[inline(always)]
fn seen<const N: usize>(numbers: [f32; N]) -> Seen {
    let most = numbers.iter().fold(f32::NEG_INFINITY, |most, &x| most.max(x));
    // Where all are -∞, nothing is to be added, and -∞ less -∞ is no number.
    let from = if most == f32::NEG_INFINITY { 0.0 } else { most };
    [most, numbers.iter().fold(0.0, |sum, &x| sum + math::exp(x - from))]
}

/// What is seen of the numbers of both.
#[inline(always)]
fn joined(a: Seen, b: Seen) -> Seen {
    let most = a[0].max(b[0]);
    let of = |seen: Seen| if seen[0] == most { seen[1] } else { seen[1] * math::exp(seen[0] - most) };
    [most, of(a) + of(b)]
}

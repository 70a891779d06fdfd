//! The kernel for tokens of many heads: a block has heads of one token, which share their angles.

use super::kernel::Angles;
use lego::layout;
use lego_cuda::device::{Element, Stored, block_idx, math, opaque, thread_idx};
use lego_cuda::view::{BlockX, BlockY, Global, Register, Split, ThreadX, ThreadY};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[token, group, r, y, half, round, x]` of t tokens of h heads, of two halves of q vectors each: a block has a group of `R * Y` heads of a
    /// token, each of `Y` threads in y has `R` of them, and `Q` threads in x have a vector of each half in each round. The last may be
    /// beyond the heads or the half.
    pub type Tokens<const Q: usize, const Y: usize, const R: usize>(t, h, q) = Row(t, h, 2, q)
        .ExpandBy([t, h, 2, q] => [t, ceil_div(h, R*Y)*(R*Y), 2, ceil_div(q, Q)*Q])
        .GroupBy([t, ceil_div(h, R*Y), R, Y, 2, ceil_div(q, Q), Q]);
}

impl<const Q: usize, const Y: usize, const R: usize> Tokens<Q, Y, R> {
    /// The heads of a token, and the vectors of half a head.
    #[inline(always)]
    fn sides(&self) -> [u32; 2] {
        [self.h.get() as u32, self.q.get() as u32]
    }
}

/// The axes of [`Tokens`]: a thread chooses the head, the half and the round.
type Owned = (BlockX, BlockY, Register, ThreadY, Register, Register, ThreadX);

/// Turns the halves of each head of the input, and leaves them in the output; token t has position `t % s`, s being the positions that
/// there are angles for.
#[lego_kernel(
    threads = [Q as u32, Y as u32],
    // While one waits for memory, others compute: 51, 64 or 85 registers.
    min_blocks = match R {
        1 => 1280,
        2 => 1024,
        _ => 768,
    } / (Q * Y) as u32,
    instances(
        rotary_tokens_f16_4_1 = <half::f16, 8, 4, 16, 1>,
        rotary_tokens_f16_4_2 = <half::f16, 8, 4, 16, 2>,
        rotary_tokens_f16_4_4 = <half::f16, 8, 4, 16, 4>,
        rotary_tokens_f16_8_1 = <half::f16, 8, 8, 8, 1>,
        rotary_tokens_f16_8_2 = <half::f16, 8, 8, 8, 2>,
        rotary_tokens_f16_8_3 = <half::f16, 8, 8, 8, 3>,
        rotary_tokens_f16_8_4 = <half::f16, 8, 8, 8, 4>,
        rotary_tokens_f32_8_4 = <f32, 4, 8, 8, 4>,
        rotary_tokens_f32_16_4 = <f32, 4, 16, 4, 4>,
    ),
    where input.t == output.t, input.h == output.h, input.q == output.q, cosines.q == input.q, sines.q == input.q,
        sines.s == cosines.s,
)]
pub fn rotary_tokens<T: Stored, const V: usize, const Q: usize, const Y: usize, const R: usize>(
    input: Global<'_, [T; V], Tokens<Q, Y, R>>,
    cosines: Global<'_, [T; V], Angles>,
    sines: Global<'_, [T; V], Angles>,
    output: Split<'_, [T; V], Tokens<Q, Y, R>, Owned>,
) where
    [T; V]: Element,
{
    let ([tokens, groups, ..], [positions, _], [h, q]) = (input.dims(), cosines.dims(), input.layout().sides());
    let (block, thread) = (block_idx(), thread_idx());
    let head = block.y.saturating_mul((R * Y) as u32).saturating_add(thread.y);
    if block.x >= tokens || block.y >= groups || head >= h {
        return;
    }
    let (position, has_all) = (block.x % positions, h - head > ((R - 1) * Y) as u32);
    let (mut round, mut place) = (0, thread.x);
    while place < q {
        // SAFETY: the position is below those that there are, and the place below the vectors of a half, which are as many here.
        let [cos, sin] = unsafe { [cosines, sines].map(|angles| angles.get_unchecked([position, place])) };
        let (cos, sin) = (T::widen_all(cos), T::widen_all(sin));
        let turn = |a: [T; V], b: [T; V]| {
            let (a, b, mut turned) = (T::widen_all(a), T::widen_all(b), [[0.0; V]; 2]);
            unroll!(for k in 0..V {
                turned[0][k] = math::mul_add(a[k], cos[k], -(b[k] * sin[k]));
                turned[1][k] = math::mul_add(b[k], cos[k], a[k] * sin[k]);
            });
            turned.map(T::narrow_all)
        };
        // Those that are there.
        let (heads, mut r) = (if has_all { 0 } else { opaque(R as u32) }, 0);
        if has_all {
            // SAFETY: the last head is there, and so are all before it; the block and the vector are, as was looked at.
            let read = |r: u32, half: u32| unsafe { input.get_unchecked(output.index([r, half, round])) };
            let pairs: [[[T; V]; 2]; R] = core::array::from_fn(|r| [0, 1].map(|half| read(r as u32, half)));
            unroll!(for r in 0..R {
                let [a, b] = pairs[r];
                let [first, second] = turn(a, b);
                // SAFETY: as above.
                unsafe {
                    output.set_unchecked([r as u32, 0, round], first);
                    output.set_unchecked([r as u32, 1, round], second);
                }
            });
        }
        while r < heads {
            if let [Some(a), Some(b)] = [0, 1].map(|half| input.try_get(output.index([r, half, round]))) {
                let [first, second] = turn(a, b);
                output.try_set([r, 0, round], first);
                output.try_set([r, 1, round], second);
            }
            r += 1;
        }
        (round, place) = (round + 1, place + Q as u32);
    }
}

//! The kernel: a block has the heads of a token or of a few, and a thread pairs of vectors of one head or of several.

use lego::layout;
use lego_cuda::device::{Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX, ThreadY};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[block, y, head, half, round, x]` of r heads of two halves of q vectors each: `B / Q` threads in y have H heads each, one
    /// after another, `Q` threads in x a vector of each half in each round; the last of them maybe beyond the heads or the half.
    pub type Pairs<const Q: usize, const B: usize, const H: usize>(r, q) = Row(r, 2, q)
        .ExpandBy([r, 2, q] => [ceil_div(r, B/Q*H)*(B/Q*H), 2, ceil_div(q, Q)*Q])
        .GroupBy([ceil_div(r, B/Q*H), B/Q, H, 2, ceil_div(q, Q), Q]);
    /// Vector `[position, place]` of cosines or sines.
    pub type Angles(s, q) = Row(s, q);
}

/// The axes of [`Pairs`]: a thread chooses the head, the half and the round.
type Owned = (BlockX, ThreadY, Register, Register, Register, ThreadX);

/// Turns the halves of each head of the input, and leaves them in the output.
///
/// Head number i belongs to token `i / heads`, and token t has position `t % s`, s being the positions that there are angles for. The H
/// heads of a thread are of one token: H divides `heads`.
#[lego_kernel(
    threads = [Q as u32, (THREADS / Q) as u32],
    // While one waits for memory, others compute: with one head a thread, more of them have to. Small blocks come and go one by one, and
    // leave no multiprocessor idle at the end.
    min_blocks = if H == 1 { 5 } else { 12 },
    instances(
        rotary_f16_4 = <half::f16, 8, 4, 256, 1>,
        rotary_f16_8 = <half::f16, 8, 8, 256, 1>,
        rotary_f16_4_of_4 = <half::f16, 8, 4, 64, 4>,
        rotary_f16_8_of_4 = <half::f16, 8, 8, 64, 4>,
        rotary_f16_single = <half::f16, 1, 32, 256, 1>,
        rotary_f32_8 = <f32, 4, 8, 256, 1>,
        rotary_f32_16 = <f32, 4, 16, 256, 1>,
        rotary_f32_8_of_4 = <f32, 4, 8, 64, 4>,
        rotary_f32_16_of_4 = <f32, 4, 16, 64, 4>,
        rotary_f32_single = <f32, 1, 32, 256, 1>,
    ),
    where input.r == output.r, input.q == output.q, cosines.q == input.q, sines.q == input.q, sines.s == cosines.s,
)]
pub fn rotary<T: Stored, const V: usize, const Q: usize, const THREADS: usize, const H: usize>(
    input: Global<'_, [T; V], Pairs<Q, THREADS, H>>,
    cosines: Global<'_, [T; V], Angles>,
    sines: Global<'_, [T; V], Angles>,
    output: Split<'_, [T; V], Pairs<Q, THREADS, H>, Owned>,
    heads: u32,
) where
    [T; V]: Element,
{
    let ([_, in_y, _, _, rounds, in_x], [positions, _]) = (input.dims(), cosines.dims());
    let first = (block_idx().x * in_y + thread_idx().y) * H as u32;
    let position = first / heads % positions;
    for round in 0..rounds {
        let place = [position, round * in_x + thread_idx().x];
        // All that a thread reads is on its way before anything is computed.
        let mut read = [[None; 2]; H];
        unroll!(for head in 0..H {
            read[head] = [0, 1].map(|half| input.try_get(output.index([head as u32, half, round])));
        });
        let (Some(cos), Some(sin)) = (cosines.try_get(place), sines.try_get(place)) else { continue };
        let (cos, sin) = (T::widen_all(cos), T::widen_all(sin));
        unroll!(for head in 0..H {
            if let [Some(a), Some(b)] = read[head] {
                let (a, b) = (T::widen_all(a), T::widen_all(b));
                let mut turned = [[0.0; V]; 2];
                unroll!(for k in 0..V {
                    turned[0][k] = math::mul_add(a[k], cos[k], -(b[k] * sin[k]));
                    turned[1][k] = math::mul_add(b[k], cos[k], a[k] * sin[k]);
                });
                output.try_set([head as u32, 0, round], T::narrow_all(turned[0]));
                output.try_set([head as u32, 1, round], T::narrow_all(turned[1]));
            }
        });
    }
}

//! The kernel: a block has a token, and a thread pairs of vectors of its heads.

use lego::layout;
use lego_cuda::device::{Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX, ThreadY};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[block, y, half, round, x]` of r heads of two halves of q vectors each: `256 / Q` threads in y have a head each, `Q` threads in
    /// x a vector of each half in each round; the last of them maybe beyond the heads or the half.
    pub type Pairs<const Q: usize>(r, q) = Row(r, 2, q)
        .ExpandBy([r, 2, q] => [ceil_div(r, 256/Q)*(256/Q), 2, ceil_div(q, Q)*Q])
        .GroupBy([ceil_div(r, 256/Q), 256/Q, 2, ceil_div(q, Q), Q])
        where r >= 1, q >= 1;
    /// Vector `[position, place]` of cosines or sines.
    pub type Angles(s, q) = Row(s, q) where s >= 1, q >= 1;
}

/// The axes of [`Pairs`]: a thread chooses the half and the round.
type Owned = (BlockX, ThreadY, Register, Register, ThreadX);

/// Turns the halves of each head of the input, and leaves them in the output.
///
/// Head number i belongs to token `i / heads`, and token t has position `t % s`, s being the positions that there are angles for.
#[lego_kernel(
    threads = [Q as u32, 256 / Q as u32],
    // While one waits for memory, others compute.
    min_blocks = 5,
    instances(
        rotary_f16_4 = <half::f16, 8, 4>,
        rotary_f16_8 = <half::f16, 8, 8>,
        rotary_f16_single = <half::f16, 1, 32>,
        rotary_f32_8 = <f32, 4, 8>,
        rotary_f32_16 = <f32, 4, 16>,
        rotary_f32_single = <f32, 1, 32>,
    ),
    where input.r == output.r, input.q == output.q, cosines.q == input.q, sines.q == input.q, sines.s == cosines.s,
)]
pub fn rotary<T: Stored, const V: usize, const Q: usize>(
    input: Global<'_, [T; V], Pairs<Q>>,
    cosines: Global<'_, [T; V], Angles>,
    sines: Global<'_, [T; V], Angles>,
    output: Split<'_, [T; V], Pairs<Q>, Owned>,
    heads: u32,
) where
    [T; V]: Element,
{
    let ([_, in_y, _, rounds, in_x], [positions, _]) = (input.dims(), cosines.dims());
    let position = (block_idx().x * in_y + thread_idx().y) / heads % positions;
    for round in 0..rounds {
        let place = [position, round * in_x + thread_idx().x];
        let halves = [0, 1].map(|half| input.try_get(output.index([half, round])));
        if let ([Some(a), Some(b)], Some(cos), Some(sin)) = (halves, cosines.try_get(place), sines.try_get(place)) {
            let (a, b, cos, sin) = (T::widen_all(a), T::widen_all(b), T::widen_all(cos), T::widen_all(sin));
            let mut turned = [[0.0; V]; 2];
            unroll!(for k in 0..V {
                turned[0][k] = math::mul_add(a[k], cos[k], -(b[k] * sin[k]));
                turned[1][k] = math::mul_add(b[k], cos[k], a[k] * sin[k]);
            });
            output.try_set([0, round], T::narrow_all(turned[0]));
            output.try_set([1, round], T::narrow_all(turned[1]));
        }
    }
}

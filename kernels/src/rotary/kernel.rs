//! The kernel: a block has heads of a token, and a thread some of them, of each two vectors that are turned together.

use lego::layout;
use lego_cuda::device::{Element, Stored, block_idx, math, thread_idx};
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX, ThreadY};
use lego_cuda::{lego_kernel, unroll};

layout! {
    /// Vector `[block, r, y, half, round, x]` of h heads, of two halves of q vectors each, of t tokens: a block has `R * Y` heads of a token, of
    /// which each of `Y` threads in y has `R`; `Q` threads in x have a vector of each half in each round. The last may be beyond the heads
    /// or the half.
    pub type Pairs<const Q: usize, const Y: usize, const R: usize>(t, h, q) = Row(t, h, 2, q)
        .ExpandBy([t, h, 2, q] => [t, ceil_div(h, R*Y)*(R*Y), 2, ceil_div(q, Q)*Q])
        .GroupBy([t*ceil_div(h, R*Y), R, Y, 2, ceil_div(q, Q), Q]);
    /// Vector `[position, place]` of cosines or sines.
    pub type Angles(s, q) = Row(s, q);
}

/// The axes of [`Pairs`]: a thread chooses the head, the half and the round.
type Owned = (BlockX, Register, ThreadY, Register, Register, ThreadX);

/// Turns the halves of each head of the input, and leaves them in the output.
///
/// Each token of the layout has `blocks` blocks. Head i of token t of the layout belongs to token `t + i / heads`, and that has the position of its
/// number modulo the positions that there are angles for. So either tokens are tokens and `heads` is the number of heads, or all heads
/// are those of one token of the layout: then R is 1, since all heads of a thread are turned by the same angles.
#[lego_kernel(
    threads = [Q as u32, Y as u32],
    // While one waits for memory, others compute: 51, 64 or 85 registers.
    min_blocks = match R {
        1 => 1280,
        2 => 1024,
        _ => 768,
    } / (Q * Y) as u32,
    instances(
        rotary_f16_4_1 = <half::f16, 8, 4, 16, 1>,
        rotary_f16_4_2 = <half::f16, 8, 4, 16, 2>,
        rotary_f16_4_4 = <half::f16, 8, 4, 16, 4>,
        rotary_f16_8_1 = <half::f16, 8, 8, 8, 1>,
        rotary_f16_8_2 = <half::f16, 8, 8, 8, 2>,
        rotary_f16_8_3 = <half::f16, 8, 8, 8, 3>,
        rotary_f16_8_4 = <half::f16, 8, 8, 8, 4>,
        rotary_f16_single = <half::f16, 1, 32, 8, 1>,
        rotary_f32_8_1 = <f32, 4, 8, 8, 1>,
        rotary_f32_8_4 = <f32, 4, 8, 8, 4>,
        rotary_f32_16_1 = <f32, 4, 16, 4, 1>,
        rotary_f32_16_4 = <f32, 4, 16, 4, 4>,
        rotary_f32_single = <f32, 1, 32, 8, 1>,
    ),
    where input.t == output.t, input.h == output.h, input.q == output.q, cosines.q == input.q, sines.q == input.q,
        sines.s == cosines.s,
)]
pub fn rotary<T: Stored, const V: usize, const Q: usize, const Y: usize, const R: usize>(
    input: Global<'_, [T; V], Pairs<Q, Y, R>>,
    cosines: Global<'_, [T; V], Angles>,
    sines: Global<'_, [T; V], Angles>,
    output: Split<'_, [T; V], Pairs<Q, Y, R>, Owned>,
    blocks: u32,
    heads: u32,
) where
    [T; V]: Element,
{
    let ([_, _, _, _, rounds, _], [positions, _], block) = (input.dims(), cosines.dims(), block_idx().x);
    let first_head = block % blocks * (R * Y) as u32 + thread_idx().y;
    let position = (block / blocks + first_head / heads) % positions;
    for round in 0..rounds {
        let place = [position, round * Q as u32 + thread_idx().x];
        let mut pairs = [[None; 2]; R];
        unroll!(for r in 0..R {
            unroll!(for half in 0..2 {
                let half: usize = half;
                pairs[r][half] = input.try_get(output.index([r as u32, half as u32, round]));
            });
        });
        let (Some(cos), Some(sin)) = (cosines.try_get(place), sines.try_get(place)) else { continue };
        let (cos, sin) = (T::widen_all(cos), T::widen_all(sin));
        unroll!(for r in 0..R {
            if let [Some(a), Some(b)] = pairs[r] {
                let (a, b) = (T::widen_all(a), T::widen_all(b));
                let mut turned = [[0.0; V]; 2];
                unroll!(for k in 0..V {
                    turned[0][k] = math::mul_add(a[k], cos[k], -(b[k] * sin[k]));
                    turned[1][k] = math::mul_add(b[k], cos[k], a[k] * sin[k]);
                });
                output.try_set([r as u32, 0, round], T::narrow_all(turned[0]));
                output.try_set([r as u32, 1, round], T::narrow_all(turned[1]));
            }
        });
    }
}

//! A tile moved within warps: registers exchanged in pairs, and a shuffle each.

use super::conversion::Plan;
use super::packed::{packed, unpack};
use crate::device::Element;
use crate::device::index::lane;
use crate::device::unroll::{Steps, each};
use crate::device::warp::Warp;
use core::marker::PhantomData;
use lego_algebra::linear::plans::LaneToggles;

/// A step for each word.
struct Words<P>(PhantomData<P>);

impl<P: Plan> Steps for Words<P> {
    const COUNT: usize = P::EXCHANGE.rounds() as usize;
}

/// A step for each vector by which registers are exchanged before the rounds.
struct Sends<P>(PhantomData<P>);

impl<P: Plan> Steps for Sends<P> {
    const COUNT: usize = P::EXCHANGE.send().count();
}

/// A step for each vector by which registers are exchanged after the rounds.
struct Receives<P>(PhantomData<P>);

impl<P: Plan> Steps for Receives<P> {
    const COUNT: usize = P::EXCHANGE.receive().count();
}

/// The registers after a conversion within warps.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn exchanged<P: Plan, T: Element, const R: usize>(registers: [T; R]) -> [T; R] {
    // Elements of less than a word move in words; others by themselves.
    if const { T::BYTES >= 4 } {
        return moved::<P, T, R>(registers);
    }
    let vector = P::PACKING.vector();
    let mut words = [0; R];
    each::<Words<P>>(
        #[inline(always)]
        |word| words[word] = packed(&registers, &P::PACKED[0], vector, word),
    );
    let words = moved::<P, u32, R>(words);
    let mut after = registers;
    each::<Words<P>>(
        #[inline(always)]
        |word| unpack(&mut after, &P::PACKED[1], vector, word, words[word]),
    );
    after
}

/// Registers of words after the exchange.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn moved<P: Plan, T: Element, const R: usize>(mut words: [T; R]) -> [T; R] {
    let lane = lane();
    each::<Sends<P>>(
        #[inline(always)]
        |k| toggle::<P, T, R>(&mut words, P::EXCHANGE.send(), k, lane),
    );
    // Where the source is no xor with a number, what it is before a round's number is added.
    let base = if P::EXCHANGE.keeps_lane() { 0 } else { P::LANE.of(lane) };
    let mut received = words;
    each::<Words<P>>(
        #[inline(always)]
        |round| {
            let value = words[P::ROUNDS[0][round] as usize];
            let step = P::ROUNDS[1][round];
            received[round] = if P::EXCHANGE.keeps_lane() && step == 0 {
                value
            } else if P::EXCHANGE.keeps_lane() {
                Warp::ALL.shuffle_xor(value, step)
            } else {
                Warp::ALL.shuffle_idx(value, base ^ step)
            };
        },
    );
    each::<Receives<P>>(
        #[inline(always)]
        |k| toggle::<P, T, R>(&mut received, P::EXCHANGE.receive(), k, lane),
    );
    received
}

/// Exchanges the registers whose numbers differ by a vector, in the lanes where it is taken.
#[inline(always)]
fn toggle<P: Plan, T: Element, const R: usize>(words: &mut [T; R], toggles: &LaneToggles, k: usize, lane: u32) {
    let (vector, mask) = (toggles.vector(k) as usize, toggles.mask(k));
    let is_taken = if mask.is_power_of_two() { lane & mask != 0 } else { (lane & mask).count_ones() & 1 == 1 };
    each::<Words<P>>(
        #[inline(always)]
        |register| {
            let other = register ^ vector;
            if register < other {
                let (one, two) = (words[register], words[other]);
                words[register] = if is_taken { two } else { one };
                words[other] = if is_taken { one } else { two };
            }
        },
    );
}

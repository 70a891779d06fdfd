//! The elements of a gather, fetched from other lanes' registers or from shared memory.

use super::gather::Plan;
use super::packed::{WORDS, get, put};
use crate::device::Element;
use crate::device::barrier::sync_threads;
use crate::device::index::linear_thread_idx;
use crate::device::shared::SharedSlice;
use crate::device::unroll::{Steps, each, times};
use crate::device::warp::Warp;
use core::marker::PhantomData;
use lego_machine::limits::WARP;

/// A step for each round.
struct Rounds<P>(PhantomData<P>);

impl<P: Plan> Steps for Rounds<P> {
    const COUNT: usize = 1 << (P::GATHER.rounds().width() as u32 - P::PACKED);
}

/// A step for each bit of a round's number.
struct Levels<P>(PhantomData<P>);

impl<P: Plan> Steps for Levels<P> {
    const COUNT: usize = P::GATHER.rounds().width() - P::PACKED as usize;
}

/// A step for each access that writes shared memory.
struct Accesses<P>(PhantomData<P>);

impl<P: Plan> Steps for Accesses<P> {
    const COUNT: usize = 1 << (P::OWN - P::VECTOR);
}

/// That every index is on the axis: one exclusive or more would find another element.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn assert_on_axis<P: Plan, const Q: usize>(index: &[u32; Q]) {
    // One comparison of them all.
    let mut all = 0;
    times::<Q>(
        #[inline(always)]
        |register| all |= index[register],
    );
    assert!(all < P::EXTENT, "an index of {index:?} is not on the axis, whose extent is {}", P::EXTENT);
    // What is known of each spares masks of its bits.
    times::<Q>(
        #[inline(always)]
        // SAFETY: the extent is a power of two, so what all have together is below it only if each is.
        |register| unsafe { core::hint::assert_unchecked(index[register] < P::EXTENT) },
    );
}

/// The elements of the indices, by shuffles.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn shuffled<P: Plan, T: Element, const R: usize, const Q: usize>(
    source: &[T; R],
    index: &[u32; Q],
) -> [T; Q] {
    assert_on_axis::<P, Q>(index);
    let thread = linear_thread_idx();
    // Tiles of fewer threads than a warp lie side by side in it.
    let first = if P::THREADS < WARP { thread % WARP / P::THREADS * P::THREADS } else { 0 };
    let thread = thread % P::THREADS;
    let (lane, key) = (first ^ P::LANE[0].of(thread), P::KEY[0].of(thread));
    let mut result = [source[0]; Q];
    times::<Q>(
        #[inline(always)]
        |register| {
            let lane = lane ^ P::LANES[register] ^ P::LANE[1].of(index[register]);
            let key = key ^ P::KEY[1].of(index[register]);
            let own = P::REGISTERS[register];
            result[register] = if P::PACKED == 0 {
                chosen::<P, T, R>(
                    #[inline(always)]
                    |round| source[(own ^ P::ROUNDS[round]) as usize],
                    lane,
                    key,
                )
            } else {
                let word = chosen::<P, u32, R>(
                    #[inline(always)]
                    |round| word::<P, T, R>(source, own, round),
                    lane,
                    key >> P::PACKED,
                );
                let number = key & ((1 << P::PACKED) - 1);
                get(&[word >> (number * 8 * P::BYTES), 0, 0, 0], 0)
            };
        },
    );
    result
}

/// The elements of so many rounds in a word.
#[inline(always)]
fn word<P: Plan, T: Element, const R: usize>(source: &[T; R], own: u32, round: usize) -> u32 {
    let (mut words, mut number) = ([0; WORDS], 0);
    while number < 1 << P::PACKED {
        put(&mut words, number, source[(own ^ P::ROUNDS[round << P::PACKED | number]) as usize]);
        number += 1;
    }
    words[0]
}

/// The value that a lane sends in the round of the key.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn chosen<P: Plan, V: Element, const R: usize>(sent: impl Fn(usize) -> V, lane: u32, key: u32) -> V {
    let mut values = [sent(0); R];
    each::<Rounds<P>>(
        #[inline(always)]
        |round| {
            let value = sent(round);
            values[round] = if P::GATHER.stays_in_lane() { value } else { Warp::ALL.shuffle_idx(value, lane) };
        },
    );
    // Between the halves of what is left, bit by bit of the key.
    each::<Levels<P>>(
        #[inline(always)]
        |level| {
            let is_odd = key >> level & 1 == 1;
            each::<Rounds<P>>(
                #[inline(always)]
                |round| {
                    if round & ((2 << level) - 1) == 0 {
                        // A selection, no branch.
                        let (even, odd) = (values[round], values[round | 1 << level]);
                        values[round] = if is_odd { odd } else { even };
                    }
                },
            );
        },
    );
    values[0]
}

/// The elements of the indices, through the part of shared memory of this number.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn staged<P: Plan, T: Element, const R: usize, const Q: usize>(
    source: &[T; R],
    index: &[u32; Q],
    memory: SharedSlice<T>,
) -> [T; Q] {
    assert_on_axis::<P, Q>(index);
    // A constant, so that the widths that it has not are not compiled.
    match const { P::BYTES << P::VECTOR } {
        1 => write::<P, T, u8, R>(source, memory),
        2 => write::<P, T, u16, R>(source, memory),
        4 => write::<P, T, u32, R>(source, memory),
        8 => write::<P, T, [u32; 2], R>(source, memory),
        _ => write::<P, T, [u32; 4], R>(source, memory),
    }
    if P::GATHER.stays() {
        Warp::present().sync();
    } else {
        sync_threads();
    }
    let first = (linear_thread_idx() / P::TOGETHER) * (P::TOGETHER << P::OWN);
    let base = P::OFFSET[0].of(linear_thread_idx() % P::THREADS);
    let mut result = [source[0]; Q];
    times::<Q>(
        #[inline(always)]
        |register| {
            let offset = base ^ P::OFFSETS[register] ^ P::OFFSET[1].of(index[register]);
            // SAFETY: an offset in the part of these threads, which lies in the memory as those who wrote it found: the index is on the
            // axis.
            result[register] = unsafe { memory.get_unchecked(first + offset) };
        },
    );
    result
}

/// Writes a thread's registers by accesses of one width, next to those of its neighbours.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn write<P: Plan, T: Element, V: Element, const R: usize>(source: &[T; R], memory: SharedSlice<T>) {
    let (part, thread) = (linear_thread_idx() / P::TOGETHER, linear_thread_idx() % P::TOGETHER);
    let memory = memory.cast::<V>();
    let own = P::TOGETHER << (P::OWN - P::VECTOR);
    let accesses = (part + 1) * own;
    assert!(accesses <= memory.len(), "shared memory for {} accesses, and {accesses} are needed", memory.len());
    each::<Accesses<P>>(
        #[inline(always)]
        |access| {
            let (mut words, mut number) = ([0; WORDS], 0);
            while number < 1 << P::VECTOR {
                put(&mut words, number, source[access << P::VECTOR | number]);
                number += 1;
            }
            let place = part * own + access as u32 * P::TOGETHER + thread;
            // SAFETY: an access of this part, which ends before the memory's end.
            unsafe { memory.set_unchecked(place, get(&words, 0)) };
        },
    );
}

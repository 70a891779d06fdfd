//! A tile moved through shared memory, whose layout makes accesses wide and lets no two meet in a bank.

use super::conversion::Plan;
use super::matrices;
use super::moves::Moves;
use super::packed::{WORDS, get, put};
use crate::device::Element;
use crate::device::barrier::sync_threads;
use crate::device::shared::SharedSlice;
use crate::device::unroll::{Steps, each};
use crate::device::warp::Warp;
use core::marker::PhantomData;

/// A step for each access.
struct Accesses<P>(PhantomData<P>);

impl<P: Plan> Steps for Accesses<P> {
    const COUNT: usize = P::STAGING.accesses() as usize;
}

/// The registers after a conversion through the part of shared memory of this number.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn staged<P: Plan, T: Element, const R: usize>(
    registers: [T; R],
    memory: SharedSlice<T>,
    thread: u32,
    part: u32,
) -> [T; R] {
    // Constants, so that the ways that are not taken are not compiled.
    if const { P::MATRICES.is_some() } {
        return matrices::staged::<P, T, R>(registers, memory, thread, part);
    }
    match const { T::BYTES << P::STAGING.vector() } {
        1 => through::<P, T, u8, R>(registers, memory, thread, part),
        2 => through::<P, T, u16, R>(registers, memory, thread, part),
        4 => through::<P, T, u32, R>(registers, memory, thread, part),
        8 => through::<P, T, [u32; 2], R>(registers, memory, thread, part),
        _ => through::<P, T, [u32; 4], R>(registers, memory, thread, part),
    }
}

/// The same by accesses of one width.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn through<P: Plan, T: Element, V: Element, const R: usize>(
    registers: [T; R],
    memory: SharedSlice<T>,
    thread: u32,
    part: u32,
) -> [T; R] {
    let vector = P::STAGING.vector();
    // The offset of an access is that of the thread with an xor of its own.
    let bits = P::STAGING.written().width() as u32;
    let first = part << (bits - vector);
    let memory = memory.cast::<V>();
    let accesses = (part + 1) << (bits - vector);
    assert!(accesses <= memory.len(), "shared memory for {} accesses, and {accesses} are needed", memory.len());
    let of_thread = |moves: &Moves| first + (moves.of(thread) >> vector);

    let base = of_thread(&P::THREADS[0]);
    each::<Accesses<P>>(
        #[inline(always)]
        |access| {
            let slot = access << vector;
            let (mut words, mut number) = ([0; WORDS], 0);
            while number < 1 << vector {
                put(&mut words, number, registers[P::SLOTS[0][slot | number] as usize]);
                number += 1;
            }
            let own = P::OFFSETS[0][slot] >> vector;
            // SAFETY: an offset of this part, which ends before the memory's end.
            unsafe { memory.set_unchecked(base ^ own, get(&words, 0)) };
        },
    );
    if P::STAYS {
        Warp::present().sync();
    } else {
        sync_threads();
    }
    let mut after = registers;
    let base = of_thread(&P::THREADS[1]);
    each::<Accesses<P>>(
        #[inline(always)]
        |access| {
            let slot = access << vector;
            let own = P::OFFSETS[1][slot] >> vector;
            let mut words = [0; WORDS];
            // SAFETY: as above.
            put(&mut words, 0, unsafe { memory.get_unchecked(base ^ own) });
            let mut number = 0;
            while number < 1 << vector {
                after[P::SLOTS[1][slot | number] as usize] = get(&words, number);
                number += 1;
            }
        },
    );
    after
}

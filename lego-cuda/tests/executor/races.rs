//! Accesses of different threads that nothing orders.

use crate::harness::{Buffer, alone, fault, faults, ignore, launch, shape};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::fence;
use lego_cuda::device::shared;
use lego_cuda::device::{Dim3, Warp, block_idx, copy_async, global, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Access, Executor, Fault, FaultKind, Options, Space};

/// The line of this file with a mark.
#[track_caller]
fn marked(mark: &str) -> u32 {
    crate::harness::marked(include_str!("races.rs"), mark)
}

/// What a race says of both sides: memory, accesses, lines.
#[track_caller]
fn race(body: impl Fn() + Sync, threads: u32) -> (Space, [Access; 2], [u32; 2]) {
    let (found, words) = faults(&alone(), shape(1, threads).dynamic(1024), body);
    let FaultKind::Race { space, access, other, other_site, other_thread, .. } = &found[0].kind else {
        panic!("{words}");
    };
    assert_ne!(*other_thread, found[0].thread);
    (*space, [*other, *access], [other_site.line, found[0].site.as_ref().unwrap().line])
}

#[test]
fn a_barrier_between_is_what_orders() {
    let body = |barrier: bool| {
        let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
        tile.set(mine, mine); // @set
        if barrier {
            sync_threads();
        }
        tile.get(mine ^ 1) // @get
    };
    launch(&alone(), shape(5, 64).dynamic(1024), || ignore(body(true)));
    let (found, words) = faults(&alone(), shape(1, 64).dynamic(1024), || ignore(body(false)));
    // The first thread reads what nobody wrote, the second what races; the first's read races with the second's write.
    let side = |fault: &Fault| match &fault.kind {
        FaultKind::Race { access, other, other_site, .. } => Some((*other, *access, other_site.line)),
        _ => None,
    };
    let sides: Vec<_> = found.iter().filter_map(side).collect();
    assert!(sides.contains(&(Access::Load, Access::Store, marked("get"))), "{words}");
    assert!(sides.contains(&(Access::Store, Access::Load, marked("set"))), "{words}");
    assert!(words.contains("races with a load of block (0, 0, 0), thread (0, 0, 0) at"), "{words}");
}

#[test]
fn writes_of_different_threads_to_one_place() {
    let (space, accesses, lines) = race(|| shared::dynamic::<u32>(0, 1).set(0, 1), 2); // @one place
    assert_eq!((space, accesses, lines), (Space::Shared, [Access::Store; 2], [marked("one place"); 2]));
    launch(&alone(), shape(1, 64).dynamic(64), || {
        for turn in 0..64 {
            if turn == linear_thread_idx() {
                shared::dynamic::<u32>(0, 1).set(0, turn);
            }
            sync_threads();
        }
    });
}

#[test]
fn neighbouring_bytes_are_different_places() {
    launch(&alone(), shape(1, 64).dynamic(64), || shared::dynamic::<u8>(0, 64).set(linear_thread_idx(), 1));
    let sides = race(
        || match linear_thread_idx() {
            0 => shared::dynamic::<u8>(0, 64).set(5, 1), // @byte
            1 => shared::dynamic::<u8>(0, 64).set(6, 1),
            _ => shared::dynamic::<u32>(0, 16).set(1, 1), // @word
        },
        3,
    );
    assert_eq!(sides.2, [marked("byte"), marked("word")]);
}

#[test]
fn a_write_after_reads_of_several() {
    let body = |barrier: bool| {
        let (tile, mine) = (shared::dynamic::<u32>(0, 1), linear_thread_idx());
        if mine == 0 {
            tile.set(0, 1);
        }
        sync_threads();
        tile.get(0);
        if barrier {
            sync_threads();
        }
        if mine == 40 {
            tile.set(0, 2);
        }
    };
    launch(&alone(), shape(1, 64).dynamic(4), || body(true));
    assert_eq!(race(|| body(false), 64).1, [Access::Load, Access::Store]);
}

#[test]
fn a_barrier_of_the_warp_orders_its_lanes_alone() {
    let body = |distance: u32| {
        let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
        tile.set(mine, mine);
        Warp::ALL.sync();
        tile.get(mine ^ distance);
    };
    launch(&alone(), shape(1, 64).dynamic(256), || body(31));
    let (found, _) = faults(&alone(), shape(1, 64).dynamic(256), || body(32));
    assert!(found.iter().any(|fault| matches!(fault.kind, FaultKind::Race { .. })));
}

#[test]
fn shuffles_and_votes_order_no_memory() {
    let (_, accesses, _) = race(
        || {
            let (tile, mine) = (shared::dynamic::<u32>(0, 32), linear_thread_idx());
            tile.set(mine, mine);
            Warp::ALL.any(true);
            tile.get(31 - mine);
        },
        32,
    );
    assert_eq!(accesses, [Access::Store, Access::Load]);
}

#[test]
fn atomics_do_not_race_with_each_other() {
    let body = |plain: bool| {
        let count = shared::dynamic::<u32>(0, 1).at(0);
        if linear_thread_idx() == 0 {
            count.set(0);
        }
        sync_threads();
        if plain && linear_thread_idx() == 3 {
            count.get();
        } else {
            // SAFETY: the number is updated by atomics, but where that is looked for.
            unsafe { atomic::add(count, 1, Scope::Block) };
        }
    };
    launch(&alone(), shape(1, 64).dynamic(4), || body(false));
    assert_eq!(race(|| body(true), 6).1, [Access::Atomic, Access::Load]);
}

#[test]
fn copies_that_are_not_waited_for() {
    let executor = alone();
    let source = Buffer::of(&executor, &[5u32; 64]);
    let from = source.at();
    let body = |wait: bool, sync: bool| {
        let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
        // SAFETY: the source has 64 elements.
        unsafe { copy_async::copy(tile.at(mine), from.get(mine as usize).cast_const()) };
        copy_async::commit();
        if wait {
            copy_async::wait::<0>();
        }
        if sync {
            sync_threads();
        }
        tile.get(if sync { 63 - mine } else { mine });
    };
    launch(&executor, shape(1, 64).dynamic(256), || body(true, true));
    launch(&executor, shape(1, 64).dynamic(256), || body(true, false));
    let (found, words) = fault(&executor, shape(1, 64).dynamic(256), || body(false, false));
    assert!(matches!(found.kind, FaultKind::Race { other: Access::Copy, access: Access::Load, .. }), "{words}");
    assert!(words.contains("the copy was not waited for") && found.times == 64, "{words}");
}

#[test]
fn races_in_global_memory_inside_a_block_and_between_blocks() {
    let executor = alone();
    let buffer = Buffer::of(&executor, &[0u32; 128]);
    let at = buffer.at();
    // SAFETY: the buffer has 128 elements.
    let set = |i: u32| unsafe { global::store(at.get(i as usize), i) };
    // SAFETY: as above.
    let get = |i: u32| unsafe { global::load(at.get(i as usize).cast_const()) };
    launch(&executor, shape(2, 64), || {
        let (mine, base) = (linear_thread_idx(), 64 * block_idx().x);
        set(base + mine);
        sync_threads();
        get(base + 63 - mine);
    });
    let (found, words) = fault(&executor, shape(2, 1), || set(0));
    let FaultKind::Race { space: Space::Global, other_block, .. } = found.kind else { panic!("{words}") };
    assert_eq!((other_block, found.block), (Dim3::new(0, 0, 0), Dim3::new(1, 0, 0)));
    let (found, words) = fault(&executor, shape(2, 1), || {
        if block_idx().x == 0 {
            set(3);
        } else {
            get(3);
        }
    });
    assert!(matches!(found.kind, FaultKind::Race { other: Access::Store, access: Access::Load, .. }), "{words}");
    let (found, _) = fault(&executor, shape(1, 2), || set(7));
    assert_eq!(found.thread, Dim3::new(1, 0, 0));
    // Asked not to, the executor does not look.
    launch(&Executor::with(Options::new().global_races(false)), shape(1, 1), || ());
}

#[test]
fn a_flag_orders_for_who_acquires_and_for_no_other_thread() {
    let executor = alone();
    let (buffer, flags) = (Buffer::of(&executor, &[0u32; 2]), Buffer::of(&executor, &[0u32; 8]));
    let (at, flag) = (buffer.at(), flags.at());
    let body = |number: usize, acquire: bool, barrier: bool| {
        // SAFETY: the addresses are alive; whether the accesses are ordered is looked for.
        unsafe {
            if block_idx().x == 0 {
                if linear_thread_idx() == 0 {
                    global::store(at.get(0), 1);
                    fence(Scope::Gpu);
                    atomic::store_relaxed(flag.get(number), 1, Scope::Gpu);
                }
                return;
            }
            if linear_thread_idx() == 0 {
                while atomic::load_relaxed(flag.get(number).cast_const(), Scope::Gpu) == 0 {}
                if acquire {
                    fence(Scope::Gpu);
                }
            }
            if barrier {
                sync_threads();
            }
            global::load(at.get(0).cast_const());
        }
    };
    launch(&executor, shape(2, 32), || body(0, true, true));
    let (found, _) = fault(&executor, shape(2, 32), || body(1, false, true));
    assert_eq!(found.times, 32);
    let (found, _) = fault(&executor, shape(2, 32), || body(2, true, false));
    assert_eq!((found.thread, found.times), (Dim3::new(1, 0, 0), 31));
}

#[test]
fn constant_memory_is_written_by_nobody() {
    let executor = alone();
    let buffer = Buffer::of(&executor, &[0u32; 64]);
    let at = buffer.at();
    let (found, words) = fault(&executor, shape(1, 32), || {
        // SAFETY: wrong, which is what is looked for.
        unsafe {
            let mine = at.get(linear_thread_idx() as usize);
            let before = global::load_read_only(mine.cast_const());
            global::store(mine, before + 1);
        }
    });
    assert!(matches!(found.kind, FaultKind::Race { other: Access::ConstantLoad, .. }) && found.times == 32, "{words}");
    assert!(words.contains("constant memory is written by nobody"), "{words}");
}

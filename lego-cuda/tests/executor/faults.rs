//! Each kind of fault by a kernel that has it, beside one that has not.

use crate::harness::{Buffer, alone, fault, faults, ignore, launch, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::{NamedBarrier, sync_grid};
use lego_cuda::device::shared::{self, SharedPtr};
use lego_cuda::device::{
    Dim3, Warp, block_idx, copy_async, global, lane, linear_thread_idx, sync_threads, trap, warp_idx,
};
use lego_cuda::executor::{Access, Executor, Fault, FaultKind, Options, Space};
use lego_cuda::launch::Error;
use std::time::Duration;

/// The line of this file with a mark.
#[track_caller]
fn marked(mark: &str) -> u32 {
    crate::harness::marked(include_str!("faults.rs"), mark)
}

/// The line of a fault in this file.
#[track_caller]
fn line(fault: &Fault) -> u32 {
    let site = fault.site.as_ref().expect("a place");
    assert!(site.file.ends_with("faults.rs"), "{site}");
    site.line
}

#[test]
fn accesses_outside_of_global_memory() {
    let executor = alone();
    let buffer = Buffer::of(&executor, &[1u32; 40]);
    let at = buffer.at();
    // SAFETY: right for the first 40 threads.
    let load = |i: usize| unsafe { global::load(at.get(i).cast_const()) }; // @load outside
    launch(&executor, shape(1, 40), || ignore(load(linear_thread_idx() as usize)));
    let (found, words) = fault(&executor, shape(1, 44), || ignore(load(linear_thread_idx() as usize)));
    assert_eq!(line(&found), marked("load outside"));
    assert_eq!(found.kernel, "kernel");
    assert_eq!((found.block, found.thread, found.times), (Dim3::new(0, 0, 0), Dim3::new(40, 0, 0), 4));
    assert!(matches!(found.kind, FaultKind::OutOfBounds { space: Space::Global, access: Access::Load, bytes: 4, .. }));
    let expected = "thread (40, 0, 0), ";
    assert!(words.starts_with("`kernel`: block (0, 0, 0), ") && words.contains(expected), "{words}");
    let expected = "a load of 4 bytes outside of global memory: at byte 160 of the nearest allocation, of 160 bytes";
    assert!(words.contains(expected) && words.ends_with("(and 3 times more)"), "{words}");

    // SAFETY: wrong, which is what is looked for.
    let wrong: [(&(dyn Fn() + Sync), &str); 6] = unsafe {
        [
            (&|| global::store(at.get(40), 1), "a store of 4 bytes"),
            (&|| ignore(global::load(at.get(0).wrapping_sub(1).cast_const())), "4 bytes before the nearest allocation"),
            (&|| global::store(std::ptr::null_mut::<u64>(), 1), "the address is null"),
            (&|| ignore(atomic::add(at.get(400), 1, Scope::Gpu)), "an atomic update of 4 bytes outside"),
            (&|| ignore(global::load(at.get(40).cast::<[u32; 4]>().cast_const())), "a load of 16 bytes outside"),
            (
                &|| copy_async::copy(shared::dynamic::<u32>(0, 1).at(0), at.get(40).cast_const()),
                "an asynchronous copy of 4 bytes outside of global memory",
            ),
        ]
    };
    for (body, expected) in wrong {
        let (found, words) = fault(&executor, shape(1, 1).dynamic(4), body);
        assert!(matches!(found.kind, FaultKind::OutOfBounds { space: Space::Global, .. }), "{words}");
        assert!(words.contains(expected), "{words}");
    }
    assert_eq!(buffer.read(), [1; 40]);
    drop(buffer);
    let (_, words) = fault(&executor, shape(1, 1), || ignore(load(0)));
    assert!(words.contains("no memory is allocated"), "{words}");
}

lego_cuda::shared_tile! {
    fn first() -> [u32; 8];
    fn second() -> [u32; 8];
    fn huge() -> [u32; 12288];
}

#[test]
fn accesses_outside_of_a_tile() {
    // SAFETY: right below 8.
    let body = |i: u32| unsafe {
        second().set(0, 5);
        let start = first().at(0).offset();
        SharedPtr::from_offset(start + 4 * i).set(1u32); // @store outside
    };
    launch(&alone(), shape(1, 1), || body(7));
    for wrong in [8, 9, 100] {
        let (found, words) = fault(&alone(), shape(1, 1), || body(wrong));
        assert!(matches!(found.kind, FaultKind::OutOfBounds { space: Space::Shared, access: Access::Store, .. }));
        assert_eq!(line(&found), marked("store outside"));
        assert!(wrong > 9 || words.contains(&format!("at byte {} of `first`, of 32 bytes", 4 * wrong)), "{words}");
    }
    // SAFETY: wrong, which is what is looked for.
    let unchecked: fn() = || unsafe { first().set_unchecked(8, 1) };
    for body in [|| ignore(first().get(8)), unchecked] {
        let (_, words) = fault(&alone(), shape(1, 1), body);
        assert!(words.contains("panic: index 8 of 8 elements of shared memory"), "{words}");
    }
    let (_, words) = fault(&alone(), shape(1, 1), || ignore(shared::dynamic::<u32>(0, 1)));
    assert!(words.contains("4 bytes of 0 bytes of dynamic shared memory"), "{words}");
    let (_, words) = fault(&alone(), shape(1, 1), || {
        huge().set(0, 1);
        first().set(0, 1);
    });
    assert!(words.contains("49184 bytes of static shared memory"), "{words}");
}

#[test]
fn accesses_that_are_not_aligned() {
    let executor = alone();
    let buffer = Buffer::of(&executor, &[0u32; 8]);
    let at = buffer.at();
    launch(&executor, shape(1, 1), || {
        // SAFETY: 16 bytes from the beginning.
        unsafe { global::store(at.get(0).cast::<[u32; 4]>(), [1; 4]) }
    });
    let (found, words) = fault(&executor, shape(1, 1), || {
        // SAFETY: wrong, which is what is looked for.
        unsafe { global::store(at.get(1).cast::<[u32; 4]>(), [1; 4]) } // @unaligned
    });
    assert_eq!(line(&found), marked("unaligned"));
    assert!(matches!(found.kind, FaultKind::Unaligned { space: Space::Global, access: Access::Store, bytes: 16, .. }));
    assert!(words.contains("which is no multiple of 16"), "{words}");
    let (found, _) = fault(&executor, shape(1, 1).dynamic(64), || {
        let start = shared::dynamic::<u32>(0, 16).at(0).offset();
        // SAFETY: wrong, which is what is looked for.
        unsafe { SharedPtr::<u64>::from_offset(start + 4).set(1) }
    });
    assert!(matches!(found.kind, FaultKind::Unaligned { space: Space::Shared, bytes: 8, .. }));
}

#[test]
fn reads_of_what_nobody_wrote() {
    let body = |stop: u32| {
        let mine = linear_thread_idx();
        let tile = shared::dynamic::<u32>(0, 64);
        if mine < stop {
            tile.set(mine, 1);
        }
        sync_threads();
        tile.get(63 - mine); // @unwritten
    };
    launch(&alone(), shape(3, 64).dynamic(256), || body(64));
    let (found, words) = fault(&alone(), shape(1, 64).dynamic(256), || body(62));
    assert_eq!((line(&found), found.thread, found.times), (marked("unwritten"), Dim3::new(0, 0, 0), 2));
    assert!(matches!(found.kind, FaultKind::Uninitialized { space: Space::Shared, bytes: 4, .. }));
    assert!(words.contains("in shared memory that nobody wrote: at byte 252 of `dynamic shared memory`"), "{words}");

    // What the block before left behind counts as nothing.
    let (found, _) = fault(&alone(), shape(2, 64).dynamic(256), || body(if block_idx().x == 0 { 64 } else { 0 }));
    assert_eq!((found.block, found.times), (Dim3::new(1, 0, 0), 64));

    let executor = alone();
    let (raw, written) = (Buffer::<u16>::raw(&executor, 8), Buffer::of(&executor, &[0u16; 8]));
    for (buffer, right) in [(&raw, false), (&written, true)] {
        let at = buffer.at();
        let body = || {
            // SAFETY: the buffer has 8 elements.
            unsafe {
                global::store(at.get(3), 1);
                ignore([global::load(at.get(3).cast_const()), global::load(at.get(2).cast_const())]);
            }
        };
        if right {
            launch(&executor, shape(1, 1), body);
        } else {
            let (found, _) = fault(&executor, shape(1, 1), body);
            assert!(matches!(found.kind, FaultKind::Uninitialized { space: Space::Global, bytes: 2, .. }));
        }
    }
}

#[test]
fn barriers_that_some_threads_do_not_reach() {
    let body = |stop: u32| {
        if linear_thread_idx() < stop {
            sync_threads(); // @barrier
        }
    };
    launch(&alone(), shape(2, 64), || body(64));
    let (found, words) = fault(&alone(), shape(1, 64), || body(60));
    assert_eq!(line(&found), marked("barrier"));
    let FaultKind::Barrier { others, .. } = &found.kind else { panic!("{found}") };
    assert_eq!((others.len(), others[0].threads, others[0].first), (1, 4, Dim3::new(60, 0, 0)));
    let expected =
        "waits at `sync_threads`, with 59 more, which others do not reach: 4 threads from (60, 0, 0) on ended";
    assert!(words.ends_with(expected), "{words}");

    let (found, words) = fault(&alone(), shape(1, 64), || {
        if warp_idx() == 0 {
            sync_threads();
        } else {
            NamedBarrier::new(3, 64).sync();
        }
    });
    assert!(matches!(found.kind, FaultKind::Deadlock { .. }), "{words}");
    assert!(words.contains("all threads wait: ") && words.contains("waits at barrier 3 for 64 threads at "), "{words}");
}

#[test]
#[allow(clippy::if_same_then_else)] // two calls are not one
fn barriers_that_are_called_wrongly() {
    let (found, words) = fault(&alone(), shape(1, 64), || {
        if warp_idx() == 0 {
            sync_threads();
        } else {
            sync_threads();
        }
    });
    assert!(matches!(found.kind, FaultKind::Misuse { .. }));
    assert!(words.contains("meet at two calls of `sync_threads`"), "{words}");
    let (_, words) = fault(&alone(), shape(1, 64), || NamedBarrier::new(1, 96).sync());
    assert!(words.contains("barrier 1 for 96 threads, in a block of 64"), "{words}");
    let (_, words) = fault(&alone(), shape(1, 96), || NamedBarrier::new(1, 96 - 32 * warp_idx().min(1)).sync());
    assert!(words.contains("barrier 1 for 64 threads, and for 96 at"), "{words}");
    let (_, words) = fault(&alone(), shape(1, 64), || {
        let barrier = NamedBarrier::new(4, 64);
        if warp_idx() == 0 {
            barrier.arrive();
            barrier.arrive();
        } else {
            barrier.sync();
        }
    });
    assert!(words.contains("a thread is at barrier 4 again"), "{words}");
}

#[test]
fn shuffles_with_lanes_that_do_not_take_part() {
    launch(&alone(), shape(1, 32), || {
        if lane() < 16 {
            Warp::lanes(0xffff).shuffle_xor(1, 1);
        }
    });
    let (found, words) = fault(&alone(), shape(1, 32), || {
        if lane() < 16 {
            Warp::ALL.shuffle_xor(1, 1); // @shuffle
        }
    });
    assert_eq!(line(&found), marked("shuffle"));
    let FaultKind::Lanes { others, .. } = &found.kind else { panic!("{found}") };
    assert_eq!((others[0].threads, others[0].first), (16, Dim3::new(16, 0, 0)));
    assert!(
        words.contains("waits at a shuffle for the lanes 0xffffffff, with 15 more, where others do not"),
        "{words}"
    );

    let wrong: [(&(dyn Fn() + Sync), &str); 4] = [
        (&|| ignore(Warp::lanes(0xff).any(true)), "`Warp::any` by lane 8, which is not of its lanes 0xff"),
        (
            &|| {
                if lane() < 8 {
                    Warp::lanes(0xff).shuffle_idx(lane(), 9);
                }
            },
            "a shuffle reads lane 9, which is not of its lanes 0xff",
        ),
        (
            &|| {
                if lane() == 0 {
                    Warp::ALL.sync();
                } else {
                    Warp::ALL.any(true);
                }
            },
            "`Warp::any` for the lanes 0xffffffff meets `Warp::sync` of lane 0",
        ),
        (
            &|| {
                Warp::lanes(if lane() < 16 { 0xffff } else { !0 }).sync();
            },
            "where others do not take part: 16 threads from (0, 0, 0) on ended",
        ),
    ];
    for (body, expected) in wrong {
        let (_, words) = faults(&alone(), shape(1, 32), body);
        assert!(words.contains(expected), "{words}");
    }
}

#[test]
fn loops_that_do_not_end() {
    let executor = Executor::with(Options::new().patience(Duration::from_millis(100)));
    let flags = Buffer::of(&executor, &[0u32; 2]);
    let flag = flags.at();
    let body = |wait_for: usize| {
        // SAFETY: the flags are alive and used by atomics alone.
        unsafe {
            atomic::store_release(flag.get(1), 1, Scope::Gpu);
            while atomic::load_acquire(flag.get(wait_for).cast_const(), Scope::Gpu) == 0 {} // @loop
        }
    };
    launch(&executor, shape(3, 4), || body(1));
    let (found, words) = faults(&executor, shape(3, 4), || body(0));
    assert!(matches!(found[0].kind, FaultKind::NoProgress { .. }), "{words}");
    assert_eq!(line(&found[0]), marked("loop"));
    assert!(words.contains("4 threads from (0, 0, 0) on waits in a loop at"), "{words}");
}

#[test]
fn loops_that_load_without_an_order() {
    let (found, words) = faults(&alone(), shape(1, 2).dynamic(4), || {
        let flag = shared::dynamic::<u32>(0, 1);
        if linear_thread_idx() == 0 {
            while flag.get(0) != 1 {}
        } else {
            flag.set(0, 1);
        }
    });
    let race = |fault: &Fault| matches!(fault.kind, FaultKind::Race { other: Access::Load, access: Access::Store, .. });
    assert!(found.iter().any(race), "{words}");
}

#[test]
fn barriers_of_the_grid_that_cannot_be() {
    let executor = alone();
    let counter = Buffer::of(&executor, &[0u32, 7]);
    let count = counter.at();
    let body = |stop: u32, at: usize| {
        if block_idx().x < stop {
            // SAFETY: the counter is alive.
            unsafe { sync_grid(count.get(at)) }
        }
    };
    launch(&executor, shape(4, 8).cooperative(), || body(4, 0));
    let (_, words) = faults(&executor, shape(4, 8).cooperative(), || body(3, 0));
    assert!(words.contains("waits at `sync_grid`"), "{words}");
    let (_, words) = fault(&executor, shape(4, 8), || body(4, 0));
    assert!(words.contains("in a launch that is not cooperative"), "{words}");
    let (_, words) = fault(&executor, shape(4, 8).cooperative(), || body(4, 1));
    assert!(words.contains("the counter of `sync_grid` holds 7"), "{words}");
    let error = try_launch(&executor, shape(1000, 1024).cooperative(), |_| ()).unwrap_err();
    assert_eq!(error, Error::Cooperative { kernel: "kernel", blocks: 1000, most: 8 });
}

#[test]
fn traps_and_other_blocks_stop() {
    let executor = alone();
    let seen = Buffer::of(&executor, &[0u32]);
    let count = seen.at();
    let (found, _) = fault(&executor, shape(1000, 32), || {
        // SAFETY: the number is alive.
        unsafe { atomic::add(count.get(0), 1, Scope::Gpu) };
        if block_idx().x == 5 && linear_thread_idx() == 7 {
            trap(); // @trap
        }
    });
    assert_eq!(
        (found.kind.clone(), found.block, found.thread),
        (FaultKind::Trap, Dim3::new(5, 0, 0), Dim3::new(7, 0, 0))
    );
    assert_eq!(line(&found), marked("trap"));
    // The other threads of the block went on to their end, and no block after it began.
    assert_eq!(seen.read(), [6 * 32]);
}

#[test]
fn only_so_many_faults_are_described() {
    let executor = Executor::with(Options::new().workers(1).most_faults(2));
    let (found, words) = faults(&executor, shape(1, 10), || panic!("{}", linear_thread_idx() % 2));
    assert_eq!((found.len(), found[0].times), (1, 10));
    assert!(words.ends_with("(and 9 times more)"), "{words}");
    let (found, words) = faults(&executor, shape(1, 4), || {
        let tile = shared::dynamic::<u32>(0, 0);
        match linear_thread_idx() {
            0 => ignore(tile.get(0)),
            1 => trap(),
            2 => ignore(Warp::lanes(1).any(true)),
            _ => panic!("last"),
        }
    });
    assert_eq!(found.len(), 2);
    assert!(words.contains("2 faults\n  block") && words.ends_with("\n  and 2 more"), "{words}");
}

#[test]
fn launches_that_are_none() {
    for wrong in [shape(0, 1), shape(1, 0), shape(1, 1025)] {
        assert!(matches!(try_launch(&alone(), wrong, |_| ()), Err(Error::Driver { .. })));
    }
    let too_much = try_launch(&alone(), shape(1, 1).dynamic(1 << 20), |_| ()).unwrap_err();
    assert!(matches!(too_much, Error::SharedMemory { bytes: 1_048_576, .. }));
}

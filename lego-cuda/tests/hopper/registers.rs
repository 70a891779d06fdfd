//! Registers that warpgroups give back and take: what there is room for goes on, and what a GPU would not say is said.

use crate::harness::{Shape, fault, faults, launch, shape};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::wgmma::{WARPGROUP, fewer_registers, more_registers};
use lego_cuda::device::{linear_thread_idx, shared, sync_threads, warp_idx};
use lego_cuda::executor::{Executor, FaultKind, Options};
use lego_cuda::launch::{Device, Launch};
use lego_cuda::lego_kernel;

/// Three warpgroups of as many registers as one block of a multiprocessor has for them: 64512.
fn three() -> Shape {
    shape(2, 3 * WARPGROUP).registers(168)
}

fn warpgroup() -> u32 {
    linear_thread_idx() / WARPGROUP
}

/// Every warp that does the same says so, in its own words.
#[track_caller]
fn said(shape: Shape, body: impl Fn() + Sync, expected: &str) {
    let (faults, words) = faults(&Executor::with(Options::new().workers(1)), shape, body);
    assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::Misuse { .. })), "{words}");
    assert!(words.contains(expected), "{words}");
}

#[test]
fn what_one_warpgroup_gives_back_others_take() {
    launch(&Executor::new(), three(), || match warpgroup() {
        0 => fewer_registers::<40>(),
        _ => more_registers::<232>(),
    });
    // The same number takes and gives nothing.
    launch(&Executor::new(), three(), || match warpgroup() {
        0 => fewer_registers::<168>(),
        _ => more_registers::<168>(),
    });
}

/// Those who take come first and wait; and all is handed back, round after round.
#[test]
fn registers_are_waited_for_and_go_to_and_fro() {
    launch(&Executor::new(), shape(1, 2 * WARPGROUP).registers(128), || {
        let (own, all) = (NamedBarrier::new(1 + warpgroup(), WARPGROUP), NamedBarrier::new(3, 2 * WARPGROUP));
        for _ in 0..3 {
            if warpgroup() == 0 {
                more_registers::<216>();
                own.sync();
                fewer_registers::<128>();
            } else {
                fewer_registers::<40>();
                own.sync();
                more_registers::<128>();
            }
            all.sync();
        }
    });
}

#[test]
fn registers_that_never_come_are_a_deadlock_with_numbers() {
    // Each of two may have 232 beside one of 40, and the third keeps 64.
    let (found, words) = faults(&Executor::new(), shape(1, 3 * WARPGROUP).registers(168), || match warpgroup() {
        0 => fewer_registers::<64>(),
        _ => {
            more_registers::<232>(); // @wait
            sync_threads();
        }
    });
    let expected = "waits for 232 registers a thread, 168 of which it has: the other 2048 of its warp are wanted, and 1024 are free of the \
                    64512 with which the block began";
    assert!(matches!(found[0].kind, FaultKind::Deadlock { .. }) && words.contains(expected), "{words}");
    let line = crate::harness::marked(include_str!("registers.rs"), "wait");
    assert!(words.contains(&format!("registers.rs:{line}:")), "{words}");
    // Others wait at barriers meanwhile, and that is not what is in the way.
    let (found, words) = faults(&Executor::new(), shape(1, 2 * WARPGROUP).registers(128), || {
        if warpgroup() == 1 {
            more_registers::<136>();
        }
        sync_threads();
    });
    assert!(matches!(found[0].kind, FaultKind::Deadlock { .. }), "{words}");
    assert!(words.contains("the other 256 of its warp are wanted, and 0 are free of the 32768"), "{words}");
}

#[test]
fn more_registers_than_a_block_can_have_are_said_at_once() {
    let expected = "`more_registers::<240>` never ends: with 24 for each thread of other warpgroups the block has 33792 registers, and it began \
                    with 32768, 128 for each of 256 threads";
    said(
        shape(1, 2 * WARPGROUP).registers(128),
        || match warpgroup() {
            0 => fewer_registers::<24>(),
            _ => more_registers::<240>(),
        },
        expected,
    );
}

#[test]
fn changes_in_the_wrong_direction_are_said() {
    said(
        three(),
        fewer_registers::<176>,
        "`fewer_registers::<176>` of threads that have 168 registers, which gives back none",
    );
    said(
        three(),
        more_registers::<160>,
        "`more_registers::<160>` of threads that have 168 registers, which takes none",
    );
}

#[test]
fn a_kernel_without_a_bound_of_its_registers_is_said() {
    let expected = "`fewer_registers::<40>` has no effect in a kernel that says neither `min_blocks` of so many threads nor `max_registers`";
    said(shape(1, WARPGROUP), fewer_registers::<40>, expected);
}

#[test]
fn a_warpgroup_is_whole_and_calls_the_same() {
    said(
        shape(1, 96).registers(168),
        fewer_registers::<40>,
        "`fewer_registers::<40>` by a warpgroup of fewer than 128 threads",
    );
    // A warp that does not call it, and one that calls another.
    said(
        three(),
        || {
            if warp_idx() != 6 {
                fewer_registers::<40>();
            }
        },
        "`fewer_registers::<40>` by another warp of its warpgroup and not by warp 6: all four call it",
    );
    said(
        three(),
        || match warp_idx() {
            3 => fewer_registers::<48>(),
            _ => fewer_registers::<40>(),
        },
        "`fewer_registers::<48>` by warp 3, and `fewer_registers::<40>` by warp 0 of its warpgroup at",
    );
    let (fault, words) = fault(&Executor::new(), three(), || {
        if linear_thread_idx() != 5 {
            fewer_registers::<40>();
        }
    });
    assert!(matches!(fault.kind, FaultKind::Lanes { .. }), "{words}");
}

#[test]
fn warps_meet_between_two_changes() {
    let again = |meet: fn()| {
        move || {
            fewer_registers::<40>();
            meet();
            more_registers::<48>();
        }
    };
    launch(&Executor::new(), three(), again(sync_threads));
    launch(&Executor::new(), three(), again(|| NamedBarrier::new(1 + warpgroup(), WARPGROUP).sync()));
    said(
        three(),
        again(|| ()),
        "`more_registers::<48>` by warp 0, before it has met warp 1 of its warpgroup behind the change before",
    );
    // Behind a barrier at which they were before.
    said(
        three(),
        || {
            NamedBarrier::new(1 + warpgroup(), WARPGROUP).sync();
            fewer_registers::<40>();
            fewer_registers::<32>();
        },
        "before it has met warp",
    );
    // Two warps of the four are not enough.
    said(
        three(),
        again(|| {
            if warp_idx() % 4 < 2 {
                NamedBarrier::new(1 + warpgroup(), 64).sync();
            }
        }),
        "before it has met warp",
    );
}

/// One lane of each warp arrives, and all wait: the warp has called it together.
#[test]
fn warps_meet_by_a_lane_of_each() {
    launch(&Executor::new(), shape(1, WARPGROUP).registers(168).dynamic(64), || {
        let barrier = Mbarrier::at(shared::dynamic::<u64>(0, 1).at(0));
        if linear_thread_idx() == 0 {
            barrier.init(4);
            mbarrier::fence_init();
        }
        sync_threads();
        fewer_registers::<40>();
        if linear_thread_idx().is_multiple_of(32) {
            barrier.arrive();
        }
        barrier.wait(0);
        more_registers::<168>();
    });
}

/// The bounds of a kernel are those of its launch: 65536 registers for two blocks of two warpgroups are 128 a thread.
#[lego_kernel(threads = 2 * WARPGROUP, grid = x, min_blocks = 2, instances(bounded_216 = <true>, bounded_40 = <false>))]
fn bounded<const FITS: bool>() {
    if warpgroup() == 0 {
        if FITS {
            fewer_registers::<40>();
        } else {
            fewer_registers::<48>();
        }
    } else {
        more_registers::<216>();
    }
}

#[test]
fn a_kernel_begins_with_the_registers_of_its_bounds() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    Bounded::<true>::launch(&module, Launch::grid(3)).unwrap();
    let words = Bounded::<false>::launch(&module, Launch::grid(3)).unwrap_err().to_string();
    assert!(words.contains("and 1792 are free of the 32768 with which the block began"), "{words}");
}

//! Barriers in shared memory: a ring of stages is right, and what a GPU would not say is said.

use crate::harness::{alone, fault, faults, launch, shape};
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::{Warp, linear_thread_idx, shared, sync_threads};
use lego_cuda::executor::{Executor, FaultKind};

/// The barriers in the first 128 bytes of the shared memory that the launch adds; numbers lie behind.
fn barrier(number: u32) -> Mbarrier {
    Mbarrier::at(shared::dynamic::<u64>(0, 16).at(number))
}

fn numbers() -> lego_cuda::device::SharedSlice<u32> {
    shared::dynamic::<u32>(128, 64)
}

fn made(arrivals: &[u32]) {
    if linear_thread_idx() == 0 {
        for (number, &count) in (0..).zip(arrivals) {
            barrier(number).init(count);
        }
        mbarrier::fence_init();
    }
    sync_threads();
}

/// A warp produces, another consumes, over two stages; each number is seen once, in order.
#[test]
fn a_ring_hands_over_every_number() {
    const ROUNDS: u32 = 7;
    launch(&Executor::new(), shape(3, 64).dynamic(1024), || {
        let (full, empty) = (|stage| barrier(stage), |stage| barrier(2 + stage));
        made(&[32, 32, 1, 1]);
        let thread = linear_thread_idx();
        for step in 0..2 * ROUNDS {
            let (stage, round) = (step % 2, step / 2);
            let place = 32 * stage + thread % 32;
            if thread < 32 {
                empty(stage).wait((round + 1) % 2);
                numbers().set(place, 100 * step + thread);
                full(stage).arrive();
            } else {
                full(stage).wait(round % 2);
                assert_eq!(numbers().get(place ^ 5), 100 * step + ((thread - 32) ^ 5));
                Warp::ALL.sync();
                if thread == 32 {
                    empty(stage).arrive();
                }
            }
        }
        // By asking again and again as well.
        if thread < 32 {
            while !empty(1).try_wait((ROUNDS + 1) % 2) {}
        }
    });
}

#[test]
fn a_number_that_is_read_without_a_wait_is_a_race() {
    let (fault, words) = fault(&Executor::new(), shape(1, 2).dynamic(1024), || {
        if linear_thread_idx() == 0 {
            numbers().set(0, 0);
        }
        made(&[1]);
        match linear_thread_idx() {
            0 => {
                numbers().set(0, 1);
                barrier(0).arrive();
            }
            _ => drop(numbers().get(0)),
        }
    });
    assert!(matches!(fault.kind, FaultKind::Race { .. }), "{words}");
}

#[test]
fn what_comes_after_an_arrival_is_not_ordered_by_it() {
    let (fault, words) = fault(&Executor::new(), shape(1, 2).dynamic(1024), || {
        if linear_thread_idx() == 0 {
            numbers().set(0, 0);
        }
        made(&[1]);
        match linear_thread_idx() {
            0 => {
                barrier(0).arrive();
                numbers().set(0, 1);
            }
            _ => {
                barrier(0).wait(0);
                numbers().get(0);
            }
        }
    });
    assert!(matches!(fault.kind, FaultKind::Race { .. }), "{words}");
}

#[test]
fn a_parity_that_is_not_turned_is_found() {
    let (fault, words) = fault(&Executor::new(), shape(1, 2).dynamic(1024), || {
        made(&[1]);
        for _ in 0..2 {
            match linear_thread_idx() {
                0 => barrier(0).arrive(),
                _ => barrier(0).wait(0),
            }
            sync_threads();
            if linear_thread_idx() == 1 {
                barrier(0).wait(0);
            }
        }
    });
    let expected =
        "a thread waits a second time for phase 0 of an `Mbarrier`, and passes at once: was the parity turned?";
    assert!(matches!(fault.kind, FaultKind::Misuse { .. }) && words.contains(expected), "{words}");
    let (_, words) = self::fault(&Executor::new(), shape(1, 1).dynamic(1024), || {
        made(&[1]);
        barrier(0).wait(1);
        barrier(0).wait(1);
    });
    assert!(words.contains("for phase before the first of"), "{words}");
}

/// As above, of a thread that asks in a loop.
#[test]
fn a_parity_that_is_not_turned_is_found_where_a_thread_asks() {
    let asked = |parity: fn(u32) -> u32| {
        move || {
            made(&[1, 1]);
            for round in 0..3 {
                if linear_thread_idx() == 0 {
                    barrier(0).arrive();
                    barrier(1).wait(round % 2);
                } else {
                    while !barrier(0).try_wait(parity(round)) {}
                    barrier(1).arrive();
                }
            }
        }
    };
    launch(&Executor::new(), shape(1, 2).dynamic(1024), asked(|round| round % 2));
    let (fault, words) = fault(&alone(), shape(1, 2).dynamic(1024), asked(|_| 0));
    let expected =
        "a thread asks a second time for phase 0 of an `Mbarrier`, and passes at once: was the parity turned?";
    assert!(matches!(fault.kind, FaultKind::Misuse { .. }) && words.contains(expected), "{words}");
    // A wait for what a thread was told of before it arrived elsewhere, and a question for what it has waited for.
    let later = |first: fn(), second: fn(), expected: &str| {
        let (_, words) = self::fault(&Executor::new(), shape(1, 1).dynamic(1024), || {
            made(&[1, 2]);
            barrier(0).arrive();
            first();
            barrier(1).arrive();
            second();
        });
        assert!(words.contains(expected), "{words}");
    };
    later(|| assert!(barrier(0).try_wait(0)), || barrier(0).wait(0), "waits a second time for phase 0");
    later(|| barrier(0).wait(0), || assert!(barrier(0).try_wait(0)), "asks a second time for phase 0");
    later(
        || assert!(barrier(1).try_wait(1)),
        || assert!(barrier(1).try_wait(1)),
        "asks a second time for phase before the first",
    );
}

/// Two barriers whose phases end in any order are asked for in turn, and then waited for.
#[test]
fn who_asks_again_and_then_waits_is_right() {
    launch(&Executor::new(), shape(1, 3).dynamic(1024), || {
        made(&[1, 1]);
        for round in 0..4 {
            match linear_thread_idx() {
                2 => {
                    while !(barrier(0).try_wait(round % 2) && barrier(1).try_wait(round % 2)) {}
                    barrier(0).wait(round % 2);
                    assert!(barrier(0).try_wait(round % 2));
                }
                other => barrier((other + round) % 2).arrive(),
            }
            sync_threads();
        }
    });
}

#[test]
fn a_phase_that_does_not_end_is_a_deadlock() {
    let (fault, words) = fault(&Executor::new(), shape(1, 4).dynamic(1024), || {
        made(&[3]);
        if linear_thread_idx() > 1 {
            barrier(0).arrive();
        }
        barrier(0).wait(0);
    });
    let expected = "waits for the end of phase 0 of an `Mbarrier`, which lacks 1 of 3 arrivals, with 3 more";
    assert!(matches!(fault.kind, FaultKind::Deadlock { .. }) && words.contains(expected), "{words}");
    let (_, words) = self::fault(&Executor::new(), shape(1, 1).dynamic(1024), || {
        made(&[1]);
        barrier(0).arrive_expecting(64);
        barrier(0).wait(0);
    });
    assert!(words.contains("which lacks 0 of 1 arrivals and 64 bytes that no copy brings"), "{words}");
}

/// Of several side by side in memory that is no tile's, a fault says which; of one alone, where it is.
#[test]
fn a_fault_says_which_barrier_it_is_about() {
    let (_, words) = fault(&Executor::new(), shape(1, 1).dynamic(1024), || {
        made(&[1, 1, 2, 1]);
        barrier(2).arrive();
        barrier(2).wait(0);
    });
    let expected =
        "which lacks 1 of 2 arrivals (the `Mbarrier` is `[2]` of those from byte 0 of dynamic shared memory on)";
    assert!(words.contains(expected), "{words}");
    let asked = |number: u32| {
        let (_, words) = faults(&Executor::new(), shape(1, 1).dynamic(1024), || {
            barrier(3).init(1);
            barrier(number).wait(2);
        });
        words
    };
    let words = asked(3);
    assert!(words.contains("it is 0 or 1 (the `Mbarrier` is at byte 24 of dynamic shared memory)"), "{words}");
    // One behind the last that is made.
    let words = asked(4);
    assert!(
        words.contains("`init` makes one (the `Mbarrier` is `[1]` of those from byte 24 of dynamic shared memory on)"),
        "{words}"
    );
}

#[test]
fn wrong_uses_are_said() {
    let said = |body: fn(), expected: &str| {
        let (_, words) = fault(&Executor::new(), shape(1, 1).dynamic(1024), body);
        assert!(words.contains(expected), "{words}");
    };
    said(|| barrier(0).init(0), "an `Mbarrier` for 0 arrivals: 1 to 1048575 can be");
    said(
        || {
            numbers().set(0, 0);
            numbers().set(1, 0);
            Mbarrier::at(numbers().cast::<u64>().at(0)).arrive();
        },
        "there is no `Mbarrier` here: `init` makes one",
    );
    said(
        || {
            barrier(0).init(1);
            barrier(0).init(1);
        },
        "is made where one is, which was not invalidated",
    );
    said(
        || {
            barrier(0).init(1);
            barrier(0).arrive_expecting(16);
            barrier(0).arrive();
        },
        "one more arrival than the 1 of phase 0 of an `Mbarrier`, whose bytes have not come",
    );
    said(
        || {
            barrier(0).init(1);
            barrier(0).wait(2);
        },
        "a phase of parity 2 is waited for: it is 0 or 1",
    );
    said(
        || {
            barrier(0).init(1);
            barrier(0).invalidate();
            barrier(0).arrive();
        },
        "there is no `Mbarrier` here: `init` makes one",
    );
}

#[test]
fn a_barrier_that_others_use_before_they_know_of_it_is_a_race() {
    let (fault, words) = fault(&Executor::new(), shape(1, 2).dynamic(1024), || match linear_thread_idx() {
        0 => barrier(0).init(1),
        _ => barrier(0).arrive(),
    });
    assert!(matches!(fault.kind, FaultKind::Race { .. }), "{words}");
}

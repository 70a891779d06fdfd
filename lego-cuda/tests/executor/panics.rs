//! Kernels that end early: whatever their body owns is dropped.

use crate::harness::{alone, fault, faults, launch, shape};
use lego_cuda::device::{Warp, block_idx, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Executor, FaultKind, Options};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The line of this file with a mark.
#[track_caller]
fn marked(mark: &str) -> u32 {
    crate::harness::marked(include_str!("panics.rs"), mark)
}

static MADE: AtomicUsize = AtomicUsize::new(0);
static DROPPED: AtomicUsize = AtomicUsize::new(0);

/// Counts itself; its end calls primitives, which must not suspend a thread that unwinds.
struct Counted(#[allow(dead_code)] Box<[u8]>);

impl Counted {
    fn new() -> Self {
        MADE.fetch_add(1, Ordering::Relaxed);
        Self(vec![1; 100].into())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        sync_threads();
        Warp::ALL.sync();
        DROPPED.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn nothing_leaks_from_threads_that_are_stopped() {
    for executor in [alone(), Executor::new(), Executor::with(Options::new().workers(4))] {
        for _ in 0..3 {
            let _ = faults(&executor, shape(9, 70), || {
                let _one = Counted::new();
                let _two = [Counted::new(), Counted::new()];
                if linear_thread_idx() == 40 && block_idx().x == 3 {
                    panic!("in the middle");
                }
                sync_threads();
            });
            launch(&executor, shape(9, 70), sync_threads);
        }
    }
    assert_eq!(MADE.load(Ordering::Relaxed), DROPPED.load(Ordering::Relaxed));
    assert!(MADE.load(Ordering::Relaxed) > 9 * 70);
}

#[test]
fn a_panic_is_told_with_words_and_place() {
    let (fault, words) = fault(&alone(), shape(1, 33), || {
        if linear_thread_idx() >= 32 {
            panic!("thread {} has no place", linear_thread_idx()); // @panic
        }
    });
    assert_eq!(fault.kind, FaultKind::Panic { message: "thread 32 has no place".to_owned() });
    let place = fault.site.unwrap();
    assert!(place.file.ends_with("panics.rs") && place.line == marked("panic"), "{place}");
    assert!(
        words.contains("block (0, 0, 0), thread (32, 0, 0)") && words.contains("thread 32 has no place"),
        "{words}"
    );
}

#[test]
fn a_body_that_catches_panics_is_stopped_all_the_same() {
    let (fault, _) = fault(&alone(), shape(1, 4), || {
        if linear_thread_idx() == 0 {
            return;
        }
        for _ in 0..3 {
            let _ = std::panic::catch_unwind(sync_threads);
        }
    });
    assert!(matches!(fault.kind, FaultKind::Barrier { .. }), "{fault}");
}

#[test]
fn a_body_that_catches_for_ever_ends_the_process_with_the_words_of_the_fault() {
    const CHILD: &str = "LEGO_CATCHES_FOR_EVER";
    if std::env::var_os(CHILD).is_some() {
        launch(&alone(), shape(1, 4), || {
            if linear_thread_idx() > 0 {
                loop {
                    let _ = std::panic::catch_unwind(|| {
                        sync_threads(); // @for ever
                    });
                }
            }
        });
    }
    let name = "panics::a_body_that_catches_for_ever_ends_the_process_with_the_words_of_the_fault";
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    let output = child.args(["--exact", name, "--nocapture"]).env(CHILD, "1").output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(words.contains(&format!("panics.rs:{}:", marked("for ever"))), "{words}");
    assert!(words.contains("waits at `sync_threads`") && words.contains("catches the unwinding"), "{words}");
}

#[test]
fn a_payload_of_any_kind_is_a_panic() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                panic!("dropped");
            }
        }
    }
    let (fault, _) = fault(&alone(), shape(1, 1), || std::panic::panic_any(Bomb));
    assert_eq!(fault.kind, FaultKind::Panic { message: "without words".to_owned() });
}

#[test]
fn a_kernel_cannot_launch_a_kernel() {
    let executor = alone();
    launch(&executor, shape(1, 1), || {
        let error = crate::harness::try_launch(&executor, shape(1, 1), |_| ()).unwrap_err();
        assert!(error.to_string().contains("a kernel cannot launch kernels"), "{error}");
    });
}

#[test]
fn panics_elsewhere_are_printed_as_before() {
    let executor = alone();
    launch(&executor, shape(1, 1), || ());
    // The hook is the executor's; a panic outside of a body goes to the one before, and unwinds as ever.
    assert!(std::panic::catch_unwind(|| panic!("outside, as the test wants it")).is_err());
}

#[test]
fn a_launch_while_the_caller_unwinds_is_a_launch() {
    struct Launches<'a>(&'a Executor);
    impl Drop for Launches<'_> {
        fn drop(&mut self) {
            assert!(std::thread::panicking());
            let tile = || lego_cuda::device::shared::dynamic::<u32>(0, 64);
            launch(self.0, shape(3, 64).dynamic(256), || {
                tile().set(linear_thread_idx(), linear_thread_idx());
                sync_threads();
                assert_eq!(tile().get(63 - linear_thread_idx()), 63 - linear_thread_idx());
            });
        }
    }
    for executor in [alone(), Executor::new()] {
        let caught = std::panic::catch_unwind(|| {
            let _launches = Launches(&executor);
            std::panic::resume_unwind(Box::new(7));
        });
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&7));
    }
}

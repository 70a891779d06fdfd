//! The suite on the executor. On GPUs the program of `cargo xtask gpu` runs it.

use launch_suite::suite::{run, run_failing};
use lego_cuda::executor::Executor;

fn seed() -> u64 {
    std::time::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_nanos() as u64)
}

#[test]
fn the_executor_does_what_a_back_end_must() {
    let report = run::<Executor>(None, seed()).unwrap();
    assert!(report.is_right(), "{report}");
}

#[test]
fn a_kernel_that_fails_is_an_error() {
    let report = run_failing::<Executor>(None, seed()).unwrap();
    assert!(report.is_right(), "{report}");
}

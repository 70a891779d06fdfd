//! The back ends for GPUs where there is none: an error that says what to do, and no panic.
//!
//! What they do on a GPU is tested by the program of `cargo xtask gpu`.
#![cfg(any(feature = "cudarc", feature = "cust"))]

use lego_cuda::launch::{Backend, Device, Error};
use std::io::Write as _;

/// Opens devices; what is said of a missing driver, and `None` where there is one.
fn words<B: Backend>() -> Option<String> {
    // Twice, because the library is loaded by the first call.
    let errors = [0, 0, 7].map(|ordinal| Device::<B>::open(ordinal).err());
    let words = match &errors[0] {
        Some(Error::NoDriver { .. }) => {
            assert_eq!(errors[0], errors[1]);
            assert_eq!(errors[0], errors[2], "without a driver nobody knows how many devices there are");
            errors[0].as_ref().map(Error::to_string)
        }
        Some(Error::NoDevice { ordinal: 0, .. }) | None => None,
        Some(other) => panic!("{other:?}"),
    };
    // Past the capture of the test runner, which shows only what failed.
    let _ = writeln!(
        std::io::stderr(),
        "GPU tests of {} NOT RUN: `cargo xtask gpu` makes the program that has them",
        B::NAME
    );
    words
}

#[cfg(feature = "cudarc")]
#[test]
fn cudarc_without_a_driver_says_what_to_install() {
    let Some(words) = words::<lego_cuda::launch::Cudarc>() else { return };
    // With the stub of `cargo xtask cust` in its place, the driver is one that lacks what came after CUDA 11.4.
    let missing =
        "there is no CUDA driver: its library, libcuda.so.1 (nvcuda.dll on Windows), cannot be loaded; install";
    let old = "there is no CUDA driver: the one here is too old, it has no `cuEventElapsedTime_v2`: version 570";
    assert!(words.starts_with(missing) || words.starts_with(old), "{words}");
    for part in ["apt-get install nvidia-driver", "`--gpus all`", "the CUDA toolkit is not needed"] {
        assert!(words.contains(part), "`{part}` is not in:\n{words}");
    }
}

#[cfg(feature = "cust")]
#[test]
fn cust_with_a_stub_of_the_driver_says_what_to_install() {
    let Some(words) = words::<lego_cuda::launch::Cust>() else { return };
    assert!(
        words.starts_with("there is no CUDA driver: it cannot be started: CUDA_ERROR_STUB_LIBRARY; install"),
        "{words}"
    );
    assert!(words.contains("apt-get install nvidia-driver"), "{words}");
}

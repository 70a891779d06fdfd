//! Programs that carry what ptxas made: which devices load it, and that all others load the PTX.

use crate::fake::{Fake, OBJECT, defect};
use lego_cuda::image::{Architecture, KernelModule, Kernels, Reach};
use lego_cuda::launch::Device;

/// A program for one architecture, with an object.
fn program(architecture: Architecture, object: &str) -> &'static Kernels {
    let object = Some(object.to_owned().leak().as_bytes());
    let modules = vec![KernelModule { architecture, ptx: "", object, kernels: &[] }].leak();
    // SAFETY: there are no instructions.
    Box::leak(Box::new(unsafe { Kernels::new("objects", None, modules) }))
}

/// Whether the object of a program for this architecture is loaded to the device that the executor is.
fn is_assembled(name: &'static str, major: u32, minor: u32, reach: Reach, object: &str) -> bool {
    let device = Device::<Fake<{ defect::NONE }>>::open(0).unwrap();
    assert_eq!(device.limits().capability, (9, 0));
    device.load(program(Architecture { name, major, minor, reach }, object)).unwrap().is_assembled()
}

#[test]
fn an_object_is_loaded_by_the_generation_that_it_was_made_for() {
    assert!(is_assembled("sm_90a", 9, 0, Reach::Exact, OBJECT));
    assert!(is_assembled("sm_90", 9, 0, Reach::Newer, OBJECT));
    // The PTX for an older generation is taken, and what ptxas made of it is not.
    assert!(!is_assembled("sm_80", 8, 0, Reach::Newer, OBJECT));
}

#[test]
fn ptx_is_loaded_where_the_driver_takes_no_object() {
    assert!(!is_assembled("sm_90a", 9, 0, Reach::Exact, "of a later ptxas"));
}

//! The words of refusals that no back end of the suite can show.

use crate::fake::device;
use crate::hollow::Hollow;
use crate::program::PROGRAM;
use launch_suite::kernels::{Numbering, Turned, TurnedBesides};
use lego_cuda::image::{Kernel, KernelModule, Kernels, Resources};
use lego_cuda::launch::{Device, Error, Launch};

/// The program of a build with ptxas, which counted the shared memory of each kernel.
fn counted(shared: u32) -> &'static Kernels {
    let module = PROGRAM.modules()[0];
    let with = |kernel: &Kernel| Kernel { resources: Some(Resources { shared, ..Resources::default() }), ..*kernel };
    let kernels = module.kernels.iter().map(with).collect::<Vec<_>>().leak();
    let modules = vec![KernelModule { kernels, ..module }].leak();
    // SAFETY: there are no instructions.
    Box::leak(Box::new(unsafe { Kernels::new("counted", None, modules) }))
}

#[test]
fn shared_memory_that_ptxas_counted_is_counted() {
    let device = device();
    let most = device.limits().shared_per_block;
    let module = device.load(counted(1000)).unwrap();
    let input = device.zeroed::<u32>(128).unwrap();
    let mut output = device.zeroed::<u32>(128).unwrap();
    let mut launch = |added| {
        let launch = Launch::grid(1).block(32).dynamic_shared(added);
        TurnedBesides::launch(&module, launch, &input, &mut output, 4)
    };
    launch(most - 1000).unwrap();
    let error = launch(most - 999).unwrap_err();
    assert_eq!(error, Error::SharedMemory { kernel: "turned_besides", bytes: u64::from(most) + 1, most });
    assert_eq!(
        error.to_string(),
        format!("`turned_besides` needs {} bytes of shared memory a block, and the device has {most}", most + 1)
    );
}

#[test]
fn a_static_tile_is_not_counted_twice() {
    let device = device();
    let most = device.limits().shared_per_block;
    // The kernel's tile of 512 bytes is among those that ptxas counted.
    let module = device.load(counted(512)).unwrap();
    let input = device.zeroed::<u32>(128).unwrap();
    let mut output = device.zeroed::<u32>(128).unwrap();
    let mut launch = |added| Turned::launch(&module, Launch::grid(1).dynamic_shared(added), &input, &mut output);
    launch(most - 512).unwrap();
    launch(most - 511).unwrap_err();
}

#[test]
fn a_buffer_longer_than_32_bits_is_no_linear_view() {
    let device = Device::<Hollow>::open(0).unwrap();
    let module = device.without_program().unwrap();
    let mut buffer = device.zeroed::<u32>(1 << 32).unwrap();
    let launch = || Launch::grid(1).block(1);
    let error = Numbering::launch(&module, launch(), &mut buffer).unwrap_err();
    let words = "the layout of `output`: the number of elements is 4294967296";
    assert!(error.to_string().starts_with(words), "{error}");
    let mut buffer = device.zeroed::<u32>((1 << 32) - 1).unwrap();
    Numbering::launch(&module, launch(), &mut buffer).unwrap();
}

#[test]
fn a_handle_says_what_it_is() {
    let device = device();
    let module = device.load(&PROGRAM).unwrap();
    assert!(format!("{module:?}").contains("sm_80"), "{module:?}");
    assert_eq!(module.image().unwrap().architecture.name, "sm_80");
    let mut buffer = device.zeroed::<f32>(3).unwrap();
    assert_eq!(format!("{buffer:?}"), "Buffer { elements: \"f32\", len: 3, .. }");
    assert!(module.device().same(buffer.device()));
    buffer.fill_bytes(1).unwrap();
}

//! Programs that cannot be loaded, kernels that are not there, kernels that fail.

use super::check::{Failure, Random, holds, refused};
use super::{Case, Context};
use crate::kernels::{Incremented, Trapping};
use lego_cuda::image::{Architecture, Bounds, Kernel as KernelImage, KernelModule, Kernels, Parameter, Reach};
use lego_cuda::kernel::{Entry, Instance, Kernel, TileSpec};
use lego_cuda::launch::{Backend, Error, Launch};

pub(super) fn cases<B: Backend>() -> Vec<Case<B>> {
    vec![
        ("programs that cannot be loaded", unloadable::<B>),
        ("kernels that the program does not have", missing::<B>),
        ("a program of other kernels", other_kernels::<B>),
    ]
}

pub(super) fn last<B: Backend>() -> Vec<Case<B>> {
    vec![("a kernel that fails is an error", failing::<B>)]
}

const NEWER: Architecture = Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer };

// SAFETY: there is nothing to load.
static UNBUILT: Kernels = unsafe { Kernels::new("unbuilt", Some("there was no compiler"), &[]) };

const fn module(ptx: &'static str) -> KernelModule {
    KernelModule { architecture: NEWER, ptx, object: None, kernels: &[] }
}

static OF_THE_FUTURE: Kernels = {
    const FUTURE: Architecture = Architecture { name: "sm_990a", major: 99, minor: 0, reach: Reach::Exact };
    // SAFETY: there are no instructions.
    unsafe { Kernels::new("of_the_future", None, &[KernelModule { architecture: FUTURE, ..module("") }]) }
};

static NO_PTX: Kernels = {
    const MODULES: &[KernelModule] = &[module(".version 7.8\n.target sm_80\nno such directive\n")];
    // SAFETY: nothing loads it.
    unsafe { Kernels::new("no_ptx", None, MODULES) }
};

static ZERO_BYTE: Kernels = {
    const MODULES: &[KernelModule] = &[module(".version 7.8\0\n")];
    // SAFETY: nothing loads it.
    unsafe { Kernels::new("zero_byte", None, MODULES) }
};

/// A program with a kernel of the name `incremented` that does nothing.
macro_rules! incremented {
    ($ptx:literal, $parameters:expr, $signature:expr) => {{
        const MODULES: &[KernelModule] = &[KernelModule {
            kernels: &[KernelImage {
                name: "incremented",
                parameters: $parameters,
                bounds: Bounds {
                    max_threads: None,
                    required_threads: None,
                    min_blocks: None,
                    max_registers: None,
                    cluster: None,
                },
                signature: $signature,
                resources: None,
            }],
            ..module(concat!(
                ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry incremented(",
                $ptx,
                ")\n{\n\tret;\n}\n"
            ))
        }];
        // SAFETY: the kernel does nothing.
        unsafe { Kernels::new("other", None, MODULES) }
    }};
}

const fn parameter(bytes: u32) -> Parameter {
    Parameter { bytes, align: 8, pointer: false }
}

/// It takes something else.
static OTHER: Kernels = incremented!(".param .u64 a, .param .u32 b", &[parameter(8), parameter(4)], None);

/// It takes as much, and was compiled from something else.
static OTHER_TEXT: Kernels = incremented!(".param .align 8 .b8 a[16]", &[parameter(16)], Some(1));

/// It takes as much, and `#[lego_kernel]` did not make it.
static FOREIGN: Kernels = incremented!(".param .align 8 .b8 a[16]", &[parameter(16)], None);

fn unloadable<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    let device = &context.device;
    if B::RUNS_BODIES {
        // There is nothing to load, so nothing is wrong.
        for program in [&UNBUILT, &OF_THE_FUTURE, &NO_PTX] {
            device.load(program)?;
        }
        return Ok(());
    }
    let error = refused(device.load(&UNBUILT), &["the kernels of `unbuilt` were not built: there was no compiler"])?;
    holds(matches!(error, Error::NotBuilt { .. }), || format!("{error:?}"))?;
    let (major, minor) = device.limits().capability;
    let capability = format!("compute capability {major}.{minor}, and the kernels were built for sm_990a");
    refused(device.load(&OF_THE_FUTURE), &[&device.limits().name, &capability, "in the build script"])?;
    // The compiler's words name the line.
    refused(device.load(&NO_PTX), &["loading PTX: the driver says", "line 3"])?;
    refused(device.load(&ZERO_BYTE), &["loading PTX", "zero byte"])?;
    refused(device.without_program(), &[B::NAME, "`Device::load`"])?;
    Ok(())
}

/// A kernel that no program has.
struct Absent;

impl Kernel for Absent {
    const NAME: &'static str = "absent";
    const BOUNDS: Bounds =
        Bounds { max_threads: None, required_threads: None, min_blocks: None, max_registers: None, cluster: None };
    const TILES: &'static [TileSpec] = &[];
    const FINGERPRINTS: &'static [u64] = &[];
}

// SAFETY: no program has an entry of this symbol.
unsafe impl Instance for Absent {
    const ENTRY: &'static str = "absent_instance";
}

fn missing<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    if B::RUNS_BODIES {
        return Ok(());
    }
    let entry = Entry::of::<Absent>();
    // SAFETY: the kernel takes nothing, and there is none.
    let launch = unsafe { context.module.launch(&entry, Launch::grid(1).block(1), &mut [], |_: &[u32]| {}) };
    let error = refused(launch, &["the program has no kernel `absent_instance`"])?;
    holds(matches!(error, Error::NoKernel { .. }), || format!("{error:?}"))?;
    let resident = context.module.resident_blocks::<Absent>(Launch::grid(1).block(1));
    refused(resident, &["the program has no kernel `absent_instance`"])?;
    Ok(())
}

fn other_kernels<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    if B::RUNS_BODIES {
        return Ok(());
    }
    let mut buffer = context.device.zeroed::<i32>(15)?;
    for other in [&OTHER_TEXT, &FOREIGN] {
        let module = context.device.load(other)?;
        let launch = Incremented::launch(&module, Launch::grid(1), &mut buffer);
        let words = ["the program's `incremented` was compiled from another text", "the same features"];
        let error = refused(launch, &words)?;
        holds(error == Error::OtherKernel { kernel: "incremented" }, || format!("{error:?}"))?;
    }
    let module = context.device.load(&OTHER)?;
    let launch = Incremented::launch(&module, Launch::grid(1), &mut buffer);
    refused(launch, &["`incremented` takes parameters of [8, 4] bytes", "[16]", "built from other kernels"])?;
    Ok(())
}

fn failing<B: Backend>(context: &Context<B>, _: &mut Random) -> Result<(), Failure> {
    Trapping::launch(&context.module, Launch::grid(4), 0)?;
    context.device.synchronize()?;
    let buffer = context.device.zeroed::<u32>(3)?;
    let said = Trapping::launch(&context.module, Launch::grid(4), 1).and_then(|()| context.device.synchronize());
    if B::RUNS_BODIES {
        let error = refused(said, &["`trapping`"])?;
        holds(matches!(error, Error::Kernel { .. }), || format!("{error:?}"))?;
        buffer.read()?;
    } else {
        let error = refused(said, &["the driver says"])?;
        holds(matches!(error, Error::Driver { .. }), || format!("{error:?}"))?;
        // Everything after says it too, and nothing panics, dropping included.
        refused(buffer.read(), &["the driver says"])?;
        refused(context.device.zeroed::<u32>(1), &["the driver says"])?;
        refused(context.device.record().map(drop), &["the driver says"])?;
    }
    Ok(())
}

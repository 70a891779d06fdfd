//! What a tuner measures, on a back end whose time is made up: and that it measures nothing while launches are recorded or captured.
// A back end is a promise to the launches, and a program made by hand one to the device.
#![allow(unsafe_code)]

use lego_cuda::image::{Architecture, KernelModule, Kernels, Reach};
use lego_cuda::launch::backend::{Backend, Body, Invocation, Limits};
use lego_cuda::launch::{Device, Error, Graphs, Module, Source, Tuner};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A back end that runs nothing and counts what would have run: each unit of work takes a millisecond.
#[derive(Clone)]
struct Clock {
    limits: Arc<Limits>,
    /// Whether the program has its stream captured.
    is_captured: Arc<AtomicBool>,
    /// The milliseconds so far.
    now: Arc<AtomicUsize>,
    /// How often somebody waited for time to pass.
    timed: Arc<AtomicUsize>,
}

// SAFETY: memory is a vector, and nothing runs that could use its address.
unsafe impl Backend for Clock {
    type Memory = Mutex<Vec<u8>>;
    type Module = ();
    type Function = ();
    type Event = usize;

    const NAME: &'static str = "clock";

    fn open(_: usize) -> Result<Self, Error> {
        let limits = Limits {
            name: "clock".to_owned(),
            driver: 0,
            capability: (8, 0),
            multiprocessors: 1,
            threads_per_block: 1024,
            block: [1024, 1024, 64],
            grid: [i32::MAX as u32, 65535, 65535],
            shared_per_block: 48 << 10,
            shared_per_block_default: 48 << 10,
            memory: 1 << 30,
        };
        let counter = || Arc::new(AtomicUsize::new(0));
        Ok(Self { limits: Arc::new(limits), is_captured: Arc::default(), now: counter(), timed: counter() })
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.now, &other.now)
    }

    fn allocate(&self, bytes: usize) -> Result<Mutex<Vec<u8>>, Error> {
        Ok(Mutex::new(vec![0; bytes]))
    }

    fn address(&self, memory: &Mutex<Vec<u8>>) -> u64 {
        memory.lock().unwrap().as_ptr().addr() as u64
    }

    fn upload(&self, to: &Mutex<Vec<u8>>, offset: usize, from: &[u8]) -> Result<(), Error> {
        to.lock().unwrap()[offset..][..from.len()].copy_from_slice(from);
        Ok(())
    }

    fn download(&self, from: &Mutex<Vec<u8>>, offset: usize, to: &mut [u8]) -> Result<(), Error> {
        to.copy_from_slice(&from.lock().unwrap()[offset..][..to.len()]);
        Ok(())
    }

    fn fill(&self, memory: &Mutex<Vec<u8>>, offset: usize, bytes: usize, value: u8) -> Result<(), Error> {
        memory.lock().unwrap()[offset..][..bytes].fill(value);
        Ok(())
    }

    fn load(&self, _: &str) -> Result<(), Error> {
        Ok(())
    }

    fn function(&self, (): &(), _: &str, _: u32) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn launch(&self, (): &(), _: Invocation<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn synchronize(&self) -> Result<(), Error> {
        Ok(())
    }

    fn is_captured(&self) -> Result<bool, Error> {
        Ok(self.is_captured.load(Ordering::Relaxed))
    }

    fn record(&self) -> Result<usize, Error> {
        Ok(self.now.load(Ordering::Relaxed))
    }

    fn elapsed(&self, from: &usize, to: &usize) -> Result<f32, Error> {
        self.timed.fetch_add(1, Ordering::Relaxed);
        Ok((to - from) as f32)
    }
}

// SAFETY: nothing runs.
unsafe impl Graphs for Clock {
    type Graph = ();

    fn graph(&self) -> Result<(), Error> {
        Ok(())
    }

    fn add(&self, (): &mut (), (): &(), _: Invocation<'_>, _: Body) -> Result<(), Error> {
        Ok(())
    }

    fn complete(&self, (): &mut ()) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn replay(&self, (): &()) -> Result<(), Error> {
        Ok(())
    }
}

/// A program without kernels.
const MODULES: &[KernelModule] = &[KernelModule {
    architecture: Architecture { name: "sm_80", major: 8, minor: 0, reach: Reach::Newer },
    ptx: "",
    object: None,
    kernels: &[],
}];
// SAFETY: there is no kernel to be launched.
static PROGRAM: Kernels = unsafe { Kernels::new("none", None, MODULES) };

fn module() -> Module<Clock> {
    Device::<Clock>::open(0).unwrap().load(&PROGRAM).unwrap()
}

/// Ways by the milliseconds that each takes.
const WAYS: [usize; 3] = [3, 1, 2];

/// What is chosen, and how often a way was launched for it.
fn choose(module: &Module<Clock>, tuner: &Tuner) -> (usize, Source, usize) {
    let mut launched = 0;
    let choice = tuner.choose(module, "a sum", &WAYS, |module, way| {
        launched += 1;
        module.device().backend().now.fetch_add(*way, Ordering::Relaxed);
        Ok(())
    });
    let choice = choice.unwrap();
    (*choice.way, choice.source, launched)
}

fn timed(module: &Module<Clock>) -> usize {
    module.device().backend().timed.load(Ordering::Relaxed)
}

#[test]
fn the_fastest_is_measured_once() {
    let (module, tuner) = (module(), Tuner::in_memory());
    let (way, source, launched) = choose(&module, &tuner);
    assert_eq!((way, source), (1, Source::Measured));
    assert!(launched > 0 && timed(&module) > 0, "{launched} launches");
    let before = timed(&module);
    assert_eq!(choose(&module, &tuner), (1, Source::Kept, 0));
    assert_eq!(timed(&module), before);
}

#[test]
fn nothing_is_measured_while_the_program_captures_its_stream() {
    let (module, tuner) = (module(), Tuner::in_memory());
    let is_captured = &module.device().backend().is_captured;
    is_captured.store(true, Ordering::Relaxed);
    assert_eq!(choose(&module, &tuner), (3, Source::First, 0));
    assert_eq!(timed(&module), 0);
    // The first is not kept: what is measured behind the capture counts, also in the next one.
    is_captured.store(false, Ordering::Relaxed);
    let (way, source, _) = choose(&module, &tuner);
    assert_eq!((way, source), (1, Source::Measured));
    is_captured.store(true, Ordering::Relaxed);
    assert_eq!(choose(&module, &tuner), (1, Source::Kept, 0));
}

#[test]
fn nothing_is_measured_while_launches_are_recorded() {
    let (module, tuner) = (module(), Tuner::in_memory());
    module
        .record(|module| {
            assert_eq!(choose(module, &tuner), (3, Source::First, 0));
            Ok(())
        })
        .unwrap();
    assert_eq!(timed(&module), 0);
    let (way, source, _) = choose(&module, &tuner);
    assert_eq!((way, source), (1, Source::Measured));
}

#[cfg(feature = "executor")]
#[test]
fn the_executor_takes_the_first_also_while_launches_are_recorded() {
    let module = Device::new(lego_cuda::executor::Executor::new()).without_program().unwrap();
    let tuner = Tuner::in_memory();
    let refuse = |what: &'static str| Err(Error::Recorded { what });
    let graph = module.record(|module| {
        let choice = tuner.choose(module, "a sum", &WAYS, |_, _| refuse("a way was launched"))?;
        assert_eq!((*choice.way, choice.source), (3, Source::First));
        Ok(())
    });
    assert_eq!(graph.unwrap().launches(), 0);
}

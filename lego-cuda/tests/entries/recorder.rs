//! A back end that runs nothing and remembers the launches.

use lego_cuda::launch::Error;
use lego_cuda::launch::backend::{Backend, Invocation, Limits};
use std::sync::{Arc, Mutex};

/// A device that looks like an H200.
#[derive(Clone)]
pub(crate) struct Recorder {
    limits: Arc<Limits>,
    recorded: Arc<Mutex<Vec<Recorded>>>,
}

/// A launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(crate) entry: &'static str,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared: u32,
    pub(crate) tiles: usize,
}

impl Recorder {
    pub(crate) fn recorded(&self) -> Vec<Recorded> {
        self.recorded.lock().unwrap().clone()
    }
}

// SAFETY: memory is a vector, and nothing runs that could use its address.
unsafe impl Backend for Recorder {
    type Memory = Mutex<Vec<u8>>;
    type Module = String;
    type Function = ();
    type Event = ();

    const NAME: &'static str = "recorder";

    fn open(_: usize) -> Result<Self, Error> {
        let limits = Limits {
            name: "recorder".to_owned(),
            driver: 13000,
            capability: (9, 0),
            multiprocessors: 132,
            threads_per_block: 1024,
            block: [1024, 1024, 64],
            grid: [i32::MAX as u32, 65535, 65535],
            shared_per_block: 227 * 1024,
            shared_per_block_default: 48 * 1024,
            memory: 1 << 37,
        };
        Ok(Self { limits: Arc::new(limits), recorded: Arc::default() })
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn same_device(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.recorded, &other.recorded)
    }

    fn allocate(&self, bytes: usize) -> Result<Mutex<Vec<u8>>, Error> {
        Ok(Mutex::new(vec![0; bytes]))
    }

    fn address(&self, memory: &Mutex<Vec<u8>>) -> u64 {
        memory.lock().unwrap().as_ptr() as u64
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

    fn load(&self, ptx: &str) -> Result<String, Error> {
        Ok(ptx.to_owned())
    }

    fn function(&self, module: &String, entry: &str, _: u32) -> Result<(), Error> {
        let is_there = module.contains(&format!(".visible .entry {entry}("));
        if is_there { Ok(()) } else { Err(Error::NoKernel { entry: entry.to_owned() }) }
    }

    unsafe fn launch(&self, (): &(), invocation: Invocation<'_>) -> Result<(), Error> {
        let Invocation { entry, grid, block, dynamic_shared, tiles, .. } = invocation;
        self.recorded.lock().unwrap().push(Recorded { entry, grid, block, dynamic_shared, tiles: tiles.len() });
        Ok(())
    }

    fn synchronize(&self) -> Result<(), Error> {
        Ok(())
    }

    fn record(&self) -> Result<(), Error> {
        Ok(())
    }

    fn elapsed(&self, (): &(), (): &()) -> Result<f32, Error> {
        Ok(0.0)
    }
}

//! A back end with all the memory in the world, because it has none.

use lego_cuda::executor::Executor;
use lego_cuda::launch::backend::{Backend, Invocation, Limits};
use lego_cuda::launch::{Device, Error};

/// Launches nothing, copies nothing, and gives numbers for memory.
#[derive(Clone)]
pub(crate) struct Hollow(Limits);

// SAFETY: there is no memory that anything could reach, and nothing runs.
unsafe impl Backend for Hollow {
    type Memory = ();
    type Module = ();
    type Function = ();
    type Event = ();

    const NAME: &'static str = "hollow";
    const RUNS_BODIES: bool = true;

    fn open(ordinal: usize) -> Result<Self, Error> {
        let device = Device::<Executor>::open(ordinal)?;
        Ok(Self(Limits { memory: u64::MAX, ..device.limits().clone() }))
    }

    fn limits(&self) -> &Limits {
        &self.0
    }

    fn same_device(&self, _: &Self) -> bool {
        true
    }

    fn allocate(&self, _: usize) -> Result<(), Error> {
        Ok(())
    }

    fn address(&self, (): &()) -> u64 {
        256
    }

    fn upload(&self, (): &(), _: usize, _: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn download(&self, (): &(), _: usize, _: &mut [u8]) -> Result<(), Error> {
        Ok(())
    }

    fn fill(&self, (): &(), _: usize, _: usize, _: u8) -> Result<(), Error> {
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

    fn record(&self) -> Result<(), Error> {
        Ok(())
    }

    fn elapsed(&self, (): &(), (): &()) -> Result<f32, Error> {
        Ok(0.0)
    }
}

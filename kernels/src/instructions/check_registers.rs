//! Values that are in registers while those are handed over, mixed on the host by the same formula.

use super::presence::is_there;
use super::{InstructionRegisters, VALUES};
use lego_cuda::device::wgmma::WARPGROUP;
use lego_cuda::launch::{Backend, Launch, Module};
use lego_kernels_harness::{Failure, Random, Scale, compare};

/// What the values of a thread become.
fn mixed(values: &mut [u32; VALUES], thread: u32, rounds: u32) {
    let mut sum = thread.wrapping_mul(0x9e37_79b9);
    for _ in 0..rounds {
        for value in values.iter_mut() {
            sum = sum.wrapping_add(*value);
            *value = value.rotate_left(5) ^ sum;
        }
    }
}

pub(super) fn check<B: Backend>(module: &Module<B>, random: &mut Random, scale: Scale) -> Result<(), Failure> {
    if !is_there::<InstructionRegisters, B>(module) {
        return Ok(());
    }
    // On a GPU more blocks than run at once, two on each multiprocessor.
    let (blocks, rounds) = if scale == Scale::Small { (2, 3) } else { (600, 20) };
    let threads = 2 * WARPGROUP as usize;
    let (device, len) = (module.device(), blocks * threads * VALUES);
    let values: Vec<u32> = (0..len).map(|_| random.bits() as u32).collect();
    let (from, mut to) = (device.buffer_from(&values)?, device.poisoned::<u32>(len)?);
    // SAFETY: the buffers have the values of all threads of each block.
    unsafe { InstructionRegisters::launch(module, Launch::grid(blocks as u32), &from, rounds, &mut to) }?;
    let mut right = values;
    for block in right.chunks_mut(threads * VALUES) {
        for thread in 0..threads {
            let mut own = std::array::from_fn(|k| block[threads * k + thread]);
            mixed(&mut own, thread as u32, rounds);
            own.iter().enumerate().for_each(|(k, value)| block[threads * k + thread] = *value);
        }
    }
    compare("values in registers", &to.read()?, |at| right[at])
}

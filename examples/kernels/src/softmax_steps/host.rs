//! The launches of the steps.

use super::{
    RowOfBlock, RowOfThread, SoftmaxByBlocks, SoftmaxByThreads, SoftmaxByVectors, SoftmaxInRegisters, SoftmaxOnline,
};
use crate::rows::Rows;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A thread for each row.
    Threads,
    /// A block for each row.
    Blocks,
    /// Largest number and sum in one go.
    Online,
    /// The row in registers.
    Registers,
    /// By 16 bytes.
    Vectors,
}

/// The steps in their order.
pub const STEPS: [Step; 5] = [Step::Threads, Step::Blocks, Step::Online, Step::Registers, Step::Vectors];

impl Step {
    /// The name of its kernel, as the PTX has it.
    pub const fn kernel(self) -> &'static str {
        match self {
            Self::Threads => "softmax_step_1",
            Self::Blocks => "softmax_step_2",
            Self::Online => "softmax_step_3",
            Self::Registers => "softmax_step_4",
            Self::Vectors => "softmax_step_5",
        }
    }

    /// Whether it takes rows of so many numbers: the last two up to 4096, the last one multiples of four.
    pub const fn takes(self, n: usize) -> bool {
        match self {
            Self::Threads | Self::Blocks | Self::Online => true,
            Self::Registers => n <= 4096,
            Self::Vectors => n <= 4096 && n.is_multiple_of(4),
        }
    }
}

/// Sets each of the m rows of n numbers of `output` to the softmax of that of `input`, by the kernel of a step.
///
/// Law: element `[i, j]` is `exp(x[i, j] - max x[i]) / sum(exp(x[i] - max x[i]))`.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0, the matrix has 2^32 elements or more, or a row more numbers than the step
/// [takes](Step::takes); [`Error::Length`] if four does not divide a row of the last step, or a buffer is shorter; the launch's.
pub fn softmax_step<B: Backend>(
    module: &Module<B>,
    step: Step,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    [m, n]: [usize; 2],
) -> Result<(), Error> {
    let (launch, refused) = (Launch::covering(), Error::layout("input"));
    match step {
        Step::Threads => {
            let rows = RowOfThread::new(m, n).map_err(refused)?;
            SoftmaxByThreads::launch(module, launch, input.view(rows), output.view_mut(rows))
        }
        Step::Blocks => {
            let rows = RowOfBlock::new(m, n).map_err(refused)?;
            SoftmaxByBlocks::launch(module, launch, input.view(rows), output.view_mut(rows))
        }
        Step::Online => {
            let rows = RowOfBlock::new(m, n).map_err(refused)?;
            SoftmaxOnline::launch(module, launch, input.view(rows), output.view_mut(rows))
        }
        Step::Registers => {
            let rows = Rows::<16, 256>::new(m, n).map_err(refused)?;
            SoftmaxInRegisters::<16>::launch(module, launch, input.view(rows), output.view_mut(rows))
        }
        Step::Vectors => {
            if !n.is_multiple_of(4) {
                return Err(Error::Length { what: "a row", elements: n, needed: n.next_multiple_of(4) });
            }
            let rows = Rows::<4, 256>::new(m, n / 4).map_err(refused)?;
            SoftmaxByVectors::<4>::launch(module, launch, input.view_vectors(rows), output.view_vectors_mut(rows))
        }
    }
}

//! The launch: the smallest instance that holds a row.

use super::kernel::{LongRows, Softmax, SoftmaxLong};
use crate::rows::Rows;
use half::f16;
use lego_cuda::device::Stored;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// A number whose softmax has kernels: `f32` and `f16`.
pub trait SoftmaxNumber: Stored {
    /// Launches the kernel for m rows of n numbers.
    ///
    /// # Errors
    /// The launch's.
    fn launch<B: Backend>(
        module: &Module<B>,
        input: &Buffer<Self, B>,
        output: &mut Buffer<Self, B>,
        sizes: [usize; 2],
    ) -> Result<(), Error>;
}

/// Sets each of the m rows of n numbers of `output` to the softmax of that of `input`.
///
/// Law: element `[i, j]` is `exp(x[i, j] - max x[i]) / sum(exp(x[i] - max x[i]))`, computed in `f32`.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the matrix has 2^32 elements or more, [`Error::Length`] if a buffer is shorter, and the launch's.
pub fn softmax_rows<T: SoftmaxNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error> {
    T::launch(module, input, output, [m, n])
}

macro_rules! numbers {
    ($($number:ty: $v:literal; $(<$vector:literal, $steps:literal, $threads:literal>)*;)*) => {
        $(
            impl SoftmaxNumber for $number {
                fn launch<B: Backend>(
                    module: &Module<B>,
                    input: &Buffer<Self, B>,
                    output: &mut Buffer<Self, B>,
                    [m, n]: [usize; 2],
                ) -> Result<(), Error> {
                    let widest = if n.is_multiple_of($v) { $v } else { 1 };
                    $(
                        if widest == $vector && n <= $vector * $steps * $threads {
                            let rows = Rows::<$steps, $threads>::new(m, n / $vector).map_err(Error::layout("input"))?;
                            let (input, output) = (input.view_vectors(rows), output.view_vectors_mut(rows));
                            return Softmax::<$number, $vector, $steps, $threads>::launch(module, Launch::covering(), input, output);
                        }
                    )*
                    let rows = LongRows::new(m, n).map_err(Error::layout("input"))?;
                    SoftmaxLong::<$number>::launch(module, Launch::covering(), input.view(rows), output.view_mut(rows))
                }
            }
        )*
    };
}

numbers! {
    f32: 4; <4, 1, 256> <4, 2, 256> <4, 4, 256> <4, 8, 256> <4, 8, 512> <4, 8, 1024> <1, 4, 256> <1, 16, 256> <1, 8, 1024> <1, 16, 1024>;
    f16: 8; <8, 1, 256> <8, 2, 256> <8, 4, 256> <8, 4, 512> <8, 4, 1024> <1, 4, 256> <1, 16, 256> <1, 8, 1024> <1, 16, 1024>;
}

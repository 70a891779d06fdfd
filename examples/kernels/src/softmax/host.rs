//! The launch: the smallest instance that holds a row.

use super::kernel::{LongRows, Softmax, SoftmaxLong, SoftmaxRotated};
use crate::rows::{RotatedRows, Rows};
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
    ($($number:ty: $v:literal; $(<$steps:literal, $threads:literal>)*; $(<$rotated:literal, $wide:literal>)*;)*) => {
        $(
            impl SoftmaxNumber for $number {
                fn launch<B: Backend>(
                    module: &Module<B>,
                    input: &Buffer<Self, B>,
                    output: &mut Buffer<Self, B>,
                    [m, n]: [usize; 2],
                ) -> Result<(), Error> {
                    $(
                        if n.is_multiple_of($v) && n <= $v * $steps * $threads {
                            let rows = Rows::<$steps, $threads>::new(m, n / $v).map_err(Error::layout("input"))?;
                            let (input, output) = (input.view_vectors(rows), output.view_vectors_mut(rows));
                            return Softmax::<$number, $v, $steps, $threads>::launch(module, Launch::covering(), input, output);
                        }
                    )*
                    $(
                        if n <= $v * $rotated * $wide {
                            let rows = RotatedRows::<$v, $rotated, $wide>::new(m, n).map_err(Error::layout("input"))?;
                            let (input, output) = (input.view(rows), output.view_mut(rows));
                            return SoftmaxRotated::<$number, $v, $rotated, $wide>::launch(module, Launch::covering(), input, output);
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
    f32: 4;
        <1, 64> <1, 128> <1, 256> <2, 256> <4, 256> <8, 256> <8, 512> <8, 1024>;
        <1, 64> <1, 128> <1, 256> <2, 256> <4, 256> <5, 256> <6, 256> <8, 256> <8, 512> <8, 1024>;
    f16: 8;
        <1, 32> <1, 64> <1, 256> <2, 256> <4, 256> <4, 512> <4, 1024>;
        <1, 32> <1, 64> <1, 128> <2, 128> <4, 128> <5, 128> <3, 256> <4, 256> <4, 512> <4, 1024>;
}

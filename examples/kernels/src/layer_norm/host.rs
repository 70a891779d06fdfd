//! The launch: the smallest instance that holds a row.

use super::kernel::{Columns, LayerNorm, LayerNormRotated, Shares};
use crate::rows::{RotatedRows, Rows};
use half::f16;
use lego::LayoutError;
use lego_cuda::device::Stored;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// What all rows share.
pub struct Parameters<'h, T: Stored, B: Backend> {
    /// A factor for each column.
    pub weights: &'h Buffer<T, B>,
    /// A summand for each column.
    pub biases: &'h Buffer<T, B>,
    /// What is added to the variance, so that no row is divided by 0.
    pub epsilon: f32,
}

/// A number whose layer norm has kernels: `f32` and `f16`.
pub trait LayerNormNumber: Stored {
    /// Launches the kernel for m rows of n numbers.
    ///
    /// # Errors
    /// The launch's.
    fn launch<B: Backend>(
        module: &Module<B>,
        input: &Buffer<Self, B>,
        parameters: Parameters<'_, Self, B>,
        output: &mut Buffer<Self, B>,
        sizes: [usize; 2],
    ) -> Result<(), Error>;
}

/// Sets each of the m rows of n numbers of `output` to the layer norm of that of `input`.
///
/// Law: element `[i, j]` is `(x[i, j] - mean x[i]) / sqrt(variance x[i] + epsilon) * weights[j] + biases[j]`, computed in `f32`; the
/// variance is that of all n numbers (divided by n).
///
/// # Errors
/// [`Error::Layout`] if an extent is 0, a row has more than 16384 numbers, or the matrix 2^32 or more; [`Error::Length`] if a buffer
/// is shorter; the launch's.
pub fn layer_norm_rows<T: LayerNormNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    parameters: Parameters<'_, T, B>,
    output: &mut Buffer<T, B>,
    m: usize,
    n: usize,
) -> Result<(), Error> {
    T::launch(module, input, parameters, output, [m, n])
}

macro_rules! numbers {
    ($($number:ty: $v:literal; $(<$steps:literal, $threads:literal>)*; $(<$rotated:literal, $wide:literal>)*;)*) => {
        $(
            impl LayerNormNumber for $number {
                fn launch<B: Backend>(
                    module: &Module<B>,
                    input: &Buffer<Self, B>,
                    Parameters { weights, biases, epsilon }: Parameters<'_, Self, B>,
                    output: &mut Buffer<Self, B>,
                    [m, n]: [usize; 2],
                ) -> Result<(), Error> {
                    let per_row = 1.0 / n as f32;
                    $(
                        if n.is_multiple_of($v) && n <= $v * $steps * $threads {
                            let rows = Rows::<$steps, $threads>::new(m, n / $v).map_err(Error::layout("input"))?;
                            let shares = Shares::<$steps, $threads>::new(n / $v).map_err(Error::layout("weights"))?;
                            return LayerNorm::<$number, $v, $steps, $threads>::launch(
                                module,
                                Launch::covering(),
                                input.view_vectors(rows),
                                weights.view_vectors(shares),
                                biases.view_vectors(shares),
                                output.view_vectors_mut(rows),
                                per_row,
                                epsilon,
                            );
                        }
                    )*
                    $(
                        if n <= $v * $rotated * $wide {
                            let rows = RotatedRows::<$v, $rotated, $wide>::new(m, n).map_err(Error::layout("input"))?;
                            let shared = Columns::new(n).map_err(Error::layout("weights"))?;
                            return LayerNormRotated::<$number, $v, $rotated, $wide>::launch(
                                module,
                                Launch::covering(),
                                input.view(rows),
                                weights.view(shared),
                                biases.view(shared),
                                output.view_mut(rows),
                                per_row,
                                epsilon,
                            );
                        }
                    )*
                    let too_large = LayoutError::TooLarge {
                        what: "the numbers of a row".into(),
                        value: n as u128,
                        most: 16384,
                    };
                    Err(Error::layout("input")(too_large))
                }
            }
        )*
    };
}

numbers! {
    f32: 4;
        <1, 256> <2, 256> <4, 256> <8, 256> <8, 512>;
        <1, 256> <2, 256> <4, 256> <5, 256> <8, 256> <8, 512>;
    f16: 8;
        <1, 128> <1, 256> <2, 256> <4, 256> <4, 512>;
        <1, 128> <2, 128> <4, 128> <5, 128> <4, 256> <4, 512>;
}

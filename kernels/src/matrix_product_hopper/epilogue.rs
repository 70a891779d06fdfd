//! Epilogues: what is done with each element of a product before it is stored, as a type.

use super::output::Output;
use crate::activation::Activation;
use core::marker::PhantomData;
use lego::layout;
use lego_cuda::kernel::Parameter;
use lego_cuda::view::Global;

#[cfg(not(target_arch = "nvptx64"))]
use lego_cuda::launch::{Argument, Backend, Buffer, Error, View};

layout! {
    /// Element `[column]` of what there is one of for each of n columns.
    pub type PerColumn(n) = Row(n) where n >= 1;
    /// Element `[row, column]` of an m×n matrix, by rows.
    pub type PerElement(m, n) = Row(m, n) where m >= 1, n >= 1;
}

/// What a launch can pass, and a kernel can take.
#[cfg(not(target_arch = "nvptx64"))]
pub trait Passed: Argument {}
#[cfg(not(target_arch = "nvptx64"))]
impl<T: Argument> Passed for T {}

/// What a launch can pass, and a kernel can take.
#[cfg(target_arch = "nvptx64")]
pub trait Passed: Parameter {}
#[cfg(target_arch = "nvptx64")]
impl<T: Parameter> Passed for T {}

/// A function of an element of the product and its index, which is part of the kernel.
///
/// Law: element `[i, j]` of the output is `apply(reads, alpha·(a·b)[i, j] + beta·c[i, j], [i, j])`, computed in `f32` and rounded once.
///
/// One's own has a kernel of one's own, whose body is [`matrix_product_hopper_kernel`](super::matrix_product_hopper_kernel) of this type,
/// and [`EpilogueArguments`] where the host passes more than it reads.
///
/// ```
/// use lego_kernels::matrix_product_hopper::Epilogue;
///
/// /// No less than one number and no more than another.
/// struct Clamped;
///
/// impl Epilogue for Clamped {
///     type Reads<'a> = [f32; 2];
///
///     fn apply([least, most]: [f32; 2], value: f32, _: [u32; 2]) -> f32 {
///         value.max(least).min(most)
///     }
/// }
/// assert_eq!(Clamped::apply([0.0, 1.0], -3.0, [0, 0]), 0.0);
/// ```
pub trait Epilogue: 'static {
    /// What it reads besides: a parameter of the kernel.
    type Reads<'a>: Copy + Passed + for<'b> Parameter<During<'b> = Self::Reads<'b>>;

    /// Whether its instructions are few, and its registers: then those of several vectors are written out one after another, so that what they read is
    /// on its way at once, and narrow blocks are multiplied in turns. Of one that is not, but says so, registers are spilled, which the build refuses.
    const IS_SHORT: bool = false;

    /// Whether elements are stored as they are.
    const IS_PLAIN: bool = false;

    /// What becomes of the value of an element of the product.
    fn apply(reads: Self::Reads<'_>, value: f32, index: [u32; 2]) -> f32;

    /// The same of eight neighbours in a row, from an index on.
    ///
    /// # Safety
    /// All are elements of the product, and of the product for which `reads` was made; and the column is a multiple of 8, as are the columns
    /// of the product.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn apply_eight(reads: Self::Reads<'_>, values: [f32; 8], [row, column]: [u32; 2]) -> [f32; 8] {
        let mut values = values;
        lego_cuda::unroll!(for k in 0..8 {
            let k: usize = k;
            values[k] = Self::apply(reads, values[k], [row, column + k as u32]);
        });
        values
    }
}

/// What a host passes for an epilogue.
#[cfg(not(target_arch = "nvptx64"))]
pub trait EpilogueArguments<'h, D: Backend>: Epilogue {
    /// It.
    type Host;

    /// The argument of the launch whose product has these rows and columns.
    ///
    /// # Errors
    /// If what is passed does not fit the product. The launch looks at lengths, and whose memory it is.
    fn reads(host: Self::Host, sizes: [usize; 2]) -> Result<<Self::Reads<'static> as Argument>::Host<'h, D>, Error>;
}

/// None: elements are stored as they are.
pub struct Plain;

impl Epilogue for Plain {
    type Reads<'a> = u32;
    const IS_PLAIN: bool = true;
    const IS_SHORT: bool = true;

    #[inline(always)]
    fn apply(_: u32, value: f32, _: [u32; 2]) -> f32 {
        value
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<D: Backend> EpilogueArguments<'_, D> for Plain {
    type Host = ();

    fn reads((): (), _: [usize; 2]) -> Result<u32, Error> {
        Ok(0)
    }
}

/// An activation of the element alone.
pub struct Activated<F>(PhantomData<F>);

impl<F: Activation> Epilogue for Activated<F> {
    type Reads<'a> = u32;
    const IS_SHORT: bool = F::IS_SHORT;

    #[inline(always)]
    fn apply(_: u32, value: f32, _: [u32; 2]) -> f32 {
        F::of(value)
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<F: Activation, D: Backend> EpilogueArguments<'_, D> for Activated<F> {
    type Host = ();

    fn reads((): (), _: [usize; 2]) -> Result<u32, Error> {
        Ok(0)
    }
}

/// An activation of the element and a number of its column: `F(value + bias[j])`.
pub struct Bias<F>(PhantomData<F>);

impl<F: Activation> Epilogue for Bias<F> {
    type Reads<'a> = Global<'a, f32, PerColumn>;
    const IS_SHORT: bool = F::IS_SHORT;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn apply(bias: Global<'_, f32, PerColumn>, value: f32, [_, column]: [u32; 2]) -> f32 {
        F::of(value + bias.get([column]))
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn apply_eight(bias: Global<'_, f32, PerColumn>, values: [f32; 8], [_, column]: [u32; 2]) -> [f32; 8] {
        // SAFETY: there is a number for each column, as the caller promises.
        let [low, high]: [[f32; 4]; 2] = [0, 4].map(|k| unsafe { bias.get_vector_unchecked([column + k]) });
        each::<F>(sum(values, [low[0], low[1], low[2], low[3], high[0], high[1], high[2], high[3]]))
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<'h, F: Activation, D: Backend> EpilogueArguments<'h, D> for Bias<F> {
    type Host = &'h Buffer<f32, D>;

    fn reads(bias: &'h Buffer<f32, D>, [_, columns]: [usize; 2]) -> Result<View<'h, f32, PerColumn, D>, Error> {
        Ok(bias.view(PerColumn::new(columns).map_err(Error::layout("the bias"))?))
    }
}

/// An activation of the element and that of another matrix by rows, of the same sizes: `F(value + residual[i, j])`.
pub struct Residual<O, F>(PhantomData<(O, F)>);

impl<O: Output, F: Activation> Epilogue for Residual<O, F> {
    type Reads<'a> = Global<'a, O, PerElement>;
    const IS_SHORT: bool = F::IS_SHORT;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn apply(residual: Global<'_, O, PerElement>, value: f32, index: [u32; 2]) -> f32 {
        F::of(value + residual.get(index).widen())
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    unsafe fn apply_eight(residual: Global<'_, O, PerElement>, values: [f32; 8], [row, column]: [u32; 2]) -> [f32; 8] {
        // SAFETY: the matrix has the sizes of the product, as the caller promises, so that it has the eight elements, from a multiple of
        // eight on; and nothing writes them.
        each::<F>(sum(values, unsafe { O::load_eight(residual.at_unchecked([row, column])) }))
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<'h, O: Output, F: Activation, D: Backend> EpilogueArguments<'h, D> for Residual<O, F> {
    type Host = &'h Buffer<O, D>;

    fn reads(residual: &'h Buffer<O, D>, [rows, columns]: [usize; 2]) -> Result<View<'h, O, PerElement, D>, Error> {
        Ok(residual.view(PerElement::new(rows, columns).map_err(Error::layout("the residual"))?))
    }
}

/// The activation of each.
#[inline(always)]
fn each<F: Activation>(values: [f32; 8]) -> [f32; 8] {
    let mut values = values;
    lego_cuda::unroll!(for k in 0..8 {
        let k: usize = k;
        values[k] = F::of(values[k]);
    });
    values
}

/// The sums of two arrays.
#[inline(always)]
fn sum(values: [f32; 8], others: [f32; 8]) -> [f32; 8] {
    let mut values = values;
    lego_cuda::unroll!(for k in 0..8 {
        let k: usize = k;
        values[k] += others[k];
    });
    values
}

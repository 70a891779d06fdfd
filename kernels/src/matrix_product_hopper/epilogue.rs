//! Epilogues: what is done with each element of a product before it is stored, as a type.

use super::output::Output;
use core::marker::PhantomData;
use lego::layout;
use lego_cuda::device::math;
use lego_cuda::kernel::Parameter;
use lego_cuda::view::Global;

#[cfg(not(target_arch = "nvptx64"))]
use lego_cuda::launch::{Argument, Backend, Buffer, Error, View};

layout! {
    /// Element `[column]` of what there is one of for each of n columns.
    pub type PerColumn(n) = Row(n);
    /// Element `[row, column]` of an m×n matrix, by rows.
    pub type PerElement(m, n) = Row(m, n);
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

    /// Whether its instructions are few: then those of several vectors are written out one after another, so that what they read is on its
    /// way at once.
    const IS_SHORT: bool = true;

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

/// A function of a number, as a type.
pub trait Activation: 'static {
    /// Whether its instructions are few, as of an [epilogue](Epilogue::IS_SHORT).
    const IS_SHORT: bool = true;

    /// Its value.
    fn of(x: f32) -> f32;
}

/// The number itself.
pub struct Same;

impl Activation for Same {
    #[inline(always)]
    fn of(x: f32) -> f32 {
        x
    }
}

/// The number, or 0 where it is less (ReLU); 0 of what is no number.
///
/// ```
/// use lego_kernels::matrix_product_hopper::{Activation, Relu};
/// assert_eq!([-2.0, 0.5].map(Relu::of), [0.0, 0.5]);
/// ```
pub struct Relu;

impl Activation for Relu {
    #[inline(always)]
    fn of(x: f32) -> f32 {
        math::max(x, 0.0)
    }
}

/// The number times how likely a normally distributed one is less (GELU): `x/2·(1 + erf(x/√2))`, off by at most 3e-7 of the number's size.
///
/// [`erf`](math::erf) is exact to the last digits, and chooses between two ways, which threads go one after the other; this has one way for
/// all (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26).
///
/// ```
/// use lego_kernels::matrix_product_hopper::{Activation, Gelu};
/// assert!((Gelu::of(1.0) - 0.841_344_7).abs() < 3e-7);
/// assert_eq!([f32::INFINITY, f32::NEG_INFINITY].map(Gelu::of), [f32::INFINITY, 0.0]);
/// ```
pub struct Gelu;

impl Activation for Gelu {
    const IS_SHORT: bool = false;

    #[inline(always)]
    fn of(x: f32) -> f32 {
        // Beyond 20 nothing is left, and infinity times nothing would be no number.
        let size = math::min(x.abs(), 20.0);
        let t = math::recip(math::mul_add(size, 0.231_641_89, 1.0));
        // Half of 1 - erf(size/√2) is a polynomial of t times exp(-size²/2).
        let mut sum = 0.530_702_7;
        lego_cuda::unroll!(for k in 0..4 {
            let k: usize = k;
            sum = math::mul_add(sum, t, [-0.726_576, 0.710_706_9, -0.142_248_37, 0.127_414_8][k]);
        });
        let above = sum * t * math::exp2(size * size * (-0.5 * core::f32::consts::LOG2_E));
        let positive = if x < 0.0 { 0.0 } else { x };
        math::mul_add(-size, above, positive)
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

#[cfg(test)]
mod tests {
    use super::{Activation, Gelu};

    /// erf(z) = 2/√π·exp(-z²)·Σ 2^n·z^(2n+1)/(1·3·…·(2n+1)), of which all terms have one sign.
    fn erf(z: f64) -> f64 {
        let (mut term, mut sum) = (z, z);
        for n in 1..400 {
            term *= 2.0 * z * z / f64::from(2 * n + 1);
            sum += term;
        }
        core::f64::consts::FRAC_2_SQRT_PI * (-z * z).exp() * sum
    }

    #[test]
    fn gelu_is_near_the_function_everywhere() {
        for number in -100_000..=100_000 {
            let x = number as f32 / 1e4;
            let right = 0.5 * f64::from(x) * (1.0 + erf(f64::from(x) * core::f64::consts::FRAC_1_SQRT_2));
            let error = (f64::from(Gelu::of(x)) - right).abs();
            assert!(error <= 3e-7 * f64::from(x.abs()), "{x}: {} and not {right}", Gelu::of(x));
        }
        assert!(Gelu::of(f32::NAN).is_nan());
        assert_eq!(Gelu::of(1e30), 1e30);
    }
}

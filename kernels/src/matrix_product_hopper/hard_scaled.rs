//! An epilogue as a user writes one, by what the crate shows to users alone: what is checked of it on a GPU is what is promised of a user's own. It has no
//! vectors of its own, so that the eight of a vector go by the trait's.

use super::{Epilogue, PerColumn};
use lego_cuda::device::math;
use lego_cuda::view::Global;

#[cfg(not(target_arch = "nvptx64"))]
use {
    super::EpilogueArguments,
    lego_cuda::launch::{Backend, Buffer, Error, View},
};

/// Each element times a number of its column, no less than -6 and no more than 6.
///
/// ```
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error};
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::{HardScaled, matrix_product_hopper_with};
/// # fn main() -> Result<(), Error> {
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::ONE; 16])?);
/// let (scales, mut c) = (device.buffer_from(&[0.5, -2.0])?, device.poisoned::<f16>(2)?);
/// matrix_product_hopper_with::<f16, f16, ByRows, ByColumns, HardScaled, _>(
///     &module, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0], &scales,
/// )?;
/// assert_eq!(c.read()?, [4.0, -6.0].map(f16::from_f32));
/// # Ok(())
/// # }
/// ```
pub struct HardScaled;

impl Epilogue for HardScaled {
    type Reads<'a> = Global<'a, f32, PerColumn>;

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn apply(scales: Global<'_, f32, PerColumn>, value: f32, [_, column]: [u32; 2]) -> f32 {
        math::min(math::max(value * scales.get([column]), -6.0), 6.0)
    }
}

#[cfg(not(target_arch = "nvptx64"))]
impl<'h, D: Backend> EpilogueArguments<'h, D> for HardScaled {
    type Host = &'h Buffer<f32, D>;

    fn reads(scales: &'h Buffer<f32, D>, [_, columns]: [usize; 2]) -> Result<View<'h, f32, PerColumn, D>, Error> {
        Ok(scales.view(PerColumn::new(columns).map_err(Error::layout("the scales"))?))
    }
}

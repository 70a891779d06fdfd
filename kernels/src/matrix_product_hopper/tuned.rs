//! The product by the way that was measured to be the fastest on this device for these sizes.

use super::block_size::{BlockSize, group};
use super::epilogue::Plain;
use super::host::MajorHopper;
use super::launch::{Job, Kernels, Multiplies, running};
use super::output::Output;
use crate::matrix_product::MatrixProduct;
use crate::matrix_product::Programs;
use crate::matrix_product::matrix_product_grouped;
use alloc::format;
use alloc::vec::Vec;
use core::{fmt, iter};
use lego_cuda::device;
use lego_cuda::device::matrix::Operand;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Module, Tuner};

/// How many rows of blocks are multiplied column by column, of those that are tried behind that of the rule.
const GROUPS: [u32; 5] = [1, 2, 4, 8, 16];

/// Which kernel multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplier {
    /// The one for Hopper, by blocks of this size.
    Blocks(BlockSize),
    /// That of warps, by blocks of 128×256.
    Warps,
}

/// A way to multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Way {
    /// Which kernel multiplies.
    pub by: Multiplier,
    /// How many rows of blocks are multiplied column by column.
    pub group: u32,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.by {
            Multiplier::Blocks(size) => {
                write!(f, "{size}, groups of {}", self.group)
            }
            Multiplier::Warps => write!(f, "warps, blocks of 128x256, groups of {}", self.group),
        }
    }
}

/// As [`matrix_product_hopper`](super::matrix_product_hopper()), by the way that `tuner` finds to be the fastest; returns which one.
///
/// The first time the ways are timed, on an output of their own, which takes a few milliseconds, or of a long product a few dozen times its
/// own time; after that the choice is read, and nothing is timed where the launches of `module` are recorded.
///
/// Law: that of [`matrix_product`](crate::matrix_product::matrix_product()); the way does not change what is computed but for the kernel of warps,
/// which adds in another order.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use half::f16;
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Tuner};
/// use lego_kernels::matrix_product::{ByColumns, ByRows};
/// use lego_kernels::matrix_product_hopper::matrix_product_hopper_tuned;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let tuner = Tuner::in_memory();
/// let (a, b) = (device.buffer_from(&[f16::ONE; 8])?, device.buffer_from(&[f16::from_f32(0.5); 16])?);
/// let mut c = device.poisoned::<f16>(2)?;
/// let way = matrix_product_hopper_tuned::<f16, f16, ByRows, ByColumns, _>(
///     &module, &tuner, &a, &b, &mut c, [1, 2, 8], [1.0, 0.0],
/// )?;
/// assert_eq!(c.read()?, [f16::from_f32(4.0); 2]);
/// assert_eq!(way.to_string(), "blocks of 64x64, groups of 1");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`matrix_product_hopper`](super::matrix_product_hopper()); [`Error::OutOfMemory`] where there is no room for the output of the ways.
pub fn matrix_product_hopper_tuned<T, O, A, B, D>(
    module: &Module<D>,
    tuner: &Tuner,
    a: &Buffer<T, D>,
    b: &Buffer<T, D>,
    c: &mut Buffer<O, D>,
    [m, n, k]: [usize; 3],
    [alpha, beta]: [f32; 2],
) -> Result<Way, Error>
where
    T: Operand<Sum = f32> + device::Stored,
    O: Output,
    A: MajorHopper,
    B: MajorHopper,
    D: Backend,
    MatrixProduct<T, O, A::Left, B::Right, 8>: Instance,
    MatrixProduct<T, O, A::Left, B::Right, 1>: Instance,
    Kernels: Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>,
{
    if [m, n, k].contains(&0) {
        matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, [m, n, k], [alpha, beta], 1)?;
        return Ok(Way { by: Multiplier::Warps, group: 1 });
    }
    let sizes = <Kernels as Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>>::block_sizes(
        [m, n, k],
        [false; 2],
        running(module),
    );
    let ways = ways([m, n], &sizes);
    let kernel = <Kernels as Multiplies<T, O, A::LeftHopper, B::RightHopper, Programs, Plain, D>>::ENTRY;
    // The error within says why a way is not for this device or these operands.
    let by = |module: &Module<D>, way: &Way, c: &mut Buffer<O, D>| {
        let job = Job { sizes: [m, n, k], factors: [alpha, beta], group: Some(way.group), padded: [false; 2] };
        match way.by {
            Multiplier::Warps => {
                matrix_product_grouped::<T, O, A, B, D>(module, a, b, c, job.sizes, job.factors, way.group).map(Ok)
            }
            Multiplier::Blocks(size) => <Kernels as Multiplies<
                T,
                O,
                A::LeftHopper,
                B::RightHopper,
                Programs,
                Plain,
                D,
            >>::launch_by(size, module, [a, b], c, job, 0),
        }
    };
    let mut trial: Option<Buffer<O, D>> = None;
    let reads = if beta == 0.0 { "" } else { ", added to what is there" };
    let choice = tuner.choose(module, &format!("{kernel} {m}x{n}x{k}{reads}"), &ways, |module, way| {
        let c = match &mut trial {
            Some(c) => c,
            None => trial.insert(module.device().poisoned(m.saturating_mul(n))?),
        };
        by(module, way, c)?
    })?;
    if by(module, choice.way, c)?.is_ok() {
        return Ok(*choice.way);
    }
    // Nothing was measured, and the kernel for Hopper is not for this device or these operands.
    let way = Way { by: Multiplier::Warps, group: choice.way.group };
    by(module, &way, c)??;
    Ok(way)
}

/// The ways of an m×n product by blocks of these sizes and by warps, first the one that is taken without a measurement.
fn ways([m, n]: [usize; 2], sizes: &[BlockSize]) -> Vec<Way> {
    let mut ways = Vec::new();
    for size in sizes.iter().copied().map(Some).chain([None]) {
        let by = size.map_or(Multiplier::Warps, Multiplier::Blocks);
        let [height, width] = size.map_or([128, 256], |size| [size.rows(), size.columns()]);
        let rule = group(m.div_ceil(height), width);
        let rows = u32::try_from(m.div_ceil(height)).unwrap_or(u32::MAX).max(1);
        // One column of blocks is taken row by row, whatever the group.
        let has_one_column = n <= width;
        for group in iter::once(rule).chain(GROUPS).map(|group| if has_one_column { 1 } else { group.min(rows) }) {
            let way = Way { by, group };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::{BlockSize, Multiplier, group, ways};
    use crate::matrix_product_hopper::block_size::Begins;
    use lego_kernels_harness::Random;

    #[test]
    fn the_first_way_is_that_of_the_rule_and_none_is_twice() {
        let random = &mut Random::new(1);
        for _ in 0..200 {
            let [m, n, k] = [(); 3].map(|()| 1 + random.index(9000));
            let sizes = BlockSize::worth_trying([m, n], k.div_ceil(64), 132, Begins::WithLines, true);
            let ways = ways([m, n], &sizes);
            assert_eq!(ways[0].by, Multiplier::Blocks(sizes[0]), "{m}x{n}x{k}");
            let [rows, columns] = [sizes[0].rows(), sizes[0].columns()];
            let rule = if n <= columns { 1 } else { group(m.div_ceil(rows), columns).min(m.div_ceil(rows) as u32) };
            assert_eq!(ways[0].group, rule, "{m}x{n}x{k}");
            let mut names: Vec<_> = ways.iter().map(ToString::to_string).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), ways.len(), "{m}x{n}x{k}: {ways:?}");
            let tried = |by| ways.iter().any(|way| way.by == by);
            assert!(sizes.iter().all(|size| tried(Multiplier::Blocks(*size))) && tried(Multiplier::Warps));
        }
    }
}

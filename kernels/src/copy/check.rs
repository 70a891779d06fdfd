//! Copies of many lengths, compared element by element.

use super::host::copy;
use super::kernel::CopyElements;
use crate::numbers::Pattern;
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

const SMALL: [usize; 8] = [0, 1, 3, 16, 1023, 4096, 8207, 20_001];
const FULL: [usize; 6] = [0, 1, 31, 1 << 20, (1 << 24) - 13, (1 << 26) + 7];

fn check<T: Pattern, const V: usize, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    [T; V]: Element,
    CopyElements<T, V>: Instance,
{
    for &len in if scale == Scale::Small { SMALL.as_slice() } else { &FULL } {
        let all: Vec<T> = (0..len).map(|_| T::of(random.bits() as u16)).collect();
        let input = module.device().buffer_from(&all)?;
        let mut output = module.device().poisoned(len)?;
        copy::<T, V, B>(module, &input, &mut output)?;
        compare(&format!("{len} elements"), &output.read()?, |i| all[i])?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check { name: "copy_f32", run: check::<f32, 4, B> }, Check { name: "copy_u8", run: check::<u8, 16, B> }]
}

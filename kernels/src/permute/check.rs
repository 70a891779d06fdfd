//! Arrays of many extents and orders, compared element by element.

use super::host::{PermuteNumber, permute};
use crate::numbers::Pattern;
use half::f16;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

/// Extents, and the axis of the input that becomes each axis; fewer than five axes stand behind axes of extent 1.
type Case = ([usize; 5], [usize; 5]);

/// A transpose of matrices, one behind the other.
const fn transpose(matrices: usize, m: usize, n: usize) -> Case {
    ([1, 1, matrices, m, n], [0, 1, 2, 4, 3])
}

const SMALL: &[Case] = &[
    transpose(1, 1, 1),
    transpose(1, 64, 64),
    transpose(3, 5, 7),
    transpose(2, 31, 130),
    transpose(1, 200, 203),
    transpose(1, 203, 200),
    transpose(1, 277, 281),
    transpose(5, 1, 17),
    transpose(2, 17, 1),
    transpose(1, 3, 1001),
    transpose(1, 1001, 3),
    transpose(2, 80, 144),
    transpose(3, 32, 192),
    transpose(5, 48, 72),
    transpose(1, 161, 251),
    ([1, 1, 3, 40, 50], [0, 1, 3, 2, 4]),
    ([1, 1, 3, 4, 48], [0, 1, 3, 2, 4]),
    ([2, 3, 4, 5, 6], [4, 3, 2, 1, 0]),
    ([3, 16, 2, 3, 16], [0, 3, 4, 2, 1]),
    ([2, 3, 4, 5, 7], [2, 0, 4, 1, 3]),
    ([1, 3, 5, 7, 11], [0, 1, 2, 3, 4]),
    ([0, 3, 5, 7, 11], [1, 0, 2, 3, 4]),
];
const FULL: &[Case] = &[
    transpose(1, 1, 5_000_017),
    transpose(1, 5_000_017, 1),
    transpose(1, 3, 1_000_003),
    transpose(1, 1_000_003, 3),
    transpose(7, 3, 5),
    transpose(1000, 31, 33),
    transpose(3, 1000, 1003),
    transpose(2, 1003, 1000),
    transpose(1, 2053, 4099),
    transpose(1, 4096, 4096),
    transpose(5, 640, 641),
    transpose(1, 2050, 4102),
    transpose(70_000, 9, 11),
    ([1, 8, 128, 56, 56], [0, 1, 3, 4, 2]),
    ([8, 4, 32, 56, 56], [0, 1, 3, 4, 2]),
    ([48, 24, 20, 72, 1], [3, 2, 1, 0, 4]),
    transpose(3, 4112, 80),
    transpose(1, 4128, 2017),
    ([1, 1, 101, 203, 307], [0, 1, 4, 3, 2]),
    ([1, 8, 1024, 16, 64], [0, 1, 3, 2, 4]),
    ([24, 36, 28, 20, 48], [4, 3, 2, 1, 0]),
    ([23, 37, 29, 19, 47], [0, 3, 1, 4, 2]),
    ([23, 37, 29, 19, 47], [2, 1, 0, 3, 4]),
];

/// Where element `place` of the output comes from.
pub(super) fn source((dims, order): Case, mut place: usize) -> usize {
    let mut index = [0; 5];
    for axis in order.into_iter().rev() {
        (index[axis], place) = (place % dims[axis], place / dims[axis]);
    }
    index.iter().zip(dims).fold(0, |position, (i, dim)| position * dim + i)
}

fn check<T: PermuteNumber + Pattern, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure> {
    for &(dims, order) in if scale == Scale::Small { SMALL } else { FULL } {
        let all: Vec<T> = (0..dims.iter().product()).map(|_| T::of(random.bits() as u16)).collect();
        let input = module.device().buffer_from(&all)?;
        let mut output = module.device().poisoned(all.len())?;
        permute(module, &input, &mut output, dims, order)?;
        compare(&format!("{dims:?} {order:?}"), &output.read()?, |place| all[source((dims, order), place)])?;
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check { name: "permute_f32", run: check::<f32, B> },
        Check { name: "permute_f16", run: check::<f16, B> },
        Check { name: "permute_u8", run: check::<u8, B> },
    ]
}

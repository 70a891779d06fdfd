//! Conversions of random tiles, compared element by element.

use super::host::convert;
use super::kernel::{ByColumns, ByHalves, ConvertTiles, PADDED, SHARED, SHUFFLES};
use crate::numbers::Pattern;
use lego::{Layout32, StaticMapping};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

fn check<T: Pattern, L, const N: usize, const R: usize, const E: usize, const V: usize, const WAY: u32, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
) -> Result<(), Failure>
where
    L: StaticMapping<Index = [usize; 2]> + Layout32<Index32 = [u32; 2]>,
    ConvertTiles<T, L, N, R, E, V, WAY>: Instance,
{
    let (tiles, times): (&[usize], &[u32]) =
        if scale == Scale::Small { (&[0, 1, 3], &[0, 1]) } else { (&[0, 1, 1000], &[0, 1, 7]) };
    for &tiles in tiles {
        let all: Vec<T> = (0..tiles * N * N).map(|_| T::of(random.bits() as u16)).collect();
        let input = module.device().buffer_from(&all)?;
        for &times in times {
            let mut output = module.device().poisoned(all.len())?;
            let mut cycles = module.device().poisoned(tiles)?;
            convert::<T, L, N, R, E, V, WAY, B>(module, &input, &mut output, &mut cycles, times)?;
            compare(&format!("{tiles} tiles of {N}, {times} times"), &output.read()?, |i| all[i])?;
        }
    }
    Ok(())
}

/// A check for each instance.
macro_rules! checks {
    ($($name:literal: $element:ty, $layout:ty, $n:literal, $r:literal, $e:literal, $v:literal, $way:ident;)*) => {
        pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
            vec![$(Check { name: $name, run: check::<$element, $layout, $n, $r, $e, $v, $way, B> }),*]
        }
    };
}
checks! {
    "convert_shuffles_8_32": u8, ByColumns<32>, 32, 8, 8, 1, SHUFFLES;
    "convert_shuffles_8_64": u8, ByColumns<64>, 64, 32, 16, 1, SHUFFLES;
    "convert_shuffles_8_128": u8, ByColumns<128>, 128, 128, 16, 1, SHUFFLES;
    "convert_shuffles_16_32": u16, ByColumns<32>, 32, 8, 8, 1, SHUFFLES;
    "convert_shuffles_16_64": u16, ByColumns<64>, 64, 32, 8, 1, SHUFFLES;
    "convert_shuffles_32_32": u32, ByColumns<32>, 32, 8, 4, 1, SHUFFLES;
    "convert_shuffles_32_64": u32, ByColumns<64>, 64, 32, 4, 1, SHUFFLES;
    "convert_shuffles_64_32": u64, ByColumns<32>, 32, 8, 2, 1, SHUFFLES;
    "convert_shared_8_32": u8, ByColumns<32>, 32, 8, 8, 1, SHARED;
    "convert_shared_8_64": u8, ByColumns<64>, 64, 32, 16, 1, SHARED;
    "convert_shared_8_128": u8, ByColumns<128>, 128, 128, 16, 1, SHARED;
    "convert_shared_16_32": u16, ByColumns<32>, 32, 8, 8, 1, SHARED;
    "convert_shared_16_64": u16, ByColumns<64>, 64, 32, 8, 1, SHARED;
    "convert_shared_32_32": u32, ByColumns<32>, 32, 8, 4, 1, SHARED;
    "convert_shared_32_64": u32, ByColumns<64>, 64, 32, 4, 1, SHARED;
    "convert_shared_64_32": u64, ByColumns<32>, 32, 8, 2, 1, SHARED;
    "convert_shared_16_128": u16, ByColumns<128>, 128, 128, 8, 1, SHARED;
    "convert_shared_32_128": u32, ByColumns<128>, 128, 128, 4, 1, SHARED;
    "convert_shared_64_64": u64, ByColumns<64>, 64, 32, 2, 1, SHARED;
    "convert_padded_8_32": u8, ByColumns<32>, 32, 8, 8, 1, PADDED;
    "convert_padded_8_64": u8, ByColumns<64>, 64, 32, 16, 1, PADDED;
    "convert_padded_8_128": u8, ByColumns<128>, 128, 128, 16, 1, PADDED;
    "convert_padded_16_32": u16, ByColumns<32>, 32, 8, 8, 1, PADDED;
    "convert_padded_16_64": u16, ByColumns<64>, 64, 32, 8, 1, PADDED;
    "convert_padded_32_32": u32, ByColumns<32>, 32, 8, 4, 1, PADDED;
    "convert_padded_32_64": u32, ByColumns<64>, 64, 32, 4, 1, PADDED;
    "convert_padded_64_32": u64, ByColumns<32>, 32, 8, 2, 1, PADDED;
    "halves_shuffles_8_64": u8, ByHalves<64, 32>, 64, 32, 16, 16, SHUFFLES;
    "halves_shared_8_64": u8, ByHalves<64, 32>, 64, 32, 16, 16, SHARED;
    "halves_padded_8_64": u8, ByHalves<64, 32>, 64, 32, 16, 16, PADDED;
    "halves_shuffles_32_64": u32, ByHalves<64, 32>, 64, 32, 4, 4, SHUFFLES;
    "halves_shared_32_64": u32, ByHalves<64, 32>, 64, 32, 4, 4, SHARED;
    "halves_padded_32_64": u32, ByHalves<64, 32>, 64, 32, 4, 4, PADDED;
    "halves_shuffles_64_64": u64, ByHalves<64, 32>, 64, 32, 2, 2, SHUFFLES;
    "halves_shared_64_64": u64, ByHalves<64, 32>, 64, 32, 2, 2, SHARED;
    "halves_padded_64_64": u64, ByHalves<64, 32>, 64, 32, 2, 2, PADDED;
}

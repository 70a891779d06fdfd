//! Histograms of buffers of many lengths, compared with counts of one byte after the other.

use super::host;
use lego_cuda::launch::Backend;
use lego_kernels_harness::{Check, Scale, compare};

/// How often each byte occurs.
pub(super) fn counted(bytes: &[u8]) -> [u32; 256] {
    let mut counts = [0_u32; 256];
    bytes.iter().for_each(|byte| counts[usize::from(*byte)] += 1);
    counts
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![Check {
        name: "histogram_u8",
        run: |module, random, scale| {
            let lengths: &[usize] = match scale {
                Scale::Small => &[1, 15, 16, 17, 4099, 40_000],
                Scale::Full => &[1, 15, 16, 17, 4099, 1 << 20, (1 << 28) - 5],
            };
            let mut counts = module.device().zeroed::<u32>(256)?;
            for &len in lengths {
                let uniform: Vec<u8> = (0..len).map(|_| (random.bits() >> 56) as u8).collect();
                let few: Vec<u8> = uniform.iter().map(|byte| byte & 0x81).collect();
                let equal = vec![random.bits() as u8; len];
                for (what, bytes) in [("uniform", uniform), ("few", few), ("equal", equal)] {
                    host::histogram(module, &module.device().buffer_from(&bytes)?, &mut counts)?;
                    let right = counted(&bytes);
                    compare(&format!("{len} {what} bytes"), &counts.read()?, |byte| right[byte])?;
                }
            }
            Ok(())
        },
    }]
}

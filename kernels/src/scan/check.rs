//! Scans of lines of many lengths, compared with sums of one element after the other.

use super::{TILE, host};
use lego_cuda::launch::Backend;
use lego_kernels_harness::{Check, Failure, Random, Scale, compare};

fn lengths(random: &mut Random, scale: Scale) -> Vec<usize> {
    let tile = TILE as usize;
    let mut lengths = vec![1, 2, 3, 5, 127, tile - 1, tile, tile + 1, 3 * tile + 7];
    if scale == Scale::Full {
        lengths.extend([100 * tile, (1 << 20) + 3, (1 << 24) - 13, 1 << 26, (1 << 26) + 1]);
    }
    let most = if scale == Scale::Small { 10 * tile } else { 1 << 22 };
    lengths.extend((0..3).map(|_| 1 + random.index(most)));
    lengths
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check {
            name: "inclusive_sum_u32",
            run: |module, random, scale| {
                let lengths = lengths(random, scale);
                let mut state = host::state::<u32, B>(module.device(), lengths.iter().copied().max().unwrap_or(1))?;
                for len in lengths {
                    let input: Vec<u32> = (0..len).map(|_| random.bits() as u32).collect();
                    let mut output = module.device().poisoned(len)?;
                    host::inclusive_sum(module, &module.device().buffer_from(&input)?, &mut output, &mut state)?;
                    let mut sum = 0_u32;
                    let right: Vec<u32> = input
                        .iter()
                        .map(|x| {
                            sum = sum.wrapping_add(*x);
                            sum
                        })
                        .collect();
                    compare(&format!("{len} elements"), &output.read()?, |i| right[i])?;
                }
                Ok(())
            },
        },
        Check {
            name: "inclusive_sum_f32",
            run: |module, random, scale| {
                let lengths = lengths(random, scale);
                let mut state = host::state::<f32, B>(module.device(), lengths.iter().copied().max().unwrap_or(1))?;
                for len in lengths {
                    let input: Vec<f32> = (0..len).map(|_| random.index(1000) as f32 - 499.5).collect();
                    let mut output = module.device().poisoned(len)?;
                    host::inclusive_sum(module, &module.device().buffer_from(&input)?, &mut output, &mut state)?;
                    let (mut sum, mut magnitude) = (0.0_f64, 0.0_f64);
                    for (i, (x, found)) in input.iter().zip(output.read()?).enumerate() {
                        sum += f64::from(*x);
                        magnitude += f64::from(x.abs());
                        // Each rounding is a part in 2^24 of a sum that is no larger than the magnitude; there are few in a row.
                        if (f64::from(found) - sum).abs() > magnitude * 1e-5 {
                            let words = format!("{len} elements: element {i} is {found} and not {sum}");
                            return Err(Failure::Wrong(words));
                        }
                    }
                }
                Ok(())
            },
        },
    ]
}

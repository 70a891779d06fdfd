//! Over the lanes of a warp: all of them, some, in segments.

use super::{Affine, first_best, float, then, tree};
use crate::harness::{block, shape};
use lego_cuda::device::{Warp, lane, linear_thread_idx};
use random::Random;

/// Masks and widths of segments: all lanes, the first ones, and any.
fn lanes(random: &mut Random) -> Vec<(u32, u32)> {
    let mut lanes = Vec::new();
    for width in [1, 2, 4, 8, 16, 32] {
        lanes.extend([(!0, width), (1, width), (1 << 31, width), (!0 >> 1, width), (0x8000_0001, width)]);
        for _ in 0..6 {
            lanes.push(((!0 << 1) << random.index(31), width));
            lanes.push((!0 >> random.index(32), width));
            lanes.push((random.bits() as u32 | 1 << random.index(32), width));
        }
    }
    lanes
}

/// What the lanes of a mask give, `None` in the others.
fn of_lanes<R: Copy + Default + Send>(mask: u32, body: impl Fn() -> R + Sync) -> Vec<Option<R>> {
    let found = block(shape(1, 32), || if mask >> lane() & 1 == 1 { body() } else { R::default() });
    (0..32).map(|lane| (mask >> lane & 1 == 1).then_some(found[lane])).collect()
}

#[test]
fn lanes_combine_in_the_tree_of_their_numbers() {
    let mut random = Random::fresh();
    for (mask, width) in lanes(&mut random) {
        let values: Vec<f32> = (0..32).map(|_| float(&mut random)).collect();
        let functions: Vec<Affine> = (0..32).map(|_| (random.bits() as u32, random.bits() as u32)).collect();
        let found = of_lanes(mask, || {
            let (warp, lane) = (Warp::lanes(mask).segments(width), lane() as usize);
            let sum = warp.sum(values[lane]);
            let all = warp.reduce(functions[lane], then);
            (sum.to_bits(), all, warp.sum(f64::from(values[lane])).to_bits())
        });
        for (lane, found) in found.into_iter().enumerate() {
            let Some(found) = found else { continue };
            let first = lane / width as usize * width as usize;
            let segment = first..first + width as usize;
            let there = |lane: usize| (mask >> lane & 1 == 1).then_some(lane);
            let floats: Vec<_> = segment.clone().map(|lane| there(lane).map(|lane| values[lane])).collect();
            let wide: Vec<_> = floats.iter().map(|value| value.map(f64::from)).collect();
            let affine: Vec<_> = segment.map(|lane| there(lane).map(|lane| functions[lane])).collect();
            let sum = tree(&floats, &|a, b| a + b).unwrap();
            let wide = tree(&wide, &|a, b| a + b).unwrap();
            let expected = (sum.to_bits(), tree(&affine, &then).unwrap(), wide.to_bits());
            assert_eq!(found, expected, "lane {lane} of {mask:#x} in segments of {width}");
        }
    }
}

#[test]
fn every_reduction_of_integers_is_that_of_an_iterator() {
    let mut random = Random::fresh();
    for (mask, width) in lanes(&mut random) {
        let words: Vec<u64> = (0..32).map(|_| random.bits()).collect();
        let found = of_lanes(mask, || {
            let (warp, word) = (Warp::lanes(mask).segments(width), words[lane() as usize]);
            macro_rules! all {
                ($($type:ident)*) => {
                    [$({
                        let x = word as $type;
                        let numbers = [warp.sum(x), warp.product(x), warp.min(x), warp.max(x)];
                        let bits = [warp.and(x), warp.or(x), warp.xor(x)];
                        (numbers.map(|x| x as u64), bits.map(|x| x as u64))
                    }),*]
                };
            }
            all!(u8 i8 u16 i16 u32 i32 u64 i64)
        });
        for (lane, found) in found.into_iter().enumerate() {
            let Some(found) = found else { continue };
            let first = lane / width as usize * width as usize;
            let of_segment = || (first..first + width as usize).filter(|lane| mask >> lane & 1 == 1);
            macro_rules! expected {
                ($($type:ident)*) => {
                    [$({
                        let x = || of_segment().map(|lane| words[lane] as $type);
                        let numbers = [
                            x().fold(0, $type::wrapping_add),
                            x().fold(1, $type::wrapping_mul),
                            x().min().unwrap(),
                            x().max().unwrap(),
                        ];
                        let bits = [x().fold(!0, |a, b| a & b), x().fold(0, |a, b| a | b), x().fold(0, |a, b| a ^ b)];
                        (numbers.map(|x| x as u64), bits.map(|x| x as u64))
                    }),*]
                };
            }
            assert_eq!(found, expected!(u8 i8 u16 i16 u32 i32 u64 i64), "lane {lane} of {mask:#x}, {width}");
        }
    }
}

#[test]
fn of_equal_values_the_smallest_index_is_given() {
    let mut random = Random::fresh();
    for round in 0..40 {
        let mut values: Vec<f32> = (0..32).map(|_| random.index(5) as f32 - 2.0).collect();
        for value in values.iter_mut().take(if round == 0 { 32 } else { round % 32 }) {
            *value = if random.index(3) > 0 || round == 0 { f32::NAN } else { *value };
        }
        let found = block(shape(1, 32), || {
            let x = values[lane() as usize];
            let (most, at) = Warp::ALL.arg_max(x, 100 + lane());
            let (least, low) = Warp::ALL.arg_min(x, 100 + lane());
            let (_, of_bytes) = Warp::ALL.arg_max(x as u8, lane());
            let segment = Warp::ALL.segments(8).arg_max(f64::from(x), lane()).1;
            ([most, least].map(f32::to_bits), [at, low, of_bytes, segment])
        });
        let (most, least) = (first_best(&values, |a, b| a > b), first_best(&values, |a, b| a < b));
        let bytes: Vec<f32> = values.iter().map(|&x| f32::from(x as u8)).collect();
        let of_bytes = first_best(&bytes, |a, b| a > b);
        for (lane, found) in found.into_iter().enumerate() {
            let first = lane / 8 * 8;
            let segment = first + first_best(&values[first..first + 8], |a, b| a > b);
            let at = [100 + most, 100 + least, of_bytes, segment].map(|lane| lane as u32);
            assert_eq!(found.1, at, "{values:?}");
            let [a, b] = found.0.map(f32::from_bits);
            assert!(a == values[most] || a.is_nan() && values[most].is_nan(), "{values:?}");
            assert!(b == values[least] || b.is_nan() && values[least].is_nan(), "{values:?}");
        }
    }
}

#[test]
fn scans_combine_the_lanes_up_to_each_in_their_order() {
    let mut random = Random::fresh();
    for (mask, width) in lanes(&mut random) {
        let functions: Vec<Affine> = (0..32).map(|_| (random.bits() as u32, random.bits() as u32)).collect();
        let heads = random.bits() as u32 & random.bits() as u32;
        let first = (3, 5);
        let found = of_lanes(mask, || {
            let (warp, x) = (Warp::lanes(mask).segments(width), functions[lane() as usize]);
            let is_head = heads >> lane() & 1 == 1;
            let whole = [warp.inclusive_scan(x, then), warp.exclusive_scan(x, first, then)];
            let sums = [warp.inclusive_sum(x.0), warp.exclusive_sum(x.0)];
            let inclusive = warp.segmented_inclusive_scan(is_head, x, then);
            (whole, sums, [inclusive, warp.segmented_exclusive_scan(is_head, x, first, then)])
        });
        for (lane, found) in found.into_iter().enumerate() {
            let Some(found) = found else { continue };
            let start = lane / width as usize * width as usize;
            let head = (start..=lane).rev().find(|lane| (mask & heads) >> lane & 1 == 1).unwrap_or(start);
            let values = |from: usize, to: usize| (from..to).filter(|i| mask >> i & 1 == 1).map(|i| functions[i]);
            let scans = |from: usize| {
                let before = values(from, lane).fold(first, then);
                [values(from, lane + 1).reduce(then).unwrap(), before]
            };
            let sum = |to: usize| values(start, to).fold(0u32, |sum, x| sum.wrapping_add(x.0));
            let expected = (scans(start), [sum(lane + 1), sum(lane)], scans(head));
            assert_eq!(found, expected, "lane {lane} of {mask:#x} in segments of {width}, heads {heads:#x}");
        }
    }
}

#[test]
fn the_lanes_that_are_present_are_those_of_the_block() {
    for threads in [1, 5, 31, 32, 33, 64, 100] {
        let found = block(shape(1, threads), || (Warp::present().sum(1.0f32), Warp::present().sum(1u8)));
        for (thread, found) in found.into_iter().enumerate() {
            let lanes = (threads as usize - thread / 32 * 32).min(32);
            assert_eq!(found, (lanes as f32, lanes as u8), "thread {thread} of {threads}");
        }
    }
}

#[test]
fn arrays_and_halves_are_elements_too() {
    let found = block(shape(1, 32), || {
        let x = lane() as f32;
        let [a, b, c, d] = Warp::ALL.sum([x, -x, 1.0, 0.5]);
        #[cfg(feature = "half")]
        {
            use lego_cuda::device::Stored;
            // In f16 the sum of so many would be 2048 and not go on.
            let half = Warp::ALL.sum(half::f16::narrow(if linear_thread_idx() == 0 { 2048.0 } else { 1.0 }));
            assert_eq!(half.widen(), 2080.0);
        }
        (Warp::ALL.max([x, -x]), [a, b, c, d], linear_thread_idx())
    });
    assert!(found.iter().all(|found| (found.0, found.1) == ([31.0, 0.0], [496.0, -496.0, 32.0, 16.0])), "{found:?}");
}

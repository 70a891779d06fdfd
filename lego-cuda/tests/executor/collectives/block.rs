//! Over the threads of a block: of any number of them, in up to three dimensions, call after call.

use super::{Affine, first_best, float, then, tree};
use crate::harness::{Shape, block, shape};
use lego_cuda::device::collective::Exchange;
use lego_cuda::device::{BlockWide, linear_thread_idx, shared};
use lego_cuda::kernel::SharedTile;
use random::Random;

/// The memory of a block's collectives, at a place in its dynamic memory.
fn wide<'a, T: Exchange>(place: u32) -> BlockWide<'a, T> {
    let bytes = shared::dynamic::<u8>(place, BlockWide::<'a, T>::BYTES);
    // SAFETY: the memory is there, begins at a multiple of 16, and is used by nothing else.
    unsafe { BlockWide::from_offset(bytes.at(0).offset()) }
}

/// Blocks of every kind: few threads, whole warps, a last warp of any number of lanes, several dimensions.
fn blocks(random: &mut Random) -> Vec<Shape> {
    let mut blocks: Vec<Shape> = [1, 2, 3, 31, 32, 33, 63, 64, 65, 96, 127, 160, 255, 256, 257, 512, 1000, 1023, 1024]
        .map(|threads| shape(1, threads).dynamic(8192))
        .into();
    blocks.extend((0..12).map(|_| shape(1, 1 + random.index(1024) as u32).dynamic(8192)));
    for extents in [[8, 8, 1], [5, 7, 3], [33, 3, 2], [1, 1, 64], [16, 4, 16]] {
        blocks.push(Shape { block: extents, ..shape(1, 1).dynamic(8192) });
    }
    blocks
}

fn threads(shape: Shape) -> usize {
    shape.block.iter().product::<u32>() as usize
}

#[test]
fn threads_combine_in_the_tree_of_their_numbers() {
    let mut random = Random::fresh();
    for of in blocks(&mut random) {
        let count = threads(of);
        let values: Vec<f32> = (0..count).map(|_| float(&mut random)).collect();
        let functions: Vec<Affine> = (0..count).map(|_| (random.bits() as u32, random.bits() as u32)).collect();
        let found = block(of, || {
            let (floats, pairs) = (wide::<f32>(0), wide::<Affine>(4096));
            let me = linear_thread_idx() as usize;
            let mut all = [(0, (0, 0)); 3];
            // The next round does not wait for who still reads of the one before.
            for result in &mut all {
                *result = (floats.sum(values[me]).to_bits(), pairs.reduce(functions[me], then));
            }
            all
        });
        let mut places = vec![None; 1024];
        places[..count].copy_from_slice(&values.iter().copied().map(Some).collect::<Vec<_>>());
        let sum = tree(&places, &|a: f32, b| a + b).unwrap().to_bits();
        let all = functions.into_iter().reduce(then).unwrap();
        assert!(found.iter().all(|found| *found == [(sum, all); 3]), "{:?}", of.block);
    }
}

#[test]
fn every_reduction_is_that_of_an_iterator() {
    let mut random = Random::fresh();
    for of in blocks(&mut random) {
        let count = threads(of);
        let words: Vec<u32> = (0..count).map(|_| random.bits() as u32).collect();
        let values: Vec<f32> = (0..count).map(|i| if i % 7 == 0 { f32::NAN } else { random.index(9) as f32 }).collect();
        let found = block(of, || {
            let (ints, wides) = (wide::<u32>(0), wide::<i64>(2048));
            let (bytes, floats) = (wide::<u8>(4096), wide::<f32>(6144));
            let me = linear_thread_idx();
            let (x, value) = (words[me as usize], values[me as usize]);
            let numbers =
                [ints.sum(x), ints.product(x), ints.min(x), ints.max(x), ints.and(x), ints.or(x), ints.xor(x)];
            let large = [wides.sum(i64::from(x)), wides.min(-i64::from(x)), wides.max(-i64::from(x))];
            let small = [bytes.sum(x as u8), bytes.max(x as u8)];
            let votes = (ints.any(x == words[0]), ints.all(x == words[0]), bytes.count(x % 3 == 0));
            let best = (ints.arg_max(x % 16, me), floats.arg_max(value, me).1, floats.arg_min(value, 7 * me).1);
            (numbers, large, small, votes, best)
        });
        let x = || words.iter().copied();
        let product = x().fold(1, u32::wrapping_mul);
        let [and, or, xor] = [x().fold(!0, |a, b| a & b), x().fold(0, |a, b| a | b), x().fold(0, |a, b| a ^ b)];
        let sum = x().fold(0, u32::wrapping_add);
        let (least, most) = (x().min().unwrap(), x().max().unwrap());
        let numbers = [sum, product, least, most, and, or, xor];
        let large = [x().map(i64::from).sum(), -i64::from(most), -i64::from(least)];
        let small = [sum as u8, x().map(|x| x as u8).max().unwrap()];
        let votes = (true, x().all(|x| x == words[0]), x().filter(|x| x % 3 == 0).count() as u32);
        let rest: Vec<f32> = x().map(|x| (x % 16) as f32).collect();
        let at = first_best(&rest, |a, b| a > b);
        let [high, low] = [first_best(&values, |a, b| a > b), first_best(&values, |a, b| a < b)];
        let best = ((words[at] % 16, at as u32), high as u32, 7 * low as u32);
        let expected = (numbers, large, small, votes, best);
        for found in found {
            assert_eq!(found, expected, "{:?}", of.block);
        }
    }
}

/// Scans of `N` items a thread, with and without segments.
fn check_scans<const N: usize>(of: Shape, random: &mut Random) {
    let count = threads(of) * N;
    let functions: Vec<Affine> = (0..count).map(|_| (random.bits() as u32, random.bits() as u32)).collect();
    let rare = 1 + random.index(100);
    let heads: Vec<bool> = (0..count).map(|_| random.index(rare) == 0).collect();
    let first = (3, 5);
    let found = block(of, || {
        let (pairs, numbers) = (wide::<Affine>(0), wide::<u64>(4096));
        let me = linear_thread_idx() as usize;
        let items: [Affine; N] = std::array::from_fn(|i| functions[N * me + i]);
        let marks = std::array::from_fn(|i| heads[N * me + i]);
        let inclusive = pairs.inclusive_scan(items, then);
        let (exclusive, total) = pairs.exclusive_scan(items, first, then);
        let segments = pairs.segmented_inclusive_scan(marks, items, then);
        let before = pairs.segmented_exclusive_scan(marks, items, first, then);
        let up_to = numbers.inclusive_sum(items.map(|x| u64::from(x.0)));
        let (sums, sum) = numbers.exclusive_sum(items.map(|x| u64::from(x.0)));
        let scans = |i| [inclusive[i], exclusive[i], segments[i], before[i]];
        Found::<N> { scanned: std::array::from_fn(|i| (scans(i), [up_to[i], sums[i]])), total, sum }
    });
    let (mut through, mut before) = (None, first);
    let (mut in_segment, mut before_in_segment, mut sum) = (None, first, 0);
    for (i, &x) in functions.iter().enumerate() {
        let up_to = through.map_or(x, |through| then(through, x));
        if heads[i] {
            (in_segment, before_in_segment) = (None, first);
        }
        let segment = in_segment.map_or(x, |segment| then(segment, x));
        let expected = ([up_to, before, segment, before_in_segment], [sum + u64::from(x.0), sum]);
        assert_eq!(found[i / N].scanned[i % N], expected, "item {i} of {:?}, {N} a thread", of.block);
        (through, before) = (Some(up_to), then(before, x));
        (in_segment, before_in_segment) = (Some(segment), then(before_in_segment, x));
        sum += u64::from(x.0);
    }
    assert!(found.iter().all(|found| found.total == before && found.sum == sum), "{:?}", of.block);
}

/// What a thread finds.
#[derive(Clone, Copy)]
struct Found<const N: usize> {
    scanned: [([Affine; 4], [u64; 2]); N],
    total: Affine,
    sum: u64,
}

impl<const N: usize> Default for Found<N> {
    fn default() -> Self {
        Self { scanned: [Default::default(); N], total: (0, 0), sum: 0 }
    }
}

#[test]
fn scans_combine_the_items_up_to_each_in_their_order() {
    let mut random = Random::fresh();
    for of in blocks(&mut random) {
        check_scans::<1>(of, &mut random);
        check_scans::<4>(of, &mut random);
        check_scans::<7>(of, &mut random);
    }
}

/// The same numbers give the same sums, to the last bit, each time.
#[test]
fn sums_of_floats_are_reproducible() {
    let mut random = Random::fresh();
    for count in [33, 256, 1000] {
        let values: Vec<f32> = (0..2 * count).map(|_| float(&mut random)).collect();
        let run = || {
            block(shape(1, count as u32).dynamic(4096), || {
                let me = linear_thread_idx() as usize;
                let ([a, b], total) = wide::<f32>(0).exclusive_sum([values[2 * me], values[2 * me + 1]]);
                [a, b, total].map(f32::to_bits)
            })
        };
        let once = run();
        assert_eq!(once, run());
        let exact: f64 = values.iter().copied().map(f64::from).sum();
        let magnitude: f64 = values.iter().map(|x| f64::from(x.abs())).sum();
        let total = f64::from(f32::from_bits(once[0][2]));
        assert!((total - exact).abs() < 1e-5 * magnitude, "{total} and not {exact}");
    }
}

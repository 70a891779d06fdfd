//! Over the blocks of a grid, launch after launch.

use super::{float, tree};
use lego_cuda::device::collective::Combined;
use lego_cuda::device::{
    BlockWide, Element, GridWide, block_dim, block_stride, grid_dim, grid_stride, linear_thread_idx,
};
use lego_cuda::executor::{Executor, Options};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut};
use random::Random;

/// The sum of all, and how many blocks say that they have it.
#[lego_kernel(instances(total_f32 = <f32>, total_u64 = <u64>))]
fn total<T: Element + Combined<Wide = T>>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    grid: GridWide<'_, T>,
    #[shared] all: BlockWide<'_, T>,
) {
    let mine = grid_stride(input.len()).fold(T::ZERO, |sum, i| lego_cuda::device::math::add(sum, input.get([i])));
    if let Some(sum) = grid.sum(&all, mine) {
        // All threads of that block have it.
        if linear_thread_idx() == block_dim().count() - 1 {
            // SAFETY: one thread of one block.
            unsafe { output.set([0], sum) };
        }
    }
}

/// The first and the last element of what follows each other, and nothing where elements do not.
#[lego_kernel(instances(ordered))]
fn ordered(
    input: Global<'_, u32>,
    output: GlobalMut<'_, u32>,
    grid: GridWide<'_, [u32; 2]>,
    #[shared] all: BlockWide<'_, [u32; 2]>,
) {
    let tile = grid.tile(&all);
    let mine = input.get([tile.number() * block_dim().count() + linear_thread_idx()]);
    let joined = |a: [u32; 2], b: [u32; 2]| if a[1] + 1 == b[0] { [a[0], b[1]] } else { [u32::MAX; 2] };
    let of_block = all.reduce([mine, mine], joined);
    let before = grid.before(&all, tile, of_block, joined);
    // SAFETY: each thread has its own element.
    unsafe {
        output.set([tile.number() * block_dim().count() + linear_thread_idx()], before.map_or(0, |[_, last]| last))
    };
}

/// The sum of the tiles before each, a number a tile.
#[lego_kernel(instances(before_u8 = <u8>, before_u32 = <u32>, before_i64 = <i64>))]
fn before<T: Element + Combined<Wide = T>>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    grid: GridWide<'_, T>,
    #[shared] all: BlockWide<'_, T>,
) {
    let tile = grid.tile(&all);
    let sum = grid.sum_before(&all, tile, input.get([tile.number()]));
    for _ in block_stride(1) {
        // SAFETY: a tile belongs to one block, and one of its threads has the number 0.
        unsafe { output.set([tile.number()], sum) };
    }
}

/// The sum of a group in each of its blocks, a number a tile.
#[lego_kernel(instances(of_group_f32 = <f32>, of_group_u64 = <u64>))]
fn of_group<T: Element + Combined<Wide = T>>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    grid: GridWide<'_, T>,
    group: u32,
    #[shared] all: BlockWide<'_, T>,
) {
    let tile = grid.own_tile(&all);
    let first = tile.number() / group * group;
    let tiles = first..grid_dim().count().min(first + group);
    let sum = grid.sum_of_group(&all, tile, tiles, input.get([tile.number()]));
    if linear_thread_idx() == block_dim().count() - 1 {
        // SAFETY: a tile belongs to one block, of which one thread is the last.
        unsafe { output.set([tile.number()], sum) };
    }
}

/// The sum of the tiles before each that are of the same line, a number a tile.
#[lego_kernel(instances(since_f64 = <f64>))]
fn since<T: Element + Combined<Wide = T>>(
    input: Global<'_, T>,
    output: GlobalMut<'_, T>,
    tiles_of_line: u32,
    grid: GridWide<'_, T>,
    #[shared] all: BlockWide<'_, T>,
) {
    let tile = grid.tile(&all);
    let first = tile.number() / tiles_of_line * tiles_of_line;
    let sum = grid.sum_since(&all, tile, first, input.get([tile.number()]));
    for _ in block_stride(1) {
        // SAFETY: a tile belongs to one block, and one of its threads has the number 0.
        unsafe { output.set([tile.number()], sum) };
    }
}

fn executors() -> [Device<Executor>; 2] {
    [1, 3].map(|workers| Device::new(Executor::with(Options::new().workers(workers))))
}

#[test]
fn blocks_combine_in_their_order_and_the_last_one_knows() -> Result<(), Error> {
    let mut random = Random::fresh();
    for device in executors() {
        let module = device.without_program()?;
        let mut words = device.zeroed(GridWide::<f32>::words(40))?;
        for (blocks, threads) in [(1, 1), (1, 64), (2, 33), (7, 96), (40, 8), (33, 1), (31, 256)] {
            let count = blocks * threads;
            let values: Vec<f32> = (0..count).map(|_| float(&mut random)).collect();
            let mut output = device.poisoned(1)?;
            let launch = Launch { block: Some([threads as u32, 1, 1]), ..Launch::grid(blocks) };
            Total::<f32>::launch(&module, launch, &device.buffer_from(&values)?, &mut output, &mut words)?;
            // Each block's tree; then, for each thread of the last block, blocks that follow each other; then their tree.
            let of_block = |block: &[f32]| padded_tree(block.iter().copied());
            let parts: Vec<f32> = values.chunks(threads).map(of_block).collect();
            let shares = parts.chunks((blocks - 1) / threads + 1);
            let expected = padded_tree(shares.map(|share| share.iter().copied().reduce(|a, b| a + b).unwrap()));
            assert_eq!(output.read()?[0].to_bits(), expected.to_bits(), "{blocks} blocks of {threads}");

            let wide: Vec<u64> = (0..3 * count + 1).map(|_| random.bits()).collect();
            let mut output = device.poisoned(1)?;
            Total::<u64>::launch(
                &module,
                launch,
                &device.buffer_from(&wide)?,
                &mut output,
                &mut device.zeroed(GridWide::<u64>::words(blocks))?,
            )?;
            assert_eq!(output.read()?, [wide.into_iter().fold(0, u64::wrapping_add)]);
        }
    }
    Ok(())
}

fn padded_tree(values: impl Iterator<Item = f32>) -> f32 {
    let mut places: Vec<Option<f32>> = values.map(Some).collect();
    places.resize(1024, None);
    tree(&places, &|a, b| a + b).unwrap()
}

#[test]
fn tiles_know_what_is_before_them_in_their_order() -> Result<(), Error> {
    for device in executors() {
        let module = device.without_program()?;
        let mut words = device.zeroed(GridWide::<[u32; 2]>::words(200))?;
        for (blocks, threads) in [(1, 32), (2, 5), (40, 32), (200, 40), (33, 64), (70, 1)] {
            let numbers: Vec<u32> = (0..blocks * threads).map(|i| i + 1).collect();
            let mut output = device.poisoned(numbers.len())?;
            let launch = Launch { block: Some([threads, 1, 1]), ..Launch::grid(blocks) };
            Ordered::launch(&module, launch, &device.buffer_from(&numbers)?, &mut output, &mut words)?;
            let expected: Vec<u32> = (0..blocks * threads).map(|i| i / threads * threads).collect();
            assert_eq!(output.read()?, expected, "{blocks} blocks of {threads}");
        }
    }
    Ok(())
}

/// Sums before tiles, twice with the same words and another number of blocks in between.
fn check_before<T>(random: &mut Random, number: impl Fn(u64) -> T) -> Result<(), Error>
where
    T: Element + Combined<Wide = T> + PartialEq + std::fmt::Debug,
    Before<T>: Instance,
{
    for device in executors() {
        let module = device.without_program()?;
        let mut words = device.zeroed(GridWide::<T>::words(150))?;
        for (blocks, threads) in [(150, 32), (3, 64), (150, 1), (97, 48), (32, 32), (33, 7)] {
            let values: Vec<T> = (0..blocks).map(|_| number(random.bits())).collect();
            let mut output = device.poisoned(blocks)?;
            let launch = Launch { block: Some([threads, 1, 1]), ..Launch::grid(blocks) };
            Before::<T>::launch(&module, launch, &device.buffer_from(&values)?, &mut output, &mut words)?;
            let mut sum = T::ZERO;
            for (tile, (found, value)) in output.read()?.into_iter().zip(values).enumerate() {
                assert_eq!(found, sum, "tile {tile} of {blocks} blocks of {threads}");
                sum = lego_cuda::device::math::add(sum, value);
            }
        }
    }
    Ok(())
}

#[test]
fn sums_before_tiles_are_of_any_width() -> Result<(), Error> {
    let mut random = Random::fresh();
    check_before(&mut random, |bits| bits as u8)?;
    check_before(&mut random, |bits| bits as u32)?;
    check_before(&mut random, |bits| bits as i64)
}

#[test]
fn blocks_of_a_group_wait_for_each_other() -> Result<(), Error> {
    let mut random = Random::fresh();
    for device in executors() {
        let module = device.without_program()?;
        let (mut floats, mut words) = (device.zeroed(61)?, device.zeroed(GridWide::<u64>::words(60))?);
        for (blocks, group, threads) in
            [(1, 1, 32), (7, 3, 64), (60, 12, 1), (60, 4, 7), (24, 24, 5), (5, 9, 33), (60, 12, 32)]
        {
            let launch = Launch { block: Some([threads, 1, 1]), ..Launch::grid(blocks).cooperative() };
            let values: Vec<f32> = (0..blocks).map(|_| float(&mut random)).collect();
            let mut output = device.poisoned(blocks)?;
            OfGroup::<f32>::launch(&module, launch, &device.buffer_from(&values)?, &mut output, &mut floats, group)?;
            let found: Vec<u32> = output.read()?.into_iter().map(f32::to_bits).collect();
            // For each thread, tiles that follow each other; then the tree of the threads.
            let sum_of = |values: &[f32]| {
                let shares = values.chunks((values.len() - 1) / threads as usize + 1);
                padded_tree(shares.map(|share| share.iter().copied().reduce(|a, b| a + b).unwrap()))
            };
            let sums = values.chunks(group as usize).flat_map(|group| vec![sum_of(group).to_bits(); group.len()]);
            assert_eq!(found, sums.collect::<Vec<_>>(), "{blocks} blocks of {threads} in groups of {group}");

            let values: Vec<u64> = (0..blocks).map(|_| random.bits()).collect();
            let mut output = device.poisoned(blocks)?;
            OfGroup::<u64>::launch(&module, launch, &device.buffer_from(&values)?, &mut output, &mut words, group)?;
            let sum = |group: &[u64]| group.iter().fold(0, |sum: u64, x| sum.wrapping_add(*x));
            let sums = values.chunks(group as usize).flat_map(|group| vec![sum(group); group.len()]);
            assert_eq!(output.read()?, sums.collect::<Vec<_>>());
        }
    }
    Ok(())
}

#[test]
fn sums_of_lines_begin_anew_with_each() -> Result<(), Error> {
    let mut random = Random::fresh();
    for device in executors() {
        let module = device.without_program()?;
        let mut words = device.zeroed(GridWide::<f64>::words(150))?;
        for (blocks, threads, of_line) in
            [(150, 32, 37), (3, 64, 1), (150, 1, 50), (97, 48, 100), (70, 32, 33), (33, 7, 4)]
        {
            let values: Vec<f64> = (0..blocks).map(|_| random.below(1 << 20) as f64).collect();
            let mut output = device.poisoned(blocks)?;
            let launch = Launch { block: Some([threads, 1, 1]), ..Launch::grid(blocks) };
            let input = device.buffer_from(&values)?;
            Since::<f64>::launch(&module, launch, &input, &mut output, of_line as u32, &mut words)?;
            for (tile, found) in output.read()?.into_iter().enumerate() {
                let right: f64 = values[tile / of_line * of_line..tile].iter().sum();
                assert_eq!(found, right, "tile {tile} of {blocks} blocks of {threads}, {of_line} to a line");
            }
        }
    }
    Ok(())
}

#[test]
fn words_are_as_many_as_the_grid_needs() -> Result<(), Error> {
    let [device, _] = executors();
    let module = device.without_program()?;
    let (input, mut output) = (device.buffer_from(&[1i64; 9])?, device.poisoned(9)?);
    let mut words = device.zeroed(18)?;
    let launch = Launch { block: Some([32, 1, 1]), ..Launch::grid(9) };
    let launched = Before::<i64>::launch(&module, launch, &input, &mut output, &mut words);
    assert_eq!(launched, Err(Error::Length { what: "grid", elements: 18, needed: 19 }));
    Ok(())
}

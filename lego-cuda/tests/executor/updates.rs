//! Atomic updates of views, updates by one thread, and loops whose rounds the threads share.

use crate::harness::{Shape, launch, marked, shape};
use lego::layout;
use lego_cuda::device::{block_dim, block_stride, grid_stride, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Access, Executor, Options, Space};
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Atomic, BlockX, Global, GlobalMut, Register, Shared, Split, ThreadX};
use std::sync::Mutex;

layout! {
    type Bins = Row(7, 5);
    type Padded = Row(3, 5).PadBy([3, 4] => [3, 5]);
    type Whole = Row(2, 2);
    type Partial = Row(10).ExpandBy([10] => [16]).GroupBy([2, 2, 4]);
}

/// Everything that an integer can be updated by; each thread of all blocks does the same.
#[lego_kernel(threads = 40, instances(integers))]
fn integers(
    of_grid: Atomic<'_, i32, Padded>,
    sums: Atomic<'_, f64>,
    #[shared] bins: Shared<'_, u32, Bins>,
    seen: Atomic<'_, u64>,
) {
    let me = linear_thread_idx();
    for i in block_stride(35) {
        bins.set([i / 5, i % 5], if i == 3 { u32::MAX } else { 0 });
    }
    sync_threads();
    bins.fetch_add([0, 0], me);
    bins.fetch_max([0, 1], me);
    bins.fetch_or([0, 2], 1 << (me % 32));
    bins.fetch_min([0, 3], me + 5);
    bins.fetch_xor([0, 4], 3);
    assert_eq!((bins.try_fetch_add([7, 0], 1), bins.try_fetch_add([0, 5], 1)), (None, None));
    assert!(bins.try_fetch_add([6, 4], 2).is_some_and(|old| old % 2 == 0 && old < 80));
    // Who comes first puts its number in, and the others see it.
    match bins.compare_exchange([1, 0], 0, me + 1) {
        Ok(old) => assert_eq!(old, 0),
        Err(other) => assert!(other != 0 && other != me + 1),
    }
    sync_threads();
    assert_eq!([0, 1, 2, 3, 4].map(|i| bins.get([0, i])), [780, 39, !0, 5, 0]);
    assert_eq!(bins.get([6, 4]), 80);
    of_grid.fetch_add([0, 0], -1);
    of_grid.fetch_min([0, 1], -(me as i32));
    of_grid.fetch_and([0, 2], !(1 << (me % 31)));
    of_grid.try_fetch_max([2, 3], me as i32);
    of_grid.try_fetch_max([2, 4], 1000);
    sums.fetch_add([0], 0.25);
    seen.store_release([1], seen.load_acquire([1]).max(u64::from(me) << 40));
    seen.swap([0], 1 << 60);
    assert_eq!(seen.load([0]), 1 << 60);
}

#[test]
fn atomics_of_views_do_what_they_say() -> Result<(), Error> {
    for workers in [1, 3] {
        let device = Device::new(Executor::with(Options::new().workers(workers)));
        let module = device.without_program()?;
        let mut numbers = device.buffer_from(&[i32::MAX; 15])?;
        numbers.write_at(0, &[0, 0])?;
        numbers.write_at(13, &[0])?;
        let (mut sums, mut seen) = (device.zeroed::<f64>(1)?, device.zeroed::<u64>(2)?);
        Integers::launch(&module, Launch::grid(6), &mut numbers, &mut sums, &mut seen)?;
        let found = numbers.read()?;
        assert_eq!((found[0], found[1], found[2], found[13], found[14]), (-240, -39, 0, 39, i32::MAX));
        assert_eq!((sums.read()?, seen.read()?[0]), (vec![60.0], 1 << 60));
    }
    Ok(())
}

/// Each thread doubles its own elements where there are any, and the others' in shared memory.
#[lego_kernel(threads = 2, instances(doubled))]
fn doubled(
    own: Split<'_, i32, Partial, (BlockX, ThreadX, Register)>,
    whole: Split<'_, i32, Whole, (BlockX, ThreadX)>,
    all: GlobalMut<'_, i32>,
    #[shared] bins: Shared<'_, u32, Bins>,
) {
    for k in 0..4 {
        let is_there = own.contains([k]);
        assert_eq!(own.try_update([k], |x| 2 * x), own.try_get([k]));
        assert_eq!(own.try_update([k], |x| x + 1).is_some(), is_there);
        assert_eq!(own.try_update([k], |x| x - 1), own.try_get([k]));
    }
    let me = linear_thread_idx();
    bins.set([me, 3], 20);
    assert_eq!((bins.update([me, 3], |x| x + 1), bins.try_update([me, 3], |x| x * 2)), (21, Some(42)));
    assert_eq!((bins.try_update([7, 0], |x| x), bins.get([me, 3])), (None, 42));
    assert_eq!(whole.update([], |x| x - 3), whole.get([]));
    // SAFETY: each thread of each block has its own element.
    unsafe { all.update([2 * lego_cuda::device::block_idx().x + me], |x| x * x) };
}

#[test]
fn updates_change_what_is_there() -> Result<(), Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let mut own = device.buffer_from(&(0..10).collect::<Vec<i32>>())?;
    let mut all = device.buffer_from(&[1, 2, 3, 4])?;
    let mut whole = device.buffer_from(&[1, 2, 3, 4])?;
    Doubled::launch(&module, Launch::covering(), &mut own, &mut whole, &mut all)?;
    assert_eq!(whole.read()?, [-2, -1, 0, 1]);
    assert_eq!(own.read()?, (0..10).map(|i| 2 * i).collect::<Vec<i32>>());
    assert_eq!(all.read()?, [1, 4, 9, 16]);
    Ok(())
}

#[test]
fn threads_share_the_rounds_of_a_loop() {
    for (grid, block) in
        [([1, 1, 1], [1, 1, 1]), ([3, 1, 1], [32, 1, 1]), ([2, 3, 2], [5, 2, 3]), ([7, 1, 1], [100, 1, 1])]
    {
        let of = Shape { grid, block, ..shape(1, 1) };
        for len in [0, 1, 7, 359, 360, 361, 1000, 4099] {
            let (seen, of_blocks) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
            launch(&Executor::new(), of, || {
                let mine: Vec<u32> = grid_stride(len).collect();
                assert!(mine.is_sorted());
                seen.lock().unwrap().extend(mine);
                of_blocks.lock().unwrap().extend(block_stride(len));
                // Near the end of the numbers, as many as the threads leave.
                let late = grid_stride(u32::MAX).len();
                assert!(late as u64 <= u64::from(u32::MAX) / u64::from(block_dim().count()) + 1);
            });
            let [mut seen, mut of_blocks] = [seen, of_blocks].map(|numbers| numbers.into_inner().unwrap());
            seen.sort_unstable();
            of_blocks.sort_unstable();
            assert_eq!(seen, (0..len).collect::<Vec<_>>(), "{len} in {grid:?} of {block:?}");
            let blocks = grid.iter().product::<u32>() as usize;
            assert_eq!(of_blocks, (0..len).flat_map(|i| vec![i; blocks]).collect::<Vec<_>>());
        }
    }
}

/// Updates of one number by all lanes, of a number each, and of one in every bank twice.
#[lego_kernel(threads = 32, instances(conflicts))]
fn conflicts(input: Global<'_, u32>, of_grid: Atomic<'_, u32>, #[shared] bins: Shared<'_, u32, Bins64>) {
    let me = linear_thread_idx();
    bins.set([me], 0);
    bins.set([me + 32], 0);
    sync_threads();
    bins.fetch_add([0], 1); // @one
    bins.fetch_add([me], 1); // @each
    bins.fetch_add([me % 16 + 32 * (me / 16)], 1); // @twice
    of_grid.fetch_add([input.get([me])], 1); // @global
}

layout!(type Bins64 = Row(64););

#[test]
fn the_profile_counts_atomics() -> Result<(), Error> {
    let executor = Executor::with(Options::new().profile(true));
    let device = Device::new(executor.clone());
    let module = device.without_program()?;
    let mut of_grid = device.zeroed::<u32>(256)?;
    Conflicts::launch(
        &module,
        Launch::grid(3),
        &device.buffer_from(&(0..32).map(|i| 8 * i).collect::<Vec<u32>>())?,
        &mut of_grid,
    )?;
    let profile = executor.profile();
    for (mark, space, measured, ideal) in [
        ("one", Space::Shared, 3 * 32, 3),
        ("each", Space::Shared, 3, 3),
        ("twice", Space::Shared, 3 * 2, 3),
        ("global", Space::Global, 3 * 32, 3 * 4),
    ] {
        let line = marked(include_str!("updates.rs"), mark);
        let row = profile.rows().iter().find(|row| row.site.line() == line && row.access == Access::Atomic).unwrap();
        assert_eq!((row.space, row.requests, row.measured, row.ideal), (space, 3, measured, ideal), "{mark}");
    }
    assert!(profile.to_json().contains("\"access\": \"atomic\"") && profile.to_string().contains("atomic"));
    Ok(())
}

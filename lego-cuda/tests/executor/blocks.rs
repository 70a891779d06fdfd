//! Blocks that wait for each other.

use crate::harness::{Buffer, alone, launch, shape};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::{fence, sync_grid};
use lego_cuda::device::{block_idx, global, grid_dim, linear_thread_idx, sleep, sync_threads};
use lego_cuda::executor::{Executor, Options};

#[test]
fn a_barrier_of_the_grid_orders_all_blocks() {
    for workers in [1, 3] {
        let executor = Executor::with(Options::new().workers(workers));
        let (counter, cells) = (Buffer::of(&executor, &[0u32]), Buffer::<u32>::poisoned(&executor, 24 * 8));
        let (count, cell) = (counter.at(), cells.at());
        launch(&executor, shape(24, 8).cooperative(), || {
            let mine = (block_idx().x * 8 + linear_thread_idx()) as usize;
            // SAFETY: a barrier lies between the accesses of different threads to one element.
            unsafe {
                global::store(cell.get(mine), mine as u32);
                for _ in 0..4 {
                    sync_grid(count.get(0));
                    let other = global::load(cell.get((mine + 9) % 192).cast_const());
                    sync_grid(count.get(0));
                    global::store(cell.get(mine), other);
                }
            }
        });
        assert_eq!(cells.read(), (0..192).map(|i| (i + 36) % 192).collect::<Vec<_>>());
    }
}

/// Each block adds to what the block before it found: by a flag that it waits for.
fn chained(executor: &Executor, blocks: u32, relaxed: bool) {
    let (flags, sums) =
        (Buffer::of(executor, &vec![0u32; blocks as usize]), Buffer::<u32>::poisoned(executor, blocks as usize));
    let (flag, sum) = (flags.at(), sums.at());
    launch(executor, shape(blocks, 32), || {
        // The last block of the grid begins, so that a block waits for one after it.
        let block = (grid_dim().x - 1 - block_idx().x) as usize;
        if linear_thread_idx() == 0 {
            // SAFETY: the sum of a block is read when its flag says that it was written.
            unsafe {
                let mut before = 0;
                if block > 0 {
                    let ready = || {
                        let at = flag.get(block - 1).cast_const();
                        if relaxed {
                            atomic::load_relaxed(at, Scope::Gpu)
                        } else {
                            atomic::load_acquire(at, Scope::Gpu)
                        }
                    };
                    while ready() == 0 {}
                    if relaxed {
                        fence(Scope::Gpu);
                    }
                    before = global::load(sum.get(block - 1).cast_const());
                }
                global::store(sum.get(block), before + block as u32);
                if relaxed {
                    fence(Scope::Gpu);
                    atomic::store_relaxed(flag.get(block), 1, Scope::Gpu);
                } else {
                    atomic::store_release(flag.get(block), 1, Scope::Gpu);
                }
            }
        }
        sync_threads();
    });
    assert_eq!(sums.read(), (0..blocks).map(|i| i * (i + 1) / 2).collect::<Vec<_>>());
}

#[test]
fn a_block_may_wait_for_any_that_fits_beside_it() {
    for relaxed in [false, true] {
        chained(&alone(), 40, relaxed);
        chained(&Executor::new(), 40, relaxed);
        chained(&Executor::with(Options::new().workers(5)), 40, relaxed);
    }
}

#[test]
fn a_lock_is_passed_on() {
    for workers in [1, 4] {
        let executor = Executor::with(Options::new().workers(workers));
        let (lock, total) = (Buffer::of(&executor, &[0u32]), Buffer::of(&executor, &[0u32]));
        let (held, sum) = (lock.at(), total.at());
        launch(&executor, shape(12, 64), || {
            // SAFETY: the sum is used by the holder of the lock alone.
            unsafe {
                while atomic::compare_exchange(held.get(0), 0, 1, Scope::Gpu) != 0 {}
                fence(Scope::Gpu);
                let before = global::load(sum.get(0).cast_const());
                sleep(100);
                global::store(sum.get(0), before + 1);
                fence(Scope::Gpu);
                atomic::exchange(held.get(0), 0, Scope::Gpu);
            }
        });
        assert_eq!(total.read(), [12 * 64]);
    }
}

#[test]
fn the_last_block_sums_what_all_left() {
    let executor = Executor::new();
    let (count, parts, result) =
        (Buffer::of(&executor, &[0u32]), Buffer::<u32>::raw(&executor, 30), Buffer::<u32>::raw(&executor, 1));
    let (ticket, part, sum) = (count.at(), parts.at(), result.at());
    launch(&executor, shape(30, 1), || {
        // SAFETY: the last to take a ticket sees what the others wrote before theirs.
        unsafe {
            global::store(part.get(block_idx().x as usize), block_idx().x + 1);
            fence(Scope::Gpu);
            if atomic::add(ticket.get(0), 1, Scope::Gpu) == 29 {
                fence(Scope::Gpu);
                global::store(sum.get(0), (0..30).map(|i| global::load(part.get(i).cast_const())).sum());
            }
        }
    });
    assert_eq!(result.read(), [30 * 31 / 2]);
}

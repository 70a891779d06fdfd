//! Ways of ordering threads that are right: nothing is found in them, and the results are.

use crate::harness::{Buffer, launch, shape};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::fence;
use lego_cuda::device::{Warp, block_idx, grid_dim, lane, linear_thread_idx, shared, sync_threads, warp_idx};
use lego_cuda::executor::{Executor, Options};

const BLOCKS: u32 = 12;
const THREADS: u32 = 64;

fn executors() -> [Executor; 2] {
    [1, 3].map(|workers| Executor::with(Options::new().workers(workers)))
}

/// The number of the thread in the grid.
fn mine() -> u32 {
    THREADS * block_idx().x + linear_thread_idx()
}

#[test]
fn all_threads_fence_before_a_barrier_and_one_takes_the_ticket() {
    for executor in executors() {
        let parts = Buffer::<u32>::raw(&executor, (BLOCKS * THREADS) as usize);
        let (ticket, sums) = (Buffer::of(&executor, &[0u32]), Buffer::<u32>::raw(&executor, THREADS as usize));
        let (part, ticket, sum) = (parts.at(), ticket.at(), sums.at());
        launch(&executor, shape(BLOCKS, THREADS).dynamic(4), || {
            let last = shared::dynamic::<u32>(0, 1);
            part.store(mine(), mine());
            fence(Scope::Gpu);
            sync_threads();
            if linear_thread_idx() == 0 {
                // SAFETY: the ticket is used by atomics alone.
                last.set(0, unsafe { atomic::add(ticket.get(0), 1, Scope::Gpu) });
            }
            sync_threads();
            if last.get(0) == BLOCKS - 1 {
                // Each reader fences for what one thread has read.
                fence(Scope::Gpu);
                let of = |block: u32| part.load(THREADS * block + linear_thread_idx());
                sum.store(linear_thread_idx(), (0..BLOCKS).map(of).sum());
            }
        });
        let expected = (0..THREADS).map(|i| (0..BLOCKS).map(|block| THREADS * block + i).sum());
        assert_eq!(sums.read(), expected.collect::<Vec<u32>>());
    }
}

#[test]
fn a_barrier_of_the_grid_made_of_atomics() {
    for executor in executors() {
        let (cells, count) = (Buffer::<u32>::raw(&executor, 768), Buffer::of(&executor, &[0u32]));
        let (cell, count) = (cells.at(), count.at());
        launch(&executor, shape(BLOCKS, THREADS), || {
            for round in 1..4 {
                cell.store(mine(), round);
                sync_threads();
                if linear_thread_idx() == 0 {
                    // SAFETY: the counter is used by atomics alone.
                    unsafe {
                        fence(Scope::Gpu);
                        atomic::add(count.get(0), 1, Scope::Gpu);
                        let here = || atomic::load_acquire(count.get(0).cast_const(), Scope::Gpu);
                        while here() < (2 * round - 1) * grid_dim().x {}
                    }
                }
                sync_threads();
                assert_eq!(cell.load((mine() + 100) % 768), round);
                sync_threads();
                if linear_thread_idx() == 0 {
                    // SAFETY: as above.
                    unsafe {
                        fence(Scope::Gpu);
                        atomic::add(count.get(0), 1, Scope::Gpu);
                        let here = || atomic::load_acquire(count.get(0).cast_const(), Scope::Gpu);
                        while here() < 2 * round * grid_dim().x {}
                    }
                }
                sync_threads();
            }
        });
    }
}

#[test]
fn a_scan_that_looks_back_by_numbers_with_flags_in_them() {
    for executor in executors() {
        let (states, sums) = (Buffer::of(&executor, &[0u64; 12]), Buffer::<u64>::raw(&executor, 12));
        let (state, sum) = (states.at(), sums.at());
        launch(&executor, shape(BLOCKS, THREADS).dynamic(8), || {
            let before = shared::dynamic::<u64>(0, 1);
            if linear_thread_idx() == 0 {
                let block = block_idx().x as usize;
                let (mut found, mut at) = (0, block);
                // SAFETY: the states are used by atomics alone.
                unsafe {
                    atomic::store_relaxed(state.get(block), 1 << 32 | (block as u64 + 1), Scope::Gpu);
                    while at > 0 {
                        let seen = atomic::load_relaxed(state.get(at - 1).cast_const(), Scope::Gpu);
                        match seen >> 32 {
                            0 => continue,
                            1 => (found, at) = (found + (seen & 0xffff_ffff), at - 1),
                            _ => (found, at) = (found + (seen & 0xffff_ffff), 0),
                        }
                    }
                    atomic::store_relaxed(state.get(block), 2 << 32 | (found + block as u64 + 1), Scope::Gpu);
                }
                before.set(0, found);
            }
            sync_threads();
            if linear_thread_idx() == 63 {
                sum.store(block_idx().x, before.get(0));
            }
        });
        assert_eq!(sums.read(), (0..12).map(|block| block * (block + 1) / 2).collect::<Vec<u64>>());
    }
}

#[test]
fn a_chain_of_flags_hands_on_what_all_before_wrote() {
    for executor in executors() {
        let (numbers, flags) = (Buffer::<u32>::raw(&executor, 12), Buffer::of(&executor, &[0u32; 12]));
        let (number, flag) = (numbers.at(), flags.at());
        launch(&executor, shape(BLOCKS, THREADS), || {
            let block = block_idx().x;
            if linear_thread_idx() == 5 {
                if block > 0 {
                    // SAFETY: the flags are used by atomics alone.
                    let ready =
                        || unsafe { atomic::load_acquire(flag.get(block as usize - 1).cast_const(), Scope::Gpu) };
                    while ready() == 0 {}
                }
                number.store(block, (0..block).map(|before| number.load(before)).sum::<u32>() + 1);
                // SAFETY: as above.
                unsafe { atomic::store_release(flag.get(block as usize), 1, Scope::Gpu) };
            }
        });
        assert_eq!(numbers.read(), (0..12).map(|block| 1 << block).collect::<Vec<u32>>());
    }
}

#[test]
fn a_lane_acquires_for_its_warp_and_releases_for_it() {
    for executor in executors() {
        let (rows, flags) = (Buffer::of(&executor, &[0u32; 13 * 32]), Buffer::of(&executor, &[1u32, 0, 0, 0, 0]));
        let (row, flag) = (rows.at(), flags.at());
        launch(&executor, shape(2, THREADS), || {
            let warp = (2 * block_idx().x + warp_idx()) as usize;
            if lane() == 0 {
                // SAFETY: the flags are used by atomics alone.
                while unsafe { atomic::load_relaxed(flag.get(warp).cast_const(), Scope::Gpu) } == 0 {}
                fence(Scope::Gpu);
            }
            Warp::ALL.sync();
            let left = row.load(32 * warp as u32 + (lane() + 1) % 32);
            row.store(32 * (warp as u32 + 1) + lane(), left + 1);
            Warp::ALL.sync();
            if lane() == 31 {
                fence(Scope::Gpu);
                // SAFETY: as above.
                unsafe { atomic::store_relaxed(flag.get(warp + 1), 1, Scope::Gpu) };
            }
        });
        assert_eq!(rows.read()[4 * 32..5 * 32], [4; 32]);
    }
}

#[test]
fn a_lock_of_one_thread_guards_what_its_block_does() {
    for executor in executors() {
        let (numbers, locks) = (Buffer::of(&executor, &[0u32; 64]), Buffer::of(&executor, &[0u32]));
        let (number, lock) = (numbers.at(), locks.at());
        launch(&executor, shape(BLOCKS, THREADS), || {
            if linear_thread_idx() == 0 {
                // SAFETY: the lock is used by atomics alone.
                while unsafe { atomic::compare_exchange(lock.get(0), 0, 1, Scope::Gpu) } != 0 {}
                fence(Scope::Gpu);
            }
            sync_threads();
            number.store(linear_thread_idx(), number.load(linear_thread_idx()) + 1);
            sync_threads();
            if linear_thread_idx() == 0 {
                fence(Scope::Gpu);
                // SAFETY: as above.
                unsafe { atomic::exchange(lock.get(0), 0, Scope::Gpu) };
            }
        });
        assert_eq!(numbers.read(), [BLOCKS; 64]);
    }
}

#[test]
fn bins_of_a_block_are_added_to_those_of_all() {
    for executor in executors() {
        let bins = Buffer::of(&executor, &[0u32; 16]);
        let bin = bins.at();
        launch(&executor, shape(BLOCKS, THREADS).dynamic(64), || {
            let (mine, local) = (linear_thread_idx(), shared::dynamic::<u32>(0, 16));
            if mine < 16 {
                local.set(mine, 0);
            }
            sync_threads();
            for round in 0..4 {
                // SAFETY: between the barriers the bins are used by atomics alone.
                unsafe { atomic::add(local.at((mine * 5 + round) % 16), 1, Scope::Block) };
            }
            sync_threads();
            if mine < 16 {
                // SAFETY: the bins of all are used by atomics alone.
                unsafe { atomic::add(bin.get(mine as usize), local.get(mine), Scope::Gpu) };
            }
        });
        assert_eq!(bins.read(), [BLOCKS * 16; 16]);
    }
}

#[test]
fn a_flag_in_shared_memory_orders_two_warps() {
    for executor in executors() {
        launch(&executor, shape(BLOCKS, THREADS).dynamic(256), || {
            let (numbers, flag) = (shared::dynamic::<u32>(0, 32), shared::dynamic::<u32>(128, 1).at(0));
            if linear_thread_idx() == 0 {
                flag.set(0);
            }
            sync_threads();
            if warp_idx() == 1 {
                numbers.set(lane(), lane());
                Warp::ALL.sync();
                if lane() == 0 {
                    fence(Scope::Block);
                    // SAFETY: the flag is used by atomics alone.
                    unsafe { atomic::add(flag, 1, Scope::Block) };
                }
            } else {
                if lane() == 0 {
                    // SAFETY: as above.
                    while unsafe { atomic::max(flag, 0, Scope::Block) } == 0 {}
                    fence(Scope::Block);
                }
                Warp::ALL.sync();
                assert_eq!(numbers.get(31 - lane()), 31 - lane());
            }
        });
    }
}

//! Clusters on the executor: what blocks of one do for each other is right, and what is found does not depend on the order in which they run.

use crate::harness::{Buffer, Shape, alone, fault, faults, ignore, launch, shape};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::sync_grid;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::{SharedPtr, block_idx, cluster, grid_dim, linear_thread_idx, shared, sync_threads};
use lego_cuda::executor::{Executor, FaultKind, Options};

fn number(at: u32) -> SharedPtr<u32> {
    shared::dynamic::<u32>(128, 64).at(at)
}

fn barrier() -> Mbarrier {
    Mbarrier::at(shared::dynamic::<u64>(0, 16).at(0))
}

fn made(arrivals: u32) {
    if linear_thread_idx() == 0 {
        barrier().init(arrivals);
        mbarrier::fence_init();
    }
    cluster::meet();
}

#[test]
fn blocks_of_a_cluster_are_neighbours_in_x() {
    let of = Shape { grid: [6, 2, 2], ..shape(1, 5).cluster(3) };
    launch(&Executor::new(), of, || {
        assert_eq!(cluster::blocks(), 3);
        assert_eq!(cluster::rank(), block_idx().x % 3);
        assert_eq!(grid_dim().x, 6);
    });
    // A block that is alone reaches itself.
    launch(&Executor::new(), shape(3, 5).dynamic(512), || {
        assert_eq!((cluster::blocks(), cluster::rank()), (1, 0));
        number(linear_thread_idx()).set(linear_thread_idx());
        cluster::sync();
        assert_eq!(number(4 - linear_thread_idx()).of_block(0).get(), 4 - linear_thread_idx());
        cluster::meet();
    });
}

/// Each thread adds what the threads of its number have in all blocks, in clusters of every size, more than are in flight at once.
#[test]
fn sums_over_a_cluster_are_right() {
    for blocks in 1..=8 {
        for executor in [alone(), Executor::with(Options::new().workers(3).multiprocessors(1))] {
            let counts = Buffer::of(&executor, &[0_u32]);
            let count = counts.at();
            launch(&executor, shape(12 * blocks, 512).cluster(blocks).dynamic(128 + 2048), || {
                let tile = shared::dynamic::<u32>(128, 512);
                let (thread, mine) = (linear_thread_idx(), block_idx().x);
                for round in 0..3 {
                    tile.set(thread, (mine + round) * thread);
                    cluster::sync();
                    let sum: u32 = (0..blocks).map(|rank| tile.at(511 - thread).of_block(rank).get()).sum();
                    let first = mine / blocks * blocks;
                    let right: u32 = (first..first + blocks).map(|block| (block + round) * (511 - thread)).sum();
                    assert_eq!(sum, right);
                    cluster::sync();
                }
                // SAFETY: the counter is a number.
                unsafe { atomic::add(count.get(0), 1_u32, Scope::Gpu) };
            });
            assert_eq!(counts.read(), [12 * blocks * 512]);
        }
    }
}

lego_cuda::shared_tile! {
    fn first_tile() -> [u32; 40];
    fn second_tile() -> [u32; 8];
}

#[test]
fn a_tile_is_at_the_same_place_in_every_block_whichever_asks_first() {
    launch(&Executor::new(), shape(6, 8).cluster(2), || {
        let (thread, rank) = (linear_thread_idx(), cluster::rank());
        if rank == 0 {
            first_tile().set(thread, 1);
        }
        second_tile().set(thread, 10 + rank);
        first_tile().set(thread, 20 + rank);
        cluster::sync();
        assert_eq!(second_tile().at(thread).of_block(1 - rank).get(), 11 - rank);
        assert_eq!(first_tile().at(thread).of_block(1 - rank).get(), 21 - rank);
        cluster::sync();
    });
}

/// Which block reads and which one ends makes no difference to what is said.
#[test]
fn an_end_that_is_not_ordered_is_found_whoever_runs_first() {
    let said = |reader: u32, workers: usize| {
        let executor = Executor::with(Options::new().workers(workers));
        let (fault, words) = fault(&executor, shape(2, 4).cluster(2).dynamic(512), || {
            number(linear_thread_idx()).set(1);
            cluster::sync();
            if cluster::rank() == reader {
                ignore(number(linear_thread_idx()).of_block(1 - reader).get());
            }
        });
        assert!(matches!(fault.kind, FaultKind::Misuse { .. }), "{words}");
        assert_eq!((fault.block.x, fault.times), (reader, 4));
        assert_eq!(fault.site.unwrap().file, file!());
        words
    };
    let words = said(0, 1);
    let home = |words: &str| words.split_once("which may").unwrap().1.to_owned();
    assert!(words.contains("a load of the shared memory of block (1, 0, 0), which may have ended"), "{words}");
    assert_eq!(home(&words), home(&said(1, 1)));
    assert_eq!(said(1, 1), said(1, 2));
}

#[test]
fn what_was_read_is_over_for_who_waits_and_for_those_it_meets() {
    let body = |meets: bool| {
        move || {
            let (thread, rank) = (linear_thread_idx(), cluster::rank());
            number(thread).set(thread);
            made(64);
            cluster::sync();
            ignore(number(63 - thread).of_block(1 - rank).get());
            // SAFETY: the other block waits for the phase.
            unsafe { barrier().arrive_at(1 - rank) };
            if thread == 0 {
                barrier().wait(0);
            }
            if meets {
                sync_threads();
            }
            // The other block has read it.
            number(thread).set(5);
        }
    };
    launch(&Executor::new(), shape(4, 64).cluster(2).dynamic(512), body(true));
    let (faults, words) = faults(&Executor::new(), shape(2, 64).cluster(2).dynamic(512), body(false));
    assert!(faults.iter().any(|fault| matches!(fault.kind, FaultKind::Race { .. })), "{words}");
}

#[test]
fn a_barrier_of_the_grid_orders_a_cluster_too() {
    for executor in [alone(), Executor::new()] {
        let counter = Buffer::of(&executor, &[0_u32]);
        let count = counter.at();
        launch(&executor, shape(4, 32).cluster(2).cooperative().dynamic(512), || {
            let (thread, rank) = (linear_thread_idx(), cluster::rank());
            // SAFETY: all threads are here, and nothing else uses the counter.
            let meet = || unsafe { sync_grid(count.get(0)) };
            cluster::meet();
            for round in 0..3 {
                number(thread).set(round);
                meet();
                assert_eq!(number(31 - thread).of_block(1 - rank).get(), round);
                meet();
            }
        });
    }
}

/// What releases and acquires order between blocks they order in their memory too.
#[test]
fn a_flag_in_global_memory_orders_what_is_in_another_block() {
    let body = |releases: bool| {
        let executor = alone();
        let flags = Buffer::of(&executor, &[0_u32]);
        let flag = flags.at();
        let body = move || {
            cluster::meet();
            if cluster::rank() == 0 {
                // SAFETY: all have met, and meet again; the flag is a number.
                unsafe {
                    number(0).of_block(1).set(7);
                    if releases {
                        atomic::store_release(flag.get(0), 1_u32, Scope::Gpu);
                    } else {
                        atomic::store_relaxed(flag.get(0), 1_u32, Scope::Gpu);
                    }
                }
            } else {
                // SAFETY: as above.
                while unsafe { atomic::load_acquire(flag.get(0).cast_const(), Scope::Gpu) } == 0 {}
                assert_eq!(number(0).get(), 7);
            }
            cluster::sync();
        };
        let of = shape(2, 1).cluster(2).dynamic(512);
        if releases {
            launch(&executor, of, body);
        } else {
            let (fault, words) = fault(&executor, of, body);
            assert!(matches!(fault.kind, FaultKind::Race { .. }), "{words}");
        }
    };
    body(true);
    body(false);
}

/// A fault of one block ends the others, which are not blamed.
#[test]
fn a_block_that_fails_is_the_only_one_that_is_blamed() {
    for failing in 0..3 {
        for workers in [1, 3] {
            let executor = Executor::with(Options::new().workers(workers));
            let (fault, words) = fault(&executor, shape(6, 32).cluster(3).dynamic(512), || {
                number(linear_thread_idx()).set(1);
                cluster::sync();
                if block_idx().x == failing && linear_thread_idx() == 9 {
                    panic!("it fails");
                }
                for rank in 0..3 {
                    ignore(number(linear_thread_idx()).of_block(rank).get());
                }
                cluster::sync();
            });
            assert!(matches!(fault.kind, FaultKind::Panic { .. }), "{words}");
        }
    }
}

/// One that waits in a loop for another block goes on when that has done it.
#[test]
fn a_loop_that_reads_another_block_lets_that_run() {
    let (faults, words) = faults(&alone(), shape(2, 2).cluster(2).dynamic(512), || {
        let (thread, rank) = (linear_thread_idx(), cluster::rank());
        number(thread).set(0);
        cluster::sync();
        if rank == 0 {
            while number(thread).of_block(1).get() == 0 {}
        } else {
            number(thread).set(1);
        }
        cluster::sync();
    });
    // It ends, and is a race nonetheless.
    assert!(faults.iter().all(|fault| matches!(fault.kind, FaultKind::Race { .. })), "{words}");
}

/// The same kernel gives the same faults each time, and on one worker in the same order.
#[test]
fn faults_of_clusters_are_the_same_each_time() {
    let said = || {
        let (_, words) = faults(&alone(), shape(8, 64).cluster(4).dynamic(512), || {
            let (thread, rank) = (linear_thread_idx(), cluster::rank());
            number(thread).set(rank);
            cluster::meet();
            for other in 0..4 {
                ignore(number(63 - thread).of_block(other).get());
            }
            // SAFETY: what is promised is what is looked for.
            unsafe { number(thread).of_block((rank + 1) % 4).set(rank) };
            cluster::meet();
        });
        words
    };
    let first = said();
    for _ in 0..3 {
        assert_eq!(said(), first);
    }
}

#[test]
fn blocks_that_wait_for_each_other_are_all_named() {
    let (fault, words) = fault(&alone(), shape(3, 32).cluster(3).dynamic(512), || {
        made(1);
        match cluster::rank() {
            0 => barrier().wait(0),
            1 => cluster::sync(),
            _ => {}
        }
    });
    assert!(matches!(fault.kind, FaultKind::Deadlock { .. } | FaultKind::Barrier { .. }), "{words}");
    assert!(words.contains("32 threads from (0, 0, 0) of block (2, 0, 0) on ended"), "{words}");
    let both = ["waits for the end of phase 0", "waits at `cluster::sync`"];
    assert!(both.iter().all(|what| words.contains(what)), "{words}");
}

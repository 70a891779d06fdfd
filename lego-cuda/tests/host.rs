//! The body of a kernel on the host: each primitive by a machine, compared with an obvious formula.

// Kernels take addresses, and a machine moves bytes.
#![allow(unsafe_code)]

mod machine;

use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::{
    Dim3, Warp, block_idx, copy_async, global, lane, linear_thread_idx, shared, sync_threads, thread_idx, warp_idx,
};
use lego_cuda::view::{Global, GlobalMut, Linear};
use lego_kernels::vector_add::vector_add;
use machine::launch;
use std::sync::Mutex;

const ONE: Dim3 = Dim3::new(1, 1, 1);

/// Addresses that threads share; the tests keep them apart.
#[derive(Clone, Copy)]
struct Address<T>(*mut T);
// SAFETY: every thread of a test writes its own elements.
unsafe impl<T> Send for Address<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Address<T> {}

impl<T> Address<T> {
    fn of(values: &mut [T]) -> Self {
        Self(values.as_mut_ptr())
    }
    fn get(self) -> *mut T {
        self.0
    }
}

/// What each thread of one block gives, in order.
fn block<R: Copy + Default + Send>(threads: Dim3, dynamic: u32, body: impl Fn() -> R + Sync) -> Vec<R> {
    let results = Mutex::new(vec![R::default(); threads.count() as usize]);
    launch(ONE, threads, dynamic, || {
        let result = body();
        results.lock().unwrap()[linear_thread_idx() as usize] = result;
    });
    results.into_inner().unwrap()
}

#[test]
fn a_thread_knows_where_it_is() {
    let found = block(Dim3::new(8, 4, 3), 0, || (thread_idx(), linear_thread_idx(), lane(), warp_idx()));
    for (number, &(index, linear, lane, warp)) in found.iter().enumerate() {
        let number = number as u32;
        assert_eq!(index, Dim3::new(number % 8, number / 8 % 4, number / 32));
        assert_eq!((linear, lane, warp), (number, number % 32, number / 32));
    }
}

#[test]
fn shuffles_read_the_lane_they_name() {
    let found = block(Dim3::new(64, 1, 1), 0, || {
        let mine = linear_thread_idx();
        let half = Warp::ALL.segments(16);
        let wide = Warp::ALL.shuffle_xor(f64::from(mine) + 0.25, 5);
        (Warp::ALL.shuffle_idx(mine, 7), half.shuffle_up(mine, 3), half.shuffle_down(mine as i32 - 50, 2), wide)
    });
    for (mine, &found) in (0u32..).zip(&found) {
        let (warp, inside) = (mine / 32 * 32, mine % 16);
        let up = if inside >= 3 { mine - 3 } else { mine };
        let down = if inside + 2 < 16 { mine + 2 } else { mine };
        assert_eq!(found, (warp + 7, up, down as i32 - 50, f64::from(mine ^ 5) + 0.25), "{mine}");
    }
}

#[test]
fn votes_and_matches_see_all_lanes() {
    let found = block(Dim3::new(32, 1, 1), 0, || {
        let mine = lane();
        let votes = (Warp::ALL.all(mine < 32), Warp::ALL.any(mine == 40), Warp::ALL.ballot(mine.is_multiple_of(3)));
        (votes, Warp::ALL.match_any(mine % 4))
    });
    let thirds = (0..32).filter(|lane: &u32| lane.is_multiple_of(3)).fold(0u32, |bits, lane| bits | 1 << lane);
    for (mine, &found) in found.iter().enumerate() {
        assert_eq!(found, ((true, false, thirds), 0x1111_1111 << (mine % 4)));
    }
}

lego_cuda::shared_tile! {
    fn numbers() -> [u32; 128];
    fn other() -> [u32; 4];
}

#[test]
fn shared_memory_belongs_to_the_block() {
    let found = block(Dim3::new(128, 1, 1), 0, || {
        let mine = linear_thread_idx();
        numbers().set(mine, 3 * mine);
        other().set(mine % 4, 77);
        sync_threads();
        let wide: [u32; 4] = numbers().cast().get(mine / 4);
        (numbers().get(127 - mine), wide[mine as usize % 4], other().get(3))
    });
    for (mine, &found) in (0..).zip(&found) {
        assert_eq!(found, (3 * (127 - mine), 3 * mine, 77));
    }
}

#[test]
fn dynamic_shared_memory_ends_where_the_launch_says() {
    let found = block(ONE, 64, || {
        shared::dynamic::<f64>(32, 4).set(3, 1.5);
        shared::dynamic::<f64>(0, 8).get(7)
    });
    assert_eq!(found, [1.5]);
    let too_much = std::panic::catch_unwind(|| block(ONE, 64, || shared::dynamic::<f64>(32, 5).len()));
    assert!(too_much.is_err());
}

#[test]
fn an_index_outside_of_a_tile_panics() {
    assert!(std::panic::catch_unwind(|| block(ONE, 0, || numbers().get(128))).is_err());
}

#[test]
fn atomics_lose_no_update() {
    let mut count = [0u32];
    let mut sum = [0f32];
    let (counter, total) = (Address::of(&mut count), Address::of(&mut sum));
    let order = block(Dim3::new(96, 1, 1), 4, || {
        let tickets = shared::dynamic::<u32>(0, 1).at(0);
        if linear_thread_idx() == 0 {
            tickets.set(10);
        }
        sync_threads();
        // SAFETY: the numbers are alive and updated by atomics alone.
        unsafe {
            atomic::add(counter.get(), 2, Scope::Gpu);
            atomic::add(total.get(), 0.5, Scope::Gpu);
            atomic::add(tickets, 1, Scope::Block)
        }
    });
    let mut order = order;
    order.sort_unstable();
    assert_eq!(order, (10..106).collect::<Vec<_>>());
    assert_eq!((count, sum), ([192], [48.0]));
}

#[test]
fn a_named_barrier_lets_producers_go_on() {
    let found = block(Dim3::new(64, 1, 1), 256, || {
        let (slot, barrier) = (shared::dynamic::<u32>(0, 64), NamedBarrier::new(1, 64));
        let mine = linear_thread_idx();
        if warp_idx() == 0 {
            slot.set(mine, mine + 1);
            barrier.arrive();
            0
        } else {
            barrier.sync();
            slot.get(mine - 32)
        }
    });
    assert_eq!(found[32..], (1..=32).collect::<Vec<_>>());
}

#[test]
fn copies_beside_are_there_after_the_wait() {
    let mut source: Vec<[u32; 4]> = (0..32).map(|i| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]).collect();
    // A vector of elements need not be aligned as the instruction wants it: find the first that is.
    let skip = source.as_ptr().addr() % 16 / 4;
    let flat = Address::of(source.as_flattened_mut());
    let found = block(Dim3::new(16, 1, 1), 256, || {
        let mine = linear_thread_idx();
        let tile = shared::dynamic::<[u32; 4]>(0, 16);
        // SAFETY: the source has twice the elements, and nothing writes it.
        unsafe {
            let from = flat.get().add((4 - skip) % 4 + 4 * mine as usize);
            copy_async::copy(tile.at(mine), from.cast());
        }
        copy_async::commit();
        copy_async::wait::<0>();
        sync_threads();
        tile.get(15 - mine)[0]
    });
    for (mine, &first) in found.iter().enumerate() {
        assert_eq!(first as usize, (4 - skip) % 4 + 4 * (15 - mine));
    }
}

/// Elements that begin at a multiple of 16 bytes.
fn aligned(len: usize) -> (Vec<f32>, usize) {
    let values = vec![f32::NAN; len + 3];
    let skip = (16 - values.as_ptr().addr() % 16) % 16 / 4;
    (values, skip)
}

#[test]
fn vectors_add_also_where_four_does_not_divide() {
    for n in [1usize, 4, 1023, 1024, 1025, 2500] {
        let [(mut a, p), (mut b, q), (mut sum, r)] = [aligned(n), aligned(n), aligned(n)];
        for i in 0..n {
            (a[p + i], b[q + i]) = (i as f32, 0.5 - 3.0 * i as f32);
        }
        let (from, other) = (Address::of(&mut a[p..]), Address::of(&mut b[q..]));
        let to = Address::of(&mut sum[r..]);
        launch(Dim3::new(n.div_ceil(1024) as u32, 1, 1), Dim3::new(256, 1, 1), 0, || {
            let n = n as u32;
            // SAFETY: all have n elements, aligned to 16, and nothing else uses them.
            let (a, b, sum) = unsafe {
                (
                    Global::from_raw(from.get(), n, Linear::new(n)),
                    Global::from_raw(other.get(), n, Linear::new(n)),
                    GlobalMut::from_raw(to.get(), n, Linear::new(n)),
                )
            };
            vector_add(a, b, sum);
        });
        for i in 0..n {
            assert_eq!(sum[r + i], 0.5 - 2.0 * i as f32, "{i} of {n}");
        }
        assert!(sum[..r].iter().chain(&sum[r + n..]).all(|x| x.is_nan()), "written outside for {n}");
    }
}

#[test]
fn blocks_run_with_their_own_index() {
    let mut seen = vec![0u32; 12];
    let place = Address::of(&mut seen);
    launch(Dim3::new(3, 2, 2), ONE, 0, || {
        let at = Dim3::new(3, 2, 2).linear(block_idx());
        // SAFETY: each block has its own element.
        unsafe { global::store(place.get().add(at as usize), at + 1) }
    });
    assert_eq!(seen, (1..=12).collect::<Vec<_>>());
}

//! Each primitive compared with an obvious formula.

use crate::harness::{Buffer, block, launch, shape, try_launch};
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::NamedBarrier;
use lego_cuda::device::shared::Tile;
use lego_cuda::device::{
    Dim3, Warp, block_dim, block_idx, copy_async, global, grid_dim, lane, linear_thread_idx, shared, sync_threads,
    thread_idx, warp_idx,
};
use lego_cuda::executor::Executor;
use lego_cuda::kernel::TileSpec;
use lego_cuda::launch::Backend;
use std::sync::Mutex;

#[test]
fn every_thread_of_the_grid_runs_once_and_knows_where_it_is() {
    let seen = Mutex::new(Vec::new());
    let of = crate::harness::Shape { grid: [3, 2, 2], block: [4, 3, 5], ..shape(1, 1) };
    launch(&Executor::new(), of, || {
        assert_eq!((block_dim(), grid_dim()), (Dim3::new(4, 3, 5), Dim3::new(3, 2, 2)));
        let (thread, block) = (thread_idx(), block_idx());
        let linear = thread.x + 4 * (thread.y + 3 * thread.z);
        assert_eq!((linear_thread_idx(), lane(), warp_idx()), (linear, linear % 32, linear / 32));
        seen.lock().unwrap().push((block.z, block.y, block.x, linear));
    });
    let mut seen = seen.into_inner().unwrap();
    seen.sort_unstable();
    let all =
        (0..2).flat_map(|z| (0..2).flat_map(move |y| (0..3).flat_map(move |x| (0..60).map(move |t| (z, y, x, t)))));
    assert_eq!(seen, all.collect::<Vec<_>>());
}

#[test]
fn shuffles_read_the_lane_they_name() {
    let found = block(shape(1, 64), || {
        let mine = linear_thread_idx();
        let half = Warp::ALL.segments(16);
        let wide = Warp::ALL.shuffle_xor(f64::from(mine) + 0.25, 5);
        (Warp::ALL.shuffle_idx(mine, mine + 7), half.shuffle_up(mine, 3), half.shuffle_down(mine as i32 - 50, 2), wide)
    });
    for (mine, &found) in (0u32..).zip(&found) {
        let (warp, inside) = (mine / 32 * 32, mine % 16);
        let up = if inside >= 3 { mine - 3 } else { mine };
        let down = if inside + 2 < 16 { mine + 2 } else { mine };
        assert_eq!(found, (warp + (mine + 7) % 32, up, down as i32 - 50, f64::from(mine ^ 5) + 0.25), "{mine}");
    }
}

#[test]
fn votes_and_matches_see_the_lanes_of_their_mask() {
    let found = block(shape(1, 32), || {
        let mine = lane();
        let odd = mine % 2 == 1;
        let half = Warp::lanes(if odd { 0xaaaa_aaaa } else { 0x5555_5555 });
        let votes = (Warp::ALL.all(mine < 32), Warp::ALL.any(mine == 40), Warp::ALL.ballot(mine.is_multiple_of(3)));
        // Two halves of a warp in two branches.
        let among = if odd { half.ballot(mine < 8) } else { half.ballot(mine >= 8) };
        (votes, Warp::ALL.match_any(mine % 4), half.all(odd), among)
    });
    let lanes =
        |holds: &dyn Fn(u32) -> bool| (0..32).filter(|&lane| holds(lane)).fold(0u32, |bits, lane| bits | 1 << lane);
    for (mine, &found) in (0..32).zip(&found) {
        let votes = (true, false, lanes(&|lane| lane % 3 == 0));
        let odd = mine % 2 == 1;
        let among = lanes(&|lane| (lane % 2 == 1) == odd && (lane < 8) == odd);
        assert_eq!(found, (votes, lanes(&|lane| lane % 4 == mine % 4), odd, among));
    }
}

#[test]
fn a_warp_that_is_not_full_is_whole() {
    let found = block(shape(1, 40), || {
        Warp::ALL.sync();
        Warp::ALL.ballot(true)
    });
    assert!(found[..32].iter().all(|&lanes| lanes == !0) && found[32..].iter().all(|&lanes| lanes == 0xff));
}

lego_cuda::shared_tile! {
    fn numbers() -> [u32; 128];
    fn other() -> [u32; 4];
}

#[test]
fn shared_memory_belongs_to_the_block() {
    let found = block(shape(1, 128), || {
        let mine = linear_thread_idx();
        numbers().set(mine, 3 * mine);
        if mine < 4 {
            other().set(mine, 77);
        }
        sync_threads();
        let wide: [u32; 4] = numbers().cast().get(mine / 4);
        (numbers().get(127 - mine), wide[mine as usize % 4], other().get(3))
    });
    for (mine, &found) in (0..).zip(&found) {
        assert_eq!(found, (3 * (127 - mine), 3 * mine, 77));
    }
}

#[test]
fn tiles_of_the_launch_lie_where_it_says_and_dynamic_ones_in_the_dynamic_memory() {
    const fn tile(name: &'static str, bytes: u32, dynamic: bool) -> TileSpec {
        TileSpec { tile: Tile { name, bytes, align: 16 }, dynamic }
    }
    const TILES: &[TileSpec] = &[tile("a", 256, false), tile("b", 128, true), tile("c", 64, true)];
    let of = crate::harness::Shape { tiles: TILES, dynamic: 128 + 64 + 8, ..shape(2, 1) };
    let outcome = try_launch(&Executor::new(), of, |offsets| {
        let place = |tile: usize| {
            // SAFETY: the first of each tile's bytes.
            unsafe { shared::SharedPtr::<u32>::from_offset(offsets[tile]) }
        };
        (0..3).for_each(|tile| place(tile).set(tile as u32 + 1));
        let dynamic = shared::dynamic::<u32>(0, 50);
        assert_eq!([dynamic.get(0), dynamic.get(32), place(0).get()], [2, 3, 1]);
        dynamic.set(49, 9);
        dynamic.set(0, 7);
        assert_eq!(place(1).get(), 7);
    });
    outcome.unwrap();
}

#[test]
fn atomics_lose_no_update_of_any_block() {
    let executor = Executor::new();
    let (counts, sums) = (Buffer::of(&executor, &[0u32, 100, 0]), Buffer::of(&executor, &[0f32]));
    let order = Buffer::<u32>::poisoned(&executor, 20 * 96);
    let (count, sum, tickets) = (counts.at(), sums.at(), order.at());
    launch(&executor, shape(20, 96).dynamic(4), || {
        let mine = linear_thread_idx();
        let local = shared::dynamic::<u32>(0, 1).at(0);
        if mine == 0 {
            local.set(10);
        }
        sync_threads();
        // SAFETY: the numbers are alive and updated by atomics alone; each place of the order belongs to one thread.
        unsafe {
            atomic::add(sum.get(0), 0.5, Scope::Gpu);
            atomic::min(count.get(1), 3 + mine, Scope::Gpu);
            atomic::max(count.get(2), mine * block_idx().x, Scope::Gpu);
            atomic::add(local, 1, Scope::Block);
            global::store(tickets.get((block_idx().x * 96 + mine) as usize), atomic::add(count.get(0), 2, Scope::Gpu));
        }
        sync_threads();
        assert_eq!(local.get(), 106);
    });
    let mut order = order.read();
    order.sort_unstable();
    assert_eq!(order, (0..20 * 96).map(|i| 2 * i).collect::<Vec<_>>());
    assert_eq!((counts.read(), sums.read()), (vec![2 * 20 * 96, 3, 95 * 19], vec![960.0]));
}

#[test]
fn every_operation_of_atomics_does_what_it_says() {
    let executor = Executor::new();
    let (small, large) = (Buffer::<u32>::raw(&executor, 16), Buffer::<i64>::raw(&executor, 4));
    let (a, b) = (small.at(), large.at());
    launch(&executor, shape(1, 1), || {
        // SAFETY: the numbers are alive and used by this thread alone.
        unsafe {
            let set = |x: u32| global::store(a.get(3), x);
            let get = || global::load(a.get(3).cast_const());
            let gpu = Scope::Gpu;
            set(0b1100);
            assert_eq!((atomic::and(a.get(3), 0b0110, gpu), get()), (0b1100, 0b0100));
            assert_eq!((atomic::or(a.get(3), 0b0001, gpu), get()), (0b0100, 0b0101));
            assert_eq!((atomic::xor(a.get(3), 0b0100, gpu), get()), (0b0101, 0b0001));
            assert_eq!((atomic::exchange(a.get(3), 9, gpu), get()), (1, 9));
            assert_eq!((atomic::compare_exchange(a.get(3), 8, 1, gpu), get()), (9, 9));
            assert_eq!((atomic::compare_exchange(a.get(3), 9, 1, gpu), get()), (9, 1));
            assert_eq!((atomic::add(a.get(3), u32::MAX, gpu), get()), (1, 0));
            let signed = a.get(3).cast::<i32>();
            assert_eq!((atomic::min(signed, -5, gpu), get() as i32), (0, -5));
            assert_eq!((atomic::max(signed, -3, gpu), get() as i32), (-5, -3));
            atomic::store_release(a.get(3), 4, gpu);
            assert_eq!(atomic::load_acquire(a.get(3).cast_const(), gpu), 4);
            atomic::store_relaxed(b.get(1), -1 << 40, gpu);
            assert_eq!(atomic::add(b.get(1), 1, gpu), -1 << 40);
            assert_eq!(atomic::load_relaxed(b.get(1).cast_const(), gpu), (-1 << 40) + 1);
            let real = b.get(2).cast::<f64>();
            atomic::store_relaxed(real, 1.5, gpu);
            atomic::add(real, 0.25, gpu);
            assert_eq!(global::load(real.cast_const()), 1.75);
        }
    });
}

#[test]
fn named_barriers_let_producers_go_on_and_order_what_they_wrote() {
    let found = block(shape(1, 96).dynamic(256), || {
        let (slot, full, free) = (shared::dynamic::<u32>(0, 64), NamedBarrier::new(1, 64), NamedBarrier::new(2, 64));
        let mine = linear_thread_idx();
        let mut sum = 0;
        for round in 0..5 {
            match warp_idx() {
                0 => {
                    if round > 0 {
                        free.sync();
                    }
                    slot.set(mine, mine + round);
                    full.arrive();
                }
                1 => {
                    full.sync();
                    sum += slot.get(63 - mine);
                    if round < 4 {
                        free.arrive();
                    }
                }
                _ => {}
            }
        }
        sum
    });
    let expected = |mine: u32| (0..5).map(|round| 63 - mine + round).sum::<u32>();
    assert_eq!(found[32..64], (32..64).map(expected).collect::<Vec<_>>());
}

#[test]
fn a_barrier_of_the_warp_orders_its_lanes() {
    let found = block(shape(1, 64).dynamic(256), || {
        let (slot, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
        slot.set(mine, mine);
        let mut last = 0;
        for step in 1..6 {
            Warp::ALL.sync();
            last = slot.get(mine ^ step);
            Warp::ALL.sync();
            slot.set(mine, last);
        }
        last
    });
    assert_eq!(found, (0..64).map(|mine| mine ^ 1 ^ 2 ^ 3 ^ 4 ^ 5).collect::<Vec<u32>>());
}

#[test]
fn copies_beside_are_there_after_the_wait() {
    let executor = Executor::new();
    let values: Vec<u32> = (0..16 * 4 * 3).map(|i| i * i).collect();
    let (source, found) = (Buffer::of(&executor, &values), Buffer::<u32>::poisoned(&executor, 16 * 3));
    let (from, to) = (source.at(), found.at());
    launch(&executor, shape(1, 16).dynamic(2 * 256), || {
        let mine = linear_thread_idx();
        let tile = |stage: u32| shared::dynamic::<[u32; 4]>(256 * (stage % 2), 16);
        // SAFETY: the source has 3 stages of 16 vectors, and nothing writes it.
        let begin = |stage: u32| unsafe {
            copy_async::copy(tile(stage).at(mine), from.get((64 * stage + 4 * mine) as usize).cast());
            copy_async::commit();
        };
        begin(0);
        for stage in 0..3 {
            if stage < 2 {
                begin(stage + 1);
                copy_async::wait::<1>();
            } else {
                copy_async::wait::<0>();
            }
            sync_threads();
            let [.., last] = tile(stage).get(15 - mine);
            // SAFETY: each thread has its own element.
            unsafe { global::store(to.get((16 * stage + mine) as usize), last) };
            sync_threads();
        }
    });
    let expected = |i: usize| values[64 * (i / 16) + 4 * (15 - i % 16) + 3];
    assert_eq!(found.read(), (0..48).map(expected).collect::<Vec<_>>());
}

#[test]
fn elements_of_every_size_go_through_memory() {
    let executor = Executor::new();
    let bytes = Buffer::<u8>::poisoned(&executor, 64);
    let at = bytes.at();
    launch(&executor, shape(1, 4).dynamic(64), || {
        let mine = linear_thread_idx() as usize;
        // SAFETY: each thread has its own bytes.
        unsafe {
            global::store(at.get(mine), mine as u8);
            global::store(at.get(8).cast::<u16>().add(mine), mine as u16 + 256);
            global::store_streaming(at.get(16).cast::<[f32; 2]>().add(mine), [mine as f32; 2]);
            global::store(at.get(48 + 4 * mine).cast::<i32>(), -(mine as i32));
            assert_eq!(global::load_streaming(at.get(8).cast::<u16>().add(mine)), mine as u16 + 256);
        }
        let narrow = shared::dynamic::<u8>(0, 4);
        narrow.set(mine as u32, 7 * mine as u8);
        sync_threads();
        assert_eq!(shared::dynamic::<[u8; 4]>(0, 1).get(0), [0, 7, 14, 21]);
    });
    let found = bytes.read();
    assert_eq!(found[..8], [0, 1, 2, 3, 255, 255, 255, 255]);
    assert_eq!(found[8..16], [0, 1, 1, 1, 2, 1, 3, 1]);
    for i in 0..4usize {
        assert_eq!(found[16 + 8 * i..24 + 8 * i], [(i as f32).to_ne_bytes(); 2].concat());
        assert_eq!(found[48 + 4 * i..52 + 4 * i], (-(i as i32)).to_ne_bytes());
    }
}

#[test]
fn memory_is_bounded_and_given_back() {
    use lego_cuda::executor::Options;
    use lego_cuda::launch::Error;
    let executor = Executor::with(Options::new().memory(1000));
    let first = executor.allocate(600).unwrap();
    assert!(matches!(executor.allocate(401), Err(Error::OutOfMemory { bytes: 401 })));
    assert_eq!(executor.address(&first) % 256, 0);
    drop(first);
    executor.allocate(1000).unwrap();
    assert!(matches!(Executor::open(3), Err(Error::NoDevice { ordinal: 3, count: 1 })));
}

//! `Shared`: a tile of the block.

use crate::machine::launch;
use crate::support::{Buffer, ONE, alone, fault};
use lego::{Layout32, StaticLayout, StaticMapping, layout};
use lego_cuda::device::{Dim3, Element, copy_async, shared, sync_threads, thread_idx};
use lego_cuda::kernel::{Parameter, SharedTile};
use lego_cuda::view::{Global, Shared, ViewAbi};

layout! {
    type Line(len) = Row(len);
    type Tile = Row(8, 9).PadBy([8, 8] => [8, 9]);
    type Wide = Row(8, 8);
    type Holed = Row(5, 6).ExpandBy([5, 6] => [8, 8]);
}

lego_cuda::shared_tile! {
    fn memory() -> [u32; 200];
}

fn tile<'a, T: Element, L: StaticLayout + Layout32>() -> Shared<'a, T, L> {
    assert!(Shared::<T, L>::BYTES <= 800);
    // SAFETY: the tile begins at a multiple of 16 and has the bytes.
    unsafe { <Shared<'a, T, L> as SharedTile>::from_offset(memory().at(0).offset()) }
}

#[test]
fn a_shared_tile_is_the_blocks() {
    assert_eq!(
        (Shared::<u32, Tile>::BYTES, Shared::<[u16; 8], Wide>::BYTES, Shared::<u32, Tile>::LEN),
        (288, 1024, 72)
    );
    launch(ONE, Dim3::new(8, 8, 1), 0, || {
        let thread = thread_idx();
        let tile = tile::<u32, Tile>();
        tile.set([thread.y, thread.x], 100 * thread.y + thread.x);
        sync_threads();
        assert_eq!(tile.get([thread.x, thread.y]), 100 * thread.x + thread.y);
        // SAFETY: the index is inside.
        assert_eq!(unsafe { tile.get_unchecked([thread.x, 7]) }, 100 * thread.x + 7);
        assert_eq!(tile.slice().get(9 * thread.x + thread.y), 100 * thread.x + thread.y);
        assert_eq!((tile.try_get([0, 8]), tile.try_set([8, 0], 1)), (None, false));
        let (words, line) = fault(|| tile.set([1, 8], 1));
        assert_eq!((words.as_str(), line), ("the index [1, 8] lies outside of the dims [8, 8]", line!() - 1));
        assert_eq!(fault(|| tile.get([8, 0])).1, line!());
    });
}

/// The global memory has 5×6 numbers of an 8×8 matrix; where it has none, nothing is copied, and the tile keeps what it has.
#[test]
fn what_is_fetched_is_in_the_tile_after_the_wait() {
    let mut buffer = Buffer::of((0..30).map(|i| 100 + 7 * i));
    let abi = buffer.abi(Holed);
    launch(ONE, Dim3::new(8, 8, 1), 0, || {
        // SAFETY: the buffer is as long as the layout, and nothing writes it.
        let from = unsafe { Global::<u32, Holed>::from_abi(abi) };
        let (thread, tile) = (thread_idx(), tile::<u32, Tile>());
        let is_there = tile.try_fetch([thread.x, thread.y], from, [thread.y, thread.x]);
        assert_eq!(is_there, thread.y < 5 && thread.x < 6);
        if !is_there {
            tile.set([thread.x, thread.y], 1);
        }
        copy_async::commit();
        copy_async::wait::<0>();
        sync_threads();
        let [i, j] = [7 - thread.x, 7 - thread.y];
        assert_eq!(tile.get([j, i]), if i < 5 && j < 6 { 100 + 7 * (6 * i + j) } else { 1 });
        assert!(!tile.try_fetch([0, 0], from, [8, 0]));
        assert_eq!(fault(|| tile.try_fetch([0, 8], from, [0, 0])).1, line!());
    });
}

#[test]
fn vectors_are_fetched_to_where_they_lie_side_by_side() {
    let mut buffer = Buffer::of(0..32);
    // Vectors of four: 8 of them.
    let abi = ViewAbi::new(buffer.values_mut().as_mut_ptr().cast::<[u32; 4]>(), 8, Line::new(8).unwrap());
    launch(ONE, Dim3::new(8, 1, 1), 0, || {
        // SAFETY: the buffer has eight vectors, begins at a multiple of 16, and nothing writes it.
        let from = unsafe { Global::<[u32; 4], Line>::from_abi(abi) };
        let (v, tile) = (thread_idx().x, tile::<u32, Wide>());
        assert!(tile.try_fetch_vector([v, 4], from, [v]));
        assert!(!tile.try_fetch_vector([v, 0], from, [8 + v]));
        copy_async::commit();
        copy_async::wait::<0>();
        sync_threads();
        let next = (v + 1) % 8;
        assert_eq!(tile.get_vector::<4>([next, 4]), [0, 1, 2, 3].map(|k| 4 * next + k));
        assert_eq!(fault(|| tile.try_fetch_vector([v, 2], from, [v])).1, line!());
        assert_eq!(fault(|| tile.try_fetch_vector([v, 8], from, [v])).1, line!());
    });
}

#[test]
fn vectors_of_a_shared_tile() {
    launch(ONE, Dim3::new(8, 1, 1), 0, || {
        let (row, tile) = (thread_idx().x, tile::<u16, Wide>());
        tile.set_vector([row, 0], [row as u16; 8]);
        sync_threads();
        assert_eq!(tile.get_vector::<4>([7 - row, 4]), [7 - row as u16; 4]);
        assert_eq!(fault(|| tile.set_vector([row, 2], [0; 4])).1, line!());
        assert_eq!(fault(|| tile.get_vector::<8>([row, 1])).1, line!());
    });
}

#[test]
fn a_tile_stores_a_part() {
    alone(|| {
        let tile = tile::<u32, Holed>();
        assert!(tile.try_set([4, 5], 9) && !tile.try_set([5, 5], 8) && !tile.try_set([4, 6], 7));
        assert_eq!((tile.try_get([4, 5]), tile.try_get([6, 1])), (Some(9), None));
        assert_eq!(shared_at(29), 9);
    });
}

fn shared_at(position: u32) -> u32 {
    memory().get(position)
}

/// A proved layout with fields, whose constants, by hand, say less than its sizes do.
impl Default for Line {
    fn default() -> Self {
        Self { len: 1000 }
    }
}

impl StaticMapping for Line {
    const DIMS: [usize; 1] = [10];
    const COUNT: usize = 10;
    const SPAN: usize = 10;
}

#[test]
fn a_tile_whose_constants_say_less_than_its_sizes_is_refused() {
    alone(|| {
        let words = fault(|| tile::<u32, Line>().slice().len()).0;
        assert_eq!(words, "the default of a tile's layout has other sizes than its constants say");
    });
}

#[test]
fn a_tile_has_a_layout_of_sizes_given_at_run_time() {
    launch(ONE, Dim3::new(7, 1, 1), 0, || {
        let line = Line::new(700).unwrap();
        let memory = memory().cast::<u8>();
        // SAFETY: the tile begins at a multiple of 16, and there are 800 bytes.
        let tile = unsafe { Shared::<u8, Line>::from_raw(memory.at(0).offset(), 700, line) };
        assert_eq!((tile.dims(), tile.layout().span()), ([700], 700));
        let mine = thread_idx().x;
        for i in 0..100 {
            tile.set([7 * i + mine], mine as u8);
        }
        sync_threads();
        assert_eq!((tile.get([699 - mine]), tile.try_get([700])), (6 - mine as u8, None));
        let words = "the index [700] lies outside of the dims [700]".to_owned();
        assert_eq!(fault(|| tile.set([700], 1)), (words, line!()));
        assert_eq!(fault(|| tile.get_vector::<4>([698])).1, line!());
        assert_eq!(tile.try_update([700], |x| x), None);
    });
}

#[test]
fn dynamic_tiles_are_shared_memory_too() {
    launch(ONE, Dim3::new(8, 1, 1), 512, || {
        let memory = shared::dynamic::<u32>(128, 64);
        // SAFETY: the launch added the memory, from a multiple of 16 on.
        let tile = unsafe { Shared::<u32, Wide>::from_offset(memory.at(0).offset()) };
        tile.set([thread_idx().x, 3], 11 * thread_idx().x);
        sync_threads();
        assert_eq!(memory.get(8 * 5 + 3), 55);
    });
}

//! Several elements by one instruction.

use crate::machine::launch;
use crate::support::{Buffer, POISON, alone, fault};
use lego::layout;
use lego_cuda::device::{Dim3, block_idx, thread_idx};
use lego_cuda::kernel::Parameter;
use lego_cuda::view::{BlockX, Global, Register, Shared, Split, ThreadX};

layout! {
    type Quads = Row(4, 8, 8);
    type Turned = Col(8, 16);
    type Uneven = Row(4, 6);
}

#[test]
fn vectors_are_neighbours_along_an_axis() {
    let mut source = Buffer::of((0..256).map(|i| 7 * i));
    let mut buffer = Buffer::poisoned(256);
    let (from, to) = (source.abi(Quads), buffer.abi(Quads));
    launch(Dim3::new(4, 1, 1), Dim3::new(8, 1, 1), 0, || {
        // SAFETY: both buffers are as long as the layout; nothing writes the first, the second is this launch's alone.
        let (input, output) = unsafe {
            (Global::<u32, Quads>::from_abi(from), Split::<u32, Quads, (BlockX, ThreadX, Register)>::from_abi(to))
        };
        output.set_vector([4], input.get_vector::<4>(output.index([4])));
        output.set_vector([0], input.get_vector::<2>(output.index([2])));
        // SAFETY: the index is inside, and two elements are side by side.
        output.set_vector([2], unsafe { input.get_vector_unchecked::<2>(output.index([0])) });
        let first = 7 * (64 * block_idx().x + 8 * thread_idx().x);
        assert_eq!(output.get_vector::<4>([0]), [first + 14, first + 21, first, first + 7]);
        // Not from a multiple of 4, and beyond the end of the axis.
        assert_eq!(fault(|| output.set_vector([2], [0; 4])).1, line!());
        assert_eq!(fault(|| input.get_vector::<4>([0, 0, 8])).1, line!());
        assert_eq!(fault(|| input.get_vector::<4>([0, 0, u32::MAX - 3])).1, line!());
    });
    for (i, &value) in (0..).zip(buffer.values()) {
        let swapped = if i % 8 < 4 { i ^ 2 } else { i };
        assert_eq!(value, 7 * swapped, "{i}");
    }
    assert!(buffer.is_clean_outside());
}

#[test]
fn elements_that_are_no_neighbours_are_no_vector() {
    let mut buffer = Buffer::poisoned(128);
    let abi = buffer.abi(Turned);
    alone(|| {
        // SAFETY: the buffer is as long as the layout, and this thread's alone.
        let output = unsafe { Split::<u32, Turned, (ThreadX, Register)>::from_abi(abi) };
        let (words, line) = fault(|| output.set_vector([0], [1, 2]));
        assert!(words.starts_with("the 2 elements from the index [0, 0] of the dims [8, 16] on lie"), "{words}");
        assert_eq!(line, line!() - 2);
    });
    assert!(buffer.values().iter().all(|&value| value == POISON));
}

#[test]
fn vectors_end_where_an_axis_does() {
    let mut buffer = Buffer::of(0..24);
    let abi = buffer.abi(Uneven);
    alone(|| {
        // SAFETY: the buffer is as long as the layout, and nothing writes it.
        let view = unsafe { Global::<u32, Uneven>::from_abi(abi) };
        assert_eq!(view.get_vector::<2>([1, 4]), [10, 11]);
        // The buffer goes on there, but the axis does not.
        assert_eq!(fault(|| view.get_vector::<4>([2, 4])).1, line!());
        // A row begins at a multiple of 2, not of 4.
        assert_eq!(view.get_vector::<4>([2, 0]), [12, 13, 14, 15]);
        assert_eq!(fault(|| view.get_vector::<4>([1, 0])).1, line!());
    });
}

layout! {
    /// Element `[block, thread, k]` of a line of n elements, four each thread, the last of them partial.
    type Line(n) = Row(n).ExpandBy([n] => [ceil_div(n, 16)*16]).GroupBy([ceil_div(n, 16), 4, 4]);
    /// Rows of n elements in units of four, which begin at a multiple of four only where four divides n.
    type Units(m, n) = Row(m, n).ExpandBy([m, n] => [m, ceil_div(n, 4)*4]).GroupBy([m, ceil_div(n, 4), 4]);
}

/// The elements from `first` on, of those below `end`.
fn expected(first: usize, end: usize) -> [u32; 4] {
    std::array::from_fn(|k| if first + k < end { 3 * (first + k) as u32 } else { 77 })
}

#[test]
fn the_last_vector_may_be_partial() {
    for n in [1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 67] {
        let line = Line::new(n).unwrap();
        let mut source = Buffer::of((0..n as u32).map(|i| 3 * i));
        let mut buffer = Buffer::poisoned(n);
        let (from, to) = (source.abi(line), buffer.abi(line));
        let blocks = n.div_ceil(16) as u32;
        launch(Dim3::new(blocks, 1, 1), Dim3::new(4, 1, 1), 0, || {
            // SAFETY: both buffers are as long as the layout; nothing writes the first, the second is this launch's alone.
            let (input, output) = unsafe {
                (Global::<u32, Line>::from_abi(from), Split::<u32, Line, (BlockX, ThreadX, Register)>::from_abi(to))
            };
            let first = (16 * block_idx().x + 4 * thread_idx().x) as usize;
            let values = input.get_vector_or::<4>(output.index([0]), 77);
            assert_eq!(values, expected(first, n));
            let is_whole = first + 4 <= n;
            assert_eq!(input.try_get_vector::<4>(output.index([0])), is_whole.then_some(values));
            assert_eq!(output.try_set_vector([0], values), is_whole);
            assert_eq!(output.get_vector_or::<4>([0], 77), values);
            assert_eq!(output.try_get_vector::<4>([0]), is_whole.then_some(values));
            // No vector begins there, and the last of the elements is beyond the extent.
            assert_eq!(output.try_get_vector::<4>([1]), None);
            assert_eq!(output.get_vector_or::<4>([1], 5)[3], 5);
            assert_eq!(output.get_vector_or::<4>([u32::MAX], 5), [5; 4]);
            assert!(!output.try_set_vector([u32::MAX], [0; 4]));
        });
        assert!(buffer.values().iter().zip(0..).all(|(&value, i)| value == 3 * i), "{n}");
        assert!(buffer.is_clean_outside());
    }
}

#[test]
fn rows_of_any_length_are_read_by_vectors() {
    for (m, n) in [(1, 1), (3, 4), (3, 5), (4, 6), (5, 7), (2, 8), (3, 13)] {
        let units = Units::new(m, n).unwrap();
        let mut source = Buffer::of((0..(m * n) as u32).map(|i| 3 * i));
        let from = source.abi(units);
        alone(|| {
            // SAFETY: the buffer is as long as the layout, and nothing writes it.
            let input = unsafe { Global::<u32, Units>::from_abi(from) };
            for (row, unit) in (0..m).flat_map(|row| (0..n.div_ceil(4)).map(move |unit| (row, unit))) {
                let (first, end) = (row * n + 4 * unit, (row + 1) * n);
                let index = [row as u32, unit as u32, 0];
                assert_eq!(input.get_vector_or::<4>(index, 77), expected(first, end), "{m} {n} {index:?}");
                let by_one = first % 4 == 0 && first + 4 <= end;
                assert_eq!(input.try_get_vector::<4>(index).is_some(), by_one, "{m} {n} {index:?}");
            }
        });
    }
}

layout!(type Odd = Row(3, 8).PadBy([3, 7] => [3, 8]););

#[test]
fn tiles_are_written_by_vectors_as_far_as_they_go() {
    alone(|| {
        // SAFETY: the offset is a multiple of 16, and the block has that much shared memory.
        let tile = unsafe { Shared::<u32, Odd>::from_offset(0) };
        for row in 0..3 {
            assert!(tile.try_set_vector([row, 0], [row; 4]));
            assert!(!tile.try_set_vector([row, 4], [10 + row; 4]));
            assert_eq!(tile.try_get_vector::<4>([row, 0]), Some([row; 4]));
            assert_eq!(tile.try_get_vector::<4>([row, 4]), None);
            assert_eq!(tile.try_get([row, 6]), Some(10 + row));
        }
        assert!(!tile.try_set_vector([3, 0], [0; 4]));
    });
}

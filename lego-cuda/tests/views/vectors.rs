//! Several elements by one instruction.

use crate::machine::launch;
use crate::support::{Buffer, POISON, alone, fault};
use lego::layout;
use lego_cuda::device::{Dim3, block_idx, thread_idx};
use lego_cuda::kernel::Parameter;
use lego_cuda::view::{BlockX, Global, Register, Split, ThreadX};

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

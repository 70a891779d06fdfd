//! `Global`, `GlobalMut`, and parameters without a layout.

use crate::support::{Buffer, alone, fault};
use lego::{LayoutError, Mapping, Mapping32, layout};
use lego_cuda::kernel::Parameter;
use lego_cuda::view::{Global, GlobalMut, Linear, SliceAbi, ViewAbi};

layout! {
    type Turned = Col(8, 16);
    type Pixels(m, n) = Row(m, n);
    type Extended = Row(5, 6).ExpandBy([5, 6] => [8, 8]);
    /// What `unchecked` lets pass: positions outside.
    type Lying = GenP([8], |i| i + 100, |p| p, unchecked);
}

#[test]
fn a_global_view_reads_what_its_layout_says() {
    let mut buffer = Buffer::of((0..128).map(|i| 1000 + 3 * i));
    let abi = buffer.abi(Turned);
    alone(|| {
        // SAFETY: the buffer is as long as the layout, and nothing writes it.
        let view = unsafe { Global::<u32, Turned>::from_abi(abi) };
        assert_eq!((view.dims(), view.len(), view.layout()), ([8, 16], 128, Turned));
        for (i, j) in (0..8).flat_map(|i| (0..16).map(move |j| (i, j))) {
            let expected = 1000 + 3 * (i + 8 * j);
            assert_eq!((view.get([i, j]), view.try_get([i, j])), (expected, Some(expected)));
            // SAFETY: the index is inside.
            assert_eq!(unsafe { view.get_unchecked([i, j]) }, expected);
        }
        assert_eq!((view.try_get([8, 0]), view.try_get([0, 16]), view.try_get([u32::MAX, 0])), (None, None, None));
        let (words, line) = fault(|| view.get([3, 16]));
        assert_eq!((words.as_str(), line), ("the index [3, 16] lies outside of the dims [8, 16]", line!() - 1));
    });
}

#[test]
fn a_part_that_is_not_stored_is_none() {
    let mut buffer = Buffer::of(0..30);
    let abi = buffer.abi(Extended);
    alone(|| {
        // SAFETY: the buffer is as long as the layout, and nothing writes it.
        let view = unsafe { Global::<u32, Extended>::from_abi(abi) };
        for (i, j) in (0..10).flat_map(|i| (0..10).map(move |j| (i, j))) {
            assert_eq!(view.try_get([i, j]), (i < 5 && j < 6).then_some(6 * i + j), "[{i}, {j}]");
        }
    });
}

/// A row of 16, seen as eight of them: many threads read one element.
#[derive(Clone, Copy)]
struct Broadcast;

impl Mapping for Broadcast {
    type Index = [usize; 2];
    type Position = usize;

    fn dims(&self) -> [usize; 2] {
        [8, 16]
    }

    fn span(&self) -> usize {
        16
    }

    fn apply(&self, [_, j]: [usize; 2]) -> usize {
        j
    }
}

impl Mapping32 for Broadcast {
    type Index32 = [u32; 2];
    type Position32 = u32;

    fn check_u32(&self) -> Result<(), LayoutError> {
        Ok(())
    }

    fn dims_u32(&self) -> [u32; 2] {
        [8, 16]
    }

    fn span_u32(&self) -> u32 {
        16
    }

    fn apply_u32(&self, [_, j]: [u32; 2]) -> u32 {
        j
    }

    type Sizes32 = [u32; 0];

    fn sizes_u32(&self) -> [u32; 0] {
        []
    }

    fn from_sizes_u32([]: [u32; 0]) -> Self {
        Self
    }
}

#[test]
fn a_mapping_without_an_inverse_is_read() {
    let mut buffer = Buffer::of((0..16).map(|j| 100 + j));
    let abi = buffer.abi(Broadcast);
    alone(|| {
        // SAFETY: the buffer is as long as the span, and nothing writes it.
        let view = unsafe { Global::<u32, Broadcast>::from_abi(abi) };
        for (i, j) in (0..8).flat_map(|i| (0..16).map(move |j| (i, j))) {
            assert_eq!((view.get([i, j]), view.try_get([i, j])), (100 + j, Some(100 + j)));
        }
        assert_eq!(view.get_vector::<4>([5, 8]), [108, 109, 110, 111]);
        assert_eq!(view.try_get([8, 0]), None);
    });
    assert!(Broadcast::INJECTIVE_32.is_none(), "so that no `Split` of it compiles");
}

#[test]
fn a_layout_that_is_only_claimed_is_asked_for_every_position() {
    let mut buffer = Buffer::poisoned(50);
    let abi = buffer.abi(Lying);
    alone(|| {
        // SAFETY: positions outside are what the view has to find.
        let (view, output) = unsafe { (Global::<u32, Lying>::from_abi(abi), GlobalMut::<u32, Lying>::from_abi(abi)) };
        assert_eq!(view.try_get([0]), None);
        for (words, line) in [
            (fault(|| view.get([0])), line!()),
            (fault(|| view.get_vector::<4>([0])), line!()),
            // SAFETY: this is the only thread.
            (fault(|| unsafe { output.set([0], 1) }), line!()),
        ] {
            assert_eq!(words.1, line, "{words:?}");
        }
    });
    assert!(buffer.is_clean_outside());
}

#[test]
fn views_without_a_layout_are_arrays() {
    let mut buffer = Buffer::of(10..33);
    let abi = buffer.abi(Linear::new(23));
    alone(|| {
        // SAFETY: the buffer is as long as the layout, and this thread's alone.
        let (input, output) = unsafe { (Global::<u32>::from_abi(abi), GlobalMut::<u32>::from_abi(abi)) };
        assert_eq!((input.get([22]), input.try_get([23])), (32, None));
        // SAFETY: this is the only thread.
        unsafe {
            output.set([22], 5);
            output.set_unchecked([0], output.get([22]) + output.get_unchecked([1]));
            assert_eq!(output.at([4]), output.as_mut_ptr().add(4));
        }
        assert_eq!(fault(|| output.at([23])).1, line!());
    });
    assert_eq!((buffer.values()[0], buffer.values()[22]), (5 + 11, 5));
}

#[test]
fn numbers_and_slices_cross() {
    // SAFETY: the ABI is made of values that are alive.
    unsafe {
        assert_eq!((<f32 as Parameter>::from_abi(1.5), <u64 as Parameter>::from_abi(7)), (1.5, 7));
        let values = [1u16, 2, 3];
        assert_eq!(<&[u16] as Parameter>::from_abi(SliceAbi::new(values.as_ptr(), 3)), values);
        assert_eq!(<&[u16] as Parameter>::from_abi(SliceAbi::new(std::ptr::null(), 0)), [0u16; 0]);
    }
    assert_eq!(size_of::<ViewAbi<f32, Turned>>(), 16);
    assert_eq!(size_of::<ViewAbi<f32, Pixels>>(), 24);
}

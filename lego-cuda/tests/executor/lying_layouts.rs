//! Layouts without a proof that lie in 32 bits, in programs without `unsafe`: each launch ends in an error, and no other element changes.
//!
//! What does not compile at all stands in `src/view/lying_layouts.rs`.

#![forbid(unsafe_code)]

use lego::{LayoutError, Mapping, Mapping32, StaticMapping, layout};
use lego_cuda::device::block_idx;
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Device, Error, Launch, Module};
use lego_cuda::view::{Atomic, BlockX, Global, Shared, Split};
use lego_cuda::{lego_kernel, whole_or_edge};

layout! {
    /// What kernels write to.
    type Line = Row(64);
    /// A proved type, of which references are none.
    type Eight = Row(8);
    /// A proved type whose constants another author writes.
    type Sized(n) = Row(n);
}

/// Says that it has 8 elements, as its type has, and goes far beyond them.
type Lying = &'static Eight;

impl Mapping32 for Lying {
    type Index32 = [u32; 1];
    type Position32 = u32;
    type Sizes32 = [u32; 0];

    fn check_u32(&self) -> Result<(), LayoutError> {
        Ok(())
    }
    fn dims_u32(&self) -> [u32; 1] {
        [1 << 30]
    }
    fn span_u32(&self) -> u32 {
        8
    }
    fn apply_u32(&self, [i]: [u32; 1]) -> u32 {
        i
    }
    fn has_all_u32(&self, _: [u32; 1], _: [u32; 1]) -> bool {
        true
    }
    fn ends_tell_u32(_: usize) -> bool {
        true
    }
    fn sizes_u32(&self) -> [u32; 0] {
        []
    }
    fn from_sizes_u32([]: [u32; 0]) -> Self {
        &Eight {}
    }
}

impl Default for Sized {
    fn default() -> Self {
        Self::new(4096).unwrap()
    }
}

impl StaticMapping for Sized {
    const DIMS: [usize; 1] = [8];
    const COUNT: usize = 8;
    const SPAN: usize = 8;
}

fn device() -> (Device<Executor>, Module<Executor>) {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    (device, module)
}

/// Reads an element that is not there, in one of many ways.
#[lego_kernel(threads = 1)]
fn read(input: Global<'_, u32, Lying>, way: u32, output: Split<'_, u32, Line, (BlockX,)>) {
    let at = [8 + 64 * block_idx().x];
    let value = match way {
        0 => input.get(at),
        1 => input.get_vector::<4>(at)[0],
        2 => input.window(at, [4]).unwrap().get([3]),
        3 => input.clipped(at, [4]).try_get([3]).unwrap(),
        4 => input.clipped(at, [4]).try_get_vector::<4>([0]).unwrap()[0],
        5 => whole_or_edge!(input.clipped(at, [4]), |tile| tile.try_get([3]).unwrap()),
        6 => whole_or_edge!(input, |all| all.try_get([200]).unwrap()),
        _ => input.try_get_vector::<2>(at).unwrap()[1],
    };
    output.set([], value);
}

#[test]
fn elements_beyond_a_buffer_are_not_read() {
    let (device, module) = device();
    let input = device.buffer_from(&[7_u32; 8]).unwrap();
    for way in 0..8 {
        let mut output = device.zeroed::<u32>(64).unwrap();
        let view = input.view::<Lying>(&Eight {});
        let result = Read::launch(&module, Launch::covering(), view, way, &mut output);
        assert!(result.is_err(), "way {way}");
        assert_eq!(output.read().unwrap(), [0; 64], "way {way}");
    }
}

/// Adds to an element that is not there.
#[lego_kernel(threads = 1)]
fn add(sums: Atomic<'_, u32, Lying>, way: u32) {
    let at = [8 + 64 * block_idx().x];
    if way == 0 {
        sums.fetch_add(at, 1);
    } else {
        sums.window(at, [4]).unwrap().fetch_add([3], 1);
    }
}

#[test]
fn elements_beyond_a_buffer_are_not_updated() {
    let (device, module) = device();
    for way in 0..2 {
        let mut sums = device.buffer_from(&[7_u32; 8]).unwrap();
        let result = Add::launch(&module, Launch::grid(1), sums.view_mut::<Lying>(&Eight {}), way);
        assert!(result.is_err(), "way {way}");
        assert_eq!(sums.read().unwrap(), [7; 8], "way {way}");
    }
}

/// Writes an element of a tile that is not there, beside one that another tile has.
#[lego_kernel(threads = 1)]
fn tiles(
    output: Split<'_, u32, Line, (BlockX,)>,
    #[shared] small: Shared<'_, u32, Sized>,
    #[shared] other: Shared<'_, u32, Line>,
) {
    other.set([0], 7);
    for i in 8..4096 {
        small.set([i], 1);
    }
    output.set([], other.get([0]));
}

#[test]
fn a_tile_is_as_large_as_its_constants_say_or_ends_the_launch() {
    let (device, module) = device();
    let mut output = device.zeroed::<u32>(64).unwrap();
    let error: Error = Tiles::launch(&module, Launch::covering(), &mut output).unwrap_err();
    assert!(error.to_string().contains("other sizes than its constants say"), "{error}");
    assert_eq!(output.read().unwrap(), [0; 64]);
    assert!(Sized::INJECTIVE.is_some() && Sized::INJECTIVE_32.is_some() && Lying::INJECTIVE_32.is_none());
    assert!(<Lying as Mapping>::INJECTIVE.is_some(), "so that it is a door, if views trust the wrong proof");
}

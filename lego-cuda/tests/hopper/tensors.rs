//! Copies of boxes of a tensor: each element comes to where the layout of the tile says, and zeros where there is none.

use lego::layout;
use lego_core::{Coord32, LayoutError, Mapping, Mapping32, StaticMapping};
use lego_cuda::device::tensor::{self, TensorMap, TensorMapMut};
use lego_cuda::device::{Mbarrier, linear_thread_idx, mbarrier, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};
use random::Random;

layout! {
    type Word = Row(1);
    type Rows128 = OrderBy(Row(2), Swizzle(3, 3, 3)).GroupBy([16, 64]);
    type Rows64 = OrderBy(Row(4), Swizzle(2, 3, 3)).GroupBy([32, 32]);
    type Rows32 = OrderBy(Row(2), Swizzle(1, 3, 3)).GroupBy([16, 16]);
    type Plain = Row(4, 8);
    type Columns128 = OrderBy(Row(1), Swizzle(3, 3, 3)).OrderBy(RegP([64, 8], [2, 1])).GroupBy([64, 8]);
    /// Boxes of which the first axis is no power of two.
    type Strips128 = OrderBy(Row(6), Swizzle(3, 3, 3)).GroupBy([48, 64]);
    type StripsPlain = Row(5, 8);
    type StripsColumns = Col(24, 2);
    type StripsThree = Row(3, 4, 8);
    type One = Row(64);
    type Three = Row(2, 4, 8);
    type Five = Row(2, 1, 4, 2, 8);
    type TwoD(m, n) = Row(m, n);
    type TwoDCol(m, n) = Col(m, n);
    type OneD(n) = Row(n);
    /// m rows are stored, of n.
    type Partial(m, n) = Row(m, 64).ExpandBy([m, 64] => [n, 64]);
    type ThreeD(l, m, n) = Row(l, m, n);
    type FiveD(a, b, c, d, e) = Row(a, b, c, d, e);
}

/// Loads one box, whose first element has an index, and copies the tile out position by position.
#[lego_kernel(threads = 32, instances(
    load_rows_128 = <Rows128>, load_rows_64 = <Rows64>, load_rows_32 = <Rows32>, load_plain = <Plain>, load_columns = <Columns128>,
    load_one = <One>, load_three = <Three>, load_five = <Five>, load_strips_128 = <Strips128>, load_strips_plain = <StripsPlain>,
    load_strips_columns = <StripsColumns>, load_strips_three = <StripsThree>,
))]
unsafe fn load_box<L>(
    from: TensorMap<'_, u16, L>,
    index: Global<'_, u32>,
    to: GlobalMut<'_, u16>,
    #[shared(dynamic)] tile: Shared<'_, u16, L>,
    #[shared] barrier: Shared<'_, u64, Word>,
) where
    L: StaticMapping + Mapping32,
{
    let arrived = Mbarrier::at(barrier.slice().at(0));
    if linear_thread_idx() == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    if linear_thread_idx() == 0 {
        let mut first = L::Index32::zero();
        for (axis, at) in (0..).zip(first.as_mut()) {
            *at = index.get([axis]);
        }
        arrived.arrive_expecting(TensorMap::<u16, L>::BYTES);
        // SAFETY: the tile has the bytes of a box, and begins at a multiple of 1024.
        unsafe { from.load(tile.slice().at(0), first, arrived) };
    }
    arrived.wait(0);
    let mut at = linear_thread_idx();
    while at < L::SPAN as u32 {
        // SAFETY: each position is one thread's.
        unsafe { to.set_unchecked([at], tile.slice().get(at)) };
        at += 32;
    }
}

fn numbers(random: &mut Random, count: usize) -> Vec<u16> {
    (0..count).map(|_| random.bits() as u16 | 1).collect()
}

/// The axis along which the elements of a tile lie side by side.
fn innermost<L: StaticMapping + Mapping32>() -> usize {
    let is_next = |axis: &usize| {
        let mut at = L::Index32::zero();
        at.as_mut()[*axis] = 1;
        L::default().dims_u32().as_ref()[*axis] > 1 && L::default().apply_u32(at).into() == Some(1)
    };
    (0..L::Index32::RANK).find(is_next).unwrap()
}

/// Boxes of random indices, some of which reach beyond the tensor on any side.
fn boxes<L, M>(layout: M, span: usize)
where
    L: StaticMapping + Mapping32,
    M: Mapping32,
    LoadBox<L>: Instance,
{
    let random = &mut Random::new(0x7e5);
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    let dims: Vec<u32> = layout.dims_u32().as_ref().to_vec();
    let sides: Vec<usize> = L::default().dims_u32().as_ref().iter().map(|side| *side as usize).collect();
    for round in 0..6 {
        let values = numbers(random, span);
        let from = device.buffer_from(&values).unwrap();
        // Along the innermost axis a box begins at a multiple of 16 bytes.
        let first: Vec<i64> = (0..dims.len())
            .map(|axis| {
                let at = if round == 0 { 0 } else { random.below(u64::from(dims[axis]) + 8) as i64 - 6 };
                if axis == innermost::<L>() { at & !7 } else { at }
            })
            .collect();
        let index = device.buffer_from(&first.iter().map(|at| *at as i32 as u32).collect::<Vec<_>>()).unwrap();
        let mut to = device.poisoned::<u16>(L::SPAN).unwrap();
        let map = from.tensor_map::<L, M>(layout).unwrap();
        // SAFETY: as the kernel asks.
        unsafe { LoadBox::<L>::launch(&module, Launch::grid(1), map, &index, &mut to) }.unwrap();
        let found = to.read().unwrap();
        for number in 0..sides.iter().product() {
            let (mut rest, mut inner) = (number, vec![0; sides.len()]);
            for axis in (0..sides.len()).rev() {
                inner[axis] = rest % sides[axis];
                rest /= sides[axis];
            }
            let global: Vec<i64> = inner.iter().zip(&first).map(|(a, b)| *a as i64 + b).collect();
            let is_inside = global.iter().zip(&dims).all(|(at, dim)| (0..i64::from(*dim)).contains(at));
            let expected = if is_inside {
                let mut at = M::Index32::zero();
                at.as_mut().iter_mut().zip(&global).for_each(|(to, from)| *to = *from as u32);
                let position: Option<u32> = layout.apply_u32(at).into();
                values[position.unwrap() as usize]
            } else {
                0
            };
            let mut at = L::Index32::zero();
            at.as_mut().iter_mut().zip(&inner).for_each(|(to, from)| *to = *from as u32);
            let position: Option<u32> = L::default().apply_u32(at).into();
            assert_eq!(found[position.unwrap() as usize], expected, "{inner:?} of a box at {first:?}");
        }
    }
}

#[test]
fn boxes_of_one_to_five_axes_come_to_where_the_tile_has_them() {
    boxes::<One, _>(OneD::new(200).unwrap(), 200);
    boxes::<Plain, _>(TwoD::new(7, 24).unwrap(), 7 * 24);
    boxes::<Three, _>(ThreeD::new(3, 5, 16).unwrap(), 3 * 5 * 16);
    boxes::<Five, _>(FiveD::new(3, 2, 5, 3, 16).unwrap(), 3 * 2 * 5 * 3 * 16);
}

#[test]
fn boxes_of_every_swizzle_come_to_where_the_tile_has_them() {
    boxes::<Rows128, _>(TwoD::new(40, 72).unwrap(), 40 * 72);
    boxes::<Rows64, _>(TwoD::new(33, 40).unwrap(), 33 * 40);
    boxes::<Rows32, _>(TwoD::new(17, 24).unwrap(), 17 * 24);
    boxes::<Columns128, _>(TwoDCol::new(72, 9).unwrap(), 72 * 9);
}

#[test]
fn boxes_of_strips_come_to_where_the_tile_has_them() {
    boxes::<Strips128, _>(TwoD::new(100, 72).unwrap(), 100 * 72);
    boxes::<StripsPlain, _>(TwoD::new(7, 24).unwrap(), 7 * 24);
    boxes::<StripsColumns, _>(TwoDCol::new(40, 5).unwrap(), 40 * 5);
    boxes::<StripsThree, _>(ThreeD::new(4, 5, 16).unwrap(), 4 * 5 * 16);
}

/// What the copy engine cannot do is said before the launch.
#[test]
fn tensors_that_no_map_describes_are_refused() {
    let device = Device::new(Executor::new());
    let buffer = device.zeroed::<u16>(4096).unwrap();
    let said = |result: Result<(), Error>, expected: &str| {
        let words = result.unwrap_err().to_string();
        assert!(words.contains(expected), "{words}");
    };
    let map = |layout: TwoD| buffer.tensor_map::<Rows128, _>(layout).map(drop);
    said(map(TwoD::new(8, 9).unwrap()), "the stride of axis 0 is 18 bytes, which is no multiple of 16");
    said(map(TwoD::new(100, 64).unwrap()), "a tensor map");
    assert_eq!(map(TwoD::new(1, 9).unwrap()), Ok(()));
    let turned = buffer.tensor_map::<Rows128, _>(TwoDCol::new(64, 8).unwrap()).map(drop);
    said(turned, "the elements along axis 1, which lie side by side in the tile, do not in memory");
}

/// A layout by hand, without a proof: what it says of its extents and its stride need not be so.
#[derive(Clone, Copy)]
struct Claimed {
    rows: u32,
    stride: isize,
}

impl Mapping for Claimed {
    type Index = [usize; 2];
    type Position = usize;
    fn dims(&self) -> [usize; 2] {
        [self.rows as usize, 64]
    }
    fn span(&self) -> usize {
        512
    }
    fn apply(&self, [i, j]: [usize; 2]) -> usize {
        64 * i + j
    }
    fn stride(&self, axis: usize) -> Option<isize> {
        Some(if axis == 0 { self.stride } else { 1 })
    }
}

impl Mapping32 for Claimed {
    type Index32 = [u32; 2];
    type Position32 = u32;
    type Sizes32 = [u32; 0];
    fn check_u32(&self) -> Result<(), LayoutError> {
        Ok(())
    }
    fn dims_u32(&self) -> [u32; 2] {
        [self.rows, 64]
    }
    fn span_u32(&self) -> u32 {
        512
    }
    fn apply_u32(&self, [i, j]: [u32; 2]) -> u32 {
        64 * i + j
    }
    fn sizes_u32(&self) -> [u32; 0] {
        []
    }
    fn from_sizes_u32([]: [u32; 0]) -> Self {
        Self { rows: 8, stride: 64 }
    }
}

/// TMA is told extents and strides, and looks at no position: so a map is compared with its buffer when it is made.
#[test]
fn a_tensor_that_leaves_its_buffer_is_refused() {
    let device = Device::new(Executor::new());
    let mut buffer = device.zeroed::<u16>(512).unwrap();
    for (rows, stride) in
        [(8, 64), (1, 1 << 30), (9, 64), (8, 72), (8, 1 << 30), (u32::MAX, 1 << 32), (7, 72), (100, 0)]
    {
        // The last element, by the strides.
        let needed = (rows as usize - 1) * stride + 64;
        let layout = Claimed { rows, stride: stride as isize };
        let (read, written) =
            (buffer.tensor_map::<Rows128, _>(layout).map(drop), buffer.tensor_map_mut::<Rows128, _>(layout).map(drop));
        if rows == 1 || needed <= 512 {
            assert_eq!(read, Ok(()), "{rows} rows, {stride} apart");
        } else {
            assert_eq!(read, Err(Error::Length { what: "a tensor map", elements: 512, needed }));
            assert_eq!(written, read);
        }
        // Rows that share elements are read, and not written.
        let shares = rows > 1 && stride < 64;
        if needed <= 512 {
            assert_eq!(written.is_ok(), !shares, "{rows} rows, {stride} apart");
        }
    }
    let error = buffer.tensor_map_mut::<Rows128, _>(Claimed { rows: 3, stride: 56 }).map(drop).unwrap_err().to_string();
    assert!(error.contains("the stride of axis 0 is 112 bytes") && error.contains("reach 128 bytes"), "{error}");
    // What an `ExpandBy` does not store is no part of the buffer.
    let partial = buffer.tensor_map::<Rows128, _>(Partial::new(3, 9).unwrap()).map(drop);
    assert!(partial.is_err(), "9 rows, of which 8 are in the buffer");
}

#[test]
fn a_box_that_begins_inside_a_vector_is_refused() {
    let device = Device::new(Executor::new());
    let module = device.without_program().unwrap();
    let from = device.buffer_from(&[1_u16; 7 * 24]).unwrap();
    let index = device.buffer_from(&[2, -3_i32 as u32]).unwrap();
    let mut to = device.poisoned::<u16>(Plain::SPAN).unwrap();
    let map = from.tensor_map::<Plain, _>(TwoD::new(7, 24).unwrap()).unwrap();
    // SAFETY: as the kernel asks.
    let error = unsafe { LoadBox::<Plain>::launch(&module, Launch::grid(1), map, &index, &mut to) }.unwrap_err();
    assert!(error.to_string().contains("a box begins at -3 along its innermost axis"), "{error}");
}

/// Turns the sign of 16×64 numbers: by a box that is loaded and one that is stored. It waits for the load where bit 0 of `waits` is set, for the store
/// where bit 1 is, and stores as many rows before their place as the other bits say.
#[lego_kernel(threads = 64)]
unsafe fn through_a_tile(
    from: TensorMap<'_, u16, Rows128>,
    to: TensorMapMut<'_, u16, Rows128>,
    waits: u32,
    #[shared(dynamic)] tile: Shared<'_, u16, Rows128>,
    #[shared] barrier: Shared<'_, u64, Word>,
) {
    let (arrived, thread) = (Mbarrier::at(barrier.slice().at(0)), linear_thread_idx());
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    let mut round = 0;
    while round < 2 {
        if thread == 0 {
            arrived.arrive_expecting(TensorMap::<u16, Rows128>::BYTES);
            // SAFETY: the tile is a box, and nobody else uses it.
            unsafe { from.load(tile.slice().at(0), [16 * round, 0], arrived) };
        }
        if waits & 1 != 0 {
            arrived.wait(round);
        }
        let mut row = 0;
        while row < 16 {
            tile.set([row, thread], tile.get([row, thread]).wrapping_neg());
            row += 1;
        }
        tensor::fence_proxy();
        sync_threads();
        if thread == 0 {
            // SAFETY: as above; the next round writes the tile once this was read.
            unsafe { to.store(tile.slice().at(0), [(16 * round).wrapping_sub(waits >> 2), 0]) };
            tensor::commit();
            if waits & 2 != 0 {
                tensor::wait_read::<0>();
            }
        }
        sync_threads();
        round += 1;
    }
}

fn negate(waits: u32) -> Result<(), Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let values = numbers(&mut Random::new(7), 20 * 40);
    let from = device.buffer_from(&values)?;
    let mut to = device.poisoned::<u16>(20 * 40)?;
    let layout = TwoD::new(20, 40).unwrap();
    let (source, target) = (from.tensor_map::<Rows128, _>(layout)?, to.tensor_map_mut::<Rows128, _>(layout)?);
    // SAFETY: as the kernel asks.
    unsafe { ThroughATile::launch(&module, Launch::grid(1), source, target, waits) }?;
    assert_eq!(to.read()?, values.iter().map(|x| x.wrapping_neg()).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn boxes_that_are_stored_leave_out_what_is_beyond_the_tensor() {
    negate(3).unwrap();
}

/// A GPU takes an index below 0 of loads alone.
#[test]
fn a_box_that_is_stored_from_before_the_tensor_is_refused() {
    let words = negate(3 | 1 << 2).unwrap_err().to_string();
    assert!(words.contains("a box is stored from -1 on along axis 1 of its map"), "{words}");
}

#[test]
fn bytes_that_are_used_before_they_have_come_are_found() {
    let words = negate(2).unwrap_err().to_string();
    assert!(words.contains("the copy was not waited for"), "{words}");
}

#[test]
fn a_tile_that_is_written_while_a_store_reads_it_is_found() {
    let words = negate(1).unwrap_err().to_string();
    assert!(words.contains("the copy was not waited for"), "{words}");
}

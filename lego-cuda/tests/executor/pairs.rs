//! Pairs of four bits: every code, the nearest of all numbers, and kernels whose elements they are.

use lego::layout;
use lego_cuda::device::{E2m1Pair, Element, I4Pair, U4Pair, block_idx, sync_threads, thread_idx};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Device, Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Register, Shared, Split, ThreadX};
use random::Random;

/// The numbers of the codes 0 to 7 of `e2m1`; 8 more is the sign.
const SIZES: [f32; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

/// Plain rounding: of all codes of the sign the nearest, of two the even one.
fn nearest(value: f32) -> u8 {
    if value.is_nan() {
        return 7;
    }
    // Beyond the largest all are as far as can be, infinity too.
    let size = f64::from(value.abs().min(6.0));
    let far = |&code: &u8| ((f64::from(SIZES[usize::from(code)]) - size).abs(), code & 1);
    let found = (0..8).min_by(|a, b| far(a).partial_cmp(&far(b)).unwrap()).unwrap();
    found | u8::from(value.is_sign_negative()) << 3
}

#[test]
fn every_pair_of_e2m1_is_its_numbers_and_comes_back() {
    for codes in 0..=255_u8 {
        let pair = E2m1Pair::from_bits(codes);
        let right = [codes & 15, codes >> 4].map(|code| {
            let size = SIZES[usize::from(code & 7)];
            if code < 8 { size } else { -size }
        });
        assert_eq!(pair.to_f32().map(f32::to_bits), right.map(f32::to_bits), "codes {codes:#x}");
        assert_eq!((E2m1Pair::from_f32(right), pair.to_bits()), (pair, codes));
    }
    assert_eq!(E2m1Pair::ZERO, E2m1Pair::default());
}

#[test]
fn numbers_become_the_nearest_of_e2m1_each_in_its_place() {
    let mut values = vec![0.0, f32::from_bits(1), 1e-40, f32::MIN_POSITIVE.next_down(), f32::MIN_POSITIVE];
    values.extend([6.0, 6.5, 7.0, 8.0, 1e9, f32::MAX, f32::INFINITY]);
    // A NaN with each of its bits, quiet and not.
    values.extend((0..23).map(|bit| f32::from_bits(0x7f80_0000 | 1 << bit)));
    let middles = SIZES.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
    // Between 6 and the next number that there would be.
    values.extend(SIZES.into_iter().chain(middles).chain([7.0]).flat_map(|x| [x.next_down(), x, x.next_up()]));
    values = values.into_iter().flat_map(|value| [value, -value]).collect();
    let random = &mut Random::new(0xf4);
    // Any bits, and such as are not too large or small.
    values.extend((0..50_000).map(|_| f32::from_bits(random.bits() as u32)));
    values.extend((0..50_000).map(|_| 8.0 * random.unit()));
    for value in values {
        let (code, other) = (nearest(value), random.below(16) as u8);
        let number = E2m1Pair::from_bits(other).to_f32()[0];
        let found = [[value, number], [number, value]].map(|pair| E2m1Pair::from_f32(pair).to_bits());
        assert_eq!(found, [code | other << 4, other | code << 4], "{value:e} {:#x}", value.to_bits());
    }
}

#[test]
fn what_cuda_says_of_edges_of_e2m1() {
    // Worked out from `cuda_fp4.hpp`, not from the search above.
    for (value, code) in [
        (0.25, 0),
        (0.25_f32.next_up(), 1),
        (0.75, 2),
        (1.25, 2),
        (1.75, 4),
        (2.5, 4),
        (3.5, 6),
        (5.0, 6),
        (5.0_f32.next_up(), 7),
        (f32::INFINITY, 7),
    ] {
        assert_eq!(E2m1Pair::from_f32([value, -value]).to_bits(), code | (code | 8) << 4, "{value}");
    }
    assert_eq!(E2m1Pair::from_f32([f32::NAN, -f32::NAN]).to_bits(), 0x77);
}

#[test]
fn pairs_of_integers_come_back_and_saturate() {
    for codes in 0..=255_u8 {
        let (signed, unsigned) = (I4Pair::from_bits(codes), U4Pair::from_bits(codes));
        let right = [codes & 15, codes >> 4].map(u32::from);
        assert_eq!((unsigned.to_u32(), unsigned.to_bits()), (right, codes));
        let right_signed = right.map(|code| if code < 8 { code as i32 } else { code as i32 - 16 });
        assert_eq!((signed.to_i32(), signed.to_bits()), (right_signed, codes));
        assert_eq!((I4Pair::from_i32(right_signed), U4Pair::from_u32(right)), (signed, unsigned));
    }
    let mut values: Vec<i32> = (-300..=300).chain([i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX]).collect();
    // Whose low bits are those of an integer in range.
    values.extend((3..32).flat_map(|bit| [1 << bit, (1 << bit) + 1, -1 << bit]));
    for &value in &values {
        let (signed, unsigned) = (value.clamp(-8, 7), (value as u32).min(15));
        assert_eq!(I4Pair::from_i32([value, -3]).to_i32(), [signed, -3]);
        assert_eq!(I4Pair::from_i32([5, value]).to_i32(), [5, signed]);
        assert_eq!(U4Pair::from_u32([value as u32, 12]).to_u32(), [unsigned, 12]);
        assert_eq!(U4Pair::from_u32([3, value as u32]).to_u32(), [3, unsigned]);
    }
    assert_eq!((I4Pair::ZERO, U4Pair::ZERO), (I4Pair::default(), U4Pair::default()));
}

layout! {
    /// Pair `[block, thread]`.
    type Pairs = Row(5, 32);
    /// Number `[block, thread, which of the pair]`.
    type Numbers = Row(5, 32, 2);
    type Turned = Row(32);
    type One = Row(1);
}

/// A pair as kernels unpack it and pack it.
trait Pair: Element {
    fn numbers(self) -> [f32; 2];
    fn of(numbers: [f32; 2]) -> Self;
}

impl Pair for E2m1Pair {
    fn numbers(self) -> [f32; 2] {
        self.to_f32()
    }
    fn of(numbers: [f32; 2]) -> Self {
        Self::from_f32(numbers)
    }
}

impl Pair for I4Pair {
    fn numbers(self) -> [f32; 2] {
        self.to_i32().map(|x| x as f32)
    }
    fn of(numbers: [f32; 2]) -> Self {
        Self::from_i32(numbers.map(|x| x as i32))
    }
}

impl Pair for U4Pair {
    fn numbers(self) -> [f32; 2] {
        self.to_u32().map(|x| x as f32)
    }
    fn of(numbers: [f32; 2]) -> Self {
        Self::from_u32(numbers.map(|x| x as u32))
    }
}

/// Unpacks the pairs of a block, and packs those of its other end, which come through shared memory.
#[lego_kernel(threads = 32, instances(unpack_e2m1 = <E2m1Pair>, unpack_s4 = <I4Pair>, unpack_u4 = <U4Pair>))]
fn unpack<P: Pair>(
    pairs: Global<'_, P, Pairs>,
    numbers: Split<'_, f32, Numbers, (BlockX, ThreadX, Register)>,
    turned: Split<'_, P, Pairs, (BlockX, ThreadX)>,
    #[shared] tile: Shared<'_, P, Turned>,
) {
    let (block, thread) = (block_idx().x, thread_idx().x);
    let pair = pairs.get([block, thread]);
    for (k, number) in (0..).zip(pair.numbers()) {
        numbers.set([k], number);
    }
    tile.set([thread], pair);
    sync_threads();
    turned.set([], P::of(tile.get([31 - thread]).numbers()));
}

fn unpacked<P: Pair + PartialEq + std::fmt::Debug>(of_bits: impl Fn(u8) -> P) -> Result<(), Error>
where
    Unpack<P>: lego_cuda::kernel::Instance,
{
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let pairs: Vec<P> = (0..160_u8).map(|i| of_bits(i.wrapping_mul(37))).collect();
    let buffer = device.buffer_from(&pairs)?;
    // A pair is one element, of one byte.
    assert_eq!((buffer.len(), P::BYTES), (160, 1));
    let (mut numbers, mut turned) = (device.poisoned::<f32>(320)?, device.poisoned::<P>(160)?);
    Unpack::<P>::launch(&module, Launch::grid(5), &buffer, &mut numbers, &mut turned)?;
    let expected: Vec<f32> = pairs.iter().flat_map(|pair| pair.numbers()).collect();
    assert_eq!(numbers.read()?, expected);
    let expected: Vec<P> = pairs.chunks(32).flat_map(|block| block.iter().rev().copied()).collect();
    assert_eq!(turned.read()?, expected);
    Ok(())
}

#[test]
fn pairs_are_elements_of_views_buffers_and_shared_memory() -> Result<(), Error> {
    unpacked(E2m1Pair::from_bits)?;
    unpacked(I4Pair::from_bits)?;
    unpacked(U4Pair::from_bits)
}

/// Sums all numbers of sixteen pairs, which move as sixteen bytes do.
#[lego_kernel(threads = 1)]
fn summed(pairs: Global<'_, [E2m1Pair; 16]>, sum: Split<'_, f32, One, (ThreadX,)>) {
    sum.set([], pairs.get([0]).into_iter().flat_map(E2m1Pair::to_f32).sum());
}

#[test]
fn sixteen_pairs_are_one_element_of_sixteen_bytes() -> Result<(), Error> {
    let device = Device::new(Executor::new());
    let module = device.without_program()?;
    let pairs = std::array::from_fn(|i| E2m1Pair::from_f32([2.0, if i == 15 { -3.0 } else { 0.5 }]));
    let (buffer, mut sum) = (device.buffer_from(&[pairs])?, device.poisoned::<f32>(1)?);
    Summed::launch(&module, Launch::grid(1), &buffer, &mut sum)?;
    assert_eq!((<[E2m1Pair; 16]>::BYTES, sum.read()?), (16, vec![36.5]));
    Ok(())
}

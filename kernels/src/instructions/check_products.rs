//! Products of tiles of bytes: of integers exactly, of fractions within what the tensor cores round.

use super::InstructionMma;
use super::presence::is_there;
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::{E4m3, E5m2, Float8};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Launch, Module};
use lego_kernels_harness::{Failure, Random, Scale, compare, near};

/// The elements along k.
const K: usize = 32;

/// `a·b + c` of a 16×K and a K×8 tile by the instruction, which gives 16×8 sums.
fn product<T, B>(module: &Module<B>, a: &[T], b: &[T], c: &[T::Sum]) -> Result<Vec<T::Sum>, Failure>
where
    T: Operand,
    InstructionMma<T>: Instance,
    B: Backend,
{
    let device = module.device();
    let (left, right, sums) = (device.buffer_from(a)?, device.buffer_from(b)?, device.buffer_from(c)?);
    let mut to = device.poisoned::<T::Sum>(16 * 8)?;
    // SAFETY: the buffers have as many elements as the kernel asks for.
    unsafe { InstructionMma::<T>::launch(module, Launch::grid(1), &left, &right, &sums, &mut to) }?;
    Ok(to.read()?)
}

/// The pairs that sum number `at` is of.
fn pairs<'a, T: Copy>(a: &'a [T], b: &'a [T], at: usize) -> impl Iterator<Item = (T, T)> + 'a {
    let (row, column) = (at / 8, at % 8);
    (0..K).map(move |k| (a[K * row + k], b[8 * k + column]))
}

/// Sums of integers wrap.
pub(super) fn check_integers<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    for _ in 0..8 {
        let mut bytes = |count: usize| -> Vec<i8> { (0..count).map(|_| random.bits() as i8).collect() };
        let (a, b) = (bytes(16 * K), bytes(K * 8));
        // One in a few is so near the end that it wraps.
        let any = |random: &mut Random| if random.one_in(4) { i32::MAX } else { random.bits() as i32 };
        let c: Vec<i32> = (0..16 * 8).map(|_| any(random)).collect();
        compare("sums of i8", &product(module, &a, &b, &c)?, |at| {
            pairs(&a, &b, at).fold(c[at], |sum, (a, b)| sum.wrapping_add(i32::from(a) * i32::from(b)))
        })?;
    }
    Ok(())
}

/// A number of one byte with an exponent.
trait Byte: Float8 + Operand<Sum = f32> {
    /// The integers up to this one have a code each.
    const MOST: i64;
}

impl Byte for E4m3 {
    const MOST: i64 = 16;
}

impl Byte for E5m2 {
    const MOST: i64 = 8;
}

fn check_numbers<T, B>(module: &Module<B>, random: &mut Random) -> Result<(), Failure>
where
    T: Byte,
    InstructionMma<T>: Instance,
    B: Backend,
{
    if !is_there::<InstructionMma<T>, B>(module) {
        return Ok(());
    }
    let right = |a: &[T], b: &[T], c: &[f32], at: usize| {
        let products = pairs(a, b, at).map(|(a, b)| f64::from(a.to_f32()) * f64::from(b.to_f32()));
        let c = f64::from(c[at]);
        products.fold((c, c.abs()), |(sum, size), x| (sum + x, size + x.abs()))
    };
    for _ in 0..8 {
        // So small that nothing is lost, however few digits are added with.
        let whole = |random: &mut Random, most: i64| (random.below(2 * most as u64 + 1) as i64 - most) as f32;
        let mut integers =
            |count: usize| -> Vec<T> { (0..count).map(|_| T::from_f32(whole(random, T::MOST))).collect() };
        let (a, b) = (integers(16 * K), integers(K * 8));
        let c: Vec<f32> = (0..16 * 8).map(|_| whole(random, 100)).collect();
        compare("sums of integers", &product(module, &a, &b, &c)?, |at| right(&a, &b, &c, at).0 as f32)?;
        // Fractions, some of them as small as the smallest numbers.
        let any = |random: &mut Random| random.unit() * [8.0, 1.0, 0.02][random.index(3)];
        let mut fractions = |count: usize| -> Vec<T> { (0..count).map(|_| T::from_f32(any(random))).collect() };
        let (a, b) = (fractions(16 * K), fractions(K * 8));
        let c: Vec<f32> = (0..16 * 8).map(|_| random.unit()).collect();
        // Tensor cores add with fewer digits than `f32` has: 33 numbers, each cut off behind thirteen digits of the largest.
        let tolerated = (0..16 * 8).map(|at| right(&a, &b, &c, at)).map(|(sum, size)| (sum, size * 33.0 / 8192.0));
        near("sums of fractions", &product(module, &a, &b, &c)?, tolerated)?;
    }
    Ok(())
}

pub(super) fn check_e4m3<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    check_numbers::<E4m3, B>(module, random)
}

pub(super) fn check_e5m2<B: Backend>(module: &Module<B>, random: &mut Random, _: Scale) -> Result<(), Failure> {
    check_numbers::<E5m2, B>(module, random)
}

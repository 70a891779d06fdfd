//! Products of tiles by a warpgroup, of small integers: they are exact, however few digits are added with.

use super::presence::is_there;
use super::{AcrossK, AlongK, BytesAlongK, InstructionWgmma};
use half::{bf16, f16};
use lego::{Mapping32, StaticMapping};
use lego_cuda::device::matrix::Operand;
use lego_cuda::device::wgmma::Registers;
use lego_cuda::device::{E4m3, E5m2, Float8};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Launch, Module};
use lego_kernels_harness::{Failure, Random, Scale, compare};

/// An element that the small integers are.
trait Integer: Operand<Sum = f32> {
    fn of(integer: i8) -> Self;
}

impl Integer for f16 {
    fn of(integer: i8) -> Self {
        Self::from(integer)
    }
}

impl Integer for bf16 {
    fn of(integer: i8) -> Self {
        Self::from(integer)
    }
}

impl Integer for E4m3 {
    fn of(integer: i8) -> Self {
        Float8::from_f32(integer.into())
    }
}

impl Integer for E5m2 {
    fn of(integer: i8) -> Self {
        Float8::from_f32(integer.into())
    }
}

/// The product of random tiles, the left one in shared memory and in registers.
fn check_one<T, A, B, D, const R: usize>(module: &Module<D>, random: &mut Random) -> Result<(), Failure>
where
    T: Integer,
    A: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    B: StaticMapping + Mapping32<Index32 = [u32; 2], Position32 = u32>,
    [u32; R]: Registers,
    InstructionWgmma<T, A, B, R>: Instance,
    D: Backend,
{
    if !is_there::<InstructionWgmma<T, A, B, R>, D>(module) {
        return Ok(());
    }
    let (device, entry) = (module.device(), <InstructionWgmma<T, A, B, R> as Instance>::ENTRY);
    let ([rows, depth], [columns, _]) = (A::default().dims_u32(), B::default().dims_u32());
    let [rows, depth, columns] = [rows, depth, columns].map(|extent| extent as usize);
    let mut integers = |count: usize| -> Vec<i8> { (0..count).map(|_| random.below(9) as i8 - 4).collect() };
    let (a, b) = (integers(rows * depth), integers(columns * depth));
    let elements = |integers: &[i8]| -> Vec<T> { integers.iter().map(|integer| T::of(*integer)).collect() };
    let (left, right) = (device.buffer_from(&elements(&a))?, device.buffer_from(&elements(&b))?);
    for in_registers in [0, 1] {
        let mut c = device.poisoned::<f32>(64 * 2 * R)?;
        // SAFETY: the operands are as large as their tiles, and the product has 64·2·R elements.
        unsafe {
            InstructionWgmma::<T, A, B, R>::launch(module, Launch::grid(1), &left, &right, &mut c, in_registers)
        }?;
        compare(&format!("the product of {entry}, {in_registers}"), &c.read()?, |at| {
            let (row, column) = (&a[at / (2 * R) * depth..][..depth], &b[at % (2 * R) * depth..][..depth]);
            row.iter().zip(column).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>() as f32
        })?;
    }
    Ok(())
}

macro_rules! widths {
    ($($element:ident, $left:ty, $right:ty, $sums:literal;)*) => {
        pub(super) fn check<D: Backend>(module: &Module<D>, random: &mut Random, _: Scale) -> Result<(), Failure> {
            $(check_one::<$element, $left, $right, D, $sums>(module, random)?;)*
            Ok(())
        }
    };
}
widths! {
    f16, AlongK<1>, AlongK<1>, 4;
    f16, AlongK<1>, AlongK<1>, 8;
    f16, AlongK<1>, AlongK<1>, 12;
    f16, AlongK<1>, AlongK<1>, 16;
    f16, AlongK<1>, AlongK<1>, 20;
    f16, AlongK<1>, AlongK<1>, 24;
    f16, AlongK<1>, AlongK<1>, 28;
    f16, AlongK<1>, AlongK<1>, 32;
    f16, AlongK<1>, AlongK<2>, 36;
    f16, AlongK<1>, AlongK<2>, 40;
    f16, AlongK<1>, AlongK<2>, 44;
    f16, AlongK<1>, AlongK<2>, 48;
    f16, AlongK<1>, AlongK<2>, 52;
    f16, AlongK<1>, AlongK<2>, 56;
    f16, AlongK<1>, AlongK<2>, 60;
    f16, AlongK<1>, AlongK<2>, 64;
    f16, AlongK<1>, AlongK<3>, 68;
    f16, AlongK<1>, AlongK<3>, 72;
    f16, AlongK<1>, AlongK<3>, 76;
    f16, AlongK<1>, AlongK<3>, 80;
    f16, AlongK<1>, AlongK<3>, 84;
    f16, AlongK<1>, AlongK<3>, 88;
    f16, AlongK<1>, AlongK<3>, 92;
    f16, AlongK<1>, AlongK<3>, 96;
    f16, AlongK<1>, AlongK<4>, 100;
    f16, AlongK<1>, AlongK<4>, 104;
    f16, AlongK<1>, AlongK<4>, 108;
    f16, AlongK<1>, AlongK<4>, 112;
    f16, AlongK<1>, AlongK<4>, 116;
    f16, AlongK<1>, AlongK<4>, 120;
    f16, AlongK<1>, AlongK<4>, 124;
    f16, AlongK<1>, AlongK<4>, 128;
    f16, AcrossK<1>, AcrossK<1>, 4;
    f16, AcrossK<1>, AcrossK<1>, 12;
    f16, AcrossK<1>, AcrossK<1>, 28;
    f16, AcrossK<1>, AcrossK<2>, 36;
    f16, AcrossK<1>, AcrossK<2>, 60;
    f16, AcrossK<1>, AcrossK<4>, 100;
    f16, AcrossK<1>, AcrossK<4>, 116;
    bf16, AcrossK<1>, AlongK<1>, 20;
    bf16, AlongK<1>, AcrossK<3>, 84;
    E4m3, BytesAlongK<1>, BytesAlongK<1>, 4;
    E4m3, BytesAlongK<1>, BytesAlongK<1>, 12;
    E4m3, BytesAlongK<1>, BytesAlongK<2>, 44;
    E4m3, BytesAlongK<1>, BytesAlongK<3>, 84;
    E4m3, BytesAlongK<1>, BytesAlongK<4>, 124;
    E5m2, BytesAlongK<1>, BytesAlongK<1>, 20;
    E5m2, BytesAlongK<1>, BytesAlongK<4>, 108;
}

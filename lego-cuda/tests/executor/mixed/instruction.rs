//! A matrix instruction of one warp, of the type in which two operands are multiplied.

use half::{bf16, f16};
use lego_algebra::linear::families::Fragment;
use lego_cuda::device::matrix::{Left, Right, mma};
use lego_cuda::device::{E4m3, Warp, lane, shared, warp_idx};

/// The type of the elements of a product of 16×K and K×8 elements, each operand in registers of 32 bits: four of the left one, two of
/// the right one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    I8,
    E4m3,
    F16,
    Bf16,
    Tf32,
}

impl Instruction {
    /// The bits of an element.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::I8 | Self::E4m3 => 8,
            Self::F16 | Self::Bf16 => 16,
            Self::Tf32 => 32,
        }
    }

    /// The shared memory that a warp needs.
    pub(super) fn shared_bytes(self) -> u32 {
        if self == Self::Tf32 { TF32_BYTES } else { 0 }
    }

    /// The bits of a number, which the type has exactly.
    fn code(self, value: f64) -> u32 {
        let (code, back) = match self {
            Self::I8 => (u32::from(value as i8 as u8), f64::from(value as i8)),
            Self::E4m3 => {
                let own = E4m3::from_f32(value as f32);
                (own.to_bits().into(), own.to_f32().into())
            }
            Self::F16 => (f16::from_f64(value).to_bits().into(), f16::from_f64(value).to_f64()),
            Self::Bf16 => (bf16::from_f64(value).to_bits().into(), bf16::from_f64(value).to_f64()),
            // Ten bits of the fraction are multiplied.
            Self::Tf32 => {
                let bits = (value as f32).to_bits() & !0x1fff;
                (bits, f32::from_bits(bits).into())
            }
        };
        assert_eq!(back, value, "{self:?}");
        code
    }

    /// Registers of neighbours, the first in the low bits.
    pub(super) fn packed<const N: usize>(self, values: impl Iterator<Item = f64>) -> [u32; N] {
        let mut words = [0; N];
        for (place, value) in (0..).step_by(self.bits() as usize).zip(values) {
            words[place / 32] |= self.code(value) << (place % 32);
        }
        words
    }

    /// The sums of this lane, which `sum_place` names, and the product. All lanes of a warp call it together.
    pub(super) fn multiply(self, a: [u32; 4], b: [u32; 2], sums: [f64; 4]) -> [f64; 4] {
        let floats = sums.map(|sum| sum as f32);
        match self {
            Self::I8 => mma(Left::<i8>::from_words(a), Right::from_words(b), sums.map(|sum| sum as i32)).map(f64::from),
            Self::E4m3 => mma(Left::<E4m3>::from_words(a), Right::from_words(b), floats).map(f64::from),
            Self::F16 => mma(Left::<f16>::from_words(a), Right::from_words(b), floats).map(f64::from),
            Self::Bf16 => mma(Left::<bf16>::from_words(a), Right::from_words(b), floats).map(f64::from),
            Self::Tf32 => tf32(a, b, floats).map(f64::from),
        }
    }
}

/// Rows of the left operand and columns of the right one, each of eight numbers.
const TF32_BYTES: u32 = (16 + 8) * 8 * 4;

/// The product of 16×8 and 8×8 numbers by its law: each lane brings its elements to where the fragments say that they are, in
/// shared memory, and computes its sums from that. The device module has no such instruction.
fn tf32(a: [u32; 4], b: [u32; 2], sums: [f32; 4]) -> [f32; 4] {
    let [of_a, of_b, of_sums] =
        ["k8_tf32_A", "k8_tf32_B", "_f32_C"].map(|name| Fragment::named(&format!("mma_m16n8{name}")).unwrap());
    let (own, memory) = (u64::from(lane()), warp_idx() * TF32_BYTES);
    let numbers = shared::dynamic::<f32>(memory, TF32_BYTES / 4);
    for (value, bits) in (0..).zip(a) {
        let [row, k] = of_a.element(own, value);
        numbers.set((8 * row + k) as u32, f32::from_bits(bits));
    }
    for (value, bits) in (0..).zip(b) {
        let [k, column] = of_b.element(own, value);
        numbers.set((8 * (16 + column) + k) as u32, f32::from_bits(bits));
    }
    Warp::ALL.sync();
    let halves = shared::dynamic::<[f32; 4]>(memory, TF32_BYTES / 16);
    let mut value = 0;
    let sums = sums.map(|sum| {
        let [row, column] = of_sums.element(own, value).map(|at| at as u32);
        value += 1;
        let products = (0..2).flat_map(|half| {
            let [x, y] = [row, 16 + column].map(|line| halves.get(2 * line + half));
            [0, 1, 2, 3].map(|k| x[k] * y[k])
        });
        sum + products.sum::<f32>()
    });
    // The next product's numbers are stored over these.
    Warp::ALL.sync();
    sums
}

//! Operands of products whose two sides are stored with different widths, and multiplied with one.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::super::space::Space;
use super::dot_operand::{DotOperand, Multiplier};
use super::mma::Operand;
use lego_core::f2::BITS;

/// A product of A and B, each stored with elements of its own width and widened or narrowed in registers to the width in which they
/// are multiplied: `mxfp4 × bf16`, `i8 × f16`, `i64 × f8`.
///
/// A thread holds a 32-bit word of the narrower side's elements along the summed axis, and as many of the other's, so that a word
/// is unpacked into neighbours. The matrix instructions then sum over the elements in another order, which is the same one for
/// both sides; that changes no sum. (Section 5.2 of the paper, where the wider operand is shuffled in memory to that end:
/// [`shuffled`](Self::shuffled).)
///
/// ```
/// use lego_algebra::linear::families::{MixedProduct, MmaVersion, Multiplier, NvidiaMma, Operand};
/// let mma = NvidiaMma { version: MmaVersion::Two, warps_per_cta: &[1, 1], instr_shape: &[16, 8], cluster: None };
/// // Numbers of 4 bits times f16: eight of a row in a word, of which instruction j takes neighbours 2j and 2j + 1.
/// let product = MixedProduct { parent: Multiplier::Nvidia(mma), stored_bits: [4, 16], multiplied_bits: 16 };
/// assert_eq!(product.k_width(64), 8);
/// let a = product.operand(Operand::A, &[16, 64]).unwrap();
/// assert_eq!(*a.apply(&[5, 1, 0, 0]).unwrap(), [0, 8 + 5]);
/// assert_eq!(product.register_order(Operand::A, &[16, 64]).unwrap(), [0, 3, 4, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedProduct<'a> {
    /// Who multiplies.
    pub parent: Multiplier<'a>,
    /// The bits of an element of A and of B as they are stored.
    pub stored_bits: [u64; 2],
    /// The bits of an element as it is multiplied: 16 or 32 of the tensor cores; 8 with integers, e4m3 and e5m2.
    pub multiplied_bits: u64,
}

/// Register numbers by bit: bit k of a new number is this bit of the old one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RegisterOrder {
    bits: [u8; BITS],
    count: usize,
}

impl core::ops::Deref for RegisterOrder {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bits[..self.count]
    }
}

impl core::fmt::Debug for RegisterOrder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<const N: usize> PartialEq<[u8; N]> for RegisterOrder {
    fn eq(&self, other: &[u8; N]) -> bool {
        **self == *other
    }
}

impl RegisterOrder {
    /// The old number of a new one.
    #[must_use]
    pub fn old(&self, new: u64) -> u64 {
        self.iter().enumerate().fold(0, |old, (k, &bit)| old | (new >> k & 1) << bit)
    }
}

/// Registers have so many bits.
const WORD: u64 = 32;
/// What a thread moves at once, in bits.
const WIDEST: u64 = 128;

impl MixedProduct<'_> {
    fn check(&self) -> Result<(), Error> {
        let fits = |bits: u64| bits.is_power_of_two() && (4..=64).contains(&bits);
        for bits in self.stored_bits.into_iter().chain([self.multiplied_bits]) {
            if !fits(bits) {
                let value = i64::try_from(bits).unwrap_or(i64::MAX);
                return Err(Error::Parameter {
                    name: "the bits of an element",
                    value,
                    wanted: "a power of two, 4 to 64",
                });
            }
        }
        let most = if matches!(self.parent, Multiplier::Nvidia(_)) { WORD } else { 64 };
        if self.multiplied_bits > most {
            let value = self.multiplied_bits as i64;
            let wanted = "at most 32: tensor cores' operands of 64 bits have another tile; use Multiplier::Blocked";
            return Err(Error::Parameter { name: "multiplied_bits", value, wanted });
        }
        Ok(())
    }

    /// Elements of one register as the instruction takes it.
    fn packed(&self) -> u64 {
        (WORD / self.multiplied_bits).max(1)
    }

    /// Neighbours along the summed axis, of `depth` elements, that a thread holds together: a word of the narrower side, unless the
    /// axis is too short for that.
    #[must_use]
    pub fn k_width(&self, depth: u64) -> u64 {
        let narrow = self.stored_bits[0].min(self.stored_bits[1]).max(1);
        let longest = (depth / 8).checked_next_power_of_two().map_or(1, |power| power.max(1));
        (WORD / narrow).min(longest).max(self.packed())
    }

    fn depth(operand: Operand, shape: &[u64]) -> Option<u64> {
        (shape.len() >= 2).then(|| shape[operand.summed(shape.len())])
    }

    /// The layout of an operand in registers, as it is stored: register, lane, warp, block to its coordinates; A is M×K, B is K×N.
    /// Registers follow each other along the summed axis first, a word's elements are neighbours.
    ///
    /// # Errors
    /// If a width is none of 4 to 64 bits, a number is no power of two, or the instruction does not fit.
    pub fn operand(&self, operand: Operand, shape: &[u64]) -> Result<LinearLayout, Error> {
        self.check()?;
        let depth = Self::depth(operand, shape).ok_or(Error::Count { wanted: 2, found: shape.len() })?;
        DotOperand { parent: self.parent, operand, k_width: self.k_width(depth) }.to_linear_layout(shape)
    }

    /// The registers in the order in which instructions take them once they are unpacked: those of one instruction's fragment are
    /// neighbours, in the fragment's order. Of AMD's matrix instructions, and of plain multiplications, they are as they are stored.
    ///
    /// # Errors
    /// As [`MixedProduct::operand`].
    pub fn register_order(&self, operand: Operand, shape: &[u64]) -> Result<RegisterOrder, Error> {
        let layout = self.operand(operand, shape)?;
        let depth = Self::depth(operand, shape).unwrap_or(1);
        let registers = layout.ins().bits(Dim::REGISTER).unwrap_or(0) as u8;
        let mut order = RegisterOrder { bits: [0; BITS], count: 0 };
        let mut push = |bit: u8| {
            if bit < registers {
                order.bits[order.count] = bit;
                order.count += 1;
            }
        };
        let (word, run) = (self.packed().ilog2() as u8, self.k_width(depth).ilog2() as u8);
        // Of a fragment: the elements of a register, the halves of the rows of A, the halves along the summed axis.
        let halves = match (self.parent, operand) {
            (Multiplier::Nvidia(_), Operand::A) => 2,
            (Multiplier::Nvidia(_), Operand::B) => 1,
            _ => 0,
        };
        (0..word.min(run)).for_each(&mut push);
        (run..run + halves).for_each(&mut push);
        (word.min(run)..run).for_each(&mut push);
        (run + halves..registers).for_each(&mut push);
        Ok(order)
    }

    /// A layout of memory, offset to coordinates, in which what a thread holds is neighbours up to 128 bits, and lanes follow each
    /// other: the operand shuffled beforehand.
    ///
    /// # Errors
    /// As [`MixedProduct::operand`].
    pub fn shuffled(&self, operand: Operand, shape: &[u64]) -> Result<LinearLayout, Error> {
        let layout = self.operand(operand, shape)?;
        let stored = self.stored_bits[usize::from(operand == Operand::B)];
        let registers = layout.basis(Dim::REGISTER);
        let own = |images: &[u64]| images.iter().filter(|image| **image != 0).count();
        let vector = ((WIDEST / stored).ilog2() as usize).min(own(registers));
        let (mut columns, mut count) = ([0; BITS], 0);
        let held = registers.iter().filter(|image| **image != 0);
        let lanes = layout.basis(Dim::LANE).iter().filter(|image| **image != 0);
        let others = [Dim::WARP, Dim::BLOCK].into_iter().flat_map(|dim| layout.basis(dim)).filter(|image| **image != 0);
        for &image in held.clone().take(vector).chain(lanes).chain(held.skip(vector)).chain(others) {
            columns[count] = image;
            count += 1;
        }
        LinearLayout::new(Space::new(&[(Dim::OFFSET, count as u32)])?, *layout.outs(), &columns[..count])
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Blocked, MmaVersion, NvidiaMma};
    use super::*;

    const MMA: NvidiaMma<'_> =
        NvidiaMma { version: MmaVersion::Two, warps_per_cta: &[1, 1], instr_shape: &[16, 8], cluster: None };

    fn product(stored_bits: [u64; 2], multiplied_bits: u64) -> MixedProduct<'static> {
        MixedProduct { parent: Multiplier::Nvidia(MMA), stored_bits, multiplied_bits }
    }

    #[test]
    fn a_word_of_the_narrower_side_is_held_together() {
        for (stored, multiplied, depth, wanted) in [
            ([16, 16], 16, 64, 2),
            ([8, 16], 16, 64, 4),
            ([16, 8], 16, 64, 4),
            ([4, 16], 16, 64, 8),
            ([4, 8], 8, 128, 8),
            ([4, 16], 16, 16, 2),
            ([8, 8], 8, 32, 4),
            ([64, 16], 16, 64, 2),
            ([64, 32], 32, 64, 1),
            ([8, 32], 32, 64, 4),
        ] {
            assert_eq!(product(stored, multiplied).k_width(depth), wanted, "{stored:?} {multiplied} {depth}");
        }
    }

    #[test]
    fn widths_that_are_none_are_refused() {
        for (stored, multiplied) in [([3, 16], 16), ([16, 0], 16), ([128, 16], 16), ([16, 16], 64), ([16, 16], 0)] {
            assert!(product(stored, multiplied).operand(Operand::A, &[16, 64]).is_err(), "{stored:?} {multiplied}");
        }
        assert!(product([16, 16], 16).operand(Operand::A, &[16]).is_err());
        let blocked = Blocked {
            size_per_thread: &[2, 2],
            threads_per_warp: &[4, 8],
            warps_per_cta: &[1, 1],
            order: &[1, 0],
            cluster: None,
        };
        let wide = MixedProduct { parent: Multiplier::Blocked(blocked), stored_bits: [8, 64], multiplied_bits: 64 };
        assert!(wide.operand(Operand::A, &[16, 16]).is_ok());
    }
}

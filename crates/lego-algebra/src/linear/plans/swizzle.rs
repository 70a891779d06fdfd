//! The layout of shared memory between two layouts of registers: the widest accesses, and no conflict between banks.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::super::space::Space;
use super::banks::Banks;
use super::price::Price;
use super::vectorise::{WIDEST, element_log};
use super::vectors::Vectors;
use super::wavefronts::{BankCount, WORD, of_offsets, served_at_once, shared_wavefronts_on};
use lego_core::f2::ones;

/// A layout of shared memory for a tensor that one layout writes and another reads.
///
/// The vectors are elements of the tensor, as flat points of its axes: offset bits first count through the vector, then through
/// what is left of a word and through the banks, then through the segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SwizzlePlan {
    vector: Vectors,
    bank: Vectors,
    segment: Vectors,
    space: Space,
    /// Wavefronts of each access of the layout that writes.
    pub write_wavefronts: u64,
    /// Wavefronts of each access of the layout that reads.
    pub read_wavefronts: u64,
    /// The least that accesses of that width take.
    pub ideal: u64,
    price: Price,
}

impl SwizzlePlan {
    /// What an access moves.
    #[must_use]
    pub fn vector(&self) -> &[u64] {
        &self.vector
    }

    /// What tells the banks apart, and the parts of a word if an access is narrower.
    #[must_use]
    pub fn bank(&self) -> &[u64] {
        &self.bank
    }

    /// What tells the words of a bank apart.
    #[must_use]
    pub fn segment(&self) -> &[u64] {
        &self.segment
    }

    /// The layout: offset to element.
    ///
    /// # Errors
    /// None that happens: the vectors are a basis.
    pub fn memory(&self) -> Result<LinearLayout, Error> {
        let columns = Vectors::of([self.vector(), self.bank(), self.segment()].into_iter().flatten().copied());
        LinearLayout::new(Space::new(&[(Dim::OFFSET, columns.len() as u32)])?, self.space, &columns)
    }

    /// What writing, a barrier and reading take.
    #[must_use]
    pub fn price(&self) -> Price {
        self.price
    }
}

/// The layout of shared memory for a tensor with the layout `write` before and `read` after, with elements of a width, for which
/// both use the widest accesses that they have in common, and neither has a conflict between banks.
///
/// After section 9.2 of the paper, and beyond it: the registers that both have make the vector, up to 16 bytes; where a vector is
/// narrower than a bank, what else is in its word is chosen too, so that there is always a layout without conflicts; and of an
/// access of 8 or 16 bytes only the lanes that are served together count, as brute force shows.
///
/// Broadcast registers, lanes and warps may be there; they change nothing.
///
/// # Errors
/// If the layouts are not distributed, not of one tensor, have more than 64 lanes, or spread the tensor over blocks; or if the width
/// is none.
pub fn optimal_swizzle(write: &LinearLayout, read: &LinearLayout, element_bits: u64) -> Result<SwizzlePlan, Error> {
    optimal_swizzle_on(write, read, element_bits, BankCount::Banks32)
}

/// [`optimal_swizzle`] with another number of banks.
///
/// # Errors
/// As [`optimal_swizzle`].
///
/// ```
/// use lego_algebra::linear::LinearLayout;
/// use lego_algebra::linear::plans::{BankCount, optimal_swizzle_on};
/// let layout = |text| LinearLayout::parse(text).unwrap();
/// // 64 lanes of AMD's write rows of 64 and read columns.
/// let rows = layout("register: (64) (128) (256) (512) (1024) (2048); lane: (1) (2) (4) (8) (16) (32) -> x: 4096");
/// let columns = layout("register: (1) (2) (4) (8) (16) (32); lane: (64) (128) (256) (512) (1024) (2048) -> x: 4096");
/// let plan = optimal_swizzle_on(&rows, &columns, 32, BankCount::Banks64).unwrap();
/// assert_eq!((plan.write_wavefronts, plan.read_wavefronts), (1, 1));
/// ```
pub fn optimal_swizzle_on(
    write: &LinearLayout,
    read: &LinearLayout,
    element_bits: u64,
    banks: BankCount,
) -> Result<SwizzlePlan, Error> {
    let element = element_log(element_bits)?;
    let read = read.with_outs_of(write)?;
    for layout in [write, &read] {
        layout.ins().find(Dim::REGISTER, Side::In)?;
        if !layout.is_distributed() {
            return Err(Error::Form {
                wanted: "an image is no single bit, or one comes twice: only distributed layouts are converted",
            });
        }
        if layout.basis(Dim::BLOCK).iter().any(|&image| image != 0) {
            return Err(Error::Form { wanted: "shared memory is a block's own: take the quotient by the block first" });
        }
    }
    let d = write.outs().total_bits() as u32;
    let registers = |layout: &LinearLayout| layout.basis(Dim::REGISTER).iter().fold(0, |all, image| all | image);
    let most = WIDEST.ilog2() - element;
    let common = registers(write) & registers(&read);
    let vector = Vectors::of(units(common).take(most as usize));
    let v = vector.len() as u32;
    let together = served_at_once(banks.log() as usize, element + v, banks);
    let lanes = |layout: &LinearLayout| {
        let served = layout.basis(Dim::LANE).iter().take(together);
        Vectors::of(served.copied().filter(|&image| image != 0))
    };
    let taken = vector.iter().fold(0, |all, &unit| all | unit);
    let complement = Vectors::of(units(ones(d) & !taken));
    let spare = WORD.saturating_sub(element + v) as usize;
    let Banks { bank, segment } = Banks::new(&vector, &complement, &lanes(write), &lanes(&read), spare, together);

    let mut plan = SwizzlePlan {
        vector,
        bank,
        segment,
        space: *write.outs(),
        write_wavefronts: 0,
        read_wavefronts: 0,
        ideal: 1,
        price: Price { barriers: 1, ..Price::default() },
    };
    let memory = plan.memory()?;
    let back = memory.invert()?;
    for (layout, wavefronts) in [(write, &mut plan.write_wavefronts), (&read, &mut plan.read_wavefronts)] {
        let basis = layout.basis(Dim::LANE);
        let offsets = Vectors::of(basis.iter().map(|&image| back.apply_flat(image)));
        let (taken, least) = of_offsets(&offsets, element, v, banks)?;
        (*wavefronts, plan.ideal) = (taken, plan.ideal.max(least));
        plan.price = plan.price + shared_wavefronts_on(layout, &memory, element_bits, banks)?.price();
    }
    Ok(plan)
}

/// The set bits of a word, each as a word.
pub(super) fn units(mut bits: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let lowest = bits & bits.wrapping_neg();
        bits ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::any_distributed;
    use super::super::wavefronts::counted;
    use super::super::{Vectorization, shared_vectorization, shared_wavefronts};
    use super::*;
    use random::Random;
    use std::vec::Vec;

    fn pair(random: &mut Random, bits: u32) -> (LinearLayout, LinearLayout) {
        let space = Space::new(&[(Dim::tensor(0), bits)]).unwrap();
        let mut one = |_| loop {
            let layout = any_distributed(random, space);
            if layout.ins().bits(Dim::LANE) == Some(5) {
                return layout.without_broadcast_registers().unwrap();
            }
        };
        (one(0), one(1))
    }

    #[test]
    fn no_access_of_either_side_has_a_conflict_by_brute_force() {
        let mut random = Random::fresh();
        let mut wide = 0;
        for _ in 0..1500 {
            let bits = 5 + random.below(6) as u32;
            let (a, b) = pair(&mut random, bits);
            let element_bits = 8 << random.below(5);
            let plan = optimal_swizzle(&a, &b, element_bits).unwrap();
            let memory = plan.memory().unwrap();
            assert!(memory.is_invertible());
            for (layout, wavefronts) in [(&a, plan.write_wavefronts), (&b, plan.read_wavefronts)] {
                // Accesses of the vector that both share, which may be narrower than what one side has.
                let widest = shared_vectorization(layout, &memory, element_bits).unwrap();
                assert!(widest.log_elements as usize >= plan.vector().len());
                let shared: Vectorization = Vectorization { log_elements: plan.vector().len() as u32, ..widest };
                let counted = counted(layout, &memory, element_bits, &shared);
                assert!(counted.iter().all(|&count| count == wavefronts), "{a} {b} {plan:?} {counted:?}");
                assert_eq!(wavefronts, plan.ideal, "{a}\n{b}\n{plan:?}");
            }
            wide += u32::from(plan.ideal > 1);
        }
        assert!(wide > 200, "{wide}");
    }

    #[test]
    fn no_wider_access_suits_both() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let (a, b) = pair(&mut random, 8);
            let plan = optimal_swizzle(&a, &b, 16).unwrap();
            // A vector of both is spanned by registers of both.
            let common: Vec<u64> =
                a.basis(Dim::REGISTER).iter().copied().filter(|image| b.basis(Dim::REGISTER).contains(image)).collect();
            assert_eq!(plan.vector().len(), common.len().min(3));
        }
    }

    /// The figure has four threads, four banks and segments of them. A thread of it is eight lanes here and a bank eight banks, so
    /// that its element e is 8·e to 8·e + 7.
    #[test]
    fn reads_and_writes_of_figure_5_are_four_transactions_each_without_conflicts() {
        let x = Dim::tensor(0);
        let layout = |register: [u64; 2], lane: [u64; 2]| {
            let register = register.map(|element| [8 * element]);
            let lane = [1, 2, 4, 8 * lane[0], 8 * lane[1]].map(|image| [image]);
            let bases = [
                (Dim::REGISTER, &register.each_ref().map(|image| &image[..])[..]),
                (Dim::LANE, &lane.each_ref().map(|image| &image[..])[..]),
            ];
            LinearLayout::from_bases(&bases, &[(x, 128)]).unwrap()
        };
        let (write, read) = (layout([4, 1], [2, 8]), layout([4, 8], [1, 2]));
        let plan = optimal_swizzle(&write, &read, 32).unwrap();
        assert_eq!((plan.vector(), plan.segment()), (&[8 * 4][..], &[8 * 8, 8 * (1 ^ 2)][..]));
        // Two accesses of a vector, each of two transactions of 128 bytes.
        let accesses = |layout: &LinearLayout| 1 << (layout.basis(Dim::REGISTER).len() - plan.vector().len());
        assert_eq!((accesses(&write) * plan.write_wavefronts, accesses(&read) * plan.read_wavefronts), (4, 4));
        // The banks that the paper names for the reads: t0 has 0 in b0 and 4 in b1, t1 1 in b2 and 5 in b3; t2 2 in b2 and 6 in b3, t3
        // 3 in b0 and 7 in b1.
        let back = plan.memory().unwrap().invert().unwrap();
        let bank = |element: u64| {
            let offset = back.apply_flat(8 * element);
            offset & 1 | offset >> 3 & 2
        };
        assert_eq!([0, 4, 1, 5, 2, 6, 3, 7].map(bank), [0, 1, 2, 3, 2, 3, 0, 1]);
        // Part 2 of the figure: one segment after another, in which two threads meet in each bank.
        let columns = [4, 1, 8, 2].map(|element| 8 * element);
        let plain = Vectors::of([columns[0], 1, 2, 4].into_iter().chain(columns[1..].iter().copied()));
        let memory = LinearLayout::new(Space::new(&[(Dim::OFFSET, 7)]).unwrap(), *write.outs(), &plain).unwrap();
        assert_eq!(shared_wavefronts(&write, &memory, 32).unwrap().wavefronts, 2 * plan.write_wavefronts);
    }

    #[test]
    fn other_layouts_are_refused() {
        let x = Dim::tensor(0);
        let gray = LinearLayout::from_bases(&[(Dim::REGISTER, &[&[1], &[3]])], &[(x, 4)]).unwrap();
        let plain = LinearLayout::identity_1d(4, Dim::REGISTER, x).unwrap();
        assert!(matches!(optimal_swizzle(&gray, &plain, 16), Err(Error::Form { .. })));
        assert!(optimal_swizzle(&plain, &plain, 24).is_err());
        assert!(optimal_swizzle(&plain, &LinearLayout::EMPTY, 16).is_err());
        let lanes = LinearLayout::identity_1d(128, Dim::LANE, x).unwrap();
        assert!(optimal_swizzle(&lanes, &lanes, 16).is_err());
        let alone = optimal_swizzle(&plain, &plain, 128).unwrap();
        assert_eq!((alone.vector().len(), alone.ideal), (0, 1));
    }
}

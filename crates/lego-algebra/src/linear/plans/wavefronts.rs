//! How many wavefronts an access of a warp to shared memory takes, from the layouts alone.
//!
//! Shared memory has 32 banks of 4 bytes, or 64. An access of a warp takes, for each group of lanes that is served at once, as many
//! wavefronts as the busiest bank has different words. A group has the lanes whose accesses fill all banks once: with 32 banks, 32
//! lanes for accesses of up to 4 bytes, 16 for 8 bytes and 8 for 16 bytes.

use super::super::dim::Dim;
use super::super::error::Error;
use super::super::layout::LinearLayout;
use super::price::Price;
use super::vectorise::{Vectorization, element_log, of_conversion};
use lego_core::f2::{Echelon, ones};
use lego_machine::limits;

/// The logarithms of the bits of a word and of the number of banks.
pub(super) const WORD: u32 = (8 * limits::BANK_BYTES).ilog2();
pub(super) const BANKS: u32 = limits::BANKS.ilog2();

/// The logarithm of the most lanes of a warp: AMD's wavefronts have 64.
pub(super) const MOST_LANES: usize = 6;

/// The number of banks of a shared memory, each of 4 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BankCount {
    /// 32 banks: NVIDIA's GPUs, and AMD's up to CDNA 3.
    #[default]
    Banks32,
    /// 64 banks: AMD's CDNA 4.
    Banks64,
}

impl BankCount {
    /// The banks of a number, 32 or 64.
    #[must_use]
    pub const fn of(count: u64) -> Option<Self> {
        match count {
            32 => Some(Self::Banks32),
            64 => Some(Self::Banks64),
            _ => None,
        }
    }

    /// The number of banks.
    #[must_use]
    pub const fn count(self) -> u64 {
        1 << self.log()
    }

    pub(super) const fn log(self) -> u32 {
        match self {
            Self::Banks32 => BANKS,
            Self::Banks64 => BANKS + 1,
        }
    }
}

/// The accesses of a warp to a tensor in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedAccess {
    /// The registers of one access.
    pub vector: Vectorization,
    /// Wavefronts of one access, the same for all of them and for every warp.
    pub wavefronts: u64,
    /// The least that accesses of that width take.
    pub ideal: u64,
}

impl SharedAccess {
    /// What all accesses of a thread take.
    #[must_use]
    pub fn price(&self) -> Price {
        let Price { accesses, .. } = self.vector.price();
        Price { accesses, wavefronts: accesses.saturating_mul(self.wavefronts), ..Price::default() }
    }
}

/// The widest accesses that a layout has to a tensor in shared memory, and the wavefronts that each takes.
///
/// The number is exact for elements of every width, not only a bound below as lemma 9.4 of the paper has it for accesses of less
/// than 4 bytes: with W the offsets within a word (or within the access, if that is wider), S the offsets of one bank, and L the
/// images of the lanes of a group, it is `groups · 2^(rank(L mod W) - rank(L mod W + S))`, the number of different words over the
/// number of different banks. By linearity every access of every warp has the same, and the constant of an affine layout
/// does not matter.
///
/// # Errors
/// If the layouts are not of one tensor, or of a tensor and a larger buffer around it, the memory is not onto it, a warp has more
/// than 64 lanes, or the width is none.
pub fn shared_wavefronts(
    layout: &LinearLayout,
    memory: &LinearLayout,
    element_bits: u64,
) -> Result<SharedAccess, Error> {
    shared_wavefronts_on(layout, memory, element_bits, BankCount::Banks32)
}

/// [`shared_wavefronts`] with another number of banks.
///
/// # Errors
/// As [`shared_wavefronts`].
///
/// ```
/// use lego_algebra::linear::LinearLayout;
/// use lego_algebra::linear::plans::{BankCount, shared_wavefronts_on};
/// let layout = |text| LinearLayout::parse(text).unwrap();
/// // 64 lanes read 64 words: in two groups of 32 banks, or at once.
/// let lanes = layout("register: ; lane: (1) (2) (4) (8) (16) (32) -> x: 64");
/// let memory = layout("offset: (1) (2) (4) (8) (16) (32) -> x: 64");
/// let wavefronts = |banks| shared_wavefronts_on(&lanes, &memory, 32, banks).unwrap().wavefronts;
/// assert_eq!((wavefronts(BankCount::Banks32), wavefronts(BankCount::Banks64)), (2, 1));
/// ```
pub fn shared_wavefronts_on(
    layout: &LinearLayout,
    memory: &LinearLayout,
    element_bits: u64,
    banks: BankCount,
) -> Result<SharedAccess, Error> {
    let conversion = layout.without_broadcast_registers()?.invert_and_compose(memory)?;
    let vector = of_conversion(&conversion, element_bits)?;
    let offsets = conversion.outs().iter().next().map_or(0, |(_, bits, _)| bits);
    let mut lanes = [0; 64];
    let basis = conversion.basis(Dim::LANE);
    basis.iter().zip(&mut lanes).for_each(|(&image, lane)| *lane = image & ones(offsets));
    let (wavefronts, ideal) =
        of_offsets(&lanes[..basis.len()], element_log(element_bits)?, vector.log_elements, banks)?;
    Ok(SharedAccess { vector, wavefronts, ideal })
}

/// How many lanes are served at once, as a logarithm, of `2^lanes` with accesses of `2^access` bits.
pub(super) const fn served_at_once(lanes: usize, access: u32, banks: BankCount) -> usize {
    let most = banks.log().saturating_sub(access.saturating_sub(WORD)) as usize;
    if lanes < most { lanes } else { most }
}

/// Wavefronts, and the least, of an access of 2^v elements at the offsets that the bits of the lanes have.
pub(super) const fn of_warp(lanes: &[u64], element: u32, v: u32, count: BankCount) -> (u64, u64) {
    let together = served_at_once(lanes.len(), element + v, count);
    // Offsets within a word, or within the access if that is wider, make no difference.
    let word = WORD.saturating_sub(element);
    let within = if word > v { word } else { v };
    let banks = ones(served_at_once(count.log() as usize, element + v, count) as u32);
    let (mut words, mut different_banks, mut lane) = (Echelon::EMPTY, Echelon::EMPTY, 0);
    while lane < together {
        let word = lanes[lane] >> within;
        words.add(word);
        different_banks.add(word & banks);
        lane += 1;
    }
    // A warp of fewer lanes may have fewer groups.
    let served = 1 << (lanes.len() - together);
    (served << (words.rank() - different_banks.rank()), served)
}

/// The same of any number of lanes.
pub(super) fn of_offsets(lanes: &[u64], element: u32, v: u32, banks: BankCount) -> Result<(u64, u64), Error> {
    if lanes.len() > MOST_LANES {
        return Err(Error::Form { wanted: "a warp has at most 64 lanes" });
    }
    Ok(of_warp(lanes, element, v, banks))
}

#[cfg(test)]
pub(super) use tests::counted;

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::any_distributed;
    use super::super::super::{Matrix, Space};
    use super::*;
    use lego_machine::Request;
    use random::Random;
    use std::vec::Vec;

    /// Counts the wavefronts of every access of every warp, lane by lane.
    pub(in super::super) fn counted(
        layout: &LinearLayout,
        memory: &LinearLayout,
        bits: u64,
        vector: &Vectorization,
    ) -> Vec<u64> {
        let (conversion, bytes) = (layout.invert_and_compose(memory).unwrap(), (bits << vector.log_elements) / 8);
        let registers = layout.ins().bits(Dim::REGISTER).unwrap();
        let lanes = layout.ins().bits(Dim::LANE).unwrap();
        let warps = layout.ins().total_bits() as u32 - registers - lanes;
        let mut all = Vec::new();
        for warp in 0..1u64 << warps {
            for access in 0..1u64 << (registers - vector.log_elements) {
                let register = vector.register_order().iter().skip(vector.log_elements as usize).enumerate();
                let register = register.fold(0, |r, (k, &bit)| r | (access >> k & 1) << bit);
                let addresses: Vec<u64> = (0..1u64 << lanes)
                    .map(|lane| conversion.apply_flat((warp << lanes | lane) << registers | register) * bits / 8)
                    .collect();
                all.push(Request::of(bytes as u32, &addresses).wavefronts().taken);
            }
        }
        all
    }

    #[test]
    fn the_number_is_that_of_a_warp_lane_by_lane() {
        let mut random = Random::fresh();
        let (mut conflicts, mut wide, mut narrow) = (0, 0, 0);
        for _ in 0..4000 {
            let bits = 5 + random.below(5) as u32;
            let space = Space::new(&[(Dim::tensor(0), bits)]).unwrap();
            let mut layout = any_distributed(&mut random, space).without_broadcast_registers().unwrap();
            while random.one_in(2) && layout.ins().bits(Dim::LANE) != Some(5) {
                layout = any_distributed(&mut random, space).without_broadcast_registers().unwrap();
            }
            // Swizzles keep some vectors whole: only high bits of offsets are mixed into others.
            let mut columns: Vec<u64> = (0..bits).map(|k| 1 << k).collect();
            let whole = random.index(4);
            for k in whole..bits as usize {
                for column in &mut columns[k + 1..] {
                    if random.one_in(3) {
                        *column ^= 1 << k;
                    }
                }
            }
            if random.one_in(2) {
                // And the registers that are whole are where a thread has them.
                let registers = layout.basis(Dim::REGISTER);
                for (k, &image) in registers.iter().enumerate().take(whole) {
                    let at = columns.iter().position(|&column| column == image);
                    if let Some(at) = at {
                        columns.swap(k, at);
                    }
                }
            }
            assert_eq!(Matrix::new(bits as usize, &columns).unwrap().rank(), bits as usize);
            let memory = LinearLayout::new(Space::new(&[(Dim::OFFSET, bits)]).unwrap(), space, &columns).unwrap();
            let element_bits = 8 << random.below(5);
            let access = shared_wavefronts(&layout, &memory, element_bits).unwrap();
            let counted = counted(&layout, &memory, element_bits, &access.vector);
            assert!(
                counted.iter().all(|&count| count == access.wavefronts),
                "{layout} {memory} {access:?} {counted:?}"
            );
            conflicts += u32::from(access.wavefronts > access.ideal);
            wide += u32::from(access.ideal > 1);
            narrow += u32::from(element_bits << access.vector.log_elements < 32);
        }
        assert!(conflicts > 200 && wide > 200 && narrow > 200, "{conflicts} {wide} {narrow}");
    }

    /// The wavefronts of each access of each warp: groups of lanes whose accesses fill the banks once, and in each the bank with the
    /// most different words.
    fn counted_on(
        layout: &LinearLayout,
        memory: &LinearLayout,
        bits: u64,
        access: &SharedAccess,
        banks: u64,
    ) -> Vec<u64> {
        let conversion = layout.invert_and_compose(memory).unwrap();
        let [registers, lanes] = [Dim::REGISTER, Dim::LANE].map(|dim| layout.ins().bits(dim).unwrap());
        let (warps, v) = (layout.ins().total_bits() as u32 - registers - lanes, access.vector.log_elements);
        let bytes = (bits << v) / 8;
        let group = (banks * 4 / bytes.max(4)).min(1 << lanes);
        let mut all = Vec::new();
        for number in 0..1u64 << (warps + registers - v) {
            let (warp, rest) = (number >> (registers - v), number & ((1 << (registers - v)) - 1));
            let order = access.vector.register_order().iter().skip(v as usize).enumerate();
            let register = order.fold(0, |r, (k, &bit)| r | (rest >> k & 1) << bit);
            let address = |lane: u64| conversion.apply_flat((warp << lanes | lane) << registers | register) * bits / 8;
            let mut taken = 0;
            for first in (0..1u64 << lanes).step_by(group as usize) {
                let mut words: Vec<u64> = (first..first + group)
                    .flat_map(|lane| (0..bytes.div_ceil(4)).map(move |word| address(lane) / 4 + word))
                    .collect();
                words.sort_unstable();
                words.dedup();
                taken +=
                    (0..banks).map(|bank| words.iter().filter(|&word| word % banks == bank).count()).max().unwrap();
            }
            all.push(taken as u64);
        }
        all
    }

    #[test]
    fn warps_of_64_lanes_and_64_banks_are_counted_lane_by_lane() {
        let mut random = Random::fresh();
        let mut conflicts = 0;
        for round in 0..600 {
            let bits = 6 + random.below(4) as u32;
            let space = Space::new(&[(Dim::tensor(0), bits)]).unwrap();
            // Registers, lanes and warps: a permutation of the bits, by a shuffle of the units.
            let mut units: Vec<u64> = (0..bits).map(|k| 1 << k).collect();
            random.shuffle(&mut units);
            let lanes = 5 + random.below(2) as u32;
            let registers = random.below(u64::from(bits - lanes) + 1) as u32;
            let warps = bits - lanes - registers;
            let ins = Space::new(&[(Dim::REGISTER, registers), (Dim::LANE, lanes), (Dim::WARP, warps)]).unwrap();
            let layout = LinearLayout::new(ins, space, &units).unwrap();
            let mut columns: Vec<u64> = (0..bits).map(|k| 1 << k).collect();
            for k in 0..bits as usize {
                for column in &mut columns[k + 1..] {
                    if random.one_in(4) {
                        *column ^= 1 << k;
                    }
                }
            }
            let memory = LinearLayout::new(Space::new(&[(Dim::OFFSET, bits)]).unwrap(), space, &columns).unwrap();
            let element_bits = 8 << random.below(5);
            let banks = if round % 2 == 0 { BankCount::Banks32 } else { BankCount::Banks64 };
            let access = shared_wavefronts_on(&layout, &memory, element_bits, banks).unwrap();
            let counted = counted_on(&layout, &memory, element_bits, &access, banks.count());
            assert!(
                counted.iter().all(|&count| count == access.wavefronts),
                "{layout} {memory} {access:?} {counted:?}"
            );
            conflicts += u32::from(access.wavefronts > access.ideal);
            // And the layout of shared memory without conflicts, for two such layouts.
            random.shuffle(&mut units);
            let other = LinearLayout::new(ins, space, &units).unwrap();
            let plan = super::super::optimal_swizzle_on(&layout, &other, element_bits, banks).unwrap();
            let memory = plan.memory().unwrap();
            for (layout, wavefronts) in [(&layout, plan.write_wavefronts), (&other, plan.read_wavefronts)] {
                let widest = shared_wavefronts_on(layout, &memory, element_bits, banks).unwrap();
                let vector = Vectorization { log_elements: plan.vector().len() as u32, ..widest.vector };
                let counted =
                    counted_on(layout, &memory, element_bits, &SharedAccess { vector, ..widest }, banks.count());
                assert!(counted.iter().all(|&count| count == wavefronts), "{layout} {plan:?} {counted:?}");
                assert_eq!(wavefronts, plan.ideal, "{layout} {other} {plan:?}");
            }
        }
        assert!(conflicts > 50, "{conflicts}");
    }

    #[test]
    fn the_constant_of_an_affine_layout_does_not_matter() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let space = Space::new(&[(Dim::tensor(0), 8)]).unwrap();
            let layout = any_distributed(&mut random, space);
            if layout.ins().bits(Dim::LANE) != Some(5) {
                continue;
            }
            let constant = random.below(256);
            let registers = layout.ins().bits(Dim::REGISTER).unwrap();
            let taken = |constant: u64| {
                let addresses: Vec<u64> =
                    (0..32u64).map(|lane| (layout.apply_flat(lane << registers) ^ constant) * 4).collect();
                Request::of(4, &addresses).wavefronts()
            };
            assert_eq!(taken(0), taken(constant));
        }
    }
}

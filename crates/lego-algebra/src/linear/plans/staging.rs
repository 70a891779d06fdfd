//! A tile in the registers of a block, moved from one layout to another through shared memory without bank conflicts.

use super::banks::Banks;
use super::pack::{Together, offsets, slots};
use super::price::Price;
use super::vectorise;
use super::wavefronts::{BANKS, BankCount, WORD, of_warp, served_at_once};
use lego_core::f2::Matrix;

/// The logarithm of the bits of the widest access.
const WIDEST: u32 = vectorise::WIDEST.ilog2();

/// How a tile lies in shared memory between a layout that writes it and one that reads it.
///
/// It is [`optimal_swizzle`](super::optimal_swizzle) for any two bijections that are linear over the bits, as `const fn`: both have
/// accesses as wide as the elements that both keep together in one thread, and neither has a conflict between banks while
/// an access has 4 bytes at least.
///
/// Law: [`written`](Staging::written) and [`read`](Staging::read) are bijections from places to offsets, of which the first
/// [`vector`](Staging::vector) bits of an offset are registers of one thread in both; and the offset of an element is the same
/// in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Staging {
    written: Matrix,
    read: Matrix,
    registers: u32,
    written_slots: Matrix,
    read_slots: Matrix,
    element: u32,
    vector: u32,
}

impl Staging {
    /// Shared memory between two layouts, each a bijection from places to elements: register bits first, as many as said, then the
    /// lane's five and those of the warp. An element has `2^element` bits, 8 to 128.
    ///
    /// `None` if they are no bijections of as many bits, or no width is `2^element`.
    #[must_use]
    pub const fn new(from: &Matrix, to: &Matrix, registers: u32, element: u32) -> Option<Self> {
        let (bits, own) = (from.width(), registers as usize);
        if to.width() != bits || bits < own || element < 3 || element > WIDEST {
            return None;
        }
        if from.inverse().is_none() || to.inverse().is_none() {
            return None;
        }
        let Together { vector, complement } = Together::new(from, to, own, (WIDEST - element) as usize);
        let access = element + vector.count() as u32;
        let together = served_at_once(bits - own, access, BankCount::Banks32);
        let write = from.columns().split_at(own).1.split_at(together).0;
        let read = to.columns().split_at(own).1.split_at(together).0;
        let spare = WORD.saturating_sub(access) as usize;
        let Banks { bank, segment } =
            Banks::new(vector.as_slice(), complement.as_slice(), write, read, spare, together);
        let Some(offsets) = offsets([&vector, &bank, &segment]) else { return None };
        let vector = vector.count();
        let (Some(written), Some(read)) = (offsets.product(from), offsets.product(to)) else { return None };
        match (slots(&written, own, vector), slots(&read, own, vector)) {
            (Some(written_slots), Some(read_slots)) => {
                Some(Self { written, read, registers, written_slots, read_slots, element, vector: vector as u32 })
            }
            _ => None,
        }
    }

    /// The logarithm of the elements of an access.
    #[must_use]
    pub const fn vector(&self) -> u32 {
        self.vector
    }

    /// How many bits of a place are the register.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.registers
    }

    /// Accesses of a thread to write the tile, and as many to read it.
    #[must_use]
    pub const fn accesses(&self) -> u32 {
        1 << (self.registers - self.vector)
    }

    /// Place to offset, in elements, of the layout that writes.
    #[must_use]
    pub const fn written(&self) -> &Matrix {
        &self.written
    }

    /// Place to offset, in elements, of the layout that reads.
    #[must_use]
    pub const fn read(&self) -> &Matrix {
        &self.read
    }

    /// The registers of the layout that writes, in the order of its accesses: slot `access << vector | element`, whose offsets follow
    /// each other in an access, to register.
    #[must_use]
    pub const fn written_slots(&self) -> &Matrix {
        &self.written_slots
    }

    /// The same of the layout that reads.
    #[must_use]
    pub const fn read_slots(&self) -> &Matrix {
        &self.read_slots
    }

    /// The wavefronts of an access, of a layout that writes or reads: of the busiest bank in each group of lanes, exactly.
    #[must_use]
    pub const fn wavefronts(&self, is_read: bool) -> u32 {
        let map = if is_read { &self.read } else { &self.written };
        let threads = map.columns().split_at(self.registers as usize).1;
        let lanes = if threads.len() < BANKS as usize { threads.len() } else { BANKS as usize };
        of_warp(threads.split_at(lanes).0, self.element, self.vector, BankCount::Banks32).0 as u32
    }

    /// What writing, a barrier and reading take.
    #[must_use]
    pub const fn price(&self) -> Price {
        let each = self.accesses() as u64;
        let wavefronts = each * (self.wavefronts(false) + self.wavefronts(true)) as u64;
        Price { shuffles: 0, selects: 0, accesses: 2 * each, wavefronts, barriers: 1 }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_map::bijection;
    use super::*;
    use lego_machine::Request;
    use random::Random;
    use std::collections::HashMap;
    use std::vec::Vec;

    #[test]
    fn every_element_is_read_where_it_was_written_and_no_bank_is_asked_twice() {
        let mut random = Random::fresh();
        let mut wide = 0;
        for case in 0..3000 {
            let (registers, warps) = (random.below(6) as u32, random.below(3) as u32);
            let bits = registers + 5 + warps;
            let maps = [(); 2].map(|()| bijection(&mut random, bits, case % 3 > 0));
            let element = 3 + random.below(5) as u32;
            let plan = Staging::new(&maps[0], &maps[1], registers, element).unwrap();
            wide += u32::from(plan.vector() > 0);
            let mut memory = HashMap::new();
            for (k, map) in maps.iter().enumerate() {
                let (offsets, slots) = [(&plan.written, &plan.written_slots), (&plan.read, &plan.read_slots)][k];
                for thread in 0..1u64 << (bits - registers) {
                    let mut seen = std::collections::HashSet::new();
                    for access in 0..u64::from(plan.accesses()) {
                        for inside in 0..1 << plan.vector() {
                            let register = slots.apply(access << plan.vector() | inside);
                            assert!(register < 1 << registers && seen.insert(register));
                            let place = thread << registers | register;
                            let first = thread << registers | slots.apply(access << plan.vector());
                            assert_eq!(offsets.apply(place), offsets.apply(first) + inside, "{plan:?}");
                            let element = map.apply(place);
                            assert_eq!(*memory.entry(offsets.apply(place)).or_insert(element), element);
                        }
                    }
                    assert_eq!(seen.len(), 1 << registers);
                }
                // Each access of each warp, by brute force.
                let bytes = 1 << (element - 3 + plan.vector());
                for access in 0..u64::from(plan.accesses()) {
                    for warp in 0..1u64 << warps {
                        let addresses: Vec<u64> = (0..32)
                            .map(|lane| {
                                let thread = warp << 5 | lane;
                                let place = thread << registers | slots.apply(access << plan.vector());
                                offsets.apply(place) << (element - 3)
                            })
                            .collect();
                        let taken = Request::of(bytes, &addresses).wavefronts().taken;
                        assert_eq!(u64::from(plan.wavefronts(k == 1)), taken, "{plan:?}");
                        let ideal = if bytes > 4 { bytes / 4 } else { 1 };
                        assert_eq!(taken, ideal as u64, "{bytes} bytes, {plan:?}");
                    }
                }
            }
            assert_eq!(memory.len(), 1 << bits);
        }
        assert!(wide > 300, "{wide}");
    }

    #[test]
    fn it_is_known_when_a_kernel_is_compiled() {
        // A tile of 32 columns and 32 rows: a thread has four columns, and then four rows.
        const ROWS: Matrix = Matrix::identity(10).unwrap();
        const COLUMNS: Matrix = Matrix::new(10, &[32, 64, 128, 256, 512, 1, 2, 4, 8, 16]).unwrap();
        const PLAN: Staging = Staging::new(&ROWS, &COLUMNS, 2, 5).unwrap();
        assert_eq!((PLAN.vector(), PLAN.accesses(), PLAN.wavefronts(false), PLAN.wavefronts(true)), (0, 4, 1, 1));
        assert_eq!(PLAN.price().wavefronts, 8);
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        let map = Matrix::identity(3).unwrap();
        assert_eq!(Staging::new(&map, &Matrix::identity(2).unwrap(), 1, 5), None);
        assert_eq!(Staging::new(&map, &Matrix::new(3, &[1, 2, 2]).unwrap(), 1, 5), None);
        assert_eq!(Staging::new(&map, &map, 4, 5), None);
        assert_eq!((Staging::new(&map, &map, 1, 2), Staging::new(&map, &map, 1, 8)), (None, None));
    }
}

//! A tile in the registers of a block, moved from one layout to another through shared memory without bank conflicts.

use super::bit_map::BitMap;
use super::pack::{Together, images, put, slots};
use super::price::Price;
use super::span::{Span, WORDS, common, extend, take};
use super::wavefronts::{BANKS, WORD};

/// The logarithm of the bits of the widest access.
const WIDEST: u32 = 7;

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
    written: BitMap,
    read: BitMap,
    registers: u32,
    written_slots: BitMap,
    read_slots: BitMap,
    element: u32,
    vector: u32,
}

impl Staging {
    /// Shared memory between two layouts, each a bijection from places to elements: register bits first, as many as said, then the
    /// lane's five and those of the warp. An element has `2^element` bits, 8 to 128.
    ///
    /// `None` if they are no bijections of as many bits, or no width is `2^element`.
    #[must_use]
    pub const fn new(from: &BitMap, to: &BitMap, registers: u32, element: u32) -> Option<Self> {
        let bits = from.bits();
        if to.bits() != bits || bits < registers || element < 3 || element > WIDEST {
            return None;
        }
        let Together { vector, complement } = Together::new(from, to, registers, WIDEST - element);
        let together = served_at_once(bits - registers, element + vector.count());
        let of_write = images(from, registers, together);
        let of_read = images(to, registers, together);

        // The directions beyond the vector: of both layouts' lanes, of neither, and of one of them, in pairs.
        let mut space = vector;
        let mut both = Span::EMPTY;
        extend(&mut space, &mut both, &common(&of_write, &of_read));
        let (mut one, mut other) = (Span::EMPTY, Span::EMPTY);
        let mut beside = space;
        extend(&mut space, &mut one, &of_write);
        extend(&mut beside, &mut other, &of_read);
        let mut k = 0;
        while k < other.count() {
            space.add(other.word(k));
            k += 1;
        }
        let mut neither = Span::EMPTY;
        extend(&mut space, &mut neither, &complement);

        // A word holds neighbours that never meet in a bank: lanes of both first.
        let mut columns = vector;
        let spare = WORD.saturating_sub(element + vector.count());
        let mut word = Span::EMPTY;
        take(&mut columns, &mut word, &both, spare);
        let left = spare - word.count();
        let mut tail = Span::EMPTY;
        take(&mut columns, &mut tail, &neither, left);
        let in_word = word.count() + tail.count();

        // The words of a bank: what neither has, then sums of one of each.
        let wanted = bits.saturating_sub(vector.count() + in_word + together);
        let mut segment = Span::EMPTY;
        let mut basis = columns;
        k = 0;
        while k < neither.count() && segment.count() < wanted {
            if basis.add(neither.word(k)) {
                segment.add(neither.word(k));
            }
            k += 1;
        }
        k = 0;
        while k < one.count() && k < other.count() && segment.count() < wanted {
            let sum = one.word(k) ^ other.word(k);
            if basis.add(sum) {
                segment.add(sum);
            }
            k += 1;
        }
        // The banks: all that is left, lanes first, so that those of a group follow each other.
        let mut banks = Span::EMPTY;
        extend(&mut basis, &mut banks, &of_write);
        extend(&mut basis, &mut banks, &of_read);
        extend(&mut basis, &mut banks, &complement);

        let mut columns_of = [0; WORDS];
        let mut count = 0;
        count = put(&mut columns_of, count, &columns);
        count = put(&mut columns_of, count, &banks);
        count = put(&mut columns_of, count, &segment);
        let (columns, _) = columns_of.split_at(count);
        let offsets = match BitMap::new(columns).inverse() {
            Some(offsets) if from.inverse().is_some() && to.inverse().is_some() => offsets,
            _ => return None,
        };
        let (written, read) = (offsets.after(from), offsets.after(to));
        match (slots(&written, registers, vector.count()), slots(&read, registers, vector.count())) {
            (Some(written_slots), Some(read_slots)) => {
                Some(Self { written, read, registers, written_slots, read_slots, element, vector: vector.count() })
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
    pub const fn written(&self) -> &BitMap {
        &self.written
    }

    /// Place to offset, in elements, of the layout that reads.
    #[must_use]
    pub const fn read(&self) -> &BitMap {
        &self.read
    }

    /// The registers of the layout that writes, in the order of its accesses: slot `access << vector | element`, whose offsets follow
    /// each other in an access, to register.
    #[must_use]
    pub const fn written_slots(&self) -> &BitMap {
        &self.written_slots
    }

    /// The same of the layout that reads.
    #[must_use]
    pub const fn read_slots(&self) -> &BitMap {
        &self.read_slots
    }

    /// The wavefronts of an access, of a layout that writes or reads: of the busiest bank in each group of lanes, exactly.
    #[must_use]
    pub const fn wavefronts(&self, is_read: bool) -> u32 {
        let map = if is_read { &self.read } else { &self.written };
        let lanes = map.bits() - self.registers;
        let lanes = if lanes < BANKS { lanes } else { BANKS };
        let together = served_at_once(lanes, self.element + self.vector);
        // Offsets by which two lanes are in one word, or in one access; and in one bank.
        let inside = if self.vector > WORD.saturating_sub(self.element) {
            self.vector
        } else {
            WORD.saturating_sub(self.element)
        };
        let bank = (WORD + BANKS).saturating_sub(self.element);
        let (mut words, mut banks) = (Span::EMPTY, Span::EMPTY);
        let mut lane = 0;
        while lane < together {
            let word = map.image(self.registers + lane) >> inside;
            words.add(word);
            banks.add(word & if bank > inside { (1 << (bank - inside)) - 1 } else { 0 });
            lane += 1;
        }
        1 << (lanes - together + words.count() - banks.count())
    }

    /// What writing, a barrier and reading take.
    #[must_use]
    pub const fn price(&self) -> Price {
        let each = self.accesses() as u64;
        let wavefronts = each * (self.wavefronts(false) + self.wavefronts(true)) as u64;
        Price { shuffles: 0, selects: 0, accesses: 2 * each, wavefronts, barriers: 1 }
    }
}

/// How many lanes are served at once, as a logarithm, of so many with accesses of so many bits, both as logarithms.
const fn served_at_once(lanes: u32, access: u32) -> u32 {
    let most = BANKS - access.saturating_sub(WORD);
    if lanes < most { lanes } else { most }
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
                for thread in 0..1u32 << (bits - registers) {
                    let mut seen = std::collections::HashSet::new();
                    for access in 0..plan.accesses() {
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
                for access in 0..plan.accesses() {
                    for warp in 0..1u32 << warps {
                        let addresses: Vec<u64> = (0..32)
                            .map(|lane| {
                                let thread = warp << 5 | lane;
                                let place = thread << registers | slots.apply(access << plan.vector());
                                u64::from(offsets.apply(place)) << (element - 3)
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
        const ROWS: BitMap = BitMap::new(&[1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
        const COLUMNS: BitMap = BitMap::new(&[32, 64, 128, 256, 512, 1, 2, 4, 8, 16]);
        const PLAN: Staging = Staging::new(&ROWS, &COLUMNS, 2, 5).unwrap();
        assert_eq!((PLAN.vector(), PLAN.accesses(), PLAN.wavefronts(false), PLAN.wavefronts(true)), (0, 4, 1, 1));
        assert_eq!(PLAN.price().wavefronts, 8);
    }

    #[test]
    fn what_is_no_tile_is_refused() {
        let map = BitMap::new(&[1, 2, 4]);
        assert_eq!(Staging::new(&map, &BitMap::new(&[1, 2]), 1, 5), None);
        assert_eq!(Staging::new(&map, &BitMap::new(&[1, 2, 2]), 1, 5), None);
        assert_eq!(Staging::new(&map, &map, 4, 5), None);
        assert_eq!((Staging::new(&map, &map, 1, 2), Staging::new(&map, &map, 1, 8)), (None, None));
    }
}

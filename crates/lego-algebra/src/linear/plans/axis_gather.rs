//! A gather along an axis of a tile in registers, between any two layouts, as `const fn`: result[…, i, …] = source[…, index[…, i, …], …].

use super::price::Price;
use lego_core::f2::{BITS, Echelon, Matrix, ones};

/// The lanes of a warp, their logarithm.
const LANES: u32 = 5;

/// Where the elements of a gather are.
///
/// The source is a bijection between elements and places, register bits first, then the lane's and those of the warp; the result,
/// whose layout the indices have, is another, of a box that has another extent along the axis at most. Both are linear over the bits,
/// so the source of an element is the sum of two maps: where the source has the element with coordinate 0 on the axis, of the place of the
/// result ([`base`](AxisGather::base)), and what a coordinate adds to it, of the index ([`along`](AxisGather::along)).
///
/// Where no element leaves its warp, registers go in *rounds*: a lane cannot choose the register that another lane sends, so it reads
/// each that may have its element, and keeps that of its [key](AxisGather::key_of_index). It is [`gather_plan`](super::gather_plan) for
/// any two bijections: where a lane's number changes the register, as a swizzle does, that counts as the axis does.
///
/// Law: the place of an element of the result at place p with index c is `base(p) xor along(c)`; its register is
/// `base(register of p) xor round(key_of_place(p) xor key_of_index(c))`, restricted to the register's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisGather {
    base: Matrix,
    along: Matrix,
    rounds: Matrix,
    key_of_place: Matrix,
    key_of_index: Matrix,
    registers: u32,
    result_registers: u32,
    stays: bool,
}

impl AxisGather {
    /// The plan for a source and a result, each a bijection from elements, numbered row by row, to places, whose first so many bits
    /// are registers. An element's number has `below` bits of the axes after that of the gather, and then those of the axis itself:
    /// `extents` in the source and in the result.
    ///
    /// `None` if they are no bijections, differ in more than the axis, or are not of equally many threads.
    #[must_use]
    pub const fn new(
        [source, result]: [&Matrix; 2],
        [registers, result_registers]: [u32; 2],
        below: u32,
        [extent, result_extent]: [u32; 2],
    ) -> Option<Self> {
        let (wide, narrow) = (source.width() as u32, result.width() as u32);
        if wide < below + extent || narrow < below + result_extent || wide - extent != narrow - result_extent {
            return None;
        }
        if wide < registers || narrow < result_registers || wide - registers != narrow - result_registers {
            return None;
        }
        if source.inverse().is_none() {
            return None;
        }
        // The element with coordinate 0 on the axis, by an element of the result.
        let (mut columns, mut bit) = ([0; BITS], 0);
        while bit < narrow {
            if bit < below {
                columns[bit as usize] = source.column(bit as usize);
            } else if bit >= below + result_extent {
                columns[bit as usize] = source.column((bit - result_extent + extent) as usize);
            }
            bit += 1;
        }
        let first = Matrix::fitting(wide as usize, narrow as usize, columns);
        let base = match result.inverse() {
            Some(elements) => match first.product(&elements) {
                Some(base) => base,
                None => return None,
            },
            None => return None,
        };
        let (mut columns, mut bit) = ([0; BITS], 0);
        while bit < extent {
            columns[bit as usize] = source.column((below + bit) as usize);
            bit += 1;
        }
        let along = Matrix::fitting(wide as usize, extent as usize, columns);
        let threads = wide - registers;
        let lanes = if threads < LANES { threads } else { LANES };
        let stays = stays(&base, &along, registers + lanes, result_registers + lanes);

        // Registers that the index or the thread chooses between.
        let (mut span, mut rounds, mut count) = (Echelon::EMPTY, [0; BITS], 0);
        let mut column = 0;
        while column < extent + threads {
            let image = if column < extent {
                along.column(column as usize)
            } else {
                base.column((result_registers + column - extent) as usize)
            };
            let register = image & ones(registers);
            if !span.contains(register) {
                span.add(register);
                rounds[count] = register;
                count += 1;
            }
            column += 1;
        }
        let rounds = Matrix::fitting(registers as usize, count, rounds);
        let (mut of_place, mut column) = ([0; BITS], result_registers);
        while column < narrow {
            of_place[column as usize] = key(&span, base.column(column as usize) & ones(registers));
            column += 1;
        }
        let (mut of_index, mut column) = ([0; BITS], 0);
        while column < extent as usize {
            of_index[column] = key(&span, along.column(column) & ones(registers));
            column += 1;
        }
        Some(Self {
            base,
            along,
            rounds,
            key_of_place: Matrix::fitting(count, narrow as usize, of_place),
            key_of_index: Matrix::fitting(count, extent as usize, of_index),
            registers,
            result_registers,
            stays,
        })
    }

    /// Whether every element comes from its own warp.
    #[must_use]
    pub const fn stays(&self) -> bool {
        self.stays
    }

    /// Whether every element comes from its own lane, or the lane of the same place of a tile with fewer threads than a warp.
    #[must_use]
    pub const fn stays_in_lane(&self) -> bool {
        let mut bit = 0;
        while bit < self.along.width() {
            if lowered(self.along.column(bit), self.registers) != 0 {
                return false;
            }
            bit += 1;
        }
        bit = 0;
        while bit < self.base.width() {
            let own =
                if bit < self.result_registers as usize { 0 } else { 1 << (bit - self.result_registers as usize) };
            if lowered(self.base.column(bit), self.registers) != own {
                return false;
            }
            bit += 1;
        }
        true
    }

    /// From a place of the result to where the source has the element with coordinate 0 on the axis.
    #[must_use]
    pub const fn base(&self) -> &Matrix {
        &self.base
    }

    /// What a coordinate adds to the place of coordinate 0.
    #[must_use]
    pub const fn along(&self) -> &Matrix {
        &self.along
    }

    /// From a round's number to what it adds to the register, by exclusive or.
    #[must_use]
    pub const fn rounds(&self) -> &Matrix {
        &self.rounds
    }

    /// From a place of the result to its part of the number of the round that has its element. Register bits add nothing.
    #[must_use]
    pub const fn key_of_place(&self) -> &Matrix {
        &self.key_of_place
    }

    /// From an index to its part of the number of the round that has its element.
    #[must_use]
    pub const fn key_of_index(&self) -> &Matrix {
        &self.key_of_index
    }

    /// How many bits of a place of the source are the register.
    #[must_use]
    pub const fn registers(&self) -> u32 {
        self.registers
    }

    /// How many bits of a place of the result are the register.
    #[must_use]
    pub const fn result_registers(&self) -> u32 {
        self.result_registers
    }

    /// The logarithm of the elements that a word holds: as many as fit, of those that a lane chooses between.
    #[must_use]
    pub const fn packed(&self, bytes: u32) -> u32 {
        let (most, rounds) = (4_u32.div_ceil(bytes).trailing_zeros(), self.rounds.width() as u32);
        if most < rounds { most } else { rounds }
    }

    /// What the gather takes within warps, of elements of so many bytes: for each register of the result a shuffle for each round and
    /// word, and a selection after all but the first. Elements of less than a word come as many in a word as
    /// [`packed`](AxisGather::packed) says; to take one out is a selection.
    #[must_use]
    pub const fn price(&self, bytes: u32) -> Price {
        let packed = self.packed(bytes);
        let rounds = power(self.rounds.width() as u32 - packed);
        let words = (bytes.div_ceil(4) as u64).saturating_mul(power(self.result_registers));
        let shuffles = if self.stays_in_lane() { 0 } else { words.saturating_mul(rounds) };
        let selects = words.saturating_mul(if packed > 0 { rounds } else { rounds - 1 });
        Price { shuffles, selects, accesses: 0, wavefronts: 0, barriers: 0 }
    }
}

/// A word without its lowest bits, so many of them.
const fn lowered(word: u64, by: u32) -> u64 {
    if by < u64::BITS { word >> by } else { 0 }
}

/// A power of two; the largest number where that is none.
const fn power(exponent: u32) -> u64 {
    if exponent < u64::BITS { 1 << exponent } else { u64::MAX }
}

/// The combination of the rounds that is a register, by the span that they were added to one by one.
const fn key(span: &Echelon, register: u64) -> u64 {
    match span.express(register) {
        Some(key) => key,
        // Every register of a column is in the span of the columns.
        None => 0,
    }
}

/// Whether the warp of an element's source is that of the element.
const fn stays(base: &Matrix, along: &Matrix, warp: u32, result_warp: u32) -> bool {
    let mut bit = 0;
    while bit < along.width() {
        if lowered(along.column(bit), warp) != 0 {
            return false;
        }
        bit += 1;
    }
    bit = 0;
    while bit < base.width() {
        let own = if bit < result_warp as usize { 0 } else { 1 << (bit - result_warp as usize) };
        if lowered(base.column(bit), warp) != own {
            return false;
        }
        bit += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::super::random_map::bijection;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    /// Where the plan finds the element of each place of the result, whose index is random, against the definition; and, within warps,
    /// what the rounds read.
    fn check(plan: &AxisGather, maps: [&Matrix; 2], below: u32, extents: [u32; 2], random: &mut Random) {
        let [source, result] = maps;
        let elements = result.inverse().unwrap();
        let (r, own) = (plan.registers(), plan.result_registers());
        for place in 0..1u64 << result.width() {
            let element = elements.apply(place);
            let (after, before) = (element & ones(below), element >> (below + extents[1]));
            let index = random.below(1 << extents[0]);
            let wanted = source.apply(after | index << below | before << (below + extents[0]));
            let found = plan.base().apply(place) ^ plan.along().apply(index);
            assert_eq!(found, wanted);
            let key = plan.key_of_place().apply(place) ^ plan.key_of_index().apply(index);
            let register = plan.base().apply(place & ones(own)) & ones(r);
            let kept: Vec<u64> = (0..1u64 << plan.rounds().width())
                .map(|round| register ^ plan.rounds().apply(round))
                .enumerate()
                .filter(|&(round, _)| round as u64 == key)
                .map(|(_, register)| register)
                .collect();
            assert_eq!(kept, [wanted & ones(r)]);
            if plan.stays() {
                assert_eq!(lowered(wanted >> r, LANES), lowered(place >> own, LANES));
            }
            if plan.stays_in_lane() {
                assert_eq!(wanted >> r, place >> own);
            }
        }
    }

    #[test]
    fn every_element_is_found_where_the_source_has_it() {
        let mut random = Random::fresh();
        let (mut stayed, mut left) = (0, 0);
        for _ in 0..2000 {
            let [extent, other, below, above] = [3, 3, 3, 3].map(|most| random.index(most + 1) as u32);
            let bits = extent + below + above;
            let registers = random.index(bits as usize + 1) as u32;
            let threads = bits - registers;
            let result_bits = other + below + above;
            if result_bits < threads {
                continue;
            }
            let is_permutation = random.index(2) == 0;
            let [source, result] = [bits, result_bits].map(|bits| bijection(&mut random, bits, is_permutation));
            let plan = AxisGather::new([&source, &result], [registers, result_bits - threads], below, [extent, other]);
            let plan = plan.unwrap();
            stayed += u32::from(plan.stays());
            left += u32::from(!plan.stays());
            check(&plan, [&source, &result], below, [extent, other], &mut random);
        }
        assert!(stayed > 100 && left > 10, "{stayed} {left}");
    }

    #[test]
    fn what_is_no_gather_has_no_plan() {
        let [three, four] = [3, 4].map(|bits| Matrix::identity(bits).unwrap());
        let plan = |maps, registers, below, extents| AxisGather::new(maps, registers, below, extents);
        assert!(plan([&three, &four], [0, 1], 1, [1, 2]).is_some());
        assert_eq!(plan([&three, &four], [0, 0], 1, [1, 2]), None, "other threads");
        assert_eq!(plan([&three, &four], [0, 1], 1, [1, 1]), None, "another axis differs");
        assert_eq!(plan([&three, &three], [0, 0], 2, [2, 2]), None, "the axis is longer than the box");
        let flat = Matrix::zeros(3, 3).unwrap();
        assert_eq!(plan([&flat, &three], [0, 0], 1, [1, 1]), None);
        assert_eq!(plan([&three, &flat], [0, 0], 1, [1, 1]), None);
    }

    #[test]
    fn prices_are_those_of_the_paper_but_for_its_rounds() {
        // Eight elements, four registers of two lanes: four rounds.
        let map = Matrix::identity(3).unwrap();
        let plan = AxisGather::new([&map, &map], [2, 2], 0, [3, 3]).unwrap();
        assert_eq!((plan.price(4).shuffles, plan.price(4).selects), (16, 12));
        assert_eq!((plan.price(8).shuffles, plan.price(8).selects), (32, 24));
        // Four bytes in a word: one round, and one byte taken out.
        assert_eq!((plan.price(1).shuffles, plan.price(1).selects), (4, 4));
        // The axis within a lane: nothing is shuffled.
        let plan = AxisGather::new([&map, &map], [2, 2], 0, [2, 2]).unwrap();
        assert!(plan.stays_in_lane());
        assert_eq!((plan.price(4).shuffles, plan.price(4).selects), (0, 12));
    }
}

//! A tile of numbers of two bytes, moved from one layout to another through shared memory by the instructions that move matrices.

use super::banks::Banks;
use super::pack::{offsets, slots};
use super::price::Price;
use super::vectors::Vectors;
use lego_core::f2::{BITS, Matrix, ones};

/// The logarithm of the lanes of a warp, of the elements of a row of a matrix, 16 bytes, and of the rows.
const LANES: usize = 5;
const ROW: usize = 3;
const ROWS: usize = 3;

/// How a layout's registers get to shared memory or come from it, a row of 16 bytes at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAccess {
    /// A row is eight registers of a thread: a load or store of 16 bytes.
    Vector,
    /// A row is the words of four lanes, two registers each: `ldmatrix`, `stmatrix`.
    Matrix,
    /// A row is a register of eight lanes: the same with `.trans`.
    Transposed,
}

impl RowAccess {
    /// The elements of a thread in a row, or in its word of a matrix: the logarithm.
    const fn unit(self) -> u32 {
        if matches!(self, Self::Vector) { ROW as u32 } else { 1 }
    }

    /// How many bits of an element's place in a row are registers.
    const fn own(self) -> usize {
        match self {
            Self::Vector => ROW,
            Self::Matrix => 1,
            Self::Transposed => 0,
        }
    }
}

/// One of the two layouts, and how it is written or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowsOf {
    access: RowAccess,
    offsets: Matrix,
    slots: Matrix,
    registers: u32,
}

impl RowsOf {
    const fn new(access: RowAccess, offsets: Matrix, registers: usize) -> Option<Self> {
        match slots(&offsets, registers, access.own()) {
            Some(slots) => {
                let rows = Self { access, offsets, slots, registers: registers as u32 };
                if rows.is_what_it_says() { Some(rows) } else { None }
            }
            None => None,
        }
    }

    /// Whether the places in a row are those of the access, and nothing else changes them.
    const fn is_what_it_says(&self) -> bool {
        let (own, registers) = (self.access.own(), self.registers as usize);
        if registers < own {
            return false;
        }
        let mut bit = 0;
        while bit < self.offsets.width() {
            let place = if bit < registers { self.slots.column(bit) } else { 1 << bit };
            let in_row = self.offsets.apply(place) & ones(ROW as u32);
            let lane = bit.wrapping_sub(registers);
            let wanted = match self.access {
                _ if bit < own => 1 << bit,
                _ if bit < registers => 0,
                RowAccess::Matrix if lane < 2 => 2 << lane,
                RowAccess::Transposed if lane >= 2 && lane < LANES => 1 << (lane - 2),
                _ => 0,
            };
            if in_row != wanted {
                return false;
            }
            bit += 1;
        }
        true
    }

    /// How rows are accessed.
    #[must_use]
    pub const fn access(&self) -> RowAccess {
        self.access
    }

    /// The registers in the order of accesses: eight that follow each other are a vector, two a word of a matrix.
    #[must_use]
    pub const fn slots(&self) -> &Matrix {
        &self.slots
    }

    /// How many rows of a thread, or matrices of a warp, there are: the logarithm.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.registers.saturating_sub(self.access.unit())
    }

    /// How many of them an access moves at once: the logarithm. A thread has one row, and a warp up to four matrices.
    #[must_use]
    pub const fn at_once(&self) -> u32 {
        match self.access {
            RowAccess::Vector => 0,
            _ if self.count() < 2 => self.count(),
            _ => 2,
        }
    }

    /// How many elements of a thread an access moves: the logarithm.
    #[must_use]
    pub const fn elements(&self) -> u32 {
        self.access.unit() + self.at_once()
    }

    /// From the number of a thread to the row whose address it gives for the first access.
    ///
    /// Lane `8q + r` gives row r of matrix q.
    #[must_use]
    pub const fn row_of_thread(&self) -> Matrix {
        let registers = self.registers as usize;
        let (mut rows, threads) = ([0; BITS], self.offsets.width() - registers);
        let mut bit = 0;
        while bit < threads {
            let place = match self.access {
                RowAccess::Vector => 1 << (registers + bit),
                _ if bit >= LANES => 1 << (registers + bit),
                // The lanes that have parts of a row count through none: those that count rows come first, and matrices then.
                _ if bit >= ROWS => {
                    if (bit - ROWS) < self.at_once() as usize {
                        self.slots.column(1 + bit - ROWS)
                    } else {
                        0
                    }
                }
                RowAccess::Matrix => 1 << (registers + 2 + bit),
                RowAccess::Transposed => {
                    if bit == 0 {
                        self.slots.column(0)
                    } else {
                        1 << (registers + bit - 1)
                    }
                }
            };
            rows[bit] = self.offsets.apply(place) >> ROW;
            bit += 1;
        }
        Matrix::fitting(self.offsets.height() - ROW, threads, rows)
    }

    /// What an access adds to it, exclusively, by its number.
    #[must_use]
    pub const fn row_of_access(&self, access: u32) -> u32 {
        let slot = (access as u64) << self.elements();
        (self.offsets.apply(self.slots.apply(slot)) >> ROW) as u32
    }

    /// How many accesses there are.
    #[must_use]
    pub const fn accesses(&self) -> u32 {
        1 << (self.count() - self.at_once())
    }
}

/// How a tile of numbers of two bytes lies in shared memory, by rows of 16 bytes, between a layout that writes it and one that reads it, of
/// which one at least does so by matrices transposed. So two layouts that have no neighbours in common move without accesses of
/// single elements.
///
/// Law: [`written`](MatrixStaging::written) and [`read`](MatrixStaging::read) put every element at one offset, and the eight rows that
/// are served at once lie in different banks. Section 5.3 of *Linear Layouts* has the tiles of the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixStaging {
    written: RowsOf,
    read: RowsOf,
}

impl MatrixStaging {
    /// Shared memory between two layouts, each a bijection from places to elements: register bits first, as many as said, then the
    /// lane's five and those of the warp.
    ///
    /// `None` if they are no bijections of as many bits, or the instructions fit neither way.
    #[must_use]
    pub const fn new(from: &Matrix, to: &Matrix, registers: u32) -> Option<Self> {
        let (bits, own) = (from.width(), registers as usize);
        if to.width() != bits || own == 0 || bits < own + LANES || from.inverse().is_none() || to.inverse().is_none() {
            return None;
        }
        match Self::with_rows_of(to, from, own) {
            Some([read, written]) => Some(Self { written, read }),
            None => match Self::with_rows_of(from, to, own) {
                Some([written, read]) => Some(Self { written, read }),
                None => None,
            },
        }
    }

    /// Where rows are a register of eight lanes of the one layout: how both are accessed.
    const fn with_rows_of(one: &Matrix, other: &Matrix, own: usize) -> Option<[RowsOf; 2]> {
        let accesses = [RowAccess::Vector, RowAccess::Matrix, RowAccess::Transposed];
        let (mut row, mut beside, mut bit) = (Vectors::EMPTY, Vectors::EMPTY, 0);
        while bit < one.width() {
            let lane = bit.wrapping_sub(own);
            if lane >= 2 && lane < LANES {
                row.push(one.column(bit));
            } else {
                beside.push(one.column(bit));
            }
            bit += 1;
        }
        // The rows of a matrix of the one layout: those of its first register bit and of two of its lanes.
        let served = [one.column(0), one.column(own), one.column(own + 1)];
        let mut way = 0;
        while way < accesses.len() {
            let access = accesses[way];
            let served_too = match access {
                RowAccess::Vector => [other.column(own), other.column(own + 1), other.column(own + 2)],
                RowAccess::Matrix => [other.column(own + 2), other.column(own + 3), other.column(own + 4)],
                RowAccess::Transposed => [other.column(0), other.column(own), other.column(own + 1)],
            };
            let Banks { bank, segment } = Banks::new(row.as_slice(), beside.as_slice(), &served, &served_too, 0, ROWS);
            way += 1;
            let Some(offsets) = offsets([&row, &bank, &segment]) else { continue };
            let (Some(own_offsets), Some(others)) = (offsets.product(one), offsets.product(other)) else { continue };
            let Some(first) = RowsOf::new(RowAccess::Transposed, own_offsets, own) else { continue };
            let Some(second) = RowsOf::new(access, others, own) else { continue };
            return Some([first, second]);
        }
        None
    }

    /// How the first layout is written.
    #[must_use]
    pub const fn written(&self) -> &RowsOf {
        &self.written
    }

    /// How the second one is read.
    #[must_use]
    pub const fn read(&self) -> &RowsOf {
        &self.read
    }

    /// What writing, a barrier and reading take.
    #[must_use]
    pub const fn price(&self) -> Price {
        let accesses = self.written.accesses() as u64 + self.read.accesses() as u64;
        // Four rows of each lane, or a matrix, are a wavefront: 128 bytes.
        let wavefronts = 1 << self.written.registers;
        Price { shuffles: 0, selects: 0, accesses, wavefronts, barriers: 1 }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_map::bijection;
    use super::*;
    use random::Random;
    use std::collections::HashMap;
    use std::vec::Vec;

    /// Offset of each register of each thread, by what the instructions do: lane `8q + r` gives the address of row r of matrix q.
    fn offsets_by_instructions(rows: &RowsOf, threads: u64) -> HashMap<(u64, u64), u64> {
        let (given, mut found) = (rows.row_of_thread(), HashMap::new());
        for access in 0..rows.accesses() {
            for thread in 0..threads {
                let mut put = |slot: u64, offset: u64| {
                    let old = found.insert((thread, rows.slots().apply(slot)), offset);
                    assert_eq!(old, None);
                };
                let row = |thread: u64| (given.apply(thread) as u32 ^ rows.row_of_access(access)) as u64 * 8;
                if rows.access() == RowAccess::Vector {
                    (0..8).for_each(|k| put(u64::from(access) << 3 | k, row(thread) + k));
                    continue;
                }
                let (warp, lane) = (thread & !31, thread & 31);
                for q in 0..1 << rows.at_once() {
                    let word = u64::from(access) << rows.at_once() | q;
                    for half in 0..2 {
                        let (r, place) = match rows.access() {
                            RowAccess::Transposed => (2 * (lane % 4) + half, lane / 4),
                            _ => (lane / 4, 2 * (lane % 4) + half),
                        };
                        put(word << 1 | half, row(warp + 8 * q + r) + place);
                    }
                }
            }
        }
        found
    }

    #[test]
    fn instructions_move_every_element_and_rows_meet_no_bank_twice() {
        let mut random = Random::fresh();
        let mut seen: HashMap<[u8; 2], u32> = HashMap::new();
        for case in 0..40_000 {
            let (registers, warps) = (1 + random.below(6) as u32, random.below(3) as u32);
            let bits = registers + 5 + warps;
            let maps = [(); 2].map(|()| bijection(&mut random, bits, case % 8 > 0));
            let Some(plan) = MatrixStaging::new(&maps[0], &maps[1], registers) else { continue };
            let threads = 1 << (bits - registers);
            *seen.entry([plan.written.access as u8, plan.read.access as u8]).or_default() += 1;
            let mut memory = HashMap::new();
            for (rows, map) in [(&plan.written, &maps[0]), (&plan.read, &maps[1])] {
                let found = offsets_by_instructions(rows, threads);
                assert_eq!(found.len(), 1 << bits);
                for ((thread, register), offset) in found {
                    let element = map.apply(thread << registers | register);
                    assert_eq!(*memory.entry(offset).or_insert(element), element, "{plan:?}");
                }
                // Eight rows of neighbouring lanes lie in all groups of four banks.
                let given = rows.row_of_thread();
                for eight in 0..threads / 8 {
                    if rows.access() != RowAccess::Vector && eight % 4 >= 1 << rows.at_once() {
                        continue;
                    }
                    let mut groups: Vec<u64> = (0..8).map(|r| given.apply(8 * eight + r) % 8).collect();
                    groups.sort_unstable();
                    assert_eq!(groups, [0, 1, 2, 3, 4, 5, 6, 7], "{plan:?}");
                }
            }
            assert_eq!(memory.len(), 1 << bits);
        }
        // Each way to write with a transposed read, and the other way round.
        for ways in [[0, 2], [1, 2], [2, 2], [2, 0], [2, 1]] {
            assert!(seen.get(&ways).is_some_and(|&count| count > 3), "{seen:?}");
        }
    }

    #[test]
    fn a_row_of_one_thread_is_in_its_registers() {
        let map = |columns: &[u64]| Matrix::new(columns.len(), columns).unwrap();
        // Eight neighbours in memory are sums of registers and of lanes.
        let from = map(&[0x008, 0x040, 0x088, 0x010, 0x020, 0x330, 0x1d0, 0x001, 0x002, 0x004]);
        let to = map(&[0x253, 0x03d, 0x13f, 0x27e, 0x143, 0x088, 0x230, 0x3d0, 0x0f0, 0x328]);
        let plan = MatrixStaging::new(&from, &to, 5);
        assert!(plan.is_none_or(|plan| plan.read.access != RowAccess::Vector), "{plan:?}");
        // Four registers are no row.
        assert_eq!(RowsOf::new(RowAccess::Vector, Matrix::identity(7).unwrap(), 2), None);
    }

    #[test]
    fn rows_become_columns_by_one_instruction_each() {
        // 8×32 elements of a warp: a lane has eight neighbours of a row, and then a column.
        const ROWS: Matrix = Matrix::identity(8).unwrap();
        const COLUMNS: Matrix = Matrix::new(8, &[32, 64, 128, 1, 2, 4, 8, 16]).unwrap();
        const PLAN: MatrixStaging = MatrixStaging::new(&ROWS, &COLUMNS, 3).unwrap();
        assert_eq!((PLAN.written().access(), PLAN.read().access()), (RowAccess::Matrix, RowAccess::Transposed));
        assert_eq!((PLAN.price().accesses, PLAN.price().wavefronts), (2, 8));
        assert_eq!(MatrixStaging::new(&ROWS, &Matrix::identity(7).unwrap(), 3), None);
        assert_eq!(MatrixStaging::new(&ROWS, &ROWS, 9), None);
    }
}

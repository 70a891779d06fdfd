//! An operand of a mixed product: packed into memory by its shuffled layout, and loaded by every thread.

use super::instruction::Instruction;
use super::types::Type;
use crate::harness::{At, Buffer};
use lego_algebra::linear::families::{MixedProduct, Multiplier, Operand, RegisterOrder};
use lego_algebra::linear::{Dim, LinearLayout};
use lego_cuda::executor::Executor;

/// What a thread needs to know of an operand.
pub(super) struct Side {
    /// From registers of threads to row and column.
    layout: LinearLayout,
    /// From registers of threads to the place in memory, counted in elements.
    offsets: LinearLayout,
    order: RegisterOrder,
    /// The elements of one access.
    vector: u64,
    of: Type,
    words: At<[u32; 4]>,
}

/// A matrix of codes, row by row.
pub(super) struct Codes<'a> {
    pub(super) of: Type,
    pub(super) shape: [u64; 2],
    pub(super) codes: &'a [u64],
}

impl Side {
    /// An operand and its memory.
    pub(super) fn new<'a>(
        executor: &'a Executor,
        product: &MixedProduct<'_>,
        operand: Operand,
        Codes { of, shape, codes }: Codes<'_>,
    ) -> (Self, Buffer<'a, [u32; 4]>) {
        let layout = product.operand(operand, &shape).unwrap();
        let memory = product.shuffled(operand, &shape).unwrap();
        assert!(memory.is_invertible() && layout.is_distributed(), "{shape:?}");
        let mut words = vec![[0; 4]; (shape[0] * shape[1] * u64::from(of.bits())).div_ceil(128) as usize];
        for at in 0..shape[0] * shape[1] {
            let [row, column] = *memory.apply(&[at]).unwrap() else { panic!("{memory:?}") };
            let (place, code) = (at as usize * of.bits() as usize, codes[(row * shape[1] + column) as usize]);
            words[place / 128][place / 32 % 4] |= (code << (place % 32)) as u32;
            if of.bits() == 64 {
                words[place / 128][place / 32 % 4 + 1] = (code >> 32) as u32;
            }
        }
        let words = Buffer::of(executor, &words);
        let registers = layout.basis(Dim::REGISTER);
        assert!(registers.iter().all(|&image| image != 0), "a register repeats another one: {layout:?}");
        let side = Self {
            vector: u64::from(128 / of.bits()).min(1 << registers.len()),
            offsets: layout.compose(&memory.invert().unwrap()).unwrap(),
            order: product.register_order(operand, &shape).unwrap(),
            layout,
            of,
            words: words.at(),
        };
        side.is_contiguous(product, operand, shape);
        (side, words)
    }

    fn registers(&self) -> u64 {
        1 << self.layout.ins().bits(Dim::REGISTER).unwrap()
    }

    /// The requests of a warp that loads it, each of so many bytes a lane.
    pub(super) fn requests(&self) -> (u64, u32) {
        (self.registers() / self.vector, self.vector as u32 * self.of.bits() / 8)
    }

    fn point(&self, register: u64, thread: u64) -> u64 {
        let coordinates = [register, thread % 32, thread / 32, 0];
        self.layout.ins().flat(&coordinates[..self.layout.ins().len()]).unwrap()
    }

    /// Row and column of a register.
    fn place(&self, register: u64, thread: u64) -> [u64; 2] {
        let flat = self.layout.apply_flat(self.point(register, thread));
        [0, 1].map(|axis| self.layout.outs().part(flat, axis))
    }

    fn offset(&self, register: u64, thread: u64) -> u64 {
        self.offsets.apply_flat(self.point(register, thread))
    }

    /// Elements of a word are neighbours along the summed axis, and those of an access, which is as wide as it can be, in memory.
    fn is_contiguous(&self, product: &MixedProduct<'_>, operand: Operand, shape: [u64; 2]) {
        let summed = usize::from(operand == Operand::A);
        let Multiplier::Nvidia(_) = product.parent else { return };
        let together = product.k_width(shape[summed]);
        for (thread, register) in
            (0..32).flat_map(|thread| (0..self.registers()).map(move |register| (thread, register)))
        {
            let (number, own) = (register % together, self.place(register, thread));
            let first = self.place(register - number, thread);
            assert_eq!((own[summed], own[1 - summed]), (first[summed] + number, first[1 - summed]));
            let number = register % self.vector;
            let first = self.offset(register - number, thread);
            assert_eq!((first % self.vector, self.offset(register, thread)), (0, first + number));
        }
    }

    /// The bits of one access of the thread, the first in the low ones.
    fn load(&self, number: u32) -> u128 {
        match self.requests().1 {
            4 => self.words.of::<u32>().load(number).into(),
            8 => self.words.of::<u64>().load(number).into(),
            16 => (0..).step_by(32).zip(self.words.load(number)).map(|(k, word)| u128::from(word) << k).sum(),
            bytes => panic!("an access of {bytes} bytes"),
        }
    }

    /// The registers of a thread as it unpacks them.
    fn loaded(&self, thread: u64) -> Vec<f64> {
        let codes = (0..self.registers()).step_by(self.vector as usize).flat_map(|first| {
            let loaded = self.load((self.offset(first, thread) / self.vector) as u32);
            (0..self.vector as u32).map(move |k| (loaded >> (k * self.of.bits())) as u64)
        });
        let own = u64::MAX >> (64 - self.of.bits());
        codes.map(|code| self.of.value(code & own).unwrap()).collect()
    }

    /// The registers of a thread with row and column of each.
    pub(super) fn elements(&self, thread: u64) -> Vec<([u64; 2], f64)> {
        (0..).zip(self.loaded(thread)).map(|(register, value)| (self.place(register, thread), value)).collect()
    }

    /// The fragments of a matrix instruction, each with row and column of its first element and the registers of a thread.
    pub(super) fn fragments<const N: usize>(&self, of: Instruction, thread: u64) -> Vec<([u64; 2], [u32; N])> {
        let loaded = self.loaded(thread);
        let values = 32 * N as u64 / u64::from(of.bits());
        let fragment = |first: u64| {
            let own = (first..first + values).map(|new| loaded[self.order.old(new) as usize]);
            (self.place(self.order.old(first), thread - thread % 32), of.packed(own))
        };
        (0..self.registers()).step_by(values as usize).map(fragment).collect()
    }
}

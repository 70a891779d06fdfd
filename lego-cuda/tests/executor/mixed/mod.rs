//! Products of mixed types on the executor: all pairs of the paper's table 5, and pairs with numbers of 4 bits, multiplied through
//! their layouts.
//!
//! Both operands are packed into memory by the layouts of shuffled operands, loaded by every thread in the widest accesses, unpacked in
//! order, and multiplied by a matrix instruction, or by threads that hold what they need. The sums are those of the plain product.

mod instruction;
mod operand;
mod types;

use crate::harness::{At, Buffer, launch, shape};
use instruction::Instruction;
use lego_algebra::linear::families::{Blocked, MixedProduct, MmaVersion, Multiplier, NvidiaMma, Operand};
use lego_cuda::device::linear_thread_idx;
use lego_cuda::device::matrix::sum_place;
use lego_cuda::executor::{Access, Executor, Options, Space};
use operand::{Codes, Side};
use random::Random;
use std::collections::BTreeMap;
use types::{BF16, E2M1, E4M3, E4M3B15, E5M2, F16, F32, F64, Float, Signed, Type, Unsigned};

/// Multiplies through the fragments of matrix instructions: each warp stores its sums in a result of its own.
fn multiply(instruction: Instruction, a: &Side, b: &Side, result: At<f64>, [m, n]: [u64; 2]) {
    let (thread, lane) = (u64::from(linear_thread_idx()), linear_thread_idx() % 32);
    let (all_a, all_b) = (a.fragments(instruction, thread), b.fragments(instruction, thread));
    let mut tiles: BTreeMap<[u64; 2], [f64; 4]> = BTreeMap::new();
    for &([row, depth], own_a) in &all_a {
        for &([_, column], own_b) in all_b.iter().filter(|(at, _)| at[0] == depth) {
            let sums = tiles.entry([row, column]).or_default();
            *sums = instruction.multiply(own_a, own_b, *sums);
        }
    }
    for ([row, column], sums) in tiles {
        for (value, sum) in (0..).zip(sums) {
            let [i, j] = sum_place(lane, value).map(u64::from);
            result.store((thread / 32 * m * n + (row + i) * n + column + j) as u32, sum);
        }
    }
}

/// Multiplies what each thread holds: each stores its sums in a result of its own.
fn multiply_plainly(a: &Side, b: &Side, result: At<f64>, [m, n]: [u64; 2], k: u64) {
    let thread = u64::from(linear_thread_idx());
    let mut rows = vec![Vec::new(); k as usize];
    for ([depth, column], y) in b.elements(thread) {
        rows[depth as usize].push((column, y));
    }
    let mut sums = vec![None; (m * n) as usize];
    for ([row, depth], x) in a.elements(thread) {
        for (column, y) in &rows[depth as usize] {
            *sums[(row * n + column) as usize].get_or_insert(0.0) += x * y;
        }
    }
    for (at, sum) in (0..).zip(sums) {
        if let Some(sum) = sum {
            result.store((thread * m * n + at) as u32, sum);
        }
    }
}

/// A product of two types that are multiplied with so many bits, of so many rows, columns, and elements summed over.
#[derive(Clone, Copy, Debug)]
struct Case {
    types: [Type; 2],
    multiplied: u32,
    shape: [u64; 3],
    warps: [u64; 2],
}

impl Case {
    /// The instruction that multiplies; none of 64 bits.
    fn instruction(&self) -> Option<Instruction> {
        match self.multiplied {
            8 if self.types.iter().any(|of| matches!(of, Float(..))) => Some(Instruction::E4m3),
            8 => Some(Instruction::I8),
            16 if self.types.contains(&BF16) => Some(Instruction::Bf16),
            16 => Some(Instruction::F16),
            32 => Some(Instruction::Tf32),
            _ => None,
        }
    }

    /// Multiplies random matrices through their layouts, in one launch.
    fn run(&self, executor: &Executor, random: &mut Random) {
        let Self { types: [of_a, of_b], shape: [m, n, k], warps, .. } = *self;
        let mut codes = |of: Type, count: u64| -> Vec<u64> { (0..count).map(|_| of.any(random)).collect() };
        let (codes_a, codes_b) = (codes(of_a, m * k), codes(of_b, k * n));
        let mma = NvidiaMma { version: MmaVersion::Two, warps_per_cta: &warps, instr_shape: &[16, 8], cluster: None };
        let blocked = Blocked {
            size_per_thread: &[2, 2],
            threads_per_warp: &[4, 8],
            warps_per_cta: &warps,
            order: &[1, 0],
            cluster: None,
        };
        let instruction = self.instruction();
        let parent = if instruction.is_some() { Multiplier::Nvidia(mma) } else { Multiplier::Blocked(blocked) };
        let stored_bits = self.types.map(|of| u64::from(of.bits()));
        let product = MixedProduct { parent, stored_bits, multiplied_bits: self.multiplied.into() };
        let stored_a = Codes { of: of_a, shape: [m, k], codes: &codes_a };
        let stored_b = Codes { of: of_b, shape: [k, n], codes: &codes_b };
        let (a, _memory_a) = Side::new(executor, &product, Operand::A, stored_a);
        let (b, _memory_b) = Side::new(executor, &product, Operand::B, stored_b);

        let count = warps[0] * warps[1];
        let results = if instruction.is_some() { count } else { 32 * count };
        let result = Buffer::poisoned(executor, (results * m * n) as usize);
        let (to, block) = (result.at(), shape(1, 32 * count as u32));
        match instruction {
            Some(of) => {
                let block = block.dynamic(count as u32 * of.shared_bytes());
                launch(executor, block, || multiply(of, &a, &b, to, [m, n]));
            }
            None => launch(executor, block, || multiply_plainly(&a, &b, to, [m, n], k)),
        }
        self.is_product(&result.read(), &codes_a, &codes_b);
        self.is_loaded_wide(executor, &a, &b);
    }

    /// Each result has the plain product's sums, as far as it has any, and some result has each.
    fn is_product(&self, found: &[f64], codes_a: &[u64], codes_b: &[u64]) {
        let [m, n, k] = self.shape.map(|side| side as usize);
        let values =
            |of: Type, codes: &[u64]| -> Vec<f64> { codes.iter().map(|&code| of.value(code).unwrap()).collect() };
        let (a, b) = (values(self.types[0], codes_a), values(self.types[1], codes_b));
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f64 = (0..k).map(|l| a[i * k + l] * b[l * n + j]).sum();
            let mut of_element = found[i * n + j..].iter().step_by(m * n).filter(|sum| !sum.is_nan()).peekable();
            assert!(of_element.peek().is_some(), "nobody has [{i}, {j}] of {self:?}");
            of_element.for_each(|&found| assert_eq!(found, sum, "{self:?} at [{i}, {j}]"));
        }
    }

    /// The loads are as few and as wide as the layouts say, and of as few sectors as there can be.
    fn is_loaded_wide(&self, executor: &Executor, a: &Side, b: &Side) {
        let profile = executor.take_profile();
        let mut wanted: BTreeMap<u32, u64> = BTreeMap::new();
        for (requests, bytes) in [a.requests(), b.requests()] {
            *wanted.entry(bytes).or_default() += requests * self.warps[0] * self.warps[1];
        }
        let loads = profile.rows().iter().filter(|row| row.space == Space::Global && row.access == Access::Load);
        let found = loads.inspect(|row| assert!(row.measured <= row.ideal, "{self:?}\n{profile}"));
        let found: BTreeMap<u32, u64> = found.map(|row| (row.bytes, row.requests)).collect();
        assert_eq!(found, wanted, "{self:?}\n{profile}");
    }
}

/// Counts wavefronts and sectors.
fn executor() -> Executor {
    Executor::with(Options::new().profile(true))
}

/// The types that a name of the table stands for: as many as its counts have factors of 16 cases.
fn types(name: &str) -> &'static [Type] {
    match name {
        // A truth is a byte.
        "i8" => &[Signed(8), Unsigned(8), Unsigned(8)],
        "i16" => &[Signed(16), Unsigned(16)],
        "i32" => &[Signed(32)],
        "i64" => &[Signed(64)],
        "f8" => &[E4M3, E5M2, E4M3B15],
        "f16" => &[F16, BF16],
        "f32" => &[F32],
        "f64" => &[F64],
        other => panic!("{other}"),
    }
}

/// Small matrices: rows, columns, elements summed over.
fn shapes() -> impl Iterator<Item = [u64; 3]> {
    let sides = [16, 32].into_iter().flat_map(|m| [16, 32].map(|n| (m, n)));
    sides.flat_map(|(m, n)| [16, 32, 64, 128].map(|k| [m, n, k]))
}

/// The pairs with the numbers of their cases, as the table has them.
const TABLE_5: [(&str, &str, usize); 14] = [
    ("i16", "f16", 64),
    ("i16", "f64", 32),
    ("i32", "f16", 32),
    ("i32", "f8", 48),
    ("i64", "f32", 32),
    ("i8", "f16", 96),
    ("i8", "f64", 48),
    ("i16", "f32", 32),
    ("i16", "f8", 96),
    ("i32", "f64", 32),
    ("i64", "f16", 32),
    ("i64", "f8", 48),
    ("i8", "f32", 48),
    ("i8", "f8", 144),
];

#[test]
fn all_784_cases_of_table_5_have_a_layout_and_multiply_right() {
    let (mut random, executor) = (Random::fresh(), executor());
    let mut count = 0;
    for (integer, float, wanted) in TABLE_5 {
        let pairs = types(integer).iter().flat_map(|one| types(float).iter().map(move |other| [*one, *other]));
        let mut pairs: Vec<[Type; 2]> = pairs.collect();
        // Two of the pairs have twice as many cases as types: both orders of the operands.
        if pairs.len() * 16 < wanted {
            pairs.extend(pairs.clone().into_iter().map(|[one, other]| [other, one]));
        }
        assert_eq!(pairs.len() * 16, wanted, "{integer}/{float}");
        // Numbers of 8 bits are multiplied as f16, as GPUs before Hopper have to.
        let multiplied = types(float)[0].bits().max(16);
        for types in pairs {
            for shape in shapes() {
                let warps = *random.pick(&[[1, 1], [2, 1], [1, 2], [2, 2], [4, 1]]);
                let types = if random.one_in(2) { types } else { [types[1], types[0]] };
                Case { types, multiplied, shape, warps }.run(&executor, &mut random);
                count += 1;
            }
        }
    }
    assert_eq!(count, 784);
}

#[test]
fn numbers_of_4_bits_multiply_right_with_every_other_width() {
    let (mut random, executor) = (Random::fresh(), executor());
    for narrow in [Signed(4), Unsigned(4), E2M1] {
        for (other, multiplied) in [
            (F16, 16),
            (BF16, 16),
            (E4M3, 8),
            (E4M3, 16),
            (E5M2, 16),
            // Halves are no integers.
            (Signed(8), if narrow == E2M1 { 16 } else { 8 }),
            (Signed(16), 16),
            (F32, 32),
            (F64, 64),
            (narrow, 16),
        ] {
            for shape in [[16, 8, 32], [32, 16, 64], [16, 32, 128], [64, 16, 256]] {
                let types = if random.one_in(2) { [narrow, other] } else { [other, narrow] };
                let warps = *random.pick(&[[1, 1], [2, 1], [1, 2]]);
                Case { types, multiplied, shape, warps }.run(&executor, &mut random);
            }
        }
    }
}

#[test]
fn numbers_of_8_bits_multiply_right_as_they_are() {
    let (mut random, executor) = (Random::fresh(), executor());
    for types in [[Signed(8), Signed(8)], [E4M3, E4M3]] {
        for shape in [[16, 8, 32], [32, 16, 64], [16, 32, 128]] {
            let warps = *random.pick(&[[1, 1], [2, 1], [1, 2]]);
            Case { types, multiplied: 8, shape, warps }.run(&executor, &mut random);
        }
    }
}

//! Products of mixed types: all pairs of the paper's table 5, and pairs with numbers of 4 bits, multiplied through their layouts.
//!
//! Both operands are packed into memory by the layouts of shuffled operands, loaded as words by every thread, unpacked in order,
//! and put into the fragments of a matrix instruction, whose registers the PTX ISA's formula names. The sums are those of the plain
//! product.

use lego_algebra::linear::families::{
    Blocked, Fragment, MixedProduct, MmaVersion, Multiplier, NvidiaMma, Operand, RegisterOrder,
};
use lego_algebra::linear::{Dim, LinearLayout};
use random::Random;
use std::collections::HashMap;

/// How an element is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Type {
    Signed(u32),
    Unsigned(u32),
    /// Bits of the exponent, of the fraction, and the exponent's bias.
    Float(u32, u32, i32),
}

use Type::{Float, Signed, Unsigned};

const E4M3: Type = Float(4, 3, 7);
const E5M2: Type = Float(5, 2, 15);
const E4M3B15: Type = Float(4, 3, 15);
const E2M1: Type = Float(2, 1, 1);
const F16: Type = Float(5, 10, 15);
const BF16: Type = Float(8, 7, 127);
const F32: Type = Float(8, 23, 127);
const F64: Type = Float(11, 52, 1023);

impl Type {
    fn bits(self) -> u32 {
        match self {
            Signed(bits) | Unsigned(bits) => bits,
            Float(exponent, fraction, _) => 1 + exponent + fraction,
        }
    }

    /// The number that a code stands for; none where that is no number.
    fn value(self, code: u64) -> Option<f64> {
        match self {
            Unsigned(_) => Some(code as f64),
            Signed(bits) => Some((code << (64 - bits)) as i64 as f64 / 2f64.powi(64 - bits as i32)),
            Float(exponent, fraction, bias) => {
                let (mantissa, power) = (code & ((1 << fraction) - 1), code >> fraction & ((1 << exponent) - 1));
                if power == (1 << exponent) - 1 && exponent != 2 {
                    return None;
                }
                let sign = if code >> (exponent + fraction) & 1 == 1 { -1.0 } else { 1.0 };
                let (whole, power) = if power == 0 { (0, 1) } else { (1 << fraction, power as i32) };
                Some(sign * (whole + mantissa) as f64 * 2f64.powi(power - bias - fraction as i32))
            }
        }
    }

    /// A code with few bits and a small value, so that sums of products are exact.
    fn any(self, random: &mut Random) -> u64 {
        loop {
            let small = random.below(16);
            let code = match self {
                Unsigned(_) => small,
                Signed(bits) => (small.wrapping_sub(8)) & (u64::MAX >> (64 - bits)),
                // Its four highest bits of the fraction, and an exponent near 1.
                Float(exponent, fraction, bias) => {
                    let power = (bias + 1 - random.below(3) as i32).clamp(0, (1 << exponent) - 1) as u64;
                    let own = fraction.min(3);
                    (small >> 3) << (exponent + fraction)
                        | power << fraction
                        | (small & ((1 << own) - 1)) << (fraction - own)
                }
            };
            if self.value(code).is_some() {
                return code;
            }
        }
    }
}

/// Bits side by side: element k of some bits at k times that.
struct Memory {
    bits: u32,
    words: Vec<u64>,
}

impl Memory {
    fn new(bits: u32, count: usize) -> Self {
        Self { bits, words: vec![0; (count * bits as usize).div_ceil(64)] }
    }

    fn set(&mut self, at: u64, code: u64) {
        let place = at as usize * self.bits as usize;
        self.words[place / 64] |= code << (place % 64);
    }

    fn get(&self, at: u64) -> u64 {
        let place = at as usize * self.bits as usize;
        self.words[place / 64] >> (place % 64) & (u64::MAX >> (64 - self.bits))
    }
}

/// An operand in memory, as layouts say, and in the registers of threads.
struct Side {
    layout: LinearLayout,
    order: RegisterOrder,
    /// From coordinates to the place in memory.
    back: LinearLayout,
    stored: Memory,
    of: Type,
}

impl Side {
    fn new(
        product: &MixedProduct<'_>,
        operand: Operand,
        shape: [u64; 2],
        of: Type,
        element: &dyn Fn(u64, u64) -> u64,
    ) -> Self {
        let layout = product.operand(operand, &shape).unwrap();
        let order = product.register_order(operand, &shape).unwrap();
        let memory = product.shuffled(operand, &shape).unwrap();
        assert!(memory.is_invertible() && layout.is_distributed(), "{shape:?}");
        let mut stored = Memory::new(of.bits(), (shape[0] * shape[1]) as usize);
        for at in 0..shape[0] * shape[1] {
            let [row, column] = *memory.apply(&[at]).unwrap() else { panic!() };
            stored.set(at, element(row, column));
        }
        let side = Self { layout, order, back: memory.invert().unwrap(), stored, of };
        side.is_contiguous(product, operand, shape);
        side
    }

    fn registers(&self) -> u64 {
        1 << self.layout.ins().bits(Dim::REGISTER).unwrap()
    }

    fn at(&self, register: u64, thread: u64) -> [u64; 2] {
        let lanes = 1 << self.layout.ins().bits(Dim::LANE).unwrap();
        let coordinates = [register, thread % lanes, thread / lanes, 0];
        let found = self.layout.apply(&coordinates[..self.layout.ins().len()]).unwrap();
        [found[0], found[1]]
    }

    /// Elements of a word are neighbours along the summed axis, and a thread's accesses are as wide as they can be.
    fn is_contiguous(&self, product: &MixedProduct<'_>, operand: Operand, shape: [u64; 2]) {
        let summed = usize::from(operand == Operand::A);
        let Multiplier::Nvidia(_) = product.parent else { return };
        let together = product.k_width(shape[summed]);
        for thread in 0..32 {
            for register in 0..self.registers() {
                let (first, own) = (self.at(register - register % together, thread), self.at(register, thread));
                assert_eq!(own[summed], first[summed] + register % together);
                assert_eq!(own[1 - summed], first[1 - summed]);
            }
        }
        let held = self.layout.basis(Dim::REGISTER).iter().filter(|image| **image != 0).count() as u32;
        let vector = (128 / self.of.bits()).min(1 << held) as u64;
        for (thread, register) in
            (0..32).flat_map(|thread| (0..self.registers()).map(move |register| (thread, register)))
        {
            let offset = |register: u64| self.back.apply(&self.at(register, thread)).unwrap()[0];
            let first = offset(register - register % vector);
            assert_eq!((first % vector, offset(register)), (0, first + register % vector));
        }
    }

    /// A thread's registers as it loads them: through memory.
    fn loaded(&self, thread: u64) -> Vec<f64> {
        let code = |register| self.stored.get(self.back.apply(&self.at(register, thread)).unwrap()[0]);
        (0..self.registers()).map(|register| self.of.value(code(register)).unwrap()).collect()
    }

    /// The registers of one fragment after another: what the summed and the other axis are at its first element, and for each
    /// thread of a warp its values in the fragment's order.
    fn fragments(&self, values: u64, warp: u64) -> Vec<([u64; 2], Vec<Vec<f64>>)> {
        let loaded: Vec<Vec<f64>> = (0..32).map(|lane| self.loaded(32 * warp + lane)).collect();
        let mut fragments = Vec::new();
        for first in (0..self.registers()).step_by(values as usize) {
            let own =
                |lane: usize| (first..first + values).map(|new| loaded[lane][self.order.old(new) as usize]).collect();
            fragments.push((self.at(self.order.old(first), 32 * warp), (0..32).map(own).collect()));
        }
        fragments
    }
}

/// D = A·B of one warp's instruction, by the PTX ISA's formula.
fn instruction(a: &Fragment, b: &Fragment, own_a: &[Vec<f64>], own_b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let ([m, k], [_, n]) = (a.tile(), b.tile());
    let gathered = |fragment: &Fragment, own: &[Vec<f64>], columns: u64| {
        let mut matrix = vec![f64::NAN; (fragment.tile()[0] * fragment.tile()[1]) as usize];
        for (thread, values) in (0..).zip(own) {
            for (value, &element) in (0..).zip(values) {
                let [row, column] = fragment.element(thread, value);
                matrix[(row * columns + column) as usize] = element;
            }
        }
        matrix
    };
    let (a, b) = (gathered(a, own_a, k), gathered(b, own_b, n));
    let sum = |i: u64, j: u64| (0..k).map(|l| a[(i * k + l) as usize] * b[(l * n + j) as usize]).sum();
    (0..m).map(|i| (0..n).map(|j| sum(i, j)).collect()).collect()
}

/// Multiplies through the fragments of tensor cores: what every warp adds up for the elements of the result.
fn multiply(product: &MixedProduct<'_>, name: &str, a: &Side, b: &Side, warps: u64) -> HashMap<(u64, u64), f64> {
    let [of_a, of_b] = ["A", "B"].map(|role| Fragment::named(&format!("mma_m16n8{name}_{role}")).unwrap());
    let mut result: HashMap<(u64, u64), f64> = HashMap::new();
    for warp in 0..warps {
        let (all_a, all_b) = (a.fragments(of_a.values(), warp), b.fragments(of_b.values(), warp));
        let mut own: HashMap<(u64, u64), f64> = HashMap::new();
        for ([row, depth], values_a) in &all_a {
            for ([other_depth, column], values_b) in all_b.iter().filter(|(at, _)| at[0] == *depth) {
                assert_eq!(depth, other_depth);
                for (i, sums) in (0..).zip(instruction(&of_a, &of_b, values_a, values_b)) {
                    for (j, sum) in (0..).zip(sums) {
                        *own.entry((row + i, column + j)).or_default() += sum;
                    }
                }
            }
        }
        for (at, sum) in own {
            let before = result.insert(at, sum);
            assert!(before.is_none_or(|before| before == sum), "warps disagree at {at:?} of {product:?}");
        }
    }
    result
}

/// Multiplies by threads that hold what they need: the plain product of each.
fn multiply_plainly(a: &Side, b: &Side, threads: u64) -> HashMap<(u64, u64), f64> {
    let mut result = HashMap::new();
    for thread in 0..threads {
        let (own_a, own_b) = (a.loaded(thread), b.loaded(thread));
        let place = |side: &Side, own: &[f64]| -> HashMap<[u64; 2], f64> {
            (0..).zip(own).map(|(register, &value)| (side.at(register, thread), value)).collect()
        };
        let (own_a, own_b) = (place(a, &own_a), place(b, &own_b));
        let mut sums: HashMap<(u64, u64), f64> = HashMap::new();
        for (&[row, depth], &x) in &own_a {
            for (&[_, column], &y) in own_b.iter().filter(|(at, _)| at[0] == depth) {
                *sums.entry((row, column)).or_default() += x * y;
            }
        }
        for (at, sum) in sums {
            let before = result.insert(at, sum);
            assert!(before.is_none_or(|before| before == sum), "threads disagree at {at:?}");
        }
    }
    result
}

/// One product of random matrices through its layouts.
fn case(random: &mut Random, [of_a, of_b]: [Type; 2], multiplied: u32, shape: [u64; 3], warps: [u64; 2]) {
    let [m, n, k] = shape;
    let codes =
        |random: &mut Random, of: Type, count: u64| -> Vec<u64> { (0..count).map(|_| of.any(random)).collect() };
    let (codes_a, codes_b) = (codes(random, of_a, m * k), codes(random, of_b, k * n));
    let mma = NvidiaMma { version: MmaVersion::Two, warps_per_cta: &warps, instr_shape: &[16, 8], cluster: None };
    let blocked = Blocked {
        size_per_thread: &[2, 2],
        threads_per_warp: &[4, 8],
        warps_per_cta: &warps,
        order: &[1, 0],
        cluster: None,
    };
    let parent = if multiplied == 64 { Multiplier::Blocked(blocked) } else { Multiplier::Nvidia(mma) };
    let stored_bits = [of_a, of_b].map(|of| u64::from(of.bits()));
    let product = MixedProduct { parent, stored_bits, multiplied_bits: multiplied.into() };
    let a = Side::new(&product, Operand::A, [m, k], of_a, &|i, l| codes_a[(i * k + l) as usize]);
    let b = Side::new(&product, Operand::B, [k, n], of_b, &|l, j| codes_b[(l * n + j) as usize]);
    let count = warps[0] * warps[1];
    let found = match multiplied {
        8 => multiply(&product, "k32_s8", &a, &b, count),
        16 => multiply(&product, "k16_f16", &a, &b, count),
        32 => multiply(&product, "k8_tf32", &a, &b, count),
        _ => multiply_plainly(&a, &b, 32 * count),
    };
    assert_eq!(found.len() as u64, m * n, "{of_a:?} × {of_b:?} {shape:?}");
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let product =
            |l| of_a.value(codes_a[(i * k + l) as usize]).unwrap() * of_b.value(codes_b[(l * n + j) as usize]).unwrap();
        let sum: f64 = (0..k).map(product).sum();
        assert_eq!(found[&(i, j)], sum, "{of_a:?} × {of_b:?} {shape:?} at [{i}, {j}]");
    }
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
    let mut random = Random::fresh();
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
                case(&mut random, types, multiplied, shape, warps);
                count += 1;
            }
        }
    }
    assert_eq!(count, 784);
}

#[test]
fn numbers_of_4_bits_multiply_right_with_every_other_width() {
    let mut random = Random::fresh();
    for narrow in [Signed(4), Unsigned(4), E2M1] {
        for (other, multiplied) in [
            (F16, 16),
            (BF16, 16),
            (E4M3, 16),
            (E5M2, 16),
            (Signed(8), 8),
            (Signed(16), 16),
            (F32, 32),
            (F64, 64),
            (narrow, 16),
        ] {
            for shape in [[16, 8, 32], [32, 16, 64], [16, 32, 128], [64, 16, 256]] {
                let types = if random.one_in(2) { [narrow, other] } else { [other, narrow] };
                let warps = *random.pick(&[[1, 1], [2, 1], [1, 2]]);
                case(&mut random, types, multiplied, shape, warps);
            }
        }
    }
}

#[test]
fn codes_are_the_numbers_that_they_stand_for() {
    assert_eq!((E4M3.value(0x38), E5M2.value(0xbc), E2M1.value(0xf)), (Some(1.0), Some(-1.0), Some(-6.0)));
    assert_eq!((F16.value(0x3555), BF16.value(0x4049)), (Some(0.333_251_953_125), Some(3.140_625)));
    assert_eq!(F32.value(0.1f32.to_bits().into()), Some(f64::from(0.1f32)));
    assert_eq!((F64.value((-0.1f64).to_bits()), F16.value(0x7c00)), (Some(-0.1), None));
    assert_eq!(
        (Signed(4).value(0xf), Signed(64).value(u64::MAX), Unsigned(8).value(255)),
        (Some(-1.0), Some(-1.0), Some(255.0))
    );
}

//! Products of mixed widths on the executor: operands shuffled in memory, loaded 128 bits at a time, unpacked in order, and multiplied as
//! a matrix instruction does it, by the lanes that the PTX ISA names.

use crate::harness::{At, Buffer, launch, shape};
use lego_algebra::linear::families::{
    Fragment, MixedProduct, MmaVersion, Multiplier, NvidiaMma, Operand, RegisterOrder,
};
use lego_algebra::linear::{Dim, LinearLayout};
use lego_cuda::device::{Warp, linear_thread_idx};
use lego_cuda::executor::{Executor, Options, Space};
use random::Random;

/// What a kernel needs to know of an operand: how its registers come out of memory, and where each fragment is.
struct Side {
    layout: LinearLayout,
    order: RegisterOrder,
    back: LinearLayout,
    bits: u32,
    fragment: Fragment,
    words: At<[u32; 4]>,
}

/// A number of so many bits with a sign, from the place where it is in a word.
fn unpacked(word: u32, number: u32, bits: u32) -> i32 {
    (word << (32 - bits - number * bits)) as i32 >> (32 - bits)
}

impl Side {
    fn registers(&self) -> u64 {
        1 << self.layout.ins().bits(Dim::REGISTER).unwrap()
    }

    fn at(&self, register: u64, lane: u64, warp: u64) -> [u64; 2] {
        let coordinates = [register, lane, warp, 0];
        let found = self.layout.apply(&coordinates[..self.layout.ins().len()]).unwrap();
        [found[0], found[1]]
    }

    /// A thread's registers: vectors of 128 bits, each of neighbouring registers.
    fn loaded(&self, lane: u64, warp: u64) -> Vec<i32> {
        let each = 128 / self.bits;
        (0..self.registers())
            .step_by(each as usize)
            .flat_map(|register| {
                let offset = self.back.apply(&self.at(register, lane, warp)).unwrap()[0];
                let vector = self.words.load((offset / u64::from(each)) as u32);
                let own = 32 / self.bits;
                (0..each).map(move |k| unpacked(vector[(k / own) as usize], k % own, self.bits))
            })
            .collect()
    }

    /// The lane and the value that hold an element of a fragment.
    fn holder(&self, element: [u64; 2]) -> (u32, usize) {
        let all = (0..32).flat_map(|lane| (0..self.fragment.values()).map(move |value| (lane, value)));
        let (lane, value) =
            all.into_iter().find(|&(lane, value)| self.fragment.element(lane, value) == element).unwrap();
        (lane as u32, value as usize)
    }
}

/// The product of one block: what every thread has of the result.
fn multiply(a: &Side, b: &Side, result: At<i32>, columns: u64) {
    let (lane, warp) = (u64::from(linear_thread_idx()) % 32, u64::from(linear_thread_idx()) / 32);
    let (own_a, own_b) = (a.loaded(lane, warp), b.loaded(lane, warp));
    let of_result = Fragment::named("mma_m16n8_s32_C").unwrap();
    let depth = a.fragment.tile()[1];
    let places = |side: &Side| -> Vec<(u64, [u64; 2])> {
        let firsts = (0..side.registers()).step_by(side.fragment.values() as usize);
        firsts.map(|first| (first, side.at(side.order.old(first), 0, warp))).collect()
    };
    let (all_a, all_b) = (places(a), places(b));
    let value = |side: &Side, own: &[i32], first: u64, value: usize| own[side.order.old(first + value as u64) as usize];
    let starts = |wanted: &dyn Fn(&[u64; 2]) -> u64, all: &[(u64, [u64; 2])]| {
        let mut starts: Vec<u64> = all.iter().map(|(_, at)| wanted(at)).collect();
        starts.sort_unstable();
        starts.dedup();
        starts
    };
    for row in starts(&|at| at[0], &all_a) {
        for column in starts(&|at| at[1], &all_b) {
            let mut sums = [0i32; 4];
            for (first_a, at) in all_a.iter().filter(|(_, at)| at[0] == row) {
                let (first_b, _) = all_b.iter().find(|(_, other)| *other == [at[1], column]).unwrap();
                for (k, v) in (0..depth).flat_map(|k| (0..4).map(move |v| (k, v))) {
                    let [i, j] = of_result.element(lane, v);
                    let [(lane_a, value_a), (lane_b, value_b)] = [a.holder([i, k]), b.holder([k, j])];
                    let x = Warp::ALL.shuffle_idx(value(a, &own_a, *first_a, value_a), lane_a);
                    let y = Warp::ALL.shuffle_idx(value(b, &own_b, *first_b, value_b), lane_b);
                    sums[v as usize] += x * y;
                }
            }
            for (v, sum) in (0..).zip(sums) {
                let [i, j] = of_result.element(lane, v);
                result.store(((row + i) * columns + column + j) as u32, sum);
            }
        }
    }
}

/// One side in memory: the words of the shuffled operand.
fn packed(memory: &LinearLayout, bits: u32, count: u64, element: impl Fn(u64, u64) -> i32) -> Vec<[u32; 4]> {
    let mut words = vec![[0u32; 4]; (count * u64::from(bits)).div_ceil(128) as usize];
    for offset in 0..count {
        let at = memory.apply(&[offset]).unwrap();
        let place = offset as u32 * bits;
        let code = element(at[0], at[1]) as u32 & (u32::MAX >> (32 - bits));
        words[place as usize / 128][place as usize / 32 % 4] |= code << (place % 32);
    }
    words
}

#[test]
fn operands_of_4_8_and_16_bits_are_multiplied_through_their_layouts() {
    let mut random = Random::fresh();
    for (stored, multiplied, [m, n, k]) in [
        ([4, 16], 16, [16, 16, 64]),
        ([16, 4], 16, [16, 16, 128]),
        ([8, 16], 16, [32, 16, 64]),
        ([8, 8], 16, [16, 32, 64]),
        ([16, 16], 16, [16, 32, 32]),
        ([4, 8], 8, [16, 16, 64]),
        ([8, 8], 8, [32, 16, 64]),
    ] {
        let mma = NvidiaMma { version: MmaVersion::Two, warps_per_cta: &[1, 1], instr_shape: &[16, 8], cluster: None };
        let widths: [u64; 2] = stored.map(u64::from);
        let product =
            MixedProduct { parent: Multiplier::Nvidia(mma), stored_bits: widths, multiplied_bits: multiplied };
        let any = |random: &mut Random, bits: u32, count: u64| -> Vec<i32> {
            (0..count).map(|_| unpacked(random.bits() as u32, 0, bits.min(8))).collect()
        };
        let (left, right) = (any(&mut random, stored[0], m * k), any(&mut random, stored[1], k * n));
        let executor = Executor::with(Options::new().profile(true));
        let memory = |operand, shape: [u64; 2]| product.shuffled(operand, &shape).unwrap();
        let (of_a, of_b) = (memory(Operand::A, [m, k]), memory(Operand::B, [k, n]));
        let words_a = Buffer::of(&executor, &packed(&of_a, stored[0], m * k, |i, l| left[(i * k + l) as usize]));
        let words_b = Buffer::of(&executor, &packed(&of_b, stored[1], k * n, |l, j| right[(l * n + j) as usize]));
        let result = Buffer::poisoned(&executor, (m * n) as usize);
        let kind = if multiplied == 8 { "k32_s8" } else { "k16_f16" };
        let side = |operand, shape: [u64; 2], memory: &LinearLayout, bits, role, words| Side {
            layout: product.operand(operand, &shape).unwrap(),
            order: product.register_order(operand, &shape).unwrap(),
            back: memory.invert().unwrap(),
            bits,
            fragment: Fragment::named(&format!("mma_m16n8{kind}_{role}")).unwrap(),
            words,
        };
        let a = side(Operand::A, [m, k], &of_a, stored[0], "A", words_a.at());
        let b = side(Operand::B, [k, n], &of_b, stored[1], "B", words_b.at());
        launch(&executor, shape(1, 32), || multiply(&a, &b, result.at(), n));
        let found = result.read();
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: i32 = (0..k).map(|l| left[(i * k + l) as usize] * right[(l * n + j) as usize]).sum();
            assert_eq!(found[(i * n + j) as usize], sum, "{stored:?} at [{i}, {j}]");
        }
        // Every load is of 128 bits, and all lanes' together are as few sectors as there can be.
        let profile = executor.take_profile();
        let loads = profile.rows().iter().filter(|row| row.space == Space::Global && row.bytes == 16);
        let (requests, exact) =
            loads.fold((0, true), |(sum, exact), row| (sum + row.requests, exact && row.measured == row.ideal));
        let wanted = (m * k * widths[0] + k * n * widths[1]) / 128 / 32;
        assert!(exact && requests == wanted, "{stored:?}: {requests} loads instead of {wanted}\n{profile}");
    }
}

//! Reductions of tensors in registers by their plans: the paper's table 4, each compared with plain sums, and the instructions on
//! shared memory counted beside one access for each element that a thread holds.

use crate::harness::{At, Buffer, launch, shape};
use lego_algebra::linear::families::{Blocked, DotOperand, MmaVersion, Multiplier, NvidiaMma, Operand, sliced};
use lego_algebra::linear::plans::{ReductionPlan, reduction_plan};
use lego_algebra::linear::{Dim, LinearLayout};
use lego_cuda::device::{Warp, linear_thread_idx, shared, sync_threads};
use lego_cuda::executor::{Executor, Options, Space};
use random::Random;

const SHAPES: [[u64; 2]; 5] = [[128, 16], [128, 128], [32, 128], [32, 32], [16, 16]];
const WARPS: u32 = 4;
const THREADS: u32 = 32 * WARPS;

/// How values come from warp to warp.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// As the plan says: not at all where no warps meet, by those that count, as wide as registers are neighbours.
    Planned,
    /// Every thread stores and loads each value by itself, whoever else has it.
    OneByOne,
}

/// A tensor in registers, and how it is reduced.
struct Case<'a> {
    layout: &'a LinearLayout,
    plan: &'a ReductionPlan,
    input: At<u32>,
    output: At<u32>,
}

fn bits(layout: &LinearLayout, dim: Dim) -> u64 {
    layout.ins().bits(dim).unwrap_or(0).into()
}

/// The flat image of a register of a thread.
fn image(layout: &LinearLayout, register: u64, lane: u64, warp: u64) -> u64 {
    let sum = |dim: Dim, number: u64| {
        let images = layout.basis(dim).iter().enumerate();
        images.filter(|(bit, _)| number >> bit & 1 != 0).fold(0, |sum, (_, image)| sum ^ image)
    };
    sum(Dim::REGISTER, register) ^ sum(Dim::LANE, lane) ^ sum(Dim::WARP, warp)
}

impl Case<'_> {
    /// What a thread does; its values of the result go to the output, for each thread its own.
    fn run(&self, way: Way) {
        let (lane, warp) = (u64::from(linear_thread_idx()) % 32, u64::from(linear_thread_idx()) / 32);
        let (plan, registers) = (self.plan, 1 << bits(self.layout, Dim::REGISTER));
        let held: Vec<u32> =
            (0..registers).map(|register| self.input.load(image(self.layout, register, lane, warp) as u32)).collect();
        // Within the thread: registers that differ along the axis alone.
        let number =
            |new: u64| plan.register_bits().iter().enumerate().fold(0, |old, (k, bit)| old | (new >> k & 1) << bit);
        let own = 1u64 << plan.register_bits().len();
        let along = (0..registers).filter(|register| register & !plan.register_mask() == 0);
        let along: Vec<u64> = along.collect();
        let mut values: Vec<u32> = (0..own)
            .map(|new| {
                along.iter().fold(0u32, |sum, register| sum.wrapping_add(held[(number(new) | register) as usize]))
            })
            .collect();
        // Within the warp.
        for bit in (0..5).filter(|bit| plan.lane_mask() >> bit & 1 != 0) {
            for value in &mut values {
                *value = value.wrapping_add(Warp::ALL.shuffle_xor(*value, 1 << bit));
            }
        }
        match way {
            Way::Planned if plan.warp_mask() == 0 => {}
            Way::Planned => match plan.elements() {
                4 => self.meet::<4>(&mut values, lane, warp),
                2 => self.meet::<2>(&mut values, lane, warp),
                _ => self.meet::<1>(&mut values, lane, warp),
            },
            Way::OneByOne => self.meet_one_by_one(&mut values, lane, warp),
        }
        for (new, value) in (0..).zip(values) {
            self.output.store(linear_thread_idx() * own as u32 + new, value);
        }
    }

    /// Between warps, N registers at once.
    fn meet<const N: usize>(&self, values: &mut [u32], lane: u64, warp: u64)
    where
        [u32; N]: lego_cuda::device::Element,
    {
        let plan = self.plan;
        let memory = shared::dynamic::<[u32; N]>(0, plan.memory().outs().points() as u32 / N as u32);
        let offset = |first: usize, warp: u64| image(plan.memory(), first as u64, lane, warp) as u32 / N as u32;
        if plan.writes(lane, warp) {
            for first in (0..values.len()).step_by(N) {
                memory.set(offset(first, warp), std::array::from_fn(|k| values[first + k]));
            }
        }
        sync_threads();
        for first in (0..values.len()).step_by(N) {
            let mut sums = [0u32; N];
            for other in (0..u64::from(WARPS)).filter(|other| (other ^ warp) & !plan.warp_mask() == 0) {
                let part = memory.get(offset(first, other));
                (0..N).for_each(|k| sums[k] = sums[k].wrapping_add(part[k]));
            }
            values[first..first + N].copy_from_slice(&sums);
        }
    }

    /// Between warps, each value of each thread in a place of its own.
    fn meet_one_by_one(&self, values: &mut [u32], lane: u64, warp: u64) {
        let count = values.len() as u64;
        let memory = shared::dynamic::<u32>(0, THREADS * count as u32);
        let place = |new: usize, warp: u64| ((warp * count + new as u64) * 32 + lane) as u32;
        for (new, &value) in values.iter().enumerate() {
            memory.set(place(new, warp), value);
        }
        sync_threads();
        for (new, value) in values.iter_mut().enumerate() {
            let meeting = (0..u64::from(WARPS)).filter(|other| (other ^ warp) & !self.plan.warp_mask() == 0);
            *value = meeting.fold(0u32, |sum, other| sum.wrapping_add(memory.get(place(new, other))));
        }
    }
}

/// Instructions on shared memory that a reduction takes, after its sums were compared.
fn reduced(layout: &LinearLayout, axis: usize, way: Way, random: &mut Random) -> u64 {
    let plan = reduction_plan(layout, axis, 32).unwrap();
    let count = layout.outs().points() as usize;
    let elements: Vec<u32> = (0..count).map(|_| random.bits() as u32).collect();
    let executor = Executor::with(Options::new().profile(true));
    let own = 1usize << plan.register_bits().len();
    let (from, to) = (Buffer::of(&executor, &elements), Buffer::poisoned(&executor, own * THREADS as usize));
    let case = Case { layout, plan: &plan, input: from.at(), output: to.at() };
    let bytes = match way {
        Way::Planned if plan.warp_mask() == 0 => 0,
        Way::Planned => 4 * plan.memory().outs().points() as u32,
        Way::OneByOne => 4 * THREADS * own as u32,
    };
    launch(&executor, shape(1, THREADS).dynamic(bytes), || case.run(way));

    // Coordinates of the tensor to that of the result.
    let tensor = |flat: u64, axis: usize| {
        let place = layout.outs().position(Dim::tensor(axis)).unwrap();
        layout.outs().part(flat, place)
    };
    let mut sums = vec![0u32; layout.outs().size(Dim::tensor(1 - axis)).unwrap() as usize];
    for (flat, &element) in (0..).zip(&elements) {
        let sum = &mut sums[tensor(flat, 1 - axis) as usize];
        *sum = sum.wrapping_add(element);
    }
    for (at, value) in to.read().into_iter().enumerate() {
        let (thread, new) = ((at / own) as u64, (at % own) as u64);
        let coordinate = image(plan.result(), new, thread % 32, thread / 32);
        assert_eq!(value, sums[coordinate as usize], "{layout} along {axis}: register {new} of thread {thread}");
    }
    let profile = executor.take_profile();
    let rows = profile.rows().iter().filter(|row| row.space == Space::Shared);
    rows.map(|row| {
        assert!(way == Way::OneByOne || row.measured == row.ideal, "conflicts: {row:?}");
        row.requests
    })
    .sum()
}

fn blocked<'a>(
    size_per_thread: &'a [u64],
    threads_per_warp: &'a [u64],
    warps_per_cta: &'a [u64],
    order: &'a [usize],
) -> Blocked<'a> {
    Blocked { size_per_thread, threads_per_warp, warps_per_cta, order, cluster: None }
}

fn mma<'a>(warps_per_cta: &'a [u64], instr_shape: &'a [u64]) -> NvidiaMma<'a> {
    NvidiaMma { version: MmaVersion::Two, warps_per_cta, instr_shape, cluster: None }
}

fn operand(mma: NvidiaMma<'_>, operand: Operand, shape: &[u64]) -> LinearLayout {
    DotOperand { parent: Multiplier::Nvidia(mma), operand, k_width: 2 }.to_linear_layout(shape).unwrap()
}

/// The layouts of a family for a shape.
fn layouts(family: &str, [m, n]: [u64; 2]) -> Vec<LinearLayout> {
    // A tensor with an axis more, which is summed away: what is left has copies in lanes and warps.
    let with = |axis: usize, size: u64| {
        let mut shape = vec![m, n];
        shape.insert(axis, size);
        shape
    };
    let of = |layout: Result<LinearLayout, _>| -> LinearLayout { layout.unwrap() };
    match family {
        "blocked" => vec![
            of(blocked(&[1, 4], &[4, 8], &[4, 1], &[1, 0]).to_linear_layout(&[m, n])),
            of(blocked(&[4, 1], &[8, 4], &[2, 2], &[0, 1]).to_linear_layout(&[m, n])),
        ],
        "mma" => vec![
            of(mma(&[2, 2], &[16, 8]).to_linear_layout(&[m, n])),
            of(mma(&[4, 1], &[16, 8]).to_linear_layout(&[m, n])),
        ],
        "mma input" => vec![
            operand(mma(&[2, 2], &[16, 8]), Operand::A, &[m, n]),
            operand(mma(&[2, 2], &[16, 8]), Operand::B, &[m, n]),
        ],
        "sliced blocked" => vec![
            of(sliced(&of(blocked(&[1, 2, 4], &[4, 2, 4], &[2, 1, 2], &[2, 1, 0]).to_linear_layout(&with(1, 4))), 1)),
            of(sliced(&of(blocked(&[2, 1, 2], &[2, 4, 4], &[1, 2, 2], &[0, 2, 1]).to_linear_layout(&with(0, 4))), 0)),
        ],
        "sliced mma" => vec![of(sliced(&of(mma(&[2, 2, 1], &[1, 16, 8]).to_linear_layout(&with(0, 4))), 0))],
        "sliced mma input" => vec![of(sliced(&operand(mma(&[2, 2, 1], &[1, 16, 8]), Operand::A, &with(0, 4)), 0))],
        _ => {
            // None of the families: bits of the two axes alternate, the highest of each in a warp.
            let (rows, columns) = (m.ilog2(), n.ilog2());
            let mut images: Vec<u64> = Vec::new();
            for bit in 0..rows.max(columns) {
                images.extend((bit < rows).then_some(1 << bit));
                images.extend((bit < columns).then_some(m << bit));
            }
            let own = images.len() - 7;
            let (register, rest) = images.split_at(own);
            let (lane, warp) = rest.split_at(5);
            let images: Vec<u64> = [register, lane, warp].concat();
            let bits = |dim: Dim, count: usize| (dim, count as u32);
            let ins = [bits(Dim::REGISTER, own), bits(Dim::LANE, 5), bits(Dim::WARP, 2)];
            let outs = [(Dim::tensor(0), rows), (Dim::tensor(1), columns)];
            let space = |dims: &[(Dim, u32)]| lego_algebra::linear::Space::new(dims).unwrap();
            vec![LinearLayout::new(space(&ins), space(&outs), &images).unwrap()]
        }
    }
}

#[test]
fn the_110_reductions_of_table_4_are_right_and_take_fewer_instructions() {
    let mut random = Random::fresh();
    let mut cases = 0;
    // The family, and by how much less than one by one the paper's instructions are, where it has both.
    for (family, fewer) in [
        ("blocked", Some(76)),
        ("mma", Some(40)),
        ("mma input", None),
        ("sliced blocked", Some(30)),
        ("sliced mma", None),
        ("sliced mma input", None),
        ("custom", None),
    ] {
        let [mut planned, mut one_by_one] = [0; 2];
        for shape in SHAPES {
            for layout in layouts(family, shape) {
                for axis in 0..2 {
                    planned += reduced(&layout, axis, Way::Planned, &mut random);
                    one_by_one += reduced(&layout, axis, Way::OneByOne, &mut random);
                    cases += 1;
                }
            }
        }
        assert!(planned * 100 <= one_by_one * (100 - fewer.unwrap_or(30)), "{family}: {planned} of {one_by_one}");
        println!("{family}: {planned} instead of {one_by_one}, {} % fewer", 100 - planned * 100 / one_by_one);
    }
    assert_eq!(cases, 110);
}

//! A reduction along an axis: within threads, by shuffles within warps, and through shared memory between warps that need it.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::families::sliced;
use super::super::layout::LinearLayout;
use super::super::space::Space;
use super::broadcast::BroadcastMasks;
use super::price::Price;
use super::vectorise::{WIDEST, element_log};
use super::vectors::Vectors;
use lego_core::f2::{BITS, ones};

/// How the elements along an axis of a tensor in registers come to one value each.
///
/// 1. A thread adds the registers whose bits under [`register_mask`](Self::register_mask) are all that differs. What is left are the
///    registers of [`result`](Self::result), in their order; copies of an element in a thread are left out.
/// 2. For each bit of [`lane_mask`](Self::lane_mask), lanes that differ in it add what they have (`shuffle_xor`).
/// 3. Where [`warp_mask`](Self::warp_mask) has bits, what each warp has goes to shared memory, by those threads that
///    [`writes`](Self::writes) names, so that no value is there twice; then every thread reads and adds its values of all warps that
///    differ in the mask. Registers that are neighbours there move together.
///
/// Warps, lanes and registers that hold copies of an element never add it twice: the masks have bits that lead along the axis
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReductionPlan {
    result: LinearLayout,
    memory: LinearLayout,
    kept: Vectors,
    masks: [u64; 3],
    copies: [u64; 2],
    log_elements: u32,
    price: Price,
}

impl ReductionPlan {
    /// The layout of the result: register, lane, warp to the coordinates without the axis. All threads have it.
    #[must_use]
    pub fn result(&self) -> &LinearLayout {
        &self.result
    }

    /// Bits of a register's number that lead along the axis.
    #[must_use]
    pub fn register_mask(&self) -> u64 {
        self.masks[0]
    }

    /// Bits of a lane's number that lead along the axis.
    #[must_use]
    pub fn lane_mask(&self) -> u64 {
        self.masks[1]
    }

    /// Bits of a warp's number that lead along the axis.
    #[must_use]
    pub fn warp_mask(&self) -> u64 {
        self.masks[2]
    }

    /// Bit k of the number of a register of the result is bit `register_bits()[k]` of its number in the layout.
    #[must_use]
    pub fn register_bits(&self) -> &[u64] {
        &self.kept
    }

    /// Whether a thread stores its values between warps: of those that have the same one does.
    #[must_use]
    pub fn writes(&self, lane: u64, warp: u64) -> bool {
        lane & (self.masks[1] | self.copies[0]) == 0 && warp & self.copies[1] == 0
    }

    /// Register, lane and warp to the offset of a value between warps, in elements; along the axis warps stand apart.
    #[must_use]
    pub fn memory(&self) -> &LinearLayout {
        &self.memory
    }

    /// The elements of an access of shared memory: registers that are neighbours in it.
    #[must_use]
    pub fn elements(&self) -> u64 {
        1 << self.log_elements
    }

    /// What a thread that writes does.
    #[must_use]
    pub fn price(&self) -> Price {
        self.price
    }
}

/// The reduction of a tensor in registers along an axis, with elements of a width.
///
/// # Errors
/// If the layout is not distributed (each image 0 or a single bit, no bit twice), has no in dim `register` or no such axis, or
/// spreads the axis over blocks; or if the width is none.
///
/// ```
/// use lego_algebra::linear::{families::Blocked, plans::reduction_plan};
/// let blocked = Blocked {
///     size_per_thread: &[1, 4], threads_per_warp: &[4, 8], warps_per_cta: &[4, 1], order: &[1, 0], cluster: None,
/// };
/// let layout = blocked.to_linear_layout(&[128, 128]).unwrap();
/// // Along rows: no warp has a part of another's row, so that nothing goes through shared memory.
/// let rows = reduction_plan(&layout, 1, 32).unwrap();
/// assert_eq!((rows.lane_mask(), rows.warp_mask(), rows.price().accesses), (0b111, 0, 0));
/// // Along columns four warps meet; a thread has 16 columns, four in an access.
/// let columns = reduction_plan(&layout, 0, 32).unwrap();
/// assert_eq!((columns.warp_mask(), columns.elements(), columns.price().accesses), (0b11, 4, 4 + 4 * 4));
/// ```
pub fn reduction_plan(layout: &LinearLayout, axis: usize, element_bits: u64) -> Result<ReductionPlan, Error> {
    let element = element_log(element_bits)?;
    layout.ins().find(Dim::REGISTER, Side::In)?;
    if !layout.is_distributed() {
        return Err(Error::Form {
            wanted: "an image is no single bit, or one comes twice: only distributed layouts are reduced",
        });
    }
    let result = sliced(layout, axis)?;
    let along = layout.out_mask(&[Dim::tensor(axis)])?;
    let mask = |dim: Dim| {
        let bits = layout.basis(dim).iter().enumerate().filter(|(_, image)| **image & along != 0);
        bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
    };
    let masks = [Dim::REGISTER, Dim::LANE, Dim::WARP].map(mask);
    if mask(Dim::BLOCK) != 0 {
        return Err(Error::Form { wanted: "blocks share no memory: reduce within each, and then what they have" });
    }
    let copies = BroadcastMasks::of(layout);
    let images = layout.basis(Dim::REGISTER).iter().enumerate();
    let kept = Vectors::of(images.filter(|(_, image)| **image & !along != 0).map(|(bit, _)| bit as u64));
    let own = kept.len() as u32;
    let log_elements = own.min(WIDEST.ilog2() - element);
    let copies = [copies.mask(Dim::LANE), copies.mask(Dim::WARP)];
    let memory = exchange(&result, masks, copies, log_elements)?;
    let meeting = masks[2].count_ones();
    let accesses = 1 << (own - log_elements);
    // Values narrower than a word go alone.
    let words = (1u64 << own).saturating_mul(element_bits.div_ceil(32));
    let mut price = Price { shuffles: words * u64::from(masks[1].count_ones()), ..Price::default() };
    if meeting > 0 {
        price.accesses = accesses + (accesses << meeting);
        price.barriers = 1;
    }
    Ok(ReductionPlan { result, memory, kept, masks, copies, log_elements, price })
}

/// Where values stand between warps: first the registers of an access, then the lanes, so that a warp's accesses are neighbours,
/// then all other registers, the warps that have other values, and at last those along the axis.
fn exchange(
    result: &LinearLayout,
    masks: [u64; 3],
    copies: [u64; 2],
    log_elements: u32,
) -> Result<LinearLayout, Error> {
    let bits = |dim: Dim| result.ins().bits(dim).unwrap_or(0);
    let [registers, lanes, warps] = [Dim::REGISTER, Dim::LANE, Dim::WARP].map(bits);
    let own = |count: u32, without: u64| (0..count).filter(move |bit| without >> bit & 1 == 0);
    let (mut columns, mut next) = ([0; BITS], 0u32);
    let mut place = |column: u32| {
        columns[column as usize] = 1 << next;
        next += 1;
    };
    (0..log_elements).for_each(&mut place);
    own(lanes, masks[1] | copies[0]).map(|bit| registers + bit).for_each(&mut place);
    (log_elements..registers).for_each(&mut place);
    own(warps, masks[2] | copies[1]).map(|bit| registers + lanes + bit).for_each(&mut place);
    own(warps, !masks[2]).map(|bit| registers + lanes + bit).for_each(&mut place);
    let ins = Space::new(&[(Dim::REGISTER, registers), (Dim::LANE, lanes), (Dim::WARP, warps)])?;
    let used = columns.iter().fold(0, |used, column| used | column);
    debug_assert_eq!(used, ones(next));
    LinearLayout::new(ins, Space::new(&[(Dim::OFFSET, next)])?, &columns[..(registers + lanes + warps) as usize])
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::{any_distributed, any_space};
    use super::*;
    use random::Random;
    use std::collections::HashMap;
    use std::vec;
    use std::vec::Vec;

    /// What all threads hold at the end, by the steps that the plan names; `None` in memory that nobody wrote.
    fn simulate(
        plan: &ReductionPlan,
        layout: &LinearLayout,
        element: impl Fn(u64) -> u64,
    ) -> HashMap<(u64, u64, u64), u64> {
        let bits = |dim: Dim| layout.ins().bits(dim).unwrap_or(0);
        let [registers, lanes, warps] = [Dim::REGISTER, Dim::LANE, Dim::WARP].map(bits);
        let at = |register: u64, lane: u64, warp: u64| {
            let mut point = 0;
            for (place, (dim, ..)) in layout.ins().iter().enumerate() {
                let coordinate = match dim {
                    Dim::REGISTER => register,
                    Dim::LANE => lane,
                    Dim::WARP => warp,
                    _ => 0,
                };
                point |= layout.ins().mask(place) & (coordinate << layout.ins().mask(place).trailing_zeros().min(63));
            }
            element(layout.apply_flat(point))
        };
        let own = 1u64 << plan.register_bits().len();
        let number =
            |new: u64| plan.register_bits().iter().enumerate().fold(0, |old, (k, bit)| old | (new >> k & 1) << bit);
        let mut held: HashMap<(u64, u64, u64), u64> = HashMap::new();
        for (warp, lane, new) in product(1 << warps, 1 << lanes, own) {
            let folded = (0..1u64 << registers).filter(|register| register & !plan.register_mask() == 0);
            held.insert((new, lane, warp), folded.map(|register| at(number(new) | register, lane, warp)).sum());
        }
        for bit in (0..lanes).filter(|bit| plan.lane_mask() >> bit & 1 != 0) {
            let before = held.clone();
            held.iter_mut().for_each(|(&(new, lane, warp), value)| *value += before[&(new, lane ^ 1 << bit, warp)]);
        }
        if plan.warp_mask() == 0 {
            return held;
        }
        let mut memory: Vec<Option<u64>> = vec![None; plan.memory().outs().points() as usize];
        let offset = |new, lane, warp| plan.memory().apply(&[new, lane, warp]).unwrap()[0] as usize;
        for (warp, lane, new) in product(1 << warps, 1 << lanes, own).filter(|&(warp, lane, _)| plan.writes(lane, warp))
        {
            let twice = memory[offset(new, lane, warp)].replace(held[&(new, lane, warp)]);
            assert_eq!(twice, None, "{layout}");
        }
        for (warp, lane, new) in product(1 << warps, 1 << lanes, own) {
            let meeting = (0..1u64 << warps).filter(|other| (other ^ warp) & !plan.warp_mask() == 0);
            let sum = meeting.map(|other| memory[offset(new, lane, other)].expect("written")).sum();
            held.insert((new, lane, warp), sum);
        }
        // Registers of an access are neighbours, from a multiple of their number on.
        for (warp, lane, new) in product(1 << warps, 1 << lanes, own) {
            let first = new & !(plan.elements() - 1);
            assert_eq!(offset(first, lane, warp) as u64 % plan.elements(), 0);
            assert_eq!(offset(new, lane, warp) as u64, offset(first, lane, warp) as u64 + new - first);
        }
        held
    }

    fn product(a: u64, b: u64, c: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        (0..a).flat_map(move |x| (0..b).flat_map(move |y| (0..c).map(move |z| (x, y, z))))
    }

    #[test]
    fn every_element_is_added_once_and_everybody_has_the_sum() {
        let mut random = Random::fresh();
        let (mut through_memory, mut alone) = (0, 0);
        for _ in 0..300 {
            let outs = any_space(&mut random, &["dim0", "dim1"], 8);
            let layout = any_distributed(&mut random, outs);
            let axis = random.index(2);
            let Ok(plan) = reduction_plan(&layout, axis, 32) else { continue };
            let value = |element: u64| element.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let mut sums: HashMap<u64, u64> = HashMap::new();
            let along = layout.out_mask(&[Dim::tensor(axis)]).unwrap();
            for element in 0..1u64 << outs.total_bits() {
                *sums.entry(element & !along).or_default() += value(element);
            }
            let other = layout.outs().position(Dim::tensor(1 - axis)).unwrap();
            for ((new, lane, warp), sum) in simulate(&plan, &layout, value) {
                let mut point = 0;
                for (place, (dim, ..)) in plan.result().ins().iter().enumerate() {
                    let coordinate = match dim {
                        Dim::REGISTER => new,
                        Dim::LANE => lane,
                        Dim::WARP => warp,
                        _ => 0,
                    };
                    point |= plan.result().ins().mask(place)
                        & (coordinate << plan.result().ins().mask(place).trailing_zeros().min(63));
                }
                let coordinate = plan.result().apply_flat(point);
                let element = coordinate << layout.outs().mask(other).trailing_zeros().min(63);
                assert_eq!(sum, sums[&element], "{layout} along {axis}");
            }
            through_memory += u32::from(plan.warp_mask() != 0);
            alone += u32::from(plan.warp_mask() == 0);
        }
        assert!(through_memory > 40 && alone > 40, "{through_memory} {alone}");
    }

    #[test]
    fn what_cannot_be_reduced_is_refused() {
        let x = [(Dim::tensor(0), 4)];
        let layout = |bases: &[(Dim, &[&[u64]])]| LinearLayout::from_bases(bases, &x).unwrap();
        let twice = layout(&[(Dim::REGISTER, &[&[1], &[3]])]);
        assert!(matches!(reduction_plan(&twice, 0, 32), Err(Error::Form { .. })));
        let blocks = layout(&[(Dim::REGISTER, &[&[1]]), (Dim::BLOCK, &[&[2]])]);
        assert!(matches!(reduction_plan(&blocks, 0, 32), Err(Error::Form { .. })));
        let plain = layout(&[(Dim::REGISTER, &[&[1], &[2]])]);
        assert!(reduction_plan(&plain, 1, 32).is_err() && reduction_plan(&plain, 0, 12).is_err());
        assert_eq!(reduction_plan(&plain, 0, 32).unwrap().price(), Price::default());
        assert!(reduction_plan(&layout(&[(Dim::LANE, &[&[1], &[2]])]), 0, 32).is_err());
    }
}

//! A gather along an axis by shuffles: result[…, i, …] = source[…, index[…, i, …], …].

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::super::space::Space;
use super::price::Price;
use super::vectorise::element_log;
use super::vectors::{Vectors, sum};

/// The shuffles of a gather along an axis. The indices have the layout of the result; source and result have one layout but for the
/// size of the axis.
///
/// For each register of the result a lane goes through the registers that the source has along the axis: in each round it reads
/// that register of the lane where the element is, if it is there, and keeps the value of the round whose register is the
/// element's. (The paper has a round for each lane along the axis, which reads half of the elements wrong on two lanes with
/// four registers.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatherPlan {
    /// The place of a coordinate along the axis: registers and lanes.
    back: LinearLayout,
    /// The register and lane bits that lead along the axis.
    register_mask: u64,
    lane_mask: u64,
    registers: u32,
    words: u64,
    results: u64,
}

/// Where the element of an index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatherSource {
    /// The lane to read from.
    pub lane: u64,
    /// The register to keep.
    pub register: u64,
}

impl GatherPlan {
    /// Shuffles for each register of the result: registers of the source along the axis.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        1u64.checked_shl(self.register_mask.count_ones()).unwrap_or(u64::MAX)
    }

    /// The register that is read in a round, for a register of the result: its place across the axis, and the round's along it.
    #[must_use]
    pub fn register(&self, result: u64, round: u64) -> u64 {
        let along = super::swizzle::units(self.register_mask);
        (result & !self.register_mask) | sum(&Vectors::of(along), round)
    }

    /// Where lane `lane` finds the element for its register `result`, given an index below the size of the axis.
    #[must_use]
    pub fn source(&self, lane: u64, result: u64, index: u64) -> GatherSource {
        let place = self.back.apply_flat(index);
        let register = place & super::super::space::ones(self.registers);
        GatherSource {
            lane: (lane & !self.lane_mask) | place.checked_shr(self.registers).unwrap_or(0),
            register: (result & !self.register_mask) | register,
        }
    }

    /// What it takes for all registers of the result: a shuffle for each round and word, and a selection after all but the first.
    #[must_use]
    pub fn price(&self) -> Price {
        let once = |count: u64| count.saturating_mul(self.words).saturating_mul(self.results);
        Price { shuffles: once(self.rounds()), selects: once(self.rounds() - 1), ..Price::default() }
    }
}

/// The gather along an axis of a tensor with this layout, if no element leaves its warp.
///
/// # Errors
/// If a warp has not all elements along the axis (then it goes through shared memory), the layout is not distributed, there is no such
/// axis, or the width is none.
pub fn gather_plan(layout: &LinearLayout, axis: Dim, element_bits: u64) -> Result<GatherPlan, Error> {
    let element = element_log(element_bits)?;
    let layout = layout.without_broadcast_registers()?;
    layout.ins().find(Dim::LANE, Side::In)?;
    let place = layout.outs().find(axis, Side::Out)?;
    if !layout.is_distributed() {
        return Err(Error::Form {
            wanted: "an image is no single bit, or one comes twice: only distributed layouts are gathered from",
        });
    }
    if layout.basis(Dim::LANE).len() > 5 {
        return Err(Error::Form { wanted: "shuffles are for warps of at most 32 lanes" });
    }
    for &dim in layout.ins().dims().iter().filter(|&&dim| dim != Dim::REGISTER && dim != Dim::LANE) {
        if layout.input_basis_mask(dim, &[axis])? != 0 {
            return Err(Error::Form {
                wanted: "a warp has not all elements along the axis: gather through shared memory",
            });
        }
    }
    let (register_mask, lane_mask) =
        (layout.input_basis_mask(Dim::REGISTER, &[axis])?, layout.input_basis_mask(Dim::LANE, &[axis])?);
    let registers = layout.basis(Dim::REGISTER).len() as u32;
    let lanes = layout.basis(Dim::LANE).len() as u32;
    let mut columns = Vectors::EMPTY;
    for (dim, bits) in [(Dim::REGISTER, registers), (Dim::LANE, lanes)] {
        (0..bits as usize).for_each(|bit| columns.push(layout.outs().part(layout.basis(dim)[bit], place)));
    }
    let ins = Space::new(&[(Dim::REGISTER, registers), (Dim::LANE, lanes)])?;
    let outs = Space::new(&[(axis, layout.outs().bits(axis).unwrap_or(0))])?;
    Ok(GatherPlan {
        back: LinearLayout::new(ins, outs, &columns)?.pseudoinvert()?,
        register_mask,
        lane_mask,
        registers,
        words: 1 << element.saturating_sub(5),
        results: 1u64.checked_shl(registers).unwrap_or(u64::MAX),
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::{any_distributed, any_space};
    use super::*;
    use random::Random;
    use std::vec::Vec;

    /// A gather of one warp, round by round, against the definition.
    fn simulate(layout: &LinearLayout, axis: Dim, plan: &GatherPlan, random: &mut Random) {
        let layout = layout.without_broadcast_registers().unwrap();
        let place = layout.outs().position(axis).unwrap();
        let (r, lanes) = (layout.basis(Dim::REGISTER).len(), layout.basis(Dim::LANE).len());
        let (start, size) =
            (layout.outs().mask(place).trailing_zeros().min(63), 1u64 << layout.outs().bits(axis).unwrap());
        let warps = layout.ins().total_bits() - r - lanes;
        let warp = random.below(1 << warps);
        let element = |lane: u64, register: u64| layout.apply_flat((warp << lanes | lane) << r | register);
        for lane in 0..1u64 << lanes {
            for result in 0..1u64 << r {
                let index = random.below(size);
                let wanted = (element(lane, result) & !layout.outs().mask(place)) | index << start;
                let source = plan.source(lane, result, index);
                let kept: Vec<u64> = (0..plan.rounds())
                    .map(|round| plan.register(result, round))
                    .filter(|&register| register == source.register)
                    .map(|register| element(source.lane, register))
                    .collect();
                assert_eq!(kept, [wanted], "{layout}");
            }
        }
    }

    #[test]
    fn every_lane_gets_the_element_of_its_index() {
        let mut random = Random::fresh();
        let mut found = 0;
        for _ in 0..3000 {
            let outs = any_space(&mut random, &["dim0", "dim1"], 8);
            let layout = any_distributed(&mut random, outs);
            let axis = Dim::tensor(random.index(2));
            let moved = layout.without_broadcast_registers().unwrap();
            match gather_plan(&layout, axis, 32) {
                Ok(plan) => {
                    found += 1;
                    let bits = moved.input_basis_mask(Dim::REGISTER, &[axis]).unwrap().count_ones();
                    assert_eq!(plan.rounds(), 1 << bits);
                    simulate(&layout, axis, &plan, &mut random);
                }
                Err(Error::Form { .. }) => assert_ne!(moved.input_basis_mask(Dim::WARP, &[axis]), Ok(0)),
                Err(error) => panic!("{error}"),
            }
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn registers_of_64_bits_are_no_limit_that_overflows() {
        let axis = Dim::tensor(0);
        let images: [u64; 64] = core::array::from_fn(|k| 1 << k);
        let ins = Space::new(&[(Dim::REGISTER, 64), (Dim::LANE, 0)]).unwrap();
        let layout = LinearLayout::new(ins, Space::new(&[(axis, 64)]).unwrap(), &images).unwrap();
        let plan = gather_plan(&layout, axis, 32).unwrap();
        assert_eq!((plan.rounds(), plan.price().shuffles), (u64::MAX, u64::MAX));
        assert_eq!(plan.source(0, 0, u64::MAX), GatherSource { lane: 0, register: u64::MAX });
        let still = super::super::shuffle_plan(&layout, &layout, 32).unwrap();
        assert_eq!((still.rounds(), still.receive(0, 0, 0).source_lane), (0, 0));
        let access = super::super::vectorization(&layout, &[0], 8).unwrap();
        assert_eq!((access.elements(), access.price().accesses), (16, 1 << 60));
    }

    #[test]
    fn two_lanes_with_four_registers_take_four_rounds() {
        let axis = Dim::tensor(0);
        let layout = LinearLayout::from_bases(&[(Dim::REGISTER, &[&[1], &[2]]), (Dim::LANE, &[&[4]])], &[(axis, 8)]);
        let plan = gather_plan(&layout.unwrap(), axis, 32).unwrap();
        assert_eq!((plan.rounds(), plan.price().shuffles, plan.price().selects), (4, 16, 12));
        assert!(gather_plan(&layout.unwrap(), Dim::tensor(1), 32).is_err());
    }
}

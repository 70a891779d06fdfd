//! A gather along an axis by shuffles: result[…, i, …] = source[…, index[…, i, …], …].

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::price::Price;
use super::vectorise::element_log;
use super::vectors::Vectors;
use super::wavefronts::MOST_LANES;
use lego_core::f2::{BITS, Echelon, Matrix, image, ones};

/// The shuffles of a gather along an axis. The result has the layout of the indices; the source has that or another one.
///
/// For each register of the result a lane goes through the registers of the source that may have its element: in each round it
/// reads that register of the lane where the element is, if it is there, and keeps the value of the round whose register is the
/// element's. (The paper has a round for each lane along the axis, which reads half of the elements wrong on two lanes with
/// four registers.)
///
/// Law: both layouts are linear, so the place of an element in the source is the sum of two maps: where the source has the element
/// with coordinate 0 on the axis, of the place of the result, and what a coordinate adds to it, of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatherPlan {
    /// From a place of the result, registers first, then lanes and warps, to the register and lane of coordinate 0.
    base: Matrix,
    /// What the bits of a coordinate add to it.
    along: Matrix,
    /// The registers between which index and lane choose.
    rounds: Vectors,
    /// The bits of a register and of a lane, in the source and in the result.
    registers: u32,
    result_registers: u32,
    lanes: u32,
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
    /// Shuffles for each register of the result: registers of the source that may have its element.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        1u64.checked_shl(self.rounds.len() as u32).unwrap_or(u64::MAX)
    }

    /// The register that is read in a round, for a register of the result.
    #[must_use]
    pub fn register(&self, result: u64, round: u64) -> u64 {
        self.base.apply(result & ones(self.result_registers)) & ones(self.registers) ^ image(&self.rounds, round)
    }

    /// Where lane `lane` of the first warp finds the element for its register `result`, given an index below the size of the axis.
    #[must_use]
    pub fn source(&self, lane: u64, result: u64, index: u64) -> GatherSource {
        self.source_of_warp(0, lane, result, index)
    }

    /// The same for any warp: where the layouts differ, lanes and registers may depend on it. The number of a warp counts on into
    /// further dims of the layout, as the block.
    #[must_use]
    pub fn source_of_warp(&self, warp: u64, lane: u64, result: u64, index: u64) -> GatherSource {
        let shifted = |word: u64, by: u32| word.checked_shl(by).unwrap_or(0);
        let thread = (lane & ones(self.lanes)) | shifted(warp, self.lanes);
        let place = (result & ones(self.result_registers)) | shifted(thread, self.result_registers);
        let place = self.base.apply(place) ^ self.along.apply(index);
        GatherSource { lane: place.checked_shr(self.registers).unwrap_or(0), register: place & ones(self.registers) }
    }

    /// What it takes for all registers of the result: a shuffle for each round and word, and a selection after all but the first.
    #[must_use]
    pub fn price(&self) -> Price {
        let once = |count: u64| count.saturating_mul(self.words).saturating_mul(self.results);
        Price { shuffles: once(self.rounds()), selects: once(self.rounds() - 1), ..Price::default() }
    }
}

/// The gather along an axis of a tensor with this layout, if no element leaves its warp. The indices and the result have the same
/// layout.
///
/// # Errors
/// If a warp has not all elements along the axis (then it goes through shared memory), the layout is not distributed, there is no such
/// axis, or the width is none.
pub fn gather_plan(layout: &LinearLayout, axis: Dim, element_bits: u64) -> Result<GatherPlan, Error> {
    gather_plan_between(layout, layout, axis, element_bits)
}

/// The gather along an axis of a tensor with the layout `source`, by indices with a layout of their own, which is the layout of the
/// result too, if no element leaves its warp. The axis may have another size there.
///
/// # Errors
/// As [`gather_plan`], and if the layouts differ in the size of another axis or in the number of lanes or warps.
///
/// ```
/// use lego_algebra::linear::plans::{GatherSource, gather_plan_between};
/// use lego_algebra::linear::{Dim, LinearLayout};
/// let layout = |text| LinearLayout::parse(text).unwrap();
/// // The source has 4 elements in each of 2 lanes, the indices alternate between the lanes.
/// let (source, index) = (layout("register: (1) (2); lane: (4) -> x: 8"), layout("register: (2) (4); lane: (1) -> x: 8"));
/// let plan = gather_plan_between(&source, &index, Dim::named("x"), 32).unwrap();
/// assert_eq!((plan.rounds(), plan.source(0, 3, 6)), (4, GatherSource { lane: 1, register: 2 }));
/// ```
pub fn gather_plan_between(
    source: &LinearLayout,
    index: &LinearLayout,
    axis: Dim,
    element_bits: u64,
) -> Result<GatherPlan, Error> {
    let element = element_log(element_bits)?;
    let source = source.without_broadcast_registers()?;
    let result = index.transpose_outs(source.outs().dims())?.without_broadcast_registers()?;
    let (place, result_place) = (source.outs().find(axis, Side::Out)?, result.outs().find(axis, Side::Out)?);
    for layout in [&source, &result] {
        layout.ins().find(Dim::LANE, Side::In)?;
        if !layout.is_distributed() {
            return Err(Error::Form {
                wanted: "an image is no single bit, or one comes twice: only distributed layouts are gathered from",
            });
        }
        if layout.basis(Dim::LANE).len() > MOST_LANES {
            return Err(Error::Form { wanted: "shuffles are for warps of at most 64 lanes" });
        }
    }
    for ((dim, one, _), (_, other, _)) in source.outs().iter().zip(result.outs().iter()) {
        if one != other && dim != axis {
            return Err(Error::Sizes { dim, one, other });
        }
    }
    // What the threads of both have in common: the same lanes, and the same of every dim but the registers.
    let is_other = |dim: &Dim| *dim != Dim::REGISTER && *dim != Dim::LANE;
    for &dim in source.ins().dims().iter().chain(result.ins().dims()).filter(|&&dim| dim != Dim::REGISTER) {
        let (one, other) = (source.basis(dim).len() as u32, result.basis(dim).len() as u32);
        if one != other {
            return Err(Error::Sizes { dim, one, other });
        }
    }
    let (registers, lanes) = (source.basis(Dim::REGISTER).len(), source.basis(Dim::LANE).len());
    let mut held = Echelon::EMPTY;
    source.basis(Dim::REGISTER).iter().chain(source.basis(Dim::LANE)).for_each(|&image| {
        held.add(image);
    });
    // Where a warp of the source has an element, of those that its registers and lanes have.
    let found = |image: u64| {
        held.express(image)
            .ok_or(Error::Form { wanted: "a warp has not all elements along the axis: gather through shared memory" })
    };
    let first = |image: u64| {
        let image = image & !result.outs().mask(result_place);
        // A larger axis of the result is cut off: its coordinate is 0.
        result.outs().carried(image, source.outs())
    };
    let mut base = Vectors::EMPTY;
    for &image in result.basis(Dim::REGISTER) {
        base.push(found(first(image))?);
    }
    for (k, &image) in result.basis(Dim::LANE).iter().enumerate() {
        let own = source.basis(Dim::LANE)[k] == first(image);
        // What several lanes hold, each has from itself.
        base.push(if own { 1 << (registers + k) } else { found(first(image))? });
    }
    for dim in result.ins().dims().iter().filter(|dim| is_other(dim)) {
        for (&image, &there) in result.basis(*dim).iter().zip(source.basis(*dim)) {
            base.push(found(first(image) ^ there)?);
        }
    }
    let axis_bits = source.outs().bits(axis).unwrap_or(0);
    let mut along = Vectors::EMPTY;
    for bit in 0..axis_bits {
        along.push(found(1 << (source.outs().start_at(place) + bit))?);
    }
    let (mut span, mut rounds) = (Echelon::EMPTY, Vectors::EMPTY);
    let chosen = along.iter().chain(base.iter().skip(result.basis(Dim::REGISTER).len()));
    for register in chosen.map(|&image| image & ones(registers as u32)) {
        if span.add(register) {
            rounds.push(register);
        }
    }
    let height = registers + lanes;
    Ok(GatherPlan {
        base: Matrix::fitting(height, base.len(), columns(&base)),
        along: Matrix::fitting(height, along.len(), columns(&along)),
        rounds,
        registers: registers as u32,
        result_registers: result.basis(Dim::REGISTER).len() as u32,
        lanes: lanes as u32,
        words: 1 << element.saturating_sub(5),
        results: 1u64.checked_shl(result.basis(Dim::REGISTER).len() as u32).unwrap_or(u64::MAX),
    })
}

fn columns(vectors: &Vectors) -> [u64; BITS] {
    let mut columns = [0; BITS];
    columns.iter_mut().zip(vectors.iter()).for_each(|(column, &vector)| *column = vector);
    columns
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::Space;
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

    /// Numbered elements, moved round by round: source and indices have layouts of their own, the axis another size in each.
    #[test]
    fn indices_with_a_layout_of_their_own_get_their_elements() {
        let mut random = Random::fresh();
        let (mut found, mut other, mut of_warps) = (0, 0, 0);
        for _ in 0..6000 {
            let outs = any_space(&mut random, &["dim0", "dim1"], 7);
            let axis = Dim::tensor(random.index(2));
            let sizes: std::vec::Vec<(Dim, u32)> = outs
                .iter()
                .map(|(dim, bits, _)| (dim, if dim == axis { random.below(5) as u32 } else { bits }))
                .collect();
            let (source, index) =
                (any_distributed(&mut random, outs), any_distributed(&mut random, Space::new(&sizes).unwrap()));
            let Ok(plan) = gather_plan_between(&source, &index, axis, 32) else { continue };
            found += 1;
            other += u32::from(source != index);
            let (source, index) =
                (source.without_broadcast_registers().unwrap(), index.without_broadcast_registers().unwrap());
            let index = index.transpose_outs(source.outs().dims()).unwrap();
            let [registers, lanes] = [Dim::REGISTER, Dim::LANE].map(|dim| source.ins().bits(dim).unwrap());
            let own = index.ins().bits(Dim::REGISTER).unwrap();
            let warps = source.ins().total_bits() as u32 - registers - lanes;
            of_warps += u32::from(warps > 0);
            let place = source.outs().position(axis).unwrap();
            // The number of an element: its flat point in the source.
            let element =
                |warp: u64, lane: u64, register: u64| source.apply_flat((warp << lanes | lane) << registers | register);
            for warp in 0..1u64 << warps {
                for lane in 0..1u64 << lanes {
                    for result in 0..1u64 << own {
                        let at = index.apply_flat((warp << lanes | lane) << own | result);
                        let wanted_index = random.below(1 << source.outs().bits(axis).unwrap());
                        let across: u64 = (0..2)
                            .filter(|&k| k != place)
                            .map(|k| index.outs().part(at, k) << source.outs().start_at(k))
                            .sum();
                        let wanted = across | wanted_index << source.outs().start_at(place);
                        let from = plan.source_of_warp(warp, lane, result, wanted_index);
                        let kept: Vec<u64> = (0..plan.rounds())
                            .map(|round| plan.register(result, round))
                            .filter(|&register| register == from.register)
                            .map(|register| element(warp, from.lane, register))
                            .collect();
                        assert_eq!(kept, [wanted], "{source} by {index} along {axis:?}");
                    }
                }
            }
        }
        assert!(found > 90 && other > 80 && of_warps > 8, "{found} {other} {of_warps}");
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

//! A tensor in the registers of a warp moved from one layout to another by shuffles, without shared memory.

use super::super::dim::Dim;
use super::super::error::{Error, Side};
use super::super::layout::LinearLayout;
use super::super::space::Space;
use super::price::Price;
use super::swizzle::units;
use super::vectorise::element_log;
use super::vectors::Vectors;
use super::wavefronts::MOST_LANES;
use lego_core::f2::{Echelon, image};

/// A shuffle moves so many bits of a lane.
const SHUFFLED: u32 = 5;

/// The rounds of shuffles that move a tensor from a layout to another, after section 5.4 of the paper.
///
/// In round i every lane sends one vector and receives one, from a single lane: the vectors of a round are R(i) xor the span of
/// V, I and G, where V is what both layouts have in a thread's registers, I what both have in lanes, and G pairs the other lanes of
/// the one with those of the other; R completes them to all that a warp has.
///
/// Registers are numbered in the layouts without their broadcast registers
/// ([`without_broadcast_registers`](LinearLayout::without_broadcast_registers)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShufflePlan {
    vector: Vectors,
    common: Vectors,
    paired: Vectors,
    rest: Vectors,
    /// Element to register and lane, of the layout before and after.
    from: Placed,
    to: Placed,
    moves: bool,
    words: u64,
}

/// Where a warp's element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Placed {
    back: LinearLayout,
    registers: u32,
}

impl Placed {
    fn of(layout: &LinearLayout) -> Result<Self, Error> {
        Ok(Self { back: layout.pseudoinvert()?, registers: layout.basis(Dim::REGISTER).len() as u32 })
    }

    fn place(&self, element: u64) -> u64 {
        self.back.apply_flat(element)
    }

    fn register(&self, element: u64) -> u64 {
        self.place(element) & lego_core::f2::ones(self.registers)
    }

    fn lane(&self, element: u64) -> u64 {
        self.place(element).checked_shr(self.registers).unwrap_or(0) & 31
    }
}

/// What a lane does for one element of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The lane that it receives from.
    pub source_lane: u64,
    /// The register of that lane.
    pub source_register: u64,
    /// The register of its own that the element belongs to.
    pub target_register: u64,
}

impl ShufflePlan {
    /// Rounds; 0 if nothing leaves its lane.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        if self.moves { 1 << self.rest.len() } else { 0 }
    }

    /// Elements that a lane receives in a round.
    #[must_use]
    pub fn elements_per_round(&self) -> u64 {
        1 << self.vector.len()
    }

    /// Whether anything leaves its lane.
    #[must_use]
    pub fn moves_needed(&self) -> bool {
        self.moves
    }

    /// V: what both layouts have in registers, as many as fit into a shuffle.
    #[must_use]
    pub fn vector(&self) -> &[u64] {
        &self.vector
    }

    /// I: what both have in lanes.
    #[must_use]
    pub fn common(&self) -> &[u64] {
        &self.common
    }

    /// G: sums of a lane of the one and a lane of the other.
    #[must_use]
    pub fn paired(&self) -> &[u64] {
        &self.paired
    }

    /// R: what is left of a warp's space; a round for each sum.
    #[must_use]
    pub fn rest(&self) -> &[u64] {
        &self.rest
    }

    /// What lane `lane` receives as element `k` of round `round`.
    ///
    /// Of one round and lane all elements come from one lane, and no two lanes receive from one.
    #[must_use]
    pub fn receive(&self, round: u64, lane: u64, k: u64) -> Move {
        let first = image(&self.rest, round) ^ image(&self.vector, k);
        // Lanes of the layout after are told apart by I and G; which sum of them is this lane's element follows bit by bit.
        let wanted = lane ^ self.to.lane(first);
        let mut exchanged = Echelon::EMPTY;
        self.common.iter().chain(self.paired.iter()).for_each(|&vector| {
            exchanged.add(self.to.lane(vector));
        });
        let bits = exchanged.express(wanted).unwrap_or(0);
        let high = bits >> self.common.len();
        let element = first ^ image(&self.common, bits) ^ image(&self.paired, high);
        Move {
            source_lane: self.from.lane(element),
            source_register: self.from.register(element),
            target_register: self.to.register(element),
        }
    }

    /// What it takes: in a round a shuffle for each word, and before and after it selections of the register, which depends on the
    /// lane where lanes are paired. Elements of less than 32 bits are packed in the registers that are selected.
    #[must_use]
    pub fn price(&self) -> Price {
        let shuffles = self.rounds().saturating_mul(self.words);
        let choices = (1u64 << self.paired.len()) - 1;
        Price { shuffles, selects: shuffles.saturating_mul(2 * choices), ..Price::default() }
    }
}

/// The shuffles that move a tensor of elements of a width from layout `from` to layout `to`.
///
/// If both have the same lanes in the same order nothing leaves its lane, and a permutation of registers is all. (The paper takes
/// that for granted wherever both have the same set of lanes; in another order they still have to be shuffled.)
///
/// # Errors
/// If the layouts are not distributed or not of one tensor; if lanes hold an element together (reduce to those that count first, or go
/// through shared memory), or a warp of the one has other elements than that of the other; or if the width is none.
///
/// ```
/// use lego_algebra::linear::{Dim, LinearLayout, plans::shuffle_plan};
/// // A 4×2 tensor, two elements a lane, along the columns and then along the rows.
/// let (row, column) = (Dim::tensor(0), Dim::tensor(1));
/// let layout = |register: &[&[u64]], lane: &[&[u64]]| {
///     LinearLayout::from_bases(&[(Dim::REGISTER, register), (Dim::LANE, lane)], &[(row, 4), (column, 2)]).unwrap()
/// };
/// let by_rows = layout(&[&[0, 1]], &[&[1, 0], &[2, 0]]);
/// let by_columns = layout(&[&[1, 0]], &[&[0, 1], &[2, 0]]);
/// let plan = shuffle_plan(&by_rows, &by_columns, 32).unwrap();
/// assert_eq!((plan.rounds(), plan.elements_per_round()), (2, 1));
/// ```
pub fn shuffle_plan(from: &LinearLayout, to: &LinearLayout, element_bits: u64) -> Result<ShufflePlan, Error> {
    let element = element_log(element_bits)?;
    let to = to.with_outs_of(from)?.without_broadcast_registers()?;
    let from = from.without_broadcast_registers()?;
    for layout in [&from, &to] {
        layout.ins().find(Dim::LANE, Side::In)?;
        if !layout.is_distributed() {
            return Err(Error::Form {
                wanted: "an image is no single bit, or one comes twice: only distributed layouts are converted",
            });
        }
        if layout.basis(Dim::LANE).contains(&0) {
            return Err(Error::Form {
                wanted: "lanes hold an element together: convert from and to the lanes that count, or through shared memory",
            });
        }
        if layout.basis(Dim::LANE).len() > MOST_LANES {
            return Err(Error::Form { wanted: "shuffles are for warps of at most 64 lanes" });
        }
    }
    let (lanes, lanes_after) = (from.basis(Dim::LANE), to.basis(Dim::LANE));
    if lanes.len() != lanes_after.len() {
        return Err(Error::Sizes { dim: Dim::LANE, one: lanes.len() as u32, other: lanes_after.len() as u32 });
    }
    for dim in [Dim::WARP, Dim::BLOCK] {
        if from.basis(dim) != to.basis(dim) {
            return Err(Error::Form {
                wanted: "a warp of the one layout has other elements than that of the other: they move through shared memory",
            });
        }
    }
    let set = |vectors: &[u64]| vectors.iter().fold(0, |all, &unit| all | unit);
    let registers = set(from.basis(Dim::REGISTER)) & set(to.basis(Dim::REGISTER));
    let fit = SHUFFLED.saturating_sub(element) as usize;
    let vector = Vectors::of(from.basis(Dim::REGISTER).iter().copied().filter(|unit| registers & unit != 0).take(fit));
    let common = Vectors::of(lanes.iter().copied().filter(|unit| lanes_after.contains(unit)));
    let leaving = set(lanes) & !set(lanes_after);
    let coming = set(lanes_after) & !set(lanes);
    let paired = Vectors::of(units(leaving).zip(units(coming)).map(|(one, other)| one ^ other));
    let mut basis = Echelon::EMPTY;
    vector.iter().chain(common.iter()).chain(paired.iter()).for_each(|&vector| {
        basis.add(vector);
    });
    let warp = from.basis(Dim::REGISTER).iter().chain(lanes);
    let rest = Vectors::of(warp.copied().filter(|&unit| basis.add(unit)));
    let one_warp = |layout: &LinearLayout| warp_alone(layout);
    Ok(ShufflePlan {
        vector,
        common,
        paired,
        rest,
        from: Placed::of(&one_warp(&from)?)?,
        to: Placed::of(&one_warp(&to)?)?,
        moves: lanes != lanes_after,
        words: 1 << (element + vector.len() as u32).saturating_sub(SHUFFLED),
    })
}

/// Registers first, then lanes, then the rest.
fn warp_alone(layout: &LinearLayout) -> Result<LinearLayout, Error> {
    let first = [Dim::REGISTER, Dim::LANE];
    let others = layout.ins().dims().iter().filter(|dim| !first.contains(dim));
    let mut order = Space::EMPTY;
    let mut columns = Vectors::EMPTY;
    for &dim in first.iter().chain(others) {
        order.push(dim, layout.basis(dim).len() as u32)?;
        layout.basis(dim).iter().for_each(|&image| columns.push(image));
    }
    LinearLayout::new(order, *layout.outs(), &columns)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::super::random_layout::any_distributed;
    use super::*;
    use random::Random;
    use std::collections::HashSet;
    use std::vec::Vec;

    /// Runs a plan on a warp whose registers hold the numbers of their elements, and looks at what it has at the end.
    fn simulate(plan: &ShufflePlan, from: &LinearLayout, to: &LinearLayout) {
        let (r, r2) = (from.basis(Dim::REGISTER).len(), to.basis(Dim::REGISTER).len());
        assert_eq!(r, r2);
        let lanes = 1u64 << from.basis(Dim::LANE).len();
        let held = |layout: &LinearLayout, lane: u64, register: u64| layout.apply_flat(lane << r | register);
        let mut after: Vec<Vec<Option<u64>>> = std::vec![std::vec![None; 1 << r]; lanes as usize];
        for round in 0..plan.rounds() {
            let mut sources = HashSet::new();
            for lane in 0..lanes {
                let from_lane = plan.receive(round, lane, 0).source_lane;
                assert!(sources.insert(from_lane), "two lanes receive from lane {from_lane} in round {round}");
                for k in 0..plan.elements_per_round() {
                    let moved = plan.receive(round, lane, k);
                    assert_eq!(moved.source_lane, from_lane);
                    let slot = &mut after[lane as usize][moved.target_register as usize];
                    assert_eq!(slot.replace(held(from, moved.source_lane, moved.source_register)), None);
                }
            }
        }
        for lane in 0..lanes {
            for register in 0..1 << r {
                assert_eq!(after[lane as usize][register as usize], Some(held(to, lane, register)));
            }
        }
    }

    /// Two layouts of one tensor, of which the warps have the same elements.
    fn pair(random: &mut Random) -> (LinearLayout, LinearLayout) {
        let (register, lane, warp) = (random.index(6), random.index(6), random.index(3));
        let bits = register + lane + warp;
        let mut images: Vec<u64> = (0..bits).map(|k| 1 << k).collect();
        random.shuffle(&mut images);
        let space = Space::new(&[(Dim::tensor(0), bits as u32)]).unwrap();
        let ins = [(Dim::REGISTER, register as u32), (Dim::LANE, lane as u32), (Dim::WARP, warp as u32)];
        let ins = Space::new(&ins).unwrap();
        let one = LinearLayout::new(ins, space, &images).unwrap();
        random.shuffle(&mut images[..register + lane]);
        (one, LinearLayout::new(ins, space, &images).unwrap())
    }

    #[test]
    fn every_element_arrives_and_every_lane_sends_and_receives_one_vector_a_round() {
        let mut random = Random::fresh();
        let (mut moved, mut still) = (0, 0);
        for _ in 0..3000 {
            let (from, to) = pair(&mut random);
            let element_bits = 8 << random.below(4);
            let plan = shuffle_plan(&from, &to, element_bits).unwrap();
            if plan.moves_needed() {
                moved += 1;
                simulate(&plan, &from, &to);
                assert!(plan.elements_per_round() * element_bits <= 32.max(element_bits));
                let registers = 1u64 << from.basis(Dim::REGISTER).len();
                assert_eq!(plan.rounds() * plan.elements_per_round(), registers);
            } else {
                still += 1;
                assert_eq!((from.basis(Dim::LANE), plan.rounds()), (to.basis(Dim::LANE), 0));
                assert_eq!(plan.price(), Price::default());
            }
        }
        assert!(moved > 1000 && still > 50, "{moved} {still}");
    }

    #[test]
    fn the_same_lanes_in_another_order_are_shuffled() {
        let x = Dim::tensor(0);
        let layout = |lane: &[&[u64]]| {
            LinearLayout::from_bases(&[(Dim::REGISTER, &[&[4]]), (Dim::LANE, lane)], &[(x, 8)]).unwrap()
        };
        let (from, to) = (layout(&[&[1], &[2]]), layout(&[&[2], &[1]]));
        let plan = shuffle_plan(&from, &to, 32).unwrap();
        assert_eq!((plan.rounds(), plan.paired().len(), plan.price().selects), (2, 0, 0));
        simulate(&plan, &from, &to);
    }

    #[test]
    fn two_lane_bits_of_which_one_stays_take_two_rounds_as_in_figure_4() {
        let x = Dim::tensor(0);
        let layout = |register: &[&[u64]], lane: &[&[u64]]| {
            LinearLayout::from_bases(&[(Dim::REGISTER, register), (Dim::LANE, lane)], &[(x, 8)]).unwrap()
        };
        let (from, to) = (layout(&[&[4]], &[&[1], &[2]]), layout(&[&[1]], &[&[4], &[2]]));
        let plan = shuffle_plan(&from, &to, 32).unwrap();
        assert_eq!((plan.rounds(), plan.elements_per_round()), (2, 1));
        assert_eq!((plan.vector(), plan.common(), plan.paired()), (&[][..], &[2][..], &[5][..]));
        simulate(&plan, &from, &to);
    }

    #[test]
    fn broadcast_registers_are_left_out_and_other_broadcasts_refused() {
        let mut random = Random::fresh();
        for _ in 0..500 {
            let space = Space::new(&[(Dim::tensor(0), 6)]).unwrap();
            let (from, to) = (any_distributed(&mut random, space), any_distributed(&mut random, space));
            if let Ok(plan) = shuffle_plan(&from, &to, 16) {
                let (from, to) =
                    (from.without_broadcast_registers().unwrap(), to.without_broadcast_registers().unwrap());
                if plan.moves_needed() {
                    simulate(&plan, &from, &to);
                }
            }
        }
        let x = Dim::tensor(0);
        let twice = LinearLayout::from_bases(&[(Dim::LANE, &[&[0], &[1]]), (Dim::REGISTER, &[])], &[(x, 2)]).unwrap();
        assert!(matches!(shuffle_plan(&twice, &twice, 16), Err(Error::Form { .. })));
        let warps = |warp: &[&[u64]], register: &[&[u64]]| {
            let bases = [(Dim::REGISTER, register), (Dim::LANE, &[][..]), (Dim::WARP, warp)];
            LinearLayout::from_bases(&bases, &[(x, 4)]).unwrap()
        };
        let (one, two) = (warps(&[&[1]], &[&[2]]), warps(&[&[2]], &[&[1]]));
        assert!(matches!(shuffle_plan(&one, &two, 16), Err(Error::Form { .. })));
    }

    #[test]
    fn a_round_has_as_many_choices_of_a_register_as_the_price_says() {
        let mut random = Random::fresh();
        for _ in 0..300 {
            let (from, to) = pair(&mut random);
            let plan = shuffle_plan(&from, &to, 32).unwrap();
            let lanes = 1u64 << from.basis(Dim::LANE).len();
            for round in 0..plan.rounds() {
                let moves: Vec<Move> = (0..lanes).map(|lane| plan.receive(round, lane, 0)).collect();
                let sent: HashSet<u64> = moves.iter().map(|moved| moved.source_register).collect();
                let kept: HashSet<u64> = moves.iter().map(|moved| moved.target_register).collect();
                assert_eq!((sent.len(), kept.len()), (1 << plan.paired().len(), 1 << plan.paired().len()));
            }
        }
    }
}

//! A tile in the registers of warps, moved from one layout to another by one shuffle a register.

use super::price::Price;
use super::span::{ALL, extend};
use super::vectors::Vectors;
use lego_core::f2::{BITS, Echelon, Matrix, ones};

/// Bits of a lane's number.
const LANES: usize = 5;

/// Registers whose number is changed by an xor that depends on the lane: for each vector the lanes whose bits under the mask have
/// an odd sum take it.
///
/// It is carried out vector by vector: each pair of registers whose numbers differ by the vector is exchanged or not, which are
/// two selections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneToggles {
    vectors: [u32; LANES],
    masks: [u32; LANES],
    count: usize,
}

impl LaneToggles {
    /// Those of a map from bits of the lane to registers.
    const fn of(images: &[u64]) -> Self {
        let (mut span, mut independent) = (Echelon::EMPTY, Vectors::EMPTY);
        extend(&mut span, &mut independent, images, ALL);
        let span = Echelon::of(independent.as_slice());
        let mut toggles = Self { vectors: [0; LANES], masks: [0; LANES], count: independent.count() };
        let mut k = 0;
        while k < toggles.count {
            toggles.vectors[k] = independent.as_slice()[k] as u32;
            let mut lane = 0;
            while lane < images.len() {
                if let Some(made_of) = span.express(images[lane]) {
                    toggles.masks[k] |= ((made_of >> k & 1) as u32) << lane;
                }
                lane += 1;
            }
            k += 1;
        }
        toggles
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What number `k` adds to the number of a register.
    #[must_use]
    pub const fn vector(&self, k: usize) -> u32 {
        self.vectors[k]
    }

    /// The bits of the lane that decide on number `k`: it is taken where an odd number of them is set.
    #[must_use]
    pub const fn mask(&self, k: usize) -> u32 {
        self.masks[k]
    }

    /// What all of them add in a lane.
    #[must_use]
    pub const fn of_lane(&self, lane: u32) -> u32 {
        let (mut sum, mut k) = (0, 0);
        while k < self.count {
            if (lane & self.masks[k]).count_ones() % 2 == 1 {
                sum ^= self.vectors[k];
            }
            k += 1;
        }
        sum
    }
}

/// A conversion of registers within warps, for any two layouts that are linear over the bits and give a warp the same elements.
///
/// Every lane sends one register and receives one in each round, as many rounds as registers. Which register it sends and where it
/// keeps what it gets depends on the lane. Both dependences are an xor, so they are taken out of the rounds: the registers of
/// a lane are exchanged in pairs before the first round and after the last ([`LaneToggles`]), and in the rounds every
/// register is a number. Section 5.4 of *Linear Layouts* pairs unit vectors and selects a register in each round; this takes any
/// bijections, rounds in which nothing leaves its lane are no shuffles, and k pairs of lanes cost 2k selections a register, not
/// 2·(2^k - 1).
///
/// Law: with the lane's registers x, `y[i] = x[i ^ send.of_lane(lane)]`; in round ρ a lane gets `y[sent(ρ)]` of lane
/// `source(lane, ρ)` as `z[ρ]`; and `z[i ^ receive.of_lane(lane)]` is register i of the new layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    registers: u32,
    send: LaneToggles,
    receive: LaneToggles,
    /// The lane that is read from: the image of the own lane, and what a round adds.
    lane: Matrix,
    round: Matrix,
    sent: Matrix,
}

impl Exchange {
    /// The exchange of one register that stays where it is.
    pub const NOTHING: Self = match Self::new(&Matrix::fitting(LANES, LANES, UNITS), 0) {
        Some(nothing) => nothing,
        None => panic!("what stays is a bijection"),
    };

    /// The exchange of a conversion: a bijection from the place of an element after it to its place before. The lowest bits of a place
    /// are the register, as many as said; then five of the lane; then those of the warp.
    ///
    /// `None` if it is no bijection, or elements leave their warp.
    #[must_use]
    pub const fn new(conversion: &Matrix, registers: u32) -> Option<Self> {
        let (registers, warp) = (registers as usize, registers as usize + LANES);
        if conversion.width() < warp || conversion.inverse().is_none() || !keeps_warps(conversion, warp) {
            return None;
        }
        let mut lanes = Vectors::EMPTY;
        let mut bit = 0;
        while bit < warp {
            lanes.push(conversion.column(bit) >> registers & ones(LANES as u32));
            bit += 1;
        }
        let (of_registers, of_lanes) = lanes.as_slice().split_at(registers);
        let paired = Self::keeping(conversion, of_registers, &of_paired(of_registers, of_lanes));
        match of_equal(of_registers, of_lanes) {
            Some(equal) => match (Self::keeping(conversion, of_registers, &equal), paired) {
                (Some(equal), Some(paired)) if paired.cost() < equal.cost() => Some(paired),
                (equal, _) => equal,
            },
            None => paired,
        }
    }

    /// The exchange in which a lane keeps what it gets in these registers, for each bit of its number; `of_registers` are the lanes
    /// that bits of the register lead to.
    const fn keeping(conversion: &Matrix, of_registers: &[u64], receive: &[u64; LANES]) -> Option<Self> {
        // Where lane l of the new layout reads: lane M·l ^ S·round, register N·l ^ (register part of the round).
        let registers = of_registers.len();
        let (mut lanes, mut kept) = ([0; BITS], [0; BITS]);
        let mut lane = 0;
        while lane < LANES {
            let image = conversion.apply(1 << (registers + lane) | receive[lane]);
            lanes[lane] = image >> registers & ones(LANES as u32);
            kept[lane] = image & ones(registers as u32);
            lane += 1;
        }
        let lane = Matrix::fitting(LANES, LANES, lanes);
        let Some(back) = lane.inverse() else { return None };
        let Some(send) = Matrix::fitting(registers, LANES, kept).product(&back) else { return None };
        let (mut round, mut sent, mut bit) = ([0; BITS], [0; BITS], 0);
        while bit < registers {
            round[bit] = of_registers[bit];
            sent[bit] = conversion.column(bit) & ones(registers as u32) ^ send.apply(of_registers[bit]);
            bit += 1;
        }
        Some(Self {
            registers: registers as u32,
            send: LaneToggles::of(send.columns()),
            receive: LaneToggles::of(receive),
            lane,
            round: Matrix::fitting(LANES, registers, round),
            sent: Matrix::fitting(registers, registers, sent),
        })
    }

    /// Instructions, with that which finds the lane of each round where it is no xor with a number.
    const fn cost(&self) -> u64 {
        let price = self.price();
        price.shuffles + price.selects + if self.keeps_lane() { 0 } else { self.rounds() as u64 }
    }

    /// Rounds: registers of a lane.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        1 << self.registers
    }

    /// What is exchanged between a lane's registers before the rounds.
    #[must_use]
    pub const fn send(&self) -> &LaneToggles {
        &self.send
    }

    /// What is exchanged between a lane's registers after the rounds.
    #[must_use]
    pub const fn receive(&self) -> &LaneToggles {
        &self.receive
    }

    /// Round to the register that a lane sends, after its registers were exchanged.
    #[must_use]
    pub const fn sent(&self) -> &Matrix {
        &self.sent
    }

    /// Round to what it adds to the lane that is read from.
    #[must_use]
    pub const fn step(&self) -> &Matrix {
        &self.round
    }

    /// Lane to the lane that it reads from before a round adds to it.
    #[must_use]
    pub const fn lane(&self) -> &Matrix {
        &self.lane
    }

    /// Whether without a round's step every lane would read from itself: then a round is an xor of lanes, or nothing leaves its
    /// lane in it.
    #[must_use]
    pub const fn keeps_lane(&self) -> bool {
        let mut bit = 0;
        while bit < LANES && self.lane.column(bit) == 1 << bit {
            bit += 1;
        }
        bit == LANES
    }

    /// The lane that a lane reads from in a round.
    #[must_use]
    pub const fn source(&self, lane: u32, round: u32) -> u32 {
        (self.lane.apply(lane as u64) ^ self.round.apply(round as u64)) as u32
    }

    /// Whether a round needs a shuffle.
    #[must_use]
    pub const fn is_shuffled(&self, round: u32) -> bool {
        !self.keeps_lane() || self.round.apply(round as u64) != 0
    }

    /// What it takes, of registers of 32 bits.
    #[must_use]
    pub const fn price(&self) -> Price {
        let (mut shuffles, mut round) = (0, 0);
        while round < self.rounds() {
            shuffles += self.is_shuffled(round) as u64;
            round += 1;
        }
        let toggles = (self.send.count + self.receive.count) as u64;
        Price { shuffles, selects: (1 << self.registers) * toggles, accesses: 0, wavefronts: 0, barriers: 0 }
    }
}

/// The units of a lane's number.
const UNITS: [u64; BITS] = {
    let (mut units, mut bit) = ([0; BITS], 0);
    while bit < LANES {
        units[bit] = 1 << bit;
        bit += 1;
    }
    units
};

/// Whether a conversion leaves every element in its warp.
const fn keeps_warps(conversion: &Matrix, warp: usize) -> bool {
    let (inside, mut bit) = (ones(warp as u32), 0);
    while bit < conversion.width() {
        // A warp of another number would have other lanes.
        let image = conversion.column(bit);
        if if bit < warp { image & !inside != 0 } else { image != 1 << bit } {
            return false;
        }
        bit += 1;
    }
    true
}

/// For each bit of the lane the registers that make every lane read from itself before a round adds to it, if there are such.
const fn of_equal(of_registers: &[u64], of_lanes: &[u64]) -> Option<[u64; LANES]> {
    let (span, mut chosen, mut lane) = (Echelon::of(of_registers), [0; LANES], 0);
    while lane < LANES {
        // Register bits are numbered as the vectors are.
        match span.express(of_lanes[lane] ^ 1 << lane) {
            Some(registers) => chosen[lane] = registers,
            None => return None,
        }
        lane += 1;
    }
    Some(chosen)
}

/// For each bit of the lane the registers that make the lanes that are read from different, as few as possible: a register for each
/// lane whose image is a sum of the others' images.
const fn of_paired(of_registers: &[u64], of_lanes: &[u64]) -> [u64; LANES] {
    let (mut span, mut is_missing, mut lane) = (Echelon::EMPTY, [false; LANES], 0);
    while lane < LANES {
        is_missing[lane] = !span.add(of_lanes[lane]);
        lane += 1;
    }
    let (mut chosen, mut register) = ([0; LANES], 0);
    lane = 0;
    while lane < LANES {
        while is_missing[lane] && register < of_registers.len() {
            if span.add(of_registers[register]) {
                chosen[lane] = 1 << register;
                is_missing[lane] = false;
            }
            register += 1;
        }
        lane += 1;
    }
    chosen
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_map::bijection;
    use super::*;
    use random::Random;
    use std::collections::HashSet;
    use std::vec::Vec;

    /// Runs an exchange on the warp that has the place of each register, and looks at where they came from.
    fn simulate(exchange: &Exchange, conversion: &Matrix, registers: u32) {
        let rounds = exchange.rounds();
        let before = |lane: u32, register: u32| lane << registers | register ^ exchange.send().of_lane(lane);
        for round in 0..rounds {
            let sources: HashSet<u32> = (0..32).map(|lane| exchange.source(lane, round)).collect();
            assert_eq!(sources.len(), 32, "two lanes read from one in round {round}");
            for lane in 0..32 {
                let source = exchange.source(lane, round);
                assert!(exchange.is_shuffled(round) || source == lane);
                let got = before(source, exchange.sent().apply(round.into()) as u32);
                let kept = round ^ exchange.receive().of_lane(lane);
                assert_eq!(u64::from(got), conversion.apply((lane << registers | kept).into()), "{exchange:?}");
            }
        }
        let sent: HashSet<u64> = (0..rounds).map(|round| exchange.sent().apply(round.into())).collect();
        assert_eq!(sent.len(), rounds as usize);
    }

    #[test]
    fn every_bijection_of_a_warp_is_exchanged() {
        let mut random = Random::fresh();
        for case in 0..4000 {
            let registers = random.below(7) as u32;
            let conversion = bijection(&mut random, registers + 5, case % 2 == 0);
            let exchange = Exchange::new(&conversion, registers).unwrap();
            simulate(&exchange, &conversion, registers);
        }
    }

    #[test]
    fn warps_keep_their_elements_or_it_is_refused() {
        let mut random = Random::fresh();
        for _ in 0..500 {
            let registers = random.below(4) as u32;
            let inner = bijection(&mut random, registers + 5, false);
            let warp = registers + 5;
            let mut images: Vec<u64> = inner.columns().to_vec();
            images.extend([1 << warp, 2 << warp]);
            let matrix = |images: &[u64]| Matrix::new(images.len(), images).unwrap();
            let exchange = Exchange::new(&matrix(&images), registers).unwrap();
            assert_eq!(exchange, Exchange::new(&inner, registers).unwrap());
            let (one, other) = (random.below(u64::from(warp)) as usize, warp as usize);
            images.swap(one, other);
            assert_eq!(Exchange::new(&matrix(&images), registers), None, "an element of another warp");
        }
        assert_eq!(Exchange::new(&Matrix::identity(4).unwrap(), 0), None, "not five bits of a lane");
        assert_eq!(Exchange::new(&Matrix::new(5, &[1, 2, 4, 8, 8]).unwrap(), 0), None, "no bijection");
        assert_eq!(Exchange::NOTHING.price(), Price::default());
    }

    #[test]
    fn a_transpose_of_32_by_32_leaves_one_register_where_it_is() {
        // Registers are columns and lanes rows; afterwards the other way round.
        const TURN: Matrix = Matrix::new(10, &[32, 64, 128, 256, 512, 1, 2, 4, 8, 16]).unwrap();
        const PLAN: Exchange = Exchange::new(&TURN, 5).unwrap();
        simulate(&PLAN, &TURN, 5);
        assert_eq!((PLAN.price().shuffles, PLAN.price().selects), (31, 32 * 10));
    }

    #[test]
    fn what_leaves_no_lane_is_a_permutation_of_registers() {
        let conversion = Matrix::new(7, &[2, 1, 4, 8, 16, 32, 64]).unwrap();
        let exchange = Exchange::new(&conversion, 2).unwrap();
        simulate(&exchange, &conversion, 2);
        assert_eq!(exchange.price(), Price::default());
    }
}

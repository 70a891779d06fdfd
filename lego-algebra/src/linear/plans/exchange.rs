//! A tile in the registers of warps, moved from one layout to another by one shuffle a register.

use super::bit_map::BitMap;
use super::price::Price;
use super::span::{Span, WORDS};

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
    const fn of(images: &[u32; LANES]) -> Self {
        let mut span = Span::EMPTY;
        let mut lane = 0;
        while lane < LANES {
            span.add(images[lane]);
            lane += 1;
        }
        let mut toggles = Self { vectors: [0; LANES], masks: [0; LANES], count: span.count() as usize };
        let mut k = 0;
        while k < toggles.count {
            toggles.vectors[k] = span.word(k as u32);
            lane = 0;
            while lane < LANES {
                if let Some(made_of) = span.express(images[lane]) {
                    toggles.masks[k] |= (made_of >> k & 1) << lane;
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
    lane: [u32; LANES],
    round: BitMap,
    sent: BitMap,
    keeps_lane: bool,
}

impl Exchange {
    /// The exchange of one register that stays where it is.
    pub const NOTHING: Self = Self {
        registers: 0,
        send: LaneToggles { vectors: [0; LANES], masks: [0; LANES], count: 0 },
        receive: LaneToggles { vectors: [0; LANES], masks: [0; LANES], count: 0 },
        lane: [1, 2, 4, 8, 16],
        round: BitMap::new(&[]),
        sent: BitMap::new(&[]),
        keeps_lane: true,
    };

    /// The exchange of a conversion: a bijection from the place of an element after it to its place before. The lowest bits of a place
    /// are the register, as many as said; then five of the lane; then those of the warp.
    ///
    /// `None` if it is no bijection, or elements leave their warp.
    #[must_use]
    pub const fn new(conversion: &BitMap, registers: u32) -> Option<Self> {
        let warp = registers + LANES as u32;
        if conversion.bits() < warp || conversion.inverse().is_none() || !keeps_warps(conversion, warp) {
            return None;
        }
        let mut to_lane = [0; WORDS];
        let mut bit = 0;
        while bit < warp {
            to_lane[bit as usize] = conversion.image(bit) >> registers & low(LANES as u32);
            bit += 1;
        }
        let paired = Self::keeping(conversion, registers, &to_lane, &of_paired(&to_lane, registers));
        match of_equal(&to_lane, registers) {
            Some(equal) => match (Self::keeping(conversion, registers, &to_lane, &equal), paired) {
                (Some(equal), Some(paired)) if paired.cost() < equal.cost() => Some(paired),
                (equal, _) => equal,
            },
            None => paired,
        }
    }

    /// The exchange in which a lane keeps what it gets in these registers, for each bit of its number.
    const fn keeping(
        conversion: &BitMap,
        registers: u32,
        to_lane: &[u32; WORDS],
        receive: &[u32; LANES],
    ) -> Option<Self> {
        // Where lane l of the new layout reads: lane M·l ^ S·round, register N·l ^ (register part of the round).
        let (mut lanes, mut columns, mut keeps_lane) = ([0; LANES], [0; LANES], true);
        let mut lane = 0;
        while lane < LANES {
            let image = conversion.apply(1 << (registers + lane as u32) | receive[lane]);
            lanes[lane] = image >> registers & low(LANES as u32);
            columns[lane] = image & low(registers);
            keeps_lane &= lanes[lane] == 1 << lane;
            lane += 1;
        }
        let back = match BitMap::new(&lanes).inverse() {
            Some(back) => back,
            None => return None,
        };
        let send = BitMap::new(&columns).after(&back);
        let (mut sent, mut sends) = ([0; WORDS], [0; LANES]);
        let mut bit = 0;
        while bit < registers {
            sent[bit as usize] = conversion.image(bit) & low(registers) ^ send.apply(to_lane[bit as usize]);
            bit += 1;
        }
        lane = 0;
        while lane < LANES {
            sends[lane] = send.image(lane as u32);
            lane += 1;
        }
        Some(Self {
            registers,
            send: LaneToggles::of(&sends),
            receive: LaneToggles::of(receive),
            lane: lanes,
            round: first(to_lane, registers),
            sent: first(&sent, registers),
            keeps_lane,
        })
    }

    /// Instructions, with that which finds the lane of each round where it is no xor with a number.
    const fn cost(&self) -> u64 {
        let price = self.price();
        price.shuffles + price.selects + if self.keeps_lane { 0 } else { self.rounds() as u64 }
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

    /// The register that a lane sends in a round, after its registers were exchanged.
    #[must_use]
    pub const fn sent(&self, round: u32) -> u32 {
        self.sent.apply(round)
    }

    /// The same as a map.
    #[must_use]
    pub const fn sent_map(&self) -> &BitMap {
        &self.sent
    }

    /// Round to [`step`](Exchange::step).
    #[must_use]
    pub const fn step_map(&self) -> &BitMap {
        &self.round
    }

    /// What a round adds to the lane that is read from.
    #[must_use]
    pub const fn step(&self, round: u32) -> u32 {
        self.round.apply(round)
    }

    /// Whether without that every lane would read from itself: then a round is an xor of lanes, or nothing leaves its lane in it.
    #[must_use]
    pub const fn keeps_lane(&self) -> bool {
        self.keeps_lane
    }

    /// The lane that a bit of the own lane's number adds to the lane that is read from.
    #[must_use]
    pub const fn lane_image(&self, bit: u32) -> u32 {
        self.lane[bit as usize]
    }

    /// The lane that a lane reads from in a round.
    #[must_use]
    pub const fn source(&self, lane: u32, round: u32) -> u32 {
        BitMap::new(&self.lane).apply(lane) ^ self.step(round)
    }

    /// Whether a round needs a shuffle.
    #[must_use]
    pub const fn is_shuffled(&self, round: u32) -> bool {
        !self.keeps_lane || self.step(round) != 0
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

/// So many low bits.
const fn low(bits: u32) -> u32 {
    if bits < u32::BITS { (1 << bits) - 1 } else { u32::MAX }
}

/// The map of the first images alone.
const fn first(images: &[u32; WORDS], count: u32) -> BitMap {
    let (kept, _) = images.split_at(count as usize);
    BitMap::new(kept)
}

/// Whether a conversion leaves every element in its warp.
const fn keeps_warps(conversion: &BitMap, warp: u32) -> bool {
    let mut bit = 0;
    while bit < conversion.bits() {
        let image = conversion.image(bit);
        if bit < warp && image & !low(warp) != 0 || bit >= warp && image & !low(warp) != 1 << bit {
            return false;
        }
        // A warp of another number would have other lanes.
        if bit >= warp && image & low(warp) != 0 {
            return false;
        }
        bit += 1;
    }
    true
}

/// For each bit of the lane the registers that make every lane read from itself before a round adds to it, if there are such.
const fn of_equal(to_lane: &[u32; WORDS], registers: u32) -> Option<[u32; LANES]> {
    let mut span = Span::EMPTY;
    let mut made_of = [0; WORDS];
    let mut register = 0;
    while register < registers {
        if span.add(to_lane[register as usize]) {
            made_of[span.count() as usize - 1] = 1 << register;
        }
        register += 1;
    }
    let mut chosen = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        let wanted = to_lane[registers as usize + lane] ^ 1 << lane;
        match span.express(wanted) {
            Some(words) => chosen[lane] = BitMap::new(&made_of).apply(words),
            None => return None,
        }
        lane += 1;
    }
    Some(chosen)
}

/// For each bit of the lane the registers that make the lanes that are read from different, as few as possible: a register for each
/// lane whose image is a sum of the others' images.
const fn of_paired(to_lane: &[u32; WORDS], registers: u32) -> [u32; LANES] {
    let mut span = Span::EMPTY;
    let mut is_missing = [false; LANES];
    let mut lane = 0;
    while lane < LANES {
        is_missing[lane] = !span.add(to_lane[registers as usize + lane]);
        lane += 1;
    }
    let mut chosen = [0; LANES];
    let mut register = 0;
    lane = 0;
    while lane < LANES {
        while is_missing[lane] && register < registers {
            if span.add(to_lane[register as usize]) {
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
    fn simulate(exchange: &Exchange, conversion: &BitMap, registers: u32) {
        let rounds = exchange.rounds();
        let before = |lane: u32, register: u32| lane << registers | register ^ exchange.send().of_lane(lane);
        for round in 0..rounds {
            let sources: HashSet<u32> = (0..32).map(|lane| exchange.source(lane, round)).collect();
            assert_eq!(sources.len(), 32, "two lanes read from one in round {round}");
            for lane in 0..32 {
                let source = exchange.source(lane, round);
                assert!(exchange.is_shuffled(round) || source == lane);
                let got = before(source, exchange.sent(round));
                let kept = round ^ exchange.receive().of_lane(lane);
                assert_eq!(got, conversion.apply(lane << registers | kept), "{exchange:?}");
            }
        }
        let sent: HashSet<u32> = (0..rounds).map(|round| exchange.sent(round)).collect();
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
            let mut images: Vec<u32> = (0..warp).map(|bit| inner.image(bit)).collect();
            images.extend([1 << warp, 2 << warp]);
            let exchange = Exchange::new(&BitMap::new(&images), registers).unwrap();
            assert_eq!(exchange, Exchange::new(&inner, registers).unwrap());
            let (one, other) = (random.below(u64::from(warp)) as usize, warp as usize);
            images.swap(one, other);
            assert_eq!(Exchange::new(&BitMap::new(&images), registers), None, "an element of another warp");
        }
        assert_eq!(Exchange::new(&BitMap::new(&[1, 2, 4, 8]), 0), None, "not five bits of a lane");
        assert_eq!(Exchange::new(&BitMap::new(&[1, 2, 4, 8, 8]), 0), None, "no bijection");
    }

    #[test]
    fn a_transpose_of_32_by_32_leaves_one_register_where_it_is() {
        // Registers are columns and lanes rows; afterwards the other way round.
        const TURN: BitMap = BitMap::new(&[32, 64, 128, 256, 512, 1, 2, 4, 8, 16]);
        const PLAN: Exchange = Exchange::new(&TURN, 5).unwrap();
        simulate(&PLAN, &TURN, 5);
        assert_eq!((PLAN.price().shuffles, PLAN.price().selects), (31, 32 * 10));
    }

    #[test]
    fn what_leaves_no_lane_is_a_permutation_of_registers() {
        let conversion = BitMap::new(&[2, 1, 4, 8, 16, 32, 64]);
        let exchange = Exchange::new(&conversion, 2).unwrap();
        simulate(&exchange, &conversion, 2);
        assert_eq!(exchange.price(), Price::default());
    }

    #[test]
    fn inverses_undo() {
        let mut random = Random::fresh();
        for _ in 0..500 {
            let bits = 1 + random.below(12) as u32;
            let map = bijection(&mut random, bits, false);
            let inverse = map.inverse().unwrap();
            assert!((0..1 << bits).all(|word| inverse.apply(map.apply(word)) == word));
        }
        let all: Vec<u32> = (0..32).map(|bit| 1 << bit).collect();
        assert_eq!(BitMap::new(&all).inverse(), Some(BitMap::new(&all)));
        assert_eq!(BitMap::new(&[1, 4]).inverse(), None);
        assert_eq!(BitMap::new(&[1, 1]).inverse(), None);
    }
}

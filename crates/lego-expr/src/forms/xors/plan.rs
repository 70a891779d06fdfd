//! What a map of bits is written as: terms whose exclusive or it is.
//!
//! Every bit that moves is a term by its distance, together with all others that move as far. Where that costs less, a
//! bit with many places is a number instead, which it is multiplied by, and a place with many bits is the parity of
//! these.

use lego_core::f2::ones;
use std::collections::{BTreeMap, BTreeSet};

/// A map of bits without what it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    /// For each value the images of its bits, that of the lowest first.
    pub(crate) columns: Vec<Vec<u64>>,
}

/// What operations cost, where a shift, a mask and an exclusive or cost 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prices {
    pub(crate) multiply: u64,
}

/// The terms of a matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// By how far they move up: for each value the bits that do.
    pub(crate) distances: BTreeMap<i64, Vec<u64>>,
    /// A bit of a value, and the number that it stands for.
    pub(crate) numbers: Vec<(usize, u32, u64)>,
    /// Bits of the values whose parity stands for a number.
    pub(crate) parities: Vec<(Vec<u64>, u64)>,
}

impl Matrix {
    pub(crate) fn width(&self, value: usize) -> u32 {
        self.columns[value].len() as u32
    }

    /// The bits of the values that a bit of the result is the exclusive or of.
    fn row(&self, to: u32) -> Vec<u64> {
        let of_one = |images: &Vec<u64>| (0..).zip(images).fold(0, |row, (bit, image)| row | (image >> to & 1) << bit);
        self.columns.iter().map(of_one).collect()
    }

    pub(crate) fn mask(&self) -> u64 {
        self.columns.iter().flatten().fold(0, |mask, image| mask | image)
    }

    /// Every bit by its distance.
    pub(crate) fn by_distance(&self) -> Plan {
        self.plan(&BTreeSet::new(), &[])
    }

    /// Some bits as numbers, some places as parities, the rest by distance.
    fn plan(&self, numbers: &BTreeSet<(usize, u32)>, parities: &[(Vec<u64>, u64)]) -> Plan {
        let folded = parities.iter().fold(0, |mask, (_, image)| mask | image);
        let mut plan = Plan { parities: parities.to_vec(), ..Plan::default() };
        for (value, images) in self.columns.iter().enumerate() {
            for (bit, image) in (0..).zip(images) {
                let image = image & !folded;
                if numbers.contains(&(value, bit)) {
                    plan.numbers.push((value, bit, image));
                    continue;
                }
                let mut open = image;
                while open != 0 {
                    let distance = i64::from(open.trailing_zeros()) - i64::from(bit);
                    let masks = plan.distances.entry(distance).or_insert_with(|| vec![0; self.columns.len()]);
                    masks[value] |= 1 << bit;
                    open &= open - 1;
                }
            }
        }
        plan.numbers.retain(|number| number.2 != 0);
        plan
    }

    /// The cheapest plan found: one bit or one place after the other is taken out of the distances, as long as that
    /// pays.
    pub(crate) fn cheapest(&self, prices: Prices) -> Plan {
        let mut numbers = BTreeSet::new();
        let mut parities: Vec<(Vec<u64>, u64)> = Vec::new();
        let mut best = self.by_distance();
        let mut least = self.price(&best, prices);
        let mut rows: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        let mask = self.mask();
        for to in (0..u64::BITS).filter(|to| mask >> to & 1 != 0) {
            *rows.entry(self.row(to)).or_default() |= 1 << to;
        }
        // A place of two bits is as cheap by distance.
        let rows: Vec<(Vec<u64>, u64)> =
            rows.into_iter().filter(|(row, _)| row.iter().map(|part| part.count_ones()).sum::<u32>() > 2).collect();
        let bits: Vec<(usize, u32)> = (0..self.columns.len())
            .flat_map(|value| (0..self.width(value)).map(move |bit| (value, bit)))
            .filter(|&(value, bit)| self.columns[value][bit as usize].count_ones() > 1)
            .collect();
        loop {
            let mut step = None;
            for row in rows.iter().filter(|row| !parities.contains(row)) {
                let with: Vec<_> = parities.iter().chain([row]).cloned().collect();
                let plan = self.plan(&numbers, &with);
                let price = self.price(&plan, prices);
                if price < least {
                    (least, best, step) = (price, plan, Some((numbers.clone(), with)));
                }
            }
            for &bit in bits.iter().filter(|bit| !numbers.contains(bit)) {
                let mut with = numbers.clone();
                with.insert(bit);
                let plan = self.plan(&with, &parities);
                let price = self.price(&plan, prices);
                if price < least {
                    (least, best, step) = (price, plan, Some((with, parities.clone())));
                }
            }
            match step {
                Some((with, folded)) => (numbers, parities) = (with, folded),
                None => break,
            }
        }
        // All bits as numbers, which no single step may lead to.
        let all = self.plan(&bits.into_iter().collect(), &[]);
        if self.price(&all, prices) < least { all } else { best }
    }

    /// What [`by_distance`](Self::by_distance) costs of the bits of one value, which is asked for many maps: nothing is
    /// made.
    ///
    /// Law: it is `price(&by_distance(), prices)` for any prices.
    pub(crate) fn price_by_distance(&self) -> u64 {
        // For each distance from -63 to 63 the bits that move as far.
        let mut masks = [0_u64; 128];
        for (bit, &image) in self.columns[0].iter().enumerate() {
            let mut open = image;
            while open != 0 {
                masks[(64 + open.trailing_zeros()) as usize - bit] |= 1 << bit;
                open &= open - 1;
            }
        }
        let mut price = 0_u64;
        let mut terms = 0_u64;
        // A mask counts once, however many distances take it.
        let mut masked = [0_u64; 128];
        let mut taken = 0;
        let mut place = 0;
        while place < masks.len() {
            let mask = masks[place];
            if mask != 0 {
                let distance = place as i64 - 64;
                if !self.is_bare(0, mask, distance) && !masked[..taken].contains(&mask) {
                    masked[taken] = mask;
                    taken += 1;
                    price += 1;
                }
                price += u64::from(distance != 0);
                terms += 1;
            }
            place += 1;
        }
        price + terms.saturating_sub(1)
    }

    /// Whether bits that move down or stay need no mask: those below fall out, and there are none above.
    pub(crate) fn is_bare(&self, value: usize, mask: u64, distance: i64) -> bool {
        let whole = ones(self.width(value));
        mask == whole || distance < 0 && mask == whole & !ones(distance.unsigned_abs().min(64) as u32)
    }

    /// What a plan costs, exclusive ors between the terms included.
    pub(crate) fn price(&self, plan: &Plan, prices: Prices) -> u64 {
        let (mut price, mut terms) = (0, 0_u64);
        let mut masked: BTreeSet<(Vec<usize>, u64)> = BTreeSet::new();
        for (&distance, masks) in &plan.distances {
            let groups = groups(masks);
            for (mask, values) in &groups {
                price += values.len() as u64 - 1;
                let is_bare = values.iter().all(|&value| self.is_bare(value, *mask, distance));
                price += u64::from(!is_bare && masked.insert((values.clone(), *mask)));
            }
            price += groups.len() as u64 - 1 + u64::from(distance != 0);
            terms += 1;
        }
        for &(value, bit, image) in &plan.numbers {
            let factor = if image.trailing_zeros() >= bit { image >> bit } else { image };
            let is_product = factor != 1;
            let product = if factor.is_power_of_two() { 1 } else { prices.multiply };
            let is_shifted = image.trailing_zeros() < bit;
            let is_top = bit + 1 == self.width(value);
            price += u64::from(is_product) * product + if is_shifted && !is_top { 2 } else { 1 };
            terms += 1;
        }
        for (masks, image) in &plan.parities {
            price += self.parity_price(masks, *image, prices);
            terms += 1;
        }
        price + terms.saturating_sub(1)
    }

    fn parity_price(&self, masks: &[u64], image: u64, prices: Prices) -> u64 {
        let used = (0..).zip(masks).filter(|(_, mask)| **mask != 0);
        let own: u64 = used.map(|(value, &mask)| 1 + u64::from(mask != ones(self.width(value)))).sum();
        let (down, folds) = folding(masks.iter().fold(0, |all, mask| all | mask));
        let product = match image {
            1 => 0,
            _ if image.is_power_of_two() => 1,
            _ => prices.multiply,
        };
        own - 1 + u64::from(down > 0) + 2 * u64::from(folds) + 1 + product
    }
}

/// The values that have one mask.
pub(crate) fn groups(masks: &[u64]) -> BTreeMap<u64, Vec<usize>> {
    let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (value, &mask) in masks.iter().enumerate().filter(|(_, mask)| **mask != 0) {
        groups.entry(mask).or_default().push(value);
    }
    groups
}

/// By how many places the bits of a mask are moved down first, and how often they are folded then, `x ^ (x >> 2^k)`,
/// until their parity is the lowest bit.
pub(crate) fn folding(mask: u64) -> (u32, u32) {
    let folds = |mask: u64| (u64::BITS - mask.leading_zeros()).next_power_of_two().trailing_zeros();
    let down = mask.trailing_zeros().min(63);
    let (moved, unmoved) = (folds(mask >> down), folds(mask));
    if moved < unmoved { (down, moved) } else { (0, unmoved) }
}

//! Steps `x ^ (x >> k)`: what many bits have in common is done to all of them at once, before the rest or after it.
//!
//! The sums of all bits above each one, which take as many distances as there are bits, are three steps of 1, 2 and 4
//! places for eight bits. A step changes the matrix that is left by the inverse of its own; one after the other is
//! taken as long as the distances that are left cost so much less.

use super::matrix::Bits;
use super::plan::Matrix;
use super::writer::Writer;
use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::Id;
use lego_core::f2::ones;
use std::collections::HashMap;

/// Maps of more bits are not tried with steps.
const MOST_BITS: u32 = 32;

/// So many steps at most.
const MOST_STEPS: usize = 12;

/// `x ^ (x moved up by so many places)`, down where that is below zero, on as many bits as x has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// What the map is of.
    Before(i64),
    /// What comes out.
    After(i64),
}

impl Step {
    fn places(self) -> i64 {
        match self {
            Self::Before(places) | Self::After(places) => places,
        }
    }

    /// A shift and an exclusive or; up, what leaves the word is masked.
    fn price(self) -> u64 {
        if self.places() > 0 { 3 } else { 2 }
    }
}

fn moved(image: u64, places: i64, width: u32) -> u64 {
    let by = places.unsigned_abs().min(64) as u32;
    if places < 0 { image.checked_shr(by).unwrap_or(0) } else { image.checked_shl(by).unwrap_or(0) & ones(width) }
}

/// What is left of the map of one value's bits to so many bits when a step is taken: it before the step, or after it,
/// is the map.
fn left(images: &[u64], width: u32, step: Step) -> Vec<u64> {
    // Loops and no iterators: this is asked for many steps, in macros that nobody optimises.
    let mut all = images.to_vec();
    match step {
        Step::After(places) => {
            for image in &mut all {
                let mut part = moved(*image, places, width);
                while part != 0 {
                    *image ^= part;
                    part = moved(part, places, width);
                }
            }
        }
        Step::Before(places) => {
            // Each has its own image and what the bit so many places further has by now.
            let (by, len) = (places.unsigned_abs() as usize, all.len());
            let mut at = by;
            while at < len {
                if places < 0 {
                    all[at] ^= all[at - by];
                } else {
                    let mirrored = len - 1 - at;
                    all[mirrored] ^= all[mirrored + by];
                }
                at += 1;
            }
        }
    }
    all
}

/// Steps, each with what it leaves of each map.
type Path = Vec<(Step, Vec<Matrix>)>;

/// The steps that leave less and less, each with what it leaves of each map.
///
/// By whatever cost: no term of a distance is a product.
fn path(maps: &[Matrix], may_end: bool) -> Path {
    let by_distance = |maps: &[Matrix]| maps.iter().map(Matrix::price_by_distance).sum::<u64>();
    let in_width = maps[0].width(0);
    let out_width = |map: &Matrix| u64::BITS - map.mask().leading_zeros();
    let mut path = Path::new();
    let mut least = by_distance(maps);
    while path.len() < MOST_STEPS {
        let now = path.last().map_or(maps, |(_, maps)| maps);
        let end = if may_end { out_width(&now[0]) } else { 0 };
        let both = |width: u32| (1..i64::from(width)).flat_map(|places| [-places, places]);
        let steps = both(in_width).map(Step::Before).chain(both(end).map(Step::After));
        let mut best = None;
        for step in steps {
            let left: Vec<Matrix> =
                now.iter().map(|map| Matrix { columns: vec![left(&map.columns[0], out_width(map), step)] }).collect();
            let price = by_distance(&left) + step.price();
            if price < least {
                (least, best) = (price, Some((step, left)));
            }
        }
        match best {
            // What is left is compared with what is left then.
            Some((step, left)) => {
                least -= step.price();
                path.push((step, left));
            }
            None => break,
        }
    }
    path
}

fn matrix(bits: &Bits) -> Matrix {
    Matrix { columns: bits.columns.values().cloned().collect() }
}

fn may_step(bits: &Bits) -> bool {
    let is_small = |images: &Vec<u64>| (2..=MOST_BITS as usize).contains(&images.len());
    bits.columns.len() == 1 && bits.columns.values().all(is_small) && bits.mask() <= ones(MOST_BITS)
}

/// The steps before or after a map of bits that leave less of it.
pub(crate) fn alone(bits: &Bits) -> Path {
    if may_step(bits) { path(&[matrix(bits)], true) } else { Path::new() }
}

/// A map of bits in the cheapest way found, by the [steps](alone) that there are. `new` has what is to stand in the
/// place of each value it is of.
pub(crate) fn cheapest(arena: &Arena, bits: &Bits, steps: &Path, new: &HashMap<Id, Id, FastHash>, cost: Cost) -> Id {
    let bases: Vec<Id> = bits.columns.keys().map(|base| new.get(base).copied().unwrap_or(*base)).collect();
    let writer = Writer { arena, cost };
    let prices = writer.prices();
    let whole = matrix(bits);
    let written = |bases: &[Id], map: &Matrix| {
        [map.cheapest(prices), map.by_distance()].map(|plan| writer.plan(map, bases, &plan))
    };
    let mut forms: Vec<Id> = written(&bases, &whole).to_vec();
    if !steps.is_empty() {
        let (mut before, mut after) = (bases[0], Vec::new());
        for (step, maps) in steps {
            match *step {
                Step::Before(places) => before = writer.step(before, places, whole.width(0)),
                Step::After(places) => after.push(places),
            }
            let width = u64::BITS - whole.mask().leading_zeros();
            let ended = |form: Id| after.iter().rev().fold(form, |form, &places| writer.step(form, places, width));
            forms.extend(written(&[before], &maps[0]).map(ended));
        }
    }
    let form = forms.into_iter().min_by_key(|&form| cost.price(arena, &[form])).unwrap_or_else(|| arena.constant(0));
    writer.flipped(form, bits)
}

/// A map of bits as a number for each bit that is 1, the bits taken out of their values in one way for all maps.
pub(crate) fn bit_by_bit(arena: &Arena, bits: &Bits, new: &HashMap<Id, Id, FastHash>, cost: Cost) -> Id {
    let bases: Vec<Id> = bits.columns.keys().map(|base| new.get(base).copied().unwrap_or(*base)).collect();
    let writer = Writer { arena, cost };
    writer.flipped(writer.bit_by_bit(&matrix(bits), &bases), bits)
}

/// Steps that several maps of one value have in common.
pub(crate) struct Shared {
    steps: Vec<i64>,
}

/// Steps before several maps of one value that make all of them together cheaper.
pub(crate) fn shared(tops: &[(Id, &Bits)]) -> Option<Shared> {
    let base = tops.first()?.1.columns.keys().next()?;
    if !tops.iter().all(|(_, bits)| may_step(bits) && bits.columns.contains_key(base)) {
        return None;
    }
    let maps: Vec<Matrix> = tops.iter().map(|(_, bits)| matrix(bits)).collect();
    let steps = path(&maps, false).into_iter().map(|(step, _)| step.places());
    Some(Shared { steps: steps.collect() }).filter(|shared| !shared.steps.is_empty())
}

impl Shared {
    /// One of the maps, of the value after the steps.
    pub(crate) fn write(&self, arena: &Arena, bits: &Bits, new: &HashMap<Id, Id, FastHash>, cost: Cost) -> Id {
        let writer = Writer { arena, cost };
        let mut images = matrix(bits).columns.remove(0);
        let width = images.len() as u32;
        let mut value =
            bits.columns.keys().next().map_or(arena.constant(0), |base| new.get(base).copied().unwrap_or(*base));
        for &places in &self.steps {
            images = left(&images, u64::BITS, Step::Before(places));
            value = writer.step(value, places, width);
        }
        let map = Matrix { columns: vec![images] };
        let form = writer.plan(&map, &[value], &map.cheapest(writer.prices()));
        writer.flipped(form, bits)
    }
}

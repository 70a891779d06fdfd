//! The inverse of a map without a form: the points by their values, in stretches along which both grow evenly, or as a
//! list.

use super::inverse::NoInverse;
use crate::relation::Relation;
use lego_core::chain::unflatten;
use lego_equal::Effort;
use lego_expr::{Arena, Comparison, Id, Map, Op};

/// So many stretches an inverse may have, if the effort does not say all.
const MOST_STRETCHES: usize = 1 << 12;

/// An inverse is written out for so many points at most, if the effort does not say all.
const MOST_POINTS: u64 = 1 << 20;

/// Of more stretches than these a list is faster to look into.
const FEW_STRETCHES: usize = 16;

/// A list has so many entries at most.
const LONGEST_LIST: u64 = 1 << 16;

/// Places that follow each other by a gap, and the components of the index that belong to them.
struct Stretch {
    start: u64,
    gap: u64,
    last: u64,
    index: Vec<u64>,
    /// By how much each component grows at a gap.
    growth: Vec<i128>,
}

impl Relation<'_> {
    /// The inverse written out, of a map that is one to one; its guards say which places are values.
    pub(super) fn by_table(&self, place: Id, total: u64, effort: &Effort<'_>) -> Result<Map, NoInverse> {
        let arena = self.arena;
        let is_limited = effort.points != u64::MAX;
        let (mut walk, _) = self.looked_at(effort).map_err(NoInverse::Undecided)?;
        if is_limited && walk.count > MOST_POINTS {
            return Err(NoInverse::Pieces);
        }
        let mut points = Vec::new();
        walk.each(effort, |flat, value| {
            points.extend(value.map(|value| (value, flat)));
            true
        })
        .map_err(NoInverse::Undecided)?;
        points.sort_unstable();
        let dims = self.dims().unwrap_or_default();
        let index = |flat| if dims.is_empty() { Vec::new() } else { unflatten(&dims, flat) };
        let most = if is_limited { MOST_STRETCHES } else { usize::MAX };
        let stretches = stretches(points.iter().map(|&(place, flat)| (place, index(flat))), most);
        let is_onto = points.len() as u64 == total;
        match stretches {
            Some(stretches) if stretches.len() <= FEW_STRETCHES || total > LONGEST_LIST => {
                let inside = if is_onto { arena.constant(1) } else { chosen(arena, place, &stretches, &is_inside) };
                let component = |axis: usize| {
                    chosen(arena, place, &stretches, &|arena, place, stretch, _| stretch.component(arena, place, axis))
                };
                Ok(Self::back((0..self.rank()).map(component).collect(), guards(arena, inside)))
            }
            _ if total <= LONGEST_LIST => {
                let mut lists = vec![vec![0; total as usize]; self.rank()];
                let mut is_there = vec![0; total as usize];
                for (place, flat) in points {
                    is_there[place as usize] = 1;
                    for (list, component) in lists.iter_mut().zip(index(flat)) {
                        list[place as usize] = component;
                    }
                }
                let is_there = arena.look_up(&is_there, place);
                let inside = arena.compare(Comparison::NotEqual, is_there, arena.constant(0));
                let values = lists.iter().map(|list| arena.look_up(list, place)).collect();
                Ok(Self::back(values, guards(arena, inside)))
            }
            _ => Err(NoInverse::Pieces),
        }
    }
}

/// A truth as guards: none if it always holds.
fn guards(arena: &Arena, truth: Id) -> Vec<Id> {
    if arena.number(truth) == Some(1) { vec![] } else { vec![truth] }
}

/// Points in the order of their places as the stretches that a walk from the left finds; `None` of more than may be.
fn stretches(points: impl Iterator<Item = (u64, Vec<u64>)>, most: usize) -> Option<Vec<Stretch>> {
    let mut all: Vec<Stretch> = Vec::new();
    for (place, index) in points {
        if let Some(stretch) = all.last_mut() {
            let grown = |(&now, &before): (&u64, &u64)| i128::from(now) - i128::from(before);
            let growth: Vec<i128> = index.iter().zip(&stretch.index).map(grown).collect();
            if stretch.last == stretch.start {
                (stretch.gap, stretch.last, stretch.growth) = (place - stretch.start, place, growth);
                continue;
            }
            let steps = i128::from((place - stretch.start) / stretch.gap);
            if place - stretch.last == stretch.gap && growth.iter().zip(&stretch.growth).all(|(a, b)| *a == b * steps) {
                stretch.last = place;
                continue;
            }
        }
        if all.len() == most {
            return None;
        }
        let growth = vec![0; index.len()];
        all.push(Stretch { start: place, gap: 1, last: place, index, growth });
    }
    Some(all)
}

impl Stretch {
    /// A component of the index at a place of the stretch.
    fn component(&self, arena: &Arena, place: Id, axis: usize) -> Id {
        let (first, growth, gap) = (i128::from(self.index[axis]), self.growth[axis], i128::from(self.gap));
        // As few operations as do: without a division where the growth is a multiple of the gap.
        let (along, growth, start) = match growth % gap {
            0 => (place, growth / gap, i128::from(self.start)),
            _ => {
                let lead = i128::from(self.start).rem_euclid(gap);
                let from_lead = arena.binary(Op::Sub, place, arena.constant(lead));
                let number = arena.binary(Op::Div, from_lead, arena.constant(gap));
                (number, growth, (i128::from(self.start) - lead) / gap)
            }
        };
        // first + growth · (along - start)
        let offset = first - growth * start;
        let term = arena.binary(Op::Mul, arena.constant(growth.abs()), along);
        match growth < 0 {
            true => arena.binary(Op::Sub, arena.constant(offset), term),
            false if offset < 0 => arena.binary(Op::Sub, term, arena.constant(-offset)),
            false => arena.binary(Op::Add, term, arena.constant(offset)),
        }
    }
}

/// Whether a place is in a stretch, of places from its beginning on, but for the first stretch of all.
fn is_inside(arena: &Arena, place: Id, stretch: &Stretch, is_first: bool) -> Id {
    let constant = |value: u64| arena.constant(value.into());
    let mut all = arena.compare(Comparison::LessEqual, place, constant(stretch.last));
    let mut and = |truth: Id| all = arena.binary(Op::And, all, truth);
    if is_first && stretch.start > 0 {
        and(arena.compare(Comparison::LessEqual, constant(stretch.start), place));
    }
    if stretch.gap > 1 {
        let lead = (stretch.gap - stretch.start % stretch.gap) % stretch.gap;
        let moved = arena.binary(Op::Add, place, constant(lead));
        let rest = arena.binary(Op::Rem, moved, constant(stretch.gap));
        and(arena.compare(Comparison::Equal, rest, constant(0)));
    }
    all
}

/// What is made of the stretch that a place is in, by halving.
fn chosen(arena: &Arena, place: Id, stretches: &[Stretch], make: &impl Fn(&Arena, Id, &Stretch, bool) -> Id) -> Id {
    fn part(
        arena: &Arena,
        place: Id,
        stretches: &[Stretch],
        is_first: bool,
        make: &impl Fn(&Arena, Id, &Stretch, bool) -> Id,
    ) -> Id {
        match stretches {
            [] => arena.constant(0),
            [stretch] => make(arena, place, stretch, is_first),
            _ => {
                let (low, high) = stretches.split_at(stretches.len() / 2);
                let is_low = arena.compare(Comparison::Less, place, arena.constant(high[0].start.into()));
                let (low, high) = (part(arena, place, low, is_first, make), part(arena, place, high, false, make));
                arena.choose(is_low, low, high)
            }
        }
    }
    part(arena, place, stretches, true, make)
}

//! Bits that move: maps that put bits of some values in other places, written with masks.
//!
//! ```text
//! Morton(8, 8), the column j:   j = ......cba
//!   written digit by digit      a + 4·b + 16·c                   a division, a remainder and a product for each
//!   written in steps            ....c..ba  (j & 4 moves up by 2)
//!                               ....c.b.a  (the middle one moves up by 1)
//! ```
//!
//! A bit that has to go far goes there in steps of 1, 2, 4, … places, and in each step all that go along move at once. Values
//! whose bits move alike can stand side by side in one, and move together. The laws are in [`rule`](super::rule).

use super::cost::Cost;
use super::hash::Fast;
use super::node::{Arena, Id, Kind, Node, Op};
use super::program::reachable;
use std::collections::{BTreeMap, HashMap};

/// Of larger expressions none is looked at.
const MOST_NODES: usize = 1024;

/// No value of more bits is read.
const MOST_BITS: u32 = 60;

/// Bits of a variable, from the place `from` on, that stand at the place `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Field {
    base: Id,
    from: u32,
    width: u32,
    to: u32,
}

impl Field {
    /// By how many places it moves up.
    fn distance(&self) -> i64 {
        i64::from(self.to) - i64::from(self.from)
    }
}

/// Bits that are at a place and have to move on.
#[derive(Clone, Copy, Debug)]
struct Moving {
    at: u32,
    width: u32,
    by: u32,
}

impl Moving {
    fn mask(&self) -> u128 {
        ones(self.width) << self.at
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

fn ones(width: u32) -> u128 {
    1_u128.checked_shl(width).map_or(u128::MAX, |power| power - 1)
}

/// The exponent of a power of two.
fn exponent(number: i128) -> Option<u32> {
    (number > 0 && number & (number - 1) == 0).then(|| number.trailing_zeros())
}

/// Other forms of some expressions: each in which bits are moved apart, and each in which they move together.
pub(super) fn forms(arena: &Arena, roots: &[Id], cost: Cost) -> Vec<Vec<Id>> {
    let order = reachable(arena, roots);
    if order.len() > MOST_NODES {
        return Vec::new();
    }
    let mut reader = Reader { arena, fields: HashMap::default() };
    for id in order {
        let fields = reader.read(id);
        reader.fields.insert(id, fields);
    }
    let fields: Vec<Option<Vec<Field>>> =
        roots.iter().map(|root| reader.fields.get(root).cloned().flatten().filter(|fields| fields.len() > 1)).collect();
    if fields.iter().all(Option::is_none) {
        return Vec::new();
    }
    let bits = reader.bits(roots);
    let written = |cost: Cost| {
        let writer = Writer { arena, cost, bits: &bits };
        let apart =
            roots.iter().zip(&fields).map(|(&root, own)| own.as_ref().map_or(root, |own| writer.apart(own))).collect();
        let mut forms = vec![apart];
        forms.extend(writer.side_by_side(roots, &fields));
        forms
    };
    match cost {
        Cost::Operations => written(cost),
        // Both machines' in one order, so that the nodes of one do not depend on whether the other's are there.
        Cost::Cpu | Cost::Gpu => {
            let [cpu, gpu] = [Cost::Cpu, Cost::Gpu].map(written);
            if cost == Cost::Cpu { cpu } else { gpu }
        }
    }
}

/// Finds out where each bit of an expression comes from.
struct Reader<'a> {
    arena: &'a Arena,
    fields: HashMap<Id, Option<Vec<Field>>, Fast>,
}

impl Reader<'_> {
    fn of(&self, id: Id) -> Option<Vec<Field>> {
        self.fields.get(&id).cloned().flatten()
    }

    /// The fields of a node whose operands are read; `None` where it is more than bits in places.
    fn read(&self, id: Id) -> Option<Vec<Field>> {
        match self.arena.get(id) {
            Node::Constant(0) => Some(Vec::new()),
            Node::Variable(_) => {
                let width = bits(self.arena, id)?;
                Some(if width == 0 { Vec::new() } else { vec![Field { base: id, from: 0, width, to: 0 }] })
            }
            Node::Within(a, _) => self.of(a),
            Node::Binary(Op::Mul, a, b) => {
                let (number, x) = match self.arena.number(a) {
                    Some(number) => (number, b),
                    None => (self.arena.number(b)?, a),
                };
                let up = exponent(number)?;
                let moved = |field: Field| Field { to: field.to + up, ..field };
                let fields: Vec<Field> = self.of(x)?.into_iter().map(moved).collect();
                fields.iter().all(|field| field.to + field.width <= MOST_BITS).then_some(fields)
            }
            Node::Binary(Op::Div, x, d) => {
                let down = exponent(self.arena.number(d)?)?;
                let moved = |field: Field| {
                    let lost = down.saturating_sub(field.to);
                    let width = field.width.checked_sub(lost).filter(|&width| width > 0)?;
                    Some(Field { from: field.from + lost, width, to: field.to.saturating_sub(down), ..field })
                };
                Some(self.of(x)?.into_iter().filter_map(moved).collect())
            }
            Node::Binary(Op::Rem, x, d) => {
                let kept = exponent(self.arena.number(d)?)?;
                let cut = |field: Field| {
                    let width = field.width.min(kept.checked_sub(field.to)?);
                    (width > 0).then_some(Field { width, ..field })
                };
                Some(self.of(x)?.into_iter().filter_map(cut).collect())
            }
            Node::Binary(Op::Add | Op::Or | Op::Xor, a, b) => {
                let mut fields = self.of(a)?;
                fields.extend(self.of(b)?);
                let mut taken = 0;
                for field in &fields {
                    let own = ones(field.width) << field.to;
                    if taken & own != 0 {
                        return None;
                    }
                    taken |= own;
                }
                Some(joined(fields))
            }
            _ => None,
        }
    }

    /// How many bits each variable has.
    fn bits(&self, roots: &[Id]) -> HashMap<Id, u32, Fast> {
        let order = reachable(self.arena, roots);
        order.into_iter().filter_map(|id| Some((id, bits(self.arena, id)?))).collect()
    }
}

/// The number of bits of an index of known extent.
fn bits(arena: &Arena, id: Id) -> Option<u32> {
    let Node::Variable(number) = arena.get(id) else { return None };
    let Kind::Index { extent } = arena.variable_of(number).kind else { return None };
    let last = arena.number(extent)? - 1;
    let bits = 128 - last.max(0).leading_zeros();
    (bits <= MOST_BITS).then_some(bits)
}

/// Fields that stand side by side and move by the same distance as one.
fn joined(mut fields: Vec<Field>) -> Vec<Field> {
    fields.sort_unstable();
    let mut joined: Vec<Field> = Vec::with_capacity(fields.len());
    for field in fields {
        match joined.last_mut() {
            Some(last)
                if last.base == field.base
                    && last.from + last.width == field.from
                    && last.to + last.width == field.to =>
            {
                last.width += field.width;
            }
            _ => joined.push(field),
        }
    }
    joined
}

struct Writer<'a> {
    arena: &'a Arena,
    cost: Cost,
    bits: &'a HashMap<Id, u32, Fast>,
}

/// A value that is to be multiplied by a power of two, or divided.
type Term = (i64, Id);

impl Writer<'_> {
    /// The bits of an index.
    fn most_bits(&self) -> u32 {
        if self.cost == Cost::Gpu { 32 } else { 64 }
    }

    fn number(&self, mask: u128) -> Id {
        self.arena.constant(i128::try_from(mask).unwrap_or(i128::MAX))
    }

    fn shifted(&self, x: Id, up: i64) -> Id {
        let power = self.arena.constant(1 << up.unsigned_abs().min(120));
        if up < 0 { self.arena.binary(Op::Div, x, power) } else { self.arena.binary(Op::Mul, power, x) }
    }

    /// `x & mask`, where x has so many bits.
    fn masked(&self, x: Id, mask: u128, bits: u32) -> Id {
        if mask == ones(bits) {
            x
        } else if (mask + 1).is_power_of_two() {
            self.arena.binary(Op::Rem, x, self.number(mask + 1))
        } else {
            self.arena.binary(Op::And, x, self.number(mask))
        }
    }

    fn cheapest(&self, forms: impl IntoIterator<Item = Id>) -> Option<Id> {
        forms.into_iter().min_by_key(|&form| self.cost.of(self.arena, &[form]))
    }

    /// A sum of terms; those that move alike move together.
    fn sum(&self, terms: &[Term]) -> Id {
        let mut sums: BTreeMap<i64, Id> = BTreeMap::new();
        for &(up, x) in terms {
            let sum = sums.get(&up).map_or(x, |&sum| self.arena.binary(Op::Add, sum, x));
            sums.insert(up, sum);
        }
        let sums = sums.into_iter().rev().map(|(up, x)| self.shifted(x, up));
        sums.reduce(|sum, x| self.arena.binary(Op::Add, sum, x)).unwrap_or_else(|| self.arena.constant(0))
    }

    /// One expression, each variable by itself: in the cheapest way for all together.
    fn apart(&self, fields: &[Field]) -> Id {
        let mut ways: Vec<Vec<Vec<Term>>> = Vec::new();
        for own in fields.chunk_by(|a, b| a.base == b.base) {
            let mut of_one = vec![self.by_distance(own)];
            of_one.extend(
                [Direction::Up, Direction::Down].iter().filter_map(|&way| Some(vec![self.in_steps(own, way)?])),
            );
            ways.push(of_one);
        }
        // A few variables in a few ways each; of more, each takes the way that is best for it alone.
        if ways.len() > 4 {
            for of_one in &mut ways {
                of_one.sort_by_key(|terms| self.cost.of(self.arena, &[self.sum(terms)]));
                of_one.truncate(1);
            }
        }
        let mut sums: Vec<Vec<Term>> = vec![Vec::new()];
        for of_one in ways {
            let with = |sum: &Vec<Term>| {
                let sum = sum.clone();
                of_one.iter().map(move |terms| sum.iter().chain(terms).copied().collect()).collect::<Vec<_>>()
            };
            sums = sums.iter().flat_map(with).collect();
        }
        self.cheapest(sums.iter().map(|terms| self.sum(terms))).unwrap_or_else(|| self.arena.constant(0))
    }

    /// A mask for each distance.
    fn by_distance(&self, fields: &[Field]) -> Vec<Term> {
        let mut masks: BTreeMap<i64, u128> = BTreeMap::new();
        for field in fields {
            *masks.entry(field.distance()).or_default() |= ones(field.width) << field.from;
        }
        let term = |(up, mask): (i64, u128)| {
            let (x, bits) = (fields[0].base, self.bits[&fields[0].base]);
            let (first, end) = (mask.trailing_zeros(), 128 - mask.leading_zeros());
            let is_one = mask.count_ones() == end - first;
            // What is below falls off by itself.
            if is_one && up < 0 && up.unsigned_abs() == u64::from(first) {
                return (0, self.masked(self.shifted(x, up), ones(end - first), bits - first));
            }
            (up, self.masked(x, mask, bits))
        };
        masks.into_iter().map(term).collect()
    }

    /// All fields of one variable in steps: what they become, and the distance that is left for all.
    fn in_steps(&self, fields: &[Field], way: Direction) -> Option<Term> {
        let (x, bits) = (fields[0].base, self.bits[&fields[0].base]);
        let (moving, left) = moves(fields, way)?;
        let mask = moving.iter().fold(0, |mask, part| mask | part.mask());
        let (moved, _) = self.stepped(self.masked(x, mask, bits), moving, way, false)?;
        Some((left, moved))
    }

    /// Moves what is in `x` to its places in steps of 1, 2, 4, … times the distance that divides all. If the reader masks
    /// the result, the last step may leave bits between the fields.
    fn stepped(&self, x: Id, moving: Vec<Moving>, way: Direction, is_masked: bool) -> Option<(Id, Vec<Moving>)> {
        let unit = moving.iter().fold(0, |unit, part| gcd(unit, part.by));
        if unit == 0 {
            return None;
        }
        let most = moving.iter().map(|part| part.by / unit).max()?;
        let steps: Vec<u32> = (0..32 - most.leading_zeros()).collect();
        let orders = [steps.iter().rev().copied().collect::<Vec<_>>(), steps];
        let mut forms = Vec::new();
        for order in orders {
            forms.extend(self.stepped_in_order(x, moving.clone(), unit, &order, way, is_masked));
        }
        forms.into_iter().min_by_key(|(form, _)| self.cost.of(self.arena, &[*form]))
    }

    fn stepped_in_order(
        &self,
        mut x: Id,
        mut moving: Vec<Moving>,
        unit: u32,
        order: &[u32],
        way: Direction,
        is_masked: bool,
    ) -> Option<(Id, Vec<Moving>)> {
        let weights = self.cost.weights();
        for (count, &step) in order.iter().enumerate() {
            let by = unit << step;
            let (mut goes, mut stays) = (0, 0);
            for part in &mut moving {
                if ((part.by / unit) >> step) & 1 == 0 {
                    stays |= part.mask();
                    continue;
                }
                goes |= part.mask();
                part.at = if way == Direction::Up { part.at + by } else { part.at.checked_sub(by)? };
            }
            let shift = |mask: u128| if way == Direction::Up { mask << by } else { mask >> by };
            let gone = shift(goes);
            if gone & stays != 0 || gone.count_ones() != goes.count_ones() {
                return None;
            }
            // (x | x << by) & mask: nothing else may come to stand under the mask.
            let masks = shift(stays) & (stays | gone) == 0 && shift(goes | stays) & stays == 0 && goes & gone == 0;
            // What goes too far for the integers of the machine.
            let end = 128 - (goes | stays | gone).leading_zeros() + by;
            let masks = masks && (way == Direction::Down || end <= self.most_bits());
            // x + (x & goes)·(2^by - 1)
            let product = if by == 1 || weights.fuses { 0 } else { weights.multiply_near_power };
            let adds = way == Direction::Up && weights.add + product + weights.add <= weights.shift + 2 * weights.add;
            let up = if way == Direction::Up { i64::from(by) } else { -i64::from(by) };
            x = if adds || (way == Direction::Up && !masks) {
                let part = self.arena.binary(Op::And, x, self.number(goes));
                let part = self.arena.binary(Op::Mul, self.number(ones(by)), part);
                self.arena.binary(Op::Add, x, part)
            } else if masks {
                let both = self.arena.binary(Op::Or, x, self.shifted(x, up));
                if is_masked && count + 1 == order.len() {
                    both
                } else {
                    self.arena.binary(Op::And, both, self.number(stays | gone))
                }
            } else {
                return None;
            };
        }
        Some((x, moving))
    }

    /// Values whose bits move alike, in one.
    fn side_by_side(&self, roots: &[Id], fields: &[Option<Vec<Field>>]) -> Vec<Vec<Id>> {
        let mut forms = Vec::new();
        // Several variables in one expression.
        for (at, fields) in fields.iter().enumerate() {
            let Some(fields) = fields else { continue };
            let parts: Vec<&[Field]> = fields.chunk_by(|a, b| a.base == b.base).collect();
            for way in [Direction::Up, Direction::Down] {
                let Some(values) = self.packed(&parts, way) else { continue };
                let mut form = roots.to_vec();
                form[at] = self.sum(&values);
                forms.push(form);
            }
        }
        // One variable in several expressions.
        let shared: Vec<(usize, &[Field])> = fields
            .iter()
            .enumerate()
            .filter_map(|(at, fields)| Some((at, fields.as_deref()?)))
            .filter(|(_, fields)| fields.iter().all(|field| field.base == fields[0].base))
            .collect();
        let parts: Vec<&[Field]> = shared.iter().map(|(_, fields)| *fields).collect();
        for way in [Direction::Up, Direction::Down] {
            let Some(values) = self.packed(&parts, way) else { continue };
            let mut form = roots.to_vec();
            for ((at, _), &value) in shared.iter().zip(&values) {
                form[*at] = self.sum(&[value]);
            }
            forms.push(form);
        }
        forms
    }

    /// The values that parts of the same pattern become, each with the distance that is left for it.
    fn packed(&self, parts: &[&[Field]], way: Direction) -> Option<Vec<Term>> {
        let count = u32::try_from(parts.len()).ok().filter(|&count| count > 1)?;
        let plain: Vec<(Vec<Moving>, i64)> = parts.iter().map(|part| moves(part, way)).collect::<Option<_>>()?;
        let first = |part: &[Moving]| part.iter().map(|one| one.at).min().unwrap_or(0);
        let shape = |part: &[Moving]| -> Vec<(u32, u32, u32)> {
            part.iter().map(|one| (one.at - first(part), one.width, one.by)).collect()
        };
        if plain.iter().any(|(part, _)| shape(part) != shape(&plain[0].0)) {
            return None;
        }
        // A place for each, wide enough for all that it passes through, and for what is left to move up.
        let left = plain.iter().map(|(part, left)| left + i64::from(first(part))).max()?.max(0);
        let own = |(part, _): &(Vec<Moving>, i64)| {
            let up = |one: &Moving| if way == Direction::Up { one.by } else { 0 };
            part.iter().map(|one| one.at - first(part) + one.width + up(one)).max().unwrap_or(0)
        };
        let least = plain.iter().map(own).max()? + u32::try_from(left).ok()?;
        let most = self.most_bits();
        let wide = if least * count <= 31 || most == 32 { least } else { most / count };
        if wide < least || wide * count > most {
            return None;
        }
        let (mut all, mut whole, mut mask, mut spans) = (Vec::new(), None, 0_u128, Vec::new());
        for (number, (fields, (moving, _))) in (0..).zip(parts.iter().zip(&plain)) {
            let (start, first) = (number * wide, first(moving));
            let up = i64::from(start) - i64::from(first);
            let bits = self.bits[&fields[0].base];
            let own = moving.iter().fold(0, |mask, one| mask | one.mask());
            mask |= if up < 0 { own >> up.unsigned_abs() } else { own << up };
            all.extend(moving.iter().map(|one| Moving { at: one.at - first + start, ..*one }));
            spans.push((up, i64::from(bits) + up, fields[0].base, own, bits));
        }
        // Each whole, where they do not meet, and one mask for all.
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0) && spans.last()?.1 <= i64::from(most);
        for &(up, _, base, own, bits) in &spans {
            let part = self.shifted(if apart { base } else { self.masked(base, own, bits) }, up);
            whole = Some(whole.map_or(part, |whole| self.arena.binary(Op::Add, part, whole)));
        }
        let mut whole = whole?;
        let full = spans.iter().all(|&(_, _, _, own, bits)| own == ones(bits));
        if apart && !full {
            whole = self.arena.binary(Op::And, whole, self.number(mask));
        }
        let (moved, arrived) = self.stepped(whole, all, way, false)?;
        let of = arrived.len() / parts.len();
        let mut values = Vec::with_capacity(parts.len());
        for (number, (part, (moving, left))) in (0..).zip(arrived.chunks(of).zip(&plain)) {
            let start = number * wide;
            // Where its lowest bit came to, and where it has to go.
            let lowest = part.iter().map(|one| one.at).min()? - start;
            let target = i64::from(lowest) + left + i64::from(first(moving));
            let end = part.iter().map(|one| one.at + one.width).max()? - start;
            let is_last = number + 1 == count;
            values.push(if number == 0 {
                (left + i64::from(first(moving)), self.masked(moved, ones(wide), u128::BITS))
            } else if target >= 0 {
                // Straight to its place.
                let down = i64::from(start) - left - i64::from(first(moving));
                let value = self.shifted(moved, -down);
                let mask = ones(end - lowest) << target;
                (0, if is_last { value } else { self.masked(value, mask, u128::BITS) })
            } else {
                return None;
            });
        }
        Some(values)
    }
}

/// What moves by how much, all in one direction, and by how much all together move then.
fn moves(fields: &[Field], way: Direction) -> Option<(Vec<Moving>, i64)> {
    let distances = fields.iter().map(Field::distance);
    let left = if way == Direction::Up { distances.min()? } else { distances.max()? };
    if fields.iter().all(|field| field.distance() == left) {
        return None;
    }
    let ordered = fields.windows(2).all(|two| two[0].from + two[0].width <= two[1].from);
    let moving = |field: &Field| {
        let by = u32::try_from((field.distance() - left).unsigned_abs()).ok()?;
        let most = field.from + field.width + by;
        (most <= MOST_BITS).then_some(Moving { at: field.from, width: field.width, by })
    };
    let moving: Option<Vec<Moving>> = fields.iter().map(moving).collect();
    moving.filter(|_| ordered).map(|moving| (moving, left))
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

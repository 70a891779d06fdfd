//! Several values side by side in one word, so that bits that move by the same distances move together.

use super::field::{Field, ones};
use super::writer::{Direction, Moving, Term, Writer, moves};
use crate::forms::cost::Cost;
use crate::graph::node::{Id, Op};

impl Writer<'_> {
    /// The forms in which values whose bits move alike stand in one word.
    pub(crate) fn side_by_side(&self, roots: &[Id], fields: &[Option<Vec<Field>>]) -> Vec<Vec<Id>> {
        let mut forms = Vec::new();
        // Several variables of one expression. Not for a CPU, whose loops compute what depends on an outer index alone only
        // once: with i and j in one word a single index takes an instruction less, but a stencil twice as many.
        let is_packed = self.cost != Cost::Cpu;
        for (at, fields) in fields.iter().enumerate().filter(|_| is_packed) {
            let Some(fields) = fields else { continue };
            let parts: Vec<&[Field]> = fields.chunk_by(|a, b| a.base == b.base).collect();
            for way in Direction::BOTH {
                let Some(values) = self.packed(&parts, way) else { continue };
                let mut form = roots.to_vec();
                form[at] = self.sum(&values);
                forms.push(form);
            }
        }
        // One variable that several expressions use.
        let shared: Vec<(usize, &[Field])> = fields
            .iter()
            .enumerate()
            .filter_map(|(at, fields)| Some((at, fields.as_deref()?)))
            .filter(|(_, fields)| fields.iter().all(|field| field.base == fields[0].base))
            .collect();
        let parts: Vec<&[Field]> = shared.iter().map(|(_, fields)| *fields).collect();
        for way in Direction::BOTH {
            let Some(values) = self.packed(&parts, way) else { continue };
            let mut form = roots.to_vec();
            for ((at, _), &value) in shared.iter().zip(&values) {
                form[*at] = self.sum(&[value]);
            }
            forms.push(form);
        }
        forms
    }

    /// What the parts become that move together, each with the distance by which it has to move on; `None` where their bits
    /// do not move alike, or do not fit a word together.
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
        // The width that each part gets: enough for every place that its bits pass through, and for moving up afterwards.
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
        // Variables that do not overlap stand there unmasked, and one mask serves all of them.
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0) && spans.last()?.1 <= i64::from(most);
        for &(up, _, base, own, bits) in &spans {
            let part = self.shifted(if apart { base } else { self.masked(base, own, bits) }, up);
            whole = Some(whole.map_or(part, |whole| self.arena.binary(Op::Add, part, whole)));
        }
        let mut whole = whole?;
        let full = spans.iter().all(|&(_, _, _, own, bits)| own == ones(bits));
        if apart && !full {
            let held = spans.iter().fold(0, |held, &(up, end, ..)| held | (ones(end as u32) & !ones(up.max(0) as u32)));
            whole = self.masked_regular(whole, mask, held & !mask);
        }
        let (moved, arrived) = self.stepped(whole, all, way, false)?;
        let of = arrived.len() / parts.len();
        let mut values = Vec::with_capacity(parts.len());
        for (number, (part, (moving, left))) in (0..).zip(arrived.chunks(of).zip(&plain)) {
            let start = number * wide;
            // The place that the part's lowest bit has reached, and the one that it has to reach.
            let lowest = part.iter().map(|one| one.at).min()? - start;
            let target = i64::from(lowest) + left + i64::from(first(moving));
            let end = part.iter().map(|one| one.at + one.width).max()? - start;
            let is_last = number + 1 == count;
            values.push(if number == 0 {
                (left + i64::from(first(moving)), self.masked(moved, ones(wide), u128::BITS))
            } else if target >= 0 {
                // One shift takes the part to its final place.
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

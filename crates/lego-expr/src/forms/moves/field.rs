//! Fields: neighbouring bits of a variable that are neighbours in the value of an expression, too.

use crate::graph::arena::Arena;
use crate::graph::hash::FastHash;
use crate::graph::node::{Id, Kind, Node, Op};
use crate::graph::program::reachable;
use std::collections::HashMap;

/// Values of more bits are not looked at.
pub(crate) const MOST_BITS: u32 = 63;

/// Bits of a variable, from the place `from` on, that stand at the place `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Field {
    pub(crate) base: Id,
    pub(crate) from: u32,
    pub(crate) width: u32,
    pub(crate) to: u32,
}

impl Field {
    /// By how many places it moves up.
    pub(crate) fn distance(&self) -> i64 {
        i64::from(self.to) - i64::from(self.from)
    }
}

pub(crate) fn ones(width: u32) -> u128 {
    1_u128.checked_shl(width).map_or(u128::MAX, |power| power - 1)
}

/// The exponent of a power of two.
fn exponent(number: i128) -> Option<u32> {
    (number > 0 && number & (number - 1) == 0).then(|| number.trailing_zeros())
}

/// Finds out where each bit of an expression comes from.
pub(crate) struct Reader<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) fields: HashMap<Id, Option<Vec<Field>>, FastHash>,
}

impl Reader<'_> {
    fn of(&self, id: Id) -> Option<Vec<Field>> {
        self.fields.get(&id).cloned().flatten()
    }

    /// The fields of a node, from those of its operands; `None` where its value is not made of fields and zeros alone.
    pub(crate) fn read(&self, id: Id) -> Option<Vec<Field>> {
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

    /// The number of bits of each variable.
    pub(crate) fn bits(&self, roots: &[Id]) -> HashMap<Id, u32, FastHash> {
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

/// Fields in which neighbours that move by the same distance are one.
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

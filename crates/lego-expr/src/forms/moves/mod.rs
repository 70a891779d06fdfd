//! Bits that move: maps that put bits of some values in other places, written with masks.
//!
//! ```text
//! Morton(8, 8), the column j:   j = ......cba
//!   written digit by digit      a + 4·b + 16·c                   a division, a remainder and a product for each
//!   written in steps            ....c..ba  (j & 4 moves up by 2)
//!                               ....c.b.a  (the middle one moves up by 1)
//! ```
//!
//! A bit that has to go far goes there in steps of 1, 2, 4, … places, and all bits that take the same step take it at once.
//! Values whose bits move alike can stand side by side in one word and move together.

mod field;
mod packed;
#[cfg(test)]
mod tests;
mod writer;

use crate::forms::cost::Cost;
use crate::graph::arena::Arena;
use crate::graph::node::Id;
use crate::graph::program::reachable;
use crate::rules::rule::rules;
use field::{Field, Reader};
use std::collections::HashMap;
use writer::{Direction, Writer};

rules! {
    BITS_MASKED = "bits masked": "((x / (1 << k)) % (1 << n)) * (1 << k) = x & (((1 << n) - 1) << k)";
    BITS_MOVED = "bits moved on": "(x - y) + (1 << k)*y = x + ((1 << k) - 1)*y";
    BITS_MOVED_UP = "bits moved up over a copy": "(x & m) + ((x & n) << k) = (x | (x << k)) & (m | (n << k))"
        if "(x << k) & m = 0; x & (n << k) = 0";
    BITS_MOVED_DOWN = "bits moved down over a copy": "(x & m) + ((x & n) >> k) = (x | (x >> k)) & (m | (n >> k))"
        if "(x >> k) & m = 0; x & (n >> k) = 0";
}

/// Larger expressions are not looked at.
const MOST_NODES: usize = 1024;

/// Other forms of some expressions: with the bits of each variable moved by themselves, and with several variables in one
/// word.
pub(crate) fn forms(arena: &Arena, roots: &[Id], cost: Cost) -> Vec<Vec<Id>> {
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
        let apart = |directions: &[Direction]| -> Vec<Id> {
            let moved = |(&root, own): (&Id, &Option<Vec<Field>>)| {
                own.as_ref().map_or(root, |own| writer.apart(own, directions))
            };
            roots.iter().zip(&fields).map(moved).collect()
        };
        // Of equal ones those downwards: they start at the lowest bit, so that expressions have masks in common. A GPU has no
        // use for that, and adds products for nothing.
        let [up, down] = Direction::BOTH;
        let mut forms =
            if cost == Cost::Cpu { vec![apart(&[down, up]), apart(&[down])] } else { vec![apart(&[up, down])] };
        forms.dedup();
        forms.extend(writer.side_by_side(roots, &fields));
        forms
    };
    match cost {
        Cost::Operations => written(cost),
        // The forms for both machines are always written, in one order: so the nodes for one machine are the same whether or
        // not the other was asked for before.
        Cost::Cpu | Cost::Gpu => {
            let [cpu, gpu] = [Cost::Cpu, Cost::Gpu].map(written);
            if cost == Cost::Cpu { cpu } else { gpu }
        }
    }
}

//! Maps that are a chain on a part of their box, or of an array that they see in tiles.

use super::names::{list, named, piece};
use super::stages::Stages;
use crate::form::Form;
use crate::relation::{Order, Relation};
use lego_equal::Effort;
use lego_expr::{Id, Map, Op};

impl Relation<'_> {
    /// A map on a box inside its own: the chain of that, then `ExpandBy`.
    pub(super) fn on_part(&self, dims: &[u64], chain: impl Fn(&Self) -> Option<String>) -> Option<String> {
        if self.is_total() {
            return None;
        }
        let effort = Effort::default();
        // The corners of a box are its first and its last point.
        let (low, high) = (self.first(&effort).ok()??.index, self.last(&effort).ok()??.index);
        if low.iter().zip(&high).any(|(low, high)| low > high) {
            return None;
        }
        let sizes: Vec<u64> = low.iter().zip(&high).map(|(low, high)| high - low + 1).collect();
        let ends: Vec<u64> = high.iter().map(|high| high + 1).collect();
        let index: Vec<Id> = sizes.iter().map(|&size| self.arena.constant(size.into())).collect();
        let index = Map::index(self.arena, &index);
        let moved: Vec<Id> = (index.iter().zip(&low))
            .map(
                |(&id, &low)| {
                    if low == 0 { id } else { self.arena.binary(Op::Add, id, self.arena.constant(low.into())) }
                },
            )
            .collect();
        let inner = self.over_box(index, &sizes, &moved, false);
        let text = without_view(&chain(&inner)?)?;
        let mut stages = Stages::default();
        if low.iter().any(|&low| low > 0) {
            let is_down: Vec<bool> = low.iter().map(|&low| low > 0).collect();
            stages.reverse(&sizes, &is_down);
            stages.expand(&sizes, &ends);
            stages.reverse(&ends, &is_down);
        }
        stages.expand(&ends, dims);
        Some(stages.after(&text, dims))
    }

    /// A map that sees an array in tiles: the chain of the array, then the tiles.
    pub(super) fn in_tiles(&self, dims: &[u64], chain: impl Fn(&Self) -> Option<String>) -> Vec<String> {
        let mut texts = Vec::new();
        for rank in (1..dims.len()).filter(|rank| dims.len().is_multiple_of(*rank)) {
            let levels: Vec<&[u64]> = dims.chunks(rank).collect();
            let whole: Vec<u64> = (0..rank).map(|axis| levels.iter().map(|level| level[axis]).product()).collect();
            let extents: Vec<Id> = whole.iter().map(|&extent| self.arena.constant(extent.into())).collect();
            let index = Map::index(self.arena, &extents);
            let mut digits = vec![index[0]; dims.len()];
            for axis in 0..rank {
                let mut rest = index[axis];
                for (number, level) in levels.iter().enumerate().rev() {
                    let size = self.arena.constant(level[axis].into());
                    digits[number * rank + axis] =
                        if number == 0 { rest } else { self.arena.binary(Op::Rem, rest, size) };
                    rest = self.arena.binary(Op::Div, rest, size);
                }
            }
            let inner = self.over_box(index, &whole, &digits, true).settled();
            let Some(text) = chain(&inner).and_then(|text| without_view(&text)) else { continue };
            let view: Vec<String> = levels.iter().map(|level| format!("[{}]", list(level))).collect();
            texts.push(format!("{text}.TileBy({})", view.join(", ")));
            let order: Vec<usize> =
                (0..rank).flat_map(|axis| (0..levels.len()).map(move |level| level * rank + axis)).collect();
            texts.push(format!("{text}.OrderBy({})", piece(dims, &order)));
        }
        texts
    }

    /// A named permutation with its axes in another order, some of them counted down, and perhaps the position too.
    pub(super) fn in_other_axes(&self, dims: &[u64]) -> Option<String> {
        let rank = dims.len();
        let count = dims.iter().try_fold(1_u64, |all, &extent| all.checked_mul(extent))?;
        if !self.is_total() || !(1..=MOST_AXES).contains(&rank) || self.spans() != Some(vec![count]) {
            return None;
        }
        for order in orders(rank) {
            let ordered: Vec<u64> = order.iter().map(|&axis| dims[axis]).collect();
            let texts = named(&ordered);
            for number in 0..1_u32 << (rank + 1) {
                let is_down: Vec<bool> = (0..rank).map(|axis| number >> axis & 1 != 0).collect();
                let is_back = number >> rank & 1 != 0;
                let extents: Vec<Id> = ordered.iter().map(|&extent| self.arena.constant(extent.into())).collect();
                let index = Map::index(self.arena, &extents);
                let component = |axis: usize| {
                    let place = order.iter().position(|&other| other == axis).unwrap_or(axis);
                    self.counted(index[place], dims[axis], is_down[axis])
                };
                let components: Vec<Id> = (0..rank).map(component).collect();
                let mut inner = self.over_box(index.clone(), &ordered, &components, false);
                inner.map.values[0] = self.counted(inner.map.values[0], count, is_back);
                let Some(text) = texts.iter().find(|text| inner.is_chain(text)) else { continue };
                let mut stages = Stages::default();
                stages.permute(dims, &order);
                stages.reverse(dims, &is_down);
                let text = if is_back { format!("Reverse({count}).OrderBy({text})") } else { text.clone() };
                return Some(if stages.is_empty() && rank > 1 && is_back { text } else { stages.after(&text, dims) });
            }
        }
        None
    }

    /// A component or a position, counted down from the last one or not.
    fn counted(&self, id: Id, extent: u64, is_down: bool) -> Id {
        if is_down { self.arena.binary(Op::Sub, self.arena.constant(i128::from(extent) - 1), id) } else { id }
    }

    /// A bijection of bits with an offset: that without one, behind the bits of the index that the offset changes.
    pub(super) fn with_offset(&self, dims: &[u64], chain: impl Fn(&Self) -> Option<String>) -> Option<String> {
        let Form::Linear(linear) = self.form() else { return None };
        if linear.constant == 0 || linear.kernel().is_some() || !self.is_total() {
            return None;
        }
        let back = linear.inverse(dims.iter().map(|extent| extent.trailing_zeros()).sum())?;
        let mut changed = vec![0; dims.len()];
        for (bit, index) in back.iter().enumerate() {
            if linear.constant >> bit & 1 != 0 {
                changed.iter_mut().zip(index).for_each(|(sum, &image)| *sum ^= image);
            }
        }
        let extents: Vec<Id> = dims.iter().map(|&extent| self.arena.constant(extent.into())).collect();
        let index = Map::index(self.arena, &extents);
        let xor = |(&id, &bits): (&Id, &u64)| self.arena.binary(Op::Xor, id, self.arena.constant(bits.into()));
        let components: Vec<Id> = index.iter().zip(&changed).map(xor).collect();
        let text = without_view(&chain(&self.over_box(index, dims, &components, false))?)?;
        // Runs of bits that change are digits that count down.
        let (mut sizes, mut is_down) = (Vec::new(), Vec::new());
        for (&extent, &bits) in dims.iter().zip(&changed) {
            let first = sizes.len();
            for bit in (0..extent.trailing_zeros()).rev() {
                let changes = bits >> bit & 1 != 0;
                match is_down.last() {
                    Some(&last) if sizes.len() > first && last == changes => sizes[is_down.len() - 1] *= 2,
                    _ => {
                        sizes.push(2);
                        is_down.push(changes);
                    }
                }
            }
            if sizes.len() == first {
                sizes.push(1);
                is_down.push(false);
            }
        }
        let mut stages = Stages::default();
        stages.reverse(&sizes, &is_down);
        Some(stages.after(&text, dims))
    }

    /// This map after one from another box, with the conditions of its own or without.
    fn over_box(&self, index: Vec<Id>, dims: &[u64], components: &[Id], is_partial: bool) -> Self {
        let map = self.map().over(self.arena, components);
        let dims = dims.iter().map(|&extent| self.arena.constant(extent.into())).collect();
        let guards = if is_partial { map.guards.clone() } else { Vec::new() };
        Self::new(self.arena, Map { index, dims, guards, ..map }, Order::RowMajor)
    }
}

/// Axes of an index of more components are not tried in other orders.
const MOST_AXES: usize = 3;

/// All orders of some axes, that by which they stand first.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    (0..rank).fold(vec![vec![]], |all: Vec<Vec<usize>>, _| {
        let more = |order: Vec<usize>| {
            let left: Vec<usize> = (0..rank).filter(|axis| !order.contains(axis)).collect();
            left.into_iter().map(move |axis| [&order[..], &[axis]].concat())
        };
        all.into_iter().flat_map(more).collect()
    })
}

/// A chain without the view at its end that only cuts a row-major place; `None` of one in tiles.
fn without_view(text: &str) -> Option<String> {
    if text.contains(".TileBy(") {
        return None;
    }
    Some(text.rfind(".GroupBy(").map_or(text, |at| &text[..at]).to_owned())
}

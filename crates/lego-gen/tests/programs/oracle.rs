//! What the interpreter of chains says of a layout for values of its sizes: found once, for all languages.

use crate::common::{self, Random};
use crate::points::{Digest, MODULUS, Points};
use lego_lang::RuntimeLayout;
use std::collections::BTreeMap;

/// Values of sizes by their names.
pub type Values = BTreeMap<String, u64>;

/// The most indices and positions of a layout whose loops over all elements are tried.
const MOST_VISITED: u64 = 1 << 14;

/// The most indices of a layout whose table is compared.
const MOST_IN_TABLE: u64 = 1 << 16;

/// A layout for values of its sizes.
pub struct Oracle {
    pub values: Values,
    pub dims: Vec<u64>,
    pub span: u64,
    /// The indices that are looked at, by their number in row-major order, and the positions.
    pub indices: Points,
    pub positions: Points,
    /// The digests of `apply` and of `inv` at these.
    pub apply: u64,
    pub inv: u64,
    /// By how much the position grows for a step along each axis, modulo what answers are counted by: it may be below zero.
    pub strides: Vec<Option<u64>>,
    /// The position of every index; empty where there are too many.
    pub table: Vec<Option<u64>>,
    /// All elements; `None` where there are too many.
    pub elements: Option<Elements>,
}

/// The elements of a layout, each an index and a position, in the order of the index and then in that of memory.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    pub count: u64,
    /// The indices or the positions that the loops go through, whichever are more.
    pub most: u64,
    /// The digest of the components of all indices, with the position behind each.
    pub digest: Digest,
}

impl Elements {
    fn of(layout: &RuntimeLayout, table: &[Option<u64>]) -> Self {
        let mut digest = Digest::default();
        let mut take = |index: Vec<u64>, position: u64| {
            index.into_iter().chain([position]).for_each(|number| digest.take(Some(number)));
        };
        let mut count = 0;
        for (flat, position) in table.iter().enumerate() {
            if let Some(position) = *position {
                take(common::unflatten(layout.dims(), flat as u64), position);
                count += 1;
            }
        }
        for position in 0..layout.span() {
            if let Some(index) = layout.inv(position) {
                take(index, position);
            }
        }
        Self { count, most: layout.count().max(layout.span()), digest }
    }
}

impl Oracle {
    pub fn of(text: &str, values: &Values) -> Self {
        let layout = layout(text, values).unwrap_or_else(|| panic!("{text} {values:?}: no layout"));
        let (dims, span, count) = (layout.dims().to_vec(), layout.span(), layout.count());
        let (indices, positions) = (Points::of(count), Points::of(span));
        let (mut apply, mut inv) = (Digest::default(), Digest::default());
        let at = |flat: u64| layout.apply(&common::unflatten(&dims, flat));
        indices.all().for_each(|flat| apply.take(at(flat)));
        for position in positions.all() {
            match layout.inv(position) {
                Some(index) => index.into_iter().for_each(|component| inv.take(Some(component))),
                None => inv.take(None),
            }
        }
        let stride = |axis: usize| {
            // A step that cannot be made has a stride all the same, of which nothing is said.
            if count == 0 {
                return None;
            }
            let mut unit = vec![0; dims.len()];
            unit[axis] = 1;
            let (first, next) = (at(0)?, if dims[axis] > 1 { layout.apply(&unit)? } else { return None });
            Some((next % MODULUS + MODULUS - first % MODULUS) % MODULUS)
        };
        let table: Vec<Option<u64>> = if count <= MOST_IN_TABLE { (0..count).map(at).collect() } else { Vec::new() };
        Self {
            values: values.clone(),
            strides: (0..dims.len()).map(stride).collect(),
            elements: (count.max(span) <= MOST_VISITED).then(|| Elements::of(&layout, &table)),
            table,
            dims,
            span,
            indices,
            positions,
            apply: apply.value,
            inv: inv.value,
        }
    }
}

/// The layout of a chain for values of its sizes, if it is one.
pub fn layout(text: &str, values: &Values) -> Option<RuntimeLayout> {
    let list: Vec<(&str, u64)> = values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    RuntimeLayout::parse(text, &list).ok()
}

/// Values for which a chain is no layout, in the order of the names.
pub fn refused(text: &str, names: &[String]) -> Vec<Vec<u64>> {
    let mut random = Random::new(7);
    let mut refused = Vec::new();
    for _ in 0..60 {
        let values: Vec<u64> = names.iter().map(|_| *random.pick(&[1, 2, 3, 5, 6, 7, 0, 40])).collect();
        let named = names.iter().cloned().zip(values.iter().copied()).collect();
        if refused.len() < 3 && layout(text, &named).is_none() {
            refused.push(values);
        }
    }
    refused
}

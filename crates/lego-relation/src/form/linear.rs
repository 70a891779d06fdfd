//! The linear form: an exclusive or of numbers, one for each bit of the index that is 1, and of a constant.

use super::strided::{Mode, Strided};
use lego_core::chain::XorMap;
use lego_equal::read_bits;
use lego_expr::{Arena, Id, Map, Symbol};

/// An index of more bits has no number of 64 bits.
const MOST_BITS: u32 = 64;

/// The only linear map that could have these values; `None` where an extent is no power of two.
pub(crate) fn guess(dims: &[u64], value: impl Fn(&[u64]) -> Option<u64>) -> Option<XorMap> {
    let mut index = vec![0; dims.len()];
    let bits: u32 = dims.iter().map(|extent| extent.trailing_zeros()).sum();
    if bits > MOST_BITS || !dims.iter().all(|extent| extent.is_power_of_two()) {
        return None;
    }
    let constant = value(&index)?;
    let mut columns = Vec::with_capacity(dims.len());
    for (axis, extent) in dims.iter().enumerate() {
        let mut images = Vec::new();
        for bit in 0..extent.trailing_zeros() {
            index[axis] = 1 << bit;
            images.push(value(&index)? ^ constant);
        }
        index[axis] = 0;
        columns.push(images);
    }
    Some(XorMap { columns, constant })
}

/// What the expression of a map to one value is by the way in which it is written, of extents that are powers of two.
pub(crate) fn read(arena: &Arena, map: &Map, dims: &[u64]) -> Option<XorMap> {
    read_bits(arena, map).filter(|_| dims.iter().all(|extent| extent.is_power_of_two()))
}

/// A map of bits as an expression of the components of an index.
pub(crate) fn write(map: &XorMap, arena: &Arena, index: &[Id]) -> Id {
    let symbols: Vec<Symbol<'_>> = index.iter().map(|&id| Symbol::new(arena, id)).collect();
    map.write(&symbols, Symbol::new(arena, arena.constant(0))).id()
}

/// The same map as digits times strides, if it is one: exactly where no two bits of the index have a bit of the value
/// in common, so that each changes the value by as much whatever the others are; down where the constant has the bits.
pub(crate) fn strided(map: &XorMap) -> Option<Strided> {
    let mut seen = 0;
    let is_apart = |&image: &u64| {
        let apart = seen & image == 0;
        seen |= image;
        apart
    };
    if !map.columns.iter().flatten().all(is_apart) {
        return None;
    }
    let axes = map.columns.iter().map(|images| {
        let mut modes: Vec<Mode> = Vec::new();
        for &image in images {
            let stride = i128::from(image & !map.constant) - i128::from(image & map.constant);
            match modes.last_mut() {
                Some(mode) if mode.stride * i128::from(mode.size) == stride => mode.size *= 2,
                _ => modes.push(Mode { size: 2, stride }),
            }
        }
        modes
    });
    Some(Strided { offset: map.constant.into(), axes: axes.collect() })
}

/// The first index, in row-major order, of the least or the greatest value.
pub(crate) fn extreme(map: &XorMap, greatest: bool) -> Vec<u64> {
    // The greatest leading bit first; no number after it has the bit.
    let better = |value: u64, row: u64| if greatest { value.max(value ^ row) } else { value.min(value ^ row) };
    let value = map.basis().into_iter().fold(map.constant, better);
    map.first(value).unwrap_or_default()
}

/// The least number that is no value, given the basis; 2^64 is too large to be said.
pub(crate) fn first_hole(map: &XorMap) -> Option<u64> {
    let basis = map.basis();
    let rest = basis.iter().fold(map.constant, |rest, row| rest.min(rest ^ row));
    if rest != 0 {
        return Some(0);
    }
    // What the first powers of two make is all below the next.
    let beyond = basis.iter().rev().zip(0..).find(|&(&row, bit)| row != 1 << bit).map(|(_, bit)| 1 << bit);
    beyond.or(1_u64.checked_shl(basis.len() as u32))
}

/// The runs of values that follow each other, each once: how many there are, and what makes them.
pub(crate) fn runs(map: &XorMap) -> (u64, impl Iterator<Item = std::ops::Range<u64>>) {
    let basis = map.basis();
    let low = basis.iter().rev().zip(0..).take_while(|&(&row, bit)| row == 1 << bit).count();
    let outer = basis[..basis.len() - low].to_vec();
    let mask = 1_u64.checked_shl(low as u32).map_or(u64::MAX, |length| length - 1);
    let count = 1_u64.checked_shl(outer.len() as u32).unwrap_or(u64::MAX);
    let mut value = map.constant & !mask;
    // Every exclusive or of the others once: one more of them each time (Gray's code).
    let runs = (0..count).map(move |step| {
        if step > 0 {
            value ^= outer[step.trailing_zeros() as usize];
        }
        value..value.saturating_add(mask).saturating_add(1)
    });
    (count, runs)
}

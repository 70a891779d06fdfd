//! For tests: what a member takes, by the formulas as they are written down and by requests, with nothing of the
//! search.

extern crate std;

use super::access::TileAccess;
use super::member::{Member, Swizzle};
use super::tile::Tile;
use lego_machine::Request;
use random::Random;
use std::vec::Vec;

/// Indices in an order.
pub(super) fn order(tile: &Tile, key: impl Fn(u32, u32) -> (u32, u32, u32)) -> Vec<Option<[u32; 2]>> {
    let mut all: Vec<[u32; 2]> = (0..tile.rows()).flat_map(|i| (0..tile.columns()).map(move |j| [i, j])).collect();
    all.sort_by_key(|[i, j]| key(*i, *j));
    all.into_iter().map(Some).collect()
}

/// An access, with its vector.
pub(super) fn any_access(random: &mut Random, tile: &Tile) -> (Vec<Option<[u32; 2]>>, u32) {
    let (rows, columns) = (tile.rows(), tile.columns());
    let mut elements = match random.below(7) {
        0 => order(tile, |i, j| (0, i, j)),
        1 => order(tile, |i, j| (0, j, i)),
        2 => order(tile, |i, j| (i + j, i, 0)),
        3 => order(tile, |i, j| (i + columns - j, i, 0)),
        4 => order(tile, |i, j| (i / 2, j, i)),
        5 => order(tile, |i, j| (i % 3, j % 2, i * columns + j)),
        // Some elements several times.
        _ => order(tile, |i, j| (0, j, i)).iter().map(|element| element.map(|[i, j]| [i / 2, j / 3])).collect(),
    };
    let widest = (16 / tile.bytes()).min(4);
    let vector = 1 << random.below(u64::from(widest.ilog2()) + 1);
    let fits = columns % vector == 0 && rows * columns % vector == 0;
    if random.one_in(4) {
        elements.iter_mut().step_by(3).for_each(|element| *element = None);
        return (elements, 1);
    }
    (elements, if fits && random.one_in(2) { vector } else { 1 })
}

/// Where a member puts an element.
fn position(tile: &Tile, member: &Member, [i, j]: [u32; 2]) -> u64 {
    let [rows_before, column, skew] = [i, j, member.skew].map(u64::from);
    let pitch = u64::from(tile.columns() + member.padding);
    let column = (column + skew * rows_before) % pitch;
    let place = rows_before * pitch + column;
    match member.swizzle {
        Swizzle::None => place,
        Swizzle::Rows { bits } => rows_before * pitch + (column ^ (rows_before % (1 << bits))),
        Swizzle::Bits(bits) => (0..bits.bits()).fold(place, |swizzled, bit| {
            let (low, high) = (bits.base() + bit, bits.base() + bit + bits.shift().abs());
            let (from, to) = if bits.shift() > 0 { (high, low) } else { (low, high) };
            swizzled ^ (place >> from & 1) << to
        }),
    }
}

/// The wavefronts that a warp takes, and the ideal; `None` where a vector is none.
pub(super) fn wavefronts_of_warp(
    tile: &Tile,
    member: &Member,
    elements: &[Option<[u32; 2]>],
    vector: u32,
) -> Option<[u64; 2]> {
    let bytes = u64::from(tile.bytes());
    let mut request = Request::new(tile.bytes() * vector);
    for (lane, elements) in elements.chunks(vector as usize).enumerate() {
        if elements.iter().all(Option::is_none) {
            continue;
        }
        let mut positions = Vec::new();
        for element in elements {
            positions.push(position(tile, member, (*element)?));
        }
        positions.sort_unstable();
        let first = positions[0];
        let is_vector = positions.iter().zip(first..).all(|(position, wanted)| *position == wanted);
        if !is_vector || first % u64::from(vector) != 0 {
            return None;
        }
        request.add(lane as u32, first * bytes);
    }
    let cost = request.wavefronts();
    Some([cost.taken, cost.ideal])
}

/// The wavefronts of all warps; `None` where an access is impossible.
pub(super) fn wavefronts(tile: &Tile, member: &Member, accesses: &[TileAccess<'_>]) -> Option<u64> {
    let mut total = 0;
    for access in accesses {
        for warp in 0..access.warps() {
            let [taken, _] = wavefronts_of_warp(tile, member, access.elements_of(warp), access.vector())?;
            total += taken;
        }
    }
    Some(total)
}

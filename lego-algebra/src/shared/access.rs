//! An access of a tile by the threads of a block: who touches which element, and the wavefronts under a layout of the tile.

use super::member::Member;
use super::tile::Tile;
use lego_machine::Request;
use lego_machine::limits::{WARP, WIDEST_ACCESS, is_access_width};

const LANES: usize = WARP as usize;

/// The elements that threads 0, 1, 2, … touch, each a vector of so many, as row and column; `None` for what a thread leaves out.
///
/// Vectors whose elements are not neighbours in memory, from a multiple of their length on, cannot be moved at once; under a
/// layout where some are not, the access is impossible.
#[derive(Clone, Copy, Debug)]
pub struct TileAccess<'a> {
    elements: &'a [Option<[u32; 2]>],
    vector: u32,
    ideal: u64,
}

impl<'a> TileAccess<'a> {
    /// An access of a tile; `None` where an element is outside of it, where vectors do not divide the elements, or where no
    /// instruction moves a vector.
    #[must_use]
    pub fn new(tile: &Tile, elements: &'a [Option<[u32; 2]>], vector: u32) -> Option<Self> {
        let inside = |element: &Option<[u32; 2]>| element.is_none_or(|[i, j]| i < tile.rows() && j < tile.columns());
        let at_once = u64::from(vector) * u64::from(tile.bytes());
        let is_width = at_once <= u64::from(WIDEST_ACCESS) && is_access_width(at_once as usize);
        if !is_width || elements.len() % vector as usize != 0 || !elements.iter().all(inside) {
            return None;
        }
        let mut access = Self { elements, vector, ideal: 0 };
        // The lanes that take part say how much is ideal, wherever their elements lie.
        for warp in 0..access.warps() {
            let mut request = Request::new(at_once as u32);
            for (lane, vector) in access.of_warp(warp).enumerate().filter(|(_, vector)| vector[0].is_some()) {
                let _ = vector;
                request.add(lane as u32, 0);
            }
            access.ideal += request.wavefronts().ideal;
        }
        Some(access)
    }

    /// The elements of a vector.
    #[must_use]
    pub fn vector(&self) -> u32 {
        self.vector
    }

    /// The least wavefronts of all its warps.
    #[must_use]
    pub fn ideal(&self) -> u64 {
        self.ideal
    }

    /// The warps.
    pub(super) fn warps(&self) -> usize {
        self.elements.len().div_ceil(LANES * self.vector as usize)
    }

    /// The vectors of a warp's threads; without any past the last one.
    fn of_warp(&self, warp: usize) -> impl Iterator<Item = &'a [Option<[u32; 2]>]> + use<'a> {
        let most = LANES * self.vector as usize;
        let first = (warp * most).min(self.elements.len());
        let elements = &self.elements[first..(first + most).min(self.elements.len())];
        elements.chunks_exact(self.vector as usize)
    }

    /// Wavefronts, taken and ideal, of a warp under a member; `None` where a thread's vector is none.
    pub(super) fn of(&self, tile: &Tile, member: &Member, warp: usize) -> Option<lego_machine::Cost> {
        let mut request = Request::new(tile.bytes() * self.vector);
        for (lane, vector) in self.of_warp(warp).enumerate() {
            if let Some(first) = self.start(tile, member, vector)? {
                request.add(lane as u32, first * u64::from(tile.bytes()));
            }
        }
        Some(request.wavefronts())
    }

    /// The position at which a thread's vector begins; inside, `None` where the thread takes no part, outside, where its
    /// elements are no vector.
    fn start(&self, tile: &Tile, member: &Member, elements: &[Option<[u32; 2]>]) -> Option<Option<u64>> {
        let vector = u64::from(self.vector);
        let Some(first) = elements[0] else {
            return elements.iter().all(Option::is_none).then_some(None);
        };
        let start = member.position(tile, first) / vector * vector;
        let mut seen = 0_u32;
        for element in elements {
            let position = member.position(tile, (*element)?);
            if position / vector * vector != start {
                return None;
            }
            seen |= 1 << (position - start);
        }
        // All different, since a member sends no two elements to one position.
        (seen.count_ones() == self.vector).then_some(Some(start))
    }
}

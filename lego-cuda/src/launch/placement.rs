//! Where the shared tiles lie whose layouts a launch passes: one after the other, behind those that the kernel knows.

use crate::device::shared::DYNAMIC_ALIGN;
use crate::kernel::{Entry, PlacedTile};

/// The shared memory that a launch adds, as it is given to one tile after the other.
///
/// Law: tiles do not overlap, and each begins at a multiple of [`DYNAMIC_ALIGN`], behind the dynamic tiles that the kernel
/// itself knows.
#[derive(Debug)]
pub struct Placement {
    end: u64,
}

impl Placement {
    /// That of a launch of a kernel, with no tile placed.
    pub const fn of(entry: &Entry) -> Self {
        Self { end: entry.dynamic_bytes as u64 }
    }

    /// Places one more tile. What leaves 64 bits ends at their end, and is refused with the launch.
    pub(super) fn add(&mut self, name: &'static str, bytes: u64) -> PlacedTile {
        let offset = self.end.checked_next_multiple_of(DYNAMIC_ALIGN.into()).unwrap_or(u64::MAX);
        let tile = PlacedTile { name, offset, bytes };
        self.end = tile.end();
        tile
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_lie_one_after_the_other() {
        let mut memory = Placement { end: 7 };
        let mut offset = |bytes| memory.add("tile", bytes).offset;
        assert_eq!([offset(1), offset(128), offset(0), offset(129), offset(4)], [128, 256, 384, 384, 640]);
        assert_eq!([offset(u64::MAX), offset(1)], [768, u64::MAX]);
    }
}

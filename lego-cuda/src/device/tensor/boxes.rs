//! Boxes: what one copy of the copy engine moves, read off the layout of a tile in shared memory.

use crate::device::{Element, Swizzle};
use lego_core::mapping::BitStrips;
use lego_core::{Coord32, Mapping32, StaticMapping};

/// Axes of a tensor at most.
pub const MOST_AXES: usize = 5;

/// The extents of a box along each of its axes, and how it lies in shared memory: the first axis is the innermost there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorBox {
    /// How many axes there are.
    pub rank: usize,
    /// The extents, the innermost axis first; 1 beyond the rank.
    pub extents: [u32; MOST_AXES],
    /// Which axis of the layout's index each is.
    pub axes: [usize; MOST_AXES],
    /// What changes places.
    pub swizzle: Swizzle,
}

impl TensorBox {
    /// The box that lies in shared memory as a layout says.
    ///
    /// Law: element `i` of a box is in shared memory at position `L::apply(i)`, where the box begins at a multiple of the swizzle's
    /// [period](Swizzle::period).
    ///
    /// ```
    /// use lego_cuda::device::Swizzle;
    /// use lego_cuda::device::tensor::TensorBox;
    /// lego::layout! {
    ///     type Rows = OrderBy(Row(4), Swizzle(3, 3, 3)).GroupBy([32, 64]);
    ///     type Columns = Col(16, 4);
    /// }
    /// const ROWS: TensorBox = TensorBox::of::<u16, Rows>();
    /// assert_eq!((ROWS.extents, ROWS.axes[0], ROWS.swizzle), ([64, 32, 1, 1, 1], 1, Swizzle::Bytes128));
    /// const COLUMNS: TensorBox = TensorBox::of::<f32, Columns>();
    /// assert_eq!((COLUMNS.extents, COLUMNS.axes[0], COLUMNS.swizzle), ([16, 4, 1, 1, 1], 0, Swizzle::None));
    /// ```
    ///
    /// # Panics
    /// If no box lies so: at compile time, where this is a constant, with the reason.
    #[must_use]
    pub const fn of<T: Element, L: StaticMapping + Mapping32>() -> Self {
        let (rank, bytes) = (<L::Index32 as Coord32>::RANK, T::BYTES as u32);
        assert!(rank >= 1 && rank <= MOST_AXES, "a box of the copy engine has 1 to 5 axes");
        let Some(strips) = &L::STRIPS else {
            panic!(
                "a box of the copy engine has extents that are powers of two, or a first one that is a multiple of one, at most 2^16 elements, \
                 and a layout in which each bit of the index changes the position by an exclusive or, and strips are at equal distances"
            )
        };
        let mut mode = 0;
        while mode < Swizzle::ALL.len() {
            if let Some(found) = lying(strips, rank, bytes, Swizzle::ALL[mode]) {
                let mut axis = 0;
                while axis < rank {
                    assert!(found.extents[axis] <= 256, "a box of the copy engine has extents of at most 256");
                    axis += 1;
                }
                assert!(
                    (found.extents[0] * bytes).is_multiple_of(16),
                    "the innermost row of a box of the copy engine is a multiple of 16 bytes"
                );
                return found;
            }
            mode += 1;
        }
        panic!(
            "no box of the copy engine lies in shared memory like this: one axis lies within the other without gaps, the innermost one \
             side by side, and where units of 16 bytes change places, the innermost row has 32, 64 or 128 bytes and they are exchanged by \
             the bits of the position from byte 128 on, as `Swizzle(n, b, 3)` of rows of 16*2^n bytes does, where a unit has 2^b elements"
        )
    }

    /// The bytes of a box of elements of so many bytes.
    #[must_use]
    pub const fn bytes(&self, element: u32) -> u32 {
        let (mut bytes, mut axis) = (element, 0);
        while axis < MOST_AXES {
            bytes *= self.extents[axis];
            axis += 1;
        }
        bytes
    }
}

/// The box with a swizzle whose elements lie as columns say, if there is one.
const fn lying(strips: &BitStrips, rank: usize, bytes: u32, swizzle: Swizzle) -> Option<TensorBox> {
    let bits = strips.columns();
    let mut found = TensorBox { rank, extents: [1; MOST_AXES], axes: [0; MOST_AXES], swizzle };
    let (mut taken, mut pitch, mut at) = ([false; MOST_AXES], bytes, 0);
    while at < rank {
        let Some(axis) = next(strips, rank, bytes, pitch, swizzle, &taken) else { return None };
        let count = bits.bits_of_axis(axis);
        (found.extents[at], found.axes[at], taken[axis]) = (1 << count, axis, true);
        pitch <<= count;
        if axis == 0 && strips.count() > 1 {
            // What changes places does so within a strip.
            if strips.distance() * bytes != pitch || !pitch.is_multiple_of(swizzle.period()) {
                return None;
            }
            found.extents[at] *= strips.count();
            pitch *= strips.count();
        }
        if at == 0 && !matches!(swizzle, Swizzle::None) && pitch != swizzle.row() {
            return None;
        }
        at += 1;
    }
    Some(found)
}

/// The axis whose steps are so many bytes; one of a single element where there is none.
const fn next(
    strips: &BitStrips,
    rank: usize,
    bytes: u32,
    pitch: u32,
    swizzle: Swizzle,
    taken: &[bool; MOST_AXES],
) -> Option<usize> {
    let (bits, mut single, mut axis, mut first) = (strips.columns(), None, rank, 0);
    while axis > 0 {
        axis -= 1;
        let (count, mut bit) = (bits.bits_of_axis(axis), 0);
        if !taken[axis] {
            while bit < count && bits.as_slice()[(first + bit) as usize] * bytes == swizzle.apply(pitch << bit) {
                bit += 1;
            }
            let is_single = count == 0 && (axis > 0 || strips.count() == 1);
            if !is_single && bit == count && (count > 0 || strips.distance() * bytes == pitch) {
                return Some(axis);
            }
            if is_single && single.is_none() {
                single = Some(axis);
            }
        }
        first += count;
    }
    single
}

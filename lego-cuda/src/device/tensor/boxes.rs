//! Boxes: what one copy of the copy engine moves, read off the layout of a tile in shared memory.

use crate::device::misfit::{Misfit, nearest_swizzle, swizzles};
use crate::device::{Element, Swizzle};
use lego_core::check::Message;
use lego_core::mapping::BitStrips;
use lego_core::{Coord32, Mapping32, StaticMapping};

/// Elements of a box along an axis at most (PTX ISA 9.2, 5.5.3: bounding boxes).
const MOST_ELEMENTS: u32 = 256;

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
    #[track_caller]
    pub const fn of<T: Element, L: StaticMapping + Mapping32>() -> Self {
        let (rank, bytes) = (<L::Index32 as Coord32>::RANK, T::BYTES as u32);
        assert!(rank >= 1 && rank <= MOST_AXES, "a box of the copy engine has 1 to 5 axes");
        let Some(strips) = &L::STRIPS else {
            let message = Message::new()
                .text("a tile of ")
                .number(L::COUNT as u128)
                .text(" elements is no box of the copy engine: ");
            let message = message.text(
                "its extents are powers of two, or the first one is a multiple of one, it has at most 65536 elements, ",
            );
            let message = message.text("and each bit of an index changes the position by an exclusive or, ");
            let message = message.text("but for strips along the first axis, which are at equal distances");
            panic!("{}", message.as_str())
        };
        let mut mode = 0;
        while mode < Swizzle::ALL.len() {
            if let Ok(found) = lying(strips, rank, bytes, Swizzle::ALL[mode]) {
                found.ensure_extents(bytes);
                return found;
            }
            mode += 1;
        }
        let nearest = nearest_swizzle(strips.columns(), bytes);
        match lying(strips, rank, bytes, nearest) {
            Ok(found) => found,
            Err(misfit) => {
                let message =
                    misfit.words(Message::new().text("no box of the copy engine lies like this tile"), nearest);
                let message = message
                    .text("; one axis lies within the other without gaps, and rows of 32, 64 or 128 bytes may have ");
                let message = swizzles(message, bytes);
                panic!("{}", message.as_str())
            }
        }
    }

    /// That the engine has boxes so large, of elements of so many bytes.
    #[track_caller]
    const fn ensure_extents(&self, bytes: u32) {
        let mut at = 0;
        while at < self.rank {
            if self.extents[at] > MOST_ELEMENTS {
                let message = Message::new().text("axis ").number(self.axes[at] as u128).text(" of the tile has ");
                let message =
                    message.number(self.extents[at] as u128).text(" elements, and a box of the copy engine at most ");
                let message = message.number(MOST_ELEMENTS as u128).text(" along an axis");
                panic!("{}", message.as_str());
            }
            at += 1;
        }
        let row = self.extents[0] * bytes;
        if !row.is_multiple_of(16) {
            let message = Message::new().text("a row of the tile, along axis ").number(self.axes[0] as u128);
            let message = message.text(", has ").number(row as u128);
            let message = message.text(" bytes, and the innermost row of a box of the copy engine a multiple of 16");
            panic!("{}", message.as_str());
        }
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
const fn lying(strips: &BitStrips, rank: usize, bytes: u32, swizzle: Swizzle) -> Result<TensorBox, Misfit> {
    let bits = strips.columns();
    let mut found = TensorBox { rank, extents: [1; MOST_AXES], axes: [0; MOST_AXES], swizzle };
    let (mut taken, mut pitch, mut at) = ([false; MOST_AXES], bytes, 0);
    while at < rank {
        let axis = match next(strips, rank, bytes, pitch, swizzle, &taken) {
            Ok(axis) => axis,
            Err(misfit) => return Err(misfit),
        };
        let count = bits.bits_of_axis(axis);
        (found.extents[at], found.axes[at], taken[axis]) = (1 << count, axis, true);
        pitch <<= count;
        if axis == 0 && strips.count() > 1 {
            let distance = strips.distance() * bytes;
            if distance != pitch {
                return Err(Misfit::Place { axis, index: 1 << count, found: distance, expected: pitch });
            }
            // What changes places does so within a strip.
            if !pitch.is_multiple_of(swizzle.period()) {
                return Err(Misfit::Distance { axis, found: pitch, period: swizzle.period() });
            }
            found.extents[at] *= strips.count();
            pitch *= strips.count();
        }
        if at == 0 && !matches!(swizzle, Swizzle::None) && pitch != swizzle.row() {
            return Err(Misfit::Row { axis, found: pitch });
        }
        at += 1;
    }
    Ok(found)
}

/// The axis whose steps are so many bytes; one of a single element where there is none; else what is in the way of the axis that
/// comes closest.
const fn next(
    strips: &BitStrips,
    rank: usize,
    bytes: u32,
    pitch: u32,
    swizzle: Swizzle,
    taken: &[bool; MOST_AXES],
) -> Result<usize, Misfit> {
    let (bits, mut single, mut axis, mut first) = (strips.columns(), None, rank, 0);
    let (mut most, mut misfit) = (0, Misfit::Place { axis: 0, index: 0, found: 0, expected: 0 });
    while axis > 0 {
        axis -= 1;
        let (count, mut bit) = (bits.bits_of_axis(axis), 0);
        if !taken[axis] {
            while bit < count && bits.column(first + bit) * bytes == swizzle.apply(pitch << bit) {
                bit += 1;
            }
            let is_single = count == 0 && (axis > 0 || strips.count() == 1);
            if is_single {
                if single.is_none() {
                    single = Some(axis);
                }
            } else if bit == count && (count > 0 || strips.distance() * bytes == pitch) {
                return Ok(axis);
            } else if bit >= most {
                let column = if bit < count { bits.column(first + bit) } else { strips.distance() };
                let (found, expected) = (column * bytes, swizzle.apply(pitch << bit));
                (most, misfit) = (bit + 1, Misfit::Place { axis, index: 1 << bit, found, expected });
            }
        }
        first += count;
    }
    match single {
        Some(axis) => Ok(axis),
        None => Err(misfit),
    }
}

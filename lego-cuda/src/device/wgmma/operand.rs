//! How an operand lies in shared memory, as a matrix descriptor says it, read off the layout of its tile.

use crate::device::misfit::{Misfit, nearest_swizzle, swizzles};
use crate::device::{Element, Swizzle};
use lego_core::check::Message;
use lego_core::mapping::BitColumns;
use lego_core::{Coord32, Mapping32, StaticMapping};

/// How the 16-byte units of an operand lie in shared memory: all that a descriptor says besides where it begins.
///
/// Where elements lie side by side, 16 bytes of them are a *unit*, and eight units one [row](Swizzle::row) of the swizzle apart are a *group*
/// (PTX ISA 9.2, 9.7.15.5.1.2: the canonical layouts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandLayout {
    /// The bytes of an element: 2, or 1 where those along k lie side by side.
    pub element: u32,
    /// Whether elements along k lie side by side (*K-major*); else those along m or n.
    pub along_k: bool,
    /// What changes places.
    pub swizzle: Swizzle,
    /// The bytes between groups in the direction that the PTX ISA calls the leading one; 16 where there is one group only.
    pub leading: u32,
    /// The bytes between groups in the other direction.
    pub stride: u32,
}

/// The bytes of the elements along k of one instruction.
pub const K_BYTES: u32 = 32;

impl OperandLayout {
    /// That of `extent` rows along m or n and 32 bytes of elements along k of a tile `[row, k]`.
    ///
    /// Law: the element `[row, k]` behind an index of the tile whose row is a multiple of 8 and whose k one of 32 bytes, as far as the
    /// extents go, is where [`offset`](Self::offset) says, behind that index.
    ///
    /// ```
    /// use lego_cuda::device::Swizzle;
    /// use lego_cuda::device::wgmma::OperandLayout;
    /// lego::layout!(type Rows = OrderBy(Row(16), Swizzle(3, 3, 3)).GroupBy([128, 64]););
    /// const ROWS: OperandLayout = OperandLayout::of::<u16, Rows>(128);
    /// assert_eq!(ROWS, OperandLayout {
    ///     element: 2, along_k: true, swizzle: Swizzle::Bytes128, leading: 16, stride: 1024,
    /// });
    /// ```
    ///
    /// A layout that no descriptor can say does not compile:
    ///
    /// ```compile_fail,E0080
    /// # use lego_cuda::device::wgmma::OperandLayout;
    /// // Rows of 128 bytes without a swizzle.
    /// lego::layout!(type Rows = Row(64, 64););
    /// const ROWS: OperandLayout = OperandLayout::of::<u16, Rows>(64);
    /// # fn main() { let _ = ROWS; }
    /// ```
    ///
    /// # Panics
    /// If no descriptor says so: at compile time, where this is a constant, with the reason.
    #[must_use]
    #[track_caller]
    pub const fn of<T: Element, L: StaticMapping + Mapping32>(extent: u32) -> Self {
        assert!(T::BYTES <= 2, "an operand of `wgmma` has elements of one byte or two");
        assert!(<L::Index32 as Coord32>::RANK == 2, "the tile of an operand of `wgmma` has two axes: the rows, and k");
        let Some(strips) = &L::STRIPS else {
            let message =
                Message::new().text("a tile of ").number(L::COUNT as u128).text(" elements is no operand of `wgmma`: ");
            let message = message
                .text("its extents are powers of two, or its rows are equal strips of so many, it has at most 65536 ");
            let message = message.text("elements, and each bit of an index changes the position by an exclusive or, ");
            let message = message.text("but for strips, which are at equal distances");
            panic!("{}", message.as_str())
        };
        let (bits, element) = (strips.columns(), T::BYTES as u32);
        let strip = 1 << bits.bits_of_axis(0);
        ensure_extents(extent, strip * strips.count(), 1 << bits.bits_of_axis(1), element);
        // As many bits as rows of a strip need, and the distance of what is behind.
        let within = if extent < strip { extent.next_power_of_two() } else { strip };
        let rows = Rows {
            bits: within.trailing_zeros(),
            beyond: if extent > strip { strips.distance() * element } else { 0 },
        };
        let mut mode = 0;
        while mode < Swizzle::ALL.len() {
            let mut major = 0;
            // What is turned has elements of two bytes.
            while major < element {
                if let Ok(found) = lying(bits, element, major == 0, Swizzle::ALL[mode], rows) {
                    return found;
                }
                major += 1;
            }
            mode += 1;
        }
        let nearest = nearest_swizzle(bits, element);
        // Along the rows only where elements of two bytes begin to lie so.
        let along_k = element == 1 || rows.bits == 0 || bits.column(bits.bits_of_axis(1)) != 1;
        match lying(bits, element, along_k, nearest, rows) {
            Ok(found) => found,
            Err(misfit) => {
                let message = Message::new().text("no matrix descriptor says where this tile has its elements");
                let message = misfit.words(message, nearest);
                let message = message.text("; rows of 32, 64 or 128 bytes have ");
                let message = swizzles(message, element);
                let message =
                    message.text(", without a swizzle eight units of 16 bytes follow each other, and groups of these ");
                let message = message.text("are at equal distances");
                panic!("{}", message.as_str())
            }
        }
    }

    /// The descriptor without the address.
    #[must_use]
    pub const fn bits(self) -> u64 {
        let mode = match self.swizzle {
            Swizzle::None => 0,
            Swizzle::Bytes128 => 1,
            Swizzle::Bytes64 => 2,
            Swizzle::Bytes32 => 3,
        };
        ((self.leading >> 4) as u64) << 16 | ((self.stride >> 4) as u64) << 32 | mode << 62
    }

    /// By how many bytes an element lies behind the first, before the [swizzle](Swizzle::apply).
    #[must_use]
    pub const fn offset(self, [row, k]: [u32; 2]) -> u32 {
        let (inner, outer) = if self.along_k { (k, row) } else { (row, k) };
        let (across, down) = (inner / self.side_by_side(), outer / 8);
        let [inner_groups, outer_groups] = self.distances();
        inner % self.side_by_side() * self.element
            + across * inner_groups
            + outer % 8 * self.swizzle.row()
            + down * outer_groups
    }

    /// The elements of a swizzle's row.
    const fn side_by_side(self) -> u32 {
        self.swizzle.row() / self.element
    }

    /// The bytes between groups along the elements that lie side by side, and along the others. Without a swizzle, and along m or n,
    /// the PTX ISA calls the other direction the leading one.
    const fn distances(self) -> [u32; 2] {
        match (self.along_k, self.swizzle) {
            (false, Swizzle::None) => [self.stride, self.leading],
            _ => [self.leading, self.stride],
        }
    }
}

/// The rows of an operand: the bits of their number within a strip, and by how many bytes the next strip lies behind; 0 where there is none.
#[derive(Clone, Copy)]
struct Rows {
    bits: u32,
    beyond: u32,
}

/// That a tile of so many rows, and elements along k, has an operand of `extent` rows.
#[track_caller]
const fn ensure_extents(extent: u32, rows: u32, along_k: u32, element: u32) {
    let message = Message::new().text("an operand of `wgmma` has ");
    if extent < 8 || !extent.is_multiple_of(8) {
        let message = message.number(extent as u128).text(" rows, which are no multiple of 8 from 8 on");
        panic!("{}", message.as_str());
    }
    if extent > rows {
        let message = message.number(extent as u128).text(" rows, and its tile ").number(rows as u128);
        panic!("{}", message.as_str());
    }
    if along_k * element < K_BYTES {
        let message = message.number((K_BYTES / element) as u128).text(" elements along k, 32 bytes, and its tile ");
        panic!("{}", message.number(along_k as u128).as_str());
    }
}

/// The layout with this major axis and this swizzle, if elements lie so.
const fn lying(
    bits: &BitColumns,
    element: u32,
    along_k: bool,
    swizzle: Swizzle,
    rows: Rows,
) -> Result<OperandLayout, Misfit> {
    let k_bits = bits.bits_of_axis(1);
    let row = swizzle.row();
    let in_row = (row / element).trailing_zeros();
    let of_k = (K_BYTES / element).trailing_zeros();
    let (inner_bits, outer_bits) = if along_k { (of_k, rows.bits) } else { (rows.bits, of_k) };
    let (inner_axis, outer_axis) = if along_k { (1, 0) } else { (0, 1) };
    // Where in the columns the bits of each axis begin.
    let (inner_first, outer_first) = if along_k { (0, k_bits) } else { (k_bits, 0) };
    let (mut bit, mut inner_groups, mut outer_groups) = (0, 0, 0);
    // Bits of the layout are joined by an exclusive or, and distances are added: the same where no two have a bit in common.
    let mut taken = 0;
    while bit < inner_bits {
        let (axis, index, found) = (inner_axis, 1 << bit, bits.column(inner_first + bit) * element);
        if bit == in_row {
            inner_groups = found;
        }
        let expected = if bit < in_row { element << bit } else { inner_groups << (bit - in_row) };
        if found != expected {
            return Err(Misfit::Place { axis, index, found, expected });
        }
        if found & taken != 0 {
            return Err(Misfit::Joined { axis, index, found });
        }
        taken |= found;
        bit += 1;
    }
    bit = 0;
    while bit < outer_bits {
        let (axis, index, found) = (outer_axis, 1 << bit, bits.column(outer_first + bit) * element);
        if bit == 3 {
            outer_groups = found;
        }
        let distance = if bit < 3 { row << bit } else { outer_groups << (bit - 3) };
        let expected = if bit < 3 { swizzle.apply(distance) } else { distance };
        if found != expected {
            return Err(Misfit::Place { axis, index, found, expected });
        }
        if distance & taken != 0 {
            return Err(Misfit::Joined { axis, index, found });
        }
        taken |= distance;
        bit += 1;
    }
    // Strips of rows go on where groups of a strip end.
    if rows.beyond > 0 {
        let (groups, first) = if along_k { (&mut outer_groups, 3) } else { (&mut inner_groups, in_row) };
        if rows.bits < first {
            return Err(Misfit::Strip { rows: 1 << rows.bits, group: 1 << first });
        }
        if rows.bits == first {
            *groups = rows.beyond;
        }
        let expected = *groups << (rows.bits - first);
        if rows.beyond != expected {
            return Err(Misfit::Place { axis: 0, index: 1 << rows.bits, found: rows.beyond, expected });
        }
    }
    // Groups change nothing of what changes places, and the descriptor has 14 bits for their distance in units.
    let period = swizzle.period();
    if !is_distance(inner_groups, swizzle) {
        return Err(Misfit::Distance { axis: inner_axis, found: inner_groups, period });
    }
    if !is_distance(outer_groups, swizzle) {
        return Err(Misfit::Distance { axis: outer_axis, found: outer_groups, period });
    }
    let inner_groups = if inner_groups == 0 { 16 } else { inner_groups };
    let outer_groups = if outer_groups == 0 { 16 } else { outer_groups };
    let (leading, stride) = match (along_k, swizzle) {
        (false, Swizzle::None) => (outer_groups, inner_groups),
        _ => (inner_groups, outer_groups),
    };
    Ok(OperandLayout { element, along_k, swizzle, leading, stride })
}

/// Whether rows that are multiples of 8 and steps of [`K_BYTES`] along k are at distances that are added, whichever of both there are.
pub(super) const fn is_sum<T: Element, L: StaticMapping + Mapping32>() -> bool {
    // Strips are at distances that are added.
    let Some(strips) = &L::STRIPS else { return false };
    let bits = strips.columns();
    let (k_bits, mut bit, mut taken) = (bits.bits_of_axis(1), 0, 0);
    while bit < k_bits + bits.bits_of_axis(0) {
        let first = if bit < k_bits { (K_BYTES / T::BYTES as u32).trailing_zeros() } else { k_bits + 3 };
        if bit >= first {
            let column = bits.column(bit);
            if column & taken != 0 {
                return false;
            }
            taken |= column;
        }
        bit += 1;
    }
    true
}

const fn is_distance(bytes: u32, swizzle: Swizzle) -> bool {
    bytes.is_multiple_of(swizzle.period()) && bytes < 1 << 18
}

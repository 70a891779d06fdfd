//! The linear form: an exclusive or of numbers, one for each bit of the index that is 1, and of an offset: a matrix over the field
//! of two elements.

use super::strided::{Mode, Strided};
use lego_equal::LinearBits;
use lego_expr::{Arena, Id, Op};

/// `F(x)` = `offset` xor the exclusive or of `columns[k][b]` over the bits b of the components k that are 1.
///
/// ```
/// use lego_expr::Arena;
/// use lego_lang::compile::Options;
/// use lego_relation::{Form, Relation};
/// let arena = Arena::new();
/// let swizzle = Relation::of_chain(&arena, "SwizzleRows([4, 4], 2)", &Options::default()).unwrap();
/// let Form::Linear(linear) = swizzle.form() else { panic!() };
/// assert_eq!((linear.offset, &linear.columns[..]), (0, &[vec![5, 10], vec![1, 2]][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The value at the index of zeros.
    pub offset: u64,
    /// What each bit of each component changes, the lowest bit first.
    pub columns: Vec<Vec<u64>>,
}

/// An index of more bits has no number of 64 bits.
const MOST_BITS: u32 = 64;

impl Linear {
    /// The only linear map that could have these values; `None` where an extent is no power of two.
    pub(crate) fn guess(dims: &[u64], value: impl Fn(&[u64]) -> Option<u64>) -> Option<Self> {
        let mut index = vec![0; dims.len()];
        let bits: u32 = dims.iter().map(|extent| extent.trailing_zeros()).sum();
        if bits > MOST_BITS || !dims.iter().all(|extent| extent.is_power_of_two()) {
            return None;
        }
        let offset = value(&index)?;
        let mut columns = Vec::with_capacity(dims.len());
        for (axis, extent) in dims.iter().enumerate() {
            let mut images = Vec::new();
            for bit in 0..extent.trailing_zeros() {
                index[axis] = 1 << bit;
                images.push(value(&index)? ^ offset);
            }
            index[axis] = 0;
            columns.push(images);
        }
        Some(Self { offset, columns })
    }

    /// What an expression is by the way in which it is written, of extents that are powers of two.
    pub(crate) fn of_bits(dims: &[u64], LinearBits { constant, columns }: LinearBits) -> Option<Self> {
        dims.iter().all(|extent| extent.is_power_of_two()).then_some(Self { offset: constant, columns })
    }

    /// The same map as digits times strides, if it is one: exactly where no two bits of the index have a bit of the value in
    /// common, so that each changes the value by as much whatever the others are; down where the offset has the bits.
    pub(crate) fn strided(&self) -> Option<Strided> {
        let mut seen = 0;
        let is_apart = |&image: &u64| {
            let apart = seen & image == 0;
            seen |= image;
            apart
        };
        if !self.columns.iter().flatten().all(is_apart) {
            return None;
        }
        let axes = self.columns.iter().map(|images| {
            let mut modes: Vec<Mode> = Vec::new();
            for &image in images {
                let stride = i128::from(image & !self.offset) - i128::from(image & self.offset);
                match modes.last_mut() {
                    Some(mode) if mode.stride * i128::from(mode.size) == stride => mode.size *= 2,
                    _ => modes.push(Mode { size: 2, stride }),
                }
            }
            modes
        });
        Some(Strided { offset: self.offset.into(), axes: axes.collect() })
    }

    /// It as an expression of the components of an index.
    #[must_use]
    pub fn write(&self, arena: &Arena, index: &[Id]) -> Id {
        let mut value = arena.constant(self.offset.into());
        for (images, &component) in self.columns.iter().zip(index) {
            for (bit, &image) in images.iter().enumerate() {
                let shifted = arena.binary(Op::Div, component, arena.constant(1 << bit));
                let digit = match bit + 1 == images.len() {
                    true => shifted,
                    false => arena.binary(Op::Rem, shifted, arena.constant(2)),
                };
                let term = arena.binary(Op::Mul, digit, arena.constant(image.into()));
                value = arena.binary(Op::Xor, value, term);
            }
        }
        value
    }

    /// Every bit of the index with its image: the axis, the bit, the image.
    fn bits(&self) -> Vec<(usize, usize, u64)> {
        let axis = |(axis, images): (usize, &Vec<u64>)| {
            images.iter().enumerate().map(|(bit, &image)| (axis, bit, image)).collect::<Vec<_>>()
        };
        self.columns.iter().enumerate().flat_map(axis).collect()
    }

    /// Rows in echelon form: the leading bit of an image, the image, and the bits of the index that make it, by their number;
    /// and sums of bits that are 0, of which all others are sums.
    fn eliminated(&self) -> (Vec<(u64, u128)>, Vec<u128>) {
        let mut rows: Vec<(u64, u128)> = Vec::new();
        let mut kernel = Vec::new();
        for (number, (_, _, image)) in self.bits().into_iter().enumerate() {
            let (mut image, mut made) = (image, 1_u128 << number);
            for &(row, of) in &rows {
                if image ^ row < image {
                    image ^= row;
                    made ^= of;
                }
            }
            if image == 0 {
                kernel.push(made);
                continue;
            }
            let at = rows.partition_point(|(row, _)| *row > image);
            rows.insert(at, (image, made));
        }
        (rows, kernel)
    }

    /// The first index, in row-major order, of the least or the greatest value.
    pub(crate) fn extreme(&self, greatest: bool) -> Vec<u64> {
        let (rows, kernel) = self.eliminated();
        let (mut value, mut made) = (self.offset, 0);
        // The greatest leading bit first; no row after it has the bit.
        for (row, of) in rows {
            let changed = value ^ row;
            if (changed > value) == greatest {
                (value, made) = (changed, made ^ of);
            }
        }
        // The same value have all indices that differ by a sum of bits that is 0: of these the first.
        let first = |place: u128, zeros: &[u128]| zeros.iter().fold(place, |place, zero| place.min(place ^ zero));
        let mut zeros: Vec<u128> = Vec::new();
        for sum in kernel {
            let rest = first(self.place(&self.index_of(sum)), &zeros);
            zeros.insert(zeros.partition_point(|zero| *zero > rest), rest);
        }
        let mut place = first(self.place(&self.index_of(made)), &zeros);
        let mut index = vec![0; self.columns.len()];
        for (component, images) in index.iter_mut().zip(&self.columns).rev() {
            *component = (place & ((1 << images.len()) - 1)) as u64;
            place >>= images.len();
        }
        index
    }

    /// Where an index is in row-major order.
    fn place(&self, index: &[u64]) -> u128 {
        index.iter().zip(&self.columns).fold(0, |place, (i, images)| place << images.len() | u128::from(*i))
    }

    fn index_of(&self, made: u128) -> Vec<u64> {
        let mut index = vec![0; self.columns.len()];
        for (number, (axis, bit, _)) in self.bits().into_iter().enumerate() {
            if made >> number & 1 != 0 {
                index[axis] |= 1 << bit;
            }
        }
        index
    }

    /// The number of independent images.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.eliminated().0.len()
    }

    /// An index other than 0 that has the value of 0, if there is one.
    #[must_use]
    pub fn kernel(&self) -> Option<Vec<u64>> {
        self.eliminated().1.first().map(|&made| self.index_of(made))
    }

    /// Numbers whose exclusive ors, with the offset, are all values, the greatest first; each has a leading bit that no other has.
    #[must_use]
    pub fn basis(&self) -> Vec<u64> {
        let mut rows: Vec<u64> = self.eliminated().0.into_iter().map(|(row, _)| row).collect();
        for k in 0..rows.len() {
            for j in 0..k {
                if rows[j] ^ rows[k] < rows[j] && rows[j] >> (63 - rows[k].leading_zeros()) & 1 != 0 {
                    rows[j] ^= rows[k];
                }
            }
        }
        rows
    }

    /// The least number that is no value, given the basis; 2^64 is too large to be said.
    pub(crate) fn first_hole(&self) -> Option<u64> {
        let basis = self.basis();
        let rest = basis.iter().fold(self.offset, |rest, row| rest.min(rest ^ row));
        if rest != 0 {
            return Some(0);
        }
        // What the first powers of two make is all below the next.
        let beyond = basis.iter().rev().zip(0..).find(|&(&row, bit)| row != 1 << bit).map(|(_, bit)| 1 << bit);
        beyond.or(1_u64.checked_shl(basis.len() as u32))
    }

    /// The runs of values that follow each other, each once: how many there are, and what makes them.
    pub(crate) fn runs(&self) -> (u64, impl Iterator<Item = std::ops::Range<u64>>) {
        let basis = self.basis();
        let low = basis.iter().rev().zip(0..).take_while(|&(&row, bit)| row == 1 << bit).count();
        let outer = basis[..basis.len() - low].to_vec();
        let mask = 1_u64.checked_shl(low as u32).map_or(u64::MAX, |length| length - 1);
        let count = 1_u64.checked_shl(outer.len() as u32).unwrap_or(u64::MAX);
        let mut value = self.offset & !mask;
        // Every exclusive or of the others once: one more of them each time (Gray's code).
        let runs = (0..count).map(move |step| {
            if step > 0 {
                value ^= outer[step.trailing_zeros() as usize];
            }
            value..value.saturating_add(mask).saturating_add(1)
        });
        (count, runs)
    }

    /// For each bit of the value the index that changes it alone; `None` where some value of that many bits is missed.
    pub(crate) fn inverse(&self, bits: u32) -> Option<Vec<Vec<u64>>> {
        let (rows, _) = self.eliminated();
        (0..bits)
            .map(|bit| {
                let (mut image, mut made) = (1_u64 << bit, 0);
                for &(row, of) in &rows {
                    if image >> (63 - row.leading_zeros()) & 1 != 0 {
                        image ^= row;
                        made ^= of;
                    }
                }
                (image == 0).then(|| self.index_of(made))
            })
            .collect()
    }
}

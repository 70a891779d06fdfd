//! The linear form: an exclusive or of numbers, one for each bit of the index that is 1, a matrix over the field of two elements.

use lego_expr::{Arena, Id, Op};

/// `F(x)` = exclusive or of `columns[k][b]` over the bits b of the components k that are 1.
///
/// ```
/// use lego_expr::Arena;
/// use lego_lang::compile::Options;
/// use lego_relation::{Form, Relation};
/// let arena = Arena::new();
/// let swizzle = Relation::of_chain(&arena, "SwizzleRows([4, 4], 2)", &Options::default()).unwrap();
/// let Form::Linear(linear) = swizzle.form() else { panic!() };
/// assert_eq!(linear.columns, [vec![5, 10], vec![1, 2]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The value of each bit of each component, the lowest bit first.
    pub columns: Vec<Vec<u64>>,
}

/// An index of more bits has no number of 64 bits.
const MOST_BITS: u32 = 64;

impl Linear {
    /// The only linear map that could have these values; `None` where an extent is no power of two.
    pub(crate) fn guess(dims: &[u64], value: impl Fn(&[u64]) -> Option<u64>) -> Option<Self> {
        let mut index = vec![0; dims.len()];
        let bits: u32 = dims.iter().map(|extent| extent.trailing_zeros()).sum();
        if bits > MOST_BITS || !dims.iter().all(|extent| extent.is_power_of_two()) || value(&index)? != 0 {
            return None;
        }
        let mut columns = Vec::with_capacity(dims.len());
        for (axis, extent) in dims.iter().enumerate() {
            let mut images = Vec::new();
            for bit in 0..extent.trailing_zeros() {
                index[axis] = 1 << bit;
                images.push(value(&index)?);
            }
            index[axis] = 0;
            columns.push(images);
        }
        Some(Self { columns })
    }

    /// It as an expression of the components of an index.
    #[must_use]
    pub fn write(&self, arena: &Arena, index: &[Id]) -> Id {
        let mut value = arena.constant(0);
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
    /// and the first sum of bits that is 0.
    fn eliminated(&self) -> (Vec<(u64, u128)>, Option<u128>) {
        let mut rows: Vec<(u64, u128)> = Vec::new();
        let mut kernel = None;
        for (number, (_, _, image)) in self.bits().into_iter().enumerate() {
            let (mut image, mut made) = (image, 1_u128 << number);
            for &(row, of) in &rows {
                if image ^ row < image {
                    image ^= row;
                    made ^= of;
                }
            }
            if image == 0 {
                kernel = kernel.or(Some(made));
                continue;
            }
            let at = rows.partition_point(|(row, _)| *row > image);
            rows.insert(at, (image, made));
        }
        (rows, kernel)
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

    /// An index other than 0 whose value is 0, if there is one.
    #[must_use]
    pub fn kernel(&self) -> Option<Vec<u64>> {
        self.eliminated().1.map(|made| self.index_of(made))
    }

    /// Images that make all values by exclusive or, each with a leading bit that no other has.
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

    /// For each bit of the value the index that has it alone; `None` where some value of that many bits is missed.
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

//! The linear layout: a linear map over F2 between two sides of named dims.

use super::dim::Dim;
use super::error::{Error, Side};
use super::space::{Space, log2, shifted};
use core::fmt;
use lego_core::f2::{BITS, Echelon, Matrix};

/// A linear map over F2 with named dims on both sides, by the image of each bit that goes in.
///
/// The value at a point is the xor of the images of its set bits, so that `f(x xor y) = f(x) xor f(y)` and `f(0) = 0`. The sizes
/// of the out dims are part of the value: two layouts with the same images and other sizes are not equal
/// ([`eq_ignoring_out_sizes`](Self::eq_ignoring_out_sizes) looks at the images alone).
///
/// After Zhou et al., *Linear Layouts*, ASPLOS 2026, section 4; the names of the operations are Triton's.
///
/// ```
/// use lego_algebra::linear::{Dim, LinearLayout};
/// // A row of 8 elements, swizzled: offset → column, whose bit 2 also flips bit 0.
/// let (offset, column) = (Dim::OFFSET, Dim::named("column"));
/// let layout = LinearLayout::from_bases(&[(offset, &[&[1], &[2], &[5]])], &[(column, 8)]).unwrap();
/// assert_eq!(layout.apply(&[6]).unwrap()[0], 7);
/// assert!(layout.is_invertible());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LinearLayout {
    ins: Space,
    outs: Space,
    matrix: Matrix,
}

/// The coordinates of a point, one for each dim of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    values: [u64; super::space::DIMS],
    count: usize,
}

impl core::ops::Deref for Coordinates {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.values[..self.count]
    }
}

impl Coordinates {
    /// Of a flat point.
    pub(super) fn of(space: &Space, point: u64) -> Self {
        let mut values = [0; super::space::DIMS];
        for (k, value) in values.iter_mut().enumerate().take(space.len()) {
            *value = space.part(point, k);
        }
        Self { values, count: space.len() }
    }
}

/// The images of the bits of one dim, each a coordinate for each out dim: `&[&[0, 1], &[0, 2]]`.
pub type Basis<'a> = &'a [&'a [u64]];

impl LinearLayout {
    /// The layout without dims: one point to one point.
    pub const EMPTY: Self = Self { ins: Space::EMPTY, outs: Space::EMPTY, matrix: Matrix::fitting(0, 0, [0; BITS]) };

    /// A layout by the flat images of all bits, those of the first in dim first; in an image the first out dim has the lowest
    /// bits.
    ///
    /// # Errors
    /// If there are not as many images as bits go in, or an image is outside the out dims.
    pub fn new(ins: Space, outs: Space, images: &[u64]) -> Result<Self, Error> {
        if images.len() != ins.total_bits() {
            return Err(Error::Count { wanted: ins.total_bits(), found: images.len() });
        }
        let matrix = Matrix::new(outs.total_bits(), images)
            .ok_or(Error::Form { wanted: "an image has bits beyond the sizes of the out dims" })?;
        Ok(Self { ins, outs, matrix })
    }

    /// A layout by the images of the bits of each in dim, each image with a coordinate for each out dim.
    ///
    /// # Errors
    /// If a size is no power of two, an image has another number of coordinates than there are out dims or one that is not
    /// below the size; or as [`Space::new`].
    pub fn from_bases(ins: &[(Dim, Basis<'_>)], outs: &[(Dim, u64)]) -> Result<Self, Error> {
        let outs = Space::of_sizes(outs)?;
        let mut space = Space::EMPTY;
        let mut columns = [0; BITS];
        let mut bit = 0;
        for (dim, basis) in ins {
            space.push(*dim, basis.len().min(BITS + 1) as u32)?;
            for image in *basis {
                columns[bit] = outs.flat(image)?;
                bit += 1;
            }
        }
        Self::new(space, outs, &columns[..bit])
    }

    /// The same, which must be onto if that is required.
    ///
    /// # Errors
    /// As [`from_bases`](Self::from_bases), and [`Error::NotSurjective`].
    pub fn try_new(ins: &[(Dim, Basis<'_>)], outs: &[(Dim, u64)], require_surjective: bool) -> Result<Self, Error> {
        let layout = Self::from_bases(ins, outs)?;
        if require_surjective { layout.surjective().map(|()| layout) } else { Ok(layout) }
    }

    /// x to x, on one dim of size n.
    ///
    /// # Errors
    /// If n is no power of two.
    pub fn identity_1d(n: u64, from: Dim, to: Dim) -> Result<Self, Error> {
        Self::strided_1d(n, 1, from, to)
    }

    /// x to stride · x, on one dim of size n, into one of size stride · n.
    ///
    /// # Errors
    /// If n or the stride is no power of two, or the product has more than 64 bits.
    pub fn strided_1d(n: u64, stride: u64, from: Dim, to: Dim) -> Result<Self, Error> {
        let (bits, by) = (log2(from, n)?, log2(to, stride)?);
        let (ins, outs) = (Space::new(&[(from, bits)])?, Space::new(&[(to, bits + by)])?);
        let mut columns = [0; BITS];
        (0..bits).for_each(|k| columns[k as usize] = 1 << (k + by));
        Self::new(ins, outs, &columns[..bits as usize])
    }

    /// Every x below n to 0, in a dim of size `out_size`.
    ///
    /// # Errors
    /// If a size is no power of two.
    pub fn zeros_1d(n: u64, from: Dim, to: Dim, out_size: u64) -> Result<Self, Error> {
        let ins = Space::of_sizes(&[(from, n)])?;
        Self::new(ins, Space::of_sizes(&[(to, out_size)])?, &[0; BITS][..ins.total_bits()])
    }

    /// From parts that belong together.
    pub(super) fn of_parts(ins: Space, outs: Space, columns: [u64; BITS]) -> Self {
        let matrix = Matrix::fitting(outs.total_bits(), ins.total_bits(), columns);
        Self { ins, outs, matrix }
    }

    pub(super) fn of_matrix(ins: Space, outs: Space, matrix: Matrix) -> Self {
        debug_assert_eq!((matrix.width(), matrix.height()), (ins.total_bits(), outs.total_bits()));
        Self { ins, outs, matrix }
    }

    /// The side that goes in.
    #[must_use]
    pub fn ins(&self) -> &Space {
        &self.ins
    }

    /// The side that comes out.
    #[must_use]
    pub fn outs(&self) -> &Space {
        &self.outs
    }

    /// The map on flat points.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// The flat images of the bits of an in dim; none for a name that is none.
    #[must_use]
    pub fn basis(&self, dim: Dim) -> &[u64] {
        match self.ins.position(dim) {
            Some(k) => {
                let start = self.ins.start_at(k) as usize;
                &self.matrix.columns()[start..start + self.ins.bits_at(k) as usize]
            }
            None => &[],
        }
    }

    /// The image of a point, given and returned as one word.
    #[must_use]
    pub fn apply_flat(&self, point: u64) -> u64 {
        self.matrix.apply(point)
    }

    /// The image of a point, by coordinates.
    ///
    /// # Errors
    /// If there is not one coordinate below its size for each in dim.
    pub fn apply(&self, coordinates: &[u64]) -> Result<Coordinates, Error> {
        Ok(Coordinates::of(&self.outs, self.apply_flat(self.ins.flat(coordinates)?)))
    }

    /// Whether the images are the same, whatever the sizes of the out dims.
    #[must_use]
    pub fn eq_ignoring_out_sizes(&self, other: &Self) -> bool {
        self.ins == other.ins
            && self.outs.dims() == other.outs.dims()
            && self
                .matrix
                .columns()
                .iter()
                .zip(other.matrix.columns())
                .all(|(&one, &two)| (0..self.outs.len()).all(|k| self.outs.part(one, k) == other.outs.part(two, k)))
    }

    /// The dimension of the image.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.matrix.rank()
    }

    /// Whether every point of the out dims is an image.
    #[must_use]
    pub fn is_surjective(&self) -> bool {
        self.rank() == self.outs.total_bits()
    }

    /// Whether no two points have one image.
    #[must_use]
    pub fn is_injective(&self) -> bool {
        self.rank() == self.ins.total_bits()
    }

    /// Whether it is both.
    #[must_use]
    pub fn is_invertible(&self) -> bool {
        self.is_injective() && self.is_surjective()
    }

    /// That every point of the out dims is an image.
    ///
    /// # Errors
    /// If some are none: the error says how many.
    pub fn surjective(&self) -> Result<(), Error> {
        let (rank, outs) = (self.rank(), self.outs.total_bits());
        if rank == outs { Ok(()) } else { Err(Error::NotSurjective { rank, outs }) }
    }

    /// That no two points have one image.
    ///
    /// # Errors
    /// If some do: the error names a point besides 0 that has the image of 0.
    pub fn injective(&self) -> Result<(), Error> {
        self.matrix.kernel().columns().first().map_or(Ok(()), |&kernel| Err(Error::NotInjective { kernel }))
    }

    /// The bits of each in dim, in their order, whose image is a sum of images of bits before them: two points that differ in
    /// them alone may hold one element (broadcast).
    pub fn free_variable_masks(&self) -> impl Iterator<Item = (Dim, u64)> + '_ {
        let pivots = Echelon::of(self.matrix.columns()).pivots();
        self.ins.iter().enumerate().map(move |(k, (dim, ..))| (dim, self.ins.part(!pivots, k)))
    }

    /// The bits of an in dim whose images have a part in one of some out dims.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn input_basis_mask(&self, dim: Dim, outs: &[Dim]) -> Result<u64, Error> {
        self.ins.find(dim, Side::In)?;
        let wanted = self.out_mask(outs)?;
        let bits = self.basis(dim).iter().enumerate();
        Ok(bits.fold(0, |mask, (k, image)| mask | u64::from(image & wanted != 0) << k))
    }

    /// The bits of an out dim that images of some in dims have.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn output_basis_mask(&self, ins: &[Dim], dim: Dim) -> Result<u64, Error> {
        let place = self.outs.find(dim, Side::Out)?;
        let mut mask = 0;
        for &from in ins {
            self.ins.find(from, Side::In)?;
            self.basis(from).iter().for_each(|&image| mask |= image);
        }
        Ok(self.outs.part(mask, place))
    }

    /// The largest 2^k such that every unit 1, 2, …, 2^(k-1) of an out dim is an image, so that an aligned run of so many
    /// elements is held together.
    ///
    /// # Errors
    /// If there is no such dim.
    pub fn contiguous_elems_along_output_dim(&self, dim: Dim) -> Result<u128, Error> {
        let place = self.outs.find(dim, Side::Out)?;
        let (start, bits) = (self.outs.start_at(place), self.outs.bits_at(place));
        let image = Echelon::of(self.matrix.columns());
        Ok(1 << (0..bits).take_while(|k| image.contains(shifted(1, start + k))).count())
    }

    /// The flat bits of some out dims.
    pub(super) fn out_mask(&self, outs: &[Dim]) -> Result<u64, Error> {
        outs.iter().try_fold(0, |mask, &dim| Ok(mask | self.outs.mask(self.outs.find(dim, Side::Out)?)))
    }
}

impl fmt::Debug for LinearLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::random_layout::{any_layout, any_space};
    use super::*;
    use random::Random;
    use std::vec::Vec;

    fn dim(name: &str) -> Dim {
        Dim::new(name).unwrap()
    }

    #[test]
    fn the_value_is_the_xor_of_the_images_of_the_set_bits() {
        let mut random = Random::fresh();
        for _ in 0..200 {
            let ins = any_space(&mut random, &["a", "b", "c"], 8);
            let outs = any_space(&mut random, &["x", "y"], 12);
            let layout = any_layout(&mut random, ins, outs);
            for point in 0..1u64 << layout.ins().total_bits() {
                let coordinates = Coordinates::of(&ins, point);
                let mut wanted = Vec::from([0; 2]);
                wanted.truncate(outs.len());
                for (k, (dim, bits, _)) in ins.iter().enumerate() {
                    for bit in 0..bits {
                        if coordinates[k] >> bit & 1 == 1 {
                            let image = layout.basis(dim)[bit as usize];
                            wanted.iter_mut().enumerate().for_each(|(o, value)| *value ^= outs.part(image, o));
                        }
                    }
                }
                assert_eq!(*layout.apply(&coordinates).unwrap(), *wanted);
            }
            let images: std::collections::HashSet<u64> =
                (0..1u64 << ins.total_bits()).map(|point| layout.apply_flat(point)).collect();
            assert_eq!(layout.is_surjective(), images.len() == 1 << outs.total_bits());
            assert_eq!(layout.is_injective(), images.len() == 1 << ins.total_bits());
            assert_eq!(layout.surjective().is_ok(), layout.is_surjective());
            match layout.injective() {
                Ok(()) => assert!(layout.is_injective()),
                Err(Error::NotInjective { kernel }) => assert!(kernel != 0 && layout.apply_flat(kernel) == 0),
                Err(other) => panic!("{other}"),
            }
        }
    }

    #[test]
    fn one_dim_is_scaled() {
        let (x, y) = (dim("x"), dim("y"));
        let strided = LinearLayout::strided_1d(8, 4, x, y).unwrap();
        assert!((0..8).all(|k| *strided.apply(&[k]).unwrap() == [4 * k]));
        assert_eq!(strided.outs().size(y), Some(32));
        let zeros = LinearLayout::zeros_1d(32, x, y, 4).unwrap();
        assert!((0..32).all(|k| *zeros.apply(&[k]).unwrap() == [0]));
        assert_eq!(LinearLayout::strided_1d(1 << 40, 1 << 40, x, y), Err(Error::Bits { bits: 80 }));
        assert!(LinearLayout::try_new(&[(x, &[&[1]])], &[(y, 4)], true).is_err());
        assert!(LinearLayout::try_new(&[(x, &[&[1]])], &[(y, 4)], false).is_ok());
        let widest = LinearLayout::identity_1d(1 << 63, x, y).unwrap();
        assert_eq!(*widest.apply(&[u64::MAX >> 1]).unwrap(), [u64::MAX >> 1]);
    }

    #[test]
    fn a_wrong_basis_says_what_is_wrong() {
        let (x, y) = (dim("x"), dim("y"));
        let wrong = |basis: Basis<'_>, size| LinearLayout::from_bases(&[(x, basis)], &[(y, size)]).unwrap_err();
        assert_eq!(wrong(&[&[4]], 4), Error::Value { dim: y, bits: 2, value: 4 });
        assert_eq!(wrong(&[&[1, 1]], 4), Error::Count { wanted: 1, found: 2 });
        assert_eq!(wrong(&[&[1]], 6), Error::PowerOfTwo { dim: y, size: 6 });
        let many: Vec<&[u64]> = (0..65).map(|_| &[0][..]).collect();
        assert_eq!(wrong(&many, 4), Error::Bits { bits: 65 });
    }

    #[test]
    fn contiguous_elements_and_masks_are_those_of_the_image() {
        let (a, b, x) = (dim("a"), dim("b"), dim("x"));
        let layout = LinearLayout::from_bases(&[(a, &[&[3], &[8]]), (b, &[&[1], &[2]])], &[(x, 16)]).unwrap();
        assert_eq!(layout.contiguous_elems_along_output_dim(x), Ok(4));
        assert_eq!(layout.free_variable_masks().collect::<Vec<_>>(), [(a, 0), (b, 2)]);
        assert_eq!(layout.output_basis_mask(&[b], x), Ok(3));
        assert_eq!(layout.input_basis_mask(a, &[x]), Ok(3));
        assert_eq!(layout.input_basis_mask(a, &[a]), Err(Error::Unknown { dim: a, side: Side::Out }));
    }
}

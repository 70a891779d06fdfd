//! `Linear`: the layouts over the field of two elements that are bijections, `Linear([4, 4], [[0, 1], [0, 2], [1, 1], [2, 2]])`.

use crate::chain::{Permutation, Scalar, XorMap};
use crate::f2::Echelon;
use crate::{LayoutError, check};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// The index at a position is the exclusive or of the images of the position's bits that are 1.
///
/// Images have a component for each dim, as the index has; dims are powers of two. The position of an index is by the inverse
/// matrix.
#[derive(Clone, Debug)]
pub struct Linear<I> {
    dims: Vec<I>,
    /// From the components of the index to the position.
    position: XorMap,
    /// From the position to each component.
    components: Vec<XorMap>,
}

/// What of a `Linear` an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearPart {
    /// A dim.
    Dim(usize),
    /// A component of an image.
    Component(usize, usize),
    /// An image.
    Image(usize),
    /// The list of images.
    Images,
}

impl<I: Scalar> Linear<I> {
    /// The layout of dims with the index that each bit of the position stands for, the lowest first.
    ///
    /// ```
    /// use lego_core::chain::Permutation;
    /// use lego_core::chain::pieces::Linear;
    /// // Rows of four, each xor'ed with its number: SwizzleRows([4, 4], 2).
    /// let images = [[0, 1], [0, 2], [1, 1], [2, 2]].map(Vec::from);
    /// let layout = Linear::new(0_u64, &[4, 4], &images).unwrap();
    /// assert_eq!((layout.apply(&[3, 1]), layout.inv(14)), (14, vec![3, 1]));
    /// ```
    ///
    /// # Errors
    /// With the part that is wrong: a dim that is zero or no power of two; a component that is not below its dim; an image of
    /// another rank; more than 63 bits; [`LayoutError::ImagesCollide`] with two positions that have one index, or
    /// [`LayoutError::ImagesMiss`] with an index that has no position.
    pub fn new(zero: I, dims: &[u64], images: &[Vec<u64>]) -> Result<Self, (LinearPart, LayoutError)> {
        for (k, &dim) in dims.iter().enumerate() {
            let wrong = |error| (LinearPart::Dim(k), error);
            check::positive("a size of Linear", dim.into()).map_err(wrong)?;
            // What is linear over bits is not padded.
            check::power_of_two("a size of Linear", dim.into()).map_err(|error| wrong(error.or_write("")))?;
        }
        let bits = dims.iter().fold(0_u32, |bits, dim| bits.saturating_add(dim.trailing_zeros()));
        check::at_most("the number of bits of Linear", bits.into(), 63)
            .map_err(|error| (LinearPart::Dim(dims.len() - 1), error))?;
        for (bit, image) in images.iter().enumerate() {
            if image.len() != dims.len() {
                let (expected, found) = (dims.len() as u128, image.len() as u128);
                let error = LayoutError::WrongRank { what: "an image of Linear".into(), expected, found };
                return Err((LinearPart::Image(bit), error));
            }
            for (k, (&component, &dim)) in image.iter().zip(dims).enumerate() {
                let what = format!("component {k} of an image of Linear");
                check::at_most(&what, component.into(), (dim - 1).into())
                    .map_err(|error| (LinearPart::Component(bit, k), error))?;
            }
        }
        let shape = Shape(dims);
        let inverse = shape.inverse(images, bits)?;
        let mut position = Vec::with_capacity(dims.len());
        let mut below = bits;
        for dim in dims {
            below -= dim.trailing_zeros();
            position.push(inverse[below as usize..][..dim.trailing_zeros() as usize].to_vec());
        }
        let component = |k| XorMap::linear(vec![images.iter().map(|image: &Vec<u64>| image[k]).collect()]);
        Ok(Self {
            dims: dims.iter().map(|&dim| zero.lift(dim)).collect(),
            position: XorMap::linear(position),
            components: (0..dims.len()).map(component).collect(),
        })
    }
}

/// Dims that are powers of two.
struct Shape<'a>(&'a [u64]);

impl Shape<'_> {
    /// The row-major number of an index: the bits of its components side by side.
    fn flat(&self, index: &[u64]) -> u64 {
        self.0.iter().zip(index).fold(0, |flat, (dim, component)| flat << dim.trailing_zeros() | component)
    }

    fn index(&self, mut flat: u64) -> Vec<u64> {
        let mut index = vec![0; self.0.len()];
        for (component, dim) in index.iter_mut().zip(self.0).rev() {
            (*component, flat) = (flat & (dim - 1), flat >> dim.trailing_zeros());
        }
        index
    }

    /// For each bit of the row-major number of an index the position of the index that has it alone.
    fn inverse(&self, images: &[Vec<u64>], bits: u32) -> Result<Vec<u64>, (LinearPart, LayoutError)> {
        let mut span = Echelon::EMPTY;
        for (bit, image) in images.iter().enumerate() {
            let flat = self.flat(image);
            if span.add(flat) {
                continue;
            }
            // Of more than 63 images the first 64 are dependent, so that this one has a bit.
            let (first, second) = (span.express(flat).unwrap_or(0).into(), (1_u64 << bit).into());
            let index = format!("{image:?}").as_str().into();
            return Err((LinearPart::Image(bit), LayoutError::ImagesCollide { first, second, index }));
        }
        let position = |bit: u32| {
            span.express(1_u64 << bit).ok_or_else(|| {
                // The least number that is no sum of the images is a power of two: a smaller part of it would be
                // missed, too.
                let index = format!("{:?}", self.index(1_u64 << bit)).as_str().into();
                let (bits, found) = (bits.into(), images.len() as u128);
                (LinearPart::Images, LayoutError::ImagesMiss { index, bits, found })
            })
        };
        (0..bits).map(position).collect()
    }
}

impl<I: Scalar> Permutation<I> for Linear<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        self.position.write(index, index[0].lift(0))
    }

    fn inv(&self, position: I) -> Vec<I> {
        self.components.iter().map(|component| component.write(&[position], position.lift(0))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use random::Random;

    /// The position of an index by search.
    fn searched(images: &[Vec<u64>], index: &[u64]) -> u64 {
        let at = |position: u64, k: usize| {
            let set = images.iter().enumerate().filter(|(bit, _)| position >> bit & 1 != 0);
            set.fold(0, |component, (_, image)| component ^ image[k])
        };
        (0..1 << images.len()).find(|&p| (0..index.len()).all(|k| at(p, k) == index[k])).unwrap()
    }

    #[test]
    fn random_matrices_are_bijections_or_have_a_witness() {
        let mut random = Random::fresh();
        let (mut right, mut collide, mut miss) = (0, 0, 0);
        for _ in 0..400 {
            let dims: Vec<u64> = (0..1 + random.index(3)).map(|_| 1 << random.index(4)).collect();
            let bits: u32 = dims.iter().map(|dim| dim.trailing_zeros()).sum();
            let count = if random.index(4) == 0 { random.index(bits as usize + 2) } else { bits as usize };
            let image = |random: &mut Random| dims.iter().map(|&dim| random.below(dim)).collect::<Vec<u64>>();
            let images: Vec<Vec<u64>> = (0..count).map(|_| image(&mut random)).collect();
            let value = |position: u128| {
                let set = images.iter().enumerate().filter(|(bit, _)| position >> bit & 1 != 0);
                set.fold(vec![0; dims.len()], |sum, (_, image)| sum.iter().zip(image).map(|(a, b)| a ^ b).collect())
            };
            match Linear::new(0_u64, &dims, &images) {
                Ok(layout) => {
                    right += 1;
                    exhaustive(&layout, |index| searched(&images, index));
                }
                Err((LinearPart::Image(bit), LayoutError::ImagesCollide { first, second, index })) => {
                    collide += 1;
                    assert_eq!((second, value(first)), (1 << bit, value(second)));
                    assert_eq!(index.as_str(), format!("{:?}", value(first)));
                    assert_ne!(first, second);
                }
                Err((LinearPart::Images, LayoutError::ImagesMiss { index, .. })) => {
                    miss += 1;
                    assert!((0..1 << count).all(|position| format!("{:?}", value(position)) != index.as_str()));
                }
                Err(other) => panic!("{dims:?} {images:?}: {other:?}"),
            }
        }
        assert!(right > 50 && collide > 50 && miss > 10, "{right} {collide} {miss}");
    }

    #[test]
    fn what_is_no_layout_is_refused() {
        let part = |dims: &[u64], images: &[Vec<u64>]| Linear::new(0_u64, dims, images).unwrap_err().0;
        assert_eq!(part(&[6], &[]), LinearPart::Dim(0));
        assert_eq!(part(&[2, 0], &[]), LinearPart::Dim(1));
        assert_eq!(part(&[1 << 32, 1 << 32], &[]), LinearPart::Dim(1));
        assert_eq!(part(&[4], &[vec![1], vec![4]]), LinearPart::Component(1, 0));
        assert_eq!(part(&[4], &[vec![1], vec![2, 0]]), LinearPart::Image(1));
        assert_eq!(part(&[4], &[vec![1], vec![2], vec![3]]), LinearPart::Image(2));
        assert_eq!(part(&[4], &[vec![2]]), LinearPart::Images);
        let many: Vec<Vec<u64>> = (0..100).map(|bit| vec![1 << (bit % 3)]).collect();
        assert_eq!(part(&[8], &many), LinearPart::Image(3));
        let whole: Vec<Vec<u64>> = (0..63).map(|bit| vec![(1 << bit) | 1]).collect();
        let layout = Linear::new(0_u64, &[1 << 63], &whole).unwrap();
        assert_eq!(layout.inv(layout.apply(&[1 << 62])), [1 << 62]);
        assert_eq!(Linear::new(0_u64, &[1], &[]).unwrap().inv(0), [0]);
    }
}

//! `Cute`: the layouts of CuTe that are bijections, `((2, 2), 4):((1, 8), 2)`.

use crate::chain::{Permutation, Requirement, Scalar};
use alloc::string::String;
use alloc::vec::Vec;

/// A size and a stride of a mode that has no modes in it.
#[derive(Clone, Debug)]
pub struct CuteLeaf<I> {
    /// How many values the digit has.
    pub size: I,
    /// By how much the position grows with it.
    pub stride: I,
    /// How an error names what the stride steps over.
    pub what: String,
}

/// A shape and strides, one axis for each top-level mode.
///
/// The component of the index along an axis is split colexicographically over the leaves of the mode, the first fastest, and the
/// position is the sum of the digits times their strides (CuTe's `crd2idx` at the coordinate of these components). Row-major
/// order has the strides from the right: `(4, 8):(8, 1)`.
///
/// A bijection where, in the order of the strides, each is the product of the sizes before it.
#[derive(Clone, Debug)]
pub struct Cute<I> {
    dims: Vec<I>,
    modes: Vec<Vec<CuteLeaf<I>>>,
    /// The leaves by mode and place in it, from the smallest stride on.
    order: Vec<(usize, usize)>,
}

impl<I: Scalar> Cute<I> {
    /// Modes by their leaves; `order` has each leaf once, from the smallest stride on.
    ///
    /// ```
    /// use lego_core::chain::Permutation;
    /// use lego_core::chain::pieces::{Cute, CuteLeaf};
    /// let leaf = |size, stride| CuteLeaf { size, stride, what: String::new() };
    /// // ((2, 2), 4):((1, 8), 2)
    /// let cute = Cute::new(vec![vec![leaf(2, 1_u64), leaf(2, 8)], vec![leaf(4, 2)]], vec![(0, 0), (1, 0), (0, 1)]);
    /// assert_eq!((cute.dims(), cute.apply(&[3, 1]), cute.inv(11)), (&[4, 4][..], 11, vec![3, 1]));
    /// assert!(cute.requirements().iter().all(|(.., requirement)| requirement.verdict() == Some(Ok(()))));
    /// ```
    ///
    /// # Panics
    /// If a mode has no leaf.
    pub fn new(modes: Vec<Vec<CuteLeaf<I>>>, order: Vec<(usize, usize)>) -> Self {
        let volume = |mode: &Vec<CuteLeaf<I>>| mode[1..].iter().fold(mode[0].size, |volume, leaf| volume * leaf.size);
        Self { dims: modes.iter().map(volume).collect(), modes, order }
    }

    fn leaf(&self, (mode, place): (usize, usize)) -> &CuteLeaf<I> {
        &self.modes[mode][place]
    }
}

impl<I: Scalar> Permutation<I> for Cute<I> {
    fn dims(&self) -> &[I] {
        &self.dims
    }

    fn apply(&self, index: &[I]) -> I {
        let mut position: Option<I> = None;
        for (mode, &component) in self.modes.iter().zip(index) {
            let mut rest = component;
            for (place, leaf) in mode.iter().enumerate() {
                let is_last = place + 1 == mode.len();
                let digit = if is_last { rest } else { rest % leaf.size };
                if !is_last {
                    rest = rest / leaf.size;
                }
                // The stride of a single value may be anything.
                if leaf.size.number() == Some(1) {
                    continue;
                }
                let term = digit * leaf.stride;
                position = Some(position.map_or(term, |position| position + term));
            }
        }
        position.unwrap_or_else(|| index[0].lift(0))
    }

    fn inv(&self, position: I) -> Vec<I> {
        let mut digits: Vec<Vec<I>> =
            self.modes.iter().map(|mode| mode.iter().map(|_| position.lift(0)).collect()).collect();
        let mut rest = position;
        for (k, &(mode, place)) in self.order.iter().enumerate() {
            let size = self.leaf((mode, place)).size;
            // The largest takes what is left.
            digits[mode][place] = if k + 1 == self.order.len() { rest } else { rest % size };
            if k + 1 < self.order.len() {
                rest = rest / size;
            }
        }
        let joined = |(mode, digits): (&Vec<CuteLeaf<I>>, &Vec<I>)| {
            let last = digits.len() - 1;
            (0..last).rev().fold(digits[last], |flat, place| flat * mode[place].size + digits[place])
        };
        self.modes.iter().zip(&digits).map(joined).collect()
    }

    /// The argument of a requirement is the number of the leaf, counted through all modes.
    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        let mut below: Option<I> = None;
        let mut requirements = Vec::new();
        for &(mode, place) in &self.order {
            let CuteLeaf { size, stride, what } = self.leaf((mode, place));
            if size.number() == Some(1) {
                continue;
            }
            let right_size = below.unwrap_or_else(|| size.lift(1));
            if *stride != right_size {
                let number = self.modes[..mode].iter().map(Vec::len).sum::<usize>() + place;
                let right = "the part below it".into();
                let requirement = Requirement::Equal { left: what.clone(), left_size: *stride, right, right_size };
                requirements.push((number, None, requirement));
            }
            below = Some(right_size * *size);
        }
        requirements
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::pieces::exhaustive::exhaustive;
    use alloc::vec;

    /// A layout of numbers, its leaves in the order of their strides.
    fn cute(modes: &[&[(u64, u64)]]) -> Cute<u64> {
        let mut order: Vec<(usize, usize)> =
            modes.iter().enumerate().flat_map(|(k, mode)| (0..mode.len()).map(move |place| (k, place))).collect();
        order.sort_by_key(|&(k, place)| (modes[k][place].0 > 1, modes[k][place].1));
        let leaf = |&(size, stride): &(u64, u64)| CuteLeaf { size, stride, what: String::new() };
        Cute::new(modes.iter().map(|mode| mode.iter().map(leaf).collect()).collect(), order)
    }

    /// CuTe's definition: the integer coordinate of each mode split over its leaves, the first fastest.
    fn defined(modes: &[&[(u64, u64)]], index: &[u64]) -> u64 {
        let mut position = 0;
        for (mode, &component) in modes.iter().zip(index) {
            let mut below = 1;
            for &(size, stride) in *mode {
                position += component / below % size * stride;
                below *= size;
            }
        }
        position
    }

    #[test]
    fn positions_are_those_of_cute() {
        let cases: &[&[&[(u64, u64)]]] = &[
            &[&[(8, 1)]],
            &[&[(4, 8)], &[(8, 1)]],
            &[&[(4, 1)], &[(8, 4)]],
            &[&[(2, 1), (2, 8)], &[(4, 2)]],
            &[&[(3, 10), (2, 5)], &[(5, 1)], &[(1, 77)]],
            &[&[(2, 30), (1, 0), (3, 5)], &[(5, 1), (2, 15), (7, 60)]],
            &[&[(1, 0)]],
            &[&[(1, 3)], &[(7, 1)]],
        ];
        for modes in cases {
            let piece = cute(modes);
            assert!(piece.requirements().is_empty(), "{modes:?}");
            exhaustive(&piece, |index| defined(modes, index));
        }
    }

    #[test]
    fn strides_of_no_bijection_are_named() {
        let piece = cute(&[&[(2, 1), (2, 8)], &[(4, 4)]]);
        let wrong: Vec<usize> = piece.requirements().iter().map(|(leaf, ..)| *leaf).collect();
        assert_eq!(wrong, vec![2]);
        assert!(piece.requirements().iter().all(|(.., requirement)| matches!(requirement.verdict(), Some(Err(_)))));
    }
}

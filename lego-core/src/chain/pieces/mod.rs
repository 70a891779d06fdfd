//! The permutations that an `OrderBy` is made of, one file each.
//!
//! Each file has the definition, the exact integer inverse, the demands on its arguments and the exhaustive tests. To add
//! one: write its file and add a line to the list at the end of this one.

use super::{Requirement, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

mod anti_diag;
mod block_cyclic;
mod fan;
mod gen_p;
mod grouped;
mod hilbert;
mod morton;
mod reg_p;
mod reverse;
mod skew;
mod swizzle;
mod swizzle_rows;

pub use anti_diag::AntiDiag;
pub use block_cyclic::BlockCyclic;
pub use fan::Fan;
pub use gen_p::GenP;
pub use grouped::Grouped;
pub use hilbert::Hilbert;
pub use morton::Morton;
pub use reg_p::RegP;
pub use reverse::Reverse;
pub use skew::Skew;
pub use swizzle::Swizzle;
pub use swizzle_rows::SwizzleRows;

/// A bijection between the indices of a box and the positions `0..product of its extents`.
///
/// Laws: `inv(apply(i)) == i` inside the box, `apply(inv(p)) == p` below its volume.
pub trait Permutation<I: Scalar>: Debug {
    /// The extents of the box.
    fn dims(&self) -> &[I];

    /// The position of an index inside the box.
    fn apply(&self, index: &[I]) -> I;

    /// The index at a position.
    fn inv(&self, position: I) -> Vec<I>;

    /// What must hold of the arguments for the laws to hold, beside positive extents: the argument and, in a list, the
    /// element that each requirement is about.
    fn requirements(&self) -> Vec<(usize, Option<usize>, Requirement<I>)> {
        Vec::new()
    }
}

/// A whole number below zero or not: the factor of a [`Fan`], the shift of an [`Swizzle`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signed<I> {
    /// Whether it is below zero.
    pub negative: bool,
    /// Its absolute value.
    pub magnitude: I,
}

/// One argument of a piece.
#[derive(Clone, Debug)]
pub enum Argument<I> {
    /// A number.
    Number(Signed<I>),
    /// A list of sizes in brackets.
    List(Vec<I>),
}

/// What a piece takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// One or more sizes: `Row(n1, …, nd)`.
    Sizes,
    /// Exactly these: `Skew(r, c)`, `SwizzleRows([r, c], bits)`.
    Exactly(&'static [Parameter]),
}

/// One parameter of a piece, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number from 1.
    Size(&'static str),
    /// A list of two sizes; the name has its brackets.
    Pair(&'static str),
    /// A number from 0.
    Natural(&'static str),
    /// A number that may be below zero.
    Whole(&'static str),
}

impl Parameter {
    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size(name) | Self::Pair(name) | Self::Natural(name) | Self::Whole(name) => name,
        }
    }
}

/// A named permutation: what the language, its errors and its help need to know of it.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name in the language.
    pub name: &'static str,
    /// What it takes.
    pub parameters: Parameters,
    /// What it does, in one line.
    pub about: &'static str,
    /// A small instance.
    pub example: &'static str,
}

/// Reads arguments whose number and kinds have been checked against [`Named::parameters`].
pub(crate) struct Arguments<'a, I>(&'a [Argument<I>]);

impl<I: Scalar> Arguments<'_, I> {
    fn signed(&self, k: usize) -> Option<Signed<I>> {
        match self.0.get(k)? {
            Argument::Number(number) => Some(*number),
            Argument::List(_) => None,
        }
    }

    fn size(&self, k: usize) -> Option<I> {
        self.signed(k).map(|number| number.magnitude)
    }

    fn sizes(&self) -> Option<Vec<I>> {
        (0..self.0.len()).map(|k| self.size(k)).collect()
    }

    fn list<const N: usize>(&self, k: usize) -> Option<[I; N]> {
        match self.0.get(k)? {
            Argument::List(list) => list.as_slice().try_into().ok(),
            Argument::Number(_) => None,
        }
    }
}

macro_rules! named {
    ($($piece:ident: $build:expr;)*) => {
        /// Every named permutation.
        pub const NAMED: &[Named] = &[$($piece),*];

        /// Makes a named permutation; `None` if there is none of this name or the arguments are not of its
        /// [`Parameters`].
        pub fn named<'a, I: Scalar + 'a>(name: &str, arguments: &[Argument<I>]) -> Option<Box<dyn Permutation<I> + 'a>> {
            let arguments = Arguments(arguments);
            $(if name == $piece.name {
                let build: fn(Arguments<'_, I>) -> Option<Box<dyn Permutation<I> + 'a>> = $build;
                return build(arguments);
            })*
            None
        }
    };
}

use anti_diag::ANTI_DIAG;
use block_cyclic::BLOCK_CYCLIC;
use fan::FAN;
use grouped::GROUPED;
use hilbert::HILBERT;
use morton::MORTON;
use reg_p::{COL, ROW};
use reverse::REVERSE;
use skew::SKEW;
use swizzle::SWIZZLE;
use swizzle_rows::SWIZZLE_ROWS;

named! {
    ROW: |a| Some(Box::new(RegP::row(a.sizes()?)));
    COL: |a| Some(Box::new(RegP::col(a.sizes()?)));
    ANTI_DIAG: |a| Some(Box::new(AntiDiag::new(a.size(0)?)));
    REVERSE: |a| Some(Box::new(Reverse::new(a.sizes()?)));
    MORTON: |a| Some(Box::new(Morton::new(a.sizes()?)));
    HILBERT: |a| Some(Box::new(Hilbert::new(a.size(0)?, a.size(1)?)));
    SWIZZLE_ROWS: |a| Some(Box::new(SwizzleRows::new(a.list(0)?, a.size(1)?)));
    SWIZZLE: |a| Some(Box::new(Swizzle::new(a.size(0)?, a.size(1)?, a.signed(2)?)));
    SKEW: |a| Some(Box::new(Skew::new(a.size(0)?, a.size(1)?)));
    FAN: |a| Some(Box::new(Fan::new(a.size(0)?, a.signed(1)?, a.signed(2)?)));
    GROUPED: |a| Some(Box::new(Grouped::new(a.size(0)?, a.size(1)?, a.size(2)?)));
    BLOCK_CYCLIC: |a| Some(Box::new(BlockCyclic::new(a.size(0)?, a.size(1)?, a.size(2)?)));
}

/// Checks a permutation against a formula on every index, both directions.
#[cfg(test)]
pub(crate) fn exhaustive(piece: &dyn Permutation<u64>, formula: impl Fn(&[u64]) -> u64) {
    let dims = piece.dims().to_vec();
    let volume: u64 = dims.iter().product();
    let mut hit = alloc::vec![false; volume as usize];
    for flat in 0..volume {
        let index = super::unflatten(&dims, flat);
        let position = piece.apply(&index);
        assert_eq!(position, formula(&index), "{piece:?} at {index:?}");
        assert!(!core::mem::replace(&mut hit[position as usize], true), "{piece:?} hits {position} twice");
        assert_eq!(piece.inv(position), index, "{piece:?} back from {position}");
    }
}

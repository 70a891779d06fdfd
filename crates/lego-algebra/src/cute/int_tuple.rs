//! Integers in brackets, `((2,3),4)`: what CuTe's shapes, strides and coordinates are.

use super::Error;
use super::number::{ceil_div, ok, plus, times};
use super::profile::{Builder, CAPACITY, Profile};

/// An integer, or a tuple of integer tuples: at most 32 leaves, brackets at any depth, no memory beyond the value.
///
/// ```
/// use lego_algebra::cute::IntTuple;
/// let shape = IntTuple::parse("((2,3),4)").unwrap();
/// assert_eq!((shape.rank(), shape.depth(), shape.product()), (2, 2, Ok(24)));
/// assert_eq!(shape.element(0).unwrap().to_string(), "(2,3)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct IntTuple {
    profile: Profile,
    leaves: [i64; CAPACITY],
}

impl IntTuple {
    /// A number without brackets.
    #[must_use]
    pub const fn int(value: i64) -> Self {
        let mut leaves = [0; CAPACITY];
        leaves[0] = value;
        Self { profile: Profile::LEAF, leaves }
    }

    /// A tuple of numbers: `(2,3,4)`.
    ///
    /// # Errors
    /// Of none, and of more than 32.
    pub const fn flat(values: &[i64]) -> Result<Self, Error> {
        let profile = ok!(Profile::flat(values.len()));
        let mut leaves = [0; CAPACITY];
        let mut k = 0;
        while k < values.len() {
            leaves[k] = values[k];
            k += 1;
        }
        Ok(Self { profile, leaves })
    }

    /// A tuple of tuples: brackets around the elements.
    ///
    /// # Errors
    /// Of none, of more than 32 leaves, and of brackets more than 255 deep.
    pub const fn tuple(elements: &[Self]) -> Result<Self, Error> {
        let mut tuple = TupleBuilder::new();
        tuple.open();
        let mut k = 0;
        while k < elements.len() {
            ok!(tuple.append(&elements[k]));
            k += 1;
        }
        ok!(tuple.close());
        Ok(tuple.finish())
    }

    /// Numbers within given brackets, as many as it has leaves; what is missing is 0.
    pub(crate) const fn of(profile: Profile, leaves: [i64; CAPACITY]) -> Self {
        let mut kept = [0; CAPACITY];
        let mut k = 0;
        while k < profile.len() {
            kept[k] = leaves[k];
            k += 1;
        }
        Self { profile, leaves: kept }
    }

    /// The brackets.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The numbers from left to right, without brackets: CuTe's `flatten`.
    #[must_use]
    pub const fn leaves(&self) -> &[i64] {
        self.leaves.split_at(self.profile.len()).0
    }

    /// The numbers, with zeros after the last.
    pub(crate) const fn array(&self) -> &[i64; CAPACITY] {
        &self.leaves
    }

    /// How many elements the tuple has; 1 for a number.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// How deep the brackets stand inside each other; 0 for a number.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// The `index`th element, without the outermost brackets.
    #[must_use]
    pub const fn element(&self, index: usize) -> Option<Self> {
        match self.profile.child(index) {
            Some((profile, start, _)) => {
                let mut leaves = [0; CAPACITY];
                let mut k = 0;
                while k < profile.len() {
                    leaves[k] = self.leaves[start + k];
                    k += 1;
                }
                Some(Self { profile, leaves })
            }
            None => None,
        }
    }

    /// The same numbers in one pair of brackets, or the number.
    #[must_use]
    pub const fn flatten(&self) -> Self {
        if self.profile.is_leaf() {
            return *self;
        }
        match Profile::flat(self.profile.len()) {
            Ok(profile) => Self { profile, leaves: self.leaves },
            Err(_) => *self,
        }
    }

    /// The product of all numbers: the size of a shape.
    ///
    /// # Errors
    /// Beyond 64 bits.
    pub const fn product(&self) -> Result<i64, Error> {
        let (mut product, mut k) = (1, 0);
        while k < self.profile.len() {
            product = ok!(times(product, self.leaves[k]));
            k += 1;
        }
        Ok(product)
    }

    /// Each element of the outermost tuple as its product: CuTe's `product_each`.
    ///
    /// # Errors
    /// Beyond 64 bits.
    pub const fn product_each(&self) -> Result<Self, Error> {
        if self.profile.is_leaf() {
            return Ok(*self);
        }
        let rank = self.rank();
        let profile = ok!(Profile::flat(rank));
        let (mut leaves, mut k) = ([0; CAPACITY], 0);
        while k < rank {
            if let Some(element) = self.element(k) {
                leaves[k] = ok!(element.product());
            }
            k += 1;
        }
        Ok(Self { profile, leaves })
    }

    /// For each number the product of those before it, from 1: the strides of a compact layout whose first mode is fastest.
    ///
    /// # Errors
    /// Beyond 64 bits.
    pub const fn prefix_product(&self) -> Result<Self, Error> {
        let (mut leaves, mut product, mut k) = ([0; CAPACITY], 1, 0);
        while k < self.profile.len() {
            leaves[k] = product;
            if k + 1 < self.profile.len() {
                product = ok!(times(product, self.leaves[k]));
            }
            k += 1;
        }
        Ok(Self { profile: self.profile, leaves })
    }

    /// The sum of the products of numbers at the same place.
    ///
    /// # Errors
    /// Of tuples with other brackets, and beyond 64 bits.
    pub const fn inner_product(&self, other: &Self) -> Result<i64, Error> {
        if !self.profile.is_congruent(&other.profile) {
            return Err(Error::NotCongruent);
        }
        let (mut sum, mut k) = (0, 0);
        while k < self.profile.len() {
            sum = ok!(plus(sum, ok!(times(self.leaves[k], other.leaves[k]))));
            k += 1;
        }
        Ok(sum)
    }

    /// The same numbers in the same brackets.
    #[must_use]
    pub const fn is_same(&self, other: &Self) -> bool {
        let mut k = 0;
        while k < self.profile.len() {
            if self.leaves[k] != other.leaves[k] {
                return false;
            }
            k += 1;
        }
        self.profile.is_congruent(&other.profile)
    }

    /// The same brackets: CuTe's `congruent`.
    #[must_use]
    pub const fn is_congruent(&self, other: &Self) -> bool {
        self.profile.is_congruent(&other.profile)
    }

    /// Whether every coordinate of this shape is one of the other: CuTe's `compatible`. The sizes are equal, and where this
    /// shape has a number, the other may have a tuple of that size.
    ///
    /// ```
    /// use lego_algebra::cute::IntTuple;
    /// let shape = |text| IntTuple::parse(text).unwrap();
    /// assert!(shape("24").is_compatible(&shape("(4,6)")) && shape("(4,6)").is_compatible(&shape("((2,2),6)")));
    /// assert!(!shape("((2,2),6)").is_compatible(&shape("(4,6)")));
    /// ```
    #[must_use]
    pub const fn is_compatible(&self, other: &Self) -> bool {
        if self.profile.is_leaf() {
            return match other.product() {
                Ok(product) => product == self.leaves[0],
                Err(_) => false,
            };
        }
        if other.profile.is_leaf() || self.rank() != other.rank() {
            return false;
        }
        let (mut k, rank) = (0, self.rank());
        while k < rank {
            match (self.element(k), other.element(k)) {
                (Some(one), Some(two)) if one.is_compatible(&two) => k += 1,
                _ => return false,
            }
        }
        true
    }

    /// CuTe's `shape_div`: `a / b` where b divides a, 1 where a divides b; a tuple is divided from the left, each element by
    /// what is left of the divisor.
    ///
    /// # Errors
    /// Where neither number divides the other, and for tuples of other ranks.
    ///
    /// ```
    /// use lego_algebra::cute::IntTuple;
    /// let (shape, by) = (IntTuple::parse("((3,4),6)").unwrap(), IntTuple::int(36));
    /// assert_eq!(shape.shape_div(&by).unwrap().to_string(), "((1,1),2)");
    /// ```
    pub const fn shape_div(&self, by: &Self) -> Result<Self, Error> {
        if !self.profile.is_leaf() && !by.profile.is_leaf() {
            let rank = self.rank();
            if rank != by.rank() {
                return Err(Error::Rank { wanted: rank, found: by.rank() });
            }
            let mut tuple = TupleBuilder::new();
            tuple.open();
            let mut k = 0;
            while k < rank {
                if let (Some(one), Some(two)) = (self.element(k), by.element(k)) {
                    ok!(tuple.append(&ok!(one.shape_div(&two))));
                }
                k += 1;
            }
            ok!(tuple.close());
            return Ok(tuple.finish());
        }
        let (mut rest, mut leaves, mut k) = (ok!(by.product()), [0; CAPACITY], 0);
        while k < self.profile.len() {
            leaves[k] = ok!(shape_div(self.leaves[k], rest));
            if k + 1 < self.profile.len() {
                rest = ok!(shape_div(rest, self.leaves[k]));
            }
            k += 1;
        }
        Ok(Self { profile: self.profile, leaves })
    }

    /// Each number divided and rounded up, element by element; a tuple by a number divides its size from the left as
    /// [`shape_div`](Self::shape_div) does.
    ///
    /// # Errors
    /// Of tuples of other forms, of a number below 0, and where a divisor is below 1.
    pub const fn ceil_div(&self, by: &Self) -> Result<Self, Error> {
        if self.profile.is_leaf() && by.profile.is_leaf() {
            if self.leaves[0] < 0 || by.leaves[0] < 1 {
                return Err(Error::Extent {
                    leaf: 0,
                    extent: if by.leaves[0] < 1 { by.leaves[0] } else { self.leaves[0] },
                });
            }
            return Ok(Self::int(ceil_div(self.leaves[0], by.leaves[0])));
        }
        let rank = self.rank();
        if self.profile.is_leaf() || by.profile.is_leaf() || rank < by.rank() {
            return Err(Error::Rank { wanted: rank, found: by.rank() });
        }
        let mut tuple = TupleBuilder::new();
        tuple.open();
        let mut k = 0;
        while k < rank {
            match (self.element(k), by.element(k)) {
                (Some(one), Some(two)) => ok!(tuple.append(&ok!(one.ceil_div(&two)))),
                (Some(one), None) => ok!(tuple.append(&one)),
                _ => {}
            }
            k += 1;
        }
        ok!(tuple.close());
        Ok(tuple.finish())
    }
}

/// `shape_div` of numbers.
const fn shape_div(a: i64, b: i64) -> Result<i64, Error> {
    if a < 0 || b < 1 || (a % b != 0 && b % a != 0) {
        return Err(Error::ShapeDiv { dividend: a, divisor: b });
    }
    Ok(ceil_div(a, b))
}

/// Numbers and brackets from left to right.
#[derive(Clone, Copy)]
pub(crate) struct TupleBuilder {
    profile: Builder,
    leaves: [i64; CAPACITY],
}

impl TupleBuilder {
    pub(crate) const fn new() -> Self {
        Self { profile: Profile::start(), leaves: [0; CAPACITY] }
    }

    pub(crate) const fn open(&mut self) {
        self.profile.open();
    }

    pub(crate) const fn push(&mut self, value: i64) -> Result<(), Error> {
        let leaf = ok!(self.profile.leaf());
        self.leaves[leaf] = value;
        Ok(())
    }

    pub(crate) const fn close(&mut self) -> Result<(), Error> {
        self.profile.close()
    }

    pub(crate) const fn append(&mut self, tuple: &IntTuple) -> Result<(), Error> {
        let (mut leaf, start) = (0, self.profile.finish().len());
        ok!(self.profile.append(&tuple.profile));
        while leaf < tuple.profile.len() {
            self.leaves[start + leaf] = tuple.leaves[leaf];
            leaf += 1;
        }
        Ok(())
    }

    pub(crate) const fn finish(self) -> IntTuple {
        IntTuple { profile: self.profile.finish(), leaves: self.leaves }
    }
}

//! What a layout is as a function: injective, onto, equal to another one; with what shows it where not.

use super::Error;
use super::layout::Layout;
use super::modes::Modes;
use super::number::ok;
use super::profile::CAPACITY;

/// The largest size of which all values are looked at where strides are negative.
const LISTED: usize = 1 << 12;

/// So many steps a search takes at most; layouts whose strides nearly divide each other need a few dozen.
const STEPS: u64 = 1 << 22;

/// Two integer coordinates of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The smaller.
    pub one: i64,
    /// The larger.
    pub other: i64,
}

impl Layout {
    /// Two coordinates of one value, if there are any: none shows that the layout is injective.
    ///
    /// With modes sorted by stride, a layout is injective where each stride is larger than all that the modes before it
    /// reach; else a search by the largest stride first, cut where the rest cannot reach back, decides.
    ///
    /// # Errors
    /// [`Error::Limit`] after 2^22 steps.
    pub const fn collision(&self) -> Result<Option<Collision>, Error> {
        if self.is_empty() {
            return Ok(None);
        }
        let sorted = Sorted::of(self);
        let mut search = Search { sorted: &sorted, digits: [0; CAPACITY], steps: STEPS };
        if !ok!(search.difference(sorted.len, 0, false)) {
            return Ok(None);
        }
        // A digit difference of d is that of d and 0, or of 0 and -d.
        let (mut one, mut other, mut k) = (0, 0, 0);
        while k < sorted.len {
            let digit = search.digits[k] * if sorted.negative[k] { -1 } else { 1 };
            if digit > 0 {
                one += digit * sorted.worth[k];
            } else {
                other -= digit * sorted.worth[k];
            }
            k += 1;
        }
        Ok(Some(if one < other { Collision { one, other } } else { Collision { one: other, other: one } }))
    }

    /// Whether no two coordinates have the same value.
    ///
    /// # Errors
    /// As [`collision`](Self::collision).
    pub const fn is_injective(&self) -> Result<bool, Error> {
        Ok(ok!(self.collision()).is_none())
    }

    /// The smallest number from 0 to below `count` that is no value, if there is one.
    ///
    /// # Errors
    /// [`Error::Limit`] after 2^22 steps, which neither strides from 0 on nor 4096 coordinates ever take.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// assert_eq!(Layout::parse("(2,2):(1,4)").unwrap().missing(6), Ok(Some(2)));
    /// ```
    pub const fn missing(&self, count: i64) -> Result<Option<i64>, Error> {
        if self.is_empty() {
            return Ok(if count > 0 { Some(0) } else { None });
        }
        let sorted = Sorted::of(self);
        let least = self.bounds().0;
        let (mut reached, mut k) = (0i64, 0);
        if least == 0 {
            // Everything up to `reached` is a value; the next number is one only if a step goes there.
            while k < sorted.len {
                if sorted.stride[k] > reached + 1 {
                    break;
                }
                reached += (sorted.shape[k] - 1) * sorted.stride[k];
                k += 1;
            }
            return Ok(if reached + 1 < count { Some(reached + 1) } else { None });
        }
        if self.size() <= LISTED as i64 {
            let first = self.first_hole();
            return Ok(if first < count { Some(first) } else { None });
        }
        let (mut value, mut steps) = (0, STEPS);
        while value < count {
            let mut search = Search { sorted: &sorted, digits: [0; CAPACITY], steps };
            // Counted from the least value all steps go upwards.
            if !ok!(search.sum(sorted.len, value - least)) {
                return Ok(Some(value));
            }
            steps = search.steps;
            value += 1;
        }
        Ok(None)
    }

    /// The smallest number from 0 on that is no value, of at most `LISTED` coordinates: one of the first as many and one.
    const fn first_hole(&self) -> i64 {
        let (mut seen, mut c) = ([false; LISTED], 0);
        while c < self.size() {
            let value = self.at(c);
            if value >= 0 && value < LISTED as i64 {
                seen[value as usize] = true;
            }
            c += 1;
        }
        let mut first = 0;
        while first < LISTED && seen[first] {
            first += 1;
        }
        first as i64
    }

    /// Whether every number from 0 to below `count` is a value.
    ///
    /// # Errors
    /// As [`missing`](Self::missing).
    pub const fn is_surjective_on(&self, count: i64) -> Result<bool, Error> {
        Ok(ok!(self.missing(count)).is_none())
    }

    /// Whether the values are the numbers from 0 to below the size, each once.
    #[must_use]
    pub const fn is_bijective(&self) -> bool {
        match self.right_inverse() {
            Ok(inverse) => inverse.size() == self.size(),
            Err(_) => false,
        }
    }

    /// Whether both have the same size and coalesce to the same modes.
    ///
    /// As coalesced layouts are a normal form, this is equality as functions of integer coordinates:
    /// [`eq_as_function`](Self::eq_as_function).
    #[must_use]
    pub const fn eq_up_to_coalesce(&self, other: &Self) -> bool {
        self.coalesce().is_same(&other.coalesce())
    }

    /// Whether both have the same size and the same value at every integer coordinate.
    ///
    /// ```
    /// use lego_algebra::cute::Layout;
    /// let layout = |text| Layout::parse(text).unwrap();
    /// let (one, two) = (layout("(2,6):(1,2)"), layout("(3,4):(1,3)"));
    /// assert!(one != two && one.eq_as_function(&two));
    /// ```
    #[must_use]
    pub const fn eq_as_function(&self, other: &Self) -> bool {
        self.eq_up_to_coalesce(other)
    }
}

/// The modes that are not of extent 1, by growing size of their stride, as steps upwards.
struct Sorted {
    shape: [i64; CAPACITY],
    stride: [i64; CAPACITY],
    /// What a step is worth in coordinates.
    worth: [i64; CAPACITY],
    negative: [bool; CAPACITY],
    /// How far the modes before each one reach.
    before: [i64; CAPACITY],
    len: usize,
}

impl Sorted {
    const fn of(layout: &Layout) -> Self {
        let modes = Modes::of(layout);
        let mut sorted = Self {
            shape: [0; CAPACITY],
            stride: [0; CAPACITY],
            worth: [0; CAPACITY],
            negative: [false; CAPACITY],
            before: [0; CAPACITY],
            len: 0,
        };
        let (mut product, mut leaf) = (1, 0);
        while leaf < modes.len {
            let (shape, stride) = (modes.shape[leaf], modes.stride[leaf].abs());
            if shape != 1 {
                let mut at = sorted.len;
                while at > 0 && sorted.stride[at - 1] > stride {
                    sorted.shape[at] = sorted.shape[at - 1];
                    sorted.stride[at] = sorted.stride[at - 1];
                    sorted.worth[at] = sorted.worth[at - 1];
                    sorted.negative[at] = sorted.negative[at - 1];
                    at -= 1;
                }
                sorted.shape[at] = shape;
                sorted.stride[at] = stride;
                sorted.worth[at] = product;
                sorted.negative[at] = modes.stride[leaf] < 0;
                sorted.len += 1;
            }
            product *= shape;
            leaf += 1;
        }
        let (mut reach, mut k) = (0, 0);
        while k < sorted.len {
            sorted.before[k] = reach;
            reach += (sorted.shape[k] - 1) * sorted.stride[k];
            k += 1;
        }
        sorted
    }
}

/// A search for digits, the largest stride first.
struct Search<'a> {
    sorted: &'a Sorted,
    digits: [i64; CAPACITY],
    steps: u64,
}

impl Search<'_> {
    const fn step(&mut self) -> Result<(), Error> {
        if self.steps == 0 {
            return Err(Error::Limit { steps: STEPS });
        }
        self.steps -= 1;
        Ok(())
    }

    /// Whether digit differences of the first `len` modes make `-rest`; with `any`, all of them may be 0.
    const fn difference(&mut self, len: usize, rest: i64, any: bool) -> Result<bool, Error> {
        ok!(self.step());
        if len == 0 {
            return Ok(any && rest == 0);
        }
        let k = len - 1;
        let (shape, stride, before) = (self.sorted.shape[k], self.sorted.stride[k], self.sorted.before[k]);
        if stride == 0 {
            // The smallest stride, as all before it are 0 too: the first step of it changes nothing.
            self.digits[k] = if rest == 0 && !any { 1 } else { 0 };
            if rest == 0 && !any {
                let mut low = 0;
                while low < k {
                    self.digits[low] = 0;
                    low += 1;
                }
                return Ok(true);
            }
            return self.difference(k, rest, any);
        }
        // |rest + digit * stride| is at most what the modes before reach.
        let least = (stride as i128 - 1 - before as i128 - rest as i128).div_euclid(stride as i128);
        let mut digit = if least < (1 - shape) as i128 { 1 - shape } else { least as i64 };
        // The first digit that is not 0 may be taken as positive: the other sign exchanges the two coordinates.
        if !any && digit < 0 {
            digit = 0;
        }
        while digit < shape && rest as i128 + digit as i128 * stride as i128 <= before as i128 {
            self.digits[k] = digit;
            if ok!(self.difference(k, rest + digit * stride, any || digit != 0)) {
                return Ok(true);
            }
            digit += 1;
        }
        Ok(false)
    }

    /// Whether digits of the first `len` modes make `rest`.
    const fn sum(&mut self, len: usize, rest: i64) -> Result<bool, Error> {
        ok!(self.step());
        if len == 0 {
            return Ok(rest == 0);
        }
        let k = len - 1;
        let (shape, stride, before) = (self.sorted.shape[k], self.sorted.stride[k], self.sorted.before[k]);
        if stride == 0 {
            return self.sum(k, rest);
        }
        let least = (rest as i128 - before as i128 + stride as i128 - 1).div_euclid(stride as i128);
        let mut digit = if least < 0 { 0 } else { least as i64 };
        while digit < shape && digit as i128 * stride as i128 <= rest as i128 {
            if ok!(self.sum(k, rest - digit * stride)) {
                return Ok(true);
            }
            digit += 1;
        }
        Ok(false)
    }
}

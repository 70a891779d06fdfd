//! The brackets of a tuple without its numbers: `((*,*),*)`.
//!
//! Shape, stride, coordinates and tilers are trees of the same form, so the form is a value of its own. A tree with n leaves
//! is kept as two numbers a leaf: how many brackets open before it, and how many close after it. That takes no memory beyond
//! the value, so a layout can be a constant.

use super::Error;
use super::number::ok;

/// The most leaves.
pub const CAPACITY: usize = 32;

/// A tree of brackets with at least one leaf, as `((*,*),*)`.
///
/// ```
/// use lego_algebra::cute::IntTuple;
/// let profile = *IntTuple::parse("((2,3),4)").unwrap().profile();
/// assert_eq!((profile.len(), profile.rank(), profile.depth()), (3, 2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Profile {
    opens: [u8; CAPACITY],
    closes: [u8; CAPACITY],
    len: u8,
}

impl Profile {
    /// One leaf without brackets.
    pub const LEAF: Self = Self { opens: [0; CAPACITY], closes: [0; CAPACITY], len: 1 };

    /// A tuple of so many leaves: `(*,*,*)`.
    ///
    /// # Errors
    /// Of none, and of more than 32.
    pub const fn flat(leaves: usize) -> Result<Self, Error> {
        if leaves == 0 {
            return Err(Error::Empty);
        }
        if leaves > CAPACITY {
            return Err(Error::Capacity);
        }
        let mut profile = Self { opens: [0; CAPACITY], closes: [0; CAPACITY], len: leaves as u8 };
        profile.opens[0] = 1;
        profile.closes[leaves - 1] = 1;
        Ok(profile)
    }

    /// How many leaves there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a leaf")]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether this is a number and no tuple.
    #[must_use]
    pub const fn is_leaf(&self) -> bool {
        self.opens[0] == 0
    }

    /// How many elements the outermost tuple has; 1 for a number, as in CuTe.
    #[must_use]
    pub const fn rank(&self) -> usize {
        let (mut rank, mut leaf, mut level) = (0, 0, 0);
        while leaf < self.len() {
            if leaf == 0 || level == 1 {
                rank += 1;
            }
            level = level + self.opens[leaf] as usize - self.closes[leaf] as usize;
            leaf += 1;
        }
        rank
    }

    /// How deep the brackets stand inside each other; 0 for a number.
    #[must_use]
    pub const fn depth(&self) -> usize {
        let (mut depth, mut leaf, mut level) = (0, 0, 0);
        while leaf < self.len() {
            level += self.opens[leaf] as usize;
            if level > depth {
                depth = level;
            }
            level -= self.closes[leaf] as usize;
            leaf += 1;
        }
        depth
    }

    /// The same brackets around the same number of leaves.
    #[must_use]
    pub const fn is_congruent(&self, other: &Self) -> bool {
        if self.len != other.len {
            return false;
        }
        let mut leaf = 0;
        while leaf < self.len() {
            if self.opens[leaf] != other.opens[leaf] || self.closes[leaf] != other.closes[leaf] {
                return false;
            }
            leaf += 1;
        }
        true
    }

    /// The brackets that open before a leaf.
    pub(crate) const fn opens(&self, leaf: usize) -> usize {
        self.opens[leaf] as usize
    }

    /// The brackets that close after a leaf.
    pub(crate) const fn closes(&self, leaf: usize) -> usize {
        self.closes[leaf] as usize
    }

    /// The `index`th element of the outermost tuple: its brackets, its first leaf, and the leaf after its last one. A number
    /// is its only element.
    #[must_use]
    pub const fn child(&self, index: usize) -> Option<(Self, usize, usize)> {
        if self.is_leaf() {
            return if index == 0 { Some((*self, 0, 1)) } else { None };
        }
        let (mut leaf, mut level, mut count) = (0, 0, 0);
        let (mut start, mut end) = (CAPACITY, self.len());
        while leaf < self.len() {
            if leaf == 0 || level == 1 {
                if count == index {
                    start = leaf;
                }
                if count > index {
                    end = leaf;
                    break;
                }
                count += 1;
            }
            level = level + self.opens[leaf] as usize - self.closes[leaf] as usize;
            leaf += 1;
        }
        if start == CAPACITY {
            return None;
        }
        let mut child = Self { opens: [0; CAPACITY], closes: [0; CAPACITY], len: (end - start) as u8 };
        let mut leaf = start;
        while leaf < end {
            child.opens[leaf - start] = self.opens[leaf];
            child.closes[leaf - start] = self.closes[leaf];
            leaf += 1;
        }
        if start == 0 {
            child.opens[0] -= 1;
        }
        if end == self.len() {
            child.closes[end - start - 1] -= 1;
        }
        Some((child, start, end))
    }

    /// Nothing yet, to which brackets and leaves are added.
    pub(crate) const fn start() -> Builder {
        Builder { profile: Self { opens: [0; CAPACITY], closes: [0; CAPACITY], len: 0 }, pending: 0 }
    }
}

/// Brackets and leaves from left to right.
#[derive(Clone, Copy)]
pub(crate) struct Builder {
    profile: Profile,
    /// Brackets that were opened since the last leaf.
    pending: usize,
}

impl Builder {
    pub(crate) const fn open(&mut self) {
        self.pending += 1;
    }

    /// A leaf; its number.
    pub(crate) const fn leaf(&mut self) -> Result<usize, Error> {
        let at = self.profile.len as usize;
        if at == CAPACITY {
            return Err(Error::Capacity);
        }
        if self.pending > u8::MAX as usize {
            return Err(Error::Depth);
        }
        self.profile.opens[at] = self.pending as u8;
        self.pending = 0;
        self.profile.len += 1;
        Ok(at)
    }

    pub(crate) const fn close(&mut self) -> Result<(), Error> {
        if self.pending > 0 || self.profile.len == 0 {
            return Err(Error::Empty);
        }
        let last = self.profile.len as usize - 1;
        if self.profile.closes[last] == u8::MAX {
            return Err(Error::Depth);
        }
        self.profile.closes[last] += 1;
        Ok(())
    }

    /// All of another tree.
    pub(crate) const fn append(&mut self, other: &Profile) -> Result<(), Error> {
        let mut leaf = 0;
        while leaf < other.len() {
            self.pending += other.opens(leaf);
            ok!(self.leaf());
            let mut close = 0;
            while close < other.closes(leaf) {
                ok!(self.close());
                close += 1;
            }
            leaf += 1;
        }
        Ok(())
    }

    /// Another tree without its outermost brackets.
    pub(crate) const fn append_elements(&mut self, other: &Profile) -> Result<(), Error> {
        let (mut index, rank) = (0, other.rank());
        while index < rank {
            match other.child(index) {
                Some((child, _, _)) => ok!(self.append(&child)),
                None => return Err(Error::Empty),
            }
            index += 1;
        }
        Ok(())
    }

    pub(crate) const fn finish(self) -> Profile {
        self.profile
    }
}

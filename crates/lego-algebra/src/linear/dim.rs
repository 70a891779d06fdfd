//! The name of a dim of a linear layout: `register`, `lane`, `dim0`.

use core::fmt;

/// A name has so many bytes at most.
pub const NAME: usize = 16;

/// The name of a dim, held in place: up to 16 bytes, compared as two machine words.
///
/// ```
/// use lego_algebra::linear::Dim;
/// const ROW: Dim = Dim::named("row");
/// assert_eq!(ROW, Dim::new("row").unwrap());
/// assert_eq!(Dim::LANE.as_str(), "lane");
/// assert!(Dim::new("a name that is too long").is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dim([u8; NAME]);

impl Dim {
    /// The registers of a thread, one for each element that it holds.
    pub const REGISTER: Self = Self::named("register");
    /// The lanes of a warp.
    pub const LANE: Self = Self::named("lane");
    /// The warps of a block.
    pub const WARP: Self = Self::named("warp");
    /// The blocks of a cluster.
    pub const BLOCK: Self = Self::named("block");
    /// The elements of a memory.
    pub const OFFSET: Self = Self::named("offset");

    const NONE: Self = Self([0; NAME]);

    /// A name; of a text that is none, how many bytes of it would be.
    pub(super) const fn held(name: &str) -> Result<Self, usize> {
        let bytes = name.as_bytes();
        if bytes.is_empty() || bytes.len() > NAME {
            return Err(bytes.len());
        }
        let mut held = [0; NAME];
        let mut k = 0;
        while k < bytes.len() {
            if bytes[k] == 0 {
                return Err(k);
            }
            held[k] = bytes[k];
            k += 1;
        }
        Ok(Self(held))
    }

    /// A name that the program knows.
    ///
    /// # Panics
    /// If it is no name, as [`new`](Self::new) says; in a constant the compiler finds that out.
    #[must_use]
    pub const fn named(name: &'static str) -> Self {
        match Self::held(name) {
            Ok(dim) => dim,
            Err(_) => panic!("the name of a dim has 1 to 16 bytes, none of them zero"),
        }
    }

    /// `dim0`, `dim1`, …: the dims of a tensor, the first the slowest in a row-major one.
    ///
    /// # Panics
    /// From `dim100` on: no space has so many dims.
    #[must_use]
    pub const fn tensor(axis: usize) -> Self {
        assert!(axis < 100, "a tensor has at most 100 dims");
        let mut held = [0; NAME];
        held[0] = b'd';
        held[1] = b'i';
        held[2] = b'm';
        if axis < 10 {
            held[3] = b'0' + axis as u8;
        } else {
            held[3] = b'0' + (axis / 10) as u8;
            held[4] = b'0' + (axis % 10) as u8;
        }
        Self(held)
    }

    pub(super) const fn none() -> Self {
        Self::NONE
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(NAME);
        core::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_numbered() {
        for (axis, name) in [(0, "dim0"), (9, "dim9"), (10, "dim10"), (63, "dim63")] {
            assert_eq!(Dim::tensor(axis).as_str(), name);
        }
    }
}

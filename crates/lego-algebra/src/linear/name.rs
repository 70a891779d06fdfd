//! A dim from its name.

use super::dim::Dim;
use super::error::Error;

impl Dim {
    /// A name.
    ///
    /// # Errors
    /// If it is empty, has more than 16 bytes, or has a zero byte.
    pub const fn new(name: &str) -> Result<Self, Error> {
        match Self::held(name) {
            Ok(dim) => Ok(dim),
            Err(length) => Err(Error::Name { length }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_held_as_they_are() {
        for name in ["a", "register", "sixteen bytes ok", "übung"] {
            assert_eq!(Dim::new(name).unwrap().as_str(), name);
        }
        assert_eq!(Dim::new(""), Err(Error::Name { length: 0 }));
        assert_eq!(Dim::new("seventeen bytes !"), Err(Error::Name { length: 17 }));
        assert!(Dim::new("a\0b").is_err());
    }
}

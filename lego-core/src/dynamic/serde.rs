//! `Serialize`: a layout chosen at run time is written as its text with its values.
//!
//! To read it takes the parser of the language: `lego_lang::dynamic::deserialize`.

use super::bijection::DynBijection;
use super::layout::DynLayout;
use super::mapping::DynMapping;
use ::serde::ser::{Serialize, Serializer};

/// As its [`LayoutText`](super::LayoutText).
impl<const R: usize> Serialize for DynLayout<R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.text().serialize(serializer)
    }
}

/// As its [`LayoutText`](super::LayoutText).
impl<const R: usize> Serialize for DynMapping<R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.text().serialize(serializer)
    }
}

/// As its [`LayoutText`](super::LayoutText).
impl<const R: usize> Serialize for DynBijection<R> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.text().serialize(serializer)
    }
}

//! `Serialize` and `Deserialize`: an array is its dims and its elements in row-major order, whatever its layout.
//!
//! So an array may be written in one layout and read in another of equal dims. Indices where `ExpandBy` stores nothing
//! are left out, holes too.
//!
//! # The format
//!
//! A struct named `Array` with two fields, in this order:
//!
//! | field | is |
//! |---|---|
//! | `dims` | a sequence of unsigned integers, the extents of the axes |
//! | `data` | a sequence of the elements, in row-major order of their indices: the last index is fastest |
//!
//! In JSON: `{"dims":[2,3],"data":[1,2,3,4,5,6]}`. In formats without names (bincode and its like) it is the two sequences one
//! after the other. Fields with other names are passed over. The layout is no part of it:
//!
//! | read by | the layout comes from |
//! |---|---|
//! | `Deserialize` | its type, `L::default()`: other dims are an error |
//! | [`Seed::new`] | a value: other dims are an error |
//! | [`Seed::from_dims`] | a function of the dims that were written, such as the constructor of a layout with sizes known at run time; here `dims` must come before `data` |

mod fields;
mod row;
mod seed;
#[cfg(test)]
mod tests;

pub use seed::{Seed, SeedFromDims};

use super::array::Array;
use super::storage::Storage;
use crate::mapping::{Fills, Layout, Mapping};
use ::serde::de::{DeserializeSeed, Deserializer};
use ::serde::ser::{SerializeStruct, Serializer};
use ::serde::{Deserialize, Serialize};
use alloc::vec::Vec;

const NAME: &str = "Array";
const FIELDS: &[&str] = &["dims", "data"];

/// `{ dims, data }`
impl<S, L, const R: usize> Serialize for Array<S, L, R>
where
    S: Storage<Elem: Serialize>,
    L: Mapping<Index = [usize; R]> + Clone,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut fields = serializer.serialize_struct(NAME, FIELDS.len())?;
        fields.serialize_field("dims", self.dims().as_slice())?;
        fields.serialize_field("data", &Elements(self))?;
        fields.end()
    }
}

/// The elements of an array as a sequence, without copying them.
struct Elements<'a, S, L, const R: usize>(&'a Array<S, L, R>);

impl<S, L, const R: usize> Serialize for Elements<'_, S, L, R>
where
    S: Storage<Elem: Serialize>,
    L: Mapping<Index = [usize; R]> + Clone,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        use ::serde::ser::SerializeSeq;
        let mut elements = serializer.serialize_seq(Some(self.0.iter().count()))?;
        self.0.iter().try_for_each(|(_, element)| elements.serialize_element(element))?;
        elements.end()
    }
}

/// Dims that are not the layout's, and too few or too many elements, are errors.
impl<'de, T, L, const R: usize> Deserialize<'de> for Array<Vec<T>, L, R>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone + Default,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed::new(L::default()).deserialize(deserializer)
    }
}

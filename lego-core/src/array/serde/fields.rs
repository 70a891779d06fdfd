//! The fields of an array as they are read, wherever the layout comes from.

use super::row::Row;
use super::{FIELDS, NAME};
use crate::array::array::Array;
use crate::mapping::{Fills, Layout};
use ::serde::Deserialize;
use ::serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// Where the layout of what is read comes from.
pub(super) trait Source {
    type Layout: Clone;

    /// What is to be read, in words.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// The layout, where it is known before the dims are.
    fn known(&self) -> Option<Self::Layout>;

    /// The layout for the dims that were written.
    ///
    /// # Errors
    /// Dims that it cannot have.
    fn of_dims<E: de::Error>(self, dims: &[usize]) -> Result<Self::Layout, E>;
}

/// Reads an array into the layout of a source.
pub(super) struct Fields<T, S> {
    source: S,
    elements: PhantomData<fn() -> T>,
}

impl<'de, T, S, L, const R: usize> Fields<T, S>
where
    T: Deserialize<'de>,
    S: Source<Layout = L>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    pub(super) fn read<D: Deserializer<'de>>(source: S, deserializer: D) -> Result<Array<Vec<T>, L, R>, D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, Self { source, elements: PhantomData })
    }
}

impl<'de, T, S, L, const R: usize> Visitor<'de> for Fields<T, S>
where
    T: Deserialize<'de>,
    S: Source<Layout = L>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let dims: Vec<usize> = fields.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let row = Row::new(self.source.of_dims(&dims)?);
        fields.next_element_seed(row)?.ok_or_else(|| de::Error::invalid_length(1, &"the elements"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut source, mut layout, mut array) = (Some(self.source), None, None);
        while let Some(field) = fields.next_key_seed(Field)? {
            match (field, source.take()) {
                (Some("dims"), Some(source)) => layout = Some(source.of_dims(&fields.next_value::<Vec<usize>>()?)?),
                (Some("data"), before) if array.is_none() => {
                    let known = layout.clone().or_else(|| before.as_ref().and_then(Source::known));
                    let known = known.ok_or_else(|| de::Error::custom("the dims must come before the data"))?;
                    array = Some(fields.next_value_seed(Row::new(known))?);
                    source = before;
                }
                (Some(twice), _) => return Err(de::Error::duplicate_field(twice)),
                (None, before) => {
                    source = before;
                    let IgnoredAny = fields.next_value()?;
                }
            }
        }
        match (source, array) {
            (Some(_), _) => Err(de::Error::missing_field("dims")),
            (None, array) => array.ok_or_else(|| de::Error::missing_field("data")),
        }
    }
}

/// The name of a field, `None` for one that is not known.
struct Field;

impl<'de> DeserializeSeed<'de> for Field {
    type Value = Option<&'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field {
    type Value = Option<&'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: de::Error>(self, place: u64) -> Result<Self::Value, E> {
        Ok(usize::try_from(place).ok().and_then(|place| FIELDS.get(place).copied()))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(FIELDS.iter().find(|&&field| field == name).copied())
    }

    fn visit_bytes<E: de::Error>(self, name: &[u8]) -> Result<Self::Value, E> {
        Ok(FIELDS.iter().find(|field| field.as_bytes() == name).copied())
    }
}

//! The elements of an array as they are read, one after the other.

use crate::array::array::{Array, check_sizes};
use crate::array::build::build;
use crate::mapping::{Fills, Indices, Layout};
use ::serde::Deserialize;
use ::serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, SeqAccess, Visitor};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// Elements in row-major order, put where a layout wants them as they come.
pub(super) struct Row<T, L> {
    layout: L,
    elements: PhantomData<fn() -> T>,
}

impl<T, L> Row<T, L> {
    pub(super) fn new(layout: L) -> Self {
        Self { layout, elements: PhantomData }
    }
}

impl<'de, T, L, const R: usize> DeserializeSeed<'de> for Row<T, L>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T, L, const R: usize> Visitor<'de> for Row<T, L>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an element for each index in row-major order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        check_sizes(&self.layout).map_err(de::Error::custom)?;
        // What is allocated is what was there to be read, whatever dims it claims to have.
        let mut read: Vec<T> = Vec::new();
        let layout = self.layout.clone();
        let mut stored = Indices::new(layout.dims()).filter(|&index| layout.apply(index).into().is_some());
        while stored.next().is_some() {
            read.push(elements.next_element()?.ok_or_else(|| de::Error::invalid_length(read.len(), &self))?);
        }
        if let Some(IgnoredAny) = elements.next_element()? {
            return Err(de::Error::invalid_length(read.len() + 1, &self));
        }
        let mut read = read.into_iter();
        build(layout, |_, stored| if stored { read.next() } else { None })
            .ok_or_else(|| de::Error::custom("a layout that breaks its laws has more indices than it had before"))
    }
}

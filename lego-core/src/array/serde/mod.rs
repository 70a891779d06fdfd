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

use super::array::Array;
use super::build::build;
use super::storage::Storage;
use crate::error::LayoutError;
use crate::mapping::{Fills, Indices, Layout, Mapping};
use ::serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use ::serde::ser::{SerializeStruct, Serializer};
use ::serde::{Deserialize, Serialize};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

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

/// Reads an array into a layout that has sizes of its own.
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::Seed;
/// use serde::de::DeserializeSeed;
/// let text = r#"{"dims":[2,3],"data":[1,2,3,4,5,6]}"#;
/// let a = Seed::<u8, _>::new(Col::<2, 3>).deserialize(&mut serde_json::Deserializer::from_str(text))?;
/// assert_eq!(a.as_physical(), [1, 4, 2, 5, 3, 6]);
/// # Ok::<_, serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seed<T, L> {
    layout: L,
    elements: PhantomData<fn() -> T>,
}

/// Reads an array of any dims into the layout that a function makes of them; made by [`Seed::from_dims`].
#[derive(Clone, Copy, Debug)]
pub struct SeedFromDims<T, F, const R: usize> {
    layout: F,
    elements: PhantomData<fn() -> T>,
}

impl<T, L> Seed<T, L> {
    /// Into this layout.
    pub fn new(layout: L) -> Self {
        Self { layout, elements: PhantomData }
    }

    /// Into the layout that a function makes of the dims that were written: the constructor of one with sizes known at run
    /// time. Dims of another rank, and what the function refuses, are errors.
    ///
    /// ```
    /// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
    /// # use example::*;
    /// use lego_core::array::{Arr2D, Batch, Arr3D, Seed};
    /// use lego_core::LayoutError;
    /// use serde::de::DeserializeSeed;
    /// # use lego_core::{Layout, Mapping};
    /// # #[derive(Clone, Copy, Debug)]
    /// # struct Columns { m: usize, n: usize }
    /// # impl Columns {
    /// #     fn new(m: usize, n: usize) -> Result<Self, LayoutError> {
    /// #         lego_core::check::positive("m", m as u128)?;
    /// #         Ok(Self { m, n })
    /// #     }
    /// # }
    /// # impl Mapping for Columns {
    /// #     type Index = [usize; 2];
    /// #     type Position = usize;
    /// #     fn dims(&self) -> [usize; 2] { [self.m, self.n] }
    /// #     fn span(&self) -> usize { self.m * self.n }
    /// #     fn apply(&self, [i, j]: [usize; 2]) -> usize { i + j * self.m }
    /// # }
    /// # impl Layout for Columns {
    /// #     type Preimage = [usize; 2];
    /// #     fn inv(&self, p: usize) -> [usize; 2] { [p % self.m, p / self.m] }
    /// # }
    /// // As `layout!(type Columns(m, n) = Col(m, n););` makes it.
    /// let seed = Seed::<u8, Columns>::from_dims(|[m, n]| Columns::new(m, n));
    /// let text = r#"{"dims":[2,3],"data":[1,2,3,4,5,6]}"#;
    /// let a: Arr2D<u8, Columns> = seed.deserialize(&mut serde_json::Deserializer::from_str(text))?;
    /// assert_eq!(a.as_physical(), [1, 4, 2, 5, 3, 6]);
    /// # Ok::<_, serde_json::Error>(())
    /// ```
    pub fn from_dims<F, const R: usize>(layout: F) -> SeedFromDims<T, F, R>
    where
        F: FnOnce([usize; R]) -> Result<L, LayoutError>,
        L: Layout<Index = [usize; R]>,
    {
        SeedFromDims { layout, elements: PhantomData }
    }
}

impl<'de, T, F, L, const R: usize> DeserializeSeed<'de> for SeedFromDims<T, F, R>
where
    T: Deserialize<'de>,
    F: FnOnce([usize; R]) -> Result<L, LayoutError>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, self)
    }
}

impl<'de, T, F, L, const R: usize> Visitor<'de> for SeedFromDims<T, F, R>
where
    T: Deserialize<'de>,
    F: FnOnce([usize; R]) -> Result<L, LayoutError>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{R} dims and then an element for each index in row-major order")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let dims: Vec<usize> = fields.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let row = self.row(&dims)?;
        fields.next_element_seed(row)?.ok_or_else(|| de::Error::invalid_length(1, &"the elements"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut seed, mut row, mut array) = (Some(self), None, None);
        while let Some(field) = fields.next_key_seed(Field)? {
            match (field, seed.take()) {
                (Some("dims"), Some(seed)) => row = Some(seed.row(&fields.next_value::<Vec<usize>>()?)?),
                (Some("data"), None) if array.is_none() => match row.take() {
                    Some(row) => array = Some(fields.next_value_seed(row)?),
                    None => return Err(de::Error::duplicate_field("data")),
                },
                (Some("data"), Some(_)) => return Err(de::Error::custom("the dims must come before the data")),
                (Some(twice), _) => return Err(de::Error::duplicate_field(twice)),
                (None, before) => {
                    seed = before;
                    let IgnoredAny = fields.next_value()?;
                }
            }
        }
        match (seed, array) {
            (Some(_), _) => Err(de::Error::missing_field("dims")),
            (None, array) => array.ok_or_else(|| de::Error::missing_field("data")),
        }
    }
}

impl<T, F, L, const R: usize> SeedFromDims<T, F, R>
where
    F: FnOnce([usize; R]) -> Result<L, LayoutError>,
    L: Layout<Index = [usize; R]>,
{
    /// What reads the elements of an array of these dims.
    fn row<E: de::Error>(self, found: &[usize]) -> Result<Row<T, L>, E> {
        let dims = found.try_into();
        let dims: [usize; R] =
            dims.map_err(|_| E::custom(format_args!("the array has rank {}, but rank {R} is needed", found.len())))?;
        let layout = (self.layout)(dims).map_err(E::custom)?;
        if layout.dims() == dims {
            Ok(Row(layout, PhantomData))
        } else {
            let made = layout.dims();
            Err(E::custom(format_args!("the array has dims {dims:?}, but the layout made of them has {made:?}")))
        }
    }
}

impl<'de, T, L, const R: usize> DeserializeSeed<'de> for Seed<T, L>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_struct(NAME, FIELDS, self)
    }
}

impl<'de, T, L, const R: usize> Visitor<'de> for Seed<T, L>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dims {:?} and an element for each index in row-major order", self.layout.dims())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let dims = fields.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        self.check(dims)?;
        fields
            .next_element_seed(Row(self.layout.clone(), PhantomData))?
            .ok_or_else(|| de::Error::invalid_length(1, &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut dims, mut array) = (None, None);
        while let Some(field) = fields.next_key_seed(Field)? {
            match field {
                Some("dims") if dims.is_none() => dims = Some(fields.next_value()?),
                Some("data") if array.is_none() => {
                    array = Some(fields.next_value_seed(Row(self.layout.clone(), PhantomData))?)
                }
                Some(twice) => return Err(de::Error::duplicate_field(twice)),
                None => {
                    let IgnoredAny = fields.next_value()?;
                }
            }
        }
        self.check(dims.ok_or_else(|| de::Error::missing_field("dims"))?)?;
        array.ok_or_else(|| de::Error::missing_field("data"))
    }
}

impl<T, L: Mapping> Seed<T, L> {
    fn check<E: de::Error>(&self, found: Vec<usize>) -> Result<(), E> {
        let dims = self.layout.dims();
        if found == dims.as_ref() {
            Ok(())
        } else {
            Err(E::custom(format_args!("the array has dims {found:?}, but the layout has {dims:?}")))
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

/// Elements in row-major order, put where a layout wants them as they come.
struct Row<T, L>(L, PhantomData<fn() -> T>);

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
        // What is allocated is what was there to be read, whatever dims it claims to have.
        let mut read: Vec<T> = Vec::new();
        let layout = self.0.clone();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Arr2D;
    use crate::samples::{Col, Row, Table};
    use std::string::ToString;

    fn read(text: &str) -> Result<Arr2D<u8, Col<2, 3>>, std::string::String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn text_is_dims_and_row_major_elements() {
        let a = Array::from_row_major(Col::<2, 3>, &[1_u8, 2, 3, 4, 5, 6]).unwrap();
        let text = serde_json::to_string(&a).unwrap();
        assert_eq!(text, r#"{"dims":[2,3],"data":[1,2,3,4,5,6]}"#);
        assert_eq!(read(&text).unwrap(), a);
        let rows: Arr2D<u8, Row<2, 3>> = serde_json::from_str(&text).unwrap();
        assert_eq!(rows, a);
        assert_eq!(read(r#"{"data":[1,2,3,4,5,6],"more":{},"dims":[2,3]}"#).unwrap(), a);
        assert_eq!(read("[[2,3],[1,2,3,4,5,6]]").unwrap(), a);
    }

    #[test]
    fn holes_and_missing_places_are_left_out() {
        for layout in [Table::padded([2, 2], [2, 3]), Table::expanded([3, 3], [2, 2])] {
            let a = Array::filled(layout, 5_u8);
            let text = serde_json::to_string(&a).unwrap();
            assert!(text.ends_with(r#""data":[5,5,5,5]}"#), "{text}");
            let mut reader = serde_json::Deserializer::from_str(&text);
            assert_eq!(Seed::<u8, _>::new(layout).deserialize(&mut reader).unwrap(), a);
        }
    }

    #[test]
    fn a_layout_may_be_made_of_the_dims() {
        let read = |text: &str| {
            let seed = Seed::<u8, Table<2>>::from_dims(|dims: [usize; 2]| {
                crate::check::at_most("the first extent", dims[0] as u128, 9)?;
                Ok(Table::shuffled(dims))
            });
            seed.deserialize(&mut serde_json::Deserializer::from_str(text)).map_err(|error| error.to_string())
        };
        for dims in [[2, 3], [1, 1], [7, 1], [0, 4], [5, 13]] {
            let a = Array::from_fn(Table::shuffled(dims), |[i, j]| (i + 10 * j) as u8);
            let text = serde_json::to_string(&a).unwrap();
            assert_eq!(read(&text).unwrap(), a);
            let positional = serde_json::to_string(&(dims, a.to_row_major())).unwrap();
            assert_eq!(read(&positional).unwrap(), a);
        }
        assert!(read(r#"{"more":[1],"dims":[1,2],"and":{},"data":[1,2]}"#).is_ok());
        for (text, expected) in [
            (r#"{"data":[1,2],"dims":[1,2]}"#, "the dims must come before the data"),
            (r#"{"dims":[1,2,3],"data":[1,2]}"#, "the array has rank 3, but rank 2 is needed"),
            (r#"{"dims":[10,2],"data":[1,2]}"#, "the first extent is 10, but may be at most 9"),
            (r#"{"dims":[1,2]}"#, "missing field `data`"),
            (r#"{}"#, "missing field `dims`"),
            (r#"{"dims":[1,2],"dims":[1,2],"data":[1,2]}"#, "duplicate field `dims`"),
            (r#"{"dims":[1,2],"data":[1,2],"data":[1,2]}"#, "duplicate field `data`"),
            (r#"{"dims":[1,2],"data":[1]}"#, "invalid length 1"),
            (r#"{"dims":[1,2],"data":[1,2,3]}"#, "invalid length 3"),
            (r#"[[1,2]]"#, "invalid length 1"),
            (r#"7"#, "expected 2 dims"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    /// No more is allocated than there is to be read.
    #[test]
    fn dims_alone_allocate_nothing() {
        let text = r#"{"dims":[1000000000000,1000000],"data":[1,2,3]}"#;
        let seed = Seed::<u8, Large>::from_dims(|dims| Ok(Large(dims)));
        let error = seed.deserialize(&mut serde_json::Deserializer::from_str(text)).unwrap_err();
        assert!(error.to_string().contains("invalid length 3"));
    }

    #[derive(Clone, Copy, Debug)]
    struct Large([usize; 2]);
    impl Mapping for Large {
        type Index = [usize; 2];
        type Position = usize;
        fn dims(&self) -> [usize; 2] {
            self.0
        }
        fn span(&self) -> usize {
            self.0[0] * self.0[1]
        }
        fn apply(&self, [i, j]: [usize; 2]) -> usize {
            i * self.0[1] + j
        }
    }
    impl Layout for Large {
        type Preimage = [usize; 2];
        fn inv(&self, p: usize) -> [usize; 2] {
            [p / self.0[1], p % self.0[1]]
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let dims = "the array has dims [3, 2], but the layout has [2, 3]";
        for (text, expected) in [
            (r#"{"dims":[3,2],"data":[1,2,3,4,5,6]}"#, dims),
            (r#"{"data":[1,2,3,4,5,6],"dims":[3,2]}"#, dims),
            (r#"{"dims":[6],"data":[1,2,3,4,5,6]}"#, "the array has dims [6]"),
            (r#"{"dims":[2,3],"data":[1,2,3,4,5]}"#, "invalid length 5"),
            (r#"{"dims":[2,3],"data":[1,2,3,4,5,6,7]}"#, "invalid length 7"),
            (r#"{"dims":[2,3]}"#, "missing field `data`"),
            (r#"{"data":[1,2,3,4,5,6]}"#, "missing field `dims`"),
            (r#"{"dims":[2,3],"dims":[2,3],"data":[1,2,3,4,5,6]}"#, "duplicate field `dims`"),
            (r#"{"data":[1,2,3,4,5,6],"data":[1,2,3,4,5,6],"dims":[2,3]}"#, "duplicate field `data`"),
            (r#"{"dims":[2,3],"data":[1,2,3,4,5,600]}"#, "invalid value"),
            (r#"[[2,3]]"#, "invalid length 1"),
            (r#"7"#, "expected dims [2, 3] and an element for each index"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

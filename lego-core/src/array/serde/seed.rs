//! Reading an array into a layout that its type does not tell.

use super::fields::{Fields, Source};
use crate::array::array::Array;
use crate::error::LayoutError;
use crate::mapping::{Fills, Layout};
use ::serde::Deserialize;
use ::serde::de::{self, DeserializeSeed, Deserializer};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

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

impl<'de, T, L, const R: usize> DeserializeSeed<'de> for Seed<T, L>
where
    T: Deserialize<'de>,
    L: Layout<Index = [usize; R]> + Fills<T> + Clone,
{
    type Value = Array<Vec<T>, L, R>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        Fields::read(Known(self.layout), deserializer)
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
        Fields::read(FromDims(self.layout), deserializer)
    }
}

/// A layout that is there already.
struct Known<L>(L);

impl<L: Layout + Clone> Source for Known<L> {
    type Layout = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dims {:?} and an element for each index in row-major order", self.0.dims())
    }

    fn known(&self) -> Option<L> {
        Some(self.0.clone())
    }

    fn of_dims<E: de::Error>(self, found: &[usize]) -> Result<L, E> {
        let dims = self.0.dims();
        if found == dims.as_ref() {
            Ok(self.0)
        } else {
            Err(E::custom(format_args!("the array has dims {found:?}, but the layout has {dims:?}")))
        }
    }
}

/// A function that makes the layout of the dims.
struct FromDims<F, const R: usize>(F);

impl<F, L, const R: usize> Source for FromDims<F, R>
where
    F: FnOnce([usize; R]) -> Result<L, LayoutError>,
    L: Layout<Index = [usize; R]> + Clone,
{
    type Layout = L;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{R} dims and then an element for each index in row-major order")
    }

    fn known(&self) -> Option<L> {
        None
    }

    fn of_dims<E: de::Error>(self, found: &[usize]) -> Result<L, E> {
        let dims = found.try_into();
        let dims: [usize; R] =
            dims.map_err(|_| E::custom(format_args!("the array has rank {}, but rank {R} is needed", found.len())))?;
        let layout = (self.0)(dims).map_err(E::custom)?;
        if layout.dims() == dims {
            Ok(layout)
        } else {
            let made = layout.dims();
            Err(E::custom(format_args!("the array has dims {dims:?}, but the layout made of them has {made:?}")))
        }
    }
}

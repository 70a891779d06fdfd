//! The storages that an array keeps its elements in.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};

/// A run of elements that an array can lie in: `Vec<T>`, `Box<[T]>`, `[T; N]`, `&[T]` or `&mut [T]`.
///
/// The trait is sealed: an array relies on the length of its storage staying what it was when the array was made.
pub trait Storage: sealed::Sealed {
    /// The type of an element.
    type Elem;

    /// All elements in physical order.
    fn as_slice(&self) -> &[Self::Elem];
}

/// A [`Storage`] whose elements can be changed in place: all but `&[T]`.
pub trait StorageMut: Storage {
    /// All elements in physical order.
    fn as_mut_slice(&mut self) -> &mut [Self::Elem];
}

mod sealed {
    pub trait Sealed {}
}

/// One line a kind of storage: its generics and type.
macro_rules! storages {
    ($($(#[$cfg:meta])? [$($generics:tt)*] $storage:ty $(, $mutable:ident)?;)*) => {$(
        $(#[$cfg])?
        impl<$($generics)*> sealed::Sealed for $storage {}

        $(#[$cfg])?
        impl<$($generics)*> Storage for $storage {
            type Elem = T;
            #[inline(always)]
            fn as_slice(&self) -> &[T] {
                self
            }
        }

        storages!(@$($mutable)? $(#[$cfg])? [$($generics)*] $storage);
    )*};
    (@mutable $(#[$cfg:meta])? [$($generics:tt)*] $storage:ty) => {
        $(#[$cfg])?
        impl<$($generics)*> StorageMut for $storage {
            #[inline(always)]
            fn as_mut_slice(&mut self) -> &mut [T] {
                self
            }
        }
    };
    (@ $($shared:tt)*) => {};
}
storages! {
    #[cfg(feature = "alloc")] [T] Vec<T>, mutable;
    #[cfg(feature = "alloc")] [T] Box<[T]>, mutable;
    [T, const N: usize] [T; N], mutable;
    [T] &[T];
    [T] &mut [T], mutable;
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    fn doubled<S: StorageMut<Elem = u8>>(mut storage: S) -> Vec<u8> {
        storage.as_mut_slice().iter_mut().for_each(|element| *element *= 2);
        storage.as_slice().to_vec()
    }

    #[test]
    fn every_storage_gives_its_elements() {
        assert_eq!(doubled(Vec::from([1, 2, 3])), [2, 4, 6]);
        assert_eq!(doubled(Box::<[u8]>::from([1, 2, 3])), [2, 4, 6]);
        assert_eq!(doubled([1, 2, 3]), [2, 4, 6]);
        assert_eq!(doubled(&mut [1, 2, 3][..]), [2, 4, 6]);
        assert_eq!(Storage::as_slice(&&[1, 2, 3][..]), [1, 2, 3]);
    }
}

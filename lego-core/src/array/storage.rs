//! The storages that an array keeps its elements in.

// The traits and their implementations are `unsafe`; there is no such block here.
#![allow(unsafe_code)]

#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
use alloc::sync::Arc;
#[cfg(feature = "alloc")]
use alloc::{boxed::Box, rc::Rc, vec::Vec};

/// A run of elements that an array can lie in: `Vec<T>`, `Box<[T]>`, `Arc<[T]>`, `Rc<[T]>`, `[T; N]`, `&[T]`, `&mut
/// [T]`, and yours.
///
/// Memory that is aligned, mapped from a file or another library's becomes a storage by an implementation:
///
/// ```
/// # mod example { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/samples/by_hand.rs")); }
/// # use example::*;
/// use lego_core::array::{Array, Storage, StorageMut};
/// /// Sixteen numbers that begin with a cache line.
/// #[derive(Clone)]
/// #[repr(align(64))]
/// struct Line([f32; 16]);
/// // SAFETY: the elements are those of the field, always sixteen.
/// unsafe impl Storage for Line {
///     type Elem = f32;
///     fn as_slice(&self) -> &[f32] {
///         &self.0
///     }
/// }
/// // SAFETY: these are the same elements.
/// unsafe impl StorageMut for Line {
///     fn as_mut_slice(&mut self) -> &mut [f32] {
///         &mut self.0
///     }
/// }
/// let mut a = Array::from_physical(Row::<4, 4>, Line([0.0; 16]))?;
/// a[[1, 2]] = 1.0;
/// assert_eq!((a.sum(), a.as_physical().as_ptr() as usize % 64), (1.0, 0));
/// # Ok::<_, lego_core::LayoutError>(())
/// ```
///
/// # Safety
/// As long as nobody but the array has the value, [`as_slice`](Storage::as_slice) gives the same number of elements at
/// each call, also after the value has been moved, and so does a clone of it, if the type is `Clone`: an array looks at
/// the length once, when it is made.
#[diagnostic::on_unimplemented(
    message = "an array cannot keep its elements in `{Self}`",
    label = "this is no storage",
    note = "storages are `Vec<T>`, `Box<[T]>`, `Arc<[T]>`, `[T; N]`, `&[T]` and `&mut [T]`; a slice of a `Vec` is `&v[..]`",
    note = "memory of another kind implements `lego::Storage`"
)]
pub unsafe trait Storage {
    /// The type of an element.
    type Elem;

    /// All elements in physical order.
    fn as_slice(&self) -> &[Self::Elem];
}

/// A [`Storage`] whose elements can be changed in place: not `&[T]`, `Arc<[T]>` and `Rc<[T]>`.
///
/// # Safety
/// [`as_mut_slice`](StorageMut::as_mut_slice) gives the elements that [`as_slice`](Storage::as_slice) gives, in the
/// same number.
#[diagnostic::on_unimplemented(
    message = "the elements in `{Self}` cannot be changed",
    label = "this storage is only read",
    note = "a view made by `view_mut`, or an array that owns its elements, can be changed"
)]
pub unsafe trait StorageMut: Storage {
    /// All elements in physical order.
    fn as_mut_slice(&mut self) -> &mut [Self::Elem];
}

/// One line a kind of storage: its generics and type.
macro_rules! storages {
    ($($(#[$cfg:meta])? [$($generics:tt)*] $storage:ty $(, $mutable:ident)?;)*) => {$(
        $(#[$cfg])?
        // SAFETY: the length of an array is its type's; that of the others changes only through `&mut`, which the array
        // has.
        unsafe impl<$($generics)*> Storage for $storage {
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
        // SAFETY: these are the elements of the same slice.
        unsafe impl<$($generics)*> StorageMut for $storage {
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
    #[cfg(feature = "alloc")] [T] Rc<[T]>;
    #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))] [T] Arc<[T]>;
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
        assert_eq!(Storage::as_slice(&Rc::<[u8]>::from([1, 2, 3])), [1, 2, 3]);
        assert_eq!(Storage::as_slice(&Arc::<[u8]>::from([1, 2, 3])), [1, 2, 3]);
    }
}

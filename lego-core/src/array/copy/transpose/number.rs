//! Whether elements are plain numbers: those may be moved as bytes, several in one register, instead of being cloned one by one.

use core::any::TypeId;
use core::marker::PhantomData;

/// Whether a type is one of Rust's own numbers, `bool` or `char`, whose clone is a copy of its bytes.
pub(super) fn is_number<T>() -> bool {
    macro_rules! is_any_of {
        ($found:expr, $($number:ty)*) => { [$(TypeId::of::<$number>()),*].contains(&$found) };
    }
    is_any_of!(id::<T>(), u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool char)
}

/// The identity of a type that may hold references, in which lifetimes do not count: no number has any.
fn id<T>() -> TypeId {
    trait Identified {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T> Identified for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let marker = PhantomData::<T>;
    let object: &dyn Identified = &marker;
    // SAFETY: only the bound on lifetimes changes. The method that it makes callable reads no value of `T`; it gives a number that
    // the compiler makes of the type without its lifetimes.
    let object: &(dyn Identified + 'static) = unsafe { core::mem::transmute(object) };
    object.id()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_nothing_else() {
        #[derive(Clone, Copy)]
        struct Newtype(#[allow(dead_code)] f32);
        assert!(is_number::<f32>() && is_number::<u8>() && is_number::<i64>() && is_number::<char>());
        assert!(!is_number::<Newtype>() && !is_number::<[f32; 1]>() && !is_number::<()>());
        fn borrowed<'a>(_: &'a u32) -> bool {
            is_number::<&'a u32>()
        }
        assert!(!borrowed(&1));
        assert!(!is_number::<core::cell::Cell<u32>>() && !is_number::<std::string::String>());
    }
}

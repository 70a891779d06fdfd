//! The type of a proof: a value that only unsafe code can make.

/// Declares the type of a proof about a mapping, whose law its documentation states: `proof!(/** … */ Name);`.
///
/// A value has no size. The type is invariant in the mapping, so that a proof of one type is none of another, not even
/// of one that differs in a lifetime.
macro_rules! proof {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        pub struct $name<M: ?Sized>(core::marker::PhantomData<fn(*const M) -> *const M>);

        impl<M: ?Sized> $name<M> {
            /// Vouches for a mapping.
            ///
            /// # Safety
            /// The law above holds.
            #[must_use]
            pub const unsafe fn proved() -> Self {
                Self(core::marker::PhantomData)
            }

            /// Vouches for a mapping that is made of another, as far as the other one is proved.
            ///
            /// # Safety
            /// The law above holds if it holds for the other mapping.
            #[must_use]
            pub const unsafe fn following<L: ?Sized>(other: Option<$name<L>>) -> Option<Self> {
                match other {
                    Some(_) => Some(Self(core::marker::PhantomData)),
                    None => None,
                }
            }
        }

        impl<M: ?Sized> Clone for $name<M> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<M: ?Sized> Copy for $name<M> {}

        impl<M: ?Sized> core::fmt::Debug for $name<M> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(stringify!($name))
            }
        }
    };
}
pub(crate) use proof;

//! What a line prints: numbers, promoted as C promotes arguments without a declared type, side by side.

// What is promoted has to be what the format says of it.
mod sealed {
    pub trait Sealed {}
}

/// What C takes a number for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Kind {
    Unsigned,
    Signed,
    Unsigned64,
    Signed64,
    Float,
}

/// A number that [`trace!`](crate::trace) prints: integers, `bool`, `f32` and `f64`.
///
/// The trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`trace!` cannot print `{Self}`",
    note = "a kernel prints integers, `bool`, `f32` and `f64`; an `f16` by its `to_f32()`, an array by its elements"
)]
pub trait Traced: Copy + sealed::Sealed {
    #[doc(hidden)]
    const KIND: Kind;

    /// What C makes of it where an argument has no declared type: a number of 4 or 8 bytes.
    #[doc(hidden)]
    type Promoted: Copy + Into<Value>;

    #[doc(hidden)]
    fn promoted(self) -> Self::Promoted;
}

/// A number as it is printed.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Value {
    Unsigned(u32),
    Signed(i32),
    Unsigned64(u64),
    Signed64(i64),
    Float(f64),
}

macro_rules! traced {
    ($($promoted:ty, $kind:ident: $($number:ty)*;)*) => {
        $(
            impl From<$promoted> for Value {
                #[inline(always)]
                fn from(value: $promoted) -> Self {
                    Self::$kind(value)
                }
            }

            $(
                impl sealed::Sealed for $number {}

                impl Traced for $number {
                    const KIND: Kind = Kind::$kind;
                    type Promoted = $promoted;

                    #[inline(always)]
                    fn promoted(self) -> $promoted {
                        self as $promoted
                    }
                }
            )*
        )*
    };
}
traced! {
    u32, Unsigned: bool u8 u16 u32;
    i32, Signed: i8 i16 i32;
    u64, Unsigned64: u64 usize;
    i64, Signed64: i64 isize;
    f64, Float: f32 f64;
}

/// The arguments of a line: a tuple of up to 8.
#[doc(hidden)]
pub trait Arguments: sealed::Sealed {
    const KINDS: &'static [Kind];

    /// What C makes of them, side by side.
    type Promoted: Copy;

    fn promoted(self) -> Self::Promoted;

    #[cfg(not(target_arch = "nvptx64"))]
    fn values(self) -> Vec<Value>;
}

macro_rules! arguments {
    ($($struct:ident: $($argument:ident)*;)*) => {
        $(
            /// Promoted arguments, each aligned to its size.
            #[doc(hidden)]
            #[derive(Clone, Copy, Debug)]
            #[repr(C)]
            pub struct $struct<$($argument),*>($($argument),*);

            impl<$($argument: Traced),*> sealed::Sealed for ($($argument,)*) {}

            impl<$($argument: Traced),*> Arguments for ($($argument,)*) {
                const KINDS: &'static [Kind] = &[$($argument::KIND),*];
                type Promoted = $struct<$($argument::Promoted),*>;

                #[allow(non_snake_case)]
                #[inline(always)]
                fn promoted(self) -> Self::Promoted {
                    let ($($argument,)*) = self;
                    $struct($($argument.promoted()),*)
                }

                #[allow(non_snake_case)]
                #[cfg(not(target_arch = "nvptx64"))]
                fn values(self) -> Vec<Value> {
                    let ($($argument,)*) = self;
                    vec![$($argument.promoted().into()),*]
                }
            }
        )*
    };
}
arguments! {
    Promoted0:;
    Promoted1: A;
    Promoted2: A B;
    Promoted3: A B C;
    Promoted4: A B C D;
    Promoted5: A B C D E;
    Promoted6: A B C D E F;
    Promoted7: A B C D E F G;
    Promoted8: A B C D E F G H;
}

#[cfg(test)]
mod tests {
    use super::super::Packed;
    use super::*;

    #[test]
    fn arguments_lie_as_c_packs_them() {
        // A number of 8 bytes begins at a multiple of 8, with a hole before it where there has to be one.
        type Mixed = <(u8, f32, i16, u64, bool) as Arguments>::Promoted;
        assert_eq!(size_of::<Packed<Mixed>>(), 24 + 40);
        let Promoted5(..) = (1_u8, 1.5_f32, -1_i16, 2_u64, true).promoted();
        assert_eq!(std::mem::offset_of!(Packed<Mixed>, arguments), 24);
        assert_eq!(std::mem::offset_of!(Mixed, 1), 8);
        assert_eq!(std::mem::offset_of!(Mixed, 3), 24);
        assert_eq!(size_of::<Packed<<() as Arguments>::Promoted>>(), 24);
        assert_eq!(size_of::<Packed<<(u8,) as Arguments>::Promoted>>(), 28);
    }
}

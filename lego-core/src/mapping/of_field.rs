//! Methods of a mapping that are those of the mapping it is made of.

/// Methods of [`Mapping`](super::Mapping) that ask the mapping in a field: `of_field!(layout: check, span)`.
///
/// A map of some indices of another, a line or a tile, takes over its span, for the positions stay those of the whole buffer,
/// and that no two indices share one.
macro_rules! of_field {
    ($field:ident: $($method:ident),+) => {
        $($crate::mapping::of_field!(@$method $field);)+
    };
    (@check $field:ident) => {
        #[inline]
        fn check(&self) -> Result<(), $crate::error::LayoutError> {
            self.$field.check()
        }
    };
    (@span $field:ident) => {
        #[inline]
        fn span(&self) -> usize {
            self.$field.span()
        }
    };
    (@stride $field:ident) => {
        #[inline]
        fn stride(&self, axis: usize) -> Option<isize> {
            self.$field.stride(axis)
        }
    };
    (@run $field:ident) => {
        #[inline]
        fn run(&self, axis: usize) -> Option<(usize, isize)> {
            self.$field.run(axis)
        }
    };
    (@runs $field:ident) => {
        #[inline]
        fn runs(&self, axis: usize) -> Option<$crate::mapping::Runs> {
            self.$field.runs(axis)
        }
    };
    (@anti_diagonal_stride $field:ident) => {
        #[inline]
        fn anti_diagonal_stride(&self) -> Option<isize> {
            self.$field.anti_diagonal_stride()
        }
    };
    (@is_unique $field:ident) => {
        #[inline]
        fn is_unique(&self) -> bool {
            self.$field.is_unique()
        }
    };
    (@is_exhaustive $field:ident) => {
        #[inline]
        fn is_exhaustive(&self) -> bool {
            self.$field.is_exhaustive()
        }
    };
}
pub(crate) use of_field;

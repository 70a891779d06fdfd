// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless

const _: ::core::option::Option<(::lego::words::Row, ::lego::words::PadBy)> = ::core::option::Option::None;
#[cfg(unix)]
#[derive(PartialOrd, Ord)]
/** The layout `Row(65, 66).PadBy([65, 65] => [65, 66])`.

 ```text
    0    1    2    3 …   63   64    ░
   66   67   68   69 …  129  130    ░
  132  133  134  135 …  195  196    ░
  198  199  200  201 …  261  262    ░
    ⋮    ⋮    ⋮    ⋮      ⋮    ⋮    ⋮
 4092 4093 4094 4095 … 4155 4156    ░
 4158 4159 4160 4161 … 4221 4222    ░
 4224 4225 4226 4227 … 4287 4288    ░
 ```

 ```text
 dims     [65, 65]
 span     4290
 indices  4225
 apply    p = 66 * i0 + i1
          2 operations, 2 before simplification
 inv      where p % 66 < 65
          i0 = p / 66
          i1 = p % 66
          2 operations, 2 before simplification
 strides  [66, 1]
 ```

 Every intermediate value of its index arithmetic fits 16 bits. `apply` and `inv` compute in `usize`; `apply_u32` and `inv_u32` compute in `u32`.*/
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::default::Default,
)]
struct Padded;
#[cfg(unix)]
impl Padded {
    /// The number of logical dimensions.
    pub const RANK: ::core::primitive::usize = 2;
    /// The logical extents.
    pub const DIMS: [::core::primitive::usize; 2] = [65, 65];
    /// The number of logical indices.
    pub const COUNT: ::core::primitive::usize = 4225;
    /// The number of positions that a buffer must hold.
    pub const SPAN: ::core::primitive::usize = 4290;
    /** The position of an index inside the extents.

 ```text
    0    1    2    3 …   63   64    ░
   66   67   68   69 …  129  130    ░
  132  133  134  135 …  195  196    ░
  198  199  200  201 …  261  262    ░
    ⋮    ⋮    ⋮    ⋮      ⋮    ⋮    ⋮
 4092 4093 4094 4095 … 4155 4156    ░
 4158 4159 4160 4161 … 4221 4222    ░
 4224 4225 4226 4227 … 4287 4288    ░
 ```

 ```text
 p = 66 * i0 + i1
 2 operations, 2 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply(
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::primitive::usize {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions) && !(__i0 < 65 && __i1 < 65) {
            ::lego::check::outside_dims(&logical_index, &Self::DIMS);
        }
        66 * __i0 + __i1
    }
    /** The index at a position.

 ```text
 where p % 66 < 65
 i0 = p / 66
 i1 = p % 66
 2 operations, 2 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv(
        physical_position: ::core::primitive::usize,
    ) -> ::core::option::Option<[::core::primitive::usize; 2]> {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < 4290) {
            ::lego::check::outside_span(__p, 4290);
        }
        if !(__p % 66 < 65) {
            return ::core::option::Option::None;
        }
        ::core::option::Option::Some([(__p / 66), (__p % 66)])
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let [__i0, __i1] = logical_index;
        if __i0 < 65 && __i1 < 65 {
            ::core::option::Option::Some(Self::apply(logical_index))
        } else {
            ::core::option::Option::None
        }
    }
    /// The index at a position, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_inv(
        physical_position: ::core::primitive::usize,
    ) -> ::core::option::Option<[::core::primitive::usize; 2]> {
        if physical_position < 4290 {
            Self::inv(physical_position)
        } else {
            ::core::option::Option::None
        }
    }
    /// As [`apply`](Self::apply), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply_u32(
        logical_index: [::core::primitive::u32; 2],
    ) -> ::core::primitive::u32 {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions) && !(__i0 < 65 && __i1 < 65) {
            ::lego::check::outside_dims_u32(&logical_index, &Self::DIMS);
        }
        66 * __i0 + __i1
    }
    /// As [`inv`](Self::inv), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv_u32(
        physical_position: ::core::primitive::u32,
    ) -> ::core::option::Option<[::core::primitive::u32; 2]> {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < 4290) {
            ::lego::check::outside_span(__p as ::core::primitive::usize, 4290);
        }
        if !(__p % 66 < 65) {
            return ::core::option::Option::None;
        }
        ::core::option::Option::Some([(__p / 66), (__p % 66)])
    }
    /// Fixes some indices and leaves those given as `..` or `a..b` ranging: a layout of its own over the same positions.
    ///
    /// # Errors
    /// An index or a range outside its extent.
    #[inline]
    pub fn slice<Spec>(
        __axes: Spec,
    ) -> ::core::result::Result<
        ::lego::array::SubLayout<
            Self,
            <Spec as ::lego::array::SliceSpec<[::core::primitive::usize; 2]>>::Free,
        >,
        ::lego::LayoutError,
    >
    where
        Spec: ::lego::array::SliceSpec<[::core::primitive::usize; 2]>,
    {
        ::lego::array::slice(Self {}, __axes)
    }
}
#[cfg(unix)]
#[automatically_derived]
impl ::lego::Mapping for Padded {
    type Index = [::core::primitive::usize; 2];
    type Position = ::core::primitive::usize;
    const INJECTIVE: ::core::option::Option<::lego::Injective<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective::proved()
    });
    const RUNS: ::core::option::Option<::lego::mapping::ProvedRuns<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::mapping::ProvedRuns::proved()
    });
    #[inline]
    fn dims(&self) -> [::core::primitive::usize; 2] {
        <Padded>::DIMS
    }
    #[inline]
    fn count(&self) -> ::core::primitive::usize {
        <Padded>::COUNT
    }
    #[inline]
    fn span(&self) -> ::core::primitive::usize {
        <Padded>::SPAN
    }
    #[inline]
    fn apply(&self, __index: [::core::primitive::usize; 2]) -> ::core::primitive::usize {
        <Padded>::apply(__index)
    }
    #[inline]
    fn stride(
        &self,
        __axis: ::core::primitive::usize,
    ) -> ::core::option::Option<::core::primitive::isize> {
        match __axis {
            0 => ::core::option::Option::Some(66),
            1 => ::core::option::Option::Some(1),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn anti_diagonal_stride(&self) -> ::core::option::Option<::core::primitive::isize> {
        ::core::option::Option::Some(65)
    }
    #[inline]
    fn is_unique(&self) -> ::core::primitive::bool {
        true
    }
    #[inline]
    fn is_exhaustive(&self) -> ::core::primitive::bool {
        ::lego::Mapping::count(self) == ::lego::Mapping::span(self)
    }
}
#[cfg(unix)]
#[automatically_derived]
#[allow(long_running_const_eval)]
impl ::lego::StaticMapping for Padded {
    const DIMS: <Self as ::lego::Mapping>::Index = <Padded>::DIMS;
    const COUNT: ::core::primitive::usize = <Padded>::COUNT;
    const SPAN: ::core::primitive::usize = <Padded>::SPAN;
    const BITS: ::core::option::Option<::lego::mapping::BitColumns> = {
        let mut __search = ::lego::mapping::BitSearch::new(<Padded>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Padded>::apply(__index)));
        }
        __search.columns()
    };
    const STRIPS: ::core::option::Option<::lego::mapping::BitStrips> = {
        let mut __search = ::lego::mapping::StripSearch::new(<Padded>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Padded>::apply(__index)));
        }
        __search.strips()
    };
}
#[cfg(unix)]
#[automatically_derived]
#[allow(long_running_const_eval)]
impl<__A: ::lego::access::Access> ::lego::access::HasAccessCost<__A> for Padded {
    const ACCESS_COST: ::lego::access::ConstantCost = {
        let mut __walk = ::lego::access::CostWalk::<2>::new::<__A>(<Padded>::DIMS);
        while let ::core::option::Option::Some(__index) = __walk.next() {
            __walk.add(::core::option::Option::Some(<Padded>::apply(__index)));
        }
        __walk.cost()
    };
}
#[cfg(unix)]
#[automatically_derived]
impl ::lego::Layout for Padded {
    type Preimage = ::core::option::Option<[::core::primitive::usize; 2]>;
    #[inline]
    fn inv(
        &self,
        __position: ::core::primitive::usize,
    ) -> ::core::option::Option<[::core::primitive::usize; 2]> {
        <Padded>::inv(__position)
    }
}
#[cfg(unix)]
#[automatically_derived]
impl ::lego::Mapping32 for Padded {
    type Index32 = [::core::primitive::u32; 2];
    type Position32 = ::core::primitive::u32;
    const INJECTIVE_32: ::core::option::Option<::lego::Injective32<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective32::proved()
    });
    #[inline]
    fn check_u32(&self) -> ::core::result::Result<(), ::lego::LayoutError> {
        ::core::result::Result::Ok(())
    }
    #[inline(always)]
    fn dims_u32(&self) -> [::core::primitive::u32; 2] {
        let [__n0, __n1] = <Padded>::DIMS;
        [__n0 as ::core::primitive::u32, __n1 as ::core::primitive::u32]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        <Padded>::SPAN as ::core::primitive::u32
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn apply_u32(&self, __index: [::core::primitive::u32; 2]) -> ::core::primitive::u32 {
        <Padded>::apply_u32(__index)
    }
    #[inline(always)]
    fn ends_tell_u32(__axis: ::core::primitive::usize) -> ::core::primitive::bool {
        ::core::matches!(__axis, 1)
    }
    const FINGERPRINT: ::core::primitive::u64 = ::lego::check::fingerprint(
        "Row(65, 66).PadBy([65, 65] => [65, 66])",
        &[8398396179089992207, 4290],
    );
    type Sizes32 = [::core::primitive::u32; 0];
    #[inline(always)]
    fn sizes_u32(&self) -> [::core::primitive::u32; 0] {
        []
    }
    #[inline(always)]
    fn from_sizes_u32([]: [::core::primitive::u32; 0]) -> Self {
        Self {}
    }
}
#[cfg(unix)]
#[automatically_derived]
impl ::lego::Layout32 for Padded {
    type Preimage32 = ::core::option::Option<[::core::primitive::u32; 2]>;
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn inv_u32(
        &self,
        __position: ::core::primitive::u32,
    ) -> ::core::option::Option<[::core::primitive::u32; 2]> {
        <Padded>::inv_u32(__position)
    }
}

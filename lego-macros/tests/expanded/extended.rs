// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless

const _: ::core::option::Option<
    (::lego::words::Row, ::lego::words::ExpandBy, ::lego::words::TileBy),
> = ::core::option::Option::None;
/** The layout `Row(10, crate::N).ExpandBy([10, crate::N] => [12, 12]).TileBy([3, 3], [4, 4])`.

 ```text
 dims     [3, 3, 4, 4]
 span     10 * crate::N
 indices  144
 apply    where (4 * i0 + i2 < 10) & (4 * i1 + i3 < crate::N)
          p = crate::N * (4 * i0 + i2) + (4 * i1 + i3)
          6 operations, 6 before simplification
 inv      let t0 = p % crate::N;
          let t1 = p / crate::N;
          i0 = t1 / 4
          i1 = t0 / 4
          i2 = t1 % 4
          i3 = t0 % 4
          6 operations, 6 before simplification
 runs     [3 by 4 * crate::N, 3 by 4, 4 by crate::N, 4 by 1]
 ```

 How large the intermediate values of its index arithmetic get depends on its sizes. `apply` and `inv` compute in `usize`; `apply_u32` and `inv_u32` compute in `u32`.*/
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::default::Default,
)]
struct Extended;
impl Extended {
    const __SIZE_0: ::core::primitive::usize = crate::N;
    /// The number of logical dimensions.
    pub const RANK: ::core::primitive::usize = 4;
    const CHECKED: () = {
        ::lego::check::enforce(
            ::lego::check::at_most(
                "axis 1 of ExpandBy",
                (Self::__SIZE_0 as ::core::primitive::u128),
                12u128,
            ),
        );
    };
    const CHECKED_U32: () = {
        let () = Self::CHECKED;
        ::lego::check::enforce(
            ::lego::check::fits(
                "crate::N",
                Self::__SIZE_0 as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
    };
    /// The logical extents.
    pub const DIMS: [::core::primitive::usize; 4] = {
        let () = Self::CHECKED;
        [3, 3, 4, 4]
    };
    /// The number of logical indices.
    pub const COUNT: ::core::primitive::usize = {
        let () = Self::CHECKED;
        144
    };
    /// The number of positions that a buffer must hold.
    pub const SPAN: ::core::primitive::usize = {
        let () = Self::CHECKED;
        (10 * Self::__SIZE_0)
    };
    /** The position of an index inside the extents.

 ```text
 where (4 * i0 + i2 < 10) & (4 * i1 + i3 < crate::N)
 p = crate::N * (4 * i0 + i2) + (4 * i1 + i3)
 6 operations, 6 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply(
        logical_index: [::core::primitive::usize; 4],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let () = Self::CHECKED;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if ::core::cfg!(debug_assertions)
            && !(__i0 < 3 && __i1 < 3 && __i2 < 4 && __i3 < 4)
        {
            ::lego::check::outside_dims(&logical_index, &Self::DIMS);
        }
        if !((4 * __i0 + __i2 < 10) & (4 * __i1 + __i3 < Self::__SIZE_0)) {
            return ::core::option::Option::None;
        }
        ::core::option::Option::Some(
            Self::__SIZE_0 * (4 * __i0 + __i2) + (4 * __i1 + __i3),
        )
    }
    /** The index at a position.

 ```text
 let t0 = p % crate::N;
 let t1 = p / crate::N;
 i0 = t1 / 4
 i1 = t0 / 4
 i2 = t1 % 4
 i3 = t0 % 4
 6 operations, 6 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv(
        physical_position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 4] {
        let () = Self::CHECKED;
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < (10 * Self::__SIZE_0)) {
            ::lego::check::outside_span(__p, (10 * Self::__SIZE_0));
        }
        let __t0 = __p
            % (match Self::__SIZE_0 {
                __d if __d > 1 => __d,
                _ => 1,
            });
        let __t1 = __p
            / (match Self::__SIZE_0 {
                __d if __d > 1 => __d,
                _ => 1,
            });
        [(__t1 >> 2), (__t0 >> 2), (__t1 & 3), (__t0 & 3)]
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        logical_index: [::core::primitive::usize; 4],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let () = Self::CHECKED;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if __i0 < 3 && __i1 < 3 && __i2 < 4 && __i3 < 4 {
            Self::apply(logical_index)
        } else {
            ::core::option::Option::None
        }
    }
    /// The index at a position, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_inv(
        physical_position: ::core::primitive::usize,
    ) -> ::core::option::Option<[::core::primitive::usize; 4]> {
        let () = Self::CHECKED;
        if physical_position < (10 * Self::__SIZE_0) {
            ::core::option::Option::Some(Self::inv(physical_position))
        } else {
            ::core::option::Option::None
        }
    }
    /// As [`apply`](Self::apply), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply_u32(
        logical_index: [::core::primitive::u32; 4],
    ) -> ::core::option::Option<::core::primitive::u32> {
        let () = Self::CHECKED_U32;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if ::core::cfg!(debug_assertions)
            && !(__i0 < 3 && __i1 < 3 && __i2 < 4 && __i3 < 4)
        {
            ::lego::check::outside_dims_u32(&logical_index, &Self::DIMS);
        }
        if !((4 * __i0 + __i2 < 10)
            & (4 * __i1 + __i3 < (Self::__SIZE_0 as ::core::primitive::u32)))
        {
            return ::core::option::Option::None;
        }
        ::core::option::Option::Some(
            (Self::__SIZE_0 as ::core::primitive::u32) * (4 * __i0 + __i2)
                + (4 * __i1 + __i3),
        )
    }
    /// As [`inv`](Self::inv), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv_u32(
        physical_position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 4] {
        let () = Self::CHECKED_U32;
        let __p = physical_position;
        if ::core::cfg!(debug_assertions)
            && !((__p as ::core::primitive::usize) < (10 * Self::__SIZE_0))
        {
            ::lego::check::outside_span(
                __p as ::core::primitive::usize,
                (10 * Self::__SIZE_0),
            );
        }
        let __t0 = __p
            % (match (Self::__SIZE_0 as ::core::primitive::u32) {
                __d if __d > 1 => __d,
                _ => 1,
            });
        let __t1 = __p
            / (match (Self::__SIZE_0 as ::core::primitive::u32) {
                __d if __d > 1 => __d,
                _ => 1,
            });
        [(__t1 >> 2), (__t0 >> 2), (__t1 & 3), (__t0 & 3)]
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
            <Spec as ::lego::array::SliceSpec<[::core::primitive::usize; 4]>>::Free,
        >,
        ::lego::LayoutError,
    >
    where
        Spec: ::lego::array::SliceSpec<[::core::primitive::usize; 4]>,
    {
        ::lego::array::slice(Self {}, __axes)
    }
}
#[automatically_derived]
impl ::lego::Mapping for Extended {
    type Index = [::core::primitive::usize; 4];
    type Position = ::core::option::Option<::core::primitive::usize>;
    const INJECTIVE: ::core::option::Option<::lego::Injective<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective::proved()
    });
    const RUNS: ::core::option::Option<::lego::mapping::ProvedRuns<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::mapping::ProvedRuns::proved()
    });
    #[inline]
    fn dims(&self) -> [::core::primitive::usize; 4] {
        <Extended>::DIMS
    }
    #[inline]
    fn count(&self) -> ::core::primitive::usize {
        <Extended>::COUNT
    }
    #[inline]
    fn span(&self) -> ::core::primitive::usize {
        <Extended>::SPAN
    }
    #[inline]
    fn apply(
        &self,
        __index: [::core::primitive::usize; 4],
    ) -> ::core::option::Option<::core::primitive::usize> {
        <Extended>::apply(__index)
    }
    #[inline]
    fn run(
        &self,
        __axis: ::core::primitive::usize,
    ) -> ::core::option::Option<(::core::primitive::usize, ::core::primitive::isize)> {
        match __axis {
            0 => {
                ::core::option::Option::Some((
                    3,
                    4 * (Self::__SIZE_0 as ::core::primitive::isize),
                ))
            }
            1 => ::core::option::Option::Some((3, 4)),
            2 => {
                ::core::option::Option::Some((
                    4,
                    (Self::__SIZE_0 as ::core::primitive::isize),
                ))
            }
            3 => ::core::option::Option::Some((4, 1)),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn is_unique(&self) -> ::core::primitive::bool {
        true
    }
    #[inline]
    fn is_exhaustive(&self) -> ::core::primitive::bool {
        true
    }
}
#[automatically_derived]
#[allow(long_running_const_eval)]
impl ::lego::StaticMapping for Extended {
    const DIMS: <Self as ::lego::Mapping>::Index = <Extended>::DIMS;
    const COUNT: ::core::primitive::usize = <Extended>::COUNT;
    const SPAN: ::core::primitive::usize = <Extended>::SPAN;
    const BITS: ::core::option::Option<::lego::mapping::BitColumns> = {
        let mut __search = ::lego::mapping::BitSearch::new(<Extended>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(<Extended>::apply(__index));
        }
        __search.columns()
    };
    const STRIPS: ::core::option::Option<::lego::mapping::BitStrips> = {
        let mut __search = ::lego::mapping::StripSearch::new(<Extended>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(<Extended>::apply(__index));
        }
        __search.strips()
    };
}
#[automatically_derived]
#[allow(long_running_const_eval)]
impl<__A: ::lego::access::Access> ::lego::access::HasAccessCost<__A> for Extended {
    const ACCESS_COST: ::lego::access::ConstantCost = {
        let mut __walk = ::lego::access::CostWalk::<4>::new::<__A>(<Extended>::DIMS);
        while let ::core::option::Option::Some(__index) = __walk.next() {
            __walk.add(<Extended>::apply(__index));
        }
        __walk.cost()
    };
}
#[automatically_derived]
impl ::lego::Layout for Extended {
    type Preimage = [::core::primitive::usize; 4];
    #[inline]
    fn inv(
        &self,
        __position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 4] {
        <Extended>::inv(__position)
    }
}
#[automatically_derived]
impl ::lego::Mapping32 for Extended {
    type Index32 = [::core::primitive::u32; 4];
    type Position32 = ::core::option::Option<::core::primitive::u32>;
    const INJECTIVE_32: ::core::option::Option<::lego::Injective32<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective32::proved()
    });
    #[inline]
    fn check_u32(&self) -> ::core::result::Result<(), ::lego::LayoutError> {
        let () = Self::CHECKED_U32;
        ::core::result::Result::Ok(())
    }
    #[inline(always)]
    fn dims_u32(&self) -> [::core::primitive::u32; 4] {
        let [__n0, __n1, __n2, __n3] = <Extended>::DIMS;
        [
            __n0 as ::core::primitive::u32,
            __n1 as ::core::primitive::u32,
            __n2 as ::core::primitive::u32,
            __n3 as ::core::primitive::u32,
        ]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        <Extended>::SPAN as ::core::primitive::u32
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn apply_u32(
        &self,
        __index: [::core::primitive::u32; 4],
    ) -> ::core::option::Option<::core::primitive::u32> {
        <Extended>::apply_u32(__index)
    }
    #[inline(always)]
    fn ends_tell_u32(__axis: ::core::primitive::usize) -> ::core::primitive::bool {
        ::core::matches!(__axis, 3)
    }
    const FINGERPRINT: ::core::primitive::u64 = ::lego::check::fingerprint(
        "Row(10, crate::N).ExpandBy([10, crate::N] => [12, 12]).TileBy([3, 3], [4, 4])",
        &[18359349841704512651, 0, Self::__SIZE_0 as ::core::primitive::u64],
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
#[automatically_derived]
impl ::lego::Layout32 for Extended {
    type Preimage32 = [::core::primitive::u32; 4];
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn inv_u32(
        &self,
        __position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 4] {
        <Extended>::inv_u32(__position)
    }
}
const _: () = <Extended>::CHECKED;

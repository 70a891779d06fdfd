// Made by: cargo xtask bless
//! What `layout!` writes for the layout of the paper's figure 9, as an example: nothing here needs to be used.
//!
//! ```
//! lego::layout! {
//!     /// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
//!     pub type Fig9 = OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3))
//!         .OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4]))
//!         .GroupBy([6, 6]);
//! }
//! ```
//!
//! Everything is named by an absolute path, so that it means the same in a module without prelude and beside items of any
//! name; what the macro declares besides begins with two underscores.
#![cfg_attr(rustfmt, rustfmt_skip)]
// What a macro of another crate writes is no concern of the lints of style and of `unsafe_code`, but this is a copy.
#![allow(clippy::nonminimal_bool, clippy::undocumented_unsafe_blocks, clippy::unnecessary_cast, unsafe_code)]

const _: ::core::option::Option<
    (
        ::lego::words::OrderBy,
        ::lego::words::RegP,
        ::lego::words::AntiDiag,
        ::lego::words::OrderBy,
        ::lego::words::RegP,
        ::lego::words::GroupBy,
    ),
> = ::core::option::Option::None;
/// 6×6 in 3×3 anti-diagonal blocks (LEGO, fig. 9).
/**
 ```text
  0  1  3 │ 18 19 21
  2  4  6 │ 20 22 24
  5  7  8 │ 23 25 26
 ─────────┼─────────
  9 10 12 │ 27 28 30
 11 13 15 │ 29 31 33
 14 16 17 │ 32 34 35
 ```

 The layout `OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])`.

 ```text
 dims     [6, 6]
 span     36
 apply    let t0 = i1 < 3;
          let t1 = i0 < 3;
          let t2 = if t1 { i0 } else { i0 - 3 };
          let t3 = (if t0 { i1 } else { i1 - 3 }) + t2;
          let t4 = t3 < 3;
          let t5 = if t4 { t3 } else { 4 - t3 };
          let t6 = t5 * (t5 + 1) / 2;
          p = 18 * (if t0 { 0 } else { 1 }) + 9 * (if t1 { 0 } else { 1 }) + (t2 + (if t4 { t6 } else { 6 - t6 }))
          22 operations, 34 before simplification
 inv      let t0 = p % 9;
          let t1 = t0 < 6;
          let t2 = if t1 { t0 } else { 8 - t0 };
          let t3 = p / 9;
          let t4 = t2 < 3;
          let t5 = t2 < 1;
          let t6 = if t5 { 0 } else { if t4 { 1 } else { 3 } };
          let t7 = (if t5 { 0 } else { if t4 { 1 } else { 2 } }) + t6;
          i0 = 3 * (t3 % 2) + (if t1 { t2 - t6 } else { t6 + 2 - t2 })
          i1 = 3 * (t3 / 2) + (if t1 { t7 - t2 } else { t2 + 2 - t7 })
          26 operations, 41 before simplification
 ```

 Every intermediate value of its index arithmetic fits 8 bits. `apply` and `inv` compute in `usize`; `apply_u32` and `inv_u32` compute in `u32`.*/
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
    ::core::default::Default,
)]
pub struct Fig9;
impl Fig9 {
    /// The number of logical dimensions.
    pub const RANK: ::core::primitive::usize = 2;
    /// The logical extents.
    pub const DIMS: [::core::primitive::usize; 2] = [6, 6];
    /// The number of logical indices.
    pub const COUNT: ::core::primitive::usize = 36;
    /// The number of positions that a buffer must hold.
    pub const SPAN: ::core::primitive::usize = 36;
    /** The position of an index inside the extents.

 ```text
  0  1  3 │ 18 19 21
  2  4  6 │ 20 22 24
  5  7  8 │ 23 25 26
 ─────────┼─────────
  9 10 12 │ 27 28 30
 11 13 15 │ 29 31 33
 14 16 17 │ 32 34 35
 ```

 ```text
 let t0 = i1 < 3;
 let t1 = i0 < 3;
 let t2 = if t1 { i0 } else { i0 - 3 };
 let t3 = (if t0 { i1 } else { i1 - 3 }) + t2;
 let t4 = t3 < 3;
 let t5 = if t4 { t3 } else { 4 - t3 };
 let t6 = t5 * (t5 + 1) / 2;
 p = 18 * (if t0 { 0 } else { 1 }) + 9 * (if t1 { 0 } else { 1 }) + (t2 + (if t4 { t6 } else { 6 - t6 }))
 22 operations, 34 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply(
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::primitive::usize {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions) && !(__i0 < 6 && __i1 < 6) {
            ::lego::check::outside_dims(&logical_index, &Self::DIMS);
        }
        let __t0 = __i1 < 3;
        let __t1 = __i0 < 3;
        let __t2 = if __t1 { __i0 } else { __i0 - 3 };
        let __t3 = (if __t0 { __i1 } else { __i1 - 3 }) + __t2;
        let __t4 = __t3 < 3;
        let __t5 = if __t4 { __t3 } else { 4 - __t3 };
        let __t6 = (__t5 * (__t5 + 1)) >> 1;
        18 * (if __t0 { 0 } else { 1 }) + 9 * (if __t1 { 0 } else { 1 })
            + (__t2 + (if __t4 { __t6 } else { 6 - __t6 }))
    }
    /** The index at a position.

 ```text
 let t0 = p % 9;
 let t1 = t0 < 6;
 let t2 = if t1 { t0 } else { 8 - t0 };
 let t3 = p / 9;
 let t4 = t2 < 3;
 let t5 = t2 < 1;
 let t6 = if t5 { 0 } else { if t4 { 1 } else { 3 } };
 let t7 = (if t5 { 0 } else { if t4 { 1 } else { 2 } }) + t6;
 i0 = 3 * (t3 % 2) + (if t1 { t2 - t6 } else { t6 + 2 - t2 })
 i1 = 3 * (t3 / 2) + (if t1 { t7 - t2 } else { t2 + 2 - t7 })
 26 operations, 41 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv(
        physical_position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 2] {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < 36) {
            ::lego::check::outside_span(__p, 36);
        }
        let __t0 = __p % 9;
        let __t1 = __t0 < 6;
        let __t2 = if __t1 { __t0 } else { 8 - __t0 };
        let __t3 = __p / 9;
        let __t4 = __t2 < 3;
        let __t5 = __t2 < 1;
        let __t6 = if __t5 { 0 } else { if __t4 { 1 } else { 3 } };
        let __t7 = (if __t5 { 0 } else { if __t4 { 1 } else { 2 } }) + __t6;
        [
            (3 * (__t3 & 1) + (if __t1 { __t2 - __t6 } else { __t6 + 2 - __t2 })),
            (3 * (__t3 >> 1) + (if __t1 { __t7 - __t2 } else { __t2 + 2 - __t7 })),
        ]
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let [__i0, __i1] = logical_index;
        if __i0 < 6 && __i1 < 6 {
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
        if physical_position < 36 {
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
        logical_index: [::core::primitive::u32; 2],
    ) -> ::core::primitive::u32 {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions) && !(__i0 < 6 && __i1 < 6) {
            ::lego::check::outside_dims_u32(&logical_index, &Self::DIMS);
        }
        let __t0 = __i1 < 3;
        let __t1 = __i0 < 3;
        let __t2 = if __t1 { __i0 } else { __i0 - 3 };
        let __t3 = (if __t0 { __i1 } else { __i1 - 3 }) + __t2;
        let __t4 = __t3 < 3;
        let __t5 = if __t4 { __t3 } else { 4 - __t3 };
        let __t6 = (__t5 * (__t5 + 1)) >> 1;
        18 * (if __t0 { 0 } else { 1 }) + 9 * (if __t1 { 0 } else { 1 })
            + (__t2 + (if __t4 { __t6 } else { 6 - __t6 }))
    }
    /// As [`inv`](Self::inv), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv_u32(
        physical_position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 2] {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < 36) {
            ::lego::check::outside_span(__p as ::core::primitive::usize, 36);
        }
        let __t0 = __p % 9;
        let __t1 = __t0 < 6;
        let __t2 = if __t1 { __t0 } else { 8 - __t0 };
        let __t3 = __p / 9;
        let __t4 = __t2 < 3;
        let __t5 = __t2 < 1;
        let __t6 = if __t5 { 0 } else { if __t4 { 1 } else { 3 } };
        let __t7 = (if __t5 { 0 } else { if __t4 { 1 } else { 2 } }) + __t6;
        [
            (3 * (__t3 & 1) + (if __t1 { __t2 - __t6 } else { __t6 + 2 - __t2 })),
            (3 * (__t3 >> 1) + (if __t1 { __t7 - __t2 } else { __t2 + 2 - __t7 })),
        ]
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
#[automatically_derived]
impl ::lego::Mapping for Fig9 {
    type Index = [::core::primitive::usize; 2];
    type Position = ::core::primitive::usize;
    const INJECTIVE: ::core::option::Option<::lego::Injective<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective::proved()
    });
    #[inline]
    fn dims(&self) -> [::core::primitive::usize; 2] {
        <Fig9>::DIMS
    }
    #[inline]
    fn count(&self) -> ::core::primitive::usize {
        <Fig9>::COUNT
    }
    #[inline]
    fn span(&self) -> ::core::primitive::usize {
        <Fig9>::SPAN
    }
    #[inline]
    fn apply(&self, __index: [::core::primitive::usize; 2]) -> ::core::primitive::usize {
        <Fig9>::apply(__index)
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
impl ::lego::StaticMapping for Fig9 {
    const DIMS: <Self as ::lego::Mapping>::Index = <Fig9>::DIMS;
    const COUNT: ::core::primitive::usize = <Fig9>::COUNT;
    const SPAN: ::core::primitive::usize = <Fig9>::SPAN;
    const BITS: ::core::option::Option<::lego::mapping::BitColumns> = {
        let mut __search = ::lego::mapping::BitSearch::new(<Fig9>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Fig9>::apply(__index)));
        }
        __search.columns()
    };
    const STRIPS: ::core::option::Option<::lego::mapping::BitStrips> = {
        let mut __search = ::lego::mapping::StripSearch::new(<Fig9>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Fig9>::apply(__index)));
        }
        __search.strips()
    };
}
#[automatically_derived]
impl ::lego::StaticStorage for Fig9 {
    type Elements<__T: ::core::marker::Copy> = [__T; 36];
    #[inline(always)]
    fn filled<__T: ::core::marker::Copy>(__value: __T) -> [__T; 36] {
        [__value; 36]
    }
}
#[automatically_derived]
#[allow(long_running_const_eval)]
impl<__A: ::lego::access::Access> ::lego::access::HasAccessCost<__A> for Fig9 {
    const ACCESS_COST: ::lego::access::ConstantCost = {
        let mut __walk = ::lego::access::CostWalk::<2>::new::<__A>(<Fig9>::DIMS);
        while let ::core::option::Option::Some(__index) = __walk.next() {
            __walk.add(::core::option::Option::Some(<Fig9>::apply(__index)));
        }
        __walk.cost()
    };
}
#[automatically_derived]
impl ::lego::Layout for Fig9 {
    type Preimage = [::core::primitive::usize; 2];
    #[inline]
    fn inv(
        &self,
        __position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 2] {
        <Fig9>::inv(__position)
    }
}
#[automatically_derived]
impl ::lego::Mapping32 for Fig9 {
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
        let [__n0, __n1] = <Fig9>::DIMS;
        [__n0 as ::core::primitive::u32, __n1 as ::core::primitive::u32]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        <Fig9>::SPAN as ::core::primitive::u32
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn apply_u32(&self, __index: [::core::primitive::u32; 2]) -> ::core::primitive::u32 {
        <Fig9>::apply_u32(__index)
    }
    const FINGERPRINT: ::core::primitive::u64 = ::lego::check::fingerprint(
        "OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
        &[16359630154544438370, 36],
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
impl ::lego::Layout32 for Fig9 {
    type Preimage32 = [::core::primitive::u32; 2];
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn inv_u32(
        &self,
        __position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 2] {
        <Fig9>::inv_u32(__position)
    }
}

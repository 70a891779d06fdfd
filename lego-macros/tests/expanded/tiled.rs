// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless

const _: ::core::option::Option<(::lego::words::Row, ::lego::words::TileBy)> = ::core::option::Option::None;
/** The layout `Row(M, K).TileBy([M / 64, K / 32], [64, 32])`.

 ```text
 dims     [M / 64, K / 32, 64, 32]
 span     M * K
 apply    p = K * (64 * i0 + i2) + (32 * i1 + i3)
          6 operations, 6 before simplification
 inv      let t0 = p / K;
          i0 = t0 / 64
          i1 = p % K / 32
          i2 = t0 % 64
          i3 = p % 32
          6 operations, 6 before simplification
 strides  [64 * K, 32, K, 1]
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
pub struct Tiled<const M: ::core::primitive::usize, const K: ::core::primitive::usize>;
impl<const M: ::core::primitive::usize, const K: ::core::primitive::usize> Tiled<M, K> {
    /// The number of logical dimensions.
    pub const RANK: ::core::primitive::usize = 4;
    const CHECKED: () = {
        ::lego::check::enforce(
            ::lego::check::divides("M / 64", (M as ::core::primitive::u128), 64u128),
        );
        ::lego::check::enforce(
            ::lego::check::divides("K / 32", (K as ::core::primitive::u128), 32u128),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (if (if 64u128 == 0 {
                    0
                } else {
                    (M as ::core::primitive::u128) / 64u128
                }) < 1u128
                {
                    1u128
                } else {
                    (if 64u128 == 0 {
                        0
                    } else {
                        (M as ::core::primitive::u128) / 64u128
                    })
                })
                    .saturating_mul(
                        (if (if 32u128 == 0 {
                            0
                        } else {
                            (K as ::core::primitive::u128) / 32u128
                        }) < 1u128
                        {
                            1u128
                        } else {
                            (if 32u128 == 0 {
                                0
                            } else {
                                (K as ::core::primitive::u128) / 32u128
                            })
                        }),
                    )
                    .saturating_mul(64u128)
                    .saturating_mul(32u128),
                ::core::primitive::usize::MAX as ::core::primitive::u128,
            ),
        );
    };
    const CHECKED_U32: () = {
        let () = Self::CHECKED;
        ::lego::check::enforce(
            ::lego::check::fits(
                "M",
                M as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "K",
                K as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (if (if 64u128 == 0 {
                    0
                } else {
                    (M as ::core::primitive::u128) / 64u128
                }) < 1u128
                {
                    1u128
                } else {
                    (if 64u128 == 0 {
                        0
                    } else {
                        (M as ::core::primitive::u128) / 64u128
                    })
                })
                    .saturating_mul(
                        (if (if 32u128 == 0 {
                            0
                        } else {
                            (K as ::core::primitive::u128) / 32u128
                        }) < 1u128
                        {
                            1u128
                        } else {
                            (if 32u128 == 0 {
                                0
                            } else {
                                (K as ::core::primitive::u128) / 32u128
                            })
                        }),
                    )
                    .saturating_mul(64u128)
                    .saturating_mul(32u128),
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
    };
    /// The logical extents.
    pub const DIMS: [::core::primitive::usize; 4] = {
        let () = Self::CHECKED;
        [(M >> 6), (K >> 5), 64, 32]
    };
    /// The number of logical indices.
    pub const COUNT: ::core::primitive::usize = {
        let () = Self::CHECKED;
        (M * K)
    };
    /// The number of positions that a buffer must hold.
    pub const SPAN: ::core::primitive::usize = {
        let () = Self::CHECKED;
        (M * K)
    };
    /** The position of an index inside the extents.

 ```text
 p = K * (64 * i0 + i2) + (32 * i1 + i3)
 6 operations, 6 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply(
        logical_index: [::core::primitive::usize; 4],
    ) -> ::core::primitive::usize {
        let () = Self::CHECKED;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if ::core::cfg!(debug_assertions)
            && !(__i0 < (M >> 6) && __i1 < (K >> 5) && __i2 < 64 && __i3 < 32)
        {
            ::lego::check::outside_dims(&logical_index, &Self::DIMS);
        }
        K * (64 * __i0 + __i2) + (32 * __i1 + __i3)
    }
    /** The index at a position.

 ```text
 let t0 = p / K;
 i0 = t0 / 64
 i1 = p % K / 32
 i2 = t0 % 64
 i3 = p % 32
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
        if ::core::cfg!(debug_assertions) && !(__p < (M * K)) {
            ::lego::check::outside_span(__p, (M * K));
        }
        let __t0 = __p
            / (match K {
                __d if __d > 1 => __d,
                _ => 1,
            });
        [
            (__t0 >> 6),
            ((__p
                % (match K {
                    __d if __d > 1 => __d,
                    _ => 1,
                })) >> 5),
            (__t0 & 63),
            (__p & 31),
        ]
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        logical_index: [::core::primitive::usize; 4],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let () = Self::CHECKED;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if __i0 < (M >> 6) && __i1 < (K >> 5) && __i2 < 64 && __i3 < 32 {
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
    ) -> ::core::option::Option<[::core::primitive::usize; 4]> {
        let () = Self::CHECKED;
        if physical_position < (M * K) {
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
    ) -> ::core::primitive::u32 {
        let () = Self::CHECKED_U32;
        let [__i0, __i1, __i2, __i3] = logical_index;
        if ::core::cfg!(debug_assertions)
            && !((__i0 as ::core::primitive::usize) < (M >> 6)
                && (__i1 as ::core::primitive::usize) < (K >> 5) && __i2 < 64
                && __i3 < 32)
        {
            ::lego::check::outside_dims_u32(&logical_index, &Self::DIMS);
        }
        (K as ::core::primitive::u32) * (64 * __i0 + __i2) + (32 * __i1 + __i3)
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
            && !((__p as ::core::primitive::usize) < (M * K))
        {
            ::lego::check::outside_span(__p as ::core::primitive::usize, (M * K));
        }
        let __t0 = __p
            / (match (K as ::core::primitive::u32) {
                __d if __d > 1 => __d,
                _ => 1,
            });
        [
            (__t0 >> 6),
            ((__p
                % (match (K as ::core::primitive::u32) {
                    __d if __d > 1 => __d,
                    _ => 1,
                })) >> 5),
            (__t0 & 63),
            (__p & 31),
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
impl<
    const M: ::core::primitive::usize,
    const K: ::core::primitive::usize,
> ::lego::Mapping for Tiled<M, K> {
    type Index = [::core::primitive::usize; 4];
    type Position = ::core::primitive::usize;
    const INJECTIVE: ::core::option::Option<::lego::Injective<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective::proved()
    });
    const RUNS: ::core::option::Option<::lego::mapping::ProvedRuns<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::mapping::ProvedRuns::proved()
    });
    #[inline]
    fn dims(&self) -> [::core::primitive::usize; 4] {
        <Tiled<M, K>>::DIMS
    }
    #[inline]
    fn count(&self) -> ::core::primitive::usize {
        <Tiled<M, K>>::COUNT
    }
    #[inline]
    fn span(&self) -> ::core::primitive::usize {
        <Tiled<M, K>>::SPAN
    }
    #[inline]
    fn apply(&self, __index: [::core::primitive::usize; 4]) -> ::core::primitive::usize {
        <Tiled<M, K>>::apply(__index)
    }
    #[inline]
    fn stride(
        &self,
        __axis: ::core::primitive::usize,
    ) -> ::core::option::Option<::core::primitive::isize> {
        match __axis {
            0 => ::core::option::Option::Some(64 * (K as ::core::primitive::isize)),
            1 => ::core::option::Option::Some(32),
            2 => ::core::option::Option::Some((K as ::core::primitive::isize)),
            3 => ::core::option::Option::Some(1),
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
impl<
    const M: ::core::primitive::usize,
    const K: ::core::primitive::usize,
> ::lego::StaticMapping for Tiled<M, K> {
    const DIMS: <Self as ::lego::Mapping>::Index = <Tiled<M, K>>::DIMS;
    const COUNT: ::core::primitive::usize = <Tiled<M, K>>::COUNT;
    const SPAN: ::core::primitive::usize = <Tiled<M, K>>::SPAN;
    const BITS: ::core::option::Option<::lego::mapping::BitColumns> = {
        let mut __search = ::lego::mapping::BitSearch::new(<Tiled<M, K>>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Tiled<M, K>>::apply(__index)));
        }
        __search.columns()
    };
    const STRIPS: ::core::option::Option<::lego::mapping::BitStrips> = {
        let mut __search = ::lego::mapping::StripSearch::new(<Tiled<M, K>>::DIMS);
        while let ::core::option::Option::Some(__index) = __search.next() {
            __search.found(::core::option::Option::Some(<Tiled<M, K>>::apply(__index)));
        }
        __search.strips()
    };
}
#[automatically_derived]
#[allow(long_running_const_eval)]
impl<
    __A: ::lego::access::Access,
    const M: ::core::primitive::usize,
    const K: ::core::primitive::usize,
> ::lego::access::HasAccessCost<__A> for Tiled<M, K> {
    const ACCESS_COST: ::lego::access::ConstantCost = {
        let mut __walk = ::lego::access::CostWalk::<4>::new::<__A>(<Tiled<M, K>>::DIMS);
        while let ::core::option::Option::Some(__index) = __walk.next() {
            __walk.add(::core::option::Option::Some(<Tiled<M, K>>::apply(__index)));
        }
        __walk.cost()
    };
}
#[automatically_derived]
impl<const M: ::core::primitive::usize, const K: ::core::primitive::usize> ::lego::Layout
for Tiled<M, K> {
    type Preimage = [::core::primitive::usize; 4];
    #[inline]
    fn inv(
        &self,
        __position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 4] {
        <Tiled<M, K>>::inv(__position)
    }
}
#[automatically_derived]
impl<
    const M: ::core::primitive::usize,
    const K: ::core::primitive::usize,
> ::lego::Mapping32 for Tiled<M, K> {
    type Index32 = [::core::primitive::u32; 4];
    type Position32 = ::core::primitive::u32;
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
        let [__n0, __n1, __n2, __n3] = <Tiled<M, K>>::DIMS;
        [
            __n0 as ::core::primitive::u32,
            __n1 as ::core::primitive::u32,
            __n2 as ::core::primitive::u32,
            __n3 as ::core::primitive::u32,
        ]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        <Tiled<M, K>>::SPAN as ::core::primitive::u32
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn apply_u32(&self, __index: [::core::primitive::u32; 4]) -> ::core::primitive::u32 {
        <Tiled<M, K>>::apply_u32(__index)
    }
    #[inline(always)]
    fn ends_tell_u32(__axis: ::core::primitive::usize) -> ::core::primitive::bool {
        ::core::matches!(__axis, 3)
    }
    const FINGERPRINT: ::core::primitive::u64 = ::lego::check::fingerprint(
        "Row(M, K).TileBy([M / 64, K / 32], [64, 32])",
        &[
            17331376200798817747,
            0,
            M as ::core::primitive::u64,
            K as ::core::primitive::u64,
        ],
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
impl<
    const M: ::core::primitive::usize,
    const K: ::core::primitive::usize,
> ::lego::Layout32 for Tiled<M, K> {
    type Preimage32 = [::core::primitive::u32; 4];
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn inv_u32(
        &self,
        __position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 4] {
        <Tiled<M, K>>::inv_u32(__position)
    }
}

// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless

const _: ::core::option::Option<(::lego::words::Col,)> = ::core::option::Option::None;
/** The layout `Col(m, k) where k % 4 == 0`.

 ```text
 dims     [m, k]
 span     k * m
 apply    p = m * i1 + i0
          2 operations, 2 before simplification
 inv      i0 = p % m
          i1 = p / m
          2 operations, 2 before simplification
 strides  [1, m]
 ```

 How large the intermediate values of its index arithmetic get depends on its sizes. `apply` and `inv` compute in `usize`; `apply_u32` and `inv_u32` compute in `u32`.*/
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::hash::Hash,
)]
pub(crate) struct Matrix {
    m: ::core::primitive::usize,
    k: ::core::primitive::usize,
}
impl Matrix {
    /// The number of logical dimensions.
    pub const RANK: ::core::primitive::usize = 2;
    /// The layout for given sizes m, k.
    ///
    /// # Errors
    /// The first condition that the sizes do not meet.
    pub const fn new(
        m_size: ::core::primitive::usize,
        k_size: ::core::primitive::usize,
    ) -> ::core::result::Result<Self, ::lego::LayoutError> {
        if let ::core::result::Result::Err(__error) = ::lego::check::fact(
            "k % 4 == 0",
            (((if 4u128 == 0 { 0 } else { (k_size as ::core::primitive::u128) % 4u128 }))
                == (0u128)),
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "the number of indices",
            (if (m_size as ::core::primitive::u128) < 1u128 {
                1u128
            } else {
                (m_size as ::core::primitive::u128)
            })
                .saturating_mul(
                    (if (k_size as ::core::primitive::u128) < 1u128 {
                        1u128
                    } else {
                        (k_size as ::core::primitive::u128)
                    }),
                ),
            ::core::primitive::usize::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        ::core::result::Result::Ok(Self { m: m_size, k: k_size })
    }
    /// The logical extents.
    #[inline]
    #[must_use]
    pub const fn dims(&self) -> [::core::primitive::usize; 2] {
        [self.m, self.k]
    }
    /// The number of logical indices.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> ::core::primitive::usize {
        (self.k * self.m)
    }
    /// The number of positions that a buffer must hold.
    #[inline]
    #[must_use]
    pub const fn span(&self) -> ::core::primitive::usize {
        (self.k * self.m)
    }
    /// The size m that the layout was made for.
    #[inline]
    #[must_use]
    #[allow(non_snake_case)]
    pub const fn m(&self) -> ::core::primitive::usize {
        self.m
    }
    /// The size k that the layout was made for.
    #[inline]
    #[must_use]
    #[allow(non_snake_case)]
    pub const fn k(&self) -> ::core::primitive::usize {
        self.k
    }
    /** The position of an index inside the extents.

 ```text
 p = m * i1 + i0
 2 operations, 2 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply(
        &self,
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::primitive::usize {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions) && !(__i0 < self.m && __i1 < self.k) {
            ::lego::check::outside_dims(&logical_index, &self.dims());
        }
        self.m * __i1 + __i0
    }
    /** The index at a position.

 ```text
 i0 = p % m
 i1 = p / m
 2 operations, 2 before simplification
 ```*/
    #[inline]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv(
        &self,
        physical_position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 2] {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions) && !(__p < (self.k * self.m)) {
            ::lego::check::outside_span(__p, (self.k * self.m));
        }
        [
            (__p
                % (match self.m {
                    __d if __d > 1 => __d,
                    _ => 1,
                })),
            (__p
                / (match self.m {
                    __d if __d > 1 => __d,
                    _ => 1,
                })),
        ]
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        &self,
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let [__i0, __i1] = logical_index;
        if __i0 < self.m && __i1 < self.k {
            ::core::option::Option::Some(self.apply(logical_index))
        } else {
            ::core::option::Option::None
        }
    }
    /// The index at a position, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_inv(
        &self,
        physical_position: ::core::primitive::usize,
    ) -> ::core::option::Option<[::core::primitive::usize; 2]> {
        if physical_position < (self.k * self.m) {
            ::core::option::Option::Some(self.inv(physical_position))
        } else {
            ::core::option::Option::None
        }
    }
    /// As [`apply`](Self::apply), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn apply_u32(
        &self,
        logical_index: [::core::primitive::u32; 2],
    ) -> ::core::primitive::u32 {
        ::lego::check::enforce(
            ::lego::check::fits(
                "m",
                self.m as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "k",
                self.k as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (if (self.m as ::core::primitive::u128) < 1u128 {
                    1u128
                } else {
                    (self.m as ::core::primitive::u128)
                })
                    .saturating_mul(
                        (if (self.k as ::core::primitive::u128) < 1u128 {
                            1u128
                        } else {
                            (self.k as ::core::primitive::u128)
                        }),
                    ),
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        self.__apply_u32(logical_index)
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    const fn __apply_u32(
        &self,
        logical_index: [::core::primitive::u32; 2],
    ) -> ::core::primitive::u32 {
        let [__i0, __i1] = logical_index;
        if ::core::cfg!(debug_assertions)
            && !((__i0 as ::core::primitive::usize) < self.m
                && (__i1 as ::core::primitive::usize) < self.k)
        {
            ::lego::check::outside_dims_u32(&logical_index, &self.dims());
        }
        (self.m as ::core::primitive::u32) * __i1 + __i0
    }
    /// As [`inv`](Self::inv), computed in `u32`.
    #[inline(always)]
    #[must_use]
    #[cfg_attr(debug_assertions, track_caller)]
    pub const fn inv_u32(
        &self,
        physical_position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 2] {
        ::lego::check::enforce(
            ::lego::check::fits(
                "m",
                self.m as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "k",
                self.k as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (if (self.m as ::core::primitive::u128) < 1u128 {
                    1u128
                } else {
                    (self.m as ::core::primitive::u128)
                })
                    .saturating_mul(
                        (if (self.k as ::core::primitive::u128) < 1u128 {
                            1u128
                        } else {
                            (self.k as ::core::primitive::u128)
                        }),
                    ),
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        self.__inv_u32(physical_position)
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    const fn __inv_u32(
        &self,
        physical_position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 2] {
        let __p = physical_position;
        if ::core::cfg!(debug_assertions)
            && !((__p as ::core::primitive::usize) < (self.k * self.m))
        {
            ::lego::check::outside_span(
                __p as ::core::primitive::usize,
                (self.k * self.m),
            );
        }
        [
            (__p
                % (match (self.m as ::core::primitive::u32) {
                    __d if __d > 1 => __d,
                    _ => 1,
                })),
            (__p
                / (match (self.m as ::core::primitive::u32) {
                    __d if __d > 1 => __d,
                    _ => 1,
                })),
        ]
    }
    /// Fixes some indices and leaves those given as `..` or `a..b` ranging: a layout of its own over the same positions.
    ///
    /// # Errors
    /// An index or a range outside its extent.
    #[inline]
    pub fn slice<Spec>(
        &self,
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
        ::lego::array::slice(*self, __axes)
    }
}
#[automatically_derived]
impl ::lego::Mapping for Matrix {
    type Index = [::core::primitive::usize; 2];
    type Position = ::core::primitive::usize;
    const INJECTIVE: ::core::option::Option<::lego::Injective<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective::proved()
    });
    const RUNS: ::core::option::Option<::lego::mapping::ProvedRuns<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::mapping::ProvedRuns::proved()
    });
    #[inline]
    fn check(&self) -> ::core::result::Result<(), ::lego::LayoutError> {
        match <Matrix>::new(self.m, self.k) {
            ::core::result::Result::Ok(_) => ::core::result::Result::Ok(()),
            ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
        }
    }
    #[inline]
    fn dims(&self) -> [::core::primitive::usize; 2] {
        <Matrix>::dims(self)
    }
    #[inline]
    fn count(&self) -> ::core::primitive::usize {
        <Matrix>::count(self)
    }
    #[inline]
    fn span(&self) -> ::core::primitive::usize {
        <Matrix>::span(self)
    }
    #[inline]
    fn apply(&self, __index: [::core::primitive::usize; 2]) -> ::core::primitive::usize {
        <Matrix>::apply(self, __index)
    }
    #[inline]
    fn stride(
        &self,
        __axis: ::core::primitive::usize,
    ) -> ::core::option::Option<::core::primitive::isize> {
        match __axis {
            0 => ::core::option::Option::Some(1),
            1 => ::core::option::Option::Some((self.m as ::core::primitive::isize)),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn anti_diagonal_stride(&self) -> ::core::option::Option<::core::primitive::isize> {
        ::core::option::Option::Some(1 - (self.m as ::core::primitive::isize))
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
impl ::lego::Layout for Matrix {
    type Preimage = [::core::primitive::usize; 2];
    #[inline]
    fn inv(
        &self,
        __position: ::core::primitive::usize,
    ) -> [::core::primitive::usize; 2] {
        <Matrix>::inv(self, __position)
    }
}
#[automatically_derived]
impl ::lego::Mapping32 for Matrix {
    type Index32 = [::core::primitive::u32; 2];
    type Position32 = ::core::primitive::u32;
    const INJECTIVE_32: ::core::option::Option<::lego::Injective32<Self>> = ::core::option::Option::Some(unsafe {
        ::lego::Injective32::proved()
    });
    #[inline]
    fn check_u32(&self) -> ::core::result::Result<(), ::lego::LayoutError> {
        if let ::core::result::Result::Err(__error) = <Matrix>::new(self.m, self.k) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "m",
            self.m as ::core::primitive::u128,
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "k",
            self.k as ::core::primitive::u128,
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "the number of indices",
            (if (self.m as ::core::primitive::u128) < 1u128 {
                1u128
            } else {
                (self.m as ::core::primitive::u128)
            })
                .saturating_mul(
                    (if (self.k as ::core::primitive::u128) < 1u128 {
                        1u128
                    } else {
                        (self.k as ::core::primitive::u128)
                    }),
                ),
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        ::core::result::Result::Ok(())
    }
    #[inline(always)]
    fn dims_u32(&self) -> [::core::primitive::u32; 2] {
        [
            ((self.m as ::core::primitive::u32)) as ::core::primitive::u32,
            ((self.k as ::core::primitive::u32)) as ::core::primitive::u32,
        ]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        ((self.k as ::core::primitive::u32) * (self.m as ::core::primitive::u32))
            as ::core::primitive::u32
    }
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn apply_u32(&self, __index: [::core::primitive::u32; 2]) -> ::core::primitive::u32 {
        <Matrix>::__apply_u32(self, __index)
    }
    #[inline(always)]
    fn ends_tell_u32(__axis: ::core::primitive::usize) -> ::core::primitive::bool {
        ::core::matches!(__axis, 0)
    }
    const FINGERPRINT: ::core::primitive::u64 = ::lego::check::fingerprint(
        "Col(m, k) where k % 4 == 0",
        &[2971667506049528199, 0],
    );
    type Sizes32 = [::core::primitive::u32; 2];
    #[inline(always)]
    fn sizes_u32(&self) -> [::core::primitive::u32; 2] {
        [self.m as ::core::primitive::u32, self.k as ::core::primitive::u32]
    }
    #[inline(always)]
    fn from_sizes_u32([__s0, __s1]: [::core::primitive::u32; 2]) -> Self {
        Self {
            m: __s0 as ::core::primitive::usize,
            k: __s1 as ::core::primitive::usize,
        }
    }
}
#[automatically_derived]
impl ::lego::Layout32 for Matrix {
    type Preimage32 = [::core::primitive::u32; 2];
    #[inline(always)]
    #[cfg_attr(debug_assertions, track_caller)]
    fn inv_u32(
        &self,
        __position: ::core::primitive::u32,
    ) -> [::core::primitive::u32; 2] {
        <Matrix>::__inv_u32(self, __position)
    }
}

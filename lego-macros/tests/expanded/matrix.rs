// What layout! writes for the layout at the end of its documentation. Made by: cargo xtask bless

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
    m: ::core::num::NonZero<::core::primitive::usize>,
    k: ::core::num::NonZero<::core::primitive::usize>,
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
        if let ::core::result::Result::Err(__error) = ::lego::check::positive(
            "m",
            (m_size as ::core::primitive::u128),
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::positive(
            "k",
            (k_size as ::core::primitive::u128),
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fact(
            "k % 4 == 0",
            (((if 4u128 == 0 { 0 } else { (k_size as ::core::primitive::u128) % 4u128 }))
                == (0u128)),
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "the number of indices",
            (k_size as ::core::primitive::u128)
                .saturating_mul((m_size as ::core::primitive::u128)),
            ::core::primitive::usize::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        ::core::result::Result::Ok(Self {
            m: match ::lego::check::size("m", m_size) {
                ::core::result::Result::Ok(__size) => __size,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            },
            k: match ::lego::check::size("k", k_size) {
                ::core::result::Result::Ok(__size) => __size,
                ::core::result::Result::Err(__error) => {
                    return ::core::result::Result::Err(__error);
                }
            },
        })
    }
    /// The logical extents.
    #[inline]
    #[must_use]
    pub const fn dims(&self) -> [::core::primitive::usize; 2] {
        [self.m.get(), self.k.get()]
    }
    /// The number of logical indices.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> ::core::primitive::usize {
        (self.k.get() * self.m.get())
    }
    /// The number of positions that a buffer must hold.
    #[inline]
    #[must_use]
    pub const fn span(&self) -> ::core::primitive::usize {
        (self.k.get() * self.m.get())
    }
    /// The size m that the layout was made for.
    #[inline]
    #[must_use]
    #[allow(non_snake_case)]
    pub const fn m(&self) -> ::core::primitive::usize {
        self.m.get()
    }
    /// The size k that the layout was made for.
    #[inline]
    #[must_use]
    #[allow(non_snake_case)]
    pub const fn k(&self) -> ::core::primitive::usize {
        self.k.get()
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
        if ::core::cfg!(debug_assertions)
            && !(__i0 < self.m.get() && __i1 < self.k.get())
        {
            ::lego::check::outside_dims(&[__i0, __i1], &[self.m.get(), self.k.get()]);
        }
        self.m.get() * __i1 + __i0
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
        if ::core::cfg!(debug_assertions) && !(__p < (self.k.get() * self.m.get())) {
            ::lego::check::outside_span(__p, (self.k.get() * self.m.get()));
        }
        [(__p % self.m.get()), (__p / self.m.get())]
    }
    /// The position of an index, `None` where it has none.
    #[inline]
    #[must_use]
    pub const fn try_apply(
        &self,
        logical_index: [::core::primitive::usize; 2],
    ) -> ::core::option::Option<::core::primitive::usize> {
        let [__i0, __i1] = logical_index;
        if __i0 < self.m.get() && __i1 < self.k.get() {
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
        if physical_position < (self.k.get() * self.m.get()) {
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
            ::lego::check::positive("m", self.m.get() as ::core::primitive::u128),
        );
        ::lego::check::enforce(
            ::lego::check::positive("k", self.k.get() as ::core::primitive::u128),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "m",
                self.m.get() as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "k",
                self.k.get() as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (self.k.get() as ::core::primitive::u128)
                    .saturating_mul((self.m.get() as ::core::primitive::u128)),
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
            && !((__i0 as ::core::primitive::usize) < self.m.get()
                && (__i1 as ::core::primitive::usize) < self.k.get())
        {
            ::lego::check::outside_dims(
                &[__i0 as ::core::primitive::usize, __i1 as ::core::primitive::usize],
                &[self.m.get(), self.k.get()],
            );
        }
        (self.m.get() as ::core::primitive::u32) * __i1 + __i0
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
            ::lego::check::positive("m", self.m.get() as ::core::primitive::u128),
        );
        ::lego::check::enforce(
            ::lego::check::positive("k", self.k.get() as ::core::primitive::u128),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "m",
                self.m.get() as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "k",
                self.k.get() as ::core::primitive::u128,
                ::core::primitive::u32::MAX as ::core::primitive::u128,
            ),
        );
        ::lego::check::enforce(
            ::lego::check::fits(
                "the number of indices",
                (self.k.get() as ::core::primitive::u128)
                    .saturating_mul((self.m.get() as ::core::primitive::u128)),
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
            && !((__p as ::core::primitive::usize) < (self.k.get() * self.m.get()))
        {
            ::lego::check::outside_span(
                __p as ::core::primitive::usize,
                (self.k.get() * self.m.get()),
            );
        }
        [
            (__p
                % (match (self.m.get() as ::core::primitive::u32) {
                    __d if __d > 1 => __d,
                    _ => 1,
                })),
            (__p
                / (match (self.m.get() as ::core::primitive::u32) {
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
    #[inline]
    fn check(&self) -> ::core::result::Result<(), ::lego::LayoutError> {
        match <Matrix>::new(self.m.get(), self.k.get()) {
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
            1 => ::core::option::Option::Some((self.m.get() as ::core::primitive::isize)),
            _ => ::core::option::Option::None,
        }
    }
    #[inline]
    fn anti_diagonal_stride(&self) -> ::core::option::Option<::core::primitive::isize> {
        ::core::option::Option::Some(1 - (self.m.get() as ::core::primitive::isize))
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
        if let ::core::result::Result::Err(__error) = <Matrix>::new(
            self.m.get(),
            self.k.get(),
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::positive(
            "m",
            self.m.get() as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::positive(
            "k",
            self.k.get() as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "m",
            self.m.get() as ::core::primitive::u128,
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "k",
            self.k.get() as ::core::primitive::u128,
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        if let ::core::result::Result::Err(__error) = ::lego::check::fits(
            "the number of indices",
            (self.k.get() as ::core::primitive::u128)
                .saturating_mul((self.m.get() as ::core::primitive::u128)),
            ::core::primitive::u32::MAX as ::core::primitive::u128,
        ) {
            return ::core::result::Result::Err(__error);
        }
        ::core::result::Result::Ok(())
    }
    #[inline(always)]
    fn dims_u32(&self) -> [::core::primitive::u32; 2] {
        [
            ((self.m.get() as ::core::primitive::u32)) as ::core::primitive::u32,
            ((self.k.get() as ::core::primitive::u32)) as ::core::primitive::u32,
        ]
    }
    #[inline(always)]
    fn span_u32(&self) -> ::core::primitive::u32 {
        ((self.k.get() as ::core::primitive::u32)
            * (self.m.get() as ::core::primitive::u32)) as ::core::primitive::u32
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
    type Sizes32 = [::core::num::NonZero<::core::primitive::u32>; 2];
    #[inline(always)]
    fn sizes_u32(&self) -> [::core::num::NonZero<::core::primitive::u32>; 2] {
        [::lego::check::narrowed(self.m), ::lego::check::narrowed(self.k)]
    }
    #[inline(always)]
    fn from_sizes_u32(
        [__s0,
        __s1,
        ]: [::core::num::NonZero<::core::primitive::u32>; 2],
    ) -> Self {
        Self {
            m: ::lego::check::widened(__s0),
            k: ::lego::check::widened(__s1),
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

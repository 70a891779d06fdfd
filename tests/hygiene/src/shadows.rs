//! Sizes named like constants in scope, and layouts named like what generated code is made of.

/// Sizes that are named like constants, functions and types around them.
#[allow(non_snake_case)]
pub mod sizes {
    /// A constant that is named like a run-time size.
    pub const M: usize = 7;
    /// Another, in lower case.
    #[allow(non_upper_case_globals)]
    pub const k: usize = 9;

    crate::layout! {
        /// Its sizes are not the constants.
        pub type Matrix(M, k) = Col(M, k).GroupBy([M, k/2, 2]) where k % 2 == 0;
    }

    /// The constants stay what they are in a function that is generic in a constant of the same name.
    #[must_use]
    pub fn generic<const M: usize>() -> usize {
        crate::layout! {
            /// Its size is not the constant.
            pub type Inner(M) = Row(M, 2);
        }
        Inner::new(3).map_or(M, |inner| inner.apply([2, 1]) + M)
    }
}

/// Layouts that are named like types of the standard library.
#[allow(non_camel_case_types)]
pub mod types {
    crate::layout! {
        /// No integer.
        pub type usize = Row(2, 3);
        /// No integer either.
        pub type u32<const N: usize> = Row(N, 3).PadBy([N, 2] => [N, 3]);
        /// Nothing optional.
        pub type Option(m, n) = Row(m, n).ExpandBy([m, n] => [m + 1, n]);
        /// No result.
        pub type Result = Row(4, 5);
        /// Nothing of the macro's.
        pub type Self_ = Col(2, 2);
        /// No string.
        pub type str = Col(2, 2);
        /// No truth.
        pub type bool(u64) = Col(u64, 2);
    }
}

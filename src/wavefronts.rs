//! Bank conflicts as numbers and as assertions at compile time: `extra_wavefronts!` and `assert_access!`.

/// The wavefronts above ideal that the threads of a block take when they access a tile of shared memory by a pattern: a constant.
///
/// It takes the type of a layout, a pattern, the bytes of an element, and how many elements a thread moves at once (1 without).
/// The pattern is one of the words `Row`, `Column`, `Diagonal` and `AntiDiagonal`, or the type of a layout P of the same
/// extents without holes: thread t touches the indices at positions t·v to t·v + v-1 of P. Ideal is what as many accesses take at
/// their best addresses: one wavefront for each warp, two for accesses of 8 bytes, four for 16.
///
/// ```
/// use lego::{extra_wavefronts, layout};
///
/// layout! {
///     type Plain = Row(32, 32);
///     type Tile = SwizzleRows([32, 32], 5);
///     type Columns = Col(32, 32);
/// }
/// const _: () = assert!(extra_wavefronts!(Tile, Column, 4) == 0);
/// const _: () = assert!(extra_wavefronts!(Plain, Column, 4) == 32 * 31);
/// assert_eq!(extra_wavefronts!(Plain, Columns, 4), 32 * 31);
/// assert_eq!(extra_wavefronts!(Plain, Row, 4, 4), 0); // 16 bytes a thread
/// ```
///
/// What [`assert_access!`](crate::assert_access) says when an access is worse than it may be is more than what `assert!` can say.
#[macro_export]
macro_rules! extra_wavefronts {
    ($tile:ty, $($access:tt)*) => {
        const {
            $crate::__access!(Listed, $($access)*);
            $crate::access::extra_wavefronts::<$tile, Listed>()
        }
    };
}

/// Asserts at compile time that an access takes no more wavefronts above ideal than it may; otherwise the compile error names
/// two threads that collide, their indices, and the `lego swizzle` command that finds a better layout.
///
/// It is a constant expression of type `()`. In a `const` block of a generic function it holds for every instance.
///
/// ```
/// use lego::{assert_access, layout};
///
/// layout! {
///     type Tile = SwizzleRows([32, 32], 5);
///     type Padded<const N: usize> = Row(N, N + 1).PadBy([N, N] => [N, N + 1]);
/// }
/// const _: () = assert_access!(extra_wavefronts!(Tile, Column, 4) == 0);
///
/// fn transpose<const N: usize>() {
///     const { assert_access!(extra_wavefronts!(Padded<N>, Column, 4) <= 8) }
/// }
/// transpose::<32>();
/// ```
///
/// ```compile_fail
/// lego::layout!(type Tile = Row(32, 32););
/// const _: () = lego::assert_access!(extra_wavefronts!(Tile, Column, 4) == 0);
/// ```
#[macro_export]
macro_rules! assert_access {
    (extra_wavefronts!($tile:ty, $($access:tt)*) == 0) => { $crate::__assert_access!(0, $tile, $($access)*) };
    (extra_wavefronts!($tile:ty, $($access:tt)*) <= $most:expr) => { $crate::__assert_access!($most, $tile, $($access)*) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __assert_access {
    ($most:expr, $tile:ty, $($access:tt)*) => {{
        $crate::__access!(Listed, $($access)*);
        const WORDS: $crate::access::Words = $crate::access::Words {
            what: ::core::concat!(::core::stringify!($tile), ", ", ::core::stringify!($($access)*)),
            arguments: $crate::__access_words!($($access)*),
        };
        $crate::access::enforce::<$tile, Listed>(::core::option::Option::Some($most), ::core::option::Option::None, WORDS)
    }};
}

/// An access by one of the named patterns or by a layout, as a type of that name.
#[doc(hidden)]
#[macro_export]
macro_rules! __access {
    ($name:ident, Row, $($widths:tt)*) => { $crate::__access!(@ $name, $crate::access::Pattern::Row, $($widths)*); };
    ($name:ident, Column, $($widths:tt)*) => { $crate::__access!(@ $name, $crate::access::Pattern::Column, $($widths)*); };
    ($name:ident, Diagonal, $($widths:tt)*) => { $crate::__access!(@ $name, $crate::access::Pattern::Diagonal, $($widths)*); };
    ($name:ident, AntiDiagonal, $($widths:tt)*) => {
        $crate::__access!(@ $name, $crate::access::Pattern::AntiDiagonal, $($widths)*);
    };
    (@ $name:ident, $pattern:expr, $bytes:expr $(,)?) => { $crate::__access!(@ $name, $pattern, $bytes, 1); };
    (@ $name:ident, $pattern:expr, $bytes:expr, $vector:expr $(,)?) => {
        #[allow(dead_code)]
        struct $name;
        impl $crate::access::Access for $name {
            const PATTERN: $crate::access::Pattern = $pattern;
            const BYTES: ::core::primitive::u32 = $bytes;
            const VECTOR: ::core::primitive::u32 = $vector;
        }
    };
    ($name:ident, $pattern:ty, $($widths:tt)*) => {
        $crate::__access!(@ $name, {
            const INDICES: &[::core::primitive::usize] = &{
                let (mut indices, mut position) = ([0; <$pattern>::SPAN], 0);
                while position < indices.len() {
                    indices[position] = $crate::access::number(<$pattern>::DIMS, <$pattern>::inv(position));
                    position += 1;
                }
                indices
            };
            $crate::access::Pattern::Listed { dims: &<$pattern>::DIMS, indices: INDICES }
        }, $($widths)*);
    };
}

/// An access as arguments of the command.
#[doc(hidden)]
#[macro_export]
macro_rules! __access_words {
    (Row, $($widths:tt)*) => { $crate::__access_words!(@ "Row", $($widths)*) };
    (Column, $($widths:tt)*) => { $crate::__access_words!(@ "Column", $($widths)*) };
    (Diagonal, $($widths:tt)*) => { $crate::__access_words!(@ "Diagonal", $($widths)*) };
    (AntiDiagonal, $($widths:tt)*) => { $crate::__access_words!(@ "AntiDiagonal", $($widths)*) };
    (@ $name:expr, $bytes:expr $(,)?) => { ::core::concat!("--access ", $name) };
    (@ $name:expr, $bytes:expr, $vector:expr $(,)?) => {
        ::core::concat!("--access ", $name, " --vector ", ::core::stringify!($vector))
    };
    ($pattern:ty, $($widths:tt)*) => {
        $crate::__access_words!(@ ::core::concat!("'<the chain of ", ::core::stringify!($pattern), ">'"), $($widths)*)
    };
}

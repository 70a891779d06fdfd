//! Layouts made by the user's own macros.

use layouts::{layout, layout_eq};

/// Declares a square layout.
#[macro_export]
macro_rules! square {
    ($(#[$attribute:meta])* $visibility:vis $name:ident, $n:expr) => {
        $crate::layout! {
            $(#[$attribute])*
            $visibility type $name = Row($n, $n).TileBy([$n / 2, $n / 2], [2, 2]);
        }
    };
}

square!(
    /// Declared by a macro with an expression.
    pub Square, 2 + 2);

macro_rules! by_parts {
    ($name:ident, $piece:ident, [$($n:literal),*], $size:path, $other:ty) => {
        layout! {
            #[doc = "Put together from parts."]
            pub type $name = OrderBy($piece($($n),*), Row($crate::ROWS)).GroupBy([$size * $($n *)* 1]);
        }
        layout_eq!($name, $other);
    };
}

by_parts!(Parts, Col, [2, 3], crate::ROWS, Twin);

layout! {
    /// The same.
    pub type Twin = OrderBy(Col(2, 3), Row(4)).GroupBy([24]);
}

/// The name of a parameter comes from elsewhere than its use.
macro_rules! parameters {
    ($name:ident, $m:ident, $k:ident) => {
        layout! {
            /// A parameter of the macro and a name of its own.
            pub type $name<const $m: usize, const OWN: usize>($k, own) = Row($m, OWN, $k, own);
        }
    };
}

parameters!(Named, M, k);

/// Layouts as pieces of others: of a name that comes from outside, and of the macro's own.
macro_rules! pieces {
    ($inner:ident, $outer:ident, $n:expr, $size:path) => {
        layout! {
            type Own = Col(2, $crate::ROWS);
            /// Names what it does not bind.
            pub type $inner<const S: usize> = Col(S, $n).GroupBy([$n, S]) where $size == 4;
            /// Has both, with a parameter of a name that only a path of the inner one has.
            pub type $outer<const ROWS: usize> = OrderBy($inner<4>, Own, $inner<{ ROWS }>);
        }
    };
}

pieces!(Inner, Outer, 1 + 2, crate::ROWS);

macro_rules! value {
    ($chain:expr, $at:expr) => {{
        let $crate::macros::Both(layout, twin) = $crate::macros::Both(layout!($chain), layout!($chain));
        assert!(layout.apply($at) == twin.apply($at));
        layout.apply($at)
    }};
}

/// Two of something.
#[derive(Debug)]
pub struct Both<A, B>(pub A, pub B);

/// Several invocations in one function, in a constant, a static, a pattern of sizes.
#[must_use]
pub fn expressions() -> [usize; 4] {
    const INSIDE: usize = layout!(Row(4, 8)).apply([1, 2]);
    static STATIC: usize = layout!(Row(crate::ROWS, 8)).apply([1, 3]);
    const N: usize = 3;
    let local = {
        const N: usize = 5;
        layout!(Col(N, N)).apply([1, 2])
    };
    [INSIDE, STATIC, local, value!(Col(N, 4), [1, 2])]
}

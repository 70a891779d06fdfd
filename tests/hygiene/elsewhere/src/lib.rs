//! `layout!` in a crate that does not know `lego`: by another crate's export, and by another crate's macro. That this
//! compiles is the test.
#![no_std]
#![deny(missing_docs, warnings)]

use hygiene::{layout, layout_eq};

layout! {
    /// A layout by an exported macro.
    pub type Tiled<const N: usize> = Row(N, N).TileBy([N / 2, N / 2], [2, 2]) where N % 2 == 0;
}

hygiene::square!(
    /// A layout by a macro that calls `layout!`.
    pub Square, 4);

layout_eq!(Tiled<4>, Square);

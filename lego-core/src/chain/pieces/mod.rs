//! The permutations that an `OrderBy` is made of, one file each.
//!
//! A file has the definition, the exact integer inverse, the demands on its arguments, what the documentation says of it
//! and the exhaustive tests. To add a named one: write its file, and a line in the list below. `cargo xtask bless` then
//! puts it into the tables of SPEC.md and of the book, and into the words that an editor shows.

use super::argument::{Argument, Arguments};
use super::named::Named;
use super::permutation::Permutation;
use super::scalar::Scalar;
use alloc::boxed::Box;

mod cute;
#[cfg(test)]
mod exhaustive;
mod gen_p;
mod interleaved;
mod linear;
mod nested;
mod reg_p;

pub use cute::{Cute, CuteLeaf};
pub use gen_p::GenP;
pub use linear::{Linear, LinearPart};
pub use nested::Nested;
pub use reg_p::RegP;
pub use table::{MOST_ENTRIES, too_many_entries};

/// One line a named permutation: its file, and the type in it where it has one of its own.
macro_rules! named_permutations {
    ($($file:ident $(=> $piece:ident)?;)*) => {
        $(
            mod $file;
            $(pub use $file::$piece;)?
        )*

        /// Every named permutation, in the order of the documentation.
        pub const NAMED: &[Named] = &[$($file::NAMED),*];

        /// Makes a named permutation; `None` if there is none of this name or the arguments are not of its
        /// [`Parameters`](super::Parameters).
        pub fn named<'a, I: Scalar + 'a>(name: &str, arguments: &[Argument<I>]) -> Option<Box<dyn Permutation<I> + 'a>> {
            let arguments = Arguments::new(arguments);
            match name {
                $(_ if name == $file::NAMED.name => $file::build(&arguments),)*
                _ => None,
            }
        }
    };
}

named_permutations! {
    row;
    col;
    anti_diag => AntiDiag;
    reverse => Reverse;
    morton => Morton;
    hilbert => Hilbert;
    swizzle_rows => SwizzleRows;
    swizzle => Swizzle;
    skew => Skew;
    rotate => Rotate;
    fan => Fan;
    grouped => Grouped;
    block_cyclic => BlockCyclic;
    table => Table;
}

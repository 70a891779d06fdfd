//! A fact is a comparison of sizes.
use lego::layout;

layout! {
    pub type NoComparison<const M: usize> = Row(M) where M;
    pub type Empty<const M: usize> = Row(M) where;
    pub type Joined<const M: usize> = Row(M) where M > 1 && M < 9;
}

fn main() {}

//! Sizes and their products fit an index.
use lego::layout;

layout! {
    type Product = Row(4294967296, 4294967296);
    type Literal = Row(18446744073709551616);
    type Huge = Row(999999999999999999999999999999999999999999);
}

fn main() {}

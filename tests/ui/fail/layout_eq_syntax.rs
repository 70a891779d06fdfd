//! layout_eq! takes two static layouts.
use lego::{layout, layout_eq};

layout! {
    type Rows(m) = Row(m, 8);
    type Large<const N: usize> = Row(N, N);
}

layout_eq!(Row(4, 8));
layout_eq!(Row(4, 8), );
layout_eq!(Row(4, 8), Row(4, 8), Row(4, 8));
layout_eq!(Rwo(4, 8), Row(4, 0));
layout_eq!(Row(4, 8), Rows);
layout_eq!(Row(4096, 4096), Large<4096>);

fn main() {}

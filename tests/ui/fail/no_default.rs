//! What a layout with holes puts in them is a default; a bijection asks for none.
use lego::{Array, layout};

layout! {
    type Whole = Row(4, 8);
    type Padded = Row(4, 9).PadBy([4, 8] => [4, 9]);
}

struct Named(usize);

fn main() {
    Array::from_fn(Whole, |[i, _]| Named(i));
    Array::from_fn(Padded, |[i, _]| Named(i));
}

fn generic<L: lego::Layout<Index = [usize; 2]> + Clone>(layout: L) {
    Array::from_fn(layout, |[i, _]| i);
}

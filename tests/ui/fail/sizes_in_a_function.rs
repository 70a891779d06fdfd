//! What a function is given is no constant for the items in it: neither its variables nor its generic parameters.
use lego::{Mapping, layout};

fn items<const N: usize>() -> usize {
    layout! {
        type Rows = Row(N, 4);
    }
    Rows::SPAN
}

trait Sized {
    const SIDE: usize;
}

fn of_type<T: Sized>() -> usize {
    layout!(Row(T::SIDE, 4)).span()
}

fn variable(n: usize) -> usize {
    layout! {
        type Rows = Row(n, 4);
    }
    Rows::SPAN
}

fn main() {
    let _ = (items::<3>(), variable(3));
    let n = 4;
    let _ = layout!(Row(n, 2 * n)).span();
}

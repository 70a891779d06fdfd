//! What a function is given is no constant: neither its variables nor its generic parameters.
use lego::{Mapping, layout};

fn generic<const N: usize>() -> usize {
    layout!(Row(N, 2 * N)).span()
}

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
    let _ = (generic::<3>(), items::<3>(), variable(3));
    let n = 4;
    let _ = layout!(Row(n, 2 * n)).span();
}

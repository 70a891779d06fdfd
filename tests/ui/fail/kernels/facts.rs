//! Facts between the arguments of a launch are comparisons of what a launch knows.
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, Shared};

lego::layout! {
    type Matrix(m, k) = Row(m, k);
    type Tile = Row(4);
}

#[lego_kernel(threads = 32, where a.k)]
fn compares_nothing(a: Global<'_, f32, Matrix>) {}

#[lego_kernel(where b.k == 3, a == 4, n.k > 2, t.n < 2)]
fn wrong_names(a: Global<'_, f32, Matrix>, n: u32, #[shared] t: Shared<'_, f32, Tile>) {}

#[lego_kernel(where a.k == "four")]
fn text(a: Global<'_, f32, Matrix>) {}

#[lego_kernel(where a.width == 3)]
fn no_such_size(a: Global<'_, f32, Matrix>) {}

fn main() {}

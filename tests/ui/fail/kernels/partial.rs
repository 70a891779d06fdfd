//! What may have no position is set by a function that says so.
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

lego::layout! {
    type Padded(n) = Row(n).ExpandBy([n] => [ceil_div(n, 32) * 32]).GroupBy([ceil_div(n, 32), 32]);
}

#[lego_kernel(threads = 32)]
fn copy(input: Global<'_, f32, Padded>, output: Split<'_, f32, Padded, (BlockX, ThreadX)>) {
    output.set([], input.get(output.index([])));
}

fn main() {}

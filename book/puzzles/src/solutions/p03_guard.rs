//! # 3. Guard
//!
//! Double 1000 numbers, by blocks of 64 threads. 64 does not divide 1000.
//!
//! The layout as it is given has the 960 numbers of 15 whole blocks, and nobody writes the other 40. Let the layout have
//! sixteen blocks, the last of them partial. `.ExpandBy([n] => [m])` makes n elements look like m; an index beyond n then has no
//! element, so that `get` gives way to `try_get`, which gives an `Option`, and `set` to `try_set`.

use lego::layout;
use lego_cuda::lego_kernel;
use lego_cuda::view::{BlockX, Global, Split, ThreadX};

layout! {
    /// Element `[block, thread]` of 1000 numbers, the last block partial.
    pub type Line = Row(1000).ExpandBy([1000] => [1024]).GroupBy([16, 64]);
}

/// The kernel.
#[lego_kernel(threads = 64)]
pub fn guard(input: Global<'_, u32, Line>, output: Split<'_, u32, Line, (BlockX, ThreadX)>) {
    if let Some(x) = input.try_get(output.index([])) {
        output.try_set([], 2 * x);
    }
}

run!(Guard: 0 => output);

//! The options of a kernel are known, given once, with values that a GPU takes.
use lego_cuda::lego_kernel;

#[lego_kernel(thread = [32, 8])]
fn unknown() {}

#[lego_kernel(threads = 256, threads = 128)]
fn twice() {}

#[lego_kernel(threads)]
fn without_value() {}

#[lego_kernel(spills =)]
fn missing_value() {}

#[lego_kernel(threads = [32, 33])]
fn too_many() {}

#[lego_kernel(threads = [32, 0])]
fn zero() {}

#[lego_kernel(max_threads = [1, 1, 65])]
fn deep() {}

#[lego_kernel(max_threads = [])]
fn no_extents() {}

#[lego_kernel(max_threads = [1, 2, 3, 4])]
fn four_extents() {}

#[lego_kernel(threads = 256, max_threads = 512)]
fn both() {}

#[lego_kernel(min_blocks = 2)]
fn blocks_of_any_size() {}

#[lego_kernel(max_registers = 256)]
fn registers() {}

#[lego_kernel(threads = 32usize)]
fn another_type() {}

#[lego_kernel(grid = 2)]
fn number_of_extents() {}

#[lego_kernel(grid = [x, w, x])]
fn other_coordinates() {}

#[lego_kernel("threads")]
fn no_option() {}

#[lego_kernel(cluster = 9)]
fn large_cluster() {}

fn main() {}

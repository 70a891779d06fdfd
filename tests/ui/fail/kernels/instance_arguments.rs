//! The arguments of an instance are those of the function.
use lego_cuda::device::Element;
use lego_cuda::lego_kernel;

#[lego_kernel(instances(few = <f32>))]
fn two<T: Element, const N: usize>() {}

#[lego_kernel(instances(a = <32>, b = <32>))]
fn same_instance<const N: usize>() {}

fn main() {}

//! The types of an instance are what the function wants of them.
use lego_cuda::device::Element;
use lego_cuda::lego_kernel;

#[lego_kernel(instances(right = <f32, 32>, wrong = <bool, 32>))]
fn bounded<T: Element, const N: usize>() {}

fn main() {}

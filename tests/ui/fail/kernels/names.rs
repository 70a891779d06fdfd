//! A kernel's type has a name that hides nothing, and that may be chosen.
use lego_cuda::lego_kernel;

#[lego_kernel]
fn fragment() {}

#[lego_kernel]
fn option() {}

#[lego_kernel]
fn _1() {}

#[lego_kernel(name = 7)]
fn number() {}

#[lego_kernel(name)]
fn nothing() {}

#[lego_kernel(name = OptionKernel, threads = 32)]
fn option_by_another_name() {}

fn main() {
    let _ = std::any::type_name::<OptionKernel>();
}

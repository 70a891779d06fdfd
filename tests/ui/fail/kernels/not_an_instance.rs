//! Only what is listed can be launched.
use lego_cuda::device::Element;
use lego_cuda::launch::{Backend, Error, Launch, Module};
use lego_cuda::lego_kernel;

#[lego_kernel(instances(fill_f32 = <f32>))]
fn fill<T: Element>() {}

fn launch<B: Backend>(module: &Module<B>) -> Result<(), Error> {
    Fill::<f32>::launch(module, Launch::grid(1))?;
    Fill::<f64>::launch(module, Launch::grid(1))
}

fn main() {}

//! What a body is given it cannot keep: on the executor its memory is the host's.
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};
use lego_cuda::lego_kernel;
use std::sync::Mutex;

type ForEver = &'static [f32];

static KEPT: Mutex<Option<ForEver>> = Mutex::new(None);

#[lego_kernel]
fn keeps(data: ForEver) {
    *KEPT.lock().unwrap() = Some(data);
}

fn launch<B: Backend>(module: &Module<B>, data: &Buffer<f32, B>) -> Result<(), Error> {
    Keeps::launch(module, Launch::grid(1), data)
}

fn main() {}

//! `cust`: the crate that links to the driver's library.
//!
//! A program with it starts only where libcuda.so.1 is. `cust` declares the errors of CUDA 11.4 as a closed enum. Like
//! every program with `cust`, this relies on a newer driver not to return later ones from these functions. `cust` has
//! no function that makes tensor maps.

use super::owned::Handle;
use super::raw::{RawDriver, bindings, driver_functions};
use super::{CudaDriver, Stream};
use crate::launch::backend::Invocation;
use crate::launch::error::Error;
use cust::context::Context;
use cust::device::Device;
use cust::error::CudaError;
use cust::sys::{self, CUstream};
use std::ffi::{c_char, c_void};
use std::fmt::Write as _;
use std::sync::Arc;

/// A GPU through `cust`. [`on_stream`](Cust::on_stream) takes streams of the program.
pub type Cust = CudaDriver<CustBindings>;

/// The driver's functions by `cust`.
#[derive(Clone)]
pub enum CustBindings {}

/// A stream of the program, which keeps it.
pub struct ProgramStream(Handle<sys::CUstream_st>);

// SAFETY: `cust` generated types and functions from the headers of CUDA 11.4, and links the functions by their names.
// It retains the context as long as the owner lives; whoever passes a stream promises that for the stream.
unsafe impl RawDriver for CustBindings {
    const NAME: &'static str = "cust";

    type Context = Context;
    type Stream = ProgramStream;

    fn open(ordinal: usize) -> Result<Arc<Context>, Error> {
        let context = Device::get_device(ordinal as u32).and_then(Context::new);
        context.map(Arc::new).map_err(|error| Error::Driver { doing: "opening the device", words: words(error) })
    }

    fn context(context: &Context) -> sys::CUcontext {
        context.as_raw()
    }

    fn stream(stream: &ProgramStream) -> CUstream {
        stream.0.0
    }

    fn bind(context: &Context) -> Self::CUresult {
        // SAFETY: the context is retained as long as it is borrowed.
        unsafe { Self::cuCtxSetCurrent(context.as_raw()) }
    }

    driver_functions! {
        bindings!(
            sys, elapsed: cuEventElapsedTime, add_node: cuGraphAddKernelNode,
            cooperative: CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE
        )
    }
}

impl Cust {
    /// A handle of this device whose work goes to a stream of the program: kernels take their turn among what else is
    /// done there, and are captured where that is.
    ///
    /// # Safety
    /// The stream is one of this device's primary context, and is there as long as the handle and all that belongs to
    /// it. Where work of the handle is captured into a graph, the graph is launched only while the buffers live that it
    /// uses, and in an order with their other uses; buffers are neither made nor dropped, written nor read meanwhile.
    pub unsafe fn on_stream(&self, stream: CUstream) -> Self {
        self.beside(Stream::Program(ProgramStream(Handle(stream))))
    }
}

/// Returns the driver's words for an error of `cust`.
fn words(error: CudaError) -> String {
    let mut words = String::new();
    // Its Display fails where the driver has no words for the error, which `to_string` would make a panic.
    if write!(words, "{error}").is_err() {
        words.clear();
    }
    format!("{} ({error:?})", words.trim_matches('"'))
}

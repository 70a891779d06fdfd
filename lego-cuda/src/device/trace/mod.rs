//! Lines that a thread prints, for who looks for what a kernel does.
//!
//! [`trace!`](crate::trace) takes a format like that of `println!`. When the kernel is compiled it becomes a format of C and the
//! values of the arguments side by side, as the driver's `vprintf` wants them; on the host the same text is
//! made of the same values. In front of each line stand block and thread, as in what the executor says of faults.

mod arguments;
mod format;
mod pieces;
#[cfg(not(target_arch = "nvptx64"))]
mod printed;

pub use arguments::Traced;
#[doc(hidden)]
pub use arguments::{Arguments, Kind, Value};
pub use pieces::MOST_BYTES;
#[doc(hidden)]
pub use pieces::check;

use format::Format;

/// Prints a line from a kernel, with block and thread in front: for looking for a mistake, not for results.
///
/// ```
/// use lego_cuda::device::linear_thread_idx;
/// use lego_cuda::executor::{Executor, Options};
/// use lego_cuda::launch::{Device, Error, Launch};
/// use lego_cuda::trace;
///
/// /// Says what the third thread of each block has.
/// #[lego_cuda::lego_kernel(threads = 4)]
/// pub fn third(x: f32) {
///     if linear_thread_idx() == 2 {
///         trace!("x is {}, twice that {:.1}", x, 2.0 * x);
///     }
/// }
///
/// # fn main() -> Result<(), Error> {
/// let executor = Executor::with(Options::new().keep_traces(true));
/// let device = Device::new(executor.clone());
/// Third::launch(&device.without_program()?, Launch::grid(1), 1.25)?;
/// let lines = executor.take_traces();
/// assert_eq!(lines[0].to_string(), "block (0, 0, 0), thread (2, 0, 0): x is 1.250000, twice that 2.5");
/// # Ok(())
/// # }
/// # main().unwrap();
/// ```
///
/// | place | of | prints |
/// |---|---|---|
/// | `{}` | an integer, a `bool` | it, in decimals; 0 and 1 |
/// | `{}`, `{:.3}` | an `f32` or `f64` | it, with 6 digits behind the point, or as many as are given |
/// | `{:e}`, `{:.3e}` | the same | it, with an exponent: `1.250e+00` |
/// | `{:x}` | an integer | its bits, 32 or 64 of them; smaller ones are extended by their sign |
/// | `{{`, `}}` | | a brace |
///
/// There are up to 8 arguments, each evaluated once, and a line has up to [400](MOST_BYTES) bytes before they are put in. That there are as
/// many arguments as places is checked when the kernel is compiled:
///
/// ```compile_fail,E0080
/// lego_cuda::trace!("row {} has {}", 7);
/// ```
///
/// ```compile_fail,E0080
/// lego_cuda::trace!("no place", 7);
/// ```
///
/// # On a GPU
///
/// The driver prints when the host waits for the device: at [`synchronize`](crate::launch::Device::synchronize), or a copy to the
/// host. It keeps 1 MiB until then, and of more the oldest lines are lost (`cudaLimitPrintfFifoSize`). Lines of one thread come in
/// their order, those of several in any. Each line costs the kernel a call and 24 bytes and its arguments in memory, which the
/// builder allows beside the `stack` that a kernel declares: nothing has to be said. A kernel is slower with it also
/// where it prints nothing, since registers are saved around the call; take it out when the mistake is found.
///
/// # On the executor
///
/// Lines are printed to the standard output when the launch has ended, or are kept where
/// [`Options::keep_traces`](crate::executor::Options::keep_traces) says so.
#[macro_export]
macro_rules! trace {
    ($format:literal $(, $argument:expr)* $(,)?) => {{
        struct __TraceLine;
        impl $crate::device::trace::Line for __TraceLine {
            const TEXT: &'static ::core::primitive::str = $format;
        }
        const _: () = $crate::device::trace::check($format, <[&::core::primitive::str]>::len(&[$(::core::stringify!($argument)),*]));
        $crate::device::trace::line::<__TraceLine, _>(($($argument,)*))
    }};
}

/// The text of a line.
#[doc(hidden)]
pub trait Line {
    /// As it was written.
    const TEXT: &'static str;
}

/// What the driver's `vprintf` reads.
#[derive(Clone, Copy)]
#[repr(C)]
#[cfg_attr(not(target_arch = "nvptx64"), allow(dead_code))]
struct Packed<P> {
    block: [u32; 3],
    thread: [u32; 3],
    arguments: P,
}

/// Prints a line.
#[doc(hidden)]
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub fn line<L: Line, A: Arguments>(arguments: A) {
    // Also on the host, so that a style that does not suit a number is found there.
    let format = Format::<L, A>::TEXT;
    #[cfg(target_arch = "nvptx64")]
    {
        use crate::device::index::{block_idx, thread_idx};
        use crate::device::operands::Dim3;
        use core::ffi::c_void;

        unsafe extern "C" {
            fn vprintf(format: *const u8, arguments: *const c_void) -> i32;
        }
        let of = |Dim3 { x, y, z }: Dim3| [x, y, z];
        let packed = Packed { block: of(block_idx()), thread: of(thread_idx()), arguments: arguments.promoted() };
        // SAFETY: a comment executes nothing.
        unsafe {
            core::arch::asm!(
                "//lego trace {}",
                const size_of::<Packed<A::Promoted>>(),
                options(nomem, nostack, preserves_flags)
            );
        }
        // SAFETY: the driver has this function, under the name and with the parameters that CUDA documents. The format is in
        // global memory, ends in a zero, and was made for the arguments: 24 bytes for its first six numbers, and one number
        // for each other place, promoted as in C and aligned to its size. They live until the call returns.
        unsafe { vprintf(format.as_ptr(), (&raw const packed).cast()) };
    }
    #[cfg(not(target_arch = "nvptx64"))]
    {
        let _ = format;
        let machine = super::host::machine("trace!");
        machine.trace(printed::written(L::TEXT, &arguments.values()), super::host::site());
    }
}

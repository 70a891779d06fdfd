//! A stream that the program captures by the driver itself: nothing may be waited for there, so a tuner measures nothing.

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use launch_suite::kernels::Turned;
use launch_suite_program::KERNELS;
use lego_cuda::launch::{Cudarc, Device, Launch, Source, Tuner};
use std::fmt::Display;
use std::sync::Arc;

/// A choice on a stream while it is captured, and behind that.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn check(ordinal: usize) -> Result<(), String> {
    let device = Device::<Cudarc>::open(ordinal).map_err(words)?;
    let stream = device.backend().context().new_stream().map_err(words)?;
    // SAFETY: nothing is launched while the stream is captured, and buffers are made before and dropped behind it.
    #[allow(unsafe_code)]
    let joined = unsafe { Cudarc::from_stream(Arc::clone(&stream)) }.map_err(words)?;
    let joined = Device::new(joined);
    let module = joined.load(&KERNELS).map_err(words)?;
    let (input, mut output) = (joined.zeroed::<u32>(128).map_err(words)?, joined.zeroed::<u32>(128).map_err(words)?);
    let (tuner, ways) = (Tuner::in_memory(), ["one", "the other"]);
    let mut choose = || {
        let mut launches = 0;
        let choice = tuner.choose(&module, "turning", &ways, |module, _| {
            launches += 1;
            Turned::launch(module, Launch::grid(1), &input, &mut output)
        });
        choice.map(|choice| (choice.source, launches)).map_err(words)
    };
    joined.synchronize().map_err(words)?;
    stream.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL).map_err(words)?;
    let captured = choose();
    // It ends, whatever was chosen; what invalidates a capture is said here.
    let ended = stream.end_capture(CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH);
    let captured = captured?;
    ended.map_err(words)?;
    if captured != (Source::First, 0) {
        return Err(format!("while the stream is captured: {captured:?}, and not the first way without a launch"));
    }
    match choose()? {
        (Source::Measured, launches) if launches > 0 => Ok(()),
        behind => Err(format!("behind the capture: {behind:?}, and not what was measured")),
    }
}

fn words(error: impl Display) -> String {
    error.to_string()
}

//! Outputs: which elements kernels were to write, and which of them nobody wrote.
//!
//! A buffer that a launch may write is an output of it, as far as its layout has positions; what lies between those,
//! padding and the like, is nobody's business. An element of an output that is as [`Device::poisoned`] made it, and that
//! then is read, was forgotten: by a grid or a block that is too small, a loop that ends early, a condition that is wrong.
//!
//! [`Device::poisoned`]: crate::launch::Device::poisoned

use super::fault::{Fault, FaultKind};
use crate::device::Dim3;
use crate::launch::PassedBuffer;
use std::ops::{ControlFlow, Range};

/// A buffer as the output of a launch.
#[derive(Clone)]
pub(super) struct Output {
    pub(super) kernel: &'static str,
    pub(super) buffer: PassedBuffer,
    /// Where in the allocation the buffer begins.
    pub(super) start: usize,
}

/// So many of the last outputs that an allocation was are remembered.
const MOST_OUTPUTS: usize = 16;

/// The outputs that an allocation was, while it has bytes that nobody wrote.
#[derive(Default)]
pub(super) struct Outputs(Vec<Output>);

impl Outputs {
    pub(super) fn add(&mut self, output: Output) {
        if self.0.len() == MOST_OUTPUTS {
            self.0.remove(0);
        }
        self.0.push(output);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// What is wrong with reading a range of bytes, by what says whether all of a range were written: the first output with
    /// elements in it that nobody wrote.
    pub(super) fn unwritten(&self, range: &Range<usize>, is_written: &dyn Fn(Range<usize>) -> bool) -> Option<Fault> {
        self.0.iter().find_map(|output| output.unwritten(range, is_written))
    }
}

impl Output {
    fn unwritten(&self, range: &Range<usize>, is_written: &dyn Fn(Range<usize>) -> bool) -> Option<Fault> {
        let Self { kernel, buffer: PassedBuffer { parameter, elements, .. }, start: first_byte } = self;
        let bytes = elements.bytes();
        let (mut first, mut missing, mut all) = (None, 0, 0);
        elements.each(&mut |index, position| {
            let start = first_byte + position as usize * bytes;
            all += 1;
            if range.start < start + bytes && start < range.end && !is_written(start..start + bytes) {
                first.get_or_insert_with(|| index.to_vec());
                missing += 1;
            }
            ControlFlow::Continue(())
        });
        let kind = FaultKind::Unwritten { parameter, layout: elements.layout(), index: first?, missing, elements: all };
        let nowhere = Dim3::default();
        Some(Fault { kernel, kind, block: nowhere, thread: nowhere, site: None, times: 1 })
    }
}

/// Where a byte of a buffer lies, in words: its element, by the layout of the parameter.
pub(super) fn describe(buffer: &PassedBuffer, byte: u64) -> String {
    let PassedBuffer { parameter, bytes, elements, .. } = buffer;
    let place = format!("at byte {byte} of `{parameter}`, of {bytes} bytes");
    let position = byte / elements.bytes() as u64;
    let mut found = None;
    // The search is a loop over the layout, which takes its time for one that is very large.
    let mut left = 1 << 22;
    elements.each(&mut |index, at| {
        left -= 1;
        if u64::from(at) == position {
            found = Some(index.to_vec());
        }
        if found.is_some() || left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match found {
        Some(index) => format!("{place}: element {index:?} of `{}`", elements.layout()),
        None => place,
    }
}

//! Buffers, and the words with which a kernel's body ends early.

use crate::machine::launch;
use lego_core::Mapping32;
use lego_cuda::device::{Dim3, block_idx, thread_idx};
use lego_cuda::view::ViewAbi;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, Once};

pub(crate) const POISON: u32 = 0xdead_beef;
pub(crate) const ONE: Dim3 = Dim3::new(1, 1, 1);

/// Elements that begin at a multiple of 16 bytes, as a device's do.
pub(crate) struct Buffer {
    memory: Vec<[u32; 4]>,
    len: usize,
}

impl Buffer {
    pub(crate) fn poisoned(len: usize) -> Self {
        // One chunk more, to begin at a multiple of 16 and to see what is written outside.
        Self { memory: vec![[POISON; 4]; len.div_ceil(4) + 2], len }
    }

    pub(crate) fn of(values: impl ExactSizeIterator<Item = u32>) -> Self {
        let mut buffer = Self::poisoned(values.len());
        for (place, value) in buffer.values_mut().iter_mut().zip(values) {
            *place = value;
        }
        buffer
    }

    fn start(&self) -> usize {
        (16 - self.memory.as_ptr().addr() % 16) % 16 / 4
    }

    pub(crate) fn values(&self) -> &[u32] {
        &self.memory.as_flattened()[self.start()..][..self.len]
    }

    pub(crate) fn values_mut(&mut self) -> &mut [u32] {
        let (start, len) = (self.start(), self.len);
        &mut self.memory.as_flattened_mut()[start..][..len]
    }

    pub(crate) fn is_clean_outside(&self) -> bool {
        let all = self.memory.as_flattened();
        all[..self.start()].iter().chain(&all[self.start() + self.len..]).all(|&value| value == POISON)
    }

    pub(crate) fn abi<L: Mapping32>(&mut self, layout: L) -> ViewAbi<u32, L> {
        let len = self.len;
        ViewAbi::new(self.values_mut().as_mut_ptr(), len, layout)
    }
}

fn folder(file: &str) -> Option<&Path> {
    Path::new(file).parent()
}

/// What a kernel's body says when it ends early, and the line of the test where: 0 if it is none.
pub(crate) fn fault<R>(body: impl FnOnce() -> R) -> (String, u32) {
    thread_local! {
        static EXPECTED: Cell<bool> = const { Cell::new(false) };
        static SEEN: RefCell<Option<(String, u32)>> = const { RefCell::new(None) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let otherwise = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                return otherwise(panic);
            }
            let words = panic.payload_as_str().unwrap_or_default().to_owned();
            let place = panic.location().filter(|place| folder(place.file()) == folder(file!()));
            SEEN.set(Some((words, place.map_or(0, |place| place.line()))));
        }));
    });
    EXPECTED.set(true);
    let ended = catch_unwind(AssertUnwindSafe(body)).is_err();
    EXPECTED.set(false);
    assert!(ended, "nothing ended it");
    SEEN.take().unwrap()
}

/// What one thread says when it ends early, in a launch of these extents.
pub(crate) fn fault_in_launch(grid: Dim3, block: Dim3, body: impl Fn() + Sync) -> (String, u32) {
    let seen = Mutex::new(None);
    launch(grid, block, 0, || {
        if thread_idx() == Dim3::default() && block_idx() == Dim3::default() {
            *seen.lock().unwrap() = Some(fault(&body));
        }
    });
    seen.into_inner().unwrap().unwrap()
}

/// Runs a body as the only thread.
pub(crate) fn alone(body: impl Fn() + Sync) {
    launch(ONE, ONE, 0, body);
}

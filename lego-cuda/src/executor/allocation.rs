//! Runs of global memory: their bytes, and which of these were written.
//!
//! # Races
//!
//! Two workers may access one place at the same time. Each access of a kernel holds the lock of its [`Page`], and all
//! bytes are moved by relaxed atomic operations on whole 8-byte words. So a kernel's race is no undefined behaviour here,
//! whatever the sizes of the accesses; the value is that of one of the writes.
//!
//! [`Page`]: super::page::Page

use super::fault::Fault;
use super::heap::Heap;
use super::number;
use super::outputs::{Output, Outputs};
use super::words::{self, WORD};
use crate::device::operands::Atomic;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What an allocation begins at a multiple of.
pub(super) const ALIGN: usize = 256;
/// What memory holds that nobody wrote: not a number in floats.
const POISON: u8 = 0xff;
/// Bytes before and after each allocation that belong to none: an access a little outside meets no other allocation.
/// The system gives such memory lazily, so it costs addresses only.
const GAP: usize = 64 << 10;

/// A run of global memory, and which of its bytes were written.
pub(super) struct Allocation {
    /// Keeps the memory that the next ones point into.
    _heap: Heap,
    bytes: usize,
    /// So many words have them all.
    words: usize,
    /// After a gap.
    first: NonNull<AtomicU64>,
    /// After another gap, for each word a bit for each byte.
    written: NonNull<AtomicU8>,
    /// The launches that it was an output of, while not all of it is written.
    outputs: Mutex<Outputs>,
}

// SAFETY: the memory is owned, and reached by atomic operations alone.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Memory of so many bytes, or `None` where there is not so much.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let end = bytes.checked_next_multiple_of(ALIGN)?.checked_add(2 * GAP)?;
        let heap = Heap::new(end.checked_add(bytes.div_ceil(WORD))?, ALIGN)?;
        // SAFETY: both lie inside what was allocated; the gap is a multiple of the alignment.
        let (first, written) = unsafe { (heap.start().add(GAP).cast(), heap.start().add(end).cast()) };
        Some(Self { _heap: heap, bytes, words: bytes.div_ceil(WORD), first, written, outputs: Mutex::default() })
    }

    /// The address that kernels see. A kernel may be given a slice of it, so its provenance is exposed.
    pub(super) fn address(&self) -> usize {
        self.first.as_ptr().expose_provenance()
    }

    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline(always)]
    fn word(&self, index: usize) -> &AtomicU64 {
        assert!(index < self.words, "word {index} of {} bytes", self.bytes);
        // SAFETY: the word lies inside the allocation, whose size is a multiple of 8; it is zeroed memory that only
        // atomic operations reach, but for slices that a kernel reads while nothing writes.
        unsafe { self.first.add(index).as_ref() }
    }

    #[inline(always)]
    fn written(&self, word: usize) -> &AtomicU8 {
        assert!(word < self.words, "word {word} of {} bytes", self.bytes);
        // SAFETY: there is a byte for each word, zeroed; only atomic operations reach it.
        unsafe { self.written.add(word).as_ref() }
    }

    /// Calls a function with each word that a range touches, the bytes of it that the range has, and where these are
    /// in the range.
    fn pieces(offset: usize, bytes: usize, mut piece: impl FnMut(usize, std::ops::Range<usize>, usize)) {
        let mut done = 0;
        while done < bytes {
            let at = offset + done;
            let (word, inside) = (at / WORD, at % WORD);
            let length = (WORD - inside).min(bytes - done);
            piece(word, inside..inside + length, done);
            done += length;
        }
    }

    /// Reads bytes from an offset on.
    pub(super) fn read(&self, offset: usize, into: &mut [u8]) {
        Self::pieces(offset, into.len(), |word, inside, done| {
            let bytes = self.word(word).load(Ordering::Relaxed).to_ne_bytes();
            into[done..done + inside.len()].copy_from_slice(&bytes[inside]);
        });
    }

    /// Writes bytes from an offset on.
    pub(super) fn write(&self, offset: usize, from: &[u8]) {
        Self::pieces(offset, from.len(), |word, inside, done| {
            let from = &from[done..done + inside.len()];
            let mask = words::bits(inside.start, inside.len());
            let written = self.written(word);
            if written.load(Ordering::Relaxed) & mask != mask {
                written.fetch_or(mask, Ordering::Relaxed);
            }
            if let Ok(whole) = from.try_into() {
                self.word(word).store(u64::from_ne_bytes(whole), Ordering::Relaxed);
            } else {
                self.update_word(word, |old| {
                    let mut bytes = old.to_ne_bytes();
                    bytes[inside.clone()].copy_from_slice(from);
                    u64::from_ne_bytes(bytes)
                });
            }
        });
    }

    /// Sets all of so many bytes.
    pub(super) fn fill(&self, offset: usize, bytes: usize, value: u8) {
        let values = [value; 4096];
        for start in (0..bytes).step_by(values.len()) {
            self.write(offset + start, &values[..values.len().min(bytes - start)]);
        }
    }

    /// Sets all of so many bytes to ones, as what nobody wrote.
    pub(super) fn poison(&self, offset: usize, bytes: usize) {
        self.fill(offset, bytes, POISON);
        self.forget(offset, bytes);
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Takes so many bytes for what nobody wrote.
    pub(super) fn forget(&self, offset: usize, bytes: usize) {
        Self::pieces(offset, bytes, |word, inside, _| {
            self.written(word).fetch_and(!words::bits(inside.start, inside.len()), Ordering::Relaxed);
        });
    }

    /// A launch has ended that was to write some of its bytes.
    pub(super) fn note_output(&self, output: Output) {
        if !self.is_all_written(output.start..output.start + output.buffer.bytes as usize) {
            self.outputs.lock().unwrap_or_else(PoisonError::into_inner).add(output);
        }
    }

    /// What is wrong with reading a range: the first output with elements in it that nobody wrote.
    pub(super) fn unwritten(&self, range: &Range<usize>) -> Option<Fault> {
        if self.is_all_written(range.clone()) {
            return None;
        }
        let outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        outputs.unwritten(range, &|part| self.is_all_written(part))
    }

    /// Whether all bytes of a range were written.
    pub(super) fn is_all_written(&self, range: Range<usize>) -> bool {
        let mut all = true;
        Self::pieces(range.start, range.len(), |word, inside, _| {
            all &= !self.written(word).load(Ordering::Relaxed) & words::bits(inside.start, inside.len()) == 0;
        });
        all
    }

    /// Whether all of so many bytes from a multiple of them on were written.
    #[inline]
    pub(super) fn is_written<const N: usize>(&self, offset: usize) -> bool {
        let word = offset / WORD;
        let written = self.written(word).load(Ordering::Relaxed);
        if N > WORD {
            return written & self.written(word + 1).load(Ordering::Relaxed) == 0xff;
        }
        !written & words::bits(offset % WORD, N) == 0
    }

    /// So many bytes from a multiple of them on. The caller holds the lock of their page.
    #[inline]
    pub(super) fn load<const N: usize>(&self, offset: usize) -> [u8; N] {
        let word = offset / WORD;
        let low = words::taken::<N>(self.word(word).load(Ordering::Relaxed), offset % WORD);
        let high = if N > WORD { self.word(word + 1).load(Ordering::Relaxed) } else { 0 };
        words::first([low, high])
    }

    /// Writes so many bytes from a multiple of them on. The caller holds the lock of their page.
    #[inline]
    pub(super) fn store<const N: usize>(&self, offset: usize, from: &[u8; N]) {
        let (index, inside) = (offset / WORD, offset % WORD);
        let ([low, high], word) = (words::of(from), self.word(index));
        let old = if N < WORD { word.load(Ordering::Relaxed) } else { 0 };
        word.store(words::put::<N>(old, low, inside), Ordering::Relaxed);
        if N > WORD {
            self.word(index + 1).store(high, Ordering::Relaxed);
            self.written(index).store(0xff, Ordering::Relaxed);
            self.written(index + 1).store(0xff, Ordering::Relaxed);
            return;
        }
        let (written, bits) = (self.written(index), words::bits(inside, N));
        written.store(written.load(Ordering::Relaxed) | bits, Ordering::Relaxed);
    }

    /// Updates an aligned number; returns its old bits, and whether they changed. The caller holds the lock of its page.
    pub(super) fn update(&self, offset: usize, atomic: Atomic) -> (u64, bool) {
        match number::bytes_of(atomic.kind) {
            8 => self.update_sized::<8>(offset, atomic),
            _ => self.update_sized::<4>(offset, atomic),
        }
    }

    fn update_sized<const N: usize>(&self, offset: usize, atomic: Atomic) -> (u64, bool) {
        let old = number::from_bytes(&self.load::<N>(offset));
        let new = number::updated(old, atomic);
        if new != old || number::writes(atomic.operation) {
            let mut bytes = [0; N];
            number::to_bytes(new, &mut bytes);
            self.store(offset, &bytes);
        }
        (old, new != old)
    }

    fn update_word(&self, word: usize, new: impl Fn(u64) -> u64) {
        let word = self.word(word);
        let mut old = word.load(Ordering::Relaxed);
        while let Err(now) = word.compare_exchange_weak(old, new(old), Ordering::Relaxed, Ordering::Relaxed) {
            old = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::operands::{Kind, Operation, Scope};

    fn memory(bytes: usize) -> Allocation {
        Allocation::new(bytes).unwrap()
    }

    #[test]
    fn bytes_come_back_and_others_stay() {
        let bytes = 50;
        for offset in 0..20 {
            for length in 0..20 {
                let memory = memory(bytes);
                memory.fill(0, bytes, 0xee);
                let from: Vec<u8> = (1..=length as u8).collect();
                memory.write(offset, &from);
                let mut expected = vec![0xee; bytes];
                expected[offset..offset + length].copy_from_slice(&from);
                let mut found = vec![0; bytes];
                memory.read(0, &mut found);
                assert_eq!(found, expected, "{length} at {offset}");
            }
        }
    }

    #[test]
    fn it_is_known_which_bytes_were_written() {
        let memory = memory(40);
        memory.write(3, &[0; 10]);
        for offset in 0..40 {
            assert_eq!(memory.is_written::<1>(offset), (3..13).contains(&offset), "{offset}");
        }
        assert!(memory.is_written::<4>(4) && memory.is_written::<2>(10) && memory.is_written::<4>(8));
        assert!(!memory.is_written::<2>(2) && !memory.is_written::<8>(8) && !memory.is_written::<16>(0));
        memory.fill(0, 40, 1);
        assert!((0..2).all(|sixteen| memory.is_written::<16>(16 * sixteen)));
        memory.poison(5, 2);
        for offset in 0..40 {
            assert_eq!(memory.is_written::<1>(offset), !(5..7).contains(&offset), "{offset}");
        }
        assert_eq!(memory.load::<8>(0), [1, 1, 1, 1, 1, 0xff, 0xff, 1]);
    }

    #[test]
    fn aligned_accesses_move_their_bytes_and_no_others() {
        fn try_size<const N: usize>() {
            for offset in (0..48).step_by(N) {
                let memory = memory(48);
                memory.fill(0, 48, 0xee);
                let from: [u8; N] = std::array::from_fn(|byte| byte as u8 + 1);
                memory.store(offset, &from);
                let mut expected = [0xee; 48];
                expected[offset..offset + N].copy_from_slice(&from);
                let mut found = [0; 48];
                memory.read(0, &mut found);
                assert_eq!((found, memory.load::<N>(offset)), (expected, from), "{N} at {offset}");
            }
        }
        try_size::<1>();
        try_size::<2>();
        try_size::<4>();
        try_size::<8>();
        try_size::<16>();
    }

    #[test]
    fn an_update_is_of_its_number_alone() {
        let memory = memory(16);
        memory.fill(0, 16, 0);
        let add = Atomic { operation: Operation::Add, kind: Kind::U32, value: 3, expected: 0, scope: Scope::Gpu };
        assert_eq!(
            (memory.update(8, add), memory.update(12, add), memory.update(12, add)),
            ((0, true), (0, true), (3, true))
        );
        let exchange = Atomic { operation: Operation::CompareExchange, expected: 5, ..add };
        assert_eq!(memory.update(8, exchange), (3, false));
        let mut found = [0; 16];
        memory.read(0, &mut found);
        let numbers: Vec<u32> = found.chunks(4).map(|number| u32::from_ne_bytes(number.try_into().unwrap())).collect();
        assert_eq!(numbers, [0, 0, 3, 6]);
    }
}

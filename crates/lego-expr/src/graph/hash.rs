//! A fast hash for the graph's small keys: they come from our own code, so no attacker chooses them.

use std::hash::{BuildHasherDefault, Hasher};

/// Builds the hasher of the graph's tables.
pub(crate) type FastHash = BuildHasherDefault<MultiplyHasher>;

/// Multiply and rotate, word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MultiplyHasher(u64);

impl MultiplyHasher {
    fn word(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }
}

/// A hash that has seen one more word.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Hasher for MultiplyHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.word(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_i128(&mut self, value: i128) {
        self.word(value as u64);
        self.word((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.word(value as u64);
    }
}

//! What the lanes of a warp want of the banks of shared memory: the different words of each bank.

use crate::limits::{BANKS, WARP};

/// The most different words: two for each lane, by accesses of a word that straddle two. Of wider accesses fewer lanes are served
/// together.
const MOST: usize = 2 * WARP as usize;

/// The end of a chain.
const NONE: u8 = u8::MAX;

/// The different words that are wanted of each bank, in chains, one a bank.
///
/// Almost always a bank has few words, so that looking for one among them is no work. What is here is the one place in which
/// wavefronts are counted: the executor's profile, the search for a swizzle, the command and the macros all count by it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Banks {
    words: [u64; MOST],
    next: [u8; MOST],
    first: [u8; BANKS as usize],
    counts: [u8; BANKS as usize],
    len: usize,
    most: u8,
}

impl Banks {
    /// Nothing is wanted yet.
    pub(crate) const fn new() -> Self {
        Self {
            words: [0; MOST],
            next: [NONE; MOST],
            first: [NONE; BANKS as usize],
            counts: [0; BANKS as usize],
            len: 0,
            most: 0,
        }
    }

    /// Wants a word.
    pub(crate) const fn want(&mut self, word: u64) {
        let bank = (word % BANKS as u64) as usize;
        let mut at = self.first[bank];
        while at != NONE {
            if self.words[at as usize] == word {
                return;
            }
            at = self.next[at as usize];
        }
        self.words[self.len] = word;
        self.next[self.len] = self.first[bank];
        self.first[bank] = self.len as u8;
        self.len += 1;
        self.counts[bank] += 1;
        if self.counts[bank] > self.most {
            self.most = self.counts[bank];
        }
    }

    /// The words of the bank of which the most are wanted.
    pub(crate) const fn most(&self) -> u64 {
        self.most as u64
    }

    /// The first bank of which so many are wanted.
    pub(crate) const fn busiest(&self) -> u32 {
        let mut bank = 0;
        while bank < BANKS && self.counts[bank as usize] < self.most {
            bank += 1;
        }
        bank
    }
}

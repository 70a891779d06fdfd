//! The busiest bank of shared memory: the one of which the lanes of a warp want the most different words.
//!
//! Every count of bank conflicts ends here: the executor's profile, the command, the macros, and each layout that the
//! search for a swizzle counts alone.

use crate::limits::BANKS;

/// The busiest bank: which one, and how many different words it has to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busiest {
    /// A bank of which the most words are wanted.
    pub bank: u32,
    /// So many; 0 if nothing is wanted.
    pub words: u64,
}

/// The busiest bank when some words, given by their numbers from address 0, are wanted at once; the same word may come several
/// times and is given once.
///
/// ```
/// use lego_machine::banks::{Busiest, busiest};
/// assert_eq!(busiest(&[0, 1, 33, 65, 33]), Busiest { bank: 1, words: 3 });
/// assert_eq!(busiest(&[]).words, 0);
/// ```
pub const fn busiest(words: &[u64]) -> Busiest {
    // Almost always a bank has one word, which is the last that was wanted of it.
    let (mut counts, mut last) = ([0_u8; BANKS as usize], [0_u64; BANKS as usize]);
    let (mut found, mut n) = (Busiest { bank: 0, words: 0 }, 0);
    while n < words.len() {
        let word = words[n];
        let bank = (word % BANKS as u64) as usize;
        let is_known = counts[bank] > 0 && (last[bank] == word || counts[bank] > 1 && has(words, n, word));
        // More than 255 words are more than a warp wants.
        if !is_known && counts[bank] < u8::MAX {
            counts[bank] += 1;
            last[bank] = word;
            if counts[bank] as u64 > found.words {
                found = Busiest { bank: bank as u32, words: counts[bank] as u64 };
            }
        }
        n += 1;
    }
    found
}

/// Whether a word is one of the first so many.
const fn has(words: &[u64], count: usize, word: u64) -> bool {
    let mut n = 0;
    while n < count {
        if words[n] == word {
            return true;
        }
        n += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use random::Random;
    use std::collections::BTreeSet;
    use std::vec::Vec;

    #[test]
    fn the_busiest_bank_is_that_of_sets() {
        let mut random = Random::fresh();
        for _ in 0..3000 {
            let (count, span, stride) = (random.below(33), [32, 100, 2000][random.below(3) as usize], random.below(70));
            let is_strided = random.below(2) == 0;
            let words: Vec<u64> =
                (0..count).map(|n| if is_strided { n * stride } else { random.below(span) }).collect();
            let different: BTreeSet<u64> = words.iter().copied().collect();
            let of_bank = |bank| different.iter().filter(|word| *word % 32 == bank).count() as u64;
            let most = (0..32).map(of_bank).max().unwrap();
            let found = busiest(&words);
            assert_eq!((found.words, of_bank(found.bank.into())), (most, most), "{words:?}");
        }
    }
}

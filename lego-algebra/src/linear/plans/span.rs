//! Spans of words over F2, as `const fn`: independent words, what they have in common, and what completes them.

/// Bits that a word has at most.
pub(super) const WORDS: usize = 32;

/// Independent words, of which other words are sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// By its leading bit, a sum of the words; 0 where none leads so.
    reduced: [u32; WORDS],
    /// Which of the words were added for it, a bit each, in the order in which they came.
    made_of: [u32; WORDS],
    words: [u32; WORDS],
    count: u32,
}

impl Span {
    pub(super) const EMPTY: Self = Self { reduced: [0; WORDS], made_of: [0; WORDS], words: [0; WORDS], count: 0 };

    /// How many words there are: the dimension.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// The words, in the order in which they came.
    pub(super) const fn word(&self, number: u32) -> u32 {
        self.words[number as usize]
    }

    /// What is left of a word, and which words were added to it.
    const fn reduce(&self, word: u32) -> (u32, u32) {
        let (mut rest, mut made_of) = (word, 0);
        let mut bit = WORDS;
        while bit > 0 && rest != 0 {
            bit -= 1;
            if rest >> bit & 1 == 1 && self.reduced[bit] != 0 {
                rest ^= self.reduced[bit];
                made_of ^= self.made_of[bit];
            }
        }
        (rest, made_of)
    }

    /// Adds a word; whether it is no sum of those there are.
    pub(super) const fn add(&mut self, word: u32) -> bool {
        let (rest, made_of) = self.reduce(word);
        if rest == 0 {
            return false;
        }
        let leading = (u32::BITS - 1 - rest.leading_zeros()) as usize;
        self.reduced[leading] = rest;
        self.made_of[leading] = made_of ^ 1 << self.count;
        self.words[self.count as usize] = word;
        self.count += 1;
        true
    }

    /// Which words a word is the sum of, a bit each.
    pub(super) const fn express(&self, word: u32) -> Option<u32> {
        match self.reduce(word) {
            (0, made_of) => Some(made_of),
            _ => None,
        }
    }
}

/// A basis of what two spans have in common.
pub(super) const fn common(one: &Span, other: &Span) -> Span {
    // A sum of words of both that is 0 is a word of both.
    let (mut all, mut both) = (*one, Span::EMPTY);
    let mut k = 0;
    while k < other.count() {
        let word = other.word(k);
        match all.express(word) {
            Some(made_of) => {
                let (mut shared, mut j) = (0, 0);
                while j < one.count() {
                    if made_of >> j & 1 == 1 {
                        shared ^= one.word(j);
                    }
                    j += 1;
                }
                both.add(shared);
            }
            None => {
                all.add(word);
            }
        }
        k += 1;
    }
    both
}

/// Adds what is new of some words to a span, and to a list.
pub(super) const fn extend(space: &mut Span, list: &mut Span, words: &Span) {
    let mut k = 0;
    while k < words.count() {
        if space.add(words.word(k)) {
            list.add(words.word(k));
        }
        k += 1;
    }
}

/// As [`extend`], with the units of so many bits.
pub(super) const fn extend_by_units(space: &mut Span, list: &mut Span, bits: u32) {
    let mut bit = 0;
    while bit < bits {
        if space.add(1 << bit) {
            list.add(1 << bit);
        }
        bit += 1;
    }
}

/// As [`extend`], with so many at most in the list.
pub(super) const fn take(columns: &mut Span, list: &mut Span, words: &Span, most: u32) {
    let mut k = 0;
    while k < words.count() && list.count() < most {
        if columns.add(words.word(k)) {
            list.add(words.word(k));
        }
        k += 1;
    }
}

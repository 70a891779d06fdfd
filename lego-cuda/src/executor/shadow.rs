//! The last accesses to each word of memory, by which races are found.
//!
//! For each 4-byte word there is a cell with the last write and the last reads. Two accesses race if one writes, they
//! are of different threads, not both are atomic, and nothing orders the earlier before the later; what orders is
//! known to the caller. A word that is accessed in parts gets a cell for each byte, so neighbouring bytes of different
//! threads do not race.
//!
//! Two unordered reads are kept. A third replaces one of them, so a race of a write with three reads of different
//! threads, of which just the forgotten one is not ordered before the write, goes unseen; no race is reported that is
//! none.

use lego_machine::limits::{THREADS_PER_BLOCK, WARP};

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    Read,
    /// A read that says that nothing writes the place during the launch.
    ReadConstant,
    Write,
    /// The writing part of an asynchronous copy, which is not waited for yet.
    Pending,
    AtomicRead,
    /// An update or an atomic write.
    AtomicWrite,
}

impl Touch {
    fn writes(self) -> bool {
        matches!(self, Self::Write | Self::Pending | Self::AtomicWrite)
    }

    fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite)
    }

    fn from_bits(bits: u32) -> Self {
        match bits {
            0 => Self::Read,
            1 => Self::ReadConstant,
            2 => Self::Write,
            3 => Self::Pending,
            4 => Self::AtomicRead,
            _ => Self::AtomicWrite,
        }
    }
}

/// One access: by which thread of which block, when, where in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The number of the block and one; 0 for no access at all.
    block: u32,
    /// How many barriers of the whole block came before.
    pub(super) epoch: u32,
    /// The thread's own time.
    pub(super) clock: u32,
    /// The thread's number in its block, what it did, and the number of its site, from the lowest bit on: 10, 3 and 19 bits.
    packed: u32,
}

/// The most blocks that stamps can tell apart.
pub(super) const MOST_BLOCKS: u64 = u32::MAX as u64 - 1;
/// The bits of a thread's number, and the bit of a stamp at which the number of the site begins.
const THREAD_BITS: u32 = THREADS_PER_BLOCK.ilog2();
const SITE_AT: u32 = THREAD_BITS + 3;
/// The last number of a site that a stamp can hold; those above are taken for it.
const LAST_SITE: u32 = u32::MAX >> SITE_AT;

impl Stamp {
    pub(super) fn new(block: u32, thread: u32, epoch: u32, clock: u32, touch: Touch, site: u32) -> Self {
        let packed = (thread % THREADS_PER_BLOCK) | (touch as u32) << THREAD_BITS | site.min(LAST_SITE) << SITE_AT;
        Self { block: block + 1, epoch, clock, packed }
    }

    /// The block's number.
    pub(super) fn block(self) -> u32 {
        self.block.wrapping_sub(1)
    }

    pub(super) fn thread(self) -> u32 {
        self.packed % THREADS_PER_BLOCK
    }

    pub(super) fn touch(self) -> Touch {
        Touch::from_bits(self.packed >> THREAD_BITS & 7)
    }

    pub(super) fn site(self) -> u32 {
        self.packed >> SITE_AT
    }

    fn is_some(self) -> bool {
        self.block != 0
    }

    fn same_thread(self, other: Self) -> bool {
        self.block == other.block && self.thread() == other.thread()
    }
}

/// What is known of one place.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    write: Stamp,
    reads: [Stamp; 2],
}

impl Cell {
    /// The last write.
    pub(super) fn write(&self) -> Stamp {
        self.write
    }

    /// Notes an access, and says which one it races with. `ordered` says of an earlier access whether it is ordered
    /// before this one.
    fn touch(&mut self, now: Stamp, ordered: &impl Fn(Stamp) -> bool) -> Option<Stamp> {
        let touch = now.touch();
        let races = |earlier: Stamp| {
            let before = earlier.touch();
            earlier.is_some()
                && (touch.writes() || before.writes())
                && !(touch.is_atomic() && before.is_atomic())
                && (before == Touch::Pending
                    || (touch == Touch::ReadConstant && before.writes())
                    || (before == Touch::ReadConstant && touch.writes())
                    || !(earlier.same_thread(now) || ordered(earlier)))
        };
        if touch.writes() {
            let race = [self.write, self.reads[0], self.reads[1]].into_iter().find(|&earlier| races(earlier));
            *self = Self { write: now, reads: [Stamp::default(); 2] };
            return race;
        }
        let race = races(self.write).then_some(self.write);
        // What is unordered with a read that is ordered before this one is unordered with this one too.
        let covered = |read: Stamp| !read.is_some() || read.same_thread(now) || ordered(read);
        let near = |read: Stamp| read.block == now.block && read.thread() / WARP == now.thread() / WARP;
        // Of two others, the one whose warp is this one's goes: it is the likelier to be ordered with what comes.
        let slot = usize::from(!covered(self.reads[0]) && (covered(self.reads[1]) || !near(self.reads[0])));
        self.reads[slot] = now;
        race
    }

    /// Turns the writing part of a copy into a write that has ended.
    fn complete(&mut self, now: Stamp) {
        if self.write.touch() == Touch::Pending && self.write.same_thread(now) {
            self.write = now;
        }
    }
}

/// Cells for so many words.
#[derive(Default)]
pub(super) struct Cells {
    words: Vec<Cell>,
    /// The cells of the bytes, of those words that have one for each.
    bytes: Vec<Cell>,
    /// A bit for each word whether its bytes have cells of their own.
    split: Vec<u64>,
}

impl Cells {
    /// Makes sure that there are cells for so many bytes.
    pub(super) fn reach(&mut self, bytes: usize) {
        let words = bytes.div_ceil(4);
        if self.words.len() < words {
            self.words.resize(words, Cell::default());
            self.split.resize(words.div_ceil(64), 0);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.fill(Cell::default());
        self.split.fill(0);
    }

    /// Takes the cells of whole words again for all.
    pub(super) fn join_words(&mut self) {
        self.split.fill(0);
    }

    /// Calls a function with each cell of a range of bytes; a range is 1, 2 or a multiple of 4 bytes, aligned.
    pub(super) fn each(&mut self, offset: usize, bytes: usize, mut visit: impl FnMut(&mut Cell)) {
        if bytes < 4 {
            self.split(offset / 4);
            self.bytes[offset..offset + bytes].iter_mut().for_each(visit);
            return;
        }
        for word in offset / 4..(offset + bytes) / 4 {
            if self.split[word / 64] >> (word % 64) & 1 == 0 {
                visit(&mut self.words[word]);
            } else {
                self.bytes[4 * word..4 * word + 4].iter_mut().for_each(&mut visit);
            }
        }
    }

    fn split(&mut self, word: usize) {
        if self.bytes.len() < 4 * self.words.len() {
            self.bytes.resize(4 * self.words.len(), Cell::default());
        }
        let (flags, bit) = (&mut self.split[word / 64], 1 << (word % 64));
        if *flags & bit == 0 {
            *flags |= bit;
            self.bytes[4 * word..4 * word + 4].fill(self.words[word]);
        }
    }

    /// Notes an access to a range of bytes; gives the first race. `see` gets each cell before.
    pub(super) fn touch(
        &mut self,
        offset: usize,
        bytes: usize,
        now: Stamp,
        ordered: impl Fn(Stamp) -> bool,
        mut see: impl FnMut(&Cell),
    ) -> Option<Stamp> {
        let mut race = None;
        self.each(offset, bytes, |cell| {
            see(cell);
            let found = cell.touch(now, &ordered);
            race = race.or(found);
        });
        race
    }

    /// The copy of a thread to a range of bytes has ended.
    pub(super) fn complete(&mut self, offset: usize, bytes: usize, now: Stamp) {
        self.each(offset, bytes, |cell| cell.complete(now));
    }
}

/// The cells of a part of global memory.
#[derive(Default)]
pub(super) struct Page {
    /// How many barriers of the whole grid came before what the cells know.
    generation: u32,
    cells: Cells,
}

impl Page {
    pub(super) const BYTES: usize = 1024;

    /// The cells; what came before a barrier of the whole grid is ordered before everything after it, and forgotten.
    pub(super) fn cells(&mut self, generation: u32) -> &mut Cells {
        self.cells.reach(Self::BYTES);
        if self.generation < generation {
            self.generation = generation;
            self.cells.clear();
        }
        &mut self.cells
    }
}

//! The accesses to each word of memory that a later one may race with.
//!
//! For each 4-byte word there is a cell with the last plain write and the accesses since then: reads, and atomics. Two
//! accesses race if their [`Relation`] says so and nothing orders the earlier before the later; what orders is
//! known to the [`Order`]. An access that is ordered before another which covers it, as a write covers a read, is forgotten:
//! who races with the first races with the second. Threads of a block that do the same are one [`Crowd`]; where
//! there are several the cell names a list. A word that is accessed in parts gets a cell for each byte, so neighbouring
//! bytes of different threads do not race.
//!
//! Nothing is left out but this: of more than 8 atomics on one word that nothing orders the last are kept.

use super::order::Order;
use super::stamp::{Relation, Stamp};

/// An access that happens now.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    pub(super) stamp: Stamp,
    pub(super) order: &'a Order,
}

impl Now<'_> {
    /// Whether an earlier access races with this one.
    #[inline(always)]
    fn races(&self, earlier: Stamp) -> bool {
        match self.relation(earlier) {
            Relation::Never => false,
            Relation::Unordered => !self.follows(earlier),
            Relation::Always => true,
        }
    }

    #[inline(always)]
    fn relation(&self, earlier: Stamp) -> Relation {
        earlier.touch().relation(self.stamp.touch(), earlier.block() == self.stamp.block())
    }

    #[inline(always)]
    fn follows(&self, earlier: Stamp) -> bool {
        earlier.is_of_thread(self.stamp) || self.order.is_before(earlier, self.stamp.thread())
    }
}

/// Accesses of threads of one block, the same but for the thread: threads at equal distances, from a first one on.
#[derive(Clone, Copy, Default)]
struct Crowd {
    first: Stamp,
    step: u16,
    /// How many besides the first.
    others: u16,
}

impl Crowd {
    fn of(stamp: Stamp) -> Self {
        Self { first: stamp, step: 0, others: 0 }
    }

    fn members(self) -> impl Iterator<Item = Stamp> {
        let Self { first, step, others } = self;
        (0..=u32::from(others)).map(move |other| first.by(first.thread() + other * u32::from(step)))
    }

    /// Adds an access, if the crowd has it or can be longer by it.
    #[inline(always)]
    fn takes(&mut self, stamp: Stamp) -> bool {
        if !self.first.is_like(stamp) || stamp.touch().is_pending() {
            return false;
        }
        let distance = stamp.thread().wrapping_sub(self.first.thread());
        let (step, others) = (u32::from(self.step), u32::from(self.others));
        if distance == 0 {
            return true;
        }
        if self.others == 0 && distance < 1 << 16 {
            (self.step, self.others) = (distance as u16, 1);
            return true;
        }
        if distance == step * (others + 1) {
            self.others += 1;
            return true;
        }
        distance <= step * others && distance.is_multiple_of(step)
    }

    /// The first that races with an access now.
    #[inline(always)]
    fn race(self, now: &Now<'_>) -> Option<Stamp> {
        if self.others == 0 {
            return if now.races(self.first) { Some(self.first) } else { None };
        }
        match now.relation(self.first) {
            Relation::Never => None,
            Relation::Unordered if now.order.ends_epoch(self.first) => None,
            Relation::Unordered => self.members().find(|&member| !now.follows(member)),
            Relation::Always => Some(self.first),
        }
    }

    /// Whether it need not be remembered beside an access now.
    #[inline]
    fn is_covered(self, now: &Now<'_>) -> bool {
        now.stamp.touch().covers(self.first.touch(), self.first.block() == now.stamp.block())
            && (now.order.ends_epoch(self.first) || self.members().all(|member| now.follows(member)))
    }
}

/// What is known of one place.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// The last plain write.
    write: Stamp,
    /// The accesses since then, or the mark of a list of them.
    since: Crowd,
}

/// The crowds of a cell that has several.
#[derive(Clone, Default)]
struct List {
    crowds: Vec<Crowd>,
    /// Whether one of them may write; a read need not be compared with others.
    writes: bool,
}

impl List {
    fn push(&mut self, crowd: Crowd) {
        self.writes |= crowd.first.touch().writes();
        self.crowds.push(crowd);
    }
}

/// The lists of all cells.
#[derive(Default)]
struct Lists {
    lists: Vec<List>,
    free: Vec<u32>,
}

/// Of so many atomics of one place that nothing orders the last are kept.
const MOST_ATOMICS: usize = 8;
/// So many crowds at the end of a list are asked whether they have an access.
const NEAR: usize = 4;
/// A list of so many crowds is looked through for some that need not be remembered.
const MANY: usize = 8;

impl Lists {
    fn open(&mut self, crowds: impl IntoIterator<Item = Crowd>) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.lists.push(List::default());
            self.lists.len() as u32 - 1
        });
        crowds.into_iter().for_each(|crowd| self.lists[number as usize].push(crowd));
        number
    }

    fn close(&mut self, number: u32) {
        let list = &mut self.lists[number as usize];
        list.crowds.clear();
        list.writes = false;
        self.free.push(number);
    }

    fn clear(&mut self) {
        self.lists.clear();
        self.free.clear();
    }

    /// The first of a list that races with an access now. This and the next are loops by hand: many accesses look at a list, and
    /// where nothing is optimized iterators take several times as long.
    fn race(&self, number: u32, now: &Now<'_>) -> Option<Stamp> {
        let List { crowds, writes } = &self.lists[number as usize];
        if !*writes && !now.stamp.touch().writes() {
            return None;
        }
        let (list, mut at) = (crowds.as_slice(), 0);
        while at < list.len() {
            let race = list[at].race(now);
            if race.is_some() {
                return race;
            }
            at += 1;
        }
        None
    }

    /// Adds an access to a list.
    fn add(&mut self, number: u32, now: &Now<'_>) {
        let list = self.lists[number as usize].crowds.as_mut_slice();
        let mut at = list.len();
        let end = at.saturating_sub(NEAR);
        while at > end {
            at -= 1;
            if list[at].takes(now.stamp) {
                return;
            }
        }
        self.lengthen(number, now);
    }

    /// Adds an access to a list as a crowd of its own.
    fn lengthen(&mut self, number: u32, now: &Now<'_>) {
        let list = &mut self.lists[number as usize];
        if list.crowds.len() >= MANY && list.crowds.len() == list.crowds.capacity() {
            list.crowds.retain(|crowd| !crowd.is_covered(now));
        }
        if now.stamp.touch().is_atomic() {
            let is_atomic = |crowd: &Crowd| crowd.first.touch().is_atomic();
            if list.crowds.iter().filter(|crowd| is_atomic(crowd)).count() == MOST_ATOMICS {
                let oldest = list.crowds.iter().position(is_atomic).expect("there are several");
                list.crowds.remove(oldest);
            }
        }
        list.push(Crowd::of(now.stamp));
    }
}

impl Cell {
    /// The number of its list, if it has one. What another block left in shared memory is nobody's; its lists are gone.
    #[inline]
    fn list(&self, now: &Now<'_>, is_shared: bool) -> Option<u32> {
        let (number, block) = self.since.first.marks()?;
        if !is_shared || block == now.stamp.block() { Some(number) } else { None }
    }

    /// Notes an access, and says which earlier one it races with.
    #[inline(always)]
    fn touch<const SHARED: bool>(&mut self, lists: &mut Lists, now: &Now<'_>) -> Option<Stamp> {
        if !self.write.is_some() && !self.since.first.is_some() {
            // Nobody was here, as in most places of an output and an input.
            if now.stamp.touch().is_plain_write() {
                self.write = now.stamp;
            } else {
                self.since = Crowd::of(now.stamp);
            }
            return None;
        }
        self.touch_again::<SHARED>(lists, now)
    }

    /// As [`touch`](Self::touch), where somebody was.
    fn touch_again<const SHARED: bool>(&mut self, lists: &mut Lists, now: &Now<'_>) -> Option<Stamp> {
        let touch = now.stamp.touch();
        let list = self.list(now, SHARED);
        let is_since = self.since.first.is_there::<SHARED>(now.stamp);
        let race = if self.write.is_there::<SHARED>(now.stamp) && now.races(self.write) {
            Some(self.write)
        } else if let Some(list) = list {
            lists.race(list, now)
        } else if is_since {
            self.since.race(now)
        } else {
            None
        };
        if touch.is_plain_write() {
            if let Some(list) = list {
                lists.close(list);
            }
            *self = Self { write: now.stamp, since: Crowd::default() };
            return race;
        }
        match list {
            // What constant memory was read by, races with every write.
            Some(list) if touch.is_constant_read() => {
                lists.close(list);
                self.since = Crowd::of(now.stamp);
            }
            Some(list) => lists.add(list, now),
            None if !is_since => self.since = Crowd::of(now.stamp),
            None if self.since.first.touch().is_constant_read() => {}
            None if self.since.takes(now.stamp) => {}
            None if touch.is_constant_read() || self.since.is_covered(now) => self.since = Crowd::of(now.stamp),
            None => {
                let list = lists.open([self.since, Crowd::of(now.stamp)]);
                self.since = Crowd::of(Stamp::mark(list, now.stamp.block()));
            }
        }
        race
    }

    /// The first copy of a thread that is under way has ended: what was pending has happened.
    fn end(&mut self, lists: &mut Lists, now: &Now<'_>, is_shared: bool) {
        let is_pending = |stamp: Stamp| stamp.is_of_thread(now.stamp) && stamp.touch().is_pending();
        if is_pending(self.write) {
            self.write = self.write.ended(now.stamp);
        }
        let since = match self.list(now, is_shared) {
            Some(list) => lists.lists[list as usize].crowds.iter_mut().find(|crowd| is_pending(crowd.first)),
            None => Some(&mut self.since).filter(|since| is_pending(since.first)),
        };
        if let Some(Crowd { first, .. }) = since {
            *first = first.ended(now.stamp);
        }
    }

    /// Forgets what a barrier of the whole grid orders before everything after it: all but copies that are under way, and reads
    /// of constant memory.
    fn forget(&mut self, lists: &mut Lists) {
        if self.write.is_some() {
            self.write = self.write.aged();
        }
        let is_kept = |crowd: &Crowd| {
            let touch = crowd.first.touch();
            crowd.first.is_some() && (touch.is_pending() || touch.is_constant_read())
        };
        let keeps = match self.since.first.marks() {
            None => is_kept(&self.since),
            Some((number, _)) => {
                let crowds = &mut lists.lists[number as usize].crowds;
                crowds.retain(is_kept);
                let is_empty = crowds.is_empty();
                if is_empty {
                    lists.close(number);
                }
                !is_empty
            }
        };
        if !keeps {
            self.since = Crowd::default();
        }
    }
}

/// Cells for so many words.
#[derive(Default)]
pub(super) struct Cells {
    words: Box<[Cell]>,
    /// The cells of the bytes, of those words that have one for each.
    bytes: Vec<Cell>,
    /// A bit for each word whether its bytes have cells of their own.
    split: Vec<u64>,
    lists: Lists,
}

impl Cells {
    /// Makes sure that there are cells for so many bytes.
    #[inline(always)]
    pub(super) fn reach(&mut self, bytes: usize) {
        if 4 * self.words.len() < bytes {
            self.grow(bytes.div_ceil(4));
        }
    }

    #[cold]
    fn grow(&mut self, words: usize) {
        // SAFETY: a cell is numbers, and one of zeros is the default.
        let mut longer = unsafe { Box::<[Cell]>::new_zeroed_slice(words).assume_init() };
        longer[..self.words.len()].copy_from_slice(&self.words);
        self.words = longer;
        self.split.resize(words.div_ceil(64), 0);
    }

    /// Forgets what a barrier of the whole grid orders before everything after it.
    pub(super) fn forget(&mut self) {
        for cell in self.words.iter_mut().chain(&mut self.bytes) {
            cell.forget(&mut self.lists);
        }
    }

    /// Leaves the cells to another block, for which what they hold is nothing.
    pub(super) fn leave(&mut self) {
        self.split.fill(0);
        self.lists.clear();
    }

    /// Calls a function with each cell of a range of bytes; a range is 1, 2 or a multiple of 4 bytes, aligned.
    #[inline]
    fn each(&mut self, offset: usize, bytes: usize, mut visit: impl FnMut(&mut Cell, &mut Lists)) {
        if bytes < 4 {
            self.split(offset / 4);
            self.bytes[offset..offset + bytes].iter_mut().for_each(|cell| visit(cell, &mut self.lists));
            return;
        }
        for word in offset / 4..(offset + bytes) / 4 {
            if self.split[word / 64] >> (word % 64) & 1 == 0 {
                visit(&mut self.words[word], &mut self.lists);
            } else {
                self.bytes[4 * word..4 * word + 4].iter_mut().for_each(|cell| visit(cell, &mut self.lists));
            }
        }
    }

    fn split(&mut self, word: usize) {
        if self.bytes.len() < 4 * self.words.len() {
            self.bytes.resize(4 * self.words.len(), Cell::default());
        }
        let (flags, bit) = (&mut self.split[word / 64], 1 << (word % 64));
        if *flags & bit != 0 {
            return;
        }
        *flags |= bit;
        let whole = self.words[word];
        for byte in 4 * word..4 * word + 4 {
            self.bytes[byte] = whole;
            // Each byte has a list of its own; one of another block is gone.
            if let Some((list, block)) = whole.since.first.marks()
                && let Some(List { crowds, .. }) = self.lists.lists.get(list as usize).cloned()
            {
                self.bytes[byte].since = Crowd::of(Stamp::mark(self.lists.open(crowds), block));
            }
        }
    }

    /// The last write to some of a range of bytes that is such a one.
    pub(super) fn find_write(&self, offset: usize, bytes: usize, is_such: &dyn Fn(Stamp) -> bool) -> Option<Stamp> {
        let (mut at, mut asked) = (offset, Stamp::default());
        while at < offset + bytes {
            let word = at / 4;
            let is_whole = self.split[word / 64] >> (word % 64) & 1 == 0;
            let (write, step) = if is_whole { (self.words[word].write, 4 - at % 4) } else { (self.bytes[at].write, 1) };
            // Mostly one store wrote all of it.
            if write.is_some() && write != asked {
                if is_such(write) {
                    return Some(write);
                }
                asked = write;
            }
            at += step;
        }
        None
    }

    /// Notes an access to a range of bytes; gives the first race.
    #[inline(always)]
    pub(super) fn touch<const SHARED: bool>(&mut self, offset: usize, bytes: usize, now: &Now<'_>) -> Option<Stamp> {
        // No word has cells for its bytes as long as there are none of those.
        if bytes == 4 && self.bytes.is_empty() {
            return self.words[offset / 4].touch::<SHARED>(&mut self.lists, now);
        }
        self.touch_range::<SHARED>(offset, bytes, now)
    }

    fn touch_range<const SHARED: bool>(&mut self, offset: usize, bytes: usize, now: &Now<'_>) -> Option<Stamp> {
        let mut race = None;
        self.each(offset, bytes, |cell, lists| {
            let found = cell.touch::<SHARED>(lists, now);
            race = race.or(found);
        });
        race
    }

    /// Forgets that a thread of a block wrote a range of bytes last.
    pub(super) fn forget_write(&mut self, offset: usize, bytes: usize, (block, thread): (u32, u32)) {
        self.each(offset, bytes, |cell, _| {
            if cell.write.is_some() && (cell.write.block(), cell.write.thread()) == (block, thread) {
                cell.write = Stamp::default();
            }
        });
    }

    /// The copy of a thread from or to a range of bytes has ended.
    pub(super) fn end(&mut self, offset: usize, bytes: usize, now: &Now<'_>, is_shared: bool) {
        self.each(offset, bytes, |cell, lists| cell.end(lists, now, is_shared));
    }
}

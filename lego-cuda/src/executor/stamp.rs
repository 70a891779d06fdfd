//! Stamps: one access of the past, by whom, when and where in the source.

use lego_machine::limits::THREADS_PER_BLOCK;

/// What an access does: a set of flags.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Touch(u32);

/// Whether two accesses to one place race.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    Never,
    /// If nothing orders the first before the second.
    Unordered,
    Always,
}

impl Touch {
    const WRITES: u32 = 1;
    const ATOMIC: u32 = 2;
    const PENDING: u32 = 4;
    /// Of an atomic, that it is one for its block alone; of a load, that it is one of constant memory; of a write, that it
    /// came before a barrier of the whole grid.
    const SPECIAL: u32 = 8;
    const KINDS: usize = 16;

    pub(super) const READ: Self = Self(0);
    pub(super) const WRITE: Self = Self(Self::WRITES);
    /// A read that says that nothing writes the place during the launch.
    pub(super) const CONSTANT_READ: Self = Self(Self::SPECIAL);
    /// The reading part of an asynchronous copy, which is not waited for yet.
    pub(super) const PENDING_READ: Self = Self(Self::PENDING);
    /// The writing part of such a copy.
    pub(super) const PENDING_WRITE: Self = Self(Self::PENDING | Self::WRITES);
    /// A write before a barrier of the whole grid.
    pub(super) const OLD_WRITE: Self = Self(Self::SPECIAL | Self::WRITES);

    /// An atomic that writes or not, for all of the device or for its block alone.
    pub(super) const fn atomic(writes: bool, wide: bool) -> Self {
        let (writes, narrow) = (if writes { Self::WRITES } else { 0 }, if wide { 0 } else { Self::SPECIAL });
        Self(Self::ATOMIC | writes | narrow)
    }

    #[inline(always)]
    pub(super) const fn writes(self) -> bool {
        self.0 & Self::WRITES != 0
    }

    /// Whether it writes, and is no atomic.
    #[inline(always)]
    pub(super) const fn is_plain_write(self) -> bool {
        self.0 & (Self::WRITES | Self::ATOMIC) == Self::WRITES
    }

    pub(super) const fn is_atomic(self) -> bool {
        self.0 & Self::ATOMIC != 0
    }

    #[inline(always)]
    pub(super) const fn is_pending(self) -> bool {
        self.0 & Self::PENDING != 0
    }

    #[inline(always)]
    pub(super) const fn is_constant_read(self) -> bool {
        self.0 == Self::CONSTANT_READ.0
    }

    /// Whether an access races with a later one, of the same block or of another.
    #[inline(always)]
    pub(super) fn relation(self, later: Self, same_block: bool) -> Relation {
        RELATIONS[same_block as usize][(self.0 as usize % Self::KINDS) * Self::KINDS + later.0 as usize % Self::KINDS]
    }

    const fn related(self, later: Self, same_block: bool) -> Relation {
        if self.0 == Self::OLD_WRITE.0 {
            return if later.is_constant_read() { Relation::Always } else { Relation::Never };
        }
        let is_narrow = (self.0 | later.0) & Self::SPECIAL != 0;
        let both_atomic = self.0 & later.0 & Self::ATOMIC != 0 && (same_block || !is_narrow);
        if (self.0 | later.0) & Self::WRITES == 0 || both_atomic {
            Relation::Never
        } else if self.is_pending() || self.is_constant_read() || later.is_constant_read() {
            Relation::Always
        } else {
            Relation::Unordered
        }
    }

    /// Whether all that an earlier access may race with, of the same block or of another, races with this one too, as long as both
    /// are remembered: one that is pending may end later than another, so that only what constant memory is read by stands for it.
    #[inline]
    pub(super) const fn covers(self, earlier: Self, same_block: bool) -> bool {
        COVERED[same_block as usize][self.0 as usize] >> earlier.0 & 1 == 1
    }
}

/// For each kind of access and each later one whether they race: where they are of two blocks, and of one.
static RELATIONS: [[Relation; Touch::KINDS * Touch::KINDS]; 2] = [relations(false), relations(true)];

const fn relations(same_block: bool) -> [Relation; Touch::KINDS * Touch::KINDS] {
    let mut relations = [Relation::Never; Touch::KINDS * Touch::KINDS];
    let mut pair = 0;
    while pair < relations.len() {
        let (earlier, later) = (Touch((pair / Touch::KINDS) as u32), Touch((pair % Touch::KINDS) as u32));
        relations[pair] = earlier.related(later, same_block);
        pair += 1;
    }
    relations
}

/// For each kind of access those that it covers, a bit for each: where they are of two blocks, and of one.
const COVERED: [[u16; Touch::KINDS]; 2] = [covered(false), covered(true)];

const fn covered(same_block: bool) -> [u16; Touch::KINDS] {
    let mut covered = [0; Touch::KINDS];
    let mut pair = 0;
    while pair < Touch::KINDS * Touch::KINDS {
        let (later, earlier) = (Touch((pair / Touch::KINDS) as u32), Touch((pair % Touch::KINDS) as u32));
        let (mut covers, mut third) = (!earlier.is_pending() || later.is_constant_read(), 0);
        // A third access is of the block of each of the two, or not; of both only if they are of one.
        while third < 4 * Touch::KINDS {
            let (with, of_later, of_earlier) = (Touch((third / 4) as u32), third & 1 != 0, third & 2 != 0);
            let is_possible = if same_block { of_later == of_earlier } else { !(of_later && of_earlier) };
            covers &= !is_possible || later.related(with, of_later) as u8 >= earlier.related(with, of_earlier) as u8;
            third += 1;
        }
        covered[pair / Touch::KINDS] |= (covers as u16) << (pair % Touch::KINDS);
        pair += 1;
    }
    covered
}

/// One access: by which thread of which block, when, where in the source.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The number of the block and one; 0 for no access at all.
    block: u32,
    /// How many barriers of the whole block came before.
    pub(super) epoch: u32,
    /// The thread's own time.
    pub(super) clock: u32,
    /// The thread's number in its block, what it did, and the number of its site, from the lowest bit on: 10, 4 and 18 bits.
    packed: u32,
}

/// The most blocks that stamps can tell apart, with one number to spare.
pub(super) const MOST_BLOCKS: u64 = u32::MAX as u64 - 2;
/// The bits of a thread's number, and the bit of a stamp at which the number of the site begins.
const THREAD_BITS: u32 = THREADS_PER_BLOCK.ilog2();
const SITE_AT: u32 = THREAD_BITS + 4;
/// The last number of a site that a stamp can hold; those above are taken for it.
const LAST_SITE: u32 = u32::MAX >> SITE_AT;

impl Stamp {
    #[inline(always)]
    pub(super) fn new(block: u32, thread: u32, epoch: u32, clock: u32, touch: Touch, site: u32) -> Self {
        let site = if site < LAST_SITE { site } else { LAST_SITE };
        let packed = (thread % THREADS_PER_BLOCK) | touch.0 << THREAD_BITS | site << SITE_AT;
        Self { block: block + 1, epoch, clock, packed }
    }

    /// No access, but two numbers: see [`marks`](Self::marks).
    pub(super) fn mark(number: u32, block: u32) -> Self {
        Self { block: u32::MAX, epoch: block, clock: number, packed: 0 }
    }

    /// The numbers of a mark, if this is one.
    #[inline(always)]
    pub(super) fn marks(self) -> Option<(u32, u32)> {
        if self.block == u32::MAX { Some((self.clock, self.epoch)) } else { None }
    }

    /// The block's number.
    #[inline(always)]
    pub(super) fn block(self) -> u32 {
        self.block.wrapping_sub(1)
    }

    #[inline(always)]
    pub(super) fn thread(self) -> u32 {
        self.packed % THREADS_PER_BLOCK
    }

    #[inline(always)]
    pub(super) fn touch(self) -> Touch {
        Touch(self.packed >> THREAD_BITS & 0xf)
    }

    pub(super) fn site(self) -> u32 {
        self.packed >> SITE_AT
    }

    #[inline(always)]
    pub(super) fn is_some(self) -> bool {
        self.block != 0
    }

    /// Whether it is an access that one now has to do with: in shared memory, that of another block has not.
    #[inline(always)]
    pub(super) fn is_there<const SHARED: bool>(self, now: Self) -> bool {
        self.block != 0 && (!SHARED || self.block == now.block)
    }

    #[inline(always)]
    pub(super) fn is_of_thread(self, other: Self) -> bool {
        self.block == other.block && self.thread() == other.thread()
    }

    /// Whether both are the same but for the thread.
    #[inline(always)]
    pub(super) fn is_like(self, other: Self) -> bool {
        self.block == other.block
            && self.epoch == other.epoch
            && self.clock == other.clock
            && (self.packed ^ other.packed) / THREADS_PER_BLOCK == 0
    }

    /// The same by another thread of the block.
    pub(super) fn by(self, thread: u32) -> Self {
        let others = self.packed / THREADS_PER_BLOCK * THREADS_PER_BLOCK;
        Self { packed: others | (thread % THREADS_PER_BLOCK), ..self }
    }

    /// The same when the copy has ended, at another time of the thread: of a write, after all barriers of the grid so far.
    pub(super) fn ended(self, now: Self) -> Self {
        let packed = self.packed & !((Touch::PENDING | Touch::SPECIAL) << THREAD_BITS);
        Self { epoch: now.epoch, clock: now.clock, packed, ..self }
    }

    /// The same, of a write, after a barrier of the whole grid.
    pub(super) fn aged(self) -> Self {
        Self { packed: self.packed | Touch::SPECIAL << THREAD_BITS, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that an access can do.
    const ALL: [Touch; 9] = [
        Touch::READ,
        Touch::WRITE,
        Touch::CONSTANT_READ,
        Touch::PENDING_READ,
        Touch::PENDING_WRITE,
        Touch::atomic(false, false),
        Touch::atomic(false, true),
        Touch::atomic(true, false),
        Touch::atomic(true, true),
    ];

    #[test]
    fn a_stamp_keeps_what_it_is_made_of() {
        for (number, touch) in (0..).zip(ALL) {
            for thread in [0, 1, 31, 512, 1023] {
                let block = MOST_BLOCKS as u32 - 1;
                let stamp = Stamp::new(block, thread, 7, 8, touch, number * 100);
                assert_eq!((stamp.block(), stamp.thread(), stamp.site()), (block, thread, number * 100));
                assert!(stamp.touch() == touch && stamp.is_some() && stamp.marks().is_none());
                assert!(stamp.by(5).is_like(stamp) && stamp.by(5).thread() == 5);
            }
        }
        assert_eq!(Stamp::mark(3, 4).marks(), Some((3, 4)));
        assert!(!Stamp::default().is_some());
        assert_eq!(Stamp::new(0, 0, 0, 0, Touch::READ, u32::MAX).site(), LAST_SITE);
        let write = Stamp::new(0, 9, 1, 1, Touch::PENDING_WRITE, 3);
        let ended = write.ended(Stamp::new(0, 9, 4, 5, Touch::READ, 8));
        assert!(ended.touch() == Touch::WRITE && (ended.epoch, ended.clock, ended.site()) == (4, 5, 3));
        assert!(ended.aged().touch() == Touch::OLD_WRITE && ended.aged().thread() == 9);
        // A copy that a barrier of the grid does not end comes after it.
        assert!(write.aged().ended(Stamp::new(0, 9, 4, 5, Touch::READ, 8)) == ended);
        assert!(write.aged().touch().relation(Touch::READ, false) == Relation::Always);
    }

    #[test]
    fn accesses_race_where_one_writes_and_not_both_are_atomic_for_each_other() {
        let [narrow, wide] = [false, true].map(|wide| Touch::atomic(true, wide));
        let load = Touch::atomic(false, true);
        for (a, b, same_block, others) in [
            (Touch::READ, Touch::READ, Relation::Never, Relation::Never),
            (Touch::READ, Touch::WRITE, Relation::Unordered, Relation::Unordered),
            (Touch::WRITE, wide, Relation::Unordered, Relation::Unordered),
            (Touch::READ, load, Relation::Never, Relation::Never),
            (wide, wide, Relation::Never, Relation::Never),
            (wide, narrow, Relation::Never, Relation::Unordered),
            (narrow, load, Relation::Never, Relation::Unordered),
            (Touch::PENDING_READ, Touch::READ, Relation::Never, Relation::Never),
            (Touch::PENDING_READ, Touch::WRITE, Relation::Always, Relation::Always),
            (Touch::WRITE, Touch::PENDING_READ, Relation::Unordered, Relation::Unordered),
            (Touch::PENDING_WRITE, wide, Relation::Always, Relation::Always),
            (Touch::CONSTANT_READ, Touch::WRITE, Relation::Always, Relation::Always),
            (Touch::WRITE, Touch::CONSTANT_READ, Relation::Always, Relation::Always),
            (Touch::OLD_WRITE, Touch::CONSTANT_READ, Relation::Always, Relation::Always),
            (Touch::OLD_WRITE, Touch::WRITE, Relation::Never, Relation::Never),
        ] {
            assert!(a.relation(b, true) == same_block && a.relation(b, false) == others, "{} {}", a.0, b.0);
        }
    }

    #[test]
    fn what_is_covered_races_with_no_more() {
        let [narrow, wide] = [false, true].map(|wide| Touch::atomic(true, wide));
        for touch in ALL {
            assert!(touch.covers(touch, true) != touch.is_pending());
            assert!(touch.covers(touch, false) != (touch.is_pending() || touch.is_atomic()));
            let is_read = touch == Touch::READ || (touch.is_atomic() && !touch.writes());
            for same_block in [false, true] {
                assert!(Touch::PENDING_WRITE.covers(touch, same_block) != touch.is_pending());
                assert!(Touch::CONSTANT_READ.covers(Touch::PENDING_READ, same_block));
                assert_eq!(Touch::READ.covers(touch, same_block), is_read);
                assert!(Touch::CONSTANT_READ.covers(Touch::READ, same_block));
            }
        }
        assert!(narrow.covers(wide, true) && !narrow.covers(wide, false) && !wide.covers(narrow, true));
        assert!(Touch::WRITE.covers(narrow, false) && !Touch::READ.covers(wide, true));
        assert!(!wide.covers(Touch::READ, true));
    }
}

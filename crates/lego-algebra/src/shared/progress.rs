//! What the parts of a search tell each other.

use super::member::Kind;
use super::outcome::Found;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::Relaxed;

/// The fewest wavefronts that were found, and of those that take the ideal, how few bytes and operations: so that threads that share a
/// search give up what cannot be better. And how many steps they took, which have one limit.
///
/// ```
/// use lego_algebra::shared::{Kind, SearchProgress, Tile, TileAccess, least, least_shared};
/// let tile = Tile::new(24, 24, 4).unwrap();
/// let columns: Vec<_> = (0..576).map(|t| Some([t % 24, t / 24])).collect();
/// let accesses = [TileAccess::new(&tile, &columns, 1).unwrap()];
/// let (known, most) = (SearchProgress::default(), u64::MAX);
/// let share = || least_shared(&tile, &accesses, &Kind::ALL, &[], most, &known);
/// let [one, other] = std::thread::scope(|scope| [scope.spawn(share), scope.spawn(share)].map(|thread| thread.join().unwrap()));
/// assert_eq!(one.joined(other).best, least(&tile, &accesses, &Kind::ALL, most).best);
/// ```
#[derive(Debug)]
pub struct SearchProgress {
    /// Of each kind alone, and last of all.
    least: [Least; Kind::ALL.len() + 1],
    /// The steps that were taken, as far as the threads have told.
    requests: AtomicUsize,
    /// Of what is shared, how much is taken.
    taken: [AtomicUsize; Shared::COUNT],
}

/// What is known of the least of some members.
#[derive(Debug)]
pub(super) struct Least {
    fewest: AtomicUsize,
    /// Span and operations of a member that takes the ideal, as one number.
    ideal: AtomicUsize,
}

/// What threads share: one by one, each by the next that asks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shared {
    /// How many members there are is said once.
    Family,
    /// The paddings, once for each of the kinds that are tried together.
    Padded,
    Swizzled,
    Skewed,
}

impl Shared {
    const COUNT: usize = Self::Skewed as usize + 1;
}

/// Bits of a number of operations.
const OPERATIONS: u32 = 4;

impl Default for SearchProgress {
    fn default() -> Self {
        Self {
            least: [const { Least { fewest: AtomicUsize::new(usize::MAX), ideal: AtomicUsize::new(usize::MAX) } };
                Kind::ALL.len() + 1],
            requests: AtomicUsize::new(0),
            taken: [const { AtomicUsize::new(0) }; Shared::COUNT],
        }
    }
}

impl SearchProgress {
    /// What is known of the least of a kind alone, or of all.
    pub(super) fn least(&self, rivals: Option<Kind>) -> &Least {
        &self.least[rivals.map_or(Kind::ALL.len(), |kind| kind as usize)]
    }

    /// The number of the next that is not taken.
    pub(super) fn take(&self, shared: Shared) -> usize {
        self.taken[shared as usize].fetch_add(1, Relaxed)
    }

    /// So many more steps were taken.
    pub(super) fn spend(&self, requests: u64) {
        self.requests.fetch_add(usize::try_from(requests).unwrap_or(usize::MAX), Relaxed);
    }

    /// The steps that all threads have told of; of more than a number of the machine, what is left of them.
    pub(super) fn spent(&self) -> u64 {
        self.requests.load(Relaxed) as u64
    }
}

impl Least {
    /// A member was found, where accesses take so many wavefronts at least.
    pub(super) fn learn(&self, found: &Found, ideal: u64) {
        self.fewest.fetch_min(usize::try_from(found.wavefronts).unwrap_or(usize::MAX), Relaxed);
        if found.wavefronts == ideal {
            self.ideal.fetch_min(cost(found.span, found.operations), Relaxed);
        }
    }

    pub(super) fn fewest(&self) -> u64 {
        let fewest = self.fewest.load(Relaxed);
        if fewest == usize::MAX { u64::MAX } else { fewest as u64 }
    }

    /// Whether a member that takes the ideal has a smaller span, or the same and fewer operations.
    pub(super) fn has_ideal_below(&self, span: u64, operations: u32) -> bool {
        self.ideal.load(Relaxed) < cost(span, operations)
    }

    /// Whether a member that takes the ideal has a smaller span.
    pub(super) fn has_ideal_of_less(&self, span: u64) -> bool {
        self.ideal.load(Relaxed) < cost(span, 0)
    }
}

/// As one number; too large ones are as if nothing were known, and never below another.
fn cost(span: u64, operations: u32) -> usize {
    let cost = usize::try_from(span).ok().and_then(|span| span.checked_mul(1 << OPERATIONS));
    cost.and_then(|cost| cost.checked_add(operations as usize)).unwrap_or(usize::MAX)
}

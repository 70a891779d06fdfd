//! Parts of warps side by side, with every lane where padding and skew put it, so that many swizzles count them.

use super::access::{Near, TileAccess};
use super::class::{Class, Classes, Xor};
use super::counts::{Counts, LANES, LEFT_OUT, SIDE, Window, windows};
use super::position::Position;
use super::rows::Rows;
use super::tile::Tile;
use core::ops::Range;
use lego_machine::Vector;

/// A number for each lane.
type Lanes<P> = [P; LANES];

/// Of each lane its bank, or that it is left out.
type Banks = [u8; LANES];

/// The lanes of a part as if the first of them were at row and column 0: where their rows begin, and their columns.
struct Shape<P> {
    starts: Lanes<P>,
    columns: Lanes<P>,
    elements: usize,
    lanes: usize,
}

impl<P: Position> Shape<P> {
    const NONE: Self = Self { starts: [P::ZERO; LANES], columns: [P::ZERO; LANES], elements: 0, lanes: 0 };

    fn new(elements: &[Option<[u32; 2]>], rows: &Rows) -> Self {
        let mut shape = Self { elements: elements.len(), ..Self::NONE };
        let [first_row, first_column] = first(elements);
        for (lane, [i, j]) in elements.iter().flatten().enumerate() {
            let from_first = [*i as i32 - first_row as i32, *j as i32 - first_column as i32];
            [shape.starts[lane % LANES], shape.columns[lane % LANES]] = rows.moved(from_first).map(P::of);
            shape.lanes = lane + 1;
        }
        shape
    }

    /// The positions of lanes of which the first is this one.
    #[inline]
    fn put(&self, [i, j]: [u32; 2], rows: &Rows, positions: &mut Lanes<P>) {
        let [first, by] = rows.place(i);
        let [first, column, pitch] = [first, rows.turned(j, by), rows.pitch].map(P::of);
        for ((position, start), by) in positions.iter_mut().zip(&self.starts).zip(&self.columns) {
            *position = first.plus(*start).plus(column.turned(*by, pitch));
        }
    }
}

fn first(elements: &[Option<[u32; 2]>]) -> [u32; 2] {
    elements.iter().flatten().next().copied().unwrap_or_default()
}

/// Some parts of an access.
pub(super) struct Parts<P> {
    /// How many.
    count: usize,
    positions: [Lanes<P>; SIDE],
    /// The banks of lanes before they are swizzled: of those that want the same unit, a word or a vector, all but the first are left out.
    banks: [Banks; SIDE],
    /// The lanes that take part, of each.
    lanes: [usize; SIDE],
    /// The lanes that a part may have.
    at_once: usize,
    /// Whether no two lanes of a part want the same unit.
    are_different: bool,
    unit: u32,
    /// One less than the units that all banks give at once.
    ones: u32,
    /// Whether a lane moves one element.
    is_single: bool,
    near: Near,
    counts: Counts,
    /// The steps that were taken since somebody asked: a part that is looked at is one, and more where lanes are
    /// compared with lanes.
    steps: u64,
}

/// The number of distances at which the lanes of a part are compared with each other in one step.
const COMPARED: u64 = 2;

/// The number of elements of which a part's vectors are put together in one step.
const PUT: u64 = 16;

/// The steps of comparing the lanes of a part at some distances.
fn compared(distances: u32) -> u64 {
    u64::from(distances.count_ones()) / COMPARED
}

impl<P: Position> Parts<P> {
    /// None.
    pub(super) fn new() -> Self {
        Self {
            count: 0,
            positions: [[P::ZERO; LANES]; SIDE],
            banks: [[0; LANES]; SIDE],
            lanes: [0; SIDE],
            at_once: LANES,
            are_different: true,
            unit: 0,
            ones: 0,
            is_single: true,
            near: Near::ANY,
            counts: Counts::new(),
            steps: 0,
        }
    }

    /// Returns the steps since it was asked the last time.
    pub(super) fn take_steps(&mut self) -> u64 {
        core::mem::take(&mut self.steps)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Become up to [`SIDE`] of an access from one on in [its order](TileAccess::in_order), of whose lanes it says what they may have to do with each other.
    /// `false` where a lane's elements are no vector before a swizzle, and so under none that keeps vectors whole.
    pub(super) fn set(&mut self, tile: &Tile, access: &TileAccess<'_>, from: usize, rows: &Rows, near: Near) -> bool {
        (self.unit, self.at_once, self.near) = (access.unit(), access.at_once(), near);
        self.ones = (1_u32 << (tile.banks() - self.unit)) - 1;
        self.count = SIDE.min(access.parts() - from);
        self.is_single = access.vector() == 1;
        self.steps += self.count as u64;
        let (mut shape, mut shape_of) = (Shape::NONE, None);
        for (n, [part, like]) in access.in_order(from).take(SIDE).enumerate() {
            let elements = access.part(part);
            if self.is_single {
                // Most parts are one that was moved.
                if shape_of != Some(like) || shape.elements != elements.len() {
                    (shape, shape_of) = (Shape::new(elements, rows), Some(like));
                }
                shape.put(first(elements), rows, &mut self.positions[n]);
                self.lanes[n] = shape.lanes;
            } else {
                self.lanes[n] = 0;
                self.steps += elements.len() as u64 / PUT;
                for elements in elements.chunks_exact(access.vector() as usize) {
                    let Some(start) = start(elements, rows) else { return false };
                    if let Some(start) = start {
                        self.positions[n][self.lanes[n] % LANES] = P::of(start);
                        self.lanes[n] += 1;
                    }
                }
            }
        }
        // Lanes of whole words are different where their elements are, and those of different rows where each begins with a word.
        let is_of_rows = access.is_spread() && rows.pitch % (1 << self.unit) == 0;
        let shared =
            if is_of_rows || access.is_different() && 1 << self.unit <= access.vector() { 0 } else { near.shared };
        self.are_different = true;
        for part in 0..self.count {
            let (banks, positions) = (&mut self.banks[part], &self.positions[part]);
            put_banks(banks, positions, self.unit, self.ones);
            if shared != 0 || self.lanes[part] < LANES {
                self.steps += compared(shared);
                self.are_different &= !leave_out(banks, positions, self.lanes[part], self.unit, shared);
            }
        }
        true
    }

    /// The wavefronts above ideal of some of them under a swizzle that keeps words and vectors whole.
    pub(super) fn whole(&mut self, some: Range<usize>, xor: Xor) -> u64 {
        let [right, left, mask] = xor.of_banks(self.unit, self.ones);
        let (right, mask) = if right < P::BITS { (right, P::of(mask)) } else { (0, P::ZERO) };
        self.counts.clear();
        for part in some {
            let mut banks = self.banks[part];
            let pairs = banks.iter_mut().zip(&self.positions[part]);
            if left == 0 {
                pairs.for_each(|(bank, position)| *bank ^= (*position >> right & mask).low());
            } else {
                pairs.for_each(|(bank, position)| *bank ^= (*position << left & mask).low());
            }
            self.counts.add(part, &banks[..self.at_once]);
        }
        self.counts.extra()
    }

    /// The distances of lanes at which different words may become one under a swizzle.
    fn near_under(&self, xor: Xor) -> u32 {
        if xor.keeps(self.unit) { 0 } else { self.near.joined((xor.to - self.unit) as usize) }
    }

    /// Whether lanes are in one word under a swizzle just where they were before. So what they take is known from the bank bits that it changes, and
    /// from what is xored to these.
    pub(super) fn stay(&self, xor: Xor) -> bool {
        xor.keeps(self.unit) || self.are_different && self.near_under(xor) == 0
    }

    /// The wavefronts above ideal of some of them under any swizzle, where a lane moves one element.
    pub(super) fn any(&mut self, some: Range<usize>, xor: Xor) -> u64 {
        if self.stay(xor) {
            return self.whole(some, xor);
        }
        let near = self.near_under(xor);
        self.counts.clear();
        for part in some {
            self.steps += compared(self.near.shared | near);
            let (mut positions, mut banks) = (self.positions[part], [0; LANES]);
            let ones = P::of(xor.ones);
            positions.iter_mut().for_each(|position| *position = *position ^ (*position >> xor.from & ones) << xor.to);
            put_banks(&mut banks, &positions, self.unit, self.ones);
            leave_out(&mut banks, &positions, self.lanes[part], self.unit, self.near.shared | near);
            self.counts.add(part, &banks[..self.at_once]);
        }
        self.counts.extra()
    }

    /// Adds, for each class that is asked for, the wavefronts above ideal that its swizzles take at least, for windows of whole words, and of others;
    /// what was added in all. What is added for one is the same whatever else is asked for.
    pub(super) fn least(
        &mut self,
        Classes { whole, parted }: Classes,
        tile: &Tile,
        totals: &mut [u64; Class::COUNT],
    ) -> u64 {
        let (above, bits) = ((self.unit - tile.word()) as usize, self.ones.count_ones() as usize);
        let (mut added, count) = (0, self.count);
        let mut add = |counts: &Counts, sets: [u32; 2]| {
            // Of a wider access some windows are the same.
            let own = |n: usize| Window::of_number(n).above(above).number();
            let asked = windows(sets[0] | sets[1]).fold(0, |asked, n| asked | 1 << own(n));
            let least = counts.least(asked, bits);
            for (set, totals) in sets.into_iter().zip(totals.chunks_exact_mut(Window::COUNT)) {
                for n in windows(set) {
                    totals[n] += least[own(n)];
                    added += least[own(n)];
                }
            }
        };
        // Vectors that are parted are none; of single elements all lanes count that stay apart, and where elements fill words these are all.
        let parted = if self.is_single { parted } else { 0 };
        let (near, unit) = (self.near, self.unit);
        let is_kept = |n: &usize| unit == 0 || near.joined(Window::of_number(*n).first_or_none()) == 0;
        let kept = windows(parted).filter(is_kept).fold(0, |kept, n| kept | 1 << n);
        if whole | kept != 0 {
            self.counts.clear();
            for part in 0..count {
                self.counts.add(part, &self.banks[part][..self.at_once]);
            }
            add(&self.counts, [whole, kept]);
        }
        if parted != kept {
            let distances = self.near.any_joined();
            self.steps += count as u64 * (1 + compared(distances));
            self.counts.clear();
            for part in 0..count {
                let apart = self.apart(part, distances);
                self.counts.add(part, &apart[..self.at_once]);
            }
            add(&self.counts, [0, parted & !kept]);
        }
        added
    }

    /// The banks of those of a part's lanes that want different words, and do so under every swizzle that parts words, too, where lanes only at some
    /// distances are near. The others are left out.
    ///
    /// Such a swizzle S xors bits from t on by some below, s of them in the word: it is its own inverse and linear, so S(x) and S(y) are in one word
    /// where x xor y is S(z) of a z in word 0, not 0. This is z xor v·2^t, where v is what of z is in the source, at most 3. So the words of x and y
    /// differ by v times a power of two, and their places in the word differ, since of these only bits above the lowest of z change.
    fn apart(&self, part: usize, distances: u32) -> Banks {
        let (unit, mask) = (self.unit, P::of((1 << self.unit) - 1));
        let (mut banks, mut first) = (self.banks[part], self.positions[part]);
        for (position, bank) in first.iter_mut().zip(&banks) {
            *position |= P::ones(bank & LEFT_OUT != 0);
        }
        let is_near = |difference: P| (difference >> unit).is_step() & (difference & mask != P::ZERO);
        let near = later(&first, &self.positions[part], distances, is_near);
        banks.iter_mut().zip(near).for_each(|(bank, near)| *bank |= LEFT_OUT & near.low());
        banks
    }
}

/// The banks of positions.
#[inline]
fn put_banks<P: Position>(banks: &mut Banks, positions: &Lanes<P>, unit: u32, ones: u32) {
    let ones = P::of(ones);
    for (bank, position) in banks.iter_mut().zip(positions) {
        *bank = (*position >> unit & ones).low();
    }
}

/// Leaves lanes out: those that take no part, after so many that do, and those that want the same unit as one before them, where only those at some
/// distances may want the same; whether it is one of those that take part.
#[inline]
fn leave_out<P: Position>(banks: &mut Banks, positions: &Lanes<P>, lanes: usize, unit: u32, distances: u32) -> bool {
    banks[lanes..].fill(LEFT_OUT);
    if distances == 0 {
        return false;
    }
    let later = later(positions, positions, distances, |difference| difference >> unit == P::ZERO);
    let mut is_later = P::ZERO;
    for (bank, later) in banks[..lanes].iter_mut().zip(later) {
        *bank |= LEFT_OUT & later.low();
        is_later |= later;
    }
    is_later != P::ZERO
}

/// Those lanes, as all ones, that have some difference, as exclusive or, from another one that is at some distance before them.
#[inline]
fn later<P: Position>(
    others: &Lanes<P>,
    positions: &Lanes<P>,
    mut distances: u32,
    is_such: impl Fn(P) -> bool,
) -> Lanes<P> {
    let (mut before, mut later) = ([P::NOWHERE; 2 * LANES], [P::ZERO; LANES]);
    before[LANES..].copy_from_slice(others);
    while distances != 0 {
        let distance = distances.trailing_zeros() as usize + 1;
        distances &= distances - 1;
        for ((later, position), other) in later.iter_mut().zip(positions).zip(&before[LANES - distance..]) {
            *later |= P::ones(is_such(*position ^ *other));
        }
    }
    later
}

/// Where a lane's vector begins, or nothing where it leaves it out; `None` where its elements are no vector.
fn start(elements: &[Option<[u32; 2]>], rows: &Rows) -> Option<Option<u32>> {
    if elements[0].is_none() {
        return elements.iter().all(Option::is_none).then_some(None);
    }
    let mut vector = Vector::new(elements.len() as u32);
    for element in elements {
        if !vector.add(rows.position((*element)?).into()) {
            return None;
        }
    }
    vector.start().map(|start| Some(start as u32))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::brute_force::{any_access, wavefronts_of_warp};
    use super::super::member::Member;
    use super::super::swizzles::every;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn parts_take_what_brute_force_counts_and_bounds_are_never_above() {
        take_what_brute_force_counts::<u16>();
        take_what_brute_force_counts::<u32>();
    }

    fn take_what_brute_force_counts<P: Position>() {
        let mut random = Random::fresh();
        let (mut parted, mut bounded, mut none, mut conflicts, mut moved, mut same) = (0, 0, 0, 0, 0, 0);
        let (mut rows, mut parts) = (Rows::new(), Parts::<P>::new());
        // A hundred tiles, and more where these have few of a kind.
        for tile in 0..1000 {
            let all_kinds = parted > 100 && bounded > 1000 && none > 20 && conflicts > 1000 && moved > 10 && same > 3;
            if tile >= 100 && all_kinds {
                return;
            }
            let tile = Tile::new(1 + random.below(40), 1 + random.below(40), 1 << random.below(5)).unwrap();
            let wanted: Vec<_> = (0..1 + random.below(2)).map(|_| any_access(&mut random, &tile)).collect();
            let accesses: Vec<_> =
                wanted.iter().filter_map(|(elements, vector)| TileAccess::new(&tile, elements, *vector)).collect();
            let padding = tile.paddings().nth(random.index(8)).unwrap_or(0);
            let pitch = tile.columns() + padding;
            let place = Member { padding, skew: random.below(pitch.into()) as u32, ..Member::default() };
            let near = |access: &TileAccess<'_>, rows: &Rows| access.near(&tile, rows);
            rows.set(&tile, &place);
            let positions = u64::from(tile.rows()) * u64::from(pitch);
            let bits = (tile.banks() - tile.word()) as usize;
            for access in &accesses {
                let from = random.index(access.parts());
                let are_vectors = parts.set(&tile, access, from, &rows, near(access, &rows));
                let numbers = || access.in_order(from).take(SIDE);
                assert_eq!(parts.count(), numbers().count());
                moved += u32::from(numbers().zip(numbers().skip(1)).any(|([_, one], [_, next])| one == next));
                let mut alike: Vec<(i32, Window, u64)> = Vec::new();
                for swizzle in every(positions, pitch) {
                    let member = Member { swizzle, ..place };
                    let xor = Xor::new(swizzle, pitch).unwrap();
                    let class = Class::new(xor, tile.word(), tile.banks(), &accesses);
                    let above = |[part, _]: [usize; 2]| {
                        let taken = wavefronts_of_warp(&tile, &member, access.part(part), access.vector());
                        taken.map(|[taken, ideal]| taken - ideal)
                    };
                    let taken: Option<u64> = numbers().map(above).sum();
                    if !are_vectors {
                        assert!(!class.is_whole || taken.is_none(), "{tile:?} {member:?}");
                        none += 1;
                        continue;
                    }
                    if class.is_whole {
                        assert_eq!(Some(parts.whole(0..parts.count(), xor)), taken, "{tile:?} {member:?}");
                    }
                    if access.vector() == 1 {
                        assert_eq!(Some(parts.any(0..parts.count(), xor)), taken, "{tile:?} {member:?}");
                    }
                    let Some(taken) = taken else { continue };
                    if parts.stay(xor) && access.vector() == 1 {
                        let like = alike.iter().find(|like| (like.0, like.1) == (xor.distance(), class.window));
                        assert!(like.is_none_or(|like| like.2 == taken), "{tile:?} {member:?} {like:?}");
                        same += u32::from(like.is_some() && !class.is_whole && taken > 0);
                        alike.push((xor.distance(), class.window, taken));
                    }
                    // What is said of a larger window holds of all swizzles in it, too.
                    let all = (0..bits)
                        .flat_map(|count| (0..=bits - count).map(move |first| Window::new(first, first + count)));
                    let is_around = |window: &Window| {
                        let is_parted_elsewhere =
                            !class.is_whole && window.first_or_none() != class.window.first_or_none();
                        !is_parted_elsewhere && (0..32_u32).all(|bit| !class.window.changes(bit) || window.changes(bit))
                    };
                    for window in all.filter(is_around) {
                        let (mut totals, mut asked) = ([0; Class::COUNT], Classes::NONE);
                        asked.add(Class { window, ..class });
                        parts.least(asked, &tile, &mut totals);
                        let least = totals[Class { window, ..class }.number()];
                        assert!(least <= taken, "{tile:?} {member:?} {class:?} {window:?}: {least} {taken}");
                        bounded += u32::from(least > 0);
                    }
                    parted += u32::from(!class.is_whole);
                    conflicts += u32::from(taken > 0);
                }
            }
        }
        panic!("a kind is hardly ever met: {parted} {bounded} {none} {conflicts} {moved} {same}");
    }
}

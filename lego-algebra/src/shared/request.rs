//! A request of a warp with every lane where padding and skew put it, so that many swizzles count it.

use super::access::TileAccess;
use super::class::Xor;
use super::counts::{BANK_BITS, Banks, LANES, Seen, Window};
use super::member::Member;
use super::tile::Tile;

/// So many rows have their places in a table.
const ROWS: usize = 512;

/// Where the rows of a tile begin under one padding and skew, and how far they are turned.
pub(super) struct Rows {
    pitch: u32,
    skew: u32,
    places: [[u32; 2]; ROWS],
}

impl Rows {
    pub(super) fn new() -> Self {
        Self { pitch: 1, skew: 0, places: [[0; 2]; ROWS] }
    }

    /// Those of a member.
    pub(super) fn set(&mut self, tile: &Tile, member: &Member) {
        (self.pitch, self.skew) = (member.pitch(tile), member.skew);
        let (mut start, mut turned) = (0, 0);
        for place in self.places.iter_mut().take(tile.rows() as usize) {
            *place = [start, turned];
            start += self.pitch;
            turned += self.skew;
            if turned >= self.pitch {
                turned -= self.pitch;
            }
        }
    }

    #[inline]
    fn position(&self, [i, j]: [u32; 2]) -> u32 {
        let [start, turned] = match self.places.get(i as usize) {
            Some(place) => *place,
            None => [i * self.pitch, (u64::from(i) * u64::from(self.skew) % u64::from(self.pitch)) as u32],
        };
        // The column is below the pitch, and so is the turn.
        let column = j + turned;
        start + if column >= self.pitch { column - self.pitch } else { column }
    }
}

/// The parts of a warp that are served one after the other, at most.
const PARTS: usize = 4;

/// The lanes of a warp, part after part: `first` of those that want the same unit, a word or a vector, before it is swizzled, and `all`
/// of them.
pub(super) struct Request {
    first: [u32; LANES],
    first_ends: [usize; PARTS],
    /// The banks of the first.
    banks: [u8; LANES],
    all: [u32; LANES],
    all_ends: [usize; PARTS],
    unit: u32,
    /// One less than the units that all banks give at once.
    ones: u8,
    /// Whether no two of all are the same, so that bounds of swizzles that part words hold.
    is_different: bool,
    /// Whether a lane moves one element.
    is_single: bool,
}

impl Request {
    /// The request of a warp; `None` where a lane's elements are no vector before a swizzle, and so under none that keeps vectors whole.
    pub(super) fn new(tile: &Tile, access: &TileAccess<'_>, warp: usize, rows: &Rows, seen: &mut Seen) -> Option<Self> {
        let (unit, vector) = (access.unit(), access.vector());
        let mut request = Self {
            first: [0; LANES],
            first_ends: [0; PARTS],
            banks: [0; LANES],
            all: [0; LANES],
            all_ends: [0; PARTS],
            unit,
            ones: ((1_u32 << (tile.banks() - unit)) - 1) as u8,
            is_different: access.is_different(),
            is_single: vector == 1,
        };
        // Lanes of whole words are different where their elements are.
        let is_looked_at = !access.is_different() || 1 << unit > vector;
        let lanes = (1_usize << (tile.banks() - unit)) * vector as usize;
        let (mut first, mut all) = (0, 0);
        for (part, elements) in access.elements_of(warp).chunks(lanes).enumerate() {
            seen.clear();
            let mut add = |position: u32| {
                request.all[all % LANES] = position;
                all += 1;
                if !is_looked_at || seen.is_new(position >> unit) {
                    request.first[first % LANES] = position;
                    first += 1;
                }
            };
            if vector == 1 {
                elements.iter().flatten().for_each(|element| add(rows.position(*element)));
            } else {
                for elements in elements.chunks_exact(vector as usize) {
                    if let Some(start) = start(elements, rows)? {
                        add(start);
                    }
                }
            }
            request.first_ends[part..].fill(first);
            request.all_ends[part..].fill(all);
        }
        for (bank, position) in request.banks.iter_mut().zip(request.first) {
            *bank = (position >> unit) as u8 & request.ones;
        }
        Some(request)
    }

    /// The wavefronts above ideal under a swizzle that keeps words and vectors whole.
    pub(super) fn whole(&self, xor: Xor) -> u64 {
        let mut banks = [0; LANES];
        for (bank, position) in banks.iter_mut().zip(&self.first) {
            *bank = self.bank(xor.apply(*position));
        }
        let (mut extra, mut start) = (0, 0);
        for end in self.first_ends {
            if end > start {
                extra += most(&banks[start..end]);
            }
            start = end;
        }
        extra
    }

    /// The wavefronts above ideal under any swizzle; `None` of vectors.
    pub(super) fn any(&self, xor: Xor, seen: &mut Seen) -> Option<u64> {
        let mut extra = 0;
        for part in parts(&self.all_ends).filter(|_| self.is_single) {
            let (mut banks, mut count) = ([0; LANES], 0);
            seen.clear();
            for position in &self.all[part] {
                let position = xor.apply(*position);
                if seen.is_new(position >> self.unit) {
                    banks[count] = self.bank(position);
                    count += 1;
                }
            }
            extra += most(&banks[..count]);
        }
        self.is_single.then_some(extra)
    }

    /// Adds, for each class that is asked for, the wavefronts above ideal that its swizzles take at least: for windows of whole words, and of others.
    pub(super) fn least(&self, [whole, parted]: [u32; 2], tile: &Tile, totals: &mut [u64; 2 * Window::COUNT]) {
        let above = (self.unit - tile.word()) as usize;
        // Where elements fill words, a single one is never parted.
        let is_kept = self.is_single && self.unit == 0;
        let all = || {
            windows(whole)
                .map(|n| [n, n])
                .chain(windows(if is_kept { parted } else { 0 }).map(|n| [n, n + Window::COUNT]))
        };
        let mut start = 0;
        for end in self.first_ends.into_iter().filter(|_| whole != 0 || is_kept) {
            if end > start {
                let banks = Banks::new(&self.banks[start..end]);
                for [n, total] in all() {
                    totals[total] += banks.least(narrowed(n, above), self.ones.count_ones() as usize);
                }
            }
            start = end;
        }
        if parted == 0 || is_kept || !self.is_single || !self.is_different {
            return;
        }
        // Elements at the same place of their words: different words stay different, also where words are parted.
        let mut most = [0; Window::COUNT];
        for place in 0..1_u32 << self.unit {
            let (mut banks, mut count) = ([0; LANES], 0);
            for position in &self.all[..self.all_ends[0]] {
                banks[count % LANES] = self.bank(*position);
                count += usize::from(position & ((1 << self.unit) - 1) == place);
            }
            let banks = Banks::new(&banks[..count]);
            for n in windows(parted) {
                most[n] = banks.least(Window::of_number(n), BANK_BITS).max(most[n]);
            }
        }
        for n in windows(parted) {
            totals[n + Window::COUNT] += most[n];
        }
    }

    #[inline]
    fn bank(&self, position: u32) -> u8 {
        (position >> self.unit) as u8 & self.ones
    }
}

/// Where a lane's vector begins, or nothing where it leaves it out; `None` where its elements are no vector.
fn start(elements: &[Option<[u32; 2]>], rows: &Rows) -> Option<Option<u32>> {
    let vector = elements.len() as u32;
    let Some(first) = elements[0] else {
        return elements.iter().all(Option::is_none).then_some(None);
    };
    let (start, mut seen) = (rows.position(first) / vector * vector, 0_u32);
    for element in elements {
        let position = rows.position((*element)?);
        if position / vector * vector != start {
            return None;
        }
        seen |= 1 << (position - start);
    }
    (seen.count_ones() == vector).then_some(Some(start))
}

/// The lanes of each part that has some.
fn parts(ends: &[usize; PARTS]) -> impl Iterator<Item = core::ops::Range<usize>> + use<> {
    let ends = *ends;
    (0..PARTS).map(move |n| if n == 0 { 0..ends[0] } else { ends[n - 1]..ends[n] }).filter(|part| !part.is_empty())
}

/// The lanes above one of the busiest bank.
#[inline]
fn most(banks: &[u8]) -> u64 {
    let (mut counts, mut most) = ([0_u8; LANES], 1);
    for bank in banks {
        let count = &mut counts[usize::from(*bank) % LANES];
        *count += 1;
        most = most.max(*count);
    }
    u64::from(most - 1)
}

/// The numbers of the windows in a set.
pub(super) fn windows(mut set: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let n = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        n
    })
}

/// The window without bits below the banks of a wider access.
fn narrowed(number: usize, above: usize) -> Window {
    let window = Window::of_number(number);
    if above == 0 { window } else { window.above(above) }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::class::Class;
    use super::super::obvious::{any_access, wavefronts_of_warp};
    use super::super::swizzles::every;
    use super::*;
    use random::Random;
    use std::vec::Vec;

    #[test]
    fn requests_take_what_is_obvious_and_bounds_are_never_above() {
        let mut random = Random::fresh();
        let (mut parted, mut bounded, mut none, mut conflicts) = (0, 0, 0, 0);
        let (mut rows, mut seen) = (Rows::new(), Seen::new());
        for _ in 0..150 {
            let tile = Tile::new(1 + random.below(40), 1 + random.below(40), 1 << random.below(5)).unwrap();
            let wanted: Vec<_> = (0..1 + random.below(2)).map(|_| any_access(&mut random, &tile)).collect();
            let accesses: Vec<_> =
                wanted.iter().filter_map(|(elements, vector)| TileAccess::new(&tile, elements, *vector)).collect();
            let padding = tile.paddings().nth(random.index(8)).unwrap_or(0);
            let pitch = tile.columns() + padding;
            let place = Member { padding, skew: random.below(pitch.into()) as u32, ..Member::default() };
            rows.set(&tile, &place);
            let positions = u64::from(tile.rows()) * u64::from(pitch);
            let bits = (tile.banks() - tile.word()) as usize;
            for access in &accesses {
                let warp = random.index(access.warps());
                let request = Request::new(&tile, access, warp, &rows, &mut seen);
                for swizzle in every(positions, pitch) {
                    let member = Member { swizzle, ..place };
                    let xor = Xor::new(swizzle, pitch).unwrap();
                    let class = Class::new(xor, tile.word(), tile.banks(), &accesses);
                    let taken = wavefronts_of_warp(&tile, &member, access.elements_of(warp), access.vector());
                    let taken = taken.map(|[taken, ideal]| taken - ideal);
                    let Some(request) = &request else {
                        assert!(!class.is_whole || taken.is_none(), "{tile:?} {member:?}");
                        none += 1;
                        continue;
                    };
                    if class.is_whole {
                        assert_eq!(Some(request.whole(xor)), taken, "{tile:?} {member:?}");
                    }
                    if access.vector() == 1 {
                        assert_eq!(request.any(xor, &mut seen), taken, "{tile:?} {member:?}");
                    } else {
                        assert_eq!(request.any(xor, &mut seen), None);
                    }
                    let Some(taken) = taken else { continue };
                    for window in (0..bits).flat_map(|count| class.window.around(count, bits)) {
                        let (mut totals, asked) = ([0; Class::COUNT], 1 << window.number());
                        let asked = if class.is_whole { [asked, 0] } else { [0, asked] };
                        request.least(asked, &tile, &mut totals);
                        let least = totals[Class { window, ..class }.number()];
                        assert!(least <= taken, "{tile:?} {member:?} {class:?} {window:?}: {least} {taken}");
                        bounded += u32::from(least > 0);
                    }
                    parted += u32::from(!class.is_whole);
                    conflicts += u32::from(taken > 0);
                }
            }
        }
        assert!(
            parted > 100 && bounded > 1000 && none > 20 && conflicts > 1000,
            "{parted} {bounded} {none} {conflicts}"
        );
    }
}

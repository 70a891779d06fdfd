//! A request of a warp with every lane where padding and skew put it, so that many swizzles count it.

use super::access::{Near, TileAccess};
use super::class::Xor;
use super::counts::{Banks, LANES, Seen, Window, histogram};
use super::member::Member;
use super::tile::Tile;
use core::cell::OnceCell;

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
        // The column is below the pitch, and so is the turn: of both differences one is below zero or the smaller.
        let column = j + turned;
        start + column.min(column.wrapping_sub(self.pitch))
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
    /// Whether a lane moves one element.
    is_single: bool,
    /// What lanes may have to do with each other.
    near: Option<Near>,
    apart: OnceCell<Apart>,
}

/// Of the first lanes, which want different words, those that want different words under every swizzle that parts words, too.
struct Apart {
    banks: [u8; LANES],
    count: usize,
    /// Whether all lanes of the warp are among them.
    is_all: bool,
}

impl Request {
    /// One of no lanes.
    pub(super) fn new() -> Self {
        Self {
            first: [0; LANES],
            first_ends: [0; PARTS],
            banks: [0; LANES],
            all: [0; LANES],
            all_ends: [0; PARTS],
            unit: 0,
            ones: 0,
            is_single: true,
            near: None,
            apart: OnceCell::new(),
        }
    }

    /// Becomes the request of a warp, of which the access says what lanes may have to do with each other; `None` where a lane's elements are no vector before a swizzle, and so under none that keeps vectors whole.
    pub(super) fn set(
        &mut self,
        tile: &Tile,
        access: &TileAccess<'_>,
        warp: usize,
        rows: &Rows,
        near: Option<Near>,
        seen: &mut Seen,
    ) -> Option<&Self> {
        let (unit, vector) = (access.unit(), access.vector());
        self.unit = unit;
        self.ones = ((1_u32 << (tile.banks() - unit)) - 1) as u8;
        (self.is_single, self.near) = (vector == 1, near);
        self.apart = OnceCell::new();
        let lanes = (1_usize << (tile.banks() - unit)) * vector as usize;
        let mut all = 0;
        for (part, elements) in access.elements_of(warp).chunks(lanes).enumerate() {
            if vector == 1 {
                elements.iter().flatten().for_each(|element| {
                    self.all[all % LANES] = rows.position(*element);
                    all += 1;
                });
            } else {
                for elements in elements.chunks_exact(vector as usize) {
                    if let Some(start) = start(elements, rows)? {
                        self.all[all % LANES] = start;
                        all += 1;
                    }
                }
            }
            self.all_ends[part..].fill(all);
        }
        if all == 0 {
            self.all_ends = [0; PARTS];
        }
        // Lanes of whole words are different where their elements are, and those of different rows where each begins with a word.
        let is_of_rows = access.is_spread() && rows.pitch % (1 << unit) == 0;
        let is_apart = near.is_some_and(|near| !near.may_share);
        if is_of_rows || is_apart || access.is_different() && 1 << unit <= vector {
            (self.first, self.first_ends) = (self.all, self.all_ends);
        } else {
            let (mut first, mut start) = (0, 0);
            for (end, first_end) in self.all_ends.into_iter().zip(&mut self.first_ends) {
                seen.clear();
                for position in &self.all[start..end] {
                    if seen.is_new(position >> unit) {
                        self.first[first % LANES] = *position;
                        first += 1;
                    }
                }
                (*first_end, start) = (first, end);
            }
        }
        for (bank, position) in self.banks.iter_mut().zip(self.first) {
            *bank = (position >> unit) as u8 & self.ones;
        }
        Some(self)
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
        if self.is_single && self.unit > 0 && xor.from < xor.to && self.apart().is_all {
            return Some(self.whole(xor));
        }
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

    /// Adds, for each class that is asked for, the wavefronts above ideal that its swizzles take at least, for windows of whole words, and of others;
    /// what was added in all.
    pub(super) fn least(&self, [whole, parted]: [u32; 2], tile: &Tile, totals: &mut [u64; 2 * Window::COUNT]) -> u64 {
        let (above, bits) = ((self.unit - tile.word()) as usize, self.ones.count_ones() as usize);
        let [whole_totals, parted_totals] = halves(totals);
        // Where elements fill words, a single one is never parted; nor do lanes come together that are near no other.
        let is_kept = self.is_single && (self.unit == 0 || self.near.is_some_and(|near| near.joined == 0));
        let (kept, mut added, mut start) = (if is_kept { parted } else { 0 }, 0, 0);
        for end in self.first_ends.into_iter().filter(|_| whole | kept != 0) {
            if end > start {
                let banks = Banks::new(&self.banks[start..end]);
                added += banks.add_least([whole, kept], above, bits, [&mut *whole_totals, &mut *parted_totals]);
            }
            start = end;
        }
        if parted != kept && self.is_single {
            let apart = self.apart();
            let banks = Banks::new(&apart.banks[..apart.count]);
            added += banks.add_least([0, parted], above, bits, [whole_totals, parted_totals]);
        }
        added
    }

    /// The lanes whose words differ under every swizzle that parts words.
    ///
    /// Such a swizzle S xors bits from t on by some below, s of them in the word: it is its own inverse and linear, so S(x) and S(y) are in one word
    /// where x xor y is S(z) of a z in word 0, not 0. This is z xor v·2^t, where v is what of z is in the source, at most 3. So the words of x and y
    /// differ by 2^n or 3·2^n, and their places in the word differ, since of these only bits above the lowest of z change.
    fn apart(&self) -> &Apart {
        self.apart.get_or_init(|| {
            let first = &self.first[..self.first_ends[PARTS - 1]];
            let are_all_different = self.first_ends == self.all_ends;
            match self.near {
                Some(Near { joined: 0, .. }) => {
                    return Apart { banks: self.banks, count: first.len(), is_all: are_all_different };
                }
                // Of many distances it is as well to compare all.
                Some(Near { joined, .. }) if are_all_different && joined.count_ones() <= FEW => {
                    return self.apart_by_distance(joined);
                }
                _ => {}
            }
            let (unit, mask) = (self.unit, (1_u32 << self.unit) - 1);
            let mut apart = Apart { banks: [0; LANES], count: 0, is_all: are_all_different };
            // Place after place, each compared with those of the places before: at one place of a word lanes stay apart.
            let (mut before, mut count) = ([0_u16; LANES], 0);
            for place in 0..=mask {
                let compared = count;
                for (position, bank) in first.iter().zip(&self.banks) {
                    if position & mask != place {
                        continue;
                    }
                    // Positions that are no 16 bits are as good as near.
                    let is_near = match u16::try_from(*position) {
                        Ok(position) => is_near(position, &before, compared, unit),
                        Err(_) => compared > 0,
                    };
                    if !is_near {
                        before[count % LANES] = *position as u16;
                        apart.banks[count % LANES] = *bank;
                        count += 1;
                    }
                }
            }
            apart.count = count;
            apart.is_all &= apart.count == first.len();
            apart
        })
    }

    /// The same, of different words, where only lanes at some distances may be near each other.
    fn apart_by_distance(&self, mut distances: u32) -> Apart {
        let (unit, mask) = (self.unit, (1 << self.unit) - 1);
        let mut is_out = [0_u32; LANES];
        while distances != 0 {
            let distance = distances.trailing_zeros() as usize + 1;
            distances &= distances - 1;
            let pairs = self.all.iter().zip(&self.all[distance..]);
            for ((one, other), is_out) in pairs.zip(&mut is_out[distance..]) {
                let difference = one ^ other;
                *is_out |= u32::from(is_step(difference >> unit) & (difference & mask != 0));
            }
        }
        let lanes = self.all_ends[PARTS - 1];
        let mut apart = Apart { banks: [0; LANES], count: 0, is_all: false };
        for (bank, is_out) in self.banks.iter().zip(is_out).take(lanes) {
            apart.banks[apart.count % LANES] = *bank;
            apart.count += usize::from(is_out == 0);
        }
        apart.is_all = apart.count == lanes;
        apart
    }

    #[inline]
    fn bank(&self, position: u32) -> u8 {
        (position >> self.unit) as u8 & self.ones
    }
}

/// So many distances are looked at one by one.
const FEW: u32 = 4;

/// Whether a number is 2^n, 3·2^n or 0.
#[inline]
fn is_step(word: u32) -> bool {
    let lowest = word & word.wrapping_neg();
    // Without its lowest bit it is 0, or twice that.
    let rest = word ^ lowest;
    (rest == 0) | (rest == lowest << 1)
}

/// Whether a position's word differs from one of the first so many by 2^n or 3·2^n.
#[inline]
fn is_near(position: u16, before: &[u16; LANES], compared: usize, unit: u32) -> bool {
    let mut is_near = 0;
    for eight in before[..compared.next_multiple_of(8)].chunks_exact(8) {
        for other in eight {
            let word = (position ^ other) >> unit;
            let rest = word & word.wrapping_sub(1);
            is_near |= u16::from((rest == 0) | (rest == (word ^ rest) << 1));
        }
    }
    is_near != 0
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
    u64::from(histogram(banks).into_iter().fold(1, u8::max) - 1)
}

/// Of totals for classes, those of whole words and those of others.
fn halves(totals: &mut [u64; 2 * Window::COUNT]) -> [&mut [u64]; 2] {
    let (whole, parted) = totals.split_at_mut(Window::COUNT);
    [whole, parted]
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
        let (mut rows, mut seen, mut request) = (Rows::new(), Seen::new(), Request::new());
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
                let near = access.near(&tile, &place);
                let request = request.set(&tile, access, warp, &rows, near, &mut seen);
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
                    // What is said of a larger window holds of all swizzles in it, too.
                    let all = (0..bits)
                        .flat_map(|count| (0..=bits - count).map(move |first| Window::new(first, first + count)));
                    let is_around =
                        |window: &Window| (0..32_u32).all(|bit| !class.window.changes(bit) || window.changes(bit));
                    for window in all.filter(is_around) {
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

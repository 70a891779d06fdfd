//! The shared memory of one block: its bytes, the windows by which kernels see them, and who accessed them.
//!
//! What kernels see are offsets in *windows*, one for each tile, with gaps between them that belong to none. So a step
//! over the end of a tile is found. The dynamic tiles and the window of all dynamic memory are views of the same bytes,
//! as on a GPU.

use super::releases::Places;
use super::shadow::{Cells, Now};
use super::stamp::Stamp;
use super::words::{self, WORD};
use crate::device::shared::{DYNAMIC_ALIGN, Tile};
use crate::kernel::{PlacedTile, TileSpec, dynamic_offset};
use crate::launch::Elements;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What the windows begin at a multiple of, and their least distance.
const GRANULE: u32 = DYNAMIC_ALIGN;
const GAP: u32 = 32 * GRANULE;

/// A range of offsets that kernels may use.
#[derive(Clone, Debug)]
struct Window {
    name: &'static str,
    /// The first offset.
    start: u32,
    bytes: u32,
    /// Where in the memory it lies.
    memory: u32,
    /// Its elements, if they are known.
    elements: Option<fn() -> Arc<dyn Elements>>,
}

impl Window {
    /// Where in the memory a range of offsets lies, if it is in the window.
    #[inline(always)]
    fn place(&self, offset: u32, bytes: u32) -> Option<usize> {
        // That of an offset before the start is larger than any window.
        let inside = offset.wrapping_sub(self.start);
        if inside <= self.bytes && bytes <= self.bytes - inside { Some((self.memory + inside) as usize) } else { None }
    }
}

/// The windows of a block: those that the launch knows, and those that the kernel asks for.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    /// A boxed slice: asked at each access, and found without a call even where nothing is optimized.
    windows: Box<[Window]>,
    /// For each [`GRANULE`] offsets the window, if any.
    granules: Vec<Option<u16>>,
    /// The tiles that the kernel asked for, by address, and their windows.
    asked: Vec<(usize, u16)>,
    tiles: Vec<u32>,
    /// The tiles that the launch placed, each by its offset in the dynamic memory, and their windows.
    placed: Vec<(u64, u16)>,
    dynamic: u16,
    memory: u32,
    /// Bytes of tiles that are not dynamic.
    pub(super) fixed: u32,
}

impl Windows {
    /// The windows of a launch, whose tiles and dynamic memory are less than 2^30 bytes.
    pub(super) fn new(tiles: &[TileSpec], placed: &[PlacedTile], dynamic_bytes: u32) -> Self {
        let mut all = Self {
            windows: Box::default(),
            granules: Vec::new(),
            asked: Vec::new(),
            tiles: Vec::new(),
            placed: Vec::new(),
            dynamic: 0,
            memory: dynamic_bytes.next_multiple_of(GRANULE),
            fixed: 0,
        };
        all.dynamic = all.open("dynamic shared memory", dynamic_bytes, 0);
        for (number, TileSpec { tile, dynamic }) in tiles.iter().enumerate() {
            let window =
                if *dynamic { all.open(tile.name, tile.bytes, dynamic_offset(tiles, number)) } else { all.fix(tile) };
            all.tiles.push(all.windows[usize::from(window)].start);
        }
        for &PlacedTile { name, offset, bytes } in placed {
            // They end before the dynamic memory does, and so below 2^32.
            let window = all.open(name, bytes as u32, offset as u32);
            all.placed.push((offset, window));
        }
        all
    }

    /// The offsets of the tiles of the launch.
    pub(super) fn tiles(&self) -> &[u32] {
        &self.tiles
    }

    /// Offset and bytes of the dynamic memory.
    pub(super) fn dynamic(&self) -> (u32, u32) {
        let window = &self.windows[usize::from(self.dynamic)];
        (window.start, window.bytes)
    }

    /// The offset of the tile of so many bytes that the launch placed at an offset of the dynamic memory.
    pub(super) fn placed(&self, offset: u32, bytes: u32) -> Option<u32> {
        let mut windows = self.placed.iter().filter(|(at, _)| *at == offset.into());
        windows.find_map(|(_, window)| {
            let window = &self.windows[usize::from(*window)];
            (window.bytes == bytes).then_some(window.start)
        })
    }

    /// The offset of a tile that the kernel asks for, new or old. If there would then be more than so many bytes of
    /// tiles that are not dynamic, how many.
    pub(super) fn asked(&mut self, tile: &'static Tile, most: u32) -> Result<u32, u64> {
        let address = std::ptr::from_ref(tile).addr();
        let window = match self.asked.iter().find(|(asked, _)| *asked == address) {
            Some(&(_, window)) => window,
            None => {
                let bytes = u64::from(self.fixed) + u64::from(tile.bytes);
                if bytes > most.into() {
                    return Err(bytes);
                }
                let window = self.fix(tile);
                self.asked.push((address, window));
                window
            }
        };
        Ok(self.windows[usize::from(window)].start)
    }

    fn fix(&mut self, tile: &Tile) -> u16 {
        let memory = self.memory;
        self.memory = (memory + tile.bytes).next_multiple_of(GRANULE);
        self.fixed += tile.bytes;
        self.open(tile.name, tile.bytes, memory)
    }

    fn open(&mut self, name: &'static str, bytes: u32, memory: u32) -> u16 {
        let start = self.granules.len() as u32 * GRANULE + GAP;
        let number = self.windows.len() as u16;
        let mut windows = std::mem::take(&mut self.windows).into_vec();
        windows.push(Window { name, start, bytes, memory, elements: None });
        self.windows = windows.into();
        self.granules.resize((start / GRANULE) as usize, None);
        self.granules.resize(((start + bytes).div_ceil(GRANULE)) as usize, Some(number));
        number
    }

    /// Where in the memory a range of offsets lies, if in one window. `last` is where the caller keeps the number of the window
    /// that it found before.
    #[inline(always)]
    fn find(&self, offset: u32, bytes: u32, last: &Cell<usize>) -> Option<usize> {
        let number = last.get();
        if number < self.windows.len() {
            let place = self.windows[number].place(offset, bytes);
            if place.is_some() {
                return place;
            }
        }
        self.search(offset, bytes, last)
    }

    #[inline(never)]
    fn search(&self, offset: u32, bytes: u32, last: &Cell<usize>) -> Option<usize> {
        let number = usize::from((*self.granules.get((offset / GRANULE) as usize)?)?);
        last.set(number);
        self.windows[number].place(offset, bytes)
    }

    /// Where an offset lies relative to the nearest window, in words.
    pub(super) fn describe(&self, offset: u32) -> String {
        let distance = |window: &&Window| {
            if offset < window.start {
                window.start - offset
            } else {
                offset.saturating_sub(window.start + window.bytes)
            }
        };
        match self.windows.iter().filter(|window| window.bytes > 0).min_by_key(distance) {
            None => "the kernel has no shared memory".to_owned(),
            Some(Window { name, start, bytes, .. }) if offset < *start => {
                format!("{} bytes before `{name}`, of {bytes} bytes", start - offset)
            }
            Some(Window { name, start, bytes, .. }) => {
                format!("at byte {} of `{name}`, of {bytes} bytes", offset - start)
            }
        }
    }
}

impl Windows {
    /// Notes which elements the tile that begins at an offset has.
    pub(super) fn know(&mut self, offset: u32, elements: fn() -> Arc<dyn Elements>) {
        let tile = self.windows.iter_mut().find(|window| window.start == offset);
        tile.into_iter().for_each(|tile| tile.elements = Some(elements));
    }

    /// The `Mbarrier` at a place of the memory, as the kernel names it: the tile, and its index by the layout of the tile, if there are several.
    /// In memory that is no tile's, its number among those that are made side by side, as `is_made` says.
    pub(super) fn mbarrier(&self, place: usize, is_made: &dyn Fn(usize) -> bool) -> String {
        let has = |window: &Window| (window.memory as usize..(window.memory + window.bytes) as usize).contains(&place);
        // A tile of the kernel's own comes before all dynamic memory, in which it may lie.
        let dynamic = &self.windows[usize::from(self.dynamic)];
        let tiles = self.windows.iter().filter(|window| !std::ptr::eq(*window, dynamic));
        let tile = tiles.clone().find(|window| has(window));
        let Some(Window { name, bytes, memory, elements, .. }) = tile else {
            let step = MBARRIER_BYTES as usize;
            let mut first = place;
            while first >= step && is_made(first - step) {
                first -= step;
            }
            return if first == place && !is_made(place + step) {
                format!("at byte {place} of {}", dynamic.name)
            } else {
                format!("`[{}]` of those from byte {first} of {} on", (place - first) / step, dynamic.name)
            };
        };
        let byte = place - *memory as usize;
        let position = byte as u32 / MBARRIER_BYTES;
        match elements.map(|elements| elements()) {
            _ if *bytes == MBARRIER_BYTES => format!("`{name}`"),
            None => format!("`{name}[{position}]`"),
            Some(elements) if elements.bytes() != MBARRIER_BYTES as usize => format!("at byte {byte} of `{name}`"),
            Some(elements) => {
                let mut index = vec![position];
                elements.each(&mut |at, found| {
                    if found != position {
                        return ControlFlow::Continue(());
                    }
                    index = at.to_vec();
                    ControlFlow::Break(())
                });
                format!("`{name}{index:?}`")
            }
        }
    }
}

/// The bytes of an `Mbarrier`.
const MBARRIER_BYTES: u32 = 8;

/// The memory, and who accessed it.
pub(super) struct Shared {
    pub(super) windows: Windows,
    words: Box<[u64]>,
    /// How often they were written: what was read of them is the same as long as this is.
    writes: u64,
    /// For each word a bit for each byte whether this block wrote it.
    written: Box<[u8]>,
    cells: Cells,
    /// Whether the memory is of one block alone, after another's.
    is_alone: bool,
    /// What was released by numbers in it.
    pub(super) releases: Places,
}

/// What each byte of memory holds that nobody wrote: a value that shows.
const POISON: u64 = 0xa5a5_a5a5_a5a5_a5a5;

impl Shared {
    /// The memory of a block, which others of a cluster reach or not.
    pub(super) fn new(windows: Windows, in_cluster: bool) -> Self {
        let (cells, releases) = (Cells::default(), Places::default());
        Self {
            windows,
            words: Box::default(),
            writes: 0,
            written: Box::default(),
            cells,
            is_alone: !in_cluster,
            releases,
        }
    }

    /// Makes the memory that of another block of the launch, which has written nothing of it.
    pub(super) fn reuse(&mut self) {
        self.words.fill(POISON);
        self.writes += 1;
        self.written.fill(0);
        self.cells.leave();
        self.releases.clear();
    }

    /// Where a range of offsets lies in the memory, if it is in one tile.
    #[inline(always)]
    pub(super) fn find(&mut self, offset: u32, bytes: u32, last: &Cell<usize>) -> Option<usize> {
        let at = self.windows.find(offset, bytes, last);
        if WORD * self.words.len() < self.windows.memory as usize {
            self.reach();
        }
        at
    }

    /// Makes the memory as large as the windows ask.
    #[cold]
    fn reach(&mut self) {
        let bytes = self.windows.memory as usize;
        // Windows begin at multiples of words, and so does what comes after the last.
        let words = bytes / WORD;
        self.words = words::longer(&mut self.words, words, POISON);
        self.writes += 1;
        self.written = words::longer(&mut self.written, words, 0);
        self.cells.reach(bytes);
    }

    /// So many bytes from a multiple of them on.
    #[inline]
    pub(super) fn load<const N: usize>(&self, at: usize) -> [u8; N] {
        let word = at / WORD;
        let low = words::taken::<N>(self.words[word], at % WORD);
        words::first([low, if N > WORD { self.words[word + 1] } else { 0 }])
    }

    /// The two bytes from a multiple of them on, or any byte and what is above it in its word; 0 behind the end.
    #[cfg(feature = "half")]
    pub(super) fn half(&self, at: usize) -> u16 {
        self.words.get(at / WORD).map_or(0, |word| (word >> (8 * (at % WORD))) as u16)
    }

    /// How often the memory was written.
    #[cfg(feature = "half")]
    pub(super) fn writes(&self) -> u64 {
        self.writes
    }

    /// Writes so many bytes from a multiple of them on.
    #[inline]
    pub(super) fn store<const N: usize>(&mut self, at: usize, from: &[u8; N]) {
        let (word, inside) = (at / WORD, at % WORD);
        let [low, high] = words::of(from);
        self.writes += 1;
        self.words[word] = words::put::<N>(self.words[word], low, inside);
        if N > WORD {
            self.words[word + 1] = high;
            self.written[word] = 0xff;
            self.written[word + 1] = 0xff;
        } else {
            self.written[word] |= words::bits(inside, N);
        }
    }

    /// Whether the block wrote all of so many bytes from a multiple of them on.
    #[inline]
    pub(super) fn is_written<const N: usize>(&self, at: usize) -> bool {
        let word = at / WORD;
        if N > WORD {
            return self.written[word] & self.written[word + 1] == 0xff;
        }
        !self.written[word] & words::bits(at % WORD, N) == 0
    }

    /// Where in the memory an offset lies, if in a window.
    pub(super) fn place(&self, offset: u32) -> Option<usize> {
        self.windows.find(offset, 1, &Cell::new(0))
    }

    /// Notes an access to a range of the memory; gives one that it races with.
    #[inline(always)]
    pub(super) fn touch(&mut self, at: usize, bytes: usize, now: &Now<'_>) -> Option<Stamp> {
        if self.is_alone { self.cells.touch::<true>(at, bytes, now) } else { self.touch_in_cluster(at, bytes, now) }
    }

    #[inline(never)]
    fn touch_in_cluster(&mut self, at: usize, bytes: usize, now: &Now<'_>) -> Option<Stamp> {
        self.cells.touch::<false>(at, bytes, now)
    }

    /// Forgets that a thread of a block wrote a range of the memory last: what others do there now comes after.
    pub(super) fn forget_write(&mut self, at: usize, bytes: usize, by: (u32, u32)) {
        self.cells.forget_write(at, bytes, by);
    }

    /// The last write to some of a range of the memory that is such a one.
    pub(super) fn find_write(&self, at: usize, bytes: usize, is_such: &dyn Fn(Stamp) -> bool) -> Option<Stamp> {
        self.cells.find_write(at, bytes, is_such)
    }

    /// The copy of a thread from a range of the memory has ended.
    pub(super) fn end_read(&mut self, at: usize, bytes: usize, now: &Now<'_>) {
        self.cells.end(at, bytes, now, self.is_alone);
    }

    /// The copy of a thread to a range of the memory has ended.
    pub(super) fn end_copy<const N: usize>(&mut self, at: usize, from: &[u8; N], now: &Now<'_>) {
        self.store(at, from);
        self.cells.end(at, N, now, self.is_alone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(windows: &Windows, offset: u32, bytes: u32) -> Option<usize> {
        let found = windows.find(offset, bytes, &Cell::new(0));
        assert!((0..9).all(|last| windows.find(offset, bytes, &Cell::new(last)) == found));
        found
    }

    const fn tile(name: &'static str, bytes: u32, dynamic: bool) -> TileSpec {
        TileSpec { tile: Tile { name, bytes, align: 16 }, dynamic }
    }

    #[test]
    fn windows_are_apart_and_dynamic_tiles_lie_in_the_dynamic_memory() {
        const TILES: &[TileSpec] = &[tile("a", 100, true), tile("b", 60, false), tile("c", 33, true)];
        static ASKED: Tile = Tile { name: "d", bytes: 8, align: 16 };
        let placed = [("e", 256, 65), ("none", 384, 0), ("f", 384, 4)];
        let placed = placed.map(|(name, offset, bytes)| PlacedTile { name, offset, bytes });
        let mut windows = Windows::new(TILES, &placed, 400);
        let (start, bytes) = windows.dynamic();
        assert_eq!(bytes, 400);
        let [a, b, c] = windows.tiles().try_into().unwrap();
        assert_eq!(find(&windows, a, 100), find(&windows, start, 100));
        assert_eq!(find(&windows, c, 33), find(&windows, start + 112, 33));
        assert_eq!(windows.asked(&ASKED, 67), Err(68));
        let d = windows.asked(&ASKED, 68).unwrap();
        let [e, none, f] = placed.map(|tile| windows.placed(tile.offset as u32, tile.bytes as u32).unwrap());
        assert_eq!(find(&windows, e, 65), find(&windows, start + 256, 65));
        assert_eq!(find(&windows, f, 4), find(&windows, start + 384, 4));
        assert!(
            find(&windows, none, 1).is_none() && windows.placed(256, 64).is_none() && windows.placed(0, 65).is_none()
        );
        assert_eq!(windows.asked(&ASKED, 68), Ok(d));
        let mut seen = Vec::new();
        for (window, bytes) in [(start, 400), (a, 100), (b, 60), (c, 33), (d, 8), (e, 65), (f, 4)] {
            assert_eq!(window % GRANULE, 0);
            assert!(find(&windows, window, bytes).is_some());
            assert!(find(&windows, window + 1, bytes).is_none() && find(&windows, window - 1, 1).is_none());
            assert!(seen.iter().all(|&(other, end)| window >= end + GAP || window + bytes + GAP <= other));
            seen.push((window, window + bytes));
        }
        assert!(find(&windows, u32::MAX - 3, 4).is_none());
        // The bytes of `b` and `d` are no others'.
        let bytes: Vec<usize> = [b, d].map(|offset| find(&windows, offset, 1).unwrap()).into();
        assert!(bytes[0] >= 400 && bytes[1] >= bytes[0] + 60 && windows.fixed == 68);
    }
}

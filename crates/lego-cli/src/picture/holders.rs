//! The picture of who holds a tile: each cell is an element of it and bears the thread and the value, coloured by the thread, as
//! CuTe's `print_latex` draws its thread-value layouts and Triton its linear ones.

use crate::picture::valued::planes;
use crate::report::failure::Failure;
use lego_algebra::cute::{Grid as TextGrid, ThreadValue};
use lego_algebra::linear::{Dim, LinearLayout};
use lego_draw::{Element, Grid, Picture};
use serde_json::{Value, json};
use std::fmt;

/// Threads so many apart have one colour.
const COLOURS: u64 = 8;

/// So many holders of one element are named to who points at it.
const NAMED: usize = 8;

/// More elements or holders are never looked at: who looks at them has no room for them.
const MOST: u128 = 1 << 22;

/// A thread, and which of its values.
type Holder = (u32, u32);

/// Which threads hold each element of a tile, and as which value.
#[derive(Clone, Debug)]
pub(crate) struct Holders {
    /// The sides of the tile in the order of the grid's axes, and what they are called.
    sides: Vec<u64>,
    names: Vec<String>,
    threads: u64,
    values: u64,
    /// Of each element, in row-major order of the sides, in the order of the threads.
    held: Vec<Holder>,
    /// Where the holders of each element begin among these, and at last how many there are.
    starts: Vec<u32>,
}

/// Holders of elements, in any order, as [`Holders`] has them: at most 2^22 of either.
fn sorted(count: u64, mut held: Vec<(u32, Holder)>) -> (Vec<Holder>, Vec<u32>) {
    held.sort_unstable();
    let mut starts = Vec::with_capacity(count as usize + 1);
    let mut start = 0;
    for element in 0..count {
        starts.push(start as u32);
        start += held[start..].iter().take_while(|(other, _)| u64::from(*other) == element).count();
    }
    starts.push(start as u32);
    (held.into_iter().map(|(_, holder)| holder).collect(), starts)
}

impl Holders {
    /// Of a thread-value layout of CuTe's. The tile's first mode runs downwards and its second to the right. `None` where there are
    /// more than 2^22 elements or holders.
    pub(crate) fn of_cute(layout: &ThreadValue) -> Option<Self> {
        let elements = layout.tile().product().ok()?.unsigned_abs();
        if u128::from(elements.max(layout.layout().size().unsigned_abs())) > MOST {
            return None;
        }
        let tile = layout.tile();
        let tile: Vec<u64> = (0..tile.rank())
            .filter_map(|mode| tile.element(mode))
            .map(|side| side.product().map_or(1, i64::unsigned_abs))
            .collect();
        let sides = planes(&tile);
        let modes: Vec<usize> = (0..tile.len()).collect();
        let names = planes(&modes).iter().map(|mode| format!("mode {mode}")).collect();
        let (threads, values) = (layout.threads().unsigned_abs(), layout.values().unsigned_abs());
        let count: u64 = sides.iter().product();
        let mut held = Vec::with_capacity((threads * values) as usize);
        for thread in 0..threads {
            for value in 0..values {
                let Ok(element) = layout.element(thread as i64, value as i64) else { continue };
                // Its parts, the first mode the fastest.
                let mut rest = element.unsigned_abs();
                let parts: Vec<u64> = tile
                    .iter()
                    .map(|side| {
                        let part = rest % side;
                        rest /= side;
                        part
                    })
                    .collect();
                let at = planes(&parts).iter().zip(&sides).fold(0, |at, (k, n)| at * n + k);
                held.push((at as u32, (thread as u32, value as u32)));
            }
        }
        let (held, starts) = sorted(count, held);
        Some(Self { sides, names, threads, values, held, starts })
    }

    /// Of a linear layout: threads are its lanes, then its warps, then its blocks; a value is a register. Where it has none of
    /// these, all that goes in is one number. `None` where there are more than 2^22 elements or holders.
    pub(crate) fn of_linear(layout: &LinearLayout) -> Option<Self> {
        let (ins, outs) = (layout.ins(), layout.outs());
        if ins.points().max(outs.points()) > MOST {
            return None;
        }
        let has_threads = [Dim::LANE, Dim::WARP, Dim::BLOCK].iter().any(|dim| ins.has(*dim));
        let sides: Vec<u64> = outs.iter().map(|(_, bits, _)| 1 << bits).collect();
        let names = outs.dims().iter().map(|dim| dim.as_str().to_owned()).collect();
        let count: u64 = sides.iter().product();
        let mut held = Vec::with_capacity(ins.points() as usize);
        let (mut threads, mut values) = (1, 1);
        for point in 0..ins.points() as u64 {
            let (mut thread, mut value) = (0, 0);
            let (mut of_thread, mut of_value) = (1, 1);
            for (k, (dim, bits, _)) in ins.iter().enumerate() {
                let part = ins.part(point, k);
                if has_threads && [Dim::LANE, Dim::WARP, Dim::BLOCK].contains(&dim) {
                    thread += part * of_thread;
                    of_thread <<= bits;
                } else {
                    value += part * of_value;
                    of_value <<= bits;
                }
            }
            (threads, values) = (of_thread, of_value);
            let image = layout.apply_flat(point);
            let at = (0..outs.len()).zip(&sides).fold(0, |at, (k, n)| at * n + outs.part(image, k));
            held.push((at as u32, (thread as u32, value as u32)));
        }
        let (held, starts) = sorted(count, held);
        Some(Self { sides, names, threads: if has_threads { threads } else { 0 }, values, held, starts })
    }

    /// Whether there are threads at all.
    fn has_threads(&self) -> bool {
        self.threads > 0
    }

    /// Who holds an element, given its number in row-major order.
    fn of(&self, number: usize) -> &[Holder] {
        &self.held[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The holders of each element in row-major order.
    fn all(&self) -> impl Iterator<Item = &[Holder]> {
        (0..self.starts.len() - 1).map(|number| self.of(number))
    }

    /// How many hold the element that most hold.
    fn most(&self) -> usize {
        self.all().map(<[Holder]>::len).max().unwrap_or(0)
    }

    fn name(&self, (thread, value): Holder) -> String {
        if self.has_threads() { format!("T{thread} V{value}") } else { value.to_string() }
    }

    /// What stands in the cell of an element.
    fn words(&self, holders: &[Holder]) -> String {
        let Some(&(thread, value)) = holders.first() else { return "·".to_owned() };
        let first = if self.has_threads() { format!("T{thread}\nV{value}") } else { value.to_string() };
        match holders.len() {
            1 => first,
            several => format!("{first}\n+{}", several - 1),
        }
    }

    /// The same as JSON: of each element in row-major order of the sides the threads with their values.
    pub(crate) fn json(&self) -> Value {
        json!({
            "sides": self.sides,
            "names": self.names,
            "threads": self.threads,
            "values": self.values,
            "held": self.all().map(|held| held.iter().map(|&(t, v)| [t, v]).collect::<Vec<_>>()).collect::<Vec<_>>(),
        })
    }

    /// The picture.
    pub(crate) fn picture(&self, title: &str) -> Result<Picture<'_>, Failure> {
        let grid = match self.sides[..] {
            [count] => Grid::strip(count, count.min(32)),
            _ => Grid::new(&self.sides, &[self.sides.len()]).map(Grid::wrapped),
        };
        let grid = grid.ok_or_else(|| Failure::Usage("a tile without elements has no picture".to_owned()))?;
        let colours = self.colours();
        let element = move |at: &[u64]| {
            let holders = self.of(self.number(at));
            let shade = holders.first().map(|&holder| self.shade(holder));
            Element::Marked { index: at.to_vec(), shade, words: self.words(holders) }
        };
        let hint = move |at: &[u64]| {
            let holders = self.of(self.number(at));
            let names: Vec<String> = holders.iter().take(NAMED).map(|&holder| self.name(holder)).collect();
            let more = match holders.len() {
                0 => "nobody".to_owned(),
                several if several > NAMED => format!(" and {} more", several - NAMED),
                _ => String::new(),
            };
            format!("{at:?}: {}{more}", names.join(", "))
        };
        let digits = |count: u64| count.saturating_sub(1).max(1).ilog10() as usize + 1;
        let mut widths = match self.has_threads() {
            true => vec![digits(self.threads) + 1, digits(self.values) + 1],
            false => vec![digits(self.values)],
        };
        if self.most() > 1 {
            widths.push(digits(self.most() as u64) + 1);
        }
        let bears = match (self.has_threads(), self.most() > 1) {
            (true, false) => "the thread T that holds it and which of its values V it is",
            (true, true) => "the first thread T that holds it, which of its values V it is, and how many more hold it",
            (false, false) => "what goes in for it",
            (false, true) => "the first that goes in for it, and how many more",
        };
        let mut picture = Picture::of_elements(grid, &self.sides, 0, element)
            .with_axes(&self.names)
            .worded(self.summary(), bears, &widths)
            .with_hints(hint)
            .titled(title);
        picture = if !self.has_threads() {
            picture.coloured("number", colours, |_, shade| shade)
        } else if self.threads > COLOURS {
            let picture = picture.coloured("thread mod 8", colours, |_, shade| shade);
            picture.from_colour_to_colour(["thread 0, 8, 16, …".to_owned(), "7, 15, 23, …".to_owned()])
        } else {
            picture.coloured("thread", colours, |_, shade| shade)
        };
        if self.has_threads() {
            picture = picture
                .with_parts(|at, _| self.of(self.number(at)).first().map_or(u64::MAX, |&(thread, _)| thread.into()));
        }
        let unheld = self.all().filter(|holders| holders.is_empty()).count();
        Ok(match unheld {
            0 => picture,
            1 => picture.noted("· is held by nobody (1 element)"),
            _ => picture.noted(format!("· is held by nobody ({unheld} elements)")),
        })
    }

    /// The number of an element in row-major order.
    fn number(&self, at: &[u64]) -> usize {
        at.iter().zip(&self.sides).fold(0, |number, (k, n)| number * n + k) as usize
    }

    fn shade(&self, (thread, value): Holder) -> u64 {
        if self.has_threads() { u64::from(thread) % COLOURS } else { value.into() }
    }

    fn colours(&self) -> u64 {
        if self.has_threads() { self.threads.min(COLOURS) } else { self.values }
    }

    fn summary(&self) -> String {
        let sides: Vec<String> = self.sides.iter().map(u64::to_string).collect();
        let tile = format!("tile {}", sides.join(" × "));
        match self.has_threads() {
            true => {
                let (threads, values) = (self.threads, self.values);
                format!("{tile} · {threads} threads, {values} values each")
            }
            false => format!("{tile} · {} points go in", self.values),
        }
    }

    /// The same as a grid of text with borders, of a matrix.
    pub(crate) fn text<'a>(&'a self) -> Option<TextGrid<impl Fn(i64) -> Named<'a> + use<'a>>> {
        let [rows, columns] = self.sides[..] else { return None };
        let at = move |c: i64| {
            let c = c.unsigned_abs();
            Named { of: self, element: (c % rows * columns + c / rows) as usize }
        };
        Some(TextGrid::of_matrix([rows as i64, columns as i64], at))
    }
}

/// An element's holders in a text: `T5 V1`, with `+2` where two more hold it.
pub(crate) struct Named<'a> {
    of: &'a Holders,
    element: usize,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of.words(self.of.of(self.element)).replace('\n', " "))
    }
}

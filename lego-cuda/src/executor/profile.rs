//! Profiles: what the accesses of kernels cost, a row for each site in the source.
//!
//! Two units are counted, each what the hardware counts: wavefronts of shared memory, 32-byte sectors of global memory. Both
//! have a floor, what as many accesses at their best addresses would take, and the quotient of floor and count is the
//! efficiency: which line is to be changed is the first whose efficiency is low.

use super::fault::{Access, Space};
use crate::device::host::Site;
use std::cmp::Reverse;
use std::fmt::{self, Write};

/// What the launches of an executor cost, since it was made or its profile taken.
///
/// The accesses of the 32 threads of a warp at one site are one request where each is its thread's first there
/// since the warp met last, or each its second, and so on. Threads meet at a barrier of the block, and at a barrier, shuffle or
/// vote of the whole warp. Where the threads of a warp go round a loop differently often *between* two meetings, the executor
/// pairs other accesses than a GPU may.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    pub(super) rows: Vec<Row>,
}

/// What the accesses at one site cost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The kernel.
    pub kernel: &'static str,
    /// The site in its source.
    pub site: Site,
    /// Which memory is accessed.
    pub space: Space,
    /// What the accesses do: loads, stores, atomic loads and updates, or asynchronous copies, which appear once for each
    /// memory.
    pub access: Access,
    /// The bytes that one thread moves at once.
    pub bytes: u32,
    /// How many accesses of threads there were.
    pub accesses: u64,
    /// How many requests of warps there were.
    pub requests: u64,
    /// What they took: wavefronts of shared memory, 32-byte sectors of global memory. Of atomic updates of shared memory a
    /// wavefront for each lane that a bank serves, since those of one word happen one after the other.
    pub measured: u64,
    /// What as many requests, each at its best addresses, would have taken: one wavefront of shared memory for each part
    /// of the warp that is served at once (all of it for up to 4 bytes, a half for 8, a quarter for 16), or the sectors
    /// of global memory that the bytes fill.
    pub ideal: u64,
}

impl Row {
    /// [`ideal`](Row::ideal) by [`measured`](Row::measured): 1 where no addresses are better.
    ///
    /// Elements of 4 bytes whose 32 lanes are all in one bank have 1/32, and 1/8 where each is in a sector of its own.
    pub fn efficiency(&self) -> f64 {
        efficiency(self.ideal, self.measured)
    }

    /// What [`measured`](Row::measured) and [`ideal`](Row::ideal) count: `wavefronts` or `sectors`.
    pub fn unit(&self) -> &'static str {
        match self.space {
            Space::Shared => "wavefronts",
            Space::Global => "sectors",
        }
    }

    fn is_of(&self, other: &Self) -> bool {
        (self.kernel, self.site, self.space, self.access, self.bytes)
            == (other.kernel, other.site, other.space, other.access, other.bytes)
    }

    /// The words for space and access.
    fn words(&self) -> (&'static str, &'static str) {
        let space = match self.space {
            Space::Shared => "shared",
            Space::Global => "global",
        };
        let access = match self.access {
            Access::Store => "store",
            Access::Copy => "copy",
            Access::Atomic => "atomic",
            _ => "load",
        };
        (space, access)
    }
}

/// What accesses could have cost by what they did; without any they were as good as can be.
fn efficiency(ideal: u64, measured: u64) -> f64 {
    if measured == 0 { 1.0 } else { ideal as f64 / measured as f64 }
}

impl Profile {
    /// Returns the rows by kernel: the kernel with the highest cost first, and in it the row with the highest cost.
    ///
    /// The cost is the number of wavefronts and sectors, each of which counts as one: a multiprocessor is busy for
    /// about a cycle with either.
    ///
    /// ```
    /// use lego_cuda::executor::{Executor, Options, Row, Space};
    ///
    /// let executor = Executor::with(Options::new().profile(true));
    /// // … launch kernels …
    /// let sectors = |row: &Row| if row.space == Space::Global { row.measured } else { 0 };
    /// assert_eq!(executor.profile().rows().iter().map(sectors).sum::<u64>(), 0);
    /// ```
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn add(&mut self, rows: impl IntoIterator<Item = Row>) {
        for row in rows {
            match self.rows.iter_mut().find(|other| other.is_of(&row)) {
                Some(other) => {
                    other.accesses += row.accesses;
                    other.requests += row.requests;
                    other.measured += row.measured;
                    other.ideal += row.ideal;
                }
                None => self.rows.push(row),
            }
        }
        let mut kernels: Vec<(&'static str, u64)> = Vec::new();
        for row in &self.rows {
            match kernels.iter_mut().find(|(kernel, _)| *kernel == row.kernel) {
                Some((_, cost)) => *cost += row.measured,
                None => kernels.push((row.kernel, row.measured)),
            }
        }
        let of_kernel = |row: &Row| kernels.iter().find(|(kernel, _)| *kernel == row.kernel).map(|(_, cost)| *cost);
        self.rows.sort_by_key(|row| {
            let site = (row.site.file(), row.site.line(), row.site.column());
            let what = (row.space == Space::Global, row.words().1, row.bytes);
            (Reverse(of_kernel(row)), row.kernel, Reverse(row.measured), site, what)
        });
    }

    /// The rows as a JSON array of objects, in their order.
    ///
    /// | field | is |
    /// |---|---|
    /// | `kernel` | the kernel's name, as the PTX has it |
    /// | `file`, `line`, `column` | where in the source the access stands; line and column from 1 |
    /// | `space` | `"shared"` or `"global"` |
    /// | `access` | `"load"`, `"store"`, `"atomic"` or `"copy"` (asynchronous; a row for each of the two memories) |
    /// | `bytes` | what one thread moves at once |
    /// | `accesses` | of threads |
    /// | `requests` | of warps |
    /// | `unit` | `"wavefronts"` of shared memory, `"sectors"` of global memory |
    /// | `measured` | so many of the unit |
    /// | `ideal` | the least of the unit that as many requests take |
    /// | `efficiency` | ideal / measured, to four places |
    ///
    /// ```
    /// assert_eq!(lego_cuda::executor::Profile::default().to_json(), "[]");
    /// ```
    pub fn to_json(&self) -> String {
        let mut json = String::from("[");
        for (i, row) in self.rows.iter().enumerate() {
            let Row { kernel, site, accesses, requests, measured, ideal, bytes, .. } = row;
            let comma = if i == 0 { "" } else { "," };
            let (space, access) = row.words();
            let (kernel, file) = (quoted(kernel), quoted(site.file()));
            let (line, column, unit, efficiency) = (site.line(), site.column(), row.unit(), row.efficiency());
            write!(
                json,
                "{comma}\n  {{\"kernel\": {kernel}, \"file\": {file}, \"line\": {line}, \"column\": {column}, \
                 \"space\": \"{space}\", \"access\": \"{access}\", \"bytes\": {bytes}, \"accesses\": {accesses}, \
                 \"requests\": {requests}, \"unit\": \"{unit}\", \"measured\": {measured}, \"ideal\": {ideal}, \
                 \"efficiency\": {efficiency:.4}}}"
            )
            .expect("a string takes all");
        }
        json.push_str(if self.rows.is_empty() { "]" } else { "\n]" });
        json
    }
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => write!(quoted, "\\u{:04x}", u32::from(c)).expect("a string takes all"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// The columns of a line of the table.
const LINE: usize = 120;
/// The least that is left of a place.
const LEAST_PLACE: usize = 24;

/// The end of a place, as much of it as there is room for: whole names of folders, if the last ones fit.
fn shortened(place: String, room: usize) -> String {
    let count = place.chars().count();
    if count <= room {
        return place;
    }
    let end: String = place.chars().skip(count + 1 - room).collect();
    format!("…{}", end.find('/').map_or(&*end, |folder| &end[folder..]))
}

/// A table of 120 columns: of each kernel a line with its sums, their units and their efficiency, then a line for each row.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |name: &str, number: fn(&Row) -> u64| {
            self.rows.iter().map(|row| number(row).to_string().len()).max().unwrap_or(0).max(name.len())
        };
        let [accesses, requests, ideal] = [
            width("accesses", |row| row.accesses),
            width("requests", |row| row.requests),
            width("ideal", |row| row.ideal),
        ];
        let measured = width("measured", |row| row.measured);
        // Between the columns are two spaces.
        let before = ["  shared", "atomic", "bytes", "efficiency"].iter().map(|word| word.len() + 2);
        let numbers = accesses + requests + measured + ideal + 4 * 2;
        let room = LINE.saturating_sub(before.sum::<usize>() + numbers).max(LEAST_PLACE);
        for rows in self.rows.chunk_by(|a, b| a.kernel == b.kernel) {
            let sums = sums(rows);
            let name = shortened(rows[0].kernel.to_owned(), LINE.saturating_sub(sums.len() + 2).max(LEAST_PLACE));
            writeln!(f, "{name}: {sums}")?;
            writeln!(
                f,
                "  memory  access  bytes  {:>accesses$}  {:>requests$}  {:>measured$}  {:>ideal$}  efficiency  place",
                "accesses", "requests", "measured", "ideal"
            )?;
            for row in rows {
                let (space, access) = row.words();
                let percent = percent(row.efficiency());
                writeln!(
                    f,
                    "  {space:<6}  {access:<6}  {:>5}  {:>accesses$}  {:>requests$}  {:>measured$}  {:>ideal$}  \
                     {percent:>10}  {}",
                    row.bytes,
                    row.accesses,
                    row.requests,
                    row.measured,
                    row.ideal,
                    shortened(row.site.to_string(), room)
                )?;
            }
        }
        Ok(())
    }
}

/// What the rows of a kernel cost together, in words.
fn sums(rows: &[Row]) -> String {
    let mut words = String::new();
    for (space, memory) in [(Space::Global, "global"), (Space::Shared, "shared")] {
        let mut of_space = rows.iter().filter(|row| row.space == space).peekable();
        let Some(unit) = of_space.peek().map(|row| row.unit()) else { continue };
        let (measured, ideal) = of_space.fold((0, 0), |(m, i), row| (m + row.measured, i + row.ideal));
        let comma = if words.is_empty() { "" } else { ", " };
        let percent = percent(efficiency(ideal, measured));
        write!(words, "{comma}{memory} memory {measured} {unit} ({percent})").expect("a string takes all");
    }
    words
}

/// A part of one; never 100 % where something is missing.
fn percent(part: f64) -> String {
    format!("{:.1} %", if part < 1.0 { (part * 100.0).min(99.9) } else { 100.0 })
}

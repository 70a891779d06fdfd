//! Profiles: what the accesses of kernels cost, a row for each site in the source.

use super::fault::{Access, Space};
use crate::device::host::Site;
use std::fmt::{self, Write};

/// What the launches of an executor cost, since it was made or its profile taken.
///
/// The accesses of the 32 threads of a warp at one site are one request where they are each thread's so-manieth at that
/// site since the warp met last: at a barrier of the block, or a barrier, shuffle or vote of the whole warp. Where the
/// threads of a warp go round a loop differently often *between* two meetings, the executor pairs other accesses than a
/// GPU may.
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
    fn is_of(&self, other: &Self) -> bool {
        (self.kernel, self.site, self.space, self.access, self.bytes)
            == (other.kernel, other.site, other.space, other.access, other.bytes)
    }
}

impl Profile {
    /// The rows: shared memory first, of each memory the dearest first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(super) fn add(&mut self, rows: impl IntoIterator<Item = Row>) {
        for row in rows {
            match self.rows.iter_mut().find(|other| other.is_of(&row)) {
                Some(other) => {
                    other.requests += row.requests;
                    other.measured += row.measured;
                    other.ideal += row.ideal;
                }
                None => self.rows.push(row),
            }
        }
        self.rows.sort_by_key(|row| {
            let site = (row.site.file(), row.site.line(), row.site.column());
            (row.space == Space::Global, std::cmp::Reverse(row.measured), site, row.kernel, row.bytes)
        });
    }

    /// The rows as a JSON array of objects with the fields of [`Row`]; `site` is `file`, `line` and `column`.
    ///
    /// ```
    /// assert_eq!(lego_cuda::executor::Profile::default().to_json(), "[]");
    /// ```
    pub fn to_json(&self) -> String {
        let mut json = String::from("[");
        for (i, row) in self.rows.iter().enumerate() {
            let Row { kernel, site, requests, measured, ideal, bytes, .. } = row;
            let comma = if i == 0 { "" } else { "," };
            let (space, access, _) = row.words();
            let (kernel, file) = (quoted(kernel), quoted(site.file()));
            let (line, column) = (site.line(), site.column());
            write!(
                json,
                "{comma}\n  {{\"kernel\": {kernel}, \"file\": {file}, \"line\": {line}, \"column\": {column}, \
                 \"space\": \"{space}\", \"access\": \"{access}\", \"bytes\": {bytes}, \"requests\": {requests}, \
                 \"measured\": {measured}, \"ideal\": {ideal}}}"
            )
            .expect("a string takes all");
        }
        json.push_str(if self.rows.is_empty() { "]" } else { "\n]" });
        json
    }
}

impl Row {
    /// Space, access, and the unit of the cost.
    fn words(&self) -> (&'static str, &'static str, &'static str) {
        let (space, unit) = match self.space {
            Space::Shared => ("shared", "wavefronts"),
            Space::Global => ("global", "sectors"),
        };
        let access = match self.access {
            Access::Store => "store",
            Access::Copy => "copy",
            Access::Atomic => "atomic",
            _ => "load",
        };
        (space, access, unit)
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

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.kernel.len()).max().unwrap_or(0).max("kernel".len());
        writeln!(
            f,
            "{:<width$}  memory  access  bytes  {:>10}  {:>10}  {:>10}  ratio  unit        place",
            "kernel", "requests", "measured", "ideal"
        )?;
        for row in &self.rows {
            let (space, access, unit) = row.words();
            let Row { kernel, site, bytes, requests, measured, ideal, .. } = row;
            let ratio = *measured as f64 / *ideal as f64;
            writeln!(
                f,
                "{kernel:<width$}  {space:<6}  {access:<6}  {bytes:>5}  {requests:>10}  {measured:>10}  {ideal:>10}  \
                 {ratio:>5.2}  {unit:<10}  {site}"
            )?;
        }
        Ok(())
    }
}

//! A map of indices to numbers, all of it, as JSON and as lines.

use crate::command::eval::joined;
use crate::report::failure::Failure;
use crate::report::output::Output;
use crate::report::room::room;
use lego_core::chain::advance;
use lego_draw::Rgb;
use std::io::{self, Write};

/// A map of the indices below some extents; the number of an index has the first component the fastest.
pub(super) struct Whole<'a> {
    pub(super) dims: &'a [u64],
    /// What an index, by its number, goes to.
    pub(super) value: &'a dyn Fn(u64) -> i128,
}

impl Whole<'_> {
    /// Every index, in row-major order.
    fn indices(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let mut next = vec![0; self.dims.len()];
        (0..self.dims.iter().product()).map(move |_: u64| {
            let index = next.clone();
            advance(self.dims, &mut next);
            index
        })
    }

    /// The index of this number in row-major order.
    fn index(&self, mut number: u64) -> Vec<u64> {
        let mut index: Vec<u64> = self
            .dims
            .iter()
            .rev()
            .map(|n| {
                let component = number % n;
                number /= n;
                component
            })
            .collect();
        index.reverse();
        index
    }

    fn at(&self, index: &[u64]) -> i128 {
        (self.value)(index.iter().zip(self.dims).rev().fold(0, |number, (k, n)| number * n + k))
    }

    /// `{"dims":[..],"apply":[..],"inv":[[..],..]}` and more, written as it is computed. `inv` is null where a value below 0 is no
    /// position, and where several indices have one: then `indices` has those of each position.
    ///
    /// # Errors
    /// Where something cannot be written, and where there is no memory for all values, before anything is written.
    pub(super) fn json(&self, span: Option<u64>, more: &str, output: &mut Output) -> Result<(), Failure> {
        let mut all = room(if span.is_some() { self.dims.iter().product() } else { 0 })?;
        write!(output, "{{\"dims\":[{}],{more}\"apply\":[", joined(self.dims, ","))?;
        for (k, index) in self.indices().enumerate() {
            write!(output, "{}{}", if k > 0 { "," } else { "" }, self.at(&index))?;
        }
        write!(output, "],\"inv\":")?;
        let Some(span) = span else { return Ok(writeln!(output, "null}}")?) };
        all.extend((0..).zip(self.indices()).map(|(number, index)| (self.at(&index), number)));
        // Of one position in row-major order, as they are now.
        all.sort_by_key(|(position, _)| *position);
        let is_one_to_one = all.is_sorted_by(|(one, _), (other, _)| one < other);
        write!(output, "{}[", if is_one_to_one { "" } else { "null,\"indices\":" })?;
        let mut rest = all.as_slice();
        for position in 0..span {
            let there = rest.iter().take_while(|(other, _)| *other == i128::from(position)).count();
            let (here, later) = rest.split_at(there);
            rest = later;
            let here: Vec<String> =
                here.iter().map(|(_, number)| format!("[{}]", joined(&self.index(*number), ","))).collect();
            let comma = if position > 0 { "," } else { "" };
            match (is_one_to_one, here.is_empty()) {
                (true, true) => write!(output, "{comma}null")?,
                (true, false) => write!(output, "{comma}{}", here[0])?,
                (false, _) => write!(output, "{comma}[{}]", here.join(","))?,
            }
        }
        Ok(writeln!(output, "]}}")?)
    }

    /// `i0 i1 i2 -> p` for each index, of values from one to another.
    pub(super) fn lines(&self, [least, greatest]: [i64; 2], output: &mut Output) -> io::Result<()> {
        let widths: Vec<usize> = self.dims.iter().map(|n| n.saturating_sub(1).to_string().len()).collect();
        let width = least.to_string().len().max(greatest.to_string().len());
        let palette = output.palette;
        for index in self.indices() {
            for (i, &width) in index.iter().zip(&widths) {
                write!(output, "{i:>width$} ")?;
            }
            let value = self.at(&index);
            let colour = || {
                // From the least on, which is 0 or below.
                let above = u64::try_from(value - i128::from(least)).unwrap_or_default();
                Rgb::of(above, greatest.abs_diff(least).saturating_add(1))
            };
            writeln!(output, "-> {}", palette.paint(&format!("{value:>width$}"), colour))?;
        }
        Ok(())
    }
}

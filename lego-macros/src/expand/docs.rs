//! The documentation of what is generated: the map as one would draw it by hand, then its sizes and formulas, line by line.
//!
//! An editor shows it where a layout or its `apply` is pointed at.

use crate::source::Source;
use lego_draw::{Grid, Order, Picture};
use lego_lang::compile::{Compiled, Formulas, Report, SimplifiedMap};

/// So many rows and columns are drawn; of a larger map its corners.
const MOST_CELLS: [usize; 2] = [8, 8];

/// A map of more operations is not drawn, and its formula is not shown.
const MOST_OPERATIONS: usize = 400;

/// Lines of a code block that is no code.
fn block<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from(" ```text\n");
    for line in lines {
        text.push(' ');
        text.push_str(&Source::shown(line));
        text.push('\n');
    }
    text.push_str(" ```\n");
    text
}

/// Parts with an empty line between them; empty ones are left out.
pub(super) fn parts(parts: &[&str]) -> String {
    let mut text = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(part);
    }
    text.truncate(text.trim_end().len());
    text
}

/// The map as a grid of positions; `None` where sizes are not known, or functions that only the compiler can call, or where it
/// would take long.
fn grid(compiled: &Compiled) -> Option<Vec<String>> {
    let Compiled { arena, dims, span, outline, apply, parameters, .. } = compiled;
    if !parameters.is_empty() || apply.map.calls(arena) {
        return None;
    }
    let number = |id| u64::try_from(arena.number(id)?).ok();
    let dims: Vec<u64> = dims.iter().map(|&extent| number(extent)).collect::<Option<_>>()?;
    let map = apply.map.evaluator(arena);
    if map.steps() > MOST_OPERATIONS {
        return None;
    }
    let position = |index: &[u64]| map.run(index)?.first().copied();
    let extents = outline.stored.as_ref().unwrap_or(&dims);
    let grid = Grid::new(extents, &outline.levels)?;
    let mut blocks: Vec<[u64; 2]> =
        outline.blocks.iter().filter_map(|block| block.as_slice().try_into().ok()).collect();
    // Of a map that is drawn whole, the blocks that the chain does not say.
    let flat = match dims[..] {
        [rows, columns] if rows <= MOST_CELLS[0] as u64 && columns <= MOST_CELLS[1] as u64 => Some([rows, columns]),
        _ => None,
    };
    if let Some(flat) = flat.filter(|_| blocks.is_empty() && outline.levels == [2]) {
        blocks = Order::new(&Grid::flat(flat)?, position)?.blocks();
    }
    let mut picture = Picture::new(grid, number(*span)?, position).with_blocks(&blocks);
    if *extents != dims {
        picture = picture.with_holes_beyond(&dims);
    }
    let mut lines = picture.excerpt(MOST_CELLS);
    if dims.len() > 2 {
        lines.insert(0, picture.directions());
    }
    Some(lines)
}

/// A map as text, if it is short enough.
fn formulas(compiled: &Compiled, map: &SimplifiedMap) -> Option<Formulas> {
    let is_short = map.operations(&compiled.arena).1 <= MOST_OPERATIONS;
    if is_short { Formulas::as_found(compiled, map).ok() } else { None }
}

/// What the documentation of one layout says in several places.
pub(super) struct Docs {
    /// The map as a grid; empty if it is not drawn.
    pub(super) grid: String,
    /// Sizes, formulas, strides.
    pub(super) report: String,
    apply: String,
    inv: String,
}

impl Docs {
    pub(super) fn new(compiled: &Compiled) -> Self {
        let mut report = Report::new(compiled);
        report.sizes();
        let [apply, inv] = [("apply", &compiled.apply), ("inv", &compiled.inv)].map(|(name, map)| {
            let before = report.entries().len();
            if compiled.shares && name == "inv" {
                return String::new();
            }
            match formulas(compiled, map) {
                Some(formulas) => report.map(name, &formulas),
                None => report.entry(name, format!("{} operations", map.operations(&compiled.arena).1)),
            }
            block(report.entries()[before..].iter().map(|entry| entry.text.as_str()))
        });
        report.steps();
        let lines: Vec<String> = report.entries().iter().map(ToString::to_string).collect();
        let grid = grid(compiled).map_or_else(String::new, |lines| block(lines.iter().map(String::as_str)));
        Self { grid, report: block(lines.iter().map(String::as_str)), apply, inv }
    }

    /// The documentation of `apply`.
    pub(super) fn of_apply(&self) -> String {
        parts(&[" The position of an index inside the extents.\n", &self.grid, &self.apply])
    }

    /// The documentation of `inv`.
    pub(super) fn of_inv(&self) -> String {
        parts(&[" The index at a position.\n", &self.inv])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_expr::Cost;
    use lego_lang::compile::{Options, compile};
    use std::time::{Duration, Instant};

    fn compiled(chain: &str) -> Compiled {
        let options = Options { calls: true, cost: Cost::Cpu, cost_u32: Some(Cost::Gpu), ..Options::default() };
        compile(chain, &options).unwrap_or_else(|diagnostics| panic!("{chain}: {diagnostics:?}"))
    }

    fn drawn(chain: &str) -> Option<Vec<String>> {
        grid(&compiled(chain))
    }

    /// The names and the chains of the zoo.
    fn zoo() -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = include_str!("../../../tests/zoo/layouts.txt").lines();
        lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
    }

    #[test]
    fn small_maps_are_drawn_whole() {
        for (chain, lines) in [
            ("Row(1)", &["0"][..]),
            ("Col(3, 4)", &[" 0  3  6  9", " 1  4  7 10", " 2  5  8 11"]),
            ("Row(2, 3).PadBy([2, 2] => [2, 3])", &["0 1 ░", "3 4 ░"]),
            ("Row(2, 2).ExpandBy([2, 2] => [2, 3])", &["0 1 ·", "2 3 ·"]),
            ("TileOrderBy(Row(1, 2), Col(2, 2))", &["0 2 │ 4 6", "1 3 │ 5 7"]),
            (
                "OrderBy(RegP([2, 2, 2, 2], [1, 3, 2, 4])).GroupBy([4, 4])",
                &[" 0  1 │  4  5", " 2  3 │  6  7", "──────┼──────", " 8  9 │ 12 13", "10 11 │ 14 15"],
            ),
            ("Row(2, 4).TileBy([1, 2], [2, 2])", &["i2 ↓  i1, i3 →", "0 1 │ 2 3", "4 5 │ 6 7"]),
            ("Row(2, 1, 2)", &["i1 ↓  i0, i2 →", "0 1 │ 2 3"]),
        ] {
            assert_eq!(drawn(chain).unwrap(), lines, "{chain}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_drawn() {
        for chain in ["Row(M, 4)", "GenP([4, 4], crate::there, crate::back)", "Row(4).ExpandBy([4] => [N])"] {
            assert_eq!(drawn(chain), None, "{chain}");
        }
        let long = "let i = (i * 3 + 1) % 4; ".repeat(200);
        assert_eq!(drawn(&format!("GenP([4], |i| {{ {long} i }}, |p| p, unchecked)")), None);
    }

    #[test]
    fn every_number_is_the_position_of_its_index() {
        let mut drawn = 0;
        for (name, chain) in zoo() {
            let compiled = compiled(chain);
            let Some(lines) = grid(&compiled) else {
                assert!(!compiled.parameters.is_empty(), "{name}");
                continue;
            };
            let Compiled { arena, dims, outline, apply, .. } = &compiled;
            let dims: Vec<u64> = dims.iter().map(|&n| arena.number(n).unwrap().try_into().unwrap()).collect();
            let cells = Grid::new(outline.stored.as_ref().unwrap_or(&dims), &outline.levels).unwrap();
            let written = apply.written.evaluator(arena);
            let shown = |all: u64| -> Vec<u64> {
                if all <= 8 { (0..all).collect() } else { (0..4).chain(all - 3..all).collect() }
            };
            let mut numbers = lines.iter().skip(usize::from(dims.len() > 2)).flat_map(|line| line.split_whitespace());
            let is_number = |word: &&str| word.parse::<u64>().is_ok() || ["·", "░"].contains(word);
            for row in shown(cells.rows()) {
                for column in shown(cells.columns()) {
                    let index = cells.index(row, column).unwrap();
                    let is_hole = index.iter().zip(&dims).any(|(i, n)| i >= n);
                    let want = match written.run(&index) {
                        _ if is_hole => "░".to_owned(),
                        Some(position) => position[0].to_string(),
                        None => "·".to_owned(),
                    };
                    assert_eq!(numbers.find(is_number), Some(want.as_str()), "{name} {index:?}: {lines:#?}");
                }
            }
            assert_eq!(numbers.find(is_number), None, "{name}");
            drawn += 1;
        }
        assert!(drawn > 60, "{drawn}");
    }

    /// `cargo test -p lego-macros -- --ignored --nocapture`, where the macro is as unoptimised as in a debug build of a user.
    #[test]
    #[ignore = "a measurement, to be made on a machine that does nothing else"]
    fn documentation_takes_a_part_of_the_time() {
        let mut times: Vec<(Duration, &str)> = zoo()
            .map(|(name, chain)| {
                let compiled = compiled(chain);
                let mut times: Vec<Duration> = (0..15)
                    .map(|_| {
                        let start = Instant::now();
                        let docs = Docs::new(&compiled);
                        let texts = [docs.of_apply(), docs.of_inv()];
                        let time = start.elapsed();
                        assert!(texts.iter().all(|text| text.contains("```text")));
                        time
                    })
                    .collect();
                times.sort_unstable();
                (times[7], name)
            })
            .collect();
        times.sort_unstable();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("documentation of {} layouts: median {:?}, slowest {slowest:?}", times.len(), median.0);
        assert!(median.0 < Duration::from_micros(500) && slowest.0 < Duration::from_millis(20));
    }
}

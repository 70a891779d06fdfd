//! Pictures of a tensor in registers that moves from one linear layout to another: by shuffles, in which round each element moves between
//! which lanes (figure 4 of the paper on linear layouts); through shared memory, in which transaction each word of each bank is written
//! and read (its figure 5).

use crate::report::failure::{Complaint, Failure};
use lego_algebra::linear::plans::{ShufflePlan, SwizzlePlan};
use lego_algebra::linear::{Dim, Error, LinearLayout};
use lego_draw::{Element, Grid, Picture};
use lego_machine::lanes_at_once;
use lego_machine::limits::{WARP, WAVEFRONT_BYTES};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The bytes that all banks give at once.
const BYTES: u64 = WAVEFRONT_BYTES as u64;

/// Where an element is in registers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    register: u64,
    lane: u64,
    warp: u64,
}

/// From an element of the tensor to where it is: the first place of several.
fn places(layout: &LinearLayout) -> Result<impl Fn(u64) -> Place + use<>, Error> {
    let back = layout.without_broadcast_registers()?.pseudoinvert()?;
    let places = *back.outs();
    let part = move |point: u64, dim: Dim| {
        places.iter().enumerate().find(|(_, (at, ..))| *at == dim).map_or(0, |(k, _)| places.part(point, k))
    };
    Ok(move |element: u64| {
        let point = back.apply_flat(element);
        Place { register: part(point, Dim::REGISTER), lane: part(point, Dim::LANE), warp: part(point, Dim::WARP) }
    })
}

/// The tensor, each element with the lanes that it moves between and the round in which it does, coloured by the round.
pub(crate) fn rounds(
    from: &LinearLayout,
    to: &LinearLayout,
    plan: &ShufflePlan,
    title: &str,
) -> Result<Picture<'static>, Failure> {
    let (before, after) = (places(from).map_err(wrong)?, places(to).map_err(wrong)?);
    let lanes = 1 << to.basis(Dim::LANE).len();
    // Round of each register and lane that an element comes to.
    let mut rounds = BTreeMap::new();
    for round in 0..plan.rounds() {
        for lane in 0..lanes {
            for k in 0..plan.elements_per_round() {
                rounds.insert((plan.receive(round, lane, k).target_register, lane), round);
            }
        }
    }
    let outs = *from.outs();
    let sides: Vec<u64> = outs.iter().map(|(_, bits, _)| 1 << bits).collect();
    let grid = grid(&sides)?;
    let names: Vec<String> = outs.dims().iter().map(|dim| dim.as_str().to_owned()).collect();
    let ends = Rc::new(move |at: &[u64]| {
        let flat = outs.flat(at).unwrap_or(0);
        (before(flat), after(flat))
    });
    let of_hint = Rc::clone(&ends);
    let hint = move |at: &[u64]| {
        let (source, target) = of_hint(at);
        let named = |place: Place| format!("lane {} register {}", place.lane, place.register);
        format!("{at:?}: warp {}, {} to {}", source.warp, named(source), named(target))
    };
    let element = move |at: &[u64]| {
        let (source, target) = ends(at);
        let round = rounds.get(&(target.register, target.lane)).copied();
        Element::Marked {
            index: at.to_vec(),
            shade: round,
            words: format!(
                "{}→{}\n{}",
                source.lane,
                target.lane,
                round.map_or("·".to_owned(), |round| format!("s{round}"))
            ),
        }
    };
    let summary =
        format!("{} of {} a lane", counted(plan.rounds(), "round"), counted(plan.elements_per_round(), "element"));
    let digits = (lanes.max(2) - 1_u64).ilog10() as usize + 1;
    Ok(Picture::of_elements(grid, &sides, 0, element)
        .with_axes(&names)
        .worded(
            summary,
            "the lane an element leaves, the lane it comes to, and the round s of shuffles in which it moves",
            &[2 * digits + 1, (plan.rounds().max(2) - 1).ilog10() as usize + 2],
        )
        .with_hints(hint)
        .titled(title)
        .coloured("round", plan.rounds().max(1), |_, round| round))
}

/// Shared memory, a row for each 32 banks: each element in its place, with the transactions in which it is written and read, coloured
/// by that which reads it.
pub(crate) fn transactions(
    from: &LinearLayout,
    to: &LinearLayout,
    plan: &SwizzlePlan,
    bits: u64,
    title: &str,
) -> Result<Picture<'static>, Failure> {
    let memory = plan.memory().map_err(wrong)?;
    let (before, after) = (places(from).map_err(wrong)?, places(to).map_err(wrong)?);
    let writes = numbered(from, plan, bits).map_err(wrong)?;
    let reads = numbered(to, plan, bits).map_err(wrong)?;
    let count = 1_u64 << memory.outs().total_bits();
    // A row is what 32 banks have: as many elements as 128 bytes, and no more than there are.
    let columns = (BYTES * 8 / bits).clamp(1, count);
    let grid = grid(&[count / columns, columns])?;
    let outs = *from.outs();
    let last = (0..count).map(|element| reads(after(element)).max(writes(before(element)))).max().unwrap_or(0);
    let most = (0..count).map(|element| reads(after(element))).max().unwrap_or(0) + 1;
    // Of a place the element, where that is written from and read to, and in which transactions.
    let moved = Rc::new(move |at: &[u64]| {
        let element = memory.apply_flat(at[0] * columns + at[1]);
        let (source, target) = (before(element), after(element));
        let index: Vec<String> = (0..outs.len()).map(|k| outs.part(element, k).to_string()).collect();
        (index, [source, target], [writes(source), reads(target)])
    });
    let of_hint = Rc::clone(&moved);
    let hint = move |at: &[u64]| {
        let (index, [source, target], [write, read]) = of_hint(at);
        format!(
            "element ({}): written by warp {} lane {} in transaction {write}, read by warp {} lane {} in transaction {read}",
            index.join(", "),
            source.warp,
            source.lane,
            target.warp,
            target.lane
        )
    };
    let element = move |at: &[u64]| {
        let (index, _, [write, read]) = moved(at);
        let words = format!("{}\nw{write} r{read}", index.join(","));
        Element::Marked { index: at.to_vec(), shade: Some(read), words }
    };
    let digits = last.max(1).ilog10() as usize + 1;
    let widest = outs.iter().map(|(_, bits, _)| ((1_u64 << bits).max(2) - 1).ilog10() as usize + 2).sum::<usize>() - 1;
    let summary = format!("accesses of {}, no bank asked twice at once", counted(1 << plan.vector().len(), "element"));
    Ok(Picture::of_elements(grid, &[count / columns, columns], 0, element)
        .with_axes(&["row of 32 banks".to_owned(), format!("place of {} bits", bits)])
        .worded(
            summary,
            "an element, and the transactions in which it is written (w) and read (r)",
            &[widest, 2 * digits + 3],
        )
        .with_hints(hint)
        .titled(title)
        .coloured("reading transaction", most, |_, read| read))
}

/// Which transaction of its layout's accesses an element takes part in: warp by warp, access by access, and of one access by the lanes
/// that are served at once.
fn numbered(layout: &LinearLayout, plan: &SwizzlePlan, bits: u64) -> Result<impl Fn(Place) -> u64 + use<>, Error> {
    let layout = layout.without_broadcast_registers()?;
    let vector = plan.vector().iter().fold(0, |all, image| all | image);
    // The registers that tell accesses apart.
    let apart: Vec<usize> =
        (0..layout.basis(Dim::REGISTER).len()).filter(|&k| layout.basis(Dim::REGISTER)[k] & vector == 0).collect();
    let bytes = (bits << plan.vector().len()).div_ceil(8) as u32;
    let lanes = u64::from(lanes_at_once(bytes));
    let groups = (u64::from(WARP) / lanes).min((1_u64 << layout.basis(Dim::LANE).len()).div_ceil(lanes));
    let accesses = 1_u64 << apart.len();
    Ok(move |place: Place| {
        let access = apart.iter().enumerate().fold(0, |access, (k, &bit)| access | (place.register >> bit & 1) << k);
        (place.warp * accesses + access) * groups + place.lane / lanes
    })
}

/// The grid of a tensor; one of a single axis in rows of 32.
fn grid(sides: &[u64]) -> Result<Grid, Failure> {
    let grid = match sides {
        [count] => Grid::strip(*count, (*count).min(32)),
        _ => Grid::new(sides, &[sides.len()]).map(Grid::wrapped),
    };
    grid.ok_or_else(|| Failure::Usage("a tensor without elements has no picture".to_owned()))
}

fn wrong(error: Error) -> Failure {
    Complaint::new(format!("nothing to draw: {error}")).into()
}

/// `1 round`, `2 rounds`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_algebra::linear::plans::{optimal_swizzle, shuffle_plan};
    use std::collections::BTreeSet;

    fn words(picture: &Picture<'_>) -> Vec<Vec<String>> {
        picture
            .text(lego_draw::Palette::Plain)
            .map(|line| line.split_whitespace().map(str::to_owned).collect())
            .collect()
    }

    fn layout(text: &str) -> LinearLayout {
        LinearLayout::parse(text).unwrap()
    }

    #[test]
    fn rounds_are_those_of_figure_4() {
        let (from, to) =
            (layout("register: (4); lane: (1) (2) -> x: 8"), layout("register: (1); lane: (4) (2) -> x: 8"));
        let picture = rounds(&from, &to, &shuffle_plan(&from, &to, 32).unwrap(), "").unwrap();
        let cells = ["0→0 s0", "1→0 s1", "2→2 s0", "3→2 s1", "0→1 s1", "1→1 s0", "2→3 s1", "3→3 s0"];
        assert_eq!(words(&picture).concat().join(" "), cells.join(" "));
        // Each lane sends and receives once a round.
        for round in ["s0", "s1"] {
            for side in [0, 1] {
                let lanes: BTreeSet<_> = cells
                    .iter()
                    .filter(|cell| cell.ends_with(round))
                    .filter_map(|cell| cell.split(['→', ' ']).nth(side))
                    .collect();
                assert_eq!(lanes.len(), 4, "{round}");
            }
        }
    }

    /// Of every width: the places of a transaction are in different banks, and there are as many as 32 banks hold.
    #[test]
    fn no_transaction_has_a_bank_twice() {
        let pairs = [
            [
                "register: (32) (8); lane: (1) (2) (4) (16) (64) -> x: 128",
                "register: (32) (64); lane: (1) (2) (4) (8) (16) -> x: 128",
            ],
            [
                "register: (0,1) (0,2) (0,4) (0,8); lane: (1,0) (2,0) (4,0) (8,0) (0,16); warp: (16,0) -> a: 32, b: 32",
                "register: (1,0) (2,0) (4,0) (8,0); lane: (0,1) (0,2) (0,4) (0,8) (16,0); warp: (0,16) -> a: 32, b: 32",
            ],
        ];
        for [one, other] in pairs {
            let (from, to) = (layout(one), layout(other));
            for bits in [8, 16, 32, 64, 128] {
                let plan = optimal_swizzle(&from, &to, bits).unwrap();
                let picture = transactions(&from, &to, &plan, bits, "").unwrap();
                for kind in ['w', 'r'] {
                    let mut banks = BTreeMap::<String, BTreeSet<(u64, usize)>>::new();
                    for (row, line) in words(&picture).iter().enumerate() {
                        let cells = line.iter().filter(|word| word.starts_with(kind));
                        for (place, cell) in cells.enumerate() {
                            // A word of 4 bytes of a row; wider elements have several.
                            let first = place as u64 * bits / 32;
                            let words = (0..bits.div_ceil(32)).map(|word| (first + word, row));
                            banks.entry(cell.clone()).or_default().extend(words);
                        }
                    }
                    for (transaction, places) in banks {
                        let distinct: BTreeSet<u64> = places.iter().map(|(bank, _)| *bank).collect();
                        assert_eq!(distinct.len(), places.len(), "{transaction} of {bits} bits: {places:?}");
                    }
                }
            }
        }
    }
}

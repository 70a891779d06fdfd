//! Layouts of tiles in registers that are equal as maps though built by different families: found by search, and converted for nothing.
//!
//! A layout is here what a conversion sees of it: from the bits of a place (registers, then lane, then warp) to elements, numbered row by
//! row. Each family computes it by code of its own.

use lego::{DynBijection, Mapping, ParseLayout};
use lego_algebra::cute::{IntTuple, Layout, Swizzle};
use lego_algebra::linear::families::{
    Blocked, DotOperand, Fragment, MmaVersion, Multiplier, NvidiaMma, Operand, sliced,
};
use lego_algebra::linear::plans::{Exchange, Packing};
use lego_algebra::linear::{Dim, LinearLayout, Matrix};
use std::collections::BTreeMap;

/// A tile of rows and columns, with so many bits of registers a thread, and the images of a place's bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tile {
    sides: [u64; 2],
    registers: u32,
    images: Vec<u64>,
}

impl Tile {
    /// The tile of images, if they are a bijection.
    fn new(sides: [u64; 2], registers: u32, images: Vec<u64>) -> Option<Self> {
        let bits = (sides[0] * sides[1]).trailing_zeros() as usize;
        let is_whole = images.len() == bits && images.len() >= registers as usize;
        let tile = Self { sides, registers, images };
        (is_whole && tile.elements().inverse().is_some()).then_some(tile)
    }

    fn elements(&self) -> Matrix {
        Matrix::new(self.images.len(), &self.images).unwrap()
    }

    /// That of a linear layout with the tensor's axes as its outputs.
    fn of_linear(layout: &LinearLayout, sides: [u64; 2]) -> Option<Self> {
        let outs: Vec<Dim> = layout.outs().dims().to_vec();
        let of_axis = |coordinates: &[u64], axis: usize| {
            outs.iter().position(|&dim| dim == Dim::tensor(axis)).map_or(0, |place| coordinates[place])
        };
        let ins: Vec<Dim> = layout.ins().dims().to_vec();
        let mut images = Vec::new();
        for dim in [Dim::REGISTER, Dim::LANE, Dim::WARP] {
            for bit in 0..layout.ins().bits(dim).unwrap_or(0) {
                let place: Vec<u64> = ins.iter().map(|&other| if other == dim { 1 << bit } else { 0 }).collect();
                let element = layout.apply(&place).unwrap();
                images.push(of_axis(&element, 0) * sides[1] + of_axis(&element, 1));
            }
        }
        Self::new(sides, layout.ins().bits(Dim::REGISTER).unwrap_or(0), images)
    }

    /// That of positions: register r of thread t is position `t << registers | r`. None where the map is not linear over the bits.
    fn of_positions(sides: [u64; 2], registers: u32, position: impl Fn([u64; 2]) -> u64) -> Option<Self> {
        let count = sides[0] * sides[1];
        let mut elements = vec![0; count as usize];
        for element in 0..count {
            elements[position([element / sides[1], element % sides[1]]) as usize] = element;
        }
        Self::of_elements(sides, registers, |place| elements[place as usize])
    }

    /// The same by the element at a position.
    fn of_elements(sides: [u64; 2], registers: u32, element: impl Fn(u64) -> u64) -> Option<Self> {
        let bits = (sides[0] * sides[1]).trailing_zeros();
        let images: Vec<u64> = (0..bits).map(|bit| element(1 << bit)).collect();
        let tile = Self::new(sides, registers, images)?;
        let map = tile.elements();
        (0..sides[0] * sides[1]).all(|place| map.apply(place) == element(place)).then_some(tile)
    }

    /// The instructions of a conversion from one computation of a map to another, of elements of so many bytes.
    fn price(&self, other: &Self, bytes: u32) -> u64 {
        let most = 4_u32.div_ceil(bytes).trailing_zeros();
        let packing = Packing::new(&self.elements(), &other.elements(), self.registers, most).unwrap();
        Exchange::new(packing.words(), packing.registers()).unwrap().price().instructions()
    }
}

/// Layouts by family and name, of each map.
#[derive(Default)]
struct Found(BTreeMap<Tile, Vec<(&'static str, String, Tile)>>);

impl Found {
    fn add(&mut self, family: &'static str, name: String, tile: Option<Tile>) {
        let Some(tile) = tile else { return };
        let same = self.0.entry(tile.clone()).or_default();
        // One of a family is enough.
        if same.iter().all(|(other, ..)| *other != family) {
            same.push((family, name, tile));
        }
    }
}

const SIDES: [[u64; 2]; 8] = [[16, 8], [16, 16], [32, 32], [64, 32], [32, 64], [64, 64], [128, 32], [64, 16]];
const WARPS: [[u64; 2]; 4] = [[1, 1], [4, 1], [2, 2], [1, 4]];

/// Blocked layouts of all orders, and layouts with an axis more that is summed away.
fn add_blocked(found: &mut Found) {
    for sides in SIDES {
        for own in 0..16_u64 {
            for lanes in 0..6 {
                for warps in WARPS {
                    let (own, lanes) = ([1 << (own % 4), 1 << (own / 4)], [1 << lanes, 32 >> lanes]);
                    if (0..2).any(|axis| own[axis] * lanes[axis] * warps[axis] > sides[axis]) {
                        continue;
                    }
                    for order in [[0, 1], [1, 0]] {
                        let blocked = Blocked {
                            size_per_thread: &own,
                            threads_per_warp: &lanes,
                            warps_per_cta: &warps,
                            order: &order,
                            cluster: None,
                        };
                        let tile = Tile::of_linear(&blocked.to_linear_layout(&sides).unwrap(), sides);
                        found.add("blocked", format!("{blocked:?} of {sides:?}"), tile);
                    }
                    for order in [[2, 1, 0], [2, 0, 1], [0, 2, 1], [1, 2, 0]] {
                        let parent = Blocked {
                            size_per_thread: &[own[0], own[1], 4],
                            threads_per_warp: &[lanes[0], lanes[1], 1],
                            warps_per_cta: &[warps[0], warps[1], 1],
                            order: &order,
                            cluster: None,
                        };
                        let layout = parent.to_linear_layout(&[sides[0], sides[1], 4]).unwrap();
                        let tile = Tile::of_linear(&sliced(&layout, 2).unwrap(), sides);
                        found.add("sliced", format!("{parent:?} of {sides:?}, axis 2 summed away"), tile);
                    }
                }
            }
        }
    }
}

/// Accumulators and operands of matrix products, over the warps of a block and of one instruction.
fn add_products(found: &mut Found) {
    for sides in SIDES {
        for warps in WARPS {
            let two =
                NvidiaMma { version: MmaVersion::Two, warps_per_cta: &warps, instr_shape: &[16, 8], cluster: None };
            let three = NvidiaMma {
                version: MmaVersion::Three,
                warps_per_cta: &warps,
                instr_shape: &[16, sides[1], 16],
                cluster: None,
            };
            for mma in [two, three] {
                if let Ok(layout) = mma.to_linear_layout(&sides) {
                    found.add("accumulator", format!("{mma:?} of {sides:?}"), Tile::of_linear(&layout, sides));
                }
            }
            for (operand, k_width) in [(Operand::A, 2), (Operand::A, 4), (Operand::B, 2), (Operand::B, 4)] {
                let dot = DotOperand { parent: Multiplier::Nvidia(two), operand, k_width };
                if let Ok(layout) = dot.to_linear_layout(&sides) {
                    found.add("operand", format!("{dot:?} of {sides:?}"), Tile::of_linear(&layout, sides));
                }
            }
        }
    }
    for name in [
        "mma_m16n8_f32_C",
        "mma_m16n8k16_f16_A",
        "mma_m16n8k8_f16_A",
        "mma_m16n8k32_s8_A",
        "mma_m16n8k16_f16_B",
        "wgmma_m64n16_D",
        "wgmma_m64n32_D",
        "wgmma_m64n64_D",
        "wgmma_m64k16_f16_A_reg",
    ] {
        let Ok(fragment) = Fragment::named(name) else { continue };
        let sides = fragment.tile();
        found.add(
            "fragment",
            name.to_owned(),
            fragment.linear().ok().and_then(|layout| Tile::of_linear(&layout, sides)),
        );
    }
}

/// Chains of the layout language, with all numbers of registers for one warp or four.
fn add_chain(found: &mut Found, family: &'static str, text: &str, sides: [u64; 2]) {
    let chain = DynBijection::<2>::parse(text, &[]).unwrap_or_else(|error| panic!("{error}"));
    let bits = (sides[0] * sides[1]).trailing_zeros();
    for registers in [bits.saturating_sub(5), bits.saturating_sub(7)] {
        let position = |index: [u64; 2]| chain.apply(index.map(|i| i as usize)) as u64;
        found.add(family, text.to_owned(), Tile::of_positions(sides, registers, position));
    }
}

fn add_chains(found: &mut Found) {
    for sides in SIDES {
        let [m, n] = sides;
        add_chain(found, "chain", &format!("Row({m}, {n})"), sides);
        add_chain(found, "chain", &format!("Col({m}, {n})"), sides);
        if m == n {
            add_chain(found, "Morton", &format!("Morton({m}, {n})"), sides);
        }
        for (a, b) in [(2, 2), (2, 4), (4, 2), (4, 4), (8, 4), (4, 8), (8, 8)] {
            for outer in ["Row", "Col"] {
                for inner in ["Row", "Col"] {
                    let text = format!("OrderBy({outer}({}, {}), {inner}({a}, {b})).TileBy([{m}, {n}])", m / a, n / b);
                    add_chain(found, "chain", &text, sides);
                }
            }
            if m / a == n / b {
                let text = format!("OrderBy(Morton({}, {}), Row({a}, {b})).TileBy([{m}, {n}])", m / a, n / b);
                add_chain(found, "Morton", &text, sides);
            }
            if a == b {
                let text = format!("OrderBy(Row({}, {}), Morton({a}, {b})).TileBy([{m}, {n}])", m / a, n / b);
                add_chain(found, "Morton", &text, sides);
            }
        }
        if m == n {
            let bits = n.trailing_zeros() as i32;
            add_chain(found, "swizzled rows", &format!("SwizzleRows([{m}, {n}], {bits})"), sides);
            let swizzle = Swizzle::new(bits, 0, bits).unwrap();
            let all = 2 * bits as u32;
            for registers in [all.saturating_sub(5), all.saturating_sub(7)] {
                let position = |[i, j]: [u64; 2]| swizzle.apply((i * n + j) as i64) as u64;
                found.add(
                    "CuTe's swizzle",
                    format!("{swizzle} after ({m},{n}):({n},1)"),
                    Tile::of_positions(sides, registers, position),
                );
            }
        }
    }
}

/// The digits of a place, the lowest first, each of which is a digit of the element: how many values it has, and by how much one more of
/// it moves the element. None where an image is more than a bit.
fn digits(tile: &Tile) -> Option<Vec<(u64, u64)>> {
    let mut digits: Vec<(u64, u64)> = Vec::new();
    for &image in &tile.images {
        if !image.is_power_of_two() {
            return None;
        }
        match digits.last_mut() {
            // A digit ends where the column does.
            Some((values, step)) if *values * *step == image && image != tile.sides[1] => *values *= 2,
            _ => digits.push((2, image)),
        }
    }
    Some(digits)
}

/// For each layout found its digits in the words of CuTe and of chains, whose maps are then computed from those words.
fn add_digits(found: &mut Found) {
    let tiles: Vec<Tile> = found.0.keys().cloned().collect();
    for tile in tiles {
        let Some(digits) = digits(&tile) else { continue };
        let [values, steps]: [Vec<i64>; 2] =
            [digits.iter().map(|digit| digit.0 as i64).collect(), digits.iter().map(|digit| digit.1 as i64).collect()];
        let cute = Layout::new(&IntTuple::flat(&values).unwrap(), &IntTuple::flat(&steps).unwrap()).unwrap();
        let element = |place: u64| cute.eval(place as i64).unwrap() as u64;
        found.add("CuTe", cute.to_string(), Tile::of_elements(tile.sides, tile.registers, element));

        // The digits of the element, the highest first, and where the place has them.
        let mut order: Vec<usize> = (0..digits.len()).collect();
        order.sort_by_key(|&digit| std::cmp::Reverse(digits[digit].1));
        let extents: Vec<String> = order.iter().map(|&digit| digits[digit].0.to_string()).collect();
        let places: Vec<String> = (0..digits.len())
            .rev()
            .map(|digit| (order.iter().position(|&other| other == digit).unwrap() + 1).to_string())
            .collect();
        let [m, n] = tile.sides;
        let text = format!("OrderBy(RegP([{}], [{}])).GroupBy([{m}, {n}])", extents.join(", "), places.join(", "));
        if digits.len() > 1 {
            let chain = DynBijection::<2>::parse(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
            let position = |index: [u64; 2]| chain.apply(index.map(|i| i as usize)) as u64;
            found.add("digits", text, Tile::of_positions(tile.sides, tile.registers, position));
        }
    }
}

#[test]
fn layouts_that_are_equal_as_maps_convert_for_nothing() {
    let mut found = Found::default();
    add_products(&mut found);
    add_chains(&mut found);
    add_blocked(&mut found);
    add_digits(&mut found);

    let (mut pairs, mut maps) = (BTreeMap::<[&str; 2], usize>::new(), 0);
    for same in found.0.values().filter(|same| same.len() > 1) {
        maps += 1;
        for (number, (family, name, tile)) in same.iter().enumerate() {
            for (other_family, other_name, other) in &same[..number] {
                for bytes in [1, 2, 4, 8] {
                    assert_eq!(tile.price(other, bytes), 0, "{name} and {other_name}, {bytes} bytes");
                    assert_eq!(other.price(tile, bytes), 0, "{other_name} and {name}, {bytes} bytes");
                }
                *pairs.entry([other_family, family]).or_default() += 1;
            }
        }
    }
    // What was written in the words of another family is not found, and a sliced layout is a blocked one as soon as its axis is whole.
    let is_found =
        |pair: &[&str; 2]| !pair.contains(&"CuTe") && !pair.contains(&"digits") && *pair != ["blocked", "sliced"];
    let by_search: usize = pairs.iter().filter(|(pair, _)| is_found(pair)).map(|(_, count)| count).sum();
    println!("{maps} maps, {} pairs, {by_search} of them by search alone: {pairs:?}", pairs.values().sum::<usize>());
    assert!(by_search >= 50, "{by_search}: {pairs:?}");
    for family in [
        "blocked",
        "sliced",
        "accumulator",
        "operand",
        "fragment",
        "chain",
        "Morton",
        "swizzled rows",
        "CuTe",
        "digits",
    ] {
        assert!(
            pairs.keys().any(|pair| pair.contains(&family)),
            "{family} has nothing in common with another: {pairs:?}"
        );
    }
}

/// What is not equal costs something: the search is not blind.
#[test]
fn layouts_that_differ_do_not_convert_for_nothing() {
    let rows = Tile::of_positions([32, 32], 5, |[i, j]| i * 32 + j).unwrap();
    let columns = Tile::of_positions([32, 32], 5, |[i, j]| j * 32 + i).unwrap();
    assert!(rows.price(&columns, 4) > 0);
    assert_eq!(rows.price(&rows, 4), 0);
    let swizzled = Tile::of_positions([32, 32], 5, |[i, j]| i * 32 + (j ^ i)).unwrap();
    assert!(rows.price(&swizzled, 4) > 0);
}

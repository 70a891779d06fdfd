//! Costs of accesses that are computed without a look at every address are those that are counted address by address,
//! for the layouts of the zoo: closed forms for all sizes, ranks over F2, and the counts of the search for a swizzle.
//!
//! `lego-cuda/tests/executor/accesses.rs` compares the same counts with those of kernels that run.

use lego::dynamic::ParseLayout;
use lego_algebra::cute;
use lego_algebra::linear::plans::shared_wavefronts;
use lego_algebra::linear::{Dim, LinearLayout, Space};
use lego_algebra::shared::{Member, Swizzle, Tile, TileAccess};
use lego_core::ErasedLayout;
use lego_core::access::{AccessCost, AccessCounter, Fault, Pattern};
use serde_json::Value;

const VALUES: [(&str, u64); 20] = include!("../../../tests/zoo/values.rs");

/// Elements of a layout whose accesses are counted here: larger layouts take too long.
const MOST: usize = 1 << 14;

fn zoo() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| Some(line.split_once(": ")?.1))
}

/// The sizes that a chain leaves open, with their values.
fn sizes(chain: &str) -> Vec<(&'static str, u64)> {
    let has = |name: &str| chain.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    VALUES.into_iter().filter(|(name, _)| has(name)).collect()
}

/// The extents and the positions of a layout.
fn positions(chain: &str) -> Option<(Vec<usize>, Vec<Option<usize>>)> {
    let layout = <Box<dyn ErasedLayout + Send + Sync>>::parse(chain, &sizes(chain));
    let layout = layout.unwrap_or_else(|error| panic!("{chain}: {error}"));
    let extents = layout.extents().to_vec();
    (extents.iter().product::<usize>() <= MOST).then(|| (extents, layout.positions()))
}

/// Row-major numbers of the indices in the order of a pattern, over rows of the last axis.
fn order(count: usize, columns: usize, pattern: Pattern) -> Vec<usize> {
    let mut walk = pattern.walk([count / columns, columns]);
    std::iter::from_fn(|| walk.next()).map(|[i, j]| i * columns + j).collect()
}

fn counted(positions: impl Iterator<Item = Option<usize>>, bytes: u32, vector: u32) -> Result<AccessCost, Fault> {
    let mut counter = AccessCounter::new(bytes, vector);
    positions.for_each(|position| counter.add(position));
    counter.cost()
}

fn check(chain: &str, arguments: &[&str]) -> Option<Value> {
    let answer = lego_cli::answer(&[&["check", chain, "--json"], arguments].concat());
    answer.errors.is_empty().then(|| serde_json::from_str(&answer.output).unwrap())
}

#[test]
fn costs_for_all_sizes_are_those_of_some() {
    let (mut decided, mut conflicts) = (0, 0);
    for chain in zoo() {
        let sizes = sizes(chain);
        if sizes.is_empty() {
            continue;
        }
        // Without a fact about the sizes few accesses are decided.
        let facts: Vec<String> =
            sizes.iter().filter(|(_, n)| n % 64 == 0).map(|(name, _)| format!("{name} % 64 == 0")).collect();
        let with_facts =
            format!("{chain}{}{}", if chain.contains(" where ") { ", " } else { " where " }, facts.join(", "));
        let values: Vec<String> = sizes.iter().map(|(name, n)| format!("{name}={n}")).collect();
        for chain in [chain, if facts.is_empty() { chain } else { &with_facts }] {
            for access in ["Row", "Column"] {
                for (bytes, vector) in [("4", "1"), ("1", "1"), ("8", "1"), ("4", "2"), ("2", "4")] {
                    let access = ["--access", access, "--bytes", bytes, "--vector", vector];
                    let Some(all) = check(chain, &access) else { continue };
                    let each = &all["accesses"][0]["each"];
                    if each.is_null() {
                        continue;
                    }
                    let some = check(chain, &[&access[..], &["--let", &values.join(",")]].concat());
                    let some = &some.unwrap_or_else(|| panic!("{chain} {access:?} {values:?}"))["accesses"][0];
                    let requests = some["requests"].as_u64().unwrap();
                    for unit in ["wavefronts", "sectors"].into_iter().filter(|unit| !each[unit].is_null()) {
                        for number in ["taken", "ideal"] {
                            let sum = each[unit][number].as_u64().unwrap() * requests;
                            assert_eq!(some[unit][number], sum, "{chain} {access:?} {unit} {number}");
                        }
                    }
                    decided += 1;
                    conflicts += u32::from(each["wavefronts"]["taken"] != each["wavefronts"]["ideal"]);
                }
            }
        }
    }
    assert!(decided > 40 && conflicts > 10, "{decided} {conflicts}");
}

/// The images of the bits, if a map of as many numbers is linear over F2 up to a constant.
fn columns(map: &[usize]) -> Option<Vec<u64>> {
    let columns: Vec<u64> = (0..map.len().ilog2()).map(|k| (map[1 << k] ^ map[0]) as u64).collect();
    let image =
        |n: usize| columns.iter().enumerate().fold(map[0] as u64, |sum, (k, c)| sum ^ (c * (n as u64 >> k & 1)));
    (map.len().is_power_of_two() && (0..map.len()).all(|n| image(n) == map[n] as u64)).then_some(columns)
}

#[test]
fn ranks_over_f2_are_the_counts() {
    let (mut compared, mut conflicts, mut vectors) = (0, 0, 0);
    for chain in zoo() {
        let Some((extents, positions)) = positions(chain) else { continue };
        let Some(positions) = positions.into_iter().collect::<Option<Vec<usize>>>() else { continue };
        let (count, bits) = (positions.len(), positions.len().max(1).ilog2());
        // Every position below the number of elements, so that the map has an inverse.
        if !count.is_power_of_two() || positions.iter().any(|position| *position >= count) {
            continue;
        }
        let mut elements = vec![count; count];
        positions.iter().enumerate().for_each(|(element, position)| elements[*position] = element);
        if elements.contains(&count) {
            continue;
        }
        let Some(memory) = columns(&elements) else { continue };
        let space = Space::new(&[(Dim::tensor(0), bits)]).unwrap();
        let memory = LinearLayout::new(Space::new(&[(Dim::OFFSET, bits)]).unwrap(), space, &memory).unwrap();
        for (name, pattern) in Pattern::NAMED {
            let order = order(count, extents.last().copied().unwrap_or(1), pattern);
            let Some(images) = columns(&order) else { continue };
            for (bytes, vector) in [(1, 1), (2, 1), (4, 1), (8, 1), (16, 1), (4, 4), (2, 4), (1, 2)] {
                let registers = u32::ilog2(vector);
                if bits < registers + 5 {
                    continue;
                }
                let ins = [(Dim::REGISTER, registers), (Dim::LANE, 5), (Dim::WARP, bits - registers - 5)];
                let layout = LinearLayout::new(Space::new(&ins).unwrap(), space, &images).unwrap();
                let closed = shared_wavefronts(&layout, &memory, 8 * u64::from(bytes)).unwrap();
                let cost = counted(order.iter().map(|element| Some(positions[*element])), bytes, vector);
                let what = format!("{chain} by {name}, {bytes} x {vector} bytes");
                // Otherwise the closed form is that of narrower vectors: those whose elements have one order in all
                // threads.
                if closed.vector.log_elements() < registers {
                    continue;
                }
                let cost = cost.unwrap_or_else(|fault| panic!("{what}: {fault}"));
                let sums = [closed.wavefronts, closed.ideal].map(|each| each * cost.requests);
                assert_eq!(sums, [cost.wavefronts.taken, cost.wavefronts.ideal], "{what}");
                compared += 1;
                conflicts += u32::from(cost.extra_wavefronts() > 0);
                vectors += u32::from(vector > 1);
            }
        }
    }
    assert!(compared > 200 && conflicts > 50 && vectors > 30, "{compared} {conflicts} {vectors}");
}

#[test]
fn the_search_counts_what_is_counted() {
    let swizzle = |b, m, s| Swizzle::Bits(cute::Swizzle::new(b, m, s).unwrap());
    let swizzles = [Swizzle::None, Swizzle::Rows { bits: 3 }, swizzle(2, 0, 3), swizzle(2, 1, -2), swizzle(3, 2, 5)];
    let mut shapes: Vec<[usize; 2]> = Vec::new();
    let (mut compared, mut conflicts, mut vectors) = (0, 0, 0);
    for chain in zoo() {
        let Some((extents, _)) = positions(chain) else { continue };
        let columns = extents.last().copied().unwrap_or(1);
        // Of shapes with more than a thousand elements, the first rows.
        let rows = (extents.iter().product::<usize>() / columns.max(1)).min(1024 / columns.max(1));
        if rows * columns == 0 || shapes.contains(&[rows, columns]) {
            continue;
        }
        shapes.push([rows, columns]);
        for (name, pattern) in Pattern::NAMED {
            let order = order(rows * columns, columns, pattern);
            let elements: Vec<_> = order.iter().map(|n| Some([n / columns, n % columns].map(|i| i as u32))).collect();
            for (bytes, vector) in [(1, 1), (2, 1), (4, 1), (8, 1), (16, 1), (4, 4), (2, 4)] {
                let tile = Tile::new(rows as u64, columns as u64, bytes).unwrap();
                let Some(access) = TileAccess::new(&tile, &elements, vector) else { continue };
                for swizzle in swizzles {
                    for (padding, skew) in [(0, 0), (4, 0), (0, 3)] {
                        let member = Member { padding, skew: skew % tile.columns(), swizzle };
                        let is_power = member.pitch(&tile).is_power_of_two() && member.pitch(&tile) >= 8;
                        if matches!(swizzle, Swizzle::Rows { .. }) && !is_power {
                            continue;
                        }
                        let positions = elements.iter().flatten().map(|at| Some(member.position(&tile, *at) as usize));
                        let cost = counted(positions, bytes, vector).ok();
                        let searched = member.wavefronts(&tile, &[access]);
                        assert_eq!(searched, cost.map(|cost| cost.wavefronts.taken), "{tile:?} by {name}: {member:?}");
                        compared += 1;
                        conflicts += u32::from(cost.is_some_and(|cost| cost.extra_wavefronts() > 0));
                        vectors += u32::from(vector > 1 && cost.is_some());
                    }
                }
            }
        }
    }
    assert!(compared > 1000 && conflicts > 300 && vectors > 50, "{compared} {conflicts} {vectors}");
}

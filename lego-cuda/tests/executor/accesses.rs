//! What accesses take, decided from layouts, is what the executor counts of a kernel that makes them: for every layout of the
//! zoo, by rows, columns, diagonals and anti-diagonals, in 1 to 16 bytes.

use crate::harness::{Buffer, launch, shape};
use lego::dynamic::ParseLayout;
use lego_core::ErasedLayout;
use lego_core::access::{AccessCost, AccessCounter, Fault, Pattern};
use lego_cuda::device::shared;
use lego_cuda::device::{Element, global, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Access, Executor, Options, Space};
use std::collections::BTreeSet;

/// The sizes that the zoo leaves open.
const VALUES: [(&str, u64); 20] = include!("../../../tests/zoo/values.rs");

/// The memory that the kernel has: the addresses of a layout that needs more are folded into it.
const SHARED: u64 = 1 << 15;
const GLOBAL: u64 = 1 << 20;

/// Layouts beside the zoo: odd and prime sizes, 1, tiles with a rest, holes.
const MORE: [&str; 10] = [
    "Row(1)",
    "Row(1, 1)",
    "Row(31, 33)",
    "Col(37, 41)",
    "Row(7, 129).PadBy([7, 127] => [7, 129])",
    "Row(13, 17).ExpandBy([13, 17] => [16, 20])",
    "Skew(23, 29)",
    "OrderBy(Row(3, 5), Col(7, 11))",
    "Reverse(5, 67)",
    "TileOrderBy(Row(3, 2), Morton(8, 8))",
];

fn layout(chain: &str) -> Box<dyn ErasedLayout + Send + Sync> {
    let has = |name: &str| {
        let mut words = chain.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
    };
    let values: Vec<(&str, u64)> = VALUES.into_iter().filter(|(name, _)| has(name)).collect();
    <Box<dyn ErasedLayout + Send + Sync>>::parse(chain, &values).unwrap_or_else(|error| panic!("{chain}: {error}"))
}

/// The positions of a layout in the order of a pattern over rows of the last axis.
fn ordered(all: &[Option<usize>], columns: usize, pattern: Pattern) -> Vec<Option<usize>> {
    let (mut walk, mut order) = (pattern.walk([all.len() / columns, columns]), Vec::with_capacity(all.len()));
    while let Some([i, j]) = walk.next() {
        order.push(all[i * columns + j]);
    }
    order
}

/// Those that some warps touch: of many warps the first ones, the last ones, and some between.
fn chosen(order: &[Option<usize>], vector: usize) -> Vec<Option<usize>> {
    let warps = order.len().div_ceil(32 * vector);
    let is_chosen = |warp: &usize| *warp < 4 || warp + 2 >= warps || warp % (warps / 3 + 1) == 3;
    let of_warp = |warp: usize| order[warp * 32 * vector..].iter().take(32 * vector);
    (0..warps).filter(is_chosen).flat_map(of_warp).copied().collect()
}

/// Addresses folded into a memory, where no two of a warp meet that did not before.
fn folded(addresses: &[Option<u64>], bytes: u64, room: u64) -> Option<Vec<Option<u64>>> {
    for warp in addresses.chunks(32) {
        let units =
            |fold: u64| warp.iter().flatten().map(|address| address % fold / bytes.max(4)).collect::<BTreeSet<_>>();
        if units(u64::MAX).len() != units(room).len() {
            return None;
        }
    }
    Some(addresses.iter().map(|address| address.map(|address| address % room)).collect())
}

/// An access: the addresses in both memories, and what it takes as the layout says.
struct Case {
    at_once: u32,
    in_shared: Vec<Option<u64>>,
    in_global: Vec<Option<u64>>,
    cost: AccessCost,
}

/// Loads at the addresses of the case of a width, if there is one.
fn load<T: Element>(cases: &[Case], mine: u32, memory: *const [u32; 4]) {
    let bytes = T::BYTES as u64;
    let Some(case) = cases.iter().find(|case| u64::from(case.at_once) == bytes) else { return };
    if let Some(Some(address)) = case.in_shared.get(mine as usize) {
        shared::dynamic::<T>(0, SHARED as u32 / bytes as u32).get((address / bytes) as u32);
    }
    if let Some(Some(address)) = case.in_global.get(mine as usize) {
        // SAFETY: the address is in the buffer, and a multiple of the bytes of an element.
        unsafe { global::load(memory.cast::<T>().add((address / bytes) as usize)) };
    }
}

/// That the executor counts of a kernel which makes some accesses, each of another width, what the layouts say.
fn compare(executor: &Executor, memory: &Buffer<'_, [u32; 4]>, cases: &[Case], what: &str) {
    let threads = cases.iter().map(|case| case.in_shared.len()).max().unwrap_or(1) as u32;
    let from = memory.at();
    launch(executor, shape(1, threads).dynamic(SHARED as u32), || {
        let mine = linear_thread_idx();
        let words = shared::dynamic::<[u32; 4]>(0, SHARED as u32 / 16);
        for word in (mine..SHARED as u32 / 16).step_by(threads as usize) {
            words.set(word, [word; 4]);
        }
        sync_threads();
        let memory = from.get(0).cast_const();
        load::<u8>(cases, mine, memory);
        load::<u16>(cases, mine, memory);
        load::<u32>(cases, mine, memory);
        load::<u64>(cases, mine, memory);
        load::<[u32; 4]>(cases, mine, memory);
    });
    let profile = executor.take_profile();
    for Case { at_once, cost, .. } in cases {
        let counted = [Space::Shared, Space::Global].map(|space| {
            let rows = profile.rows().iter().filter(|row| row.space == space && row.access == Access::Load);
            rows.filter(|row| row.bytes == *at_once).fold((0, 0, 0), |(requests, measured, ideal), row| {
                (requests + row.requests, measured + row.measured, ideal + row.ideal)
            })
        });
        let AccessCost { requests, wavefronts, sectors, .. } = *cost;
        let said = [(requests, wavefronts.taken, wavefronts.ideal), (requests, sectors.taken, sectors.ideal)];
        assert_eq!(counted, said, "{what}, {at_once} bytes at once");
    }
}

fn cost(positions: &[Option<usize>], bytes: u32, vector: u32) -> Result<AccessCost, Fault> {
    let mut counter = AccessCounter::new(bytes, vector);
    positions.iter().for_each(|position| counter.add(*position));
    counter.cost()
}

#[test]
fn layouts_say_what_the_executor_counts() {
    let executor = Executor::with(Options::new().profile(true));
    let memory = Buffer::of(&executor, &vec![[0_u32; 4]; GLOBAL as usize / 16]);
    let zoo = include_str!("../../../tests/zoo/layouts.txt").lines().filter(|line| !line.starts_with('#'));
    let chains: Vec<&str> = zoo.filter_map(|line| Some(line.split_once(": ")?.1)).chain(MORE).collect();
    let (mut conflicts, mut vectors, mut left_out, mut cases) = (0, 0, 0, 0);
    for chain in &chains {
        let layout = layout(chain);
        let columns = layout.extents().last().copied().unwrap_or(1);
        let (all, before) = (layout.positions(), cases);
        for (name, pattern) in Pattern::NAMED {
            let order = ordered(&all, columns, pattern);
            for widths in [&[(1, 1), (2, 1), (4, 1), (8, 1), (16, 1)][..], &[(4, 4), (2, 4), (1, 2)]] {
                let mut together = Vec::new();
                for &(bytes, vector) in widths {
                    let positions = chosen(&order, vector as usize);
                    let cost = match cost(&positions, bytes, vector) {
                        Ok(cost) => cost,
                        // Such vectors no thread can load.
                        Err(Fault::Scattered { .. } | Fault::Rest { .. } | Fault::Partial { .. }) if vector > 1 => {
                            continue;
                        }
                        Err(fault) => panic!("{chain} by {name}, {bytes} bytes: {fault}"),
                    };
                    let at_once = bytes * vector;
                    let addresses: Vec<Option<u64>> = positions
                        .chunks(vector as usize)
                        .map(|all| Some(all.iter().flatten().min().copied()? as u64 * u64::from(bytes)))
                        .collect();
                    let fold = |room| folded(&addresses, at_once.into(), room);
                    let (Some(in_shared), Some(in_global)) = (fold(SHARED), fold(GLOBAL)) else {
                        left_out += 1;
                        continue;
                    };
                    cases += 1;
                    conflicts += u32::from(cost.extra_wavefronts() > 0);
                    vectors += u32::from(vector > 1);
                    together.push(Case { at_once, in_shared, in_global, cost });
                }
                compare(&executor, &memory, &together, &format!("{chain} by {name}"));
            }
        }
        assert!(cases > before, "{chain}");
    }
    assert!(conflicts > 500 && vectors > 100, "{conflicts} {vectors}");
    // Two addresses of a warp that differ by a multiple of all the memory there is.
    assert!(20 * left_out < cases, "{left_out} of {cases}");
}

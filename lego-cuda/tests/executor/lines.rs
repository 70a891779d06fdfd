//! The profile of whole kernels, line by line: transposes by their tiles and a histogram, of sizes that no block divides.

use crate::harness::marked;
use lego::layout;
use lego_cuda::device::{block_stride, grid_stride, sync_threads};
use lego_cuda::executor::{Access, Executor, Options, Profile, Space};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Buffer, Device, Error, Launch, Module};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Atomic, Global, Shared};
use lego_kernels::transpose::{PaddedTile, RowTile, SwizzledTile, TileLayout, TransposeTile, host};
use std::collections::BTreeSet;

/// What is said of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    accesses: u64,
    requests: u64,
    measured: u64,
    ideal: u64,
}

/// The sum over the lines of a file that hold some text, of what they do to one memory.
fn lines(profile: &Profile, source: &str, file: &str, text: &str, what: (Space, Access)) -> Line {
    let numbers: Vec<u32> = (1..).zip(source.lines()).filter(|(_, line)| line.contains(text)).map(|(n, _)| n).collect();
    assert!(!numbers.is_empty(), "no line holds `{text}`");
    let mut sum = Line::default();
    for row in profile.rows() {
        let is_there = row.site.file().ends_with(file) && numbers.contains(&row.site.line());
        if is_there && (row.space, row.access) == what {
            sum.accesses += row.accesses;
            sum.requests += row.requests;
            sum.measured += row.measured;
            sum.ideal += row.ideal;
        }
    }
    sum
}

/// The requests of warps that each take a row of up to 32 elements, at positions of a matrix: its sectors.
fn global(requests: impl Iterator<Item = Vec<usize>>) -> Line {
    let mut sum = Line::default();
    for positions in requests.filter(|positions| !positions.is_empty()) {
        let sectors: BTreeSet<usize> = positions.iter().map(|position| position / 8).collect();
        sum.accesses += positions.len() as u64;
        sum.requests += 1;
        sum.measured += sectors.len() as u64;
        sum.ideal += positions.len().div_ceil(8) as u64;
    }
    sum
}

/// For each block of 32×32 of an m×n matrix its rows, and the columns in each: those that a warp has at once.
fn rows(m: usize, n: usize) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> {
    (0..m).flat_map(move |row| (0..n).step_by(32).map(move |column| (row, column..n.min(column + 32))))
}

type Run = fn(&Module<Executor>, &Buffer<f32, Executor>, &mut Buffer<f32, Executor>, usize, usize) -> Result<(), Error>;

/// The profile of a transpose, which is right.
fn transposed(m: usize, n: usize, run: Run) -> Result<Profile, Error> {
    let executor = Executor::with(Options::new().profile(true));
    let device = Device::new(executor.clone());
    let matrix: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let (input, mut output) = (device.buffer_from(&matrix)?, device.poisoned(m * n)?);
    run(&device.without_program()?, &input, &mut output, m, n)?;
    let turned = output.read()?;
    assert!((0..m * n).all(|i| turned[i] == matrix[i % m * n + i / m]));
    Ok(executor.profile())
}

const SIZES: [(usize, usize); 6] = [(1, 1), (31, 33), (32, 32), (64, 96), (67, 45), (101, 1)];

const LOAD: (Space, Access) = (Space::Global, Access::Load);
const STORE: (Space, Access) = (Space::Global, Access::Store);

#[test]
fn a_naive_transpose_writes_a_sector_for_each_element() -> Result<(), Error> {
    const FILE: &str = "transpose/naive.rs";
    let source = include_str!("../../../kernels/src/transpose/naive.rs");
    for (m, n) in SIZES {
        let profile = transposed(m, n, host::naive::<f32, Executor>)?;
        let reads = global(rows(m, n).map(|(row, columns)| columns.map(|column| row * n + column).collect()));
        let writes = global(rows(m, n).map(|(row, columns)| columns.map(|column| column * m + row).collect()));
        assert_eq!(lines(&profile, source, FILE, "input.try_get(", LOAD), reads, "{m}x{n}\n{profile}");
        assert_eq!(lines(&profile, source, FILE, "output.try_set(", STORE), writes, "{m}x{n}\n{profile}");
        // A column is a sector for each of its elements, where it is 8 elements long or more.
        assert!(m < 8 || writes.measured == writes.accesses);
        assert_eq!(profile.rows().len(), 2);
        assert_eq!(profile.rows()[0].measured, reads.measured.max(writes.measured));
    }
    Ok(())
}

/// The tile's lines: stores by rows, and loads by columns that take so many wavefronts for so many lanes.
fn by_tile<L: TileLayout + 'static>(wavefronts: fn(u64) -> u64) -> Result<(), Error>
where
    TransposeTile<f32, L>: Instance,
{
    const FILE: &str = "transpose/tile.rs";
    let source = include_str!("../../../kernels/src/transpose/tile.rs");
    for (m, n) in SIZES {
        let profile = transposed(m, n, host::tile::<f32, L, Executor>)?;
        let reads = global(rows(m, n).map(|(row, columns)| columns.map(|column| row * n + column).collect()));
        let writes = global(rows(n, m).map(|(row, columns)| columns.map(|column| row * m + column).collect()));
        assert_eq!(lines(&profile, source, FILE, "input.", LOAD), reads, "{m}x{n}\n{profile}");
        assert_eq!(lines(&profile, source, FILE, "output.", STORE), writes, "{m}x{n}\n{profile}");
        let stores = lines(&profile, source, FILE, "tile.set", (Space::Shared, Access::Store));
        let requests = rows(m, n).count() as u64;
        assert_eq!(stores, Line { accesses: (m * n) as u64, requests, measured: requests, ideal: requests });
        let loads = lines(&profile, source, FILE, "tile.get", (Space::Shared, Access::Load));
        let (requests, lanes) = (rows(n, m).count() as u64, rows(n, m).map(|(_, columns)| columns.len() as u64));
        let measured = lanes.map(wavefronts).sum();
        let expected = Line { accesses: (m * n) as u64, requests, measured, ideal: requests };
        assert_eq!(loads, expected, "{m}x{n}\n{profile}");
    }
    Ok(())
}

#[test]
fn a_column_of_a_tile_by_rows_is_one_bank() -> Result<(), Error> {
    by_tile::<RowTile>(|lanes| lanes)
}

#[test]
fn a_column_of_a_padded_tile_is_one_wavefront() -> Result<(), Error> {
    by_tile::<PaddedTile>(|_| 1)
}

#[test]
fn a_column_of_a_swizzled_tile_is_one_wavefront() -> Result<(), Error> {
    by_tile::<SwizzledTile>(|_| 1)
}

layout! {
    type Bins = Row(16);
}

/// How often each number below 16 occurs.
#[lego_kernel(threads = 64, instances(tally))]
fn tally(input: Global<'_, u32>, counts: Atomic<'_, u32, Bins>, #[shared] bins: Shared<'_, u32, Bins>) {
    for bin in block_stride(16) {
        bins.set([bin], 0);
    }
    sync_threads();
    for i in grid_stride(input.len()) {
        bins.fetch_add([input.get([i])], 1); // @count
    }
    sync_threads();
    for bin in block_stride(16) {
        counts.fetch_add([bin], bins.get([bin])); // @add
    }
}

#[test]
fn atomics_of_a_histogram_are_counted() -> Result<(), Error> {
    const BLOCKS: u32 = 3;
    let source = include_str!("lines.rs");
    for len in [1_usize, 31, 64, 191, 1000, 1537] {
        let executor = Executor::with(Options::new().profile(true));
        let device = Device::new(executor.clone());
        let numbers: Vec<u32> = (0..len as u32).map(|i| i * i % 16).collect();
        let mut counts = device.zeroed::<u32>(Bins::SPAN)?;
        let module = device.without_program()?;
        Tally::launch(&module, Launch::grid(BLOCKS), &device.buffer_from(&numbers)?, &mut counts)?;
        let count = |bin: u32| numbers.iter().filter(|&&number| number == bin).count() as u32;
        assert_eq!(counts.read()?, (0..16).map(count).collect::<Vec<u32>>());

        // Each warp takes up to 32 numbers, one after the other where they are of one bin.
        let profile = executor.profile();
        let at = |mark: &str, what: (Space, Access)| {
            let line = marked(source, mark);
            let row = profile.rows().iter().find(|row| row.site.line() == line && (row.space, row.access) == what);
            let row = row.unwrap_or_else(|| panic!("{mark}\n{profile}"));
            Line { accesses: row.accesses, requests: row.requests, measured: row.measured, ideal: row.ideal }
        };
        let most =
            |numbers: &[u32]| (0..16).map(|bin| numbers.iter().filter(|&&n| n == bin).count()).max().unwrap_or(0);
        let requests = len.div_ceil(32) as u64;
        let measured = numbers.chunks(32).map(|numbers| most(numbers) as u64).sum();
        let expected = Line { accesses: len as u64, requests, measured, ideal: requests };
        assert_eq!(at("count", (Space::Shared, Access::Atomic)), expected, "{len}\n{profile}");
        // 16 counts of 4 bytes are two sectors.
        let blocks = u64::from(BLOCKS);
        let expected = Line { accesses: 16 * blocks, requests: blocks, measured: 2 * blocks, ideal: 2 * blocks };
        assert_eq!(at("add", (Space::Global, Access::Atomic)), expected, "{len}\n{profile}");
        assert!(profile.to_json().contains("\"access\": \"atomic\""));
    }
    Ok(())
}

#[test]
fn a_table_is_120_columns_wide_and_its_numbers_stand_below_each_other() -> Result<(), Error> {
    let profile = transposed(67, 45, host::tile::<f32, RowTile, Executor>)?;
    let table = profile.to_string();
    let (mut columns, mut seen) = (None, 0);
    for line in table.lines() {
        assert!(line.chars().count() <= 120, "{line}");
        let rest = line.strip_prefix("  ");
        if let Some(ends) = rest.and_then(|_| line.find("efficiency")) {
            columns = Some(ends + "efficiency".len());
        } else if rest.is_some() {
            let end = columns.expect("the heading comes first");
            assert_eq!((&line[end - 1..end], &line[end..end + 2]), ("%", "  "), "{table}");
            seen += 1;
        }
    }
    assert_eq!(seen, profile.rows().len());
    Ok(())
}

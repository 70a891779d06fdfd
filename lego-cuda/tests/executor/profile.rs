//! Access patterns whose cost in wavefronts and sectors is known.

use crate::harness::{Buffer, launch, shape};
use lego_cuda::device::shared;
use lego_cuda::device::{Warp, global, linear_thread_idx, sync_threads};
use lego_cuda::executor::{Access, Executor, Options, Row, Space};

/// The line of this file with a mark.
#[track_caller]
fn marked(mark: &str) -> u32 {
    crate::harness::marked(include_str!("profile.rs"), mark)
}

/// Requests, measured and ideal cost of the row of a line.
#[track_caller]
fn at(rows: &[Row], line: u32) -> (u64, u64, u64) {
    let mut found = rows.iter().filter(|row| row.site.line() == line);
    let row = found.next().unwrap_or_else(|| panic!("no row for line {line}: {rows:#?}"));
    assert!(found.next().is_none());
    (row.requests, row.measured, row.ideal)
}

fn profiled() -> Executor {
    Executor::with(Options::new().profile(true))
}

#[test]
fn columns_of_tiles_by_their_pitch() {
    for (pitch, wavefronts) in [(32, 32), (33, 1), (34, 2), (36, 4), (48, 16)] {
        let executor = profiled();
        launch(&executor, shape(3, 256).dynamic(4 * 48 * 32), || {
            let (tile, mine) = (shared::dynamic::<f32>(0, 48 * 32), linear_thread_idx());
            for row in (mine / 32..32).step_by(8) {
                tile.set(row * pitch + mine % 32, 1.0); // @row
            }
            sync_threads();
            for column in (mine / 32..32).step_by(8) {
                tile.get(mine % 32 * pitch + column); // @column
            }
        });
        let profile = executor.profile();
        assert_eq!(at(profile.rows(), marked("row")), (96, 96, 96));
        assert_eq!(at(profile.rows(), marked("column")), (96, 96 * wavefronts, 96), "{pitch}");
    }
}

#[test]
fn wide_accesses_and_broadcasts() {
    let executor = profiled();
    launch(&executor, shape(1, 32).dynamic(2048), || {
        let mine = linear_thread_idx();
        let quads = shared::dynamic::<[f32; 4]>(0, 128);
        quads.set(mine, [0.0; 4]); // @quad stores
        quads.set(mine + 32, [0.0; 4]);
        quads.set(mine + 64, [0.0; 4]);
        quads.set(mine + 96, [0.0; 4]);
        sync_threads();
        shared::dynamic::<[f32; 2]>(0, 32).get(mine); // @pairs
        shared::dynamic::<f32>(0, 512).get(7);
        quads.get(mine % 8 * 8);
        shared::dynamic::<u8>(0, 2048).get(mine);
    });
    let profile = executor.take_profile();
    let first = marked("pairs");
    assert_eq!(at(profile.rows(), marked("quad stores")), (1, 4, 4));
    assert_eq!(at(profile.rows(), first), (1, 2, 2));
    assert_eq!(at(profile.rows(), first + 1), (1, 1, 1));
    assert_eq!(at(profile.rows(), first + 2), (1, 32, 4));
    assert_eq!(at(profile.rows(), first + 3), (1, 1, 1));
    assert!(executor.profile().rows().is_empty());
}

#[test]
fn sectors_of_global_memory() {
    let executor = profiled();
    let buffer = Buffer::of(&executor, &[0f32; 4096]);
    let from = buffer.at();
    launch(&executor, shape(2, 64), || {
        let mine = linear_thread_idx() as usize;
        // SAFETY: the buffer has 4096 elements.
        unsafe {
            global::load(from.get(mine).cast_const()); // @loads
            global::load(from.get(mine + 1).cast_const());
            global::load(from.get(32 * mine).cast_const());
            global::load(from.get(9).cast_const());
            global::load(from.get(4 * mine).cast::<[f32; 4]>().cast_const());
        }
    });
    let profile = executor.profile();
    let first = marked("loads");
    let found: Vec<_> = (first..first + 5).map(|line| at(profile.rows(), line)).collect();
    assert_eq!(found, [(4, 16, 16), (4, 20, 16), (4, 128, 16), (4, 4, 4), (4, 64, 64)]);
    assert!(profile.rows().iter().all(|row| row.space == Space::Global && row.access == Access::Load));
    assert!(profile.rows().is_sorted_by_key(|row| std::cmp::Reverse(row.measured)));
}

#[test]
fn lanes_that_join_late_are_paired_after_they_met() {
    let executor = profiled();
    launch(&executor, shape(1, 64).dynamic(256), || {
        let (tile, mine) = (shared::dynamic::<u32>(0, 64), linear_thread_idx());
        // In step d the lanes up to d take part: as in a wave over a matrix.
        for d in 0..32 {
            if mine % 32 <= d {
                tile.set(mine, d); // @wave
            }
            Warp::ALL.sync();
        }
    });
    // Each step is one request of one wavefront, for each warp.
    assert_eq!(at(executor.profile().rows(), marked("wave")), (64, 64, 64));
}

#[test]
fn a_profile_prints_as_a_table_and_as_json() {
    let executor = profiled();
    launch(&executor, shape(1, 32).dynamic(4096), || {
        let tile = shared::dynamic::<f32>(0, 1024);
        tile.set(32 * linear_thread_idx(), 0.0); // @bank
    });
    let (profile, line) = (executor.profile(), marked("bank"));
    let (table, json) = (profile.to_string(), profile.to_json());
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "kernel: shared memory 32 wavefronts (3.1 %)");
    assert_eq!(lines[1], "  memory  access  bytes  accesses  requests  measured  ideal  efficiency  place");
    let numbers = "  shared  store       4        32         1        32      1       3.1 %  ";
    let place = lines[2].strip_prefix(numbers).unwrap_or_else(|| panic!("{table}"));
    assert!(place.ends_with(&format!("profile.rs:{line}:14")) && lines.len() == 3, "{table}");
    assert!(json.starts_with("[\n  {\"kernel\": \"kernel\", \"file\": \"") && json.ends_with("}\n]"), "{json}");
    assert!(
        json.contains(
            "\"space\": \"shared\", \"access\": \"store\", \"bytes\": 4, \"accesses\": 32, \"requests\": 1, \
             \"unit\": \"wavefronts\", \"measured\": 32, \"ideal\": 1, \"efficiency\": 0.0312}"
        ),
        "{json}"
    );
}

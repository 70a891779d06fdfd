//! The puzzles: each test fails until its file is solved. `cargo test -p lego-puzzles --test puzzles p01 -- --ignored` runs the first.

use lego_puzzles::{PUZZLES, look};

#[track_caller]
fn solve(name: &str) {
    let puzzle = PUZZLES.iter().find(|puzzle| puzzle.name == name).expect("a puzzle of that name");
    if let Err(wrong) = look((puzzle.check)(), puzzle.puzzle) {
        panic!("{wrong}\nyour file: book/puzzles/src/puzzles/{name}.rs");
    }
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            #[ignore = "a puzzle: it fails until it is solved"]
            fn $name() {
                solve(stringify!($name));
            }
        )*

        #[test]
        fn every_puzzle_has_its_test() {
            let names: Vec<&str> = PUZZLES.iter().map(|puzzle| puzzle.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

tests! {
    p01_map p02_zip p03_guard p04_partial_tiles p05_broadcast p06_columns p07_tiles p08_morton p09_anti_diagonal p10_padding
    p11_permute p12_shared_memory p13_neighbours p14_transpose p15_bank_conflicts p16_swizzle p17_vectors p18_reduction p19_scan
    p20_matrix_product
}

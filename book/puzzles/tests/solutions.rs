//! The solutions solve the puzzles, and what is given to the reader does not.

use lego_puzzles::{PUZZLES, look};

#[test]
fn every_solution_is_right() {
    let wrong: Vec<String> = PUZZLES
        .iter()
        .filter_map(|puzzle| Some(format!("{}: {}", puzzle.name, look((puzzle.check)(), puzzle.solution).err()?)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(PUZZLES.len(), 20);
}

/// Who has solved puzzles in this folder sees which: `LEGO_SOLVED=1` leaves this test out.
#[test]
fn every_puzzle_fails_with_its_hint() {
    if std::env::var_os("LEGO_SOLVED").is_some() {
        return;
    }
    for puzzle in PUZZLES {
        let wrong = look((puzzle.check)(), puzzle.puzzle).expect_err(puzzle.name);
        let hint = wrong.split_once("\nhint: ").map(|(_, hint)| hint);
        assert_eq!(hint, Some((puzzle.check)().hint), "{}", puzzle.name);
    }
}

#[test]
fn the_page_of_puzzles_names_each() {
    let page = include_str!("../../src/puzzles.md");
    for name in PUZZLES.iter().map(|puzzle| puzzle.name) {
        for folder in ["puzzles", "solutions"] {
            assert!(page.contains(&format!("](../puzzles/src/{folder}/{name}.rs)")), "{folder}/{name}");
        }
    }
}

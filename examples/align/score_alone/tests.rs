//! The score alone beside the textbook's.

use super::*;
use crate::noise::Noise;
use crate::reference;

/// Compares with the reference, with gains in cells of one kind, strips of `LANES · ROWS` rows and so many columns a block.
fn check<C: Cell, const LANES: usize, const ROWS: usize>(
    first: &[u8],
    second: &[u8],
    scoring: Scoring,
    columns: usize,
) {
    let gains = Gains::<C>::new(scoring).unwrap();
    let expected = reference::score(first, second, scoring);
    for plain in [false, true] {
        let climbed = climb_by::<C, LANES, ROWS>(first, second, gains, columns, plain).unwrap();
        let found = climbed + i64::from(scoring.gap) * (first.len() + second.len()) as i64;
        let size = [first.len(), second.len()];
        assert_eq!(found, expected, "{size:?}, {LANES} lanes of {ROWS}, blocks of {columns}, {scoring:?}");
    }
}

const SCORINGS: [Scoring; 6] = [
    Scoring { hit: 1, miss: -1, gap: -2 },
    Scoring { hit: 5, miss: -4, gap: -10 },
    // Two letters that differ never stand beside each other.
    Scoring { hit: 2, miss: -7, gap: -1 },
    Scoring { hit: 2, miss: -7, gap: 0 },
    // The greatest gain of a byte, and none.
    Scoring { hit: 55, miss: -100, gap: -100 },
    Scoring { hit: 0, miss: 0, gap: 0 },
];

#[test]
fn every_small_table_scores_as_the_reference() {
    let mut noise = Noise::fresh();
    for n in 1..=26 {
        for m in 1..=26 {
            let (first, second, scoring) = (noise.letters(n), noise.letters(m), SCORINGS[noise.below(6)]);
            for columns in [1, 2, 7, 26] {
                check::<u8, 2, 1>(&first, &second, scoring, columns);
                check::<u8, 4, 3>(&first, &second, scoring, columns);
                check::<u32, 3, 2>(&first, &second, scoring, columns);
            }
        }
    }
}

#[test]
fn lengths_around_those_of_strips_and_blocks_score_as_the_reference() {
    let mut noise = Noise::fresh();
    for n in [1, 127, 129, 511, 513, 1031] {
        for m in [1, 62, 125, 211] {
            let first = noise.letters(n);
            let related = noise.relative(&first);
            let second: Vec<u8> = related.iter().cycle().copied().take(m).collect();
            let scoring = SCORINGS[noise.below(6)];
            check::<u8, 64, 8>(&first, &second, scoring, 100);
            check::<u8, 32, 8>(&first, &second, scoring, 211);
            check::<u8, 16, 8>(&first, &second, scoring, 64);
            check::<u8, 16, 2>(&first, &second, scoring, 77);
            check::<u16, 32, 8>(&first, &second, scoring, 150);
            check::<u32, 32, 8>(&first, &second, scoring, 99);
        }
    }
}

#[test]
fn every_scoring_is_exact() {
    let mut noise = Noise::fresh();
    let first = noise.letters(300);
    let second = noise.relative(&first);
    let mut scorings = SCORINGS.to_vec();
    // Cells of 8 and 16 bits to their limits and beyond, and the limits of the command line.
    for (hit, gap) in
        [(56, -100), (535, -32_500), (536, -32_500), (1_000_000, -1_000_000), (1_000_000, 0), (0, -1_000_000)]
    {
        scorings.extend([0, -1, gap, 3 * gap].map(|miss| Scoring { hit, miss, gap }));
    }
    for scoring in scorings {
        for plain in [false, true] {
            for (first, second) in [(&first, &second), (&second, &first)] {
                let expected = reference::score(first, second, scoring);
                assert_eq!(score(first, second, scoring, plain), Ok(expected), "{scoring:?}");
            }
        }
    }
}

#[test]
fn long_and_narrow_tables_score_as_the_reference() {
    let mut noise = Noise::fresh();
    let scoring = SCORINGS[0];
    for (n, m) in [(70_000, 1), (1, 70_000), (3, 69_997)] {
        let (first, second) = (noise.letters(n), noise.letters(m));
        assert_eq!(score(&first, &second, scoring, false), Ok(reference::score(&first, &second, scoring)), "{n} × {m}");
    }
}

#[test]
fn nothing_aligns_with_gaps() {
    let scoring = SCORINGS[0];
    for (first, second) in [(&b""[..], &b""[..]), (b"", b"ACG"), (b"ACG", b"")] {
        assert_eq!(score(first, second, scoring, false), Ok(-2 * (first.len() + second.len()) as i64));
    }
}

#[test]
fn threads_do_not_change_the_score() {
    let mut noise = Noise::fresh();
    let first = noise.letters(600);
    let second = noise.relative(&first).repeat(7);
    let expected = reference::score(&first, &second, SCORINGS[1]);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| score(&first, &second, SCORINGS[1], false)), Ok(expected), "{threads} threads");
    }
}

#[test]
fn scores_too_far_apart_are_an_error() {
    let error = score(b"A", b"A", Scoring { hit: i32::MAX, miss: 0, gap: i32::MIN }, false).unwrap_err();
    assert!(error.ends_with("are further apart than 32 bits hold"), "{error}");
}

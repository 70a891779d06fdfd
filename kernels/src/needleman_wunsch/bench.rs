//! The time that large square tables of Needleman and Wunsch take.

use super::check::{fill, tables};
use super::{AntiDiagonalTile, PaddedTile, RowTile, Scorer, Scoring, SkewedTile, Sweep, Table, fill_by_tiles};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Bench, Emit, Random, Row, Timer};

const SIDES: [usize; 7] = [1024, 2048, 4096, 8192, 16001, 16384, 32768];
const PENALTY: i32 = 10;
/// The lengths of pairs of sequences whose score alone is computed.
const LENGTHS: [usize; 5] = [4096, 16384, 32768, 65537, 131_072];

type Fill<B> = fn(&Module<B>, Table, &Buffer<i32, B>, &mut Buffer<i32, B>, i32) -> Result<(), Error>;

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "nw", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let tiles: [(&str, Fill<B>); 4] = [
        ("nw_row", fill_by_tiles::<RowTile, B>),
        ("nw_padded", fill_by_tiles::<PaddedTile, B>),
        ("nw_anti_diagonal", fill_by_tiles::<AntiDiagonalTile, B>),
        ("nw_skewed", fill_by_tiles::<SkewedTile, B>),
    ];
    for n in SIDES {
        let (references, given) = tables(&mut Random::new(n as u64), n, n, PENALTY);
        let mut right = given.clone();
        fill(&references, &mut right, n, n, PENALTY);
        let table = Table::new(n, n).map_err(Error::layout("score"))?;
        let reference = timer.device().buffer_from(&references)?;
        let mut score = timer.device().buffer_from(&given)?;
        let mut row = |kernel, milliseconds, score: &Buffer<i32, B>| -> Result<(), Error> {
            let checked = Some(score.read()? == right);
            let (case, bytes) = (format!("int32 {n} b64"), 8.0 * (n * n) as f64);
            emit(Row { bench: "nw", case, kernel, milliseconds, bytes, checked });
            Ok(())
        };
        for (kernel, run) in tiles {
            score.write(&given)?;
            let time = timer.median(2, 9, || run(&timer.module, table, &reference, &mut score, PENALTY))?;
            row(kernel, time, &score)?;
        }
        score.write(&given)?;
        let mut sweep = Sweep::new(&timer.module, table)?;
        let time = timer.median(2, 9, || sweep.fill(&timer.module, &reference, &mut score, PENALTY))?;
        row("nw_sweep", time, &score)?;
    }
    scores(timer, emit)
}

/// The score alone, of two sequences of four letters that are alike in most places.
fn scores<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    let counts = [1, -1, 2];
    let Ok(scoring) = Scoring::matches(counts[0], counts[1], counts[2]) else { return Ok(()) };
    let mut scorer = Scorer::new(&timer.module, &scoring)?;
    for n in LENGTHS {
        let mut random = Random::new(n as u64);
        let first: Vec<u8> = (0..n).map(|_| b"ACGT"[random.below(4) as usize]).collect();
        let mut change = |letter: u8| if random.below(8) == 0 { b"ACGT"[random.below(4) as usize] } else { letter };
        let second: Vec<u8> = first.iter().map(|&letter| change(letter)).collect();
        let right = score_by_diagonals(&first, &second, counts);
        let (first, second) = (timer.device().buffer_from(&first)?, timer.device().buffer_from(&second)?);
        let milliseconds = timer.median(2, 9, || scorer.launch(&timer.module, &first, &second))?;
        let checked = Some(scorer.result()? == i64::from(right));
        let (case, bytes) = (format!("letters {n}x{n}"), 2.0 * n as f64);
        emit(Row { bench: "nw_score", case, kernel: "nw_score", milliseconds, bytes, checked });
    }
    Ok(())
}

/// The score of the best alignment by anti-diagonals, whose cells the compiler computes side by side: 10^10 cells take seconds.
fn score_by_diagonals(first: &[u8], second: &[u8], [equal, different, gap]: [i32; 3]) -> i32 {
    let (m, n) = (first.len(), second.len());
    let backwards: Vec<u8> = second.iter().rev().copied().collect();
    // Cell y of diagonal d is in column d - y.
    let [mut before, mut last, mut next] = [(); 3].map(|()| vec![0; m + 1]);
    for d in 1..=m + n {
        let (low, high) = (d.saturating_sub(n).max(1), (d - 1).min(m));
        if low <= high {
            let cells = high + 1 - low;
            let (letters, others) = (&first[low - 1..][..cells], &backwards[n + low - d..][..cells]);
            let (corners, above, left) =
                (&before[low - 1..][..cells], &last[low - 1..][..cells], &last[low..][..cells]);
            for (y, cell) in next[low..][..cells].iter_mut().enumerate() {
                let both = corners[y] + if letters[y] == others[y] { equal } else { different };
                *cell = both.max(above[y].max(left[y]) - gap);
            }
        }
        if d <= n {
            next[0] = -(d as i32) * gap;
        }
        if d <= m {
            next[d] = -(d as i32) * gap;
        }
        (before, last, next) = (last, next, before);
    }
    last[m]
}

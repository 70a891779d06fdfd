//! Values of symbols: large ones with many divisors that show how an expression goes, small ones that show where it fails.

use alloc::vec;
use alloc::vec::Vec;

/// Values in which each divides the one before, with many divisors.
const FALLING: [i64; 8] = [92160, 23040, 5760, 2880, 1440, 720, 360, 120];

/// Values that do not divide each other, with many divisors.
const APART: [i64; 8] = [7680, 11520, 13440, 26880, 9216, 16128, 4608, 10752];

/// Values of everyday tiles.
const EVERYDAY: [i64; 16] = [1024, 512, 256, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2];

/// Values for so many symbols to be tried, large and general ones first.
pub(super) fn samples(symbols: usize) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    let pick = |values: &[i64], k: usize| values[k % values.len()];
    let rotations = symbols.clamp(1, 4);
    for base in [&APART, &FALLING] {
        for rotation in 0..rotations {
            all.push((0..symbols).map(|k| pick(base, (k + rotation) % symbols.max(1))).collect());
        }
        all.push((0..symbols).rev().map(|k| pick(base, k)).collect());
    }
    for value in [4096, 64, 12, 1] {
        all.push(vec![value; symbols]);
    }
    // A fixed sequence without a pattern: the same expression has the same answer each time.
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    for round in 0..160 {
        let mut one = Vec::new();
        for _ in 0..symbols {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = (state >> 33) as usize;
            one.push(if round % 4 == 3 { 1 + (draw % 40) as i64 } else { pick(&EVERYDAY, draw) });
        }
        all.push(one);
    }
    all
}

/// So many small values are looked at for a counterexample.
const LOOKED_AT: usize = 4096;

/// Small values for so many symbols, the smallest first.
pub(super) fn small(symbols: usize) -> impl Iterator<Item = Vec<i64>> {
    let mut all = Vec::new();
    for sum in 0.. {
        let before = all.len();
        split(sum, symbols, &mut Vec::new(), &mut all);
        if all.len() >= LOOKED_AT || all.len() == before {
            break;
        }
    }
    all.into_iter().take(LOOKED_AT)
}

/// All ways to have so many values that are a sum more than 1 each.
fn split(sum: i64, symbols: usize, chosen: &mut Vec<i64>, all: &mut Vec<Vec<i64>>) {
    if all.len() >= LOOKED_AT {
        return;
    }
    match symbols {
        0 if sum == 0 => all.push(chosen.clone()),
        0 => {}
        1 => {
            chosen.push(1 + sum);
            all.push(chosen.clone());
            chosen.pop();
        }
        _ => {
            for first in 0..=sum {
                chosen.push(1 + first);
                split(sum - first, symbols - 1, chosen, all);
                chosen.pop();
            }
        }
    }
}

//! The algorithm of Needleman and Wunsch as in a textbook, which the results of the blocks are checked against.

use crate::score::{Scoring, code};

/// The score of the best alignment, row by row, keeping one row.
pub(crate) fn score(first: &[u8], second: &[u8], scoring: Scoring) -> i64 {
    let Scoring { hit, miss, gap } = scoring;
    let [hit, miss, gap] = [hit, miss, gap].map(i64::from);
    let mut row: Vec<i64> = (0..=second.len() as i64).map(|j| j * gap).collect();
    for &x in first {
        let mut diagonal = row[0];
        row[0] += gap;
        for (j, &y) in (1..).zip(second) {
            let above = row[j];
            let pair = diagonal + if code(x, false) == code(y, true) { hit } else { miss };
            row[j] = pair.max(above + gap).max(row[j - 1] + gap);
            diagonal = above;
        }
    }
    row[second.len()]
}

/// The best alignment from the whole table, with the same preferences as `traceback::follow`.
#[cfg(test)]
pub(crate) fn align(first: &[u8], second: &[u8], scoring: Scoring) -> crate::alignment::Alignment {
    use crate::alignment::{Alignment, Step};

    let (n, m) = (first.len(), second.len());
    let equal = |i: usize, j: usize| code(first[i - 1], false) == code(second[j - 1], true);
    let pair = |i, j| if equal(i, j) { scoring.hit } else { scoring.miss };
    let mut table = vec![vec![0; m + 1]; n + 1];
    for i in 0..=n {
        for j in 0..=m {
            table[i][j] = match (i, j) {
                (0, k) | (k, 0) => k as i32 * scoring.gap,
                _ => (table[i - 1][j - 1] + pair(i, j)).max(table[i - 1][j].max(table[i][j - 1]) + scoring.gap),
            };
        }
    }
    let (mut i, mut j) = (n, m);
    let mut steps = Vec::new();
    let mut matches = 0;
    while i > 0 || j > 0 {
        if i > 0 && j > 0 && table[i][j] == table[i - 1][j - 1] + pair(i, j) {
            matches += usize::from(equal(i, j));
            steps.push(Step::Both);
            (i, j) = (i - 1, j - 1);
        } else if i > 0 && (j == 0 || table[i][j] == table[i - 1][j] + scoring.gap) {
            steps.push(Step::First);
            i -= 1;
        } else {
            steps.push(Step::Second);
            j -= 1;
        }
    }
    steps.reverse();
    let gaps = steps.iter().filter(|&&step| step != Step::Both).count();
    Alignment { score: table[n][m], steps, matches, gaps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_are_easy_to_see() {
        let scoring = Scoring { hit: 1, miss: -1, gap: -2 };
        for (first, second, want) in [
            ("A", "A", 1),
            ("A", "C", -1),
            ("A", "ACC", -3),
            ("N", "N", -1),
            ("ACGT", "ACGT", 4),
            ("ACGT", "AGT", 1),
            ("AU", "AT", 2),
            ("", "ACG", -6),
        ] {
            assert_eq!(score(first.as_bytes(), second.as_bytes(), scoring), want, "{first} {second}");
        }
    }
}

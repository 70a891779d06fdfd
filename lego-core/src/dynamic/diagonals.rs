//! The way from the position to the index where each anti-diagonal lies in memory in one piece.

use super::table::ENTRIES;
use alloc::vec::Vec;

/// Pieces of memory, each an anti-diagonal of a matrix.
#[derive(Clone, Debug)]
pub(super) struct Diagonals {
    /// In the order of memory; behind the last a piece of no elements.
    pieces: Vec<Piece>,
    /// For each range of 2^`power` positions the piece that it begins in; behind the last the last piece.
    ranges: Vec<u32>,
    power: u32,
    /// Whether rows grow with the position.
    is_downward: bool,
}

/// The positions of an anti-diagonal: the first, its row, and the sum of row and column.
#[derive(Clone, Copy, Debug)]
struct Piece {
    first: usize,
    row: usize,
    sum: usize,
}

impl Diagonals {
    /// The pieces of a matrix `m`×`n` whose position grows by `step` for a step `[+1, -1]`, if they are all of `0..span`.
    pub(super) fn new(
        [m, n]: [usize; 2],
        span: usize,
        step: isize,
        position: impl Fn([usize; 2]) -> Option<usize>,
    ) -> Option<Self> {
        let count = m.checked_add(n)?.checked_sub(1)?;
        if step.unsigned_abs() != 1 || count as u64 > ENTRIES / 16 || m.checked_mul(n)? != span {
            return None;
        }
        let mut pieces = Vec::with_capacity(count + 1);
        for sum in 0..count {
            let (top, bottom) = (sum.saturating_sub(n - 1), sum.min(m - 1));
            let row = if step > 0 { top } else { bottom };
            pieces.push((Piece { first: position([row, sum - row])?, row, sum }, bottom - top + 1));
        }
        pieces.sort_unstable_by_key(|(piece, _)| piece.first);
        let mut next = 0;
        for (piece, len) in &pieces {
            if piece.first != next {
                return None;
            }
            next += len;
        }
        let mut pieces: Vec<Piece> = pieces.into_iter().map(|(piece, _)| piece).collect();
        pieces.push(Piece { first: next, row: 0, sum: 0 });
        // Half as many pieces as ranges.
        let power = (span / (2 * count)).checked_ilog2().unwrap_or(0);
        let piece_at = |position: usize| pieces[..count].partition_point(|piece| piece.first <= position) as u32 - 1;
        let ranges = (0..span).step_by(1 << power).map(piece_at).chain([count as u32 - 1]).collect();
        Some(Self { pieces, ranges, power, is_downward: step > 0 })
    }

    /// The index at a position; beyond the last some index.
    #[inline]
    pub(super) fn index(&self, position: usize) -> [usize; 2] {
        let range = (position >> self.power).min(self.ranges.len() - 2);
        let (from, to) = (self.ranges[range] as usize, self.ranges[range + 1] as usize);
        // Most ranges have one or two pieces; near the corners there are many.
        let mut at = from;
        if to - from > 4 {
            at += self.pieces[from + 1..=to].partition_point(|piece| piece.first <= position);
        } else {
            while at < to && self.pieces[at + 1].first <= position {
                at += 1;
            }
        }
        let Piece { first, row, sum } = self.pieces[at];
        let place = position.wrapping_sub(first);
        let row = if self.is_downward { row.wrapping_add(place) } else { row.wrapping_sub(place) };
        [row, sum.wrapping_sub(row)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position by counting: the elements on earlier anti-diagonals, and those before it on its own.
    fn by_counting([m, n]: [usize; 2], is_downward: bool, [i, j]: [usize; 2]) -> usize {
        let sum = i + j;
        // Up to rows and columns that are outside, and those taken off again.
        let triangle = |side: usize| side * (side + 1) / 2;
        let before = triangle(sum) + triangle(sum.saturating_sub(m + n))
            - triangle(sum.saturating_sub(m))
            - triangle(sum.saturating_sub(n));
        before + if is_downward { i - sum.saturating_sub(n - 1) } else { sum.min(m - 1) - i }
    }

    #[test]
    fn every_position_of_every_size() {
        let sizes = (1..12).flat_map(|m| (1..12).map(move |n| [m, n])).chain([[1, 97], [97, 1], [53, 31], [127, 128]]);
        for [m, n] in sizes {
            for step in [1, -1] {
                let position = |index| by_counting([m, n], step > 0, index);
                let diagonals = Diagonals::new([m, n], m * n, step, |index| Some(position(index))).unwrap();
                for p in 0..m * n {
                    let index = diagonals.index(p);
                    assert!(index[0] < m && index[1] < n, "{index:?} of {m}×{n}");
                    assert_eq!(position(index), p, "{m}×{n}");
                }
            }
        }
    }

    #[test]
    fn a_matrix_of_nearly_2_to_the_32() {
        for [m, n] in [[65_521, 65_537], [65_537, 65_521], [1, 200_003], [200_003, 1], [3, 90_001]] {
            let span = m * n;
            let position = |index| by_counting([m, n], true, index);
            let diagonals = Diagonals::new([m, n], span, 1, |index| Some(position(index))).unwrap();
            for k in 0..2000 {
                for p in [k, span / 2 + k, span - 1 - k, span / 2000 * k].into_iter().filter(|&p| p < span) {
                    assert_eq!(position(diagonals.index(p)), p, "{m}×{n}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_in_pieces_is_refused() {
        let row_major = |[i, j]: [usize; 2]| Some(5 * i + j);
        assert!(Diagonals::new([4, 5], 20, 1, row_major).is_none());
        assert!(Diagonals::new([4, 5], 20, 1, |_| None).is_none());
        let on = |index| Some(by_counting([4, 5], true, index));
        assert!(Diagonals::new([4, 5], 21, 1, on).is_none() && Diagonals::new([4, 5], 20, 2, on).is_none());
        assert!(Diagonals::new([4, 5], 20, -1, on).is_none() && Diagonals::new([4, 5], 20, 1, on).is_some());
    }
}

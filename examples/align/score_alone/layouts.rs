//! Where the rows of a strip and the letters of the columns are, so that what is computed at once lies side by side.

use super::cell::Cell;
use lego::{Arr1D, LayoutError, layout};

layout! {
    /// A strip seen as [lane, row of the lane]; what all lanes have in one row lies side by side.
    pub(super) type Lanes<const LANES: usize, const ROWS: usize> = Col(LANES, ROWS);

    /// The same strip seen by the row: lane 0 has the first rows, lane 1 the next.
    pub(super) type Rows<const LANES: usize, const ROWS: usize> = Col(LANES, ROWS).GroupBy([LANES * ROWS]);

    /// The letters of `2·half` columns, those of odd number before those of even number, each the last first. So the letters of
    /// every second column lie side by side, from the right to the left.
    pub(super) type Turned(half) = Reverse(2 * half).OrderBy(Col(half, 2)).GroupBy([2 * half]);
}

/// The letters of the columns as lanes meet them: in a step, each lane two columns to the left of the lane above.
pub(super) struct Letters<C> {
    /// With `lag` columns without a letter on either side, in which not all lanes are within the table.
    columns: Arr1D<C, Turned>,
}

impl<C: Cell> Letters<C> {
    /// For lanes of which the last is `lag` columns behind the first.
    ///
    /// # Errors
    /// [`LayoutError`] if there are more columns than an index counts.
    pub(super) fn new(codes: &[u8], lag: usize) -> Result<Self, LayoutError> {
        let half = (codes.len() + 2 * lag).div_ceil(2);
        let code = |[at]: [usize; 1]| at.checked_sub(lag).and_then(|column| codes.get(column)).copied().unwrap_or(0);
        Ok(Self { columns: Arr1D::from_fn(Turned::new(half)?, |at| C::from(code(at))) })
    }

    /// The letters of columns `first`, `first - 2`, `first - 4`, …, one a lane.
    ///
    /// # Panics
    /// If one of them is more than `lag` columns outside of the table.
    #[inline(always)]
    pub(super) fn window<const LANES: usize>(&self, first: usize) -> [C; LANES] {
        let from = self.columns.layout().apply([first + super::strip::lag(LANES)]);
        let window = &self.columns.as_physical()[from..][..LANES];
        std::array::from_fn(|lane| window[lane])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score_alone::strip::lag;

    #[test]
    fn the_rows_of_a_lane_lie_a_vector_apart() {
        for row in 0..24 {
            assert_eq!(Rows::<8, 3>::apply([row]), row % 3 * 8 + row / 3);
            assert_eq!(Rows::<8, 3>::inv(row % 3 * 8 + row / 3), [row]);
            assert_eq!(Lanes::<8, 3>::apply([row / 3, row % 3]), Rows::<8, 3>::apply([row]));
        }
    }

    #[test]
    fn letters_are_those_of_the_law() {
        for half in 1..20 {
            let layout = Turned::new(half).unwrap();
            for column in 0..2 * half {
                let place = if column % 2 == 1 { half - 1 - column / 2 } else { 2 * half - 1 - column / 2 };
                assert_eq!(layout.apply([column]), place);
                assert_eq!(layout.inv(place), [column]);
            }
        }
    }

    #[test]
    fn a_window_has_every_second_letter() {
        for len in 1..40 {
            let codes: Vec<u8> = (0..len).map(|column| 100 + column as u8).collect();
            let letters = Letters::<u8>::new(&codes, lag(5)).unwrap();
            for first in 0..len + lag(5) {
                let window = letters.window::<5>(first);
                let expected = |lane| first.checked_sub(2 * lane).and_then(|column| codes.get(column)).copied();
                assert_eq!(window, std::array::from_fn(|lane| expected(lane).unwrap_or(0)), "{len}, {first}");
            }
        }
    }
}

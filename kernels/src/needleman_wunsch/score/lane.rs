//! A step of a lane: eight rows and four columns, two cells in each register.

use super::shape::{NO_LETTERS, Profile};
use lego_cuda::device::math::{self, permute_bytes};
use lego_cuda::device::{SharedPtr, Warp, lane};
use lego_cuda::unroll;
use lego_cuda::view::Shared;

/// Two cells of 16 bits, the lower half first.
pub(super) type Cells = [i16; 2];

/// The bits of two cells.
#[inline(always)]
pub(super) fn bits([low, high]: Cells) -> u32 {
    u32::from(low as u16) | u32::from(high as u16) << 16
}

/// The cells of bits.
#[inline(always)]
pub(super) fn cells(bits: u32) -> Cells {
    [bits as i16, (bits >> 16) as i16]
}

/// The bytes of a lane's gains with a letter. Those of the next letter are 256 bytes further.
const PLACE: u32 = 8;
const _: () =
    assert!(Profile::apply_u32([1, 0]) * PLACE == 256 && Profile::apply_u32([1, 31]) * PLACE == 256 + 31 * PLACE);

/// What a lane carries from one step to the next. Cells are relative to the base of the round.
pub(super) struct Lane {
    /// The last column of each row: row i, and row 4 + i a group behind.
    rows: [Cells; 4],
    /// The same of the row above row 0, and of the one above row 4.
    above: Cells,
    /// The columns of row 3, and of the last row a group behind.
    ends: [Cells; 4],
    /// What the next step takes of the lane above: four cells of its last row in two words, and the letters of the step after.
    from_above: [u32; 3],
    /// The letters of the step to come, and of the one before.
    letters: [u32; 2],
    /// What the letters of the step to come gain with rows 0 to 3, and with rows 4 to 7.
    gains: [[u32; 2]; 4],
    /// What the letters before them gain with rows 4 to 7.
    gains_behind: [u32; 4],
}

impl Lane {
    /// Before the first column, where every cell is 0. The first lane begins with these letters.
    #[inline(always)]
    pub(super) fn new(letters: u32, zero: i16, profile: Shared<'_, [u32; 2], Profile>) -> Self {
        let zeros = [zero, zero];
        let mut this = Self {
            rows: [zeros; 4],
            above: zeros,
            ends: [zeros; 4],
            from_above: [bits(zeros), bits(zeros), NO_LETTERS],
            letters: [if lane() == 0 { letters } else { NO_LETTERS }, NO_LETTERS],
            gains: [[0; 2]; 4],
            gains_behind: [0; 4],
        };
        this.look_up(profile);
        this
    }

    /// Takes the gains of the letters from the profile.
    #[inline(always)]
    fn look_up(&mut self, profile: Shared<'_, [u32; 2], Profile>) {
        let (first, places) = (profile.slice(), lane() * PLACE);
        unroll!(for column in 0..4 {
            // One instruction: a letter is the second byte of the place of its gains, and the lane the first.
            let at = permute_bytes(self.letters[0], places, 0x5504 | (column as u32) << 4);
            // SAFETY: letters are below 32 or none, and there are as many rows of 256 bytes; a lane has 8 of them.
            self.gains[column] = unsafe { SharedPtr::from_offset(first.at_unchecked(0).offset() + at).get() };
        });
    }

    /// Moves the base.
    #[inline(always)]
    pub(super) fn add(&mut self, by: i16) {
        let by = [by, by];
        unroll!(for i in 0..4 {
            self.rows[i] = math::add(self.rows[i], by);
            self.ends[i] = math::add(self.ends[i], by);
        });
        self.above = math::add(self.above, by);
        unroll!(for i in 0..2 {
            self.from_above[i] = bits(math::add(cells(self.from_above[i]), by));
        });
    }

    /// Computes four columns. The first lane takes from `inbox` what the others have from the lane above.
    ///
    /// What the next step takes is on its way as soon as it is known, for a shuffle lasts as long as a column.
    #[inline(always)]
    pub(super) fn step(&mut self, inbox: [u32; 4], profile: Shared<'_, [u32; 2], Profile>) {
        let [low, high, letters] = self.from_above;
        let of_first = lane() == 0;
        let tops = if of_first { [inbox[0], inbox[1]] } else { [low, high] };
        let letters = if of_first { inbox[2] } else { letters };
        let gains = self.gains;
        // Two groups behind the lane above.
        self.letters = [letters, self.letters[0]];
        self.look_up(profile);
        unroll!(for column in 0..4 {
            // Above row 0 is the cell from the lane above; above row 4 is row 3, a step before.
            let halves = if column % 2 == 0 { 0x5410 } else { 0x5432 };
            let top = cells(permute_bytes(tops[column / 2], bits(self.ends[column]), halves));
            let (mut diagonal, mut above) = (self.above, top);
            self.above = top;
            unroll!(for row in 0..4 {
                // Bytes `row` of both, each with its sign: gains are below 128, so that is 0.
                let bytes = 0xc480 + 0x1111 * row as u32;
                let gain = cells(permute_bytes(gains[column][0], self.gains_behind[column], bytes));
                let left = self.rows[row];
                above = math::max(math::max(math::add(diagonal, gain), left), above);
                (diagonal, self.rows[row]) = (left, above);
            });
            self.ends[column] = above;
            self.gains_behind[column] = gains[column][1];
            if column == 1 {
                self.from_above[0] = Warp::ALL.shuffle_up(self.last_row()[0], 1);
                self.from_above[2] = Warp::ALL.shuffle_up(self.letters[1], 1);
            }
        });
        self.from_above[1] = Warp::ALL.shuffle_up(self.last_row()[1], 1);
    }

    /// The four columns of the last row that were computed last, in two words.
    #[inline(always)]
    pub(super) fn last_row(&self) -> [u32; 2] {
        let [a, b, c, d] = self.ends.map(bits);
        [permute_bytes(a, b, 0x7632), permute_bytes(c, d, 0x7632)]
    }
}

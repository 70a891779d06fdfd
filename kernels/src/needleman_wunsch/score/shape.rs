//! The shape of a warp's work, strips of rows and rounds of steps, and the layouts of what it keeps in memory.

use lego::layout;

/// The rows of a lane: four in the lower halves of registers, four in the upper.
pub(super) const ROWS: u32 = 8;
/// The rows of a strip.
pub(crate) const STRIP: u32 = 32 * ROWS;
/// The columns of a step: a *group*.
pub(super) const GROUP: u32 = 4;
/// The steps of a round, after which the base moves.
pub(super) const ROUND: u32 = 16;
/// By how many steps the last rows of a strip are behind its first: two for each lane, less one.
pub(super) const LAG: u32 = 63;
/// The step of a round before which the words for the next are looked for: as late as they still come in time.
pub(super) const PEEK: u32 = 12;
/// The letter behind the ends, with which nothing gains anything.
pub(super) const NO_LETTER: u32 = 32;

layout! {
    /// What a letter of the first sequence gains with one of the second.
    pub type Gains = Row(32, 32);
    /// Gains of a letter of the second sequence with the rows of a lane: two words of four bytes, one for each four rows.
    pub type Profile = Row(33, 32);
    /// What a step of a round takes from the strip above: four cells in two words, and the letters of the step after.
    pub type Inbox = Row(16);
    /// Four cells of the last row in two words, by the step of the round.
    pub type Outbox = Row(16);
    /// What strips hand on, by the half of the table, the number of the strip modulo 8, and the group. Before a strip writes a word,
    /// all strips between have taken the one that was there: its own words come from theirs.
    pub type Links(groups) = Row(2, 8, groups) where groups >= 1;
    /// The letters of a group, a byte each, by the direction: from the beginning of the second sequence on, or from its end. Behind
    /// the last there are groups for all steps that a strip has then, and for those that it looks ahead.
    pub type Letters(groups) = Row(2, groups + 112) where groups >= 1;
    /// The last row of each half, from column 1 on.
    pub type LastRows(groups) = Row(2, 4*groups) where groups >= 1;
}

// The last round begins at most `LAG - 1` groups behind the last, and each lane looks for the letters of a round later.
const _: () = assert!(LAG - 1 + 31 + ROUND + 1 < 112, "there are letters for all that a strip looks at");

/// The letters of a group without letters.
pub(super) const NO_LETTERS: u32 = NO_LETTER * 0x0101_0101;

/// The lines of [`Links`] that a half has.
pub(super) const LINES: u32 = 8;

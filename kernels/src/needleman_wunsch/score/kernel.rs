//! The entry, and the rounds of a strip.

use super::lane::Lane;
use super::letters::place;
use super::links::{Link, Word};
use super::shape::{
    GROUP, Gains, Inbox, LAG, LastRows, Letters, Links, NO_LETTER, Outbox, PEEK, Profile, ROUND, ROWS, STRIP,
};
use lego_cuda::device::{Scope, Warp, atomic, global, lane};
use lego_cuda::view::{Global, GlobalMut, Shared};
use lego_cuda::{lego_kernel, unroll};

/// Computes the last rows of both halves of a table, of sequences of m and n letters: the half of the first rows from the beginnings of
/// the sequences on, that of the others from their ends on. `last_rows[h][x - 1] = S[x] + gap·(rows of half h + x)`.
///
/// A letter is the last five bits of a byte; those of the second sequence are in `letters`, forwards and backwards. `gains` has what
/// each pair of letters counts, plus twice what a gap costs, and 0 where that is negative; `most` is the largest of them. `drawn`
/// counts blocks, and is with `links` 0 before the first launch; both may be used again for sequences of the same lengths.
///
/// Launch: a block for each 256 letters of the first sequence.
///
/// # Safety
/// No other launch uses `links`, `drawn` or `last_rows` at this time. `letters`, `links` and `last_rows` have as many groups. `most` is
/// below 128, and `most·min(m, n)` below 2^31.
#[lego_kernel(threads = [32])]
#[allow(clippy::too_many_arguments)] // Two sequences, what they count, what blocks tell each other, and three tiles.
pub unsafe fn nw_score(
    first: Global<'_, u8>,
    letters: Global<'_, u32, Letters>,
    gains: Global<'_, u8, Gains>,
    most: i32,
    links: GlobalMut<'_, u64, Links>,
    drawn: GlobalMut<'_, u64>,
    last_rows: GlobalMut<'_, i32, LastRows>,
    #[shared] profile: Shared<'_, [u32; 2], Profile>,
    #[shared] inbox: Shared<'_, [u32; 4], Inbox>,
    #[shared] outbox: Shared<'_, [u32; 2], Outbox>,
) {
    let ([rows], [_, groups]) = (first.dims(), last_rows.dims());
    let groups = groups / GROUP;
    let strip = Strip::draw(&drawn, rows);
    let above = Link::new(&links, strip.half, strip.number.wrapping_sub(1), strip.launch, strip.most);
    let below = Link::new(&links, strip.half, strip.number, strip.launch, strip.most);
    let listens = |group: u32| strip.number > 0 && lane() < ROUND && group < groups;
    // SAFETY: the words are written by the block of the strip above, and read by this one, as wholes.
    let peek = |group: u32| if listens(group) { unsafe { above.peek(group) } } else { Word::ZERO };
    // SAFETY: the strip has a half, and looks less than two rounds past its last step.
    let letters = |group: u32| unsafe { letters.get_unchecked([strip.half, group]) };
    write_profile(first, gains, strip, profile);
    Warp::ALL.sync();

    // Relative to the base, all cells of a round are from -2^15 on: left of the first they fall by `most` a column.
    let lowest = (GROUP * (LAG + 1)) as i32 * most - (1 << 15);
    let mut base = -lowest;
    let mut state = Lane::new(letters(0), lowest as i16, profile);
    let (mut peeked, mut ahead) = (peek(lane()), letters(lane() + 1));
    for round in 0..(groups + LAG).div_ceil(ROUND) {
        let group = round * ROUND + lane();
        // SAFETY: as above.
        let tops = if listens(group) { unsafe { above.wait(group, peeked) } } else { Word::ZERO };
        let (base_before, first) = (base, Warp::ALL.shuffle_idx(tops.first(), 0));
        if strip.number > 0 && round * ROUND < groups {
            base = first - lowest;
        }
        state.add((base_before - base) as i16);
        if lane() < ROUND {
            let [low, high] = tops.relative_to(base);
            inbox.set([lane()], [low, high, ahead, 0]);
        }
        Warp::ALL.sync();
        // Those of the next round, which are long on their way.
        ahead = letters(group + ROUND + 1);
        let steps = Steps { inbox, outbox, profile };
        steps.run(&mut state, 0, PEEK);
        peeked = peek(group + ROUND);
        steps.run(&mut state, PEEK, ROUND);
        // The outbox is full, and the inbox has been read and is written anew.
        Warp::ALL.sync();
        let done = group.wrapping_sub(LAG);
        if lane() < ROUND && done < groups {
            let cells = outbox.get([lane()]);
            // SAFETY: the group is inside, and the words and the last row are this strip's.
            unsafe {
                if strip.is_last {
                    let row = last_rows.at_unchecked([strip.half, GROUP * done]);
                    global::store(row.cast(), Word::new(cells, base, 0).four());
                } else {
                    below.hand_down(done, cells, base);
                }
            }
        }
    }
}

/// The strip of a block.
#[derive(Clone, Copy)]
struct Strip {
    /// Which launch it is, counted from 0.
    launch: u32,
    /// 0 for the first rows, 1 for the last ones, backwards.
    half: u32,
    /// Counted from the edge of the table.
    number: u32,
    /// Whether no strip of the half comes after it.
    is_last: bool,
    /// The most strips that a half has: the first has as many as the second, or one more.
    most: u32,
}

impl Strip {
    /// The next strip of those of so many rows, in the order in which blocks begin: the one above has begun, whatever the order of the
    /// grid.
    #[inline(always)]
    fn draw(drawn: &GlobalMut<'_, u64>, rows: u32) -> Self {
        let strips = rows.div_ceil(STRIP);
        // SAFETY: the counter is one of the elements, and all blocks use it by atomics.
        let ticket = if lane() == 0 { unsafe { atomic::add(drawn.at([0]), 1, Scope::Gpu) } } else { 0 };
        let launch = (ticket / u64::from(strips)) as u32;
        // The remainder is below 2^32, so that the lower halves give it.
        let turn = (ticket as u32).wrapping_sub(launch.wrapping_mul(strips));
        let (turn, launch) = (Warp::ALL.shuffle_idx(turn, 0), Warp::ALL.shuffle_idx(launch, 0));
        // The halves take turns.
        Self { launch, half: turn % 2, number: turn / 2, is_last: turn + 2 >= strips, most: strips.div_ceil(2) }
    }

    /// Where the letter of a row of the strip is, `None` if the row is not in the half.
    #[inline(always)]
    fn row(self, row: u32, rows: u32) -> Option<u32> {
        let (before, of_first) = (self.number * STRIP + row, self.most * STRIP);
        let is_here = if self.half == 0 { before < rows } else { before < rows.saturating_sub(of_first) };
        is_here.then(|| place(self.half, before, rows))
    }
}

/// What the steps of a round have in shared memory.
#[derive(Clone, Copy)]
struct Steps<'a> {
    inbox: Shared<'a, [u32; 4], Inbox>,
    outbox: Shared<'a, [u32; 2], Outbox>,
    profile: Shared<'a, [u32; 2], Profile>,
}

impl Steps<'_> {
    /// Some of the steps of a round, from a multiple of four to another.
    #[inline(always)]
    fn run(&self, state: &mut Lane, from: u32, to: u32) {
        let mut from_above = self.inbox.get([from]);
        for four in from / 4..to / 4 {
            // Written out, so that what a step leaves to the next stays in its registers, and need not be there yet.
            unroll!(for k in 0..4 {
                let step = 4 * four + k as u32;
                // Ahead, so that no step waits for it.
                let next = self.inbox.get([(step + 1) % ROUND]);
                state.step(from_above, self.profile);
                from_above = next;
                if lane() == 31 {
                    self.outbox.set([step], state.last_row());
                }
            });
        }
    }
}

/// Writes what each letter gains with the rows of a strip; nothing with the rows behind the end, and without a letter.
#[inline(always)]
fn write_profile(
    first: Global<'_, u8>,
    gains: Global<'_, u8, Gains>,
    strip: Strip,
    profile: Shared<'_, [u32; 2], Profile>,
) {
    let ([rows], row) = (first.dims(), lane() * ROWS);
    let letters: [Option<u32>; ROWS as usize] = core::array::from_fn(|i| {
        let place = strip.row(row + i as u32, rows)?;
        first.try_get([place]).map(|byte| u32::from(byte & 31))
    });
    for letter in 0..NO_LETTER {
        let gain = |i: usize| letters[i].map_or(0, |row| u32::from(gains.get([row, letter])));
        let four = |i: usize| gain(i) | gain(i + 1) << 8 | gain(i + 2) << 16 | gain(i + 3) << 24;
        profile.set([letter, lane()], [four(0), four(4)]);
    }
    profile.set([NO_LETTER, lane()], [0, 0]);
}

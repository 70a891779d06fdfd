//! The entry, and the rounds of a strip.

use super::lane::Lane;
use super::links::{Link, Word};
use super::shape::{GROUP, Gains, Inbox, LAG, Links, NO_LETTER, Outbox, PEEK, Profile, ROUND, ROWS, STRIP};
use lego_cuda::device::{Scope, Warp, atomic, lane};
use lego_cuda::lego_kernel;
use lego_cuda::view::{Global, GlobalMut, Shared};

/// Computes the score of the best alignment of two sequences of m and n letters: `score[0] = S[m][n] + gap·(m + n)`.
///
/// A letter is the last five bits of a byte. `gains` has what each pair of letters counts, plus twice what a gap costs, and 0
/// where that is negative; `most` is the largest of them. `drawn` counts blocks, and is with `links` 0 before the first
/// launch; both may be used again for sequences of the same lengths.
///
/// Launch: a block for each 256 letters of the first sequence.
///
/// # Safety
/// No other launch uses `links`, `drawn` or `score` at this time. `most` is below 128, and `most·min(m, n)` below 2^31.
#[lego_kernel(threads = [32])]
#[allow(clippy::too_many_arguments)] // Two sequences, what they count, what blocks tell each other, and three tiles.
pub unsafe fn nw_score(
    first: Global<'_, u8>,
    second: Global<'_, u8>,
    gains: Global<'_, u8, Gains>,
    most: i32,
    links: GlobalMut<'_, u64, Links>,
    drawn: GlobalMut<'_, u64>,
    score: GlobalMut<'_, i32>,
    #[shared] profile: Shared<'_, [u32; 2], Profile>,
    #[shared] inbox: Shared<'_, [u32; 4], Inbox>,
    #[shared] outbox: Shared<'_, [u32; 2], Outbox>,
) {
    let ([rows], [columns]) = (first.dims(), second.dims());
    let (strips, groups) = (rows.div_ceil(STRIP), columns.div_ceil(GROUP));
    // Strips in the order in which blocks begin: the one above has begun, whatever the order of the grid.
    // SAFETY: the counter is one of the elements, and all blocks use it by atomics.
    let ticket = if lane() == 0 { unsafe { atomic::add(drawn.at([0]), 1, Scope::Gpu) } } else { 0 };
    let launch = (ticket / u64::from(strips)) as u32;
    // The remainder is below 2^32, so that the lower halves give it.
    let number = (ticket as u32).wrapping_sub(launch.wrapping_mul(strips));
    let (number, launch) = (Warp::ALL.shuffle_idx(number, 0), Warp::ALL.shuffle_idx(launch, 0));
    let above = Link::new(&links, number.wrapping_sub(1), launch, strips);
    let below = Link::new(&links, number, launch, strips);
    let listens = |group: u32| number > 0 && lane() < ROUND && group < groups;
    // SAFETY: the words are written by the block of the strip above, and read by this one, as wholes.
    let peek = |group: u32| if listens(group) { unsafe { above.peek(group) } } else { Word::ZERO };
    let letters = |group: u32| {
        let letter = |column: u32| second.try_get([column]).map_or(NO_LETTER, |byte| u32::from(byte & 31));
        let first = GROUP * group;
        letter(first) | letter(first + 1) << 8 | letter(first + 2) << 16 | letter(first + 3) << 24
    };
    write_profile(first, gains, number, profile);
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
        let base_before = base;
        if number > 0 && round * ROUND < groups {
            base = Warp::ALL.shuffle_idx(tops.first(), 0) - lowest;
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
            if number + 1 < strips {
                // SAFETY: the group is inside, and the words are this strip's.
                unsafe { below.hand_down(done, cells, base) };
            } else if done + 1 == groups {
                // SAFETY: one lane of one block of the launch writes it.
                unsafe { score.set([0], Word::new(cells, base, 0).last()) };
            }
        }
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
    /// Some of the steps of a round.
    #[inline(always)]
    fn run(&self, state: &mut Lane, from: u32, to: u32) {
        let mut from_above = self.inbox.get([from]);
        for step in from..to {
            // Ahead, so that no step waits for it.
            let next = self.inbox.get([(step + 1) % ROUND]);
            state.step(from_above, self.profile);
            from_above = next;
            if lane() == 31 {
                self.outbox.set([step], state.last_row());
            }
        }
    }
}

/// Writes what each letter gains with the rows of a strip; nothing with the rows behind the end, and without a letter.
#[inline(always)]
fn write_profile(
    first: Global<'_, u8>,
    gains: Global<'_, u8, Gains>,
    strip: u32,
    profile: Shared<'_, [u32; 2], Profile>,
) {
    let row = strip * STRIP + lane() * ROWS;
    let letters: [Option<u32>; ROWS as usize] =
        core::array::from_fn(|i| first.try_get([row + i as u32]).map(|byte| u32::from(byte & 31)));
    for letter in 0..NO_LETTER {
        let gain = |i: usize| letters[i].map_or(0, |row| u32::from(gains.get([row, letter])));
        let four = |i: usize| gain(i) | gain(i + 1) << 8 | gain(i + 2) << 16 | gain(i + 3) << 24;
        profile.set([letter, lane()], [four(0), four(4)]);
    }
    profile.set([NO_LETTER, lane()], [0, 0]);
}

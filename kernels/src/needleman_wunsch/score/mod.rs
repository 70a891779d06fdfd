//! The score of the best alignment of two sequences alone, without a table: what is needed of the cells stays in registers.
//!
//! ```text
//!               the columns of a lane in one step
//!                 c-4 c-3 c-2 c-1   c  c+1 c+2 c+3
//! rows 0 to 3                       ██  ██  ██  ██      lower halves of the registers
//! rows 4 to 7      ██  ██  ██  ██                       upper halves: a step behind, as their row above is row 3
//! ```
//!
//! A warp sweeps a strip of 256 rows from left to right, four columns a step. Each lane has eight rows, two cells of 16 bits in
//! a register, and is eight columns behind the lane above: what it needs from there was computed one step before, and comes by
//! a shuffle. The last row goes to the warp of the strip below by words of global memory that carry a tag.
//!
//! An alignment is as good from its end as from its beginning. So the lower half of the rows is swept from the ends of the sequences
//! backwards, at the same time as the upper half: strips wait for half as many others. The best alignment passes from one half to the
//! other at some column, and its score is the greatest sum of what both have there.
//!
//! Instead of S the kernel computes `T[y][x] = S[y][x] + gap·(y + x)`, in which a gap costs nothing:
//! `T[y][x] = max(T[y-1][x-1] + gain(y, x), T[y-1][x], T[y][x-1])`, where the gain is the score of the two letters plus
//! `2·gap`; two instructions for two cells. A negative gain never wins, because T falls along no row and no column, so 0 stands
//! for it. All that begins is then 0: row 0, column 0, and what would be left of it; and letters behind the ends, which gain
//! nothing, repeat the last score. No cell is at an edge.
//!
//! What a warp holds at one time differs by at most `512·gain`: cells are 16 bits relative to a base that moves with the columns.
//! Where the first lane is at column x, all columns are from x - 256 on, and no cell to their right or below is less; and from
//! `T[top][x]` no cell of 256 rows is further than 256 pairs.
//!
//! | file | has |
//! |---|---|
//! | `scoring` | what letters and gaps count, checked on the host |
//! | `shape` | strips, rounds and steps, and the layouts of what a warp has in memory |
//! | `letters` | the letters of the second sequence as the strips take them |
//! | `kernel` | the entry, which strip a block has, and its rounds |
//! | `lane` | a step of a lane, in registers |
//! | `links` | the words that a strip hands to the one below |
//! | `meeting` | the score from the last rows of both halves |
//! | `host` | launches, and what they need besides the sequences |

#[cfg(not(target_arch = "nvptx64"))]
mod host;
mod kernel;
mod lane;
mod letters;
mod links;
mod meeting;
#[cfg(not(target_arch = "nvptx64"))]
mod scoring;
mod shape;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::Scorer;
pub use kernel::{NwScore, nw_score};
pub use letters::{NwLetters, nw_letters};
pub use meeting::{NwMeeting, nw_meeting};
#[cfg(not(target_arch = "nvptx64"))]
pub use scoring::{Scoring, ScoringError};
pub use shape::{Gains, Inbox, LastRows, Letters, Links, Outbox, Profile};

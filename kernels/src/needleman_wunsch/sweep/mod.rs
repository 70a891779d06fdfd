//! The whole table in one launch: every block sweeps a strip of rows from left to right.
//!
//! ```text
//!            a chunk of a strip: a parallelogram
//!            ───────────────────────────────────> columns
//! lane 0       ┌────────┐
//! lane 1      ┌────────┐        each lane has four rows, and is one group of four columns behind the lane above:
//! lane 2     ┌────────┐         what it needs from there was computed one step before, and comes by a shuffle
//!  …            …
//! ```
//!
//! One warp of a block computes, in registers, a chunk a round. Others move: they copy lines of references into shared
//! memory, and write finished lines out, up to some rounds later. The last row goes to the block of the strip below by
//! words in global memory that carry the value and the number of the launch, so that no fence and no reset is needed: one
//! warp tells, as soon as a round is computed, and another listens to the strip above.
//!
//! Rows of the table begin anywhere in a line of memory. All that moves is vectors of 16 bytes all the same: a row of a lane
//! has the same rest by four in all lanes, so the computing warp shifts scores by registers, and for each of the four
//! rests it is compiled once.
//!
//! Instead of S the kernel computes `T[y][x] = S[y][x] + penalty·(y + x)`, in which a gap costs nothing:
//! `T[y][x] = max(T[y-1][x-1] + reference[y][x] + 2·penalty, T[y-1][x], T[y][x-1])`, two instructions a cell.
//!
//! | file | has |
//! |---|---|
//! | `chunks` | the shape of a block's work: strips, chunks, stages, and the layouts of shared memory |
//! | `kernel` | the entry: a block draws its strip, and each warp takes its part |
//! | `strip` | what the warps of a block have in common: where the strip is, what is inside of the table |
//! | `meetings` | the barriers: who waits for whom |
//! | `schedule` | the rounds: what each warp does in one |
//! | `lane` | a lane of the warp that computes: a chunk, in registers |
//! | `movers` | the copies of lines into shared memory, and out of it |
//! | `links` | the words that a strip hands to the one below |

mod chunks;
mod kernel;
mod lane;
mod links;
mod meetings;
mod movers;
mod schedule;
mod strip;

pub use chunks::{Carry, Chunks, STRIP, Tops};
pub use kernel::{NwSweep, nw_sweep};

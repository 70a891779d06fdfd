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
//! One warp of a block computes, in registers. The others move: they copy the chunks to come into shared memory, and write
//! the finished one out. Its last row goes to the block of the strip below by words in global memory that carry the value
//! and the number of the launch, so that no fence and no reset is needed; one more warp waits for those from above. Once
//! a round, all meet.
//!
//! Instead of S the kernel computes `T[y][x] = S[y][x] + penalty·(y + x)`, in which a gap costs nothing:
//! `T[y][x] = max(T[y-1][x-1] + reference[y][x] + 2·penalty, T[y-1][x], T[y][x-1])`, two instructions a cell.
//!
//! | file | has |
//! |---|---|
//! | `chunks` | the shape of a block's work: strips, chunks, stages, and the layouts of shared memory |
//! | `kernel` | the entry: a block draws its strip, and each warp takes its part |
//! | `strip` | what the warps of a block have in common: where the strip is, what is inside of the table |
//! | `schedule` | the rounds: what each warp does between two meetings |
//! | `lane` | a lane of the warp that computes: a chunk, in registers |
//! | `movers` | the copies of chunks into shared memory, and out of it |
//! | `links` | the words that a strip hands to the one below |

mod chunks;
mod kernel;
mod lane;
mod links;
mod movers;
mod schedule;
mod strip;

pub use chunks::{Carry, Chunks, STRIP, Tops};
pub use kernel::{NwSweep, nw_sweep};

//! The table of Needleman and Wunsch: scores of the best alignments of all prefixes of two sequences.
//!
//! `S[y][x] = max(S[y-1][x-1] + reference[y][x], S[y-1][x] - penalty, S[y][x-1] - penalty)`, for y from 1 to m, x from 1
//! to n; row 0 and column 0 are given. Both tables are row-major with m + 1 rows and n + 1 columns.
//!
//! | kernel | what it does |
//! |---|---|
//! | [`NwTile`] | one launch for each diagonal of 64×64 blocks, as in Rodinia; the layout of the tile is a type |
//! | [`NwSweep`] | the whole table in one launch: each block sweeps a strip of rows, and feeds the one below |
//! | [`NwLetters`], [`NwScore`], [`NwMeeting`] | the score alone, from two sequences, without a table |

#[cfg(feature = "harness")]
mod bench;
#[cfg(feature = "harness")]
mod check;
#[cfg(not(target_arch = "nvptx64"))]
mod host;
#[cfg(feature = "harness")]
mod profile;
mod score;
mod sweep;
mod table;
mod tile;

#[cfg(not(target_arch = "nvptx64"))]
pub use host::{Sweep, fill_by_tiles};
pub use score::{
    Gains, Inbox, LastRows, Letters, Links, NwLetters, NwMeeting, NwScore, Outbox, Profile, nw_letters, nw_meeting,
    nw_score,
};
#[cfg(not(target_arch = "nvptx64"))]
pub use score::{Scorer, Scoring, ScoringError};
pub use sweep::{Carry, Chunks, NwSweep, STRIP, Tops, nw_sweep};
pub use table::Table;
pub use tile::{AntiDiagonalTile, BLOCK, NwTile, PaddedTile, RowTile, ScoreTile, SkewedTile, nw_tile};

/// What is checked, timed and profiled.
#[cfg(feature = "harness")]
pub fn problem<B: lego_cuda::launch::Backend>() -> lego_kernels_harness::Problem<B> {
    lego_kernels_harness::Problem {
        checks: check::checks(),
        benches: vec![bench::bench()],
        subjects: profile::subjects(),
    }
}

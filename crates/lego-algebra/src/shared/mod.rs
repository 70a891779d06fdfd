//! Layouts of a tile in shared memory, of any extents: padded, skewed, swizzled, and the search for the one with the fewest
//! conflicts between banks.
//!
//! Where all sizes are powers of two, [`linear`](crate::linear) finds a layout without conflicts for one access before and one
//! after by elimination. Here sides may be 24, 48, 96 or 7·2^k, accesses may be many and of any order, and what is searched is
//! what people write by trial:
//!
//! ```text
//! index [i, j] of rows × columns
//!    │ padding     each row gets p more columns, c = columns + p
//!    │ skew        row i is turned by k·i:            j becomes (j + k·i) mod c
//!    │ swizzle     SwizzleRows(bits):                 j becomes j xor (i mod 2^bits), where c is a power of two
//!    ▼             or Swizzle(b, m, s) on i·c + j:    bits m… xor the b bits from m + s on
//! position
//! ```
//!
//! A warp's threads, its *lanes*, are served in *parts*, one after the other: as many lanes as move 128 bytes, and all where each moves a word or less. A part takes as many
//! wavefronts as its busiest bank has words, so one of them is *ideal*, and what is above is *extra*. The search puts the lanes of many parts where a
//! padding and a skew, a *place*, put them, and then asks of all swizzles what they make of it: first of a *class* of them together, which is often enough to
//! let it go, then of each alone. Each part that is counted, once for all classes or for one swizzle, is a *step*.
//!
//! | module | what |
//! |---|---|
//! | `tile` | the tile: rows, columns, bytes of an element |
//! | `access` | an access of it by the threads of a block, and its wavefronts under any member |
//! | `member` | a member of the family, as a map with a span and a number of operations |
//! | `swizzles` | the swizzles that need be tried, and why the others need not |
//! | `class` | swizzles of which one bound holds, and why it does |
//! | `rows`, `position`, `parts` | where padding and skew put rows, and with them the lanes of parts of warps, several side by side |
//! | `counts` | how many lanes want each bank, under one swizzle or at least under all of a class |
//! | `turns`, `trial` | the order in which parts are counted; members tried side by side |
//! | `progress`, `outcome` | what threads tell each other; what is found |
//! | `search` | the least member of all, and of some kinds alone, with a proof: every other was tried or cannot be better |
//!
//! Tests count the wavefronts of members by [`lego_machine::Request`], as the executor counts those of a kernel that
//! runs.

mod access;
#[cfg(test)]
mod brute_force;
mod class;
mod counts;
mod member;
mod outcome;
mod parts;
mod position;
mod progress;
mod rows;
mod search;
mod swizzles;
mod tile;
mod trial;
mod turns;

pub use access::TileAccess;
pub use member::{Kind, Member, Swizzle};
pub use outcome::{Found, Outcome};
pub use progress::SearchProgress;
pub use search::{least, least_shared};
pub use tile::{MOST_PADDING, Tile};

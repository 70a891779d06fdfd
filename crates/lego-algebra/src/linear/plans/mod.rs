//! Plans: how data moves between layouts, as values that are computed and checked before anything runs.
//!
//! | plan | what | checked by |
//! |---|---|---|
//! | [`vectorization`], [`shared_vectorization`] | neighbours in memory that a thread moves at once, also in another order of its registers | every thread's addresses, all orders of registers |
//! | [`matches_tile`] | whether vectors, ldmatrix or stmatrix lower a layout | a simulated ldmatrix |
//! | [`shuffle_plan`] | a conversion by warp shuffles | simulation |
//! | [`optimal_swizzle`] | shared memory between two layouts without conflicts | 32 banks, access by access |
//! | [`Exchange`] | the same for any bijections, with registers exchanged in pairs, as `const fn` | simulation |
//! | [`Staging`] | shared memory between any two bijections, as `const fn` | 32 banks, access by access |
//! | [`MatrixStaging`] | the same for numbers of two bytes by ldmatrix and stmatrix, where they fit | simulated instructions, bank by bank |
//! | [`shared_wavefronts`] | wavefronts of a layout's accesses | the same |
//! | [`gather_plan`], [`gather_plan_between`] | a gather along an axis by shuffles | simulation |
//! | [`AxisGather`] | the same for any two bijections, as `const fn` | every element's source, round by round |
//! | [`BroadcastMasks`] | who of several holders counts | every holder |
//! | [`reduction_plan`] | sums along an axis, no element twice | simulation |
//!
//! Each has a [`Price`] in instructions. They are pure functions of layouts and of the width of an element, and need no memory
//! but what they return.

mod axis_gather;
mod banks;
mod broadcast;
mod exchange;
mod gather;
mod matrices;
mod pack;
mod price;
#[cfg(test)]
mod random_map;
mod reduction;
mod shuffle;
mod span;
mod staging;
mod swizzle;
mod tile;
mod vectorise;
mod vectors;
mod wavefronts;

pub use axis_gather::AxisGather;
pub use broadcast::BroadcastMasks;
pub use exchange::{Exchange, LaneToggles};
pub use gather::{GatherPlan, GatherSource, gather_plan, gather_plan_between};
pub use matrices::{MatrixStaging, RowAccess, RowsOf};
pub use pack::Packing;
pub use price::Price;
pub use reduction::{ReductionPlan, reduction_plan};
pub use shuffle::{Move, ShufflePlan, shuffle_plan};
pub use staging::Staging;
pub use swizzle::{SwizzlePlan, optimal_swizzle, optimal_swizzle_on};
pub use tile::{Instruction, TileMatch, matches_tile};
pub use vectorise::{Vectorization, shared_vectorization, vectorization};
pub use vectors::Vectors;
pub use wavefronts::{BankCount, SharedAccess, shared_wavefronts, shared_wavefronts_on};

//! Matrix instructions: products of small tiles by the 32 lanes of a warp together, and how tiles get from shared memory to its
//! registers and back.
//!
//! | function | instruction | from |
//! |---|---|---|
//! | [`mma`] of `f16`, `bf16` | `mma.sync` m16n8k16, sums in `f32` | sm_80 |
//! | [`mma`] of `i8` | `mma.sync` m16n8k32, sums in `i32` | sm_80 |
//! | [`mma`] of [`E4m3`](super::E4m3), [`E5m2`](super::E5m2) | `mma.sync` m16n8k32, sums in `f32` | sm_89, with PTX 8.4 |
//! | [`ldmatrix`], [`ldmatrix_trans`] | `ldmatrix` x1, x2, x4 | sm_80 |
//! | [`stmatrix`], [`stmatrix_trans`] | `stmatrix` x1, x2, x4 | sm_90 |
//!
//! A warp holds a 16×K tile of the left matrix as [`Left`], a K×8 tile of the right one as [`Right`], and a 16×8 tile of sums as four
//! numbers a lane. Which element a register is says [`Left::place`] and its like; they are the fragments of
//! `lego_algebra::linear::families`, by whose names tests compare them.
//!
//! ```
//! use half::f16;
//! use lego_cuda::device::SharedPtr;
//! use lego_cuda::device::matrix::{Left, Right, ldmatrix, ldmatrix_trans, mma};
//!
//! /// `sums` and the product of 16×16 elements of the left matrix and 16×8 of the right one, both by rows in shared memory: each
//! /// lane gives a row of an 8×8 matrix, as eight neighbours.
//! fn step(left: SharedPtr<[f16; 8]>, right: SharedPtr<[f16; 8]>, sums: [f32; 4]) -> [f32; 4] {
//!     mma(Left::from_words(ldmatrix(left)), Right::<f16>::from_words(ldmatrix_trans(right)), sums)
//! }
//! ```
//!
//! Products of `E4m3` and `E5m2` compile where PTX is 8.4 or newer, which `lego-cuda-build` asks for where it builds for sm_90a, and drivers from 550
//! on take. A kernel with these two stands behind the `cfg` that [`wgmma`](super::wgmma) has; for sm_89 the builder asks for an older version.
//!
//! # Convergence
//!
//! All 32 lanes of a warp call each of these, at the same place; otherwise the results mean nothing. A product is an intrinsic of
//! LLVM, which is convergent: it is neither copied into branches nor moved into one. That of `f16` takes vectors, which rustc passes to no
//! function of this target, and those of `ldmatrix` and `stmatrix` take a pointer to shared memory, of which Rust has no type; a generic
//! pointer would cost arithmetic of 64 bits. These three are inline assembly with a side effect: LLVM moves it past no other such
//! assembly, and into no branch. But it copies them with the code around them into two branches of one condition, between which they stand
//! (seen), and where lanes differ in it, the warp is not whole in either. Behind [`Warp::sync`](super::Warp::sync) or a barrier of the block
//! they are not copied: one stands before them wherever rows of shared memory are read that other lanes wrote. Tests count them in the PTX.

#[cfg(not(target_arch = "nvptx64"))]
mod model;
mod multiply;
mod operand;
mod rows;

#[doc(hidden)]
pub use multiply::Kind;
pub use multiply::{Operand, mma};
pub use operand::{Left, Right, sum_place};
pub use rows::{ldmatrix, ldmatrix_trans, stmatrix, stmatrix_trans};

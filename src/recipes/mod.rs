//! Recipes: whole programs for what people come with, to copy and to change.
//!
//! Each begins with the problem, ends with what to change, and is a test: the code below it runs on sizes that no tile
//! divides, against plain loops.
//!
//! | recipe | shows |
//! |---|---|
//! | [`gemm_panels`] | a matrix product whose factors are packed to panels, for any sizes |
//! | [`bricks`] | a stencil over 3-D bricks with halos, brick by brick, in parallel |
//! | [`image_tiles`] | an image in tiles, of which each is a slice |
//! | [`bank_padding`] | shared memory without bank conflicts: padding, a swizzle, and how to count |
//! | [`softmax`] | the rows of a matrix, whatever its layout |
//! | [`config_file`] | a layout that a configuration names when the program runs |
//! | [`block_sparse`] | a matrix of which only some blocks are stored |
//!
//! Kernels for a GPU are shown in the documentation of `lego-cuda`.

pub mod bank_padding;
pub mod block_sparse;
pub mod bricks;
pub mod config_file;
pub mod gemm_panels;
pub mod image_tiles;
pub mod softmax;

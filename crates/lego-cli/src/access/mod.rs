//! What the threads of a block touch of a tile, and what that costs under a layout.

pub(crate) mod cost;
pub(crate) mod member_chain;
pub(crate) mod swizzle_command;
pub(crate) mod symbolic;
pub(crate) mod tile;

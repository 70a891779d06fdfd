//! What the threads of a block touch of a tile, and what that takes under a layout.

pub(crate) mod better;
pub(crate) mod member_chain;
pub(crate) mod symbolic;
pub(crate) mod taken;
pub(crate) mod tile;

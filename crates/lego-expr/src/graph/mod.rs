//! The graph that expressions are: nodes, the arena that shares equal ones, and what walks it.

pub(crate) mod arena;
pub(crate) mod hash;
pub(crate) mod list;
pub(crate) mod node;
pub(crate) mod program;
pub(crate) mod register;
pub(crate) mod table;
pub(crate) mod vanishing;

//! The subcommands, a file each; `lego batch` has a folder of its own.

pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod cute;
mod derivation;
pub(crate) mod equal;
pub(crate) mod eval;
pub(crate) mod fill;
pub(crate) mod generate;
pub(crate) mod linear;
mod moved;
pub(crate) mod relation;
pub(crate) mod show;
pub(crate) mod studio;
pub(crate) mod svg;
pub(crate) mod swizzle;
pub(crate) mod table;

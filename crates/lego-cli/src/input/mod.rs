//! What the arguments mean: their texts, read as layouts of any system.

pub(crate) mod chain;
pub(crate) mod cute;
pub(crate) mod linear;
pub(crate) mod points;
pub(crate) mod side;
pub(crate) mod system;
pub(crate) mod text;

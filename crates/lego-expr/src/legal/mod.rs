//! Forms that a target can say: each file has one transformation with its law, `form` applies those that a target needs.

pub(crate) mod abilities;
pub(crate) mod choice;
pub(crate) mod completion;
pub(crate) mod described;
pub(crate) mod existence;
pub(crate) mod form;
pub(crate) mod guard;
pub(crate) mod limit;
pub(crate) mod look_up;
pub(crate) mod natural;
pub(crate) mod shift;
pub(crate) mod trial;
pub(crate) mod unrolled_root;

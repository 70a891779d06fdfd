//! What is written for a placeholder.

use super::context::{Binding, is_atom};

/// What is written for a placeholder.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) binding: Binding,
}

impl Written {
    /// A text that binds as it looks.
    pub(super) fn of(text: String, otherwise: Binding) -> Self {
        let binding = if is_atom(&text) { Binding::Atom } else { otherwise };
        Self { text, binding }
    }

    /// Something that stands by itself: a list, the head of a loop.
    pub(super) fn whole(text: String) -> Self {
        Self { text, binding: Binding::Atom }
    }
}

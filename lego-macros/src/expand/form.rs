//! The two forms in which a user writes a layout.

/// How a layout comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A type that the user names.
    Item,
    /// The type of an expression, known by its value: functions are methods.
    Expression,
}

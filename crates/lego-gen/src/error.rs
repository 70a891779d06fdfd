//! Why a layout cannot be written in a language.

use std::fmt;

/// Why a layout cannot be written in a language, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The reason, in words.
    pub message: String,
    /// The size of the layout that it is about, by its name there.
    pub size: Option<String>,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), size: None }
    }

    pub(crate) fn of_size(size: &str, message: impl Into<String>) -> Self {
        Self { message: message.into(), size: Some(size.to_owned()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

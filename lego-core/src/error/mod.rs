//! The errors of layouts, and the words for them.

mod layout_error;
mod message;
mod words;

pub use layout_error::LayoutError;
pub use message::Message;

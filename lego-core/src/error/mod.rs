//! What can be wrong with a layout, and the words for it.

mod layout_error;
mod message;
mod words;

pub use layout_error::LayoutError;
pub(crate) use message::Message;

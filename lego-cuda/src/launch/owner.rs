//! What keeps memory of a device alive, for those who use it later than the buffer's holder may give it up.

use std::any::Any;
use std::sync::Arc;

/// What keeps memory of a device alive.
#[derive(Clone)]
pub struct Owner(#[allow(dead_code)] Arc<dyn Any + Send + Sync>);

impl Owner {
    /// Keeps alive what something owns.
    pub fn new(owner: Arc<impl Any + Send + Sync>) -> Self {
        Self(owner)
    }
}

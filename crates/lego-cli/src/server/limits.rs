//! What a server allows its clients.

use std::time::Duration;

/// Limits of a server: how many clients it answers at once, how much it reads from one, and for how long it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once. While there are so many, further ones wait to be accepted.
    pub connections: usize,
    /// Bytes of a request's head: its first line and its header fields.
    pub header_bytes: usize,
    /// Time of a connection, from its acceptance to the last byte of the answer.
    pub time: Duration,
    /// Time in which a client may send its head while others wait; after it the connection is closed to make room.
    pub patience: Duration,
}

impl Default for Limits {
    /// 64 connections, 16 KiB, 10 s, and a tenth of a second while others wait.
    fn default() -> Self {
        Self {
            connections: 64,
            header_bytes: 1 << 14,
            time: Duration::from_secs(10),
            patience: Duration::from_millis(100),
        }
    }
}

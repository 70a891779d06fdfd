//! The connections that a server has at once: a fixed number of slots.

use super::Limits;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A connection that has a slot.
struct Taken {
    stream: Arc<TcpStream>,
    begun: Instant,
    /// Whether the request has not arrived completely.
    reads: bool,
}

/// The slots of a server.
pub(super) struct Slots {
    taken: Mutex<Vec<Taken>>,
    freed: Condvar,
    limits: Limits,
}

/// A slot, free again when this is dropped.
pub(super) struct Slot {
    slots: Arc<Slots>,
    stream: Arc<TcpStream>,
    begun: Instant,
}

impl Slots {
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { taken: Mutex::default(), freed: Condvar::new(), limits })
    }

    /// Waits until a slot is free, and takes it for a connection. Meanwhile it closes connections whose request does not arrive: a
    /// client that says nothing keeps no other waiting for longer than the patience.
    pub(super) fn take(self: &Arc<Self>, stream: TcpStream) -> Slot {
        let stream = Arc::new(stream);
        let mut taken = self.locked();
        while taken.len() >= self.limits.connections.max(1) {
            let next = self.close_silent(&taken);
            taken = self.freed.wait_timeout(taken, next).unwrap_or_else(PoisonError::into_inner).0;
        }
        let begun = Instant::now();
        taken.push(Taken { stream: Arc::clone(&stream), begun, reads: true });
        Slot { slots: Arc::clone(self), stream, begun }
    }

    /// Closes the connections whose request does not arrive, so that their threads end.
    pub(super) fn make_room(&self) {
        self.close_silent(&self.locked());
    }

    /// Closes those that are over the patience; returns when to look again.
    fn close_silent(&self, taken: &[Taken]) -> Duration {
        let mut next = self.limits.patience;
        for connection in taken.iter().filter(|connection| connection.reads) {
            match self.limits.patience.checked_sub(connection.begun.elapsed()) {
                Some(left) if !left.is_zero() => next = next.min(left),
                // A connection that its client has closed already needs no more.
                _ => drop(connection.stream.shutdown(Shutdown::Both)),
            }
        }
        next
    }

    /// A thread that panicked while it held the list left it whole.
    fn locked(&self) -> MutexGuard<'_, Vec<Taken>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// When the connection began.
    pub(super) fn begun(&self) -> Instant {
        self.begun
    }

    /// Notes that the request has arrived: from now on only the time limit ends the connection.
    pub(super) fn has_request(&self) {
        let mut taken = self.slots.locked();
        if let Some(own) = taken.iter_mut().find(|taken| Arc::ptr_eq(&taken.stream, &self.stream)) {
            own.reads = false;
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.locked().retain(|taken| !Arc::ptr_eq(&taken.stream, &self.stream));
        self.slots.freed.notify_one();
    }
}

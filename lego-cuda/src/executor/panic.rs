//! Panics of a kernel's body: their words and their site, which only the panic hook is told.

use super::site::SourceLocation;
use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What unwinds a thread whose fault is noted already, or whose block is stopped.
struct Stopped;

/// How a body ended.
pub(super) enum Outcome {
    /// It returned.
    Returned,
    /// It was unwound by the executor.
    Stopped,
    /// It panicked with these words at this site; `None` where someone has set another hook since.
    Panicked(String, Option<SourceLocation>),
}

thread_local! {
    /// Whether a kernel's body runs on this operating-system thread now.
    static RUNS: Cell<bool> = const { Cell::new(false) };
    /// The site of the last panic of a body.
    static LAST: RefCell<Option<SourceLocation>> = const { RefCell::new(None) };
}

/// Whether the caller is a kernel's body.
pub(super) fn is_in_body() -> bool {
    RUNS.get()
}

/// Sets the hook that keeps the site of a body's panic and prints nothing of it; other panics are for the hook before.
pub(super) fn set_hook() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !RUNS.get() {
                return before(info);
            }
            let site = info.location().map(|at| SourceLocation {
                file: Cow::Owned(at.file().to_owned()),
                line: at.line(),
                column: at.column(),
            });
            LAST.set(site);
        }));
    });
}

/// Says that a body runs: looked up once for many turns of bodies.
pub(super) struct Bodies<'a>(&'a Cell<bool>);

impl Bodies<'_> {
    /// Calls a function that lets bodies run.
    pub(super) fn run<R>(turns: impl FnOnce(&Bodies<'_>) -> R) -> R {
        RUNS.with(|runs| turns(&Bodies(runs)))
    }

    /// A body runs until this is dropped.
    pub(super) fn enter(&self) -> impl Drop {
        struct InBody<'a>(&'a Cell<bool>);
        impl Drop for InBody<'_> {
            fn drop(&mut self) {
                self.0.set(false);
            }
        }
        self.0.set(true);
        InBody(self.0)
    }
}

/// Runs a body to its end, or to where it unwinds.
pub(super) fn run(body: impl FnOnce()) -> Outcome {
    // What the body leaves broken is its own; the executor's state is whole at every call that can unwind.
    let Err(payload) = panic::catch_unwind(AssertUnwindSafe(body)) else { return Outcome::Returned };
    if payload.is::<Stopped>() {
        return Outcome::Stopped;
    }
    let outcome = Outcome::Panicked(words(&*payload), LAST.take());
    // A payload is anything, and dropping it may panic too.
    if let Err(another) = panic::catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(another);
    }
    outcome
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words").to_owned()
}

/// Unwinds the running thread. Prints nothing.
pub(super) fn stop() -> ! {
    panic::resume_unwind(Box::new(Stopped))
}

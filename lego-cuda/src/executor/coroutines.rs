//! Coroutines: the threads of a block in flight, resumed in turn.

use super::block::{Block, State, Wake};
use super::fault::FaultKind;
use super::panic::{self, Outcome};
use crate::device::host::{set_block, set_thread_idx, with_machine};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use std::rc::Rc;

/// A kernel's body: its argument is the offset of each tile in shared memory.
pub(super) type Body<'a> = &'a (dyn Fn(&[u32]) + Sync);

/// The threads of a block in flight, with their stacks.
///
/// Dropping it unwinds the threads that have not ended.
pub(super) struct Coroutines<'a> {
    block: Rc<Block>,
    body: Body<'a>,
    tiles: Rc<[u32]>,
    /// The coroutines of threads that began and have not ended.
    threads: Vec<Option<Coroutine<Wake, (), (), DefaultStack>>>,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// All threads have ended.
    Ended,
    /// The block cannot go on.
    Failed,
    /// It waits for other blocks; whether it changed anything meanwhile.
    Waits { changed: bool },
}

impl<'a> Coroutines<'a> {
    pub(super) fn new(block: Block, body: Body<'a>) -> Self {
        let tiles = block.shared.borrow().windows.tiles().into();
        let threads = block.threads.iter().map(|_| None).collect();
        Self { block: Rc::new(block), body, tiles, threads }
    }

    pub(super) fn block(&self) -> &Block {
        &self.block
    }

    /// Runs every thread that is ready, until all threads have ended or wait.
    pub(super) fn turn(&mut self) -> Turn {
        let block = Rc::clone(&self.block);
        block.spinning.take().into_iter().for_each(|thread| block.wake(thread));
        with_machine(Rc::clone(&block) as _, || {
            set_block(block.index, block.grid.block, block.grid.extents);
            loop {
                let next = block.ready.borrow_mut().pop_front();
                if let Some(thread) = next {
                    self.resume(thread, Wake::Go);
                } else if block.live.get() == 0 {
                    return if block.failing.get() { Turn::Failed } else { Turn::Ended };
                } else if block.failing.get() || (block.grid.is_stopped() && !block.faulty.get()) {
                    return Turn::Failed;
                } else if !block.spinning.borrow().is_empty() {
                    if block.grid.is_stopped() {
                        return Turn::Failed;
                    }
                    return Turn::Waits { changed: block.changed.replace(false) };
                } else if block.at_grid.get() == block.count() {
                    if block.pass_grid_barrier() {
                        continue;
                    }
                    if block.grid.is_stopped() {
                        return Turn::Failed;
                    }
                    if block.grid.ended() > 0 {
                        // A block that has ended does not come any more; it may have been at this barrier before.
                        if block.pass_grid_barrier() {
                            continue;
                        }
                        block.note_stuck();
                        return Turn::Failed;
                    }
                    return Turn::Waits { changed: block.changed.replace(false) };
                } else {
                    block.note_stuck();
                    return Turn::Failed;
                }
            }
        })
    }

    /// Lets a thread go on, from its beginning if it has not begun.
    fn resume(&mut self, thread: u32, wake: Wake) {
        let block = &self.block;
        block.current.set(thread);
        set_thread_idx(block.grid.threads[thread as usize]);
        let slot = &mut self.threads[thread as usize];
        let coroutine = match slot {
            Some(coroutine) => coroutine,
            None => match begin(block, self.body, &self.tiles, thread) {
                Some(coroutine) => slot.insert(coroutine),
                None => {
                    let what = "there is no memory for the stack of another thread: launch fewer threads".to_owned();
                    block.note_of(thread, None, FaultKind::Misuse { what });
                    block.failing.set(true);
                    block.end_thread();
                    return;
                }
            },
        };
        if let CoroutineResult::Return(()) = panic::in_body(|| coroutine.resume(wake)) {
            block.end_thread();
            let ended = slot.take().expect("the coroutine that was resumed");
            block.worker.stacks.borrow_mut().push(ended.into_stack());
        }
    }

    /// Unwinds all threads that have begun and not ended.
    fn stop(&mut self) {
        let block = Rc::clone(&self.block);
        block.stopping.set(true);
        with_machine(Rc::clone(&block) as _, || {
            for thread in 0..block.count() {
                // A body may catch what unwinds it, and wait again.
                while self.threads[thread as usize].is_some() {
                    self.resume(thread, Wake::Stop);
                }
            }
        });
    }
}

impl Drop for Coroutines<'_> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The coroutine of a thread.
fn begin<'a>(
    block: &Rc<Block>,
    body: Body<'a>,
    tiles: &Rc<[u32]>,
    thread: u32,
) -> Option<Coroutine<Wake, (), (), DefaultStack>> {
    let pooled = block.worker.stacks.borrow_mut().pop();
    let stack = pooled.or_else(|| DefaultStack::new(block.grid.options.stack_bytes).ok())?;
    let (block, tiles) = (Rc::clone(block), Rc::clone(tiles));
    // SAFETY: what the closure borrows is the body alone. `Coroutines` holds the body as long as the coroutine, and ends the
    // coroutine when it is dropped; it is never forgotten, as the worker that owns it drops it before the launch returns.
    let coroutine = unsafe {
        Coroutine::with_stack_unchecked(stack, move |yielder, wake: Wake| {
            if wake == Wake::Stop {
                return;
            }
            let running = &block.threads[thread as usize];
            running.yielder.set(yielder);
            let outcome = panic::run(|| body(&tiles));
            if let Outcome::Panicked(message, site) = outcome {
                block.note_of(thread, site, FaultKind::Panic { message });
                block.failing.set(true);
            }
            let copies = running.copies.borrow_mut().end();
            block.end_copies(copies);
            running.state.set(State::Ended);
        })
    };
    Some(coroutine)
}

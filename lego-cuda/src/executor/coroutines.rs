//! Coroutines: the threads of a block in flight, resumed in turn.

use super::block::{Block, Wake};
use super::copies::Copies;
use super::fault::FaultKind;
use super::panic::{self, Bodies, Outcome};
use crate::device::host::{set_thread_idx, tell, with_machine};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use std::rc::Rc;

/// A kernel's body: its argument is the offset of each tile in shared memory.
pub(super) type Body<'a> = &'a (dyn Fn(&[u32]) + Sync);

/// One coroutine: threads of a block that run one after the other. One that waits is the last of it.
type Threads = Coroutine<Wake, (), (), DefaultStack>;

/// The threads of a block in flight, with their stacks.
///
/// Dropping it unwinds the threads that have not ended.
pub(super) struct Coroutines<'a> {
    block: Rc<Block>,
    body: Body<'a>,
    tiles: Rc<[u32]>,
    /// For each thread that waits its coroutine.
    waiting: Vec<Option<Threads>>,
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
        let block = Rc::new(block);
        if let Some(cluster) = &block.cluster {
            cluster.add(&block);
        }
        Self { block, body, tiles, waiting: Vec::new() }
    }

    pub(super) fn block(&self) -> &Block {
        &self.block
    }

    /// Leaves what it has to the next block of the worker, unless a fault was found.
    pub(super) fn leave(&mut self) {
        if let Some(block) = Rc::get_mut(&mut self.block)
            && !block.faulty.get()
        {
            block.leave();
        }
    }

    /// Runs every thread that is ready, until all threads have ended or wait.
    pub(super) fn turn(&mut self) -> Turn {
        let turn = self.run_ready();
        if turn == Turn::Failed
            && let Some(cluster) = &self.block.cluster
        {
            cluster.failed.set(true);
        }
        turn
    }

    fn run_ready(&mut self) -> Turn {
        let block = Rc::clone(&self.block);
        block.spinning.take().into_iter().for_each(|thread| block.wake(thread));
        with_machine(Rc::clone(&block) as _, || {
            // SAFETY: the block is the current machine. It calls `set_thread_idx` for each thread that it lets run. `block` keeps it
            // alive here, and `Coroutines` as long as threads are suspended.
            unsafe { tell(&block) };
            Bodies::run(|bodies| {
                loop {
                    if block.has_new() {
                        self.begin(bodies);
                        continue;
                    }
                    let next = block.ready.pop();
                    if let Some(thread) = next {
                        self.resume(thread, Wake::Go, bodies);
                    } else if block.live.get() == 0 {
                        return if block.failing.get() { Turn::Failed } else { Turn::Ended };
                    } else if block.failing.get() || (block.grid.is_stopped() && !block.is_faulty()) {
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
                    } else if block.waits_for_peers() {
                        return Turn::Waits { changed: block.changed.replace(false) };
                    } else {
                        // Where another block of the cluster could not go on, this one waits for that.
                        if !block.cluster.as_ref().is_some_and(|cluster| cluster.failed.get()) {
                            block.note_stuck();
                        }
                        return Turn::Failed;
                    }
                }
            })
        })
    }

    /// Lets threads begin, one after the other, until one waits.
    fn begin(&mut self, bodies: &Bodies<'_>) {
        let block = &self.block;
        let Some(mut threads) = begin(block, self.body, &self.tiles) else {
            block.begin_thread(std::ptr::null());
            let what = "there is no memory for the stack of another thread: launch fewer threads".to_owned();
            block.note_of(block.current.get(), None, FaultKind::Misuse { what });
            block.failing.set(true);
            return block.end_thread();
        };
        match go_on(&mut threads, Wake::Go, bodies) {
            CoroutineResult::Return(()) => block.worker.stacks.borrow_mut().push(threads.into_stack()),
            CoroutineResult::Yield(()) => {
                let thread = block.current.get() as usize;
                while self.waiting.len() <= thread {
                    self.waiting.push(None);
                }
                self.waiting[thread] = Some(threads);
            }
        }
    }

    /// Lets a thread go on that waited.
    fn resume(&mut self, thread: u32, wake: Wake, bodies: &Bodies<'_>) {
        let block = &self.block;
        block.current.set(thread);
        set_thread_idx(block.grid.threads[thread as usize]);
        let slot = &mut self.waiting[thread as usize];
        let threads = slot.as_mut().expect("the coroutine of a thread that waits");
        if let CoroutineResult::Return(()) = go_on(threads, wake, bodies) {
            let ended = slot.take().expect("the coroutine that was resumed");
            block.worker.stacks.borrow_mut().push(ended.into_stack());
        }
    }

    /// Unwinds all threads that have begun and not ended.
    fn stop(&mut self) {
        let block = Rc::clone(&self.block);
        block.stopping.set(true);
        with_machine(Rc::clone(&block) as _, || {
            for thread in 0..self.waiting.len() {
                // A body may catch what unwinds it, and wait again.
                while self.waiting[thread].is_some() {
                    Bodies::run(|bodies| self.resume(thread as u32, Wake::Stop, bodies));
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

fn go_on(threads: &mut Threads, wake: Wake, bodies: &Bodies<'_>) -> CoroutineResult<(), ()> {
    let _in_body = bodies.enter();
    threads.resume(wake)
}

/// A coroutine for threads that have not begun; `None` where there is no memory for its stack.
fn begin<'a>(block: &Rc<Block>, body: Body<'a>, tiles: &Rc<[u32]>) -> Option<Threads> {
    let pooled = block.worker.stacks.borrow_mut().pop();
    let stack = pooled.or_else(|| DefaultStack::new(block.grid.options.stack_bytes).ok())?;
    let (block, tiles) = (Rc::clone(block), Rc::clone(tiles));
    // SAFETY: what the closure borrows is the body alone. `Coroutines` holds the body as long as the coroutine, and ends the
    // coroutine when it is dropped; it is never forgotten, as the worker that owns it drops it before the launch returns.
    let threads = unsafe {
        Coroutine::with_stack_unchecked(stack, move |yielder, _: Wake| {
            while block.begin_thread(yielder) {
                set_thread_idx(block.grid.threads[block.current.get() as usize]);
                let outcome = panic::run(|| body(&tiles));
                if let Outcome::Panicked(message, site) = outcome {
                    block.note_of(block.current.get(), site, FaultKind::Panic { message });
                    block.failing.set(true);
                }
                if block.copies.is_used() {
                    let copies = block.own(&block.copies, Copies::end);
                    block.end_copies(copies);
                }
                if block.stores.is_used() {
                    block.leave_stores();
                }
                block.end_thread();
            }
        })
    };
    Some(threads)
}

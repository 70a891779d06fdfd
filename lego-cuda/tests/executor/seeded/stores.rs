//! Boxes that TMA stores: what it still reads when a thread ends, and what it still writes when others read.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::atomic::{self, Scope};
use lego_cuda::device::barrier::{fence, sync_grid};
use lego_cuda::device::tensor::{self, TensorMap, TensorMapMut};
use lego_cuda::device::{Mbarrier, block_idx, global, linear_thread_idx, mbarrier, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::{GlobalMut, Shared};

pub(super) const GROUP: Group = Group { title: "Boxes that TMA stores", source: include_str!("stores.rs"), bugs: BUGS };

layout! {
    type Word = Row(1);
    type Line = Row(64);
    type Lines(n) = Row(n);
}

/// How [`store_and_end`] ends.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum End {
    Waits,
    WaitsForWrites,
    Never,
    WithoutGroup,
    OneOfTwo,
    SecondInNoGroup,
    ByOtherWarp,
    ByOtherThread,
    Returns,
    BeforeGroup,
}

/// Two boxes of 64 numbers go out, each in a group of its own, and the block ends.
#[lego_kernel(threads = 64)]
unsafe fn store_and_end(
    to: TensorMapMut<'_, u16, Line>,
    end: u32,
    #[shared(dynamic)] first: Shared<'_, u16, Line>,
    #[shared(dynamic)] second: Shared<'_, u16, Line>,
) {
    let (thread, is) = (linear_thread_idx(), |other: End| end == other as u32);
    first.set([thread], thread as u16);
    second.set([thread], 64 + thread as u16);
    tensor::fence_proxy();
    sync_threads();
    if thread == 0 {
        // SAFETY: the lines are boxes, and nobody writes them any more.
        unsafe { to.store(first.slice().at(0), [0]) }; // @first
        if is(End::BeforeGroup) {
            tensor::wait_read::<0>();
        }
        if !is(End::WithoutGroup) {
            tensor::commit();
        }
        if is(End::Returns) {
            return;
        }
        // SAFETY: as above.
        unsafe { to.store(second.slice().at(0), [64]) }; // @second
        if !is(End::WithoutGroup) && !is(End::SecondInNoGroup) {
            tensor::commit();
        }
        if is(End::Waits) || is(End::WithoutGroup) || is(End::SecondInNoGroup) {
            tensor::wait_read::<0>();
        } else if is(End::WaitsForWrites) {
            tensor::wait::<0>();
        } else if is(End::OneOfTwo) {
            tensor::wait_read::<1>();
        }
    }
    if is(End::Returns) {
        return;
    }
    sync_threads();
    if is(End::ByOtherThread) && thread == 1 || is(End::ByOtherWarp) && thread == 32 {
        tensor::wait_read::<0>();
    }
}

fn ended(executor: &Executor, end: End) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let mut to = device.poisoned::<u16>(128)?;
    let target = to.tensor_map_mut(Lines::new(128).unwrap())?;
    // SAFETY: as the kernel asks.
    unsafe { StoreAndEnd::launch(&module, Launch::grid(1), target, end as u32) }?;
    assert_eq!(to.read()?, (0..128).collect::<Vec<_>>());
    Ok(())
}

/// Who reads what [`store_and_read`] stores, and what the thread that stored waited for.
#[derive(Clone, Copy)]
struct Reading {
    reader: Reader,
    waits: Waits,
}

#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Reader {
    /// A thread of the second block, behind a flag that is released and acquired.
    BehindFlag,
    /// The same, with fences and relaxed atomics.
    BehindFence,
    /// By TMA, behind the flag.
    ByTma,
    /// All threads of the block, behind its barrier.
    Block,
    /// The thread that stored.
    Itself,
    /// The second block, behind a barrier of the grid.
    BehindGrid,
    /// Nobody: the thread writes the elements itself.
    Writer,
}

#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Waits {
    All,
    Reads,
    /// For the writes of the first box alone, which nobody reads.
    AllButLast,
}

/// The first block stores two boxes, each in a group of its own; someone reads the second.
#[allow(clippy::too_many_arguments)] // the elements in three ways, and what says who reads them
#[lego_kernel(threads = 64)]
unsafe fn store_and_read(
    to: TensorMapMut<'_, u16, Line>,
    from: TensorMap<'_, u16, Line>,
    elements: GlobalMut<'_, u16>,
    flags: GlobalMut<'_, u32>,
    sums: GlobalMut<'_, u16>,
    reader: u32,
    waits: u32,
    #[shared(dynamic)] line: Shared<'_, u16, Line>,
    #[shared(dynamic)] brought: Shared<'_, u16, Line>,
    #[shared] barrier: Shared<'_, u64, Word>,
) {
    let (thread, is) = (linear_thread_idx(), |other: Reader| reader == other as u32);
    let (flag, arrived) = (flags.as_mut_ptr(), Mbarrier::at(barrier.slice().at(0)));
    // SAFETY: the launch gives as many elements, and each thread has a sum of its own.
    let read = |at: u32| unsafe { global::load(elements.as_mut_ptr().cast_const().add(at as usize)) }; // @read
    // SAFETY: as above.
    let write = |value: u16| unsafe { sums.set_unchecked([thread], value) };
    if thread == 0 {
        arrived.init(1);
        mbarrier::fence_init();
    }
    sync_threads();
    if block_idx().x == 0 {
        line.set([thread], 7 + thread as u16);
        tensor::fence_proxy();
        sync_threads();
        if thread == 0 {
            // SAFETY: the line is a box, and nobody writes it any more.
            unsafe {
                to.store(line.slice().at(0), [0]);
                tensor::commit();
                to.store(line.slice().at(0), [64]); // @store
                tensor::commit();
            }
            if waits == Waits::All as u32 {
                tensor::wait::<0>();
            } else {
                if waits == Waits::AllButLast as u32 {
                    tensor::wait::<1>();
                }
                tensor::wait_read::<0>();
            }
            if is(Reader::Itself) {
                read(64 + 5);
            }
            if is(Reader::Writer) {
                // SAFETY: as above.
                unsafe { elements.set_unchecked([64 + 5], 12) }; // @write
            }
            // SAFETY: the flag is used by atomics alone.
            unsafe {
                if is(Reader::BehindFlag) || is(Reader::ByTma) {
                    atomic::store_release(flag, 1, Scope::Gpu);
                } else if is(Reader::BehindFence) {
                    fence(Scope::Gpu);
                    atomic::exchange(flag, 1, Scope::Gpu);
                }
            }
        }
        sync_threads();
        if is(Reader::Block) {
            read(64 + thread);
        }
    }
    if is(Reader::BehindGrid) {
        // SAFETY: the launch is cooperative, and the counter is 0 before it.
        unsafe { sync_grid(flag.add(1)) };
    }
    if block_idx().x == 1 {
        if is(Reader::BehindFlag) || is(Reader::ByTma) {
            // SAFETY: as above.
            while unsafe { atomic::load_acquire(flag.cast_const(), Scope::Gpu) } == 0 {}
        } else if is(Reader::BehindFence) {
            // SAFETY: as above.
            while unsafe { atomic::add(flag, 0, Scope::Gpu) } == 0 {}
            fence(Scope::Gpu);
        }
        if is(Reader::ByTma) {
            if thread == 0 {
                arrived.arrive_expecting(TensorMap::<u16, Line>::BYTES);
                // SAFETY: the line is a box, and nobody else writes it.
                unsafe { from.load(brought.slice().at(0), [64], arrived) }; // @load
            }
            arrived.wait(0);
            write(brought.get([thread]));
        } else if is(Reader::BehindFlag) || is(Reader::BehindFence) || is(Reader::BehindGrid) {
            write(read(64 + thread));
        }
    }
}

fn read(executor: &Executor, Reading { reader, waits }: Reading) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let mut to = device.zeroed::<u16>(128)?;
    let (mut flags, mut sums) = (device.zeroed::<u32>(2)?, device.zeroed::<u16>(64)?);
    // SAFETY: they are the elements of one buffer, which outlives them. How the kernel orders its accesses is what is looked at.
    let (mut elements, source) = unsafe { (device.foreign(to.address(), 128)?, device.foreign(to.address(), 128)?) };
    let lines = Lines::new(128).unwrap();
    let (target, source) = (to.tensor_map_mut(lines)?, source.tensor_map(lines)?);
    let launch = Launch::grid(2);
    let launch = if reader == Reader::BehindGrid { launch.cooperative() } else { launch };
    // SAFETY: as the kernel asks.
    unsafe {
        StoreAndRead::launch(
            &module,
            launch,
            target,
            source,
            &mut elements,
            &mut flags,
            &mut sums,
            reader as u32,
            waits as u32,
        )
    }?;
    if matches!(reader, Reader::BehindFlag | Reader::BehindFence | Reader::ByTma | Reader::BehindGrid) {
        assert_eq!(sums.read()?, (7..71).collect::<Vec<_>>());
    }
    Ok(())
}

/// What is wrong where a reader needs more than the reads of a store.
const fn reading(reader: Reader, waits: Waits, wrong: bool) -> Reading {
    Reading { reader, waits: if wrong { waits } else { Waits::All } }
}

const WRITES: &str = "`tensor::wait` waits until it has written, `tensor::wait_read` only until it has read";

const BUGS: &[Bug] = &[
    bug(
        "a block that ends while TMA reads what it stores",
        "Misuse",
        "first",
        "the thread ends while TMA may still read this box in shared memory",
        |executor, wrong| ended(executor, if wrong { End::Never } else { End::Waits }),
    ),
    bug(
        "a store that is in no group, and a wait for all groups",
        "Misuse",
        "first",
        "the store is in no group: `tensor::commit` ends one",
        |executor, wrong| ended(executor, if wrong { End::WithoutGroup } else { End::WaitsForWrites }),
    ),
    bug(
        "two stores of which the second is in no group",
        "Misuse",
        "second",
        "the store is in no group",
        |executor, wrong| ended(executor, if wrong { End::SecondInNoGroup } else { End::Waits }),
    ),
    bug(
        "two stores of which one is waited for",
        "Misuse",
        "second",
        "a thread that stores calls `tensor::wait_read::<0>` before it ends",
        |executor, wrong| ended(executor, if wrong { End::OneOfTwo } else { End::Waits }),
    ),
    bug(
        "a store by one warp, and the wait for it by another",
        "Misuse",
        "first",
        "block (0, 0, 0), thread (0, 0, 0)",
        |executor, wrong| ended(executor, if wrong { End::ByOtherWarp } else { End::Waits }),
    ),
    bug(
        "a store by one thread, and the wait for it by another of its warp",
        "Misuse",
        "first",
        "before it ends",
        |executor, wrong| ended(executor, if wrong { End::ByOtherThread } else { End::WaitsForWrites }),
    ),
    bug(
        "a wait for the reads of a store before its group ends",
        "Misuse",
        "first",
        "the thread ends while TMA may still read",
        |executor, wrong| ended(executor, if wrong { End::BeforeGroup } else { End::Waits }),
    ),
    bug(
        "a return between a store and the wait for it",
        "Misuse",
        "first",
        "the thread ends while TMA may still read",
        |executor, wrong| ended(executor, if wrong { End::Returns } else { End::Waits }),
    ),
    bug(
        "a wait for the reads of a store, and a flag that lets another block read the elements",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::BehindFlag, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the reads of a store, and a fence and a flag that let another block read the elements",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::BehindFence, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the writes of all stores but the one that another block reads",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::BehindFlag, Waits::AllButLast, wrong)),
    ),
    bug(
        "a wait for the reads of a store whose elements TMA loads in another block",
        "Race",
        "load",
        "the copy was not waited for",
        |executor, wrong| read(executor, reading(Reader::ByTma, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the reads of a store whose elements the block reads behind its barrier",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::Block, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the reads of a store whose elements the thread reads itself",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::Itself, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the reads of a store whose elements another block reads behind a barrier of the grid",
        "Race",
        "read",
        WRITES,
        |executor, wrong| read(executor, reading(Reader::BehindGrid, Waits::Reads, wrong)),
    ),
    bug(
        "a wait for the reads of a store whose elements the thread then writes",
        "Race",
        "write",
        "the copy was not waited for",
        |executor, wrong| read(executor, reading(Reader::Writer, Waits::Reads, wrong)),
    ),
];

//! Arrays of `Mbarrier`s, one of which is used wrongly: the fault says which.

use super::{Bug, Group, bug, device};
use lego::layout;
use lego_cuda::device::mbarrier::{self, Mbarrier};
use lego_cuda::device::tensor::TensorMap;
use lego_cuda::device::{cluster, linear_thread_idx, sync_threads};
use lego_cuda::executor::Executor;
use lego_cuda::launch::{Error, Launch};
use lego_cuda::lego_kernel;
use lego_cuda::view::Shared;

pub(super) const GROUP: Group =
    Group { title: "Arrays of `Mbarrier`s", source: include_str!("mbarriers.rs"), bugs: BUGS };

layout! {
    type Four = Row(4);
    /// Of each stage the one that says that it is full, and the one that says that it is empty: by columns, so that all that say the same are neighbours.
    type Stages = Col(3, 2);
    type Word = Row(1);
    type Line = Row(64);
    type Lines(n) = Row(n);
}

/// What is wrong, and with which.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Wrong {
    Nothing,
    Parity,
    ParityOfStage,
    NotMade,
    NotMadeOfStruct,
    MadeTwice,
    OneMoreArrival,
    NoArrival,
    NoBytes,
    NotKnown,
    EndsBefore,
    OfOtherBlock,
    OtherThreadFirst,
    ParityOfOne,
    NoArrivals,
}

/// The stages of a ring, as a kernel has them.
struct Ring {
    full: [Mbarrier; 3],
    empty: [Mbarrier; 3],
}

impl Ring {
    fn of(stages: Shared<'_, u64, Stages>) -> Self {
        let at = |says: u32| [0, 1, 2].map(|stage| Mbarrier::at(stages.at([stage, says])));
        Self { full: at(0), empty: at(1) }
    }
}

/// Two rounds over four barriers and the stages of a ring, which blocks of a cluster also use of each other.
#[lego_kernel(threads = 32, grid = x, cluster = 2)]
unsafe fn hand_over(
    from: TensorMap<'_, u16, Line>,
    wrong: u32,
    #[shared(dynamic)] line: Shared<'_, u16, Line>,
    #[shared] four: Shared<'_, u64, Four>,
    #[shared(dynamic)] stages: Shared<'_, u64, Stages>,
    #[shared] one: Shared<'_, u64, Word>,
) {
    let (thread, is) = (linear_thread_idx(), |other: Wrong| wrong == other as u32);
    let (four, ring) = ([0, 1, 2, 3].map(|at| Mbarrier::at(four.at([at]))), Ring::of(stages));
    let one = Mbarrier::at(one.at([0]));
    if thread == 0 {
        let mut at = 0;
        while at < 4 - usize::from(is(Wrong::NotMade)) {
            four[at].init(if at == 1 && is(Wrong::NoArrivals) { 0 } else { 1 }); // @no arrivals
            at += 1;
        }
        at = 0;
        while at < 3 {
            ring.full[at].init(1);
            if at != 1 || !is(Wrong::NotMadeOfStruct) {
                ring.empty[at].init(1);
            }
            at += 1;
        }
        if is(Wrong::MadeTwice) {
            ring.empty[2].init(1); // @twice
        }
        one.init(1);
        if !is(Wrong::NotKnown) {
            mbarrier::fence_init();
        }
    }
    if is(Wrong::OtherThreadFirst) && thread == 1 {
        four[2].arrive(); // @first
    }
    sync_threads();
    cluster::sync();
    let mut round = 0;
    while round < 2 {
        let mut at = 0;
        while at < 4 {
            let (is_missing, is_turned) = (is(Wrong::NoArrival) && at == 3, !(is(Wrong::Parity) && at == 2));
            if thread == 0 && (round == 0 || !is_missing && is_turned) {
                four[at].arrive(); // @arrive
            }
            four[at].wait(if is_turned { round } else { 0 }); // @wait
            at += 1;
        }
        let mut stage = 0;
        while stage < 3 {
            if thread == 0 {
                if is(Wrong::OneMoreArrival) && stage == 1 && round == 1 {
                    ring.full[stage].arrive_expecting(1 << 10);
                    ring.full[stage].arrive(); // @more
                }
                if is(Wrong::NoBytes) && stage == 1 {
                    ring.full[stage].arrive_expecting(256);
                } else {
                    ring.full[stage].arrive_expecting(TensorMap::<u16, Line>::BYTES);
                }
                // SAFETY: nobody reads the line, which the round before and the stage before have filled.
                unsafe { from.load(line.slice().at(0), [0], ring.full[stage]) }; // @load
            }
            if is(Wrong::EndsBefore) && round == 1 && stage == 2 {
                return;
            }
            let parity = if is(Wrong::ParityOfStage) && stage == 1 { 0 } else { round };
            ring.full[stage].wait(parity); // @full
            if thread == 0 {
                ring.empty[stage].arrive(); // @empty
            }
            ring.empty[stage].wait(round);
            sync_threads();
            stage += 1;
        }
        if thread == 0 {
            one.arrive();
        }
        one.wait(if is(Wrong::ParityOfOne) { 0 } else { round }); // @one
        round += 1;
    }
    cluster::sync();
    if thread == 0 && is(Wrong::OfOtherBlock) {
        four[2].invalidate();
    }
    cluster::sync();
    if thread == 0 && cluster::rank() == 1 {
        // SAFETY: the block of rank 0 waits for the arrival.
        unsafe { four[2].arrive_at(0) }; // @other block
    }
    if cluster::rank() == 0 {
        four[2].wait(0);
    }
}

fn handed_over(executor: &Executor, wrong: Wrong) -> Result<(), Error> {
    let (device, module) = device(executor)?;
    let from = device.buffer_from(&[1_u16; 64])?;
    let map = from.tensor_map(Lines::new(64).unwrap())?;
    // SAFETY: as the kernel asks.
    unsafe { HandOver::launch(&module, Launch::grid(2), map, wrong as u32) }
}

const fn or_nothing(wrong: Wrong, is_wrong: bool) -> Wrong {
    if is_wrong { wrong } else { Wrong::Nothing }
}

const BUGS: &[Bug] = &[
    bug(
        "a parity of one of four `Mbarrier`s that is not turned",
        "Misuse",
        "wait",
        "was the parity turned? (the `Mbarrier` is `four[2]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::Parity, wrong)),
    ),
    bug(
        "a parity of one stage of a ring that is not turned",
        "Misuse",
        "full",
        "the `Mbarrier` is `stages[1, 0]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::ParityOfStage, wrong)),
    ),
    bug(
        "one of four `Mbarrier`s that is not made",
        "Misuse",
        "arrive",
        "there is no `Mbarrier` here: `init` makes one (the `Mbarrier` is `four[3]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NotMade, wrong)),
    ),
    bug(
        "one `Mbarrier` of an array of a structure that is not made",
        "Misuse",
        "empty",
        "the `Mbarrier` is `stages[1, 1]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NotMadeOfStruct, wrong)),
    ),
    bug(
        "one `Mbarrier` of an array that is made twice",
        "Misuse",
        "twice",
        "is made where one is, which was not invalidated (the `Mbarrier` is `stages[2, 1]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::MadeTwice, wrong)),
    ),
    bug(
        "an arrival too many at one `Mbarrier` of an array",
        "Misuse",
        "more",
        "whose bytes have not come (the `Mbarrier` is `stages[1, 0]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::OneMoreArrival, wrong)),
    ),
    bug(
        "an arrival that is missing at one `Mbarrier` of an array",
        "Deadlock",
        "wait",
        "which lacks 1 of 1 arrivals, with 31 more (the `Mbarrier` is `four[3]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NoArrival, wrong)),
    ),
    bug(
        "bytes that one `Mbarrier` of an array expects and that no copy brings",
        "Deadlock",
        "full",
        "and 128 bytes that no copy brings, with 31 more (the `Mbarrier` is `stages[1, 0]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NoBytes, wrong)),
    ),
    bug(
        "one `Mbarrier` of an array that TMA does not know",
        "Misuse",
        "load",
        "who made it calls `mbarrier::fence_init` (the `Mbarrier` is `stages[0, 0]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NotKnown, wrong)),
    ),
    bug(
        "a block that ends before the bytes of one `Mbarrier` of an array have come",
        "Misuse",
        "",
        "bytes are on their way to its shared memory (the `Mbarrier` is `stages[2, 0]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::EndsBefore, wrong)),
    ),
    bug(
        "an arrival at one `Mbarrier` of an array of another block, which is not there any more",
        "Misuse",
        "other block",
        "the `Mbarrier` is `four[2]` in block (0, 0, 0)",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::OfOtherBlock, wrong)),
    ),
    bug(
        "an arrival at one `Mbarrier` of an array that another thread has just made",
        "Race",
        "first",
        "the `Mbarrier` `four[2]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::OtherThreadFirst, wrong)),
    ),
    bug(
        "a parity of an `Mbarrier` alone that is not turned",
        "Misuse",
        "one",
        "the `Mbarrier` is `one`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::ParityOfOne, wrong)),
    ),
    bug(
        "one `Mbarrier` of an array that is made for no arrivals",
        "Misuse",
        "no arrivals",
        "an `Mbarrier` for 0 arrivals: 1 to 1048575 can be (the `Mbarrier` is `four[1]`",
        |executor, wrong| handed_over(executor, or_nothing(Wrong::NoArrivals, wrong)),
    ),
];

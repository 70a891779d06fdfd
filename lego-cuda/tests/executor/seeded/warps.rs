//! Shuffles, votes and barriers of a warp whose lanes do not all take part; and what ends a launch by itself.

use super::{Bug, Group, bug};
use crate::harness::{shape, try_launch};
use lego_cuda::device::warp::active_mask;
use lego_cuda::device::{Warp, lane, linear_thread_idx, trap};

pub(super) const GROUP: Group =
    Group { title: "Lanes of a warp; traps and panics", source: include_str!("warps.rs"), bugs: BUGS };

const BUGS: &[Bug] = &[
    bug(
        "a shuffle in a branch that some lanes do not take",
        "Lanes",
        "branch",
        "where others do not take part",
        |executor, wrong| {
            try_launch(executor, shape(1, 32), |_| {
                if !wrong || lane() < 16 {
                    Warp::ALL.shuffle_xor(lane(), 1); // @branch
                }
            })
        },
    ),
    bug("a vote after some lanes have returned", "Lanes", "returned", "ended", |executor, wrong| {
        try_launch(executor, shape(1, 64), |_| {
            if linear_thread_idx() >= if wrong { 60 } else { 64 } {
                return;
            }
            Warp::ALL.any(lane() == 3); // @returned
        })
    }),
    bug(
        "a shuffle that reads a lane that does not take part",
        "Misuse",
        "absent",
        "reads lane 9, which is not of its lanes 0xff",
        |executor, wrong| {
            try_launch(executor, shape(1, 32), |_| {
                if lane() < 8 {
                    Warp::lanes(0xff).shuffle_idx(lane(), if wrong { 9 } else { 7 }); // @absent
                }
            })
        },
    ),
    bug(
        "a sum over all lanes of a warp that is not whole",
        "Misuse",
        "whole",
        "reads lane 12, which is not of its lanes 0xfff",
        |executor, wrong| {
            try_launch(executor, shape(1, 44), |_| {
                let lanes = if wrong { Warp::ALL } else { Warp::present() };
                lanes.sum(lane() as f32); // @whole
            })
        },
    ),
    bug("a sum over a warp in a branch", "Lanes", "sum", "where others do not take part", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            if !wrong || lane() > 0 {
                Warp::ALL.sum(lane()); // @sum
            }
        })
    }),
    bug("a lane that its own mask leaves out", "Misuse", "left out", "which is not of its lanes", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            Warp::lanes(if wrong { 0xffff } else { !0 }).ballot(true); // @left out
        })
    }),
    bug("lanes with different masks", "Lanes", "masks", "where others do not take part", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            Warp::lanes(if wrong && lane() < 16 { 0xffff } else { !0 }).sync(); // @masks
        })
    }),
    bug("lanes that call different things", "Misuse", "", "meets `Warp::sync` of lane", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            if wrong && lane() == 0 {
                Warp::ALL.sync();
            } else {
                Warp::ALL.any(true);
            }
            if !wrong {
                Warp::ALL.sync();
            }
        })
    }),
    bug("lanes with different segments", "Misuse", "segments", "meets a shuffle of lane", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            let width = if wrong && lane() < 16 { 16 } else { 32 };
            Warp::ALL.segments(width).shuffle_down(lane(), 1); // @segments
        })
    }),
    bug(
        "a barrier of a warp in a loop that ends at other times",
        "Lanes",
        "loop",
        "where others do not take part",
        |executor, wrong| {
            try_launch(executor, shape(1, 32), |_| {
                for _ in 0..if wrong { lane() / 16 + 1 } else { 2 } {
                    Warp::ALL.sync(); // @loop
                }
            })
        },
    ),
    bug(
        "lanes that run together, taken for those that take part",
        "Misuse",
        "together",
        "a shuffle reads lane",
        |executor, wrong| {
            try_launch(executor, shape(1, 32), |_| {
                // Which lanes run together is the hardware's business; here each runs by itself.
                let mask = if wrong { active_mask() } else { !0 };
                Warp::lanes(mask).shuffle_xor(lane(), 1); // @together
            })
        },
    ),
    bug("a trap", "Trap", "trap", "trap", |executor, wrong| {
        try_launch(executor, shape(4, 32), |_| {
            if wrong && linear_thread_idx() == 7 {
                trap(); // @trap
            }
        })
    }),
    bug("arithmetic that overflows", "Panic", "overflow", "attempt to subtract with overflow", |executor, wrong| {
        try_launch(executor, shape(1, 32), |_| {
            let below = linear_thread_idx().checked_sub(u32::from(wrong)).expect("attempt to subtract with overflow"); // @overflow
            std::hint::black_box(below);
        })
    }),
];

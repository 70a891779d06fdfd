//! The calls of a warpgroup: its four warps call the same instructions with the same operands, in one order.
//!
//! A GPU executes each instruction of a product for all 128 threads at once; what it does where a warp is missing, or passes
//! something else, is not defined (PTX ISA, `wgmma`: `.sync.aligned`). Threads of the executor run one after the other, so
//! the calls that some threads are ahead of others are kept, and each thread that follows is compared with them.

use crate::device::host::Site;
use crate::device::matrix::Kind;
use crate::device::wgmma::{LeftOperand, Product, WARPGROUP};
use lego_machine::limits::WARP;
use std::collections::VecDeque;

/// An instruction of a warpgroup, with what its threads must have alike.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WarpgroupCall {
    Fence,
    Commit,
    Wait { pending: u32 },
    Multiply(Operands),
}

/// What the threads must have alike of a product. An operand in shared memory is its start and the other bits of its descriptor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Operands {
    /// `None` where each thread has it in registers.
    left: Option<(u32, u64)>,
    right: (u32, u64),
    columns: u32,
    adds: bool,
    kind: Kind,
}

impl WarpgroupCall {
    pub(super) fn multiply(product: &Product) -> Self {
        let left = match product.left {
            LeftOperand::Shared { start, layout } => Some((start, layout.bits())),
            LeftOperand::Registers { .. } => None,
        };
        let (start, layout) = product.right;
        let &Product { columns, adds, kind, .. } = product;
        Self::Multiply(Operands { left, right: (start, layout.bits()), columns, adds, kind })
    }

    pub(super) fn words(&self) -> String {
        match self {
            Self::Fence => "`wgmma::fence`".to_owned(),
            Self::Commit => "`wgmma::commit`".to_owned(),
            Self::Wait { pending } => format!("a wait for all but {pending} groups of products"),
            Self::Multiply(Operands { left: Some(_), .. }) => "`Sums::multiply`".to_owned(),
            Self::Multiply(_) => "`Sums::multiply_registers`".to_owned(),
        }
    }

    /// How it differs from another call of the same instruction, the other's value last; `describe` says where in shared memory
    /// an operand begins.
    fn difference(&self, other: &Self, describe: &dyn Fn(u32) -> String) -> Option<String> {
        let (Self::Multiply(mine), Self::Multiply(others)) = (self, other) else { return None };
        let is = |what: &str, of: &dyn Fn(&Operands) -> String| {
            let (mine, others) = (of(mine), of(others));
            (mine != others).then(|| format!("{what} {mine}, and not {others}"))
        };
        let start = |of: &Operands| of.left.map_or_else(String::new, |(start, _)| describe(start));
        let layouts = |of: &Operands| format!("{:#x} and {:#x}", of.left.map_or(0, |(_, bits)| bits), of.right.1);
        is("whose left operand is", &start)
            .or_else(|| is("whose right operand is", &|of| describe(of.right.0)))
            .or_else(|| is("whose number of columns is", &|of| of.columns.to_string()))
            .or_else(|| is("whose `adds` is", &|of| of.adds.to_string()))
            .or_else(|| is("whose elements are", &|of| format!("{:?}", of.kind)))
            .or_else(|| is("whose operands' layouts are", &layouts))
    }
}

/// A call that some threads of a warpgroup are still to make.
struct Ahead {
    call: WarpgroupCall,
    site: Site,
    /// The first thread that made it, in the block, and how many did.
    thread: u32,
    callers: u32,
}

/// The calls of a warpgroup.
pub(super) struct WarpgroupCalls {
    /// How many calls all threads have made, and how many each has.
    complete: u64,
    made: [u64; WARPGROUP as usize],
    ahead: VecDeque<Ahead>,
}

/// A call that threads of a warpgroup have not made.
pub(super) struct Missing {
    pub(super) words: String,
    pub(super) site: Site,
    /// The first thread that has not.
    pub(super) thread: u32,
}

impl Default for WarpgroupCalls {
    fn default() -> Self {
        Self { complete: 0, made: [0; WARPGROUP as usize], ahead: VecDeque::new() }
    }
}

impl WarpgroupCalls {
    /// Counts a call of a thread of the block; what is wrong where another thread made another one in its place.
    pub(super) fn note(
        &mut self,
        thread: u32,
        call: WarpgroupCall,
        site: Site,
        describe: &dyn Fn(u32) -> String,
    ) -> Result<(), String> {
        let made = &mut self.made[(thread % WARPGROUP) as usize];
        let at = (*made - self.complete) as usize;
        *made += 1;
        let Some(first) = self.ahead.get_mut(at) else {
            self.ahead.push_back(Ahead { call, site, thread, callers: 1 });
            return Ok(());
        };
        if first.call != call || first.site != site {
            let (words, others) = (call.words(), first.call.words());
            let (mine, other) = callers(thread, first.thread);
            let place = first.site;
            let differs = match call.difference(&first.call, describe) {
                _ if words != others => format!("where {other} calls {others} at {place}"),
                Some(difference) if first.call != call => format!("{difference} as {other} at {place}"),
                _ => format!("and by {other} at another place, {place}"),
            };
            return Err(format!("{words} by {mine} {differs}: all four warps of a warpgroup call the same"));
        }
        first.callers += 1;
        if first.callers == WARPGROUP {
            // A thread that has made this call has made all before.
            self.ahead.pop_front();
            self.complete += 1;
        }
        Ok(())
    }

    /// The first call that threads are still to make, if `is_such` holds for one of these.
    pub(super) fn missing(&self, first_thread: u32, is_such: &dyn Fn(u32) -> bool) -> Option<Missing> {
        let Ahead { call, site, thread, .. } = self.ahead.front()?;
        let lacks = |other: &u32| self.made[(*other % WARPGROUP) as usize] == self.complete && is_such(*other);
        let other = (first_thread..first_thread + WARPGROUP).find(lacks)?;
        let (mine, others) = callers(*thread, other);
        let words = format!("{} by {mine} and not by {others}: all four warps of a warpgroup call it", call.words());
        Some(Missing { words, site, thread: other })
    }
}

/// Two threads of one warpgroup in words: by their warps, or where these are one by themselves.
fn callers(one: u32, other: u32) -> (String, String) {
    if one / WARP == other / WARP {
        let words = |thread: u32| format!("lane {} of warp {}", thread % WARP, thread / WARP);
        return (words(one), words(other));
    }
    (format!("warp {}", one / WARP), format!("warp {} of its warpgroup", other / WARP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::Location;

    fn note(calls: &mut WarpgroupCalls, thread: u32, call: WarpgroupCall, site: Site) -> Result<(), String> {
        calls.note(thread, call, site, &|at| at.to_string())
    }

    #[test]
    fn threads_may_be_ahead_of_each_other_and_call_the_same() {
        let (mut calls, site) = (WarpgroupCalls::default(), Location::caller());
        for round in 0..3 {
            for thread in 128..256 {
                for call in [WarpgroupCall::Fence, WarpgroupCall::Wait { pending: round }] {
                    note(&mut calls, thread, call, site).unwrap();
                }
            }
            assert!(calls.ahead.is_empty() && calls.missing(128, &|_| true).is_none());
        }
        note(&mut calls, 130, WarpgroupCall::Fence, site).unwrap();
        let words = note(&mut calls, 131, WarpgroupCall::Commit, site).unwrap_err();
        assert!(
            words.starts_with("`wgmma::commit` by lane 3 of warp 4 where lane 2 of warp 4 calls `wgmma::fence`"),
            "{words}"
        );
        let missing = calls.missing(128, &|thread| thread >= 192).unwrap();
        assert_eq!(missing.thread, 192);
        assert!(
            missing.words.starts_with("`wgmma::fence` by warp 4 and not by warp 6 of its warpgroup"),
            "{}",
            missing.words
        );
    }

    #[test]
    fn another_call_of_the_same_instruction_is_said() {
        let (mut calls, [one, other]) = (WarpgroupCalls::default(), [Location::caller(), place()]);
        note(&mut calls, 0, WarpgroupCall::Fence, one).unwrap();
        let words = note(&mut calls, 127, WarpgroupCall::Fence, other).unwrap_err();
        assert!(
            words.starts_with("`wgmma::fence` by warp 3 and by warp 0 of its warpgroup at another place"),
            "{words}"
        );
    }

    fn place() -> Site {
        #[track_caller]
        fn here() -> Site {
            Location::caller()
        }
        here()
    }
}

//! Operators: what two values combine to, and how the lanes of a warp combine theirs.
//!
//! Without an instruction for it, the lanes combine in a tree: with the neighbour, then pairs with the neighbouring pair, and so
//! on. Every lane does it, so that each has the result, and each computes the same tree.

use super::exchange::Exchange;
use super::numbers::{Bits, Combined};
use crate::device::index::lane;
use crate::device::operands::{Reduction, SourceLane};
use crate::device::warp::Warp;
use lego_machine::limits::WARP;

/// An associative operation.
pub(super) trait Operator<V: Exchange>: Copy {
    /// Whether both orders give the same.
    const COMMUTES: bool;

    fn combine(self, left: V, right: V) -> V;

    /// All values of a segment combined, in each of its lanes.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn over_lanes(self, warp: Warp, value: V) -> V {
        if warp.mask == !0 { full_tree(self, warp.width, value) } else { tree(self, warp, value) }
    }

    /// The values of the first `count` lanes of a whole warp combined, in each lane.
    ///
    /// Lane `l` has the value of lane `l % count` where that is a power of two, else any value from lane `count` on.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn over_first(self, count: u32, value: V) -> V {
        first_tree(self, count, value)
    }

    /// The values of each lane and those before it combined. The lanes of the mask are the first ones of their segments.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn inclusive(self, warp: Warp, value: V) -> V {
        scan_from(self, warp, lane() & !(warp.width - 1), value)
    }
}

/// One step of a tree: with the value of the lanes that differ in a bit of their number.
#[inline(always)]
fn step<V: Exchange, O: Operator<V>>(op: O, bit: u32, mine: V, other: V) -> V {
    // Where the order matters, the lower lanes are the left operand.
    if O::COMMUTES || lane() & bit == 0 { op.combine(mine, other) } else { op.combine(other, mine) }
}

/// The tree over all lanes of a warp, in segments.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn full_tree<V: Exchange, O: Operator<V>>(op: O, width: u32, mut value: V) -> V {
    macro_rules! steps {
        ($($bit:literal)*) => {
            $(
                if width > $bit {
                    value = step(op, $bit, value, value.shuffled(Warp::ALL, SourceLane::Xor($bit)));
                }
            )*
        };
    }
    steps!(1 2 4 8 16);
    value
}

/// The same tree without the lanes that a mask leaves out.
///
/// After some steps each lane of a group has the group's value. So it reads any lane of the neighbouring group: the first that
/// there is.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn tree<V: Exchange, O: Operator<V>>(op: O, warp: Warp, mut value: V) -> V {
    let all = Warp::lanes(warp.mask);
    macro_rules! steps {
        ($($bit:literal)*) => {
            $(
                if warp.width > $bit {
                    let group = (lane() ^ $bit) & !($bit - 1);
                    let there = warp.mask & (!(!0 << $bit) << group);
                    let source = if there == 0 { lane() } else { there.trailing_zeros() };
                    let other = value.shuffled(all, SourceLane::Idx(source));
                    if there != 0 {
                        value = step(op, $bit, value, other);
                    }
                }
            )*
        };
    }
    steps!(1 2 4 8 16);
    value
}

/// The same tree over the first lanes, for all lanes.
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
fn first_tree<V: Exchange, O: Operator<V>>(op: O, count: u32, value: V) -> V {
    if count.is_power_of_two() {
        return full_tree(op, count, value);
    }
    let value = if lane() < count { tree(op, Warp::lanes(!0 >> (WARP - count)), value) } else { value };
    value.shuffled(Warp::ALL, SourceLane::Idx(0))
}

/// The scan from a lane on where no lane is left out: with the lane before, then with that two before, ….
#[inline(always)]
#[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
pub(super) fn scan_from<V: Exchange, O: Operator<V>>(op: O, warp: Warp, start: u32, mut value: V) -> V {
    let all = Warp::lanes(warp.mask);
    macro_rules! steps {
        ($($delta:literal)*) => {
            $(
                if warp.width > $delta {
                    let other = value.shuffled(all, SourceLane::Up($delta));
                    if lane() - start >= $delta {
                        value = op.combine(other, value);
                    }
                }
            )*
        };
    }
    steps!(1 2 4 8 16);
    value
}

/// A function as an operator: in order.
#[derive(Clone, Copy)]
pub(super) struct By<F>(pub(super) F);

impl<V: Exchange, F: Fn(V, V) -> V + Copy> Operator<V> for By<F> {
    const COMMUTES: bool = false;

    #[inline(always)]
    fn combine(self, left: V, right: V) -> V {
        (self.0)(left, right)
    }
}

/// Operators of numbers, of which integers of up to 32 bits have an instruction for whole segments.
macro_rules! operators {
    ($($name:ident: $bound:ident, $method:ident, |$sign:ident| $reduction:expr;)*) => {
        $(
            #[derive(Clone, Copy)]
            pub(super) struct $name;

            impl<T: $bound> Operator<T> for $name {
                const COMMUTES: bool = true;

                #[inline(always)]
                fn combine(self, left: T, right: T) -> T {
                    T::$method(left, right)
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn over_lanes(self, warp: Warp, value: T) -> T {
                    match T::INSTRUCTION {
                        Some($sign) if warp.width == WARP => T::from_word(warp.combine($reduction, value.to_word())),
                        _ if warp.mask == !0 => full_tree(self, warp.width, value),
                        _ => tree(self, warp, value),
                    }
                }

                #[inline(always)]
                #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
                fn over_first(self, count: u32, value: T) -> T {
                    match T::INSTRUCTION {
                        Some($sign) => {
                            let reduction: Reduction = $reduction;
                            let word = if lane() < count { value.to_word() } else { reduction.neutral() };
                            T::from_word(Warp::ALL.combine(reduction, word))
                        }
                        None => first_tree(self, count, value),
                    }
                }
            }
        )*
    };
}
operators! {
    Sum: Combined, sum, |_sign| Reduction::Add;
    Smallest: Combined, smaller, |sign| sign.min();
    Largest: Combined, larger, |sign| sign.max();
    And: Bits, and, |_sign| Reduction::And;
    Or: Bits, or, |_sign| Reduction::Or;
    Xor: Bits, xor, |_sign| Reduction::Xor;
}

/// The product, for which there is no instruction.
#[derive(Clone, Copy)]
pub(super) struct Product;

impl<T: Combined> Operator<T> for Product {
    const COMMUTES: bool = true;

    #[inline(always)]
    fn combine(self, left: T, right: T) -> T {
        T::product(left, right)
    }
}

/// A value that is the best by another operator, and of all places where it is the smallest.
#[derive(Clone, Copy)]
pub(super) struct First<O>(pub(super) O);

/// The place if its value is the best, else one behind all.
#[inline(always)]
fn place_of<T: PartialEq>((value, place): (T, u32), best: &T) -> u32 {
    // What is not a number is the best only where there is nothing else.
    #[allow(clippy::eq_op)]
    let is_none = best != best;
    if value == *best || is_none { place } else { u32::MAX }
}

impl<T, O> Operator<(T, u32)> for First<O>
where
    T: Combined + PartialEq,
    O: Operator<T>,
{
    const COMMUTES: bool = true;

    #[inline(always)]
    fn combine(self, left: (T, u32), right: (T, u32)) -> (T, u32) {
        let best = self.0.combine(left.0, right.0);
        (best, place_of(left, &best).min(place_of(right, &best)))
    }

    // First the value, then the place: an instruction for that instead of a second word in each step.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn over_lanes(self, warp: Warp, value: (T, u32)) -> (T, u32) {
        let best = self.0.over_lanes(warp, value.0);
        (best, Smallest.over_lanes(warp, place_of(value, &best)))
    }

    #[inline(always)]
    #[cfg_attr(not(target_arch = "nvptx64"), track_caller)]
    fn over_first(self, count: u32, value: (T, u32)) -> (T, u32) {
        let best = self.0.over_first(count, value.0);
        (best, Smallest.over_first(count, place_of(value, &best)))
    }
}

/// Calls a macro with the reductions that have names, their bounds and operators: those of a warp are those of a block.
macro_rules! named_operators {
    ($functions:ident) => {
        $functions! {
            /// The sum; integers wrap.
            sum: Combined, Sum;
            /// The product; integers wrap.
            product: Combined, Product;
            /// The smallest; what is not a number counts only where there is nothing else.
            min: Combined, Smallest;
            /// The largest; what is not a number counts only where there is nothing else.
            max: Combined, Largest;
            /// The bits that all have.
            and: Bits, And;
            /// The bits that one has.
            or: Bits, Or;
            /// The bits that an odd number of them have.
            xor: Bits, Xor;
        }
    };
}
pub(super) use named_operators;

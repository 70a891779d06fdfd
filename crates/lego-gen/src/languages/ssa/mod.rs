//! What LLVM IR and MLIR share: a program as a list of instructions, each of which gives its result a name once (SSA).
//!
//! Other languages write an expression as one text with brackets. Here an expression is a list of lines, and what stands for
//! it where it is used is the name of the last of them. So the [`Output`](lego_expr::Output) of this dialect is a small
//! [`Value`], and the lines are collected by a [`Writer`] while the printer walks the expression.
//!
//! ```text
//! machine    how one instruction is written: the only part that LLVM IR and MLIR have each for themselves
//! writer     the lines of a function, each value once
//! dialect    expressions as instructions
//! function   the functions of a layout as lines, with the conditions between them
//! loops      the loops over all indices, with the lines between them
//! ```

mod dialect;
mod function;
mod loops;
mod machine;
mod writer;

pub(super) use function::{Function, Functions, Gives, functions};
pub(super) use loops::{Nest, nest};
pub(super) use machine::{Integer, Machine, predicate};
pub(super) use writer::{Value, Writer};

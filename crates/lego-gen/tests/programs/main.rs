//! Every target, compiled or interpreted: the layouts of the zoo and random chains, as numbers and with symbols at several
//! sizes, in one program a language, which is compared with the interpreter of chains at every point, both ways.
//!
//! `LEGO_ROUNDS` sets how many random chains of each kind there are (8), `LEGO_POINTS` how many points of a layout are looked
//! at (4096: all of a layout that has no more). With 8 rounds what takes long, such as loops that JAX compiles, is tried of some layouts
//! only, which is said; with more rounds of all. A language whose compiler or interpreter is missing is NOT TESTED, and says so.

#![allow(unreachable_pub)] // nothing of a test is reached from elsewhere

#[path = "../../../lego-lang/tests/common/mod.rs"]
mod common;

mod case;
mod fills;
mod language;
mod languages;
mod oracle;
mod points;
mod tool;

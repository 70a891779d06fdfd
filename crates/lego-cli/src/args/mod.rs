//! The arguments of the command: what may be typed, and what `--help` says of it.

mod about;
mod accesses;
mod chain;
mod choices;
mod command;
mod limit;
mod look;
mod manual;
mod number;
mod point;
mod related;
mod values;
mod wanted;

pub(crate) use accesses::Accesses;
pub(crate) use chain::{Chain, Chains};
pub(crate) use choices::{Drawn, Notation};
pub(crate) use command::{Cli, Command};
pub(crate) use look::{Banks, By, Colour, Labelled, Look, When};
pub(crate) use number::number;
pub(crate) use point::Point;
pub(crate) use related::{Kind, Related};
pub(crate) use values::Values;
pub(crate) use wanted::Wanted;

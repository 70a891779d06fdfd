//! The loops over all indices as instructions: those that find the end of a loop stand inside the loops around it.

use super::function::dialect;
use super::machine::Machine;
use super::writer::{Value, Writer};
use crate::error::Error;
use crate::unit::{Integer, Loop, Unit};

/// A loop over an axis, inside those over the axes before it.
pub(in super::super) struct Along {
    /// The component of the index.
    pub(in super::super) name: String,
    /// What is computed ahead of the loop.
    pub(in super::super) lines: Vec<String>,
    /// Where it ends, which may be below zero.
    pub(in super::super) end: Value,
}

/// The loops over all indices in their order.
pub(in super::super) struct Nest {
    pub(in super::super) axes: Vec<Along>,
    /// Whether some of the indices that are left may have no position.
    pub(in super::super) is_open: bool,
}

/// The loops over all indices in their order.
pub(in super::super) fn nest<M: Machine>(unit: &Unit<'_>, machine: M) -> Result<Nest, Error> {
    let writer = Writer::new(&unit.names);
    let dialect = dialect(unit, machine, &writer, Integer::Index);
    let loops = unit.ends();
    let mut axes = Vec::new();
    for axis in loops.axes {
        let ends = unit.sizes(&axis.ends, &dialect)?;
        let end = Loop { name: axis.name.clone(), ends }.end(&dialect);
        axes.push(Along { name: axis.name, lines: writer.take(), end });
    }
    Ok(Nest { axes, is_open: loops.is_open })
}

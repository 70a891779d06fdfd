//! The functions of a layout as lines, with the conditions between them.

use super::dialect::Expressions;
use super::machine::{Integer as Bits, Machine};
use super::writer::{Value, Writer};
use crate::error::Error;
use crate::extra::Extra;
use crate::unit::{Formula, Integer, Limits, Unit};
use lego_expr::{Comparison, Dialect, Id, Op, Output};
use lego_lang::compile::SimplifiedMap;

/// A function of integers: lines, ended by conditions under which it goes on, and values at the end.
pub(in super::super) struct Function {
    /// What it does, in words.
    pub(in super::super) about: String,
    pub(in super::super) name: String,
    /// Its arguments, which are indices, positions or sizes; sizes come last.
    pub(in super::super) arguments: Vec<String>,
    /// The bits of an argument.
    pub(in super::super) bits: u32,
    pub(in super::super) gives: Gives,
    /// What is asked on the way. Where one of the conditions fails, the function gives what says that there is nothing.
    pub(in super::super) stages: Vec<Stage>,
    /// The lines after the last condition.
    pub(in super::super) lines: Vec<String>,
    pub(in super::super) values: Vec<Value>,
}

/// Lines, and the condition under which a function goes on.
pub(in super::super) struct Stage {
    pub(in super::super) lines: Vec<String>,
    pub(in super::super) holds: Value,
    /// What the condition says.
    pub(in super::super) words: String,
}

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Gives {
    /// A number; -1 where a condition fails.
    Number,
    /// Whether all conditions hold.
    Truth,
    /// A number for each axis.
    Axes,
    /// Whether all conditions hold, and a number for each axis.
    Index,
}

/// The functions of a layout.
pub(in super::super) struct Functions {
    pub(in super::super) functions: Vec<Function>,
    /// The operations of both directions.
    pub(in super::super) operations: [usize; 2],
}

/// The bits of the sizes that are checked.
const CHECKED: u32 = 64;

/// The functions of a layout for a machine that computes in 32 and 64 bits, with and without a sign.
pub(in super::super) fn functions<M: Machine>(unit: &Unit<'_>, machine: M) -> Result<Functions, Error> {
    let index = unit.request.width.bits();
    let types = match index {
        32 => &[Integer::Index, Integer::Signed64, Integer::Unsigned64][..],
        _ => &[Integer::Index, Integer::Unsigned64],
    };
    let computed = unit.computed(types)?;
    let mut functions = Vec::new();
    if unit.has_sizes() {
        functions.push(check(unit, machine)?);
    }
    let about = "The extents: the components of an index are below them.";
    functions.push(of_sizes(unit, machine, ("dims", about), Gives::Axes, &unit.compiled.dims)?);
    let about = "The number of positions that a buffer must have.";
    functions.push(of_sizes(unit, machine, ("span", about), Gives::Number, &[unit.compiled.span])?);
    let (apply, first) = direction(unit, machine, true, &unit.compiled.apply, computed.apply)?;
    let (inv, second) = direction(unit, machine, false, &unit.compiled.inv, computed.inv)?;
    functions.extend([apply, inv]);
    if unit.has(Extra::Strides) {
        let about = "How far the position moves for a step along each axis.";
        functions.push(of_sizes(unit, machine, ("strides", about), Gives::Axes, &unit.strides()?)?);
    }
    Ok(Functions { functions, operations: [first, second] })
}

/// The dialect of a type.
pub(super) fn dialect<'a, M: Machine>(
    unit: &'a Unit<'_>,
    machine: M,
    writer: &'a Writer<'a>,
    integer: Integer,
) -> Expressions<'a, M> {
    let index = unit.request.width.bits();
    let bits = if integer == Integer::Index { index } else { 64 };
    let integer = Bits { bits, is_signed: integer != Integer::Unsigned64 };
    Expressions { machine, names: &unit.names, writer, own: &unit.request.name, index, integer }
}

/// Ends a stage with a condition.
fn stage<M: Machine>(dialect: &Expressions<'_, M>, holds: &Value, words: &str) -> Stage {
    let holds = if holds.is_truth {
        holds.clone()
    } else {
        dialect.compare(Comparison::NotEqual, holds.clone(), dialect.number(0))
    };
    Stage { lines: dialect.writer.take(), holds, words: words.to_owned() }
}

/// The check of the sizes: 64 bits, so that products of sizes of 32 have room, and sizes that need more are refused.
fn check<M: Machine>(unit: &Unit<'_>, machine: M) -> Result<Function, Error> {
    let limits = Limits { most: Some(unit.request.width.most()), computed: Some(i64::MAX as u128) };
    let writer = Writer::new(&unit.names);
    let dialect = Expressions { index: CHECKED, ..dialect(unit, machine, &writer, Integer::Signed64) };
    let mut stages = Vec::new();
    for test in unit.tests(limits, dialect.abilities())? {
        let truth = unit.test(&test, &dialect)?.values;
        stages.push(stage(&dialect, &truth[0], &test.words));
    }
    Ok(Function {
        about: "Whether there is such a layout. Without, the other functions give nothing of use.".to_owned(),
        name: unit.own("check"),
        arguments: unit.names.sizes().map(str::to_owned).collect(),
        bits: CHECKED,
        gives: Gives::Truth,
        stages,
        lines: Vec::new(),
        values: Vec::new(),
    })
}

/// A function of the sizes alone.
fn of_sizes<M: Machine>(
    unit: &Unit<'_>,
    machine: M,
    (what, about): (&str, &str),
    gives: Gives,
    ids: &[Id],
) -> Result<Function, Error> {
    let writer = Writer::new(&unit.names);
    let values = unit.sizes(ids, &dialect(unit, machine, &writer, Integer::Index))?;
    Ok(Function {
        about: about.to_owned(),
        name: unit.own(what),
        arguments: unit.names.sizes().map(str::to_owned).collect(),
        bits: unit.request.width.bits(),
        gives,
        stages: Vec::new(),
        lines: writer.take(),
        values,
    })
}

/// `apply` or `inv`, and its operations.
fn direction<M: Machine>(
    unit: &Unit<'_>,
    machine: M,
    is_apply: bool,
    map: &SimplifiedMap,
    integer: Integer,
) -> Result<(Function, usize), Error> {
    let writer = Writer::new(&unit.names);
    let (own, bounds) = if is_apply {
        (unit.names.index.clone(), unit.compiled.dims.clone())
    } else {
        (vec![unit.names.position.clone()], vec![unit.compiled.span])
    };
    let mut stages = checks(unit, machine, &writer, &own, &bounds)?;
    let dialect = dialect(unit, machine, &writer, integer);
    let formula = Formula::after(unit, map, &dialect, |guard| {
        if let Some(guard) = guard {
            let words = if is_apply { "the index is stored" } else { "the position is no hole" };
            stages.push(stage(&dialect, &guard.values[0], words));
        }
        dialect
    })?;
    let index = unit.request.width.bits();
    let narrowed = |value: Value| {
        let instruction = machine.narrowed(&value, [dialect.integer.bits, index]);
        if dialect.integer.bits == index { value } else { writer.result(instruction, false) }
    };
    let values = formula.values.into_iter().map(narrowed).collect();
    let is_partial = unit.has(Extra::Checks) || if is_apply { unit.expands() } else { unit.pads() };
    let about = match (is_apply, is_partial) {
        (true, true) => "The position of an index; -1 where it has none.",
        (true, false) => "The position of an index.",
        (false, true) => "The index at a position; false where there is none.",
        (false, false) => "The index at a position; true.",
    };
    let function = Function {
        about: about.to_owned(),
        name: unit.own(if is_apply { "apply" } else { "inv" }),
        arguments: own.into_iter().chain(unit.names.sizes().map(str::to_owned)).collect(),
        bits: index,
        gives: if is_apply { Gives::Number } else { Gives::Index },
        stages,
        lines: writer.take(),
        values,
    };
    Ok((function, formula.operations))
}

/// Conditions that fail for arguments out of range, and for sizes of no layout.
fn checks<M: Machine>(
    unit: &Unit<'_>,
    machine: M,
    writer: &Writer<'_>,
    arguments: &[String],
    bounds: &[Id],
) -> Result<Vec<Stage>, Error> {
    let mut stages = Vec::new();
    if !unit.has(Extra::Checks) {
        return Ok(stages);
    }
    let index = unit.request.width.bits();
    let dialect = dialect(unit, machine, writer, Integer::Index);
    if unit.has_sizes() {
        let widened = |size: &str| {
            let size = Value::word(&format!("%{size}"));
            if index == CHECKED { size } else { writer.result(machine.widened(&size, [index, CHECKED]), false) }
        };
        let sizes: Vec<Value> = unit.names.sizes().map(widened).collect();
        let call = machine.call(&unit.own("check"), &sizes.iter().collect::<Vec<_>>(), [CHECKED, 1]);
        stages.push(stage(&dialect, &writer.result(call, true), "there is such a layout"));
    }
    let bounds = unit.sizes(bounds, &dialect)?;
    let inside = arguments.iter().zip(&bounds).map(|(argument, bound)| {
        let argument = Value::word(&format!("%{argument}"));
        writer.result(machine.is_inside([&argument, bound], index), true)
    });
    let all = inside.reduce(|all, next| dialect.truths(Op::And, all, next));
    stages.extend(all.map(|all| stage(&dialect, &all, "no argument is out of range")));
    Ok(stages)
}

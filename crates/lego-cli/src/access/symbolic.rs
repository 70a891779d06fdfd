//! What an access costs under a layout whose sizes have no values, where that is the same for all of them.
//!
//! It is decided where the pattern runs along one axis: then the lanes of a warp touch indices that differ in that axis alone, and
//! where the layout has one stride along it, or runs of one, their positions are a base and multiples of that step. Wavefronts do
//! not depend on a base that is a multiple of a word, and sectors not on one that is a multiple of a sector.

use super::cost::cost_json;
use super::tile::TileAccess;
use crate::input::chain::Input;
use crate::report::failure::{Failure, Source};
use lego_core::access::{AccessCost, AccessCounter, Cost, Fault};
use lego_expr::{Arena, Engine, Id, Op, Premise, plain};
use lego_lang::Reading;
use lego_lang::compile::{Compiled, compile_reading};
use lego_machine::limits::{BANK_BYTES, SECTOR_BYTES, WARP, WAVEFRONT_BYTES};
use serde_json::{Value, json};

/// The cost of an access for all sizes, or why that is not decided.
#[derive(Debug)]
pub(crate) struct SymbolicCost {
    access: TileAccess,
    /// How many warps there are, as an expression.
    warps: String,
    each: Result<WarpCost, String>,
}

/// The cost of each warp.
#[derive(Debug)]
struct WarpCost {
    wavefronts: Cost,
    /// `None` where it depends on the sizes, or on the warp.
    sectors: Option<Cost>,
}

/// Returns the cost of an access, without its elements, under a layout with symbols.
pub(crate) fn symbolic_cost(input: &Input, access: TileAccess) -> Result<SymbolicCost, Failure> {
    if let Err(fault) = AccessCounter::new(access.bytes, access.vector).cost() {
        return Err(access.impossible(fault).into());
    }
    // Compiled anew: what is stated of a warp's first element holds for this access alone.
    let compiled = &input.compiled()?;
    let list: Vec<String> = compiled.dims.iter().map(|dim| plain(&compiled.arena, *dim)).collect();
    let text = match access.text.trim() {
        "Row" => format!("Row({})", list.join(", ")),
        "Column" => format!("Col({})", list.join(", ")),
        other => crate::input::text::text(other)?,
    };
    let chain = Reading::new(&text);
    let warps = warps(compiled, &access);
    if matches!(text.trim(), "Diagonal" | "AntiDiagonal") {
        let each = Err("the lanes of a warp lie on diagonals; give the sizes values, as --let M=64".to_owned());
        return Ok(SymbolicCost { access, warps, each });
    }
    let input = Input { chain, options: input.options.clone(), source: Source::Option("--access") };
    let pattern = compile_reading(&input.chain, &input.options).map_err(|errors| input.failure(&errors))?;
    let each = each(compiled, &pattern, &access);
    Ok(SymbolicCost { access, warps, each })
}

/// The number of warps: an element a lane, or a vector.
fn warps(compiled: &Compiled, access: &TileAccess) -> String {
    let arena = &compiled.arena;
    let each = arena.constant(i128::from(WARP * access.vector));
    let warps = arena.binary(Op::Div, compiled.count, each);
    let simplified = Engine::new(arena).simplify(&[], &[warps]);
    plain(arena, simplified.roots[0])
}

fn each(compiled: &Compiled, pattern: &Compiled, access: &TileAccess) -> Result<WarpCost, String> {
    let list = |of: &Compiled| of.dims.iter().map(|dim| plain(&of.arena, *dim)).collect::<Vec<_>>().join(", ");
    if list(compiled) != list(pattern) {
        return Err(format!(
            "the pattern is of [{}], and the layout of [{}]: that these are the same is not known",
            list(pattern),
            list(compiled)
        ));
    }
    let is_one = |stride: &Option<Id>| stride.is_some_and(|stride| pattern.arena.number(stride) == Some(1));
    let is_bijection = !pattern.shares && pattern.inv.guards().is_empty() && pattern.apply.guards().is_empty();
    let axis =
        pattern.strides.iter().position(is_one).filter(|_| is_bijection && pattern.strides.iter().all(Option::is_some));
    let Some(axis) = axis else {
        return Err("the pattern does not run along one axis; give the sizes values, as --let M=64".to_owned());
    };
    if !compiled.apply.guards().is_empty() {
        return Err("not every index has a position; give the sizes values, as --let M=64".to_owned());
    }

    let arena: &Arena = &compiled.arena;
    let at_once = WARP * access.vector;
    let number = |value: u32| arena.constant(i128::from(value));
    let extent = compiled.dims[axis];
    // The position of a warp's first element, whose index along the axis is a multiple of what a warp touches.
    let base = compiled.apply.written.values[0];
    arena.state(Premise::Divides(compiled.index[axis], number(at_once)));
    let mut engine = Engine::new(arena);
    if !engine.divides(number(at_once), extent) {
        let text = plain(arena, extent);
        return Err(match arena.number(extent) {
            Some(_) => format!(
                "a line of axis {axis} has {text} elements, which is no multiple of the {at_once} that a warp touches; give the sizes values, \
                 as --let M=64"
            ),
            None => format!(
                "whether a warp stays in one line of axis {axis} is not known: state `where {text} % {at_once} == 0`, if it holds"
            ),
        });
    }
    let step = match (compiled.strides[axis], compiled.runs[axis]) {
        (Some(step), _) => step,
        (None, Some((len, step))) if engine.divides(number(at_once), len) => step,
        _ => {
            return Err(format!("along axis {axis} the layout has no stride that is the same for all lanes of a warp"));
        }
    };
    let bytes = access.bytes;
    let mut divides = |unit: u32| {
        engine.divides(number(unit), base) || {
            // Of strides alone, each of which may be a multiple of more than is asked for: a bijection that only grows begins at 0.
            let multiple = |engine: &mut Engine<'_>, stride: Id| {
                (0..8).any(|k| engine.divides(number(unit << k), stride)) && engine.is_at_most(number(0), stride)
            };
            let strides = compiled.strides.iter().enumerate().map(|(k, stride)| (k, *stride));
            compiled.inv.guards().is_empty()
                && strides.into_iter().all(|(k, stride)| {
                    stride.is_some_and(|stride| {
                        k == axis && at_once.is_multiple_of(unit) || multiple(&mut engine, stride)
                    })
                })
                && engine.is_at_most(number(0), step)
        }
    };
    let (is_vector, is_word) = (divides(access.vector), bytes >= BANK_BYTES || divides(BANK_BYTES / bytes));
    let aligned = bytes >= SECTOR_BYTES || divides(SECTOR_BYTES / bytes);
    if access.vector > 1 && !(is_vector && arena.number(step) == Some(1)) {
        return Err(format!(
            "that the {} elements of a thread are neighbours, from a multiple of {0} on, is not known for all sizes",
            access.vector
        ));
    }
    if !is_word {
        return Err("that a warp's first element begins at a word is not known for all sizes".to_owned());
    }
    if let Some(step) = arena.number(step).and_then(|step| u64::try_from(step).ok()) {
        let cost = cost(step, access).map_err(|fault| fault.to_string())?;
        // Where lanes are a sector apart each has one of its own, wherever the first begins.
        let is_apart = step * u64::from(bytes) >= u64::from(SECTOR_BYTES);
        return Ok(WarpCost { wavefronts: cost.wavefronts, sectors: (aligned || is_apart).then_some(cost.sectors) });
    }
    // Lanes that are a multiple of all banks apart are in one bank, each with a word of its own.
    let banks = WAVEFRONT_BYTES / bytes;
    if engine.divides(number(banks), step) && engine.is_at_most(number(1), step) {
        let cost = cost(banks.into(), access).map_err(|fault| fault.to_string())?;
        return Ok(WarpCost { wavefronts: cost.wavefronts, sectors: Some(cost.sectors) });
    }
    let step = plain(arena, step);
    Err(format!("neighbouring lanes are {step} positions apart, and what {step} mod {banks} is, is not known"))
}

/// Returns the cost of a warp whose lanes are a step apart.
fn cost(step: u64, access: &TileAccess) -> Result<AccessCost, Fault> {
    access.count((0..u64::from(WARP * access.vector)).map(|element| Some(element * step)))
}

impl SymbolicCost {
    /// Whether it is decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.each.is_ok()
    }

    /// The object of `lego check --json`.
    pub(crate) fn json(&self) -> Value {
        let mut object = json!({
            "access": self.access.text,
            "bytes": self.access.bytes,
            "vector": self.access.vector,
            "requests": self.warps,
        });
        match &self.each {
            Ok(each) => {
                object["each"] =
                    json!({ "wavefronts": cost_json(each.wavefronts), "sectors": each.sectors.map(cost_json) });
            }
            Err(reason) => {
                object["each"] = Value::Null;
                object["reason"] = reason.as_str().into();
            }
        }
        object
    }

    /// The line of `lego check`.
    pub(crate) fn text(&self) -> String {
        let TileAccess { text, bytes, vector, .. } = &self.access;
        let times = if *vector > 1 { format!(" x {vector}") } else { String::new() };
        let head = format!("{text}, {bytes}{times} bytes, for all sizes");
        match &self.each {
            Ok(WarpCost { wavefronts, sectors }) => {
                let sectors = match sectors {
                    Some(sectors) => format!("{} sectors (ideal {})", sectors.taken, sectors.ideal),
                    None => "sectors not decided: where a warp begins in a sector depends on the sizes".to_owned(),
                };
                let (taken, ideal) = (wavefronts.taken, wavefronts.ideal);
                format!("{head}: each of {} warps takes {taken} wavefronts (ideal {ideal}), {sectors}", self.warps)
            }
            Err(reason) => format!("{head}: not decided: {reason}"),
        }
    }
}

//! `lego check`: whether a text is a layout, and what accesses of it cost.

use crate::access::cost::LayoutCost;
use crate::access::swizzle_command::command;
use crate::access::symbolic::{SymbolicCost, symbolic_cost};
use crate::access::tile::{TileAccess, accesses_of};
use crate::args::{Accesses, Values};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use serde_json::{Value, json};
use std::io::Write;

/// Says `ok`, or everything that is wrong; then what each access costs.
pub(crate) fn run(
    input: &Input,
    values: &Values,
    accesses: &Accesses,
    no_limit: bool,
    output: &mut Output,
) -> Result<u8, Failure> {
    let compiled = input.compiled()?;
    if !compiled.parameters.is_empty() && !accesses.accesses.is_empty() {
        return for_all_sizes(input, accesses, output);
    }
    let each = if accesses.accesses.is_empty() { Vec::new() } else { costs(input, values, accesses, no_limit)? };
    if output.json {
        let mut object = json!({ "ok": true });
        if !each.is_empty() {
            object["accesses"] = each.iter().map(|(access, cost)| cost.json(access)).collect::<Vec<Value>>().into();
        }
        output.json(&object)?;
        return Ok(0);
    }
    writeln!(output, "ok")?;
    for (access, cost) in &each {
        writeln!(output, "{}", cost.text(access))?;
    }
    if each.iter().any(|(_, under)| under.cost.extra_wavefronts() > 0) {
        let dims = Points::new(input)?.dims.clone();
        let accesses: Vec<TileAccess> = each.into_iter().map(|(access, _)| access).collect();
        writeln!(output, "for a better layout: {}", command(&dims, &accesses))?;
    }
    Ok(0)
}

/// Each access and its cost.
fn costs(
    input: &Input,
    values: &Values,
    accesses: &Accesses,
    no_limit: bool,
) -> Result<Vec<(TileAccess, LayoutCost)>, Failure> {
    let map = Points::new(input)?;
    let accesses = accesses_of(accesses, &map.dims, values, no_limit)?;
    let positions = map.positions()?;
    let (mut each, mut faults): (Vec<_>, Vec<Complaint>) = (Vec::new(), Vec::new());
    for access in accesses {
        match access.under(&map.dims, &positions) {
            Ok(cost) => each.push((access, cost)),
            Err(fault) => faults.push(access.impossible(fault)),
        }
    }
    if faults.is_empty() { Ok(each) } else { Err(Failure::Wrong(faults)) }
}

/// What each access costs for all sizes; status 3 where one is not decided.
fn for_all_sizes(input: &Input, accesses: &Accesses, output: &mut Output) -> Result<u8, Failure> {
    let access = |(text, vector): (&str, u32)| {
        let access = TileAccess { text: text.to_owned(), elements: Vec::new(), bytes: accesses.bytes(), vector };
        symbolic_cost(input, access)
    };
    let each = accesses.each()?.into_iter().map(access).collect::<Result<Vec<_>, _>>()?;
    if output.json {
        output.json(&json!({ "ok": true, "accesses": each.iter().map(SymbolicCost::json).collect::<Vec<_>>() }))?;
    } else {
        writeln!(output, "ok")?;
        for symbolic in &each {
            writeln!(output, "{}", symbolic.text())?;
        }
    }
    Ok(if each.iter().all(SymbolicCost::is_decided) { 0 } else { 3 })
}

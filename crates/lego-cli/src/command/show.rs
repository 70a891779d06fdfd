//! `lego show`: a layout as expressions.

use super::{cute, derivation};
use crate::args::Chain;
use crate::input::chain::Input;
use crate::input::system::is_only_cute;
use crate::input::text::source;
use crate::report::failure::{Complaint, Failure, Source};
use crate::report::output::Output;
use anstyle::Style;
use lego_draw::Palette;
use lego_expr::{Cost, Id, plain};
use lego_lang::Reading;
use lego_lang::compile::{Compiled, Entry, Formulas, Lines, Report, SimplifiedMap, unwritable};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Prints dims, span, and the expressions both ways, in the forms that cost least.
///
/// A layout of CuTe's by itself is shown as the piece `Cute(…)` where it is a bijection, and else as `lego cute` shows it, with
/// its values.
pub(crate) fn run(chain: &Chain, cost: Cost, explain: bool, output: &mut Output) -> Result<u8, Failure> {
    let text = source(&chain.text)?;
    if is_only_cute(&text) {
        let piece = Input {
            chain: Reading::new(&format!("Cute({text})")),
            options: chain.values.options()?,
            source: Source::Chain,
        };
        return match piece.compiled() {
            Ok(_) => show(piece, cost, explain, output),
            Err(_) => cute::Asked { expression: &text, values: &chain.values, tile: &[], svg: None, no_limit: false }
                .run(output),
        };
    }
    show(chain.of_text(&text)?, cost, explain, output)
}

fn show(mut input: Input, cost: Cost, explain: bool, output: &mut Output) -> Result<u8, Failure> {
    input.options.cost = cost;
    input.options.explain = explain;
    let compiled = input.compiled()?;
    names_are_free(&input, &compiled)?;
    let written = |map: &SimplifiedMap| {
        Formulas::new(&compiled, map, output.json).map_err(|_| input.fault(unwritable().to_string()))
    };
    let (apply, inv) = (written(&compiled.apply)?, written(&compiled.inv)?);
    if output.json {
        let mut object = object(&compiled, &apply, &inv);
        if explain {
            object["explain"] = derivation::object(&compiled);
        }
        output.json(&object)?;
    } else {
        text(&compiled, &apply, &inv, output)?;
        if explain {
            derivation::text(&compiled, output)?;
        }
    }
    Ok(0)
}

/// A parameter that is called like an index or the position would make the expressions ambiguous.
fn names_are_free(input: &Input, compiled: &Compiled) -> Result<(), Failure> {
    let rank = compiled.dims.len();
    let index = |name: &str| {
        name.strip_prefix('i').and_then(|k| k.parse().ok()).is_some_and(|k: usize| k < rank && name == format!("i{k}"))
    };
    let names = input.free_names();
    let faults: Vec<Complaint> = compiled
        .parameters
        .iter()
        .filter(|name| *name == "p" || index(name))
        .map(|parameter| {
            let what = if parameter == "p" { "position" } else { "index" };
            let message = format!(
                "{parameter} is what the expressions call the {what}: give the parameter another name, or a value with \
                 --let {parameter}=…"
            );
            let place = names.iter().find(|name| name.path == *parameter).map(|name| input.place(name.range));
            Complaint { message, place }
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(Failure::Wrong(faults)) }
}

/// A size: a number, or the text of an expression.
fn number_or_text(compiled: &Compiled, id: Id) -> Value {
    let number = compiled.arena.number(id).and_then(|value| u64::try_from(value).ok());
    number.map_or_else(|| plain(&compiled.arena, id).into(), Value::from)
}

fn object(compiled: &Compiled, apply: &Formulas, inv: &Formulas) -> Value {
    let dims: Vec<Value> = compiled.dims.iter().map(|&id| number_or_text(compiled, id)).collect();
    let index: Vec<String> = (0..dims.len()).map(|k| format!("i{k}")).collect();
    json!({
        "dims": dims,
        "span": compiled.arena.number(compiled.span).and_then(|value| u64::try_from(value).ok()),
        "index": index,
        "apply": apply.values[0],
        "apply_ops": apply.after,
        "apply_bits": compiled.apply.extremes.bits(),
        "guard": apply.guard.as_ref().map(Lines::text),
        "inv": inv.values,
        "inv_ops": inv.after,
        "inv_bits": compiled.inv.extremes.bits(),
        "inv_guard": inv.guard.as_ref().map(Lines::text),
    })
}

fn text(compiled: &Compiled, apply: &Formulas, inv: &Formulas, output: &mut Output) -> io::Result<()> {
    let mut report = Report::new(compiled);
    report.sizes();
    report.map("apply", apply);
    report.map("inv", inv);
    report.steps();
    report.assumptions();
    let styled = |style: Style| if output.palette == Palette::Plain { Style::new() } else { style };
    let (bold, dimmed) = (styled(Style::new().bold()), styled(Style::new().dimmed()));
    for Entry { name, text, is_aside } in report.entries() {
        let style = if *is_aside { dimmed } else { Style::new() };
        writeln!(output, "{bold}{name:<width$}{bold:#} {style}{text}{style:#}", width = Entry::NAMES)?;
    }
    Ok(())
}

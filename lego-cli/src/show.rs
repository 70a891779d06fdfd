//! `lego show`: a layout as expressions.

use crate::derivation;
use crate::expression::{Lines, Text};
use crate::failure::{Complaint, Failure};
use crate::input::Input;
use crate::output::Output;
use anstyle::Style;
use lego_draw::Palette;
use lego_expr::{Cost, Id, plain};
use lego_lang::compile::{Compiled, SimplifiedMap, unwritable};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Prints dims, span, and the expressions both ways, in the forms that cost least.
pub(crate) fn run(mut input: Input, cost: Cost, explain: bool, output: &mut Output) -> Result<u8, Failure> {
    input.options.cost = cost;
    input.options.explain = explain;
    let compiled = input.compiled()?;
    names_are_free(&input, &compiled)?;
    let written =
        |map: &SimplifiedMap| Text::new(&compiled, map, output.json).map_err(|_| input.fault(unwritable().to_string()));
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

fn object(compiled: &Compiled, apply: &Text, inv: &Text) -> Value {
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

fn text(compiled: &Compiled, apply: &Text, inv: &Text, output: &mut Output) -> io::Result<()> {
    let shown = |id: Id| match number_or_text(compiled, id) {
        Value::String(text) => text,
        number => number.to_string(),
    };
    let list = |ids: &[Id]| ids.iter().map(|&id| shown(id)).collect::<Vec<_>>().join(", ");
    let mut report = Report { output };
    report.entry("dims", &format!("[{}]", list(&compiled.dims)))?;
    report.entry("span", &shown(compiled.span))?;
    if compiled.span != compiled.count {
        report.entry("indices", &shown(compiled.count))?;
    }
    report.map("apply", apply, &["p".to_owned()])?;
    let index: Vec<String> = (0..compiled.dims.len()).map(|k| format!("i{k}")).collect();
    report.map("inv", inv, &index)?;
    if compiled.strides.iter().any(Option::is_some) {
        let strides = compiled.strides.iter().map(|stride| stride.map_or("varies".to_owned(), shown));
        report.entry("strides", &format!("[{}]", strides.collect::<Vec<_>>().join(", ")))?;
    }
    if compiled.runs.iter().any(Option::is_some) {
        let whole = compiled.dims.iter().zip(&compiled.strides).map(|(&extent, &stride)| Some((extent, stride?)));
        let runs = compiled.runs.iter().zip(whole).map(|(run, whole)| match run.or(whole) {
            Some((len, step)) => format!("{} by {}", shown(len), shown(step)),
            None => "none known".to_owned(),
        });
        report.entry("runs", &format!("[{}]", runs.collect::<Vec<_>>().join(", ")))?;
    }
    report.entry("width", &width(compiled))?;
    let mut assumed: Vec<String> = Vec::new();
    for assertion in &compiled.assertions {
        let condition = assertion.condition.describe(&compiled.arena);
        if !assumed.contains(&condition) {
            assumed.push(condition);
        }
    }
    for unproved in &compiled.unproved {
        let dims = list(&unproved.dims);
        assumed.push(format!("the functions of GenP([{dims}]) are a bijection and its inverse"));
    }
    for (k, condition) in assumed.iter().enumerate() {
        report.entry(if k == 0 { "assumes" } else { "" }, condition)?;
    }
    Ok(())
}

/// How wide an integer must be for every value that the expressions pass through.
fn width(compiled: &Compiled) -> String {
    let needed = |map: &SimplifiedMap| match (map.extremes.bits(), &map.extremes.peaks) {
        (Some(bits), _) => format!("{bits} bits"),
        (None, None) => "not known".to_owned(),
        (None, Some(peaks)) => {
            let values: Vec<String> =
                [compiled.span].iter().chain(peaks).map(|&id| plain(&compiled.arena, id)).collect();
            format!("what {} takes", values.join(" or "))
        }
    };
    let [apply, inv] = [&compiled.apply, &compiled.inv].map(needed);
    if apply == inv { apply } else { format!("apply: {apply}; inv: {inv}") }
}

/// Entries with their names in a column of their own.
struct Report<'a> {
    output: &'a mut Output,
}

impl Report<'_> {
    fn style(&self, style: Style) -> Style {
        if self.output.palette == Palette::Plain { Style::new() } else { style }
    }

    fn entry(&mut self, name: &str, text: &str) -> io::Result<()> {
        let bold = self.style(Style::new().bold());
        writeln!(self.output, "{bold}{name:<8}{bold:#} {text}")
    }

    fn map(&mut self, name: &str, map: &Text, results: &[String]) -> io::Result<()> {
        let dimmed = self.style(Style::new().dimmed());
        let mut lines = Vec::new();
        if let Some(guard) = &map.guard {
            lines.extend(guard.statements.iter().cloned());
            lines.push(format!("where {}", guard.values[0]));
        }
        lines.extend(map.together.statements.iter().cloned());
        lines.extend(results.iter().zip(&map.together.values).map(|(name, value)| format!("{name} = {value}")));
        for (k, line) in lines.iter().enumerate() {
            self.entry(if k == 0 { name } else { "" }, line)?;
        }
        let plural = if map.after == 1 { "" } else { "s" };
        let (before, after) = (map.before, map.after);
        self.entry("", &format!("{dimmed}{after} operation{plural}, {before} before simplification{dimmed:#}"))
    }
}

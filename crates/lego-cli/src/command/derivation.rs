//! `lego show --explain`: how the expressions came about.

use crate::report::output::Output;
use anstyle::Style;
use lego_draw::Palette;
use lego_expr::{Derivation, Step, plain};
use lego_lang::compile::{Compiled, SimplifiedMap};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Both directions, each with the names of its values.
fn maps(compiled: &Compiled) -> [(&'static str, &SimplifiedMap, Vec<String>); 2] {
    let index = (0..compiled.dims.len()).map(|k| format!("i{k}")).collect();
    [("apply", &compiled.apply, vec!["p".to_owned()]), ("inv", &compiled.inv, index)]
}

/// What the algebra wrote, one text a value.
fn written(compiled: &Compiled, map: &SimplifiedMap) -> Vec<String> {
    const MOST: usize = 400;
    let short = |text: String| if text.chars().count() > MOST { "(too long to show)".to_owned() } else { text };
    // A text without names for what is shared can be long beyond bounds.
    let few = map.operations(&compiled.arena).0 <= MOST / 4;
    let show = |id| if few { short(plain(&compiled.arena, id)) } else { short(" ".repeat(MOST + 1)) };
    map.written.values.iter().map(|&id| show(id)).collect()
}

/// The derivations as JSON: for each direction what was written, whether that was kept, and the steps.
pub(crate) fn object(compiled: &Compiled) -> Value {
    let step = |step: &Step| {
        let equations: Vec<Value> =
            step.equations.iter().map(|(before, after)| json!({"before": before, "after": after})).collect();
        json!({
            "rule": step.rule.name,
            "law": step.rule.law,
            "condition": step.rule.condition,
            "equations": equations,
            "because": step.because,
        })
    };
    let mut object = json!({});
    for (name, map, _) in maps(compiled) {
        let derivation = map.form.derivation.clone().unwrap_or_default();
        let steps: Vec<Value> = derivation.steps.iter().map(step).collect();
        object[name] = json!({"written": written(compiled, map), "kept": derivation.is_discarded, "cut": derivation.is_cut, "steps": steps});
    }
    object
}

/// The derivations as text.
pub(crate) fn text(compiled: &Compiled, output: &mut Output) -> io::Result<()> {
    let styled = |style: Style| if output.palette == Palette::Plain { Style::new() } else { style };
    let (bold, dimmed) = (styled(Style::new().bold()), styled(Style::new().dimmed()));
    for (name, map, values) in maps(compiled) {
        writeln!(output, "\n{bold}{name}, as the algebra writes it{bold:#}")?;
        for (value, text) in values.iter().zip(written(compiled, map)) {
            writeln!(output, "  {value} = {text}")?;
        }
        let Derivation { steps, is_cut, is_discarded } = map.form.derivation.clone().unwrap_or_default();
        if is_discarded {
            writeln!(output, "{bold}no form found costs less: it is kept{bold:#}")?;
            continue;
        }
        if steps.is_empty() {
            writeln!(output, "{bold}sums and products are rearranged; no other rule is needed{bold:#}")?;
            continue;
        }
        for (k, step) in steps.iter().enumerate() {
            let given = step.rule.condition.replace("; ", ", ");
            let condition = if given.is_empty() { given } else { format!("   if {given}") };
            let law = step.rule.law.replace("; ", ",  ");
            writeln!(output, "{bold}{}. {}{bold:#}   {dimmed}{law}{condition}{dimmed:#}", k + 1, step.rule.name)?;
            for (before, after) in &step.equations {
                writeln!(output, "  {before} = {after}")?;
            }
            for fact in &step.because {
                writeln!(output, "  because {fact}")?;
            }
        }
        if is_cut {
            writeln!(output, "{bold}and more steps, which are not kept{bold:#}")?;
        }
    }
    Ok(())
}

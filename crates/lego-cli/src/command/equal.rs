//! `lego equal`: whether two layouts are the same map.

use crate::args::Chains;
use crate::input::chain::Two;
use crate::input::side::Side;
use crate::input::system::{ORDERS, System};
use crate::report::failure::{Complaint, Failure, Source};
use crate::report::output::Output;
use crate::report::progress::Progress;
use crate::sides::compare::{Comparison, compare};
use lego_lang::Reading;
use lego_lang::compile::Options;
use lego_lang::equal::{Differs, Effort, Equality, equal_readings};
use serde_json::json;
use std::io::Write;

/// So many steps are taken to decide without looking at every index: some seconds.
const STEPS: u64 = 1 << 26;

/// Where that does not decide, every index of so many is looked at: up to half a minute, and longer only if that is asked for.
const POINTS: u64 = 1 << 30;

/// Says whether the layouts are equal; status 0, 1 or 3.
pub(crate) fn run(chains: &Chains, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    if chains.left == "-" && chains.right == "-" {
        return Err(Failure::Usage("only one of the layouts can be read from standard input".into()));
    }
    let options = chains.values.options()?;
    let sides = [Side::read(&chains.left, Source::OneOf(1))?, Side::read(&chains.right, Source::OneOf(2))?];
    if sides.iter().any(|side| side.system != System::Chain) {
        return relations(&sides, &options, no_limit, output);
    }
    let input = Two::new(sides.map(|side| Reading::new(&side.text)), options);
    chains_of(&input, no_limit, output)
}

/// Compares layouts of which one is no chain, as relations: spans have no part in it.
fn relations(sides: &[Side; 2], options: &Options, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let progress = Progress::new("comparing");
    let points = if no_limit { u64::MAX } else { POINTS };
    let effort = Effort { points, steps: STEPS, progress: &|done, of| progress.show(done, of) };
    let answer = compare(sides, options, &effort);
    progress.clear();
    let (status, text, value) = match answer? {
        Comparison::Equal => (0, "equal".to_owned(), json!({ "equal": true })),
        Comparison::Undecided => (3, "not decided".to_owned(), json!({ "equal": null })),
        Comparison::Different { parameters, index, values: [left, right] } => {
            let value = |value: &Option<Vec<i128>>| match value.as_deref() {
                None => "none".to_owned(),
                Some([one]) => one.to_string(),
                Some(all) => format!("{all:?}"),
            };
            let mut text = format!("not equal: at {index:?} the positions are {} and {}", value(&left), value(&right));
            let mut json = json!({ "equal": false, "witness": index, "values": [left, right] });
            for (k, (name, value)) in parameters.iter().enumerate() {
                text.push_str(&format!("{}{name} = {value}", if k == 0 { ", for " } else { ", " }));
                json["parameters"][name] = (*value as i64).into();
            }
            let is = |system| sides.iter().any(|side| side.system == system);
            if is(System::Chain) && is(System::Cute) {
                text.push_str(&format!("\n({ORDERS})"));
            }
            (1, text, json)
        }
    };
    if output.json {
        output.json(&value)?;
    } else {
        writeln!(output, "{text}")?;
    }
    Ok(status)
}

fn chains_of(input: &Two, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let progress = Progress::new("comparing");
    // Without symbols and without a limit there is always an answer, however long it takes.
    let points = if no_limit { u64::MAX } else { POINTS };
    let effort = Effort { points, steps: STEPS, progress: &|done, of| progress.show(done, of) };
    let answer = equal_readings(&input.chains[0], &input.chains[1], &input.options, &effort);
    progress.clear();
    let answer = answer.map_err(|errors| {
        let faults = errors.iter().zip(&input.chains).enumerate().flat_map(|(k, (errors, chain))| {
            errors.iter().map(move |error| Complaint::at(error, Source::OneOf(k + 1), chain.text()))
        });
        Failure::Wrong(faults.collect())
    })?;
    let (status, text, value) = match answer {
        Equality::Equal => (0, "equal".to_owned(), json!({ "equal": true })),
        Equality::Undecided => {
            let text = if input.has_symbols() { "not decided" } else { "not decided (limit)" };
            (3, text.to_owned(), json!({ "equal": null }))
        }
        Equality::Different(difference) => {
            let mut value = json!({ "equal": false, "witness": difference.what.witness() });
            if !difference.parameters.is_empty() {
                let values = difference.parameters.iter().map(|(name, value)| (name.clone(), json!(*value as i64)));
                value["parameters"] = values.collect::<serde_json::Map<_, _>>().into();
            }
            if !matches!(difference.what, Differs::Position { .. }) {
                value["reason"] = difference.to_string().into();
            }
            (1, format!("not equal: {difference}"), value)
        }
    };
    if output.json {
        output.json(&value)?;
    } else {
        writeln!(output, "{text}")?;
    }
    Ok(status)
}

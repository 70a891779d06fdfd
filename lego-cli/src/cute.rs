//! `lego cute`: an expression of CuTe's layout algebra, and what there is to say of its value.

use crate::args::Values;
use crate::batch::{layout_json, table_json};
use crate::failure::{Complaint, Excerpt, Failure, Source, warn};
use crate::input::text;
use crate::output::Output;
use lego_algebra::cute::{Collision, ComposedLayout, Grid, Layout};
use lego_algebra::expression::{Expression, Fault, Value, evaluate_syntax, parse};
use lego_algebra::symbolic::{Answer, evaluate_expression};
use lego_lang::TextRange;
use serde_json::{Value as Json, json};
use std::io::Write;

/// A grid of more values is of no use on a screen.
const CELLS: i64 = 1 << 12;

/// A text longer than this is no expression.
const LONGEST: u64 = 1 << 20;

/// Evaluates and prints; status 0, or 1 for an expression that is wrong.
pub(crate) fn run(argument: &str, values: &Values, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let text = source(argument)?;
    let failure = |fault: Fault| failure(&text, fault);
    let values = values.options()?.values;
    let mut expression = parse(&text).map_err(failure)?;
    for (name, &value) in &values {
        if i64::try_from(value).is_err() {
            return Err(Failure::Usage(format!("--let {name}={value}: a size fits 64 bits")));
        }
        if !expression.names().contains(&name.as_str()) {
            warn(&format!("--let {name} has no effect: the expression has no such name"));
        }
    }
    expression.put_in(&|name| values.get(name).and_then(|&value| i64::try_from(value).ok()));
    if !expression.names().is_empty() || !expression.facts.is_empty() {
        let answer = evaluate_expression(&expression).map_err(failure)?;
        return symbols(&text, &expression, answer, output);
    }
    let value = evaluate_syntax(&expression.root, &|_| None).map_err(failure)?;
    let text = Text { value: &value, no_limit };
    if output.json {
        output.json(&text.json())?;
    } else {
        text.write(output)?;
    }
    Ok(0)
}

/// The expression of an argument: itself, standard input for `-`, a file for `@FILE`.
pub(crate) fn source(argument: &str) -> Result<String, Failure> {
    let Some(path) = argument.strip_prefix('@') else { return text(argument) };
    let wrong = |why: String| Failure::from(Complaint::new(format!("{path}: {why}")));
    let length = std::fs::metadata(path).map_err(|error| wrong(error.to_string()))?.len();
    if length > LONGEST {
        return Err(wrong(format!("more than {LONGEST} bytes; an expression is shorter")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    Ok(text.trim_end().to_owned())
}

fn failure(text: &str, fault: Fault) -> Failure {
    let range = TextRange::new(fault.start, fault.end);
    let place = Excerpt { source: Source::Chain, text: text.to_owned(), range };
    Complaint { message: fault.message, place: Some(place) }.into()
}

/// Prints what holds over symbols, and where; status 0, or 1 for a refusal, 3 where nothing is decided.
fn symbols(text: &str, expression: &Expression, answer: Answer, output: &mut Output) -> Result<u8, Failure> {
    let whole = |message: String| {
        let range = TextRange::new(expression.root.start, expression.root.end);
        Complaint { message, place: Some(Excerpt { source: Source::Chain, text: text.to_owned(), range }) }
    };
    match answer {
        Answer::Holds(result) => {
            if output.json {
                let names = result.context.names();
                output.json(&json!({
                    "text": result.to_string(),
                    "symbols": names,
                    "assumes": result.assumes(),
                    "conditions": result.conditions.iter().map(|c| result.context.condition_text(c)).collect::<Vec<_>>(),
                }))?;
            } else {
                writeln!(output, "{result}")?;
                for (k, condition) in result.assumes().iter().enumerate() {
                    writeln!(output, "{}{condition}", if k == 0 { "assumes  " } else { "         " })?;
                }
            }
            Ok(0)
        }
        Answer::Refused(refusal) => {
            let range = TextRange::new(refusal.fault.start, refusal.fault.end);
            let place = Some(Excerpt { source: Source::Chain, text: text.to_owned(), range });
            Err(Complaint { message: refusal.to_string(), place }.into())
        }
        Answer::Undecided(why) => Err(Failure::Limit(whole(format!(
            "not decided for all sizes: {why}. Say more of them, as … where M % 64 == 0, or give some a value: --let M=1024"
        )))),
    }
}

/// A value as it is printed.
struct Text<'a> {
    value: &'a Value,
    no_limit: bool,
}

impl Text<'_> {
    fn write(&self, output: &mut Output) -> Result<(), Failure> {
        writeln!(output, "{}", self.value)?;
        match self.value {
            Value::Layout(layout) => {
                let facts = Facts::of(layout);
                writeln!(output, "size     {}", layout.size())?;
                writeln!(output, "cosize   {}", layout.cosize())?;
                writeln!(output, "values   {}", facts.words())?;
                self.grid(layout, Grid::of(layout, |c| layout.eval(c).unwrap_or_default()), output)
            }
            Value::Composed(composed) => {
                writeln!(output, "size     {}", composed.size())?;
                let value = |c| composed.eval(c).unwrap_or_default();
                self.grid(&composed.layout, Grid::of(&composed.layout, value), output)
            }
            _ => Ok(()),
        }
    }

    /// The grid of a layout of rank 2 that is small enough to be looked at.
    fn grid(
        &self,
        layout: &Layout,
        grid: Option<Grid<impl Fn(i64) -> i64>>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match grid {
            Some(grid) if layout.size() <= CELLS || self.no_limit => write!(output, "\n{grid}")?,
            Some(_) => writeln!(output, "grid     of more than {CELLS} values only with --no-limit")?,
            None => {}
        }
        Ok(())
    }

    fn json(&self) -> Json {
        let text = self.value.to_string();
        match self.value {
            Value::Layout(layout) => {
                let facts = Facts::of(layout);
                json!({
                    "result": layout_json(layout),
                    "table": table_json(layout),
                    "text": text,
                    "rank": layout.rank(),
                    "depth": layout.depth(),
                    "size": layout.size(),
                    "cosize": layout.cosize(),
                    "injective": facts.injective(),
                    "collision": facts.collision.flatten().map(|collision| [collision.one, collision.other]),
                    "bijective": layout.is_bijective(),
                })
            }
            Value::Composed(ComposedLayout { swizzle, offset, layout }) => json!({
                "result": {
                    "swizzle": [swizzle.bits(), swizzle.base(), swizzle.shift()],
                    "offset": offset,
                    "layout": layout_json(layout),
                },
                "text": text,
                "size": layout.size(),
            }),
            Value::Swizzle(swizzle) => {
                json!({ "result": [swizzle.bits(), swizzle.base(), swizzle.shift()], "text": text })
            }
            value => json!({ "result": plain(value), "text": text }),
        }
    }
}

/// Numbers, lists, truths.
fn plain(value: &Value) -> Json {
    match value {
        Value::Number(number) => json!(number),
        Value::Truth(truth) => json!(truth),
        Value::Tuple(elements) | Value::Tiler(elements) => elements.iter().map(plain).collect(),
        Value::Keep => Json::Null,
        Value::Layout(layout) => layout_json(layout),
        other => json!(other.to_string()),
    }
}

/// What a layout is as a function.
struct Facts {
    bijective: bool,
    /// Two coordinates of one value; nothing at all where that takes too many steps to say.
    collision: Option<Option<Collision>>,
}

impl Facts {
    fn of(layout: &Layout) -> Self {
        Self { bijective: layout.is_bijective(), collision: layout.collision().ok() }
    }

    fn injective(&self) -> Option<bool> {
        self.collision.map(|collision| collision.is_none())
    }

    fn words(&self) -> String {
        match self.collision {
            _ if self.bijective => "each below the size once: bijective".into(),
            Some(None) => "each at most once: injective, with gaps".into(),
            Some(Some(Collision { one, other })) => {
                format!("not injective: coordinates {one} and {other} have the same")
            }
            None => "not decided whether some come twice".into(),
        }
    }
}

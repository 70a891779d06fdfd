//! `lego cute`: an expression of CuTe's layout algebra, and what there is to say of its value.

use crate::args::{Look, Values, When};
use crate::input::cute::{failure, number, tiled, with_values};
use crate::input::text::source;
use crate::json::cute::{composed_json, layout_json, swizzle_json, table_json};
use crate::picture::cute::draw_value;
use crate::picture::drawing::Drawing;
use crate::picture::holders::Holders;
use crate::report::failure::{Complaint, Excerpt, Failure, Source};
use crate::report::output::Output;
use lego_algebra::cute::{Collision, Grid, Layout, ThreadValue};
use lego_algebra::expression::{Expression, Value};
use lego_algebra::symbolic::{Answer, STEPS, evaluate_within};
use lego_lang::TextRange;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;

/// A grid of more values is of no use on a screen.
const CELLS: i64 = 1 << 12;

/// What is asked of an expression.
pub(crate) struct Asked<'a> {
    pub(crate) expression: &'a str,
    pub(crate) values: &'a Values,
    /// The sides of the tile that a layout of (thread, value) is of.
    pub(crate) tile: &'a [u64],
    /// The file of a drawing, in place of a text.
    pub(crate) svg: Option<&'a Path>,
    pub(crate) no_limit: bool,
}

impl Asked<'_> {
    /// Evaluates and prints, or draws; status 0, or 1 for an expression that is wrong.
    pub(crate) fn run(&self, output: &mut Output) -> Result<u8, Failure> {
        let text = source(self.expression)?;
        let expression = with_values(&text, self.values)?;
        if self.svg.is_none() && (!expression.names().is_empty() || !expression.facts.is_empty()) {
            let steps = if self.no_limit { None } else { Some(STEPS) };
            let answer = evaluate_within(&expression, steps).map_err(|fault| failure(&text, fault))?;
            return symbols(&text, &expression, answer, output);
        }
        let value = tiled(&text, number(&text, &expression)?, self.tile)?;
        if let Some(file) = self.svg {
            let drawing = Drawing {
                look: &Look::USUAL,
                numbers: When::Auto,
                path: When::Auto,
                no_limit: self.no_limit,
                tile: &[],
            };
            return draw_value(&value, &text, self.values, &drawing, file, output);
        }
        let text = Text { value: &value, no_limit: self.no_limit };
        if output.json {
            output.json(&text.json())?;
        } else {
            text.write(output)?;
        }
        Ok(0)
    }
}

/// Prints what holds over symbols, and where; status 0, or 1 for a refusal, 3 where nothing is decided.
fn symbols(text: &str, expression: &Expression, answer: Answer, output: &mut Output) -> Result<u8, Failure> {
    let whole = |message: String| {
        let range = TextRange::new(expression.root.start, expression.root.end);
        Complaint { message, place: Some(Excerpt { source: Source::Chain, text: text.into(), range }) }
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
            let place = Some(Excerpt { source: Source::Chain, text: text.into(), range });
            Err(Complaint { message: refusal.to_string(), place }.into())
        }
        Answer::OutOfBudget { steps } => Err(Failure::Limit(whole(format!(
            "not decided for all sizes within {steps} steps; --no-limit lifts this limit. Or say more of the sizes, as … where \
             M % 64 == 0, or give some a value: --let M=1024"
        )))),
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
            Value::ThreadValue(held) => self.held(held, output),
            _ => Ok(()),
        }
    }

    /// The tile of a thread-value layout, and who holds it.
    fn held(&self, held: &ThreadValue, output: &mut Output) -> Result<(), Failure> {
        writeln!(output, "tile     {}", held.tile())?;
        writeln!(output, "threads  {}", held.threads())?;
        writeln!(output, "values   {} each", held.values())?;
        let elements = held.tile().product().unwrap_or(i64::MAX);
        if held.layout().is_empty() || elements < 1 {
            return Ok(());
        }
        if elements.max(held.layout().size()) > CELLS && !self.no_limit {
            writeln!(output, "grid     of more than {CELLS} elements only with --no-limit")?;
        } else {
            match Holders::of_cute(held) {
                None => writeln!(output, "grid     of more than {} elements is not printed", 1 << 22)?,
                Some(holders) => match holders.text() {
                    Some(grid) => write!(output, "\n{grid}")?,
                    None => writeln!(output, "grid     is printed of a tile of two modes; --svg draws any")?,
                },
            }
        }
        Ok(())
    }

    /// The grid of a layout of rank 2 that is small enough to be looked at.
    fn grid(
        &self,
        layout: &Layout,
        grid: Option<Grid<impl Fn(i64) -> i64>>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match grid {
            Some(_) if layout.is_empty() => {}
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
            Value::Composed(composed) => {
                json!({ "result": composed_json(composed), "text": text, "size": composed.size() })
            }
            Value::ThreadValue(held) => json!({
                "result": layout_json(&held.layout()),
                "table": table_json(&held.layout()),
                "text": text,
                "tile": held.tile().flatten().leaves(),
                "threads": held.threads(),
                "values": held.values(),
            }),
            Value::Swizzle(swizzle) => json!({ "result": swizzle_json(swizzle), "text": text }),
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
    is_empty: bool,
    bijective: bool,
    /// Two coordinates of one value; nothing at all where that takes too many steps to say.
    collision: Option<Option<Collision>>,
}

impl Facts {
    fn of(layout: &Layout) -> Self {
        Self { is_empty: layout.is_empty(), bijective: layout.is_bijective(), collision: layout.collision().ok() }
    }

    fn injective(&self) -> Option<bool> {
        self.collision.map(|collision| collision.is_none())
    }

    fn words(&self) -> String {
        match self.collision {
            _ if self.is_empty => "none: the layout is empty".into(),
            _ if self.bijective => "each below the size once: bijective".into(),
            Some(None) => "each at most once: injective, with gaps".into(),
            Some(Some(Collision { one, other })) => {
                format!("not injective: coordinates {one} and {other} have the same")
            }
            None => "not decided whether some come twice".into(),
        }
    }
}

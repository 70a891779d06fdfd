//! `lego cute`: an expression of CuTe's layout algebra, and what there is to say of its value.

use crate::args::Values;
use crate::batch::{layout_json, table_json};
use crate::failure::{Complaint, Excerpt, Failure, Source, warn};
use crate::holders::Holders;
use crate::input::text;
use crate::look::{By, Look, When};
use crate::output::Output;
use crate::svg::Drawing;
use crate::valued::Valued;
use lego_algebra::cute::{Collision, ComposedLayout, Error, Grid, IntTuple, Layout, Swizzle, ThreadValue};
use lego_algebra::expression::{Expression, Fault, Value, evaluate_syntax, parse};
use lego_algebra::symbolic::{Answer, evaluate_expression};
use lego_lang::TextRange;
use serde_json::{Value as Json, json};
use std::io::Write;
use std::path::Path;

/// A grid of more values is of no use on a screen.
const CELLS: i64 = 1 << 12;

/// A text longer than this is no expression.
const LONGEST: u64 = 1 << 20;

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
            let answer = evaluate_expression(&expression).map_err(|fault| failure(&text, fault))?;
            return symbols(&text, &expression, answer, output);
        }
        let value = self.tiled(&text, number(&text, &expression)?)?;
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

    /// The value, as one of a tile where that is given.
    fn tiled(&self, text: &str, value: Value) -> Result<Value, Failure> {
        tiled(text, value, self.tile)
    }
}

/// A value as it is, or as a thread-value layout of a tile.
fn tiled(text: &str, value: Value, tile: &[u64]) -> Result<Value, Failure> {
    if tile.is_empty() {
        return Ok(value);
    }
    let sides: Vec<i64> = tile.iter().map(|&side| i64::try_from(side).unwrap_or(i64::MAX)).collect();
    let layout = match value.plain() {
        Value::Layout(layout) => layout,
        other => {
            return Err(all_wrong(
                text,
                format!("--tile is for a layout of (thread, value), and this is {}", other.kind()),
            ));
        }
    };
    let held = IntTuple::flat(&sides).and_then(|tile| ThreadValue::new(&layout, &tile));
    held.map(|held| Value::ThreadValue(Box::new(held))).map_err(|error| match error {
        Error::Rank { found, .. } => {
            all_wrong(text, format!("--tile is for a layout of (thread, value), of rank 2; this one has rank {found}"))
        }
        error => all_wrong(text, error.to_string()),
    })
}

/// An expression with what --let says of its names.
fn with_values(text: &str, values: &Values) -> Result<Expression, Failure> {
    let values = values.options()?.values;
    let mut expression = parse(text).map_err(|fault| failure(text, fault))?;
    for (name, &value) in &values {
        if i64::try_from(value).is_err() {
            return Err(Failure::Usage(format!("--let {name}={value}: a size fits 64 bits")));
        }
        if !expression.names().contains(&name.as_str()) {
            warn(&format!("--let {name} has no effect: the expression has no such name"));
        }
    }
    expression.put_in(&|name| values.get(name).and_then(|&value| i64::try_from(value).ok()));
    Ok(expression)
}

/// The value of an expression whose names all have one.
fn number(text: &str, expression: &Expression) -> Result<Value, Failure> {
    if let Some(fact) = expression.facts.first() {
        return Err(failure(
            text,
            Fault::at(&fact.left, "a fact is of sizes without values, and a drawing is of numbers"),
        ));
    }
    evaluate_syntax(&expression.root, &|_| None).map_err(|fault| failure(text, fault))
}

/// Draws the layout that an expression gives.
pub(crate) fn draw(
    text: &str,
    values: &Values,
    drawing: &Drawing<'_>,
    file: &Path,
    output: &mut Output,
) -> Result<u8, Failure> {
    let value = tiled(text, number(text, &with_values(text, values)?)?, drawing.tile)?;
    draw_value(&value, text, values, drawing, file, output)
}

/// Draws a value: a layout by its offsets, a thread-value layout by who holds its tile.
fn draw_value(
    value: &Value,
    text: &str,
    values: &Values,
    drawing: &Drawing<'_>,
    file: &Path,
    output: &mut Output,
) -> Result<u8, Failure> {
    let fault = |message: String| whole(text, message);
    let composed = match value {
        Value::ThreadValue(held) => {
            let cells = held.tile().product().map_or(u128::MAX, |count| count.unsigned_abs().into());
            drawing.few(cells.max(held.layout().size().unsigned_abs().into()), fault)?;
            if !drawing.look.is_usual() {
                let message =
                    "--by, --columns, --colour, --label and --banks are for offsets; this picture is of a tile";
                return Err(Failure::Usage(message.to_owned()));
            }
            let holders = Holders::of_cute(held).ok_or_else(|| fault("the tile has too many elements".to_owned()))?;
            return drawing.put(holders.picture(&title(text, values)?)?, file, output);
        }
        Value::Layout(layout) => ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout: *layout },
        Value::Composed(composed) => *composed,
        Value::Swizzle(swizzle) if swizzle.width() < 62 => {
            let layout =
                Layout::mode_of(1 << swizzle.width(), 1).map_err(|error| all_wrong(text, error.to_string()))?;
            ComposedLayout { swizzle: *swizzle, offset: 0, layout }
        }
        other => {
            return Err(all_wrong(
                text,
                format!("a layout is drawn, such as (4,8):(8,1), and this is {}", other.kind()),
            ));
        }
    };
    drawing.few(composed.size().unsigned_abs().into(), fault)?;
    let valued = Valued::new(&composed).map_err(|error| all_wrong(text, error.to_string()))?;
    if drawing.look.by == By::Memory {
        drawing.few(valued.span().unwrap_or_default().into(), fault)?;
    }
    drawing.put(valued.picture(drawing.look, &title(text, values)?)?, file, output)
}

/// The expression on one line, with the values of its names.
fn title(text: &str, values: &Values) -> Result<String, Failure> {
    let mut title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let known = parse(text).map_err(|fault| failure(text, fault))?;
    for (name, value) in values.options()?.values {
        if known.names().contains(&name.as_str()) {
            title.push_str(&format!(", {name} = {value}"));
        }
    }
    Ok(title)
}

/// An error of the whole expression.
fn whole(text: &str, message: String) -> Complaint {
    let place = Excerpt { source: Source::Chain, text: text.to_owned(), range: TextRange::new(0, text.len()) };
    Complaint { message, place: Some(place) }
}

fn all_wrong(text: &str, message: String) -> Failure {
    whole(text, message).into()
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
            Value::ThreadValue(held) => json!({
                "result": layout_json(&held.layout()),
                "table": table_json(&held.layout()),
                "text": text,
                "tile": held.tile().flatten().leaves(),
                "threads": held.threads(),
                "values": held.values(),
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

//! `lego linear`: a linear layout over F2, its bases, its matrix, and what there is to say of it.

use super::moved::Move;
use crate::args::{Drawn, Look, When};
use crate::input::linear::read;
use crate::input::text::source;
use crate::json::linear::to_json;
use crate::picture::bits;
use crate::picture::drawing::Drawing;
use crate::picture::holders::Holders;
use crate::report::failure::{Complaint, Failure, Source};
use crate::report::output::Output;
use lego_algebra::linear::{BitMatrix, LinearLayout};
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// A grid of more elements, or made of more points, is of no use on a screen.
const CELLS: u128 = 1 << 12;

/// What is asked of a linear layout.
pub(crate) struct Asked<'a> {
    pub(crate) layout: &'a str,
    pub(crate) shape: &'a [u64],
    /// What it is moved to, and the bytes of an element.
    pub(crate) to: Option<(&'a str, u64)>,
    pub(crate) draw: Option<Drawn>,
    /// The file of a drawing, in place of a text.
    pub(crate) svg: Option<&'a Path>,
    pub(crate) no_limit: bool,
}

impl Asked<'_> {
    /// Prints or draws a layout; status 0, or 1 for one that is wrong.
    pub(crate) fn run(&self, output: &mut Output) -> Result<u8, Failure> {
        let text = source(self.layout)?;
        let layout = read(&text, self.shape, &Source::Chain)?;
        if let Some((to, bytes)) = self.to {
            return self.moved(&text, layout, to, bytes, output);
        }
        let drawn = match self.draw {
            Some(Drawn::Rounds | Drawn::Transactions) => {
                return Err(Failure::Usage("--draw rounds and transactions are of a move: say where --to".to_owned()));
            }
            drawn => drawn.unwrap_or(Drawn::Matrix),
        };
        match self.svg {
            Some(file) => self.draw(&text, &layout, drawn, file, output),
            None => print(&layout, drawn, self.no_limit, output),
        }
    }

    /// Prints or draws what a move to another layout takes.
    fn moved(
        &self,
        text: &str,
        layout: LinearLayout,
        to: &str,
        bytes: u64,
        output: &mut Output,
    ) -> Result<u8, Failure> {
        let target = source(to)?;
        // An encoding is of the same tensor; what says its sizes itself has no use for them.
        let is_encoding = target.trim_start().starts_with('{') && target.contains("\"kind\"");
        let shape = if is_encoding { self.shape } else { &[] };
        let moved = Move::new(layout, &read(&target, shape, &Source::Option("--to"))?, bytes)?;
        let Some(file) = self.svg else {
            if self.draw.is_some() {
                return Err(Failure::Usage("a move is drawn into a file: say which by --svg".to_owned()));
            }
            return moved.print(output);
        };
        let drawing = self.drawing();
        drawing.few(moved.cells(), Complaint::new)?;
        drawing.put(moved.picture(self.draw, &format!("{} to {}", on_a_line(text), on_a_line(&target)))?, file, output)
    }

    fn drawing(&self) -> Drawing<'static> {
        Drawing { look: &Look::USUAL, numbers: When::Auto, path: When::Auto, no_limit: self.no_limit, tile: &[] }
    }

    fn draw(
        &self,
        text: &str,
        layout: &LinearLayout,
        drawn: Drawn,
        file: &Path,
        output: &mut Output,
    ) -> Result<u8, Failure> {
        let drawing = self.drawing();
        let mut title = on_a_line(text);
        if !self.shape.is_empty() {
            title = format!("{title} of {:?}", self.shape);
        }
        match drawn {
            Drawn::Grid => {
                drawing.few(layout.ins().points().max(layout.outs().points()), Complaint::new)?;
                let too_many = || Complaint::new("the layout has too many elements");
                let holders = Holders::of_linear(layout).ok_or_else(too_many)?;
                drawing.put(holders.picture(&title)?, file, output)
            }
            _ => drawing.put(bits::picture(layout, &title)?, file, output),
        }
    }
}

/// A text without the ends of its lines.
fn on_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints a layout.
fn print(layout: &LinearLayout, draw: Drawn, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    if output.json {
        let mut value = to_json(layout);
        value["rank"] = layout.rank().into();
        value["surjective"] = layout.is_surjective().into();
        value["injective"] = layout.is_injective().into();
        value["distributed"] = layout.is_distributed().into();
        value["memory"] = layout.is_memory_layout().into();
        value["cute"] = layout.to_cute().ok().map_or(Value::Null, |cute| cute.to_string().into());
        value["text"] = layout.to_string().into();
        value["piece"] = piece(layout).map_or(Value::Null, Value::from);
        output.json(&value)?;
        return Ok(0);
    }
    let (ins, outs) = (layout.ins().total_bits(), layout.outs().total_bits());
    writeln!(output, "{layout}")?;
    writeln!(output, "bits     {ins} in, {outs} out, rank {}", layout.rank())?;
    let values = match (layout.is_surjective(), layout.injective()) {
        (true, Ok(())) => "each once: invertible".to_owned(),
        (false, Ok(())) => "each at most once: injective, not onto".to_owned(),
        (onto, Err(_)) => {
            let times = 1u128 << (ins - layout.rank());
            format!(
                "{} {times} times{}",
                if onto { "each" } else { "those that are there" },
                if onto { "" } else { ", not onto" }
            )
        }
    };
    writeln!(output, "values   {values}")?;
    let families = [(layout.is_distributed(), "distributed"), (layout.is_memory_layout(), "memory")];
    let families: Vec<&str> = families.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    writeln!(output, "family   {}", if families.is_empty() { "none".to_owned() } else { families.join(", ") })?;
    match layout.to_cute() {
        Ok(cute) => writeln!(output, "cute     {cute}")?,
        Err(error) => writeln!(output, "cute     none: {error}")?,
    }
    if let Some(piece) = piece(layout) {
        writeln!(output, "piece    {piece}")?;
    }
    let points = layout.ins().points().max(layout.outs().points());
    if draw != Drawn::Grid {
        if ins > 0 && outs > 0 {
            write!(output, "\n{}", BitMatrix(layout))?;
        }
    } else if points > CELLS && !no_limit {
        writeln!(output, "grid     of more than {CELLS} elements only with --no-limit")?;
    } else {
        match Holders::of_linear(layout).as_ref().map(Holders::text) {
            None => writeln!(output, "grid     of more than {} elements is not printed", 1 << 22)?,
            Some(Some(grid)) => write!(output, "\n{grid}")?,
            Some(None) => writeln!(output, "grid     is printed where two dims come out; --svg draws any")?,
        }
    }
    Ok(0)
}

/// The layout as a piece of a chain, where it is a bijection of at most 63 bits: its out dims are the dims, and the position is all in
/// dims side by side, the first lowest.
fn piece(layout: &LinearLayout) -> Option<String> {
    if !layout.is_invertible() || layout.outs().is_empty() || layout.outs().total_bits() > 63 {
        return None;
    }
    let sizes: Option<Vec<u128>> = layout.outs().dims().iter().map(|&dim| layout.outs().size(dim)).collect();
    let image = |&column: &u64| {
        let places = 0..layout.outs().len();
        places.map(|place| layout.outs().part(column, place)).collect::<Vec<u64>>()
    };
    let images: Vec<Vec<u64>> = layout.matrix().columns().iter().map(image).collect();
    Some(format!("Linear({:?}, {images:?})", sizes?))
}

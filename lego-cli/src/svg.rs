//! `lego svg`: a drawing of the map, as SVG or as pixels.

use crate::args::Chain;
use crate::cute::{self, source};
use crate::failure::{Complaint, Failure};
use crate::file::write_whole;
use crate::input::Input;
use crate::look::{By, Look, When};
use crate::output::Output;
use crate::picture::picture;
use crate::points::Points;
use crate::system::is_only_cute;
use lego_draw::{Picture, Shown};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// So many cells are drawn without being asked twice: 256×256, an SVG of some megabytes.
const MOST: u64 = 1 << 16;

/// More would not fit the memory of whoever looks at it.
const MOST_OF_ALL: u64 = 1 << 22;

/// So many operations take about a second.
const MOST_STEPS: u64 = 1 << 27;

/// An image is twice as fine where neither side gets longer than this.
const FINE: f64 = 4096.0;

/// What is to be drawn.
pub(crate) struct Drawing<'a> {
    pub(crate) look: &'a Look,
    pub(crate) numbers: When,
    pub(crate) path: When,
    pub(crate) no_limit: bool,
    /// The sides of the tile that a layout of (thread, value) is of; none of any other.
    pub(crate) tile: &'a [u64],
}

impl Drawing<'_> {
    /// Draws what a text gives into a file: a chain, or a layout of CuTe's, by itself or in `Cute(…)`.
    pub(crate) fn run(&self, chain: &Chain, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        let text = source(&chain.text)?;
        if let Some(expression) = expression(&text) {
            return cute::draw(expression, &chain.values, self, file, output);
        }
        if !self.tile.is_empty() {
            return Err(Failure::Usage(
                "--tile is for a layout of CuTe's of (thread, value); a chain has none".to_owned(),
            ));
        }
        self.write(&chain.of_text(&text)?, file, output)
    }

    /// Draws the map into a file.
    fn write(&self, input: &Input, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        let map = Points::new(input)?.telling("drawing");
        let stored = map.outline.stored.as_deref().unwrap_or(&map.dims);
        self.within_limits(input, &map, stored)?;
        self.put(picture(input, &map, stored, self.look)?, file, output)
    }

    /// Writes a picture into a file.
    pub(crate) fn put(&self, mut picture: Picture<'_>, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        if let Some(shown) = shown(self.numbers) {
            picture = picture.with_labels(shown);
        }
        if let Some(shown) = shown(self.path) {
            picture = picture.with_path(shown);
        }
        let drawing = if is_png(file) { png(&picture)? } else { picture.svg().into_bytes() };
        if file == Path::new("-") {
            output.write_all(&drawing)?;
            return Ok(0);
        }
        if let Err(error) = write_whole(file, &drawing) {
            return Err(Complaint::new(format!("{}: {error}", file.display())).into());
        }
        if output.json {
            output.json(&json!({ "ok": true, "file": file.display().to_string() }))?;
        }
        Ok(0)
    }

    /// Whether a number of cells, or of points to be looked at, is one that is drawn.
    ///
    /// # Errors
    /// What is too much, made to an error with its place.
    pub(crate) fn few(&self, cells: u128, fault: impl Fn(String) -> Complaint) -> Result<(), Failure> {
        if cells > u128::from(MOST_OF_ALL) {
            return Err(fault(format!("{cells} cells are too many to draw; at most {MOST_OF_ALL}")).into());
        }
        if cells > u128::from(MOST) && !self.no_limit {
            let message = format!(
                "not decided (limit): the drawing has {cells} cells, more than {MOST}. For all of them: --no-limit"
            );
            return Err(Failure::Limit(fault(message)));
        }
        Ok(())
    }

    /// Counts the cells and what computing them takes.
    fn within_limits(&self, input: &Input, map: &Points, extents: &[u64]) -> Result<(), Failure> {
        let indices = extents.iter().try_fold(1_u64, |cells, &extent| cells.checked_mul(extent)).unwrap_or(u64::MAX);
        let cells = if self.look.by == By::Memory { map.span } else { indices };
        self.few(cells.into(), |message| input.fault(message))?;
        if self.no_limit {
            return Ok(());
        }
        // The blocks are looked for in all of the map, and then it is drawn.
        let steps = map.steps().saturating_mul(2 * cells);
        if steps > MOST_STEPS {
            let message = format!(
                "not decided (limit): the drawing takes {steps} operations, more than {MOST_STEPS}. For all of it: \
                 --no-limit"
            );
            return Err(Failure::Limit(input.fault(message)));
        }
        Ok(())
    }
}

/// The expression of a layout of CuTe's: the whole text, or what stands in `Cute(…)` where that is all of it.
fn expression(text: &str) -> Option<&str> {
    if is_only_cute(text) {
        return Some(text);
    }
    let inner = text.trim().strip_prefix("Cute")?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i64;
    let is_one = inner.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    });
    (is_one && depth == 0).then_some(inner)
}

/// What is asked for, if it is not what is usual.
fn shown(when: When) -> Option<Shown> {
    match when {
        When::Auto => None,
        When::Always => Some(Shown::Always),
        When::Never => Some(Shown::Never),
    }
}

fn is_png(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

fn png(picture: &Picture<'_>) -> Result<Vec<u8>, Complaint> {
    let (width, height) = picture.size();
    let scale = if width.max(height) * 2.0 <= FINE { 2 } else { 1 };
    let pixels = picture.pixels(scale).map_err(|error| Complaint::new(error.to_string()))?;
    Ok(pixels.png())
}

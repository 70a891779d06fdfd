//! `lego svg`: a drawing of the map, as SVG or as pixels.

use crate::failure::{Complaint, Failure};
use crate::file::write_whole;
use crate::input::Input;
use crate::look::{By, Look, When};
use crate::output::Output;
use crate::picture::picture;
use crate::points::Points;
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
}

impl Drawing<'_> {
    /// Draws the map into a file.
    pub(crate) fn write(&self, input: &Input, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        let map = Points::new(input)?.telling("drawing");
        let stored = map.outline.stored.as_deref().unwrap_or(&map.dims);
        self.within_limits(input, &map, stored)?;
        let mut picture = picture(input, &map, stored, self.look)?;
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

    /// Counts the cells and what computing them takes.
    fn within_limits(&self, input: &Input, map: &Points, extents: &[u64]) -> Result<(), Failure> {
        let indices = extents.iter().try_fold(1_u64, |cells, &extent| cells.checked_mul(extent)).unwrap_or(u64::MAX);
        let cells = if self.look.by == By::Memory { map.span } else { indices };
        if cells > MOST_OF_ALL {
            let message = format!("{cells} cells are too many to draw; at most {MOST_OF_ALL}");
            return Err(input.fault(message).into());
        }
        if self.no_limit {
            return Ok(());
        }
        if cells > MOST {
            let message = format!(
                "not decided (limit): the drawing has {cells} cells, more than {MOST}. For all of them: --no-limit"
            );
            return Err(Failure::Limit(input.fault(message)));
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

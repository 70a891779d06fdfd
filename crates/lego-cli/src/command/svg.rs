//! `lego svg`: a drawing of the map, as SVG or as pixels.

use crate::args::{By, Chain};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::input::system::is_only_cute;
use crate::input::text::source;
use crate::picture::chain::picture;
use crate::picture::cute::draw;
use crate::picture::drawing::Drawing;
use crate::report::failure::Failure;
use crate::report::output::Output;
use std::path::Path;

/// So many operations take about a second.
const MOST_STEPS: u64 = 1 << 27;

impl Drawing<'_> {
    /// Draws what a text gives into a file: a chain, or a layout of CuTe's, by itself or in `Cute(…)`.
    pub(crate) fn run(&self, chain: &Chain, file: &Path, output: &mut Output) -> Result<u8, Failure> {
        let text = source(&chain.text)?;
        if let Some(expression) = expression(&text) {
            return draw(expression, &chain.values, self, file, output);
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

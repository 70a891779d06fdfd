//! The table of a chain.

use super::limit::few;
use crate::args::Look;
use crate::command::eval::joined;
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::picture::chain::picture;
use crate::report::failure::Failure;
use crate::report::output::Output;
use lego_draw::Rgb;
use std::io::{self, Write};

/// So many operations take some seconds.
const MOST_STEPS: u64 = 1 << 32;

/// Prints the position of every index.
pub(crate) fn run(input: &Input, look: &Look, no_limit: bool, output: &mut Output) -> Result<u8, Failure> {
    let map = Points::new(input)?.telling("computing");
    let fault = |message: String| input.fault(message + ". For one of them: lego eval");
    few("indices", map.count, no_limit, fault)?;
    few("positions", map.span, no_limit, fault)?;
    let steps = map.steps().saturating_mul(map.count.max(map.span));
    if steps > MOST_STEPS && !no_limit {
        let message = format!(
            "not decided (limit): the table takes {steps} operations, more than {MOST_STEPS}. For all of it: --no-limit. \
             For one index: lego eval"
        );
        return Err(Failure::Limit(input.fault(message)));
    }
    if output.json {
        json(&map, output)?;
    } else if map.count == 0 {
        // There is no index to be printed.
    } else if !look.is_usual() || is_grid(&map) {
        for line in picture(input, &map, &map.dims, look)?.text(output.palette) {
            writeln!(output, "{line}")?;
        }
    } else {
        lines(&map, output)?;
    }
    Ok(0)
}

/// Whether a table is a grid: of rank 2, and of two levels of rank 2.
fn is_grid(map: &Points) -> bool {
    map.dims.len() == 2 || map.outline.levels == [2, 2]
}

/// `{"dims":[..],"apply":[..],"inv":[[..],..]}`, written as it is computed.
fn json(map: &Points, output: &mut Output) -> io::Result<()> {
    write!(output, "{{\"dims\":[{}],\"apply\":[", joined(&map.dims, ","))?;
    let mut comma = "";
    map.each(|_, position| {
        match position {
            Some(position) => write!(output, "{comma}{position}")?,
            None => write!(output, "{comma}null")?,
        }
        comma = ",";
        Ok::<_, io::Error>(())
    })?;
    write!(output, "],\"inv\":[")?;
    comma = "";
    map.each_position(|index| {
        match index {
            Some(index) => write!(output, "{comma}[{}]", joined(index, ","))?,
            None => write!(output, "{comma}null")?,
        }
        comma = ",";
        Ok::<_, io::Error>(())
    })?;
    writeln!(output, "]}}")
}

/// What stands for no position.
const NONE: &str = "·";

fn lines(map: &Points, output: &mut Output) -> io::Result<()> {
    let widths: Vec<usize> = map.dims.iter().map(|n| n.saturating_sub(1).to_string().len()).collect();
    let width = map.span.saturating_sub(1).to_string().len();
    let palette = output.palette;
    map.each(|index, position| {
        for (i, &width) in index.iter().zip(&widths) {
            write!(output, "{i:>width$} ")?;
        }
        match position {
            None => writeln!(output, "-> {NONE:>width$}"),
            Some(position) => {
                let number = palette.paint(&format!("{position:>width$}"), || Rgb::of(position, map.span));
                writeln!(output, "-> {number}")
            }
        }
    })
}

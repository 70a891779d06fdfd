//! Drawings of what an expression of CuTe's algebra gives: a layout by its offsets, a thread-value layout by who holds its tile.

use super::drawing::Drawing;
use super::holders::Holders;
use super::valued::Valued;
use crate::args::{By, Values};
use crate::input::cute::{composed, number, tiled, title, whole, with_values};
use crate::report::failure::Failure;
use crate::report::output::Output;
use lego_algebra::expression::Value;
use std::path::Path;

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
pub(crate) fn draw_value(
    value: &Value,
    text: &str,
    values: &Values,
    drawing: &Drawing<'_>,
    file: &Path,
    output: &mut Output,
) -> Result<u8, Failure> {
    let fault = |message: String| whole(text, message);
    let is_empty = match value {
        Value::Layout(layout) => layout.is_empty(),
        Value::Composed(composed) => composed.layout.is_empty(),
        Value::ThreadValue(held) => held.layout().is_empty(),
        _ => false,
    };
    if is_empty {
        return Err(fault("an extent is 0: an empty layout has no picture".to_owned()).into());
    }
    if let Value::ThreadValue(held) = value {
        let cells = held.tile().product().map_or(u128::MAX, |count| count.unsigned_abs().into());
        drawing.few(cells.max(held.layout().size().unsigned_abs().into()), fault)?;
        if !drawing.look.is_usual() {
            let message = "--by, --columns, --colour, --label and --banks are for offsets; this picture is of a tile";
            return Err(Failure::Usage(message.to_owned()));
        }
        let holders = Holders::of_cute(held).ok_or_else(|| fault("the tile has too many elements".to_owned()))?;
        return drawing.put(holders.picture(&title(text, values)?)?, file, output);
    }
    let composed = composed(value.clone()).map_err(fault)?;
    drawing.few(composed.size().unsigned_abs().into(), fault)?;
    let valued = Valued::new(&composed).map_err(|error| fault(error.to_string()))?;
    if drawing.look.by == By::Memory {
        drawing.few(valued.span().unwrap_or_default().into(), fault)?;
    }
    drawing.put(valued.picture(drawing.look, &title(text, values)?)?, file, output)
}

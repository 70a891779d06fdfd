//! The tables of a layout of CuTe's and of a linear one: positions, or who holds each element of a tile.

use super::Asked;
use super::limit::few;
use super::whole::Whole;
use crate::args::By;
use crate::input::cute::{composed, number, tiled, title, whole, with_values};
use crate::input::linear::read;
use crate::picture::holders::Holders;
use crate::picture::valued::Valued;
use crate::report::failure::{Complaint, Failure, Source, warn};
use crate::report::output::Output;
use lego_algebra::cute::ThreadValue;
use lego_algebra::expression::Value;
use std::io::Write;

impl Asked<'_> {
    /// The table of what an expression of CuTe's algebra gives.
    pub(super) fn of_cute(&self, text: &str, output: &mut Output) -> Result<u8, Failure> {
        let values = &self.layout.values;
        let value = tiled(text, number(text, &with_values(text, values)?)?, self.tile)?;
        if let Value::ThreadValue(held) = &value {
            return self.of_held(text, held, output);
        }
        let fault = |message: String| whole(text, message);
        let layout = composed(value).map_err(fault)?;
        few("indices", layout.size().unsigned_abs(), self.no_limit, fault)?;
        let valued = Valued::new(&layout).map_err(|error| fault(error.to_string()))?;
        if output.json || self.look.by == By::Memory {
            few("positions", valued.span().unwrap_or_default(), self.no_limit, fault)?;
        }
        let table = Whole { dims: valued.dims(), value: &|number| valued.at(number as i64).into() };
        if output.json {
            table.json(valued.span(), "", output)?;
        } else if !self.look.is_usual() || valued.dims().len() == 2 {
            for line in valued.picture(self.look, &title(text, values)?)?.text(output.palette) {
                writeln!(output, "{line}")?;
            }
        } else {
            table.lines(valued.bounds(), output)?;
        }
        Ok(0)
    }

    /// The tile of a thread-value layout.
    fn of_held(&self, text: &str, held: &ThreadValue, output: &mut Output) -> Result<u8, Failure> {
        let fault = |message: String| whole(text, message);
        let elements = held.tile().product().map_or(u64::MAX, i64::unsigned_abs);
        let dims = [held.threads().unsigned_abs(), held.values().unsigned_abs()];
        few("indices", held.layout().size().unsigned_abs(), self.no_limit, fault)?;
        few("positions", elements, self.no_limit, fault)?;
        if output.json {
            let element = |number: u64| {
                let (thread, value) = (number % dims[0], number / dims[0]);
                // Every thread and every value below the dims has an element.
                held.element(thread as i64, value as i64).unwrap_or_default().into()
            };
            let tile = sides(held.tile().flatten().leaves().iter().map(|side| side.unsigned_abs()));
            Whole { dims: &dims, value: &element }.json(Some(elements), &tile, output)?;
            return Ok(0);
        }
        self.held(|| Holders::of_cute(held), fault, output)
    }

    /// The elements that come out of a linear layout.
    pub(super) fn of_linear(&self, text: &str, output: &mut Output) -> Result<u8, Failure> {
        for name in self.layout.values.options()?.values.keys() {
            warn(&format!("--let {name} has no effect: a linear layout has no parameters"));
        }
        let layout = read(text, &[], &Source::Chain)?;
        let fault = |message: String| whole(text, message);
        let (ins, outs) = (layout.ins(), layout.outs());
        let [indices, elements] = [ins, outs].map(|space| u64::try_from(space.points()).unwrap_or(u64::MAX));
        few("indices", indices, self.no_limit, fault)?;
        few("positions", elements, self.no_limit, fault)?;
        if output.json {
            let dims: Vec<u64> = ins.iter().map(|(_, bits, _)| 1 << bits).collect();
            let tile = sides(outs.iter().map(|(_, bits, _)| 1 << bits));
            let table = Whole { dims: &dims, value: &|point| layout.apply_flat(point).into() };
            table.json(Some(elements), &tile, output)?;
            return Ok(0);
        }
        self.held(|| Holders::of_linear(&layout), fault, output)
    }

    /// Who holds each element, which is computed once it is known that nothing else is asked.
    fn held(
        &self,
        holders: impl FnOnce() -> Option<Holders>,
        fault: impl Fn(String) -> Complaint,
        output: &mut Output,
    ) -> Result<u8, Failure> {
        if !self.look.is_usual() {
            let message = "--by, --columns, --colour, --label and --banks are for positions; this table is of a tile";
            return Err(Failure::Usage(message.to_owned()));
        }
        let holders = holders().ok_or_else(|| fault("the tile has too many elements".to_owned()))?;
        for line in holders.picture("")?.text(output.palette) {
            writeln!(output, "{line}")?;
        }
        Ok(0)
    }
}

/// The sides of a tile, the first the fastest in the number of an element.
fn sides(sides: impl Iterator<Item = u64>) -> String {
    let sides: Vec<String> = sides.map(|side| side.to_string()).collect();
    format!("\"tile\":[{}],", sides.join(","))
}

//! `lego linear A --to B`: what it takes to move a tensor in registers from one linear layout to another.

use crate::args::Drawn;
use crate::picture::moved::{counted, rounds, transactions};
use crate::report::failure::{Complaint, Failure};
use crate::report::output::Output;
use lego_algebra::linear::plans::{Price, ShufflePlan, SwizzlePlan, optimal_swizzle, shuffle_plan};
use lego_algebra::linear::{Dim, Error, LinearLayout};
use lego_draw::Picture;
use serde_json::{Value, json};
use std::io::Write;

/// A tensor in registers that is moved from one layout to another.
pub(super) struct Move {
    from: LinearLayout,
    to: LinearLayout,
    bits: u64,
    shuffles: Result<ShufflePlan, Error>,
    shared: Result<SwizzlePlan, Error>,
}

impl Move {
    /// The plans for elements of so many bytes.
    pub(super) fn new(from: LinearLayout, to: &LinearLayout, bytes: u64) -> Result<Self, Failure> {
        if !bytes.is_power_of_two() || bytes > 16 {
            return Err(Failure::Usage(format!("--bytes {bytes}: an element that moves has 1, 2, 4, 8 or 16 bytes")));
        }
        let wrong = |error: Error| Failure::from(Complaint::new(format!("no tensor moves: {error}")));
        let to = to.with_outs_of(&from).map_err(wrong)?;
        let bits = 8 * bytes;
        let (shuffles, shared) = (shuffle_plan(&from, &to, bits), optimal_swizzle(&from, &to, bits));
        match (&shuffles, &shared) {
            (Err(_), Err(error)) => Err(wrong(*error)),
            _ => Ok(Self { from, to, bits, shuffles, shared }),
        }
    }

    /// What takes the least time, in words.
    fn least(&self) -> &'static str {
        match (&self.shuffles, &self.shared) {
            (Ok(shuffles), _) if !shuffles.moves_needed() => match self.is_equal() {
                true => "nothing moves",
                false => "another order of the registers",
            },
            (Ok(shuffles), Ok(shared)) if shuffles.price().half_cycles() > shared.price().half_cycles() => "shared",
            (Ok(_), _) => "shuffles",
            (Err(_), _) => "shared",
        }
    }

    /// The picture of a way; of the one that takes less time where none is named.
    pub(super) fn picture(&self, drawn: Option<Drawn>, title: &str) -> Result<Picture<'static>, Failure> {
        let wrong = |error: Error| Failure::from(Complaint::new(format!("nothing to draw: {error}")));
        let drawn = drawn.unwrap_or(if self.least() == "shared" { Drawn::Transactions } else { Drawn::Rounds });
        match drawn {
            Drawn::Rounds => rounds(&self.from, &self.to, &self.shuffles.map_err(wrong)?, title),
            Drawn::Transactions => transactions(&self.from, &self.to, &self.shared.map_err(wrong)?, self.bits, title),
            Drawn::Matrix | Drawn::Grid => Err(Failure::Usage(
                "with --to, --draw rounds or transactions; matrix and grid are of one layout".to_owned(),
            )),
        }
    }

    /// How many cells a picture has.
    pub(super) fn cells(&self) -> u128 {
        self.from.ins().points().max(self.from.outs().points())
    }

    /// Whether every register of every thread keeps its element.
    fn is_equal(&self) -> bool {
        [Dim::REGISTER, Dim::LANE, Dim::WARP].iter().all(|&dim| self.from.basis(dim) == self.to.basis(dim))
    }

    /// Prints both ways, and the cheaper one.
    pub(super) fn print(&self, output: &mut Output) -> Result<u8, Failure> {
        if output.json {
            output.json(&self.json())?;
            return Ok(0);
        }
        match &self.shuffles {
            Ok(plan) if !plan.moves_needed() => writeln!(output, "shuffles  none: nothing leaves its lane")?,
            Ok(plan) => {
                let (rounds, elements) = (plan.rounds(), plan.elements_per_round());
                writeln!(
                    output,
                    "shuffles  {} of {} a lane: {}",
                    counted(rounds, "round"),
                    counted(elements, "element"),
                    plan.price()
                )?;
            }
            Err(error) => writeln!(output, "shuffles  no way: {error}")?,
        }
        match &self.shared {
            Ok(plan) => writeln!(
                output,
                "shared    accesses of {}, each in {}, the least there are: {}",
                counted(1 << plan.vector().len(), "element"),
                counted(plan.ideal, "wavefront"),
                plan.price()
            )?,
            Err(error) => writeln!(output, "shared    no way: {error}")?,
        }
        writeln!(output, "least     {}", self.least())?;
        Ok(0)
    }

    fn json(&self) -> Value {
        let price = |price: Price| {
            json!({
                "shuffles": price.shuffles, "selects": price.selects, "accesses": price.accesses,
                "wavefronts": price.wavefronts, "barriers": price.barriers, "half_cycles": price.half_cycles(),
            })
        };
        let shuffles = match &self.shuffles {
            Ok(plan) => json!({
                "rounds": plan.rounds(), "elements_per_round": plan.elements_per_round(), "price": price(plan.price()),
            }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        let shared = match &self.shared {
            Ok(plan) => json!({
                "vector": plan.vector(), "bank": plan.bank(), "segment": plan.segment(), "ideal": plan.ideal,
                "write_wavefronts": plan.write_wavefronts, "read_wavefronts": plan.read_wavefronts,
                "price": price(plan.price()),
            }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        json!({ "shuffles": shuffles, "shared": shared, "least": self.least() })
    }
}

//! Composition over symbols: the walk of [`Layout::composition`](crate::cute::Layout::composition), step by step.

use super::condition::Condition;
use super::context::{Context, Stop, is_multiple};
use super::layout::{SymbolicLayout, coalesced};
use super::term::Term;
use crate::cute::Profile;
use alloc::vec::Vec;

type Modes = Vec<(Term, Term)>;

/// In each mode of A, the step and the number of steps that each leaf of B takes there.
type Steps = Vec<Vec<(Term, Term)>>;

impl SymbolicLayout {
    /// A ∘ B, with A this layout.
    pub(super) fn composition(&self, context: &mut Context, b: &Self) -> Result<Self, Stop> {
        if b.is_empty() {
            return Ok(b.without_strides());
        }
        if self.is_empty() {
            return Err(Stop::Undecided("A is empty, so that it has no value at any value of B".into()));
        }
        let a = coalesced(context, &self.modes, true)?;
        let mut steps: Steps = alloc::vec![Vec::new(); a.len()];
        let (mut profile, mut modes) = (Profile::start(), Vec::new());
        for (leaf, (shape, stride)) in b.modes.iter().enumerate() {
            (0..b.profile.opens(leaf)).for_each(|_| profile.open());
            let walked = Self::of_modes(walk(context, &a, shape, stride, &mut steps)?)?;
            profile.append(&walked.profile)?;
            modes.extend(walked.modes);
            (0..b.profile.closes(leaf)).try_for_each(|_| profile.close())?;
        }
        let last = a.len() - 1;
        for ((extent, _), steps) in a[..last].iter().zip(&mut steps) {
            no_carry(context, extent, steps)?;
        }
        Self::finish(profile, modes)
    }
}

/// One leaf of B along the modes of A.
fn walk(context: &mut Context, a: &Modes, shape: &Term, stride: &Term, steps: &mut Steps) -> Result<Modes, Stop> {
    let mut out = Modes::new();
    let (mut rest, mut step) = (context.normal(shape)?, context.normal(stride)?);
    if rest.is(1) {
        return Ok(out);
    }
    if step.is(0) {
        out.push((rest, step));
        return Ok(out);
    }
    if step.coefficient < 0 && a.len() > 1 {
        return Err(Stop::Undecided("a mode of B goes to negative values".into()));
    }
    for (k, (extent, stride)) in a.iter().enumerate() {
        if rest.is(1) {
            break;
        }
        if k + 1 == a.len() {
            // The last mode goes on without an end.
            out.push((rest, context.times(&step, stride)?));
            break;
        }
        if let Some(after) = context.exactly(&step, extent)? {
            step = after;
            continue;
        }
        let fitting = match context.exactly(extent, &step)? {
            Some(fitting) => split(context, &rest, &fitting)?,
            None => {
                inside(context, extent, &rest, &step)?;
                rest.clone()
            }
        };
        if !fitting.is(1) {
            out.push((fitting.clone(), context.times(&step, stride)?));
        }
        steps[k].push((step, fitting.clone()));
        rest = context.exactly(&rest, &fitting)?.unwrap_or_else(|| Term::number(1));
        step = Term::number(1);
    }
    Ok(out)
}

/// How many of `rest` coordinates stay in a mode that holds `fitting`: all, or `fitting` where that divides them.
fn split(context: &mut Context, rest: &Term, fitting: &Term) -> Result<Term, Stop> {
    if context.is_at_most(rest, fitting)? {
        return Ok(rest.clone());
    }
    if context.exactly(rest, fitting)?.is_some() {
        return Ok(fitting.clone());
    }
    let (some, most) = (context.sampled(rest)?, context.sampled(fitting)?);
    if some <= most {
        context.assume(Condition::AtMost { small: rest.clone(), large: fitting.clone() })
    } else if is_multiple(some, most) {
        context.assume(Condition::Divides { by: fitting.clone(), of: rest.clone() })
    } else {
        Err(Stop::Undecided("an extent ends inside a mode of A".into()))
    }
}

/// That a step which nothing says divides the extent stays in the mode with all its coordinates; or what the sample says of
/// the step.
fn inside(context: &mut Context, extent: &Term, rest: &Term, step: &Term) -> Result<(), Stop> {
    let reach = context.times(rest, step)?;
    if context.is_at_most(&reach, extent)? {
        return Ok(());
    }
    if let (Some(rest), Some(step), Some(extent)) = (rest.as_number(), step.as_number(), extent.as_number()) {
        if (rest - 1).checked_mul(step).is_some_and(|last| last < extent) {
            return Ok(());
        }
    }
    let (end, some, each) = (context.sampled(extent)?, context.sampled(rest)?, context.sampled(step)?);
    if is_multiple(each, end) {
        context.assume(Condition::Divides { by: extent.clone(), of: step.clone() })
    } else if is_multiple(end, each) {
        context.assume(Condition::Divides { by: step.clone(), of: extent.clone() })
    } else if some.checked_mul(each).is_some_and(|reach| reach <= end) {
        context.assume(Condition::AtMost { small: reach, large: extent.clone() })
    } else {
        Err(Stop::Undecided("a stride neither divides an extent nor is divided by it".into()))
    }
}

/// That the digits that several leaves have in one mode never add up to its extent.
///
/// With the steps sorted, it is enough that each leaf ends where the next one's step begins: the sum of (n-1)·d is then below
/// the extent.
fn no_carry(context: &mut Context, extent: &Term, steps: &mut Vec<(Term, Term)>) -> Result<(), Stop> {
    steps.retain(|(_, count)| !count.is(1));
    if steps.len() < 2 {
        return Ok(());
    }
    let numbers: Option<Vec<(i64, i64)>> =
        steps.iter().map(|(step, count)| Some((step.as_number()?, count.as_number()?))).collect();
    if let (Some(numbers), Some(extent)) = (numbers, extent.as_number()) {
        let sum = numbers.iter().try_fold(0i64, |sum, (step, count)| sum.checked_add((count - 1).checked_mul(*step)?));
        return match sum {
            Some(sum) if sum < extent => Ok(()),
            _ => Err(Stop::Undecided("modes of B compose one by one, but their digits may carry together".into())),
        };
    }
    let mut sorted = Vec::new();
    for (step, count) in steps.drain(..) {
        sorted.push((context.sampled(&step)?, step, count));
    }
    sorted.sort_by_key(|(value, ..)| *value);
    let ends = sorted.iter().skip(1).map(|(_, step, _)| step.clone()).chain([extent.clone()]);
    for ((_, step, count), end) in sorted.iter().zip(ends) {
        let reach = context.times(step, count)?;
        if context.is_at_most(&reach, &end)? {
            continue;
        }
        if context.sampled(&reach)? > context.sampled(&end)? {
            return Err(Stop::Undecided("modes of B compose one by one, but their digits may carry together".into()));
        }
        return context.assume(Condition::AtMost { small: reach, large: end });
    }
    Ok(())
}

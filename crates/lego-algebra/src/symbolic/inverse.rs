//! Complement and inverses over symbols.

use super::condition::Condition;
use super::context::{Context, Stop, is_multiple};
use super::layout::{SymbolicLayout, coalesced};
use super::term::Term;
use alloc::vec::Vec;

/// What becomes of gaps that do not divide, and of the last mode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gaps {
    /// They are an error.
    Checked,
    /// The same, and there may be more values than the cotarget asks for: for inverses.
    Ample,
    /// They are rounded down, and the last mode stays: for products.
    Endless,
}

impl SymbolicLayout {
    /// The complement up to a cotarget.
    pub(super) fn complement(&self, context: &mut Context, cotarget: &Term, gaps: Gaps) -> Result<Self, Stop> {
        if self.is_empty() {
            return Err(Stop::Undecided("an empty layout has no complement".into()));
        }
        let (mut out, mut spanned) = (Vec::new(), Term::number(1));
        let sorted = sorted(context, self, false)?;
        if let (Gaps::Checked, Some((shape, stride, _))) = (gaps, sorted.last()) {
            // A last mode that has one element for some sizes is none then: the gap before it must count the same.
            let counts = context.is_at_most(&Term::number(2), shape)? || context.exactly(cotarget, stride)?.is_some();
            if !counts {
                has_several(context, shape)?;
            }
        }
        for (shape, stride, _) in &sorted {
            let gap = match context.exactly(stride, &spanned)? {
                Some(gap) => gap,
                None => match (stride.as_number(), spanned.as_number()) {
                    (Some(stride), Some(spanned)) if gaps == Gaps::Endless && stride >= spanned => {
                        // Rounded down, a gap depends on which modes are there.
                        sorted.iter().try_for_each(|(shape, ..)| has_several(context, shape))?;
                        Term::number(stride / spanned)
                    }
                    _ if is_multiple(context.sampled(stride)?, context.sampled(&spanned)?) => {
                        return context.assume(Condition::Divides { by: spanned, of: stride.clone() });
                    }
                    _ => return Err(Stop::Undecided("strides leave uneven gaps".into())),
                },
            };
            if !gap.is(1) {
                out.push((gap, spanned.clone()));
            }
            spanned = context.times(shape, stride)?;
        }
        out.push((context.ceil_div(cotarget, &spanned)?, spanned));
        Self::of_modes(coalesced(context, &out, gaps == Gaps::Endless)?)
    }

    /// The longest right inverse of whole modes, for all values that are allowed.
    ///
    /// Where a stride may be what the modes taken so far span, for some values only, the inverse could go another way there: that
    /// it is not so becomes a condition, unless that way is no longer than the one that was taken.
    pub(super) fn right_inverse(&self, context: &mut Context) -> Result<Self, Stop> {
        if self.is_empty() {
            return Ok(Self::empty());
        }
        let (out, rest) = self.ways(context)?;
        // What is reached before each mode that was taken, and at the end.
        let (mut all, mut reached) = (alloc::vec![Term::number(1)], Term::number(1));
        for (shape, ..) in &out {
            reached = context.times(&reached, shape)?;
            all.push(reached.clone());
        }
        for at in &all {
            for (k, (shape, stride, _)) in rest.iter().enumerate() {
                if context.is_different(stride, at)? {
                    continue;
                }
                let end = context.times(at, shape)?;
                let is_longer = !context.is_at_most(&end, &reached)?;
                let mut leads_on = None;
                for (other, (_, stride, _)) in rest.iter().chain(&out).enumerate() {
                    if other != k && leads_on.is_none() && !context.is_different(stride, &end)? {
                        leads_on = Some(stride.clone());
                    }
                }
                if !is_longer && leads_on.is_none() {
                    continue;
                }
                if context.is_equal(stride, at)? {
                    // For all values it could go this way: then this way is no longer, and ends where the mode does.
                    return match leads_on {
                        Some(stride) if context.sampled(&stride)? != context.sampled(&end)? => {
                            context.assume(Condition::Differs { one: stride, two: end })
                        }
                        None if context.sampled(&end)? <= context.sampled(&reached)? => {
                            context.assume(Condition::AtMost { small: end, large: reached })
                        }
                        _ => Err(Stop::Undecided("several modes of one stride, and which way is the longest".into())),
                    };
                }
                let (one, two) = (stride.clone(), at.clone());
                return match context.sampled(&one)? == context.sampled(&two)? {
                    true => context.assume(Condition::Equal { one, two }),
                    false => context.assume(Condition::Differs { one, two }),
                };
            }
        }
        Self::of_modes(coalesced(context, &modes_of(&out), false)?)
    }

    /// A right inverse: of modes whose stride is what the modes before them span by their form.
    fn some_right_inverse(&self, context: &mut Context) -> Result<Self, Stop> {
        let (out, _) = self.ways(context)?;
        Self::of_modes(coalesced(context, &modes_of(&out), false)?)
    }

    /// The modes of a right inverse in their order, each as extent, stride and what a step is worth, and the others.
    fn ways(&self, context: &mut Context) -> Result<(Ways, Ways), Stop> {
        let (mut out, mut reached, mut rest) = (Vec::new(), Term::number(1), sorted(context, self, true)?);
        // Strides that are equal in the sample only may stand in another order than that of the products.
        while let Some(next) = position(context, &rest, &reached)? {
            let mode = rest.remove(next);
            reached = context.times(&reached, &mode.0)?;
            out.push(mode);
        }
        Ok((out, rest))
    }

    /// The right inverse of the layout and its complement.
    pub(super) fn left_inverse(&self, context: &mut Context) -> Result<Self, Stop> {
        if self.is_empty() {
            return Ok(Self::empty());
        }
        if self.modes.iter().any(|(shape, stride)| stride.is(0) && !shape.is(1)) {
            return Err(Stop::Undecided("a broadcast has no left inverse".into()));
        }
        let complement = self.complement(context, &Term::number(1), Gaps::Ample)?;
        let whole = Self::join(&[self.clone(), complement])?;
        let inverse = whole.some_right_inverse(context)?;
        // A right inverse may leave modes out, a left inverse none.
        if context.is_equal(&inverse.size(context)?, &whole.size(context)?)? {
            return Ok(inverse);
        }
        Err(Stop::Undecided("that the layout and its complement are compact does not follow from their form".into()))
    }

    /// The inverse, where the right inverse is whole by its form.
    pub(super) fn inverse(&self, context: &mut Context) -> Result<Self, Stop> {
        if self.is_empty() {
            return Ok(Self::empty());
        }
        let inverse = self.some_right_inverse(context)?;
        if context.is_equal(&inverse.size(context)?, &self.size(context)?)? {
            return Ok(inverse);
        }
        Err(Stop::Undecided("that it is a bijection does not follow from its form".into()))
    }
}

/// That a mode has more than one element, by its form or as a condition: one that has not is none for numbers.
fn has_several(context: &mut Context, shape: &Term) -> Result<(), Stop> {
    if context.is_at_most(&Term::number(2), shape)? {
        return Ok(());
    }
    if context.sampled(shape)? < 2 {
        return Err(Stop::Undecided("a mode that may have one element only".into()));
    }
    context.assume(Condition::AtMost { small: Term::number(2), large: shape.clone() })
}

/// Extent, stride and what a step is worth.
type Ways = Vec<(Term, Term, Term)>;

fn modes_of(ways: &Ways) -> Vec<(Term, Term)> {
    ways.iter().map(|(shape, _, worth)| (shape.clone(), worth.clone())).collect()
}

/// The mode with a stride that is the longest in the sample.
fn position(context: &Context, modes: &[(Term, Term, Term)], stride: &Term) -> Result<Option<usize>, Stop> {
    let mut best = None;
    for (k, (shape, other, _)) in modes.iter().enumerate() {
        if context.is_equal(other, stride)? {
            let extent = context.sampled(shape)?;
            if best.is_none_or(|(_, most)| extent > most) {
                best = Some((k, extent));
            }
        }
    }
    Ok(best.map(|(k, _)| k))
}

/// The modes that are neither broadcast nor of extent 1, by growing stride in the sample, with what a step is worth. Those of
/// negative stride are left out, or refused.
fn sorted(context: &Context, layout: &SymbolicLayout, upwards: bool) -> Result<Vec<(Term, Term, Term)>, Stop> {
    let (mut sorted, mut worth) = (Vec::new(), Term::number(1));
    for (shape, stride) in &layout.modes {
        let (shape, stride) = (context.normal(shape)?, context.normal(stride)?);
        let next = context.times(&worth, &shape)?;
        let is_left_out = shape.is(1) || stride.is(0) || upwards && stride.is_negative();
        if !is_left_out {
            if stride.is_negative() {
                return Err(Stop::Undecided("a negative stride; this operation is for strides from 0 on".into()));
            }
            sorted.push((context.sampled(&stride)?, context.sampled(&shape)?, (shape, stride, worth)));
        }
        worth = next;
    }
    sorted.sort_by_key(|(stride, shape, _)| (*stride, *shape));
    Ok(sorted.into_iter().map(|(.., mode)| mode).collect())
}

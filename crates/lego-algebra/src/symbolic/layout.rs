//! Layouts of terms.

use super::context::{Context, Stop};
use super::term::Term;
use crate::cute::{Builder, Error, IntTuple, Layout, Profile};
use alloc::string::ToString;
use alloc::vec::Vec;

/// A layout whose extents and strides are terms of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicLayout {
    pub(super) profile: Profile,
    /// Extent and stride of each leaf.
    pub(super) modes: Vec<(Term, Term)>,
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Undecided(error.to_string())
    }
}

impl SymbolicLayout {
    /// `0:0`, which has no coordinate.
    pub(super) fn empty() -> Self {
        Self { profile: Profile::LEAF, modes: alloc::vec![(Term::number(0), Term::number(0))] }
    }

    /// Whether an extent is the number 0, whatever the sizes are.
    pub(super) fn is_empty(&self) -> bool {
        self.modes.iter().any(|(shape, _)| shape.is(0))
    }

    /// The same shape with strides 0.
    pub(super) fn without_strides(&self) -> Self {
        let modes = self.modes.iter().map(|(shape, _)| (shape.clone(), Term::number(0))).collect();
        Self { profile: self.profile, modes }
    }

    pub(super) fn one() -> Self {
        Self { profile: Profile::LEAF, modes: alloc::vec![(Term::number(1), Term::number(0))] }
    }

    /// A tuple of several modes, a number of one, 1:0 of none.
    pub(super) fn of_modes(modes: Vec<(Term, Term)>) -> Result<Self, Stop> {
        match modes.len() {
            0 => Ok(Self::one()),
            1 => Ok(Self { profile: Profile::LEAF, modes }),
            len => Ok(Self { profile: Profile::flat(len)?, modes }),
        }
    }

    pub(super) fn join(parts: &[Self]) -> Result<Self, Stop> {
        let mut profile = Profile::start();
        profile.open();
        parts.iter().try_for_each(|part| profile.append(&part.profile))?;
        profile.close()?;
        Self::finish(profile, parts.iter().flat_map(|part| part.modes.iter().cloned()).collect())
    }

    pub(super) fn finish(profile: Builder, modes: Vec<(Term, Term)>) -> Result<Self, Stop> {
        Ok(Self { profile: profile.finish(), modes })
    }

    /// The brackets.
    #[must_use]
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Extent and stride of each leaf.
    #[must_use]
    pub fn modes(&self) -> &[(Term, Term)] {
        &self.modes
    }

    pub(super) fn rank(&self) -> usize {
        self.profile.rank()
    }

    pub(super) fn mode(&self, index: usize) -> Option<Self> {
        let (profile, start, end) = self.profile.child(index)?;
        Some(Self { profile, modes: self.modes[start..end].to_vec() })
    }

    /// All top-level modes.
    pub(super) fn parts(&self) -> Vec<Self> {
        (0..self.rank()).filter_map(|k| self.mode(k)).collect()
    }

    pub(super) fn size(&self, context: &Context) -> Result<Term, Stop> {
        self.modes.iter().try_fold(Term::number(1), |size, (shape, _)| context.times(&size, shape))
    }

    pub(super) fn cosize(&self, context: &mut Context) -> Result<Term, Stop> {
        if self.is_empty() {
            return Ok(Term::number(0));
        }
        let mut terms = alloc::vec![Term::number(1)];
        for (shape, stride) in &self.modes {
            // A negative stride reaches as far downwards as its size does upwards.
            let (one, other) = if stride.is_negative() { (-1, 1) } else { (1, -1) };
            terms.push(context.times(shape, &context.times(&Term::number(one), stride)?)?);
            terms.push(context.times(&Term::number(other), stride)?);
        }
        context.sum(&terms)
    }

    /// The same function with fewer modes, where that they are one follows from the form.
    pub(super) fn coalesce(&self, context: &Context) -> Result<Self, Stop> {
        Self::of_modes(coalesced(context, &self.modes, false)?)
    }

    /// The layout for values of the symbols.
    #[must_use]
    pub fn numbers(&self, context: &Context, values: &[i64]) -> Option<Layout> {
        let leaves = |pick: fn(&(Term, Term)) -> &Term| {
            let mut leaves = [0; crate::cute::CAPACITY];
            for (leaf, mode) in leaves.iter_mut().zip(&self.modes) {
                *leaf = context.value(pick(mode), values)?;
            }
            Some(IntTuple::of(self.profile, leaves))
        };
        Layout::new(&leaves(|mode| &mode.0)?, &leaves(|mode| &mode.1)?).ok()
    }
}

/// As for numbers: modes of extent 1 go, neighbours that step on evenly are one; with `endless` the last mode stays.
pub(super) fn coalesced(context: &Context, modes: &[(Term, Term)], endless: bool) -> Result<Vec<(Term, Term)>, Stop> {
    if modes.iter().any(|(shape, _)| shape.is(0)) {
        return Ok(alloc::vec![(Term::number(0), Term::number(0))]);
    }
    let mut out: Vec<(Term, Term)> = Vec::new();
    for (k, (shape, stride)) in modes.iter().enumerate() {
        let (shape, stride) = (context.normal(shape)?, context.normal(stride)?);
        if shape.is(1) && !(endless && k + 1 == modes.len()) {
            continue;
        }
        if let Some(last) = out.last_mut() {
            if context.is_equal(&context.times(&last.0, &last.1)?, &stride)? {
                last.0 = context.times(&last.0, &shape)?;
                continue;
            }
        }
        out.push((shape, stride));
    }
    Ok(out)
}

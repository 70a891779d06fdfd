//! Divides and products over symbols: the same definitions as for numbers.

use super::context::{Context, Stop};
use super::inverse::Gaps;
use super::layout::SymbolicLayout;
use super::tiler::SymbolicTiler;
use crate::cute::Profile;
use alloc::format;
use alloc::vec::Vec;

/// What is done with each mode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Compose,
    Divide,
    Product,
}

/// How the result is arranged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Logical,
    Zipped,
    Tiled,
    Flat,
}

impl SymbolicLayout {
    /// An operation with a tiler, in a form.
    pub(super) fn by(
        &self,
        context: &mut Context,
        operation: Operation,
        form: Form,
        tiler: &SymbolicTiler,
    ) -> Result<Self, Stop> {
        match form {
            Form::Logical => self.each(context, operation, tiler),
            Form::Zipped => self.unzip(context, operation, tiler),
            Form::Tiled => self.unzip(context, operation, tiler)?.opened(false),
            Form::Flat => self.unzip(context, operation, tiler)?.opened(true),
        }
    }

    fn whole(&self, context: &mut Context, operation: Operation, b: &Self) -> Result<Self, Stop> {
        match operation {
            Operation::Compose => self.composition(context, b),
            Operation::Divide => {
                let size = self.size(context)?;
                let rest = b.complement(context, &size, Gaps::Checked)?;
                self.composition(context, &Self::join(&[b.clone(), rest])?)
            }
            Operation::Product => {
                if self.is_empty() || b.is_empty() {
                    return Self::join(&[self.clone(), b.without_strides()]);
                }
                let cosize = b.cosize(context)?;
                let cotarget = context.times(&self.size(context)?, &cosize)?;
                let free = self.complement(context, &cotarget, Gaps::Endless)?;
                Self::join(&[self.clone(), free.composition(context, b)?])
            }
        }
    }

    fn parts_for(&self, tilers: &[SymbolicTiler]) -> Result<Vec<Self>, Stop> {
        let parts = self.parts();
        if tilers.len() > parts.len() {
            return Err(Stop::Undecided(format!("a tiler of rank {} for rank {}", tilers.len(), parts.len())));
        }
        Ok(parts)
    }

    fn each(&self, context: &mut Context, operation: Operation, tiler: &SymbolicTiler) -> Result<Self, Stop> {
        match tiler {
            SymbolicTiler::Keep => Ok(self.clone()),
            SymbolicTiler::Layout(b) => self.whole(context, operation, b),
            SymbolicTiler::Modes(tilers) => {
                let mut parts = self.parts_for(tilers)?;
                for (part, tiler) in parts.iter_mut().zip(tilers) {
                    *part = part.each(context, operation, tiler)?;
                }
                Self::join(&parts)
            }
        }
    }

    fn unzip(&self, context: &mut Context, operation: Operation, tiler: &SymbolicTiler) -> Result<Self, Stop> {
        let tilers = match tiler {
            SymbolicTiler::Keep => return Self::join(&[Self::one(), self.clone()]),
            SymbolicTiler::Layout(b) => return self.whole(context, operation, b),
            SymbolicTiler::Modes(tilers) => tilers,
        };
        let parts = self.parts_for(tilers)?;
        let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
        for (part, tiler) in parts.iter().zip(tilers) {
            let pair = part.unzip(context, operation, tiler)?;
            firsts.extend(pair.mode(0));
            seconds.extend(pair.mode(1));
        }
        seconds.extend_from_slice(&parts[tilers.len()..]);
        Self::join(&[Self::join(&firsts)?, Self::join(&seconds)?])
    }

    /// A layout of two modes with the modes of the second, and with `both` of the first too, as modes of its own.
    fn opened(&self, both: bool) -> Result<Self, Stop> {
        let (Some(first), Some(second)) = (self.mode(0), self.mode(1)) else { return Ok(self.clone()) };
        let mut profile = Profile::start();
        profile.open();
        if both {
            profile.append_elements(&first.profile)?;
        } else {
            profile.append(&first.profile)?;
        }
        profile.append_elements(&second.profile)?;
        profile.close()?;
        Self::finish(profile, self.modes.clone())
    }

    /// The product whose mode k is (mode k of this, mode k of the order), or raked the other way round, coalesced.
    pub(super) fn paired(&self, context: &mut Context, order: &Self, raked: bool) -> Result<Self, Stop> {
        let rank = self.rank().max(order.rank());
        let padded = |layout: &Self| {
            let mut parts = layout.parts();
            parts.resize(rank, Self::one());
            Self::join(&parts)
        };
        let product = padded(self)?.whole(context, Operation::Product, &padded(order)?)?;
        let (Some(tiles), Some(orders)) = (product.mode(0), product.mode(1)) else { return Ok(product) };
        let mut modes = Vec::new();
        for (tile, order) in tiles.parts().into_iter().zip(orders.parts()) {
            let pair = if raked { [order, tile] } else { [tile, order] };
            modes.push(Self::join(&pair)?.coalesce(context)?);
        }
        Self::join(&modes)
    }
}

//! The elaboration of `GenP`: from its two functions to a permutation.

use super::bounds::Bounds;
use super::elaborated::Unverified;
use super::elaborator::Elaborator;
use super::piece::Permuted;
use super::routine::Routine;
use crate::bijection::{self, NumberFunction};
use crate::syntax::{Function, GenP};
use crate::text_range::{Located, TextRange};
use crate::world::{Part, World};
use lego_core::LayoutError;
use lego_core::chain::{self, Permutation, Requirement, Scalar, Site, pieces::AntiDiag};

/// A function of a `GenP` that can be called.
enum Callable<V> {
    Routine(Routine<V>),
    AntiDiag(AntiDiag<V>),
    Path(String),
}

impl<V: Scalar> Callable<V> {
    /// The function on numbers, where nothing in it is a symbol and it can be run here.
    fn on_numbers(&self) -> Option<NumberFunction> {
        match self {
            Self::Routine(routine) => bijection::Code::new(routine).map(NumberFunction::Code),
            Self::AntiDiag(_) => Some(NumberFunction::AntiDiag),
            Self::Path(_) => None,
        }
    }
}

impl<'w, W: World + Clone + 'w> Elaborator<'_, W> {
    /// A `GenP`, checked as far as it can be.
    pub(super) fn gen_p(&mut self, site: Site, genp: &GenP, range: TextRange) -> Option<Permuted<'w, W::Value>> {
        self.rank("GenP", genp.sizes.len(), genp.sizes.range)?;
        let mut genp = self.with_own_paths(genp)?;
        let dims = self.sizes(&genp.sizes);
        let is_empty = dims.iter().flatten().any(|n| n.number() == Some(0));
        let derived = genp.inverse.is_none();
        if derived && !is_empty {
            genp.inverse = self.derived(&genp);
        }
        let genp = &genp;
        // The functions are read even if the spans are wrong: their errors come together.
        let rank = genp.sizes.len();
        let assumed = dims.clone().unwrap_or_else(|| vec![self.world.constant(1); rank]);
        let apply = self.callable(&genp.apply, "antidiag", &assumed, genp.sizes.range, Part::Position);
        let inverse = genp.inverse.as_ref();
        let inverse = inverse.map(|f| self.callable(f, "antidiag_inv", &assumed, genp.sizes.range, Part::Component(0)));
        let (dims, apply) = (dims?, apply?);
        self.countable(&dims, "GenP", range).then_some(())?;
        if is_empty {
            // No index is asked for, so that any bijection will do.
            let axes: Vec<i128> = (1..=dims.len() as i128).collect();
            return chain::RegP::new(dims, &axes).ok().map(|piece| Box::new(piece) as Permuted<'w, W::Value>);
        }
        let Some(inverse) = inverse else { return self.no_inverse(genp, &dims, &apply) };
        let inverse = inverse?;
        if let (Callable::AntiDiag(piece), Callable::AntiDiag(_)) = (&apply, &inverse) {
            return Some(Box::new(piece.clone()));
        }
        if genp.unchecked {
            self.unchecked = true;
        } else if !derived || self.is_checkable(&dims, &apply, &inverse) {
            // A derivation is a proof: what it gives is tried besides, where that does not take long.
            self.check(site, genp, range, &dims, (&apply, &inverse))?;
        }
        let world = self.world.clone();
        let other = self.world.clone();
        let bound = dims[1..].iter().fold(dims[0], |product, &n| product * n);
        let sizes = dims.clone();
        let apply = move |index: &[W::Value]| match &apply {
            Callable::Routine(routine) => routine.run(&world, index)[0],
            Callable::AntiDiag(piece) => piece.apply(index),
            Callable::Path(path) => call_path(&world, path, index, Part::Position, bound),
        };
        let inverse = move |position| match &inverse {
            Callable::Routine(routine) => routine.run(&other, &[position]),
            Callable::AntiDiag(piece) => piece.inv(position),
            Callable::Path(path) => {
                let component = |(k, &n)| call_path(&other, path, &[position], Part::Component(k), n);
                sizes.iter().enumerate().map(component).collect()
            }
        };
        Some(Box::new(chain::GenP::new(dims, apply, inverse)))
    }

    /// The inverse of a closure that is written without one, if its structure shows it.
    fn derived(&mut self, genp: &GenP) -> Option<Located<Function>> {
        let inverse = match &genp.apply.node {
            Function::Path(path) if path == "antidiag" => Function::Path("antidiag_inv".to_owned()),
            Function::Path(_) => return None,
            Function::Closure(apply) => {
                let parameter = |name: &str| self.parameter(name);
                Function::Closure(bijection::inverse(&genp.sizes, apply, &self.world, &parameter)?)
            }
        };
        Some(Located::new(inverse, genp.apply.range))
    }

    /// Whether functions can be checked index by index.
    fn is_checkable(&self, dims: &[W::Value], apply: &Callable<W::Value>, inverse: &Callable<W::Value>) -> bool {
        let count = dims.iter().try_fold(1_u64, |count, n| count.checked_mul(n.number()?));
        match (count, apply.on_numbers(), inverse.on_numbers()) {
            (Some(count), Some(forward), Some(backward)) => self.room.has(count, &forward, &backward),
            _ => false,
        }
    }

    /// The error for a function whose inverse is neither written nor found: that it has none, where that shows.
    fn no_inverse<T>(&mut self, genp: &GenP, dims: &[W::Value], apply: &Callable<W::Value>) -> Option<T> {
        let sizes: Option<Vec<u64>> = dims.iter().map(|n| n.number()).collect();
        let wrong = sizes
            .zip(apply.on_numbers())
            .and_then(|(sizes, apply)| bijection::check_forward(&sizes, apply, &mut self.room).err())
            .filter(|wrong| !matches!(wrong, LayoutError::Unchecked { .. } | LayoutError::CheckTooLong { .. }));
        let needed = || LayoutError::InverseNeeded { function: self.at(genp.apply.range).as_str().into() };
        let error = wrong.unwrap_or_else(needed);
        self.error(error, genp.apply.range);
        None
    }

    fn callable(
        &mut self,
        function: &Located<Function>,
        anti_diagonal: &str,
        dims: &[W::Value],
        sizes: TextRange,
        part: Part,
    ) -> Option<Callable<W::Value>> {
        let rank = dims.len();
        match &function.node {
            Function::Closure(closure) => {
                self.closures = true;
                let (inputs, outputs) = match part {
                    Part::Position => (dims.iter().map(|&n| Bounds::below(n)).collect(), None),
                    Part::Component(_) => (vec![Bounds::NATURAL], Some(rank)),
                };
                // Without an index nothing is divided.
                let is_empty = dims.iter().any(|&n| self.world.as_constant(n) == Some(0));
                self.routine(closure, function.range, inputs, outputs, is_empty).map(Callable::Routine)
            }
            Function::Path(path) if path == anti_diagonal => self.anti_diagonal(dims, sizes),
            Function::Path(path) => {
                // Whether a path can be called depends on the path alone, so any arguments do for asking.
                let one = self.world.constant(1);
                let arguments = vec![self.world.constant(0); if part == Part::Position { rank } else { 1 }];
                if self.world.call(path, &arguments, part, one).is_none() {
                    self.error(LayoutError::PathAtRunTime { path: path.as_str().into() }, function.range);
                    return None;
                }
                Some(Callable::Path(path.clone()))
            }
        }
    }

    /// The paper's `antidiag` and `antidiag_inv`, known everywhere.
    fn anti_diagonal(&mut self, dims: &[W::Value], sizes: TextRange) -> Option<Callable<W::Value>> {
        let &[n, m] = dims else {
            let (expected, found) = (2, dims.len() as u128);
            self.error(LayoutError::WrongRank { what: "the list of sizes of antidiag".into(), expected, found }, sizes);
            return None;
        };
        if n != m {
            // Asked for by both functions, but once.
            let asked = |(place, requirement): &(TextRange, Requirement<W::Value>)| {
                *place == sizes && matches!(requirement, Requirement::Equal { .. })
            };
            if !self.demands.last().is_some_and(asked) {
                let left = "the first axis of antidiag".into();
                let requirement = Requirement::Equal { left, left_size: n, right: "the second".into(), right_size: m };
                self.demand(sizes, requirement).then_some(())?;
            }
        }
        Some(Callable::AntiDiag(AntiDiag::new(n)))
    }

    /// Checks that the functions are a bijection and its inverse, or keeps that to be checked.
    fn check(
        &mut self,
        site: Site,
        genp: &GenP,
        range: TextRange,
        dims: &[W::Value],
        (apply, inverse): (&Callable<W::Value>, &Callable<W::Value>),
    ) -> Option<()> {
        if bijection::is_proved(genp, &self.world, &|name| self.parameter(name)) {
            return Some(());
        }
        let sizes: Option<Vec<u64>> = dims.iter().map(|n| n.number()).collect();
        let (Some(sizes), Some(forward), Some(backward)) = (sizes, apply.on_numbers(), inverse.on_numbers()) else {
            let (apply, inverse) = (genp.apply.clone(), genp.inverse.clone()?);
            self.genps.push(Unverified { site, range, dims: dims.to_vec(), apply, inverse });
            return Some(());
        };
        match bijection::check(&sizes, forward, backward, &mut self.room) {
            Ok(()) => Some(()),
            Err(refutation) => {
                let place = match refutation.blame {
                    bijection::Blame::Apply => genp.apply.range,
                    bijection::Blame::Inverse => genp.inverse.as_ref().map_or(range, |inverse| inverse.range),
                    bijection::Blame::Size => range,
                };
                self.error(refutation.error, place);
                None
            }
        }
    }
}

/// What a path gives; that it can be called has been asked before.
fn call_path<W: World>(world: &W, path: &str, arguments: &[W::Value], part: Part, bound: W::Value) -> W::Value {
    world.call(path, arguments, part, bound).unwrap_or_else(|| world.constant(0))
}

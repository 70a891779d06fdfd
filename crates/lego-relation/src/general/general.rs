//! The questions that are answered for all sizes at once.

use super::answer::{GeneralBound, GeneralSet, Given, Open};
use super::sloped::Sloped;
use super::stack::Stack;
use crate::isl::{Image, components};
use crate::relation::{Domain, Relation, unguarded};
use lego_expr::{Arena, Comparison, Engine, Id, Map, Op};
use std::cell::RefCell;

/// A relation asked for all sizes: see [`Relation::general`].
#[derive(Debug)]
pub struct General<'r, 'a> {
    relation: &'r Relation<'a>,
    /// The relation to the place of its values in the row-major order of the spans, which is that of the values.
    flat: Relation<'a>,
    engine: RefCell<Engine<'a>>,
}

impl<'a> Relation<'a> {
    /// The relation, to be asked for all values of its sizes at once: by construction for a layout of the language, by its strides
    /// where the value is a sum of components times strides.
    ///
    /// Law: for values of the sizes that agree with the facts and the conditions of an answer, the answer with these values put
    /// in is that of the relation [`with`](Relation::with) them.
    ///
    /// ```
    /// use lego_expr::plain;
    /// use lego_lang::compile::Options;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let padded = Relation::of_chain(&arena, "Row(M, L).PadBy([M, 8] => [M, L]) where L >= 8", &Options::default()).unwrap();
    /// let general = padded.general();
    /// assert_eq!(plain(&arena, general.points().unwrap().answer), "8 * M");
    /// let image = general.image().unwrap().answer;
    /// assert_eq!((image.domain.predicate_text(), plain(&arena, image.size)), ("p % L < 8".into(), "8 * M".into()));
    /// assert_eq!(plain(&arena, general.holes().unwrap().answer.size), "L * M - 8 * M");
    /// let last = general.last().unwrap().answer;
    /// assert_eq!(last.index.iter().map(|&id| plain(&arena, id)).collect::<Vec<_>>(), ["M - 1", "7"]);
    /// ```
    #[must_use]
    pub fn general(&self) -> General<'_, 'a> {
        let flat = Relation::new(self.arena, self.flat(), self.order);
        General { relation: self, flat, engine: RefCell::new(Engine::new(self.arena)) }
    }
}

impl<'a> General<'_, 'a> {
    fn arena(&self) -> &'a Arena {
        self.relation.arena
    }

    fn tidy(&self, values: &[Id]) -> Vec<Id> {
        self.engine.borrow_mut().simplify(&[], values).roots
    }

    fn product(&self, factors: &[Id]) -> Id {
        let arena = self.arena();
        let product = factors.iter().fold(arena.constant(1), |all, &factor| arena.binary(Op::Mul, all, factor));
        self.tidy(&[product])[0]
    }

    /// What is left of conditions on the sizes that have to hold.
    fn open(&self, conditions: impl IntoIterator<Item = Id>) -> Vec<Id> {
        let mut left = Vec::new();
        for condition in conditions {
            let root = self.engine.borrow_mut().simplify(&[condition], &[]).roots[0];
            if self.arena().number(root).is_none_or(|holds| holds == 0) && !left.contains(&root) {
                left.push(root);
            }
        }
        left
    }

    /// That there is a point: every extent is at least 1.
    fn is_there(&self) -> Vec<Id> {
        let arena = self.arena();
        let least = |&extent: &Id| arena.compare(Comparison::LessEqual, arena.constant(1), extent);
        let unknown: Vec<Id> = (self.relation.map.dims.iter())
            .filter(|&&extent| !self.engine.borrow_mut().is_at_most(arena.constant(1), extent))
            .map(least)
            .collect();
        self.open(unknown)
    }

    /// That it has a value at every index.
    fn total(&self) -> Result<(), Open> {
        match self.relation.is_total() {
            true => Ok(()),
            false => Err(Open::Partial(self.relation.domain().predicate_text())),
        }
    }

    fn sloped(&self) -> Result<Sloped, Open> {
        Sloped::new(&self.flat, &mut self.engine.borrow_mut())
    }

    fn stack(&self, dense: bool) -> Result<Given<Stack>, Open> {
        let sloped = self.sloped()?;
        let stack = Stack::new(self.arena(), &sloped, &mut self.engine.borrow_mut(), dense)?;
        Ok(Given { conditions: self.open(stack.conditions), answer: stack.answer })
    }

    /// The way back that the construction gives, where no point was taken away.
    fn back(&self) -> Option<&Map> {
        self.relation.inverse.as_ref().filter(|_| self.relation.restrictions.is_empty())
    }

    /// How many points the domain has.
    ///
    /// # Errors
    /// [`Open::Partial`] where conditions on the index leave some out, and it is not onto.
    pub fn points(&self) -> Result<Given<Id>, Open> {
        let onto = self.back().filter(|back| back.guards.is_empty());
        let answer = match onto {
            Some(_) if !self.relation.is_total() => self.product(&self.relation.map.spans),
            _ => {
                self.total()?;
                self.product(&self.relation.map.dims)
            }
        };
        Ok(Given { answer, conditions: Vec::new() })
    }

    /// The lexicographically first point of the domain.
    ///
    /// # Errors
    /// [`Open::Partial`] where the first index of the box is not proved to be in the domain.
    pub fn first(&self) -> Result<Given<GeneralBound>, Open> {
        self.corner(|_| self.arena().constant(0))
    }

    /// The lexicographically last point of the domain.
    ///
    /// # Errors
    /// As [`General::first`].
    pub fn last(&self) -> Result<Given<GeneralBound>, Open> {
        self.corner(|extent| self.arena().binary(Op::Sub, extent, self.arena().constant(1)))
    }

    fn corner(&self, component: impl Fn(Id) -> Id) -> Result<Given<GeneralBound>, Open> {
        let index: Vec<Id> = self.relation.map.dims.iter().map(|&extent| component(extent)).collect();
        let bound = self.bound(index);
        let at = self.relation.map().over(self.arena(), &bound.index);
        if !self.open(at.guards).is_empty() {
            return Err(Open::Partial(self.relation.domain().predicate_text()));
        }
        Ok(Given { answer: bound, conditions: self.is_there() })
    }

    /// An index with its values.
    fn bound(&self, index: Vec<Id>) -> GeneralBound {
        let index = self.tidy(&index);
        let value = unguarded(&self.relation.map).over(self.arena(), &index).values;
        GeneralBound { value: self.tidy(&value), index }
    }

    /// The least value and the first index that has it.
    ///
    /// # Errors
    /// [`Open`] where the map is neither strided nor known to be onto.
    pub fn least(&self) -> Result<Given<GeneralBound>, Open> {
        self.extreme(false)
    }

    /// The greatest value and the first index that has it.
    ///
    /// # Errors
    /// As [`General::least`].
    pub fn greatest(&self) -> Result<Given<GeneralBound>, Open> {
        self.extreme(true)
    }

    fn extreme(&self, greatest: bool) -> Result<Given<GeneralBound>, Open> {
        let arena = self.arena();
        // Where conditions leave points out, an end of the box that is left is the end of all.
        let is_onto = self.back().is_some_and(|back| back.guards.is_empty());
        let strided = if is_onto { self.total().and_then(|()| self.sloped()) } else { self.sloped() };
        let sloped = match (strided, self.back()) {
            (Ok(sloped), _) => sloped,
            // Onto: the ends of the span are values, each of one index.
            (Err(_), Some(back)) if back.guards.is_empty() => {
                let span = self.product(&self.relation.map.spans);
                let position =
                    if greatest { arena.binary(Op::Sub, span, arena.constant(1)) } else { arena.constant(0) };
                let index = self.tidy(&back.over(arena, &[position]).values);
                let value = self.tidy(&[position]);
                return Ok(Given { answer: GeneralBound { index, value }, conditions: self.is_there() });
            }
            (Err(why), _) => return Err(why),
        };
        let mut conditions = [sloped.conditions, self.is_there()].concat();
        let mut index = Vec::new();
        for axis in sloped.axes {
            let to_last = axis.is_down != greatest && arena.number(axis.stride) != Some(0);
            if !to_last {
                index.push(arena.constant(0));
                continue;
            }
            // With a stride of 0 the first index would be another one.
            let moves = arena.compare(Comparison::LessEqual, arena.constant(1), axis.stride);
            if !self.engine.borrow_mut().is_at_most(arena.constant(1), axis.stride) {
                conditions.push(moves);
            }
            index.push(arena.binary(Op::Sub, axis.extent, arena.constant(1)));
        }
        let at = self.relation.map().over(arena, &self.tidy(&index));
        if !self.open(at.guards).is_empty() {
            self.total()?;
        }
        Ok(Given { answer: self.bound(index), conditions: self.open(conditions) })
    }

    /// Conditions on the sizes under which no two points have one value; none where that is so for all sizes.
    ///
    /// Where they do not hold it may be so or not.
    ///
    /// # Errors
    /// [`Open`] where the map is not strided.
    pub fn injective(&self) -> Result<Given<()>, Open> {
        if self.relation.inverse.is_some() {
            return Ok(Given { answer: (), conditions: Vec::new() });
        }
        let strided = self.stack(false).map(|stack| stack.map(|_| ()));
        match strided {
            Ok(given) if given.conditions.is_empty() => Ok(given),
            _ if self.relation.is_proved_injective() => Ok(Given { answer: (), conditions: Vec::new() }),
            strided => strided,
        }
    }

    /// The way back from values, where equations that are affine in the sizes leave no choice of the index.
    pub(crate) fn inverse_by_equations(&self, values: &[Id]) -> Option<Map> {
        let Image { condition, index, .. } = self.relation.projected(values)?;
        let guards = self.open([condition]);
        Some(Map { index: vec![], dims: vec![], spans: vec![], guards, values: index?, unchecked: false })
    }

    /// The set of all values.
    ///
    /// # Errors
    /// [`Open`] where the map is not strided, or the strides overlap without filling all that is between, and where it is not
    /// affine in its sizes, or the index is not eliminated from its equations.
    pub fn image(&self) -> Result<Given<GeneralSet<'a>>, Open> {
        let arena = self.arena();
        let spans = &self.relation.map.spans;
        let components = components(arena, spans);
        let set = |conditions, size| GeneralSet {
            domain: Domain::new(arena, components.clone(), spans.clone(), conditions),
            size,
        };
        if let Some(back) = self.back() {
            let back = back.over(arena, &components);
            let size = if back.guards.is_empty() { self.product(spans) } else { self.points()?.answer };
            return Ok(Given { answer: set(back.guards, size), conditions: Vec::new() });
        }
        let by_strides = || self.image_by_strides(&components, &set);
        let by_conditions = || {
            let Image { condition, size, .. } = self.relation.projected(&components)?;
            let is_injective = || self.relation.is_proved_injective().then(|| self.points().ok()).flatten();
            let size = size.or_else(|| is_injective().map(|points| points.answer))?;
            Some(Given { answer: set(self.open([condition]), self.tidy(&[size])[0]), conditions: Vec::new() })
        };
        let strided = by_strides();
        match &strided {
            Ok(given) if given.conditions.is_empty() && spans.len() == 1 => strided,
            _ => by_conditions().map_or(strided, Ok),
        }
    }

    /// The values by digits of their place, the largest stride first.
    fn image_by_strides(
        &self,
        components: &[Id],
        set: &impl Fn(Vec<Id>, Id) -> GeneralSet<'a>,
    ) -> Result<Given<GeneralSet<'a>>, Open> {
        let arena = self.arena();
        let p = self.relation.place(components);
        self.total()?;
        let low = self.sloped()?.low;
        let stack = self.stack(true)?;
        let Stack { length, outer } = &stack.answer;
        let factors: Vec<Id> = outer.iter().map(|axis| axis.extent).chain([*length]).collect();
        let size = self.product(&factors);
        let (guards, _) = digits(arena, low, &stack.answer, p);
        let there = self.is_there();
        let Given { answer, conditions } = stack.map(|_| set(guards, size));
        Ok(Given { answer, conditions: [conditions, there].concat() })
    }

    /// The way back from a place, by the digits of the strides, where these are proved not to overlap.
    pub(crate) fn inverse(&self, place: Id) -> Option<Map> {
        let arena = self.arena();
        let sloped = self.total().and_then(|()| self.sloped()).ok()?;
        let Given { answer: stack, conditions } = self.stack(false).ok()?;
        if !conditions.is_empty() {
            return None;
        }
        let (guards, found) = digits(arena, sloped.low, &stack, place);
        let mut values = vec![arena.constant(0); self.relation.rank()];
        for (axis, digit) in stack.outer.iter().rev().zip(found) {
            let last = arena.binary(Op::Sub, axis.extent, arena.constant(1));
            values[axis.component] = if axis.is_down { arena.binary(Op::Sub, last, digit) } else { digit };
        }
        Some(Map { index: vec![], dims: vec![], spans: vec![], guards: self.open(guards), values, unchecked: false })
    }

    /// The numbers below the span that are no values.
    ///
    /// # Errors
    /// As [`General::image`].
    pub fn holes(&self) -> Result<Given<GeneralSet<'a>>, Open> {
        let arena = self.arena();
        let Given { answer: GeneralSet { domain, size }, conditions } = self.image()?;
        let span = self.product(&self.relation.map.spans);
        let holes = domain.complement();
        let size = self.tidy(&[arena.binary(Op::Sub, span, size)])[0];
        Ok(Given { answer: GeneralSet { domain: holes, size }, conditions })
    }

    /// Conditions on the sizes under which every number below the span is a value; none where that is so for all sizes.
    ///
    /// # Errors
    /// As [`General::image`], and [`Open::Partial`] where some numbers are not proved to be values: those at which the condition
    /// does not hold.
    pub fn surjective(&self) -> Result<Given<()>, Open> {
        let image = self.image()?;
        if self.arena().number(image.answer.domain.predicate()) == Some(1) {
            return Ok(image.map(|_| ()));
        }
        let span = self.product(&self.relation.map.spans);
        match self.engine.borrow_mut().is_equal(span, image.answer.size) {
            true => Ok(image.map(|_| ())),
            false => Err(Open::Partial(image.answer.domain.predicate_text())),
        }
    }
}

/// The digits of a place, of the largest stride first, and the conditions under which there are such digits.
fn digits(arena: &Arena, low: Id, stack: &Stack, place: Id) -> (Vec<Id>, Vec<Id>) {
    let mut guards = vec![arena.compare(Comparison::LessEqual, low, place)];
    // Below the least value the other conditions have a value too, so that their opposite is asked for there.
    let mut rest = match arena.number(low) {
        Some(0) => place,
        _ => arena.binary(Op::Sub, arena.binary(Op::Max, place, low), low),
    };
    let mut found = Vec::new();
    for axis in stack.outer.iter().rev() {
        let digit = arena.binary(Op::Div, rest, axis.stride);
        guards.push(arena.compare(Comparison::Less, digit, axis.extent));
        rest = arena.binary(Op::Rem, rest, axis.stride);
        found.push(digit);
    }
    guards.push(arena.compare(Comparison::Less, rest, stack.length));
    (guards, found)
}

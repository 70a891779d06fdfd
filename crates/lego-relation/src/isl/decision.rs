//! Proofs for all values of the sizes, of relations that are quasi-affine in them: equality and injectivity, by systems of
//! inequalities that nothing satisfies.

use super::budget::Budget;
use super::elimination::{PROOF_STEPS, System, opposites};
use super::express::{Express, NotAffine};
use super::quasi::{Affine, Conjunct, Constraint, FAR, QuasiAtom, Ranges};
use super::written::pieces;
use crate::relation::{Relation, parameters};
use lego_expr::{Arena, Id, Map, Premise};

/// The steps that the forms of the relations of one question may take.
const FORM_STEPS: u64 = 1 << 20;

/// So many pieces a relation may have.
const MOST_PIECES: usize = 64;

/// Pieces of a map: where conditions hold, the values.
type Pieces = Vec<(Conjunct, Vec<Affine>)>;

/// Systems that are shown to be empty, in a number of steps.
struct Proof<'a> {
    ranges: &'a Ranges,
    budget: Budget,
}

impl Proof<'_> {
    /// Whether conditions exclude each other.
    fn never(&mut self, conditions: &[Constraint]) -> bool {
        System::new(conditions, self.ranges, &self.budget).is_some_and(System::excludes_all)
    }

    /// Whether every point at which conditions hold is in one of some pieces.
    fn is_covered(&mut self, when: &[Constraint], pieces: &[&Conjunct]) -> bool {
        let is_inside = |piece: &&Conjunct| piece.iter().all(|constraint| when.contains(constraint));
        if pieces.iter().any(is_inside) || self.never(when) {
            return true;
        }
        // Only those that have some of the points can have all.
        let touching: Vec<&Conjunct> =
            (pieces.iter().copied()).filter(|piece| !self.never(&[when, piece].concat())).collect();
        let Some((first, rest)) = touching.split_first() else { return false };
        let mut inside = when.to_vec();
        for constraint in first.iter() {
            let Some(opposites) = opposites(constraint) else { return false };
            for opposite in opposites {
                inside.push(opposite);
                let is_covered = self.is_covered(&inside, rest);
                inside.pop();
                if !is_covered {
                    return false;
                }
            }
            inside.push(constraint.clone());
        }
        true
    }

    /// Whether two sums are equal wherever conditions hold.
    fn is_same(&mut self, when: &[Constraint], one: &Affine, other: &Affine) -> bool {
        let Some(gap) = one.clone().plus(other, -1) else { return false };
        gap.number() == Some(0)
            || opposites(&Constraint::Zero(gap))
                .is_some_and(|ways| ways.into_iter().all(|way| self.never(&[when, &[way]].concat())))
    }
}

/// A component of an index with its least and its greatest value.
fn below(arena: &Arena, (id, dim): (Id, Id)) -> (Id, (i128, i128)) {
    (id, (0, arena.number(dim).map_or(FAR, |extent| (extent - 1).max(0))))
}

/// Some relations over the same variables.
pub(super) struct Setting<'a> {
    express: Express<'a>,
    ranges: Ranges,
    /// What is known of the sizes: the facts of the arena.
    facts: Conjunct,
}

impl<'a> Setting<'a> {
    fn new(arena: &'a Arena, indices: &[(Id, Id)], sizes: &[Id]) -> Self {
        let mut variables: Vec<(Id, (i128, i128))> = indices.iter().map(|&index| below(arena, index)).collect();
        variables.extend(sizes.iter().map(|&id| (id, (1, FAR))));
        Self::over(arena, &variables)
    }

    /// Over components of a value, which nothing bounds, sizes, and the components of an index.
    pub(super) fn of_values(arena: &'a Arena, values: &[Id], sizes: &[Id], indices: &[(Id, Id)]) -> Self {
        let mut variables: Vec<(Id, (i128, i128))> = values.iter().map(|&id| (id, (0, FAR))).collect();
        variables.extend(sizes.iter().map(|&id| (id, (1, FAR))));
        variables.extend(indices.iter().map(|&index| below(arena, index)));
        Self::over(arena, &variables)
    }

    fn over(arena: &'a Arena, variables: &[(Id, (i128, i128))]) -> Self {
        let ranges = Ranges(variables.iter().map(|(_, range)| *range).collect());
        let mut setting = Self { express: Express::new(arena, variables, FORM_STEPS), ranges, facts: Vec::new() };
        for premise in arena.premises() {
            // A fact of other sizes, or one that is not affine, is not used.
            let fact = match premise {
                Premise::AtMost(low, high) => setting.gap(high, low).map(Constraint::Natural),
                Premise::Divides(number, divisor) => {
                    let value = setting.single(number);
                    let divisor = arena.number(divisor).filter(|divisor| *divisor > 0);
                    value
                        .zip(divisor)
                        .and_then(|(value, divisor)| value.modulo(divisor, &setting.ranges).map(Constraint::Zero))
                }
            };
            setting.facts.extend(fact);
        }
        setting
    }

    /// An expression that is one sum.
    fn single(&mut self, id: Id) -> Option<Affine> {
        match self.express.value(id).ok()?.as_slice() {
            [piece] if piece.case.conditions.is_empty() => Some(piece.value.clone()),
            _ => None,
        }
    }

    fn gap(&mut self, high: Id, low: Id) -> Option<Affine> {
        let (high, low) = (self.single(high)?, self.single(low)?);
        high.plus(&low, -1)
    }

    /// The conditions that an index is in the box of a map and that the facts hold: one of these conjunctions does.
    pub(super) fn boxes(&mut self, map: &Map) -> Result<Vec<Conjunct>, NotAffine> {
        let mut all: Vec<Conjunct> = vec![self.facts.clone()];
        for (&component, &dim) in map.index.iter().zip(&map.dims) {
            if self.express.arena.number(dim).is_some() {
                continue;
            }
            let (component, extents) = (self.express.value(component)?, self.express.value(dim)?);
            let [component] = component.as_slice() else { return Err(NotAffine::Limit) };
            let mut more = Vec::new();
            for extent in extents.iter() {
                let below = extent.value.clone().plus(&component.value, -1);
                let below = below.and_then(|gap| gap.plus(&Affine::constant(-1), 1)).ok_or(NotAffine::Limit)?;
                let below = [&extent.case.conditions[..], &[Constraint::Natural(below)]].concat();
                let both = |when: &Conjunct| self.express.such_that(&[&when[..], &below].concat());
                more.extend(all.iter().filter_map(both).map(|case| case.conditions));
            }
            if more.len() > MOST_PIECES {
                return Err(NotAffine::Limit);
            }
            all = more;
        }
        if all.len() > MOST_PIECES { Err(NotAffine::Limit) } else { Ok(all) }
    }

    /// The pieces of a map.
    pub(super) fn pieces(&mut self, map: &Map) -> Result<Pieces, NotAffine> {
        let all = pieces(&mut self.express, &map.guards, &map.values)?;
        if all.len() > MOST_PIECES { Err(NotAffine::Limit) } else { Ok(all) }
    }
}

impl<'a> Relation<'a> {
    /// The sizes of this relation and another one, those in the facts of the arena among them.
    fn sizes_of(&self, other: &Self) -> Vec<Id> {
        let maps = [self.map(), other.map()];
        let mut ids: Vec<Id> = maps.iter().flat_map(|map| [&map.dims[..], &map.roots()].concat()).collect();
        for premise in self.arena.premises() {
            let (Premise::AtMost(a, b) | Premise::Divides(a, b)) = premise;
            ids.extend([a, b]);
        }
        parameters(self.arena, &ids).into_iter().map(|(_, id)| id).collect()
    }

    /// Whether conditions prove that another relation with the same extents is the same; false where they do not.
    pub(crate) fn is_proved_equal(&self, other: &Self) -> bool {
        self.proves_equal(other).unwrap_or(false)
    }

    fn proves_equal(&self, other: &Self) -> Result<bool, NotAffine> {
        let map = self.map();
        let indices: Vec<(Id, Id)> = map.index.iter().copied().zip(map.dims.iter().copied()).collect();
        let mut setting = Setting::new(self.arena, &indices, &self.sizes_of(other));
        let other = Map { dims: map.dims.clone(), ..other.map().over(self.arena, &map.index) };
        let (left, right) = (setting.pieces(&map)?, setting.pieces(&other)?);
        let mut boxes = setting.boxes(&map)?;
        let mut proof = Proof { ranges: &setting.ranges, budget: Budget::new(PROOF_STEPS) };
        boxes.retain(|inside| !proof.never(inside));
        let whens = |pieces: &'_ Pieces| pieces.iter().map(|(when, _)| when.clone()).collect::<Vec<_>>();
        for inside in &boxes {
            for (some, others) in [(&left, whens(&right)), (&right, whens(&left))] {
                let others: Vec<&Conjunct> = others.iter().collect();
                if !some.iter().all(|(when, _)| proof.is_covered(&[&inside[..], when].concat(), &others)) {
                    return Ok(false);
                }
            }
            for ((when, values), (also, others)) in
                left.iter().flat_map(|one| right.iter().map(move |other| (one, other)))
            {
                let both = [&inside[..], when, also].concat();
                let is_same = values == others
                    || proof.never(&both)
                    || values.iter().zip(others).all(|(a, b)| proof.is_same(&both, a, b));
                if !is_same {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether conditions prove that no two points have the same values; false where they do not.
    pub(crate) fn is_proved_injective(&self) -> bool {
        self.proves_injective().unwrap_or(false)
    }

    fn proves_injective(&self) -> Result<bool, NotAffine> {
        let arena = self.arena;
        let map = self.map();
        let extents = |index: &[Id]| index.iter().copied().zip(map.dims.iter().copied()).collect::<Vec<_>>();
        // Another index in the same box.
        let second: Vec<Id> = (0..map.index.len())
            .map(|k| arena.variable(&format!("i{k}'"), lego_expr::Kind::Index { extent: map.dims[k] }))
            .collect();
        let indices = [extents(&map.index), extents(&second)].concat();
        let mut setting = Setting::new(arena, &indices, &self.sizes_of(self));
        let copy = map.over(arena, &second);
        let (one, other) = (setting.pieces(&map)?, setting.pieces(&copy)?);
        let (mut first_boxes, mut boxes) = (setting.boxes(&map)?, setting.boxes(&copy)?);
        let mut proof = Proof { ranges: &setting.ranges, budget: Budget::new(PROOF_STEPS) };
        first_boxes.retain(|inside| !proof.never(inside));
        boxes.retain(|inside| !proof.never(inside));
        let inside = first_boxes.iter().flat_map(|one| boxes.iter().map(move |other| [&one[..], other].concat()));
        let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        for (inside, ((when, values), (also, others))) in
            inside.flat_map(|inside| pairs.clone().map(move |pair| (inside.clone(), pair)))
        {
            let mut both = [&inside[..], when, also].concat();
            for (a, b) in values.iter().zip(others) {
                both.push(Constraint::Zero(a.clone().plus(b, -1).ok_or(NotAffine::Limit)?));
            }
            for k in 0..map.index.len() {
                // Each pair is looked at both ways round, so that one way of being different is enough.
                let gap = Affine::variable(k).plus(&Affine::atom(QuasiAtom::Variable(map.index.len() + k)), -1);
                let gap = gap.and_then(|gap| gap.plus(&Affine::constant(-1), 1)).ok_or(NotAffine::Limit)?;
                if !proof.never(&[&both[..], &[Constraint::Natural(gap)]].concat()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

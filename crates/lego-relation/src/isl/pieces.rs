//! The pieces of a map as its text gives them: where conditions hold, the values that equations give.

use super::elimination::System;
use super::error::{ReadError, Result};
use super::narrow::narrow;
use super::piece::Piece;
use super::quasi::{Affine, Conjunct, Constraint, FAR, QuasiAtom, Ranges};
use super::reader::{MOST_CASES, Reader, Unsolved};
use super::syntax::{Case, ExpressionNode};
use std::rc::Rc;

/// The number of pieces of which it is looked at whether their conditions exclude each other.
const MOST_COMPARED: usize = 256;

impl Reader<'_> {
    /// The pieces of one case of the map.
    pub(super) fn case(&mut self, case: &Case, pieces: &mut Vec<Piece>) -> Result<()> {
        if case.from.len() != self.rank || case.to.len() != self.count {
            return Err(ReadError::new(
                case.place.clone(),
                format!(
                    "this map goes from {} to {} numbers, the first one from {} to {}",
                    case.from.len(),
                    case.to.len(),
                    self.rank,
                    self.count
                ),
            ));
        }
        let before = self.names.len();
        let mut equations = Vec::new();
        for (number, part) in case.from.iter().chain(&case.to).enumerate() {
            match &*part.node {
                ExpressionNode::Name(name) if !self.names.iter().any(|(other, _)| other == name) => {
                    self.names.push((name.clone(), Affine::variable(number)));
                }
                _ => equations.push((number, part)),
            }
        }
        let mut given: Vec<Conjunct> = vec![vec![]];
        for (number, part) in equations {
            let large = || ReadError::new(part.place.clone(), "a number beyond 100 bits comes about here");
            let mut more = Vec::new();
            for (when, value) in self.cells(part)? {
                let gap = value.plus(&Affine::variable(number), -1).ok_or_else(large)?;
                let also = [&when[..], &[Constraint::Zero(gap)]].concat();
                more.extend(given.iter().map(|conditions| [&conditions[..], &also].concat()));
            }
            if more.len() > MOST_CASES {
                return Err(ReadError::new(part.place.clone(), format!("more than {MOST_CASES} pieces")));
            }
            given = more;
        }
        let (declared, when) = self.declared(&case.when);
        let declared = Rc::new(declared);
        let cases = self.cases(&when).map_err(|error| {
            if error.place.end == 0 { ReadError { place: case.place.clone(), ..error } } else { error }
        });
        self.names.truncate(before);
        let cases = cases?;
        if given.len().saturating_mul(cases.len()) > MOST_CASES {
            return Err(ReadError::new(case.place.clone(), format!("more than {MOST_CASES} pieces")));
        }
        self.declared.push(Rc::clone(&declared));
        let first = pieces.len();
        for (given, conditions) in given.iter().flat_map(|given| cases.iter().map(move |case| (given, case))) {
            self.piece([&given[..], conditions].concat(), case, pieces)?;
        }
        for piece in &mut pieces[first..] {
            piece.declared = Rc::clone(&declared);
        }
        if pieces.len() > MOST_CASES {
            return Err(ReadError::new(case.place.clone(), format!("more than {MOST_CASES} pieces")));
        }
        Ok(())
    }

    /// A piece: the values by equations, the conditions without them, the ranges that they leave; none of an empty one.
    /// Where no equation gives a value, a piece for each point.
    fn piece(&mut self, mut when: Conjunct, case: &Case, pieces: &mut Vec<Piece>) -> Result<()> {
        let all = when.clone();
        let large = || ReadError::new(case.place.clone(), "a number beyond 100 bits comes about here");
        let outputs = self.rank..self.rank + self.count;
        let mut values: Vec<Option<Affine>> = vec![None; self.count];
        let depends = |affine: &Affine| affine.atoms().any(|atom| outputs.clone().any(|number| atom.has(number)));
        let mut progress = true;
        while progress {
            progress = false;
            for number in outputs.clone().filter(|number| values[number - self.rank].is_none()).collect::<Vec<_>>() {
                let solved = when.iter().find_map(|constraint| {
                    let Constraint::Zero(affine) = constraint else { return None };
                    let (coefficient, rest) = affine.taken_apart(&QuasiAtom::Variable(number))?;
                    if depends(&rest) {
                        return None;
                    }
                    // coefficient · value + rest = 0
                    Some((rest.times(-coefficient.signum())?, coefficient.abs()))
                });
                let Some((numerator, divisor)) = solved else { continue };
                let free = Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()]);
                let value = numerator.floor(divisor, &free).ok_or_else(large)?;
                if divisor > 1 {
                    when.push(Constraint::Zero(numerator.modulo(divisor, &free).ok_or_else(large)?));
                }
                when = when
                    .iter()
                    .map(|constraint| replaced(constraint, number, &value, &free))
                    .collect::<Option<_>>()
                    .ok_or_else(large)?;
                values[number - self.rank] = Some(value);
                progress = true;
            }
        }
        // What is left of an equation that gave a value is 0 = 0.
        let empty = Ranges(vec![(-FAR, FAR); self.rank + self.count + self.parameters.len()]);
        when.retain(|constraint| constraint.settled(&empty) != Some(true));
        when.dedup();
        if when.iter().any(|constraint| constraint.settled(&empty) == Some(false)) {
            return Ok(());
        }
        if let Some(number) = values.iter().position(Option::is_none) {
            if self.unsolved == Unsolved::Told {
                self.is_unsolved = true;
                return Ok(());
            }
            return self.points(&all, case, number, pieces);
        }
        let mut ranges = Ranges(vec![(-FAR, FAR); self.rank]);
        ranges.0.extend(self.ranges(&[]).0);
        for _ in 0..64 {
            let before = ranges.0.clone();
            for constraint in &when {
                narrow(constraint, &mut ranges, self.rank);
            }
            if ranges.0[..self.rank].iter().any(|(low, high)| low > high) {
                return Ok(());
            }
            if ranges.0 == before {
                break;
            }
        }
        // Where a component has no range, all conditions together may tell more.
        let is_ranged = ranges.0[..self.rank].iter().all(|(low, high)| *low >= 0 && *high < FAR);
        let is_open = (!is_ranged || !self.parameters.is_empty()) && pieces.len() < MOST_COMPARED;
        if is_open && System::new(&when, &ranges, &self.proofs).is_some_and(System::excludes_all) {
            return Ok(());
        }
        for (number, (low, _)) in ranges.0[..self.rank].iter().enumerate() {
            if *low < 0 {
                let where_to = if *low <= -FAR { "has no lower bound" } else { "may be below 0" };
                return Err(ReadError::new(
                    case.from[number].place.clone(),
                    format!("this component {where_to}: coordinates are numbers from 0 on; add `>= 0`, or shift it"),
                ));
            }
        }
        let values = values.into_iter().flatten().collect();
        pieces.push(Piece { when, values, ranges, place: case.place.clone(), declared: Rc::default() });
        Ok(())
    }
}

/// A condition with a value in place of a variable.
fn replaced(constraint: &Constraint, number: usize, value: &Affine, ranges: &Ranges) -> Option<Constraint> {
    Some(match constraint {
        Constraint::Natural(affine) => Constraint::Natural(put(affine, number, value, ranges)?),
        Constraint::Zero(affine) => Constraint::Zero(put(affine, number, value, ranges)?),
    })
}

fn put(affine: &Affine, number: usize, value: &Affine, ranges: &Ranges) -> Option<Affine> {
    let mut sum = Affine::constant(affine.constant);
    for &(ref atom, coefficient) in affine.terms() {
        let atom = match atom {
            QuasiAtom::Variable(other) if *other == number => value.clone(),
            QuasiAtom::Floor(inner, divisor) if atom.has(number) => {
                put(inner, number, value, ranges)?.floor(*divisor, ranges)?
            }
            QuasiAtom::Mod(inner, divisor) if atom.has(number) => {
                put(inner, number, value, ranges)?.modulo(*divisor, ranges)?
            }
            other => Affine::atom(other.clone()),
        };
        sum = sum.plus(&atom, coefficient)?;
    }
    Some(sum)
}

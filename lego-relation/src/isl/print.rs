//! Relations as texts of isl.

use super::express::{Express, NotAffine, Piece};
use super::not_printed::NotPrinted;
use super::quasi::{Affine, Atom, Conjunct, Constraint, FAR};
use super::rows::rows;
use crate::relation::Relation;
use lego_expr::{Engine, Id, Map, plain};
use std::fmt::Write;

impl Relation<'_> {
    /// The relation in isl's notation, its index named `i0, i1, …` if its variables are.
    ///
    /// What is not quasi-affine (a square root, a product of components) is written row by row, piece by piece.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let isl = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap().to_isl().unwrap();
    /// assert_eq!(isl("Row(4, 8)"), "{ [i0, i1] -> [8i0 + i1] : 0 <= i0 <= 3 and 0 <= i1 <= 7 }");
    /// assert_eq!(isl("Row(M, 8)"), "[M] -> { [i0, i1] -> [8i0 + i1] : 0 <= i0 < M and 0 <= i1 <= 7 }");
    /// assert_eq!(isl("Swizzle(1, 0, 2)"), "{ [i0] -> [2*floor(i0/2) + (i0 + floor(i0/4)) mod 2] : 0 <= i0 <= 7 }");
    /// ```
    ///
    /// # Errors
    /// [`NotPrinted`].
    pub fn to_isl(&self) -> Result<String, NotPrinted> {
        let arena = self.arena;
        let map = self.map();
        let parameters = self.parameters();
        let one = arena.constant(1);
        let extent = |id: Id| arena.number(id).map_or(FAR, |extent| (extent - 1).max(0));
        let mut variables: Vec<(Id, (i128, i128))> =
            map.index.iter().zip(&map.dims).map(|(&id, &dim)| (id, (0, extent(dim)))).collect();
        variables.extend(parameters.iter().map(|(_, id)| (*id, (1, FAR))));
        let names: Vec<String> = variables.iter().map(|(id, _)| plain(arena, *id)).collect();
        let form = Engine::new(arena).simplify(&map.guards, &map.values);
        let (guards, values) = form.roots.split_at(map.guards.len());
        let simplified = Map { guards: guards.to_vec(), values: values.to_vec(), ..map.clone() };
        let mut printer = Printer { express: Express::new(arena, &variables), names, map: simplified, one };
        let written = printer.pieces().or_else(|error| {
            // The form that the engine chose is the cheapest to compute, and not always affine.
            printer.map = map.clone();
            printer.pieces().map_err(|_| error)
        });
        let pieces = match written {
            Ok(pieces) => pieces,
            Err(_) if parameters.is_empty() => rows(self)?,
            Err(NotAffine::Term(term)) => return Err(NotPrinted::Term { term }),
            Err(NotAffine::Pieces) => return Err(NotPrinted::Pieces),
        };
        let bounds = printer.bounds()?;
        let mut text = String::new();
        if !parameters.is_empty() {
            let names: Vec<&str> = parameters.iter().map(|(name, _)| name.as_str()).collect();
            let _ = write!(text, "[{}] -> ", names.join(", "));
        }
        let index = printer.names[..map.index.len()].join(", ");
        let mut parts = Vec::new();
        for (when, values) in pieces {
            let values: Vec<String> = values.iter().map(|value| printer.sum(value)).collect();
            // A component that an equation gives its value needs no bounds.
            let fixed = |k: usize| when.iter().any(|constraint| is_fixed(constraint, k));
            let mut conditions: Vec<String> =
                bounds.iter().enumerate().filter(|(k, _)| !fixed(*k)).map(|(_, bound)| bound.clone()).collect();
            conditions.extend(when.iter().map(|constraint| printer.constraint(constraint)));
            let such = if conditions.is_empty() { String::new() } else { format!(" : {}", conditions.join(" and ")) };
            parts.push(format!("[{index}] -> [{}]{such}", values.join(", ")));
        }
        if parts.is_empty() {
            let values: Vec<String> = (0..map.values.len()).map(|k| format!("o{k}")).collect();
            parts.push(format!("[{index}] -> [{}] : false", values.join(", ")));
        }
        let _ = write!(text, "{{ {} }}", parts.join("; "));
        Ok(text)
    }
}

struct Printer<'a> {
    express: Express<'a>,
    names: Vec<String>,
    map: Map,
    one: Id,
}

/// So many pieces are written.
const MOST_PIECES: usize = 1 << 12;

impl Printer<'_> {
    /// The values where the guards hold, case by case.
    fn pieces(&mut self) -> Result<Vec<(Conjunct, Vec<Affine>)>, NotAffine> {
        let guards: Vec<Id> = self.map.guards.iter().copied().filter(|&guard| guard != self.one).collect();
        let mut pieces: Vec<(Conjunct, Vec<Affine>)> =
            self.express.product(&guards)?.into_iter().map(|when| (when, Vec::new())).collect();
        for value in self.map.values.clone() {
            let of_value = self.express.value(value)?;
            let mut more = Vec::new();
            for ((when, values), Piece { when: also, value }) in
                pieces.iter().flat_map(|piece| of_value.iter().map(move |other| (piece, other)))
            {
                let when = self.express.both(when, also);
                more.extend(when.map(|when| (when, [&values[..], std::slice::from_ref(value)].concat())));
            }
            if more.len() > MOST_PIECES {
                return Err(NotAffine::Pieces);
            }
            pieces = more;
        }
        Ok(pieces)
    }

    /// The conditions that say which box the index is in.
    fn bounds(&mut self) -> Result<Vec<String>, NotPrinted> {
        let mut bounds = Vec::new();
        for (k, dim) in self.map.dims.clone().into_iter().enumerate() {
            let arena_number = self.express.value(dim).map_err(|error| match error {
                NotAffine::Term(term) => NotPrinted::Term { term },
                NotAffine::Pieces => NotPrinted::Pieces,
            })?;
            let [Piece { when, value }] = &arena_number[..] else { return Err(NotPrinted::Pieces) };
            debug_assert!(when.is_empty());
            let name = &self.names[k];
            bounds.push(match value.number() {
                Some(1) => format!("{name} = 0"),
                Some(extent) => format!("0 <= {name} <= {}", extent - 1),
                None => format!("0 <= {name} < {}", self.sum(value)),
            });
        }
        Ok(bounds)
    }

    fn sum(&self, affine: &Affine) -> String {
        sum(affine, &self.names)
    }

    fn constraint(&self, constraint: &Constraint) -> String {
        // What is subtracted stands on the other side.
        let (mut left, mut right) = (Affine::default(), Affine::default());
        let affine = constraint.affine();
        for (atom, &coefficient) in &affine.terms {
            let side = if coefficient > 0 { &mut left } else { &mut right };
            side.terms.insert(atom.clone(), coefficient.abs());
        }
        if affine.constant > 0 {
            left.constant = affine.constant
        } else {
            right.constant = -affine.constant
        }
        match constraint {
            Constraint::Zero(_) => format!("{} = {}", self.sum(&left), self.sum(&right)),
            Constraint::Natural(_) if left.number().is_some() => format!("{} <= {}", self.sum(&right), self.sum(&left)),
            Constraint::Natural(_) => format!("{} >= {}", self.sum(&left), self.sum(&right)),
        }
    }
}

/// Whether a condition says that a component is a number.
fn is_fixed(constraint: &Constraint, component: usize) -> bool {
    let Constraint::Zero(affine) = constraint else { return false };
    affine.terms.len() == 1 && affine.terms.get(&Atom::Variable(component)).is_some_and(|factor| factor.abs() == 1)
}

/// A sum as isl writes it: the number first, then each atom with its coefficient.
pub(super) fn sum(affine: &Affine, names: &[String]) -> String {
    let mut text = String::new();
    if affine.constant != 0 || affine.terms.is_empty() {
        let _ = write!(text, "{}", affine.constant);
    }
    for (atom, &coefficient) in &affine.terms {
        if !text.is_empty() {
            text.push_str(if coefficient < 0 { " - " } else { " + " });
        } else if coefficient < 0 {
            text.push('-');
        }
        let factor = coefficient.abs();
        let written = match atom {
            Atom::Variable(number) if factor == 1 => names[*number].clone(),
            Atom::Variable(number) => format!("{factor}{}", names[*number]),
            Atom::Floor(inner, divisor) => {
                let inner = inside(inner, names);
                if factor == 1 {
                    format!("floor({inner}/{divisor})")
                } else {
                    format!("{factor}*floor({inner}/{divisor})")
                }
            }
            Atom::Mod(inner, divisor) => {
                let inner = sum(inner, names);
                if factor == 1 {
                    format!("({inner}) mod {divisor}")
                } else {
                    format!("{factor}*(({inner}) mod {divisor})")
                }
            }
        };
        text.push_str(&written);
    }
    text
}

/// A sum before a division: a name as it is, anything else in parentheses.
fn inside(affine: &Affine, names: &[String]) -> String {
    let text = sum(affine, names);
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !text.starts_with(|c: char| c.is_ascii_digit()) {
        text
    } else {
        format!("({text})")
    }
}

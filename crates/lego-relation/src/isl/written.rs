//! A relation in pieces, as it is written: forwards as a map, and backwards as the condition that is its inverse.

use super::budget::Budget;
use super::case::{Case, is_natural};
use super::elimination::{PROOF_STEPS, System, opposites};
use super::express::{Express, NotAffine, Piece};
use super::not_printed::NotPrinted;
use super::notation::{condition, sum};
use super::quasi::{Affine, Conjunct, Constraint, FAR, QuasiAtom, Ranges};
use super::rows::{MOST_PIECES, rows};
use crate::relation::Relation;
use lego_equal::Effort;
use lego_expr::{Engine, Id, Map, Node, Op, plain, reachable};
use std::collections::BTreeMap;

/// A longer text is written with `or` for pieces of the same values.
pub(super) const SHORT: usize = 2_000;

/// A form may take a step for each of so many of the effort's.
const STEPS_OF_EFFORT: u64 = 1 << 5;

/// Of expressions of more nodes no other form is looked for.
const MOST_NODES: usize = 1 << 12;

/// A relation as pieces: where conditions hold, the values.
pub(super) struct Written {
    parameters: Vec<String>,
    /// The names of the components of the index; of the parameters behind them.
    names: Vec<String>,
    /// The extents of the box.
    extents: Vec<Extent>,
    /// The ranges of the components and the parameters.
    ranges: Ranges,
    /// How many values there are.
    count: usize,
    pub(super) pieces: Pieces,
}

/// The extent of a component: the number that it is, and its text.
struct Extent {
    number: Option<i128>,
    text: String,
}

impl Written {
    /// The relation by the expressions of its map.
    ///
    /// # Errors
    /// [`NotPrinted`] where they are not quasi-affine, or not in the steps that there are.
    pub(super) fn by_expressions(relation: &Relation<'_>, effort: &Effort<'_>) -> Result<Self, NotPrinted> {
        let arena = relation.arena;
        let map = relation.map();
        let steps = effort.steps / STEPS_OF_EFFORT;
        let (mut written, variables) = Self::empty(relation, steps)?;
        let of_map = |map: &Map| plainest_pieces(&mut Express::new(arena, &variables, steps), map);
        let is_small = reachable(arena, &map.roots()).len() <= MOST_NODES;
        let form = is_small.then(|| Engine::new(arena).simplify(&map.guards, &map.values));
        let simplified = form.map(|form| {
            let (guards, values) = form.roots.split_at(map.guards.len());
            Map { guards: guards.to_vec(), values: values.to_vec(), ..map.clone() }
        });
        // The form that the engine chose is the cheapest to compute, and not always affine.
        let found = match simplified {
            Some(simplified) => of_map(&simplified).or_else(|error| of_map(&map).map_err(|_| error)),
            None => of_map(&map),
        };
        written.pieces = found.map_err(|error| not_printed(relation, error, steps))?;
        Ok(written)
    }

    /// A relation of numbers by its points.
    ///
    /// # Errors
    /// [`NotPrinted`] where there are more points or more pieces than the effort allows.
    pub(super) fn by_points(relation: &Relation<'_>, effort: &Effort<'_>) -> Result<Self, NotPrinted> {
        let (mut written, _) = Self::empty(relation, effort.steps)?;
        written.pieces = rows(relation, effort)?;
        Ok(written)
    }

    /// The names and the box, and the variables with their ranges.
    #[expect(clippy::type_complexity, reason = "what Express takes")]
    fn empty(relation: &Relation<'_>, steps: u64) -> Result<(Self, Vec<(Id, (i128, i128))>), NotPrinted> {
        let arena = relation.arena;
        let map = &relation.map;
        let parameters = relation.parameters();
        let extent = |id: Id| arena.number(id).map_or(FAR, |extent| (extent - 1).max(0));
        let mut variables: Vec<(Id, (i128, i128))> =
            map.index.iter().zip(&map.dims).map(|(&id, &dim)| (id, (0, extent(dim)))).collect();
        variables.extend(parameters.iter().map(|(_, id)| (*id, (1, FAR))));
        let mut express = Express::new(arena, &variables, steps);
        let names: Vec<String> = variables.iter().map(|(id, _)| plain(arena, *id)).collect();
        let mut extents = Vec::new();
        for &dim in &map.dims {
            // No index is below 0 either way.
            let dim = match arena.get(dim) {
                Node::Binary(Op::Max, a, b) if arena.number(b) == Some(0) => a,
                Node::Binary(Op::Max, a, b) if arena.number(a) == Some(0) => b,
                _ => dim,
            };
            let text = size(&mut express, &names, dim).map_err(|error| not_printed(relation, error, steps))?;
            extents.push(Extent { number: arena.number(dim), text });
        }
        let written = Self {
            parameters: parameters.into_iter().map(|(name, _)| name).collect(),
            names,
            extents,
            ranges: Ranges(variables.iter().map(|(_, range)| *range).collect()),
            count: map.values.len(),
            pieces: Vec::new(),
        };
        Ok((written, variables))
    }

    /// Whether the conditions tell that no value is below 0, so that a reader needs to look at no point for that.
    pub(super) fn tells_naturals(&self) -> bool {
        self.pieces.iter().all(|(when, values)| {
            let case = Case::everywhere(&self.ranges).and(when);
            case.is_none_or(|case| values.iter().all(|value| is_natural(&case, value)))
        })
    }

    /// The map: `{ [i0, i1] -> [8i0 + i1] : … }`.
    pub(super) fn map(&self) -> String {
        let index = self.names[..self.extents.len()].join(", ");
        let head = |values: &[Affine]| {
            let values: Vec<String> = values.iter().map(|value| sum(value, &self.names)).collect();
            (format!("[{index}] -> [{}]", values.join(", ")), Vec::new())
        };
        self.text(&self.names, head, || {
            // The extents are said all the same.
            let bound = |(extent, name): (&Extent, &String)| match extent.number {
                Some(number) => format!("0 <= {name} <= {}", number - 1),
                None => format!("0 <= {name} < {}", extent.text),
            };
            let bounds = self.extents.iter().zip(&self.names).map(bound).chain(["false".to_owned()]);
            let bounds: Vec<String> = bounds.collect();
            format!("[{index}] -> [{}] : {}", vec!["0"; self.count].join(", "), bounds.join(" and "))
        })
    }

    /// The inverse as a condition on the index and the values: `{ [i0] -> [o0, o1] : i0 = 8o0 + o1 and … }`.
    pub(super) fn inverse(&self) -> String {
        let rank = self.extents.len();
        let others = &self.names[rank..];
        let free = |prefixes: [&'static str; 3]| {
            let is_free =
                |prefix: &&str| !others.iter().any(|name| name.starts_with(prefix) && name.len() > prefix.len());
            prefixes.into_iter().find(is_free).unwrap_or(prefixes[2])
        };
        let named = |prefix: &str, count| (0..count).map(|k| format!("{prefix}{k}")).collect::<Vec<_>>();
        let (from, to) = (named(free(["i", "p", "i_"]), self.count), named(free(["o", "q", "o_"]), rank));
        let names = [&to, others].concat();
        let tuples = format!("[{}] -> [{}]", from.join(", "), to.join(", "));
        let head = |values: &[Affine]| {
            let equation = |(name, value): (&String, &Affine)| format!("{name} = {}", sum(value, &names));
            (tuples.clone(), from.iter().zip(values).map(equation).collect())
        };
        self.text(&names, head, || format!("{tuples} : false"))
    }

    /// All pieces, each with a head that its values make and the conditions that belong to it.
    ///
    /// In a long text bounds of a component are one condition, and pieces of the same values are one with `or`. The first piece
    /// says the whole box all the same, before its cases where it has several: a bound within `or` is none of the box.
    fn text(
        &self,
        names: &[String],
        head: impl Fn(&[Affine]) -> (String, Vec<String>),
        empty: impl Fn() -> String,
    ) -> String {
        let part = |values: &[Affine], of_box: Vec<String>, cases: &[Vec<String>]| {
            let (head, mut conditions) = head(values);
            conditions.extend(of_box);
            match cases {
                [all] => conditions.extend(all.iter().cloned()),
                _ => {
                    let any = cases.iter().map(|all| all.join(" and ")).collect::<Vec<_>>().join(" or ");
                    conditions.push(if conditions.is_empty() { any } else { format!("({any})") });
                }
            }
            let such = if conditions.is_empty() { String::new() } else { format!(" : {}", conditions.join(" and ")) };
            format!("{head}{such}")
        };
        let whole = |(number, (when, values)): (usize, &(Conjunct, Vec<Affine>))| {
            part(values, Vec::new(), &[self.conditions(number, when, names)])
        };
        let text = self.braced(self.pieces.iter().enumerate().map(whole).collect(), &empty);
        if text.len() <= SHORT {
            return text;
        }
        let mut groups: Vec<(&[Affine], Vec<Vec<String>>)> = Vec::new();
        let mut places: BTreeMap<&[Affine], usize> = BTreeMap::new();
        for (number, (when, values)) in self.pieces.iter().enumerate() {
            let case = if number == 0 { self.conditions(0, when, names) } else { self.short_conditions(when, names) };
            let place = *places.entry(values).or_insert(groups.len());
            match groups.get_mut(place) {
                // A case without conditions is all of its piece.
                Some((_, cases)) if !case.is_empty() => cases.push(case),
                _ => groups.push((values, vec![case])),
            }
        }
        let of_group = |(number, (values, cases)): (usize, &(&[Affine], Vec<Vec<String>>))| {
            let is_whole = number == 0 && cases.len() > 1;
            let of_box =
                if is_whole { (0..self.extents.len()).map(|k| self.bound(k, names)).collect() } else { Vec::new() };
            part(values, of_box, cases)
        };
        self.braced(groups.iter().enumerate().map(of_group).collect(), &empty)
    }

    /// What must hold of the index: its box, and the conditions of a piece.
    ///
    /// A component that an equation gives its value needs no bounds, if the values of all pieces say its extent; if they do not,
    /// the first piece says it.
    fn conditions(&self, number: usize, when: &Conjunct, names: &[String]) -> Vec<String> {
        let is_needless = |k: usize| fixed(when, k).is_some() && (number > 0 || self.is_said(k));
        let bounds = (0..self.extents.len()).filter(|&k| !is_needless(k)).map(|k| self.bound(k, names));
        bounds.chain(when.iter().map(|constraint| condition(constraint, names))).collect()
    }

    /// That a component is below its extent.
    fn bound(&self, k: usize, names: &[String]) -> String {
        let name = &names[k];
        match self.extents[k].number {
            Some(1) => format!("{name} = 0"),
            Some(extent) => format!("0 <= {name} <= {}", extent - 1),
            None => format!("0 <= {name} < {}", self.extents[k].text),
        }
    }

    /// Whether equations of all pieces say the extent of a component.
    fn is_said(&self, k: usize) -> bool {
        let values = self.pieces.iter().map(|(when, _)| fixed(when, k)).collect::<Option<Vec<i128>>>();
        let most = values.and_then(|values| values.into_iter().max());
        most.is_some_and(|most| self.extents[k].number == Some(most + 1))
    }

    /// The same with one condition for all that is said of a component alone.
    fn short_conditions(&self, when: &Conjunct, names: &[String]) -> Vec<String> {
        let bounds = |k: usize| {
            let high = self.extents[k].number? - 1;
            let narrower = |(low, high): (i128, i128), bounds: (i128, i128)| (low.max(bounds.0), high.min(bounds.1));
            Some(when.iter().filter_map(|constraint| bounds_of(constraint, k)).fold((0, high), narrower))
        };
        let all: Vec<Option<(i128, i128)>> = (0..self.extents.len()).map(bounds).collect();
        let is_bound = |constraint: &Constraint| {
            all.iter().enumerate().any(|(k, bounds)| bounds.is_some() && bounds_of(constraint, k).is_some())
        };
        let of_box = all.iter().enumerate().filter_map(|(k, bounds)| {
            let name = &names[k];
            match bounds {
                Some((low, high)) if low == high => Some(format!("{name} = {low}")),
                Some((low, high)) => Some(format!("{low} <= {name} <= {high}")),
                None if fixed(when, k).is_some() => None,
                None => Some(format!("0 <= {name} < {}", self.extents[k].text)),
            }
        });
        let others = when.iter().filter(|constraint| !is_bound(constraint));
        of_box.chain(others.map(|constraint| condition(constraint, names))).collect()
    }

    fn braced(&self, mut parts: Vec<String>, empty: &impl Fn() -> String) -> String {
        if parts.is_empty() {
            parts.push(empty());
        }
        let parameters = match self.parameters.is_empty() {
            true => String::new(),
            false => format!("[{}] -> ", self.parameters.join(", ")),
        };
        format!("{parameters}{{ {} }}", parts.join("; "))
    }
}

/// The number that conditions say a component is.
fn fixed(when: &Conjunct, component: usize) -> Option<i128> {
    let equations = when.iter().filter(|constraint| matches!(constraint, Constraint::Zero(_)));
    equations.filter_map(|constraint| bounds_of(constraint, component)).map(|(value, _)| value).next()
}

/// The least and the greatest value that a condition on one component alone leaves it.
fn bounds_of(constraint: &Constraint, component: usize) -> Option<(i128, i128)> {
    let affine = constraint.affine();
    let [(QuasiAtom::Variable(number), factor)] = affine.terms() else { return None };
    match (constraint, factor) {
        _ if *number != component => None,
        (Constraint::Zero(_), 1 | -1) => Some((-affine.constant * factor, -affine.constant * factor)),
        (Constraint::Natural(_), 1) => Some((-affine.constant, FAR)),
        (Constraint::Natural(_), -1) => Some((-FAR, affine.constant)),
        _ => None,
    }
}

fn not_printed(relation: &Relation<'_>, error: NotAffine, steps: u64) -> NotPrinted {
    match error {
        NotAffine::Term(term) => NotPrinted::Term { term: plain(relation.arena, term) },
        NotAffine::Limit => NotPrinted::Limit { steps },
    }
}

/// An extent as isl writes it, with `min` and `max` where it has them.
fn size(express: &mut Express<'_>, names: &[String], id: Id) -> Result<String, NotAffine> {
    let pieces = express.value(id);
    if let Ok([Piece { case, value }]) = pieces.as_deref().map(Vec::as_slice)
        && case.conditions.is_empty()
    {
        return Ok(sum(value, names));
    }
    let failed = pieces.err().unwrap_or(NotAffine::Limit);
    let arena = express.arena;
    let Node::Binary(op, a, b) = arena.get(id) else { return Err(failed) };
    // Operands that occur twice are written twice.
    express.charge(1)?;
    let number = arena.number(b);
    let inner = size(express, names, a)?;
    let text = match (op, number) {
        (Op::Div, Some(divisor)) if divisor > 0 => format!("floor(({inner})/{divisor})"),
        (Op::Rem, Some(divisor)) if divisor > 0 => format!("({inner}) mod {divisor}"),
        (Op::Mul, Some(factor)) => format!("{factor}*({inner})"),
        (Op::Mul, None) if arena.number(a).is_some() => format!("{inner}*({})", size(express, names, b)?),
        (Op::Add, _) => format!("{inner} + {}", size(express, names, b)?),
        (Op::Sub, _) => format!("{inner} - ({})", size(express, names, b)?),
        (Op::Min, _) => format!("min({inner}, {})", size(express, names, b)?),
        (Op::Max, _) => format!("max({inner}, {})", size(express, names, b)?),
        _ => return Err(failed),
    };
    express.charge(text.len())?;
    Ok(text)
}

/// The pieces of a map; of sizes without a value, without those that no point is in, and without conditions that others imply.
fn plainest_pieces(express: &mut Express<'_>, map: &Map) -> Result<Pieces, NotAffine> {
    let all = pieces(express, &map.guards, &map.values)?;
    let has_sizes = express.ranges().0.len() > map.index.len();
    Ok(if has_sizes { plainest(express, map, all) } else { all })
}

fn plainest(express: &mut Express<'_>, map: &Map, pieces: Pieces) -> Pieces {
    let mut below = Conjunct::new();
    for (k, &dim) in map.dims.iter().enumerate() {
        if let Ok([Piece { case, value }]) = express.value(dim).as_deref().map(Vec::as_slice)
            && case.conditions.is_empty()
        {
            let gap = value.clone().plus(&Affine::variable(k), -1).and_then(|gap| gap.plus(&Affine::constant(-1), 1));
            below.extend(gap.map(Constraint::Natural));
        }
    }
    let (ranges, budget) = (express.ranges(), Budget::new(PROOF_STEPS));
    let never = |conditions: &[Constraint]| {
        !budget.is_spent() && System::new(conditions, ranges, &budget).is_some_and(System::excludes_all)
    };
    let implies = |inside: &[Constraint], constraint: &Constraint| {
        let ways = opposites(constraint);
        ways.is_some_and(|ways| ways.into_iter().all(|way| never(&[inside, &[way]].concat())))
    };
    let mut left = Pieces::new();
    for (mut when, values) in pieces {
        if never(&[&below[..], &when].concat()) {
            continue;
        }
        let mut k = 0;
        while k < when.len() {
            let rest = [&below[..], &when[..k], &when[k + 1..]].concat();
            if matches!(when[k], Constraint::Natural(_)) && implies(&rest, &when[k]) {
                when.remove(k);
            } else {
                k += 1;
            }
        }
        left.push((when, values));
    }
    // A piece of which all points are in another one with the same values says nothing.
    let mut k = 0;
    while k < left.len() && !budget.is_spent() {
        let (when, values) = &left[k];
        let inside = [&below[..], when].concat();
        let is_other = |(other, (also, others)): (usize, &(Conjunct, Vec<Affine>))| {
            other != k && values == others && also.iter().all(|constraint| implies(&inside, constraint))
        };
        if left.iter().enumerate().any(is_other) {
            left.remove(k);
        } else {
            k += 1;
        }
    }
    left
}

/// Pieces of a map: where conditions hold, the values.
pub(super) type Pieces = Vec<(Conjunct, Vec<Affine>)>;

/// Values where guards hold, case by case; of sizes without a value only the cases that conditions do not exclude.
pub(super) fn pieces(express: &mut Express<'_>, guards: &[Id], values: &[Id]) -> Result<Pieces, NotAffine> {
    let has_sizes = express.ranges().0.iter().any(|(_, high)| *high >= FAR);
    let (ranges, budget) = (express.ranges().clone(), Budget::new(PROOF_STEPS));
    let may_hold = |when: &Conjunct| {
        !has_sizes || budget.is_spent() || !System::new(when, &ranges, &budget).is_some_and(System::excludes_all)
    };
    let guards = express.product(guards)?.into_iter().filter(|case| may_hold(&case.conditions));
    let mut pieces: Vec<_> = guards.map(|case| (case, Vec::new())).collect();
    for &value in values {
        let of_value = express.value(value)?;
        let of_value: Vec<&Piece> = of_value.iter().filter(|piece| may_hold(&piece.case.conditions)).collect();
        let mut more = Vec::new();
        for ((case, values), piece) in pieces.iter().flat_map(|one| of_value.iter().map(move |other| (one, other))) {
            let both = express.both(case, &piece.case)?;
            if let Some(case) = both.filter(|case| piece.case.conditions.is_empty() || may_hold(&case.conditions)) {
                more.push((case, [&values[..], std::slice::from_ref(&piece.value)].concat()));
            }
            if more.len() > MOST_PIECES {
                return Err(NotAffine::Limit);
            }
        }
        pieces = more;
    }
    Ok(pieces.into_iter().map(|(case, values)| (case.conditions, values)).collect())
}

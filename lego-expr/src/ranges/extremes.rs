//! How wide arithmetic must be: what computing some expressions passes through.
//!
//! Where sizes are numbers, the ranges of the nodes say it. With symbols, a value that numbers do not bound has a bound made
//! of sizes: of its normal form, by [`bounds`](crate::ranges::bounds), or else put together from those of its operands. Only values
//! that nothing else computed exceeds are looked at: of a sum no part, of a product by at least 1 no factor.
//!
//! The values of a map are known best: a position is below the size, an index below its extent. What they are made of is
//! then as well ([`Whole`]), and most maps pass through nothing that exceeds their size.

use crate::forms::lower::Goal;
use crate::graph::arena::Arena;
use crate::graph::hash::Fast;
use crate::graph::node::{Comparison, Id, Kind, Node, Op};
use crate::graph::program::reachable;
use crate::graph::register::operate;
use crate::legal::shift;
use crate::normal::normalizer::{Normalizer, Stop};
use crate::normal::polynomial::Polynomial;
use crate::ranges::range::Range;
use crate::ranges::whole::{Whole, fits_with, is_of_sizes};
use std::collections::{HashMap, HashSet};

/// The least and the largest value that computing some expressions passes through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extremes {
    /// A number that no value is below; `None` where none is known.
    pub least: Option<i128>,
    /// A number that no value is above; `None` where none is known, as with sizes that are symbols.
    pub largest: Option<u128>,
    /// Where there is no such number: what values are at most that may exceed the limits, made of sizes. With these, the
    /// limits and the sizes themselves, every value is covered; `None` where one has no bound.
    pub peaks: Option<Vec<Id>>,
    /// Those of the peaks that are computed themselves: values made of nothing but sizes.
    pub of_sizes: Vec<Id>,
}

impl Extremes {
    /// Whether sizes alone say in which type to compute: no peak but those that are made of sizes themselves.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.peaks.as_ref().is_some_and(|peaks| peaks.len() == self.of_sizes.len())
    }

    /// The narrowest of 8, 16, 32, 64 and 128 bits that holds every value, one of them for the sign where values are below
    /// zero; `None` where that depends on symbols, or 128 bits are not known to do.
    #[must_use]
    pub fn bits(&self) -> Option<u32> {
        let (least, largest) = (self.least?, self.largest?);
        let needed = 128 - largest.leading_zeros().min((-(least + 1)).max(0).unsigned_abs().leading_zeros());
        let signed = u32::from(least < 0);
        [8, 16, 32, 64, 128].into_iter().find(|&bits| needed + signed <= bits)
    }
}

/// What is asked, and what is known of it.
pub(crate) struct Question<'q> {
    /// Nodes, operands before what they are operands of.
    pub(crate) order: &'q [Id],
    /// Sizes that cover what is at most as large.
    pub(crate) limits: &'q [Id],
    /// Those of the nodes that a law puts below one of the limits.
    pub(crate) values: &'q [Id],
    /// The ranges of the nodes.
    pub(crate) range: &'q dyn Fn(Id) -> Range,
    /// Whether a node has a value wherever the others are computed.
    pub(crate) exists: &'q dyn Fn(Id) -> bool,
}

/// The extremes of nodes.
pub(crate) fn extremes(arena: &Arena, mut normal: Option<&mut Normalizer<'_>>, question: &Question<'_>) -> Extremes {
    let Question { order, limits, values, range, .. } = *question;
    let whole = Whole::new(arena, order, values, range);
    let (mut least, mut largest) = (0, 0_u128);
    // Whether symbols say how large values get.
    let mut symbolic = false;
    let mut is_open = false;
    for &id in order {
        let own = range(id);
        least = own.low.min(least);
        if own.is_bounded() {
            largest = largest.max(u128::try_from(own.high).unwrap_or(0));
        } else {
            is_open = true;
            symbolic |= matches!(arena.get(id), Node::Variable(_));
        }
        // A type must have more bits than a shift moves by.
        if let Some(places) = shift::most_places(arena, id, range) {
            largest = largest.max(1 << places);
        }
    }
    let least = (least > Range::ANY.low).then_some(least);
    if !is_open {
        return Extremes { least, largest: Some(largest), peaks: Some(Vec::new()), of_sizes: Vec::new() };
    }
    let mut covered = vec![false; order.last().map_or(0, |id| id.0 as usize + 1)];
    let (mut peaks, mut of_sizes) = (Vec::new(), Vec::new());
    let mut composed: Option<Composed> = None;
    for &id in order.iter().rev() {
        match arena.get(id) {
            Node::Binary(Op::Add, a, b) => {
                covered[a.0 as usize] |= range(b).low >= 0;
                covered[b.0 as usize] |= range(a).low >= 0;
            }
            Node::Binary(Op::Mul, a, b) => {
                covered[a.0 as usize] |= range(b).low >= 1;
                covered[b.0 as usize] |= range(a).low >= 1;
            }
            Node::Binary(Op::Sub, _, b) if range(id).low >= 0 => covered[b.0 as usize] = true,
            Node::Binary(Op::Or | Op::Xor | Op::Shl, ..) | Node::Call { .. } => {}
            // What an operand already is.
            _ => continue,
        }
        if covered[id.0 as usize] || range(id).is_bounded() {
            continue;
        }
        if whole.has(id) {
            symbolic = true;
            continue;
        }
        let proved = match &mut normal {
            Some(normal) => normal.covering(id, limits).unwrap_or(Covering::Open),
            None => Covering::Open,
        };
        let peak = match proved {
            Covering::Limit => {
                symbolic = true;
                continue;
            }
            Covering::Bound(bound) => Some(bound),
            Covering::Open => {
                let composed = composed.get_or_insert_with(|| Composed::new(arena, normal.as_deref_mut(), question));
                if composed.of(id).is_none() && composed.sizes.contains(&id) {
                    // Large expressions of sizes alone are those of the pieces, such as the steps to the inverse of a
                    // number modulo another, and below it by the piece's law.
                    symbolic = true;
                    continue;
                }
                composed.of(id).map(|(bound, _)| without_roots(arena, bound))
            }
        };
        let Some(peak) = peak else {
            return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
        };
        match arena.number(peak).and_then(|number| u128::try_from(number).ok()) {
            Some(number) => largest = largest.max(number),
            None => symbolic = true,
        }
        if limits.contains(&peak) || (least == Some(0) && fits_with(arena, peak, limits)) {
            continue;
        }
        if !peaks.contains(&peak) {
            peaks.push(peak);
        }
        if is_of_sizes(arena, id) && !of_sizes.contains(&peak) {
            of_sizes.push(peak);
        }
    }
    if let Some(normal) = &mut normal {
        normal.drop_smaller(&mut peaks);
        of_sizes.retain(|peak| peaks.contains(peak));
    }
    if symbolic {
        // A number among them needs its place, too: one that no word holds needs the widest type whatever the sizes.
        if largest > u128::from(u64::MAX) {
            return Extremes { least, largest: None, peaks: None, of_sizes: Vec::new() };
        }
        let number = arena.constant(i128::try_from(largest).unwrap_or(i128::MAX));
        if largest > u128::from(u32::MAX) && !peaks.contains(&number) {
            peaks.push(number);
        }
        Extremes { least, largest: None, peaks: Some(peaks), of_sizes }
    } else {
        Extremes { least, largest: Some(largest), peaks: Some(Vec::new()), of_sizes: Vec::new() }
    }
}

/// What covers a value.
enum Covering {
    /// One of the limits.
    Limit,
    /// This value, made of sizes.
    Bound(Id),
    /// Nothing known to the normal form.
    Open,
}

impl Normalizer<'_> {
    fn covering(&mut self, id: Id, limits: &[Id]) -> Result<Covering, Stop> {
        let value = self.value(id)?;
        let Some(upper) = self.upper_bound(&value)? else { return Ok(Covering::Open) };
        for &limit in limits {
            let limit = self.value(limit)?;
            if self.is_natural(&limit.minus(&upper)?)? {
                return Ok(Covering::Limit);
            }
        }
        let bound: Polynomial = self.fold_shares(&upper)?.signs()?.0;
        let lowered = self.lower(&[Goal::Integer(bound)])?;
        Ok(lowered.roots.first().map_or(Covering::Open, |&bound| Covering::Bound(bound)))
    }
}

impl Normalizer<'_> {
    /// Drops the bounds that are proved to be at most another.
    fn drop_smaller(&mut self, bounds: &mut Vec<Id>) {
        let all = bounds.clone();
        bounds.retain(|&bound| {
            !all.iter().any(|&other| other != bound && self.is_smaller(bound, other).unwrap_or(false))
        });
    }

    /// Whether `a < b` is proved for values made of sizes.
    fn is_smaller(&mut self, a: Id, b: Id) -> Result<bool, Stop> {
        let gap = self.value(b)?.minus(&self.value(a)?)?.minus(&Polynomial::constant(1))?;
        self.is_natural(&gap)
    }
}

/// A bound put together from those of operands is no larger than so many operations.
const LARGEST: usize = 48;

/// Bounds of values from bounds of their operands.
#[derive(Default)]
struct Composed {
    /// For each node looked at its bound, and of how many operations that is.
    bounds: HashMap<Id, Option<(Id, usize)>, Fast>,
    /// The nodes made of sizes alone.
    sizes: HashSet<Id, Fast>,
}

impl Composed {
    /// Looks at nodes, operands before what they are operands of.
    fn new(arena: &Arena, mut normal: Option<&mut Normalizer<'_>>, question: &Question<'_>) -> Self {
        let Question { order, range, .. } = *question;
        let mut composed = Self::default();
        for &id in order {
            let is_size = match arena.get(id) {
                Node::Variable(number) => matches!(arena.kind_of(number), Kind::Size),
                Node::Call { .. } => false,
                _ => arena.operands(id).iter().all(|operand| composed.sizes.contains(operand)),
            };
            if is_size {
                composed.sizes.insert(id);
            }
            let bound = composed.bound(arena, id, range).filter(|bound| bound.1 <= LARGEST);
            // Equal bounds must be equal nodes, so that of two branches one is left.
            let tidied = bound.map(|(bound, size)| match &mut normal {
                Some(normal) => (normal.tidied_bound(bound).unwrap_or(bound), size),
                None => (bound, size),
            });
            composed.bounds.insert(id, tidied);
        }
        composed.bound_from_above(arena, question);
        composed
    }

    /// Bounds of values from what is made of them, where else a bound had a square root in it: y <= x where x - y is a
    /// natural number, and x < d·(q + 1) where x / d is at most q.
    fn bound_from_above(&mut self, arena: &Arena, question: &Question<'_>) {
        let mut above: HashMap<Id, (Id, usize), Fast> = HashMap::default();
        for &id in question.order.iter().rev() {
            if let Some(&bound) = above.get(&id)
                && self.of(id).is_none_or(|(own, _)| has_root(arena, own))
                && bound.1 <= LARGEST
            {
                self.bounds.insert(id, Some(bound));
            }
            if !(question.exists)(id) {
                continue;
            }
            match arena.get(id) {
                Node::Binary(Op::Sub, x, y) if (question.range)(id).low >= 0 => {
                    if let Some(bound) = self.of(x).filter(|(bound, _)| !has_root(arena, *bound)) {
                        above.insert(y, bound);
                    }
                }
                Node::Binary(Op::Div, x, d) => {
                    if let (Some(&(bound, size)), Some(number)) = (above.get(&id), arena.number(d)) {
                        let multiple = arena.binary(Op::Mul, d, bound);
                        let most = arena.binary(Op::Add, multiple, arena.constant(number - 1));
                        above.insert(x, (most, size + 2));
                    }
                }
                _ => {}
            }
        }
    }

    fn of(&self, id: Id) -> Option<(Id, usize)> {
        self.bounds.get(&id).copied().flatten()
    }

    /// `None` where a value may be below zero.
    fn bound(&self, arena: &Arena, id: Id, range: &dyn Fn(Id) -> Range) -> Option<(Id, usize)> {
        let known = range(id);
        if known.is_bounded() {
            return (known.high >= 0).then(|| (arena.constant(known.high), 0));
        }
        let natural = |id: Id| if range(id).low >= 0 { self.of(id) } else { None };
        // A number beyond 128 bits is no bound.
        let joined = |op: Op, a: (Id, usize), b: (Id, usize)| {
            let too_large = arena.number(a.0).zip(arena.number(b.0)).is_some_and(|(x, y)| operate(op, x, y).is_none());
            (!too_large).then(|| (arena.binary(op, a.0, b.0), a.1 + b.1 + 1))
        };
        match arena.get(id) {
            Node::Constant(_) => Some((id, 0)),
            Node::Variable(number) => match arena.kind_of(number) {
                Kind::Size => Some((id, 0)),
                Kind::Index { extent } => Some((extent, 1)),
            },
            Node::Binary(op, a, b) => {
                let number = arena.number(b);
                match (op, number) {
                    (Op::Add | Op::Or | Op::Xor, _) => joined(Op::Add, natural(a)?, natural(b)?),
                    (Op::Mul, _) => {
                        let (by_a, by_b) = (natural(a)?, natural(b)?);
                        // c * (x / (c * k)) <= x
                        match [(a, b), (b, a)].into_iter().find_map(|(factor, part)| divided(arena, part, factor)) {
                            Some(x) => natural(x),
                            None => joined(Op::Mul, by_a, by_b),
                        }
                    }
                    (Op::Div, Some(_)) => joined(Op::Div, natural(a)?, (b, 0)),
                    (Op::Shl, Some(shift @ 0..64)) => joined(Op::Mul, natural(a)?, (arena.constant(1 << shift), 0)),
                    (Op::Shl, _) => None,
                    (Op::Rem, _) => natural(b).or_else(|| natural(a)),
                    (Op::Max, _) => joined(Op::Max, natural(a)?, natural(b)?),
                    // What is taken off is not below zero.
                    (Op::Sub | Op::Div | Op::And | Op::Shr | Op::Min, _) => {
                        natural(b)?;
                        natural(a)
                    }
                }
            }
            Node::Compare(..) => Some((arena.constant(1), 0)),
            Node::Choose(c, a, b) => {
                let (then, otherwise) = match arena.get(c) {
                    Node::Compare(Comparison::Less, x, k) if self.sizes.contains(&k) => {
                        let below = if a == x { Some((k, 1)) } else { natural(a) };
                        (below, self.left_from(arena, b, x, k, range).or_else(|| natural(b)))
                    }
                    _ => (natural(a), natural(b)),
                };
                let (then, otherwise) = (then?, otherwise?);
                if then.0 == otherwise.0 { Some(then) } else { joined(Op::Max, then, otherwise) }
            }
            Node::Isqrt(a) => natural(a).map(|(bound, size)| (arena.isqrt(bound), size + 1)),
            Node::Within(_, extent) => Some((extent, 1)),
            Node::Call { function, .. } => Some((arena.function_of(function).bound, 1)),
        }
    }

    /// What c - (x + …) is at most where x is at least k.
    fn left_from(&self, arena: &Arena, value: Id, x: Id, k: Id, range: &dyn Fn(Id) -> Range) -> Option<(Id, usize)> {
        let Node::Binary(Op::Sub, whole, part) = arena.get(value) else { return None };
        let is_natural = |id: Id| range(id).low >= 0;
        let has_x = match arena.get(part) {
            Node::Binary(Op::Add, a, b) => (a == x && is_natural(b)) || (b == x && is_natural(a)),
            _ => part == x,
        };
        let (bound, size) = self.of(whole).filter(|_| has_x)?;
        Some((arena.binary(Op::Sub, bound, k), size + 2))
    }
}

/// A bound with every square root replaced by what it is the root of, which is no smaller: readers of bounds have no roots.
fn without_roots(arena: &Arena, bound: Id) -> Id {
    let mut replaced: HashMap<Id, Id, Fast> = HashMap::default();
    for id in reachable(arena, &[bound]) {
        let at = |old: &Id| replaced.get(old).copied().unwrap_or(*old);
        let new = match arena.get(id) {
            Node::Isqrt(a) => at(&a),
            _ => arena.rebuilt(id, at),
        };
        replaced.insert(id, new);
    }
    replaced.get(&bound).copied().unwrap_or(bound)
}

/// Whether a square root is part of a value.
fn has_root(arena: &Arena, id: Id) -> bool {
    reachable(arena, &[id]).into_iter().any(|part| matches!(arena.get(part), Node::Isqrt(_)))
}

/// The dividend of a quotient whose divisor has a factor.
fn divided(arena: &Arena, quotient: Id, factor: Id) -> Option<Id> {
    let Node::Binary(Op::Div, x, d) = arena.get(quotient) else { return None };
    match arena.get(d) {
        _ if d == factor => Some(x),
        Node::Binary(Op::Mul, a, b) if a == factor || b == factor => Some(x),
        _ => None,
    }
}

impl Normalizer<'_> {
    fn tidied_bound(&mut self, bound: Id) -> Result<Id, Stop> {
        let value = self.value(bound)?;
        Ok(self.lower(&[Goal::Integer(value)])?.roots.first().copied().unwrap_or(bound))
    }
}

//! A relation as a chain of the language.

use super::names::{distributed, list, named, strided, tiles};
use super::{rotated_chain, strided_chain};
use crate::form::{Form, swizzle_of};
use crate::question::{Answer, Collision, Counterexample, Undecided};
use crate::relation::{Coordinates, Order, Relation, unguarded};
use lego_algebra::cute::{ComposedLayout, Swizzle};
use lego_equal::Effort;
use lego_expr::{Arena, Engine, Id, Kind, plain};
use lego_lang::Reading;
use lego_lang::compile::Options;
use std::fmt;
use std::rc::Rc;

/// Why a relation is no chain, or why none was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotChain {
    /// It gives several numbers, or none.
    Values(usize),
    /// Two indices have one position.
    Collision(Collision),
    /// It has no point.
    Empty,
    /// It is one to one, and no chain that was tried is it; it has more positions or indices than a table in a chain.
    Unnamed {
        /// The number of positions below the span, or of indices, whichever is more.
        count: u64,
    },
    /// It is not known.
    Undecided(Undecided),
}

impl fmt::Display for NotChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(count) => {
                write!(f, "it is no chain: it gives {count} numbers, and a layout gives one position")
            }
            Self::Collision(Collision { first, second, value }) => {
                write!(
                    f,
                    "it is no chain: {first:?} and {second:?} both go to {value:?}, and no two indices of a chain do"
                )
            }
            Self::Empty => write!(f, "it is no chain: it has no point, and the sizes of a chain are at least 1"),
            Self::Unnamed { count } => write!(
                f,
                "no chain was found for it: it is one to one, but none of the named pieces, no digits in any order, reversed or \
                 padded, no rotation and no swizzle, and a table has at most {MOST_ENTRIES} entries, not {count}"
            ),
            Self::Undecided(why) => write!(f, "whether it is a chain is {why}"),
        }
    }
}

impl std::error::Error for NotChain {}

/// A table in a chain has no more entries.
const MOST_ENTRIES: u64 = 1 << 12;

/// The bijections of closures are checked point by point up to so many.
const MOST_CLOSURE: u64 = 1 << 20;

/// The longest text of two closures.
const MOST_TEXT: usize = 1 << 10;

impl Relation<'_> {
    /// The same map as a chain, with the plainest pieces found: a named permutation, tiles seen or stored, a permutation of
    /// axes, a swizzle before one of these, padding; digits reversed, padded or rotated by others; where it is none of these, the
    /// piece of a map of bits, a piece of closures, or a table of up to 4096 positions, which every map that is one to one and has
    /// a point is. A chain is compared with the map before it is returned.
    ///
    /// A padded chain may have more positions than the greatest value asks for.
    ///
    /// ```
    /// use lego_algebra::cute::ComposedLayout;
    /// use lego_relation::{Coordinates, Relation};
    /// let arena = lego_expr::Arena::new();
    /// let chain = |text| {
    ///     let layout = ComposedLayout::parse(text).unwrap();
    ///     let relation = Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap();
    ///     relation.to_chain().unwrap_or_else(|error| error.to_string())
    /// };
    /// assert_eq!(chain("(4,8):(8,1)"), "Row(4, 8)");
    /// assert_eq!(chain("(4,4,4,4):(64,4,16,1)"), "Row(16, 16).TileBy([4, 4], [4, 4])");
    /// assert_eq!(chain("((4,4),(4,4)):((1,64),(4,16))"), "TileOrderBy(Row(4, 4), Col(4, 4))");
    /// assert_eq!(chain("Sw<3,0,3> o 0 o (8,8):(8,1)"), "SwizzleRows([8, 8], 3)");
    /// assert_eq!(chain("(4,8):(9,1)"), "Row(4, 9).PadBy([4, 8] => [4, 9])");
    /// assert_eq!(chain("Sw<2,0,-2> o 0 o 16:1"), "Swizzle(2, 0, -2)");
    /// assert!(chain("(4,2):(1,0)").contains("[0, 0] and [0, 1] both go to [0]"));
    /// ```
    ///
    /// # Errors
    /// [`NotChain`], with a witness.
    pub fn to_chain(&self) -> Result<String, NotChain> {
        if self.map.values.len() != 1 {
            return Err(NotChain::Values(self.map.values.len()));
        }
        let effort = Effort::default();
        if !self.is_of_numbers() {
            let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
            return Err(NotChain::Undecided(Undecided::symbols(self.arena, &all)));
        }
        let dims = self.dims().unwrap_or_default();
        // Conditions that hold everywhere are none.
        if !self.is_total() && matches!(self.domain().first_outside(&effort), Ok(None)) {
            return Self::new(self.arena, unguarded(&self.map), self.order).to_chain();
        }
        if let Some(text) = self.found_chain(&dims, 2) {
            return Ok(text);
        }
        // No chain was found: why?
        if self.first(&effort).map_err(NotChain::Undecided)?.is_none() {
            return Err(NotChain::Empty);
        }
        match self.is_injective(&effort) {
            Answer::No(Counterexample { witness, .. }) => Err(NotChain::Collision(witness)),
            Answer::Yes => Err(NotChain::Unnamed { count: self.table_size(&dims).unwrap_or(u64::MAX) }),
            Answer::Undecided => Err(NotChain::Undecided(self.undecided(&effort))),
        }
    }

    /// The first chain that is this map; parts and tiles are looked into so deep.
    fn found_chain(&self, dims: &[u64], depth: usize) -> Option<String> {
        let is_it = |text: &String| self.is_chain(text);
        let plain = self.candidates(dims).into_iter().chain(self.by_structure(dims)).find(is_it);
        let inner = |part: &Self| {
            let depth = depth.checked_sub(1)?;
            part.found_chain(&part.dims()?, depth).filter(|text| !text.contains("Table(") && !text.contains("GenP("))
        };
        plain
            .or_else(|| self.as_linear(dims).filter(is_it))
            .or_else(|| self.with_offset(dims, inner).filter(is_it))
            .or_else(|| self.in_other_axes(dims).filter(is_it))
            .or_else(|| if depth > 0 { self.on_part(dims, inner).filter(is_it) } else { None })
            .or_else(|| if depth > 0 { self.in_tiles(dims, inner).into_iter().find(is_it) } else { None })
            .or_else(|| self.as_formula_or_table(dims).into_iter().find(is_it))
    }

    /// Chains of digits: in any order, reversed, padded, and rotated by others.
    fn by_structure(&self, dims: &[u64]) -> Option<String> {
        if dims.contains(&0) {
            return None;
        }
        if let Form::Strided(strided) = self.form() {
            return strided_chain::stages(strided).map(|stages| stages.chain(dims));
        }
        if !self.is_total() {
            return None;
        }
        let evaluator = self.map().evaluator(self.arena);
        let value = Rc::new(move |index: &[u64]| evaluator.run(index).map(|values| values[0]));
        let stages = rotated_chain::Search::new().find(dims, &(value as _))?;
        Some(stages.chain(dims))
    }

    /// A piece of closures and a table, the shorter one first.
    fn as_formula_or_table(&self, dims: &[u64]) -> Vec<String> {
        let mut texts: Vec<String> = self.as_closures(dims).into_iter().chain(self.as_table(dims)).collect();
        texts.sort_by_key(String::len);
        texts
    }

    /// A bijection as a piece of two closures.
    fn as_closures(&self, dims: &[u64]) -> Option<String> {
        let count = dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent))?;
        if !self.is_total() || count > MOST_CLOSURE || self.spans() != Some(vec![count]) {
            return None;
        }
        let inverse = self.inverse(&Effort::default()).ok().filter(|inverse| inverse.is_total())?;
        let form = |relation: &Self, names: &[String]| {
            let sizes = names.iter().zip(&relation.map.dims);
            let index: Vec<Id> =
                sizes.map(|(name, &extent)| self.arena.variable(name, Kind::Index { extent })).collect();
            let values = relation.map.over(self.arena, &index).values;
            let simplified = Engine::new(self.arena).simplify(&[], &values).roots;
            simplified.iter().map(|&value| plain(self.arena, value)).collect::<Vec<String>>()
        };
        let names: Vec<String> = (0..dims.len()).map(|k| format!("i{k}")).collect();
        let (there, back) = (form(self, &names), form(&inverse, &["p".to_owned()]));
        let back = if back.len() == 1 { back[0].clone() } else { format!("({})", back.join(", ")) };
        let text = format!("GenP([{}], |{}| {}, |p| {back})", list(dims), names.join(", "), there.first()?);
        (text.len() < MOST_TEXT).then_some(text)
    }

    /// A bijection that is a map of bits as the piece `Linear`: the index that each bit of the position has.
    fn as_linear(&self, dims: &[u64]) -> Option<String> {
        let Form::Linear(linear) = self.form() else { return None };
        if linear.constant != 0 || linear.kernel().is_some() {
            return None;
        }
        let back = linear.inverse(dims.iter().map(|extent| extent.trailing_zeros()).sum())?;
        let images: Vec<String> = back.iter().map(|index| format!("[{}]", list(index))).collect();
        Some(format!("Linear([{}], [{}])", list(dims), images.join(", ")))
    }

    /// How many entries a table of it has: one for each position below the span, and one for each index.
    fn table_size(&self, dims: &[u64]) -> Option<u64> {
        let count = dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent))?;
        Some(count.max(*self.spans()?.first()?))
    }

    /// A table of the positions, where there are not too many for a chain: of those that no index goes to, too, with padding, and
    /// of indices that have none, with an `ExpandBy`.
    fn as_table(&self, dims: &[u64]) -> Option<String> {
        let size = self.table_size(dims).filter(|size| (1..=MOST_ENTRIES).contains(size))?;
        let values = self.ordered(Order::RowMajor).table(&Effort::default()).ok()?;
        let values: Vec<Option<u64>> = values.into_iter().map(|value| value.map(|value| value[0])).collect();
        let (count, points) = (values.len() as u64, values.iter().flatten().count() as u64);
        let span = values.iter().flatten().max()? + 1;
        let mut is_free = vec![true; size as usize];
        for &position in values.iter().flatten() {
            if !std::mem::replace(is_free.get_mut(position as usize)?, false) {
                return None;
            }
        }
        // The positions of the points in order, then those that are free.
        let table = |taken: Vec<u64>, size: u64| {
            let free = (0..size).filter(|&position| is_free.get(position as usize).copied().unwrap_or(true));
            list(&taken.into_iter().chain(free).collect::<Vec<u64>>())
        };
        let view = if dims.len() == 1 { String::new() } else { format!(".GroupBy([{}])", list(dims)) };
        let taken: Vec<u64> = values.iter().flatten().copied().collect();
        if points == count {
            let pad = if span > count { format!(".PadBy([{count}] => [{span}])") } else { String::new() };
            return Some(format!("Table([{}]){pad}{view}", table(taken, span)));
        }
        // Indices with a position come first, in order.
        let (mut with, mut without) = (0, points);
        let places: Vec<u64> = values
            .iter()
            .map(|value| {
                let next = if value.is_some() { &mut with } else { &mut without };
                *next += 1;
                *next - 1
            })
            .collect();
        let pad = if span > points { format!(".PadBy([{points}] => [{span}])") } else { String::new() };
        let first = format!("Table([{}]){pad}", table(taken, span));
        let last = format!("ExpandBy([{points}] => [{count}]).OrderBy(Table([{}]))", list(&places));
        Some(format!("{first}.{last}{view}"))
    }

    /// Texts that may be this relation, the plainest first.
    fn candidates(&self, dims: &[u64]) -> Vec<String> {
        let mut texts = named(dims);
        if let [n] = *dims {
            if let Form::Linear(linear) = self.form() {
                texts.extend(swizzle_of(linear).map(|swizzle| piece(&swizzle)));
            }
            let at = |index: u64| self.at(&[index]).map(|value| value[0]);
            if let (Some(b), Some(next)) = (at(0), at(1)) {
                texts.push(format!("Fan({n}, {}, {b})", (next + n - b % n) % n));
            }
        }
        if let Form::Strided(form) = self.form() {
            // Tiles as they were written before what their modes merge to.
            texts.extend(self.written.iter().filter(|_| self.is_total()).flat_map(|written| tiles(dims, written)));
            texts.extend(strided(dims, form));
            return texts;
        }
        texts.extend(distributed(dims));
        let Ok(ComposedLayout { swizzle, offset: 0, layout }) = self.to_cute() else { return texts };
        let arena = Arena::new();
        let plain = ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout };
        let Ok(inner) = Relation::of_cute(&arena, &plain, Coordinates::TopLevel) else { return texts };
        let total = inner.spans().map_or(0, |spans| spans[0]);
        let width = 1 << swizzle.width();
        let first = match total / width {
            1 => format!("OrderBy({})", piece(&swizzle)),
            _ => format!("OrderBy(Row({}), {})", total / width, piece(&swizzle)),
        };
        let form = inner.form().clone();
        let Form::Strided(form) = form else { return texts };
        for text in named(dims).into_iter().take(2).chain(strided(dims, &form)) {
            // A single piece starts a chain; behind another one it stands in an OrderBy, as does what has a view of its own.
            let end = text.find(").").map_or(text.len(), |end| end + 1);
            let (head, rest) = text.split_at(end);
            texts.push(match head.starts_with("OrderBy") || head.starts_with("TileOrderBy") {
                true => format!("{first}.{head}{rest}"),
                false => format!("{first}.OrderBy({head}){rest}"),
            });
        }
        texts
    }

    /// Whether a text is a chain that is this map.
    pub(super) fn is_chain(&self, text: &str) -> bool {
        let reading = Reading::new(text);
        let Ok(chain) = Relation::of_reading(self.arena, &reading, &Options::default(), &[]) else { return false };
        let dims = self.dims().unwrap_or_default();
        if chain.dims().as_ref() != Some(&dims) {
            return false;
        }
        // Most candidates differ at once.
        let ends = [0, 1, 2, 3].map(|part| dims.iter().map(|&extent| (extent - 1) * part / 3).collect::<Vec<u64>>());
        let near: Vec<Vec<u64>> = (0..dims.len())
            .map(|axis| {
                dims.iter().enumerate().map(|(k, &extent)| if k == axis { 1.min(extent - 1) } else { 0 }).collect()
            })
            .collect();
        let (one, two) = (self.map().evaluator(self.arena), chain.map().evaluator(self.arena));
        if dims.contains(&0) || ends.iter().chain(&near).any(|index| one.run(index) != two.run(index)) {
            return false;
        }
        self.is_equal(&chain.ordered(Order::RowMajor), &Effort::default()) == Ok(Answer::Yes)
    }
}

/// A swizzle as a piece.
fn piece(swizzle: &Swizzle) -> String {
    format!("Swizzle({})", list(&[swizzle.bits(), swizzle.base(), swizzle.shift()]))
}

//! A relation as a chain of the language.

use super::names::{distributed, list, named, strided, tiles};
use crate::form::{Form, swizzle_of};
use crate::question::{Answer, Collision, Counterexample, NotBijective, Undecided};
use crate::relation::{Coordinates, Order, Relation};
use lego_algebra::cute::{ComposedLayout, Swizzle};
use lego_equal::Effort;
use lego_expr::Arena;
use lego_lang::Reading;
use lego_lang::compile::Options;
use std::fmt;

/// Why a relation is no chain, or none that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotChain {
    /// It gives several numbers, or none.
    Values(usize),
    /// Two indices have one position.
    Collision(Collision),
    /// A position below the greatest one that is free, and no padding of an array leaves it so.
    Missed {
        /// The position.
        position: Vec<u64>,
    },
    /// It has no value at an index.
    Partial(Vec<u64>),
    /// It is a bijection, and no chain of named pieces that is known here.
    Unnamed,
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
            Self::Missed { position } => write!(
                f,
                "it is no chain: nothing goes to {position:?}, and the free positions are not those of a padded array"
            ),
            Self::Partial(index) => write!(f, "it is no chain of this kind: it has no value at {index:?}"),
            Self::Unnamed => write!(f, "it is a bijection, but no chain of named pieces was found for it"),
            Self::Undecided(why) => write!(f, "whether it is a chain is {why}"),
        }
    }
}

impl std::error::Error for NotChain {}

/// A table in a chain has no more entries.
const MOST_ENTRIES: u64 = 1 << 12;

impl Relation<'_> {
    /// The same map as a chain, with the plainest pieces found: a named permutation, tiles seen or stored, a permutation of
    /// axes, a swizzle before one of these, padding; where it is none of these, the piece of a map of bits, or a table of up to
    /// 4096 positions.
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
        let texts = self.candidates(&dims);
        if let Some(text) =
            texts.into_iter().chain(self.as_linear(&dims)).chain(self.as_table(&dims)).find(|text| self.is_chain(text))
        {
            return Ok(text);
        }
        // No chain was found: why?
        if !self.is_total()
            && let Some(index) = self.domain().first_outside(&effort).map_err(NotChain::Undecided)?
        {
            return Err(NotChain::Partial(index));
        }
        match self.is_bijective(&effort) {
            Answer::No(Counterexample { witness: NotBijective::Collision(collision), .. }) => {
                Err(NotChain::Collision(collision))
            }
            Answer::No(Counterexample { witness: NotBijective::Missed(position), .. }) => {
                Err(NotChain::Missed { position })
            }
            Answer::Yes => Err(NotChain::Unnamed),
            Answer::Undecided => Err(NotChain::Undecided(Undecided::Points { count: u64::MAX, most: effort.points })),
        }
    }

    /// A bijection that is a map of bits as the piece `Linear`: the index that each bit of the position has.
    fn as_linear(&self, dims: &[u64]) -> Option<String> {
        let Form::Linear(linear) = self.form() else { return None };
        if linear.offset != 0 || linear.kernel().is_some() {
            return None;
        }
        let back = linear.inverse(dims.iter().map(|extent| extent.trailing_zeros()).sum())?;
        let images: Vec<String> = back.iter().map(|index| format!("[{}]", list(index))).collect();
        Some(format!("Linear([{}], [{}])", list(dims), images.join(", ")))
    }

    /// The table of the positions, where there are not too many for a chain.
    fn as_table(&self, dims: &[u64]) -> Option<String> {
        let count = dims.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent))?;
        if count > MOST_ENTRIES {
            return None;
        }
        let values = self.ordered(Order::RowMajor).table(&Effort::default()).ok()?;
        let positions = values.into_iter().map(|value| value.map(|value| value[0])).collect::<Option<Vec<u64>>>()?;
        let view = if dims.len() == 1 { String::new() } else { format!(".GroupBy([{}])", list(dims)) };
        Some(format!("Table([{}]){view}", list(&positions)))
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
    fn is_chain(&self, text: &str) -> bool {
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

//! A relation as a layout of CuTe's: shape:stride, with a swizzle where there is one.

use crate::form::Strided;
use crate::question::{Answer, Differing, Undecided};
use crate::relation::{Coordinates, Relation};
use lego_algebra::cute::{ComposedLayout, Error, IntTuple, Layout, Swizzle};
use lego_equal::Effort;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

/// Why a relation is no layout of CuTe's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCute {
    /// There is no value somewhere in the box.
    Partial(Vec<u64>),
    /// It has several values, or none.
    Values(usize),
    /// The strides that the first values leave no choice about give another value somewhere, with every swizzle.
    Differs(Differing),
    /// More than 32 modes, or numbers beyond 64 bits.
    Capacity(Error),
    /// It is not known.
    Undecided(Undecided),
}

impl fmt::Display for NotCute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Partial(index) => {
                write!(
                    f,
                    "it is no layout of CuTe's: it has no value at {index:?}, and shape:stride has one everywhere"
                )
            }
            Self::Values(count) => {
                write!(f, "it is no layout of CuTe's: it gives {count} numbers, and shape:stride gives one")
            }
            Self::Differs(Differing { index, left, right }) => {
                let show = |value: &Option<Vec<u64>>| {
                    value.as_ref().and_then(|value| value.first()).map_or("none".to_owned(), u64::to_string)
                };
                write!(
                    f,
                    "it is no layout of CuTe's: at {index:?} the value is {}, and the only strides that fit the values before \
                     give {}; no swizzle before it makes it strided",
                    show(left),
                    show(right)
                )
            }
            Self::Capacity(error) => write!(f, "it is no layout of CuTe's that is kept here: {error}"),
            Self::Undecided(why) => write!(f, "whether it is a layout of CuTe's is {why}"),
        }
    }
}

impl std::error::Error for NotCute {}

impl<'a> Relation<'a> {
    /// The same map as shape:stride, one top-level mode for each component of the index, with a swizzle after it where it
    /// needs one: that of the fewest bits.
    ///
    /// Modes do not merge: `(8,8):(8,1)` comes back as it is, `((4,2),8):((1,4),8)` as `(8,8):(1,8)`.
    ///
    /// ```
    /// use lego_lang::compile::Options;
    /// use lego_relation::{Relation, cute_text};
    /// let arena = lego_expr::Arena::new();
    /// let cute = |text| {
    ///     let chain = Relation::of_chain(&arena, text, &Options::default()).unwrap();
    ///     chain.to_cute().map_or_else(|error| error.to_string(), |layout| cute_text(&layout))
    /// };
    /// assert_eq!(cute("Row(4, 8)"), "(4,8):(8,1)");
    /// assert_eq!(cute("TileOrderBy(Row(2, 2), Col(4, 8))"), "((4,2),16):((1,64),4)");
    /// assert_eq!(cute("SwizzleRows([8, 8], 3)"), "Sw<3,0,3> o 0 o (8,8):(8,1)");
    /// assert_eq!(cute("Reverse(4)"), "Sw<0,4,3> o 3 o 4:-1");
    /// assert!(cute("Fan(7, 3, 0)").contains("at [3] the value is 2"));
    /// ```
    ///
    /// # Errors
    /// [`NotCute`], with a witness.
    pub fn to_cute(&self) -> Result<ComposedLayout, NotCute> {
        if self.map.values.len() != 1 {
            return Err(NotCute::Values(self.map.values.len()));
        }
        let all = [&self.map.dims[..], &self.map.spans, &self.map().roots()].concat();
        if !self.is_of_numbers() {
            return Err(NotCute::Undecided(Undecided::symbols(self.arena, &all)));
        }
        if !self.is_total()
            && let Some(index) = self.domain().first_outside(&Effort::default()).map_err(NotCute::Undecided)?
        {
            return Err(NotCute::Partial(index));
        }
        let total = Self { restrictions: vec![], map: crate::relation::unguarded(&self.map()), ..self.clone() };
        if let Some(strided) = total.strided().filter(|strided| strided.offset == 0) {
            return Ok(ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout: layout_of(strided)? });
        }
        total.swizzled()
    }

    /// The layout after which some swizzle makes this relation.
    fn swizzled(&self) -> Result<ComposedLayout, NotCute> {
        let dims = self.dims().unwrap_or_default();
        let evaluator = self.map().evaluator(self.arena);
        let seen: RefCell<HashMap<Vec<u64>, Option<u64>>> = RefCell::default();
        let value = |index: &[u64]| {
            if let Some(&value) = seen.borrow().get(index) {
                return value;
            }
            let value = evaluator.run(index).map(|values| values[0]);
            seen.borrow_mut().insert(index.to_vec(), value);
            value
        };
        let samples: Vec<Vec<u64>> = samples(&dims);
        let highest = samples.iter().filter_map(|index| value(index)).max().unwrap_or(0);
        let width = (64 - highest.leading_zeros() as i32).min(62);
        for swizzle in swizzles(width) {
            // A swizzle is its own inverse: what it makes of the value is what stands before it.
            let before = |index: &[u64]| value(index).map(|value| swizzle.apply(value as i64) as u64);
            let Some(mut guess) = Strided::guess(&dims, before) else { continue };
            let offset = std::mem::take(&mut guess.offset);
            let fits = |index: &Vec<u64>| before(index).map(i128::from) == Some(offset + guess.value(index));
            if !samples.iter().all(fits) {
                continue;
            }
            let layout = layout_of(&guess)?;
            let composed = ComposedLayout { swizzle, offset: offset as i64, layout };
            let Ok(relation) = Relation::of_cute(self.arena, &composed, Coordinates::TopLevel) else { continue };
            if self.is_equal(&relation, &Effort::default()) == Ok(Answer::Yes) {
                return Ok(composed);
            }
        }
        // The only strides there could be without a swizzle, and where they fail.
        let undecided = || NotCute::Undecided(Undecided::Points { count: u64::MAX, most: Effort::default().points });
        let guess = Strided::guess(&dims, value).ok_or_else(undecided)?;
        let layout = layout_of(&guess)?;
        let composed = ComposedLayout { swizzle: Swizzle::IDENTITY, offset: guess.offset as i64, layout };
        let relation = Relation::of_cute(self.arena, &composed, Coordinates::TopLevel).map_err(|_| undecided())?;
        match self.is_equal(&relation, &Effort::default()) {
            Ok(Answer::No(shown)) => Err(NotCute::Differs(shown.witness)),
            _ => Err(undecided()),
        }
    }
}

/// A layout in CuTe's notation; a swizzle of no bits after an offset of 0 is left out.
#[must_use]
pub fn cute_text(composed: &ComposedLayout) -> String {
    match composed.swizzle.bits() == 0 && composed.offset == 0 {
        true => composed.layout.to_string(),
        false => composed.to_string(),
    }
}

/// A strided form as shape:stride, without its offset.
pub(crate) fn layout_of(strided: &Strided) -> Result<Layout, NotCute> {
    let mode = |shape: &[i64], stride: &[i64]| -> Result<[IntTuple; 2], Error> {
        match (shape, stride) {
            ([], []) => Ok([IntTuple::int(1), IntTuple::int(0)]),
            ([shape], [stride]) => Ok([IntTuple::int(*shape), IntTuple::int(*stride)]),
            _ => Ok([IntTuple::flat(shape)?, IntTuple::flat(stride)?]),
        }
    };
    let made = || -> Result<Layout, Error> {
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        for modes in &strided.axes {
            let sizes: Option<Vec<i64>> = modes.iter().map(|mode| i64::try_from(mode.size).ok()).collect();
            let steps: Option<Vec<i64>> = modes.iter().map(|mode| i64::try_from(mode.stride).ok()).collect();
            let [shape, stride] = mode(&sizes.ok_or(Error::Overflow)?, &steps.ok_or(Error::Overflow)?)?;
            shapes.push(shape);
            strides.push(stride);
        }
        match (&shapes[..], &strides[..]) {
            // A tuple of modes in brackets of its own is one top-level mode.
            ([shape], [stride]) if strided.axes[0].len() < 2 => Layout::new(shape, stride),
            _ => Layout::new(&IntTuple::tuple(&shapes)?, &IntTuple::tuple(&strides)?),
        }
    };
    made().map_err(NotCute::Capacity)
}

/// Every swizzle of so many bits of width, the fewest bits first.
fn swizzles(width: i32) -> impl Iterator<Item = Swizzle> {
    let widths = move |bits: i32| {
        (bits..=width - bits).flat_map(move |shift| (0..=width - bits - shift).map(move |base| (bits, base, shift)))
    };
    let all =
        (1..=width / 2).flat_map(widths).flat_map(|(bits, base, shift)| [(bits, base, shift), (bits, base, -shift)]);
    // No swizzle, after an offset, is the first.
    [Swizzle::IDENTITY].into_iter().chain(all.filter_map(|(bits, base, shift)| Swizzle::new(bits, base, shift).ok()))
}

/// Corners and other indices that tell strided maps from others.
fn samples(dims: &[u64]) -> Vec<Vec<u64>> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound.max(1)
    };
    let last: Vec<u64> = dims.iter().map(|&extent| extent.saturating_sub(1)).collect();
    let mut all = vec![last];
    all.extend((0..48).map(|_| dims.iter().map(|&extent| random(extent)).collect()));
    all
}

impl Strided {
    /// The value at an index, without the offset.
    pub(crate) fn value(&self, index: &[u64]) -> i128 {
        let digit = |placed: crate::form::Placed| {
            i128::from(index[placed.axis] / placed.unit % placed.mode.size) * placed.mode.stride
        };
        self.placed().into_iter().map(digit).sum()
    }
}

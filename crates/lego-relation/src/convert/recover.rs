//! Strides from a map and a shape, shape from a map and strides, both from a map alone.

use crate::form::{Mode, Strided, divisors};
use crate::question::{Answer, Differing, Undecided};
use crate::relation::{Relation, WrongShape};
use lego_equal::Effort;
use lego_expr::Map;
use std::fmt;
use std::rc::Rc;

/// Why a map has no such strides, or no such shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStrides {
    /// The shape has another number of points.
    Shape(WrongShape),
    /// The strides that the first values leave no choice about give another value somewhere.
    Differs {
        /// These strides.
        strides: Vec<i128>,
        /// Where, with the value of the map and the value of the strides.
        at: Differing,
    },
    /// No shape of so many modes goes with the strides.
    NoShape,
    /// It gives several numbers, or none.
    Values(usize),
    /// It is not known.
    Undecided(Undecided),
}

impl fmt::Display for NoStrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Differs { strides, at: Differing { index, left, right } } => {
                let show =
                    |value: &Option<Vec<u64>>| value.as_ref().map_or("none".to_owned(), |value| format!("{value:?}"));
                write!(
                    f,
                    "there are no strides: the first values ask for {strides:?}, and at {index:?} the value is {}, not {}",
                    show(left),
                    show(right)
                )
            }
            Self::NoShape => write!(f, "no shape goes with these strides"),
            Self::Values(count) => write!(f, "it gives {count} numbers, and shape:stride gives one"),
            Self::Undecided(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoStrides {}

impl Relation<'_> {
    /// The strides with which a shape makes the layout map: the value at each prefix product of the shape, the first mode
    /// fastest (the ISL paper's algorithm 2).
    ///
    /// ```
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [c] -> [2c + 6*floor(c/8) - 7*floor(c/4)] : 0 <= c <= 15 }").unwrap();
    /// assert_eq!(map.strides_of(&[4, 2, 2]), Ok(vec![2, 1, 8]));
    /// assert_eq!(map.shape_of(&[2, 1, 8]), Ok(vec![4, 2, 2]));
    /// assert!(map.strides_of(&[8, 2]).unwrap_err().to_string().contains("at [4] the value is [1], not [8]"));
    /// ```
    ///
    /// # Errors
    /// [`NoStrides`].
    pub fn strides_of(&self, shape: &[u64]) -> Result<Vec<i128>, NoStrides> {
        let layout = self.whole()?;
        let n = layout.dims().unwrap_or_default()[0];
        let product = shape.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent));
        if product != Some(n) {
            return Err(NoStrides::Shape(WrongShape { shape: shape.to_vec(), extents: self.sizes()[0].clone() }));
        }
        let evaluator = layout.map().evaluator(self.arena);
        let at = |coordinate: u64| evaluator.run(&[coordinate]).map(|values| i128::from(values[0]));
        let zero = at(0).unwrap_or(0);
        let mut unit = 1;
        let mut strides = Vec::with_capacity(shape.len());
        for &extent in shape {
            strides.push(if extent > 1 { at(unit).unwrap_or(0) - zero } else { 0 });
            unit *= extent;
        }
        match layout.differs_from(shape, &strides)? {
            None => Ok(strides),
            Some(at) => Err(NoStrides::Differs { strides, at }),
        }
    }

    /// The shape with which strides make the layout map, the first mode fastest (the ISL paper's algorithm 3): the first in
    /// the order of the sizes, from the first mode on.
    ///
    /// # Errors
    /// [`NoStrides`].
    pub fn shape_of(&self, strides: &[i128]) -> Result<Vec<u64>, NoStrides> {
        let layout = self.whole()?;
        let n = layout.dims().unwrap_or_default()[0];
        let evaluator = layout.map().evaluator(self.arena);
        let at = |coordinate: u64| evaluator.run(&[coordinate]).map(|values| i128::from(values[0]));
        let fits = |shape: &[u64]| layout.differs_from(shape, strides) == Ok(None);
        let mut search = Shapes { n, strides, at: &at, fits: &fits, shape: Vec::new(), steps: 1 << 20 };
        match search.find(1) {
            Some(true) => Ok(search.shape),
            Some(false) => Err(NoStrides::NoShape),
            None => Err(NoStrides::Undecided(Undecided::Points { count: n, most: 1 << 20 })),
        }
    }

    /// The shape and strides of the layout map, found from its values alone: modes that do not merge, as few as there are.
    ///
    /// Every other shape:stride of the map cuts these modes, or has modes of one value.
    ///
    /// ```
    /// use lego_relation::Relation;
    /// let arena = lego_expr::Arena::new();
    /// let map = Relation::of_isl(&arena, "{ [c] -> [2c + 6*floor(c/8) - 7*floor(c/4)] : 0 <= c <= 15 }").unwrap();
    /// assert_eq!(map.shape_and_strides(), Ok((vec![4, 2, 2], vec![2, 1, 8])));
    /// ```
    ///
    /// # Errors
    /// [`NoStrides`].
    pub fn shape_and_strides(&self) -> Result<(Vec<u64>, Vec<i128>), NoStrides> {
        let layout = self.whole()?;
        let n = layout.dims().unwrap_or_default()[0];
        let evaluator = layout.map().evaluator(self.arena);
        let guess = Strided::guess(&[n], |index| evaluator.run(index).map(|values| values[0]));
        let guess = guess.ok_or(NoStrides::NoShape)?;
        let (shape, strides): (Vec<u64>, Vec<i128>) =
            guess.axes[0].iter().map(|&Mode { size, stride }| (size, stride)).unzip();
        match layout.differs_from(&shape, &strides)? {
            None => Ok((shape, strides)),
            Some(at) => Err(NoStrides::Differs { strides, at }),
        }
    }

    /// The layout map, of numbers and with a value everywhere.
    fn whole(&self) -> Result<Self, NoStrides> {
        if self.map.values.len() != 1 {
            return Err(NoStrides::Values(self.map.values.len()));
        }
        let layout = self.layout_map();
        let all = [&layout.map.dims[..], &layout.map.spans, &layout.map().roots()].concat();
        if !layout.is_of_numbers() || layout.rank() != 1 {
            return Err(NoStrides::Undecided(Undecided::symbols(self.arena, &all)));
        }
        Ok(layout)
    }

    /// Where a layout map differs from that of a shape and strides, if it does.
    fn differs_from(&self, shape: &[u64], strides: &[i128]) -> Result<Option<Differing>, NoStrides> {
        let modes =
            shape.iter().zip(strides).filter(|(size, _)| **size > 1).map(|(&size, &stride)| Mode { size, stride });
        let strided = Strided { offset: 0, axes: vec![modes.collect()] };
        let written = strided.write(self.arena, &self.map.index);
        let other =
            Self::new(self.arena, Map { values: vec![written], guards: vec![], ..self.map.clone() }, self.order);
        match self.is_equal(&other, &Effort::default()) {
            Ok(Answer::Yes) => Ok(None),
            Ok(Answer::No(shown)) => Ok(Some(shown.witness)),
            _ => Err(NoStrides::Undecided(Undecided::Points {
                count: self.dims().map_or(0, |dims| dims[0]),
                most: Effort::default().points,
            })),
        }
    }
}

/// The search for the sizes of modes whose strides are given.
struct Shapes<'a> {
    n: u64,
    strides: &'a [i128],
    at: &'a dyn Fn(u64) -> Option<i128>,
    fits: &'a dyn Fn(&[u64]) -> bool,
    shape: Vec<u64>,
    steps: u64,
}

impl Shapes<'_> {
    /// Whether sizes were found, which then are the shape; `None` where the steps do not suffice.
    fn find(&mut self, unit: u64) -> Option<bool> {
        let Some(&stride) = self.strides.get(self.shape.len()) else {
            return Some(unit == self.n && (self.fits)(&self.shape));
        };
        let rest = self.n / unit;
        let is_last = self.shape.len() + 1 == self.strides.len();
        let sizes = if is_last { Rc::from([rest]) } else { divisors(rest) };
        for &size in sizes.iter() {
            self.steps = self.steps.checked_sub(1)?;
            // The value at the unit of a mode of more than one value is its stride.
            if size == 1 || (self.at)(unit) == Some(stride) {
                self.shape.push(size);
                if self.find(unit * size)? {
                    return Some(true);
                }
                self.shape.pop();
            }
        }
        Some(false)
    }
}

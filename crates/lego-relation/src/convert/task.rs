//! Task mappings of Hidet's and Hexcute's: which elements of a tile each thread handles, written as products of `spatial` and
//! `repeat`, as thread-value layouts.
//!
//! `spatial(a, b)` hands the a×b tasks of a tile to as many threads, one each, in row-major order; `repeat(a, b)` lets one thread
//! do all of them, in row-major order. In a product `f * g` each task of f is a tile of the tasks of g: the task is f's times the
//! shape of g plus g's, threads and repetitions of f are the slower ones. (Hexcute, section 2, with the definitions of Hidet,
//! ASPLOS 2023.)

use lego_algebra::cute::{Error, IntTuple, Layout, ThreadValue};
use std::fmt;
use std::ops::Range;

/// One factor of a task mapping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Whether the tasks go to threads side by side (`spatial`), or to one thread, one after the other (`repeat`).
    pub is_spatial: bool,
    /// How many tasks along each axis.
    pub shape: Vec<u64>,
}

/// A product of factors, the outermost first.
///
/// ```
/// use lego_relation::TaskMapping;
/// // 128 threads copy a tile of 64 × 8 as a grid of 16 × 8, four times over (Hexcute, figure 4).
/// let copy = TaskMapping::parse("repeat(4, 1) * spatial(16, 8)").unwrap();
/// assert_eq!((copy.shape(), copy.threads(), copy.repetitions()), (vec![64, 8], 128, 4));
/// assert_eq!(copy.task(9, 2), Some(vec![33, 1]));
/// assert_eq!(copy.thread_value().unwrap().layout().to_string(), "((8,16),4):((64,1),16)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskMapping {
    factors: Vec<Factor>,
}

/// What is wrong with the text of a task mapping, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    /// The place, in bytes of the text.
    pub place: Range<usize>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.message, self.place.start)
    }
}

impl std::error::Error for TaskError {}

impl TaskMapping {
    /// The mapping of a text such as `repeat(4, 1) * spatial(16, 8)`, also written `repeat(4, 1).spatial(16, 8)`.
    ///
    /// # Errors
    /// [`TaskError`], at its place.
    pub fn parse(text: &str) -> Result<Self, TaskError> {
        let mut factors: Vec<Factor> = Vec::new();
        let mut at = 0;
        let error = |place: Range<usize>, message: String| TaskError { place, message };
        let skip = |at: usize| at + text[at..].len() - text[at..].trim_start().len();
        let mut count = 1_u64;
        loop {
            at = skip(at);
            let start = at;
            let name: String = text[at..].chars().take_while(|c| c.is_ascii_alphabetic()).collect();
            at += name.len();
            if name != "spatial" && name != "repeat" {
                let end = if at == start { (start + 1).min(text.len()).max(start) } else { at };
                let place = if text.is_char_boundary(end) { start..end } else { start..text.len() };
                return Err(error(place, "`spatial(…)` or `repeat(…)` is expected".into()));
            }
            at = skip(at);
            if !text[at..].starts_with('(') {
                return Err(error(start..at, format!("`{name}` has the extents of its tasks behind it: {name}(4, 8)")));
            }
            let Some(close) = text[at..].find(')').map(|close| at + close) else {
                return Err(error(at..text.len(), "`)` is missing".into()));
            };
            let mut shape = Vec::new();
            let mut from = at + 1;
            for part in text[from..close].split(',') {
                let place = from..from + part.len();
                from = place.end + 1;
                let extent = part.trim().parse::<u64>().ok().filter(|extent| *extent > 0);
                let Some(extent) = extent else {
                    return Err(error(place, format!("`{}` is no number from 1 on", part.trim())));
                };
                count = count
                    .checked_mul(extent)
                    .filter(|count| *count < 1 << 62)
                    .ok_or_else(|| error(place, "more than 2^62 tasks".into()))?;
                shape.push(extent);
            }
            at = close + 1;
            if let Some(first) = factors.first().filter(|first| first.shape.len() != shape.len()) {
                let message = format!("this factor has {} axes and the first one {}", shape.len(), first.shape.len());
                return Err(error(start..at, message));
            }
            factors.push(Factor { is_spatial: name == "spatial", shape });
            at = skip(at);
            match text[at..].chars().next() {
                None => return Ok(Self { factors }),
                Some('*' | '.') => at += 1,
                Some(other) => {
                    return Err(error(
                        at..at + other.len_utf8(),
                        "`*` and another factor, or the end, is expected".into(),
                    ));
                }
            }
        }
    }

    /// The factors, the outermost first.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// How many tasks there are along each axis.
    #[must_use]
    pub fn shape(&self) -> Vec<u64> {
        (0..self.factors[0].shape.len())
            .map(|axis| self.factors.iter().map(|factor| factor.shape[axis]).product())
            .collect()
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> u64 {
        self.count(true)
    }

    /// How many tasks each thread has.
    #[must_use]
    pub fn repetitions(&self) -> u64 {
        self.count(false)
    }

    fn count(&self, spatial: bool) -> u64 {
        self.factors.iter().filter(|factor| factor.is_spatial == spatial).flat_map(|factor| &factor.shape).product()
    }

    /// The coordinates of a task: that of a thread, at one of its repetitions; `None` beyond their numbers.
    #[must_use]
    pub fn task(&self, thread: u64, repetition: u64) -> Option<Vec<u64>> {
        if thread >= self.threads() || repetition >= self.repetitions() {
            return None;
        }
        let rank = self.factors[0].shape.len();
        let (mut task, mut unit) = (vec![0; rank], vec![1; rank]);
        let mut rest = [repetition, thread];
        for Factor { is_spatial, shape } in self.factors.iter().rev() {
            for axis in (0..rank).rev() {
                let rest = &mut rest[usize::from(*is_spatial)];
                task[axis] += unit[axis] * (*rest % shape[axis]);
                *rest /= shape[axis];
            }
            for axis in 0..rank {
                unit[axis] *= shape[axis];
            }
        }
        Some(task)
    }

    /// The layout from (thread, value) to the integer coordinate of the tile, its first axis fastest.
    ///
    /// # Errors
    /// Of more than 32 modes.
    pub fn thread_value(&self) -> Result<ThreadValue, Error> {
        let shape = self.shape();
        let rank = shape.len();
        let mut place: Vec<u64> = (0..rank).map(|axis| shape[..axis].iter().product()).collect();
        let mut modes: [Vec<(i64, i64)>; 2] = Default::default();
        for Factor { is_spatial, shape } in self.factors.iter().rev() {
            for axis in (0..rank).rev().filter(|axis| shape[*axis] > 1) {
                modes[usize::from(!is_spatial)].push((shape[axis] as i64, place[axis] as i64));
            }
            for axis in 0..rank {
                place[axis] *= shape[axis];
            }
        }
        let mode = |modes: &Vec<(i64, i64)>| -> Result<Layout, Error> {
            let (shapes, strides): (Vec<i64>, Vec<i64>) = modes.iter().copied().unzip();
            match &modes[..] {
                [] => Layout::mode_of(1, 0),
                [(shape, stride)] => Layout::mode_of(*shape, *stride),
                _ => Layout::new(&IntTuple::flat(&shapes)?, &IntTuple::flat(&strides)?),
            }
        };
        let layout = Layout::join(&[mode(&modes[0])?, mode(&modes[1])?])?;
        let tile: Vec<i64> = shape.iter().map(|&extent| extent as i64).collect();
        ThreadValue::new(&layout, &IntTuple::flat(&tile)?)
    }
}

//! The answer to whether two layouts are the same map, and how much work may go into it.

use std::fmt;

/// The answer to whether two layouts are the same map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// They have the same dims and span and send every index to the same position, whatever the symbols stand for.
    Equal,
    /// They differ.
    Different(Difference),
    /// Neither a proof nor a difference was found.
    Undecided,
}

/// Where two layouts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The values of the symbols for which they differ there; empty without symbols.
    pub parameters: Vec<(String, i128)>,
    /// What differs.
    pub what: Differs,
}

/// What of two layouts differs; the first's comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Differs {
    /// The logical extents.
    Dims(Vec<u64>, Vec<u64>),
    /// The number of positions, while the extents are equal.
    Span(u64, u64),
    /// The position of an index, `None` where there is none.
    Position {
        /// An index at which they differ: the first in row-major order, unless [`Effort::steps`] did not suffice to tell
        /// which is the first, and more than [`Effort::points`] or 2^34 indices come before this one.
        index: Vec<u64>,
        /// Its position in the first layout.
        left: Option<u64>,
        /// Its position in the second one.
        right: Option<u64>,
    },
}

impl Differs {
    /// An index that the layouts do not send to the same position: one that only one of them has, if the dims differ.
    ///
    /// `None` if only the spans differ.
    ///
    /// ```
    /// use lego_equal::Differs;
    /// assert_eq!(Differs::Dims(vec![4, 8], vec![8, 8]).witness(), Some(vec![4, 0]));
    /// ```
    #[must_use]
    pub fn witness(&self) -> Option<Vec<u64>> {
        match self {
            Self::Dims(left, right) => {
                let mut index = vec![0; left.len()];
                if left.len() == right.len() {
                    let (axis, (a, b)) = left.iter().zip(right).enumerate().rfind(|(_, (a, b))| a != b)?;
                    index[axis] = *a.min(b);
                }
                Some(index)
            }
            Self::Span(..) => None,
            Self::Position { index, .. } => Some(index.clone()),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = |p: &Option<u64>| p.map_or("none".to_owned(), |p| p.to_string());
        match &self.what {
            Differs::Dims(left, right) => write!(f, "the dims are {left:?} and {right:?}")?,
            Differs::Span(left, right) => write!(f, "the spans are {left} and {right}")?,
            Differs::Position { index, left, right } => {
                write!(f, "at {index:?} the positions are {} and {}", position(left), position(right))?;
            }
        }
        for (k, (name, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{name} = {value}", if k == 0 { ", for " } else { ", " })?;
        }
        Ok(())
    }
}

/// How much work may be done where there is no proof.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The largest number of indices of which every one is looked at.
    pub points: u64,
    /// How many steps the decision without looking at every index may take.
    pub steps: u64,
    /// Told from time to time how many of how many indices have been looked at, from any thread.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Default for Effort<'_> {
    /// 2^24 indices and 2^25 steps, in silence.
    fn default() -> Self {
        Self { points: 1 << 24, steps: 1 << 25, progress: &|_, _| {} }
    }
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort").field("points", &self.points).field("steps", &self.steps).finish_non_exhaustive()
    }
}

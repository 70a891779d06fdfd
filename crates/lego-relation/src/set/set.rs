//! The set itself: its box, its points, and what is asked of one set.

use super::bits::Bits;
use super::builder::{Builder, gather, of_bits};
use super::runs::{Points, Run};
use lego_core::chain::{flatten, unflatten};
use std::fmt;

/// A set of points whose coordinates are numbers from 0 on.
///
/// It stands in a box, which has no part in what the set is: sets with the same points are equal. Order is lexicographic, the
/// first coordinate before the second.
///
/// ```
/// use lego_relation::Set;
/// let even = Set::from_points(&[10], (0..5).map(|i| vec![2 * i])).unwrap();
/// let below = Set::full(&[6]).unwrap();
/// let both = even.intersection(&below);
/// assert_eq!((both.size(), both.lexmin(), both.lexmax()), (3, Some(vec![0]), Some(vec![4])));
/// assert_eq!(below.difference(&even).points().collect::<Vec<_>>(), [[1], [3], [5]]);
/// assert!(both.is_subset(&even) && !even.is_subset(&both));
/// assert_eq!(both.to_string(), "{ [0]; [2]; [4] }");
/// ```
#[derive(Clone, Debug)]
pub struct Set {
    extents: Vec<u64>,
    pub(super) points: Points,
}

/// A box of more than 2^64 points, in which no set can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The extents.
    pub extents: Vec<u64>,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a box of extents {:?} has more than 2^64 points", self.extents)
    }
}

impl std::error::Error for TooLarge {}

/// How many points a box has.
pub(crate) fn volume(extents: &[u64]) -> Result<u64, TooLarge> {
    let product = extents.iter().try_fold(1_u64, |product, &extent| product.checked_mul(extent));
    match product {
        _ if extents.contains(&0) => Ok(0),
        Some(volume) => Ok(volume),
        None => Err(TooLarge { extents: extents.to_vec() }),
    }
}

impl Set {
    /// No point.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn empty(extents: &[u64]) -> Result<Self, TooLarge> {
        volume(extents)?;
        Ok(Self { extents: extents.to_vec(), points: Points::Runs(Vec::new()) })
    }

    /// Every point of a box.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn full(extents: &[u64]) -> Result<Self, TooLarge> {
        Self::from_runs(extents, std::iter::once(0..volume(extents)?))
    }

    /// Some points, in any order, each once or more often; those outside the box are left out.
    ///
    /// # Errors
    /// [`TooLarge`].
    ///
    /// # Panics
    /// If a point has another number of coordinates than the box.
    pub fn from_points(extents: &[u64], points: impl Iterator<Item = Vec<u64>>) -> Result<Self, TooLarge> {
        let volume = volume(extents)?;
        let inside = points.filter_map(|point| {
            assert_eq!(point.len(), extents.len(), "a point of another rank");
            let place = place(extents, &point)?;
            Some(place..place + 1)
        });
        Ok(Self { extents: extents.to_vec(), points: gather(volume, 0, inside) })
    }

    /// Points by their places in the lexicographic order of the box, as runs in ascending order.
    pub(crate) fn from_runs(extents: &[u64], runs: impl Iterator<Item = Run>) -> Result<Self, TooLarge> {
        let mut builder = Builder::new(volume(extents)?);
        runs.for_each(|run| builder.push(run));
        Ok(Self { extents: extents.to_vec(), points: builder.finish() })
    }

    /// Points by their places, as about so many runs in any order.
    pub(crate) fn gathered(extents: &[u64], count: u64, runs: impl Iterator<Item = Run>) -> Result<Self, TooLarge> {
        Ok(Self { extents: extents.to_vec(), points: gather(volume(extents)?, count, runs) })
    }

    /// Points of which each has a bit, at its place in the lexicographic order of the box.
    pub(crate) fn from_bits(extents: &[u64], bits: Bits) -> Result<Self, TooLarge> {
        let volume = volume(extents)?;
        Ok(Self { extents: extents.to_vec(), points: of_bits(bits, volume) })
    }

    /// The same points in another box, which has them all.
    pub(super) fn with(extents: Vec<u64>, points: Points) -> Self {
        Self { extents, points }
    }

    /// The extents of the box in which it stands.
    #[must_use]
    pub fn extents(&self) -> &[u64] {
        &self.extents
    }

    /// The number of coordinates.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.extents.len()
    }

    /// How many points it has.
    #[must_use]
    pub fn size(&self) -> u64 {
        match &self.points {
            Points::Runs(runs) => runs.iter().map(|run| run.end - run.start).sum(),
            Points::Bits(bits) => bits.count(),
        }
    }

    /// Whether it has no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.walk().next().is_none()
    }

    /// Whether a point is one of it.
    #[must_use]
    pub fn contains(&self, point: &[u64]) -> bool {
        let Some(place) = place(&self.extents, point) else { return false };
        match &self.points {
            Points::Runs(runs) => {
                let after = runs.partition_point(|run| run.start <= place);
                after > 0 && place < runs[after - 1].end
            }
            Points::Bits(bits) => bits.has(place),
        }
    }

    /// The first point, the lexicographic minimum; `None` of no points.
    #[must_use]
    pub fn lexmin(&self) -> Option<Vec<u64>> {
        self.points.walk().next().map(|run| unflatten(&self.extents, run.start))
    }

    /// The last point, the lexicographic maximum; `None` of no points.
    #[must_use]
    pub fn lexmax(&self) -> Option<Vec<u64>> {
        let last = match &self.points {
            Points::Runs(runs) => runs.last().map(|run| run.end - 1),
            Points::Bits(bits) => bits.last(),
        };
        last.map(|place| unflatten(&self.extents, place))
    }

    /// Every point, in lexicographic order.
    pub fn points(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        self.points.walk().flatten().map(|place| unflatten(&self.extents, place))
    }

    /// Its runs: the first and the last point of each, in lexicographic order.
    pub fn runs(&self) -> impl Iterator<Item = (Vec<u64>, Vec<u64>)> + '_ {
        self.points.walk().map(|run| (unflatten(&self.extents, run.start), unflatten(&self.extents, run.end - 1)))
    }

    /// How many runs it has.
    #[must_use]
    pub fn run_count(&self) -> u64 {
        match &self.points {
            Points::Runs(runs) => runs.len() as u64,
            Points::Bits(bits) => bits.runs(),
        }
    }
}

/// The place of a point in the lexicographic order of a box; `None` outside.
pub(super) fn place(extents: &[u64], point: &[u64]) -> Option<u64> {
    let inside = point.len() == extents.len() && point.iter().zip(extents).all(|(i, n)| i < n);
    match extents.is_empty() {
        true => inside.then_some(0),
        false => inside.then(|| flatten(extents, point)),
    }
}

/// So many runs of a set are written out.
const MOST_WRITTEN: usize = 64;

impl fmt::Display for Set {
    /// In isl's notation: runs of one axis as ranges, other points one by one; of more than 64 runs the first, and `…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let mut more = false;
        for (first, last) in self.runs() {
            if parts.len() >= MOST_WRITTEN {
                more = true;
                break;
            }
            if first == last {
                parts.push(format!("{first:?}"));
            } else if first.len() == 1 {
                parts.push(format!("[x] : {} <= x <= {}", first[0], last[0]));
            } else {
                self.write_box(&first, &last, &mut parts);
            }
        }
        if more {
            parts.push("…".to_owned());
        }
        if parts.is_empty() {
            let names: Vec<String> = (0..self.rank()).map(|k| format!("x{k}")).collect();
            return write!(f, "{{ [{}] : false }}", names.join(", "));
        }
        write!(f, "{{ {} }}", parts.join("; "))
    }
}

impl Set {
    /// A run of several axes as boxes: what is left of the first row, whole rows, what is left of the last row.
    fn write_box(&self, first: &[u64], last: &[u64], parts: &mut Vec<String>) {
        let rank = self.rank();
        let shared = first.iter().zip(last).take_while(|(a, b)| a == b).count();
        let names: Vec<String> = (0..rank).map(|k| format!("x{k}")).collect();
        let tuple = |fixed: &[u64], free: &[String]| {
            let all: Vec<String> = fixed.iter().map(u64::to_string).chain(free.iter().cloned()).collect();
            format!("[{}]", all.join(", "))
        };
        let whole_from = |axis: usize| -> Vec<String> {
            (axis..rank).map(|k| format!("0 <= x{k} <= {}", self.extents[k] - 1)).collect()
        };
        let mut piece = |fixed: &[u64], axis: usize, low: u64, high: u64| {
            let mut conditions = vec![format!("{low} <= x{axis} <= {high}")];
            conditions.extend(whole_from(axis + 1));
            parts.push(format!("{} : {}", tuple(fixed, &names[axis..]), conditions.join(" and ")));
        };
        // From the first point to the end of its row, of its plane, and so on, up to the axis where the ends part.
        let starts_whole = first[shared + 1..].iter().all(|&i| i == 0);
        let ends_whole = last[shared + 1..].iter().zip(&self.extents[shared + 1..]).all(|(&i, &n)| i + 1 == n);
        if !starts_whole {
            for axis in (shared + 1..rank).rev() {
                let low = first[axis] + u64::from(axis + 1 < rank);
                if low < self.extents[axis] {
                    piece(&first[..axis], axis, low, self.extents[axis] - 1);
                }
            }
        }
        let (low, high) = (first[shared] + u64::from(!starts_whole), last[shared] + u64::from(ends_whole));
        if low < high {
            piece(&first[..shared], shared, low, high - 1);
        }
        if !ends_whole {
            for axis in shared + 1..rank {
                let high = last[axis] + u64::from(axis + 1 == rank);
                if high > 0 {
                    piece(&last[..axis], axis, 0, high - 1);
                }
            }
        }
    }
}

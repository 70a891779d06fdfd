//! Two sets: union, intersection, difference, subset and equality, all by one walk along the runs of both.

use super::builder::Builder;
use super::runs::{Points, Run};
use super::set::{Set, volume};

/// Takes points in ascending order until it has seen enough.
struct Sweep<A: Iterator<Item = Run>, B: Iterator<Item = Run>> {
    left: std::iter::Peekable<A>,
    right: std::iter::Peekable<B>,
    at: u64,
}

impl<A: Iterator<Item = Run>, B: Iterator<Item = Run>> Sweep<A, B> {
    /// The next stretch in which membership of both sets stays the same, and that membership; stretches outside both are
    /// skipped.
    fn advance(&mut self) -> Option<(Run, bool, bool)> {
        while self.left.next_if(|run| run.end <= self.at).is_some() {}
        while self.right.next_if(|run| run.end <= self.at).is_some() {}
        let start = match (self.left.peek(), self.right.peek()) {
            (None, None) => return None,
            (Some(a), None) => a.start,
            (None, Some(b)) => b.start,
            (Some(a), Some(b)) => a.start.min(b.start),
        };
        let start = start.max(self.at);
        let side = |run: Option<&Run>| match run {
            None => (false, u64::MAX),
            Some(run) if run.start <= start => (true, run.end),
            Some(run) => (false, run.start),
        };
        let ((in_left, a), (in_right, b)) = (side(self.left.peek()), side(self.right.peek()));
        self.at = a.min(b);
        Some((start..self.at, in_left, in_right))
    }
}

impl Set {
    /// The points of this set or the other.
    ///
    /// # Panics
    /// If the ranks differ, and if a box that has both has more than 2^64 points.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combined(other, |left, right| left || right)
    }

    /// The points of both sets.
    ///
    /// # Panics
    /// As [`Set::union`].
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combined(other, |left, right| left && right)
    }

    /// The points of this set that the other does not have.
    ///
    /// # Panics
    /// As [`Set::union`].
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combined(other, |left, right| left && !right)
    }

    /// The points of a box that the set does not have.
    ///
    /// ```
    /// use lego_relation::Set;
    /// let odd = Set::from_points(&[6], [vec![1], vec![3], vec![5]].into_iter()).unwrap();
    /// assert_eq!(odd.complement(&[6]).unwrap().to_string(), "{ [0]; [2]; [4] }");
    /// ```
    ///
    /// # Errors
    /// [`TooLarge`](crate::TooLarge).
    ///
    /// # Panics
    /// As [`Set::union`].
    pub fn complement(&self, extents: &[u64]) -> Result<Self, super::TooLarge> {
        Ok(Self::full(extents)?.difference(self))
    }

    /// Whether the other set has all points of this one.
    ///
    /// # Panics
    /// As [`Set::union`].
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.first_beyond(other).is_none()
    }

    /// The first point of this set that the other does not have: what tells that it is no subset.
    ///
    /// # Panics
    /// As [`Set::union`].
    #[must_use]
    pub fn first_beyond(&self, other: &Self) -> Option<Vec<u64>> {
        let extents = common(self, other);
        let mut sweep = sweep(self, other, &extents);
        while let Some((run, left, right)) = sweep.advance() {
            if left && !right {
                return Some(lego_core::chain::unflatten(&extents, run.start));
            }
        }
        None
    }

    fn combined(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let extents = common(self, other);
        let mut builder = Builder::new(volume(&extents).unwrap_or(u64::MAX));
        let mut sweep = sweep(self, other, &extents);
        while let Some((run, left, right)) = sweep.advance() {
            if keep(left, right) {
                builder.push(run);
            }
        }
        Self::with(extents, builder.finish())
    }
}

impl PartialEq for Set {
    /// Whether both have the same points, whatever their boxes; sets of different ranks are never equal.
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank() && self.is_subset(other) && other.is_subset(self)
    }
}

impl Eq for Set {}

/// The least box that has both boxes.
fn common(one: &Set, other: &Set) -> Vec<u64> {
    assert_eq!(one.rank(), other.rank(), "sets of different ranks");
    let extents: Vec<u64> = one.extents().iter().zip(other.extents()).map(|(&a, &b)| a.max(b)).collect();
    assert!(volume(&extents).is_ok(), "a box of extents {extents:?} has more than 2^64 points");
    extents
}

fn sweep<'a>(
    one: &'a Set,
    other: &'a Set,
    extents: &[u64],
) -> Sweep<Box<dyn Iterator<Item = Run> + 'a>, Box<dyn Iterator<Item = Run> + 'a>> {
    let runs = |set: &'a Set| moved(&set.points, set.extents(), extents);
    Sweep { left: runs(one).peekable(), right: runs(other).peekable(), at: 0 }
}

/// The runs of some points by their places in a larger box.
fn moved<'a>(points: &'a Points, from: &[u64], to: &[u64]) -> Box<dyn Iterator<Item = Run> + 'a> {
    // Whole rows of the axes behind the last that grows stay together.
    let Some(axis) = from.iter().zip(to).rposition(|(a, b)| a != b).filter(|&axis| axis > 0) else {
        return Box::new(points.walk());
    };
    let row: u64 = from[axis..].iter().product();
    let new_row: u64 = to[axis..].iter().product();
    let (from, to) = (from[..axis].to_vec(), to[..axis].to_vec());
    let place = move |number: u64| {
        let index = lego_core::chain::unflatten(&from, number);
        lego_core::chain::flatten(&to, &index) * new_row
    };
    Box::new(points.walk().flat_map(move |run| {
        let place = place.clone();
        (run.start / row..=(run.end - 1) / row).map(move |number| {
            let start = run.start.max(number * row) - number * row;
            let end = run.end.min((number + 1) * row) - number * row;
            let to = place(number);
            to + start..to + end
        })
    }))
}

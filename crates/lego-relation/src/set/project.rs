//! Projection: what is left of a set when only some of its coordinates are looked at.

use super::builder::gather;
use super::runs::Run;
use super::set::{Set, volume};
use lego_core::chain::unflatten;

impl Set {
    /// The points that some coordinates make, in the order given: `{[x] : there is a y with [x, y] in the set}` for `[0]`.
    ///
    /// ```
    /// use lego_relation::Set;
    /// let set = Set::from_points(&[4, 4], [vec![0, 3], vec![2, 3], vec![2, 1]].into_iter()).unwrap();
    /// assert_eq!(set.project(&[0]).to_string(), "{ [0]; [2] }");
    /// assert_eq!(set.project(&[1, 0]).points().collect::<Vec<_>>(), [[1, 2], [3, 0], [3, 2]]);
    /// ```
    ///
    /// # Panics
    /// If an axis is none of the set's, or stands twice.
    #[must_use]
    pub fn project(&self, axes: &[usize]) -> Self {
        for (k, axis) in axes.iter().enumerate() {
            assert!(*axis < self.rank() && !axes[..k].contains(axis), "axes {axes:?} of a set of rank {}", self.rank());
        }
        let extents: Vec<u64> = axes.iter().map(|&axis| self.extents()[axis]).collect();
        let size = volume(&extents).unwrap_or(u64::MAX);
        let prefix = axes.iter().enumerate().all(|(k, &axis)| k == axis);
        let points = if prefix {
            let behind: u64 = self.extents()[axes.len()..].iter().product::<u64>().max(1);
            gather(size, self.run_count(), self.points.walk().map(|run| run.start / behind..(run.end - 1) / behind + 1))
        } else {
            gather(
                size,
                self.run_count(),
                self.points
                    .walk()
                    .flat_map(|run| self.rows(run))
                    .flat_map(|(row, from, to)| picked(axes, &extents, &row, from, to)),
            )
        };
        Self::with(extents, points)
    }

    /// A run as stretches along the last axis: a point without its last coordinate, and the range of that.
    fn rows(&self, run: Run) -> impl Iterator<Item = (Vec<u64>, u64, u64)> + '_ {
        let (before, last) = self.extents().split_at(self.rank() - 1);
        let length = last[0].max(1);
        (run.start / length..=(run.end - 1) / length).map(move |number| {
            let row = if before.is_empty() { Vec::new() } else { unflatten(before, number) };
            let from = run.start.max(number * length) - number * length;
            (row, from, run.end.min((number + 1) * length) - number * length)
        })
    }
}

/// The points of a stretch, with only some coordinates: one run where the last one comes last, else one by one.
fn picked(axes: &[usize], extents: &[u64], row: &[u64], from: u64, to: u64) -> Vec<Run> {
    let last = row.len();
    let place = |end: u64| {
        axes.iter()
            .zip(extents)
            .fold(0, |place, (&axis, &extent)| place * extent + if axis == last { end } else { row[axis] })
    };
    if !axes.contains(&last) {
        let place = place(0);
        return std::iter::once(place..place + 1).collect();
    }
    if axes.last() == Some(&last) {
        let start = place(from);
        return std::iter::once(start..start + (to - from)).collect();
    }
    (from..to).map(|end| place(end)..place(end) + 1).collect()
}

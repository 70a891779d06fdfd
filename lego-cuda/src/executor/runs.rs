//! Values of numbered things, kept as runs of neighbours that have the same.
//!
//! The threads of a block mostly do the same, and so do the blocks of a launch: what is known of thousands of them is one
//! run or a few, and takes the memory of those.

use std::ops::Range;

/// Values of some numbers, as runs in rising order that neither touch nor overlap with equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Runs<V> {
    runs: Vec<(Range<u32>, V)>,
}

impl<V> Default for Runs<V> {
    fn default() -> Self {
        Self { runs: Vec::new() }
    }
}

impl<V: Clone + PartialEq> Runs<V> {
    /// The same value for all of a range.
    pub(super) fn of(range: Range<u32>, value: V) -> Self {
        let mut runs = Self::default();
        runs.push(range, value);
        runs
    }

    /// Adds numbers above all that are there.
    pub(super) fn push(&mut self, range: Range<u32>, value: V) {
        if range.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some((last, same)) if last.end == range.start && *same == value => last.end = range.end,
            _ => self.runs.push((range, value)),
        }
    }

    /// The value of a number, if it has one.
    pub(super) fn get(&self, number: u32) -> Option<&V> {
        let (range, value) =
            &self.runs[self.runs.partition_point(|(range, _)| range.start <= number).checked_sub(1)?];
        range.contains(&number).then_some(value)
    }

    /// The runs, in rising order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Range<u32>, &V)> {
        self.runs.iter().map(|(range, value)| (range, value))
    }

    /// The numbers of both; what has a value in both gets one that is made of them.
    pub(super) fn joined(&self, other: &Self, join: impl Fn(&V, &V) -> V) -> Self {
        let mut joined = Self::default();
        let (mut mine, mut others) = (self.runs.as_slice(), other.runs.as_slice());
        let mut at = 0;
        // Each round takes what begins first, up to where anything begins or ends.
        loop {
            mine = mine.split_at(mine.iter().take_while(|(range, _)| range.end <= at).count()).1;
            others = others.split_at(others.iter().take_while(|(range, _)| range.end <= at).count()).1;
            let start = |runs: &[(Range<u32>, V)]| runs.first().map(|(range, _)| range.start.max(at));
            let (a, b) = (start(mine), start(others));
            let Some(first) = [a, b].into_iter().flatten().min() else { return joined };
            let part = |runs: &[(Range<u32>, V)]| match runs.first() {
                Some((range, value)) if range.start <= first => (range.end, Some(value.clone())),
                Some((range, _)) => (range.start, None),
                None => (u32::MAX, None),
            };
            let ((a_end, a), (b_end, b)) = (part(mine), part(others));
            let value = match (a, b) {
                (Some(a), Some(b)) => join(&a, &b),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => unreachable!("the first run begins here"),
            };
            at = a_end.min(b_end);
            joined.push(first..at, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use random::Random;

    fn of(values: &[Option<u32>]) -> Runs<u32> {
        let mut runs = Runs::default();
        for (number, value) in (0..).zip(values) {
            if let &Some(value) = value {
                runs.push(number..number + 1, value);
            }
        }
        runs
    }

    #[test]
    fn runs_have_the_values_that_an_array_has() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let mut values = || -> Vec<Option<u32>> {
                (0..random.below(12)).map(|_| random.below(4).checked_sub(1).map(|value| value as u32)).collect()
            };
            let (a, b) = (values(), values());
            let (left, right) = (of(&a), of(&b));
            let joined = left.joined(&right, |a, b| *a.max(b));
            let expected: Vec<Option<u32>> =
                (0..12).map(|number| a.get(number).copied().flatten().max(b.get(number).copied().flatten())).collect();
            assert_eq!(joined, of(&expected), "{a:?} {b:?}");
            for (number, expected) in (0..).zip(&expected) {
                assert_eq!(joined.get(number).copied(), *expected);
            }
            assert_eq!(joined.get(12), None);
        }
    }

    #[test]
    fn equal_neighbours_are_one_run() {
        let mut runs = Runs::of(0..5, 1);
        runs.push(5..9, 1);
        runs.push(9..9, 7);
        runs.push(10..11, 1);
        assert_eq!(runs.iter().map(|(range, _)| range.clone()).collect::<Vec<_>>(), [0..9, 10..11]);
    }
}

//! Slices cut into ranges that lie apart.
//!
//! The standard library has the same as `get_disjoint_mut`, which came later than the oldest compiler that this crate is for.

#![allow(unsafe_code)]

use core::array;
use core::ops::Range;
use core::slice;

/// The slices of some ranges, all to be changed at the same time; `None` where a range is not one of the slice or two of
/// them meet. An empty range meets those that it lies inside of.
#[inline(always)]
pub(super) fn disjoint_mut<T, const N: usize>(elements: &mut [T], ranges: [Range<usize>; N]) -> Option<[&mut [T]; N]> {
    for (n, range) in ranges.iter().enumerate() {
        let inside = range.start <= range.end && range.end <= elements.len();
        let apart = |other: &Range<usize>| range.end <= other.start || other.end <= range.start;
        if !inside || !ranges[..n].iter().all(apart) {
            return None;
        }
    }
    let start = elements.as_mut_ptr();
    Some(array::from_fn(|n| {
        let Range { start: from, end } = ranges[n];
        // SAFETY: each range ends within the slice, behind its own start; of any two, one ends before the other begins, so
        // that no element is in both. The pointer comes from the mutable reference, which is lent for as long as the result
        // lives and not used besides.
        unsafe { slice::from_raw_parts_mut(start.add(from), end - from) }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_meet_or_leave_the_slice_have_no_slices() {
        let ranges = || (0..6).flat_map(|start| (0..6).map(move |end| start..end));
        let mut found = 0;
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a.clone(), b))) {
            let mut elements = [0, 1, 2, 3];
            let (mut ours, mut theirs) = (elements, elements);
            let both = [a.clone(), b.clone()];
            let made = disjoint_mut(&mut ours, both.clone());
            let expected = theirs.get_disjoint_mut(both).ok();
            assert_eq!(made, expected, "{a:?} and {b:?}");
            let Some([first, second]) = made else { continue };
            found += 1;
            first.fill(10);
            second.fill(20);
            elements[a].fill(10);
            elements[b].fill(20);
            assert_eq!(ours, elements);
        }
        assert!(found > 0);
        let mut elements = [1, 2, 3];
        let parts = disjoint_mut(&mut elements, [2..3, 0..1, 1..2]).unwrap();
        assert_eq!(parts, [&[3], &[1], &[2]]);
        assert!(disjoint_mut(&mut [1, 2, 3], [0..1, 2..3, 0..1]).is_none());
        assert!(disjoint_mut::<u8, 0>(&mut [], []).is_some());
        assert!(disjoint_mut(&mut [0; 3], [0..1, usize::MAX..usize::MAX]).is_none());
    }
}

//! The laws of a layout, on every index and every position.

use lego::Layout;
use lego::mapping::Runs;

/// Every index of a box in row-major order.
pub(crate) fn indices<const R: usize>(dims: [usize; R]) -> impl Iterator<Item = [usize; R]> {
    (0..dims.iter().product()).map(move |flat: usize| {
        let (mut index, mut rest) = ([0; R], flat);
        for k in (0..R).rev() {
            index[k] = rest % dims[k];
            rest /= dims[k];
        }
        index
    })
}

/// Compares a layout with a formula for the position, in both directions, and checks the laws of the trait.
pub(crate) fn check<L, const R: usize>(layout: L, formula: impl Fn([usize; R]) -> Option<usize>)
where
    L: Layout<Index = [usize; R]>,
{
    let dims = layout.dims();
    assert_eq!(layout.count(), dims.iter().product::<usize>());
    let mut owner = vec![None; layout.span()];
    for index in indices(dims) {
        let position = formula(index);
        assert_eq!(layout.try_apply(index), position, "at {index:?}");
        assert_eq!(layout.apply(index).into(), position, "at {index:?}");
        if let Some(position) = position {
            assert_eq!(owner[position].replace(index), None, "{position} is hit twice");
        }
    }
    for (position, index) in owner.into_iter().enumerate() {
        assert_eq!(layout.try_inv(position), index, "at position {position}");
        assert_eq!(layout.inv(position).into(), index, "at position {position}");
    }
    assert_eq!(layout.try_inv(layout.span()), None);
    for axis in 0..R {
        let mut outside = [0; R];
        outside[axis] = dims[axis];
        assert_eq!(layout.try_apply(outside), None);
        outside[axis] = usize::MAX;
        assert_eq!(layout.try_apply(outside), None);
        // Told by the macro, so that they are vouched for: an array makes slices of them without a look.
        let stride = layout.stride(axis).map(|step| Runs { len: dims[axis], phase: 0, step });
        assert!(L::INJECTIVE.is_none() || layout.runs(axis).is_none() || L::RUNS.is_some());
        for runs in [stride, layout.runs(axis)].into_iter().flatten() {
            for mut next in indices(dims) {
                let index = next;
                next[axis] += 1;
                if runs.rest(index[axis]) > 1 && next[axis] < dims[axis] {
                    match (layout.try_apply(index), layout.try_apply(next)) {
                        (Some(a), Some(b)) => assert_eq!(b as isize - a as isize, runs.step, "{index:?}, axis {axis}"),
                        (None, Some(_)) => panic!("{index:?} has no position, {next:?} has one"),
                        (_, None) => {}
                    }
                }
            }
        }
    }
}

//! The kernel of a transposition: planes whose rows lie side by side on one side, and whose columns do on the other.

#![allow(unsafe_code)]

mod clones;
mod narrow;
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
))]
mod numbers;

/// Copies `height` × `width` elements, `[i, j]` from position `a + i·source_step + j` to `b + i + j·step`.
///
/// `None`, and nothing is copied, where one of these positions lies outside the elements.
pub(super) fn copy_plane<T: Clone>(
    extents @ [height, width]: [usize; 2],
    steps: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) -> Option<()> {
    if height == 0 || width == 0 {
        return Some(());
    }
    inside(source.len(), a, steps[0], [height, width])?;
    inside(out.len(), b, steps[1], [width, height])?;
    if narrow::copy(extents, steps, source, a, out, b) {
        return Some(());
    }
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"),
    ))]
    if numbers::is_worth_it(out) {
        let is_far = super::prefetch::is_far(out);
        let (source, out) = (source.as_ptr().wrapping_add(a), out.as_mut_ptr().wrapping_add(b));
        // SAFETY: all positions lie inside, and `T` is a number.
        unsafe { numbers::copy(size_of::<T>(), is_far, extents, steps, source.cast(), out.cast()) };
        return Some(());
    }
    // SAFETY: all positions lie inside.
    unsafe { clones::copy(extents, steps, source, a, out, b) };
    Some(())
}

/// Whether lines of so many elements each, the first from `start` on and each `step` behind the one before, lie in a slice.
///
/// Where the first and the last do, so do those between them: their starts are between those two, and no sum wraps on the way.
#[inline]
fn inside(len: usize, start: usize, step: isize, [lines, line]: [usize; 2]) -> Option<()> {
    let last = start.checked_add_signed(step.checked_mul(isize::try_from(lines.checked_sub(1)?).ok()?)?)?;
    (start.max(last).checked_add(line)? <= len).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    /// From where to where the elements of a plane go; `None` where a position is outside.
    fn moves(
        [height, width]: [usize; 2],
        [source_step, step]: [isize; 2],
        len: usize,
        a: usize,
        b: usize,
    ) -> Option<Vec<[usize; 2]>> {
        let inside = |position: isize| usize::try_from(position).ok().filter(|&position| position < len);
        let all = (0..width).flat_map(|j| (0..height).map(move |i| [i as isize, j as isize]));
        all.map(|[i, j]| Some([inside(a as isize + i * source_step + j)?, inside(b as isize + j * step + i)?]))
            .collect()
    }

    /// Every small plane from and to every place, forwards and backwards, and of lines that overlap.
    #[test]
    fn planes_are_copied_whole_or_not_at_all() {
        let source: [usize; 10] = core::array::from_fn(|k| k + 1);
        let (mut copied, mut refused) = (0, 0);
        let steps = || -4_isize..=4;
        let most = if cfg!(miri) { 3 } else { 4 };
        for (height, width) in (0..most).flat_map(|height| (0..most).map(move |width| (height, width))) {
            for (source_step, step) in steps().flat_map(|a| steps().map(move |b| (a, b))) {
                for (a, b) in (0..11).flat_map(|a| (0..11).map(move |b| (a, b))) {
                    let (extents, steps) = ([height, width], [source_step, step]);
                    let mut out = [0; 10];
                    let done = copy_plane(extents, steps, &source, a, &mut out, b);
                    let moves = moves(extents, steps, 10, a, b);
                    assert_eq!(done.is_some(), moves.is_some(), "{extents:?} {steps:?} {a} {b}");
                    let moves = moves.unwrap_or_default();
                    for (position, element) in out.into_iter().enumerate() {
                        // Where the columns overlap, it is not said which of the elements stays.
                        let mut candidates = moves.iter().filter(|[_, to]| *to == position).peekable();
                        let is_right = if candidates.peek().is_none() {
                            element == 0
                        } else {
                            candidates.any(|[from, _]| source[*from] == element)
                        };
                        assert!(is_right, "{extents:?} {steps:?} {a} {b}: {out:?}");
                    }
                    *(if done.is_some() { &mut copied } else { &mut refused }) += 1;
                }
            }
        }
        assert!(copied > 0 && refused > 0);
    }

    /// Extents at, below and above those of squares, blocks and panels, of numbers of every size and of other elements.
    #[test]
    fn blocks_panels_and_their_remainders() {
        fn check<T: Clone + PartialEq + core::fmt::Debug>(element: impl Fn(usize) -> T) {
            const N: usize = 300 * 70;
            let [source, nothing] = [1, 0].map(|times| (0..N).map(|k| element(times * (k + 1))).collect::<Vec<T>>());
            for height in [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 64, 65, 257, 300] {
                for width in [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 63, 64, 65, 70] {
                    for (steps, a, b) in [
                        ([width as isize, height as isize], 0, 0),
                        ([-(width as isize), height as isize], (height - 1) * width, 0),
                        ([70, -(height as isize)], N - (height - 1) * 70 - width, (width - 1) * height),
                        // Groups and lines with gaps between them.
                        ([70, 300], N - (height - 1) * 70 - width, N - (width - 1) * 300 - height),
                    ] {
                        let (mut out, mut expected) = (nothing.clone(), nothing.clone());
                        for [from, to] in moves([height, width], steps, N, a, b).unwrap() {
                            expected[to] = source[from].clone();
                        }
                        assert_eq!(copy_plane([height, width], steps, &source, a, &mut out, b), Some(()));
                        assert!(out == expected, "{height}×{width} {steps:?}");
                    }
                }
            }
        }
        check(|k| (k % 251) as u8);
        check(|k| k as u16);
        check(|k| k as f32);
        check(|k| k as i64);
        check(|k| [k as u16; 3]);
        // Planes that are fetched ahead.
        fn far<T: Copy + PartialEq + core::fmt::Debug>(element: impl Fn(usize) -> T) {
            let source: Vec<T> = (0..401 * 403).map(&element).collect();
            let mut out = vec![element(0); 401 * 403];
            assert_eq!(copy_plane([401, 403], [403, 401], &source, 0, &mut out, 0), Some(()));
            assert!(out.iter().enumerate().all(|(to, &from)| from == element(to % 401 * 403 + to / 401)));
        }
        far(|k| k as u32);
        far(|k| k as f64);
    }

    #[test]
    fn strides_that_overflow_are_refused() {
        let huge = [isize::MIN, isize::MIN + 1, isize::MAX, isize::MAX / 2 + 1];
        for step in huge {
            for start in [0, 1, 3, usize::MAX, usize::MAX / 2 + 1] {
                let mut out = vec![0_u8; 4];
                assert_eq!(copy_plane([2, 2], [step, 2], &[1; 4], start, &mut out, 0), None);
                assert_eq!(copy_plane([2, 2], [2, step], &[1; 4], 0, &mut out, start), None);
                assert_eq!(copy_plane([3, 1], [step, 3], &[1; 4], start, &mut out, 0), None);
                assert_eq!(copy_plane([usize::MAX, 1], [step, 1], &[1; 4], start, &mut out, 0), None);
                assert_eq!(out, [0; 4]);
            }
        }
        // What has one line has no step.
        assert_eq!(copy_plane([1, 1], [isize::MIN; 2], &[7], 0, &mut [0], 0), Some(()));
    }
}

//! The kernel of a transposition: planes whose rows lie side by side on one side, and whose columns do on the other.

#![allow(unsafe_code)]

/// The edge of a block: of elements of 4 bytes, its rows and its columns are lines of the cache.
///
/// The lines of 16 rows and 16 columns stay in the first cache also where all of them belong to two of its sets, as they do
/// in a matrix of 512 columns.
const EDGE: usize = 16;

/// The edge of the panels that are copied block by block, so that what two blocks share of a line of the cache, or of a page,
/// is used while it is there. A plane of fewer rows is one panel, and its rows are read from front to back.
const PANEL: usize = 64;

/// How many rows a block of a narrow plane has. It is read out of the cache, so what counts is that stretches that are written
/// are long: measured on 3021 rows of 32, less than half of the time with blocks of 16.
const TALL: usize = 256;

/// Copies `height` × `width` elements, `[i, j]` from position `a + i·source_step + j` to `b + i + j·step`.
///
/// `None`, and nothing is copied, where one of these positions lies outside the elements.
pub(super) fn copy_plane<T: Clone>(
    [height, width]: [usize; 2],
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
    let is_narrow = width < PANEL && height > PANEL;
    let tall = if is_narrow { TALL } else { EDGE };
    let wide = if height <= PANEL { width } else { PANEL };
    for top in (0..height).step_by(tall.max(PANEL)) {
        let bottom = height.min(top + tall.max(PANEL));
        for left in (0..width).step_by(wide) {
            let right = width.min(left + wide);
            for i in (top..bottom).step_by(tall) {
                for j in (left..right).step_by(EDGE) {
                    let (from, to) = (at(a, steps[0], i).wrapping_add(j), at(b, steps[1], j).wrapping_add(i));
                    match [tall.min(bottom - i), EDGE.min(right - j)] {
                        // Extents that the compiler knows.
                        // SAFETY: the block is part of the plane, whose lines are inside on both sides.
                        [EDGE, EDGE] => unsafe { copy_block([EDGE; 2], steps, source, from, out, to) },
                        // SAFETY: as above.
                        extents => unsafe { copy_block(extents, steps, source, from, out, to) },
                    }
                }
            }
        }
    }
    Some(())
}

/// [`copy_plane`] element by element, without a look at the positions.
///
/// # Safety
/// All positions must be below the lengths of `source` and `out`, without wrapping.
#[inline(always)]
unsafe fn copy_block<T: Clone>(
    [height, width]: [usize; 2],
    [source_step, step]: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) {
    for j in 0..width {
        let column = at(b, step, j);
        for i in 0..height {
            // SAFETY: the caller promises that both positions lie inside. The slices keep their lengths whatever `clone` does.
            unsafe { *out.get_unchecked_mut(column + i) = source.get_unchecked(at(a, source_step, i) + j).clone() };
        }
    }
}

/// Whether lines of so many elements each, the first from `start` on and each `step` behind the one before, lie in a slice.
///
/// Where the first and the last do, so do those between them: their starts are between those two, and no sum wraps on the way.
#[inline]
fn inside(len: usize, start: usize, step: isize, [lines, line]: [usize; 2]) -> Option<()> {
    let last = start.checked_add_signed(step.checked_mul(isize::try_from(lines.checked_sub(1)?).ok()?)?)?;
    (start.max(last).checked_add(line)? <= len).then_some(())
}

/// The start of a line.
#[inline(always)]
fn at(start: usize, step: isize, line: usize) -> usize {
    start.wrapping_add_signed(step.wrapping_mul(line as isize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    /// The same with checks; `None` where a position is outside.
    fn plainly<const N: usize>(
        [height, width]: [usize; 2],
        [source_step, step]: [isize; 2],
        source: &[usize; N],
        a: usize,
        b: usize,
    ) -> Option<[usize; N]> {
        let mut out = [0; N];
        for (j, i) in (0..width).flat_map(|j| (0..height).map(move |i| (j, i))) {
            let from = a as isize + i as isize * source_step + j as isize;
            let to = b as isize + j as isize * step + i as isize;
            *out.get_mut(to as usize)? = *source.get(from as usize)?;
        }
        Some(out)
    }

    /// Every small plane from and to every place, forwards and backwards.
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
                    let expected = plainly(extents, steps, &source, a, b);
                    assert_eq!(done.is_some(), expected.is_some(), "{extents:?} {steps:?} {a} {b}");
                    assert_eq!(out, expected.unwrap_or([0; 10]));
                    *(if done.is_some() { &mut copied } else { &mut refused }) += 1;
                }
            }
        }
        assert!(copied > 0 && refused > 0);
    }

    /// Extents at, below and above those of blocks and panels.
    #[test]
    fn blocks_panels_and_their_remainders() {
        const N: usize = 300 * 70;
        let source: [usize; N] = core::array::from_fn(|k| k + 1);
        for height in [1, 15, 16, 17, 63, 64, 65, 130, 256, 257, 300] {
            for width in [1, 15, 16, 17, 63, 64, 65, 70] {
                for (steps, a, b) in [
                    ([width as isize, height as isize], 0, 0),
                    ([-(width as isize), height as isize], (height - 1) * width, 0),
                    ([70, -(height as isize)], N - (height - 1) * 70 - width, (width - 1) * height),
                ] {
                    let mut out = [0; N];
                    assert_eq!(copy_plane([height, width], steps, &source, a, &mut out, b), Some(()));
                    assert!(Some(out) == plainly([height, width], steps, &source, a, b), "{height}×{width} {steps:?}");
                }
            }
        }
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

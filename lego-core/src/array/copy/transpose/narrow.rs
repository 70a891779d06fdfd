//! Planes with a side of two to eight elements, as the colours of a pixel or the parts of a complex number: the loop
//! over that side is unrolled, so that the compiler vectorizes the loop over the other.

/// Splits groups of two to eight elements into lines, or joins lines to groups, as [`copy_plane`](super::copy_plane).
/// `false`, and nothing is copied, for planes of other sides, of short lines, and where lines overlap.
///
/// # Panics
/// If a position lies outside of `source` or `out`.
#[inline]
pub(super) fn copy<T: Clone>(
    [height, width]: [usize; 2],
    steps: [isize; 2],
    source: &[T],
    a: usize,
    out: &mut [T],
    b: usize,
) -> bool {
    let [Ok(source_step), Ok(step)] = steps.map(usize::try_from) else { return false };
    if step < height || source_step < width || height.max(width) < LEAST {
        return false;
    }
    match [height, width] {
        [_, 2..=8] if height > width => {
            let source = &source[a..][..(height - 1) * source_step + width];
            let out = &mut out[b..][..(width - 1) * step + height];
            // A processor has no instruction to take bytes apart.
            let are_bytes = size_of::<T>() == 1 && source_step == width;
            match width {
                _ if !are_bytes => split(source, source_step, out, [step, height], width),
                2 => split_bytes::<T, 2>(source, out, [step, height]),
                3 => split_bytes::<T, 3>(source, out, [step, height]),
                4 => split_bytes::<T, 4>(source, out, [step, height]),
                5 => split_bytes::<T, 5>(source, out, [step, height]),
                6 => split_bytes::<T, 6>(source, out, [step, height]),
                7 => split_bytes::<T, 7>(source, out, [step, height]),
                _ => split_bytes::<T, 8>(source, out, [step, height]),
            }
            true
        }
        [2..=8, _] if width > height => {
            let source = &source[a..][..(height - 1) * source_step + width];
            let out = &mut out[b..][..(width - 1) * step + height];
            match height {
                2 => join::<T, 2>(source, [source_step, width], out, step),
                3 => join::<T, 3>(source, [source_step, width], out, step),
                4 => join::<T, 4>(source, [source_step, width], out, step),
                5 => join::<T, 5>(source, [source_step, width], out, step),
                6 => join::<T, 6>(source, [source_step, width], out, step),
                7 => join::<T, 7>(source, [source_step, width], out, step),
                _ => join::<T, 8>(source, [source_step, width], out, step),
            }
            true
        }
        _ => false,
    }
}

/// Shorter lines are not worth a call.
const LEAST: usize = 16;

/// Groups of `COUNT` bytes to lines, each `step` behind the one before, of `len` elements: eight groups at a time,
/// whose bytes of a line are put together in a register.
#[inline(never)]
fn split_bytes<T: Clone, const COUNT: usize>(source: &[T], out: &mut [T], [step, len]: [usize; 2]) {
    let mut lines = out.chunks_mut(step);
    let mut lines: [&mut [T]; COUNT] =
        core::array::from_fn(|_| lines.next().map_or(&mut [][..], |line| &mut line[..len]));
    if COUNT == 2 {
        // Both bytes of a group are in one number, which needs no more.
        for (i, group) in source[..len * COUNT].chunks_exact(COUNT).enumerate() {
            for k in 0..COUNT {
                lines[k][i] = group[k].clone();
            }
        }
        return;
    }
    let eights = source[..len * COUNT].chunks_exact(8 * COUNT);
    let (rest, from) = (eights.remainder(), len / 8 * 8);
    for (i, eight) in eights.enumerate() {
        for (k, line) in lines.iter_mut().enumerate() {
            let together: [T; 8] = core::array::from_fn(|u| eight[u * COUNT + k].clone());
            line[8 * i..][..8].clone_from_slice(&together);
        }
    }
    for (i, group) in rest.chunks_exact(COUNT).enumerate() {
        for (k, line) in lines.iter_mut().enumerate() {
            line[from + i] = group[k].clone();
        }
    }
}

/// Splits groups of each size into lines. Each line is an argument of its own: of slices in an array the compiler does
/// not know that they do not overlap.
macro_rules! lines {
    ($($count:literal: $split:ident [$($line:ident $k:literal),*];)*) => {
        /// Groups of elements, each `group` behind the one before, to lines: each `step` behind the one before, of
        /// `len` elements.
        fn split<T: Clone>(source: &[T], group: usize, out: &mut [T], [step, len]: [usize; 2], count: usize) {
            match count {
                $($count => {
                    let mut lines = out.chunks_mut(step);
                    $(let Some($line) = lines.next() else { return };)*
                    $split(source, group, $(&mut $line[..len]),*);
                })*
                _ => {}
            }
        }

        $(
            #[inline(never)]
            #[allow(clippy::too_many_arguments, reason = "a slice in a list may overlap others")]
            fn $split<T: Clone>(source: &[T], group: usize, $($line: &mut [T]),*) {
                if group == $count {
                    let groups = source.chunks_exact($count);
                    let len = groups.len();
                    $(let $line = &mut $line[..len];)*
                    for (i, group) in groups.enumerate() {
                        $($line[i] = group[$k].clone();)*
                    }
                } else {
                    let groups = source.chunks(group);
                    let len = groups.len();
                    $(let $line = &mut $line[..len];)*
                    for (i, group) in groups.enumerate() {
                        let group = &group[..$count];
                        $($line[i] = group[$k].clone();)*
                    }
                }
            }
        )*
    };
}
lines! {
    2: split_2 [p 0, q 1];
    3: split_3 [p 0, q 1, r 2];
    4: split_4 [p 0, q 1, r 2, s 3];
    5: split_5 [p 0, q 1, r 2, s 3, t 4];
    6: split_6 [p 0, q 1, r 2, s 3, t 4, u 5];
    7: split_7 [p 0, q 1, r 2, s 3, t 4, u 5, v 6];
    8: split_8 [p 0, q 1, r 2, s 3, t 4, u 5, v 6, w 7];
}

/// Lines, each `step` behind the one before and of `len` elements, to groups of `COUNT` elements, each `group` behind
/// the one before.
#[inline(never)]
fn join<T: Clone, const COUNT: usize>(source: &[T], [step, len]: [usize; 2], out: &mut [T], group: usize) {
    let lines: [&[T]; COUNT] = core::array::from_fn(|k| &source[k * step..][..len]);
    if group == COUNT {
        for (i, group) in out.chunks_exact_mut(COUNT).enumerate().take(len) {
            for k in 0..COUNT {
                group[k] = lines[k][i].clone();
            }
        }
    } else {
        for (i, group) in out.chunks_mut(group).enumerate().take(len) {
            let group = &mut group[..COUNT];
            for k in 0..COUNT {
                group[k] = lines[k][i].clone();
            }
        }
    }
}

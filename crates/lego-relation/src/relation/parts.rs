//! The parts of a box in which a map may have values: a box whose guards fail everywhere is passed over as a whole.

use lego_expr::Boxes;
use std::ops::Range;

/// Smaller boxes are looked at index by index.
const SMALL: u64 = 1 << 10;

/// Indices of a box that follow each other in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Their places.
    pub(super) places: Range<u64>,
    /// Whether every guard is known to hold at each of them.
    pub(super) is_inside: bool,
}

/// The parts of a box in which guards may hold, in row-major order; at every other index one of them fails.
///
/// The box is halved along its first axis that has several components, until the guards of a half hold everywhere or
/// nowhere, or it is small: at most `2 * count / SMALL` boxes are asked, each in the time of some 30 indices.
pub(super) fn parts(boxes: &mut Boxes, dims: &[u64]) -> Vec<Part> {
    // How far apart neighbours along each axis are.
    let mut strides = vec![1; dims.len()];
    for axis in (1..dims.len()).rev() {
        strides[axis - 1] = strides[axis] * dims[axis];
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut sides = vec![0..1; dims.len()];
    let whole: Range<u64> = 0..dims.iter().product();
    let mut open = vec![whole];
    while let Some(places) = open.pop() {
        let length = places.end - places.start;
        let mut several = None;
        for (axis, (&extent, &stride)) in dims.iter().zip(&strides).enumerate() {
            sides[axis] = if several.is_some() {
                0..extent
            } else {
                let first = places.start / stride % extent;
                first..first + (length / stride).max(1)
            };
            if several.is_none() && length > stride {
                several = Some(axis);
            }
        }
        match (boxes.hold(&sides), several) {
            (Some(false), _) => {}
            (None, Some(axis)) if length > SMALL => {
                let middle = places.start + length / strides[axis] / 2 * strides[axis];
                open.extend([middle..places.end, places.start..middle]);
            }
            (answer, _) => {
                let is_inside = answer == Some(true);
                match parts.last_mut() {
                    Some(last) if last.places.end == places.start && last.is_inside == is_inside => {
                        last.places.end = places.end;
                    }
                    _ => parts.push(Part { places, is_inside }),
                }
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::{SMALL, parts};
    use crate::Relation;
    use lego_expr::{Arena, Columns, Engine};

    /// The parts of the box of a relation, each place compared with the relation there; how many places are in none,
    /// and how many in parts that are inside as a whole.
    fn parted(text: &str) -> (u64, u64) {
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, text).unwrap();
        let dims = relation.dims().unwrap();
        let columns = Columns::<4>::new(&arena, &relation.map(), &mut Engine::new(&arena)).unwrap();
        let parts = parts(&mut columns.boxes(), &dims);
        let exact = relation.map().evaluator(&arena);
        let is_inside = |flat: u64| exact.run(&lego_core::chain::unflatten(&dims, flat)).is_some();
        let (mut next, mut outside, mut inside) = (0, 0, 0);
        for part in &parts {
            assert!(next <= part.places.start && part.places.start < part.places.end, "{parts:?}");
            assert!((next..part.places.start).all(|flat| !is_inside(flat)), "{text}: {parts:?}");
            outside += part.places.start - next;
            if part.is_inside {
                assert!(part.places.clone().all(is_inside), "{text}: {part:?}");
                inside += part.places.end - part.places.start;
            }
            next = part.places.end;
        }
        let count = dims.iter().product();
        assert!((next..count).all(|flat| !is_inside(flat)), "{text}");
        (outside + count - next, inside)
    }

    #[test]
    fn what_is_passed_over_is_outside_and_what_is_whole_is_inside() {
        let (inner, all) = (64 * 32, 3 * 33 * 64 * 32);
        let box_of = |condition: &str| {
            let bounds = "0 <= i < 3 and 0 <= j < 33 and 0 <= k < 64 and 0 <= l < 32";
            parted(&format!("{{ [i, j, k, l] -> [j + l] : {bounds} and {condition} }}"))
        };
        assert_eq!(box_of("i >= 0"), (0, all));
        // What two axes decide is decided without a look at a point.
        assert_eq!(box_of("i + j >= 10"), ((10 + 9 + 8) * inner, all - (10 + 9 + 8) * inner));
        assert_eq!(box_of("20 * i = 4 * j"), (all - 3 * inner, 3 * inner));
        assert_eq!(box_of("j mod 8 = 3"), (all - 3 * 4 * inner, 3 * 4 * inner));
        for condition in
            ["k < j", "i + j + k + l <= 40", "(3 * i + 5 * j + k) mod 7 <= 2", "(k < j or l = 3) and i != 2"]
        {
            let (outside, inside) = box_of(condition);
            assert!(outside + inside <= all, "{condition}");
        }
    }

    #[test]
    fn a_small_box_is_one_part() {
        assert!(parted(&format!("{{ [i, j] -> [i] : 0 <= i < 2 and 0 <= j < {} and j mod 2 = 0 }}", SMALL / 2)).0 == 0);
        assert_eq!(parted("{ [i] -> [i] : 0 <= i < 5 and i > 7 }").1, 0);
    }
}

//! What an exchange of axes comes to: axes that stay neighbours become one, and what is left is either rows that move as they are
//! or matrices that are turned.

use super::strided::Strided;
use lego::LayoutError;

/// The most axes that an array may have.
pub(super) const MOST_AXES: usize = 5;

/// An axis of the array: its extent, and how far apart its neighbours are in the input and in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    extent: u32,
    input: u32,
    output: u32,
}

const NO_AXIS: Axis = Axis { extent: 1, input: 0, output: 0 };

/// What is to be done with an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The array has no elements.
    Nothing,
    /// Row `[.., row]` of the input goes to row `[.., row]` of the output.
    Rows {
        /// The input.
        input: Strided,
        /// The output, with the same axes.
        output: Strided,
    },
    /// Element `[.., row, column]` of the input goes to element `[.., column, row]` of the output.
    Turn {
        /// The input.
        input: Strided,
        /// The output, with its two last axes exchanged.
        output: Strided,
    },
}

impl Plan {
    /// That of an array of some extents, whose axis `order[k]` becomes axis k.
    ///
    /// # Errors
    /// [`LayoutError::NotAPermutation`] if an axis is missing in the order, [`LayoutError::TooLarge`] if the array has 2^32 − 1 elements
    /// or more.
    pub(super) fn new<const R: usize>(dims: [usize; R], order: [usize; R]) -> Result<Self, LayoutError> {
        is_permutation(order)?;
        if dims.contains(&0) {
            return Ok(Self::Nothing);
        }
        let too_large = |value| LayoutError::TooLarge {
            what: "the number of elements".into(),
            value,
            most: u128::from(u32::MAX - 1),
        };
        let count = dims.iter().try_fold(1_u128, |count, &dim| count.checked_mul(dim as u128)).unwrap_or(u128::MAX);
        if count >= u128::from(u32::MAX) || dims.iter().any(|&dim| dim > u32::MAX as usize) {
            return Err(too_large(count));
        }
        let axes = merged(dims.map(|dim| dim as u32), order);
        let [.., last] = axes;
        match axes.iter().position(|axis| axis.input == 1) {
            // The columns of the input are not those of the output.
            Some(along) if along != MOST_AXES - 1 => {
                let [a, b, c] = others(axes, [along, MOST_AXES - 1]);
                let input = strided([a, b, c, last, axes[along]], |axis| axis.input)?;
                let output = strided([a, b, c, axes[along], last], |axis| axis.output)?;
                Ok(Self::Turn { input, output })
            }
            _ => {
                // A block goes along the longest of the others.
                let longest = (0..MOST_AXES - 1).max_by_key(|&k| axes[k].extent).unwrap_or(0);
                let [a, b, c] = others(axes, [longest, MOST_AXES - 1]);
                let axes = [a, b, c, axes[longest], last];
                Ok(Self::Rows { input: strided(axes, |axis| axis.input)?, output: strided(axes, |axis| axis.output)? })
            }
        }
    }

    /// As that of a matrix of these extents, where rows of the output begin at multiples of `unit` elements.
    ///
    /// # Errors
    /// Those of [`new`](Self::new), and [`LayoutError::TooLarge`] too if the positions of the output are 2^32 − 1 or more.
    pub(super) fn aligned(dims: [usize; 2], order: [usize; 2], unit: u32) -> Result<Self, LayoutError> {
        if Self::new(dims, order)? == Self::Nothing {
            return Ok(Self::Nothing);
        }
        // As was looked at, they are that small.
        let dims = dims.map(|dim| dim as u32);
        let [m, n] = order.map(|axis| dims[axis]);
        let step = n.checked_next_multiple_of(unit).unwrap_or(u32::MAX);
        let matrix = |[m, n]: [u32; 2], step| Strided::new([1, 1, 1, m, n], [0, 0, 0, step, 1]);
        let (input, output) = (matrix(dims, dims[1])?, matrix([m, n], step)?);
        Ok(if order == [0, 1] { Self::Rows { input, output } } else { Self::Turn { input, output } })
    }
}

/// That each axis is there once.
fn is_permutation<const R: usize>(order: [usize; R]) -> Result<(), LayoutError> {
    let Some(missing) = (0..R).find(|axis| !order.contains(axis)) else { return Ok(()) };
    let (wrong, repeats) = match order.iter().find(|&&axis| axis >= R) {
        Some(&beyond) => (beyond, false),
        None => {
            (order.iter().enumerate().find(|(k, axis)| order[..*k].contains(axis)).map_or(0, |(_, &axis)| axis), true)
        }
    };
    // The language counts axes from 1.
    Err(LayoutError::NotAPermutation {
        rank: R as u128,
        wrong: wrong as i128 + 1,
        repeats,
        missing: missing as u128 + 1,
    })
}

/// The axes in the order of the output, those that are neighbours in both arrays made one, behind as many without extent as are
/// missing.
fn merged<const R: usize>(dims: [u32; R], order: [usize; R]) -> [Axis; MOST_AXES] {
    let (mut axes, mut first) = ([NO_AXIS; MOST_AXES], MOST_AXES);
    let mut output = 1;
    for &axis in order.iter().rev() {
        let extent = dims[axis];
        if extent == 1 {
            continue;
        }
        let input = dims[axis + 1..].iter().product();
        match axes.get_mut(first) {
            Some(behind) if input == behind.input * behind.extent => behind.extent *= extent,
            _ => {
                first -= 1;
                axes[first] = Axis { extent, input, output };
            }
        }
        output *= extent;
    }
    axes
}

/// All axes but two.
fn others(axes: [Axis; MOST_AXES], without: [usize; 2]) -> [Axis; MOST_AXES - 2] {
    let mut others = [NO_AXIS; MOST_AXES - 2];
    let left = axes.iter().enumerate().filter(|(k, _)| !without.contains(k));
    for (other, (_, axis)) in others.iter_mut().zip(left) {
        *other = *axis;
    }
    others
}

fn strided(axes: [Axis; MOST_AXES], step: fn(&Axis) -> u32) -> Result<Strided, LayoutError> {
    Strided::new(axes.map(|axis| axis.extent), axes.each_ref().map(step))
}

#[cfg(test)]
mod tests {
    use super::{Plan, Strided};
    use lego::{LayoutError, Mapping};

    fn strided(extents: [u32; 5], steps: [u32; 5]) -> Strided {
        Strided::new(extents, steps).unwrap()
    }

    #[test]
    fn axes_that_stay_neighbours_are_one() {
        // NCHW to NHWC: rows and columns of pixels stay together.
        let plan = Plan::new([64, 128, 56, 56], [0, 2, 3, 1]).unwrap();
        let input = strided([1, 1, 64, 128, 3136], [0, 0, 128 * 3136, 3136, 1]);
        let output = strided([1, 1, 64, 3136, 128], [0, 0, 128 * 3136, 128, 1]);
        assert_eq!(plan, Plan::Turn { input, output });
        // Nothing is exchanged: one row.
        let line = strided([1, 1, 1, 1, 210], [0, 0, 0, 0, 1]);
        assert_eq!(Plan::new([5, 6, 7], [0, 1, 2]).unwrap(), Plan::Rows { input: line, output: line });
        // An axis of extent 1 is nowhere.
        assert_eq!(Plan::new([5, 1, 42], [1, 0, 2]).unwrap(), Plan::Rows { input: line, output: line });
    }

    #[test]
    fn rows_begin_where_they_are_to() {
        let dense = strided([1, 1, 1, 5, 33], [0, 0, 0, 33, 1]);
        let turned = strided([1, 1, 1, 33, 5], [0, 0, 0, 16, 1]);
        assert_eq!(Plan::aligned([5, 33], [1, 0], 16).unwrap(), Plan::Turn { input: dense, output: turned });
        let rows = strided([1, 1, 1, 5, 33], [0, 0, 0, 48, 1]);
        assert_eq!(Plan::aligned([5, 33], [0, 1], 16).unwrap(), Plan::Rows { input: dense, output: rows });
        assert_eq!(Plan::aligned([5, 0], [1, 0], 16).unwrap(), Plan::Nothing);
        // The rows themselves would fit.
        assert!(matches!(Plan::aligned([1, 1 << 31], [1, 0], 16), Err(LayoutError::TooLarge { .. })));
        assert!(matches!(Plan::aligned([2, 2], [1, 0], 0), Err(LayoutError::TooLarge { .. })));
        assert!(Plan::aligned([2, 2], [1, 1], 16).is_err());
    }

    #[test]
    fn every_element_has_its_place() {
        let orders =
            [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [0, 3, 1, 4, 2], [2, 0, 4, 1, 3], [1, 0, 2, 3, 4], [3, 4, 0, 1, 2]];
        for dims in [[2, 3, 4, 5, 6], [1, 3, 1, 5, 2], [4, 1, 1, 1, 3], [1, 1, 1, 1, 1]] {
            for order in orders {
                let turned = order.map(|axis| dims[axis]);
                let count: usize = dims.iter().product();
                let (from, to, turns) = match Plan::new(dims, order).unwrap() {
                    Plan::Nothing => panic!("there are elements"),
                    Plan::Rows { input, output } => (input, output, false),
                    Plan::Turn { input, output } => (input, output, true),
                };
                assert_eq!((from.count(), to.count()), (count, count));
                for number in 0..count {
                    let digits = |extents: [usize; 5], mut number: usize| {
                        let mut index = [0; 5];
                        for k in (0..5).rev() {
                            (index[k], number) = (number % extents[k], number / extents[k]);
                        }
                        index
                    };
                    // What the plan does with an element …
                    let index = digits(from.dims(), number);
                    let [a, b, c, row, column] = index;
                    let place = to.apply(if turns { [a, b, c, column, row] } else { index });
                    // … and what the order of axes says.
                    let there = digits(turned, place);
                    let mut here = [0; 5];
                    (0..5).for_each(|k| here[order[k]] = there[k]);
                    let expected = here.iter().zip(dims).fold(0, |position, (i, dim)| position * dim + i);
                    assert_eq!(from.apply(index), expected, "{dims:?} {order:?} {number}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_is_an_error() {
        let missing = Plan::new([2, 3, 4], [0, 2, 2]).unwrap_err();
        assert_eq!(missing, LayoutError::NotAPermutation { rank: 3, wrong: 3, repeats: true, missing: 2 });
        let beyond = Plan::new([2, 3], [0, 7]).unwrap_err();
        assert_eq!(beyond, LayoutError::NotAPermutation { rank: 2, wrong: 8, repeats: false, missing: 2 });
        assert_eq!(Plan::new([0, 1 << 31, usize::MAX], [2, 1, 0]).unwrap(), Plan::Nothing);
        for dims in [[1 << 16, 1 << 16], [usize::MAX, 1], [usize::MAX, usize::MAX]] {
            assert!(matches!(Plan::new(dims, [1, 0]), Err(LayoutError::TooLarge { .. })));
        }
    }
}

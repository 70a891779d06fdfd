//! Reductions of matrices of many shapes, compared with one element after the other in `f64`.

use super::host::{State, reduce_columns, reduce_rows};
use super::{ArgMax, Largest, Max, Place, Reduction, Sum};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// A launch: m rows of n elements are reduced.
pub(super) type Run<R, B> = fn(
    &Module<B>,
    &Buffer<f32, B>,
    &mut Buffer<<R as Reduction>::Output, B>,
    &mut State<B>,
    [usize; 2],
) -> Result<(), Error>;

/// What is reduced: the rows or the columns of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Rows,
    Columns,
}

impl Axis {
    /// How many results there are.
    pub(super) fn results(self, [m, n]: [usize; 2]) -> usize {
        if self == Self::Rows { m } else { n }
    }
}

/// A reduction by the plainest means.
pub(super) trait Plain: Reduction + Sized {
    /// What is known of the elements so far.
    type Known: Clone + Default;

    /// An element that may get lost: the smallest there is, if that says something.
    const LEAST: f32;

    /// An element for a check.
    fn element(random: &mut Random) -> f32;

    /// One more element and its place.
    fn take(known: &mut Self::Known, element: f32, index: u32);

    /// What is wrong with a result, if anything.
    fn error(known: &Self::Known, count: usize, found: Self::Output) -> Option<String>;

    /// The first result that is wrong, and why.
    fn check(axis: Axis, [m, n]: [usize; 2], elements: &[f32], found: &[Self::Output]) -> Result<(), Failure> {
        let wrong = |i, count, known: &Self::Known| match Self::error(known, count, found[i]) {
            Some(words) => Err(Failure::Wrong(format!("{axis:?} of {m}×{n}: result {i} is {words}"))),
            None => Ok(()),
        };
        match axis {
            Axis::Rows => elements.chunks(n).enumerate().try_for_each(|(i, row)| {
                let mut known = Self::Known::default();
                (0..).zip(row).for_each(|(j, x)| Self::take(&mut known, *x, j));
                wrong(i, n, &known)
            }),
            Axis::Columns => {
                let mut known = vec![Self::Known::default(); n];
                for (i, row) in (0..).zip(elements.chunks(n)) {
                    known.iter_mut().zip(row).for_each(|(known, x)| Self::take(known, *x, i));
                }
                known.iter().enumerate().try_for_each(|(j, known)| wrong(j, m, known))
            }
        }
    }
}

impl Plain for Sum {
    /// The sum, and that of the magnitudes.
    type Known = [f64; 2];
    const LEAST: f32 = -1.0;

    fn element(random: &mut Random) -> f32 {
        random.unit()
    }

    fn take([sum, magnitude]: &mut [f64; 2], element: f32, _: u32) {
        *sum += f64::from(element);
        *magnitude += f64::from(element.abs());
    }

    fn error([sum, magnitude]: &[f64; 2], count: usize, found: f32) -> Option<String> {
        // What a sum in pairs may be off by: a rounding, a part in 2^24, for each time that the count can be halved.
        let tolerance = magnitude * f64::from(count.ilog2() + 1) / (1 << 24) as f64;
        let is_near = (f64::from(found) - sum).abs() <= tolerance;
        (!is_near).then(|| format!("{found} and not {sum} within {tolerance:e}"))
    }
}

/// One of few numbers, so that many are equal; rarely none at all.
fn coarse(random: &mut Random) -> f32 {
    match random.below(3000) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2..20 => f32::NEG_INFINITY,
        20..200 => -0.0,
        bits => ((bits % 401) as f32 - 390.0) / 8.0,
    }
}

impl Plain for Max {
    type Known = Option<f32>;
    const LEAST: f32 = f32::NEG_INFINITY;

    fn element(random: &mut Random) -> f32 {
        coarse(random)
    }

    fn take(known: &mut Option<f32>, element: f32, _: u32) {
        let is_more = known.is_none_or(|most| !most.is_nan() && (element > most || element.is_nan()));
        *known = if is_more { Some(element) } else { *known };
    }

    fn error(known: &Option<f32>, _: usize, found: f32) -> Option<String> {
        let most = (*known)?;
        (found != most && !(found.is_nan() && most.is_nan())).then(|| format!("{found} and not {most}"))
    }
}

impl Plain for ArgMax {
    type Known = Option<Largest>;
    const LEAST: f32 = f32::NEG_INFINITY;

    fn element(random: &mut Random) -> f32 {
        coarse(random)
    }

    fn take(known: &mut Option<Largest>, value: f32, index: u32) {
        let is_more = known.is_none_or(|most| !most.value.is_nan() && (value > most.value || value.is_nan()));
        *known = if is_more { Some(Largest { value, index }) } else { *known };
    }

    fn error(known: &Option<Largest>, count: usize, found: Largest) -> Option<String> {
        let most = (*known)?;
        let is_right = found.index == most.index && Max::error(&Some(most.value), count, found.value).is_none();
        (!is_right).then(|| format!("{found:?} and not {most:?}"))
    }
}

impl Plain for Place {
    type Known = Option<Largest>;
    const LEAST: f32 = f32::NEG_INFINITY;

    fn element(random: &mut Random) -> f32 {
        coarse(random)
    }

    fn take(known: &mut Option<Largest>, value: f32, index: u32) {
        ArgMax::take(known, value, index);
    }

    fn error(known: &Option<Largest>, _: usize, found: u32) -> Option<String> {
        let most = (*known)?;
        (found != most.index).then(|| format!("{found} and not {}, of {}", most.index, most.value))
    }
}

const SMALL: &[[usize; 2]] = &[
    [1, 1],
    [1, 5],
    [5, 1],
    [70, 3],
    [17, 64],
    [9, 67],
    [3, 1027],
    [2, 9001],
    [300, 2],
    [1300, 6],
    [9, 130],
    [149, 67],
    [2100, 3],
    [131, 126],
    [140, 130],
    [17, 256],
    [1, 20_011],
];
const FULL: &[[usize; 2]] = &[
    [1, 1],
    [1, 4_000_037],
    [4_000_037, 1],
    [3, 1_000_003],
    [1_000_003, 3],
    [300_007, 13],
    [131_072, 64],
    [64, 131_072],
    [2500, 1000],
    [1031, 1027],
    [4099, 2047],
    [20_011, 131],
    [3, 9_000_001],
    [4097, 17_000],
];

/// Shapes one after the other with one state, whatever they left in it.
fn check<R: Plain, B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    axis: Axis,
    run: Run<R, B>,
) -> Result<(), Failure> {
    let mut state = State::new(module.device())?;
    let shapes = if scale == Scale::Small { SMALL } else { FULL };
    for (number, &shape) in shapes.iter().enumerate() {
        // Of every fifth matrix all elements are equal.
        let element = |_| if number % 5 == 4 { R::LEAST } else { R::element(random) };
        let elements: Vec<f32> = (0..shape.iter().product()).map(element).collect();
        let mut output = module.device().poisoned(axis.results(shape))?;
        run(module, &module.device().buffer_from(&elements)?, &mut output, &mut state, shape)?;
        R::check(axis, shape, &elements, &output.read()?)?;
    }
    Ok(())
}

/// What does not fit is an error, and nothing is launched.
fn refused<B: Backend>(module: &Module<B>) -> Result<(), Failure> {
    let device = module.device();
    let mut state = State::new(device)?;
    let (input, mut output) = (device.zeroed(12)?, device.zeroed(3)?);
    for run in [reduce_rows::<Sum, B> as Run<Sum, B>, reduce_columns::<Sum, B>] {
        for shape in
            [[0, 4], [4, 0], [3, 5], [4, 4], [1 << 16, 1 << 16], [1 << 32, 1], [1, 1 << 32], [1 << 40, 1 << 40]]
        {
            if run(module, &input, &mut output, &mut state, shape).is_ok() {
                return Err(Failure::Wrong(format!("{shape:?} is no error")));
            }
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    macro_rules! checks {
        ($($name:literal: $reduction:ty, $axis:expr, $run:ident;)*) => {
            vec![
                $(
                    Check {
                        name: $name,
                        run: |module, random, scale| {
                            check::<$reduction, B>(module, random, scale, $axis, $run::<$reduction, B>)
                        },
                    },
                )*
                Check { name: "reduce_refused", run: |module, _, _| refused(module) },
            ]
        };
    }
    checks! {
        "reduce_rows_sum": Sum, Axis::Rows, reduce_rows;
        "reduce_rows_max": Max, Axis::Rows, reduce_rows;
        "reduce_rows_arg_max": ArgMax, Axis::Rows, reduce_rows;
        "reduce_rows_place": Place, Axis::Rows, reduce_rows;
        "reduce_columns_sum": Sum, Axis::Columns, reduce_columns;
        "reduce_columns_max": Max, Axis::Columns, reduce_columns;
        "reduce_columns_arg_max": ArgMax, Axis::Columns, reduce_columns;
        "reduce_columns_place": Place, Axis::Columns, reduce_columns;
    }
}

//! Cumulative sums of matrices of many shapes, compared with sums of one element after the other in `f64`.

use super::host::{State, cumulative_sum_columns, cumulative_sum_rows};
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Random, Scale};

/// A launch: the sums along rows, or along columns, of m rows of n elements.
pub(super) type Run<B> =
    fn(&Module<B>, &Buffer<f32, B>, &mut Buffer<f32, B>, &mut State<B>, [usize; 2]) -> Result<(), Error>;

/// The first element that is wrong, of sums along rows or along columns.
pub(super) fn compared(along_rows: bool, [m, n]: [usize; 2], elements: &[f32], found: &[f32]) -> Result<(), Failure> {
    // The sum and that of the magnitudes of the row, or of each column, so far.
    let mut known = vec![[0.0_f64; 2]; if along_rows { 1 } else { n }];
    for (place, (element, found)) in elements.iter().zip(found).enumerate() {
        let (i, j) = (place / n, place % n);
        if along_rows && j == 0 {
            known[0] = [0.0; 2];
        }
        let [sum, magnitude] = &mut known[if along_rows { 0 } else { j }];
        *sum += f64::from(*element);
        *magnitude += f64::from(element.abs());
        // What a sum in pairs may be off by: a rounding, a part in 2^24, for each time that the count can be halved.
        let count = if along_rows { j } else { i } as u32 + 1;
        let tolerance = *magnitude * f64::from(count.ilog2() + 2) / f64::from(1 << 24);
        let is_near = (f64::from(*found) - *sum).abs() <= tolerance;
        if !is_near {
            let words = format!("{m}×{n}: element [{i}, {j}] is {found} and not {sum} within {tolerance:e}");
            return Err(Failure::Wrong(words));
        }
    }
    Ok(())
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
    [1, 20_011],
    [66, 7],
    [17, 8200],
    [9, 16_390],
    [300, 66],
    [270, 132],
    [129, 257],
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
    [9, 600_000],
    [2500, 1000],
    [1031, 1027],
    [4099, 2047],
    [1500, 17_001],
    [20_011, 131],
    [3, 9_000_001],
];

/// Shapes one after the other with one state, whatever they left in it.
fn check<B: Backend>(
    module: &Module<B>,
    random: &mut Random,
    scale: Scale,
    along_rows: bool,
    run: Run<B>,
) -> Result<(), Failure> {
    let shapes = if scale == Scale::Small { SMALL } else { FULL };
    let most = shapes.iter().map(|[m, n]| m * n).max().unwrap_or(1);
    let mut state = State::new(module.device(), most)?;
    for &shape in shapes {
        let elements: Vec<f32> = (0..shape.iter().product()).map(|_| random.unit()).collect();
        let mut output = module.device().poisoned(elements.len())?;
        run(module, &module.device().buffer_from(&elements)?, &mut output, &mut state, shape)?;
        compared(along_rows, shape, &elements, &output.read()?)?;
    }
    Ok(())
}

/// What does not fit is an error, and nothing is launched.
fn refused<B: Backend>(module: &Module<B>) -> Result<(), Failure> {
    let device = module.device();
    let mut state = State::new(device, 12)?;
    let (input, mut output) = (device.zeroed(12)?, device.zeroed(12)?);
    for run in [cumulative_sum_rows::<B> as Run<B>, cumulative_sum_columns::<B>] {
        for shape in
            [[0, 4], [4, 0], [4, 4], [13, 1], [1 << 16, 1 << 16], [1 << 32, 1], [1, 1 << 32], [1 << 40, 1 << 40]]
        {
            if run(module, &input, &mut output, &mut state, shape).is_ok() {
                return Err(Failure::Wrong(format!("{shape:?} is no error")));
            }
        }
    }
    Ok(())
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    vec![
        Check {
            name: "cumulative_sum_rows",
            run: |module, random, scale| check(module, random, scale, true, cumulative_sum_rows::<B>),
        },
        Check {
            name: "cumulative_sum_columns",
            run: |module, random, scale| check(module, random, scale, false, cumulative_sum_columns::<B>),
        },
        Check { name: "cumulative_sum_refused", run: |module, _, _| refused(module) },
    ]
}

//! The launches: of each kernel the smallest instance that holds a row.

use super::super::{
    ColumnSums, LayerNorm, LayerNormBackward, LayerNormLong, RmsNorm, RmsNormLong, RowStatistics, RowStatisticsLong,
};
use super::{Backward, LONGEST, Layer, Measured, Norm, NormNumber, parts_of, sealed};
use crate::rows::{Columns, PerRow, Rows, Several, shared_rows};
use half::f16;
use lego_cuda::device::{Element, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error, Launch};

fn layouts(m: usize, n: usize) -> Result<(Rows, Columns), Error> {
    let rows = Rows::new(m, n).map_err(Error::layout("input"))?;
    Ok((rows, Columns::new(n).map_err(Error::layout("weights"))?))
}

fn rms_short<
    T,
    const V: usize,
    const STEPS: usize,
    const THREADS: usize,
    const ROWS: usize,
    const EARLY: bool,
    B: Backend,
>(
    Norm { module, input, weights, epsilon, output, sizes: [m, n], .. }: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNorm<T, V, STEPS, THREADS, ROWS, EARLY>: Instance,
{
    let (rows, columns) = layouts(m, n)?;
    let (input, weights, output) = (input.view(rows), weights.view(columns), output.view_mut(rows));
    let Several { apart, grid } = Several::of(module, m, ROWS);
    RmsNorm::<T, V, STEPS, THREADS, ROWS, EARLY>::launch(
        module,
        grid,
        input,
        weights,
        output,
        apart,
        1.0 / n as f32,
        epsilon,
    )
}

fn rms_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Norm { module, input, weights, epsilon, output, state, sizes: [m, n] }: Norm<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RmsNormLong<T, V, STEPS, THREADS>: Instance,
{
    let (rows, columns) = layouts(m, n)?;
    let (parts, launch) = shared_rows::<RmsNormLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    RmsNormLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        weights.view(columns),
        output.view_mut(rows),
        parts,
        1.0 / n as f32,
        epsilon,
        &mut state.sums,
    )
}

fn layer_short<
    T,
    const V: usize,
    const STEPS: usize,
    const THREADS: usize,
    const ROWS: usize,
    const EARLY: bool,
    B: Backend,
>(
    Layer { module, input, affine, epsilon, normed, sizes: [m, n], .. }: Layer<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNorm<T, V, STEPS, THREADS, ROWS, EARLY>: Instance,
{
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    let Several { apart, grid } = Several::of(module, m, ROWS);
    LayerNorm::<T, V, STEPS, THREADS, ROWS, EARLY>::launch(
        module,
        grid,
        input.view(rows),
        affine.weights.view(columns),
        affine.biases.view(columns),
        normed.rows.view_mut(rows),
        normed.means.view_mut(per_row),
        normed.scales.view_mut(per_row),
        apart,
        1.0 / n as f32,
        epsilon,
    )
}

fn layer_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Layer { module, input, affine, epsilon, normed, state, sizes: [m, n] }: Layer<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNormLong<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    let (parts, launch) = shared_rows::<LayerNormLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    LayerNormLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        affine.weights.view(columns),
        affine.biases.view(columns),
        normed.rows.view_mut(rows),
        normed.means.view_mut(per_row),
        normed.scales.view_mut(per_row),
        parts,
        1.0 / n as f32,
        epsilon,
        &mut state.sums,
        &mut state.squares,
    )
}

fn statistics_short<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Measured { module, input, divisor, statistics, sizes: [m, n], .. }: Measured<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RowStatistics<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, _), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    RowStatistics::<T, V, STEPS, THREADS>::launch(
        module,
        Launch::grid(m),
        input.view(rows),
        statistics.means.view_mut(per_row),
        statistics.variances.view_mut(per_row),
        1.0 / n as f32,
        1.0 / divisor,
    )
}

fn statistics_long<T, const V: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    Measured { module, input, divisor, statistics, state, sizes: [m, n] }: Measured<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    RowStatisticsLong<T, V, STEPS, THREADS>: Instance,
{
    let ((rows, _), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    let (parts, launch) = shared_rows::<RowStatisticsLong<T, V, STEPS, THREADS>, B>(module, m, n / V)?;
    RowStatisticsLong::<T, V, STEPS, THREADS>::launch(
        module,
        launch,
        input.view(rows),
        statistics.means.view_mut(per_row),
        statistics.variances.view_mut(per_row),
        parts,
        1.0 / n as f32,
        1.0 / divisor,
        &mut state.sums,
        &mut state.squares,
    )
}

fn backward<T, const V: usize, const QUARTERS: usize, const STEPS: usize, const THREADS: usize, B: Backend>(
    backward: Backward<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    LayerNormBackward<T, V, QUARTERS, STEPS, THREADS>: Instance,
    ColumnSums<T, V>: Instance,
{
    let Backward { module, gradient, forward, gradients, parts, sizes: [m, n] } = backward;
    let sums = parts_of(module.device(), [m, n])?;
    let ((rows, columns), per_row) = (layouts(m, n)?, PerRow::new(m).map_err(Error::layout("means"))?);
    LayerNormBackward::<T, V, QUARTERS, STEPS, THREADS>::launch(
        module,
        Launch::grid(sums.blocks()),
        gradient.view(rows),
        forward.input.view(rows),
        forward.weights.view(columns),
        forward.means.view(per_row),
        forward.scales.view(per_row),
        gradients.input.view_mut(rows),
        parts.view_mut(sums),
        1.0 / n as f32,
    )?;
    ColumnSums::<T, V>::launch(
        module,
        Launch::grid([n.div_ceil(32), 2]),
        parts.view(sums),
        gradients.weights.view_mut(columns),
        gradients.biases.view_mut(columns),
    )
}

/// The instances of each number, those of shorter rows first; of norms also how many rows a block has, and whether their weights come early.
macro_rules! numbers {
    ($(
        $number:ty: $v:literal, $quarters:literal;
        rms_norm $(<$steps:literal, $threads:literal, $rows:literal, $early:literal>)*;
        layer_norm $(<$of_layer:literal, $threads_of_layer:literal, $rows_of_layer:literal, $early_of_layer:literal>)*;
        long <$long:literal, $threads_of_long:literal>;
        statistics $(<$measured:literal, $threads_measured:literal>)*;
        backward $(<$backward:literal, $wide:literal>)*;
    )*) => {
        $(
            impl NormNumber for $number {}

            impl sealed::Kernels for $number {
                fn rms_norm<B: Backend>(norm: Norm<'_, Self, B>) -> Result<(), Error> {
                    let launch = match norm.sizes[1] / $v {
                        $(
                            vectors if vectors <= $steps * $threads => {
                                rms_short::<$number, $v, $steps, $threads, $rows, $early, B>
                            }
                        )*
                        _ => rms_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(norm)
                }

                fn layer_norm<B: Backend>(layer: Layer<'_, Self, B>) -> Result<(), Error> {
                    let launch = match layer.sizes[1] / $v {
                        $(
                            vectors if vectors <= $of_layer * $threads_of_layer => {
                                layer_short::<$number, $v, $of_layer, $threads_of_layer, $rows_of_layer, $early_of_layer, B>
                            }
                        )*
                        _ => layer_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(layer)
                }

                fn row_statistics<B: Backend>(measured: Measured<'_, Self, B>) -> Result<(), Error> {
                    let launch = match measured.sizes[1] / $v {
                        $(
                            vectors if vectors <= $measured * $threads_measured => {
                                statistics_short::<$number, $v, $measured, $threads_measured, B>
                            }
                        )*
                        _ => statistics_long::<$number, $v, $long, $threads_of_long, B>,
                    };
                    launch(measured)
                }

                fn layer_norm_backward<B: Backend>(of: Backward<'_, Self, B>) -> Result<(), Error> {
                    // Where no instance holds a row, the last one says so.
                    let launch = match of.sizes[1].min(LONGEST) / $v {
                        $(vectors if vectors <= $backward * $wide => backward::<$number, $v, $quarters, $backward, $wide, B>,)*
                        _ => unreachable!("the last instance holds the longest rows"),
                    };
                    launch(of)
                }
            }
        )*
    };
}

numbers! {
    f16: 8, 2;
    rms_norm <1, 128, 2, true> <2, 128, 2, true> <4, 128, 2, false> <4, 256, 2, false> <4, 512, 2, false>;
    layer_norm <2, 64, 2, true> <2, 128, 2, true> <4, 128, 2, false> <4, 256, 2, false> <4, 512, 2, false>;
    long <2, 512>;
    statistics <2, 128> <4, 128> <4, 256> <4, 512>;
    backward <1, 128> <2, 128> <2, 512> <2, 1024>;
    f32: 4, 1;
    rms_norm <1, 256, 1, true> <2, 256, 1, true> <4, 256, 1, true> <8, 256, 1, true> <8, 512, 1, false>;
    layer_norm <1, 256, 1, true> <2, 256, 1, true> <4, 256, 1, true> <8, 256, 1, false> <8, 512, 1, false>;
    long <4, 512>;
    statistics <4, 128> <8, 256> <8, 512>;
    backward <1, 256> <2, 256> <4, 512> <4, 1024>;
}

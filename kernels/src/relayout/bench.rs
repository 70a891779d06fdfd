//! The time of every pair of layouts: at 4096², at odd sides, and to and from rows at 16384².

use super::check::{Known, pairs};
use super::curve::{MortonCurve, MortonTiles};
use super::host::relayout;
use super::kernel::RelayoutTile;
use super::layouts::{AntiDiagonals, Columns, Nchw32, Rows, Tiles};
use crate::numbers::patterns;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};

const SIDES: [[usize; 2]; 3] = [[4096, 4096], [7777, 5003], [16384, 16384]];
/// From this side on rows are one of the two.
const LARGE: usize = 16384;

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "relayout", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    macro_rules! times {
        ($($name:literal: $from:ident, $to:ident;)*) => {
            $(
                let words = concat!(stringify!($from), " to ", stringify!($to));
                let has_rows = [stringify!($from), stringify!($to)].contains(&"Rows");
                for sides in SIDES.into_iter().filter(|sides| has_rows || sides[0] < LARGE) {
                    time::<$from, $to, B>($name, words, sides, timer, emit)?;
                }
            )*
        };
    }
    pairs!(times);
    Ok(())
}

fn time<S: Known, D: Known, B: Backend>(
    kernel: &'static str,
    words: &str,
    sides: [usize; 2],
    timer: &Timer<B>,
    emit: &mut Emit<'_>,
) -> Result<(), Error>
where
    RelayoutTile<f32, S, D>: Instance,
{
    let [m, n] = sides;
    let (from, to) = (S::of(m, n).map_err(Error::layout("input"))?, D::of(m, n).map_err(Error::layout("output"))?);
    let all: Vec<f32> = patterns(from.span());
    let input = timer.device().buffer_from(&all)?;
    let mut output = timer.device().poisoned(to.span())?;
    let milliseconds = timer.median(5, 25, || relayout(&timer.module, from, &input, to, &mut output))?;
    let made = output.read()?;
    let is_right = |i: usize| (0..n).all(|j| made[D::position(sides, [i, j])] == all[S::position(sides, [i, j])]);
    let checked = Some(all_rows(m, is_right));
    let case = format!("float32 {m}x{n} {words}");
    emit(Row { bench: "relayout", case, kernel, milliseconds, bytes: 8.0 * (m * n) as f64, checked });
    Ok(())
}

/// Whether something holds for every row: the threads of this machine take turns.
fn all_rows(rows: usize, holds: impl Fn(usize) -> bool + Sync) -> bool {
    let (count, holds) = (std::thread::available_parallelism().map_or(1, usize::from), &holds);
    std::thread::scope(|scope| {
        let start = |first| scope.spawn(move || (first..rows).step_by(count).all(holds));
        let threads: Vec<_> = (0..count).map(start).collect();
        threads.into_iter().all(|thread| thread.join().unwrap_or(false))
    })
}

//! The time of all shapes, on fields of 384³, 512³ and odd extents, in all storages.

use super::check::{Defined, Extended, Launch, Points, sum_at, tolerance};
use super::host::{stencil_coalesced, stencil_staged};
use super::{Bricks, Cube, Rows, Star};
use lego_cuda::launch::{Backend, Buffer, Error};
use lego_kernels_harness::{Bench, Emit, Row, Timer};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const EXTENTS: [[usize; 3]; 3] = [[384; 3], [512; 3], [509, 503, 499]];

/// Elements repeat after so many.
const PERIOD: usize = 1021;

/// So many planes are one piece of memory in every storage.
const SLAB: usize = 8;

/// Of which class the element at an index is. Neighbours are of different ones.
fn class([z, y, x]: [usize; 3]) -> usize {
    (z * 31 + y * 17 + x * 5) % PERIOD
}

/// The element of a class.
fn element(class: usize) -> f32 {
    class as f32 / 512.0 - 1.0
}

pub(super) fn bench<B: Backend>() -> Bench<B> {
    Bench { name: "stencils", run }
}

fn run<B: Backend>(timer: &Timer<B>, emit: &mut Emit<'_>) -> Result<(), Error> {
    macro_rules! times {
        ($field:expr, $launch:ident, $storage:literal) => {{
            let mut field = $field;
            field.time::<Star<2>>(concat!("stencil_star1_", $storage), $launch, emit)?;
            field.time::<Star<3>>(concat!("stencil_star2_", $storage), $launch, emit)?;
            field.time::<Star<4>>(concat!("stencil_star3_", $storage), $launch, emit)?;
            field.time::<Star<5>>(concat!("stencil_star4_", $storage), $launch, emit)?;
            field.time::<Cube<4>>(concat!("stencil_cube1_", $storage), $launch, emit)?;
            field.time::<Cube<10>>(concat!("stencil_cube2_", $storage), $launch, emit)?;
        }};
    }
    for extents in EXTENTS {
        times!(Field::<Rows, B>::new(timer, extents)?, stencil_coalesced, "coalesced");
        times!(Field::<Rows, B>::new(timer, extents)?, stencil_staged, "rows");
        times!(Field::<Bricks, B>::new(timer, extents)?, stencil_coalesced, "coalesced_bricks");
        times!(Field::<Bricks, B>::new(timer, extents)?, stencil_staged, "bricks");
    }
    Ok(())
}

/// Calls for each slab of planes, on all cores: with its number, and what the list has for it.
fn each_slab<T: Send>(slabs: impl Iterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut shares: Vec<Vec<(usize, T)>> = (0..cores).map(|_| Vec::new()).collect();
    for (number, slab) in slabs.enumerate() {
        shares[number % cores].push((number, slab));
    }
    thread::scope(|scope| {
        for share in shares {
            scope.spawn(|| share.into_iter().for_each(|(number, slab)| work(number, slab)));
        }
    });
}

/// A field and where results go.
struct Field<'t, L, B: Backend> {
    timer: &'t Timer<B>,
    extents: [usize; 3],
    storage: L,
    input: Buffer<f32, B>,
    output: Buffer<f32, B>,
}

impl<'t, L: Extended, B: Backend> Field<'t, L, B> {
    fn new(timer: &'t Timer<B>, extents: [usize; 3]) -> Result<Self, Error> {
        let storage = L::of(extents)?;
        let [l, m, n] = extents;
        let mut elements = vec![0.0; storage.span()];
        let slab = if l > SLAB { storage.apply([SLAB, 0, 0]) } else { elements.len() };
        each_slab(elements.chunks_mut(slab), |number, elements| {
            for z in number * SLAB..l.min((number + 1) * SLAB) {
                for y in 0..m {
                    for x in 0..n {
                        elements[storage.apply([z, y, x]) - number * slab] = element(class([z, y, x]));
                    }
                }
            }
        });
        let input = timer.device().buffer_from(&elements)?;
        let output = timer.device().poisoned(elements.len())?;
        Ok(Self { timer, extents, storage, input, output })
    }

    /// Times a kernel of a shape.
    fn time<S: Defined>(
        &mut self,
        kernel: &'static str,
        launch: Launch<S, L, B>,
        emit: &mut Emit<'_>,
    ) -> Result<(), Error> {
        let coefficients: Vec<f32> = (0..S::COEFFICIENTS).map(|i| 0.5 / (i * i + 1) as f32).collect();
        let shape = S::with(&coefficients);
        let Self { timer, storage, input, output, .. } = self;
        let milliseconds = timer.median(3, 25, || launch(&timer.module, shape, input, output, *storage))?;
        let checked = Some(self.is_right(&shape.points())?);
        let [l, m, n] = self.extents;
        let (case, bytes) = (format!("{} {l}x{m}x{n}", S::NAME), 8.0 * (l * m * n) as f64);
        emit(Row { bench: "stencils", case, kernel, milliseconds, bytes, checked });
        self.output = self.timer.device().poisoned(self.storage.span())?;
        Ok(())
    }

    /// Whether every result is right.
    fn is_right(&self, points: &Points) -> Result<bool, Error> {
        let ([l, m, n], found, storage) = (self.extents, self.output.read()?, &self.storage);
        let reach = points.iter().map(|(offset, _)| offset[2].unsigned_abs()).max().unwrap_or(0);
        // Away from the sides a result depends on the class alone: where it is in a row, 5 times that modulo the period.
        let right_at = |extents, index| sum_at(points, extents, index, |index| element(class(index)));
        let mut by_class = vec![(0.0, 0.0); PERIOD];
        for x in 0..PERIOD {
            let index = [PERIOD, PERIOD, PERIOD + x];
            by_class[class(index)] = right_at([4 * PERIOD; 3], index);
        }
        let is_right = AtomicBool::new(true);
        each_slab(0..l.div_ceil(SLAB), |_, slab| {
            let is_inside = |i: usize, extent: usize| i >= reach && i + reach < extent;
            for z in slab * SLAB..l.min((slab + 1) * SLAB) {
                for y in 0..m {
                    for x in 0..n {
                        let (index, inside) = ([z, y, x], is_inside(z, l) && is_inside(y, m) && is_inside(x, n));
                        let (sum, sizes) = if inside { by_class[class(index)] } else { right_at([l, m, n], index) };
                        let off = (f64::from(found[storage.apply(index)]) - sum).abs();
                        // What is no number is not near.
                        let is_near = off <= tolerance(points.len(), sizes);
                        is_right.fetch_and(is_near, Ordering::Relaxed);
                    }
                }
            }
        });
        Ok(is_right.into_inner())
    }
}

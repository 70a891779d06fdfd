//! Fields of many extents, compared element by element with the sum that the shape's definition says.

use super::host::{Stencil, stencil, stencil_coalesced, stencil_staged};
use super::{Bricks, Cube, Field, Rows, Shape, Star};
use lego::Mapping;
use lego_cuda::launch::{Backend, Buffer, Error, Module};
use lego_kernels_harness::{Check, Failure, Number, Random, Scale, near, random};

const SMALL: &[[usize; 3]] =
    &[[1, 1, 1], [1, 1, 257], [2, 17, 3], [9, 33, 7], [13, 5, 131], [5, 19, 140], [40, 2, 12], [7, 34, 256]];
const FULL: &[[usize; 3]] = &[
    [1, 1, 1],
    [1, 1, 1_000_003],
    [1, 1_000_003, 1],
    [100_003, 1, 1],
    [127, 131, 139],
    [64, 128, 256],
    [101, 103, 256],
    [3, 509, 499],
    [241, 33, 132],
];

/// A neighbour by its distance along each axis, and what it is multiplied by.
pub(super) type Points = Vec<([isize; 3], f32)>;

/// A shape by the definition: its points.
pub(super) trait Defined: Stencil<Rows> + Stencil<Bricks> {
    /// The name that kernels have of it.
    const NAME: &'static str;
    /// How many coefficients it has.
    const COEFFICIENTS: usize;

    /// The shape of these.
    fn with(coefficients: &[f32]) -> Self;

    /// Its neighbours.
    fn points(self) -> Points;
}

/// A storage whose extents are given at run time.
pub(super) trait Extended: Field + Mapping<Index = [usize; 3], Position = usize> {
    /// That of these extents.
    fn of(extents: [usize; 3]) -> Result<Self, Error>;
}

macro_rules! storages {
    ($($storage:ident)*) => {
        $(
            impl Extended for $storage {
                fn of([l, m, n]: [usize; 3]) -> Result<Self, Error> {
                    Self::new(l, m, n).map_err(Error::layout("the field"))
                }
            }
        )*
    };
}
storages!(Rows Bricks);

/// All offsets in a cube.
fn offsets(radius: isize) -> impl Iterator<Item = [isize; 3]> {
    let range = move || -radius..=radius;
    range().flat_map(move |z| range().flat_map(move |y| range().map(move |x| [z, y, x])))
}

macro_rules! shapes {
    ($($shape:ident<$k:literal>, $name:literal, |$distances:pat_param| $coefficient:expr;)*) => {
        $(
            impl Defined for $shape<$k> {
                const NAME: &'static str = $name;
                const COEFFICIENTS: usize = $k;

                fn with(coefficients: &[f32]) -> Self {
                    Self(std::array::from_fn(|i| coefficients[i]))
                }

                fn points(self) -> Points {
                    let coefficient = |$distances: [usize; 3]| -> Option<usize> { $coefficient };
                    let at = |offset: [isize; 3]| Some((offset, self.0[coefficient(offset.map(isize::unsigned_abs))?]));
                    offsets(<Self as Shape<$k>>::RADIUS as isize).filter_map(at).collect()
                }
            }
        )*
    };
}

/// On an axis the distance, elsewhere nothing.
fn on_axis(distances: [usize; 3]) -> Option<usize> {
    let [.., most] = sorted(distances);
    (distances.iter().sum::<usize>() == most).then_some(most)
}

/// The distances, the least first.
fn sorted(mut distances: [usize; 3]) -> [usize; 3] {
    distances.sort_unstable();
    distances
}

shapes! {
    Star<2>, "star1", |distances| on_axis(distances);
    Star<3>, "star2", |distances| on_axis(distances);
    Star<4>, "star3", |distances| on_axis(distances);
    Star<5>, "star4", |distances| on_axis(distances);
    Cube<4>, "cube1", |distances| Some(distances.iter().sum());
    Cube<10>, "cube2", |distances| [
        [0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [0, 0, 2], [0, 1, 2], [1, 1, 2], [0, 2, 2], [1, 2, 2], [2, 2, 2],
    ].iter().position(|&class| class == sorted(distances));
}

/// The sum at an index, and the sum of its parts' sizes.
pub(super) fn sum_at(
    points: &[([isize; 3], f32)],
    extents: [usize; 3],
    index: [usize; 3],
    element: impl Fn([usize; 3]) -> f32,
) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    for &(offset, coefficient) in points {
        let neighbour: [usize; 3] = std::array::from_fn(|axis| index[axis].wrapping_add_signed(offset[axis]));
        if (0..3).all(|axis| neighbour[axis] < extents[axis]) {
            let part = f64::from(coefficient) * f64::from(element(neighbour));
            sums = (sums.0 + part, sums.1 + part.abs());
        }
    }
    sums
}

/// How far a sum may be off: each part takes part in no more roundings than there are parts, and a few.
pub(super) fn tolerance(points: usize, sum_of_sizes: f64) -> f64 {
    (points + 2) as f64 * f32::ROUNDING * sum_of_sizes
}

/// All indices, row by row.
fn indices([l, m, n]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..l).flat_map(move |z| (0..m).flat_map(move |y| (0..n).map(move |x| [z, y, x])))
}

/// What launches a shape on fields of a storage.
pub(super) type Launch<S, L, B> = fn(&Module<B>, S, &Buffer<f32, B>, &mut Buffer<f32, B>, L) -> Result<(), Error>;

/// Checks a launch of a shape on fields of a storage, of random elements and coefficients.
fn check<S: Defined, L: Extended, B: Backend>(
    module: &Module<B>,
    source: &mut Random,
    scale: Scale,
    launch: Launch<S, L, B>,
) -> Result<(), Failure> {
    for &extents in if scale == Scale::Small { SMALL } else { FULL } {
        let storage = L::of(extents)?;
        let shape = S::with(&random(source, S::COEFFICIENTS));
        let points = shape.points();
        // What the storage has besides is no number, so that a result shows whether it was read.
        let mut elements = vec![f32::NAN; storage.span()];
        for index in indices(extents) {
            elements[storage.apply(index)] = source.unit();
        }
        let mut output = module.device().poisoned(elements.len())?;
        let untouched = output.read()?;
        launch(module, shape, &module.device().buffer_from(&elements)?, &mut output, storage)?;
        let mut found = output.read()?;
        let results: Vec<f32> = indices(extents).map(|index| found[storage.apply(index)]).collect();
        let right = indices(extents).map(|index| {
            let (sum, sizes) = sum_at(&points, extents, index, |neighbour| elements[storage.apply(neighbour)]);
            (sum, tolerance(points.len(), sizes))
        });
        let what = format!("{} of {extents:?}", S::NAME);
        near(&what, &results, right)?;
        for index in indices(extents) {
            found[storage.apply(index)] = untouched[storage.apply(index)];
        }
        let bits = |elements: &[f32]| elements.iter().map(|element| element.to_bits()).collect::<Vec<_>>();
        if bits(&found) != bits(&untouched) {
            return Err(Failure::Wrong(format!("{what}: what is not in the field is written")));
        }
    }
    Ok(())
}

/// What does not fit is refused with words, and nothing is launched.
fn check_refusals<B: Backend>(module: &Module<B>, _: &mut Random, _: Scale) -> Result<(), Failure> {
    let device = module.device();
    let (input, mut output) = (device.zeroed::<f32>(64)?, device.zeroed::<f32>(64)?);
    let mut launch = |extents| stencil(module, Star([0.5, 0.5]), &input, &mut output, Bricks::of(extents)?);
    let results = [launch([0, 4, 4]), launch([4, 4, 4]), launch([1 << 12, 1 << 12, 1 << 12])];
    for (i, result) in results.into_iter().enumerate() {
        if !matches!(result, Err(Error::Layout { .. } | Error::Length { .. })) {
            return Err(Failure::Wrong(format!("launch {i} gives {result:?}")));
        }
    }
    Ok(())
}

macro_rules! checks {
    ($($name:literal: $shape:ty, $storage:ty, $launch:ident;)*) => {
        vec![
            $(Check { name: $name, run: |module, source, scale| check::<$shape, $storage, B>(module, source, scale, $launch) },)*
            Check { name: "stencil_refusals", run: check_refusals::<B> },
        ]
    };
}

pub(super) fn checks<B: Backend>() -> Vec<Check<B>> {
    checks! {
        "stencil_star1_coalesced": Star<2>, Rows, stencil_coalesced;
        "stencil_star2_coalesced": Star<3>, Rows, stencil_coalesced;
        "stencil_star3_coalesced": Star<4>, Rows, stencil_coalesced;
        "stencil_star4_coalesced": Star<5>, Rows, stencil_coalesced;
        "stencil_cube1_coalesced": Cube<4>, Rows, stencil_coalesced;
        "stencil_cube2_coalesced": Cube<10>, Rows, stencil_coalesced;
        "stencil_star1_coalesced_bricks": Star<2>, Bricks, stencil_coalesced;
        "stencil_star2_coalesced_bricks": Star<3>, Bricks, stencil_coalesced;
        "stencil_star3_coalesced_bricks": Star<4>, Bricks, stencil_coalesced;
        "stencil_star4_coalesced_bricks": Star<5>, Bricks, stencil_coalesced;
        "stencil_cube1_coalesced_bricks": Cube<4>, Bricks, stencil_coalesced;
        "stencil_cube2_coalesced_bricks": Cube<10>, Bricks, stencil_coalesced;
        "stencil_star1_rows": Star<2>, Rows, stencil_staged;
        "stencil_star2_rows": Star<3>, Rows, stencil_staged;
        "stencil_star3_rows": Star<4>, Rows, stencil_staged;
        "stencil_star4_rows": Star<5>, Rows, stencil_staged;
        "stencil_cube1_rows": Cube<4>, Rows, stencil_staged;
        "stencil_cube2_rows": Cube<10>, Rows, stencil_staged;
        "stencil_star1_bricks": Star<2>, Bricks, stencil_staged;
        "stencil_star2_bricks": Star<3>, Bricks, stencil_staged;
        "stencil_star3_bricks": Star<4>, Bricks, stencil_staged;
        "stencil_star4_bricks": Star<5>, Bricks, stencil_staged;
        "stencil_cube1_bricks": Cube<4>, Bricks, stencil_staged;
        "stencil_cube2_bricks": Cube<10>, Bricks, stencil_staged;
    }
}

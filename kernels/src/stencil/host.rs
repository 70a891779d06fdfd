//! Launches of stencils: by way of shared memory, or the baseline.

use super::shape::{Cube, Star};
use super::storage::{Bricks, Field, Rows};
use super::tile::WIDTH;
use super::{StencilCoalesced, StencilStaged};
use super::{coalesced, staged};
use lego::LayoutError;
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Device, Error, Launch, Module};

/// A stencil that has kernels for fields of a storage: [`Star`] of 2 to 5 coefficients and [`Cube`] of 4 or 10, of [`Rows`] and
/// [`Bricks`].
pub trait Stencil<L>: sealed::Kernels<L> {}

/// The fields of a launch.
pub struct Fields<'h, L, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<f32, B>,
    output: &'h mut Buffer<f32, B>,
    storage: L,
}

/// Sets each element of `output` to the sum of the elements of `input` around it, each multiplied by its coefficient; beyond the field
/// there is 0. Both fields are stored alike. What a storage has besides the field does not count, and is not written.
///
/// Law: the result at i is the sum over all offsets d that the shape has of its coefficient for d times the element at i + d; how it is
/// rounded does not depend on the storage.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::{Device, Error};
/// use lego_kernels::stencil::{Bricks, Star, host::stencil};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// // A field of 3×4×5 elements, all 0 but one, in bricks.
/// let storage = Bricks::new(3, 4, 5).map_err(Error::layout("the field"))?;
/// let mut field = vec![0.0; storage.span()];
/// field[storage.apply([1, 2, 3])] = 1.0;
/// let input = device.buffer_from(&field)?;
/// let mut output = device.zeroed(field.len())?;
/// // 7 points: the element itself and its six neighbours.
/// stencil(&module, Star([0.5, 0.25]), &input, &mut output, storage)?;
/// let result = output.read()?;
/// let at = |index| result[storage.apply(index)];
/// assert_eq!([at([1, 2, 3]), at([0, 2, 3]), at([1, 2, 4]), at([1, 1, 4])], [0.5, 0.25, 0.25, 0.0]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if positions of the storage do not fit 32 bits, or an extent is within 256 of 2^32; [`Error::Length`] if a buffer
/// is shorter than the storage's span; and the launch's.
pub fn stencil<S: Stencil<L>, L: Field, B: Backend>(
    module: &Module<B>,
    shape: S,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    storage: L,
) -> Result<(), Error> {
    shape.fastest(Fields { module, input, output, storage })
}

/// As [`stencil`], always without shared memory: neighbours come from memory, by way of the first cache.
///
/// # Errors
/// Those of [`stencil`].
pub fn stencil_coalesced<S: Stencil<L>, L: Field, B: Backend>(
    module: &Module<B>,
    shape: S,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    storage: L,
) -> Result<(), Error> {
    shape.coalesced(Fields { module, input, output, storage })
}

/// As [`stencil`], always by way of shared memory.
///
/// # Errors
/// Those of [`stencil`].
pub fn stencil_staged<S: Stencil<L>, L: Field, B: Backend>(
    module: &Module<B>,
    shape: S,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    storage: L,
) -> Result<(), Error> {
    shape.staged(Fields { module, input, output, storage })
}

mod sealed {
    use super::{Backend, Error, Fields};

    /// What a shape has kernels for.
    pub trait Kernels<L>: Copy {
        /// By way of shared memory.
        fn staged<B: Backend>(self, fields: Fields<'_, L, B>) -> Result<(), Error>;
        /// Without shared memory.
        fn coalesced<B: Backend>(self, fields: Fields<'_, L, B>) -> Result<(), Error>;
        /// The one that is faster.
        fn fastest<B: Backend>(self, fields: Fields<'_, L, B>) -> Result<(), Error>;
    }
}

macro_rules! shapes {
    ($($shape:ident<$k:literal>: $r:literal, $height:literal, $faster:ident;)*) => {
        $(
            impl Stencil<Rows> for $shape<$k> {}

            impl sealed::Kernels<Rows> for $shape<$k> {
                fn staged<B: Backend>(self, fields: Fields<'_, Rows, B>) -> Result<(), Error> {
                    if fields.is_by_vectors() {
                        staged::<Self, _, $k, $r, 4, 4, $height, B>(self.0, fields)
                    } else {
                        staged::<Self, _, $k, $r, 1, 3, 16, B>(self.0, fields)
                    }
                }

                fn coalesced<B: Backend>(self, fields: Fields<'_, Rows, B>) -> Result<(), Error> {
                    if fields.is_by_vectors() {
                        coalesced::<Self, _, $k, $r, 4, 2, B>(self.0, fields)
                    } else {
                        coalesced::<Self, _, $k, $r, 1, 8, B>(self.0, fields)
                    }
                }

                fn fastest<B: Backend>(self, fields: Fields<'_, Rows, B>) -> Result<(), Error> {
                    if fields.is_by_vectors() { self.$faster(fields) } else { self.staged(fields) }
                }
            }

            impl Stencil<Bricks> for $shape<$k> {}

            impl sealed::Kernels<Bricks> for $shape<$k> {
                fn staged<B: Backend>(self, fields: Fields<'_, Bricks, B>) -> Result<(), Error> {
                    staged::<Self, _, $k, $r, 4, 4, $height, B>(self.0, fields)
                }

                fn coalesced<B: Backend>(self, fields: Fields<'_, Bricks, B>) -> Result<(), Error> {
                    coalesced::<Self, _, $k, $r, 4, 2, B>(self.0, fields)
                }

                fn fastest<B: Backend>(self, fields: Fields<'_, Bricks, B>) -> Result<(), Error> {
                    self.staged(fields)
                }
            }
        )*
    };
}

// The radius; how many rows a block of the staged kernel has; and which of the two is faster where rows are whole vectors.
shapes! {
    Star<2>: 1, 32, coalesced;
    Star<3>: 2, 32, coalesced;
    Star<4>: 3, 32, staged;
    Star<5>: 4, 32, staged;
    Cube<4>: 1, 32, coalesced;
    Cube<10>: 2, 16, staged;
}

impl<B: Backend> Fields<'_, Rows, B> {
    /// Whether rows are whole vectors.
    fn is_by_vectors(&self) -> bool {
        self.storage.dims()[2].is_multiple_of(4)
    }
}

/// How many planes a block of `height` rows has, and how many blocks there are.
///
/// Blocks that go through few planes read many of them twice, and wait for the first ones; few blocks leave multiprocessors without
/// work. So there are as many as run at once, or several times as many.
fn shared_out<L: Field, B: Backend>(
    device: &Device<B>,
    storage: L,
    radius: usize,
    height: usize,
    at_once: u32,
) -> Result<(usize, Launch), Error> {
    /// The time of so many planes goes by before the first one is there.
    const WAIT: usize = 3;
    /// Places of a tile that hangs over the end of an axis are numbers of 32 bits too.
    const MOST: usize = u32::MAX as usize - 2 * WIDTH as usize;
    storage.check_u32().map_err(Error::layout("the field"))?;
    let [l, m, n] = storage.dims_u32().map(|extent| extent as usize);
    if let Some(&extent) = [l, m, n].iter().find(|&&extent| extent > MOST) {
        let error = LayoutError::TooLarge { what: "an extent".into(), value: extent as u128, most: MOST as u128 };
        return Err(Error::layout("the field")(error));
    }
    let tiles = m.div_ceil(height).saturating_mul(n.div_ceil(WIDTH as usize));
    let at_once = (device.limits().multiprocessors * at_once).max(1) as usize;
    // In planes, one behind the other; what does not run at once leaves a rest that is no full round.
    let cost = |chunks: usize| {
        let rounds = tiles.saturating_mul(chunks).div_ceil(at_once);
        (rounds * (l.div_ceil(chunks) + 2 * radius + WAIT)) as f64 * if rounds > 1 { 1.05 } else { 1.0 }
    };
    let chunks = (1..=l.min(64)).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(1);
    let planes = l.div_ceil(chunks);
    Ok((planes, Launch::grid(tiles.saturating_mul(l.div_ceil(planes)))))
}

fn staged<S, L, const K: usize, const R: usize, const W: usize, const STAGES: usize, const H: usize, B: Backend>(
    coefficients: [f32; K],
    Fields { module, input, output, storage }: Fields<'_, L, B>,
) -> Result<(), Error>
where
    S: super::Shape<K>,
    L: Field,
    [f32; W]: Element,
    StencilStaged<S, L, K, R, W, STAGES, H>: Instance,
{
    let (planes, launch) = shared_out(module.device(), storage, R, H, staged::blocks_at_once(H))?;
    let (input, output) = (input.view(storage), output.view_mut(storage));
    // SAFETY: both fields are one layout, a bijection. Rows of bricks are in memory as whole vectors; rows of the field are moved by
    // vectors only where these divide them.
    unsafe { StencilStaged::<S, L, K, R, W, STAGES, H>::launch(module, launch, input, output, coefficients, planes) }
}

fn coalesced<S, L, const K: usize, const R: usize, const V: usize, const Y: usize, B: Backend>(
    coefficients: [f32; K],
    Fields { module, input, output, storage }: Fields<'_, L, B>,
) -> Result<(), Error>
where
    S: super::Shape<K>,
    L: Field,
    [f32; V]: Element,
    StencilCoalesced<S, L, K, R, V, Y>: Instance,
{
    let (planes, launch) =
        shared_out(module.device(), storage, R, coalesced::HEIGHT, coalesced::blocks_at_once(R, K, L::IS_PADDED))?;
    let (input, output) = (input.view(storage), output.view_mut(storage));
    // SAFETY: as above.
    unsafe { StencilCoalesced::<S, L, K, R, V, Y>::launch(module, launch, input, output, coefficients, planes) }
}

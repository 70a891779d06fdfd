//! The launch.

use super::kernel::{ByBrick, Columns, Stencil};
use lego::layout;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

layout! {
    /// Element `[z, y, x]` of an l×m×n field stored in bricks of 8×8×8 elements; what the bricks have besides is 0.
    pub type Field(l, m, n) = TileOrderBy(Row(ceil_div(l, 8), ceil_div(m, 8), ceil_div(n, 8)), Row(8, 8, 8))
        .PadBy([l, m, n] => [ceil_div(l, 8)*8, ceil_div(m, 8)*8, ceil_div(n, 8)*8]);
}

/// What elements are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// The element itself.
    pub centre: f32,
    /// Each of its six neighbours.
    pub side: f32,
}

/// Sets each element of `output` to `centre` times that of `input` plus `side` times the sum of its six neighbours; beyond the field
/// there is 0.
///
/// Both buffers are fields in bricks, as [`Field`] has them. The bricks' elements beyond the field are 0 in `input`, and become 0
/// in `output`.
///
/// Law: with `x` the element and `s` the sum of its neighbours, `(below + above) + (west + east) + (south + north)`, the result is
/// `centre.mul_add(x, side * s)`.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or the bricks have 2^32 elements or more, [`Error::Length`] if a buffer is shorter; the
/// launch's.
pub fn apply_stencil<B: Backend>(
    module: &Module<B>,
    input: &Buffer<f32, B>,
    output: &mut Buffer<f32, B>,
    Coefficients { centre, side }: Coefficients,
    [l, m, n]: [usize; 3],
) -> Result<(), Error> {
    let [p, q, r] = [l, m, n].map(|extent| extent.div_ceil(8));
    let bricks = ByBrick::new(p, q, r).map_err(Error::layout("input"))?;
    let columns = Columns::new(p, q, r).map_err(Error::layout("output"))?;
    let (input, output) = (input.view(bricks), output.view_mut(columns));
    Stencil::launch(module, Launch::covering(), input, output, centre, side, l, m, n)
}

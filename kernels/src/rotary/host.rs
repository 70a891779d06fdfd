//! The launch: by vectors where they divide the halves of the heads, else element by element.

use super::{Angles, Pairs, Rotary};
use half::f16;
use lego::LayoutError;
use lego_cuda::device::{Element, Stored};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// The extents of what is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heads {
    /// The tokens of all sequences.
    pub tokens: usize,
    /// The positions of a sequence, for each of which there are angles.
    pub positions: usize,
    /// The heads of a token.
    pub heads: usize,
    /// The elements of half a head.
    pub half: usize,
}

/// The angles of each position.
pub struct Turns<'h, T: Stored, B: Backend> {
    /// Their cosines: positions × elements of half a head.
    pub cosines: &'h Buffer<T, B>,
    /// Their sines.
    pub sines: &'h Buffer<T, B>,
}

/// A number whose heads have kernels: `f32` and `f16`.
pub trait RotaryNumber: sealed::Kernels {}

/// What [`rotary`] takes.
pub struct Turn<'h, T: Stored, B: Backend> {
    module: &'h Module<B>,
    input: &'h Buffer<T, B>,
    turns: Turns<'h, T, B>,
    output: &'h mut Buffer<T, B>,
    heads: Heads,
}

mod sealed {
    use super::{Backend, Error, Stored, Turn};

    /// What a number has kernels for.
    pub trait Kernels: Stored {
        /// What [`rotary`](super::rotary) does.
        fn launch<B: Backend>(turn: Turn<'_, Self, B>) -> Result<(), Error>;
    }
}

/// Turns the halves of each head of each token by the angles of the token's position, that of token t being `t % positions`.
///
/// Law: with `a` element k of the first half of a head, `b` that of the second, and `c` and `s` element k of the cosines and sines of
/// the position, the output has `a·c - b·s` and `b·c + a·s` there, computed in `f32`, each with one rounding of the product that is
/// subtracted or added before the last one.
///
/// # Errors
/// [`Error::Layout`] if an extent is 0 or there are 2^32 elements or more, [`Error::Length`] if a buffer is shorter; the launch's.
pub fn rotary<T: RotaryNumber, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    turns: Turns<'_, T, B>,
    output: &mut Buffer<T, B>,
    heads: Heads,
) -> Result<(), Error> {
    T::launch(Turn { module, input, turns, output, heads })
}

fn launch<T, const V: usize, const Q: usize, B: Backend>(
    Turn { module, input, turns, output, heads: Heads { tokens, positions, heads, half } }: Turn<'_, T, B>,
) -> Result<(), Error>
where
    T: Stored,
    [T; V]: Element,
    Rotary<T, V, Q>: Instance,
{
    let too_large = LayoutError::TooLarge {
        what: "the number of heads of all tokens".into(),
        value: tokens as u128 * heads as u128,
        most: u128::from(u32::MAX),
    };
    let all = tokens.checked_mul(heads).ok_or(too_large).map_err(Error::layout("input"))?;
    let pairs = Pairs::<Q>::new(all, half / V).map_err(Error::layout("input"))?;
    let angles = Angles::new(positions, half / V).map_err(Error::layout("cosines"))?;
    Rotary::<T, V, Q>::launch(
        module,
        Launch::covering(),
        input.view_vectors(pairs),
        turns.cosines.view_vectors(angles),
        turns.sines.view_vectors(angles),
        output.view_vectors_mut(pairs),
        heads,
    )
}

/// The kernels of each number: of how many elements a vector has, those of halves of fewer and of more vectors.
macro_rules! numbers {
    ($($number:ty: $v:literal, $few:literal, $many:literal;)*) => {
        $(
            impl RotaryNumber for $number {}

            impl sealed::Kernels for $number {
                fn launch<B: Backend>(turn: Turn<'_, Self, B>) -> Result<(), Error> {
                    match turn.heads.half {
                        half if !half.is_multiple_of($v) => launch::<$number, 1, 32, B>(turn),
                        half if half <= $v * $few => launch::<$number, $v, $few, B>(turn),
                        _ => launch::<$number, $v, $many, B>(turn),
                    }
                }
            }
        )*
    };
}

numbers! {
    f16: 8, 4, 8;
    f32: 4, 8, 16;
}

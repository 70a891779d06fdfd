//! The launch of an exchange of axes: the kernel that fits what it comes to.

use super::plan::{MOST_AXES, Plan};
use super::rows::{CHUNK, PermuteRows};
use super::shifted::{PermuteShifted, Piece, columns_of_piece, vectors_of_row};
use super::shifted_bytes::{COLUMNS, PermuteShiftedBytes, VECTORS};
use super::small_bytes::{PermuteSmallBytes, is_small};
use super::strided::Strided;
use super::turn::{PermuteTurn, SQUARES, Units4, Units8};
use super::turn_bytes::{PermuteTurnBytes, blocks_of_tiles, tiles};
use half::f16;
use lego::{Layout32, StaticLayout};
use lego_cuda::device::Element;
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};
use lego_cuda::view::Linear;

/// A number that has kernels: `f32`, `f16`, and `u8` for all that has one byte.
pub trait PermuteNumber: Element + Default + sealed::Numbered {}

impl PermuteNumber for f32 {}
impl PermuteNumber for f16 {}
impl PermuteNumber for u8 {}

/// What is to move: the buffers, and where their elements are.
pub struct Move<'a, T: Element, B: Backend> {
    module: &'a Module<B>,
    input: &'a Buffer<T, B>,
    output: &'a mut Buffer<T, B>,
    from: Strided,
    to: Strided,
}

/// As [`permute`] of the axes of an m×n matrix of elements of one byte, where rows of the output begin at multiples of `unit` elements: with the
/// order `[1, 0]` its columns, with `[0, 1]` its rows. What lies between them is not written.
///
/// # Errors
/// Those of [`permute`], where the length that the output needs counts what lies between the rows.
pub(crate) fn permute_aligned<T: Element, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    dims: [usize; 2],
    order: [usize; 2],
    unit: u32,
) -> Result<(), Error> {
    const { assert!(T::BYTES == 1, "the kernels move bytes") };
    match Plan::aligned(dims, order, unit).map_err(Error::layout("order"))? {
        Plan::Nothing => Ok(()),
        Plan::Rows { input: from, output: to } => rows::<T, u8, 16, B>(Move { module, input, output, from, to }),
        Plan::Turn { input: from, output: to } => turn_of_bytes(Move { module, input, output, from, to }),
    }
}

/// Copies an m×n matrix of elements of two bytes to where its rows begin at multiples of `unit` elements. What lies between them is not written.
///
/// # Errors
/// As of [`permute_aligned`].
pub(crate) fn copy_aligned<T: Element, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    dims: [usize; 2],
    unit: u32,
) -> Result<(), Error> {
    const { assert!(T::BYTES == 2, "the kernels move two bytes") };
    match Plan::aligned(dims, [0, 1], unit).map_err(Error::layout("order"))? {
        Plan::Nothing => Ok(()),
        Plan::Rows { input: from, output: to } | Plan::Turn { input: from, output: to } => {
            rows::<T, f16, 8, B>(Move { module, input, output, from, to })
        }
    }
}

/// Exchanges the axes of an array: axis k of the output is axis `order[k]` of the input, both stored row by row.
///
/// Law: the element at index i of the input is at index `[i[order[0]], i[order[1]], …]` of the output; as a layout,
/// `RegP(dims, [order[0] + 1, …])`. A transpose is `permute(.., [m, n], [1, 0])`, one of many matrices
/// `permute(.., [b, m, n], [0, 2, 1])`, NCHW to NHWC `permute(.., [n, c, h, w], [0, 2, 3, 1])`.
///
/// ```
/// # fn main() -> Result<(), lego_cuda::launch::Error> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::permute::permute;
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let input = device.buffer_from(&[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let mut output = device.poisoned(6)?;
/// permute(&module, &input, &mut output, [2, 3], [1, 0])?;
/// assert_eq!(output.read()?, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// assert!(permute(&module, &input, &mut output, [2, 3], [1, 1]).is_err());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::Layout`] if the order is no permutation or the array has 2^32 − 1 elements or more, [`Error::Length`] if a buffer is
/// shorter than the array, and the launch's.
pub fn permute<T: PermuteNumber, const R: usize, B: Backend>(
    module: &Module<B>,
    input: &Buffer<T, B>,
    output: &mut Buffer<T, B>,
    dims: [usize; R],
    order: [usize; R],
) -> Result<(), Error> {
    const { assert!(R <= MOST_AXES, "an array of at most five axes") };
    match Plan::new(dims, order).map_err(Error::layout("order"))? {
        Plan::Nothing => Ok(()),
        Plan::Rows { input: from, output: to } => T::rows(Move { module, input, output, from, to }),
        Plan::Turn { input: from, output: to } => T::turn(Move { module, input, output, from, to }),
    }
}

mod sealed {
    use super::{Backend, Element, Error, Move};

    /// What a number has kernels for.
    pub trait Numbered: Element {
        /// Moves rows as they are.
        fn rows<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error>;
        /// Turns matrices.
        fn turn<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error>;
    }
}

macro_rules! numbers {
    ($($number:ty: $v:literal, $h:literal, $p:literal, $batches:literal, $writes:literal, $units:ty;)*) => {
        $(
            impl sealed::Numbered for $number {
                fn rows<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error> {
                    rows::<Self, Self, $v, B>(moved)
                }

                fn turn<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error> {
                    if moved.is_by_vectors($v) {
                        return turn::<Self, $units, $v, B>(moved);
                    }
                    shifted::<Self, $v, $h, $p, $batches, $writes, B>(moved)
                }
            }
        )*
    };
}

numbers! {
    f32: 4, 2, 4, 1, 4, Units4;
    f16: 8, 2, 4, 2, 7, Units8;
}

/// From so many tiles of 128×256 bytes on they are faster than twice as many of half the width: parts of rows are longer, and each
/// multiprocessor has some tiles all the same.
const MANY: u64 = 2048;

impl sealed::Numbered for u8 {
    fn rows<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error> {
        rows::<Self, Self, 16, B>(moved)
    }

    fn turn<B: Backend>(moved: Move<'_, Self, B>) -> Result<(), Error> {
        turn_of_bytes(moved)
    }
}

/// Turns matrices of elements of one byte.
fn turn_of_bytes<T: Element, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error> {
    let bytes = |h: usize, w: usize| tiles(moved.from, h, w) * (h * w) as u64;
    if moved.is_by_vectors(16) {
        // Large tiles are whole lines of memory in both arrays; but threads whose vectors are not in the matrix have nothing to do.
        return if 2 * bytes(128, 128) <= 3 * bytes(32, 64) {
            if tiles(moved.from, 128, 256) >= MANY && 8 * bytes(128, 256) <= 9 * bytes(128, 128) {
                turn_bytes::<T, 16, 4, 128, 256, 512, B>(moved)
            } else {
                turn_bytes::<T, 16, 4, 128, 128, 256, B>(moved)
            }
        } else {
            turn_bytes::<T, 16, 4, 32, 64, 256, B>(moved)
        };
    }
    let [across, down] = pieces_of_bytes::<T, 2, B>(&moved);
    let is_wide = u64::from(across) * u64::from(down) >= MANY;
    if is_wide && fills(moved.from, [across, down], [VECTORS * 16, 2 * COLUMNS]) {
        return shifted_bytes::<T, 2, B>(moved);
    }
    if fills(moved.from, pieces_of_bytes::<T, 1, B>(&moved), [VECTORS * 16, COLUMNS]) {
        return shifted_bytes::<T, 1, B>(moved);
    }
    if moved.is_by_vectors(8) {
        return turn_bytes::<T, 8, 2, 32, 32, 256, B>(moved);
    }
    if is_small(moved.from.sides()) {
        return small_bytes(moved);
    }
    elements::<T, u8, B>(Move { from: moved.from.turned(), ..moved })
}

impl<T: Element, B: Backend> Move<'_, T, B> {
    /// Whether rows of both arrays begin and end with vectors of `v` elements.
    fn is_by_vectors(&self, v: u32) -> bool {
        self.from.by_vectors_of(v).is_some() && self.to.by_vectors_of(v).is_some()
    }
}

/// How many blocks: for each of the matrices so many of as many parts.
fn blocks(array: Strided, parts: [u32; 2]) -> Launch {
    Launch::grid(u64::from(array.matrices()) * u64::from(parts[0]) * u64::from(parts[1]))
}

/// Moves rows as they are: by vectors if they begin and end with one. To the kernels elements are numbers U.
fn rows<T: Element, U: Element, const V: usize, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error>
where
    [U; V]: Element,
    PermuteRows<U>: Instance,
    PermuteRows<[U; V]>: Instance,
{
    let Move { module, input, output, from, to } = moved;
    match (from.by_vectors_of(V as u32), to.by_vectors_of(V as u32)) {
        (Some(from), Some(to)) => {
            let (input, output) = (input.view_as(from), output.view_as_mut(to));
            // SAFETY: the plan gives both arrays the same extents, and each element of the output a position of its own.
            unsafe { PermuteRows::<[U; V]>::launch(module, chunks(to), input, output) }
        }
        _ => elements::<T, U, B>(Move { module, input, output, from, to }),
    }
}

/// Moves elements one by one.
fn elements<T: Element, U: Element, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error>
where
    PermuteRows<U>: Instance,
{
    let Move { module, input, output, from, to } = moved;
    // SAFETY: the plan gives both arrays the same extents, and each element of the output a position of its own.
    unsafe { PermuteRows::<U>::launch(module, chunks(to), input.view_as(from), output.view_as_mut(to)) }
}

/// A block for each chunk of each matrix.
fn chunks(array: Strided) -> Launch {
    let [rows, columns] = array.sides();
    blocks(array, [(rows * columns).div_ceil(CHUNK), 1])
}

fn turn<T, U, const S: usize, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error>
where
    T: Element + Default,
    U: StaticLayout + Layout32<Index32 = [u32; 3], Position32 = u32>,
    [T; S]: Element,
    PermuteTurn<T, U, S>: Instance,
{
    let Move { module, input, output, from, to } = moved;
    let launch = blocks(from, from.sides().map(|side| side.div_ceil(SQUARES * S as u32)));
    // SAFETY: the plan turns matrices so, with columns that are neighbours in both arrays, and the caller has seen that vectors divide
    // them.
    unsafe { PermuteTurn::<T, U, S>::launch(module, launch, input.view(from), output.view_mut(to)) }
}

fn shifted<T, const V: usize, const H: usize, const P: usize, const BATCHES: usize, const WRITES: usize, B: Backend>(
    moved: Move<'_, T, B>,
) -> Result<(), Error>
where
    T: Element + Default,
    Piece<V, H>: StaticLayout,
    PermuteRows<T>: Instance,
    PermuteShifted<T, V, H, P, BATCHES, WRITES>: Instance,
{
    let (v, [rows, columns]) = (V as u32, moved.from.sides());
    let vectors = vectors_of_row(rows, v, !moved.to.begins_at_multiples_of(2 * v));
    let (height, width) = (8 * H as u32, columns_of_piece(v));
    let pieces = [vectors.div_ceil(height), columns.div_ceil(width)];
    // Others move as rows: element by element, from one row each to the other's column.
    if !fills(moved.from, pieces, [height * v, width]) {
        return elements::<T, T, B>(Move { from: moved.from.turned(), ..moved });
    }
    let Move { module, input, output, from, to } = moved;
    let launch = blocks(from, pieces);
    // SAFETY: the plan turns matrices so, with columns that are neighbours in both arrays.
    unsafe {
        PermuteShifted::<T, V, H, P, BATCHES, WRITES>::launch(
            module,
            launch,
            input.view(from),
            input,
            output.view_mut(to),
        )
    }
}

/// Whether matrices fill two fifths of their pieces, so many of so many rows and columns.
fn fills(array: Strided, pieces: [u32; 2], sides: [u32; 2]) -> bool {
    let count = |[m, n]: [u32; 2]| u64::from(m) * u64::from(n);
    5 * count(array.sides()) >= 2 * count(pieces) * count(sides)
}

/// How many pieces a matrix has for [`PermuteShiftedBytes`], along its rows and its columns.
fn pieces_of_bytes<T: Element, const H: usize, B: Backend>(moved: &Move<'_, T, B>) -> [u32; 2] {
    let [rows, columns] = moved.from.sides();
    let vectors = vectors_of_row(rows, 16, !moved.to.begins_at_multiples_of(32));
    [vectors.div_ceil(VECTORS), columns.div_ceil(H as u32 * COLUMNS)]
}

fn turn_bytes<T, const V: usize, const N: usize, const H: usize, const W: usize, const THREADS: usize, B>(
    moved: Move<'_, T, B>,
) -> Result<(), Error>
where
    T: Element,
    B: Backend,
    PermuteTurnBytes<V, N, H, W, THREADS>: Instance,
{
    let Move { module, input, output, from, to } = moved;
    let (input, output) = (input.view_as(from), output.view_as_mut(to));
    let launch = Launch::grid(blocks_of_tiles(tiles(from, H, W), V, H, W, THREADS));
    // SAFETY: the plan turns matrices so, with columns that are neighbours in both arrays, and the caller has seen that vectors divide
    // them.
    unsafe { PermuteTurnBytes::<V, N, H, W, THREADS>::launch(module, launch, input, output) }
}

fn shifted_bytes<T: Element, const H: usize, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error>
where
    PermuteShiftedBytes<H>: Instance,
{
    let launch = blocks(moved.from, pieces_of_bytes::<T, H, B>(&moved));
    let Move { module, input, output, from, to } = moved;
    // Of a longer buffer the kernel needs no more: positions are below 2^32 - 1.
    let all = Linear::new(u32::try_from(input.len()).unwrap_or(u32::MAX));
    let (input, elements, output) = (input.view_as(from), input.view_as(all), output.view_as_mut(to));
    // SAFETY: the plan turns matrices so, with columns that are neighbours in both arrays.
    unsafe { PermuteShiftedBytes::<H>::launch(module, launch, input, elements, output) }
}

fn small_bytes<T: Element, B: Backend>(moved: Move<'_, T, B>) -> Result<(), Error> {
    let Move { module, input, output, from, to } = moved;
    let launch = blocks(from, [1, 1]);
    // SAFETY: the plan turns matrices so, and the caller has seen that they are small.
    unsafe { PermuteSmallBytes::launch(module, launch, input.view_as(from), output.view_as_mut(to)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lego_cuda::executor::{Executor, Options, Space};
    use lego_cuda::launch::Device;

    /// A kernel on the executor.
    type Way = fn(Move<'_, u8, Executor>) -> Result<(), Error>;

    /// Turns matrices by one kernel, whether or not it is the one for them, and compares every byte.
    fn assert_turns(way: Way, matrices: usize, m: usize, n: usize) {
        assert_turns_on(&Device::new(Executor::new()), way, matrices, m, n);
    }

    fn assert_turns_on(device: &Device<Executor>, way: Way, matrices: usize, m: usize, n: usize) {
        let module = device.without_program().unwrap();
        let bytes: Vec<u8> = (0..matrices * m * n).map(|i| ((i * 40503) >> 3) as u8).collect();
        let (input, mut output) = (device.buffer_from(&bytes).unwrap(), device.poisoned(bytes.len()).unwrap());
        let strided = |[m, n]: [u32; 2]| Strided::new([1, 1, matrices as u32, m, n], [0, 0, m * n, n, 1]).unwrap();
        let (from, to) = (strided([m as u32, n as u32]), strided([n as u32, m as u32]));
        way(Move { module: &module, input: &input, output: &mut output, from, to }).unwrap();
        for (i, found) in output.read().unwrap().into_iter().enumerate() {
            let (matrix, row, column) = (i / (m * n), i % m, i / m % n);
            assert_eq!(found, bytes[(matrix * m + row) * n + column], "{matrices}×{m}×{n}, byte {i}");
        }
    }

    #[test]
    fn bytes_of_any_sides_are_turned_by_vectors() {
        for m in [1, 15, 17, 32, 97, 128, 129, 161] {
            for n in [1, 4, 15, 127, 128, 129, 255, 256, 257] {
                assert_turns(shifted_bytes::<u8, 1, Executor>, 2, m, n);
                assert_turns(shifted_bytes::<u8, 2, Executor>, 2, m, n);
            }
        }
        for (matrices, m, n) in [(3, 289, 509), (1, 288, 505)] {
            assert_turns(shifted_bytes::<u8, 1, Executor>, matrices, m, n);
            assert_turns(shifted_bytes::<u8, 2, Executor>, matrices, m, n);
        }
    }

    #[test]
    fn rows_begin_where_they_are_to_and_nothing_else_is_written() {
        let module = Device::new(Executor::new()).without_program().unwrap();
        let sides: [(usize, usize); 9] =
            [(1, 1), (1, 70), (70, 1), (29, 47), (40, 56), (144, 272), (200, 131), (131, 208), (256, 400)];
        for ((m, n), order) in sides.into_iter().flat_map(|sides| [(sides, [1, 0]), (sides, [0, 1])]) {
            // None is what stands between the rows.
            let bytes: Vec<u8> = (0..m * n).map(|i| ((i * 40503) >> 3) as u8 % 255).collect();
            let (rows, columns) = if order == [1, 0] { (n, m) } else { (m, n) };
            let pitch = columns.next_multiple_of(16);
            let input = module.device().buffer_from(&bytes).unwrap();
            let mut output = module.device().poisoned(rows * pitch).unwrap();
            permute_aligned(&module, &input, &mut output, [m, n], order, 16).unwrap();
            for (i, found) in output.read().unwrap().into_iter().enumerate() {
                let (row, column) = (i / pitch, i % pitch);
                let source = if order == [1, 0] { column * n + row } else { row * n + column };
                let right = if column < columns { bytes[source] } else { 0xff };
                assert_eq!(found, right, "{m}×{n} {order:?}, byte {i}");
            }
        }
        let (input, mut output) = (module.device().zeroed::<u8>(6).unwrap(), module.device().zeroed(34).unwrap());
        let mut turn = |dims| permute_aligned(&module, &input, &mut output, dims, [1, 0], 16);
        turn([2, 3]).unwrap();
        assert!(matches!(turn([3, 2]), Ok(())) && matches!(turn([1, 6]), Err(Error::Length { .. })));
        assert!(matches!(turn([2, 4]), Err(Error::Length { .. })) && matches!(turn([0, 4]), Ok(())));
    }

    #[test]
    fn tiles_of_bytes_are_turned_wherever_they_end() {
        let sides = [16, 48, 128, 144, 272];
        for m in sides {
            for n in sides {
                assert_turns(turn_bytes::<u8, 16, 4, 128, 256, 512, Executor>, 2, m, n);
                assert_turns(turn_bytes::<u8, 16, 4, 128, 128, 256, Executor>, 2, m, n);
                assert_turns(turn_bytes::<u8, 16, 4, 32, 64, 256, Executor>, 3, m, n);
            }
        }
        for m in [8, 24, 32, 40, 72] {
            for n in [8, 24, 32, 40, 72] {
                assert_turns(turn_bytes::<u8, 8, 2, 32, 32, 256, Executor>, 3, m, n);
            }
        }
    }

    #[test]
    fn small_matrices_of_bytes_are_turned_as_a_whole() {
        for (m, n) in [(12, 12), (29, 47), (33, 31), (31, 128), (60, 62), (128, 13), (16, 17)] {
            assert!(is_small([m, n]));
            assert_turns(small_bytes, 3, m as usize, n as usize);
        }
        assert!(!is_small([64, 64]) && !is_small([11, 30]) && !is_small([12, 129]) && !is_small([u32::MAX, u32::MAX]));
    }

    #[test]
    fn words_of_bytes_meet_no_bank_twice() {
        let executor = Executor::with(Options::new().profile(true));
        let device = Device::new(executor.clone());
        // Whole pieces and tiles, with shifts of rows and columns that make up for each other, and others.
        for (m, n) in [(385, 257), (385, 287), (388, 260), (391, 263), (400, 272)] {
            assert_turns_on(&device, shifted_bytes::<u8, 1, Executor>, 1, m, n);
            assert_turns_on(&device, shifted_bytes::<u8, 2, Executor>, 1, m, n);
        }
        assert_turns_on(&device, turn_bytes::<u8, 16, 4, 128, 256, 512, Executor>, 1, 128, 512);
        assert_turns_on(&device, turn_bytes::<u8, 16, 4, 128, 128, 256, Executor>, 1, 256, 128);
        assert_turns_on(&device, turn_bytes::<u8, 16, 4, 32, 64, 256, Executor>, 4, 64, 128);
        assert_turns_on(&device, turn_bytes::<u8, 8, 2, 32, 32, 256, Executor>, 4, 64, 64);
        let profile = executor.take_profile();
        let shared: Vec<_> = profile.rows().iter().filter(|row| row.space == Space::Shared).collect();
        assert!(!shared.is_empty());
        for row in shared {
            assert_eq!(row.measured, row.ideal, "{row:?}");
        }
    }
}

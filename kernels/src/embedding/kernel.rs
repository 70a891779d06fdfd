//! The kernel: some threads have a row of the result.

use crate::rows::{Frame, Packed, PerRow, Rows, Slots};
use lego::Mapping32;
use lego_cuda::device::{Element, Stored, block_idx, thread_idx};
use lego_cuda::view::{Global, GlobalMut};
use lego_cuda::{lego_kernel, unroll};

/// How many threads a block has.
pub(super) const THREADS: u32 = 256;

/// How many vectors of a row a thread reads before it writes the first.
const STEPS: usize = 4;

/// Sets row i of the output to row `numbers[i]` of the table, to zeros where the table has no such row.
///
/// `elements` are those of the table, one behind the other. `LANES` threads have a row of the output.
///
/// Launch: a block for each `256 / LANES` rows of the output.
#[lego_kernel(
    threads = [LANES as u32, THREADS / LANES as u32],
    grid = x,
    // One block more than would fit: rows are many, and short.
    min_blocks = 5,
    spills = 40,
    stack = 40,
    instances(
        for (T, V) in [(half::f16, 8), (f32, 4)], (WORD, LANES) in [("warps", 32), ("64", 64), ("128", 128), ("blocks", 256)] {
            embedding_{T}_{WORD} = <T, V, LANES>
        },
    ),
    where output.m == numbers.m, output.n == table.n,
)]
pub fn embedding<T: Stored, const V: usize, const LANES: usize>(
    table: Global<'_, T, Rows>,
    elements: Global<'_, T>,
    numbers: Global<'_, u32, PerRow>,
    output: GlobalMut<'_, T, Rows>,
) where
    [T; V]: Element,
{
    const { assert!(LANES >= 2 * V, "each element of an edge has a thread") };
    let ([rows, length], lane) = (table.dims(), thread_idx().x);
    let place = block_idx().x * (THREADS / LANES as u32) + thread_idx().y;
    let Some(row) = numbers.try_get([place]) else { return };
    let frame = Frame::<V>::of(place, length).in_sectors(place, u32::MAX);
    let is_there = row < rows && elements.len() >= Mapping32::span_u32(&table.layout());
    let mut first = 0;
    while frame.at_place(first) < frame.vectors || first == 0 {
        let mut values = [Packed::<V>::ZERO; STEPS];
        let number = |step: usize| frame.at_place(first + Slots::<STEPS, LANES>::apply_u32([step as u32, lane]));
        unroll!(for step in 0..STEPS {
            if number(step) < frame.vectors && is_there {
                let position = Mapping32::apply_u32(&table.layout(), [row, frame.column(number(step))]);
                // SAFETY: the row is one of the table, whose elements these are, and the vector ends in the row.
                values[step] = unsafe { Packed::at(elements, position) };
            }
        });
        unroll!(for step in 0..STEPS {
            if number(step) < frame.vectors {
                // SAFETY: the row is one of the output's; it belongs to these threads, and each of its vectors to one of them.
                unsafe { frame.write_bits(&output, place, number(step), values[step]) };
            }
        });
        first += (STEPS * LANES) as u32;
    }
    let edge = frame.edge(lane);
    let at_edge = if is_there { table.try_get([row, edge]) } else { None };
    // SAFETY: an element of the edge belongs to one thread.
    unsafe { output.try_set([place, edge], at_edge.unwrap_or(T::narrow(0.0))) };
}

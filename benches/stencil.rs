//! A 7-point stencil over 128³ `f32` in bricks of 8³, whose bricks are in Z order or by rows: by index, by tables of offsets, and
//! by a cursor.
//!
//! `cargo bench --bench stencil` prints the table of `benches/results/stencil.md`; after `--` may stand the number of rounds. All
//! take turns; what they compute is compared first.

mod support;

use lego::mapping::{ArrayLayout, Cursor, Offsets};
use lego::{Arr3D, Layout, Mapping, View3D, ViewMut3D};
use std::cell::RefCell;
use std::hint::black_box;
use support::alternate::{Peer, medians};

/// The edge of the cube.
const N: usize = 128;

lego::layout! {
    type Rows = Row(128, 128, 128);
    type Bricks = OrderBy(Row(16, 16, 16), Row(8, 8, 8)).TileBy([128, 128, 128]);
    type ZBricks = OrderBy(Morton(16, 16, 16), Row(8, 8, 8)).TileBy([128, 128, 128]);
    type Z = Morton(128, 128, 128);
}

/// The element and the mean of its neighbours.
#[inline(always)]
fn point(middle: f32, neighbours: [f32; 6]) -> f32 {
    let [a, b, c, d, e, f] = neighbours;
    0.5 * middle + (((a + b) + (c + d)) + (e + f)) * (0.5 / 6.0)
}

/// Every element by its index.
#[inline(never)]
fn by_index<L: Layout<Index = [usize; 3]>>(a: &View3D<'_, f32, L>, out: &mut ViewMut3D<'_, f32, L>) {
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            for k in 1..N - 1 {
                let neighbours = [
                    a[[i - 1, j, k]],
                    a[[i + 1, j, k]],
                    a[[i, j - 1, k]],
                    a[[i, j + 1, k]],
                    a[[i, j, k - 1]],
                    a[[i, j, k + 1]],
                ];
                out[[i, j, k]] = point(a[[i, j, k]], neighbours);
            }
        }
    }
}

/// The tables themselves: what the outer axes give is added once a line.
#[inline(never)]
fn by_tables<L: Mapping<Index = [usize; 3], Position = usize>>(offsets: &Offsets<L>, a: &[f32], out: &mut [f32]) {
    let [planes, rows, columns] = [0, 1, 2].map(|axis| offsets.of_axis(axis));
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let line = |i: usize, j: usize| planes[i].wrapping_add(rows[j]);
            let middle = line(i, j);
            let lines = [line(i - 1, j), line(i + 1, j), line(i, j - 1), line(i, j + 1)];
            for column in columns.windows(3) {
                let [before, at, behind] = [column[0], column[1], column[2]];
                let [b, c, d, e] = lines.map(|line| a[line.wrapping_add(at)]);
                let [f, g] = [before, behind].map(|column| a[middle.wrapping_add(column)]);
                let at = middle.wrapping_add(at);
                out[at] = point(a[at], [b, c, d, e, f, g]);
            }
        }
    }
}

/// A cursor along each line, which looks at its neighbours.
#[inline(never)]
fn by_cursor<L: Mapping<Index = [usize; 3], Position = usize> + Copy>(layout: L, a: &[f32], out: &mut [f32]) {
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let mut cursor = Cursor::new(layout, [i, j, 1]).expect("an index inside");
            for _ in 1..N - 1 {
                let at = |axis, by| a[cursor.neighbour(axis, by).expect("a neighbour inside")];
                let neighbours = [at(0, -1), at(0, 1), at(1, -1), at(1, 1), at(2, -1), at(2, 1)];
                out[cursor.position()] = point(a[cursor.position()], neighbours);
                cursor.step(2, 1);
            }
        }
    }
}

/// A way from the elements to what is computed of them.
type Way<'a> = Box<dyn Fn(&[f32], &mut [f32]) + 'a>;

/// All ways over one layout, ready to run; they have to write `expected`, which is by rows.
fn ways<'a, L>(layout: L, buffers: &'a RefCell<Vec<Vec<f32>>>, expected: &[f32]) -> Vec<Peer<'a>>
where
    L: ArrayLayout<f32, 3> + Mapping<Position = usize> + Copy + 'a,
{
    let input = Arr3D::from_fn(layout, value).into_storage();
    let offsets = Offsets::new(layout).expect("the positions are sums over the axes");
    let slot = {
        let mut buffers = buffers.borrow_mut();
        buffers.push(vec![0.0; layout.span()]);
        buffers.len() - 1
    };
    let input = std::rc::Rc::new(input);
    let run = |way: Way<'a>| -> Box<dyn FnMut() + 'a> {
        let input = input.clone();
        Box::new(move || way(black_box(&input), black_box(&mut buffers.borrow_mut()[slot])))
    };
    let tables = offsets.clone();
    let mut ways: Vec<Peer<'a>> = vec![
        (
            "index",
            run(Box::new(move |a, out| {
                let a = View3D::from_physical(layout, a).expect("the buffer has the layout's size");
                by_index(&a, &mut ViewMut3D::from_physical(layout, out).expect("the buffer has the layout's size"));
            })),
        ),
        (
            "index through Offsets",
            run(Box::new(move |a, out| {
                // Each array owns its tables.
                let a = View3D::from_physical(offsets.clone(), a).expect("the buffer has the layout's size");
                let out = ViewMut3D::from_physical(offsets.clone(), out);
                by_index(&a, &mut out.expect("the buffer has the layout's size"));
            })),
        ),
        ("tables of Offsets", run(Box::new(move |a, out| by_tables(&tables, a, out)))),
        ("cursor", run(Box::new(move |a, out| by_cursor(layout, a, out)))),
    ];
    for (name, way) in &mut ways {
        buffers.borrow_mut()[slot].fill(0.0);
        way();
        let found = Arr3D::from_fn(Rows, |index| buffers.borrow()[slot][layout.apply(index)]).into_storage();
        assert!(expected.is_empty() || found == expected, "{name} differs");
    }
    ways
}

fn value([i, j, k]: [usize; 3]) -> f32 {
    ((i * 31 + j * 17 + k * 7) % 64) as f32
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(21);
    let mut expected = vec![0.0; N * N * N];
    for [i, j, k] in lego::array::Indices::new([N - 2; 3]).map(|index| index.map(|place| place + 1)) {
        let around = [[i - 1, j, k], [i + 1, j, k], [i, j - 1, k], [i, j + 1, k], [i, j, k - 1], [i, j, k + 1]];
        expected[Rows::apply([i, j, k])] = point(value([i, j, k]), around.map(value));
    }
    let buffers = RefCell::default();
    let layouts = ["row by row", "bricks by rows", "bricks in Z order", "Z order"];
    let all = [
        ways(Rows, &buffers, &expected),
        ways(Bricks, &buffers, &expected),
        ways(ZBricks, &buffers, &expected),
        ways(Z, &buffers, &expected),
    ];
    let count = all[0].len();
    let mut peers: Vec<Peer<'_>> = all.into_iter().flatten().collect();
    let names: Vec<&str> = peers[..count].iter().map(|peer| peer.0).collect();
    let times = medians(&mut peers, rounds);
    println!("Nanoseconds a point; in parentheses to the same way over bricks by rows.\n");
    println!("| layout | {} |\n|---|{}", names.join(" | "), "---|".repeat(count));
    let points = ((N - 2) * (N - 2) * (N - 2)) as f64;
    for (layout, own) in layouts.iter().zip(times.chunks(count)) {
        let cells = own.iter().zip(&times[count..]).map(|(time, rows)| {
            let ns = time * 1e9 / points;
            format!("{ns:.2} ({:.2})", time / rows)
        });
        println!("| {layout} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
    let best = |k: usize| times[k * count..][..count].iter().copied().fold(f64::INFINITY, f64::min);
    println!("\nBest over bricks in Z order to best over bricks by rows: {:.2}", best(2) / best(1));
}

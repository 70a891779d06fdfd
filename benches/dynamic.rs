//! Layouts chosen at run time beside the `layout!` types of the same chains: the same generic loops, in one run.
//!
//! `cargo bench --bench dynamic --features dynamic` prints the table of `benches/results/dynamic.md`. Each figure is the least of many runs, in
//! nanoseconds for each access; a ratio is to the `layout!` type in the same loop.

use lego::array::{Arr2D, Array, ArrayLayout};
use lego::{DynBijection, DynLayout, Layout, ParseLayout};
use lego_lang::RuntimeLayout;
use std::hint::black_box;
use std::time::Instant;

/// Declares each chain as a type, and lists it with its text.
macro_rules! layouts {
    ($($name:ident, $kind:ident, $words:literal: $($chain:tt)*;)*) => {};
    ($with:ident: $({ $name:ident, $kind:ident, $words:literal, $($chain:tt)* })*) => {
        lego::layout! { $(pub(crate) type $name = $($chain)*;)* }
        fn all() -> Vec<Row> {
            vec![$(measured::<_, $kind<2>>($words, stringify!($($chain)*), $name)),*]
        }
    };
}

layouts! { all:
    { R512, DynBijection, "row", Row(512, 512) }
    { C512, DynBijection, "col", Col(512, 512) }
    { Tiled, DynBijection, "tiles of 32×32", OrderBy(Row(16, 16), Row(32, 32)).TileBy([512, 512]) }
    { Morton, DynBijection, "Morton", Morton(512, 512) }
    { MortonTiles, DynBijection, "Morton of tiles of 8×8", OrderBy(Morton(64, 64), Row(8, 8)).TileBy([512, 512]) }
    { Padded, DynLayout, "padded rows", Row(512, 520).PadBy([512, 512] => [512, 520]) }
    { PaddedTiles, DynLayout, "padded tiles, 509×499",
        OrderBy(Row(16, 16), Row(32, 32)).TileBy([512, 512]).PadBy([509, 499] => [512, 512]) }
    { Wave, DynBijection, "AntiDiag", AntiDiag(512) }
    { Swizzled, DynBijection, "swizzle", SwizzleRows([512, 512], 5) }
    { SwizzledTiles, DynBijection, "swizzle in tiles", OrderBy(Row(8, 8), SwizzleRows([64, 64], 3)).TileBy([512, 512]) }
    { Curve, DynBijection, "Hilbert", Hilbert(512, 512) }
    { OddTiles, DynBijection, "tiles of 13×7, 507×511", OrderBy(Row(39, 73), Row(13, 7)).TileBy([507, 511]) }
    { OddSkew, DynBijection, "Skew, 509×499", Skew(509, 499) }
    { Programs, DynBijection, "Grouped, 509×499", Grouped(509, 499, 8) }
    { Cut, DynLayout, "ExpandBy, 509×499", Row(509, 499).ExpandBy([509, 499] => [512, 512]) }
    { Fig9, DynBijection, "fig. 9 at 510×510",
        OrderBy(RegP([2, 2], [2, 1]), AntiDiag(255)).OrderBy(RegP([2, 255, 2, 255], [1, 3, 2, 4])).GroupBy([510, 510]) }
    { LargeWave, DynBijection, "AntiDiag, 2063×2063", AntiDiag(2063) }
    { LargeMorton, DynBijection, "Morton, 2048×2048", Morton(2048, 2048) }
    { LargeTiles, DynBijection, "tiles of 32×32, 4096×4096", OrderBy(Row(128, 128), Row(32, 32)).TileBy([4096, 4096]) }
}

/// The loops; each gives nanoseconds for an access.
const LOOPS: [&str; 5] = ["rows", "gather", "update", "apply", "walk"];

/// How long each loop took, by a type, and by a layout chosen at run time.
struct Row {
    words: &'static str,
    form: [&'static str; 2],
    times: [[f64; 2]; LOOPS.len()],
    /// A position by the interpreter.
    interpreter: f64,
    /// Milliseconds to make the layout of its text.
    instantiation: f64,
}

fn measured<L, D>(words: &'static str, text: &'static str, layout: L) -> Row
where
    L: ArrayLayout<f32, 2>,
    D: ArrayLayout<f32, 2> + ParseLayout + Formed,
{
    let started = Instant::now();
    let dynamic = D::parse(text, &[]).unwrap_or_else(|error| panic!("{error}"));
    let instantiation = started.elapsed().as_secs_f64() * 1e3;
    let a = Arr2D::from_fn(layout.clone(), value);
    let b = Arr2D::from_fn(dynamic.clone(), value);
    assert!(a.as_physical() == b.as_physical(), "{words} is another map at run time");
    let (mut a, mut b) = (a, b);
    let times =
        LOOPS.map(|name| alternately([&mut || run(name, &mut a), &mut || run(name, &mut b)], a_accesses(&layout)));
    let interpreted = RuntimeLayout::parse(text, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    let started = Instant::now();
    let few = 2000_u64;
    for k in 0..few {
        black_box(interpreted.apply(&[k % 500, k * 7 % 499]));
    }
    let interpreter = started.elapsed().as_secs_f64() * 1e9 / few as f64;
    Row { words, form: dynamic.form(), times, interpreter, instantiation }
}

/// The form of a layout chosen at run time.
trait Formed {
    fn form(&self) -> [&'static str; 2];
}

impl Formed for DynBijection<2> {
    fn form(&self) -> [&'static str; 2] {
        DynBijection::form(self)
    }
}

impl Formed for DynLayout<2> {
    fn form(&self) -> [&'static str; 2] {
        DynLayout::form(self)
    }
}

fn value([i, j]: [usize; 2]) -> f32 {
    ((i * 31 + j * 17) % 64) as f32
}

fn a_accesses(layout: &impl Layout<Index = [usize; 2]>) -> f64 {
    layout.count() as f64
}

/// The least time of many runs of two functions in turn, for each of so many accesses.
fn alternately(functions: [&mut dyn FnMut(); 2], accesses: f64) -> [f64; 2] {
    let mut least = [f64::INFINITY; 2];
    let rounds = if accesses > 1e6 { 5 } else { 15 };
    let [one, other] = functions;
    for _ in 0..rounds {
        for (function, least) in [&mut *one, &mut *other].into_iter().zip(&mut least) {
            let started = Instant::now();
            function();
            *least = least.min(started.elapsed().as_secs_f64() * 1e9 / accesses);
        }
    }
    least
}

type Elements<L> = Array<Vec<f32>, L, 2>;

fn run<L: Layout<Index = [usize; 2]> + Clone>(name: &str, a: &mut Elements<L>) {
    match name {
        "rows" => _ = black_box(rows(black_box(a))),
        "gather" => _ = black_box(gather(black_box(a))),
        "update" => update(black_box(a)),
        "apply" => _ = black_box(apply(black_box(a.layout()))),
        _ => _ = black_box(walk(black_box(a))),
    }
}

/// The sum by rows, each element by its index where there is one.
#[inline(never)]
fn rows<L: Layout<Index = [usize; 2]>>(a: &Elements<L>) -> f32 {
    let [m, n] = a.dims();
    let mut sum = 0.0;
    for i in 0..m {
        for j in 0..n {
            if let Some(x) = a.get([i, j]) {
                sum += x;
            }
        }
    }
    sum
}

/// The sum at indices of which nothing is known.
#[inline(never)]
fn gather<L: Layout<Index = [usize; 2]>>(a: &Elements<L>) -> f32 {
    let [m, n] = a.dims();
    let (mut sum, mut state) = (0.0, 1_u64);
    for _ in 0..m * n {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let below = |n: usize, bits: u64| (((bits & 0xff_ffff) * n as u64) >> 24) as usize;
        let index = [below(m, state >> 40), below(n, state >> 8)];
        sum += a.get(index).copied().unwrap_or(0.0);
    }
    sum
}

/// Each element changed in place.
#[inline(never)]
fn update<L: Layout<Index = [usize; 2]>>(a: &mut Elements<L>) {
    let [m, n] = a.dims();
    for i in 0..m {
        for j in 0..n {
            if let Some(x) = a.get_mut([i, j]) {
                *x += 1.0;
            }
        }
    }
}

/// Nothing but positions.
#[inline(never)]
fn apply<L: Layout<Index = [usize; 2]>>(layout: &L) -> usize {
    let [m, n] = layout.dims();
    let mut sum = 0;
    for i in 0..m {
        for j in 0..n {
            let position: Option<usize> = layout.apply([i, j]).into();
            sum ^= position.unwrap_or(0);
        }
    }
    sum
}

/// Memory from front to back, with the index of each element.
#[inline(never)]
fn walk<L: Layout<Index = [usize; 2]> + Clone>(a: &Elements<L>) -> f32 {
    a.iter_physical().fold(0.0, |sum, ([i, j], x)| sum + x * (i ^ j) as f32)
}

/// What stands above the table.
const HEAD: &str = "\
# Layouts chosen at run time beside the types of `layout!`

The same generic loops over f32 with both, in one run, 512×512 where nothing else is said; the least of 15 runs, in nanoseconds
for each access, and how many times the type's that is. *rows* sums by index, *gather* reads at random, *update* adds 1 in
place, *apply* computes positions and nothing else, *walk* goes through memory with the index of each element; *interpreter*
is a position by the evaluation of the chain as it is written, *made in* the time from the text to the layout.
";

fn main() {
    println!("<!-- Made by: cargo bench --bench dynamic -->\n\n{HEAD}");
    println!(
        "| layout | form | {} | interpreter | made in |",
        LOOPS.map(|name| format!("{name} | / type")).join(" | ")
    );
    println!("|{}", "---|".repeat(2 + 2 * LOOPS.len() + 2));
    for Row { words, form: [there, back], times, interpreter, instantiation } in all() {
        let times = times.map(|[by_type, dynamic]| format!("{dynamic:.2} | {:.2}", dynamic / by_type)).join(" | ");
        println!("| {words} | {there}; {back} | {times} | {interpreter:.0} | {instantiation:.1} ms |");
    }
}

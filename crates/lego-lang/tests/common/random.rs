//! Random chains, each from a seed.

use super::model::{Chain, Packed, Piece, Position, Stage, flatten, unflatten};
use num_integer::gcd;
use random::Random;

/// How many dimensions something has.
fn rank(random: &mut Random) -> usize {
    1 + random.index(4)
}

/// The chain of a seed: any stages, any pieces, at most a few hundred elements.
pub fn chain(seed: u64) -> Chain {
    let random = &mut Random::new(seed);
    if seed % 10 == 9 {
        return triangular(random);
    }
    let n = *random.pick(&[1, 12, 16, 24, 30, 36, 60, 64, 96, 100, 128, 144, 180, 210, 256]);
    let mut stages = Vec::new();
    if random.one_in(3) {
        tiled(random, n, &mut stages);
    } else {
        let right =
            if random.one_in(3) { resized(random, n, &mut stages) } else { reorderings(random, n, &mut stages) };
        if stages.is_empty() || random.one_in(2) {
            let levels = 1 + random.below(3) as usize;
            let sizes = random.factors(right, levels);
            let levels = sizes.into_iter().map(|size| {
                let rank = rank(random);
                random.factors(size, rank)
            });
            stages.push(Stage::GroupBy(levels.collect()));
        }
    }
    Chain { stages }
}

/// A packed domain between reorderings, with a view.
fn triangular(random: &mut Random) -> Chain {
    let n = 1 + random.below(14);
    let packed = packed(random, n);
    let mut stages = Vec::new();
    if random.one_in(3) {
        let more = random.below(4);
        reorderings(random, packed.span + more, &mut stages);
        stages.push(Stage::PadBy(vec![packed.span], vec![packed.span + more]));
    }
    reorderings(random, packed.span, &mut stages);
    stages.push(Stage::Packed(packed));
    if random.one_in(3) {
        reorderings(random, n * n, &mut stages);
        let rank = rank(random);
        stages.push(Stage::GroupBy(vec![random.factors(n * n, rank)]));
        return Chain { stages };
    }
    let mut seen = vec![n, n];
    if random.one_in(2) {
        let larger = seen.iter().map(|n| n + random.below(3)).collect::<Vec<u64>>();
        stages.push(Stage::ExpandBy(seen, larger.clone()));
        seen = larger;
    }
    tilings(random, &seen, &mut stages);
    let levels = 1 + random.below(2) as usize;
    stages.push(Stage::TileBy(levels_of(random, &seen, levels)));
    Chain { stages }
}

/// A triangle or a band of an n×n square, its positions counted.
fn packed(random: &mut Random, n: u64) -> Packed {
    let all = || (0..n).flat_map(move |i| (0..n).map(move |j| (i, j)));
    let counted = |text: String, contains: fn(u64, u64) -> bool| {
        let members: Vec<(u64, u64)> = all().filter(|&(i, j)| contains(i, j)).collect();
        let span = members.len() as u64;
        let position =
            move |i: u64, j: u64| members.iter().position(|&member| member == (i, j)).map(|place| place as u64);
        Packed { text, n, span, position: Box::new(position) }
    };
    match random.below(3) {
        0 => counted(format!("Lower({n})"), |i, j| i >= j),
        1 => counted(format!("Upper({n})"), |i, j| i <= j),
        _ => {
            let (below, above) = (random.below(n + 2), random.below(n + 2));
            let width = below + above + 1;
            let position =
                move |i: u64, j: u64| (j + below).checked_sub(i).filter(|d| *d < width).map(|d| i * width + d);
            Packed { text: format!("Band({n}, {below}, {above})"), n, span: n * width, position: Box::new(position) }
        }
    }
}

/// A random bijection of n elements: reorderings and a view.
pub fn bijection(random: &mut Random, n: u64) -> Chain {
    let mut stages = Vec::new();
    reorderings(random, n, &mut stages);
    if stages.is_empty() || random.one_in(2) {
        let rank = rank(random);
        stages.push(Stage::GroupBy(vec![random.factors(n, rank)]));
    }
    Chain { stages }
}

/// Up to three `OrderBy`s or `TileOrderBy`s of n elements; gives n back.
fn reorderings(random: &mut Random, n: u64, stages: &mut Vec<Stage>) -> u64 {
    for _ in 0..random.below(4) {
        let blocks = 1 + random.below(3) as usize;
        if random.one_in(4) {
            let rank = rank(random);
            let array = random.factors(n, rank);
            let dims = levels_of(random, &array, blocks);
            stages.push(Stage::TileOrderBy(dims.into_iter().map(|dims| piece(random, dims)).collect()));
            continue;
        }
        let sizes = random.factors(n, blocks);
        let pieces = sizes.into_iter().map(|size| {
            let rank = rank(random);
            let dims = random.factors(size, rank);
            piece(random, dims)
        });
        stages.push(Stage::OrderBy(pieces.collect()));
    }
    n
}

/// An `ExpandBy` or `PadBy` between reorderings; gives the number of elements to its right.
fn resized(random: &mut Random, n: u64, stages: &mut Vec<Stage>) -> u64 {
    let rank = 1 + random.below(2) as usize;
    let small = random.factors(n, rank);
    let large: Vec<u64> = small.iter().map(|size| size + random.below(4)).collect();
    let volume = large.iter().product();
    if random.one_in(2) {
        reorderings(random, n, stages);
        stages.push(Stage::ExpandBy(small, large));
        reorderings(random, volume, stages)
    } else {
        reorderings(random, volume, stages);
        stages.push(Stage::PadBy(small, large));
        reorderings(random, n, stages)
    }
}

/// Reorderings of an array by tiles, and a `TileBy`; now and then the array is padded or expanded.
fn tiled(random: &mut Random, n: u64, stages: &mut Vec<Stage>) {
    let rank = 1 + random.below(3) as usize;
    let array = random.factors(n, rank);
    let mut seen = array.clone();
    tilings(random, &array, stages);
    if random.one_in(3) {
        let larger: Vec<u64> = array.iter().map(|size| size + random.below(3)).collect();
        if random.one_in(2) {
            stages.push(Stage::ExpandBy(array, larger.clone()));
            seen = larger;
        } else {
            // What stands to the left describes the larger array: begin again with it.
            stages.clear();
            tilings(random, &larger, stages);
            stages.push(Stage::PadBy(array, larger));
        }
        tilings(random, &seen, stages);
    }
    let levels = 1 + random.below(3) as usize;
    stages.push(Stage::TileBy(levels_of(random, &seen, levels)));
}

fn levels_of(random: &mut Random, array: &[u64], levels: usize) -> Vec<Vec<u64>> {
    let by_axis: Vec<Vec<u64>> = array.iter().map(|&size| random.factors(size, levels)).collect();
    (0..levels).map(|level| by_axis.iter().map(|axis| axis[level]).collect()).collect()
}

fn tilings(random: &mut Random, array: &[u64], stages: &mut Vec<Stage>) {
    for _ in 0..random.below(3) {
        let levels = 1 + random.below(2) as usize;
        let dims = levels_of(random, array, levels);
        let pieces = dims.into_iter().map(|dims| piece(random, dims)).collect();
        // Under a `TileBy` they are the same.
        stages.push(if random.one_in(3) { Stage::TileOrderBy(pieces) } else { Stage::OrderBy(pieces) });
    }
}

/// A random permutation of a box.
pub fn piece(random: &mut Random, dims: Vec<u64>) -> Piece {
    let mut found: Vec<(String, Position)> = Vec::new();
    let plain = dims.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    any_rank(random, &dims, &plain, &mut found);
    linear(random, &dims, &mut found);
    match dims[..] {
        [n] => rank_one(random, n, &mut found),
        [r, c] => rank_two(random, r, c, &mut found),
        _ => {}
    }
    let chosen = random.below(found.len() as u64) as usize;
    let (text, position) = found.swap_remove(chosen);
    Piece { text, dims, position }
}

/// A matrix with an inverse: from the order of the bits by steps in which one is added to another. Columns by bit of the position.
pub fn invertible(random: &mut Random, bits: u32) -> Vec<u64> {
    let mut columns = random.shuffled((0..bits).map(|bit| 1_u64 << bit).collect());
    for _ in 0..random.below(3) * u64::from(bits) {
        let (to, from) = (random.index(columns.len()), random.index(columns.len()));
        if to != from {
            columns[to] ^= columns[from];
        }
    }
    columns
}

/// A linear layout, its position by search: the images of the bits of each position.
fn linear(random: &mut Random, dims: &[u64], found: &mut Vec<(String, Position)>) {
    let count: u64 = dims.iter().product();
    if !dims.iter().all(|n| n.is_power_of_two()) || count == 1 {
        return;
    }
    let columns = invertible(random, count.ilog2());
    let images: Vec<Vec<u64>> = columns.iter().map(|&flat| unflatten(dims, flat)).collect();
    let mut positions = vec![0; count as usize];
    for position in 0..count {
        let set = columns.iter().enumerate().filter(|(bit, _)| position >> bit & 1 != 0);
        positions[set.fold(0, |flat, (_, column)| flat ^ column) as usize] = position;
    }
    let own = dims.to_vec();
    found.push((
        format!("Linear({dims:?}, {images:?})"),
        Box::new(move |index| positions[flatten(&own, index) as usize]),
    ));
}

fn any_rank(random: &mut Random, dims: &[u64], plain: &str, found: &mut Vec<(String, Position)>) {
    let s = random.shuffled((1..=dims.len()).collect());
    let text = format!("RegP({dims:?}, {s:?})");
    let own = dims.to_vec();
    let by_axes = move |s: Vec<usize>| -> Position {
        let own = own.clone();
        Box::new(move |i| s.iter().fold(0, |flat, &axis| flat * own[axis - 1] + i[axis - 1]))
    };
    found.push((format!("Row({plain})"), by_axes((1..=dims.len()).collect())));
    found.push((format!("Col({plain})"), by_axes((1..=dims.len()).rev().collect())));
    found.push((text, by_axes(s)));
    found.push(cute(random, dims));
    let own = dims.to_vec();
    found.push((format!("Reverse({plain})"), Box::new(move |i| own.iter().product::<u64>() - 1 - flatten(&own, i))));
    if dims.iter().all(|n| n.is_power_of_two()) {
        let own = dims.to_vec();
        found.push((format!("Morton({plain})"), Box::new(move |i| morton(&own, i))));
    }
}

/// A layout of CuTe's with a mode for each axis, of up to three modes each, its strides in any order.
fn cute(random: &mut Random, dims: &[u64]) -> (String, Position) {
    let modes: Vec<Vec<u64>> = dims
        .iter()
        .map(|&n| {
            let leaves = 1 + random.below(3) as usize;
            random.factors(n, leaves)
        })
        .collect();
    let leaves: Vec<(usize, usize)> =
        modes.iter().enumerate().flat_map(|(k, mode)| (0..mode.len()).map(move |place| (k, place))).collect();
    let mut strides: Vec<Vec<u64>> = modes.iter().map(|mode| vec![0; mode.len()]).collect();
    let mut below = 1;
    for (k, place) in random.shuffled(leaves) {
        strides[k][place] = below;
        below *= modes[k][place];
    }
    let tuple = |numbers: &Vec<u64>| {
        let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        if texts.len() == 1 { texts.concat() } else { format!("({})", texts.join(",")) }
    };
    let all = |tuples: &[Vec<u64>]| tuples.iter().map(tuple).collect::<Vec<_>>().join(",");
    let text = format!("Cute(({}):({}))", all(&modes), all(&strides));
    let position = move |index: &[u64]| {
        let mut position = 0;
        for ((sizes, strides), &component) in modes.iter().zip(&strides).zip(index) {
            let mut rest = component;
            for (size, stride) in sizes.iter().zip(strides) {
                position += rest % size * stride;
                rest /= size;
            }
        }
        position
    };
    (text, Box::new(position))
}

fn morton(dims: &[u64], index: &[u64]) -> u64 {
    let (mut position, mut place) = (0, 0);
    for bit in 0..64 {
        for axis in (0..dims.len()).rev() {
            if bit < dims[axis].ilog2() {
                position |= (index[axis] >> bit & 1) << place;
                place += 1;
            }
        }
    }
    position
}

fn rank_one(random: &mut Random, n: u64, found: &mut Vec<(String, Position)>) {
    let mut a = random.below(3 * n) as i64 - n as i64;
    while gcd(a.unsigned_abs(), n) != 1 {
        a += 1;
    }
    let b = random.below(40) as i64 - 20;
    found.push((format!("Fan({n}, {a}, {b})"), Box::new(move |i| (a * i[0] as i64 + b).rem_euclid(n as i64) as u64)));
    if n <= 64 {
        let table = random.shuffled((0..n).collect());
        found.push((format!("Table({table:?})"), Box::new(move |i| table[i[0] as usize])));
    }
    let block = random.divisor(n);
    let procs = random.divisor(n / block);
    found.push((
        format!("BlockCyclic({n}, {block}, {procs})"),
        Box::new(move |i| {
            let q = i[0] / block;
            ((q % procs) * (n / block / procs) + q / procs) * block + i[0] % block
        }),
    ));
    if n.is_power_of_two() {
        let bits = u64::from(n.ilog2());
        let b = random.below(bits / 2 + 1);
        let s = b + random.below(bits - 2 * b + 1);
        let m = bits - b - s;
        let down = random.one_in(2);
        let signed = if down { -(s as i64) } else { s as i64 };
        found.push((
            format!("Swizzle({b}, {m}, {signed})"),
            Box::new(move |i| {
                let mask = (1 << b) - 1;
                if down { i[0] ^ ((i[0] & mask << m) << s) } else { i[0] ^ ((i[0] & mask << (m + s)) >> s) }
            }),
        ));
    }
    found.push((format!("GenP([{n}], |i| {n} - 1 - i, |p| {n} - 1 - p)"), Box::new(move |i| n - 1 - i[0])));
    let c = random.below(40);
    found.push((format!("GenP([{n}], |i| (i + {c}) % {n})"), Box::new(move |i| (i[0] + c) % n)));
    found.push((
        format!("GenP([{n}], |i| i % {block} * {} + i / {block})", n / block),
        Box::new(move |i| i[0] % block * (n / block) + i[0] / block),
    ));
}

fn rank_two(random: &mut Random, r: u64, c: u64, found: &mut Vec<(String, Position)>) {
    found.push((format!("Skew({r}, {c})"), Box::new(move |i| i[0] * c + (i[0] + i[1]) % c)));
    let by = random.below(4 * c) as i64 - 2 * c as i64;
    found.push((
        format!("Rotate({r}, {c}, {by})"),
        Box::new(move |i| i[0] * c + (by * i[0] as i64 + i[1] as i64).rem_euclid(c as i64) as u64),
    ));
    let g = 1 + random.below(r + 2);
    found.push((
        format!("Grouped({r}, {c}, {g})"),
        Box::new(move |i| {
            let q = i[0] / g;
            let h = g.min(r - q * g);
            q * g * c + i[1] * h + i[0] - q * g
        }),
    ));
    found.push((
        format!("GenP([{r}, {c}], |i, j| j * {r} + i, |p| (p % {r}, p / {r}))"),
        Box::new(move |i| i[1] * r + i[0]),
    ));
    found.push((
        format!("GenP([{r}, {c}], |i, j| j * {r} + (i + {r} * {c} - j) % {r})"),
        Box::new(move |i| i[1] * r + (i[0] + r * c - i[1]) % r),
    ));
    // Odd columns run backwards.
    found.push((
        format!(
            "GenP([{r}, {c}], |i, j| j * {r} + (if j % 2 == 0 {{ i }} else {{ {r} - 1 - i }}), \
             |p| {{ let j = p / {r}; let i = p % {r}; (if j & 1 == 0 {{ i }} else {{ {r} - 1 - i }}, j) }})"
        ),
        Box::new(move |i| i[1] * r + if i[1] % 2 == 0 { i[0] } else { r - 1 - i[0] }),
    ));
    if c.is_power_of_two() {
        let bits = random.below(u64::from(c.ilog2()) + 1);
        found.push((
            format!("SwizzleRows([{r}, {c}], {bits})"),
            Box::new(move |i| i[0] * c + (i[1] ^ (i[0] % (1 << bits)))),
        ));
    }
    if r == c {
        for text in [format!("AntiDiag({r})"), format!("GenP([{r}, {r}], antidiag, antidiag_inv)")] {
            found.push((text, Box::new(move |i| anti_diagonal(r, i[0], i[1]))));
        }
        if r.is_power_of_two() {
            found.push((format!("Hilbert({r}, {r})"), Box::new(move |i| hilbert(r, i[0], i[1]))));
        }
    }
}

/// The language's formula.
fn anti_diagonal(n: u64, i: u64, j: u64) -> u64 {
    let a = i + j + 1;
    if a <= n {
        i + a * (a - 1) / 2
    } else {
        let b = 2 * n - a;
        n * n - n + i - b * (b - 1) / 2
    }
}

/// The curve by quarters: transposed, as it is, as it is, transposed and turned.
fn hilbert(n: u64, i: u64, j: u64) -> u64 {
    if n == 1 {
        return 0;
    }
    let h = n / 2;
    let area = h * h;
    match (i < h, j < h) {
        (true, true) => hilbert(h, j, i),
        (true, false) => area + hilbert(h, i, j - h),
        (false, false) => 2 * area + hilbert(h, i - h, j - h),
        (false, true) => 3 * area + hilbert(h, h - 1 - j, 2 * h - 1 - i),
    }
}

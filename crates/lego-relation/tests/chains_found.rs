//! Chains that are found for maps: random digits in any order, reversed, padded and shifted; rotations; any map that is one to one
//! and has few points. Every chain is compared with the map at every point, by plain arithmetic.
//!
//! `LEGO_ROUNDS` sets how many random maps of each kind there are (24).

use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{NotChain, Relation};
use random::Random;

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(24)
}

fn indices(dims: &[u64]) -> Vec<Vec<u64>> {
    dims.iter().fold(vec![vec![]], |all: Vec<Vec<u64>>, &n| {
        all.into_iter().flat_map(|index| (0..n).map(move |i| [&index[..], &[i]].concat())).collect()
    })
}

/// The chain of a map in isl's notation, compared with what the map is at every index of a box.
fn found(text: &str, dims: &[u64], value: impl Fn(&[u64]) -> Option<u64>) -> String {
    let arena = Arena::new();
    let relation = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let chain = relation.to_chain().unwrap_or_else(|error| panic!("{text}\n{error}"));
    let fresh = Arena::new();
    let read =
        Relation::of_chain(&fresh, &chain, &Options::default()).unwrap_or_else(|error| panic!("{chain}: {error:?}"));
    assert_eq!(read.dims().as_deref(), Some(dims), "{text}\n{chain}");
    for index in indices(dims) {
        assert_eq!(read.at(&index), value(&index).map(|value| vec![value]), "{text}\n{chain}\n{index:?}");
    }
    chain
}

fn bounds(dims: &[u64]) -> String {
    let bound = |(k, n): (usize, &u64)| format!("0 <= x{k} < {n}");
    dims.iter().enumerate().map(bound).collect::<Vec<_>>().join(" and ")
}

fn names(count: usize) -> String {
    (0..count).map(|k| format!("x{k}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn named_cases() {
    for (text, dims, value, expected) in [
        (
            "{ [i,j] -> [64*(31-i)+j] : 0 <= i < 32 and 0 <= j < 64 }",
            vec![32, 64],
            Box::new(|i: &[u64]| 64 * (31 - i[0]) + i[1]) as Box<dyn Fn(&[u64]) -> u64>,
            "OrderBy(Reverse(32), Row(64))",
        ),
        (
            "{ [i,j] -> [64*i + 63 - j] : 0 <= i < 32 and 0 <= j < 64 }",
            vec![32, 64],
            Box::new(|i: &[u64]| 64 * i[0] + 63 - i[1]),
            "OrderBy(Row(32), Reverse(64))",
        ),
        (
            "{ [i,j] -> [32*j + 31 - i] : 0 <= i < 32 and 0 <= j < 64 }",
            vec![32, 64],
            Box::new(|i: &[u64]| 32 * i[1] + 31 - i[0]),
            "Col(32, 64).OrderBy(Reverse(32), Row(64))",
        ),
        (
            "{ [i,j] -> [128*i + (j + i) mod 128] : 0 <= i < 32 and 0 <= j < 128 }",
            vec![32, 128],
            Box::new(|i: &[u64]| 128 * i[0] + (i[1] + i[0]) % 128),
            "Skew(32, 128)",
        ),
        (
            "{ [i,j] -> [128*i + (j + 3i) mod 128] : 0 <= i < 32 and 0 <= j < 128 }",
            vec![32, 128],
            Box::new(|i: &[u64]| 128 * i[0] + (i[1] + 3 * i[0]) % 128),
            "OrderBy(Row(32), Fan(128, 3, 0)).OrderBy(Skew(32, 128)).OrderBy(Row(32), Fan(128, 43, 0))",
        ),
        (
            "{ [i] -> [i + floor(i/32)] : 0 <= i < 128 }",
            vec![128],
            Box::new(|i: &[u64]| i[0] + i[0] / 32),
            "Row(4, 33).PadBy([4, 32] => [4, 33]).GroupBy([128])",
        ),
        (
            "{ [i] -> [i + 5] : 0 <= i < 8 }",
            vec![8],
            Box::new(|i: &[u64]| i[0] + 5),
            "Reverse(13).PadBy([8] => [13]).OrderBy(Reverse(8))",
        ),
    ] {
        assert_eq!(found(text, &dims, |index| Some(value(index))), expected, "{text}");
    }
}

/// A random strided map: digits of the axes in random order, strides with padding, some reversed, an offset.
#[test]
fn digits_in_any_order() {
    let mut random = Random::fresh();
    for _ in 0..rounds() {
        let rank = 1 + random.index(3);
        // The modes of each axis, the fastest first.
        let axes: Vec<Vec<u64>> =
            (0..rank).map(|_| (0..1 + random.index(2)).map(|_| 2 + random.below(4)).collect()).collect();
        let places: Vec<(usize, usize)> =
            axes.iter().enumerate().flat_map(|(axis, modes)| (0..modes.len()).map(move |mode| (axis, mode))).collect();
        let mut strides: Vec<Vec<i64>> = axes.iter().map(|modes| vec![0; modes.len()]).collect();
        let mut block = 1;
        for (axis, mode) in random.shuffled(places) {
            // The block of all before, and room behind it now and then.
            let stride = block + if random.one_in(3) { random.below(4) } else { 0 };
            strides[axis][mode] = stride as i64 * if random.one_in(3) { -1 } else { 1 };
            block = stride * axes[axis][mode];
        }
        let down: i64 = axes
            .iter()
            .zip(&strides)
            .flat_map(|(modes, strides)| modes.iter().zip(strides))
            .map(|(&size, &stride)| if stride < 0 { -stride * (size as i64 - 1) } else { 0 })
            .sum();
        let extra = match random.below(4) {
            0 => random.below(3),
            1 => block + random.below(9),
            _ => 0,
        };
        let offset = down + extra as i64;
        let dims: Vec<u64> = axes.iter().map(|modes| modes.iter().product()).collect();
        let mut terms = vec![offset.to_string()];
        for (axis, modes) in axes.iter().enumerate() {
            let mut unit = 1;
            for (&size, &stride) in modes.iter().zip(&strides[axis]) {
                terms.push(format!("{stride}*(floor(x{axis}/{unit}) mod {size})").replace("+ -", "- "));
                unit *= size;
            }
        }
        let text = format!("{{ [{}] -> [{}] : {} }}", names(rank), terms.join(" + "), bounds(&dims));
        let value = |index: &[u64]| {
            let mut sum = offset;
            for (axis, modes) in axes.iter().enumerate() {
                let mut rest = index[axis];
                for (&size, &stride) in modes.iter().zip(&strides[axis]) {
                    sum += (rest % size) as i64 * stride;
                    rest /= size;
                }
            }
            Some(sum as u64)
        };
        let chain = found(&text, &dims, value);
        assert!(!chain.contains("Table") && !chain.contains("GenP"), "{text}\n{chain}");
    }
}

/// A random rotation of one axis by the others.
#[test]
fn rotations() {
    let mut random = Random::fresh();
    for _ in 0..rounds() {
        let rank = 2 + random.index(2);
        let dims: Vec<u64> = (0..rank).map(|_| [2, 3, 4, 6, 8, 12][random.index(6)]).collect();
        let axis = random.index(rank);
        let n = dims[axis];
        let factor = loop {
            let factor = 1 + random.below(n);
            if (2..=factor).all(|d| !factor.is_multiple_of(d) || !n.is_multiple_of(d)) {
                break factor;
            }
        };
        let shift = if random.one_in(2) { random.below(n) } else { 0 };
        // Another axis turns it by itself, or by a quotient of it.
        let turns: Vec<(u64, u64)> = dims
            .iter()
            .enumerate()
            .map(|(k, &extent)| {
                let unit = if random.one_in(3) && extent % 2 == 0 { 2 } else { 1 };
                (if k == axis || random.one_in(3) { 0 } else { random.below(n + 2) }, unit)
            })
            .collect();
        let order = random.shuffled((0..rank).collect::<Vec<usize>>());
        let pad = if random.one_in(3) { random.below(3) } else { 0 };
        let mut strides = vec![0; rank];
        let mut block = 1;
        for (number, &k) in order.iter().enumerate() {
            strides[k] = block;
            block = block * dims[k] + if number == 0 { pad } else { 0 };
        }
        let turned: Vec<String> =
            turns.iter().enumerate().map(|(k, (turn, unit))| format!("{turn}*floor(x{k}/{unit})")).collect();
        let term = |k: usize| match k == axis {
            true => format!("{}*(({factor}*x{k} + {shift} + {}) mod {n})", strides[k], turned.join(" + ")),
            false => format!("{}*x{k}", strides[k]),
        };
        let terms: Vec<String> = (0..rank).map(term).collect();
        let text = format!("{{ [{}] -> [{}] : {} }}", names(rank), terms.join(" + "), bounds(&dims));
        let value = |index: &[u64]| {
            let turn: u64 = turns.iter().zip(index).map(|((turn, unit), i)| turn * (i / unit)).sum();
            let digit = |k: usize| if k == axis { (factor * index[k] + shift + turn) % n } else { index[k] };
            Some((0..rank).map(|k| strides[k] * digit(k)).sum())
        };
        let chain = found(&text, &dims, value);
        assert!(!chain.contains("Table") && !chain.contains("GenP"), "{text}\n{chain}");
    }
}

/// A chain on a part of a box, and an array seen in tiles that do not divide it.
#[test]
fn parts_and_tiles() {
    let part = "{ [i,j] -> [100i + j] : 0 <= i < 100 and 0 <= j < 128 and j < 100 }";
    let value = |index: &[u64]| (index[1] < 100).then(|| 100 * index[0] + index[1]);
    assert_eq!(found(part, &[100, 128], value), "Row(100, 100).ExpandBy([100, 100] => [100, 128])");
    let part = "{ [i,j] -> [90*(99 - i) + j - 10] : 0 <= i < 100 and 0 <= j < 128 and 10 <= j < 100 }";
    let value = |index: &[u64]| (10..100).contains(&index[1]).then(|| 90 * (99 - index[0]) + index[1] - 10);
    let chain = found(part, &[100, 128], value);
    assert!(chain.starts_with("OrderBy(Reverse(100), Row(90)).OrderBy(Row(100), Reverse(90)).ExpandBy("), "{chain}");
    let tiles = "{ [a,b,c,d] -> [100*(16a + c) + 16b + d] : 0 <= a,b < 7 and 0 <= c,d < 16 and 16a + c < 100 and 16b + d < 100 }";
    let value = |index: &[u64]| {
        let (i, j) = (16 * index[0] + index[2], 16 * index[1] + index[3]);
        (i < 100 && j < 100).then(|| 100 * i + j)
    };
    let expected = "Row(100, 100).ExpandBy([100, 100] => [112, 112]).TileBy([7, 7], [16, 16])";
    assert_eq!(found(tiles, &[7, 7, 16, 16], value), expected);
    let tiles = "{ [a,b,c,d] -> [128*(16a + c) + (16b + d + 5*(16a + c)) mod 128] : 0 <= a,b < 8 and 0 <= c,d < 16 }";
    let value = |index: &[u64]| {
        let (i, j) = (16 * index[0] + index[2], 16 * index[1] + index[3]);
        Some(128 * i + (j + 5 * i) % 128)
    };
    let chain = found(tiles, &[8, 8, 16, 16], value);
    assert!(!chain.contains("Table") && !chain.contains("GenP"), "{chain}");
}

/// Named permutations with axes in another order and counted down.
#[test]
fn other_axes_of_named_permutations() {
    let mut random = Random::fresh();
    for round in 0..rounds() / 4 {
        let name = ["AntiDiag(9)", "Hilbert(8, 8)", "Morton(16, 8)", "SwizzleRows([16, 8], 2)", "Skew(7, 9)"]
            [round as usize % 5];
        let arena = Arena::new();
        let named = Relation::of_chain(&arena, name, &Options::default()).unwrap();
        let dims = named.dims().unwrap();
        let count: u64 = dims.iter().product();
        let (is_swapped, downs, is_back) = (random.one_in(2), [random.one_in(2), random.one_in(2)], random.one_in(2));
        let outer = if is_swapped { vec![dims[1], dims[0]] } else { dims.clone() };
        let value = |index: &[u64]| {
            let counted: Vec<u64> = (0..2).map(|k| if downs[k] { outer[k] - 1 - index[k] } else { index[k] }).collect();
            let inner = if is_swapped { vec![counted[1], counted[0]] } else { counted };
            let position = named.at(&inner).unwrap()[0];
            if is_back { count - 1 - position } else { position }
        };
        // As text: row by row.
        let points: Vec<String> = indices(&outer)
            .iter()
            .map(|index| format!("[x0, x1] -> [{}] : x0 = {} and x1 = {}", value(index), index[0], index[1]))
            .collect();
        let text = format!("{{ {} }}", points.join("; "));
        let chain = found(&text, &outer, |index| Some(value(index)));
        assert!(
            !chain.contains("Table") && !chain.contains("GenP"),
            "{name}, {is_swapped} {downs:?} {is_back}: {chain}"
        );
    }
}

/// Any map that is one to one, on a box or on a part of it, is a chain if a table may have it.
#[test]
fn few_points_are_always_a_chain() {
    let mut random = Random::fresh();
    for round in 0..rounds() {
        let dims = [1 + random.below(5), 1 + random.below(6)];
        let count = dims[0] * dims[1];
        let span = count + if round % 2 == 0 { random.below(9) } else { 0 };
        let positions = random.shuffled((0..span).collect::<Vec<u64>>());
        let is_there: Vec<bool> = (0..count).map(|k| k == 0 || round % 3 != 0 || !random.one_in(4)).collect();
        let index = |k: u64| (k / dims[1], k % dims[1]);
        let points: Vec<String> = (0..count)
            .filter(|&k| is_there[k as usize])
            .map(|k| {
                let (i, j) = index(k);
                format!("[x0, x1] -> [{}] : {} and x0 = {i} and x1 = {j}", positions[k as usize], bounds(&dims))
            })
            .collect();
        let text = format!("{{ {} }}", points.join("; "));
        found(&text, &dims, |index| {
            let k = (index[0] * dims[1] + index[1]) as usize;
            is_there[k].then_some(positions[k])
        });
    }
}

#[test]
fn no_chain_is_said_where_it_is_proved() {
    let arena = Arena::new();
    let why = |text: &str| Relation::of_isl(&arena, text).unwrap().to_chain().unwrap_err();
    assert!(matches!(why("{ [i, j] -> [i, j] : 0 <= i < 4 and 0 <= j < 4 }"), NotChain::Values(2)));
    assert!(matches!(why("{ [i, j] -> [i + j] : 0 <= i < 4 and 0 <= j < 4 }"), NotChain::Collision(_)));
    assert!(matches!(why("{ [i] -> [i] : false }"), NotChain::Empty));
    // One to one, of more points than a table has, and nothing that has a name.
    let open = why("{ [i] -> [3i + floor(i/7) + 2*((i) mod 2)] : 0 <= i < 5000 }");
    assert!(matches!(open, NotChain::Unnamed { count: _ }), "{open}");
    assert!(open.to_string().starts_with("no chain was found"), "{open}");
}

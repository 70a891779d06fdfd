//! Random maps beside brute force: domain, values, image, whether they are one to one, the inverse, and both as texts
//! that are read again. No map takes long, much memory or a long text.
//!
//! `LEGO_ROUNDS` sets how many maps there are (150); `LEGO_POINTS` how many points each has at most (128, and never more than
//! 4096).

use lego_algebra::cute::ComposedLayout;
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Effort, Relation};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};

type Graph = BTreeMap<Vec<u64>, Vec<u64>>;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// A map: its text, its points by an obvious formula, and whether a short text of its inverse is owed.
struct Sample {
    text: String,
    graph: Graph,
    is_short: bool,
}

/// Every index of a box, in row-major order.
fn indices(dims: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for &n in dims {
        all = all.into_iter().flat_map(|index: Vec<u64>| (0..n).map(move |i| [&index[..], &[i]].concat())).collect();
    }
    all
}

/// Extents whose product is at most a number.
fn extents(random: &mut Random, rank: usize, most: u64) -> Vec<u64> {
    let mut left = most;
    (0..rank)
        .map(|_| {
            let bound = left.min([3, 5, 8, 16, 64, 4096][random.index(6)]).max(1);
            let extent = 1 + random.below(bound);
            left /= extent;
            extent
        })
        .collect()
}

fn list(numbers: &[impl std::fmt::Display]) -> String {
    numbers.iter().map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

/// `(a,b,c):(x,y,z)`, some with modes in pairs.
fn strided(random: &mut Random, most: u64) -> Sample {
    let rank = 1 + random.index(5);
    let shape = extents(random, rank, most);
    let strides: Vec<u64> = if random.one_in(3) {
        let mut stride = 1;
        (0..rank)
            .map(|k| {
                let this = stride;
                stride = stride * shape[k] + [0, 0, 1, 3][random.index(4)];
                this
            })
            .collect()
    } else {
        let bound = [9, 40, 400, 4096][random.index(4)];
        (0..rank).map(|_| 1 + random.below(bound)).collect()
    };
    // The first modes may be one mode of the top level.
    let joined = if rank > 2 && random.one_in(3) { 2 } else { 1 };
    let write = |numbers: &[u64]| match joined {
        2 => format!("(({}),{})", list(&numbers[..2]), list(&numbers[2..])),
        _ if rank == 1 => numbers[0].to_string(),
        _ => format!("({})", list(numbers)),
    };
    let text = format!("{}:{}", write(&shape), write(&strides));
    let mut graph = Graph::new();
    for index in indices(&shape) {
        let value = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
        let top = match joined {
            2 => [&[index[0] + shape[0] * index[1]], &index[2..]].concat(),
            _ => index,
        };
        graph.insert(top, vec![value]);
    }
    Sample { text, graph, is_short: true }
}

/// Sums of components with coefficients of both signs, to several numbers.
fn affine(random: &mut Random, most: u64) -> Sample {
    let (rank, count) = (1 + random.index(3), 1 + random.index(3));
    let dims = extents(random, rank, most);
    let names = &["i", "j", "k"][..rank];
    // A box of few points, in which the values are, is soon looked at.
    let largest = if most > 256 { [1, 3, 9, 20] } else { [1, 1, 2, 3] };
    let rows: Vec<(Vec<i64>, i64)> = (0..count)
        .map(|_| {
            let bound = largest[random.index(4)];
            let row: Vec<i64> = (0..rank).map(|_| random.below(2 * bound + 1) as i64 - bound as i64).collect();
            let low: i64 = row.iter().zip(&dims).map(|(&a, &n)| (a * (n as i64 - 1)).min(0)).sum();
            (row, [0, 0, 2][random.index(3)] - low)
        })
        .collect();
    let value = |(row, offset): &(Vec<i64>, i64)| {
        let terms = row.iter().zip(names).map(|(a, name)| format!("{a}*{name}"));
        terms.chain([offset.to_string()]).collect::<Vec<_>>().join(" + ").replace("+ -", "- ")
    };
    let bounds: Vec<String> = names.iter().zip(&dims).map(|(name, n)| format!("0 <= {name} < {n}")).collect();
    let least_sum = if random.one_in(4) { random.below(4) } else { 0 };
    let text = format!(
        "{{ [{}] -> [{}] : {} and {} >= {least_sum} }}",
        names.join(", "),
        rows.iter().map(value).collect::<Vec<_>>().join(", "),
        bounds.join(" and "),
        names.join(" + ")
    );
    let at = |index: &[u64]| {
        let of_row = |(row, offset): &(Vec<i64>, i64)| {
            (row.iter().zip(index).map(|(a, &i)| a * i as i64).sum::<i64>() + offset) as u64
        };
        rows.iter().map(of_row).collect()
    };
    let inside = |index: &Vec<u64>| index.iter().sum::<u64>() >= least_sum;
    let graph = indices(&dims).into_iter().filter(inside).map(|index| (index.clone(), at(&index))).collect();
    Sample { text, graph, is_short: true }
}

/// Stretches of one component, each with a step of its own, up or down.
fn union(random: &mut Random, most: u64) -> Sample {
    let count = 2 + random.below(5);
    let (mut from, mut to) = (0, 0);
    let (mut parts, mut graph) = (Vec::new(), Graph::new());
    for _ in 0..count {
        let length = 1 + random.below((most / count).max(1));
        let step = 1 + random.below(3);
        let last = from + length;
        if random.one_in(3) {
            let high = to + step * (length - 1);
            parts.push(format!("[i] -> [{} - {step}i] : {from} <= i < {last}", high + step * from));
            graph.extend((from..last).map(|i| (vec![i], vec![high - step * (i - from)])));
        } else {
            let offset = to as i64 - (step * from) as i64;
            parts.push(format!("[i] -> [{step}i + {offset}] : {from} <= i < {last}").replace("+ -", "- "));
            graph.extend((from..last).map(|i| (vec![i], vec![to + step * (i - from)])));
        }
        from = last + [0, 0, 5][random.index(3)];
        to += step * length + [0, 3][random.index(2)];
    }
    Sample { text: format!("{{ {} }}", parts.join("; ")), graph, is_short: true }
}

/// A line on many points and short stretches, by `or`.
fn alternatives(random: &mut Random, most: u64) -> Sample {
    let (a, b) = (1 + random.below(9), random.below(9));
    let mut parts = Vec::new();
    let mut points = BTreeSet::new();
    for _ in 0..2 + random.below((most / 4).min(300)) {
        let from = random.below(4 * most);
        let length = if random.one_in(3) { 1 + random.below(3) } else { 1 };
        parts.push(match length {
            1 => format!("i = {from}"),
            _ => format!("{from} <= i < {}", from + length),
        });
        points.extend(from..from + length);
    }
    let text = format!("{{ [i] -> [{a}i + {b}] : {} }}", parts.join(" or "));
    Sample { text, graph: points.into_iter().map(|i| (vec![i], vec![a * i + b])).collect(), is_short: false }
}

/// Quotients and remainders.
fn digits(random: &mut Random, most: u64) -> Sample {
    let count = 2 + random.below(most - 1);
    let (a, d) = (1 + random.below(60), 2 + random.below(39));
    let (formula, at): (String, Box<dyn Fn(u64) -> u64>) = match random.below(6) {
        0 => (format!("({a}i) mod {count}"), Box::new(move |i| a * i % count)),
        1 => (format!("{a}*floor(i/{d}) + (i) mod {d}"), Box::new(move |i| a * (i / d) + i % d)),
        2 => (format!("floor(i/{d}) + {a}*((i) mod {d})"), Box::new(move |i| i / d + a * (i % d))),
        3 => (format!("(i + {a}*floor(i/{d})) mod {count}"), Box::new(move |i| (i + a * (i / d)) % count)),
        4 => (format!("{count}*((i) mod {d}) + floor(i/{d})"), Box::new(move |i| count * (i % d) + i / d)),
        _ => (format!("i + {a}*floor(i/{d}) + {d}*((3i) mod 7)"), Box::new(move |i| i + a * (i / d) + d * (3 * i % 7))),
    };
    let text = format!("{{ [i] -> [{formula}] : 0 <= i < {count} }}");
    Sample { text, graph: (0..count).map(|i| (vec![i], vec![at(i)])).collect(), is_short: true }
}

/// A layout of the language; its points are those that its own evaluation gives.
fn layout(random: &mut Random, most: u64) -> String {
    let side = most.isqrt();
    let mut some = |bound: u64| 1 + random.below(bound.max(1));
    let (m, n, g) = (some(side), some(side), some(8));
    let power = 1_u64 << (some(7) - 1).min(u64::from(side.ilog2()));
    match some(12) {
        1 => format!("Hilbert({power}, {power})"),
        2 => format!("Morton({power}, {power})"),
        3 => format!("Fan({}, {}, {g})", m * n + 1, m * n),
        4 => format!("Grouped({m}, {n}, {})", g.min(m)),
        5 => format!("AntiDiag({m})"),
        6 => format!("Skew({m}, {n})"),
        7 => format!("BlockCyclic({}, {g}, 3)", 3 * g * (1 + m / g)),
        8 => format!("SwizzleRows([{m}, 16], {})", g.min(4)),
        9 => {
            let mut entries: Vec<u64> = (0..m * n).collect();
            random.shuffle(&mut entries);
            format!("Table([{}])", list(&entries))
        }
        10 => format!("Row({m}, {n}).ExpandBy([{m}, {n}] => [{}, {}])", m + g, n + 1),
        11 => format!("Row({m}, {}).PadBy([{m}, {n}] => [{m}, {}])", n + g, n + g),
        _ => format!("Row({}, {}).TileBy([{m}, 2], [{g}, 3])", m * g, 6),
    }
}

/// The points of a relation, by plain evaluation of each.
fn graph(relation: &Relation<'_>) -> Graph {
    let all = indices(&relation.dims().unwrap());
    all.into_iter().filter_map(|index| relation.at(&index).map(|value| (index, value))).collect()
}

/// That a relation has exactly these points.
fn check(relation: &Relation<'_>, graph: &Graph, what: &str) {
    let dims = relation.dims().unwrap();
    let evaluator = relation.map().evaluator(relation.arena());
    for (index, value) in graph {
        assert!(index.iter().zip(&dims).all(|(i, extent)| i < extent), "{what} at {index:?}");
        assert_eq!(evaluator.run(index).as_ref(), Some(value), "{what} at {index:?}");
    }
    // A box of many points, in which there are few, takes long to look at.
    if dims.iter().fold(1_u64, |product, &extent| product.saturating_mul(extent)) <= 1 << 16 {
        let domain = relation.domain().set(&Effort::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(domain.size(), graph.len() as u64, "{what}: points");
    }
}

/// A text of isl read again.
fn check_text(text: &str, graph: &Graph, what: &str) {
    let arena = Arena::new();
    let read = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{what}: {error}: {text}"));
    check(&read, graph, &format!("{what} read again"));
}

fn check_all(relation: &Relation<'_>, sample: &Sample) {
    let Sample { text, graph, is_short } = sample;
    let effort = Effort::default();
    check(relation, graph, text);
    let map = relation.to_isl().unwrap_or_else(|error| panic!("{text}: {error}"));
    check_text(&map, graph, text);
    let values: BTreeSet<&Vec<u64>> = graph.values().collect();
    let image = relation.image(&effort).unwrap();
    assert_eq!(image.size(), values.len() as u64, "{text}: image");
    assert!(values.iter().all(|value| image.contains(value)), "{text}: image");
    let is_one_to_one = values.len() == graph.len();
    assert_eq!(relation.is_injective(&effort) == Answer::Yes, is_one_to_one, "{text}");
    let inverse = relation.inverse(&effort);
    if !is_one_to_one {
        assert!(inverse.is_err(), "{text}");
        return;
    }
    let inverse = inverse.unwrap_or_else(|error| panic!("{text}: {error}"));
    let back: Graph = graph.iter().map(|(index, value)| (value.clone(), index.clone())).collect();
    check(&inverse, &back, &format!("inverse of {text}"));
    let written = inverse.to_isl().unwrap_or_else(|error| panic!("inverse of {text}: {error}"));
    let most = if *is_short { 2_000 } else { 2_000.max(2 * map.len()) };
    assert!(written.len() <= most, "inverse of {text}: {} characters", written.len());
    check_text(&written, &back, &format!("inverse of {text}"));
    // The condition is an inverse too, however short the formula is.
    let condition = relation.inverse_condition(&effort).unwrap();
    if graph.len() <= 256 {
        check_text(&condition, &back, &format!("condition that is the inverse of {text}"));
    }
}

#[test]
fn an_inverse_in_a_large_box_is_read_again() {
    let arena = Arena::new();
    let text = "{ [i, j, k] -> [5i + 26j + 28k, 266 - 44i + 8j + 6k, 14 - i + 2j - 2k] : 0 <= i < 7 and 0 <= j < 96 and 0 <= k < 5 }";
    let relation = Relation::of_isl(&arena, text).unwrap();
    let at = |index: &[u64]| {
        let [i, j, k] = [index[0] as i64, index[1] as i64, index[2] as i64];
        [5 * i + 26 * j + 28 * k, 266 - 44 * i + 8 * j + 6 * k, 14 - i + 2 * j - 2 * k].map(|value| value as u64)
    };
    let back: Graph = indices(&[7, 96, 5]).into_iter().map(|index| (at(&index).to_vec(), index)).collect();
    let inverse = relation.inverse(&Effort::default()).unwrap();
    check(&inverse, &back, "inverse");
    check_text(&inverse.to_isl().unwrap(), &back, "inverse");
}

#[test]
fn random_maps_and_their_inverses() {
    let rounds = setting("LEGO_ROUNDS", 150);
    let most = setting("LEGO_POINTS", 128).min(4_096);
    for seed in 0..rounds {
        let random = &mut Random::new(seed);
        let arena = Arena::new();
        let read = |sample: &Sample| {
            Relation::of_isl(&arena, &sample.text).unwrap_or_else(|error| panic!("{}: {error}", sample.text))
        };
        let sample = match seed % 6 {
            0 => {
                let sample = strided(random, most);
                let layout = ComposedLayout::parse(&sample.text).unwrap();
                check_all(&Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap(), &sample);
                continue;
            }
            1 => {
                let text = layout(random, most);
                let relation = Relation::of_chain(&arena, &text, &Options::default());
                let relation = relation.unwrap_or_else(|error| panic!("{text}: {error:?}"));
                check_all(&relation, &Sample { graph: graph(&relation), text, is_short: false });
                continue;
            }
            2 => affine(random, most),
            3 => union(random, most),
            4 => alternatives(random, most),
            _ => digits(random, most),
        };
        check_all(&read(&sample), &sample);
    }
    #[cfg(target_os = "linux")]
    assert!(peak() < 200, "{} MiB at most", peak());
}

/// The most memory that this process has had, in MiB.
#[cfg(target_os = "linux")]
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).map_or(0, |kib| kib / 1024)
}

//! Every question about relations beside brute force: random strided, linear and quasi-affine maps, on random domains.
//!
//! `LEGO_ROUNDS` sets how many maps of each kind there are (300).

use lego_algebra::cute::{ComposedLayout, Swizzle};
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Effort, Form, NoInverse, NotBijective, Order, Relation, Undecided};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(300)
}

/// A random map in isl's notation.
fn text(random: &mut Random) -> String {
    let rank = 1 + random.index(3);
    let power = random.one_in(3);
    let dims: Vec<u64> = (0..rank).map(|_| if power { 1 << random.below(4) } else { 1 + random.below(8) }).collect();
    let names: Vec<String> = (0..rank).map(|k| format!("x{k}")).collect();
    let term = |random: &mut Random| {
        let name = &names[random.index(rank)];
        let (a, b) = (1 + random.below(6), 1 + random.below(5));
        match random.below(5) {
            0 | 1 => name.clone(),
            2 => format!("floor({name}/{a})"),
            3 => format!("({name}) mod {a}"),
            _ => format!("(floor({name}/{a})) mod {b}"),
        }
    };
    let value = |random: &mut Random| {
        let mut parts: Vec<String> = (0..1 + random.index(3))
            .map(|_| format!("{}*({})", [1, 1, 2, 3, 4, 8][random.index(6)], term(random)))
            .collect();
        if random.one_in(4) {
            parts = vec![format!("(-3*({}) + {}) mod {}", parts.join(" + "), term(random), 1 + random.below(17))];
        }
        parts.join(" + ")
    };
    let count = if random.one_in(4) { 2 } else { 1 };
    let values: Vec<String> = (0..count).map(|_| value(random)).collect();
    let mut conditions: Vec<String> = names.iter().zip(&dims).map(|(name, n)| format!("0 <= {name} < {n}")).collect();
    match random.below(6) {
        0 => conditions.push(format!("{} <= {}", names.join(" + "), random.below(8))),
        1 => conditions.push(format!("({}) mod 3 != 1", names.join(" + "))),
        2 => conditions.push(format!("({} >= 2 or {} = 0)", names[0], names[rank - 1])),
        _ => {}
    }
    format!("{{ [{}] -> [{}] : {} }}", names.join(", "), values.join(", "), conditions.join(" and "))
}

/// The graph of a relation, by plain evaluation.
fn graph(relation: &Relation<'_>) -> BTreeMap<Vec<u64>, Vec<u64>> {
    let mut all = vec![vec![]];
    for n in relation.dims().unwrap() {
        all = all.into_iter().flat_map(|point: Vec<u64>| (0..n).map(move |i| [&point[..], &[i]].concat())).collect();
    }
    all.into_iter().filter_map(|index| relation.at(&index).map(|value| (index, value))).collect()
}

fn check(relation: &Relation<'_>, what: &str) {
    let effort = Effort::default();
    let graph = graph(relation);
    let spans = relation.spans().unwrap();
    let mut by_value: BTreeMap<&Vec<u64>, Vec<&Vec<u64>>> = BTreeMap::new();
    graph.iter().for_each(|(index, value)| by_value.entry(value).or_default().push(index));
    assert!(graph.values().all(|value| value.iter().zip(&spans).all(|(v, s)| v < s)), "{what}");
    // The domain and the image.
    let domain = relation.domain().set(&effort).unwrap();
    assert!(domain.points().eq(graph.keys().cloned()), "{what}: domain {domain}");
    let image = relation.image(&effort).unwrap();
    let values: BTreeSet<Vec<u64>> = graph.values().cloned().collect();
    assert!(image.points().eq(values.iter().cloned()), "{what}: image {image}");
    assert_eq!(image.size() + relation.holes(&effort).unwrap().size(), spans.iter().product::<u64>(), "{what}");
    // The ends.
    let point = |bound: Option<lego_relation::Bound>| bound.map(|bound| (bound.index, bound.value));
    let same = |point: Option<(Vec<u64>, Vec<u64>)>, expected: Option<(&Vec<u64>, &Vec<u64>)>| {
        assert_eq!(point.as_ref().map(|(a, b)| (a, b)), expected, "{what}");
    };
    same(point(relation.first(&effort).unwrap()), graph.first_key_value());
    same(point(relation.last(&effort).unwrap()), graph.last_key_value());
    same(
        point(relation.least(&effort).unwrap()),
        by_value.first_key_value().map(|(value, indices)| (indices[0], *value)),
    );
    same(
        point(relation.greatest(&effort).unwrap()),
        by_value.last_key_value().map(|(value, indices)| (indices[0], *value)),
    );
    // One to one, onto.
    let collides = by_value.values().any(|indices| indices.len() > 1);
    match relation.is_injective(&effort) {
        Answer::Yes => assert!(!collides, "{what}"),
        Answer::Undecided => panic!("{what}: injective?"),
        Answer::No(shown) => {
            let pair = shown.witness;
            assert_ne!(pair.first, pair.second, "{what}");
            assert_eq!(
                (graph.get(&pair.first), graph.get(&pair.second)),
                (Some(&pair.value), Some(&pair.value)),
                "{what}"
            );
        }
    }
    let hole = relation.holes(&effort).unwrap().lexmin();
    match relation.is_surjective(&effort) {
        Answer::Yes => assert_eq!(hole, None, "{what}"),
        Answer::Undecided => panic!("{what}: surjective?"),
        Answer::No(shown) => assert_eq!(Some(shown.witness), hole, "{what}"),
    }
    match relation.is_bijective(&effort) {
        Answer::Yes => assert!(!collides && hole.is_none(), "{what}"),
        Answer::No(shown) => assert!(match shown.witness {
            NotBijective::Collision(_) => collides,
            NotBijective::Missed(_) => hole.is_some(),
        }),
        Answer::Undecided => panic!("{what}: bijective?"),
    }
    match relation.inverse(&effort) {
        Ok(inverse) => {
            let back: BTreeMap<Vec<u64>, Vec<u64>> =
                graph.iter().map(|(index, value)| (value.clone(), index.clone())).collect();
            assert!(!collides, "{what}");
            assert_eq!(self::graph(&inverse), back, "{what}: {:?}", relation.form());
        }
        Err(NoInverse::Collision(_)) => assert!(collides, "{what}"),
        Err(error) => panic!("{what}: {error}"),
    }
    // Written and read.
    let isl = relation.to_isl().unwrap();
    let arena = relation.arena();
    let read = Relation::of_isl(arena, &isl).unwrap_or_else(|error| panic!("{what}: {isl}: {error}"));
    assert_eq!(self::graph(&read), graph, "{what}: {isl}");
    if read.dims() == relation.dims() {
        assert_eq!(relation.is_equal(&read, &effort), Ok(Answer::Yes), "{what}: {isl}");
    }
}

#[test]
fn random_maps() {
    let mut random = Random::fresh();
    let mut forms = [0; 3];
    for _ in 0..rounds() {
        let text = text(&mut random);
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        forms[match relation.form() {
            Form::Strided(_) => 0,
            Form::Linear(_) => 1,
            Form::Table => 2,
        }] += 1;
        check(&relation, &text);
    }
    println!("strided, linear, neither: {forms:?}");
}

#[test]
fn layouts_of_the_language() {
    for text in [
        "Row(4, 8)",
        "Col(5, 3, 2)",
        "AntiDiag(5)",
        "Morton(4, 8)",
        "Hilbert(4, 4)",
        "SwizzleRows([8, 8], 3)",
        "Swizzle(2, 1, 3)",
        "Swizzle(2, 1, -3)",
        "Fan(12, -5, 3)",
        "Skew(5, 7)",
        "Reverse(3, 4)",
        "Grouped(5, 7, 3)",
        "BlockCyclic(24, 2, 3)",
        "Table([3, 1, 0, 2])",
        "Table([3, 1, 0, 2, 5, 4]).GroupBy([2, 3])",
        "Row(5, 8).PadBy([5, 6] => [5, 8])",
        "Row(5, 6).ExpandBy([5, 6] => [8, 8]).TileBy([2, 2], [4, 4])",
        "OrderBy(RegP([2, 2], [2, 1]), AntiDiag(3)).OrderBy(RegP([2, 3, 2, 3], [1, 3, 2, 4])).GroupBy([6, 6])",
        "GenP([4, 3], |i, j| if i < 2 { i * 3 + j } else { 6 + j * 2 + (3 - i) }, |p| if p < 6 { (p / 3, p % 3) } else { (3 - (p - 6) % 2, (p - 6) / 2) })",
    ] {
        let arena = Arena::new();
        let relation = Relation::of_chain(&arena, text, &Options::default()).unwrap();
        check(&relation, text);
        let sum = Relation::restrict_isl(
            &relation,
            &format!("{} <= 4", (0..relation.rank()).map(|k| format!("i{k}")).collect::<Vec<_>>().join(" + ")),
            &BTreeMap::new(),
            &[],
        )
        .unwrap();
        check(&sum, &format!("{text}, restricted"));
        for order in [Order::RowMajor, Order::Colexicographic] {
            let ordered = relation.ordered(order);
            let layout = ordered.layout_map();
            check(&layout, &format!("{text}, {order:?}"));
            check(&ordered.coordinate_map(), &format!("coordinates of {text}, {order:?}"));
            let whole = ordered.coordinate_map().then(&ordered).unwrap();
            assert_eq!(graph(&whole), graph(&layout), "{text}");
        }
    }
}

#[test]
fn compositions() {
    let mut random = Random::fresh();
    let effort = Effort::default();
    for _ in 0..rounds() {
        let (one, two) = (text(&mut random), text(&mut random));
        let arena = Arena::new();
        let inner = Relation::of_isl(&arena, &one).unwrap();
        let outer = Relation::of_isl(&arena, &two).unwrap();
        let outer = if inner.spans().unwrap().len() == 1 { outer.layout_map() } else { outer };
        let what = format!("{two} after {one}");
        match inner.then(&outer) {
            Err(error) => assert_ne!((error.values, error.components), (outer.rank(), outer.rank()), "{what}"),
            Ok(both) => {
                let (inner_graph, outer_graph) = (graph(&inner), graph(&outer));
                let expected: BTreeMap<Vec<u64>, Vec<u64>> = inner_graph
                    .iter()
                    .filter_map(|(index, value)| outer_graph.get(value).map(|value| (index.clone(), value.clone())))
                    .collect();
                assert_eq!(graph(&both), expected, "{what}");
                let outside = inner.out_of_bounds(&outer).unwrap().set(&effort).unwrap();
                let all: BTreeSet<Vec<u64>> =
                    inner_graph.into_keys().filter(|index| !expected.contains_key(index)).collect();
                assert!(outside.points().eq(all), "{what}: {outside}");
            }
        }
    }
}

#[test]
fn domains_of_one_box() {
    let effort = Effort::default();
    let arena = Arena::new();
    let square = Relation::of_chain(&arena, "Row(6, 6)", &Options::default()).unwrap();
    let domain = |condition| square.restrict_isl(condition, &BTreeMap::new(), &[]).unwrap().domain();
    let set = |domain: &lego_relation::Domain<'_>| domain.set(&effort).unwrap();
    let conditions = ["i0 + i1 < 5", "i0 mod 2 = 0", "i1 >= 2 and i1 != 4", "i0 = i1 or i0 + i1 = 5", "false", "true"];
    for (a, b) in conditions.iter().flat_map(|a| conditions.map(|b| (a, b))) {
        let (one, two) = (domain(a), domain(b));
        assert_eq!(set(&one.union(&two)), set(&one).union(&set(&two)), "{a}, {b}");
        assert_eq!(set(&one.intersection(&two)), set(&one).intersection(&set(&two)), "{a}, {b}");
        assert_eq!(set(&one.difference(&two)), set(&one).difference(&set(&two)), "{a}, {b}");
        match one.is_subset(&two, &effort) {
            Answer::Yes => assert!(set(&one).is_subset(&set(&two)), "{a}, {b}"),
            Answer::No(shown) => assert_eq!(Some(shown.witness), set(&one).first_beyond(&set(&two)), "{a}, {b}"),
            Answer::Undecided => panic!("{a}, {b}"),
        }
    }
}

#[test]
fn sizes_without_a_value() {
    let effort = Effort::default();
    let arena = Arena::new();
    let chain = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap();
    assert_eq!(chain("Row(M, K)").is_injective(&effort), Answer::Yes);
    assert_eq!(chain("Row(M, K)").is_bijective(&effort), Answer::Yes);
    let isl = |text| Relation::of_isl(&Arena::new(), text).unwrap().is_injective(&Effort::default());
    assert_eq!(isl("[N] -> { [i, j] -> [8i + j] : 0 <= i < N and 0 <= j < 8 }"), Answer::Yes);
    let Answer::No(shown) = isl("[N] -> { [i, j] -> [4i + j] : 0 <= i < N and 0 <= j < 8 }") else { panic!() };
    assert_eq!(shown.parameters, [("N".to_owned(), 2)]);
    assert_eq!(shown.witness.value, [4]);
    // One to one on every size, which no rule shows: not decided, and never a wrong yes or no.
    let open = isl("[N] -> { [i] -> [(5i) mod 16 + 16*floor(i/16)] : 0 <= i < N }");
    assert_eq!(open, Answer::Undecided);
    let padded = isl("[N] -> { [i, j] -> [9i + j] : 0 <= i < N and 0 <= j < 8 and i + j < N }");
    assert_eq!(padded, Answer::Yes);
}

#[test]
fn equality_of_symbols_and_of_other_extents() {
    let effort = Effort::default();
    let arena = Arena::new();
    let chain = |text| Relation::of_chain(&arena, text, &Options::default()).unwrap();
    let row = chain("Row(M, 8)");
    let known = row.parameters();
    let read = |text| Relation::of_isl_with(&arena, text, &BTreeMap::new(), &known).unwrap();
    let same = row.is_equal(&read("[M] -> { [a, b] -> [8a + b] : 0 <= a < M and 0 <= b < 8 }"), &effort);
    assert_eq!(same, Ok(Answer::Yes));
    let Ok(Answer::No(shown)) =
        row.is_equal(&read("[M] -> { [a, b] -> [a + 8b] : 0 <= a < M and 0 <= b < 8 }"), &effort)
    else {
        panic!()
    };
    assert_eq!(
        (shown.witness.index, shown.witness.left, shown.witness.right),
        (vec![0, 1], Some(vec![1]), Some(vec![8]))
    );
    let mismatch =
        row.is_equal(&read("[M] -> { [a, b] -> [8a + b] : 0 <= a <= M and 0 <= b < 8 }"), &effort).unwrap_err();
    assert!(
        mismatch.to_string().starts_with("the extents of the first are [M, 8], of the second [M + 1, 8]"),
        "{mismatch}"
    );
    let other = chain("Row(4, 8)").is_equal(&chain("Row(8, 4)"), &effort).unwrap_err();
    assert_eq!(other.to_string(), "the extents of the first are [4, 8], of the second [8, 4]");
}

#[test]
fn a_limit_is_said_and_a_form_needs_none() {
    let few = Effort { points: 100, ..Effort::default() };
    let arena = Arena::new();
    let wide = Relation::of_isl(&arena, "{ [i] -> [(i) mod 7 + 7*((i) mod 11)] : 0 <= i < 1000 }").unwrap();
    assert_eq!(
        wide.image(&few).unwrap_err().to_string(),
        "not decided (limit): 1000 points, more than the 100 that are looked at one by one"
    );
    assert_eq!(wide.is_injective(&few), Answer::Undecided);
    let strided = Relation::of_isl(&arena, "{ [i, j] -> [2000i + j] : 0 <= i < 1000 and 0 <= j < 2000 }").unwrap();
    assert_eq!(strided.is_bijective(&few), Answer::Yes);
    assert_eq!(strided.image(&few).unwrap().size(), 2_000_000);
}

/// More points than one thread takes, of maps without a form: with a bit for each number, and with numbers so far apart that they
/// are sorted.
#[test]
fn many_points_of_all_threads() {
    let effort = Effort::default();
    let (rows, columns) = (300_u64, 1000_u64);
    for (factor, far) in [(7, 1), (7, 1_000_003), (2, 1), (2, 1_000_003)] {
        let arena = Arena::new();
        let text = format!(
            "{{ [i, j] -> [{far}*(1000*(({factor}i + 11) mod 300) + (3j + i) mod 1000)] : 0 <= i < 300 and 0 <= j < 1000 }}"
        );
        let relation = Relation::of_isl(&arena, &text).unwrap();
        assert!(matches!(relation.form(), Form::Table));
        let value = |i: u64, j: u64| far * (1000 * ((factor * i + 11) % 300) + (3 * j + i) % 1000);
        let all = || (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        let values: BTreeSet<u64> = all().map(|(i, j)| value(i, j)).collect();
        let image = relation.image(&effort).unwrap();
        assert!(image.points().map(|point| point[0]).eq(values.iter().copied()), "{text}");
        assert_eq!(relation.least(&effort).unwrap().unwrap().value[0], *values.first().unwrap(), "{text}");
        let greatest = relation.greatest(&effort).unwrap().unwrap();
        let first = all().find(|&(i, j)| value(i, j) == *values.last().unwrap()).unwrap();
        assert_eq!((greatest.index, greatest.value[0]), (vec![first.0, first.1], *values.last().unwrap()), "{text}");
        match relation.is_injective(&effort) {
            Answer::Yes => assert_eq!(values.len() as u64, rows * columns, "{text}"),
            Answer::Undecided => panic!("{text}"),
            Answer::No(shown) => {
                let mut seen: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
                let second = all().find(|&(i, j)| seen.insert(value(i, j), (i, j)).is_some()).unwrap();
                let first = all().find(|&(i, j)| value(i, j) == value(second.0, second.1)).unwrap();
                let pair = shown.witness;
                assert_eq!((pair.first, pair.second), (vec![first.0, first.1], vec![second.0, second.1]), "{text}");
            }
        }
        let third = relation.restrict_isl("(i0 + i1) mod 3 = 0 or i0 >= 200", &BTreeMap::new(), &[]).unwrap();
        let expected = || all().filter(|(i, j)| (i + j) % 3 == 0 || *i >= 200);
        let domain = third.domain().set(&effort).unwrap();
        assert_eq!(domain.size(), expected().count() as u64);
        assert!(domain.points().eq(expected().map(|(i, j)| vec![i, j])), "{text}");
        let values: BTreeSet<u64> = expected().map(|(i, j)| value(i, j)).collect();
        assert_eq!(third.image(&effort).unwrap().size(), values.len() as u64, "{text}");
    }
}

/// Maps that are exclusive ors of bits and an offset, as they are written.
#[test]
fn maps_of_bits() {
    let mut random = Random::fresh();
    let mut forms = [0; 3];
    for round in 0..rounds() / 2 {
        let arena = Arena::new();
        let (relation, what) = match round % 4 {
            0 => {
                let (bits, base, shift) = (1 + random.below(2), random.below(3), [2, 3, -2, -3][random.index(4)]);
                let stride = 1 << random.below(4);
                let text = format!(
                    "Sw<{bits},{base},{shift}> o {} o (4,{}):({stride},{})",
                    random.below(40),
                    2 << random.below(2),
                    4 * stride
                );
                let layout = lego_algebra::cute::ComposedLayout::parse(&text).unwrap();
                (Relation::of_cute(&arena, &layout, lego_relation::Coordinates::TopLevel).unwrap(), text)
            }
            1 => {
                let spans: Vec<u64> = (0..1 + random.below(2)).map(|_| 1 << random.below(4)).collect();
                let mut images = |bits: u64| -> Vec<Vec<u64>> {
                    (0..bits).map(|_| spans.iter().map(|&span| random.below(span)).collect()).collect()
                };
                let images = [images(3), images(2)];
                (Relation::of_linear(&arena, &images, &spans), format!("{images:?} {spans:?}"))
            }
            2 => {
                let images: Vec<u64> = (0..4).map(|_| random.below(32)).collect();
                let offset = random.below(32);
                let entry =
                    |k: u64| (0..4).filter(|bit| k >> bit & 1 != 0).fold(offset, |entry, bit| entry ^ images[bit]);
                let entries: Vec<u64> = (0..16).map(entry).collect();
                (Relation::of_table(&arena, &entries), format!("{entries:?}"))
            }
            _ => {
                let n = 1 + random.below(20);
                let entries: Vec<u64> = (0..n).map(|_| random.below(2 * n)).collect();
                (Relation::of_table(&arena, &entries), format!("{entries:?}"))
            }
        };
        let kind = match relation.form() {
            Form::Strided(_) => 0,
            Form::Linear(_) => 1,
            Form::Table => 2,
        };
        forms[kind] += 1;
        // What is written as bits is of bits: only tables of any entries and sums that carry are neither.
        assert!(kind < 2 || round % 4 == 3 || round % 4 == 0, "{what}");
        check(&relation, &what);
        let table: Vec<u64> =
            relation.layout_map().table(&Effort::default()).unwrap().iter().flatten().flatten().copied().collect();
        if relation.spans().unwrap().len() == 1 {
            let same = relation.is_list(&table, &Effort::default());
            assert_eq!(same, Ok(Answer::Yes), "{what}");
            let listed = Relation::of_table(&arena, &table);
            assert_eq!(relation.layout_map().is_equal(&listed, &Effort::default()), Ok(Answer::Yes), "{what}");
            let mut other = table.clone();
            let at = random.index(other.len());
            other[at] += 1;
            let Ok(Answer::No(shown)) =
                relation.layout_map().is_equal(&Relation::of_table(&arena, &other), &Effort::default())
            else {
                panic!("{what}")
            };
            assert_eq!(shown.witness.index, [at as u64], "{what}");
            let Ok(Answer::No(apart)) = relation.is_list(&other, &Effort::default()) else { panic!("{what}") };
            let index = apart.witness.index;
            let coordinate = relation.coordinate_map().at(&[at as u64]);
            assert_eq!((Some(index.clone()), relation.at(&index)), (coordinate, Some(vec![table[at]])), "{what}");
            assert_eq!(apart.witness.right, Some(vec![other[at]]), "{what}");
            assert!(relation.is_list(&other[1..], &Effort::default()).is_err());
        }
    }
    assert!(forms[0] > 0 && forms[1] > 0, "{forms:?}");
}

/// Rank 6 with four levels of tiles: 24 variables, 2^30 points, of which next to none may be looked at.
#[test]
fn by_form_whatever_the_number_of_points() {
    let levels: [[u64; 6]; 4] = [[2, 2, 2, 2, 2, 2], [4, 2, 2, 4, 2, 2], [2, 4, 2, 2, 4, 2], [2, 2, 4, 2, 2, 4]];
    let list = |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let shown = |level: &[u64; 6]| format!("[{}]", list(level));
    let text = format!("Row(32, 32, 32, 32, 32, 32).TileBy({})", levels.each_ref().map(shown).join(", "));
    // Each axis is made of its digit in every level; the array is in rows.
    let place = |index: &[u64]| {
        (0..6).fold(0, |place, axis| {
            place * 32 + (0..4).fold(0, |i, level| i * levels[level][axis] + index[6 * level + axis])
        })
    };
    let effort = Effort { points: 1 << 10, ..Effort::default() };
    let arena = Arena::new();
    let chain = |text: &str| Relation::of_chain(&arena, text, &Options::default()).unwrap();
    let tiles = Relation::new(&arena, chain(&text).map(), Order::RowMajor);
    let extents = levels.concat();
    let mut random = Random::fresh();
    let indices: Vec<Vec<u64>> =
        (0..500).map(|_| extents.iter().map(|&extent| random.below(extent)).collect()).collect();
    for index in &indices {
        assert_eq!(tiles.at(index), Some(vec![place(index)]));
    }
    // Equality with a permutation of the digits, and the first index at which another permutation differs.
    let order: Vec<u64> = (0..24).map(|k| k % 4 * 6 + k / 4 + 1).collect();
    let permuted = chain(&format!("RegP([{}], [{}])", list(&extents), list(&order)));
    assert_eq!(tiles.is_equal(&permuted, &effort), Ok(Answer::Yes));
    let mut other = order.clone();
    other.swap(22, 23);
    let other = chain(&format!("RegP([{}], [{}])", list(&extents), list(&other)));
    let Ok(Answer::No(shown)) = tiles.is_equal(&other, &effort) else { panic!() };
    let mut first = vec![0; 24];
    first[23] = 1;
    assert_eq!((shown.witness.index, shown.witness.left, shown.witness.right), (first, Some(vec![1]), Some(vec![2])));
    // Ends, image and holes.
    let last: Vec<u64> = extents.iter().map(|extent| extent - 1).collect();
    let bound = |index: &[u64]| Ok(Some(lego_relation::Bound { index: index.to_vec(), value: vec![place(index)] }));
    assert_eq!([tiles.first(&effort), tiles.least(&effort)], [bound(&[0; 24]), bound(&[0; 24])]);
    assert_eq!([tiles.last(&effort), tiles.greatest(&effort)], [bound(&last), bound(&last)]);
    assert_eq!(tiles.image(&effort).unwrap().size(), 1 << 30);
    assert!(tiles.holes(&effort).unwrap().is_empty());
    assert_eq!(tiles.is_bijective(&effort), Answer::Yes);
    // The inverse, and a composition with where it is out of bounds.
    let inverse = tiles.inverse(&effort).unwrap();
    let outer = chain("Col(64, 64, 512, 511)").layout_map();
    let both = tiles.then(&outer).unwrap();
    let outside = tiles.restrict(tiles.out_of_bounds(&outer).unwrap().predicate());
    for index in indices.iter().chain([&last]) {
        let place = place(index);
        assert_eq!(inverse.at(&[place]).as_ref(), Some(index));
        assert_eq!(both.at(index), outer.at(&[place]));
        assert_eq!(outside.at(index).is_some(), place >= 64 * 64 * 512 * 511);
    }
}

/// A map of bits is decided without a point and without a step, of 2^40 points too.
#[test]
fn swizzles_of_any_size() {
    let none = Effort { points: 0, steps: 0, ..Effort::default() };
    let arena = Arena::new();
    let cute = |text| {
        let layout = lego_algebra::cute::ComposedLayout::parse(text).unwrap();
        Relation::of_cute(&arena, &layout, lego_relation::Coordinates::TopLevel).unwrap()
    };
    let swizzle = cute("Sw<3,4,3> o 0 o (1048576,1048576):(1048576,1)");
    assert_eq!(swizzle.is_bijective(&none), Answer::Yes);
    let chain = Relation::of_chain(
        &arena,
        "OrderBy(Row(1073741824), Swizzle(3, 4, 3)).OrderBy(Row(1048576, 1048576))",
        &Options::default(),
    );
    assert_eq!(swizzle.is_equal(&chain.unwrap(), &none), Ok(Answer::Yes));
    let Ok(Answer::No(shown)) = swizzle.is_equal(&cute("Sw<3,4,4> o 0 o (1048576,1048576):(1048576,1)"), &none) else {
        panic!()
    };
    assert_eq!(
        (shown.witness.index, shown.witness.left, shown.witness.right),
        (vec![0, 128], Some(vec![144]), Some(vec![128]))
    );
    let inverse = swizzle.inverse(&none).unwrap();
    assert_eq!(inverse.at(&[144]), Some(vec![0, 128]));
    assert_eq!(swizzle.to_cute().unwrap().swizzle, lego_algebra::cute::Swizzle::new(3, 4, 3).unwrap());
    // With an offset that carries into the bits that move, it is no map of bits.
    let carries = cute("Sw<2,0,2> o 1 o 16:1");
    assert!(matches!(carries.form(), Form::Table));
    assert!(matches!(cute("Sw<1,0,1> o 16 o (4,4):(4,1)").form(), Form::Linear(_)));
}

/// The bits of a binary map are sums mod 2: it is read as a matrix, and no point is looked at.
#[test]
fn an_index_may_have_more_bits_than_any_number() {
    let arena = Arena::new();
    let text = "{ [i, j, k] -> [(i + j + k) mod 2] : 0 <= i < 2^50 and 0 <= j < 2^50 and 0 <= k < 2^50 }";
    let parity = Relation::of_isl(&arena, &text.replace("2^50", &(1_u64 << 50).to_string())).unwrap();
    let Form::Linear(linear) = parity.form() else { panic!("{:?}", parity.form()) };
    assert_eq!(linear.columns.iter().map(Vec::len).sum::<usize>(), 150);
    let Answer::No(shown) = parity.is_injective(&Effort::default()) else { panic!() };
    assert_eq!((shown.witness.first, shown.witness.second), (vec![0, 0, 0], vec![0, 0, 2]));
    assert_eq!(parity.is_surjective(&Effort::default()), Answer::Yes);
    assert_eq!(parity.greatest(&Effort::default()).unwrap().unwrap().index, [0, 0, 1]);
}

#[test]
fn binary_maps_of_swizzles_are_matrices() {
    let mut random = Random::fresh();
    let (mut small, mut large) = (0, 0);
    for width in (2..=10).chain([20, 33, 47, 62]) {
        for bits in 1..=width / 2 {
            for distance in bits..=width - bits {
                // Of many bits some are enough.
                if width > 10 && !random.one_in(20) {
                    continue;
                }
                let shift = if random.one_in(2) { distance } else { -distance };
                let swizzle = Swizzle::new(bits, width - bits - distance, shift).unwrap();
                let arena = Arena::new();
                let layout = ComposedLayout::parse(&format!("{swizzle} o 0 o {}:1", 1_u64 << width)).unwrap();
                let relation = Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap();
                let binary = relation.binary_map().unwrap();
                assert!(!matches!(binary.form(), Form::Table), "{swizzle}");
                let none = Effort { points: 0, steps: 0, ..Effort::default() };
                assert_eq!(binary.is_bijective(&none), Answer::Yes, "{swizzle}");
                let greatest = relation.greatest(&none).unwrap().unwrap();
                assert_eq!(greatest.value, [(1 << width) - 1], "{swizzle}");
                assert_eq!(relation.at(&greatest.index), Some(greatest.value), "{swizzle}");
                let every = if width <= 10 { 1 << width } else { 50 };
                for n in 0..every {
                    let point = if width <= 10 { n } else { random.bits() >> (64 - width) };
                    let index: Vec<u64> = (0..width).map(|bit| point >> bit & 1).collect();
                    let value = swizzle.apply(point as i64);
                    let wanted: Vec<u64> = (0..width).map(|bit| (value >> bit & 1) as u64).collect();
                    assert_eq!(binary.at(&index), Some(wanted), "{swizzle} at {point}");
                }
                *(if width <= 10 { &mut small } else { &mut large }) += 1;
            }
        }
    }
    assert!(small > 80 && large > 10, "{small} {large}");
}

/// The limit of points says nothing of what a point costs.
#[test]
fn many_steps_at_many_points_are_a_limit_too() {
    let arena = Arena::new();
    let curve = Relation::of_chain(&arena, "Hilbert(16384, 16384)", &Options::default()).unwrap();
    let Err(Undecided::Points { count, most }) = curve.least(&Effort::default()) else { panic!("decided") };
    assert_eq!(count, 1 << 28);
    assert!(most < count, "{most}");
}

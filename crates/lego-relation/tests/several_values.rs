//! Maps to several numbers of which sizes have no value: every answer for all sizes beside the points, for values of the sizes.
//!
//! `LEGO_ROUNDS` sets how many random maps there are (40).

use lego_expr::{Arena, Id, Inputs, Program};
use lego_relation::{Answer, Effort, Relation};
use random::Random;
use std::collections::{BTreeMap, BTreeSet};

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(40)
}

fn graph(relation: &Relation<'_>) -> BTreeMap<Vec<u64>, Vec<u64>> {
    let all = relation.dims().unwrap().iter().fold(vec![vec![]], |all: Vec<Vec<u64>>, &n| {
        all.into_iter().flat_map(|index| (0..n).map(move |i| [&index[..], &[i]].concat())).collect()
    });
    all.into_iter().filter_map(|index| relation.at(&index).map(|value| (index, value))).collect()
}

fn numbers(arena: &Arena, values: &[(Id, i128)], ids: &[Id]) -> Vec<i128> {
    let (sizes, given): (Vec<Id>, Vec<i128>) = values.iter().copied().unzip();
    let inputs = Inputs::new(arena, &sizes);
    let results = Program::new(arena, ids).run(|variable| given[inputs.component(variable).expect("a size")]);
    results.into_iter().map(|value| value.expect("a value")).collect()
}

/// Which questions are answered for all sizes: one to one (if it is), image, least, greatest.
type Answered = [bool; 4];

fn check(text: &str) -> Answered {
    let arena = Arena::new();
    let effort = Effort::default();
    let relation = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let general = relation.general();
    let (image, holes) = (general.image(), general.holes());
    let ends = [general.least(), general.greatest()];
    let injective = relation.is_injective(&effort);
    let inverse = relation.inverse(&effort).ok();
    if let Answer::No(shown) = &injective {
        let values: Vec<(Id, i128)> = relation
            .parameters()
            .iter()
            .map(|(name, id)| (*id, shown.parameters.iter().find(|(other, _)| other == name).unwrap().1))
            .collect();
        let numbered = relation.with(&values);
        let pair = &shown.witness;
        assert_ne!(pair.first, pair.second, "{text}");
        assert_eq!(numbered.at(&pair.first), Some(pair.value.clone()), "{text}");
        assert_eq!(numbered.at(&pair.second), Some(pair.value.clone()), "{text}");
    }
    for m in 1..8 {
        let values: Vec<(Id, i128)> =
            relation.parameters().iter().map(|(name, id)| (*id, if name == "M" { m } else { 1 + m / 2 })).collect();
        let graph = graph(&relation.with(&values));
        let expected: BTreeSet<Vec<u64>> = graph.values().cloned().collect();
        if injective == Answer::Yes {
            assert_eq!(expected.len(), graph.len(), "{text} for {m}");
        }
        if let Some(inverse) = &inverse {
            let back: BTreeMap<Vec<u64>, Vec<u64>> =
                graph.iter().map(|(index, value)| (value.clone(), index.clone())).collect();
            assert_eq!(self::graph(&inverse.with(&values)), back, "{text} for {m}");
        }
        let holds = |conditions: &[Id]| numbers(&arena, &values, conditions).iter().all(|&holds| holds != 0);
        if let Some(given) = image.as_ref().ok().filter(|given| holds(&given.conditions)) {
            let set = given.answer.domain.with(&values).set(&effort).unwrap();
            assert!(set.points().eq(expected.iter().cloned()), "{text} for {m}: {set}");
            assert_eq!(numbers(&arena, &values, &[given.answer.size]), [expected.len() as i128], "{text} for {m}");
        }
        if let Some(given) = holes.as_ref().ok().filter(|given| holds(&given.conditions)) {
            let set = given.answer.domain.with(&values).set(&effort).unwrap();
            assert!(set.points().all(|point| !expected.contains(&point)), "{text} for {m}: {set}");
        }
        for (end, expected) in ends.iter().zip([expected.first(), expected.last()]) {
            let (Ok(given), Some(expected)) = (end, expected) else { continue };
            if holds(&given.conditions) {
                let value = numbers(&arena, &values, &given.answer.value);
                assert!(value.iter().zip(expected).all(|(a, b)| *a == i128::from(*b)), "{text} for {m}: {value:?}");
                let index = numbers(&arena, &values, &given.answer.index);
                let first = graph.iter().find(|(_, value)| *value == expected).map(|(index, _)| index).unwrap();
                assert!(index.iter().zip(first).all(|(a, b)| *a == i128::from(*b)), "{text} for {m}: {index:?}");
            }
        }
    }
    let [least, greatest] = ends.map(|end| end.is_ok());
    [injective != Answer::Undecided, image.is_ok(), least, greatest]
}

#[test]
fn maps_that_are_decided() {
    for text in [
        "[M] -> { [i, j] -> [j, i] : 0 <= i < M and 0 <= j < 8 }",
        "[M, N] -> { [i, j, k] -> [k, i, j] : 0 <= i < M and 0 <= j < N and 0 <= k < 3 }",
        "[M] -> { [i] -> [floor(i/4), (i) mod 4] : 0 <= i < M }",
        "[M] -> { [i] -> [(i) mod 4, floor(i/4)] : 0 <= i < 4*floor(M/4) + 4 }",
        "[M] -> { [i, j] -> [j, 3, i] : 0 <= i < M and 0 <= j < 8 }",
        "[M] -> { [i, j] -> [i, 0] : 0 <= i < M and 0 <= j < 8 }",
        "[M] -> { [i, j] -> [i, i] : 0 <= i < M and 0 <= j < 8 }",
        "[M] -> { [i, j] -> [i + j, j] : 0 <= i < M and 0 <= j < 8 }",
        "[M] -> { [i, j] -> [2i + j, i] : 0 <= i < M and 0 <= j < 8 }",
        "[M] -> { [i, j] -> [i + j, 5] : 0 <= i < M and 0 <= j < 8 }",
        "[M, N] -> { [i, j] -> [M - 1 - i, N - 1 - j] : 0 <= i < M and 0 <= j < N }",
        "[M, N] -> { [i, j] -> [j, M - 1 - i] : 0 <= i < M and 0 <= j < N }",
    ] {
        let answered = check(text);
        let is_periodic = text.contains("[(i) mod 4, floor");
        assert!(is_periodic && answered[0] && answered[1] || answered == [true; 4], "{text}: {answered:?}");
    }
    let arena = Arena::new();
    let transposed = Relation::of_isl(&arena, "[M] -> { [i, j] -> [j, i] : 0 <= i < M and 0 <= j < 8 }").unwrap();
    let effort = Effort::default();
    assert_eq!(transposed.is_bijective(&effort), Answer::Yes);
    let image = transposed.general().image().unwrap().answer.domain;
    assert_eq!(image.text(), "{ [p0, p1] : 0 <= p0 < 8 and 0 <= p1 < M }");
    let mixed = Relation::of_isl(&arena, "[M] -> { [i, j] -> [i + j, j] : 0 <= i < M and 0 <= j < 8 }").unwrap();
    assert!(mixed.inverse(&effort).is_ok());
    let inverse = transposed.inverse(&effort).unwrap();
    let known = transposed.parameters();
    let expected = "[M] -> { [a, b] -> [b, a] : 0 <= a < 8 and 0 <= b < M }";
    let expected = Relation::of_isl_with(&arena, expected, &BTreeMap::new(), &known).unwrap();
    assert_eq!(inverse.is_equal(&expected, &effort), Ok(Answer::Yes));
}

#[test]
fn random_maps() {
    let mut random = Random::fresh();
    let mut counts = [0; 4];
    for _ in 0..rounds() {
        let (a, b) = (1 + random.below(4), 1 + random.below(5));
        let value = |random: &mut Random| {
            let (a, b) = (1 + random.below(3), 1 + random.below(4));
            match random.below(9) {
                0 | 1 => "i".to_owned(),
                2 | 3 => "j".to_owned(),
                4 => format!("{a}i + {b}j"),
                5 => format!("floor(i/{b})"),
                6 => format!("(i) mod {b}"),
                7 => format!("(i + {a}j) mod {}", b + 1),
                _ => a.to_string(),
            }
        };
        let values: Vec<String> = (0..1 + random.index(3)).map(|_| value(&mut random)).collect();
        let more = match random.below(4) {
            0 => " and j <= i",
            1 => " and i + j <= M",
            _ => "",
        };
        let second = if random.one_in(2) { format!("{b}") } else { "N".to_owned() };
        let text =
            format!("[M, N] -> {{ [i, j] -> [{}] : 0 <= i < {a}M and 0 <= j < {second}{more} }}", values.join(", "));
        for (count, is_answered) in counts.iter_mut().zip(check(&text)) {
            *count += u64::from(is_answered);
        }
    }
    println!("of {} maps one to one, image, least and greatest are answered: {counts:?}", rounds());
}

//! Answers for all sizes beside the answers for numbers: values of the sizes are put into both.
//!
//! `LEGO_ROUNDS` sets how many choices of values there are of each relation (40).

use lego_algebra::symbolic;
use lego_expr::{Arena, Id, Inputs, Program};
use lego_lang::compile::Options;
use lego_relation::{Answer, Bound, Coordinates, Effort, GeneralBound, GeneralSet, Given, Open, Relation, Set};
use random::Random;

fn rounds() -> u64 {
    std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(40)
}

/// The numbers that expressions of the sizes are.
fn numbers(arena: &Arena, values: &[(Id, i128)], ids: &[Id]) -> Vec<u64> {
    let (sizes, given): (Vec<Id>, Vec<i128>) = values.iter().copied().unzip();
    let inputs = Inputs::new(arena, &sizes);
    let results = Program::new(arena, ids).run(|variable| given[inputs.component(variable).expect("a size")]);
    results.into_iter().map(|value| u64::try_from(value.expect("a value")).expect("from 0 on")).collect()
}

/// The answer, if its conditions hold for the values.
fn given<'g, T>(arena: &Arena, values: &[(Id, i128)], answer: &'g Result<Given<T>, Open>) -> Option<&'g T> {
    let Given { answer, conditions } = answer.as_ref().ok()?;
    numbers(arena, values, conditions).iter().all(|&holds| holds != 0).then_some(answer)
}

/// How many answers of each kind were compared.
type Counts = [u64; 9];

fn check(relation: &Relation<'_>, what: &str, random: &mut Random, counts: &mut Counts) {
    let arena = relation.arena();
    let general = relation.general();
    let [first, last, least, greatest] = [general.first(), general.last(), general.least(), general.greatest()];
    let (points, image, holes) = (general.points(), general.image(), general.holes());
    let (injective, surjective) = (general.injective(), general.surjective());
    let inverse = relation.inverse(&Effort::default()).ok();
    let ids: Vec<Id> = relation.parameters().into_iter().map(|(_, id)| id).collect();
    let effort = Effort::default();
    let mut tried = 0;
    for _ in 0..40 * rounds() {
        let pick = |random: &mut Random| match random.below(4) {
            0 => 1,
            1 => [2, 3, 5, 7, 11, 13][random.index(6)],
            2 => 4 * (1 + random.below(4)),
            _ => 1 + random.below(17),
        };
        let values: Vec<(Id, i128)> = ids.iter().map(|&id| (id, pick(random).into())).collect();
        if tried == rounds() || !relation.allows(&values) {
            continue;
        }
        tried += 1;
        let named: Vec<i128> = values.iter().map(|(_, value)| *value).collect();
        let what = format!("{what} for {named:?}");
        let numbered = relation.with(&values);
        let domain = numbered.domain().set(&effort).unwrap();
        if let Some(&size) = given(arena, &values, &points) {
            assert_eq!(numbers(arena, &values, &[size]), [domain.size()], "{what}");
            counts[0] += 1;
        }
        for (k, (answer, expected)) in [
            (&first, numbered.first(&effort)),
            (&last, numbered.last(&effort)),
            (&least, numbered.least(&effort)),
            (&greatest, numbered.greatest(&effort)),
        ]
        .into_iter()
        .enumerate()
        {
            if let Some(GeneralBound { index, value }) = given(arena, &values, answer) {
                let index = numbers(arena, &values, index);
                let value = numbers(arena, &values, value);
                assert_eq!(Some(Bound { index, value }), expected.unwrap(), "{what}: {k}");
                counts[1 + k / 2] += 1;
            }
        }
        for (k, (answer, expected)) in
            [(&image, numbered.image(&effort)), (&holes, numbered.holes(&effort))].into_iter().enumerate()
        {
            if let Some(GeneralSet { domain, size }) = given(arena, &values, answer) {
                let found: Set = domain.with(&values).set(&effort).unwrap();
                assert_eq!(found, expected.unwrap(), "{what}: {k}");
                assert_eq!(numbers(arena, &values, &[*size]), [found.size()], "{what}: {k}");
                counts[3 + k] += 1;
            }
        }
        if let Some(inverse) = &inverse {
            let inverse = inverse.with(&values);
            for index in domain.points().take(200) {
                let value = numbered.at(&index).unwrap();
                assert_eq!(inverse.at(&value), Some(index), "{what}: the inverse at {value:?}");
            }
            assert_eq!(inverse.domain().set(&effort).unwrap().size(), domain.size(), "{what}");
            counts[8] += 1;
        }
        if given(arena, &values, &injective).is_some() {
            assert_eq!(numbered.is_injective(&effort), Answer::Yes, "{what}");
            counts[5] += 1;
        }
        if given(arena, &values, &surjective).is_some() {
            assert_eq!(numbered.is_surjective(&effort), Answer::Yes, "{what}");
            counts[6] += 1;
        }
    }
    assert!(tried > 0, "{what}: no values agree with its facts");
    counts[7] += tried;
}

#[test]
fn layouts_of_the_language() {
    let mut random = Random::fresh();
    let mut by_strides = Counts::default();
    for (text, answered) in [
        ("Row(M, N)", [1, 1, 1, 1, 1, 1, 1]),
        ("Col(M, N)", [1, 1, 1, 1, 1, 1, 1]),
        ("Row(M, N, K)", [1, 1, 1, 1, 1, 1, 1]),
        ("RegP([M, 3, N], [3, 1, 2])", [1, 1, 1, 1, 1, 1, 1]),
        ("Reverse(M, N)", [1, 1, 1, 1, 1, 1, 1]),
        ("Row(M, K).TileBy([M/8, K/4], [8, 4])", [1, 1, 1, 1, 1, 1, 1]),
        ("Row(M, K).TileBy([M/BM, K/BK], [BM, BK])", [1, 1, 1, 1, 1, 1, 1]),
        ("TileOrderBy(Row(M/4, N/4), Col(4, 4))", [1, 1, 1, 1, 1, 1, 1]),
        ("AntiDiag(N)", [1, 1, 1, 1, 1, 1, 1]),
        ("Skew(M, N)", [1, 1, 1, 1, 1, 1, 1]),
        ("Row(M, L).PadBy([M, N] => [M, L]) where L >= N", [1, 1, 1, 1, 1, 1, 0]),
        ("Col(L, N).PadBy([M, N] => [L, N]) where L >= M", [1, 1, 1, 1, 1, 1, 0]),
        ("Row(M, N).ExpandBy([M, N] => [M + 3, 2*N])", [1, 1, 1, 1, 1, 1, 1]),
        (
            "Row(M, N).ExpandBy([M, N] => [M2, N2]).TileBy([M2/4, N2/4], [4, 4]) where M2 >= M, N2 >= N",
            [1, 1, 1, 1, 1, 1, 1],
        ),
    ] {
        let arena = Arena::new();
        let relation =
            Relation::of_chain(&arena, text, &Options::default()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let mut counts = Counts::default();
        check(&relation, text, &mut random, &mut counts);
        for (count, answered) in counts.iter().zip(answered) {
            assert_eq!(*count > 0, answered > 0, "{text}: {counts:?}");
        }
        // The same by its strides alone, down ones among them, without the way back that it brings along.
        let plain = Relation::new(&arena, relation.map(), relation.order());
        check(&plain, &format!("{text}, by its strides"), &mut random, &mut by_strides);
    }
    assert!(by_strides.iter().all(|&count| count > 0), "{by_strides:?}");
}

#[test]
fn maps_by_strides() {
    let mut random = Random::fresh();
    for (text, answered) in [
        ("[N] -> { [i, j] -> [8i + j] : 0 <= i < N and 0 <= j < 8 }", [1, 1, 1, 1, 1, 1, 1]),
        // Rows with holes between them.
        ("[N] -> { [i, j] -> [11i + j] : 0 <= i < N and 0 <= j < 8 }", [1, 1, 1, 1, 1, 1, 1]),
        ("[N] -> { [i, j] -> [3i + 100j] : 0 <= i < N and 0 <= j < 8 }", [1, 1, 1, 1, 1, 1, 1]),
        // Windows that overlap and leave nothing out.
        ("[N, M] -> { [i, j] -> [i + j] : 0 <= i < N and 0 <= j < M }", [1, 1, 1, 1, 1, 1, 1]),
        ("[N] -> { [i, j] -> [2i + j] : 0 <= i < N and 0 <= j < 3 }", [1, 1, 1, 1, 1, 1, 1]),
        // One to one only where N is small enough.
        (
            "[N, M] -> { [i, j, k] -> [100i + 10j + k] : 0 <= i < N and 0 <= j < M and 0 <= k < 10 }",
            [1, 1, 1, 1, 1, 1, 1],
        ),
        ("[N] -> { [i, j] -> [2i + 3j] : 0 <= i < N and 0 <= j < 5 }", [1, 1, 1, 1, 1, 1, 1]),
        ("[N] -> { [i, j] -> [j] : 0 <= i < N and 0 <= j < 5 }", [1, 1, 1, 1, 1, 1, 1]),
        ("[N] -> { [i, j] -> [i, j] : 0 <= i < N and 0 <= j < 5 }", [1, 1, 1, 1, 1, 1, 1]),
        ("[N] -> { [i] -> [(i) mod 3] : 0 <= i < N }", [1, 1, 0, 0, 0, 0, 0]),
        ("[N] -> { [i, j] -> [8i + j] : 0 <= i < N and 0 <= j < 8 and i + j <= N }", [0, 1, 1, 0, 0, 1, 0]),
    ] {
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut counts = Counts::default();
        check(&relation, text, &mut random, &mut counts);
        for (k, (count, answered)) in counts.iter().zip(answered).enumerate() {
            assert!(*count == 0 || answered > 0, "{text}: {k}, {counts:?}");
            assert!(*count > 0 || answered == 0 || k >= 5, "{text}: {k}, {counts:?}");
        }
    }
}

#[test]
fn layouts_of_cute() {
    let mut random = Random::fresh();
    let mut counts = Counts::default();
    for text in [
        "(M,N):(N,1)",
        "(M,N):(L,1) where L >= N",
        "(M,N):(L,1)",
        "(M,N):(0,1)",
        "((4,M/4),N):((1,4*N),4) where M % 4 == 0",
        "zipped_divide((M,N):(N,1), (4,2)) where M % 4 == 0, N % 2 == 0",
        "logical_divide(M:1, 4:1)",
        "(M,3,N):(3*L,L,2) where L >= 2*N",
        "blocked_product((2,3):(1,2), (M,N):(1,M))",
    ] {
        let Ok(symbolic::Answer::Holds(result)) = symbolic::evaluate(text) else { panic!("{text}") };
        let symbolic::Value::Layout(layout) = &result.value else { panic!("{text}") };
        for coordinates in [Coordinates::TopLevel, Coordinates::Natural] {
            let arena = Arena::new();
            let relation = Relation::of_symbolic(&arena, &result, coordinates, &[]).unwrap();
            check(&relation, text, &mut random, &mut counts);
            // The values are those that the algebra gives for numbers.
            let parameters = relation.parameters();
            for _ in 0..rounds() {
                let of_names: Vec<i64> = result.context.names().iter().map(|_| 1 + random.below(9) as i64).collect();
                if !result.holds(&of_names) {
                    continue;
                }
                let value =
                    |name: &str| of_names[result.context.names().iter().position(|other| other == name).unwrap()];
                let values: Vec<(Id, i128)> =
                    parameters.iter().map(|(name, id)| (*id, i128::from(value(name)))).collect();
                assert!(relation.allows(&values), "{text} for {of_names:?}");
                let numbers = layout.numbers(&result.context, &of_names).unwrap();
                let table = relation.with(&values).table(&Effort::default()).unwrap();
                let expected = (0..numbers.size()).map(|c| numbers.eval(c).unwrap() as u64);
                assert!(table.into_iter().map(|value| value.unwrap()[0]).eq(expected), "{text} for {of_names:?}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    let Ok(symbolic::Answer::Holds(result)) = symbolic::evaluate("(M,N):(-1,1)") else { panic!() };
    let error = Relation::of_symbolic(&Arena::new(), &result, Coordinates::TopLevel, &[]).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "along the stride -1 the value falls below 0: positions are numbers from 0 on");
}

#[test]
fn random_strides() {
    let mut random = Random::fresh();
    let mut counts = Counts::default();
    // A few rounds may miss an answer that only few strides have.
    for round in 0..100 * rounds() {
        if round >= rounds() && counts.iter().all(|&count| count > 0) {
            break;
        }
        let rank = 1 + random.index(3);
        let extents: Vec<String> = (0..rank).map(|_| ["N", "M", "4", "3", "8"][random.index(5)].to_owned()).collect();
        let strides: Vec<u64> = (0..rank).map(|_| [0, 1, 1, 2, 3, 4, 8, 12, 32][random.index(9)]).collect();
        let names: Vec<String> = (0..rank).map(|k| format!("x{k}")).collect();
        let terms: Vec<String> = names.iter().zip(&strides).map(|(name, stride)| format!("{stride}{name}")).collect();
        let within: Vec<String> =
            names.iter().zip(&extents).map(|(name, extent)| format!("0 <= {name} < {extent}")).collect();
        let text = format!(
            "[N, M] -> {{ [{}] -> [{} + {}] : {} }}",
            names.join(", "),
            terms.join(" + "),
            random.below(3),
            within.join(" and ")
        );
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if relation.parameters().is_empty() {
            continue;
        }
        check(&relation, &text, &mut random, &mut counts);
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn conditions_and_refusals_say_what_they_are_about() {
    let arena = Arena::new();
    let isl = |text| Relation::of_isl(&arena, text).unwrap();
    let tens = isl("[N, M] -> { [i, j] -> [10i + j] : 0 <= i < N and 0 <= j < M }");
    let injective = tens.general().injective().unwrap();
    assert_eq!(injective.conditions_text(&arena), ["M <= 10"]);
    let bends = isl("[N] -> { [i] -> [(i) mod 3] : 0 <= i < N }");
    assert_eq!(
        bends.general().image().unwrap_err().to_string(),
        "not decided for all sizes: a step along i0 is not proved to move the value evenly; values of the sizes decide \
         it"
    );
    let part = isl("[N] -> { [i, j] -> [8i + j] : 0 <= i < N and 0 <= j < 8 and i + j <= N }");
    let why = part.general().points().unwrap_err().to_string();
    assert!(why.starts_with("not decided for all sizes: there are values only where i0 + i1 <= N"), "{why}");
}

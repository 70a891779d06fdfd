//! A relation with a size of 0 is empty: no points, no span, no holes, every question answered; of numbers, and of sizes that get the
//! value 0.

use lego_expr::{Arena, Id};
use lego_lang::compile::Options;
use lego_relation::{Answer, Effort, NotChain, Relation};

/// Every answer of a relation without points.
fn check(relation: &Relation<'_>, what: &str) {
    let effort = Effort::default();
    assert!(relation.dims().unwrap().contains(&0), "{what}");
    assert!(relation.spans().unwrap().iter().all(|&span| span == 0), "{what}: {:?}", relation.spans());
    assert_eq!(relation.domain().set(&effort).unwrap().size(), 0, "{what}");
    for bound in [relation.first(&effort), relation.last(&effort), relation.least(&effort), relation.greatest(&effort)]
    {
        assert_eq!(bound, Ok(None), "{what}");
    }
    assert!(relation.image(&effort).unwrap().is_empty(), "{what}");
    assert!(relation.holes(&effort).unwrap().is_empty(), "{what}");
    assert_eq!(relation.is_injective(&effort), Answer::Yes, "{what}");
    assert_eq!(relation.is_surjective(&effort), Answer::Yes, "{what}");
    assert_eq!(relation.is_bijective(&effort), Answer::Yes, "{what}");
    assert_eq!(relation.table(&effort), Ok(vec![]), "{what}");
    let reason = if relation.spans().unwrap().len() == 1 { NotChain::Empty } else { NotChain::Values(2) };
    assert_eq!(relation.to_chain(), Err(reason), "{what}");
    let inverse = relation.inverse(&effort).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(inverse.domain().set(&effort).unwrap().size(), 0, "{what}");
    let text = relation.to_isl().unwrap();
    let read = Relation::of_isl(relation.arena(), &text).unwrap_or_else(|error| panic!("{what}: {text}: {error}"));
    assert_eq!((read.dims(), read.spans()), (relation.dims(), relation.spans()), "{what}: {text}");
    assert_eq!(relation.is_equal(&read, &effort), Ok(Answer::Yes), "{what}: {text}");
    // None of these has to have an answer, and none panics.
    let _ = (relation.to_cute(), relation.binary_map(), relation.form(), relation.coordinate_map().to_isl());
    let _ = (relation.layout_map().to_isl(), relation.strides_of(&[0]), relation.shape_of(&[1]), relation.to_linear());
}

#[test]
fn numbers() {
    let arena = Arena::new();
    for text in [
        "{ [i, j] -> [i + j] : 0 <= i < 0 and 0 <= j < 4 }",
        "{ [i, j] -> [i, j] : 0 <= i < 3 and 0 <= j <= -1 }",
        "{ [i] -> [i] : false }",
        "{ [i, j] -> [i + j] : i > j and j > i }",
        "{ [i] -> [7] : 0 <= i < 0 }",
    ] {
        let relation = Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        check(&relation, text);
    }
    let none = Relation::of_table(&arena, &[]);
    check(&none, "a table without entries");
    // An empty map in a box that its bounds state.
    let boxed = Relation::of_isl(&arena, "{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j < 4 and i + j > 9 }").unwrap();
    assert_eq!((boxed.dims(), boxed.spans()), (Some(vec![3, 4]), Some(vec![0])));
    assert!(boxed.holes(&Effort::default()).unwrap().is_empty());
}

#[test]
fn sizes_that_are_zero() {
    for (text, names) in [
        ("[N] -> { [i] -> [2i] : 0 <= i < N }", &["N"][..]),
        ("[N, M] -> { [i, j] -> [i + j] : 0 <= i < N and 0 <= j < M }", &["N", "M"]),
        ("[N, M] -> { [i, j] -> [j, i] : 0 <= i < N and 0 <= j <= i }", &["N"]),
        ("[N] -> { [i] -> [i] : 0 <= i < floor(N/4) }", &["N"]),
        ("[N] -> { [i] -> [i + 3] : 0 <= i < 2N }", &["N"]),
    ] {
        let arena = Arena::new();
        let relation = Relation::of_isl(&arena, text).unwrap();
        let mut empty = relation.empty_without();
        empty.sort_unstable();
        let mut expected = names.to_vec();
        expected.sort_unstable();
        assert_eq!(empty, expected, "{text}");
        for zero in names {
            let values: Vec<(Id, i128)> =
                relation.parameters().iter().map(|(name, id)| (*id, if name == zero { 0 } else { 3 })).collect();
            assert!(relation.allows(&values), "{text}");
            check(&relation.with(&values), &format!("{text} for {zero} = 0"));
            let points = relation.general().points();
            if let Ok(given) = points {
                let size = lego_expr::plain(&arena, given.answer);
                assert!(size.contains(zero), "{text}: {size}");
            }
        }
    }
    let arena = Arena::new();
    let chain = Relation::of_chain(&arena, "Row(N + 2, 8).PadBy([N, 6] => [N + 2, 8])", &Options::default()).unwrap();
    assert_eq!(chain.empty_without(), ["N"]);
    check(&chain.with(&[(chain.parameters()[0].1, 0)]), "a padded chain");
    // A size that is no extent is no reason for emptiness: it stays at least 1.
    let moved = Relation::of_isl(&arena, "[N] -> { [i] -> [i + N] : 0 <= i < 4 }").unwrap();
    assert!(moved.empty_without().is_empty());
    assert!(!moved.allows(&[(moved.parameters()[0].1, 0)]));
}

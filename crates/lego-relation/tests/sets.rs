//! Sets beside brute force: random sets of one to four axes, every operation against sets of the standard library.
//!
//! `LEGO_ROUNDS` sets how many pairs of sets there are (1,000).

use lego_relation::Set;
use random::Random;
use std::collections::BTreeSet;

type Plain = BTreeSet<Vec<u64>>;

/// A random box.
fn extents(random: &mut Random, rank: usize) -> Vec<u64> {
    (0..rank).map(|_| 1 + random.below([40, 12, 7, 5][rank - 1])).collect()
}

/// Random points of a box: scattered, a box inside, a stripe, or one of few points.
fn points(random: &mut Random, extents: &[u64]) -> Plain {
    let all = every(extents);
    let kind = random.below(5);
    let (m, r) = (1 + random.below(4), random.below(3));
    let low: Vec<u64> = extents.iter().map(|&n| random.below(n)).collect();
    all.into_iter()
        .filter(|point| match kind {
            0 => random.one_in(2),
            1 => point.iter().zip(&low).all(|(i, l)| i >= l),
            2 => point.iter().sum::<u64>() % m == r % m,
            3 => random.one_in(20),
            _ => point.iter().sum::<u64>() < low.iter().sum::<u64>() + r,
        })
        .collect()
}

fn every(extents: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    for &n in extents {
        all = all.into_iter().flat_map(|point| (0..n).map(move |i| [&point[..], &[i]].concat())).collect();
    }
    all
}

fn same(set: &Set, plain: &Plain, what: &str) {
    assert_eq!(set.size(), plain.len() as u64, "{what}");
    assert!(set.points().eq(plain.iter().cloned()), "{what}: {set}");
    assert_eq!(set.lexmin().as_ref(), plain.first(), "{what}");
    assert_eq!(set.lexmax().as_ref(), plain.last(), "{what}");
    assert_eq!(set.is_empty(), plain.is_empty(), "{what}");
    assert_eq!(set.runs().count() as u64, set.run_count(), "{what}");
}

#[test]
fn every_operation_is_what_brute_force_says() {
    let rounds = std::env::var("LEGO_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1000);
    let mut random = Random::fresh();
    for _ in 0..rounds {
        let rank = 1 + random.index(4);
        let (e, f) = (extents(&mut random, rank), extents(&mut random, rank));
        let (p, q) = (points(&mut random, &e), points(&mut random, &f));
        let a = Set::from_points(&e, p.iter().cloned()).unwrap();
        let b = Set::from_points(&f, q.iter().cloned()).unwrap();
        same(&a, &p, "points");
        same(&a.union(&b), &p.union(&q).cloned().collect(), "union");
        same(&a.intersection(&b), &p.intersection(&q).cloned().collect(), "intersection");
        same(&a.difference(&b), &p.difference(&q).cloned().collect(), "difference");
        let all: Plain = every(&f).into_iter().collect();
        same(&a.complement(&f).unwrap(), &all.difference(&p).cloned().collect(), "complement");
        assert_eq!(a.is_subset(&b), p.is_subset(&q), "{a} in {b}");
        assert_eq!(a.first_beyond(&b).as_ref(), p.difference(&q).next(), "{a} beyond {b}");
        assert_eq!(a == b, p == q);
        assert!(
            a == Set::from_points(&f.iter().zip(&e).map(|(a, b)| a + b).collect::<Vec<_>>(), p.iter().cloned())
                .unwrap()
        );
        let mut axes: Vec<usize> = (0..rank).collect();
        random.shuffle(&mut axes);
        axes.truncate(1 + random.index(rank));
        same(
            &a.project(&axes),
            &p.iter().map(|point| axes.iter().map(|&axis| point[axis]).collect()).collect(),
            "projection",
        );
        let prefix: Vec<usize> = (0..=random.index(rank)).collect();
        same(&a.project(&prefix), &p.iter().map(|point| point[..prefix.len()].to_vec()).collect(), "projection");
        for _ in 0..8 {
            let point: Vec<u64> = e.iter().map(|&n| random.below(n + 2)).collect();
            assert_eq!(a.contains(&point), p.contains(&point));
        }
    }
}

#[test]
fn many_runs_are_kept_as_bits_and_answer_the_same() {
    let n = 1 << 20;
    let even = Set::from_points(&[n], (0..n / 2).map(|i| vec![2 * i])).unwrap();
    let odd = even.complement(&[n]).unwrap();
    assert_eq!((even.size(), odd.size(), odd.lexmin(), odd.lexmax()), (n / 2, n / 2, Some(vec![1]), Some(vec![n - 1])));
    assert!(even.intersection(&odd).is_empty());
    assert_eq!(even.union(&odd), Set::full(&[n]).unwrap());
    assert_eq!(even.union(&odd).run_count(), 1);
    let third = Set::from_points(&[n], (0..n / 3).map(|i| vec![3 * i])).unwrap();
    assert_eq!(third.intersection(&even).size(), (0..n / 3).filter(|i| i % 2 == 0).count() as u64);
}

#[test]
fn boxes_beyond_64_bits_are_refused() {
    assert!(Set::full(&[1 << 40, 1 << 40]).is_err());
    let whole = Set::full(&[1 << 31, 1 << 32]).unwrap();
    assert_eq!((whole.size(), whole.run_count()), (1 << 63, 1));
    assert_eq!(Set::full(&[5, 0]).unwrap().size(), 0);
}

#[test]
fn what_is_written_is_a_set_of_isl() {
    let set = |extents: &[u64], keep: fn(&[u64]) -> bool| {
        Set::from_points(extents, every(extents).into_iter().filter(|point| keep(point))).unwrap().to_string()
    };
    assert_eq!(set(&[6], |p| p[0] > 2), "{ [x] : 3 <= x <= 5 }");
    assert_eq!(set(&[3, 4], |_| true), "{ [x0, x1] : 0 <= x0 <= 2 and 0 <= x1 <= 3 }");
    assert_eq!(set(&[3], |_| false), "{ [x0] : false }");
    assert_eq!(
        set(&[3, 4], |p| p[0] * 4 + p[1] > 1 && p[0] * 4 + p[1] < 11),
        "{ [0, x1] : 2 <= x1 <= 3; [x0, x1] : 1 <= x0 <= 1 and 0 <= x1 <= 3; [2, x1] : 0 <= x1 <= 2 }"
    );
}

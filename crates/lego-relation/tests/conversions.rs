//! Conversions there and back, and the reason with a witness where there is none.

use lego_algebra::cute::{ComposedLayout, Layout, Swizzle};
use lego_core::chain::XorMap;
use lego_expr::Arena;
use lego_lang::compile::Options;
use lego_relation::{Answer, Coordinates, Effort, NotChain, NotCute, Relation, TaskMapping, swizzle_of};
use random::Random;

fn cute<'a>(arena: &'a Arena, text: &str) -> Relation<'a> {
    let layout = ComposedLayout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    Relation::of_cute(arena, &layout, Coordinates::TopLevel).unwrap()
}

fn chain<'a>(arena: &'a Arena, text: &str) -> Relation<'a> {
    Relation::of_chain(arena, text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

#[test]
fn layouts_of_cute_as_chains() {
    for (text, expected) in [
        ("8:1", "Row(8)"),
        ("(4,8):(8,1)", "Row(4, 8)"),
        ("(4,8):(1,4)", "Col(4, 8)"),
        ("(4,8,2):(16,2,1)", "Row(4, 8, 2)"),
        ("(4,4,4,4):(64,4,16,1)", "Row(16, 16).TileBy([4, 4], [4, 4])"),
        ("(2,2,8,8):(8,128,1,16)", "Col(16, 16).TileBy([2, 2], [8, 8])"),
        ("(2,2,4):(4,8,1)", "OrderBy(Col(2, 2), Row(4))"),
        ("(2,2,4):(16,4,1)", "Row(2, 4, 4).PadBy([2, 2, 4] => [2, 4, 4])"),
        ("((4,4),(4,4)):((4,64),(1,16))", "TileOrderBy(Row(4, 4), Row(4, 4))"),
        ("((4,2),(8,3)):((1,96),(4,32))", "TileOrderBy(Row(2, 3), Col(4, 8))"),
        ("((2,2),(2,2)):((2,8),(1,4))", "Morton(4, 4)"),
        ("(2,3,5):(15,1,3)", "OrderBy(Row(2), Col(3, 5))"),
        ("(2,3,5):(1,10,2)", "RegP([2, 3, 5], [2, 3, 1])"),
        ("(4,8):(9,1)", "Row(4, 9).PadBy([4, 8] => [4, 9])"),
        ("Sw<3,4,3> o 0 o 1024:1", "Swizzle(3, 4, 3)"),
        ("Sw<3,0,3> o 0 o (8,8):(8,1)", "SwizzleRows([8, 8], 3)"),
        ("Sw<2,1,3> o 0 o (8,8):(8,1)", "OrderBy(Swizzle(2, 1, 3)).OrderBy(Row(8, 8))"),
        ("Sw<2,1,3> o 0 o (16,16):(1,16)", "OrderBy(Row(4), Swizzle(2, 1, 3)).OrderBy(Col(16, 16))"),
    ] {
        let arena = Arena::new();
        let relation = cute(&arena, text);
        let found = relation.to_chain().unwrap_or_else(|error| panic!("{text}: {error}"));
        if text == "Sw<3,4,3> o 0 o 1024:1" {
            let same = chain(&arena, &found).is_equal(&relation, &Effort::default());
            assert!(same == Ok(Answer::Yes) && found == expected, "{found}");
        }
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn random_bijections_of_cute_as_chains_and_back() {
    let mut random = Random::fresh();
    for _ in 0..60 {
        // Digits in random order, cut into up to three components.
        let count = 1 + random.index(5);
        let sizes: Vec<i64> = (0..count).map(|_| *random.pick(&[2, 2, 3, 4, 5])).collect();
        let order = random.shuffled((0..count).collect::<Vec<_>>());
        let mut strides = vec![0; count];
        let mut stride = 1;
        let padded = random.one_in(4);
        for &k in &order {
            strides[k] = stride;
            stride *= sizes[k] + if padded { i64::from(random.one_in(3)) } else { 0 };
        }
        let mut modes: Vec<Vec<usize>> = vec![vec![]];
        for k in 0..count {
            if modes.len() < 3 && random.one_in(2) && !modes[modes.len() - 1].is_empty() {
                modes.push(vec![]);
            }
            modes.last_mut().unwrap().push(k);
        }
        let tuple = |of: &[i64]| {
            let mode = |mode: &Vec<usize>| {
                format!("({})", mode.iter().map(|&k| of[k].to_string()).collect::<Vec<_>>().join(","))
            };
            format!("({})", modes.iter().map(mode).collect::<Vec<_>>().join(","))
        };
        let text = format!("{}:{}", tuple(&sizes), tuple(&strides));
        let arena = Arena::new();
        let relation = cute(&arena, &text);
        let found = relation.to_chain().unwrap_or_else(|error| panic!("{text}: {error}"));
        let back = chain(&arena, &found);
        assert_eq!(back.is_equal(&relation, &Effort::default()), Ok(Answer::Yes), "{text}: {found}");
        assert!(found.matches("RegP").count() <= 1, "{text}: {found}");
        let again = back.to_cute().unwrap_or_else(|error| panic!("{found}: {error}"));
        assert_eq!(
            cute(&arena, &again.to_string()).is_equal(&relation, &Effort::default()),
            Ok(Answer::Yes),
            "{found}"
        );
        if relation.rank() == 1 && !padded {
            // A table of the values is the same layout, by the algebra's own search.
            let table: Vec<i64> =
                relation.table(&Effort::default()).unwrap().into_iter().map(|v| v.unwrap()[0] as i64).collect();
            assert!(
                Layout::from_table(&table)
                    .is_some_and(|layout| (0..layout.size()).all(|c| layout.eval(c) == Ok(table[c as usize])))
            );
        }
    }
}

#[test]
fn what_has_no_name_is_a_table_if_it_is_small() {
    let arena = Arena::new();
    let read = |text| Relation::of_isl(&arena, text).unwrap();
    let cubes =
        read("{ [i] -> [0] : i = 0; [i] -> [2] : i = 1; [i] -> [1] : i = 2; [i] -> [4] : i = 3; [i] -> [3] : i = 4 }");
    assert_eq!(cubes.to_chain(), Ok("Table([0, 2, 1, 4, 3])".to_owned()));
    let large = read("{ [i] -> [i] : 3 <= i < 5000; [i] -> [i + 1] : 0 <= i < 2; [i] -> [0] : i = 2 }");
    // Of more positions than a table has it is a formula, as a piece of two closures.
    let chain = large.to_chain().unwrap();
    assert!(chain.starts_with("GenP([5000], |i0| "), "{chain}");
    let back = Relation::of_chain(&arena, &chain, &Options::default()).unwrap();
    for i in 0..5000 {
        assert_eq!(
            back.at(&[i]),
            Some(vec![if i < 2 {
                i + 1
            } else if i == 2 {
                0
            } else {
                i
            }]),
            "{chain}"
        );
    }
}

#[test]
fn what_is_no_chain_says_why() {
    let arena = Arena::new();
    let Err(NotChain::Collision(shown)) = cute(&arena, "(4,2):(1,0)").to_chain() else { panic!() };
    assert_eq!((shown.first, shown.second, shown.value), (vec![0, 0], vec![0, 1], vec![0]));
    // Free positions and indices without one are no reason: few of them stand in a table.
    let missed = cute(&arena, "(2,2):(2,3)").to_chain().unwrap();
    assert_eq!(missed, "Table([0, 3, 2, 5, 1, 4]).PadBy([4] => [6]).GroupBy([2, 2])");
    let triangle = Relation::of_isl(&arena, "{ [i, j] -> [2i + j] : 0 <= i, j < 2 and i + j < 2 }").unwrap();
    let chain = triangle.to_chain().unwrap();
    let back = Relation::of_chain(&arena, &chain, &Options::default()).unwrap();
    let values = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|index| back.at(&index));
    assert_eq!(values, [Some(vec![0]), Some(vec![1]), Some(vec![2]), None], "{chain}");
    let empty = Relation::of_isl(&arena, "{ [i] -> [i] : false }").unwrap();
    assert_eq!(empty.to_chain(), Err(NotChain::Empty));
    let two = Relation::of_isl(&arena, "{ [i] -> [i, i] : 0 <= i < 2 }").unwrap();
    assert_eq!((two.to_chain(), two.to_cute()), (Err(NotChain::Values(2)), Err(NotCute::Values(2))));
}

#[test]
fn what_is_no_layout_of_cute_says_where() {
    let arena = Arena::new();
    for text in ["AntiDiag(4)", "Hilbert(4, 4)", "Fan(7, 3, 0)", "Skew(3, 5)", "Grouped(4, 6, 3)"] {
        let relation = chain(&arena, text);
        let Err(NotCute::Differs(shown)) = relation.to_cute() else { panic!("{text}: {:?}", relation.to_cute()) };
        assert_eq!(relation.at(&shown.index), shown.left, "{text}");
        assert_ne!(shown.left, shown.right, "{text}");
    }
    assert_eq!(chain(&arena, "Reverse(2, 3)").to_cute().unwrap().to_string(), "Sw<0,4,3> o 5 o (2,3):(-3,-1)");
    assert_eq!(chain(&arena, "Row(3, 3).ExpandBy([3, 3] => [4, 4])").to_cute(), Err(NotCute::Partial(vec![0, 3])));
}

#[test]
fn swizzles_after_layouts_of_any_extents() {
    let mut random = Random::fresh();
    for _ in 0..40 {
        let bits = 1 + random.below(2) as i32;
        let shift = bits + random.below(2) as i32;
        let swizzle =
            Swizzle::new(bits, random.below(2) as i32, if random.one_in(2) { shift } else { -shift }).unwrap();
        let (rows, columns) = (2 + random.below(9), 3 + random.below(9));
        let offset = if random.one_in(3) { random.below(20) } else { 0 };
        let text = format!("{swizzle} o {offset} o ({rows},{columns}):({columns},1)");
        let arena = Arena::new();
        let relation = cute(&arena, &text);
        let found = relation.to_cute().unwrap_or_else(|error| panic!("{text}: {error}"));
        let same = cute(&arena, &found.to_string()).is_equal(&relation, &Effort::default());
        assert_eq!(same, Ok(Answer::Yes), "{text}: {found}");
        assert!(found.swizzle.bits() <= bits, "{text}: {found}");
    }
}

#[test]
fn ten_thousand_swizzles_are_recognised() {
    let mut random = Random::fresh();
    let swizzle = |random: &mut Random| loop {
        let (bits, base, shift) = (1 + random.below(6) as i32, random.below(8) as i32, random.below(13) as i32 - 6);
        if let Ok(swizzle) = Swizzle::new(bits, base, shift) {
            return swizzle;
        }
    };
    for _ in 0..10_000 {
        let swizzle = swizzle(&mut random);
        let width = swizzle.width() + random.below(4) as i32;
        let images = (0..width).map(|bit| swizzle.apply(1 << bit) as u64).collect();
        assert_eq!(swizzle_of(&XorMap::linear(vec![images])), Some(swizzle));
    }
    for _ in 0..30 {
        let swizzle = swizzle(&mut random);
        let arena = Arena::new();
        let relation = cute(&arena, &format!("{swizzle} o 0 o {}:1", 1_u64 << swizzle.width()));
        assert_eq!(relation.to_cute().unwrap().swizzle, swizzle);
    }
    // Other matrices are none.
    for images in [vec![1, 3, 5, 8], vec![2, 1, 4], vec![3, 3], vec![1, 2, 5, 8, 18], vec![0, 2], vec![1, 2, 5, 10, 21]]
    {
        assert_eq!(swizzle_of(&XorMap::linear(vec![images.clone()])), None, "{images:?}");
    }
}

#[test]
fn task_mappings_are_what_their_loops_say() {
    for (text, shape) in [
        ("spatial(4, 8)", [4, 8]),
        ("repeat(4, 1) * spatial(16, 8)", [64, 8]),
        ("spatial(2, 3) * repeat(2, 2) * spatial(3, 1)", [12, 6]),
        ("repeat(2, 2).spatial(4, 8).repeat(1, 3)", [8, 48]),
        ("spatial(1, 1)", [1, 1]),
    ] {
        let mapping = TaskMapping::parse(text).unwrap();
        assert_eq!(mapping.shape(), shape, "{text}");
        // One loop a factor, from the outermost: each splits threads or repetitions and the tile.
        let mut tasks = vec![(0, 0, vec![0, 0])];
        for factor in mapping.factors() {
            let (a, b) = (factor.shape[0], factor.shape[1]);
            tasks = tasks
                .into_iter()
                .flat_map(|(thread, repetition, task)| {
                    (0..a * b).map(move |k| {
                        let task = vec![task[0] * a + k / b, task[1] * b + k % b];
                        if factor.is_spatial {
                            (thread * a * b + k, repetition, task)
                        } else {
                            (thread, repetition * a * b + k, task)
                        }
                    })
                })
                .collect();
        }
        assert_eq!(tasks.len() as u64, mapping.threads() * mapping.repetitions(), "{text}");
        let tv = mapping.thread_value().unwrap();
        for (thread, repetition, task) in tasks {
            assert_eq!(mapping.task(thread, repetition), Some(task.clone()), "{text}");
            let element = tv.element(thread as i64, repetition as i64).unwrap();
            assert_eq!(element as u64, task[0] + task[1] * shape[0], "{text}");
        }
        assert_eq!(mapping.task(mapping.threads(), 0), None);
    }
    for (text, place) in [
        ("spatal(2)", 0..6),
        ("spatial(2, 0)", 10..12),
        ("spatial(2) + repeat(2)", 11..12),
        ("spatial(2) * repeat(2, 2)", 13..25),
        ("repeat(4", 6..8),
        ("", 0..0),
    ] {
        assert_eq!(TaskMapping::parse(text).unwrap_err().place, place, "{text}");
    }
}

#[test]
fn shapes_and_strides_of_random_layouts() {
    let mut random = Random::fresh();
    for _ in 0..100 {
        let count = 1 + random.index(4);
        let shape: Vec<u64> = (0..count).map(|_| 1 + random.below(5)).collect();
        let strides: Vec<i128> = shape.iter().map(|&n| if n == 1 { 0 } else { random.below(12).into() }).collect();
        let join = |numbers: Vec<String>| format!("({})", numbers.join(","));
        let text = format!(
            "{}:{}",
            join(shape.iter().map(u64::to_string).collect()),
            join(strides.iter().map(i128::to_string).collect())
        );
        let arena = Arena::new();
        let map = cute(&arena, &text).layout_map();
        assert_eq!(map.strides_of(&shape), Ok(strides.clone()), "{text}");
        let values = |shape: &[u64], strides: &[i128]| -> Vec<i128> {
            let n: u64 = shape.iter().product();
            (0..n)
                .map(|c| {
                    let mut rest = c;
                    shape
                        .iter()
                        .zip(strides)
                        .map(|(&n, &d)| {
                            let digit = rest % n;
                            rest /= n;
                            i128::from(digit) * d
                        })
                        .sum()
                })
                .collect()
        };
        let expected = values(&shape, &strides);
        let found = map.shape_of(&strides).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(values(&found, &strides), expected, "{text}: {found:?}");
        let (found, by) = map.shape_and_strides().unwrap();
        assert_eq!(values(&found, &by), expected, "{text}: {found:?}");
        assert!(found.len() <= shape.len(), "{text}: {found:?}");
    }
}

#[test]
fn bijections_of_bits_are_chains_however_large() {
    let mut random = Random::fresh();
    let mut pieces = 0;
    for round in 0..60 {
        let bits = [4, 7, 20][round % 3];
        let arena = Arena::new();
        // Independent images, in two dims.
        let mut images: Vec<u64> = random.shuffled((0..bits).map(|bit| 1 << bit).collect());
        for _ in 0..random.below(20) {
            let (to, from) = (random.index(bits as usize), random.index(bits as usize));
            if to != from {
                images[to] ^= images[from];
            }
        }
        let first = random.index(bits as usize + 1);
        let sides = [&images[..first], &images[first..]].map(|side| side.iter().map(|&image| vec![image]).collect());
        let relation = Relation::of_linear(&arena, &sides, &[1 << bits]);
        let chain = relation.to_chain().unwrap_or_else(|error| panic!("{images:?}: {error}"));
        pieces += u64::from(chain.starts_with("Linear("));
        let back = Relation::of_chain(&arena, &chain, &Options::default()).unwrap();
        assert_eq!(back.is_equal(&relation, &Effort::default()), Ok(Answer::Yes), "{chain}");
    }
    assert!(pieces > 20, "{pieces}");
}

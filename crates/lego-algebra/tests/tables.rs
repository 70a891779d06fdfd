//! The rows of tables 1 and 2 of "Modeling Layout Abstractions Using Integer Set Relations", as CuTe's operations: the formula
//! that the paper prints, its resulting layout, and what is true where they are wrong.

use lego_algebra::cute::{ComposedLayout, Error, Layout, Swizzle, Tiler};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap()
}

fn values(layout: &Layout) -> Vec<i64> {
    (0..layout.size()).map(|c| layout.eval(c).unwrap()).collect()
}

/// The values of a formula at 0..=last; `/` rounds down in it, `mod` is never negative.
fn formula(last: i64, at: impl Fn(i64) -> i64) -> Vec<i64> {
    (0..=last).map(at).collect()
}

fn floor(a: i64, b: i64) -> i64 {
    a.div_euclid(b)
}

fn modulo(a: i64, b: i64) -> i64 {
    a.rem_euclid(b)
}

#[test]
fn table_2_layouts_and_inverses() {
    let a = layout("(4,2,2):(2,1,8)");
    let mapping = formula(15, |c| 7 + 2 * c + 6 * floor(c, 8) + 7 * floor(-1 - c, 4));
    assert_eq!(values(&a), mapping);

    let inverse = a.inverse().unwrap();
    assert_eq!(inverse, layout("(2,4,2):(4,1,8)"));
    assert_eq!(values(&inverse), formula(15, |c| -3 * c + 4 * floor(c, 8) + 7 * floor(1 + c, 2)));

    let left = layout("(4,2,2):(4,2,32)").left_inverse().unwrap();
    assert_eq!(left, layout("(2,2,4,2,2):(16,4,1,32,8)"));
    let mapping = |c| 2 * c - 7 * floor(c, 4) + 28 * floor(c, 16) - 56 * floor(c, 32) + 14 * modulo(c, 2);
    assert_eq!(values(&left), formula(63, mapping));

    let right = layout("(4,8,2):(8,1,33)").right_inverse().unwrap();
    assert_eq!(right, layout("(8,4):(4,1)"));
    assert_eq!(values(&right), formula(31, |c| 31 + 4 * c + 31 * floor(-1 - c, 8)));
}

#[test]
fn table_2_complements_that_are_right() {
    let complement = layout("(4,2):(1,16)").complement(32).unwrap();
    assert_eq!((complement, values(&complement)), (layout("4:4"), formula(3, |c| 4 * c)));

    let complement = layout("(2,2):(1,4)").complement(20).unwrap();
    assert_eq!(complement, layout("(2,3):(2,8)"));
    assert_eq!(values(&complement), formula(5, |c| -2 + 4 * c + 2 * modulo(1 + c, 2)));
}

/// Two complements of the table have no strided answer: 1 + 1 = 2 does not divide 5, and 4 does not divide 10. What the
/// paper prints goes beyond the 20 that it was asked for, and CuTe's rounding is a third thing.
#[test]
fn table_2_complements_that_are_wrong() {
    for (text, printed, mapping, rounded) in [
        ("(2,2):(1,5)", "(2,3):(2,9)", formula(5, |c| 2 * c + 5 * floor(c, 2)), "(2,2):(2,10)"),
        (
            "(2,2):(2,10)",
            "((2,2),2):((1,4),18)",
            formula(7, |c| -1 + 2 * c + 10 * floor(c, 4) + modulo(1 + c, 2)),
            "(2,2):(1,4)",
        ),
    ] {
        let own = layout(text);
        assert!(matches!(own.complement(20), Err(Error::Inadmissible { .. })), "{text}");
        assert_eq!(own.complement_unchecked(20), Ok(layout(rounded)), "{text}");
        // The paper's formula is the layout that it prints, which goes up to 22 and 23, beyond 19.
        assert_eq!(values(&layout(printed)), mapping, "{text}");
        assert!(mapping.iter().any(|&value| value > 19), "{text}: {mapping:?}");
        // And not even every number below 20 is a sum of a value of the one and one of the other.
        let sums: Vec<i64> = values(&own).iter().flat_map(|a| mapping.iter().map(move |b| a + b)).collect();
        assert!((0..20).any(|n| !sums.contains(&n)), "{text}: {sums:?}");
    }
}

#[test]
fn table_2_compositions() {
    let composed = |a: &str, b: &str| layout(a).composition(&layout(b)).unwrap();
    // With A = (2,1):(1,80), as the text of the paper has it, B leaves A at the coordinates 1 and 3.
    for a in ["(2,2):(1,80)", "(2,1):(1,80)"] {
        let result = composed(a, "(2,2):(2,1)");
        assert_eq!(result, layout("(2,2):(80,1)"), "{a}");
        assert_eq!(values(&result), formula(3, |c| -79 * c + 159 * floor(1 + c, 2)), "{a}");
    }
    let (a, b) = (layout("(2,1):(1,80)"), layout("(2,2):(2,1)"));
    assert!(!a.composition_in_bounds(&b));
    let outside: Vec<i64> = (0..b.size()).filter(|&c| b.eval(c).unwrap() >= a.size()).collect();
    assert_eq!(outside, [1, 3]);

    let result = composed("(4,6,8,10):(2,3,5,7)", "6:12");
    assert_eq!((result, values(&result)), (layout("(2,3):(9,5)"), formula(5, |c| -4 * c + 13 * floor(1 + c, 2))));

    let result = composed("(4,2,8):(3,12,97)", "3:3");
    assert_eq!((result, values(&result)), (layout("3:9"), formula(2, |c| 9 * c)));

    let result = composed("((4,2),(2,4)):((2,16),(1,8))", "((4,8),2):((16,1),8)");
    assert_eq!(result.shape().to_string(), "((4,(4,2)),2)");
    assert_eq!(result, layout("((4,(4,2)),2):((8,(2,16)),1)"));
    let mapping = |c| 30 + 8 * c + 8 * floor(c, 16) - 31 * floor(c, 32) + 30 * floor(-1 - c, 4);
    assert_eq!(values(&result), formula(63, mapping));

    let result = composed("(4,2,2):(2,1,8)", "16:1");
    assert_eq!(result, layout("(4,2,2):(2,1,8)"));
}

#[test]
fn table_2_swizzles() {
    let swizzle = |bits, base, shift| {
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        (0..16).map(|c| swizzle.apply(c)).collect::<Vec<_>>()
    };
    let mapping = |c| c - modulo(c, 8) + modulo(c + 4 * floor(c, 8), 8);
    assert_eq!(swizzle(1, 2, 1), formula(15, mapping));
    let mapping = |c| -7 + 2 * modulo(c, 8) + modulo(7 + c - 2 * modulo(c, 4), 16);
    assert_eq!(swizzle(1, 2, -1), formula(15, mapping));
}

/// The paper's algorithm for the inverse permutes the shape by the wrong permutation, unseen in its example, which is its own
/// inverse: the shape of an inverse is that of the modes by growing stride.
#[test]
fn the_shape_of_an_inverse_is_in_the_order_of_the_strides() {
    let own = layout("(2,3,4):(12,1,3)");
    let inverse = own.inverse().unwrap();
    // The modes by growing stride are those of 3, 4 and 2: (3,4,2):(2,6,1), of which two are one.
    assert_eq!(inverse, layout("(3,4,2):(2,6,1)").coalesce());
    assert!((0..24).all(|i| inverse.eval(own.eval(i).unwrap()) == Ok(i)));
    // The same strides with the shape in the order of the other permutation, which goes the other way round.
    let wrong = layout("(4,2,3):(2,6,1)");
    assert!((0..24).any(|i| wrong.eval(own.eval(i).unwrap()) != Ok(i)));
}

/// Table 1, whose linear layouts to one dimension are CuTe layouts, and those to two are with the second dimension behind
/// the first: index = first + 4 · second.
#[test]
fn table_1_linear_layouts_that_are_layouts_of_cute() {
    assert_eq!(values(&layout("8:1")), formula(7, |c| c));
    assert_eq!(values(&layout("8:0")), formula(7, |_| 0));
    // 1d_transpose
    assert_eq!(values(&layout("(4,4):(4,1)")), formula(15, |c| 15 + 4 * c + 15 * floor(-1 - c, 4)));
    let pairs = |first: fn(i64, i64) -> i64, second: fn(i64, i64) -> i64| {
        formula(15, |c| first(c % 4, c / 4) + 4 * second(c % 4, c / 4))
    };
    // 2d_broadcast has one dimension behind it.
    assert_eq!(values(&layout("(4,4):(1,0)")), pairs(|c0, _| c0, |_, _| 0));
    assert_eq!(values(&layout("(4,4):(1,4)")), pairs(|c0, _| c0, |_, c1| c1));
    // 2d_transpose: its bases are (0,1), (0,2), (1,0), (2,0), and the layout mapping that the paper prints is the identity.
    let bases =
        |c: i64| [4, 8, 1, 2].iter().enumerate().filter(|(bit, _)| c >> bit & 1 == 1).map(|(_, v)| v).sum::<i64>();
    assert_eq!(values(&layout("(4,4):(4,1)")), formula(15, bases));
    assert_ne!(formula(15, bases), pairs(|c0, _| c0, |_, c1| c1));
    // swizzled is a swizzle of the identity.
    let swizzled = ComposedLayout::parse("Sw<2,0,-2> o 0 o (4,4):(1,4)").unwrap();
    let values: Vec<i64> = (0..16).map(|c| swizzled.eval(c).unwrap()).collect();
    let printed =
        |c0: i64, c1: i64| 1 - modulo(c0, 2) - modulo(1 + c0 + c1, 2) + modulo(1 + c0 + 3 * c1 - modulo(1 + c1, 2), 4);
    assert_eq!(values, formula(15, |c| c % 4 + 4 * printed(c % 4, c / 4)));
}

/// Section 6: what neither shape:stride nor a swizzle can say.
#[test]
fn a_shuffle_by_a_negative_multiple_is_no_layout_of_cute() {
    let table: Vec<i64> = (0..16).map(|c| modulo(-3 * c, 16)).collect();
    assert_eq!(Layout::from_table(&table), None);
    assert_eq!(Swizzle::from_table(&table), None);
    // A tiler for what stays is no help: every second value is strided, all are not.
    let doubled: Vec<i64> = table.iter().step_by(4).copied().collect();
    assert_eq!(doubled, [0, 4, 8, 12]);
    assert!(layout("16:1").composition_by(&Tiler::parse("4:4").unwrap()).is_ok());
}

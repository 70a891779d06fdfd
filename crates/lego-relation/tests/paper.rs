//! The tables and section 6 of "Modeling Layout Abstractions Using Integer Set Relations", formulas and results, each compared
//! at every point with what is computed here; and where the paper is wrong, what shows it.

use lego_algebra::cute::{ComposedLayout, Error, IntTuple, Layout, Swizzle};
use lego_expr::Arena;
use lego_relation::{Answer, Coordinates, Effort, Relation};

fn layout(text: &str) -> Layout {
    Layout::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Whether a formula of the paper is the layout map of a layout.
fn is_map_of(formula: &str, layout: &Layout, size: i64) -> bool {
    let arena = Arena::new();
    let text = format!("{{ [c] -> [{formula}] : 0 <= c <= {} }}", size - 1);
    let map = Relation::of_isl(&arena, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let composed = ComposedLayout { swizzle: Swizzle::IDENTITY, offset: 0, layout: *layout };
    let ours = Relation::of_cute(&arena, &composed, Coordinates::TopLevel).unwrap().layout_map();
    // What is printed is read back, and stays the same map.
    let printed = Relation::of_isl(&arena, &ours.to_isl().unwrap()).unwrap();
    assert_eq!(ours.is_equal(&printed, &Effort::default()), Ok(Answer::Yes), "{text}");
    map.is_equal(&ours, &Effort::default()) == Ok(Answer::Yes)
}

/// Whether two layouts have the same values at the integer coordinates of the first.
fn same(one: &Layout, other: &Layout) -> bool {
    one.size() == other.size() && (0..one.size()).all(|c| one.eval(c) == other.eval(c))
}

/// A row of table 2: what is computed, the formula, the layout that the paper prints.
fn row(computed: &Layout, formula: &str, printed: &str) {
    assert!(is_map_of(formula, computed, computed.size()), "{printed}: {formula} is not the map of {computed}");
    assert!(same(computed, &layout(printed)), "{printed} is not {computed}");
}

#[test]
fn table_2_layout() {
    row(&layout("(4,2,2):(2,1,8)"), "7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)", "(4,2,2):(2,1,8)");
}

#[test]
fn table_2_inverse() {
    let inverse = layout("(4,2,2):(2,1,8)").inverse().unwrap();
    row(&inverse, "-3c + 4*floor(c/8) + 7*floor((1 + c)/2)", "(2,4,2):(4,1,8)");
    // The map that goes back is the same without the algebra.
    let arena = Arena::new();
    let forward =
        Relation::of_isl(&arena, "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }").unwrap();
    let back = Relation::of_isl(&arena, "{ [c] -> [-3c + 4*floor(c/8) + 7*floor((1 + c)/2)] : 0 <= c <= 15 }").unwrap();
    let inverse = forward.inverse(&Effort::default()).unwrap();
    assert_eq!(inverse.is_equal(&back, &Effort::default()), Ok(Answer::Yes));
}

/// The paper's algorithm 5 permutes the shape by the permutation that sorts the strides where it takes its inverse. Its
/// example is its own inverse, where that does not show; a cycle of three shows it.
#[test]
fn the_shape_of_the_inverse_goes_by_the_order_of_the_strides() {
    let forward = layout("(2,3,5):(15,1,3)");
    let inverse = forward.inverse().unwrap();
    // By ascending strides: extents 3, 5, 2; not 5, 2, 3, which is the other permutation of three.
    assert!(same(&inverse, &layout("(3,5,2):(2,6,1)")), "{inverse}");
    assert!((0..30).all(|c| inverse.eval(forward.eval(c).unwrap()) == Ok(c)));
    assert!((0..30).any(|c| layout("(5,2,3):(6,1,2)").eval(forward.eval(c).unwrap()) != Ok(c)));
    let arena = Arena::new();
    let relation =
        Relation::of_cute(&arena, &ComposedLayout::parse("(2,3,5):(15,1,3)").unwrap(), Coordinates::TopLevel).unwrap();
    assert_eq!(relation.layout_map().inverse(&Effort::default()).unwrap().strides_of(&[3, 5, 2]), Ok(vec![2, 6, 1]));
}

#[test]
fn table_2_left_inverse() {
    let inverse = layout("(4,2,2):(4,2,32)").left_inverse().unwrap();
    row(&inverse, "2c - 7*floor(c/4) + 28*floor(c/16) - 56*floor(c/32) + 14*((c) mod 2)", "(2,2,4,2,2):(16,4,1,32,8)");
}

#[test]
fn table_2_right_inverse() {
    let inverse = layout("(4,8,2):(8,1,33)").right_inverse().unwrap();
    row(&inverse, "31 + 4c + 31*floor((-1 - c)/8)", "(8,4):(4,1)");
}

#[test]
fn table_2_complements() {
    row(&layout("(4,2):(1,16)").complement(32).unwrap(), "4c", "4:4");
    row(&layout("(2,2):(1,4)").complement(20).unwrap(), "-2 + 4c + 2*((1 + c) mod 2)", "(2,3):(2,8)");
}

/// A complement with 0..D: beside the layout it reaches as many of 0..D as possible. Two rows of the paper reach beyond D, and
/// no strided complement covers what is left, since the strides of the layouts do not divide each other.
#[test]
fn table_2_complements_that_are_wrong() {
    for (of, formula, printed, beyond) in [
        ("(2,2):(1,5)", "2c + 5*floor(c/2)", "(2,3):(2,9)", 26),
        ("(2,2):(2,10)", "-1 + 2c + 10*floor(c/4) + ((1 + c) mod 2)", "((2,2),2):((1,4),18)", 35),
    ] {
        let printed = layout(printed);
        // The formula is the map of what is printed: it is the result that is wrong.
        assert!(is_map_of(formula, &printed, printed.size()), "{formula}");
        let both = Layout::join(&[layout(of), printed]).unwrap();
        let most = (0..both.size()).map(|c| both.eval(c).unwrap()).max();
        assert_eq!(most, Some(beyond));
        assert!(beyond > 19);
        assert!(matches!(layout(of).complement(20), Err(Error::Inadmissible { .. })));
    }
}

#[test]
fn table_2_compositions() {
    for (outer, inner, formula, printed) in [
        ("(2,2):(1,80)", "(2,2):(2,1)", "-79c + 159*floor((1 + c)/2)", "(2,2):(80,1)"),
        ("(4,6,8,10):(2,3,5,7)", "6:12", "-4c + 13*floor((1 + c)/2)", "(2,3):(9,5)"),
        ("(4,2,8):(3,12,97)", "3:3", "9c", "3:9"),
        (
            "((4,2),(2,4)):((2,16),(1,8))",
            "((4,8),2):((16,1),8)",
            "30 + 8c + 8*floor(c/16) - 31*floor(c/32) + 30*floor((-1 - c)/4)",
            "((4,(4,2)),2):((8,(2,16)),1)",
        ),
        ("(4,2,2):(2,1,8)", "16:1", "7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)", "(4,2,2):(2,1,8)"),
    ] {
        row(&layout(outer).composition(&layout(inner)).unwrap(), formula, printed);
        // The same by relations: one map after the other.
        let arena = Arena::new();
        let of = |text: &str| {
            Relation::of_cute(&arena, &ComposedLayout::parse(text).unwrap(), Coordinates::TopLevel)
                .unwrap()
                .layout_map()
        };
        let both = of(inner).then(&of(outer)).unwrap();
        let size = layout(inner).size();
        let map = Relation::of_isl(&arena, &format!("{{ [c] -> [{formula}] : 0 <= c < {size} }}")).unwrap();
        assert_eq!(both.is_equal(&map, &Effort::default()), Ok(Answer::Yes), "{printed}");
    }
}

#[test]
fn table_2_swizzles() {
    for (shift, formula) in
        [(1, "c - (c) mod 8 + (c + 4*floor(c/8)) mod 8"), (-1, "-7 + 2*((c) mod 8) + (7 + c - 2*((c) mod 4)) mod 16")]
    {
        let arena = Arena::new();
        let swizzle = ComposedLayout { swizzle: Swizzle::new(1, 2, shift).unwrap(), offset: 0, layout: layout("16:1") };
        let ours = Relation::of_cute(&arena, &swizzle, Coordinates::TopLevel).unwrap();
        let map = Relation::of_isl(&arena, &format!("{{ [c] -> [{formula}] : 0 <= c <= 15 }}")).unwrap();
        assert_eq!(map.is_equal(&ours, &Effort::default()), Ok(Answer::Yes), "{formula}");
        assert_eq!(map.to_cute().unwrap().swizzle, swizzle.swizzle);
        let twice = ours.then(&ours).unwrap();
        let identity = Relation::of_isl(&arena, "{ [c] -> [c] : 0 <= c <= 15 }").unwrap();
        assert_eq!(twice.is_equal(&identity, &Effort::default()), Ok(Answer::Yes));
    }
}

/// The paper calls every swizzle a bijection on 0..2^(b+m+|s|) with b and m at least 0. With b > |s| bits change themselves:
/// it is not its own inverse, and with s = 0 it is no bijection.
#[test]
fn swizzles_of_more_bits_than_shift() {
    let apply = |b: u32, m: u32, s: u32, c: u64| c ^ (c & (((1 << b) - 1) << (m + s))) >> s;
    // Swizzle(2, 0, 1) twice moves 4 to 5 and not back.
    assert_eq!((apply(2, 0, 1, 4), apply(2, 0, 1, apply(2, 0, 1, 4))), (6, 5));
    let arena = Arena::new();
    // Swizzle(1, 0, 0) sends 0 and 1 to 0: c xor (c & 1).
    let zero = Relation::of_isl(&arena, "{ [c] -> [c - (c) mod 2] : 0 <= c < 2 }").unwrap();
    assert!((0..2).all(|c| zero.at(&[c]) == Some(vec![apply(1, 0, 0, c)])));
    let Answer::No(shown) = zero.is_injective(&Effort::default()) else { panic!() };
    assert_eq!((shown.witness.first, shown.witness.second), (vec![0], vec![1]));
    assert!(Swizzle::new(2, 0, 1).is_err() && Swizzle::new(1, 0, 0).is_err());
}

/// A row of table 1: images of the bits, extents of the index, binary map, layout map.
fn linear(images: &[&[&[u64]]], spans: &[u64], binary: &str, map: &str) -> bool {
    let arena = Arena::new();
    let images: Vec<Vec<Vec<u64>>> =
        images.iter().map(|bits| bits.iter().map(|image| image.to_vec()).collect()).collect();
    let ours = Relation::of_linear(&arena, &images, spans);
    let effort = Effort::default();
    let read = |text: &str| Relation::of_isl(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let bits = ours.binary_map().unwrap();
    assert_eq!(bits.is_equal(&read(binary), &effort), Ok(Answer::Yes), "{binary}");
    for map in [&bits, &ours] {
        assert_eq!(map.is_equal(&read(&map.to_isl().unwrap()), &effort), Ok(Answer::Yes));
    }
    ours.is_equal(&read(map), &effort) == Ok(Answer::Yes)
}

#[test]
fn table_1_swizzled() {
    let images: &[&[&[u64]]] = &[&[&[1, 1], &[2, 2]], &[&[0, 1], &[0, 2]]];
    assert!(
        linear(
            images,
            &[4, 4],
            "{ [c0, c1, c2, c3] -> [c0, c1, (c0 + c2) mod 2, (c1 + c3) mod 2] : 0 <= c0, c1, c2, c3 <= 1 }",
            "{ [c0, c1] -> [c0, 1 - (c0) mod 2 - (1 + c0 + c1) mod 2 + (1 + c0 + 3c1 - (1 + c1) mod 2) mod 4] : 0 <= c0, c1 <= 3 }",
        ) || {
            // The table leaves out a term that equation (25) of the text has: its formula is another one there.
            linear(
                images,
                &[4, 4],
                "{ [c0, c1, c2, c3] -> [c0, c1, (c0 + c2) mod 2, (c1 + c3) mod 2] : 0 <= c0, c1, c2, c3 <= 1 }",
                "{ [c0, c1] -> [c0, 3 + (c0) mod 2 - (1 + c0 + c1) mod 2 - (3 + c0 + 3c1 - (1 + c1) mod 2) mod 4] : 0 <= c0, c1 <= 3 }",
            )
        }
    );
}

#[test]
fn table_1_rows() {
    let one = |images: &[u64]| images.iter().map(|image| vec![*image]).collect::<Vec<_>>();
    let check = |images: &[Vec<Vec<u64>>], spans: &[u64], binary: &str, map: &str| {
        let refs: Vec<Vec<&[u64]>> = images.iter().map(|bits| bits.iter().map(Vec::as_slice).collect()).collect();
        let refs: Vec<&[&[u64]]> = refs.iter().map(Vec::as_slice).collect();
        assert!(linear(&refs, spans, binary, map), "{map}");
    };
    check(
        &[one(&[1, 2, 4])],
        &[8],
        "{ [c0, c1, c2] -> [c0, c1, c2] : 0 <= c0, c1, c2 <= 1 }",
        "{ [c0] -> [c0] : 0 <= c0 <= 7 }",
    );
    check(
        // The paper prints one 0 for the three bits of an index below 8; they are all 0.
        &[one(&[0, 0, 0])],
        &[8],
        "{ [c0, c1, c2] -> [0, 0, 0] : 0 <= c0, c1, c2 <= 1 }",
        "{ [c0] -> [0] : 0 <= c0 <= 7 }",
    );
    check(
        &[vec![vec![1, 0], vec![2, 0]], vec![vec![0, 1], vec![0, 2]]],
        &[4, 4],
        "{ [c0, c1, c2, c3] -> [c0, c1, c2, c3] : 0 <= c0, c1, c2, c3 <= 1 }",
        "{ [c0, c1] -> [c0, c1] : 0 <= c0, c1 <= 3 }",
    );
    check(
        &[one(&[4, 8, 1, 2])],
        &[16],
        "{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : 0 <= c0, c1, c2, c3 <= 1 }",
        "{ [c0] -> [15 + 4c0 + 15*floor((-1 - c0)/4)] : 0 <= c0 <= 15 }",
    );
    check(
        &[one(&[1, 2]), one(&[0, 0])],
        &[4],
        "{ [c0, c1, c2, c3] -> [c0, c1] : 0 <= c0, c1, c2, c3 <= 1 }",
        "{ [c0, c1] -> [c0] : 0 <= c0, c1 <= 3 }",
    );
}

/// The paper's `2d_transpose` has the right binary map and the identity for a layout map.
#[test]
fn table_1_transpose_prints_the_identity() {
    let images: &[&[&[u64]]] = &[&[&[0, 1], &[0, 2]], &[&[1, 0], &[2, 0]]];
    let binary = "{ [c0, c1, c2, c3] -> [c2, c3, c0, c1] : 0 <= c0, c1, c2, c3 <= 1 }";
    assert!(!linear(images, &[4, 4], binary, "{ [c0, c1] -> [c0, c1] : 0 <= c0, c1 <= 3 }"));
    assert!(linear(images, &[4, 4], binary, "{ [c0, c1] -> [c1, c0] : 0 <= c0, c1 <= 3 }"));
}

#[test]
fn section_6_the_shuffle() {
    let (arena, effort) = (Arena::new(), Effort::default());
    let shuffle = Relation::of_isl(&arena, "{ [c0] -> [((-3c0) mod 16)] : 0 <= c0 <= 15 }").unwrap();
    assert_eq!(shuffle.is_bijective(&effort), Answer::Yes);
    // Neither strided nor a swizzle; a chain has a name for it.
    assert!(shuffle.to_cute().is_err());
    assert!(shuffle.binary_map().is_err());
    assert_eq!(shuffle.to_chain(), Ok("Fan(16, 13, 0)".to_owned()));
    let inverse = shuffle.inverse(&effort).unwrap();
    assert!((0..16).all(|c| inverse.at(&shuffle.at(&[c]).unwrap()) == Some(vec![c])));
}

#[test]
fn section_6_domains_that_are_no_boxes() {
    let (arena, effort) = (Arena::new(), Effort::default());
    let triangle = Relation::of_isl(&arena, "{ [i, j] -> [8i + j] : 0 <= j <= i < 8 }").unwrap();
    assert_eq!(triangle.domain().set(&effort).unwrap().size(), 36);
    assert_eq!(triangle.image(&effort).unwrap().lexmax(), Some(vec![63]));
    assert_eq!(triangle.is_injective(&effort), Answer::Yes);
    let holes = Relation::of_isl(&arena, "{ [i] -> [i] : 0 <= i < 4 or 8 <= i < 12 }").unwrap();
    assert_eq!(holes.domain().set(&effort).unwrap().to_string(), "{ [x] : 0 <= x <= 3; [x] : 8 <= x <= 11 }");
    assert_eq!(holes.holes(&effort).unwrap().to_string(), "{ [x] : 4 <= x <= 7 }");
}

#[test]
fn section_6_a_composition_out_of_bounds() {
    let (arena, effort) = (Arena::new(), Effort::default());
    let of = |text: &str| {
        Relation::of_cute(&arena, &ComposedLayout::parse(text).unwrap(), Coordinates::TopLevel).unwrap().layout_map()
    };
    let (outer, inner) = (of("(2,1):(1,80)"), of("(2,2):(2,1)"));
    let outside = inner.out_of_bounds(&outer).unwrap();
    assert_eq!(outside.set(&effort).unwrap().to_string(), "{ [1]; [3] }");
    // As a condition to emit: wherever it holds there is nothing to load.
    assert_eq!(outside.predicate_text(), "2 <= 2 * (i0 % 2) + i0 / 2");
    let both = inner.then(&outer).unwrap();
    assert_eq!(both.domain().set(&effort).unwrap().to_string(), "{ [0]; [2] }");
    assert_eq!((both.at(&[0]), both.at(&[2]), both.at(&[1])), (Some(vec![0]), Some(vec![1]), None));
    // CuTe's composition goes on along the last mode instead: (2,2):(80,1).
    let extended = Layout::parse("(2,1):(1,80)").unwrap().composition(&layout("(2,2):(2,1)")).unwrap();
    assert!(same(&extended, &layout("(2,2):(80,1)")), "{extended}");
}

/// Algorithms 2 and 3: strides from a map and its shape, shape from a map and its strides.
#[test]
fn strides_and_shapes_of_the_map_of_figure_1() {
    let arena = Arena::new();
    let map =
        Relation::of_isl(&arena, "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }").unwrap();
    assert_eq!(map.strides_of(&[4, 2, 2]), Ok(vec![2, 1, 8]));
    assert_eq!(map.shape_of(&[2, 1, 8]), Ok(vec![4, 2, 2]));
    assert_eq!(map.shape_and_strides(), Ok((vec![4, 2, 2], vec![2, 1, 8])));
    assert!(IntTuple::parse("(4,4)").unwrap().is_compatible(&IntTuple::parse("(4,(2,2))").unwrap()));
    let coarse =
        Relation::of_cute(&arena, &ComposedLayout::parse("(4,(2,2)):(2,(1,8))").unwrap(), Coordinates::TopLevel)
            .unwrap();
    assert_eq!(coarse.dims(), Some(vec![4, 4]));
    assert_eq!(coarse.layout_map().is_equal(&map, &Effort::default()), Ok(Answer::Yes));
}

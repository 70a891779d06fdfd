//! Every operation of the algebra under its name, and what it says where it has no result: which mode, and the numbers.

use lego_algebra::expression::{Value, evaluate, names};

fn value(text: &str) -> String {
    evaluate(text, &|_| None).unwrap_or_else(|fault| panic!("{text}: {fault}")).to_string()
}

#[test]
fn every_operation_is_there_under_its_name() {
    for (text, expected) in [
        ("coalesce((2,(1,6)):(1,(6,2)))", "12:1"),
        ("coalesce((2,(1,6)):(1,(6,2)), (1,1))", "(2,6):(1,2)"),
        ("filter((2,4,1):(0,1,7))", "4:1"),
        ("composition((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)"),
        ("composition((4,6):(1,4), <2:2, _>)", "(2,6):(2,4)"),
        ("complement(4:2, 24)", "(2,3):(1,8)"),
        ("right_inverse((4,8):(8,1))", "(8,4):(4,1)"),
        ("left_inverse(4:2)", "(2,4):(4,1)"),
        ("inverse((4,8):(8,1))", "(8,4):(4,1)"),
        ("nullspace((2,4):(0,1))", "2:1"),
        ("logical_divide((4,2,3):(2,1,8), 4:2)", "((2,2),(2,3)):((4,1),(2,8))"),
        ("zipped_divide((4,8):(8,1), (2,4))", "((2,4),(2,2)):((8,1),(16,4))"),
        ("tiled_divide((4,8):(8,1), (2,4))", "((2,4),2,2):((8,1),16,4)"),
        ("flat_divide((4,8):(8,1), (2,4))", "(2,4,2,2):(8,1,16,4)"),
        ("logical_product((2,2):(4,1), 6:1)", "((2,2),(2,3)):((4,1),(2,8))"),
        ("zipped_product((2,2):(1,2), 3:1)", "((2,2),3):((1,2),4)"),
        ("tiled_product((2,2):(1,2), (3,2):(1,3))", "((2,2),3,2):((1,2),4,12)"),
        ("flat_product((2,2):(1,2), (3,2):(1,3))", "(2,2,3,2):(1,2,4,12)"),
        ("blocked_product((2,5):(5,1), (3,4):(1,3))", "(6,(5,4)):(5,(1,30))"),
        ("raked_product((2,5):(5,1), (3,4):(1,3))", "((3,2),(4,5)):((10,5),(30,1))"),
        ("tile_to_shape((2,2):(1,2), (4,6))", "((2,2),(2,3)):((1,4),(2,8))"),
        ("make_layout_like((4,2,8):(64,0,1))", "(4,2,8):(8,0,1)"),
        ("make_fragment_like(((2,2),4,3):((64,8),1,512))", "((2,2),4,3):((1,2),4,16)"),
        ("upcast((4,8):(8,1), 4)", "(4,2):(2,1)"),
        ("downcast((4,8):(8,1), 2)", "(4,16):(16,1)"),
        ("recast_layout((4,8):(8,1), 16, 8)", "(4,16):(16,1)"),
        ("upcast(Sw<3,4,3>, 4)", "Sw<3,2,3>"),
        ("make_layout_tv((2,3):(3,1), (2,2):(2,1))", "((3,2),(2,2)):((8,2),(4,1))"),
        ("mma_m16n8_f32_C", "((4,8),(2,2)):((32,1),(16,8))"),
        ("with_shape(8:2, (2,4))", "(2,4):(2,4)"),
        ("slice((2,_), (4,8):(8,1))", "Sw<0,4,3> o 16 o 8:1"),
        ("idx2crd(13, (4,8))", "(1,3)"),
        ("crd2idx((1,3), (4,8):(8,1))", "11"),
        ("shape_div((12,3),4)", "(3,3)"),
        ("ceil_div((5,9),(2,4))", "(3,3)"),
        ("congruent((2,(3,4)), (1,(1,1)))", "true"),
        ("compatible(24, (2,(3,4)))", "true"),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn refusals_name_the_mode_and_the_numbers() {
    for (text, expected) in [
        ("coalesce((2,6):(1,2), (1,1,1))", "rank 3 is given and rank 2 is the most: mode 2 stands for nothing"),
        (
            "composition((6,2):(8,2), 3:4)",
            "mode 0 of B, 3:4, goes in steps of 4 through mode 0 of A, 6:8, and 4 does not divide 6",
        ),
        (
            "composition((4,6):(1,5), 6:1)",
            "mode 0 of B, 6:1, arrives at mode 0 of A, 4:1, with 6 coordinates in steps of 1; 4 of them fit there, and 6 is no \
             multiple of 4",
        ),
        (
            "composition((3,4):(1,100), (2,2):(2,2))",
            "the modes of B compose one by one, but not together: their sum carries over at mode 0 of A, 3:1; at coordinate 3 A has \
             101, and the composed modes add up to 4",
        ),
        (
            "composition((4,6):(1,4), <2:1,2:1,2:1>)",
            "rank 3 is given and rank 2 is the most: mode 2 stands for nothing",
        ),
        (
            "complement((2,2):(1,5), 20)",
            "no complement: the modes of strides below 5 span 2, and 5 is no multiple of 2, so that the gaps have no common stride",
        ),
        ("left_inverse((2,2):(0,1))", "not injective: the coordinates 0 and 1 have the same value"),
        ("inverse(4:2)", "not onto: no coordinate has the value 1"),
        ("tiled_divide((4,8):(1,4), (2,2,2))", "rank 3 is given and rank 2 is the most: mode 2 stands for nothing"),
        (
            "logical_product(4:3, 4:1)",
            "mode 0 of B, 4:1, arrives at mode 0 of A, 3:1, with 4 coordinates in steps of 1; 3 of them fit there, and 4 is no \
             multiple of 3",
        ),
        (
            "tile_to_shape((2,2):(1,2), (4,6), (2,1,3))",
            "rank 3 is given and rank 2 is the most: mode 2 stands for nothing",
        ),
        ("tile_to_shape((2,2):(1,2), (4,6), 1)", "rank 1 is given and rank 2 is needed: mode 1 is missing"),
        (
            "upcast((4,8):(8,1), 3)",
            "mode 0, 4:8, has no whole elements of 3 old ones: 8 is no multiple of 3, and the mode is not made of groups that fill \
             such an element",
        ),
        (
            "downcast((4,8):(2,4), 2)",
            "no mode of stride 1 holds the 2 new elements of an old one; put one there first, as in (1,…):(1,…)",
        ),
        (
            "upcast(Sw<3,0,3>, 4)",
            "a swizzle from bit 0 on changes what is inside an element of 4 old ones, so that its positions are none of the wide \
             elements",
        ),
        (
            "Sw<3,0,2>",
            "no swizzle: Sw<3,0,2> needs bits and base from 0 on, a shift of at least 3 either way, and 62 bits together",
        ),
        ("slice((5,_), (4,8):(8,1))", "no coordinate of this shape: part 0 is 5, and extent 4 ends before it"),
        ("slice((_,8), (4,8):(8,1))", "no coordinate of this shape: part 1 is 8, and extent 8 ends before it"),
        (
            "slice((_,(1,4)), (4,(2,4)):(8,(1,2)))",
            "no coordinate of this shape: part 2 is 4, and extent 4 ends before it",
        ),
        ("slice((_,_,1), (4,8):(8,1))", "no coordinate of this shape: 3 parts stand for 2 modes"),
        ("crd2idx((1,-1), (4,8):(8,1))", "no coordinate of this shape: part 1 is -1, and they start at 0"),
        ("crd2idx((1,2,3), (4,8):(8,1))", "no coordinate of this shape: 3 parts stand for 2 modes"),
        ("with_shape(8:1, (3,3))", "size 9 is given and size 8 is needed"),
        ("shape_div(6, 4)", "shape_div: neither of 6 and 4 divides the other"),
        ("make_layout((2,3), (1,2,3))", "shape and stride need the same brackets, as in ((2,2),4):((1,8),2)"),
        ("(4,-1):(1,4)", "extent -1 of mode 1: extents start at 0"),
    ] {
        let fault = evaluate(text, &|_| None).map(|value| value.to_string()).unwrap_err();
        assert_eq!(fault.message, expected, "{text}");
    }
}

#[test]
fn every_name_is_a_function() {
    for name in names() {
        // Without arguments each asks for some, and none is unknown.
        let fault = evaluate(&format!("{name}(_, _, _, _, _, _, _)"), &|_| None);
        match fault {
            Err(fault) => assert!(!fault.message.starts_with("no function"), "{name}: {fault}"),
            Ok(value) => assert!(matches!(value, Value::Tuple(_) | Value::Tiler(_) | Value::Keep), "{name}: {value}"),
        }
    }
}

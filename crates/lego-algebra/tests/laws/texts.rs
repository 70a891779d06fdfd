//! Notation: what is printed is read as the same value, and no text makes the reader fall over.

use crate::layouts::{EXTENTS, layout, tiler};
use crate::rounds;
use lego_algebra::cute::{ComposedLayout, IntTuple, Layout, Swizzle, Tiler};
use lego_algebra::expression::{Value, evaluate};
use random::Random;

#[test]
fn what_is_printed_is_read_as_the_same() {
    let mut random = Random::new(41);
    for _ in 0..rounds() {
        let layout = layout(&mut random, 6, &EXTENTS, true);
        assert_eq!(Layout::parse(&layout.to_string()), Ok(layout));
        assert_eq!(IntTuple::parse(&layout.shape().to_string()), Ok(layout.shape()));
        let tiler = tiler(&mut random, &layout);
        assert_eq!(Tiler::parse(&tiler.to_string()), Ok(tiler), "{tiler}");
        let swizzle = Swizzle::new(2, 3, -4).unwrap();
        let composed = ComposedLayout { swizzle, offset: random.below(100) as i64, layout };
        assert_eq!(ComposedLayout::parse(&composed.to_string()), Ok(composed));
        // As CuTe prints numbers that it knows when it compiles.
        let known: String = layout.to_string().chars().fold(String::new(), |mut text, c| {
            if c.is_ascii_digit() && !text.ends_with(|c: char| c.is_ascii_digit()) {
                text.push('_');
            }
            text.push(c);
            text
        });
        assert_eq!(Layout::parse(&known), Ok(layout), "{known}");
    }
}

#[test]
fn a_wrong_text_has_its_place() {
    for (text, start, end) in [
        ("", 0, 0),
        ("(2,4)", 5, 5),
        ("(2,4):(1)", 0, 9),
        ("(2,4:(1,2)", 4, 5),
        ("(2,,4):(1,2,3)", 3, 4),
        ("():()", 1, 2),
        ("(2,-1):(1,2)", 0, 12),
        ("4:2 x", 4, 5),
        ("99999999999999999999:1", 0, 20),
        ("(2,x):(1,2)", 3, 4),
        ("(2,∘):(1,2)", 3, 6),
    ] {
        let error = Layout::parse(text).unwrap_err();
        assert_eq!((error.start, error.end), (start, end), "{text}: {error}");
    }
    assert!(Swizzle::parse("Sw<3,4>").is_err() && Swizzle::parse("Sw<3,4,1>").is_err());
    assert!(ComposedLayout::parse("Sw<3,4,3> o (8,8):(8,1)").is_err());
}

/// What constants are read from is read by expressions, too, and as the same: the two readers know one notation.
#[test]
fn the_text_of_a_value_is_an_expression_of_the_same_value() {
    let mut random = Random::new(43);
    let words = [
        "(",
        ")",
        "(2,4)",
        "(1,2)",
        "(2,(4,3))",
        "(1,(2,8))",
        ",",
        ":",
        ":",
        "<",
        ">",
        "_",
        "-",
        " o ",
        "∘",
        "Sw<1,0,1>",
        "Swizzle<2,1,-3>",
        "Sw<1,0,1> o 3 o ",
        "(2,4):(1,2)",
        "2",
        "17",
        " ",
        "0",
        "_4",
        "9223372036854775807",
        "(4,)",
    ];
    let mut counts = [0; 5];
    for _ in 0..60 * rounds() {
        let text: String = (0..1 + random.below(7)).map(|_| *random.pick(&words)).collect();
        let found = evaluate(&text, &|_| None);
        let found = |kind: &str| {
            found.as_ref().map(|value| value.to_string()).map_err(|fault| format!("{kind} {text}: {fault}"))
        };
        if let Ok(tuple) = IntTuple::parse(&text) {
            assert_eq!(found("tuple"), Ok(tuple.to_string()));
            counts[0] += 1;
        }
        if let Ok(layout) = Layout::parse(&text) {
            assert_eq!(found("layout"), Ok(layout.to_string()));
            counts[1] += 1;
        }
        if let Ok(swizzle) = Swizzle::parse(&text) {
            assert_eq!(found("swizzle"), Ok(swizzle.to_string()));
            counts[2] += 1;
        }
        if let (Ok(composed), true) = (ComposedLayout::parse(&text), text.contains(['o', '∘'])) {
            assert_eq!(found("composed"), Ok(composed.to_string()));
            counts[3] += 1;
        }
        if let Ok(tiler) = Tiler::parse(&text) {
            // Numbers in brackets are a shape, and its n is the tiler n:1.
            let shown = match evaluate(&format!("<{text},_>"), &|_| None) {
                Ok(Value::Tiler(_)) => Tiler::parse(&format!("<{text},_>")).ok().and_then(|tilers| tilers.element(0)),
                other => panic!("{text}: {other:?}"),
            };
            assert_eq!(shown, Some(tiler), "{text}");
            counts[4] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn no_text_makes_the_reader_fall_over() {
    let mut random = Random::new(42);
    let alphabet = [
        "(",
        ")",
        ",",
        ":",
        "<",
        ">",
        "_",
        "-",
        "o",
        "∘",
        "S",
        "w",
        "Sw<",
        "2",
        "17",
        " ",
        "é",
        "0",
        "composition(",
        "M",
        "*",
        "/",
    ];
    for _ in 0..rounds() {
        let text: String = (0..random.below(20)).map(|_| *random.pick(&alphabet)).collect();
        let _ = (IntTuple::parse(&text), Layout::parse(&text), Swizzle::parse(&text));
        let _ = (ComposedLayout::parse(&text), Tiler::parse(&text));
    }
    let deep = "(".repeat(100_000);
    assert!(Layout::parse(&deep).is_err() && Tiler::parse(&deep).is_err());
    assert!(Layout::parse(&format!("{}1{}:1", "(".repeat(255), ")".repeat(255))).is_err());
    let many = format!("({})", ["2"; 33].join(","));
    assert!(IntTuple::parse(&many).unwrap_err().to_string().contains("at most 32"));
}

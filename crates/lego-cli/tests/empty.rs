//! Layouts with a size of 0, given with `--let`: every command takes them, and none of them finds an index.

mod common;

use common::{json, lego};
use lego_gen::Target;
use serde_json::{Value, json as object};

/// Chains whose dims have a 0 for N = 0, with the dims.
const CHAINS: &[(&str, &[u64])] = &[
    ("Row(N, 4)", &[0, 4]),
    ("Row(4, N)", &[4, 0]),
    ("Col(3, N, 2)", &[3, 0, 2]),
    ("Row(N)", &[0]),
    ("Row(8*N, 4).TileBy([2*N, 2], [4, 2])", &[0, 2, 4, 2]),
    ("Row(8).PadBy([N] => [8])", &[0]),
    ("Row(N).ExpandBy([N] => [ceil_div(N, 8)*8])", &[0]),
    ("AntiDiag(N)", &[0, 0]),
    ("Morton(N, 8)", &[0, 8]),
];

/// A chain whose indices have no position for N = 0.
const STORED: &str = "Row(N).ExpandBy([N] => [8])";

#[test]
fn show_has_dims_and_span() {
    for (chain, dims) in CHAINS {
        let shown = json(&["show", chain, "--let", "N=0"]);
        assert_eq!((&shown["dims"], &shown["span"]), (&object!(dims), &object!(0)), "{chain}");
        assert!(shown["apply"].is_string() && shown["inv"].as_array().unwrap().len() == dims.len(), "{chain}");
        let run = lego(&["show", chain, "--let", "N=0", "--explain"]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{chain}");
        assert!(run.stdout.contains("span     0\n"), "{chain}: {}", run.stdout);
    }
    let shown = json(&["show", STORED, "--let", "N=0"]);
    assert_eq!((&shown["dims"], &shown["span"], &shown["guard"]), (&object!([8]), &object!(0), &object!("1 < 0")));
    // Of symbols no size is said to be at least 1.
    let run = lego(&["show", "Row(M, N).TileBy([M/8, N/4], [8, 4])"]);
    assert!(!run.stdout.contains(">= 1"), "{}", run.stdout);
}

#[test]
fn tables_are_empty() {
    for (chain, dims) in CHAINS {
        let table = json(&["table", chain, "--let", "N=0"]);
        assert_eq!(table, object!({ "dims": dims, "apply": [], "inv": [] }), "{chain}");
        for options in [&[][..], &["--by", "memory"], &["--colour", "index"]] {
            let run = lego(&[&["table", chain, "--let", "N=0"], options].concat());
            assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{chain} {options:?}");
        }
    }
    let table = json(&["table", STORED, "--let", "N=0"]);
    assert_eq!(table, object!({ "dims": [8], "apply": vec![Value::Null; 8], "inv": [] }));
    let run = lego(&["table", STORED, "--let", "N=0"]);
    assert_eq!((run.status, run.stdout.lines().count()), (0, 8), "{}", run.stdout);
}

#[test]
fn points_are_out_of_range() {
    for (chain, dims) in CHAINS {
        let origin = vec!["0"; dims.len()].join(",");
        for point in [["--at", &origin], ["--inv", "0"]] {
            let run = lego(&[&["eval", chain, "--let", "N=0"], &point[..]].concat());
            assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{chain}");
            assert!(run.stderr.contains("the layout is empty"), "{chain}: {}", run.stderr);
        }
    }
    assert_eq!(json(&["eval", STORED, "--let", "N=0", "--at", "3"]), object!({ "position": null }));
}

#[test]
fn drawings_say_that_there_is_nothing() {
    let folder = std::env::temp_dir().join(format!("lego-empty-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (number, (chain, _)) in CHAINS.iter().chain([&(STORED, &[8][..])]).enumerate() {
        for (ending, by) in [("svg", "index"), ("svg", "memory"), ("png", "index")] {
            let file = folder.join(format!("{number}-{by}.{ending}"));
            let run = lego(&["svg", chain, "--let", "N=0", "--by", by, "-o", file.to_str().unwrap()]);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{chain} {by}");
            let drawing = std::fs::read(&file).unwrap();
            let is_empty = *chain != STORED || by == "memory";
            if ending == "svg" && is_empty {
                assert!(String::from_utf8(drawing).unwrap().contains("the layout is empty"), "{chain} {by}");
            }
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn checks_and_comparisons_answer() {
    for (chain, _) in CHAINS {
        assert_eq!(json(&["check", chain, "--let", "N=0"]), object!({ "ok": true }), "{chain}");
    }
    let equal = |one, other| json(&["equal", one, other, "--let", "N=0"]);
    assert_eq!(equal("Row(N, 4)", "Col(N, 4)"), object!({ "equal": true }));
    let run = lego(&["equal", "Row(N, 4)", "Row(4, N)", "--let", "N=0"]);
    assert_eq!((run.status, run.stdout.contains("not equal")), (1, true), "{}", run.stdout);
    let run = lego(&["check", "Row(N, 4)", "--let", "N=0", "--access", "Row", "--bytes", "4"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    // A literal stays an error, and so does a divisor.
    for wrong in
        [&["check", "Row(0, 4)"][..], &["check", "Row(4/N)", "--let", "N=0"], &["check", "Row(N)", "--let", "N=-1"]]
    {
        assert_eq!(lego(wrong).status, 1, "{wrong:?}");
    }
}

#[test]
fn generated_text_is_there_for_every_target() {
    for target in Target::ALL.map(Target::name) {
        for (chain, _) in CHAINS {
            let written = lego(&["gen", "--target", target, chain, "--let", "N=0", "--json"]);
            assert_eq!(written.status, 0, "{target} {chain}: {}", written.stderr);
        }
    }
}

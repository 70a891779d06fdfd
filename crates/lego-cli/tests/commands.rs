//! Every command: its text, its JSON, its exit status.

mod common;

use common::{json, lego, lego_reading, lego_with};
use serde_json::json as value;

const FIG9: &str =
    "OrderBy(RegP([2,2],[2,1]), GenP([3,3], antidiag, antidiag_inv)).OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])";

/// Checks status 0 and standard output.
#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    let run = lego(arguments);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    assert_eq!(run.stdout, expected, "{arguments:?}");
}

/// Checks the status, that standard output is empty, and the first line of standard error.
#[track_caller]
fn fails(arguments: &[&str], status: i32, message: &str) {
    let run = lego(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (status, ""), "{arguments:?}");
    assert_eq!(run.stderr.lines().next(), Some(message), "{arguments:?}");
}

#[test]
fn show() {
    prints(
        &["show", "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])"],
        "dims     [M / BM, K / BK, BM, BK]\n\
         span     M * K\n\
         apply    p = K * (BM * i0 + i2) + (BK * i1 + i3)\n         \
                  6 operations, 6 before simplification\n\
         inv      let t0 = p % K;\n         \
                  let t1 = p / K;\n         \
                  i0 = t1 / BM\n         \
                  i1 = t0 / BK\n         \
                  i2 = t1 % BM\n         \
                  i3 = t0 % BK\n         \
                  6 operations, 6 before simplification\n\
         strides  [BM * K, BK, K, 1]\n\
         width    what M * K takes\n\
         assumes  BM >= 1\n         \
                  M % BM == 0\n         \
                  BK >= 1\n         \
                  K % BK == 0\n         \
                  M * K fits an index\n",
    );
    prints(
        &["show", "Row(3,4).PadBy([3,3] => [3,4])"],
        "dims     [3, 3]\n\
         span     12\n\
         indices  9\n\
         apply    p = 4 * i0 + i1\n         \
                  2 operations, 2 before simplification\n\
         inv      where p % 4 < 3\n         \
                  i0 = p / 4\n         \
                  i1 = p % 4\n         \
                  2 operations, 2 before simplification\n\
         strides  [4, 1]\n\
         width    8 bits\n",
    );
    assert_eq!(
        json(&["show", "Col(4,8)"]),
        value!({
            "dims": [4, 8], "span": 32, "index": ["i0", "i1"], "apply": "4 * i1 + i0", "apply_ops": 2, "apply_bits": 8, "inv_bits": 8, "guard": null,
            "inv": ["p % 4", "p / 4"], "inv_ops": 2, "inv_guard": null
        })
    );
    assert_eq!(
        json(&["show", "Row(M, 4).ExpandBy([M, 4] => [M, 8])", "--let", "M=2"]),
        value!({
            "dims": [2, 8], "span": 8, "index": ["i0", "i1"], "apply": "4 * i0 + i1", "apply_ops": 2, "apply_bits": 8, "inv_bits": 8,
            "guard": "i1 < 4", "inv": ["p / 4", "p % 4"], "inv_ops": 2, "inv_guard": null
        })
    );
}

#[test]
fn eval() {
    prints(&["eval", FIG9, "--at", "4,2"], "15\n");
    prints(&["eval", FIG9, "--inv", "15"], "4,2\n");
    prints(&["eval", FIG9, "--at", " [4, 2] "], "15\n");
    assert_eq!(json(&["eval", FIG9, "--at", "4,2"]), value!({"position": 15}));
    assert_eq!(json(&["eval", FIG9, "--inv", "15"]), value!({"index": [4, 2]}));
    let expanded = "Row(3,4).ExpandBy([3,4] => [4,4])";
    prints(&["eval", expanded, "--at", "3,0"], "none\n");
    assert_eq!(json(&["eval", expanded, "--at", "3,0"]), value!({"position": null}));
    assert_eq!(json(&["eval", expanded, "--at", "2,3"]), value!({"position": 11}));
    let padded = "Row(65,66).PadBy([65,65] => [65,66])";
    prints(&["eval", padded, "--inv", "65"], "none\n");
    assert_eq!(json(&["eval", padded, "--inv", "65"]), value!({"index": null}));
    assert_eq!(json(&["eval", padded, "--inv", "66"]), value!({"index": [1, 0]}));
    prints(&["eval", "Row(4294967295, 4294967297)", "--at", "4294967294,4294967296"], "18446744073709551614\n");
    prints(&["eval", "Row(4294967295, 4294967297)", "--inv", "18446744073709551614"], "4294967294,4294967296\n");
}

#[test]
fn eval_outside() {
    fails(&["eval", FIG9, "--at", "4"], 1, "error: an index of rank 1, but the layout has rank 2: [6, 6]");
    fails(&["eval", FIG9, "--at", "4,6"], 1, "error: i1 = 6 is out of range: axis 1 has indices 0 to 5");
    fails(&["eval", FIG9, "--at", "-1,5"], 1, "error: i0 = -1 is out of range: axis 0 has indices 0 to 5");
    fails(&["eval", FIG9, "--inv", "36"], 1, "error: position 36 is out of range: the layout has positions 0 to 35");
    fails(&["eval", "Row(4, M)", "--at", "1,2"], 1, "error: M needs a value here: --let M=…");
    let run = lego(&["eval", FIG9, "--at", "4,16", "--json"]);
    assert_eq!(run.status, 1);
    let message = "i1 = 16 is out of range: axis 1 has indices 0 to 5";
    let error = value!({"message": message, "start": 2, "end": 4, "option": "--at"});
    assert_eq!(run.json(), value!({"ok": false, "errors": [error]}));
    assert!(run.stderr.ends_with("\n --> --at, line 1, column 3\n  |\n1 | 4,16\n  |   ^^\n"), "{}", run.stderr);
}

#[test]
fn table() {
    prints(&["table", "Hilbert(4,4)"], " 0  3  4  5\n 1  2  7  6\n14 13  8  9\n15 12 11 10\n");
    prints(&["table", "Row(2,2).ExpandBy([2,2] => [2,3])"], "0 1 ·\n2 3 ·\n");
    prints(&["table", "Row(4,4).TileBy([2,2],[2,2])"], " 0  1   2  3\n 4  5   6  7\n\n 8  9  10 11\n12 13  14 15\n");
    prints(&["table", "TileOrderBy(Row(2,1), Col(2,3))"], " 0  2  4\n 1  3  5\n 6  8 10\n 7  9 11\n");
    prints(&["table", "Fan(5, 2, 1)"], "0 -> 1\n1 -> 3\n2 -> 0\n3 -> 2\n4 -> 4\n");
    prints(&["table", "Col(1,2,2)"], "0 0 0 -> 0\n0 0 1 -> 2\n0 1 0 -> 1\n0 1 1 -> 3\n");
    prints(&["table", "Row(2).ExpandBy([2] => [3])"], "0 -> 0\n1 -> 1\n2 -> ·\n");
    assert_eq!(
        json(&["table", "Col(2,3)"]),
        value!({"dims": [2, 3], "apply": [0, 2, 4, 1, 3, 5], "inv": [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]]})
    );
    assert_eq!(
        json(&["table", "Row(2,2).PadBy([2,1] => [2,2])"]),
        value!({"dims": [2, 1], "apply": [0, 2], "inv": [[0, 0], null, [1, 0], null]})
    );
    assert_eq!(
        json(&["table", "Row(1,2).ExpandBy([1,2] => [2,2])"]),
        value!({"dims": [2, 2], "apply": [0, 1, null, null], "inv": [[0, 0], [0, 1]]})
    );
}

#[test]
fn tables_have_an_end() {
    let message = "error: not decided (limit): the layout has 4194305 indices; a table shows at most 4194304. For all of \
                   them: --no-limit. For one of them: lego eval";
    fails(&["table", "Row(4194305)"], 3, message);
    let run = lego(&["table", "Row(4294967296, 1048576)", "--json"]);
    assert_eq!((run.status, &run.json()["ok"]), (3, &false.into()));
    fails(
        &["table", "Row(4194304, 2).PadBy([4194304, 1] => [4194304, 2])"],
        3,
        "error: not decided (limit): the layout has 8388608 positions; a table shows at most 4194304. For all of them: \
         --no-limit. For one of them: lego eval",
    );
    let run = lego(&["table", "--no-limit", "--json", "Row(4194305)"]);
    assert_eq!((run.status, run.json()["apply"].as_array().map(Vec::len)), (0, Some(4194305)));
}

#[test]
fn tables_are_coloured_where_that_can_be_seen() {
    let coloured = lego_with(&[("CLICOLOR_FORCE", "1"), ("COLORTERM", "truecolor")], &["table", "Row(2,2)"]);
    assert!(coloured.stdout.contains("\u{1b}[38;2;255;255;255m\u{1b}[48;2;"), "{:?}", coloured.stdout);
    let indexed = lego_with(&[("CLICOLOR_FORCE", "1")], &["table", "Row(2,2)"]);
    assert!(indexed.stdout.contains("\u{1b}[48;5;"), "{:?}", indexed.stdout);
    let plain = lego_with(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &["table", "Row(2,2)"]);
    assert_eq!(plain.stdout, "0 1\n2 3\n");
    // Escape codes aside the text is the same, with a blank on either side of a cell.
    let mut text = String::new();
    for part in coloured.stdout.split('\u{1b}') {
        text.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    assert_eq!(text, " 0  1 \n 2  3 \n");
    let error = lego_with(&[("CLICOLOR_FORCE", "1")], &["check", "Row(0)"]);
    assert!(error.stderr.starts_with("\u{1b}[1m\u{1b}[91merror"), "{:?}", error.stderr);
}

#[test]
fn check() {
    prints(&["check", FIG9], "ok\n");
    prints(&["check", "Row(M, 64).TileBy([M/8, 8], [8, 8])"], "ok\n");
    assert_eq!(json(&["check", FIG9]), value!({"ok": true}));
    let run = lego(&["check", "Row(0, 4).GroupBy([2, -1])", "--json"]);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.json(),
        value!({"ok": false, "errors": [
            {"message": "this size is 0, but a size is at least 1", "start": 4, "end": 5},
            {"message": "this size is -1, but a size is at least 1", "start": 22, "end": 24},
        ]})
    );
    assert_eq!(run.stderr.matches("error: ").count(), 2);
    let run = lego(&["check", "Row(M, 64).TileBy([M/8, 8], [8, 8])", "--let", "M=100"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("8 does not divide 100"), "{}", run.stderr);
}

#[test]
fn equal() {
    prints(&["equal", "Col(4,8)", "RegP([4,8],[2,1])"], "equal\n");
    assert_eq!(
        json(&["equal", "Morton(4,4)", "OrderBy(RegP([2,2,2,2],[1,3,2,4])).GroupBy([4,4])"]),
        value!({"equal": true})
    );
    assert_eq!(json(&["equal", "Row(M, K)", "Row(M, K).GroupBy([M, K])"]), value!({"equal": true}));
    let different = |left, right| {
        let run = lego(&["equal", left, right, "--json"]);
        assert_eq!((run.status, run.stderr.as_str()), (1, ""));
        run.json()
    };
    assert_eq!(different("Row(3,3)", "AntiDiag(3)"), value!({"equal": false, "witness": [0, 2]}));
    assert_eq!(
        different("Row(4,8)", "Row(8,4)"),
        value!({"equal": false, "witness": [0, 4], "reason": "the dims are [4, 8] and [8, 4]"})
    );
    assert_eq!(
        different("Row(3,4)", "Row(4,4).PadBy([3,4] => [4,4])"),
        value!({"equal": false, "witness": null, "reason": "the spans are 12 and 16"})
    );
    assert_eq!(
        different("Row(M, K)", "Col(M, K)"),
        value!({"equal": false, "witness": [0, 1], "parameters": {"M": 2, "K": 2}})
    );
    let run = lego(&["equal", "Row(3,3)", "AntiDiag(3)"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, "not equal: at [0, 2] the positions are 2 and 3\n"));
    // An identity of bits that no rule knows, and that no small value refutes.
    let undecided =
        ["equal", "GenP([n], |i| i ^ 1, |p| p ^ 1)", "GenP([n], |i| i + 1 - 2 * (i % 2), |p| p + 1 - 2 * (p % 2))"];
    let run = lego(&undecided);
    assert_eq!((run.status, run.stdout.as_str()), (3, "not decided\n"), "{}", run.stderr);
    let run = lego(&[&undecided[..], &["--json"]].concat());
    assert_eq!((run.status, run.json()), (3, value!({"equal": null})));
    let decided = lego(&[&undecided[..], &["--let", "n=4096"]].concat());
    assert_eq!(decided.status, 0, "{}{}", decided.stdout, decided.stderr);
    let run = lego(&["equal", "Row(0)", "Row(4", "--json"]);
    let chains: Vec<_> = run.json()["errors"].as_array().unwrap().iter().map(|error| error["chain"].clone()).collect();
    assert_eq!((run.status, chains), (1, vec![1.into(), 2.into()]));
    assert!(
        run.stderr.contains("--> first chain, line 1, column 5") && run.stderr.contains("--> second chain, line 1")
    );
}

#[test]
fn values_of_parameters() {
    let chain = "Row(M,K).TileBy([M/BM,K/BK],[BM,BK])";
    let at = ["eval", chain, "--at", "1,1,2,3"];
    let given = |lets: &[&str]| lego(&[&at[..], lets].concat());
    for lets in [
        &["--let", "M=12,K=16,BM=4,BK=8"][..],
        &["--let", "M=12", "--let", "K=16,BM=4", "--let=BK=8"],
        &["--let", " M = 12 , K = 1_6, BM=4, BK=8, BK=8"],
    ] {
        assert_eq!(given(lets).stdout, "107\n");
    }
    let run = given(&["--let", "M=12,K=16"]);
    assert_eq!(run.status, 1);
    assert_eq!(run.stderr.matches("needs a value here").count(), 2);
    let run = given(&["--let", "M=12,K=16,BM=4,BK=8,bk=3"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, "107\n"));
    assert_eq!(run.stderr, "warning: --let bk has no effect: the parameters are M, K, BM, BK\n");
    let run = lego(&["show", "Row(M, 4)", "--let", "m=3"]);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.stderr,
        "warning: --let m has no effect: the chain has no parameter of this name; the nearest is M\n"
    );
    let run = lego(&["show", "Row(3, 4)", "--let", "m=3"]);
    assert_eq!(run.stderr, "warning: --let m has no effect: the chain has no parameters\n");
    fails(
        &["eval", "Row(M)", "--let", "M=0", "--at", "0"],
        1,
        "error: i0 = 0 is out of range: axis 0 has the extent 0, so that the layout is empty",
    );
    prints(&["eval", "Fan(16, a, 2)", "--let", "a=-3", "--at", "3"], "9\n");
    fails(&["check", "Row(M)", "--let", "M=1,M=2"], 2, "error: --let gives M two values, 1 and 2");
}

#[test]
fn chains_from_standard_input() {
    let run = lego_reading(&["eval", "-", "--at", "4,2"], &format!("  // fig. 9\n  {FIG9}\n"));
    assert_eq!((run.status, run.stdout.as_str()), (0, "15\n"), "{}", run.stderr);
    let run = lego_reading(&["check", "-", "--json"], "Row(4,\n    0)\n");
    assert_eq!(run.json()["errors"][0]["start"], 11);
    assert!(run.stderr.contains(" --> line 2, column 5\n  |\n2 |     0)\n  |     ^\n"), "{}", run.stderr);
    assert_eq!(lego_reading(&["equal", "-", "Col(2,2)"], "Col(2,2)").stdout, "equal\n");
    assert_eq!(lego_reading(&["equal", "-", "-"], "Col(2,2)").status, 2);
    assert_eq!(lego_reading(&["check", "-"], "").status, 1);
}

#[test]
fn wrong_usage() {
    for arguments in [
        &[][..],
        &["shew", "Row(4)"],
        &["show"],
        &["show", "Row(4)", "Row(5)"],
        &["eval", "Row(4)"],
        &["eval", "Row(4)", "--at", "1", "--inv", "1"],
        &["eval", "Row(4)", "--at", "x"],
        &["eval", "Row(4)", "--at", ""],
        &["eval", "Row(4)", "--at", "1,"],
        &["eval", "Row(4)", "--inv", "1,2"],
        &["eval", "Row(4)", "--inv", "1.5"],
        &["show", "Row(M)", "--let", "M"],
        &["show", "Row(M)", "--let", "M=four"],
        &["show", "Row(M)", "--let", "4=M"],
        &["equal", "Row(4)"],
        &["svg", "Row(4,4)"],
        &["table", "Row(4)", "--jsn"],
    ] {
        let run = lego(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn help_has_examples() {
    for arguments in [
        &["--help"][..],
        &["show", "--help"],
        &["eval", "--help"],
        &["table", "--help"],
        &["check", "--help"],
        &["equal", "--help"],
        &["svg", "--help"],
        &["fill", "--help"],
    ] {
        let run = lego(arguments);
        assert_eq!(run.status, 0, "{arguments:?}");
        assert!(run.stdout.contains("Examples:\n  lego "), "{arguments:?}: {}", run.stdout);
        // The examples are right. Those that read files, write some or serve a page are not tried.
        let is_pure = |line: &&str| {
            line.starts_with("  lego ")
                && ![" svg ", " fill ", " -o ", " studio"].iter().any(|word| line.contains(word))
        };
        for line in run.stdout.lines().filter(is_pure) {
            let command = line.trim().split("      ").next().unwrap();
            let words = shell_words(command.split(" < ").next().unwrap());
            let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            let run = lego_reading(&words, "Row(4, 8)");
            let refused = matches!(words[0], "check" | "equal") && run.status == 1;
            assert!(run.status == 0 || refused, "{line}: {}", run.stderr);
        }
    }
    assert!(lego(&["--version"]).stdout.starts_with("lego "));
}

/// The words of a command line with single quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.trim().chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).collect()
}

#[test]
fn show_by_cost() {
    // A CPU would rather mask and shift than multiply by 4032, while a GPU multiplies and adds in one instruction.
    let blocked = "OrderBy(Row(16, 16), Row(64, 64)).TileBy([1024, 1024])";
    let apply = |cost: &str| json(&["show", blocked, "--cost", cost])["apply"].clone();
    let merged = "61440 * (i0 / 64) + 4032 * (i1 / 64) + 64 * i0 + i1";
    assert_eq!(apply("ops"), merged);
    assert_eq!(json(&["show", blocked])["apply"], merged);
    assert_eq!(apply("cpu"), "64 * (i0 + 15 * (i0 & 960) + (i1 & 960)) + i1 % 64");
    assert_eq!(apply("gpu"), merged);
    // One division by a symbol fewer: p % BK would be one, (p % K) % BK comes with (p % K) / BK.
    let tiles = "Row(M, K).TileBy([M/BM, K/BK], [BM, BK])";
    assert_eq!(json(&["show", tiles, "--cost", "cpu"])["inv"][3], "p % K % BK");
    let run = lego(&["show", blocked, "--cost", "time"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("[possible values: ops, cpu, gpu]"), "{}", run.stderr);
}

#[test]
fn show_and_explain() {
    prints(
        &["show", "Row(M, 4).TileBy([M/2, 2], [2, 2])", "--explain", "--let", "M=4"],
        "dims     [2, 2, 2, 2]\n\
         span     16\n\
         apply    p = 8 * i0 + 4 * i2 + 2 * i1 + i3\n         \
                  6 operations, 6 before simplification\n\
         inv      i0 = p / 8\n         \
                  i1 = p / 2 % 2\n         \
                  i2 = p / 4 % 2\n         \
                  i3 = p % 2\n         \
                  6 operations, 6 before simplification\n\
         strides  [8, 2, 4, 1]\n\
         width    8 bits\n\
         \n\
         apply, as the algebra writes it\n  \
           p = (i0 * 2 + i2) * 4 + (i1 * 2 + i3)\n\
         sums and products are rearranged; no other rule is needed\n\
         \n\
         inv, as the algebra writes it\n  \
           i0 = p / 4 / 2\n  \
           i1 = p % 4 / 2\n  \
           i2 = p / 4 % 2\n  \
           i3 = p % 4 % 2\n\
         1. quotient of a quotient   x / a / d = x / (a*d)\n  \
           (p / 4) / 2 = p / 8\n\
         2. quotient of a quotient   x / a / d = x / (a*d)\n  \
           (p / 2) / 2 = p / 4\n\
         3. digits of a remainder   (x % (d*m)) / d = (x / d) % m,  (x % (d*m)) % d = x % d\n  \
           (p % 4) / 2 = (p / 2) % 2\n  \
           (p % 4) % 2 = p % 2\n",
    );
}

#[test]
fn explained_as_json() {
    let fig9_outer = "OrderBy(RegP([2,3,2,3],[1,3,2,4])).GroupBy([6,6])";
    let shown = json(&["show", fig9_outer, "--explain"]);
    let steps = shown["explain"]["apply"]["steps"].as_array().unwrap();
    assert_eq!(
        steps[0],
        value!({
            "rule": "multiple taken out",
            "law": "(d*q + r) / d = q + r / d; (d*q + r) % d = r % d",
            "condition": "0 <= r",
            "equations": [
                {"before": "(6 * i0 + i1) / 3", "after": "2 * i0 + i1 / 3"},
                {"before": "(6 * i0 + i1) % 3", "after": "i1 % 3"}
            ],
            "because": ["0 <= i1, as is every term"]
        })
    );
    let rules: Vec<&str> = steps.iter().map(|step| step["rule"].as_str().unwrap()).collect();
    assert_eq!(rules.last(), Some(&"remainder written out"));
    assert_eq!(shown["explain"]["inv"]["kept"], false);
    // The rest is as without.
    let mut plain = shown.clone();
    plain.as_object_mut().unwrap().remove("explain");
    assert_eq!(plain, json(&["show", fig9_outer]));
    // A fact that a rule uses is named.
    let panel = json(&["show", "OrderBy(RegP([K, N/16, 16], [2, 1, 3])).GroupBy([K, N])", "--explain"]);
    assert!(panel["explain"].to_string().contains("N % 16 == 0 is asserted"), "{panel}");
    assert!(panel["explain"].to_string().contains("16 divides N"), "{panel}");
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    for arguments in [
        &["show", "Row(4, 8)"][..],
        &["show", "Row(4, 8)", "--json"],
        &["check", "Row(4, 8)"],
        &["check", "Row(4", "--json"],
        &["eval", "Row(4, 8)", "--at", "1,2"],
        &["table", "Row(4, 8)"],
        &["equal", "Row(4, 8)", "Row(4, 8)"],
        &["svg", "Row(4, 8)", "-o", "-"],
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lego"));
        let run = command.args(arguments).stdout(full.try_clone().unwrap()).output().unwrap();
        let error = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("error: standard output: "), "{arguments:?}: {error}");
    }
}

#[test]
fn drawings_of_functions_that_take_long_have_an_end() {
    let lets = "let i = (i * 3 + 1) % 128; ".repeat(80);
    let stage =
        format!("OrderBy(GenP([128, 128], |i, j| {{ {lets} i * 128 + j }}, |p| (p / 128, p % 128), unchecked))");
    let run = lego(&["svg", &vec![stage; 38].join("."), "-o", "-"]);
    assert!(run.status == 3 && run.stderr.contains("not decided (limit): the drawing takes"), "{}", run.stderr);
}

//! `lego relation`, `lego convert`, `lego equal` of any systems.

mod common;

use common::{lego, lego_reading};
use lego_core::chain::unflatten;
use random::Random;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn a_relation_as_json() {
    let run = lego(&["relation", "Row(2, 4).PadBy([2, 3] => [2, 4])", "--json"]);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.json(),
        json!({
            "map": "{ [i0, i1] -> [4i0 + i1] : 0 <= i0 <= 1 and 0 <= i1 <= 2 }",
            "dims": [2, 3],
            "spans": [8],
            "points": 6,
            "first": { "index": [0, 0], "value": [0] },
            "last": { "index": [1, 2], "value": [6] },
            "least": { "index": [0, 0], "value": [0] },
            "greatest": { "index": [1, 2], "value": [6] },
            "image": { "set": "{ [x] : 0 <= x <= 2; [x] : 4 <= x <= 6 }", "size": 6, "runs": [[[0], [2]], [[4], [6]]] },
            "holes": { "set": "{ [3]; [7] }", "size": 2, "runs": [[[3], [3]], [[7], [7]]] },
            "injective": true,
            "surjective": false,
            "missed": [3],
            "inverse": "{ [i0] -> [floor(i0/4), (i0) mod 4] : 0 <= i0 <= 7 and (i0) mod 4 <= 2 }",
        })
    );
    let run = lego(&["relation", "(4,2):(1,0)", "--json"]).json();
    assert_eq!(run["collision"], json!({ "first": [0, 0], "second": [0, 1], "value": [0] }));
    let run = lego(&["relation", "(2,2):(2,1)", "--map", "layout", "--then", "(2,1):(1,80)", "--json"]).json();
    assert_eq!(run["outside"]["runs"], json!([[[1], [1]], [[3], [3]]]));
}

#[test]
fn what_is_not_decided_is_exit_status_3() {
    let run = lego(&["relation", "AntiDiag(M)", "--domain", "i0 < i1"]);
    assert_eq!(run.status, 3);
    let why =
        "points     not decided for all sizes: there are values only where i0 < i1; values of the sizes decide it";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    let large = "{ [i, j] -> [(5i + 3j) mod 1000003 + (i) mod 7 + 11*((j) mod 13)] : 0 <= i, j < 100000 }";
    let run = lego(&["relation", large]);
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    for name in ["image", "one to one", "onto", "inverse"] {
        let line = run.stdout.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        let is_told = line.contains("not decided (limit): 10000000000 points") && line.ends_with("--no-limit");
        assert!(is_told, "{name}: {line}");
    }
    let run = lego(&["convert", large, "--to", "isl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let run = lego(&["convert", "Hilbert(1024, 1024)", "--to", "isl"]);
    assert!(run.status == 3 && run.stderr.contains("--no-limit"), "{}", run.stderr);
}

#[test]
fn an_inverse_without_a_short_formula_is_a_condition() {
    let inverse = |text: &str| lego(&["relation", text, "--json"]).json()["inverse"].clone();
    let condition = "{ [i0] -> [o0, o1] : i0 = 8o0 + 3o1 and 0 <= o0 <= 2 and 0 <= o1 <= 5 }";
    assert_eq!(inverse("(3,6):(8,3)"), condition);
    let back = lego(&["relation", condition, "--json"]).json();
    assert_eq!((&back["points"], &back["spans"]), (&json!(18), &json!([3, 6])));
    assert_eq!(back["inverse"], "{ [i0, i1] -> [8i0 + 3i1] : 0 <= i0 <= 2 and 0 <= i1 <= 5 }");
    for size in [5, 50, 5000] {
        let text = inverse(&format!("{{ [i,j] -> [i+j, i] : 0 <= i < {size} and 0 <= j < {size} }}"));
        assert!(text.as_str().unwrap().starts_with("{ [i0, i1] -> [i1, i0 - i1] : "), "{text}");
    }
    let text = inverse("[N, M] -> { [i,j] -> [i+j, i] : 0 <= i < N and 0 <= j < M }");
    assert!(text.as_str().unwrap().starts_with("[N, M] -> { [i0, i1] -> [i1, i0 - i1] : "), "{text}");
}

#[test]
fn a_line_of_a_batch_that_meets_a_limit_lets_the_next_be_answered() {
    let convert = |chain: &str| json!({ "op": "convert", "args": [{ "lego": chain }, "isl"] }).to_string();
    let lines = ["Fan(K, 2, 1)", "Hilbert(N, N)", "Hilbert(1024, 1024)", "Row(2, 2)"].map(convert).join("\n");
    let run = lego_reading(&["batch"], &lines);
    let answers: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4, "{}", run.stdout);
    let reason = |k: usize| answers[k]["error"].as_str().unwrap_or_default().to_owned();
    assert!(reason(0).contains("not quasi-affine"), "{}", reason(0));
    assert!(reason(1).contains("give the sizes values"), "{}", reason(1));
    assert!(reason(2).contains("not decided (limit)"), "{}", reason(2));
    assert_eq!(answers[3]["result"], "{ [i0, i1] -> [2i0 + i1] : 0 <= i0 <= 1 and 0 <= i1 <= 1 }");
}

#[test]
fn sizes_without_a_value_are_answered_for_all_of_them() {
    let run = lego(&["relation", "Row(M, L).PadBy([M, N] => [M, L]) where L >= N", "--json"]);
    let json = run.json();
    assert_eq!((run.status, &json["points"], &json["injective"]), (0, &json!("N * M"), &json!(true)), "{json}");
    assert_eq!((&json["map"], &json["expressions"]), (&Value::Null, &json!("[i0, i1] -> [L * i0 + i1]")));
    assert_eq!(json["inverse_expressions"], "[i0] -> [i0 / L, i0 % L] where i0 % L < N");
    assert_eq!(json["last"], json!({ "index": ["M - 1", "N - 1"], "value": ["L * M + N - (L + 1)"] }));
    let image = json!({ "set": "{ [p] : 0 <= p < L * M and p % L < N }", "size": "N * M", "runs": null });
    assert_eq!(json["image"], image);
    assert_eq!(json["holes"]["size"], "L * M - N * M");
    assert!(json["assumes"].as_array().unwrap().contains(&json!("L >= N")), "{json}");
    // CuTe's layouts too, with what their expression says as facts, or with conditions.
    let run = lego(&["relation", "(M,N):(L,1)"]);
    assert_eq!(run.status, 0);
    for line in [
        "image      { [p] : 0 <= p < M * L + N - L and (p / L < M) & (p % L < N) }, M * N in all, where N <= L",
        "one to one no: [1, 0] and [0, 1] both go to [1], for M = 2, L = 1, N = 2",
        "           yes where N <= L",
    ] {
        assert!(run.stdout.lines().any(|other| other == line), "{line}\n{}", run.stdout);
    }
    let run = lego(&["relation", "(M,N):(L,1) where L >= N"]);
    assert!(
        run.stdout.contains("one to one yes\n") && run.stdout.contains("assumes    L >= 1, L >= N\n"),
        "{}",
        run.stdout
    );
    // An empty array is one: nothing asks M and N to be at least 1.
    assert!(run.stdout.contains("empty      where "), "{}", run.stdout);
    let empty = lego(&["relation", "[M,N] -> { [i,j] -> [i + j] : 0 <= i < M and 0 <= j < N }", "--json"]).json();
    assert_eq!((&empty["empty_where"], &empty["assumes"]), (&json!(["M = 0", "N = 0"]), &Value::Null), "{empty}");
    let run = lego(&["relation", "(M,N):(-1,1)"]);
    assert!(run.stderr.contains("along the stride -1 the value falls below 0"), "{}", run.stderr);
    for (left, right, status) in [
        ("Row(M, N)", "(M,N):(N,1)", 0),
        ("Row(M, N)", "(M,N):(1,M)", 1),
        ("Row(M, N).TileBy([M/4, N], [4, 1])", "(M/4,N,4,1):(4*N,1,N,1) where M % 4 == 0", 0),
        ("logical_divide(M:1, 4:1) where M % 4 == 0", "(4,M/4):(1,4) where M % 4 == 0", 0),
    ] {
        let run = lego(&["equal", left, right]);
        assert_eq!(run.status, status, "{left}, {right}: {}{}", run.stdout, run.stderr);
    }
    let run = lego(&["convert", "(M,N):(N,1)", "--to", "cute"]);
    assert_eq!(run.stdout, "(M,N):(N,1)\n");
}

#[test]
fn domains_and_their_errors_at_their_place() {
    let run = lego(&["relation", "Row(M, 8)", "--domain", "i0 + i1 < n", "--let", "M=8,n=8", "--json"]).json();
    assert_eq!(run["points"], 36);
    let run = lego(&["relation", "Row(4, 8)", "--domain", "i0 + < 3", "--json"]);
    assert_eq!(run.status, 1);
    let error = &run.json()["errors"][0];
    assert_eq!((&error["start"], &error["option"]), (&json!(5), &json!("--domain")));
    for (text, start) in
        [("{ [i] -> [i] }", 3), ("{ [i] -> [i*i] : 0 <= i < 4 }", 10), ("(4,8):(8;1)", 8), ("spatial(4, 0)", 10)]
    {
        let run = lego(&["relation", text, "--json"]);
        assert_eq!(run.status, 1, "{text}");
        assert_eq!(run.json()["errors"][0]["start"], start, "{text}: {}", run.stdout);
    }
    let run = lego(&["relation", "Row(3, 8)", "--map", "binary"]);
    assert!(run.stderr.contains("the extents [3, 8] are not all powers of two"), "{}", run.stderr);
}

#[test]
fn any_two_sides_are_compared() {
    for (left, right) in [
        ("Row(4, 8)", "(4,8):(8,1)"),
        ("(4,8):(8,1)", "{ [i, j] -> [8i + j] : 0 <= i < 4 and 0 <= j < 8 }"),
        ("SwizzleRows([8, 8], 3)", "Sw<3,0,3> o 0 o (8,8):(8,1)"),
        ("Swizzle(3, 4, 3)", "Sw<3,4,3>"),
        ("composition(8:2, 4:1)", "4:2"),
        ("repeat(2, 1) * spatial(2, 2)", "((2,2),2):((4,1),2)"),
        ("Row(4, 9).PadBy([4, 8] => [4, 9])", "(4,8):(9,1)"),
        ("Row(M, 8)", "[M] -> { [i, j] -> [8i + j] : 0 <= i < M and 0 <= j < 8 }"),
        ("Col(4, 8)", "row: (1) (2); column: (4) (8) (16) -> offset: 32"),
        ("mma_m16n8_f32_C", "lane: (0,2) (0,4) (1,0) (2,0) (4,0); register: (0,1) (8,0) -> dim0: 16, dim1: 8"),
        ("SwizzleRows([4, 4], 2)", "i: (5) (10); j: (1) (2) → p: 16"),
        // Out dims are one number, the first the fastest; or as many numbers as the other side has.
        ("a: (1,0) (0,1) -> x: 2, y: 2", "a: (1) (2) -> p: 4"),
        ("a: (1,0) (0,1) -> x: 2, y: 2", "{ [a] -> [(a) mod 2, floor(a/2)] : 0 <= a < 4 }"),
        ("a: (1,0) (0,1) -> x: 2, y: 2", "{ [a] -> [a] : 0 <= a < 4 }"),
        (
            r#"{"kind": "swizzled_shared", "vec": 1, "per_phase": 1, "max_phase": 4, "order": [1, 0], "shape": [4, 4]}"#,
            "offset: (0,1) (0,2) (1,1) (2,2); block: → dim0: 4, dim1: 4",
        ),
        // 2^62 points, by form alone.
        (
            "Sw<3,4,3> o 0 o (1073741824,4294967296):(4294967296,1)",
            "Sw<3,4,3> o 0 o (1073741824,4294967296):(4294967296,1)",
        ),
        // Values below 0 are values.
        ("4:-1", "4:-1"),
    ] {
        let run = lego(&["equal", left, right]);
        assert_eq!((run.status, run.stdout.as_str()), (0, "equal\n"), "{left}, {right}: {}", run.stderr);
    }
    let run = lego(&["equal", "Row(4, 8)", "(4,8):(1,4)", "--json"]);
    assert_eq!((run.status, run.json()), (1, json!({ "equal": false, "witness": [0, 1], "values": [[1], [4]] })));
    let run = lego(&["equal", "2:-1", "2:-2", "--json"]);
    assert_eq!((run.status, run.json()), (1, json!({ "equal": false, "witness": [1], "values": [[-1], [-2]] })));
    // A swizzle of numbers below 0 moves within the same blocks: -4 + 2 is 2 of the block that begins at -4.
    let run = lego(&["equal", "Sw<1,0,1> o -4 o 4:1", "4:1", "--json"]);
    assert_eq!((run.status, run.json()), (1, json!({ "equal": false, "witness": [0], "values": [[-4], [0]] })));
    let run = lego(&["equal", "Sw<1,0,1> o -4 o 4:1", "Sw<0,4,3> o -4 o 4:1", "--json"]);
    assert_eq!((run.status, run.json()), (1, json!({ "equal": false, "witness": [2], "values": [[-1], [-2]] })));
    let run = lego(&["equal", "Row(4, 8)", "row: (1) (2); column: (4) (8) (16) -> offset: 32", "--json"]);
    assert_eq!((run.status, run.json()), (1, json!({ "equal": false, "witness": [0, 1], "values": [[1], [4]] })));
    let run = lego(&["equal", "Row(4, 8)", "a: (1) (2) -> p: 4"]);
    assert!(run.stderr.contains("the extents of the first are [4, 8], of the second [4]"), "{}", run.stderr);
    for (wrong, start) in [("a: (1) (5) -> p: 4", 8), (r#"{"in_dims": 3"#, 12)] {
        let run = lego(&["equal", "Row(4, 8)", wrong, "--json"]);
        let error = &run.json()["errors"][0];
        assert_eq!((run.status, &error["chain"], &error["start"]), (1, &json!(2), &json!(start)), "{wrong}: {error}");
    }
    let run = lego(&["equal", "Row(4, 8)", "32:1"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("the extents of the first are [4, 8], of the second [32]"), "{}", run.stderr);
    assert_eq!(lego(&["equal", "-", "-"]).status, 2);
}

#[test]
fn conversions_there_and_why_not() {
    for (arguments, expected) in [
        (&["(4,4,4,4):(64,4,16,1)", "--to", "lego"][..], "Row(16, 16).TileBy([4, 4], [4, 4])\n"),
        (&["OrderBy(Swizzle(2, 1, 3)).OrderBy(Row(8, 8))", "--to", "cute"], "Sw<2,1,3> o 0 o (8,8):(8,1)\n"),
        (&["Row(M, K)", "--to", "cute", "--let", "M=4,K=8"], "(4,8):(8,1)\n"),
        (&["repeat(4, 1) * spatial(16, 8)", "--to", "cute"], "((8,16),4):((64,1),16)\n"),
        (&["Row(2, 3)", "--to", "table"], "0\n1\n2\n3\n4\n5\n"),
        (&["(2,3):(3,1)", "--to", "table"], "0\n3\n1\n4\n2\n5\n"),
        (&["SwizzleRows([4, 4], 2)", "--to", "linear"], "i0: (5) (10); i1: (1) (2) → o0: 16\n"),
        (&["Sw<1,0,1> o 0 o (2,2):(2,1)", "--to", "linear"], "i0: (3); i1: (1) → o0: 4\n"),
        (
            &["{ [i] -> [(i) mod 2, floor(i/2)] : 0 <= i < 8 }", "--to", "linear"],
            "i0: (1,0) (0,1) (0,2) → o0: 2, o1: 4\n",
        ),
        (
            &["register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8", "--to", "cute"],
            "((2,2),(4,8)):((16,8),(32,1))\n",
        ),
        (&["a: (0) (1) → x: 2", "--to", "linear"], "a: (0) (1) → x: 2\n"),
        (&["row: (5) (10); column: (1) (2) → p: 16", "--to", "lego"], "SwizzleRows([4, 4], 2)\n"),
        (&["row: (5) (10); column: (1) (2) → p: 16", "--to", "cute"], "Sw<2,0,2> o 0 o (4,4):(4,1)\n"),
        (&["a: (1,0) (0,1) -> x: 2, y: 2", "--to", "isl"], "{ [i0] -> [(i0) mod 2, floor(i0/2)] : 0 <= i0 <= 3 }\n"),
        (&["a: (1,0) (0,1) -> x: 2, y: 2", "--to", "table"], "0 0\n1 0\n0 1\n1 1\n"),
        (&["Row(2, 3)", "--to", "isl"], "{ [i0, i1] -> [3i0 + i1] : 0 <= i0 <= 1 and 0 <= i1 <= 2 }\n"),
    ] {
        let run = lego(&[&["convert"], arguments].concat());
        assert_eq!((run.status, run.stdout.as_str()), (0, expected), "{arguments:?}: {}", run.stderr);
    }
    let run = lego(&["convert", "Row(M, K)", "--to", "cute"]);
    // Of a size of 0 the layout is empty, in both systems.
    assert_eq!(run.stdout, "(M,K):(K,1) where M * K fits an index\n");
    let run = lego(&["convert", "AntiDiag(4)", "--to", "cute"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("at [0, 3] the value is 6"), "{}", run.stderr);
    let run = lego(&["convert", "(4,2):(1,0)", "--to", "lego"]);
    assert!(run.stderr.contains("[0, 0] and [0, 1] both go to [0]"), "{}", run.stderr);
    for (text, why) in [
        ("AntiDiag(4)", "at [0, 3] the value is [6], and the bits of the index make [2]"),
        ("Row(3, 8)", "the extents [3, 8] are not all powers of two"),
        ("Reverse(4)", "at [0] the value is [3], and the bits of the index make [0]"),
        ("Row(M, 8)", "whether it is a linear layout is not decided: M without a value"),
        ("Row(2, 3).ExpandBy([2, 3] => [2, 4])", "it has no value at [0, 3]"),
        ("a: (1) (1) -> x: 2", ""),
    ] {
        let run = lego(&["convert", text, "--to", "linear", "--json"]);
        if why.is_empty() {
            assert_eq!(run.json()["linear"]["in_dims"], json!({ "a": [[1], [1]] }));
            continue;
        }
        let message = run.json()["errors"][0]["message"].to_string();
        assert!(run.status == 1 && message.contains(why), "{text}: {message}");
    }
    let run = lego(&["convert", "a: (1) (1) -> x: 2", "--to", "lego"]);
    assert!(run.stderr.contains("both go to"), "{}", run.stderr);
    let run = lego(&["convert", "a: (1) (3) (5) -> x: 8", "--to", "cute"]);
    assert!(run.stderr.contains("no swizzle before it makes it strided"), "{}", run.stderr);
    let run = lego(&["convert", "Row(4096, 4096)", "--to", "table"]);
    assert_eq!(run.status, 3);
}

#[test]
fn the_order_of_coordinates_is_told_where_systems_meet() {
    let orders = "a layout of CuTe's has one dim for each top-level mode; its integer coordinates have the first mode fastest, where a \
                  chain's last index is fastest: Row(4, 8) is (4,8):(8,1)";
    // Where a chain and a layout of CuTe's differ, or cannot be compared.
    let run = lego(&["equal", "Row(4, 8)", "(4,8):(1,4)"]);
    let expected = format!("not equal: at [0, 1] the positions are 1 and 4\n({orders})\n");
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (1, expected.as_str(), ""));
    let run = lego(&["equal", "Row(32)", "(4,8):(1,4)"]);
    assert!(run.status == 1 && run.stderr.contains(&format!("of the second [4, 8]; {orders}")), "{}", run.stderr);
    let question = r#"{"op": "equal", "args": [{"lego": "Row(4, 8)"}, {"cute": "32:1"}]}"#;
    assert!(lego_reading(&["batch"], question).stdout.contains(orders));
    // Where both are of one system nobody takes the one for the other.
    assert!(!lego(&["equal", "(4,8):(8,1)", "(4,8):(1,4)"]).stdout.contains("fastest"));
    assert!(!lego(&["equal", "Row(4, 8)", "Col(4, 8)"]).stdout.contains("fastest"));
    let isl = "{ [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < 8 }";
    assert_eq!(lego(&["equal", "Row(4, 8)", isl]).stdout, "not equal: at [0, 1] the positions are 1 and 4\n");
    // In the language: modes that collide, and the algebra's own refusals.
    for chain in ["Cute((4,8):(1,3))", "Cute((4,8):(4,8))", "Cute(composition((6,2):(8,2), 3:4))"] {
        let run = lego(&["check", chain]);
        assert!(run.status == 1 && run.stderr.contains("fastest"), "{chain}: {}", run.stderr);
    }
    let run = lego(&["check", "Cute(complment(4:2, 24))"]);
    assert!(run.status == 1 && !run.stderr.contains("fastest"), "{}", run.stderr);
}

/// All answers of `lego batch`, read while the questions are written.
fn batch(questions: &[Value]) -> Vec<Value> {
    let mut batch = Command::new(env!("CARGO_BIN_EXE_lego"));
    let mut batch = batch.arg("batch").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = batch.stdin.take().unwrap();
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = batch.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A random linear layout: its text, its images in a flat point of its out dims, and its extents.
fn linear_layout(random: &mut Random) -> (String, Vec<Vec<u64>>, Vec<u64>) {
    let outs: Vec<u64> = (0..1 + random.below(2)).map(|_| 1 << (1 + random.below(3))).collect();
    let total: u64 = outs.iter().product();
    let ins: Vec<u64> = (0..1 + random.below(3)).map(|_| random.below(4)).collect();
    // Often a permutation of bits, so that there is something to convert.
    let plain = random.one_in(2);
    let mut units = random.shuffled((0..total.trailing_zeros()).collect());
    let mut image = || match plain {
        true => units.pop().map_or(0, |bit| 1 << bit),
        false => random.below(total),
    };
    let images: Vec<Vec<u64>> = ins.iter().map(|&bits| (0..bits).map(|_| image()).collect()).collect();
    let shown = |&image: &u64| {
        let mut rest = image;
        let parts: Vec<String> = outs
            .iter()
            .map(|size| {
                let part = rest % size;
                rest /= size;
                part.to_string()
            })
            .collect();
        format!(" ({})", parts.join(","))
    };
    let sides: Vec<String> = images
        .iter()
        .enumerate()
        .map(|(k, all)| format!("d{k}:{}", all.iter().map(shown).collect::<String>()))
        .collect();
    let sizes: Vec<String> = outs.iter().enumerate().map(|(k, size)| format!("x{k}: {size}")).collect();
    (format!("{} -> {}", sides.join("; "), sizes.join(", ")), images, outs)
}

fn at(images: &[Vec<u64>], index: &[u64]) -> u64 {
    let bits = |(images, i): (&Vec<u64>, &u64)| {
        images.iter().enumerate().filter(|(bit, _)| i >> bit & 1 != 0).fold(0, |value, (_, image)| value ^ image)
    };
    images.iter().zip(index).map(bits).fold(0, |value, part| value ^ part)
}

/// Looks at an answer; may give another question, to which yes is right, and what it is of.
type Check = Box<dyn Fn(&Value) -> Option<(Value, String)>>;

#[test]
fn random_linear_layouts_beside_brute_force() {
    let mut random = Random::fresh();
    let mut questions = Vec::new();
    // What is right of each answer, and what is asked of it again.
    let mut expected: Vec<Check> = Vec::new();
    for _ in 0..300 {
        let (text, images, _) = linear_layout(&mut random);
        let extents: Vec<u64> = images.iter().map(|images| 1 << images.len()).collect();
        let points: u64 = extents.iter().product();
        let index = |flat: u64| unflatten(&extents, flat);
        // The same layout, with one image changed now and then.
        let mut other = images.clone();
        let total = images.iter().flatten().fold(1, |all, image| all | image).next_power_of_two() * 2;
        if random.one_in(2) && points > 1 {
            let axis = random.index(other.len());
            if let Some(bit) = (!other[axis].is_empty()).then(|| random.index(other[axis].len())) {
                other[axis][bit] = random.below(total);
            }
        }
        let shown = |images: &Vec<u64>| images.iter().map(|image| format!(" ({image})")).collect::<String>();
        let sides: Vec<String> = other.iter().enumerate().map(|(k, all)| format!("e{k}:{}", shown(all))).collect();
        let other_text = format!("{} -> p: {total}", sides.join("; "));
        let first = (0..points).map(index).find(|index| at(&images, index) != at(&other, index));
        let wanted = match first {
            None => json!({ "result": true }),
            Some(index) => json!({ "result": {
                "equal": false, "witness": index, "values": [at(&images, &index), at(&other, &index)],
            } }),
        };
        let what = format!("{text} and {other_text}");
        questions.push(json!({ "op": "equal", "args": [{ "linear": text }, { "linear": other_text }] }));
        expected.push(Box::new(move |answer| {
            assert_eq!(*answer, wanted, "{what}");
            None
        }));
        // Whatever it is converted to is the same map, and back again.
        let colexicographic: Vec<u64> = (0..points)
            .map(|flat| {
                let mut rest = flat;
                let index: Vec<u64> = extents
                    .iter()
                    .map(|n| {
                        let i = rest % n;
                        rest /= n;
                        i
                    })
                    .collect();
                at(&images, &index)
            })
            .collect();
        for to in ["cute", "lego", "isl", "linear"] {
            questions.push(json!({ "op": "convert", "args": [{ "linear": text }, to] }));
            let (text, values) = (text.clone(), colexicographic.clone());
            let bijective = values.iter().collect::<std::collections::BTreeSet<_>>().len() as u64 == points
                && values.iter().max().is_none_or(|&most| most < points);
            expected.push(Box::new(move |answer| match answer.get("result") {
                None => {
                    // A bijection is a chain, if only as a table; isl and linear layouts have every one.
                    assert!(to == "cute" || to == "lego" && !bijective, "{text} to {to}: {answer}");
                    assert!(answer["error"].as_str().unwrap().contains('['), "{text}: {answer}");
                    None
                }
                Some(result) => Some((
                    json!({ "op": "equal", "args": [{ "linear": text }, { to: result }] }),
                    format!("{text} to {to}: {result}"),
                )),
            }));
        }
    }
    let answers = batch(&questions);
    let again: Vec<(Value, String)> =
        answers.iter().zip(&expected).filter_map(|(answer, check)| check(answer)).collect();
    let questions: Vec<Value> = again.iter().map(|(question, _)| question.clone()).collect();
    for (answer, (_, what)) in batch(&questions).iter().zip(&again) {
        assert_eq!(*answer, json!({ "result": true }), "{what}");
    }
    assert!(answers.len() == 1500 && again.len() > 700, "{}", again.len());
}

/// What `lego relation` prints as text and as JSON it reads as the same map.
#[test]
fn a_printed_map_reads_back() {
    for text in [
        "Row(N,4).TileBy([N/2,2],[2,2])",
        "Row(N,4).ExpandBy([N,4] => [N+3,8])",
        "Row(3,4).ExpandBy([3,4] => [5,8])",
        "Row(min(N,M),4)",
        "Reverse(N,3)",
        "[N] -> { [i,j] -> [i + j] : 0 <= i < N and 0 <= j <= i }",
        "[N,M] -> { [i,j] -> [j, i] : 0 <= i < floor(N/2) and i <= j < min(N, M) }",
        "{ [i,j] -> [i + j] : false }",
    ] {
        let first = lego(&["relation", text, "--json"]).json();
        let printed = first["map"].as_str().unwrap_or_else(|| panic!("{text}: {first}")).to_owned();
        let run = lego(&["relation", &printed, "--json"]);
        assert!(run.status != 1, "{text}: {printed}: {}", run.stderr);
        let second = run.json();
        assert_eq!((&first["map"], &first["dims"]), (&second["map"], &second["dims"]), "{text}");
        let lines = lego(&["relation", text]).stdout;
        assert!(lines.starts_with(&format!("map        {printed}\n")), "{text}: {lines}");
    }
    // An empty map has no extents, no span and no holes.
    let empty = lego(&["relation", "{ [i,j] -> [i + j] : false }", "--json"]).json();
    assert_eq!((&empty["dims"], &empty["spans"]), (&json!([0, 0]), &json!([0])));
    assert_eq!((&empty["points"], &empty["holes"]["size"]), (&json!(0), &json!(0)));
}

#[test]
fn maps_to_several_numbers_with_symbols() {
    let run = lego(&["relation", "[M] -> { [i,j] -> [j,i] : 0 <= i < M and 0 <= j < 8 }", "--json"]);
    let answer = run.json();
    assert_eq!(run.status, 0, "{answer}");
    assert_eq!((&answer["injective"], &answer["surjective"]), (&json!(true), &json!(true)), "{answer}");
    assert_eq!(answer["image"]["set"], "{ [p0, p1] : 0 <= p0 < 8 and 0 <= p1 < M }");
    assert_eq!(answer["greatest"], json!({ "index": ["M - 1", "7"], "value": ["7", "M - 1"] }));
    let run = lego(&["relation", "[M] -> { [i,j] -> [i,0] : 0 <= i < M and 0 <= j < 8 }", "--json"]);
    assert_eq!(run.json()["injective"], json!(false));
}

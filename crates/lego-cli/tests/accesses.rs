//! `lego check --access` and `lego swizzle`: numbers, symbols, errors at their place, and a search compared with counting.

mod common;

use common::{json, lego};
use serde_json::{Value, json};

/// The wavefronts of 4-byte elements at the positions of a chain, in the order of a pattern, counted bank by bank.
fn wavefronts(chain: &str, pattern: &str) -> u64 {
    let table = |chain: &str| json(&["table", chain]);
    let (layout, order) = (table(chain), table(pattern));
    let dims: Vec<u64> = layout["dims"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let number = |index: &Value| {
        let index = index.as_array().unwrap().iter().map(|i| i.as_u64().unwrap());
        index.zip(&dims).fold(0, |number, (i, n)| number * n + i)
    };
    let positions: Vec<u64> = order["inv"]
        .as_array()
        .unwrap()
        .iter()
        .map(|index| layout["apply"][number(index) as usize].as_u64().unwrap())
        .collect();
    let of_warp = |warp: &[u64]| (0..32).map(|bank| warp.iter().filter(|word| *word % 32 == bank).count()).max();
    positions.chunks(32).map(|warp| of_warp(warp).unwrap() as u64).sum()
}

#[test]
fn accesses_take_what_a_count_by_banks_says() {
    for (chain, word, pattern) in [
        ("Row(32, 32)", "Column", "Col(32, 32)"),
        ("Skew(24, 48)", "Column", "Col(24, 48)"),
        ("Col(17, 31)", "Row", "Row(17, 31)"),
        ("SwizzleRows([32, 32], 4)", "AntiDiagonal", "AntiDiag(32)"),
        ("Row(13, 14).PadBy([13, 13] => [13, 14])", "Column", "Col(13, 13)"),
        ("TileOrderBy(Row(3, 4), Col(8, 8))", "Column", "Col(24, 32)"),
    ] {
        let count = wavefronts(chain, pattern);
        for access in [word, pattern] {
            let answer = json(&["check", chain, "--access", access]);
            assert_eq!(answer["accesses"][0]["wavefronts"]["taken"], count, "{chain} {access}");
            assert_eq!(answer["accesses"][0]["access"], access);
        }
    }
}

#[test]
fn lanes_that_collide_are_named() {
    let answer =
        json(&["check", "Row(32, 32)", "--access", "Row", "--access", "Column", "--vector", "2", "--vector", "1"]);
    let [row, column] = &answer["accesses"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!((&row["vector"], &row["collision"]), (&json!(2), &Value::Null));
    assert_eq!(row["sectors"], json!({ "taken": 128, "ideal": 128 }));
    let collision = &column["collision"];
    assert_eq!((&collision["bank"], &collision["words"]), (&json!(0), &json!(32)));
    assert_eq!(collision["threads"].as_array().unwrap().len(), 32);
    assert_eq!((&collision["indices"][1], &collision["positions"][1]), (&json!([1, 0]), &json!(32)));
    let text = lego(&["check", "Row(32, 32)", "--access", "Column"]).stdout;
    assert!(
        text.starts_with("ok\nColumn, 4 bytes: 1024 wavefronts (ideal 32), 1024 sectors (ideal 128), of 32 warps\n")
    );
    assert!(text.ends_with("for a better layout: lego swizzle 32,32 --access Column --bytes 4\n"), "{text}");
}

#[test]
fn what_is_wrong_with_an_access_is_said_at_its_place() {
    for (arguments, status, words) in [
        (&["--access", "Col(32, 31)"][..], 1, "the pattern is of [32, 31], and the tile of [32, 32]"),
        (&["--access", "Coll(32, 32)"], 1, "no piece is called Coll; the nearest name is Col"),
        (
            &["--access", "Column", "--vector", "4"],
            1,
            "thread 0 cannot move its 4 elements at once: they are at positions 0 and 32",
        ),
        (&["--access", "Row", "--vector", "3"], 1, "a thread would move 4 x 3 bytes at once"),
        (&["--access", "Row", "--bytes", "3"], 2, "it is 1, 2, 4, 8 or 16"),
        (&["--access", "Row", "--vector", "2", "--vector", "2"], 2, "--vector is given 2 times and --access 1 times"),
        (&["--bytes", "4"], 2, "--access"),
    ] {
        let run = lego(&[&["check", "Row(32, 32)"], arguments].concat());
        assert_eq!(run.status, status, "{arguments:?} {}", run.stderr);
        assert!(run.stderr.contains(words), "{arguments:?} {}", run.stderr);
    }
    let rest = lego(&["check", "Row(5, 7)", "--access", "Row", "--vector", "2"]);
    assert!(rest.stderr.contains("vectors of 2 do not divide the 35 elements: the last thread would have 1"));
    assert_eq!(lego(&["check", "Row(4096, 4096)", "--access", "Row"]).status, 3);
    assert!(lego(&["check", "Row(2, 3, 4)", "--access", "Diagonal"]).stderr.contains("a pattern of matrices"));
}

#[test]
fn what_is_said_of_symbols_holds_for_their_values() {
    let mut decided = 0;
    for (chain, access, values) in [
        ("Row(M, N) where N % 32 == 0", "Row", ["M=7,N=96", "M=3,N=32"]),
        ("Row(M, N) where M % 32 == 0, N % 32 == 0", "Column", ["M=32,N=64", "M=64,N=32"]),
        ("Row(M, 33) where M % 32 == 0", "Column", ["M=32", "M=96"]),
        ("Row(M, K).TileBy([M/64, K/32], [64, 32])", "Row", ["M=64,K=96", "M=128,K=32"]),
        ("TileOrderBy(Row(M, K), Row(32, 32))", "Column", ["M=2,K=3", "M=1,K=1"]),
        ("Col(M, N) where M % 32 == 0", "Col(M, N)", ["M=32,N=5", "M=64,N=1"]),
        ("Row(M, 2*N) where N % 16 == 0", "Row(M, 2*N)", ["M=3,N=16", "M=1,N=48"]),
    ] {
        for bytes in ["1", "2", "4", "8", "16"] {
            // The status is 3 where nothing is decided.
            let with = |more: &[&str]| {
                let arguments = ["check", chain, "--json", "--access", access, "--bytes", bytes];
                lego(&[&arguments[..], more].concat()).json()
            };
            let each = &with(&[])["accesses"][0]["each"];
            if each.is_null() {
                continue;
            }
            for values in values {
                let answer = &with(&["--let", values])["accesses"][0];
                let warps = answer["requests"].as_u64().unwrap();
                for unit in ["wavefronts", "sectors"].into_iter().filter(|unit| !each[unit].is_null()) {
                    for cost in ["taken", "ideal"] {
                        let all = each[unit][cost].as_u64().unwrap() * warps;
                        assert_eq!(answer[unit][cost], all, "{chain} {access} {bytes} {values} {unit}");
                    }
                }
            }
            decided += 1;
        }
    }
    assert!(decided > 20, "{decided}");
    for (chain, access, reason) in [
        ("Row(M, N)", "Row", "state `where N % 32 == 0`, if it holds"),
        (
            "Row(M, N) where M % 32 == 0",
            "Column",
            "neighbouring lanes are N positions apart, and what N mod 32 is, is not known",
        ),
        ("SwizzleRows([M, 32], 5) where M % 32 == 0", "Column", "no stride that is the same for all lanes"),
        ("Row(M, 32)", "Diagonal", "on diagonals"),
        ("Row(M, 32)", "Row(N, 32)", "the pattern is of [N, 32], and the layout of [M, 32]"),
    ] {
        let run = lego(&["check", chain, "--access", access]);
        assert_eq!(run.status, 3, "{chain}");
        assert!(run.stdout.contains("not decided: ") && run.stdout.contains(reason), "{chain}: {}", run.stdout);
    }
}

#[test]
fn the_least_layout_takes_what_it_says() {
    for (tile, patterns) in [
        ("32,32", &["Row(32, 32)", "Col(32, 32)"][..]),
        ("24,24", &["Row(24, 24)", "Col(24, 24)"]),
        ("7,28", &["Row(7, 28)", "Col(7, 28)"]),
        ("16,16", &["Row(16, 16)", "AntiDiag(16)", "Col(16, 16)"]),
        ("Col(12, 20)", &["Row(12, 20)"]),
    ] {
        let accesses: Vec<&str> = patterns.iter().flat_map(|pattern| ["--access", pattern]).collect();
        let answer = json(&[&["swizzle", tile], &accesses[..]].concat());
        assert_eq!(answer["proved"], true);
        let count = |chain: &Value| -> u64 {
            patterns.iter().map(|pattern| wavefronts(chain.as_str().unwrap(), pattern)).sum()
        };
        let rows = answer["others"].as_array().unwrap().iter().chain([&answer, &answer["given"]]);
        for row in rows.filter(|row| !row.is_null()) {
            assert_eq!(count(&row["chain"]), row["wavefronts"].as_u64().unwrap(), "{row}");
            let shown = json(&["show", row["chain"].as_str().unwrap()]);
            assert_eq!(shown["span"].as_u64().map(|span| 4 * span), row["bytes"].as_u64(), "{row}");
            assert_eq!(shown["apply_ops"], row["operations"], "{row}");
            assert!(row["wavefronts"].as_u64() >= answer["wavefronts"].as_u64(), "{row}");
        }
    }
    let text = lego(&["swizzle", "32,32", "--access", "Row", "--access", "Column"]).stdout;
    assert!(
        text.starts_with("SwizzleRows([32, 32], 5)\n\nwavefronts  ideal     bytes  operations  layout\n"),
        "{text}"
    );
    assert!(text.contains("      1056     64      4096           2  Row(32, 32)   (as given)\n"), "{text}");
    assert!(text.contains("None of the 396208 layouts of the family is better"), "{text}");
}

#[test]
fn what_no_layout_can_do_is_said() {
    let scattered = lego(&["swizzle", "16,16", "--access", "Column", "--vector", "2"]);
    assert_eq!(scattered.status, 1);
    assert!(
        scattered.stderr.contains("under none of 180880 layouts a thread's vectors are neighbours"),
        "{}",
        scattered.stderr
    );
    assert_eq!(lego(&["swizzle", "16,16"]).status, 2);
    assert_eq!(lego(&["swizzle", "16,0", "--access", "Row"]).status, 1);
    assert_eq!(lego(&["swizzle", "Row(M, 16)", "--access", "Row"]).status, 1);
    assert_eq!(lego(&["swizzle", "4096,4096", "--access", "Row"]).status, 3);
    let width = lego(&["swizzle", "16,16", "--access", "Row", "--vector", "8"]);
    assert!(width.stderr.contains("a thread would move 4 x 8 bytes at once"), "{}", width.stderr);
}

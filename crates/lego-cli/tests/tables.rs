//! `lego table` of layouts of CuTe's and of linear ones, beside the values by their definition.

mod common;

use common::{json, lego};
use random::Random;
use serde_json::{Value, json};

/// Fails with this status and a message that has this in it.
#[track_caller]
fn fails(arguments: &[&str], status: i32, message: &str) {
    let run = lego(arguments);
    assert_eq!(run.status, status, "{arguments:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    let run = lego(arguments);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (0, expected, ""), "{arguments:?}");
}

/// Every index of some extents in row-major order.
fn indices(dims: &[u64]) -> Vec<Vec<u64>> {
    dims.iter().fold(vec![Vec::new()], |all, &extent| {
        let longer = |index: Vec<u64>| (0..extent).map(move |k| index.iter().copied().chain([k]).collect());
        all.into_iter().flat_map(longer).collect()
    })
}

/// What `inv` and `indices` are for these positions.
fn back(dims: &[u64], apply: &[i64]) -> (Value, Value) {
    if apply.iter().any(|position| *position < 0) {
        return (Value::Null, Value::Null);
    }
    let span = apply.iter().max().map_or(0, |most| most + 1);
    let all = indices(dims);
    let there = |position: i64| -> Vec<&Vec<u64>> {
        all.iter().zip(apply).filter(|(_, other)| **other == position).map(|(index, _)| index).collect()
    };
    let lists: Vec<Vec<&Vec<u64>>> = (0..span).map(there).collect();
    match lists.iter().all(|list| list.len() < 2) {
        true => {
            (lists.iter().map(|list| list.first().map_or(Value::Null, |index| json!(index))).collect(), Value::Null)
        }
        false => (Value::Null, json!(lists)),
    }
}

/// A mode: the sizes and strides of its parts, the first the fastest.
type Mode = Vec<(u64, i64)>;

/// The value of a mode at a number: its digits times the strides.
fn value(mode: &Mode, mut number: u64) -> i64 {
    let digit = |&(size, stride): &(u64, i64)| {
        let digit = number % size;
        number /= size;
        digit as i64 * stride
    };
    mode.iter().map(digit).sum()
}

fn text(modes: &[Mode]) -> String {
    let side = |part: &dyn Fn(&(u64, i64)) -> String| {
        let each = modes.iter().map(|mode| match &mode[..] {
            [one] => part(one),
            all => format!("({})", all.iter().map(part).collect::<Vec<_>>().join(",")),
        });
        format!("({})", each.collect::<Vec<_>>().join(","))
    };
    format!("{}:{}", side(&|part| part.0.to_string()), side(&|part| part.1.to_string()))
}

#[test]
fn layouts_of_cute_are_their_values() {
    let mut random = Random::new(0x7AB1E);
    let mut kinds = [0; 3];
    for _ in 0..60 {
        let modes: Vec<Mode> = (0..1 + random.below(3))
            .map(|_| (0..1 + random.below(2)).map(|_| (1 + random.below(4), random.below(14) as i64 - 1)).collect())
            .collect();
        let dims: Vec<u64> = modes.iter().map(|mode| mode.iter().map(|part| part.0).product()).collect();
        let at = |index: &Vec<u64>| modes.iter().zip(index).map(|(mode, &k)| value(mode, k)).sum::<i64>();
        let apply: Vec<i64> = indices(&dims).iter().map(at).collect();
        let text = text(&modes);
        let table = json(&["table", &text]);
        assert_eq!((&table["dims"], &table["apply"]), (&json!(dims), &json!(apply)), "{text}");
        let (inv, all) = back(&dims, &apply);
        assert_eq!((&table["inv"], &table["indices"]), (&inv, &all), "{text}");
        kinds[if inv != Value::Null { 0 } else { 1 + usize::from(all == Value::Null) }] += 1;
        // The same numbers as a grid, or line by line.
        let printed = lego(&["table", &text]).stdout;
        let numbers = |text: &str| text.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
        match dims.len() {
            2 => assert_eq!(numbers(&printed), apply, "{text}"),
            _ => {
                for ((line, index), position) in printed.lines().zip(indices(&dims)).zip(&apply) {
                    let (left, right) = line.split_once("->").unwrap();
                    let index: Vec<i64> = index.into_iter().map(|k| k as i64).collect();
                    assert_eq!((numbers(left), numbers(right)), (index, vec![*position]), "{text}");
                }
                assert_eq!(printed.lines().count(), apply.len(), "{text}");
            }
        }
    }
    assert!(kinds.iter().all(|&kind| kind > 5), "{kinds:?}");
}

#[test]
fn expressions_swizzles_and_values_of_names() {
    prints(&["table", "composition((6,2):(8,2), (4,3):(3,1))"], &lego(&["table", "((2,2),3):((24,2),8)"]).stdout);
    prints(&["table", "Sw<1,0,1>"], "0 -> 0\n1 -> 1\n2 -> 3\n3 -> 2\n");
    prints(&["table", "Sw<2,0,2> o 0 o (4,4):(4,1)"], " 0  1  2  3\n 5  4  7  6\n10 11  8  9\n15 14 13 12\n");
    prints(&["table", "(M,2):(1,M)", "--let", "M=3"], "0 3\n1 4\n2 5\n");
    prints(&["table", "(2,2):(0,1)", "--by", "memory"], "×2 ×2\n");
    // What is a chain too is taken for one.
    let swizzle = json(&["table", "Swizzle(1, 0, 1)"]);
    assert_eq!(swizzle["apply"], json!([0, 1, 3, 2]));
}

/// Who holds the element of an accumulator of m16n8: thread and value.
fn accumulator(row: u64, column: u64) -> (u64, u64) {
    (row % 8 * 4 + column / 2, row / 8 * 2 + column % 2)
}

#[test]
fn tiles_say_who_holds_each_element() {
    let text = "register: (0,1) (8,0); lane: (0,2) (0,4) (1,0) (2,0) (4,0) -> dim0: 16, dim1: 8";
    for arguments in [
        &["table", "mma_m16n8_f32_C"][..],
        &["table", "((4,8),(2,2)):((32,1),(16,8))", "--tile", "16,8"],
        &["table", text],
    ] {
        let printed = lego(arguments).stdout;
        for (row, line) in (0..).zip(printed.lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for (column, words) in (0..).zip(words.chunks(2)) {
                let (thread, value) = accumulator(row, column);
                assert_eq!(words, [format!("T{thread}"), format!("V{value}")], "{arguments:?} {row} {column}");
            }
            assert_eq!(words.len(), 16, "{line}");
        }
        assert_eq!(printed.lines().count(), 16);
        let table = json(arguments);
        let is_linear = arguments[1] == text;
        assert_eq!(table["tile"], json!([16, 8]));
        assert_eq!(table["dims"], if is_linear { json!([4, 32]) } else { json!([32, 4]) });
        for row in 0..16 {
            for column in 0..8 {
                let (thread, value) = accumulator(row, column);
                let holder = if is_linear { [value, thread] } else { [thread, value] };
                let element = row + 16 * column;
                assert_eq!(table["inv"][element as usize], json!(holder));
                let flat = holder[0] * if is_linear { 32 } else { 4 } + holder[1];
                assert_eq!(table["apply"][flat as usize], json!(element));
            }
        }
    }
    // An element of two threads, and one of none.
    let table = json(&["table", "(2,2):(0,2)", "--tile", "4"]);
    assert_eq!(table["indices"], json!([[[0, 0], [1, 0]], [], [[0, 1], [1, 1]], []]));
    assert_eq!(lego(&["table", "(2,2):(0,2)", "--tile", "4,1"]).stdout, "T0 V0 +1\n       ·\nT0 V1 +1\n       ·\n");
}

#[test]
fn errors_are_at_their_place() {
    let run = lego(&["table", "(4,8):(8,M)"]);
    assert_eq!((run.status, run.stderr.contains("line 1, column 10")), (1, true), "{}", run.stderr);
    let error = &lego(&["table", "(4,8):(8,M)", "--json"]).json()["errors"][0];
    assert_eq!((&error["start"], &error["end"]), (&json!(9), &json!(10)));
    fails(&["table", "((4,8"], 1, "expected `,` or `)`");
    fails(&["table", "size(4:1)"], 1, "this is a number, and a layout is needed");
    fails(&["table", "a: (1) (2) -> x: 5"], 1, "5");
    fails(&["table", "(8192,8192):(1,8192)"], 3, "67108864 indices");
    fails(&["table", "2:8000000", "--json"], 3, "8000001 positions");
    fails(&["table", "4:1", "--tile", "4"], 1, "--tile is for a layout of (thread, value)");
    fails(&["table", "Row(4, 4)", "--tile", "4,4"], 2, "--tile is for a layout of CuTe's");
    fails(&["table", "mma_m16n8_f32_C", "--banks", "32"], 2, "are for positions");
    fails(&["table", "@/nowhere"], 1, "/nowhere");
    // The positions of a text are no rows of it: any stride is fine.
    prints(&["table", "2:8000000"], "0 ->       0\n1 -> 8000000\n");
}

/// Values are printed as they are computed: of a table that no memory holds the first ones come at once.
#[test]
fn a_converted_table_needs_no_memory_for_all_of_it() {
    for (options, begin) in [
        (&[][..], "0\n1000000\n2000000\n"),
        (&["--json"], "{\"to\":\"table\",\"dims\":[1000000,1000000],\"table\":[0,1000000,2000000,"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lego"));
        command.args(["convert", "Col(1000000, 1000000)", "--to", "table", "--no-limit"]).args(options);
        let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let mut printed = vec![0; begin.len()];
        let read = std::io::Read::read_exact(&mut child.stdout.take().unwrap(), &mut printed);
        // A reader that has seen enough is no error.
        let status = child.wait().unwrap();
        assert!(read.is_ok() && status.success(), "{status}");
        assert_eq!(String::from_utf8(printed).unwrap(), begin);
    }
}

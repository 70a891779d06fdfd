//! Recorded vectors of other layout systems, through `lego batch`: by their own program, and without Python.

use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const LEGO: &str = env!("CARGO_BIN_EXE_lego");

/// The folder of the vectors.
fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/conformance"))
}

#[test]
fn the_checker_of_the_vectors_is_content() {
    let mut check = Command::new("python3");
    check.arg(folder().join("check.py")).args(["--lego", LEGO]).arg(folder().join("cute.json"));
    match check.output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
            assert!(text.contains("\"vectors\": 486, \"passed\": 486"), "{text}");
        }
        Err(error) => not_tested::missing("python3", format_args!("check.py with the vectors of CuTe ({error})")),
    }
}

/// All answers to some lines.
fn answers(lines: &str) -> Vec<Value> {
    let mut batch = Command::new(LEGO)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = batch.stdin.take().expect("a pipe");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = batch.wait_with_output().expect("the command ends");
    writer.join().expect("the lines are written").expect("the command reads them");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The answers that count as right, each with its table, and whether an error does.
fn right(vector: &Value) -> (Vec<(&Value, &Value)>, bool) {
    let mut all = vec![(&vector["result"], &vector["table"])];
    let differs = vector.get("may_differ").is_some() || vector.get("disputed").is_some();
    for source in ["cute_cpp", "pycute", "paper"] {
        let (result, table) = (&vector[format!("{source}_result")], &vector[format!("{source}_table")]);
        if !result.is_null() && (differs || source == "cute_cpp") {
            all.push((result, table));
        }
    }
    all.push((&vector["may_differ"]["result"], &vector["may_differ"]["table"]));
    let error = vector.get("may_error").is_some()
        || vector.get("disputed").is_some()
        || all.iter().any(|(result, _)| result["error"] == json!(true));
    (all, error)
}

#[test]
fn every_recorded_vector_of_cute_is_answered_as_recorded() {
    let text = std::fs::read_to_string(folder().join("cute.json")).expect("the vectors are there");
    let vectors: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let vectors: Vec<&Value> = vectors.iter().filter(|vector| vector["op"] != "README").collect();
    assert_eq!(vectors.len(), 486);
    let lines: String =
        vectors.iter().map(|vector| format!("{}\n", json!({ "op": vector["op"], "args": vector["args"] }))).collect();
    let answers = answers(&lines);
    assert_eq!(answers.len(), vectors.len());
    for (vector, answer) in vectors.iter().zip(&answers) {
        let (results, error) = right(vector);
        let is_right = match answer.get("error") {
            Some(message) => error && !message.to_string().contains("unknown op"),
            None => results.iter().filter(|(result, _)| !result.is_null()).any(|(result, table)| {
                if result.get("shape").is_some() { answer["table"] == **table } else { answer["result"] == **result }
            }),
        };
        assert!(is_right, "{vector}\n{answer}");
    }
}

#[test]
fn a_wrong_line_is_answered_and_the_next_one_too() {
    let lines = "{\"op\":\"nothing\"}\nno json\n\n{\"op\":\"size\",\"args\":[{\"shape\":[4,-1],\"stride\":[1,1]}]}\n{\"args\":[]}\n\
                 {\"op\":\"size\",\"args\":[3,4,5]}\n{\"op\":\"size\",\"args\":[{\"shape\":[4,6],\"stride\":[1,4]}]}";
    let answers = answers(lines);
    let errors: Vec<&str> = answers.iter().filter_map(|answer| answer["error"].as_str()).collect();
    assert_eq!(errors.len(), 6, "{answers:?}");
    assert_eq!(errors[0], "unknown op nothing");
    assert!(errors[1].starts_with("no JSON"), "{errors:?}");
    assert_eq!(errors[3], "size: extent -1 of mode 1: extents start at 0");
    assert_eq!(answers[6], json!({ "result": 24 }));
}

#[test]
fn layouts_of_two_systems_are_compared_at_the_coordinates_of_their_modes() {
    let equal = |a: Value, b: Value| json!({ "op": "equal", "args": [a, b] }).to_string();
    let row = json!({ "lego": "Row(4, 8)" });
    let lines = [
        equal(row.clone(), json!({ "cute": { "shape": [4, 8], "stride": [8, 1] } })),
        equal(row.clone(), json!({ "cute": "(4,8):(1,4)" })),
        equal(row, json!({ "cute": { "shape": [8, 4], "stride": [8, 1] } })),
        equal(
            json!({ "lego": "SwizzleRows([8, 8], 3)" }),
            json!({ "cute": { "swizzle": [3, 0, 3], "layout": "(8,8):(8,1)" } }),
        ),
        json!({ "op": "lego_table", "args": ["Col(2, 3)"] }).to_string(),
    ];
    let answers = answers(&lines.join("\n"));
    assert_eq!(answers[0], json!({ "result": true }));
    assert_eq!(answers[1], json!({ "result": { "equal": false, "witness": [0, 1], "values": [1, 4] } }));
    let message = answers[2]["error"].as_str().expect("an error");
    assert!(message.contains("[4, 8]") && message.contains("[8, 4]"), "{message}");
    assert_eq!(answers[3], json!({ "result": true }));
    assert_eq!(answers[4], json!({ "result": [0, 2, 4, 1, 3, 5] }));
}

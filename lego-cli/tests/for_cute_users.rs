//! The page for people who come from CuTe: every output on it is what the command prints.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a line of the page gives: of `lego …`, or of `echo '…' | lego batch`.
fn output(line: &str) -> String {
    let parts: Vec<&str> = line.split('\'').collect();
    let (quoted, options) = (parts[1], parts[2].split_whitespace());
    let (arguments, input) = match line.starts_with("echo ") {
        true => (vec!["batch"], quoted),
        false => (["cute", quoted].into_iter().chain(options).collect(), ""),
    };
    let mut lego = Command::new(env!("CARGO_BIN_EXE_lego"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    lego.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the command reads");
    let output = lego.wait_with_output().expect("the command ends");
    String::from_utf8([output.stdout, output.stderr].concat()).expect("text")
}

#[test]
fn every_output_is_what_the_command_prints() {
    let page = include_str!("../../docs/for-cute-users.md");
    let mut commands = 0;
    for block in page.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("the end of a block");
        for part in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, expected) = part.split_once('\n').unwrap_or((part, ""));
            assert_eq!(output(line).trim_end(), expected.trim_end(), "{line}");
            commands += 1;
        }
    }
    assert_eq!(commands, 10);
}

//! The page for people who come from Triton: every output on it is what the command prints.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The words of a line of a shell: blanks between them, quotes around those that have blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (k, part) in line.split('\'').enumerate() {
        match k % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// What a line of the page gives: of `lego …`, or of `echo '…' | lego batch`.
fn output(line: &str) -> String {
    let words = words(line);
    let (arguments, input) = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["lego", rest @ ..] => (rest.iter().map(|&word| word.to_owned()).collect::<Vec<_>>(), String::new()),
        ["echo", text, "|", "lego", rest @ ..] => {
            (rest.iter().map(|&word| word.to_owned()).collect(), format!("{text}\n"))
        }
        _ => panic!("no command of the page: {line}"),
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
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn every_output_is_what_the_command_prints() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/for-triton-users.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (mut written, mut commands, mut rest) = (String::new(), 0, page.as_str());
    while let Some((before, block)) = rest.split_once("```console\n") {
        let (block, after) = block.split_once("```").expect("the end of a block");
        written += before;
        written += "```console\n";
        for line in block.lines().filter(|line| line.starts_with("$ ")) {
            written += &format!("{line}\n{}", output(&line[2..]));
            commands += 1;
        }
        written += "```";
        rest = after;
    }
    written += rest;
    assert_eq!(commands, 10);
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, &written).expect("the page is written");
        return;
    }
    let differs = written.lines().zip(page.lines()).find(|(written, page)| written != page);
    assert!(written == page, "the page is not what the command prints: run `cargo xtask bless`: {differs:?}");
}

//! The page for people who come from Triton: every output on it is what the command prints.

mod common;

use common::page;
use std::path::Path;

/// What a line of the page gives, without blanks at the ends of lines.
fn output(line: &str) -> String {
    page::output(line).lines().map(|line| format!("{}\n", line.trim_end())).collect()
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
    assert_eq!(commands, 11);
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::write(&path, &written).expect("the page is written");
        return;
    }
    let differs = written.lines().zip(page.lines()).find(|(written, page)| written != page);
    assert!(written == page, "the page is not what the command prints: run `cargo xtask bless`: {differs:?}");
}

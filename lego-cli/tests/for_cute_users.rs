//! The page for people who come from CuTe: every output on it is what the command prints.

mod common;

use common::page::output;

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
    assert_eq!(commands, 12);
}

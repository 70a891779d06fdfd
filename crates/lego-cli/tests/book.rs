//! The book: every `console` block on its pages shows what the command prints, and what opens the Studio is a layout.

mod common;

use common::lego;
use common::page::output;
use lego_book::page::{blocks, links};
use lego_book::{root, studio, summary};
use std::path::PathBuf;

/// A page with what its commands print now, and how many these are. A block without a command is none of `lego`.
fn made(page: &str) -> (String, usize) {
    let (mut made, mut commands, mut rest) = (String::new(), 0, page);
    while let Some((before, block)) = rest.split_once("```console\n") {
        let (block, after) = block.split_once("```").expect("the end of a block");
        made += before;
        made += "```console\n";
        for line in block.lines().filter(|line| line.starts_with("$ ")) {
            // What is blank at the end of a line is not shown.
            let printed: String = output(&line[2..]).lines().map(|line| format!("{}\n", line.trim_end())).collect();
            made += &format!("{line}\n{printed}");
            commands += 1;
        }
        made += "```";
        rest = after;
    }
    (made + rest, commands)
}

#[test]
fn every_output_is_what_the_command_prints() {
    let (mut commands, mut stale) = (0, Vec::new());
    for path in summary::pages(&root()).expect("the list of pages") {
        let page = std::fs::read_to_string(root().join(&path)).expect("a page");
        let (made, count) = made(&page);
        commands += count;
        if made == page {
            continue;
        }
        if std::env::var_os("LEGO_BLESS").is_some() {
            std::fs::write(root().join(&path), &made).expect("the page is written");
            continue;
        }
        let differs = made.lines().zip(page.lines()).find(|(made, page)| made != page);
        stale.push(format!("{}: {differs:?}", path.display()));
    }
    assert!(stale.is_empty(), "not what is printed now: `cargo xtask bless`\n{}", stale.join("\n"));
    assert!(commands >= 40, "{commands}");
}

#[test]
fn what_opens_the_studio_is_a_layout() {
    let mut chains = Vec::new();
    for path in summary::pages(&root()).expect("the list of pages") {
        let page = std::fs::read_to_string(root().join(&path)).expect("a page");
        let of_page = links(&page).into_iter().filter_map(|link| studio::chain(&link.target));
        chains.extend(of_page.map(|chain| (path.clone(), chain)));
    }
    let wrong = |(path, chain): &(PathBuf, String)| {
        // A chain, of numbers or of symbols, or a layout of another system.
        if lego(&["show", chain]).status == 0 {
            return None;
        }
        let run = lego(&["relation", chain]);
        (run.status != 0).then(|| format!("{}: {chain}: {}", path.display(), run.stderr))
    };
    let wrong: Vec<String> = chains.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pages whose shell blocks have tests of their own, with the files that they need.
fn has_its_own_test(page: &std::path::Path) -> bool {
    let beside = ["book/src/targets", "book/src/templates.md", "book/src/start.md", "examples/templates"];
    beside.iter().any(|path| page.starts_with(path))
}

#[test]
fn commands_of_lego_in_shell_blocks_succeed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_lego")).parent().expect("a folder").display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let mut wrong = Vec::new();
    for page in summary::pages(&root()).expect("the list of pages").iter().filter(|page| !has_its_own_test(page)) {
        let text = std::fs::read_to_string(root().join(page)).expect("a page");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for block in blocks(&text).iter().filter(|block| block.language == "sh") {
            for line in block.text.lines().filter(|line| line.starts_with("lego ")) {
                let mut shell = std::process::Command::new("bash");
                let output = shell.args(["-euc", line]).current_dir(&folder).env("PATH", &path).output().expect("bash");
                if !output.status.success() {
                    wrong.push(format!("{}: {line}: {}", page.display(), String::from_utf8_lossy(&output.stderr)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

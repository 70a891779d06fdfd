//! The drawings in `docs/pictures`, which the documents show: they are what the command draws now.

mod common;

use common::lego;
use std::path::Path;

/// The name of a file and the command that draws it, without the option of the file.
const DRAWINGS: [(&str, &[&str]); 14] = [
    ("blocks", &["svg", "TileOrderBy(Row(2, 2), Col(4, 4))"]),
    ("memory", &["svg", "TileOrderBy(Row(2, 2), Col(4, 4))", "--by", "memory", "--colour", "tile", "--columns", "8"]),
    ("holes", &["svg", "Row(5, 8).PadBy([5, 7] => [5, 8])"]),
    ("planes", &["svg", "RegP([2, 4, 4], [2, 3, 1])"]),
    ("conflicts", &["svg", "Row(8, 8)", "--banks", "32", "--bytes", "16"]),
    ("swizzle", &["svg", "SwizzleRows([8, 8], 3)", "--banks", "32", "--bytes", "16"]),
    ("modes", &["svg", "((2,2),(2,3)):((1,4),(2,8))"]),
    ("broadcast", &["svg", "(4,8):(0,2)"]),
    ("meeting", &["svg", "(4,8):(0,2)", "--by", "memory"]),
    ("composed", &["svg", "Sw<3,0,3> o 0 o (8,8):(8,1)", "--banks", "32", "--bytes", "16"]),
    ("accumulator", &["cute", "mma_m16n8_f32_C"]),
    ("bits", &["linear", "mma_m16n8_f32_C"]),
    // Figures 4 and 5 of the paper on linear layouts.
    ("rounds", &["linear", "register: (4); lane: (1) (2) -> x: 8", "--to", "register: (1); lane: (4) (2) -> x: 8"]),
    (
        "transactions",
        &[
            "linear",
            "register: (32) (8); lane: (1) (2) (4) (16) (64) -> x: 128",
            "--to",
            "register: (32) (64); lane: (1) (2) (4) (8) (16) -> x: 128",
            "--draw",
            "transactions",
        ],
    ),
];

#[test]
fn drawings_are_what_the_command_draws() {
    for (name, arguments) in DRAWINGS {
        let file = if arguments[0] == "svg" { "-o" } else { "--svg" };
        let run = lego(&[arguments, &[file, "-"]].concat());
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
        let (first, rest) = run.stdout.split_once('\n').unwrap();
        // Two hyphens end a comment.
        let words = arguments.join(" ").replace("--", "with ");
        let text = format!("{first}\n<!-- Made by cargo xtask bless: lego {words} -->\n{rest}");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures").join(name).with_extension("svg");
        if std::env::var_os("LEGO_BLESS").is_some() {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, &text).unwrap();
        }
        let recorded = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            recorded == text,
            "{} is not what is drawn now; see the difference after `cargo xtask bless`",
            file.display()
        );
    }
}

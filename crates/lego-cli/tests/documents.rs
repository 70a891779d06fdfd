//! The drawings in `book/src/pictures`, which the documents show, and the gallery: they are what the command draws now.

mod common;

use common::lego;
use lego_book::page::slug;
use lego_book::root;
use lego_book::studio::{STUDIO, encoded};

/// The name of a file and the command that draws it, without the option of the file.
const DRAWINGS: [(&str, &[&str]); 18] = [
    ("four-rows", &["svg", "Row(4, 4)"]),
    ("four-columns", &["svg", "Col(4, 4)"]),
    ("four-tiles", &["svg", "TileOrderBy(Row(2, 2), Row(2, 2))"]),
    ("four-swizzle", &["svg", "SwizzleRows([4, 4], 2)"]),
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

/// Compares a file of the book with what it should be, or writes it.
#[track_caller]
fn check(file: &str, text: &str) {
    let path = root().join("book/src").join(file);
    if std::env::var_os("LEGO_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        recorded == text,
        "{} is not what is made now; see the difference after `cargo xtask bless`",
        path.display()
    );
}

/// A drawing, with the command that draws it.
fn drawing(arguments: &[&str]) -> String {
    let file = if arguments[0] == "svg" { "-o" } else { "--svg" };
    let run = lego(&[arguments, &[file, "-"]].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{arguments:?}");
    let (first, rest) = run.stdout.split_once('\n').unwrap();
    // Two hyphens end a comment.
    let words = arguments.join(" ").replace("--", "with ");
    format!("{first}\n<!-- Made by cargo xtask bless: lego {words} -->\n{rest}")
}

#[test]
fn drawings_are_what_the_command_draws() {
    for (name, arguments) in DRAWINGS {
        check(&format!("pictures/{name}.svg"), &drawing(arguments));
    }
}

const GALLERY: &str = "\
<!-- Made by cargo xtask bless from tests/zoo/gallery.txt -->
# The gallery

A small layout of each kind, drawn by `lego svg`. Numbers are positions; colours run along them, dark at the beginning. Each picture is a link to the
Studio, where the same layout can be changed. [The whole zoo](#the-whole-zoo) is at the end.
";

const WHOLE: &str = "
## The whole zoo

The layouts on which the simplifier is tested and counted, many of them too large to be printed: each is a link to the Studio, which draws it. Sizes
that are names have sliders there. [The counts](../../tests/zoo/counts.md) say how many operations their formulas take.
";

#[test]
fn the_gallery_is_what_its_list_says() {
    let list = std::fs::read_to_string(root().join("tests/zoo/gallery.txt")).unwrap();
    let mut page = GALLERY.to_owned();
    // The lines before the first heading say what the file is.
    let mut lines = list.lines().skip_while(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("# ") {
            page += &format!("\n## {heading}\n");
        } else if let Some((name, chain)) = line.split_once(": ") {
            let about = lines.next().unwrap().trim();
            let file = format!("pictures/gallery/{}.svg", slug(name));
            check(&file, &drawing(&["svg", chain]));
            let address = format!("{STUDIO}{}", encoded(chain));
            page += &format!("\n**{name}.** {about}\n\n`{chain}`\n\n[![{name}]({file})]({address})\n");
        }
    }
    page += WHOLE;
    let zoo = std::fs::read_to_string(root().join("tests/zoo/layouts.txt")).unwrap();
    // The lines before the first empty one say what the file is.
    for line in zoo.lines().skip_while(|line| !line.is_empty()) {
        if let Some(heading) = line.strip_prefix("# ") {
            page += &format!("\n{heading}:\n\n");
        } else if let Some((name, chain)) = line.split_once(": ") {
            page += &format!("- [`{name}`]({STUDIO}{})\n", encoded(chain));
        }
    }
    check("gallery.md", &page);
}

#[test]
fn every_picture_of_the_book_is_one_of_these() {
    let list = std::fs::read_to_string(root().join("tests/zoo/gallery.txt")).unwrap();
    let names = list.lines().filter(|line| !line.starts_with(['#', ' '])).filter_map(|line| line.split_once(": "));
    let mut made: Vec<String> = names.map(|(name, _)| format!("gallery/{}.svg", slug(name))).collect();
    made.extend(DRAWINGS.map(|(name, _)| format!("{name}.svg")));
    for folder in ["", "gallery/"] {
        for entry in std::fs::read_dir(root().join("book/src/pictures").join(folder)).unwrap() {
            let name = format!("{folder}{}", entry.unwrap().file_name().to_str().unwrap());
            assert!(name == "gallery" || made.contains(&name), "nothing makes book/src/pictures/{name}");
        }
    }
}

//! The pages of `book/src/targets`, that of templates and the first header: their commands are executed as they stand, and print what the page says.
//!
//! A page whose tools are missing here is NOT TESTED, and says so.
//!
//! What a target has outside of the sources of `lego-gen` is compared with the list of targets.

use lego_gen::Target;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a page has, in its order.
enum Part {
    /// A file by its name.
    File(String, String),
    /// Commands.
    Commands(String),
    /// What the commands before print.
    Printed(String),
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The name of the file that a line announces: "`main.c`:", or "`main.c`, which does this:".
fn announced(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?.strip_prefix('`')?.split('`').next()?;
    (name.contains('.') && !name.contains(' ')).then_some(name)
}

/// A file of another page: "`run.py` of [that page](wgsl.md)".
fn borrowed(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('`')?.split_once("` of [")?;
    let page = rest.split_once("](")?.1.split_once(')')?.0;
    let page = std::fs::read_to_string(root().join("book/src/targets").join(page)).ok()?;
    parts(&page).into_iter().find_map(|part| match part {
        Part::File(other, text) if other == name => Some((other, text)),
        _ => None,
    })
}

/// The blocks of a page: a file stands behind a line with its name.
fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut name: Option<String> = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some((name, text)) = borrowed(line) {
            parts.push(Part::File(name, text));
        } else if let Some(file) = announced(line) {
            name = Some(file.to_owned());
        }
        let Some(language) = line.strip_prefix("```") else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        parts.push(match (language, name.take()) {
            ("sh", _) => Part::Commands(block),
            ("text", _) => Part::Printed(block),
            (_, Some(name)) => Part::File(name, block),
            _ => continue,
        });
    }
    parts
}

/// The environment of the commands: `lego`, and what `cargo xtask setup` installed.
fn shell(folder: &Path, commands: &str) -> Command {
    let tools = root().join("target/tools").canonicalize().unwrap_or_default();
    let lego = Path::new(env!("CARGO_BIN_EXE_lego")).parent().unwrap().to_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    let [node, zig] = ["node/node_modules/.bin", "python/ziglang"].map(|folder| tools.join(folder));
    let path = format!("{}:{}:{}:{path}", lego.display(), node.display(), zig.display());
    let mut shell = Command::new("bash");
    shell.args(["-euc", commands]).current_dir(folder).env("PATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
    shell.env("PYTHONPATH", tools.join("python")).env("MDSPAN", tools.join("python/nvidia/cu13/include/cccl"));
    shell
}

/// What a page's commands need and is not here.
fn missing(folder: &Path, commands: &str, page: &str) -> Option<String> {
    // A line that is indented goes on with the command before it.
    let begun = commands.lines().filter(|line| !line.starts_with(' '));
    let words = begun.filter_map(|line| line.split_whitespace().next());
    let programs = words.filter(|word| {
        !word.starts_with("./") && !word.starts_with('(') && !["mv", "cd", "cat", "mkdir", "touch"].contains(word)
    });
    for program in programs {
        if !shell(folder, &format!("command -v {program}")).output().is_ok_and(|output| output.status.success()) {
            return Some(program.to_owned());
        }
    }
    let programs: Vec<String> = parts(page)
        .into_iter()
        .filter_map(|part| match part {
            Part::File(name, text) if name.ends_with(".py") => Some(text),
            _ => None,
        })
        .collect();
    let modules = programs
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("import ")?.split([' ', '.']).next());
    for module in modules.filter(|_| commands.contains("python3")) {
        let found = shell(folder, &format!("python3 -c 'import {module}'")).output();
        if !found.is_ok_and(|output| output.status.success()) {
            return Some(module.to_owned());
        }
    }
    if commands.contains("run.py") && !Path::new("/usr/share/vulkan/icd.d").exists() {
        return Some("vulkan".to_owned());
    }
    let needs_headers = commands.contains("$MDSPAN");
    let has_headers = || shell(folder, "test -e \"$MDSPAN/cuda/std/mdspan\"").status().is_ok_and(|s| s.success());
    (needs_headers && !has_headers()).then(|| "mdspan".to_owned())
}

/// Whether two texts have the same lines; what is blank at their ends is not shown.
fn same(one: &str, other: &str) -> bool {
    one.lines().map(str::trim_end).eq(other.lines().map(str::trim_end))
}

#[test]
fn programs_print_what_their_pages_say() {
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(root().join("book/src/targets")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| page.file_name().is_some_and(|name| name != "README.md"));
    pages.extend(["book/src/templates.md", "book/src/start.md"].map(|page| root().join(page)));
    pages.sort();
    let mut wrong = Vec::new();
    for path in &pages {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let page = std::fs::read_to_string(path).unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("targets").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let mut printed = String::new();
        for part in parts(&page) {
            match part {
                Part::File(name, text) => std::fs::write(folder.join(name), text).unwrap(),
                Part::Commands(commands) => {
                    if let Some(missing) = missing(&folder, &commands, &page) {
                        not_tested::missing(&missing, format_args!("the page {name}"));
                        break;
                    }
                    let output = shell(&folder, &commands).output().unwrap();
                    printed = String::from_utf8_lossy(&output.stdout).into_owned();
                    if !output.status.success() {
                        wrong.push(format!("{name}: {commands}{}", String::from_utf8_lossy(&output.stderr)));
                        break;
                    }
                }
                Part::Printed(expected) if !same(&printed, &expected) => {
                    wrong.push(format!("{name} prints\n{printed}and not\n{expected}"));
                }
                Part::Printed(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(pages.len() >= 10, "only {} pages", pages.len());
}

#[test]
fn cmake_builds_the_example_with_a_header_of_its_chain() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cmake");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    if !shell(&folder, "command -v cmake").output().is_ok_and(|output| output.status.success()) {
        return not_tested::missing("cmake", "examples/gen/cmake");
    }
    let source = root().join("examples/gen/cmake").canonicalize().unwrap();
    let build = format!("cmake -B . -S {} >&2\ncmake --build . >&2\n./sum", source.display());
    let output = shell(&folder, &build).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "the sum of row 1 is 5928\n");
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The test programs of `lego-gen`: the files and folders that its list names.
fn test_programs() -> String {
    let folder = "crates/lego-gen/tests/programs/languages";
    let list = read(&format!("{folder}/mod.rs"));
    let modules =
        list.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    let text = |module: &str| {
        let is_folder = root().join(folder).join(module).is_dir();
        read(&if is_folder { format!("{folder}/{module}/mod.rs") } else { format!("{folder}/{module}.rs") })
    };
    modules.map(text).collect()
}

/// What a target lacks outside of the sources of `lego-gen`.
fn lacking(target: Target, programs: &str) -> Vec<&'static str> {
    let (name, title) = (target.name(), target.title());
    let is_tested = format!("{programs} ")
        .split(&format!("Target::{target:?}"))
        .skip(1)
        .any(|rest| rest.starts_with(|next: char| !next.is_alphanumeric()));
    let page = root().join(format!("book/src/targets/{name}.md"));
    let has_page = std::fs::read_to_string(page).is_ok_and(|page| page.contains(&format!("--target {name} ")));
    let listed = read("book/src/SUMMARY.md").contains(&format!("](targets/{name}.md)"));
    let has_row = read("book/src/targets/README.md").contains(&format!("\n| [{name}]({name}.md) |"));
    let templates = read("book/src/templates.md");
    let mut slices = templates.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let has_slices = !target.fills() || slices.any(|cell| cell.split(", ").any(|word| word == format!("`{name}`")));
    let tools = read("xtask/src/languages.rs");
    let mut tools = tools.split("languages: \"").skip(1).filter_map(|rest| rest.split('"').next());
    // The compiler of Rust is that of the tests.
    let has_tool = target == Target::Rust || tools.any(|titles| titles.split(", ").any(|other| other == title));
    let places = [
        (is_tested, "a test program in crates/lego-gen/tests/programs/languages, with its `mod` line"),
        (has_page, "a page in book/src/targets that says `lego gen --target NAME`"),
        (listed, "a line in book/src/SUMMARY.md"),
        (has_row, "a row in book/src/targets/README.md"),
        (has_slices, "its name in the table of slices in book/src/templates.md"),
        (has_tool, "its title in xtask/src/languages.rs"),
    ];
    places.into_iter().filter(|(is_there, _)| !is_there).map(|(_, place)| place).collect()
}

#[test]
fn every_target_is_in_every_place_that_names_targets() {
    let programs = test_programs();
    let of =
        |target: Target| lacking(target, &programs).into_iter().map(move |place| format!("{target} lacks {place}"));
    let mut missing: Vec<String> = Target::ALL.into_iter().flat_map(of).collect();
    let count = Target::ALL.len();
    for (page, counted) in [
        ("README.md", format!("Code for {count} targets")),
        ("book/src/for-triton-users.md", format!("in {count} languages by `lego gen`")),
    ] {
        if !read(page).contains(&counted) {
            missing.push(format!("{page} does not say {counted:?}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn help_names_the_targets() {
    for (command, targets) in
        [("gen", Target::ALL.to_vec()), ("fill", Target::ALL.into_iter().filter(|target| target.fills()).collect())]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_lego")).args([command, "--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let named = help.split_once("\nTargets: ").and_then(|(_, rest)| rest.split_once('.')).map(|(names, _)| names);
        let named: Vec<&str> = named.unwrap_or_default().split(',').map(str::trim).collect();
        assert_eq!(named, targets.into_iter().map(Target::name).collect::<Vec<_>>(), "{help}");
        assert!(!help.contains("$targets"), "{help}");
    }
}

//! One file a rule of the language or of kernels, with the compiler's words beside it: `cargo xtask bless` writes them
//! anew.

#[test]
fn wrong_layouts_say_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}

#[test]
fn wrong_kernels_say_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("fail/kernels/*.rs");
}

#[test]
fn right_kernels_are_right_anywhere() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

/// A few messages have other words in other versions of the compiler: those are beside each version that they were recorded for.
#[test]
fn messages_of_versions_of_the_compiler() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = std::process::Command::new(rustc).arg("-vV").output().unwrap();
    let about = String::from_utf8(output.stdout).unwrap();
    let release = about.lines().find_map(|line| line.strip_prefix("release: ")).unwrap();
    let version = release.rsplit_once('.').map_or(release, |(version, _)| version);
    let folder = std::path::Path::new("fail/versions").join(version);
    if release.contains('-') || !std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder).is_dir() {
        // Past the capture of the test runner, which shows only what failed.
        let mut out = std::io::stderr();
        let _ = std::io::Write::write_fmt(
            &mut out,
            format_args!("NOT TESTED: messages of rustc {release} were never recorded in tests/ui/fail/versions\n"),
        );
        return;
    }
    trybuild::TestCases::new().compile_fail(folder.join("*.rs").to_str().unwrap());
}

/// What is known of a tile when an instance of a kernel is compiled: `cargo check` does not, and so there is a program that passes,
/// for which trybuild builds all.
#[test]
fn wrong_tiles_in_kernels_say_what_is_wrong() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/tiles_of_engines.rs");
    cases.compile_fail("fail/built/*.rs");
}

/// Where the component `rust-src` is installed, the compiler quotes the lines of the standard library that a message points to, and
/// elsewhere it does not: a case that points there passes on some machines alone.
#[test]
fn no_message_points_into_the_standard_library() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    let (mut folders, mut seen) = (vec![folder], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "stderr") {
                let words = std::fs::read_to_string(&path).unwrap();
                let line = words.lines().find(|line| line.contains("$RUST") || line.contains("/rustc/"));
                assert_eq!(line, None, "{}: change the case, or mark what fails `#[track_caller]`", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "{seen} messages");
}

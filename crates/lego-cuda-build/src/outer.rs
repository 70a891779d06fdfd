//! What the cargo that runs this program was told of lock files and of the network: a cargo that it runs is to hold to it.
//!
//! Cargo hands `CARGO_NET_OFFLINE` on, but not its options, and a build script has no other way to know them than the command line
//! of the process that runs it.

use std::process::Command;

/// Processes that are looked at, from this one up.
const MOST: usize = 32;

/// The options among `--locked` and `--offline` that were given to the cargo that runs this program, or to one that runs that one.
///
/// `cargo run` becomes the program that it runs, and its command line is lost. So a program of a workspace's own commands, which is
/// called `xtask` by convention, counts as a cargo: it takes these options itself.
///
/// Programs that run cargo for a part of their own build pass them on. Empty where no cargo runs this program, and where the system
/// does not tell (neither `/proc` nor `ps`).
///
/// ```
/// let mut command = std::process::Command::new("cargo");
/// command.arg("build").args(lego_cuda_build::outer_options());
/// ```
#[must_use]
pub fn outer_options() -> Vec<&'static str> {
    let (mut found, mut process) = ([false; 2], std::process::id());
    for _ in 0..MOST {
        let Some((parent, words)) = described(process) else { break };
        found = [found, options(&words)].into_iter().fold([false; 2], |[a, b], [c, d]| [a || c, b || d]);
        process = parent;
    }
    ["--locked", "--offline"].into_iter().zip(found).filter_map(|(option, is)| is.then_some(option)).collect()
}

/// Whether the command line of a process is one of cargo's with `--locked`, and with `--offline`.
fn options(words: &[String]) -> [bool; 2] {
    let [program, rest @ ..] = words else { return [false; 2] };
    if !matches!(program.rsplit(['/', '\\']).next(), Some("cargo" | "cargo.exe" | "xtask" | "xtask.exe")) {
        return [false; 2];
    }
    // What follows is for the program that cargo runs.
    let own = || rest.iter().map(String::as_str).take_while(|word| *word != "--");
    let frozen = own().any(|word| word == "--frozen");
    let offline = |word: &str| word == "--offline" || word.ends_with("net.offline=true");
    [frozen || own().any(|word| word == "--locked"), frozen || own().any(offline)]
}

/// The parent of a process and its command line; `None` where the system does not tell.
fn described(process: u32) -> Option<(u32, Vec<String>)> {
    by_proc(process).or_else(|| by_ps(process))
}

/// As Linux tells.
fn by_proc(process: u32) -> Option<(u32, Vec<String>)> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()?;
    let words = std::fs::read(format!("/proc/{process}/cmdline")).ok()?;
    let words = words.split(|&byte| byte == 0).filter(|word| !word.is_empty());
    Some((parent, words.map(|word| String::from_utf8_lossy(word).into_owned()).collect()))
}

/// As other kinds of Unix tell: words with blanks come apart, of which options have none.
fn by_ps(process: u32) -> Option<(u32, Vec<String>)> {
    if cfg!(windows) {
        return None;
    }
    let output = Command::new("ps").args(["-o", "ppid=", "-o", "args=", "-p", &process.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.split_whitespace();
    let parent = words.next()?.parse().ok()?;
    Some((parent, words.map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use super::options;
    #[cfg(unix)]
    use super::{by_proc, by_ps};

    #[test]
    fn options_are_those_of_cargo_alone() {
        for (line, locked, offline) in [
            ("cargo build --locked", true, false),
            ("/home/x/.cargo/bin/cargo --offline test -p a", false, true),
            ("cargo xtask ptx --frozen", true, true),
            ("cargo --config net.offline=true build", false, true),
            ("target/debug/xtask ptx --offline", false, true),
            ("cargo run -- --locked --offline", false, false),
            ("cargo build", false, false),
            ("sh -c cargo --locked", false, false),
            ("cargo-watch --locked", false, false),
            ("", false, false),
        ] {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            assert_eq!(options(&words), [locked, offline], "{line}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_process_has_its_parent_and_its_words() {
        let own = std::process::id();
        let first = std::env::args().next().unwrap();
        // A system has at least one of the two.
        let told: Vec<_> = [by_proc(own), by_ps(own)].into_iter().flatten().collect();
        assert!(!told.is_empty());
        for (parent, words) in told {
            assert_eq!(parent, std::os::unix::process::parent_id());
            assert!(first.starts_with(&words[0]), "{words:?}");
        }
    }
}

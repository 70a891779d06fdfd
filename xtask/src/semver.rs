//! The API of the published libraries against that of the last release, by cargo-semver-checks.

use crate::package;
use crate::steps::{Steps, answers, cargo, root, succeeds};
use std::process::Command;

const STEP: &str = "cargo semver-checks";

/// The file with the commit of the last release: a clone may lack the tags.
const LAST_RELEASE: &str = "xtask/last-release";

/// Compares the libraries with the last release, where the tool and that commit are here.
pub(crate) fn check(steps: &mut Steps) {
    let path = root().join(LAST_RELEASE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return steps.fail(STEP, &std::io::Error::other(format!("{LAST_RELEASE}: {error}"))),
    };
    let commit = match commit(&text) {
        Ok(commit) => commit,
        Err(error) => return steps.fail(STEP, &std::io::Error::other(error)),
    };
    let libraries = match package::libraries() {
        Ok(libraries) => libraries,
        Err(error) => return steps.fail(STEP, &std::io::Error::other(error)),
    };
    if !answers("cargo-semver-checks") {
        return steps.leave_out(STEP, "not installed");
    }
    let mut git = Command::new("git");
    git.args(["cat-file", "-e", &format!("{commit}^{{commit}}")]).current_dir(root());
    if !succeeds(&mut git) {
        return steps.leave_out(STEP, &format!("this clone lacks the commit {commit}"));
    }
    // Other features need a driver or a page that other steps build.
    let mut command = cargo(&["semver-checks", "--default-features", "--baseline-rev", commit]);
    command.args(libraries.iter().flat_map(|name| ["--package", name]));
    steps.run(STEP, command);
}

/// Returns the commit that the text of the file names.
///
/// # Errors
/// If the text is not one line with a commit's full id.
fn commit(text: &str) -> Result<&str, String> {
    let id = text.trim_end();
    let is_id = id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id { Ok(id) } else { Err(format!("{LAST_RELEASE}: `{id}` is not the 40 hexadecimal digits of a commit")) }
}

#[cfg(test)]
mod tests {
    use super::{LAST_RELEASE, commit};
    use crate::steps::root;

    #[test]
    fn the_file_names_one_commit() {
        let text = std::fs::read_to_string(root().join(LAST_RELEASE));
        assert!(text.is_ok_and(|text| commit(&text).is_ok()), "{LAST_RELEASE}");
        assert!(commit("v0.2.0\n").is_err());
        assert!(commit("").is_err());
    }
}

//! Licences and sources of the packages in Cargo.lock, by cargo-deny; `deny.toml` says what is allowed.

use crate::steps::{Steps, answers, cargo};

/// Runs the checks that need no network, where cargo-deny is installed. The forge's workflow checks the advisories.
pub(crate) fn check(steps: &mut Steps) {
    if answers("cargo-deny") {
        steps.run("cargo deny", cargo(&["deny", "--workspace", "--offline", "check", "licenses", "bans", "sources"]));
    } else {
        steps.leave_out("cargo deny", "not installed");
    }
    steps.leave_out("cargo deny check advisories", "needs its database");
}

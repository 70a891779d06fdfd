//! `cargo xtask package`: the crates as the registry would get them.
//!
//! It is `cargo package --workspace` without the packages that are not published: of those that depend on each other Cargo
//! makes no packages, since it looks for them in the registry. What is found out besides is whether each says what it is.

use crate::steps::{Steps, cargo, members};
use serde_json::{Value, json};
use std::process::{Command, ExitCode};

/// What a published package says of itself.
const FIELDS: [&str; 6] = ["description", "license", "readme", "keywords", "categories", "rust_version"];

/// The packages, each built from nothing but what is in it.
pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    check(&mut steps, true);
    steps.summary()
}

/// The packages as a step among others; they are only built if `verify` asks for it, which takes minutes.
pub(crate) fn check(steps: &mut Steps, verify: bool) {
    let name = if verify { "packages, each built by itself" } else { "packages for the registry" };
    let ready = members().and_then(|packages| {
        let workspace = Workspace { packages };
        match workspace.unsaid() {
            None => Ok(workspace),
            Some(unsaid) => Err(unsaid),
        }
    });
    match ready {
        Ok(workspace) => steps.run(name, workspace.command(verify)),
        Err(error) => steps.fail(name, &std::io::Error::other(error)),
    }
}

/// Returns the names of the published packages that have a library other crates link.
///
/// # Errors
/// What is wrong with Cargo's description of the packages.
pub(crate) fn libraries() -> Result<Vec<String>, String> {
    let workspace = Workspace { packages: members()? };
    let has_library = |package: &&Value| {
        let targets = package["targets"].as_array();
        targets.is_some_and(|targets| targets.iter().any(|target| target["kind"] == json!(["lib"])))
    };
    let names = workspace.published().filter(has_library).filter_map(|package| package["name"].as_str());
    Ok(names.map(str::to_owned).collect())
}

struct Workspace {
    packages: Vec<Value>,
}

impl Workspace {
    fn published(&self) -> impl Iterator<Item = &Value> {
        self.packages.iter().filter(|package| is_published(package))
    }

    /// The first thing that a published package does not say.
    fn unsaid(&self) -> Option<String> {
        if self.published().next().is_none() {
            return Some("no package is published".into());
        }
        let field = |package: &Value| {
            let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
            FIELDS.into_iter().find(|field| is_empty(&package[*field]))
        };
        self.published().find_map(|package| Some(format!("{} has no {}", package["name"], field(package)?)))
    }

    fn command(&self, verify: bool) -> Command {
        // What is not committed is packed too: it is what is tested.
        let mut command = cargo(&["package", "--workspace", "--quiet", "--allow-dirty", "--offline"]);
        let others = self.packages.iter().filter(|package| !is_published(package));
        command.args(others.filter_map(|package| package["name"].as_str()).flat_map(|name| ["--exclude", name]));
        if !verify {
            command.arg("--no-verify");
        }
        command
    }
}

/// `publish = false` is an empty list of the places where it may go.
fn is_published(package: &Value) -> bool {
    !package["publish"].as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::{Workspace, libraries};
    use serde_json::json;

    #[test]
    fn what_a_published_package_does_not_say_is_found() {
        let whole = json!({
            "name": "whole", "publish": null, "description": "d", "license": "l", "readme": "r", "keywords": ["k"],
            "categories": ["c"], "rust_version": "1.85",
        });
        let hidden = json!({ "name": "hidden", "publish": [] });
        let mut silent = whole.clone();
        silent["name"] = json!("silent");
        silent["keywords"] = json!([]);
        let unsaid = |packages: &[&serde_json::Value]| {
            Workspace { packages: packages.iter().map(|package| (*package).clone()).collect() }.unsaid()
        };
        assert_eq!(unsaid(&[&whole, &hidden]), None);
        assert_eq!(unsaid(&[&whole, &hidden, &silent]).as_deref(), Some("\"silent\" has no keywords"));
        assert_eq!(unsaid(&[&hidden]).as_deref(), Some("no package is published"));
    }
    #[test]
    fn macros_are_no_library_that_crates_link() {
        let names = libraries().unwrap_or_default();
        assert!(
            ["lego", "lego-core", "lego-cuda"].iter().all(|name| names.iter().any(|other| other == name)),
            "{names:?}"
        );
        assert!(!names.iter().any(|name| ["lego-macros", "xtask"].contains(&name.as_str())), "{names:?}");
    }
}

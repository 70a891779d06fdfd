//! The documentation of a Rust module as a page: recipes are modules that hold nothing else.

/// The text of a module's documentation under a title: its headings one level lower, its code marked as Rust, its links to items of
/// the crate as the names of these.
#[must_use]
pub fn documentation(title: &str, module: &str) -> String {
    let mut page = format!("# {title}\n\n");
    let mut is_code = false;
    for line in module.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if let Some(language) = line.strip_prefix("```") {
            is_code = !is_code;
            page += "```";
            page += if is_code && (language.is_empty() || language == "no_run") { "rust" } else { language };
        } else if is_code {
            page += line;
        } else {
            page += if line.starts_with('#') { "#" } else { "" };
            page += &unlinked(line);
        }
        page.push('\n');
    }
    page
}

/// A line whose links to items, ``[`name`]`` and ``[`name`](path::of)``, are names.
fn unlinked(line: &str) -> String {
    let mut unlinked = String::new();
    let mut rest = line;
    while let Some((before, name, after)) = rest.split_once("[`").and_then(|(before, after)| {
        let (name, after) = after.split_once("`]")?;
        Some((before, name, after))
    }) {
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        match target {
            Some((target, _)) if target.contains('/') || target.contains(".rs") => {
                unlinked += &format!("{before}[`{name}`]");
                rest = after;
            }
            target => {
                unlinked += &format!("{before}`{name}`");
                rest = target.map_or(after, |(_, after)| after);
            }
        }
    }
    unlinked + rest
}

#[cfg(test)]
mod tests {
    use super::documentation;

    #[test]
    fn a_module_is_a_page() {
        let module = "//! A tile; see [`tile`] and [`x`](crate::x).\n//!\n//! ```\n//! # hidden();\n//! [`no`]\n//! ```\n//!\n//! # To change\nfn f() {}\n//! not this\n";
        let page = "# Tiles\n\nA tile; see `tile` and `x`.\n\n```rust\n# hidden();\n[`no`]\n```\n\n## To change\n";
        assert_eq!(documentation("Tiles", module), page);
    }
}

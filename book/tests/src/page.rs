//! A text in Markdown: its links, its anchors, its blocks of code.

use std::path::{Component, Path, PathBuf};

/// A link or a picture on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its line, from 1.
    pub line: usize,
    /// Where it leads, as it is written.
    pub target: String,
}

impl Link {
    /// Whether it leads out of the repository.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.target.starts_with("https://") || self.target.starts_with("http://") || self.target.starts_with("mailto:")
    }
}

/// A block of code on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line of its first fence, from 1.
    pub line: usize,
    /// What stands behind the fence: the language, and what rustdoc reads.
    pub language: String,
    /// What stands in it.
    pub text: String,
}

/// The blocks of code of a text.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (line, content) in (1..).zip(text.lines()) {
        match content.trim_start().strip_prefix("```") {
            Some(_) if is_open => is_open = false,
            Some(language) => {
                is_open = true;
                blocks.push(Block { line, language: language.trim().to_owned(), text: String::new() });
            }
            None if is_open => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(content);
                    block.text.push('\n');
                }
            }
            None => {}
        }
    }
    blocks
}

/// The lines of a text that are no code, with their numbers from 1; code among words is blanked.
#[must_use]
pub fn prose(text: &str) -> Vec<(usize, String)> {
    let (mut is_block, mut is_code) = (false, false);
    let mut prose = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            is_block = !is_block;
            is_code = false;
        } else if !is_block {
            // Code may go on in the next line, but not beyond a paragraph.
            is_code &= !line.is_empty();
            let mut blanked = String::new();
            for c in line.chars() {
                is_code ^= c == '`';
                blanked.push(if is_code && c != '`' { ' ' } else { c });
            }
            prose.push((number, blanked));
        }
    }
    prose
}

/// The links and pictures of a text. A link may be broken between two lines before its target, not within it.
#[must_use]
pub fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, content) in prose(text) {
        for (at, _) in content.match_indices("](") {
            if let Some((target, _)) = content[at + 2..].split_once(')') {
                links.push(Link { line, target: target.to_owned() });
            }
        }
    }
    links
}

/// What a heading is called in a link: small letters and digits, a hyphen for a blank, nothing for other signs.
#[must_use]
pub fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// The anchors of a text; a heading that comes again has a number behind it.
#[must_use]
pub fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut anchors: Vec<String> = Vec::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !is_code) else { continue };
        let slug = slug(heading.trim_start_matches('#'));
        let again =
            anchors.iter().filter(|other| other.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit()) == slug);
        let count = again.count();
        anchors.push(if count == 0 { slug } else { format!("{slug}-{count}") });
    }
    anchors
}

/// The file that a link on a page leads to, and its anchor. Paths are those of the repository.
#[must_use]
pub fn resolved(page: &Path, target: &str) -> (PathBuf, Option<String>) {
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor.to_owned())),
        None => (target, None),
    };
    if file.is_empty() {
        return (page.to_owned(), anchor);
    }
    let mut path = PathBuf::new();
    for part in page.parent().unwrap_or(Path::new("")).join(file).components() {
        match part {
            Component::ParentDir if path.pop() => {}
            part => path.push(part),
        }
    }
    (path, anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_outside_of_code() {
        let text = "a [b](c.md) ![d](e.svg) `[f](g)`\n```text\n[h](i)\n```\n[j\nk](l#m)\n";
        let found: Vec<(usize, String)> = links(text).into_iter().map(|link| (link.line, link.target)).collect();
        assert_eq!(found, [(1, "c.md".to_owned()), (1, "e.svg".to_owned()), (6, "l#m".to_owned())]);
    }

    #[test]
    fn blocks_have_their_language_and_text() {
        let found = blocks("x\n```rust,ignore\na\n\nb\n```\n```\nc\n```\n");
        let short: Vec<(usize, &str, &str)> =
            found.iter().map(|block| (block.line, block.language.as_str(), block.text.as_str())).collect();
        assert_eq!(short, [(2, "rust,ignore", "a\n\nb\n"), (7, "", "c\n")]);
    }

    #[test]
    fn anchors_are_those_of_headings() {
        let text = "# What's `this`?\n## On the GPU\n```\n# no heading\n```\n## On the GPU\n";
        assert_eq!(anchors(text), ["whats-this", "on-the-gpu", "on-the-gpu-1"]);
    }

    #[test]
    fn a_path_is_that_of_the_repository() {
        let page = Path::new("book/src/targets/c.md");
        assert_eq!(resolved(page, "../a.md#b"), (PathBuf::from("book/src/a.md"), Some("b".to_owned())));
        assert_eq!(resolved(page, "../../../SPEC.md"), (PathBuf::from("SPEC.md"), None));
        assert_eq!(resolved(page, "#b"), (page.to_owned(), Some("b".to_owned())));
    }
}

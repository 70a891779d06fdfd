//! What mdBook made: links that lead nowhere.

use std::io;
use std::path::{Path, PathBuf};

/// Every link and picture of the HTML files below a folder whose file is not there, with the file that has it.
///
/// # Errors
/// Where a folder or a file cannot be read.
pub fn dead(folder: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut dead = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                let text = std::fs::read_to_string(&path)?;
                let lost = targets(&text)
                    .filter(|target| is_lost(&folder, target))
                    .map(|target| (path.clone(), target.to_owned()));
                dead.extend(lost);
            }
        }
    }
    dead.sort();
    Ok(dead)
}

/// What the attributes `href` and `src` of a page say.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let after = |attribute: &'static str| text.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
    after(" href=\"").chain(after(" src=\""))
}

/// Whether a link leads to a file that is not there.
fn is_lost(folder: &Path, target: &str) -> bool {
    let file = target.split(['#', '?']).next().unwrap_or_default();
    let is_elsewhere = target.contains("://") || target.starts_with("data:") || target.starts_with("mailto:");
    !file.is_empty() && !is_elsewhere && !folder.join(file).exists()
}

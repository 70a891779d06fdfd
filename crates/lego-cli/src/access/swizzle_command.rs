//! The command that finds a better layout of a tile for some accesses.

use super::tile::TileAccess;

/// An argument as a shell takes it.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || ",._-/".contains(c));
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The command that finds a better layout of a tile for some accesses.
pub(crate) fn command(dims: &[u64], accesses: &[TileAccess]) -> String {
    let extents: Vec<String> = dims.iter().map(u64::to_string).collect();
    let mut command = format!("lego swizzle {}", extents.join(","));
    let differ = accesses.iter().any(|access| access.vector != accesses[0].vector);
    for access in accesses {
        command.push_str(&format!(" --access {}", quoted(&access.text)));
        if differ {
            command.push_str(&format!(" --vector {}", access.vector));
        }
    }
    if let Some(first) = accesses.first() {
        command.push_str(&format!(" --bytes {}", first.bytes));
        if !differ && first.vector > 1 {
            command.push_str(&format!(" --vector {}", first.vector));
        }
    }
    command
}

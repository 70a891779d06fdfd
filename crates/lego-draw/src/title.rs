//! A title broken into lines, where the writer of a chain would break it.

/// More lines than this are cut.
const LINES: usize = 8;

/// Lines of at most so many characters, broken before a stage, or else at a blank or after a comma.
pub(crate) fn wrapped(title: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = title.chars().collect();
    while rest.len() > most {
        if lines.len() + 1 == LINES {
            rest.truncate(most - 1);
            rest.push('…');
            break;
        }
        let is_break = |k: usize| {
            let stage = rest[k] == '.' && rest.get(k + 1).is_some_and(char::is_ascii_uppercase);
            stage || rest[k] == ' ' || rest[k - 1] == ','
        };
        let stage = (most / 3..=most).rev().find(|&k| k > 0 && rest[k] == '.' && is_break(k));
        let at = stage.or_else(|| (most / 3 + 1..=most).rev().find(|&k| is_break(k))).unwrap_or(most);
        let tail = rest.split_off(at);
        lines.push(rest.iter().collect::<String>().trim().to_owned());
        rest = tail;
    }
    lines.push(rest.iter().collect::<String>().trim().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn titles_break_before_stages() {
        let title = "OrderBy(Row(2, 2), Col(3, 3)).OrderBy(Row(6, 6)).TileBy([2, 2], [3, 3])";
        assert_eq!(wrapped(title, 100), [title]);
        assert_eq!(
            wrapped(title, 40),
            ["OrderBy(Row(2, 2), Col(3, 3))", ".OrderBy(Row(6, 6))", ".TileBy([2, 2], [3, 3])"]
        );
        assert_eq!(wrapped("Row(1000000,2000000)", 12), ["Row(1000000,", "2000000)"]);
        let long = wrapped(&"x".repeat(500), 9);
        assert!(long.len() == 8 && long.iter().all(|line| line.chars().count() <= 9));
    }
}

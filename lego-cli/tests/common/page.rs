//! The commands on pages of the documentation, as a shell would run them.

use super::{lego, lego_reading};

/// The words of a line of a shell: blanks between them, quotes around those that have blanks.
pub fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (k, part) in line.split('\'').enumerate() {
        match k % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// What a line prints, and then its errors: of `lego …`, or of `echo '…' | lego …`.
#[track_caller]
pub fn output(line: &str) -> String {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = match words.as_slice() {
        ["lego", arguments @ ..] => lego(arguments),
        ["echo", text, "|", "lego", arguments @ ..] => lego_reading(arguments, &format!("{text}\n")),
        _ => panic!("no command of the page: {line}"),
    };
    run.stdout + &run.stderr
}

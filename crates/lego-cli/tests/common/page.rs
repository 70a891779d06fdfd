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

/// What a line prints, and then its errors: of `lego …`, or of `echo '…' | lego …`; of it `| head -n` and `| tail -n` keep the
/// first and the last lines, and `| grep -v WORD` those without a word.
#[track_caller]
pub fn output(line: &str) -> String {
    let words = words(line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (run, filter) = match words.as_slice() {
        ["echo", text, "|", "lego", arguments @ ..] => (lego_reading(arguments, &format!("{text}\n")), &[][..]),
        ["lego", arguments @ ..] => {
            let end = arguments.iter().position(|word| *word == "|").unwrap_or(arguments.len());
            (lego(&arguments[..end]), &arguments[end..])
        }
        _ => panic!("no command of the page: {line}"),
    };
    let printed = run.stdout + &run.stderr;
    let lines: Vec<&str> = printed.lines().collect();
    let count = |option: &str| -> usize { option.trim_start_matches('-').parse().expect("a number of lines") };
    let kept: Vec<&str> = match filter {
        [] => return printed,
        ["|", "head", option] => lines.iter().copied().take(count(option)).collect(),
        ["|", "tail", option] => lines[lines.len() - count(option)..].to_vec(),
        ["|", "grep", "-v", word] => lines.iter().copied().filter(|line| !line.contains(word)).collect(),
        _ => panic!("no filter of the page: {line}"),
    };
    kept.iter().map(|line| format!("{line}\n")).collect()
}

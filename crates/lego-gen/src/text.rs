//! Text that is written line by line, and texts with blanks to be filled in.

use lego_expr::Op;

/// Lines of a file.
#[derive(Debug, Default)]
pub(crate) struct Text(String);

impl Text {
    /// A line.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref().trim_end());
        self.0.push('\n');
    }

    /// Several lines, each after an indentation.
    pub(crate) fn lines<S: AsRef<str>>(&mut self, indent: &str, lines: impl IntoIterator<Item = S>) {
        for line in lines {
            self.line(format!("{indent}{}", line.as_ref()));
        }
    }

    /// An empty line.
    pub(crate) fn blank(&mut self) {
        self.line("");
    }

    /// A head, lines that are indented, an end, and an empty line.
    pub(crate) fn block<S: AsRef<str>>(&mut self, head: &str, lines: impl IntoIterator<Item = S>, end: &str) {
        self.line(head);
        self.lines("    ", lines);
        self.line(end);
        self.blank();
    }

    /// A text in which each `$name` is what stands for it, and an empty line.
    pub(crate) fn filled(&mut self, template: &str, blanks: &[(&str, &str)]) {
        let filled = blanks.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value));
        self.0.push_str(&filled);
        self.blank();
    }

    /// Those of some templates that are needed.
    pub(crate) fn needed(&mut self, templates: &[(bool, &str)], blanks: &[(&str, &str)]) {
        templates.iter().filter(|(is_needed, _)| *is_needed).for_each(|(_, template)| self.filled(template, blanks));
    }

    /// A text that ends with a line.
    pub(crate) fn append(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Everything written so far.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Everything written.
    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// The positions of a table as rows of at most 100 columns, with `none` for an index without one.
pub(crate) fn rows(positions: &[Option<u64>], none: &str) -> Vec<String> {
    rows_of(positions.iter().map(|position| position.map_or(none.to_owned(), |position| position.to_string())))
}

/// Numbers as rows of at most 100 columns.
pub(crate) fn rows_of(numbers: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for number in numbers {
        match rows.last_mut() {
            Some(row) if row.len() + number.len() + 2 <= 100 => {
                row.push(' ');
                row.push_str(&number);
            }
            _ => rows.push(number),
        }
        if let Some(row) = rows.last_mut() {
            row.push(',');
        }
    }
    rows
}

/// An expression as an operand of anything: in brackets, unless it is a word.
pub(crate) fn grouped(expression: &str) -> String {
    if expression.contains(' ') { format!("({expression})") } else { expression.to_owned() }
}

/// Two truths joined by the sign of an operation: the language's signs for conjunction, disjunction and exclusive
/// disjunction.
pub(crate) fn joined(op: Op, [and, or, xor]: [&str; 3], left: &str, right: &str) -> String {
    let sign = match op {
        Op::And => and,
        Op::Or => or,
        _ => xor,
    };
    format!("{left} {sign} {right}")
}

/// Whether a word occurs in a text, as a word of its own.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
}

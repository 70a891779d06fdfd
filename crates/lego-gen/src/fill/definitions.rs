//! Layouts that a template defines in its comments: `lego: L = CHAIN`.

use super::fault::Fault;
use lego_lang::TextRange;

/// Definitions stand in the first lines of a template: so many.
const LINES: usize = 50;

/// What a comment begins with, or goes on with, in the languages that templates are written in.
const MARKS: [&str; 12] = ["#", "//", "/*", "*", "!", "--", ";", "%", "\"\"\"", "'''", "(*", "{-"];

/// Marks after which a comment ends with its line: what a definition goes on with has the same mark.
const LINE_MARKS: [&str; 6] = ["#", "//", "!", "--", ";", "%"];

/// What a comment ends with.
const ENDS: [&str; 7] = ["*/", "-->", "*)", "-}", "\"\"\"", "'''", "#}"];

/// A name and what stands for it.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    /// The place of the name.
    pub(super) range: TextRange,
    /// A chain, or a number.
    pub(super) value: String,
    /// Where the parts of the value stand: bytes of the value, and bytes of the template.
    parts: Vec<(usize, usize)>,
}

impl Definition {
    /// The place in the template of a place in the value.
    pub(super) fn place(&self, range: TextRange) -> TextRange {
        let at = |byte: usize| {
            let part = self.parts.iter().rev().find(|part| part.0 <= byte);
            part.map_or(self.range.end, |(from, to)| to + (byte - from))
        };
        let start = at(range.start);
        let end = if range.end > range.start { at(range.end - 1) + 1 } else { start };
        TextRange::new(start, end)
    }
}

/// The definitions of a template, and comments that look like one and are none.
pub(super) fn definitions(text: &str) -> (Vec<Definition>, Vec<Fault>) {
    let (mut found, mut warnings) = (Vec::new(), Vec::new());
    for (start, line) in lines(text, 0).take(LINES) {
        let Some((before, after)) = line.split_once("lego:") else { continue };
        if !is_comment(before) {
            continue;
        }
        let at = start + before.len() + "lego:".len();
        match definition(after, at) {
            Some((name, range, value_at)) => {
                let mut definition = Definition { name, range, value: String::new(), parts: Vec::new() };
                let value = without_end(&text[value_at..start + line.len()]);
                definition.push(value, value_at);
                let mut open = brackets(&definition.value);
                let next = text[start..].find('\n').map_or(text.len(), |end| start + end + 1);
                for (start, line) in lines(text, next) {
                    let Some(content) = content(line, before) else { break };
                    let is_open = open > 0;
                    let goes_on = content.starts_with('.') || content.starts_with("where ");
                    if !is_open && !goes_on {
                        break;
                    }
                    let at = start + (content.as_ptr() as usize - line.as_ptr() as usize);
                    open += brackets(without_end(content));
                    definition.push(without_end(content), at);
                }
                found.push(definition);
            }
            None if before.trim().chars().all(|c| !c.is_alphanumeric()) => {
                let range = TextRange::new(at - "lego:".len(), start + line.trim_end().len());
                warnings.push(Fault::new(range, "no definition: it would be `lego: NAME = CHAIN`"));
            }
            None => {}
        }
    }
    (found, warnings)
}

impl Definition {
    fn push(&mut self, value: &str, at: usize) {
        if !self.value.is_empty() {
            self.value.push(' ');
        }
        self.parts.push((self.value.len(), at));
        self.value.push_str(value);
    }
}

/// The lines of a text from a place on, without their ends, each with the place where it begins.
fn lines(text: &str, mut at: usize) -> impl Iterator<Item = (usize, &str)> {
    text[at..].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// Whether what stands before something in its line puts it into a comment, as far as the line shows.
fn is_comment(before: &str) -> bool {
    before.trim().is_empty() || MARKS.iter().any(|mark| before.contains(mark))
}

/// A name and the place of its value, if there are both.
fn definition(after: &str, at: usize) -> Option<(String, TextRange, usize)> {
    let from = after.len() - after.trim_start().len();
    let length = super::placeholders::name(&after[from..])?;
    let name = after[from..from + length].to_owned();
    let rest = &after[from + length..];
    let value = rest.trim_start().strip_prefix('=').filter(|value| !value.starts_with('='))?.trim_start();
    let range = TextRange::new(at + from, at + from + length);
    Some((name, range, at + after.len() - value.len()))
}

/// A value without the end of the comment that it stands in.
fn without_end(value: &str) -> &str {
    let value = value.trim_end();
    ENDS.iter().find_map(|end| value.strip_suffix(end)).unwrap_or(value).trim_end()
}

/// What a line says that goes on with a comment whose first line begins so.
fn content<'l>(line: &'l str, before: &str) -> Option<&'l str> {
    let trimmed = line.trim_start();
    let mark = LINE_MARKS.iter().find(|mark| before.contains(**mark));
    match mark {
        Some(mark) => Some(trimmed.strip_prefix(mark)?.trim_start_matches(['/', '!', '#', ';', '%']).trim_start()),
        None => Some(trimmed.trim_start_matches('*').trim_start()),
    }
}

/// By how many more brackets are opened than closed.
fn brackets(chain: &str) -> i64 {
    chain.chars().map(|c| i64::from(matches!(c, '(' | '[' | '{')) - i64::from(matches!(c, ')' | ']' | '}'))).sum()
}

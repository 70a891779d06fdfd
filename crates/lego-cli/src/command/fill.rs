//! `lego fill`: a template whose placeholders become expressions of layouts.

use crate::report::failure::{Complaint, Excerpt, Failure, Source, warn};
use crate::report::output::Output;
use crate::report::whole_file::write_whole;
use lego_gen::fill::{Fault, FaultText, Filled, Template, fill, language};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

/// What is to be filled.
pub(crate) struct Fill<'a> {
    pub(crate) template: &'a Path,
    pub(crate) lets: &'a [String],
    pub(crate) target: Option<&'a str>,
    pub(crate) file: Option<&'a Path>,
    pub(crate) check: bool,
}

/// Layouts by their names, and values of sizes.
type Given = (BTreeMap<String, String>, BTreeMap<String, i128>);

/// A template of more bytes is none.
const LONGEST: u64 = 1 << 26;

impl Fill<'_> {
    /// Fills the template and writes it, prints it, or compares it with what is there.
    pub(crate) fn run(&self, output: &mut Output) -> Result<u8, Failure> {
        let language = self.target.map(language).transpose().map_err(|error| Failure::Usage(error.message))?;
        let file = self.file.filter(|file| *file != Path::new("-"));
        if self.check && file.is_none() {
            return Err(Failure::Usage("--check compares with a file: give it with -o".to_owned()));
        }
        if file.is_some_and(|file| self.is_template(file)) {
            return Err(Failure::Usage("the template would be written over: give another file with -o".to_owned()));
        }
        let (layouts, values) = self.given()?;
        let text = self.text()?;
        let template = Template { text: &text, file: self.template.to_owned(), language, layouts, values };
        let filled = fill(&template).map_err(|faults| {
            let text: Arc<str> = text.as_str().into();
            Failure::Wrong(faults.iter().map(|fault| self.complaint(fault, &template, &text)).collect())
        })?;
        for (warning, (line, column)) in filled.warnings.iter().zip(places(&filled.warnings, &text)) {
            warn(&format!("{}, line {line}, column {column}: {}", self.name(), warning.message));
        }
        match file {
            Some(file) if self.check => return self.compare(file, &filled, output),
            Some(file) => write_whole(file, filled.text.as_bytes())
                .map_err(|error| Complaint::new(format!("{}: {error}", file.display())))?,
            None if !output.json => output.write_all(filled.text.as_bytes())?,
            None => {}
        }
        if output.json {
            output.json(&object(&filled, file, &text))?;
        }
        Ok(0)
    }

    /// Says whether a file is what the template is filled to.
    fn compare(&self, file: &Path, filled: &Filled, output: &mut Output) -> Result<u8, Failure> {
        let found = match std::fs::read(file) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(Complaint::new(format!("{}: {error}", file.display())).into()),
        };
        if found.as_deref() == Some(filled.text.as_bytes()) {
            if output.json {
                output.json(&json!({ "ok": true, "file": file.display().to_string() }))?;
            } else {
                writeln!(output, "{} is up to date", file.display())?;
            }
            return Ok(0);
        }
        let what = if found.is_some() { "is not what the template is filled to now" } else { "does not exist" };
        let again = format!("lego fill {} -o {}", self.name(), file.display());
        Err(Complaint::new(format!("{} {what}: {again}", file.display())).into())
    }

    fn name(&self) -> String {
        if self.template == Path::new("-") { "standard input".to_owned() } else { self.template.display().to_string() }
    }

    fn text(&self) -> Result<String, Failure> {
        let wrong = |what: String| Failure::from(Complaint::new(format!("{}: {what}", self.name())));
        let mut bytes = Vec::new();
        let read = if self.template == Path::new("-") {
            std::io::stdin().take(LONGEST + 1).read_to_end(&mut bytes)
        } else {
            std::fs::File::open(self.template).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        };
        read.map_err(|error| wrong(error.to_string()))?;
        if bytes.len() as u64 > LONGEST {
            return Err(wrong(format!("more than {LONGEST} bytes; a template is shorter")));
        }
        String::from_utf8(bytes).map_err(|_| wrong("not UTF-8 text".to_owned()))
    }

    /// The layouts and the values of sizes that the options give.
    fn given(&self) -> Result<Given, Failure> {
        let (mut layouts, mut values) = Given::default();
        for text in self.lets {
            let numbers: Option<Vec<(String, i128)>> = text.split(',').map(number).collect();
            if let Some(numbers) = numbers {
                values.extend(numbers);
                continue;
            }
            let Some((name, chain)) = text.split_once('=').filter(|(name, _)| is_name(name.trim())) else {
                return Err(Failure::Usage(format!("--let {text}: a layout is L=CHAIN, values are M=1024,K=512")));
            };
            if layouts.insert(name.trim().to_owned(), chain.trim().to_owned()).is_some() {
                return Err(Failure::Usage(format!("--let gives {} two layouts", name.trim())));
            }
        }
        Ok((layouts, values))
    }

    /// Whether a file is the template, by whatever path and link: writing it would be writing over the template.
    fn is_template(&self, file: &Path) -> bool {
        if file == self.template {
            return true;
        }
        if self.template == Path::new("-") { is_stdin(file) } else { is_same(file, self.template) }
    }

    fn complaint(&self, fault: &Fault, template: &Template<'_>, text: &Arc<str>) -> Complaint {
        let (message, source, text) = match &fault.text {
            FaultText::Template => (fault.message.clone(), Source::File(self.name()), Arc::clone(text)),
            FaultText::Given(name) => {
                let chain = template.layouts.get(name).cloned().unwrap_or_default();
                (format!("{name}: {}", fault.message), Source::Option("--let"), chain.into())
            }
        };
        Complaint { message, place: Some(Excerpt { source, text, range: fault.range }) }
    }
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// A name and its value, if a text gives one.
fn number(text: &str) -> Option<(String, i128)> {
    let (name, value) = text.split_once('=')?;
    Some((name.trim().to_owned(), value.trim().parse().ok()?))
}

/// Whether two paths lead to one file.
#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let file = |path: &Path| std::fs::metadata(path).map(|data| (data.dev(), data.ino()));
    matches!((file(one), file(other)), (Ok(one), Ok(other)) if one == other)
}

/// Whether two paths lead to one file.
#[cfg(not(unix))]
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Whether standard input is this file.
#[cfg(unix)]
fn is_stdin(file: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let stdin = std::io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    let (Ok(stdin), Ok(file)) = (stdin.and_then(|stdin| stdin.metadata()), std::fs::metadata(file)) else {
        return false;
    };
    stdin.is_file() && (stdin.dev(), stdin.ino()) == (file.dev(), file.ino())
}

/// Whether standard input is this file, which only Unix says.
#[cfg(not(unix))]
fn is_stdin(_: &Path) -> bool {
    false
}

/// The line and the column of each fault, in one pass over the text.
fn places(faults: &[Fault], text: &str) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..faults.len()).collect();
    order.sort_by_key(|&number| faults[number].range.start);
    let mut places = vec![(1, 1); faults.len()];
    let (mut at, mut line, mut column) = (0, 1, 1);
    for number in order {
        let before = text.get(at..faults[number].range.start).unwrap_or_default();
        at += before.len();
        line += before.matches('\n').count();
        column = match before.rsplit_once('\n') {
            Some((_, rest)) => rest.chars().count() + 1,
            None => column + before.chars().count(),
        };
        places[number] = (line, column);
    }
    places
}

fn object(filled: &Filled, file: Option<&Path>, text: &str) -> Value {
    let warning = |(fault, (line, column)): (&Fault, (usize, usize))| json!({ "message": fault.message, "line": line, "column": column });
    json!({
        "target": filled.language.name(),
        "file": file.map(|file| file.display().to_string()),
        "text": filled.text,
        "layouts": filled.layouts,
        "placeholders": filled.placeholders,
        "warnings": filled.warnings.iter().zip(places(&filled.warnings, text)).map(warning).collect::<Vec<_>>(),
    })
}

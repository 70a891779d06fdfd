//! The errors that end a command early, and their report with the place underlined.

use crate::report::output::Output;
use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use lego_lang::{Diagnostic, MarkedLine, Snippet, TextRange};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, Write};
use std::sync::Arc;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The layout, or what was asked of it, is wrong: all errors.
    Wrong(Vec<Complaint>),
    /// It would take more than the limit allows.
    Limit(Complaint),
    /// The command was called wrongly.
    Usage(String),
    /// Something could not be written.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Complaint> for Failure {
    fn from(fault: Complaint) -> Self {
        Self::Wrong(vec![fault])
    }
}

/// An error, if possible with its place.
#[derive(Clone, Debug)]
pub(crate) struct Complaint {
    pub(crate) message: String,
    pub(crate) place: Option<Excerpt>,
}

/// A place in what the user gave.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    pub(crate) source: Source,
    /// Shared by all complaints about one text.
    pub(crate) text: Arc<str>,
    pub(crate) range: TextRange,
}

/// What the user gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The only chain.
    Chain,
    /// One of two chains, counted from 1.
    OneOf(usize),
    /// The value of an option.
    Option(&'static str),
    /// A file, by its name.
    File(String),
}

impl Complaint {
    /// An error without a place.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    /// An error of a chain.
    pub(crate) fn at(diagnostic: &Diagnostic, source: Source, text: &str) -> Self {
        let place = Excerpt { source, text: text.into(), range: diagnostic.range };
        Self { message: diagnostic.to_string(), place: Some(place) }
    }

    /// The error as JSON: `start` and `end` are bytes of the chain, of the value of the option, or of the file.
    pub(crate) fn json(&self) -> Value {
        let mut value = json!({ "message": self.message });
        if let Some(Excerpt { source, range, text }) = &self.place {
            value["start"] = range.start.into();
            value["end"] = range.end.into();
            match source {
                Source::Chain => {}
                Source::OneOf(chain) => value["chain"] = (*chain).into(),
                Source::Option(option) => value["option"] = (*option).into(),
                Source::File(file) => {
                    let Snippet { line, column, .. } = Snippet::new(String::new(), *range, text);
                    value["file"] = file.as_str().into();
                    value["line"] = line.into();
                    value["column"] = column.into();
                }
            }
        }
        value
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let bold = Style::new().bold();
        let red = bold.fg_color(Some(AnsiColor::BrightRed.into()));
        let blue = bold.fg_color(Some(AnsiColor::BrightBlue.into()));
        writeln!(out, "{red}error{red:#}{bold}: {}{bold:#}", self.message)?;
        let Some(Excerpt { source, text, range }) = &self.place else { return Ok(()) };
        let Snippet { line, column, lines, .. } = Snippet::new(self.message.clone(), *range, text);
        let from = match source {
            Source::Chain => String::new(),
            Source::OneOf(1) => "first chain, ".to_owned(),
            Source::OneOf(_) => "second chain, ".to_owned(),
            Source::Option(option) => format!("{option}, "),
            Source::File(file) => format!("{file}, "),
        };
        let gutter = lines.last().map_or(1, |line| line.number.to_string().len());
        writeln!(out, "{:gutter$}{blue}-->{blue:#} {from}line {line}, column {column}", "")?;
        writeln!(out, "{:gutter$} {blue}|{blue:#}", "")?;
        let mut last: Option<usize> = None;
        for MarkedLine { number, text, marked } in &lines {
            if last.is_some_and(|last| last + 1 < *number) {
                writeln!(out, "{:gutter$} {blue}…{blue:#}", "")?;
            }
            last = Some(*number);
            writeln!(out, "{blue}{number:gutter$} |{blue:#} {text}")?;
            let (indent, carets) = (marked.start, "^".repeat(marked.len()));
            writeln!(out, "{:gutter$} {blue}|{blue:#} {:indent$}{red}{carets}{red:#}", "", "")?;
        }
        Ok(())
    }
}

impl Failure {
    /// What is to be said of it: nothing where a reader has seen enough, which is no error.
    fn complaints(&self) -> Cow<'_, [Complaint]> {
        match self {
            Self::Wrong(faults) => faults.into(),
            Self::Limit(fault) => std::slice::from_ref(fault).into(),
            Self::Usage(message) => vec![Complaint::new(message)].into(),
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Vec::new().into(),
            Self::Io(error) => vec![Complaint::new(format!("standard output: {error}"))].into(),
        }
    }

    /// The exit status.
    fn status(&self) -> u8 {
        match self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Wrong(_) | Self::Io(_) => 1,
            Self::Usage(_) => 2,
            Self::Limit(_) => 3,
        }
    }

    /// The JSON that `--json` prints for it.
    pub(crate) fn json(&self) -> Value {
        json!({ "ok": false, "errors": self.complaints().iter().map(Complaint::json).collect::<Vec<_>>() })
    }

    /// Prints the JSON where it is wanted, and the failure is one of a layout.
    fn print(&self, output: &mut Output) {
        if output.json && matches!(self, Self::Wrong(_) | Self::Limit(_)) {
            let _ = output.json(&self.json());
        }
    }

    /// Reports as [`Failure::report`] does, without standard error; gives the exit status and the messages.
    pub(crate) fn tell(&self, output: &mut Output) -> (u8, Vec<String>) {
        self.print(output);
        (self.status(), self.complaints().iter().map(|complaint| complaint.message.clone()).collect())
    }

    /// Reports to standard error, with `--json` also to standard output; gives the exit status.
    pub(crate) fn report(&self, output: &mut Output) -> u8 {
        let stderr = io::stderr();
        let choice = AutoStream::choice(&stderr);
        let mut err = AutoStream::new(stderr.lock(), choice);
        for complaint in self.complaints().iter() {
            let _ = complaint.write(&mut err);
        }
        self.print(output);
        self.status()
    }
}

/// Says something on standard error that is no error.
pub(crate) fn warn(message: &str) {
    let stderr = io::stderr();
    let choice = AutoStream::choice(&stderr);
    let mut err = AutoStream::new(stderr.lock(), choice);
    let yellow = Style::new().bold().fg_color(Some(AnsiColor::BrightYellow.into()));
    let _ = writeln!(err, "{yellow}warning{yellow:#}: {message}");
}

//! What there is to say of a layout, line by line: for `lego show`, and for the documentation of what `layout!` makes.

use super::compiled::{Compiled, SimplifiedMap};
use super::formulas::Formulas;
use lego_expr::{Id, plain};

/// Entries about a layout, in the order in which they were asked for.
///
/// ```
/// use lego_lang::compile::{Formulas, Options, Report, compile};
/// let layout = compile("Col(4, N)", &Options::default())?;
/// let mut report = Report::new(&layout);
/// report.sizes();
/// report.map("apply", &Formulas::new(&layout, &layout.apply, false).unwrap());
/// let lines: Vec<String> = report.entries().iter().map(|entry| entry.to_string()).collect();
/// assert_eq!(
///     lines,
///     [
///         "dims     [4, N]",
///         "span     4 * N",
///         "apply    p = 4 * i1 + i0",
///         "         2 operations, 2 before simplification",
///     ]
/// );
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report<'a> {
    compiled: &'a Compiled,
    entries: Vec<Entry>,
}

/// One line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is about; empty where that goes on.
    pub name: &'static str,
    /// What there is to say.
    pub text: String,
    /// Whether it is less important than the others.
    pub is_aside: bool,
}

impl Entry {
    /// The width of the column of names.
    pub const NAMES: usize = 8;
}

impl std::fmt::Display for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<1$} {2}", self.name, Self::NAMES, self.text)
    }
}

impl<'a> Report<'a> {
    /// A report without entries.
    #[must_use]
    pub fn new(compiled: &'a Compiled) -> Self {
        Self { compiled, entries: Vec::new() }
    }

    /// The entries.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Dims and span, and the number of indices where it is another.
    pub fn sizes(&mut self) {
        let Compiled { dims, span, count, .. } = self.compiled;
        self.entry("dims", self.list(dims));
        self.entry("span", self.size(*span));
        if span != count {
            self.entry("indices", self.size(*count));
        }
    }

    /// A map, a line for each statement and value, and its operations: `apply` gives p, `inv` the components of the index.
    pub fn map(&mut self, name: &'static str, map: &Formulas) {
        let results = match name {
            "apply" => vec!["p".to_owned()],
            _ => (0..self.compiled.dims.len()).map(|k| format!("i{k}")).collect(),
        };
        for (k, line) in map.lines(&results).into_iter().enumerate() {
            self.entry(if k == 0 { name } else { "" }, line);
        }
        let Formulas { before, after, .. } = map;
        let plural = if *after == 1 { "" } else { "s" };
        let text = format!("{after} operation{plural}, {before} before simplification");
        self.entries.push(Entry { name: "", text, is_aside: true });
        if self.compiled.shares && name == "inv" {
            let text = "one of the indices at p, which share it: for reading only".to_owned();
            self.entries.push(Entry { name: "", text, is_aside: true });
        }
    }

    /// Strides and runs, where there are any.
    pub fn steps(&mut self) {
        let Compiled { dims, strides, runs, .. } = self.compiled;
        if strides.iter().any(Option::is_some) {
            let strides = strides.iter().map(|stride| stride.map_or("varies".to_owned(), |stride| self.size(stride)));
            self.entry("strides", format!("[{}]", strides.collect::<Vec<_>>().join(", ")));
        }
        if runs.iter().any(Option::is_some) {
            let whole = dims.iter().zip(strides).map(|(&extent, &stride)| Some((extent, stride?)));
            let runs = runs.iter().zip(whole).map(|(run, whole)| match run.or(whole) {
                Some((len, step)) => format!("{} by {}", self.size(len), self.size(step)),
                None => "none known".to_owned(),
            });
            self.entry("runs", format!("[{}]", runs.collect::<Vec<_>>().join(", ")));
        }
    }

    /// How wide an integer must be, and what is assumed of the sizes.
    pub fn assumptions(&mut self) {
        let Compiled { arena, assertions, unproved, .. } = self.compiled;
        self.entry("width", self.width());
        let mut assumed: Vec<String> = Vec::new();
        for assertion in assertions {
            let condition = assertion.condition.describe(arena);
            if !assumed.contains(&condition) {
                assumed.push(condition);
            }
        }
        for unproved in unproved {
            assumed
                .push(format!("the functions of GenP({}) are a bijection and its inverse", self.list(&unproved.dims)));
        }
        for (k, condition) in assumed.into_iter().enumerate() {
            self.entry(if k == 0 { "assumes" } else { "" }, condition);
        }
    }

    /// Something else that there is to say.
    pub fn entry(&mut self, name: &'static str, text: String) {
        self.entries.push(Entry { name, text, is_aside: false });
    }

    fn size(&self, id: Id) -> String {
        let arena = &self.compiled.arena;
        arena.number(id).map_or_else(|| plain(arena, id), |number| number.to_string())
    }

    fn list(&self, ids: &[Id]) -> String {
        format!("[{}]", ids.iter().map(|&id| self.size(id)).collect::<Vec<_>>().join(", "))
    }

    /// How wide an integer must be for every value that the expressions pass through.
    fn width(&self) -> String {
        let needed = |map: &SimplifiedMap| match (map.extremes.bits(), &map.extremes.peaks) {
            (Some(bits), _) => format!("{bits} bits"),
            (None, None) => "not known".to_owned(),
            (None, Some(peaks)) => {
                let values: Vec<String> = [self.compiled.span].iter().chain(peaks).map(|&id| self.size(id)).collect();
                format!("what {} takes", values.join(" or "))
            }
        };
        let [apply, inv] = [&self.compiled.apply, &self.compiled.inv].map(needed);
        if apply == inv { apply } else { format!("apply: {apply}; inv: {inv}") }
    }
}

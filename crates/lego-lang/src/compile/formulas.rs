//! Maps as text, in the language of expressions that messages and documentation speak.

use super::compiled::{Compiled, SimplifiedMap};
use super::width::Width;
use lego_expr::{Arena, Dialect, Expressions, Id, Knowledge, Stop, all_hold, legal, print};

/// A map as text.
///
/// ```
/// use lego_lang::compile::{Formulas, Options, compile};
/// let layout = compile("Col(4, 8)", &Options::default())?;
/// let inv = Formulas::new(&layout, &layout.inv, false).unwrap();
/// assert_eq!((inv.together.values, inv.after), (vec!["p % 4".to_owned(), "p / 4".to_owned()], 2));
/// # Ok::<(), Vec<lego_lang::Diagnostic>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formulas {
    /// The values together.
    pub together: Lines,
    /// Each value by itself.
    pub values: Vec<String>,
    /// Where there is a value; `None` if everywhere.
    pub guard: Option<Lines>,
    /// Operations of what the algebra wrote.
    pub before: usize,
    /// Operations of what is printed.
    pub after: usize,
}

/// Expressions, after the statements that compute what they share.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The statements.
    pub statements: Vec<String>,
    /// The expressions.
    pub values: Vec<String>,
}

impl Formulas {
    /// The text of a map of a layout. Each value by itself is written only where that is asked for.
    ///
    /// # Errors
    /// [`Stop`] where it would be too long.
    pub fn new(compiled: &Compiled, map: &SimplifiedMap, by_itself: bool) -> Result<Self, Stop> {
        let arena = &compiled.arena;
        let bits = Width::of_index(&map.extremes).bits();
        let dialect = Expressions { prefix: prefix(&compiled.parameters), bits: Some(bits) };
        let form = legal(arena, map.values(), map.guards(), dialect.abilities(), &map.form);
        let guard = all_hold(arena, map.guards(), dialect.abilities());
        let alone = form.roots.iter().filter(|_| by_itself);
        let text = |root: &Id| Ok(Lines::new(arena, &[*root], &dialect, &form)?.text());
        Ok(Self {
            together: Lines::new(arena, &form.roots, &dialect, &form)?,
            values: alone.map(text).collect::<Result<_, Stop>>()?,
            guard: guard.map(|form| Lines::new(arena, &form.roots, &dialect, &form)).transpose()?,
            before: Expressions::operations(arena, &map.written.values),
            after: Expressions::operations(arena, &form.roots),
        })
    }

    /// The text of a map of a layout in the form that the engine found, which may pass below zero. It is for who reads it, and
    /// costs a part of [`Formulas::new`].
    ///
    /// # Errors
    /// [`Stop`] where it would be too long.
    pub fn as_found(compiled: &Compiled, map: &SimplifiedMap) -> Result<Self, Stop> {
        let arena = &compiled.arena;
        let dialect = Expressions { prefix: prefix(&compiled.parameters), bits: None };
        let lines = |roots: &[Id]| Lines::new(arena, roots, &dialect, &map.form);
        // One that always holds, as where the sizes of an ExpandBy are equal.
        let is_open = |guard: &&Id| arena.number(**guard).is_none_or(|truth| truth == 0);
        let guards: Vec<Id> = map.guards().iter().filter(is_open).copied().collect();
        let (before, after) = map.operations(arena);
        Ok(Self {
            together: lines(map.values())?,
            values: Vec::new(),
            guard: if guards.is_empty() { None } else { Some(lines(&guards)?) },
            before,
            after,
        })
    }
}

impl Lines {
    fn new(arena: &Arena, roots: &[Id], dialect: &Expressions, known: &dyn Knowledge) -> Result<Self, Stop> {
        let printed = print(arena, roots, dialect, known)?;
        let statements = printed.shared.iter().map(|shared| dialect.statement(shared)).collect();
        Ok(Self { statements, values: printed.values })
    }
}

impl Formulas {
    /// A line for each statement and for each value, which has the name of a result; conditions come first.
    #[must_use]
    pub fn lines(&self, results: &[String]) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(guard) = &self.guard {
            lines.extend(guard.statements.iter().cloned());
            lines.extend(guard.values.iter().map(|condition| format!("where {condition}")));
        }
        lines.extend(self.together.statements.iter().cloned());
        lines.extend(results.iter().zip(&self.together.values).map(|(name, value)| format!("{name} = {value}")));
        lines
    }
}

impl Lines {
    /// All in one line.
    #[must_use]
    pub fn text(&self) -> String {
        self.statements.iter().chain(&self.values).map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// What the names of shared subexpressions begin with: no parameter is called so.
fn prefix(parameters: &[String]) -> String {
    let taken = |prefix: &str| {
        let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        parameters.iter().any(|name| name.strip_prefix(prefix).is_some_and(digits))
    };
    let mut prefix = "t".to_owned();
    while taken(&prefix) {
        prefix.push('t');
    }
    prefix
}

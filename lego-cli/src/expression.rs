//! Maps as text of the contract's language of expressions.

use lego_expr::{Dialect, Expressions, Id, Legal, Stop, all_hold, legal, print};
use lego_lang::compile::{Compiled, SimplifiedMap, Width};

/// A map as text.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The values together.
    pub(crate) together: Lines,
    /// Each value by itself.
    pub(crate) values: Vec<String>,
    /// Where there is a value; `None` if everywhere.
    pub(crate) guard: Option<Lines>,
    /// Operations of what the algebra wrote.
    pub(crate) before: usize,
    /// Operations of what is printed.
    pub(crate) after: usize,
}

/// Expressions, after the statements that compute what they share.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The statements.
    pub(crate) statements: Vec<String>,
    /// The expressions.
    pub(crate) values: Vec<String>,
}

impl Text {
    /// The text of a map of a layout.
    ///
    /// # Errors
    /// [`Stop`] where it would be too long. Each value by itself is written only where that is asked for.
    pub(crate) fn new(compiled: &Compiled, map: &SimplifiedMap, by_itself: bool) -> Result<Self, Stop> {
        let arena = &compiled.arena;
        let bits = Width::of_index(&map.extremes).bits();
        let dialect = Expressions { prefix: prefix(&compiled.parameters), bits: Some(bits) };
        let lines = |form: &Legal<'_>, roots: &[Id]| -> Result<Lines, Stop> {
            let printed = print(arena, roots, &dialect, form)?;
            let statements = printed.shared.iter().map(|shared| dialect.statement(shared)).collect();
            Ok(Lines { statements, values: printed.values })
        };
        let form = legal(arena, map.values(), map.guards(), dialect.abilities(), &map.form);
        let guard = all_hold(arena, map.guards(), dialect.abilities());
        let alone = form.roots.iter().filter(|_| by_itself);
        Ok(Self {
            together: lines(&form, &form.roots)?,
            values: alone.map(|root| Ok(lines(&form, &[*root])?.text())).collect::<Result<_, Stop>>()?,
            guard: guard.map(|form| lines(&form, &form.roots)).transpose()?,
            before: Expressions::operations(arena, &map.written.values),
            after: Expressions::operations(arena, &form.roots),
        })
    }
}

impl Lines {
    /// All in one line.
    pub(crate) fn text(&self) -> String {
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

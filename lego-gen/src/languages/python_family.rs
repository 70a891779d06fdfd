//! What Python and what is written like it share: expressions, comments, the words of the language.

use crate::unit::{Formula, Names, Unit};
use lego_expr::{
    Abilities, Choices, Dialect, Function, Kind, Op, Operator, Range, Shared, Shifts, Variable, precedence,
};

/// The words of Python, and its functions that files call.
pub(super) const WORDS: &[&str] = &[
    "False",
    "None",
    "True",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "match",
    "case",
    "type",
    "math",
    "min",
    "max",
    "int",
    "range",
    "print",
    "ValueError",
    "tuple",
    "list",
    "np",
    "numpy",
    "tl",
    "triton",
    "jnp",
    "jax",
    "cuda",
    "numba",
];

/// How a relative of Python writes what Python itself writes otherwise, or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kinship {
    /// Integers without end, branches.
    Python,
    /// Arrays: everything is computed, and chosen from.
    NumPy,
}

/// Expressions of Python.
pub(super) struct Expressions<'a> {
    pub(super) names: &'a Names,
    /// What the names of the file's own functions begin with.
    pub(super) own: &'a str,
    /// The number of the first value that is computed ahead.
    pub(super) first: usize,
    pub(super) kinship: Kinship,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        let choices = if self.kinship == Kinship::Python { Choices::Lazy } else { Choices::Eager };
        Abilities { merges: false, shifts: Shifts::Endless, choices, ..Abilities::ALL }
    }

    fn variable(&self, variable: &Variable) -> String {
        match variable.kind {
            Kind::Index { .. } => variable.name.clone(),
            Kind::Size => self.names.variable(&variable.name),
        }
    }

    fn shared(&self, number: usize) -> String {
        self.names.shared(self.first + number)
    }

    fn statement(&self, shared: &Shared<String>) -> String {
        format!("{} = {}", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        match self.kinship {
            // Conditional expressions group from the right.
            Kinship::Python if truth.contains(" if ") || then.contains(" if ") => {
                format!("({then}) if ({truth}) else {otherwise}")
            }
            Kinship::Python => format!("{then} if {truth} else {otherwise}"),
            Kinship::NumPy => format!("np.where({truth}, {then}, {otherwise})"),
        }
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice if self.kinship == Kinship::NumPy => lego_expr::ATOM,
            other => precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match (op, self.kinship) {
            (Op::Div, _) => format!("{left} // {right}"),
            (Op::Min | Op::Max, Kinship::NumPy) => format!("np.{}imum({left}, {right})", op.sign()),
            (Op::Min | Op::Max, _) => format!("{}({left}, {right})", op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        match self.kinship {
            Kinship::Python => format!("math.isqrt({argument})"),
            Kinship::NumPy => format!("_{}_isqrt({argument})", self.own),
        }
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("math.{}({})", function.path, arguments.join(", "))
    }
}

impl Expressions<'_> {
    /// The statements of values that are computed ahead.
    pub(super) fn statements(&self, shared: &[Shared<String>]) -> Vec<String> {
        shared.iter().map(|shared| self.statement(shared)).collect()
    }
}

/// The lines of a module's docstring.
pub(super) fn docstring(unit: &Unit<'_>, none: &str) -> Vec<String> {
    let mut lines = unit.header([none, none]);
    let first = lines.remove(0);
    let mut all = vec![format!("# {first}"), "r\"\"\"".to_owned() + &lines[1]];
    all.extend(lines.drain(2..));
    all.push("\"\"\"".to_owned());
    all
}

/// The parameters of a function: some, and then the sizes.
pub(super) fn parameters<'n>(unit: &'n Unit<'_>, first: &[&'n str]) -> String {
    first.iter().copied().chain(unit.names.sizes()).collect::<Vec<_>>().join(", ")
}

/// A function: a head, its documentation, and its body.
pub(super) fn function(name: &str, parameters: &str, about: &str, body: Vec<String>) -> Vec<String> {
    let mut lines = vec![format!("def {name}({parameters}):"), format!("    \"\"\"{about}\"\"\"")];
    lines.extend(body.into_iter().map(|line| format!("    {line}")));
    lines.extend([String::new(), String::new()]);
    lines
}

/// A tuple of values.
pub(super) fn tuple(values: &[String]) -> String {
    match values {
        [one] => format!("({one},)"),
        values => format!("({})", values.join(", ")),
    }
}

/// The statements that come before values where a branch may leave the function.
pub(super) fn ahead(formula: &Formula, dialect: &Expressions<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(guard) = &formula.guard {
        lines.extend(dialect.statements(&guard.shared));
        lines.push(format!("if not ({}):", guard.values[0]));
        lines.push("    return None".to_owned());
    }
    lines.extend(dialect.statements(&formula.shared));
    lines
}

//! The skeleton of a file that is written line by line: its sections, their order, and what a language adds to each.
//!
//! [`write`] finds the maps, the tests of the sizes and the formulas, and asks the language, a [`SourceFile`], for each
//! part: how a function looks, how it returns values, how it returns early, and so on. The generators of SSA form do
//! not use it: MLIR and LLVM IR name every value, so that they have no expression, statement or block in common with
//! these languages.

use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, grouped};
use crate::unit::{Computed, Formula, Helpers, Integer, Limits, Test, Unit};
use crate::width::Width;
use lego_expr::{Dialect, Id, Printed, Shared};

/// A function of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Check,
    Dims,
    Span,
    Apply,
    Inv,
    Strides,
}

impl What {
    /// What the function's name ends with.
    pub(crate) fn name(self) -> &'static str {
        ["check", "dims", "span", "apply", "inv", "strides"][self as usize]
    }

    /// True for `apply` and `inv`.
    pub(crate) fn is_direction(self) -> bool {
        matches!(self, Self::Apply | Self::Inv)
    }
}

/// A section of a file behind its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Functions that the language lacks.
    Helpers,
    Function(What),
    Loops,
    Table,
}

use Section::{Function as Of, Helpers as HelpersOf, Loops, Table};

/// The usual order of the sections.
pub(crate) const USUAL: &[Section] = &[
    HelpersOf,
    Of(What::Check),
    Of(What::Dims),
    Of(What::Span),
    Of(What::Apply),
    Of(What::Inv),
    Of(What::Strides),
    Loops,
    Table,
];

/// What the functions of a file do, by [`What`], as their documentation says it; without the full stop.
pub(crate) const ABOUT: [&str; 6] = [
    "Whether there is such a layout. Without, the other functions give nothing of use",
    "The extents: the components of an index are below them",
    "The number of positions that a buffer must have",
    "The position of an index",
    "The index at a position",
    "How far the position moves for a step along each axis",
];

/// What all sections may look at.
pub(crate) struct Parts {
    pub(crate) tests: Vec<Test>,
    pub(crate) computed: Computed,
    /// `apply` and `inv`.
    pub(crate) formulas: [Formula; 2],
    /// What each integer type is used for needs these helpers.
    helpers: [(Integer, Helpers); 4],
}

impl Parts {
    /// The helpers that an integer type needs.
    pub(crate) fn helpers(&self, integer: Integer) -> Helpers {
        let of_type = self.helpers.iter().filter(|(of, _)| *of == integer);
        of_type.fold(Helpers::default(), |all, (_, helpers)| all.or(*helpers))
    }

    /// The formula of a direction, and the integer type in which it is computed.
    pub(crate) fn formula(&self, what: What) -> (&Formula, Integer) {
        match what {
            What::Apply => (&self.formulas[0], self.computed.apply),
            _ => (&self.formulas[1], self.computed.inv),
        }
    }
}

/// A function that is being written.
pub(crate) struct Function<'f> {
    pub(crate) what: What,
    /// The first line of its documentation.
    pub(crate) about: String,
    /// Its parameters ahead of the sizes: the components of an index, or the position.
    pub(crate) own: &'f [String],
    /// The integer type in which it computes.
    pub(crate) integer: Integer,
    /// True if it may find no position or no index.
    pub(crate) is_partial: bool,
    /// The values that its body computes ahead.
    pub(crate) shared: Vec<Shared<String>>,
    /// Statements that leave it for arguments out of range.
    pub(crate) checks: Vec<String>,
    pub(crate) body: Vec<String>,
}

impl Function<'_> {
    /// All its statements.
    pub(crate) fn statements(self) -> Vec<String> {
        [self.checks, self.body].concat()
    }
}

/// `apply` or `inv`, whose function is being written.
pub(crate) struct Direction<'f> {
    pub(crate) what: What,
    pub(crate) own: &'f [String],
    /// The exclusive bounds of these parameters.
    pub(crate) bounds: Vec<String>,
    pub(crate) formula: &'f Formula,
    pub(crate) integer: Integer,
    pub(crate) is_partial: bool,
}

impl Direction<'_> {
    /// The parameters as texts.
    pub(crate) fn arguments(&self) -> Vec<&str> {
        self.own.iter().map(String::as_str).collect()
    }

    /// A condition for each parameter, from its name and its bound as an operand.
    pub(crate) fn each(&self, condition: impl Fn(&str, &str) -> String) -> Vec<String> {
        self.own.iter().zip(&self.bounds).map(|(name, bound)| condition(name, &grouped(bound))).collect()
    }
}

/// A file that is written line by line, by what its language asks for.
pub(crate) trait SourceFile {
    /// How expressions are written.
    type Expressions<'d>: Dialect<Output = String>
    where
        Self: 'd;

    /// The order of the sections.
    const ORDER: &'static [Section] = USUAL;

    /// The layout that is written.
    fn unit(&self) -> &Unit<'_>;

    /// The integer types in which both maps are computed: usually of 32 and 64 bits, and of 64 without a sign. A
    /// language with one type gives `self.unit().computed(&[Integer::Index])`.
    fn computed(&self) -> Result<Computed, Error> {
        self.unit().computed(Integer::of(self.unit().request.width))
    }

    /// What numbers the tests of the sizes may meet and compute: usually in 64 bits.
    fn limits(&self) -> Limits {
        Limits { most: Some(self.unit().request.width.most()), computed: Some(i64::MAX as u128) }
    }

    /// The integer type in which sizes are tested: usually 64 bits, so that products of those of 32 have room.
    fn tested_in(&self) -> Integer {
        if self.unit().request.width == Width::Bits32 { Integer::Signed64 } else { Integer::Index }
    }

    /// The expressions of a function; names of values computed ahead begin at `first`.
    fn expressions(&self, what: What, integer: Integer, first: usize) -> Self::Expressions<'_>;

    /// What a function does, and what it says about missing values.
    fn about(&self, what: What) -> (&'static str, &'static str);

    /// The lines ahead of the sections, whose text is `rest`.
    fn head(&self, text: &mut Text, parts: &Parts, rest: &str) -> Result<(), Error>;

    /// The lines behind the sections.
    fn foot(&self, _: &mut Text) -> Result<(), Error> {
        Ok(())
    }

    /// Functions that the language lacks, and the lists that maps look into: [`Formula::lists`] numbers them, the arena
    /// has their entries.
    fn helpers(&self, _: &mut Text, _: &Parts) {}

    /// Writes a function: its documentation, its head and its statements.
    fn function(&self, text: &mut Text, function: Function<'_>);

    /// The statement that leaves a function if a condition holds, in languages that write it on one line: `unless` and
    /// `outside` use it as long as a language does not write these itself.
    fn leave(&self, _: What, condition: &str) -> String {
        condition.to_owned()
    }

    /// Statements that leave a function unless a condition holds. For [`What::Check`], `words` say what the condition
    /// is.
    fn unless(&self, what: What, condition: &str, words: &str) -> Vec<String> {
        let comment = if what == What::Check { format!(" // {words}") } else { String::new() };
        vec![self.leave(what, &format!("!({condition})")) + &comment]
    }

    /// Statements that leave a direction for sizes without a layout and for parameters out of range.
    fn outside(&self, direction: &Direction<'_>) -> Vec<String> {
        let (unit, [zero, or]) = (self.unit(), self.zero_or());
        let check = unit.has_sizes().then(|| format!("!{}", unit.call("check", &[])));
        let outside = direction.each(|name, bound| format!("{name} < {zero} {or} {name} >= {bound}"));
        check.into_iter().chain(outside).map(|condition| self.leave(direction.what, &condition)).collect()
    }

    /// Zero, and the sign for "or".
    fn zero_or(&self) -> [&'static str; 2] {
        ["0", "||"]
    }

    /// The last statements of a function: it returns values. A check returns that all conditions hold.
    fn give(&self, function: Given<'_>) -> Vec<String>;

    /// Writes the table of all positions.
    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error>;

    /// Writes loops over all elements.
    fn loops(&self, text: &mut Text) -> Result<(), Error>;

    /// The statements of a direction.
    fn direction(&self, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        Ok(statements(self, direction))
    }
}

/// What a function returns.
#[derive(Clone, Copy)]
pub(crate) struct Given<'v> {
    pub(crate) what: What,
    pub(crate) values: &'v [String],
    /// The integer type of the values.
    pub(crate) integer: Integer,
    pub(crate) is_partial: bool,
}

/// The usual statements of a direction: those that may leave it, values computed ahead, what it returns.
pub(crate) fn statements<F: SourceFile + ?Sized>(file: &F, direction: &Direction<'_>) -> Vec<String> {
    let Direction { what, formula, integer, is_partial, .. } = *direction;
    let expressions = file.expressions(what, integer, 0);
    let mut lines = Vec::new();
    if let Some(guard) = &formula.guard {
        lines.extend(guard.shared.iter().map(|shared| expressions.statement(shared)));
        lines.extend(file.unless(what, &guard.values[0], ""));
    }
    lines.extend(formula.shared.iter().map(|shared| expressions.statement(shared)));
    lines.extend(file.give(Given { what, values: &formula.values, integer, is_partial }));
    lines
}

/// Writes the file of a layout.
///
/// # Errors
/// Numbers that no integer type holds, texts that would be far longer than there are operations, an extra that the
/// layout does not have.
pub(crate) fn write<F: SourceFile>(file: &F) -> Result<Written, Error> {
    let unit = file.unit();
    let computed = file.computed()?;
    let abilities = file.expressions(What::Check, file.tested_in(), 0).abilities();
    let tests = unit.tests(file.limits(), abilities)?;
    let formula = |what, map, integer| Formula::new(unit, map, |first| file.expressions(what, integer, first));
    let apply = formula(What::Apply, &unit.compiled.apply, computed.apply)?;
    let inv = formula(What::Inv, &unit.compiled.inv, computed.inv)?;
    let helpers = [
        (file.tested_in(), unit.helpers_of(&tests)),
        (Integer::Index, unit.helpers_of_sizes()),
        (computed.apply, apply.helpers),
        (computed.inv, inv.helpers),
    ];
    let parts = Parts { tests, computed, formulas: [apply, inv], helpers };
    let mut sections = Text::default();
    for section in F::ORDER {
        match section {
            HelpersOf => file.helpers(&mut sections, &parts),
            Of(What::Check) if !unit.has_sizes() => {}
            Of(What::Strides) if !unit.has(Extra::Strides) => {}
            Of(what) => function(file, &mut sections, &parts, *what)?,
            Loops if unit.has(Extra::Loops) => file.loops(&mut sections)?,
            Table if unit.has(Extra::Table) => file.table(&mut sections, &unit.table()?)?,
            Loops | Table => {}
        }
    }
    let sections = sections.finish();
    let mut text = Text::default();
    file.head(&mut text, &parts, &sections)?;
    text.append(&sections);
    file.foot(&mut text)?;
    let text = text.finish().trim_end().to_owned() + "\n";
    Ok(Written { text, operations: parts.formulas.map(|formula| formula.operations) })
}

fn function<F: SourceFile>(file: &F, text: &mut Text, parts: &Parts, what: What) -> Result<(), Error> {
    let unit = file.unit();
    let strides;
    let (own, sizes): (&[String], &[Id]) = match what {
        What::Check => (&[], &[]),
        What::Dims => (&[], &unit.compiled.dims),
        What::Span => (&[], std::slice::from_ref(&unit.compiled.span)),
        What::Strides => {
            strides = unit.strides()?;
            (&[], &strides)
        }
        What::Apply => (&unit.names.index, &unit.compiled.dims),
        What::Inv => (std::slice::from_ref(&unit.names.position), std::slice::from_ref(&unit.compiled.span)),
    };
    let sizes = unit.sizes(sizes, &file.expressions(What::Dims, Integer::Index, 0))?;
    let is_partial = match what {
        What::Apply => unit.expands() || unit.has(Extra::Checks),
        What::Inv => unit.pads() || unit.has(Extra::Checks),
        _ => false,
    };
    let (integer, shared, checks, body);
    match what {
        What::Check => {
            integer = file.tested_in();
            let (mut lines, mut ahead) = (Vec::new(), Vec::new());
            for test in &parts.tests {
                let expressions = file.expressions(what, integer, ahead.len());
                let Printed { shared, values } = unit.test(test, &expressions)?;
                lines.extend(shared.iter().map(|shared| expressions.statement(shared)));
                lines.extend(file.unless(what, &values[0], &test.words));
                ahead.extend(shared);
            }
            lines.extend(file.give(Given { what, values: &[], integer, is_partial }));
            (shared, checks, body) = (ahead, Vec::new(), lines);
        }
        What::Apply | What::Inv => {
            let (formula, computed) = parts.formula(what);
            integer = computed;
            let direction = Direction { what, own, bounds: sizes, formula, integer, is_partial };
            checks = if unit.has(Extra::Checks) { file.outside(&direction) } else { Vec::new() };
            body = file.direction(&direction)?;
            shared = formula.guard.iter().flat_map(|guard| &guard.shared).chain(&formula.shared).cloned().collect();
        }
        _ => {
            integer = Integer::Index;
            body = file.give(Given { what, values: &sizes, integer, is_partial });
            (shared, checks) = (Vec::new(), Vec::new());
        }
    }
    let (about, missing) = file.about(what);
    let about = format!("{about}{}.", if is_partial { missing } else { "" });
    file.function(text, Function { what, about, own, integer, is_partial, shared, checks, body });
    Ok(())
}

/// A nest of loops, from the heads of the loops outside in: each line of it, with `inside` innermost; `end` closes a
/// loop.
pub(crate) fn nest(indent: &str, heads: &[Vec<String>], inside: &[String], end: Option<&str>) -> Vec<String> {
    let Some((head, others)) = heads.split_first() else { return inside.to_vec() };
    let inner = nest(indent, others, inside, end).into_iter().map(|line| format!("{indent}{line}"));
    head.iter().cloned().chain(inner).chain(end.map(str::to_owned)).collect()
}

//! JavaScript and TypeScript: ES modules, in numbers where these are exact and in BigInt elsewhere.
//!
//! A number of JavaScript is a floating-point one, exact below 2^53, and its bit operations work on 32 bits. So numbers serve
//! where every value is below 2^31, or below 2^53 and no bit operation is needed, which known sizes prove and which the check
//! of sizes at run time asks for with a width of 32 bits. Else everything is a BigInt.

use super::{Language, Written};
use crate::error::Error;
use crate::extra::Extra;
use crate::request::Width;
use crate::text::{Text, rows};
use crate::unit::{Case, Formula, Helpers, Limits, Names, Reserved, Unit};
use lego_expr::{
    ATOM, Abilities, Comparison, Dialect, Function, Id, Kind, Node, Op, Operator, Printed, Range, Shared, Shifts,
    Variable, reachable,
};
use lego_lang::compile::SimplifiedMap;

/// JavaScript, or TypeScript.
pub(crate) struct JavaScript {
    /// Whether it is TypeScript.
    pub(crate) typed: bool,
}

const WORDS: &[&str] = &[
    "abstract",
    "any",
    "arguments",
    "as",
    "async",
    "await",
    "bigint",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constructor",
    "continue",
    "debugger",
    "declare",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "get",
    "if",
    "implements",
    "import",
    "in",
    "infer",
    "instanceof",
    "interface",
    "is",
    "keyof",
    "let",
    "module",
    "namespace",
    "never",
    "new",
    "null",
    "number",
    "object",
    "of",
    "package",
    "private",
    "protected",
    "public",
    "readonly",
    "require",
    "return",
    "set",
    "static",
    "string",
    "super",
    "switch",
    "symbol",
    "this",
    "throw",
    "true",
    "try",
    "type",
    "typeof",
    "undefined",
    "unique",
    "unknown",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "Math",
    "BigInt",
    "Number",
    "RangeError",
    "NaN",
    "Infinity",
    "Array",
    "Error",
];

/// By bits from the highest.
const ISQRT: &str = "\
/** The integer square root of x, which is not below zero. */
function $own_isqrt(x$of)$of {
  let r = $zero, b = $one;
  while (b <= x / $four) b *= $four;
  while (b > $zero) {
    if (x >= r + b) {
      x -= r + b;
      r = $half_r + b;
    } else {
      r = $half_r;
    }
    b = $quarter_b;
  }
  return r;
}
";

const MIN: &str = "\
function $own_min(x$of, b$of)$of {
  return x < b ? x : b;
}
";

const MAX: &str = "\
function $own_max(x$of, b$of)$of {
  return x > b ? x : b;
}
";

const GCD: &str = "\
/** The greatest common divisor of x and b, which are not below zero. */
function $own_gcd(x$of, b$of)$of {
  while (b > $zero) [x, b] = [b, x % b];
  return x;
}
";

/// In what is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Numbers that fit 32 bits, whose bit operations are there.
    Short,
    /// Numbers below 2^53, without bit operations.
    Exact,
    /// Integers without end.
    Big,
}

impl Numbers {
    /// What does for all that a file computes.
    fn of(unit: &Unit<'_>) -> Self {
        let maps = [&unit.compiled.apply, &unit.compiled.inv];
        if unit.has_sizes() {
            return if unit.request.width == Width::Bits32 { Self::Short } else { Self::Big };
        }
        let most = |limit: u128| {
            let fits = |map: &SimplifiedMap| {
                let extremes = &map.extremes;
                extremes.largest.is_some_and(|largest| largest < limit)
                    && extremes.least.is_some_and(|least| least > -(limit as i128))
            };
            maps.into_iter().all(fits) && unit.number(unit.compiled.span).is_some_and(|span| span <= limit as i128)
        };
        let arena = &unit.compiled.arena;
        let has_bits = |map: &SimplifiedMap| {
            reachable(arena, &map.form.roots)
                .into_iter()
                .any(|id| matches!(arena.get(id), Node::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr, ..)))
        };
        match () {
            () if most(1 << 31) => Self::Short,
            () if most(1 << 53) && !maps.into_iter().any(has_bits) => Self::Exact,
            () => Self::Big,
        }
    }

    fn literal(self, value: i128) -> String {
        if self == Self::Big { format!("{value}n") } else { value.to_string() }
    }
}

/// Expressions of JavaScript.
struct Expressions<'a> {
    names: &'a Names,
    own: &'a str,
    first: usize,
    numbers: Numbers,
}

impl Dialect for Expressions<'_> {
    type Output = String;

    fn abilities(&self) -> Abilities {
        let shifts = if self.numbers == Numbers::Big { Shifts::Endless } else { Shifts::BelowWidth };
        Abilities { merges: false, shifts, ..Abilities::ALL }
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
        format!("const {} = {};", shared.name, shared.value)
    }

    fn choice(&self, truth: String, then: String, otherwise: String) -> String {
        let nested = |text: String| if text.contains(" ? ") { format!("({text})") } else { text };
        format!("{} ? {} : {}", nested(truth), nested(then), nested(otherwise))
    }

    fn number(&self, value: i128) -> String {
        self.numbers.literal(value)
    }

    fn precedence(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Choice => 0,
            Operator::Truths(op) => self.precedence(Operator::Binary(op)),
            Operator::Binary(Op::Or) => 1,
            Operator::Binary(Op::Xor) => 2,
            Operator::Binary(Op::And) => 3,
            Operator::Comparison(Comparison::Equal | Comparison::NotEqual) => 4,
            Operator::Comparison(_) => 5,
            Operator::Binary(Op::Shl | Op::Shr) => 6,
            Operator::Binary(Op::Add | Op::Sub) => 7,
            // A quotient of numbers is a call.
            Operator::Binary(Op::Div) if self.numbers != Numbers::Big => ATOM,
            Operator::Binary(Op::Mul | Op::Div | Op::Rem) | Operator::Negative => 8,
            Operator::Binary(Op::Min | Op::Max) => ATOM,
        }
    }

    fn operands(&self, operator: Operator) -> u8 {
        match operator {
            Operator::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr) | Operator::Truths(_) => 9,
            // A quotient stands in a call, and what it is made of in brackets.
            Operator::Binary(Op::Div) => 9,
            other => self.precedence(other),
        }
    }

    fn binary(&self, op: Op, left: String, right: String) -> String {
        match (op, self.numbers) {
            (Op::Div, Numbers::Short | Numbers::Exact) => format!("Math.floor({left} / {right})"),
            (Op::Min | Op::Max, Numbers::Big) => format!("{}_{}({left}, {right})", self.own, op.sign()),
            (Op::Min | Op::Max, _) => format!("Math.{}({left}, {right})", op.sign()),
            _ => format!("{left} {} {right}", op.sign()),
        }
    }

    fn truths(&self, op: Op, left: String, right: String) -> String {
        let sign = match op {
            Op::And => "&&",
            Op::Or => "||",
            _ => "!==",
        };
        format!("{left} {sign} {right}")
    }

    fn compare(&self, comparison: Comparison, left: String, right: String) -> String {
        let sign = match comparison {
            Comparison::Equal => "===",
            Comparison::NotEqual => "!==",
            other => other.sign(),
        };
        format!("{left} {sign} {right}")
    }

    fn isqrt(&self, argument: String, _: Range) -> String {
        format!("{}_isqrt({argument})", self.own)
    }

    fn call(&self, function: &Function, _: u32, arguments: Vec<String>) -> String {
        format!("{}_{}({})", self.own, function.path, arguments.join(", "))
    }

    /// Numbers have no quotient but one of floating point.
    fn masks(&self) -> bool {
        self.numbers != Numbers::Exact
    }

    fn width(&self) -> Option<String> {
        (self.numbers != Numbers::Big).then(|| "32".to_owned())
    }
}

impl Language for JavaScript {
    fn name(&self) -> &'static str {
        if self.typed { "typescript" } else { "javascript" }
    }

    fn title(&self) -> &'static str {
        if self.typed { "TypeScript" } else { "JavaScript" }
    }

    fn extension(&self) -> &'static str {
        if self.typed { "ts" } else { "mjs" }
    }

    fn needs(&self) -> &'static str {
        if self.typed { "TypeScript 4 or later, for ES2020" } else { "ES2020: Node 14 or later, any browser" }
    }

    fn extras(&self) -> &'static [Extra] {
        &[Extra::Table, Extra::Strides, Extra::Checks, Extra::Loops]
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: self.title(), words: WORDS, prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        unit.fits()?;
        let numbers = Numbers::of(unit);
        let own = unit.request.name.as_str();
        let limits = match numbers {
            Numbers::Short => Limits { most: Some(unit.request.width.most()), computed: Some(i32::MAX as u128) },
            Numbers::Exact => Limits { most: Some((1 << 53) - 1), computed: Some((1 << 53) - 1) },
            Numbers::Big => Limits { most: None, computed: None },
        };
        let tests = unit.tests(limits)?;
        let dialect = |first| Expressions { names: &unit.names, own, first, numbers };
        let plain = dialect(0);
        let [apply, inv] = [&unit.compiled.apply, &unit.compiled.inv].map(|map| Formula::new(unit, map, dialect));
        let file = File { typed: self.typed, numbers, unit };
        let (apply, inv) = (apply?, inv?);
        let text = file.write(&tests, [&apply, &inv], &plain)?;
        Ok(Written { text, operations: [apply.operations, inv.operations] })
    }
}

/// A file that is being written.
struct File<'f, 'u> {
    typed: bool,
    numbers: Numbers,
    unit: &'f Unit<'u>,
}

impl File<'_, '_> {
    /// The type of an integer, after a colon; nothing in JavaScript.
    fn of(&self) -> &'static str {
        match (self.typed, self.numbers) {
            (false, _) => "",
            (true, Numbers::Big) => ": bigint",
            (true, _) => ": number",
        }
    }

    /// A type, after a colon; nothing in JavaScript.
    fn typed(&self, name: &str) -> String {
        if self.typed { format!(": {name}") } else { String::new() }
    }

    fn parameters(&self, first: &[&str]) -> String {
        let names = first.iter().copied().chain(self.unit.names.sizes());
        names.map(|name| format!("{name}{}", self.of())).collect::<Vec<_>>().join(", ")
    }

    fn function(&self, text: &mut Text, about: &str, head: &str, gives: &str, body: Vec<String>) {
        text.line(format!("/** {about} */"));
        text.line(format!("export function {head}{} {{", self.typed(gives)));
        text.lines("  ", body);
        text.line("}");
        text.blank();
    }

    fn write(
        &self,
        tests: &[crate::unit::Test],
        formulas: [&Formula; 2],
        dialect: &Expressions<'_>,
    ) -> Result<String, Error> {
        let unit = self.unit;
        let mut text = Text::default();
        text.lines("", unit.header(["null", "null"]).into_iter().map(|line| format!("// {line}")));
        let integers = match self.numbers {
            Numbers::Big => "BigInt",
            _ => "number",
        };
        text.line(format!("// Indices, positions and sizes are of type {integers}."));
        text.blank();
        text.line("/** The number of axes. */");
        text.line(format!("export const {} = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        self.helpers(&mut text, tests, formulas);
        let integer = if self.numbers == Numbers::Big { "bigint" } else { "number" };
        if unit.has_sizes() {
            let mut body = Vec::new();
            for test in tests {
                let Printed { shared, values } = unit.test(test, dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                body.push(format!("if (!({})) return false; // {}", values[0], test.words));
            }
            body.push("return true;".to_owned());
            let head = format!("{}({})", unit.own("check"), self.parameters(&[]));
            let about = "Whether there is such a layout. Without, the other functions give nothing of use.";
            self.function(&mut text, about, &head, "boolean", body);
        }
        let dims = unit.sizes(&unit.compiled.dims, dialect)?;
        let head = format!("{}({})", unit.own("dims"), self.parameters(&[]));
        let about = "The extents: the components of an index are below them.";
        let array = format!("{integer}[]");
        self.function(&mut text, about, &head, &array, vec![format!("return [{}];", dims.join(", "))]);
        let span = unit.sizes(&[unit.compiled.span], dialect)?;
        let head = format!("{}({})", unit.own("span"), self.parameters(&[]));
        let about = "The number of positions that a buffer must have.";
        self.function(&mut text, about, &head, integer, vec![format!("return {};", span[0])]);
        let index: Vec<&str> = unit.names.index.iter().map(String::as_str).collect();
        let is_partial = |is| if is || unit.has(Extra::Checks) { "; null where there is none" } else { "" };
        let mut body = self.checks(&index, &dims);
        body.extend(self.ahead(formulas[0], dialect));
        body.push(format!("return {};", formulas[0].values[0]));
        let head = format!("{}({})", unit.own("apply"), self.parameters(&index));
        let about = format!("The position of an index{}.", is_partial(unit.expands()));
        self.function(&mut text, &about, &head, &format!("{integer} | null"), body);
        let mut body = self.checks(&["p"], &span);
        body.extend(self.ahead(formulas[1], dialect));
        body.push(format!("return [{}];", formulas[1].values.join(", ")));
        let head = format!("{}({})", unit.own("inv"), self.parameters(&["p"]));
        let about = format!("The index at a position{}.", is_partial(unit.pads()));
        self.function(&mut text, &about, &head, &format!("{array} | null"), body);
        if unit.has(Extra::Strides) {
            let strides = unit.sizes(&unit.strides()?, dialect)?;
            let head = format!("{}({})", unit.own("strides"), self.parameters(&[]));
            let about = "How far the position moves for a step along each axis.";
            self.function(&mut text, about, &head, &array, vec![format!("return [{}];", strides.join(", "))]);
        }
        if unit.has(Extra::Loops) {
            self.loops(&mut text, dialect)?;
        }
        if unit.has(Extra::Table) {
            let table = unit.table()?;
            let number = |position: &Option<u64>| {
                position.map_or("null".to_owned(), |position| self.numbers.literal(position.into()))
            };
            text.line("/** The positions of all indices in row-major order; null where there is none. */");
            let of = self.typed(&format!("({integer} | null)[]"));
            text.line(format!("export const {}{of} = [", unit.constant("TABLE")));
            text.lines("  ", rows(table.iter().map(number)));
            text.line("];");
        }
        Ok(text.finish().trim_end().to_owned() + "\n")
    }

    /// Generators of all elements: in the order of the index, in the order of memory.
    fn loops(&self, text: &mut Text, dialect: &Expressions<'_>) -> Result<(), Error> {
        let unit = self.unit;
        let loops = unit.loops(dialect)?;
        let zero = self.numbers.literal(0);
        let sizes: Vec<&str> = unit.names.sizes().collect();
        let (mut body, mut indent) = (Vec::new(), String::new());
        for axis in &loops.axes {
            let (name, of) = (&axis.name, self.of());
            let ends = axis.ends.iter().map(|end| format!("{name} < {end}")).collect::<Vec<_>>().join(" && ");
            body.push(format!("{indent}for (let {name}{of} = {zero}; {ends}; {name}++) {{"));
            indent.push_str("  ");
        }
        let arguments: Vec<&str> = unit.names.index.iter().map(String::as_str).chain(sizes.iter().copied()).collect();
        body.push(format!("{indent}const p = {}({});", unit.own("apply"), arguments.join(", ")));
        body.push(format!("{indent}if (p !== null) yield [[{}], p];", unit.names.index.join(", ")));
        for _ in &loops.axes {
            indent.truncate(indent.len() - 2);
            body.push(format!("{indent}}}"));
        }
        let integer = if self.numbers == Numbers::Big { "bigint" } else { "number" };
        let gives = format!("Generator<[{integer}[], {integer}]>");
        let head = |name: &str| format!("* {}({})", unit.own(name), self.parameters(&[]));
        let about = "Gives every element once, its index and its position, in the order of the index.";
        self.function(text, about, &head("each"), &gives, body);
        let arguments = ["p"].into_iter().chain(sizes.iter().copied()).collect::<Vec<_>>().join(", ");
        let body = vec![
            format!("const end = {}({});", unit.own("span"), sizes.join(", ")),
            format!("for (let p{} = {zero}; p < end; p++) {{", self.of()),
            format!("  const index = {}({arguments});", unit.own("inv")),
            "  if (index !== null) yield [index, p];".to_owned(),
            "}".to_owned(),
        ];
        let about = "Gives every element once, its index and its position, in the order of memory.";
        self.function(text, about, &head("each_in_memory"), &gives, body);
        Ok(())
    }

    fn helpers(&self, text: &mut Text, tests: &[crate::unit::Test], formulas: [&Formula; 2]) {
        let unit = self.unit;
        let sizes: Vec<Id> = unit.compiled.dims.iter().copied().chain([unit.compiled.span]).collect();
        let mut helpers = unit.helpers_of(tests).or(Helpers::of(unit, &sizes));
        for formula in formulas {
            helpers = helpers.or(formula.helpers);
        }
        let is_big = self.numbers == Numbers::Big;
        let literal = |value| self.numbers.literal(value);
        let (zero, one, four) = (literal(0), literal(1), literal(4));
        let halves = if is_big { ["r / 2n", "b / 4n"] } else { ["Math.floor(r / 2)", "Math.floor(b / 4)"] };
        let blanks = [
            ("$own", unit.request.name.as_str()),
            ("$of", self.of()),
            ("$zero", &zero),
            ("$one", &one),
            ("$four", &four),
            ("$half_r", halves[0]),
            ("$quarter_b", halves[1]),
        ];
        let needed =
            [(helpers.min && is_big, MIN), (helpers.max && is_big, MAX), (helpers.isqrt, ISQRT), (helpers.gcd, GCD)];
        for (_, template) in needed.into_iter().filter(|(is_needed, _)| *is_needed) {
            text.filled(template, &blanks);
        }
    }

    /// Statements that leave a function for arguments out of range, and for sizes of no layout.
    fn checks(&self, arguments: &[&str], bounds: &[String]) -> Vec<String> {
        let unit = self.unit;
        if !unit.has(Extra::Checks) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            let sizes: Vec<&str> = unit.names.sizes().collect();
            lines.push(format!("if (!{}({})) return null;", unit.own("check"), sizes.join(", ")));
        }
        let zero = self.numbers.literal(0);
        let inside = arguments.iter().zip(bounds);
        lines.extend(inside.map(|(name, bound)| format!("if ({name} < {zero} || {name} >= {bound}) return null;")));
        lines
    }

    fn ahead(&self, formula: &Formula, dialect: &Expressions<'_>) -> Vec<String> {
        let statements = |shared: &[Shared<String>]| -> Vec<String> {
            shared.iter().map(|shared| dialect.statement(shared)).collect()
        };
        let mut lines = Vec::new();
        if let Some(guard) = &formula.guard {
            lines.extend(statements(&guard.shared));
            lines.push(format!("if (!({})) return null;", guard.values[0]));
        }
        lines.extend(statements(&formula.shared));
        lines
    }
}

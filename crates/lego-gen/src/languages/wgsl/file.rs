//! A whole file of WGSL.

use super::expressions::Expressions;
use crate::error::Error;
use crate::extra::Extra;
use crate::language::Written;
use crate::text::{Text, rows};
use crate::unit::{Formula, Integer, Limits, Test, Unit};
use lego_expr::{Dialect, Id, Printed, Shared};

/// By bits from the highest; it ends for what is below zero too, which `select` may ask for and not use.
const ISQRT: &str = "\
/// The integer square root of x, which is not below zero.
fn $own_isqrt(x: i32) -> i32 {
    var rest = x;
    var root = 0;
    var bit = 1 << 30u;
    while (bit > rest && bit != 0) {
        bit = bit >> 2u;
    }
    while (bit != 0) {
        if (rest >= root + bit) {
            rest = rest - (root + bit);
            root = (root >> 1u) + bit;
        } else {
            root = root >> 1u;
        }
        bit = bit >> 2u;
    }
    return root;
}
";

const GCD: &str = "\
/// The greatest common divisor of x and b, which are not below zero.
fn $own_gcd(x: i32, b: i32) -> i32 {
    var high = x;
    var low = b;
    while (low != 0) {
        let r = high % low;
        high = low;
        low = r;
    }
    return high;
}
";

/// The file of a layout.
pub(super) fn write(unit: &Unit<'_>) -> Result<Written, Error> {
    unit.computed(&[Integer::Index])?;
    let most = Some(unit.request.width.most());
    let tests = unit.tests(Limits { most, computed: most })?;
    let parts = Parts { unit };
    let formula = |map| Formula::new(unit, map, |first| parts.dialect(first));
    let (apply, inv) = (formula(&unit.compiled.apply)?, formula(&unit.compiled.inv)?);
    let mut text = Text::default();
    text.lines("", unit.header(["-1", "false"]).into_iter().map(|line| format!("// {line}")));
    text.blank();
    text.line("/// The number of axes.");
    text.line(format!("const {} = {};", unit.constant("RANK"), unit.rank()));
    text.blank();
    parts.helpers(&mut text, &tests, [&apply, &inv]);
    parts.sizes(&mut text, &tests)?;
    parts.apply(&mut text, &apply)?;
    parts.inv(&mut text, &inv)?;
    if unit.has(Extra::Strides) {
        parts.array(
            &mut text,
            "strides",
            "How far the position moves for a step along each axis.",
            &unit.strides()?,
        )?;
    }
    if unit.has(Extra::Loops) {
        parts.loops(&mut text)?;
    }
    if unit.has(Extra::Table) {
        parts.table(&mut text)?;
    }
    Ok(Written { text: text.finish().trim_end().to_owned() + "\n", operations: [apply.operations, inv.operations] })
}

/// What the parts of a file are made of.
pub(super) struct Parts<'f, 'u> {
    pub(super) unit: &'f Unit<'u>,
}

impl Parts<'_, '_> {
    pub(super) fn dialect(&self, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, own: &self.unit.request.name, first }
    }

    /// The type of an array with a component an axis.
    pub(super) fn array_type(&self) -> String {
        format!("array<i32, {}>", self.unit.constant("RANK"))
    }

    /// Parameters: some of them, the sizes, and perhaps one more.
    pub(super) fn parameters(&self, first: &[String], last: Option<String>) -> String {
        let integers = first.iter().map(String::as_str).chain(self.unit.names.sizes());
        integers.map(|name| format!("{name}: i32")).chain(last).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn function(text: &mut Text, about: &str, head: &str, body: Vec<String>) {
        text.line(format!("/// {about}"));
        text.block(&format!("fn {head} {{"), body, "}");
    }

    /// Functions for what the language does not have.
    fn helpers(&self, text: &mut Text, tests: &[Test], formulas: [&Formula; 2]) {
        let unit = self.unit;
        let helpers = unit.helpers_of_sizes().or(unit.helpers_of(tests));
        let helpers = formulas.iter().fold(helpers, |all, formula| all.or(formula.helpers));
        for (is_needed, template) in [(helpers.isqrt, ISQRT), (helpers.gcd, GCD)] {
            if is_needed {
                text.filled(template, &[("$own", &unit.request.name)]);
            }
        }
    }

    /// The check of the sizes, the extents, the span.
    fn sizes(&self, text: &mut Text, tests: &[Test]) -> Result<(), Error> {
        let unit = self.unit;
        if unit.has_sizes() {
            let dialect = self.dialect(0);
            let mut body = Vec::new();
            for test in tests {
                let Printed { shared, values } = unit.test(test, &dialect)?;
                body.extend(shared.iter().map(|shared| dialect.statement(shared)));
                body.push(format!("if (!({})) {{ return false; }} // {}", values[0], test.words));
            }
            body.push("return true;".to_owned());
            let about = "Whether there is such a layout. Without, the other functions give nothing of use.";
            let head = format!("{}({}) -> bool", unit.own("check"), self.parameters(&[], None));
            Self::function(text, about, &head, body);
        }
        let about = "The extents: the components of an index are below them.";
        self.array(text, "dims", about, &unit.compiled.dims)?;
        let span = unit.sizes(&[unit.compiled.span], &self.dialect(0))?;
        let head = format!("{}({}) -> i32", unit.own("span"), self.parameters(&[], None));
        let about = "The number of positions that a buffer must have.";
        Self::function(text, about, &head, vec![format!("return {};", span[0])]);
        Ok(())
    }

    /// A function that gives a number an axis.
    fn array(&self, text: &mut Text, name: &str, about: &str, values: &[Id]) -> Result<(), Error> {
        let unit = self.unit;
        let values = unit.sizes(values, &self.dialect(0))?;
        let head = format!("{}({}) -> {}", unit.own(name), self.parameters(&[], None), self.array_type());
        Self::function(text, about, &head, vec![format!("return {}({});", self.array_type(), values.join(", "))]);
        Ok(())
    }

    /// What comes before the values: shared values, and the condition under which there are values.
    fn ahead(&self, formula: &Formula, none: &str) -> Vec<String> {
        let dialect = self.dialect(0);
        let statements = |shared: &[Shared<String>]| -> Vec<String> {
            shared.iter().map(|shared| dialect.statement(shared)).collect()
        };
        let mut lines = Vec::new();
        if let Some(guard) = &formula.guard {
            lines.extend(statements(&guard.shared));
            lines.push(format!("if (!({})) {{ return {none}; }}", guard.values[0]));
        }
        lines.extend(statements(&formula.shared));
        lines
    }

    /// Statements that leave a function for arguments below zero or not below their bounds, and for sizes of no layout.
    fn checks(&self, arguments: &[String], bounds: &[Id], none: &str) -> Result<Vec<String>, Error> {
        let unit = self.unit;
        if !unit.has(Extra::Checks) {
            return Ok(Vec::new());
        }
        let mut lines = Vec::new();
        if unit.has_sizes() {
            let sizes: Vec<&str> = unit.names.sizes().collect();
            lines.push(format!("if (!{}({})) {{ return {none}; }}", unit.own("check"), sizes.join(", ")));
        }
        let bounds = unit.sizes(bounds, &self.dialect(0))?;
        let inside = arguments.iter().zip(bounds);
        lines.extend(inside.map(|(name, bound)| {
            format!("if ({name} < 0 || {name} >= {}) {{ return {none}; }}", crate::text::grouped(&bound))
        }));
        Ok(lines)
    }

    fn apply(&self, text: &mut Text, formula: &Formula) -> Result<(), Error> {
        let unit = self.unit;
        let mut body = self.checks(&unit.names.index, &unit.compiled.dims, "-1")?;
        body.extend(self.ahead(formula, "-1"));
        body.push(format!("return {};", formula.values[0]));
        let none = if unit.expands() || unit.has(Extra::Checks) { "; -1 where it has none" } else { "" };
        let head = format!("{}({}) -> i32", unit.own("apply"), self.parameters(&unit.names.index, None));
        Self::function(text, &format!("The position of an index{none}."), &head, body);
        Ok(())
    }

    fn inv(&self, text: &mut Text, formula: &Formula) -> Result<(), Error> {
        let unit = self.unit;
        let position = std::slice::from_ref(&unit.names.position);
        let mut body = self.checks(position, &[unit.compiled.span], "false")?;
        body.extend(self.ahead(formula, "false"));
        body.push(format!("*index = {}({});", self.array_type(), formula.values.join(", ")));
        body.push("return true;".to_owned());
        let pointer = format!("index: ptr<function, {}>", self.array_type());
        let head = format!("{}({}) -> bool", unit.own("inv"), self.parameters(position, Some(pointer)));
        Self::function(text, "Writes the index at a position; false where there is none.", &head, body);
        Ok(())
    }

    fn table(&self, text: &mut Text) -> Result<(), Error> {
        let unit = self.unit;
        let table = unit.table()?;
        let numbers = table.iter().map(|position| position.map_or("-1".to_owned(), |position| position.to_string()));
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        let head = format!("const {} = array<i32, {}>(", unit.own("table"), table.len());
        text.block(&head, rows(numbers), ");");
        Ok(())
    }
}

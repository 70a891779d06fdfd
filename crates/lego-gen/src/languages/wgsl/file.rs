//! A whole file of WGSL.

use super::expressions::Expressions;
use crate::error::Error;
use crate::source_file::{ABOUT, Function, Given, Parts, SourceFile, What};
use crate::text::{Text, rows};
use crate::unit::{Computed, Integer, Limits, Unit};

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

/// What the parts of a file are made of.
pub(super) struct File<'f, 'u> {
    pub(super) unit: &'f Unit<'u>,
}

impl File<'_, '_> {
    /// The type of an array with a component an axis.
    pub(super) fn array_type(&self) -> String {
        format!("array<i32, {}>", self.unit.constant("RANK"))
    }

    /// Parameters: some of them, the sizes, and perhaps one more.
    pub(super) fn parameters(&self, first: &[String], last: Option<String>) -> String {
        let integers = first.iter().map(String::as_str).chain(self.unit.names.sizes());
        integers.map(|name| format!("{name}: i32")).chain(last).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn write_function(text: &mut Text, about: &str, head: &str, body: Vec<String>) {
        text.line(format!("/// {about}"));
        text.block(&format!("fn {head} {{"), body, "}");
    }
}

impl SourceFile for File<'_, '_> {
    type Expressions<'d>
        = Expressions<'d>
    where
        Self: 'd;

    fn unit(&self) -> &Unit<'_> {
        self.unit
    }

    fn computed(&self) -> Result<Computed, Error> {
        self.unit.computed(&[Integer::Index])
    }

    fn limits(&self) -> Limits {
        let most = Some(self.unit.request.width.most());
        Limits { most, computed: most }
    }

    fn tested_in(&self) -> Integer {
        Integer::Index
    }

    fn expressions(&self, _: What, _: Integer, first: usize) -> Expressions<'_> {
        Expressions { names: &self.unit.names, own: &self.unit.request.name, first }
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        match what {
            What::Inv => ("Writes the index at a position; false where there is none", ""),
            _ => (ABOUT[what as usize], "; -1 where it has none"),
        }
    }

    fn head(&self, text: &mut Text, _: &Parts, _: &str) -> Result<(), Error> {
        let unit = self.unit;
        text.lines("// ", unit.header(["-1", "false"]));
        text.blank();
        text.line("/// The number of axes.");
        text.line(format!("const {} = {};", unit.constant("RANK"), unit.rank()));
        text.blank();
        Ok(())
    }

    fn helpers(&self, text: &mut Text, parts: &Parts) {
        let helpers = parts.helpers(Integer::Index);
        text.needed(&[(helpers.isqrt, ISQRT), (helpers.gcd, GCD)], &[("$own", &self.unit.request.name)]);
    }

    fn function(&self, text: &mut Text, function: Function<'_>) {
        let what = function.what;
        let gives = match what {
            What::Check | What::Inv => "bool".to_owned(),
            What::Span | What::Apply => "i32".to_owned(),
            What::Dims | What::Strides => self.array_type(),
        };
        let pointer = (what == What::Inv).then(|| format!("index: ptr<function, {}>", self.array_type()));
        let parameters = self.parameters(function.own, pointer);
        let head = format!("{}({parameters}) -> {gives}", self.unit.own(what.name()));
        Self::write_function(text, &function.about.clone(), &head, function.statements());
    }

    fn leave(&self, what: What, condition: &str) -> String {
        format!("if ({condition}) {{ return {}; }}", if what == What::Apply { "-1" } else { "false" })
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let values = given.values.join(", ");
        match given.what {
            What::Check => vec!["return true;".to_owned()],
            What::Span | What::Apply => vec![format!("return {values};")],
            What::Dims | What::Strides => vec![format!("return {}({values});", self.array_type())],
            What::Inv => vec![format!("*index = {}({values});", self.array_type()), "return true;".to_owned()],
        }
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        text.line("/// The positions of all indices in row-major order; -1 where there is none.");
        let head = format!("const {} = array<i32, {}>(", self.unit.own("table"), positions.len());
        text.block(&head, rows(positions, "-1"), ");");
        Ok(())
    }

    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        self.cursor(text)
    }
}

//! Files of Python and of what is written like it.

use super::expressions::{Expressions, Kinship};
use super::functions::{docstring, function, parameters, tuple};
use crate::error::Error;
use crate::language::{Facts, Language, Written};
use crate::source_file::{self, ABOUT, Direction, Function, Given, Parts, SourceFile, What, statements};
use crate::text::{Text, rows};
use crate::unit::{Case, Computed, Integer, Limits, Reserved, Unit};

/// A relative of Python, and what it does in its own way.
pub(in crate::languages) trait Relative: Sync {
    /// What it is.
    fn about(&self) -> Facts;

    /// How its expressions are written.
    fn kinship(&self) -> Kinship;

    /// The lines before a direction of the layout, and before a function of sizes.
    fn decorators(&self) -> [Option<&'static str>; 2] {
        [None; 2]
    }

    /// The last line of a file's documentation.
    fn note(&self, _: &Unit<'_>) -> Option<String> {
        None
    }

    /// The imports of a file besides `math`.
    fn imports(&self, unit: &Unit<'_>, rest: &str) -> String;

    /// Functions that a file has for its directions; `isqrt` if these take roots.
    fn helpers(&self, _: &mut Text, _: &Unit<'_>, _isqrt: bool) {}

    /// The statements of a direction.
    fn direction(&self, file: &File<'_, '_>, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        Ok(statements(file, direction))
    }

    /// Loops over all elements.
    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error>;

    /// True if the table is an array of NumPy, not a tuple.
    fn has_arrays(&self) -> bool {
        true
    }
}

impl<R: Relative> Language for R {
    fn facts(&self) -> Facts {
        self.about()
    }

    fn reserved(&self) -> Reserved {
        Reserved { language: "Python", words: &[super::WORDS], prefixes: &[], case: Case::Told }
    }

    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error> {
        source_file::write(&File { unit, relative: self })
    }
}

/// A file that is being written. Plain functions of Python answer what is asked about sizes alone.
pub(in crate::languages) struct File<'f, 'u> {
    pub(in crate::languages) unit: &'f Unit<'u>,
    relative: &'f dyn Relative,
}

impl File<'_, '_> {
    /// Expressions of the language's own.
    pub(in crate::languages) fn plain(&self) -> Expressions<'_> {
        Expressions::new(self.unit, self.relative.kinship(), 0)
    }

    fn bits(&self) -> u32 {
        self.unit.request.width.bits()
    }

    /// What stands for no value in the file's documentation.
    fn none(&self) -> &'static str {
        if self.relative.kinship() == Kinship::Python { "None" } else { "-1" }
    }

    /// The values of a direction in the type of indices, which only Numba asks for.
    fn typed(&self, value: &str) -> String {
        match self.relative.kinship() {
            Kinship::Numba => format!("np.int{}({value})", self.bits()),
            _ => value.to_owned(),
        }
    }

    /// Statements that leave a direction for numbers out of range.
    pub(in crate::languages) fn inside(&self, direction: &Direction<'_>) -> Vec<String> {
        let inside = direction.each(|name, bound| format!("0 <= {name} < {bound}"));
        self.unless(direction.what, &inside.join(" and "), "")
    }

    /// What a direction returns where there is no value.
    fn nothing(&self, what: What) -> String {
        match (self.relative.kinship(), what) {
            (Kinship::Python, _) => "None".to_owned(),
            (_, What::Inv) => tuple(&vec![self.typed("-1"); self.unit.rank()]),
            _ => self.typed("-1"),
        }
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

    /// Python's integers have no end.
    fn computed(&self) -> Result<Computed, Error> {
        match self.relative.kinship() {
            Kinship::Python => Ok(Computed { apply: Integer::Index, inv: Integer::Index }),
            _ => self.unit.computed(&[Integer::Index]),
        }
    }

    fn limits(&self) -> Limits {
        let has_end = self.relative.kinship() != Kinship::Python;
        Limits { most: has_end.then(|| self.unit.request.width.most()), computed: None }
    }

    fn tested_in(&self) -> Integer {
        Integer::Index
    }

    fn expressions(&self, what: What, _: Integer, first: usize) -> Expressions<'_> {
        let kinship = if what.is_direction() { self.relative.kinship() } else { Kinship::Python };
        Expressions::new(self.unit, kinship, first)
    }

    fn about(&self, what: What) -> (&'static str, &'static str) {
        let kinship = self.relative.kinship();
        let missing =
            if kinship == Kinship::Python { "; None where there is none" } else { "; -1 where there is none" };
        let about = match (what, kinship) {
            (What::Check, _) => "Raises ValueError, with the reason, where there is no such layout",
            (What::Inv, Kinship::Python | Kinship::Numba) => "The index at a position, a tuple",
            (What::Apply, Kinship::NumPy | Kinship::Jax) => "The positions of indices, arrays that broadcast",
            (What::Apply, Kinship::Triton) => "The positions of indices, tensors that broadcast",
            (What::Inv, Kinship::Triton) => "The indices at positions, a tensor for each axis",
            (What::Inv, _) => "The indices at positions, an array for each axis",
            _ => ABOUT[what as usize],
        };
        (about, missing)
    }

    fn head(&self, text: &mut Text, parts: &Parts, rest: &str) -> Result<(), Error> {
        let unit = self.unit;
        let mut documentation = docstring(unit, self.none());
        let end = documentation.len() - 1;
        documentation.splice(end..end, self.relative.note(unit));
        text.lines("", documentation);
        text.blank();
        let of_sizes = unit.helpers_of(&parts.tests).or(unit.helpers_of_sizes());
        let [apply, inv] = &parts.formulas;
        let has_branches = matches!(self.relative.kinship(), Kinship::Python | Kinship::Numba);
        let has_math = has_branches && apply.helpers.or(inv.helpers).isqrt || of_sizes.isqrt || of_sizes.gcd;
        let imports = self.relative.imports(unit, rest);
        for import in [if has_math { "import math" } else { "" }, &imports].into_iter().filter(|text| !text.is_empty())
        {
            text.line(import);
            text.blank();
        }
        text.line(format!("{} = {}", unit.constant("RANK"), unit.rank()));
        text.blank();
        text.blank();
        Ok(())
    }

    fn helpers(&self, text: &mut Text, parts: &Parts) {
        let [apply, inv] = &parts.formulas;
        self.relative.helpers(text, self.unit, apply.helpers.or(inv.helpers).isqrt);
    }

    fn function(&self, text: &mut Text, f: Function<'_>) {
        let own: Vec<&str> = f.own.iter().map(String::as_str).collect();
        let [of_directions, of_sizes] = self.relative.decorators();
        let decorator = if f.what.is_direction() { of_directions } else { of_sizes };
        text.lines("", decorator.filter(|_| f.what != What::Check));
        let (name, parameters, about) = (self.unit.own(f.what.name()), parameters(self.unit, &own), f.about.clone());
        text.lines("", function(&name, &parameters, &about, f.statements()));
    }

    fn unless(&self, what: What, condition: &str, words: &str) -> Vec<String> {
        let leave = match what {
            What::Check => format!("    raise ValueError({:?})", format!("it must hold that {words}")),
            _ => format!("    return {}", self.nothing(what)),
        };
        vec![format!("if not ({condition}):"), leave]
    }

    /// Of numbers of Python only: the others check what they have converted.
    fn outside(&self, direction: &Direction<'_>) -> Vec<String> {
        if self.relative.kinship() != Kinship::Python {
            return Vec::new();
        }
        let check = self.unit.has_sizes().then(|| self.unit.call("check", &[]));
        check.into_iter().chain(self.inside(direction)).collect()
    }

    fn give(&self, given: Given<'_>) -> Vec<String> {
        let is_direction = given.what.is_direction();
        let value = |value: &String| if is_direction { self.typed(value) } else { value.clone() };
        let values: Vec<String> = given.values.iter().map(value).collect();
        match given.what {
            What::Check => Vec::new(),
            What::Span | What::Apply => vec![format!("return {}", values[0])],
            What::Dims | What::Strides | What::Inv => vec![format!("return {}", tuple(&values))],
        }
    }

    fn direction(&self, direction: &Direction<'_>) -> Result<Vec<String>, Error> {
        self.relative.direction(self, direction)
    }

    fn table(&self, text: &mut Text, positions: &[Option<u64>]) -> Result<(), Error> {
        let (unit, none) = (self.unit, self.none());
        text.line(format!("# The positions of all indices in row-major order; {none} where there is none."));
        let [begin, end] = if self.relative.has_arrays() {
            let dims = unit.sizes(&unit.compiled.dims, &Expressions::new(unit, Kinship::Python, 0))?;
            ["np.array([".to_owned(), format!("], dtype=np.int{}).reshape({})", self.bits(), tuple(&dims))]
        } else {
            ["(", ")"].map(str::to_owned)
        };
        text.block(&format!("{} = {begin}", unit.constant("TABLE")), rows(positions, none), &end);
        Ok(())
    }

    fn loops(&self, text: &mut Text) -> Result<(), Error> {
        text.lines("", self.relative.loops(self)?);
        Ok(())
    }
}

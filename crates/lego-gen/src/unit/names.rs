//! The names in a file: of its functions, of the components of an index, of the position and of the sizes.

use crate::error::Error;
use crate::request::Request;
use lego_expr::{Kind, Variable};
use lego_lang::compile::Compiled;

/// Whether a language tells capitals from small letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Told,
    Ignored,
}

/// The names that a language has for something else: neither a size nor `--name` may have one. `--name` is `map` by
/// default.
pub(crate) struct Reserved {
    /// The language, as errors call it.
    pub(crate) language: &'static str,
    /// Its words, in one list or several.
    pub(crate) words: &'static [&'static [&'static str]],
    /// Names that begin like one of these belong to the language.
    pub(crate) prefixes: &'static [&'static str],
    pub(crate) case: Case,
}

/// The names in a file.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The sizes by the names that the layout has for them, and those that the file has.
    pub(crate) sizes: Vec<(String, String)>,
    /// What the names of values that are computed ahead begin with.
    pub(crate) prefix: String,
    /// The components of an index.
    pub(crate) index: Vec<String>,
    /// The position.
    pub(crate) position: String,
}

/// Names that the texts of the languages use besides those of the layout.
const OWN: [&str; 31] = [
    "p", "i", "index", "dims", "strides", "x", "r", "b", "bit", "root", "data", "array", "slice", "next", "axis",
    "end", "visit", "context", "extents", "indices", "mapping", "position", "left", "right", "exists", "range", "text",
    "state", "start", "element", "AT_ONCE",
];

/// Those that every language uses where sizes are arguments. A language for which `B` is `b` has only these and its own words
/// against sizes: it would lose names by the others that sizes often have.
const BESIDE_SIZES: [&str; 6] = ["p", "index", "dims", "position", "visit", "holds"];

impl Names {
    /// The names of a layout's file.
    ///
    /// # Errors
    /// A name that the language has for something else, or that the file needs itself.
    pub(super) fn new(compiled: &Compiled, request: &Request, reserved: &Reserved) -> Result<Self, Error> {
        let base = &request.name;
        if !is_name(base) {
            let message = format!("--name {base}: a name has letters, digits and `_`, and begins with a letter");
            return Err(Error::new(message));
        }
        let language = reserved.language;
        if reserved.has(base) {
            return Err(Error::new(format!("--name {base} is a word of {language}: choose another name")));
        }
        // `i0` is a type of Zig.
        let letter = if reserved.has("i0") { "x" } else { "i" };
        let index: Vec<String> = (0..compiled.dims.len()).map(|k| format!("{letter}{k}")).collect();
        let folded = |name: &str| match reserved.case {
            Case::Told => name.to_owned(),
            Case::Ignored => name.to_lowercase(),
        };
        let is_numbered = |name: &str, word: &str| {
            name.strip_prefix(word).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let taken = |name: &str| {
            let small = name.to_lowercase();
            index.iter().any(|own| *own == folded(name))
                || OWN.contains(&name)
                || ["Element", "FixedAxes", "Visitor", "Extents", "Indices"].contains(&name)
                || (reserved.case == Case::Ignored && BESIDE_SIZES.contains(&small.as_str()))
                || is_numbered(&small, "end")
        };
        let mut sizes: Vec<(String, String)> = Vec::new();
        for size in &compiled.parameters {
            let instead = format!("give the size another name, or a value with --let {size}=…");
            let name = size.replace("::", "_");
            if !is_name(&name) {
                let message = format!("{size} is no name in {language}, which has letters, digits and `_`: {instead}");
                return Err(Error::of_size(size, message));
            }
            if reserved.has(&name) {
                return Err(Error::of_size(size, format!("{size} is a word of {language}: {instead}")));
            }
            let begins = format!("{}_", folded(base));
            if taken(&name) || folded(&name) == folded(base) || folded(&name).starts_with(&begins) {
                let message = format!("{size} is what the file calls something of its own: {instead}");
                return Err(Error::of_size(size, message));
            }
            if let Some((other, _)) = sizes.iter().find(|(_, other)| folded(other) == folded(&name)) {
                return Err(Error::of_size(size, format!("{size} and {other} are one name in {language}: {instead}")));
            }
            sizes.push((size.clone(), name));
        }
        let mut prefix = "t".to_owned();
        while sizes.iter().any(|(_, name)| is_numbered(&folded(name), &prefix)) {
            prefix.push('t');
        }
        Ok(Self { sizes, prefix, index, position: "p".to_owned() })
    }

    /// The name that the file has for a variable of the layout.
    pub(crate) fn variable(&self, variable: &Variable) -> String {
        let name = &variable.name;
        let own = match variable.kind {
            Kind::Size => self.sizes.iter().find(|(size, _)| size == name).map(|(_, own)| own),
            Kind::Index { .. } => name.strip_prefix('i').and_then(|axis| self.index.get(axis.parse::<usize>().ok()?)),
        };
        own.unwrap_or(name).clone()
    }

    /// The sizes, by the names that the file has for them.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = &str> {
        self.sizes.iter().map(|(_, name)| name.as_str())
    }

    /// The name of a value that is computed ahead.
    pub(crate) fn shared(&self, number: usize) -> String {
        format!("{}{number}", self.prefix)
    }
}

impl Reserved {
    fn has(&self, name: &str) -> bool {
        let is = |word: &str| match self.case {
            Case::Told => word == name,
            Case::Ignored => word.eq_ignore_ascii_case(name),
        };
        self.words.iter().copied().flatten().any(|word| is(word))
            || self.prefixes.iter().any(|prefix| name.starts_with(prefix))
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

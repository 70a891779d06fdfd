//! The languages that a layout can be written in.

use crate::error::Error;
use crate::extra::Extra;
use crate::text::has_word;
use crate::width::Width;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

pub use crate::languages::Target;

impl Target {
    /// Its name on the command line.
    ///
    /// ```
    /// use lego_gen::Target;
    /// assert_eq!("cuda".parse(), Ok(Target::Cuda));
    /// assert_eq!(Target::Cuda.name(), "cuda");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Its name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.facts().title
    }

    /// What the name of a file ends with.
    pub(crate) fn extension(self) -> &'static str {
        self.facts().extensions[0]
    }

    /// What compiles or interprets it.
    #[must_use]
    pub fn needs(self) -> &'static str {
        self.facts().needs
    }

    /// How many bits an index may have in it, what it is without being asked for first.
    #[must_use]
    pub fn widths(self) -> &'static [Width] {
        self.facts().widths
    }

    /// What a file in it may have besides both directions: an array is a class of C++.
    #[must_use]
    pub fn extras(self) -> &'static [Extra] {
        self.facts().extras
    }

    /// True if [templates](crate::fill) can be written in it: MLIR and LLVM IR have no expressions.
    #[must_use]
    pub fn fills(self) -> bool {
        self.facts().syntax.is_some()
    }

    /// Returns the language of a template, by the end of its file's name; which relative of Python it is, its text
    /// says. `.lego`, `.in`, `.tmpl` and `.template` may follow the extension of the language.
    ///
    /// ```
    /// use lego_gen::Target;
    /// assert_eq!(Target::of_file("sgemm.cu".as_ref(), ""), Some(Target::Cuda));
    /// assert_eq!(Target::of_file("kernels.py.lego".as_ref(), "import triton\n"), Some(Target::Triton));
    /// ```
    #[must_use]
    pub fn of_file(path: &Path, text: &str) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        if ["lego", "in", "tmpl", "template"].contains(&extension) {
            return Self::of_file(&path.with_extension(""), text);
        }
        let is_of = |target: &Self| target.fills() && target.facts().extensions.contains(&extension);
        let found = Self::ALL.into_iter().find(is_of)?;
        let imports = |target: &Self| {
            let lines = text.lines().map(str::trim_start);
            lines
                .filter(|line| line.starts_with("import ") || line.starts_with("from "))
                .any(|line| has_word(line, target.name()))
        };
        let relatives = [Self::Triton, Self::Jax, Self::Numba, Self::NumPy];
        Some(relatives.into_iter().filter(|_| found == Self::Python).find(imports).unwrap_or(found))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|target| target.name() == name).ok_or_else(|| unknown(name, Self::ALL))
    }
}

/// The error of a name that no target has, of some.
pub(crate) fn unknown(name: &str, targets: impl IntoIterator<Item = Target>) -> Error {
    let names: Vec<&str> = targets.into_iter().map(Target::name).collect();
    let near = lego_lang::nearest(name, names.iter().copied()).map(|near| format!("; the nearest is {near}"));
    Error::new(format!("no target is called {name}{}. They are {}", near.unwrap_or_default(), names.join(", ")))
}

//! Python: integers without end, `None` where there is nothing.

use super::python_family::{File, Generators, Kinship, Relative};
use crate::error::Error;
use crate::language::Facts;
use crate::syntax::Syntax;
use crate::unit::Unit;

/// Python.
pub(crate) struct Python;

impl Relative for Python {
    fn about(&self) -> Facts {
        Facts::new(["python", "Python", "Python 3.9 or later"], &["py", "pyi"]).with(&Syntax::PYTHON)
    }

    fn kinship(&self) -> Kinship {
        Kinship::Python
    }

    fn imports(&self, _: &Unit<'_>, _: &str) -> String {
        String::new()
    }

    fn has_arrays(&self) -> bool {
        false
    }

    fn loops(&self, file: &File<'_, '_>) -> Result<Vec<String>, Error> {
        let lacks = ["p is None", "index is None"];
        Generators { dialect: &file.plain(), lacks, typed: &str::to_owned }.write(file.unit, None, &[])
    }
}

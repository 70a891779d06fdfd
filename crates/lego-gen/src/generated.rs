//! A generated file, and what makes it.

use crate::error::Error;
use crate::language::Written;
use crate::request::Request;
use crate::target::Target;
use crate::unit::Unit;
use lego_lang::compile::Compiled;

/// A file in the language of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The language.
    pub target: Target,
    /// What the file may be called.
    pub name: String,
    /// The text.
    pub text: String,
    /// The sizes, in the order in which functions take them, by the names that the layout has for them.
    pub sizes: Vec<String>,
    /// The name of the function that gives the position of an index.
    pub apply: String,
    /// The name of the function that gives the index at a position.
    pub inv: String,
    /// The operations of both directions, conditions not counted.
    pub operations: [usize; 2],
}

/// The file of a layout.
///
/// Law: the functions of the file agree with [`Compiled::apply`] and [`Compiled::inv`] at every index and position, for all
/// sizes that its check accepts.
///
/// # Errors
/// A name that the language has for something else, an integer type that a position does not fit, something asked for that the
/// target or the layout does not have.
pub fn generate(compiled: &Compiled, request: &Request) -> Result<Generated, Error> {
    let (target, language) = (request.target, request.target.language());
    if let Some(extra) = request.extras.iter().find(|extra| !target.extras().contains(extra)) {
        let has: Vec<&str> = target.extras().iter().map(|extra| extra.name()).collect();
        return Err(Error::new(format!("{} has no `{extra}` here; it has {}", target.title(), has.join(", "))));
    }
    if !target.widths().contains(&request.width) {
        let has: Vec<String> = target.widths().iter().map(|width| format!("--width {}", width.bits())).collect();
        let (title, bits) = (target.title(), request.width.bits());
        return Err(Error::new(format!("{title} has no integers of {bits} bits: give {}", has.join(" or "))));
    }
    let unit = Unit::new(compiled, request, &language.reserved())?;
    let Written { text, operations } = language.write(&unit)?;
    Ok(Generated {
        target,
        name: format!("{}.{}", request.name, target.extension()),
        text,
        sizes: compiled.parameters.clone(),
        apply: unit.own("apply"),
        inv: unit.own("inv"),
        operations,
    })
}

//! Expressions from the form that the engine chose to a target language.

use crate::emit::dialect::Dialect;
use crate::emit::print::{leaf, print};
use crate::emit::shared::Printed;
use crate::graph::arena::Arena;
use crate::graph::node::Id;
use crate::legal::form::legal;
use crate::normal::budget::Stop;
use crate::ranges::knowledge::Knowledge;

/// Writes expressions in a dialect, in a form that its target can say. Where one of the `guards` fails nobody asks for them.
///
/// Law: what is written has the value of the expression wherever that has one and the guards hold.
///
/// # Errors
/// [`Stop::TooLong`] where what is written would take far more operations than there are.
pub fn write<D: Dialect>(
    arena: &Arena,
    roots: &[Id],
    guards: &[Id],
    dialect: &D,
    known: &dyn Knowledge,
) -> Result<Printed<D::Output>, Stop> {
    // A number or a variable alone is legal in every target.
    let leaves: Option<Vec<_>> = roots.iter().map(|&root| leaf(arena, root, dialect)).collect();
    if let Some(values) = leaves {
        return Ok(Printed { shared: Vec::new(), values });
    }
    let legal = legal(arena, roots, guards, dialect.abilities(), known);
    print(arena, &legal.roots, dialect, &legal)
}

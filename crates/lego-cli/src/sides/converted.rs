//! A layout of one system in another one.

use crate::args::Notation;
use crate::input::side::Side;
use crate::input::system::System;
use crate::report::failure::{Complaint, Failure};
use lego_algebra::cute::ComposedLayout;
use lego_algebra::linear::LinearLayout;
use lego_relation::{Effort, NotPrinted, Relation, Undecided};
use serde_json::{Value, json};

/// A layout in another system.
pub(crate) enum Converted {
    /// In CuTe's notation.
    Cute(Box<ComposedLayout>),
    /// A linear layout.
    Linear(Box<LinearLayout>),
    /// A chain or a map in isl's notation, or CuTe's notation with sizes that have no value.
    Text(String),
    /// The value at each integer coordinate.
    Table(Vec<Option<Vec<u64>>>),
}

impl Converted {
    /// The layout of a side in another system; of a table no more than so many values.
    pub(crate) fn new(side: &Side, relation: &Relation<'_>, to: Notation, most: u64) -> Result<Self, Failure> {
        // A chain and shape:stride give one number.
        let one = if side.system == System::Linear { relation.one_value() } else { relation.clone() };
        let converted = match to {
            Notation::Isl => {
                let usual = Effort::default();
                let effort = Effort { points: if most == u64::MAX { most } else { usual.points }, ..usual };
                match relation.to_isl_within(&effort) {
                    Ok(text) => Ok(Self::Text(text)),
                    Err(error @ (NotPrinted::Limit { .. } | NotPrinted::Pieces { .. } | NotPrinted::Undecided(_))) => {
                        return Err(Failure::Limit(Complaint::new(with_lift(&error))));
                    }
                    Err(error) => Err(error.to_string()),
                }
            }
            Notation::Cute if relation.parameters().is_empty() => {
                one.to_cute().map(|layout| Self::Cute(Box::new(layout))).map_err(|error| error.to_string())
            }
            Notation::Cute => relation.to_symbolic_cute().map(Self::Text).ok_or_else(|| {
                "no strides are proved for all sizes; give the sizes values, as --let M=64, and it is looked at as numbers"
                    .into()
            }),
            // A chain is one already.
            Notation::Lego if side.system == System::Chain => Ok(Self::Text(side.text.clone())),
            Notation::Lego => one.to_chain().map(Self::Text).map_err(|error| error.to_string()),
            // As is a linear layout, with the names of its dims.
            Notation::Linear if side.system == System::Linear => return Ok(Self::Linear(Box::new(side.linear()?))),
            Notation::Linear => relation.to_linear().map(|layout| Self::Linear(Box::new(layout))).map_err(|error| error.to_string()),
            Notation::Table => {
                let effort = Effort { points: most, ..Effort::default() };
                return relation.table(&effort).map(Self::Table).map_err(|why| no_table(side, why));
            }
        };
        converted.map_err(|message| side.all_wrong(message))
    }
}

/// Why a relation has no text, and what lifts a limit of points.
pub(crate) fn with_lift(error: &NotPrinted) -> String {
    format!("{error}{}", if error.is_of_points() { ". For all of them: --no-limit" } else { "" })
}

/// Why there is no table of a side.
pub(crate) fn no_table(side: &Side, why: Undecided) -> Failure {
    match why {
        Undecided::Points { count, most } => Failure::Limit(Complaint::new(format!(
            "not decided (limit): the table has {count} values, more than {most}. For all of them: --no-limit"
        ))),
        Undecided::Memory { .. } => Failure::Limit(Complaint::new(why.to_string())),
        why => side.all_wrong(why.to_string()),
    }
}

/// A value of a table as JSON: null where there is none, a list where there are several.
pub(crate) fn value_json(value: Option<&[u64]>) -> Value {
    match value {
        None => Value::Null,
        Some([one]) => json!(one),
        Some(all) => json!(all),
    }
}

/// The values of a table as JSON.
pub(crate) fn values_json(values: &[Option<Vec<u64>>]) -> Value {
    values.iter().map(|value| value_json(value.as_deref())).collect()
}

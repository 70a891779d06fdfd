//! The expressions that are to be written in a form, and the nodes that they were written as.

use crate::graph::hash::FastHash;
use crate::graph::node::Id;
use crate::normal::form::Predicate;
use crate::normal::polynomial::Polynomial;
use crate::ranges::nodes::Ranges;
use std::collections::HashMap;

/// An expression to be written: an integer or a truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Integer(Polynomial),
    Predicate(Predicate),
}

/// The nodes that sums and atoms were written as.
pub(crate) type Writings = HashMap<Polynomial, Id, FastHash>;

/// Goals in the form chosen, with what is known of the values of their nodes.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    /// The nodes of the goals.
    pub(crate) roots: Vec<Id>,
    /// The range of each node that was made from a normal form.
    pub(crate) ranges: Ranges,
}

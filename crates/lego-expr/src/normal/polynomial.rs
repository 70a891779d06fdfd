//! Sums of products of atoms: the normal form of an integer.

use crate::polynomial;
pub(crate) use crate::polynomial::common_divisor;

/// The number of a variable or of something that no sum of products expresses;
/// [`Atoms`](crate::normal::atoms::Atoms) says what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(pub(crate) u32);

/// The work is counted by the [`Budget`](crate::normal::budget::Budget).
impl polynomial::Atom for AtomId {}

/// A product of atoms.
pub(crate) type Monomial = polynomial::Monomial<AtomId>;

/// The normal form.
pub(crate) type Polynomial = polynomial::Polynomial<AtomId>;

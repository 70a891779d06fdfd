//! The divisions done so far: none is done twice.

use crate::graph::table::Table;
use crate::normal::polynomial::Polynomial;

/// A quotient and a remainder.
pub(crate) type Division = (Polynomial, Polynomial);

/// For each dividend and divisor, the quotient and the remainder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Divisions {
    places: Table,
    done: Vec<((Polynomial, Polynomial), Division)>,
}

impl Divisions {
    /// What came of a division.
    ///
    /// # Errors
    /// The hash by which to [`insert`](Self::insert) it, where it has not been done.
    pub(crate) fn lookup(&self, x: &Polynomial, d: &Polynomial) -> Result<&Division, u32> {
        let hash = Table::hash(x).rotate_left(7) ^ Table::hash(d);
        self.find(hash, x, d).ok_or(hash)
    }

    fn find(&self, hash: u32, x: &Polynomial, d: &Polynomial) -> Option<&Division> {
        let is_it = |place: usize| {
            let (operands, _) = &self.done[place];
            operands.0 == *x && operands.1 == *d
        };
        self.places.find(hash, is_it).map(|place| &self.done[place].1)
    }

    /// Takes in a division, whose hash is given.
    pub(crate) fn insert(&mut self, hash: u32, x: &Polynomial, d: &Polynomial, result: &Division) {
        // The same division may have been done on the way, with the same result.
        if self.find(hash, x, d).is_none() {
            self.places.insert(hash, self.done.len());
            self.done.push(((x.clone(), d.clone()), result.clone()));
        }
    }

    /// Forgets every division.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.done.clear();
    }
}

//! The terms of a sum: atoms in order, each with its coefficient.

/// Atoms in ascending order, each once, with a coefficient that is not 0.
///
/// They are one list, not a tree: most sums have few terms, and there are many sums.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Terms<A>(Vec<(A, i128)>);

impl<A> Default for Terms<A> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<A: Clone + Ord> Terms<A> {
    pub(crate) fn one(atom: A) -> Self {
        Self(vec![(atom, 1)])
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, atom: &A) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.cmp(atom))
    }

    pub(crate) fn get(&self, atom: &A) -> Option<&i128> {
        self.place(atom).ok().map(|place| &self.0[place].1)
    }

    /// Gives an atom a coefficient in place of the one that it has.
    pub(crate) fn insert(&mut self, atom: A, coefficient: i128) {
        match self.place(&atom) {
            Ok(place) => self.0[place].1 = coefficient,
            Err(place) => self.0.insert(place, (atom, coefficient)),
        }
    }

    pub(crate) fn remove(&mut self, atom: &A) {
        if let Ok(place) = self.place(atom) {
            self.0.remove(place);
        }
    }

    /// Each atom of both with the sum of its coefficients, the second ones changed first; `None` where a change or a
    /// sum fails.
    pub(crate) fn merged(
        self,
        other: &Self,
        change: impl Fn(i128) -> Option<i128>,
        sum: impl Fn(i128, i128) -> Option<i128>,
    ) -> Option<Self> {
        let mut all = Vec::with_capacity(self.len() + other.len());
        let mut mine = self.0.into_iter().peekable();
        for (atom, coefficient) in &other.0 {
            while let Some(term) = mine.next_if(|(before, _)| before < atom) {
                all.push(term);
            }
            let coefficient = change(*coefficient)?;
            match mine.next_if(|(same, _)| same == atom) {
                Some((atom, before)) => all.push((atom, sum(before, coefficient)?)),
                None => all.push((atom.clone(), coefficient)),
            }
        }
        all.extend(mine);
        all.retain(|(_, coefficient)| *coefficient != 0);
        Some(Self(all))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&A, &i128)> {
        self.0.iter().map(|(atom, coefficient)| (atom, coefficient))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &A> {
        self.0.iter().map(|(atom, _)| atom)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &i128> {
        self.0.iter().map(|(_, coefficient)| coefficient)
    }
}

impl<A: Ord> FromIterator<(A, i128)> for Terms<A> {
    /// Terms in any order, each atom once.
    fn from_iter<T: IntoIterator<Item = (A, i128)>>(terms: T) -> Self {
        let mut terms: Vec<(A, i128)> = terms.into_iter().collect();
        terms.sort_unstable();
        Self(terms)
    }
}

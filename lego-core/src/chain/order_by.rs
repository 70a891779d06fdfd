//! `OrderBy`: a hierarchy of permutations, the first outermost (LEGO, fig. 6).

use super::flat::product;
use super::permutation::Permutation;
use super::scalar::Scalar;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What gives the position of an index in a piece.
pub(super) type Placing<'f, I> = dyn FnMut(&dyn Permutation<I>, &[I]) -> I + 'f;

/// Permutations nested in each other: the first orders blocks, the next what is in a block, and so on.
#[derive(Debug)]
pub struct OrderBy<'a, I> {
    pieces: Vec<Box<dyn Permutation<I> + 'a>>,
}

impl<'a, I: Scalar> OrderBy<'a, I> {
    /// The permutations from the outermost to the innermost; at least one.
    pub fn new(pieces: Vec<Box<dyn Permutation<I> + 'a>>) -> Self {
        Self { pieces }
    }

    /// The permutations, outermost first.
    pub fn pieces(&self) -> &[Box<dyn Permutation<I> + 'a>] {
        &self.pieces
    }

    /// The extents of all pieces, one after the other.
    pub fn dims(&self) -> Vec<I> {
        self.pieces.iter().flat_map(|piece| piece.dims()).copied().collect()
    }

    /// The extents of each piece, as levels of tiles.
    pub(super) fn levels(&self) -> Vec<Vec<I>> {
        self.pieces.iter().map(|piece| piece.dims().to_vec()).collect()
    }

    /// The position of an index given as the pieces' indices, one after the other.
    pub fn apply(&self, index: &[I]) -> I {
        self.apply_by(index, &mut |piece, own| piece.apply(own))
    }

    /// [`apply`](OrderBy::apply), with the position in each piece given by a function.
    pub(super) fn apply_by(&self, index: &[I], place: &mut Placing<'_, I>) -> I {
        let mut rest = index;
        let mut flat: Option<I> = None;
        for piece in &self.pieces {
            let (own, later) = rest.split_at(piece.dims().len());
            rest = later;
            let position = place(&**piece, own).within(product(piece.dims()));
            flat = Some(match flat {
                None => position,
                Some(flat) => flat * product(piece.dims()) + position,
            });
        }
        flat.unwrap_or_else(|| index[0])
    }

    /// The pieces' indices at a position. Law: `inv(apply(i)) == i`.
    pub fn inv(&self, position: I) -> Vec<I> {
        let mut rest = position;
        let mut indices: Vec<Vec<I>> = Vec::with_capacity(self.pieces.len());
        for (k, piece) in self.pieces.iter().enumerate().rev() {
            if k == 0 {
                indices.push(place(&**piece, rest));
            } else {
                let size = product(piece.dims());
                indices.push(place(&**piece, rest % size));
                rest = rest / size;
            }
        }
        indices.reverse();
        indices.concat()
    }
}

/// A piece's index at a position, inside its box as its laws say.
fn place<I: Scalar>(piece: &dyn Permutation<I>, position: I) -> Vec<I> {
    piece.inv(position).into_iter().zip(piece.dims()).map(|(i, &n)| i.within(n)).collect()
}

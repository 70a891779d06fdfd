//! A line of a part that lies in several pieces: copied to a buffer, changed there, and moved back.

#![allow(unsafe_code)]

use super::part::PartMut;
use crate::array::access::try_position;
use crate::array::copy::IndexLine;
use crate::mapping::Mapping;
use alloc::vec::Vec;

/// The buffers of [`PartMut::gathered`], to be used again for the next line.
pub(super) struct Gathered<T> {
    line: Vec<T>,
    /// Where each piece of the line lies, and its length; no position for an element that is not stored.
    pieces: Vec<(Option<usize>, usize)>,
}

impl<T> Default for Gathered<T> {
    fn default() -> Self {
        Self { line: Vec::new(), pieces: Vec::new() }
    }
}

impl<T: Clone + Default, M: Mapping<Index = [usize; K]>, const K: usize> PartMut<'_, T, M, K> {
    /// Calls `f` with a copy of `len` elements from an index on, along the last axis, and moves back what it left there. Where
    /// the part stores nothing, the copy has the default, and what is written is lost.
    ///
    /// Positions are looked at once, in pieces that end where the layout says that a run does.
    pub(super) fn gathered(
        &mut self,
        start: [usize; K],
        len: usize,
        buffers: &mut Gathered<T>,
        f: impl FnOnce(&mut [T]),
    ) {
        let Gathered { line, pieces } = buffers;
        line.clear();
        pieces.clear();
        let axis = K.saturating_sub(1);
        let runs = start.get(axis).and_then(|_| self.layout.runs(axis));
        // What is left of the first run, and the length of those behind it: at least 1, whatever the runs say.
        let mut rest = runs.map_or(1, |runs| runs.rest(start[axis]).max(1));
        let whole = runs.map_or(1, |runs| runs.len.max(1));
        let at = |k| IndexLine { start, axis, len }.index(k);
        let mut k = 0;
        while k < len {
            let piece = rest.min(len - k);
            match (IndexLine { start: at(k), axis, len: piece }.in_order(&self.layout)) {
                Some(position) => {
                    pieces.push((Some(position), piece));
                    // SAFETY: `in_order` found each of the indices inside the dims and at these positions; so they are below the
                    // number of elements, and the elements this part's, which is borrowed.
                    line.extend_from_slice(unsafe { self.elements.slice(position, piece) });
                }
                None => {
                    for k in k..k + piece {
                        let position = try_position(&self.layout, at(k));
                        pieces.push((position, 1));
                        // SAFETY: the index is inside the dims, so its position is below the number of elements, and the
                        // element this part's, which is borrowed.
                        line.push(position.map_or_else(T::default, |p| unsafe { self.elements.get(p) }.clone()));
                    }
                }
            }
            k += piece;
            rest = whole;
        }
        f(line);
        let mut values = &mut line[..];
        for &(position, len) in &*pieces {
            let (piece, behind) = core::mem::take(&mut values).split_at_mut(len);
            values = behind;
            if let Some(position) = position {
                // SAFETY: these positions were found above to be those of indices inside the dims, one after the other or one
                // alone; so they are below the number of elements, and the elements this part's, which is borrowed mutably.
                unsafe { self.elements.slice_mut(position, len) }.swap_with_slice(piece);
            }
        }
    }
}

//! Stages of a chain, from the side of memory to that of the index, each with the extents of what stands to its right.

use super::names::{list, piece};

/// A stage and the extents in which it sees what stands to its right.
#[derive(Clone, Debug)]
struct Stage {
    text: String,
    dims: Vec<u64>,
    /// Whether it is an `OrderBy`, with which a chain may begin.
    is_order: bool,
}

/// The stages of a chain; none is the array by rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Stages(Vec<Stage>);

impl Stages {
    /// Adds an order of axes on the side of the index.
    pub(super) fn permute(&mut self, dims: &[u64], order: &[usize]) {
        if order.iter().enumerate().any(|(k, &axis)| k != axis) {
            self.0.push(Stage {
                text: format!("OrderBy({})", piece(dims, order)),
                dims: dims.to_vec(),
                is_order: true,
            });
        }
    }

    /// Adds pieces of axes that follow each other: each is of so many axes; the others are by rows.
    pub(super) fn pieces(&mut self, dims: &[u64], pieces: &[(usize, usize, String)]) {
        if pieces.is_empty() {
            return;
        }
        let mut texts = Vec::new();
        let mut at = 0;
        for (axis, count, text) in pieces {
            if at < *axis {
                texts.push(format!("Row({})", list(&dims[at..*axis])));
            }
            texts.push(text.clone());
            at = axis + count;
        }
        if at < dims.len() {
            texts.push(format!("Row({})", list(&dims[at..])));
        }
        self.0.push(Stage { text: format!("OrderBy({})", texts.join(", ")), dims: dims.to_vec(), is_order: true });
    }

    /// Adds the reversal of some axes.
    pub(super) fn reverse(&mut self, dims: &[u64], is_reversed: &[bool]) {
        let which = |axis: usize| is_reversed[axis] && dims[axis] > 1;
        if (0..dims.len()).all(|axis| is_reversed[axis] || dims[axis] == 1) && (0..dims.len()).any(which) {
            let text = format!("OrderBy(Reverse({}))", list(dims));
            self.0.push(Stage { text, dims: dims.to_vec(), is_order: true });
            return;
        }
        let reversed = (0..dims.len()).filter(|&axis| which(axis));
        let pieces: Vec<_> = reversed.map(|axis| (axis, 1, format!("Reverse({})", dims[axis]))).collect();
        self.pieces(dims, &pieces);
    }

    /// Adds padding behind the last positions of axes.
    pub(super) fn pad(&mut self, sizes: &[u64], rooms: &[u64]) {
        if sizes != rooms {
            let text = format!("PadBy([{}] => [{}])", list(sizes), list(rooms));
            if self.0.is_empty() {
                // A chain begins with an array.
                let text = format!("OrderBy(Row({}))", list(rooms));
                self.0.push(Stage { text, dims: rooms.to_vec(), is_order: true });
            }
            self.0.push(Stage { text, dims: sizes.to_vec(), is_order: false });
        }
    }

    /// Adds indices that have no position, behind the last ones of axes.
    pub(super) fn expand(&mut self, sizes: &[u64], extents: &[u64]) {
        if sizes != extents {
            let text = format!("ExpandBy([{}] => [{}])", list(sizes), list(extents));
            self.0.push(Stage { text, dims: extents.to_vec(), is_order: false });
        }
    }

    /// Whether there is no stage.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The stages behind a chain, seen in such extents.
    pub(super) fn after(&self, chain: &str, dims: &[u64]) -> String {
        let mut texts = vec![chain.to_owned()];
        texts.extend(self.0.iter().map(|stage| stage.text.clone()));
        if self.0.last().is_some_and(|last| last.dims != dims) {
            texts.push(format!("GroupBy([{}])", list(dims)));
        }
        texts.join(".")
    }

    /// Adds stages on the side of the index.
    pub(super) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The chain, seen in such extents.
    pub(super) fn chain(&self, dims: &[u64]) -> String {
        let Some(first) = self.0.first() else { return format!("Row({})", list(dims)) };
        let mut texts: Vec<String> = self.0.iter().map(|stage| stage.text.clone()).collect();
        // A single piece may begin a chain without an OrderBy around it.
        if first.is_order {
            let inner = &first.text["OrderBy(".len()..first.text.len() - 1];
            if inner.find(')') == Some(inner.len() - 1) {
                texts[0] = inner.to_owned();
            }
        }
        if self.0.last().is_some_and(|last| last.dims != dims) {
            texts.push(format!("GroupBy([{}])", list(dims)));
        }
        texts.join(".")
    }
}

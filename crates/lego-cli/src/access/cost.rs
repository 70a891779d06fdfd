//! What an access of a tile costs under a layout, and the lanes that collide most.

use super::tile::TileAccess;
use lego_core::access::{AccessCost, AccessCounter, Collision, Cost, Fault};
use lego_machine::limits::WARP;
use serde_json::{Value, json};

/// The number of colliding lanes that a text names; JSON names all.
const MOST_NAMED: usize = 4;

/// The cost of an access under a layout, and the lanes that collide most.
#[derive(Clone, Debug)]
pub(crate) struct LayoutCost {
    pub(crate) cost: AccessCost,
    /// The threads that collide, each with the index and the position of its first element.
    pub(crate) lanes: Vec<(u64, Vec<u64>, u64)>,
}

impl TileAccess {
    /// Returns the cost of some threads' elements, each at a position.
    pub(crate) fn count(&self, positions: impl Iterator<Item = Option<u64>>) -> Result<AccessCost, Fault> {
        let mut counter = AccessCounter::new(self.bytes, self.vector);
        positions.for_each(|position| counter.add(position.map(|position| position as usize)));
        counter.cost()
    }

    /// Returns the cost where the index with a row-major number has this position.
    pub(crate) fn under(&self, dims: &[u64], positions: &[Option<u64>]) -> Result<LayoutCost, Fault> {
        let position = |element: &Option<u64>| element.and_then(|number| positions[number as usize]);
        let cost = self.count(self.elements.iter().map(position))?;
        let mut lanes = Vec::new();
        if let Some(worst) = cost.worst {
            for lane in (0..WARP).filter(|lane| worst.collision.lanes >> lane & 1 == 1) {
                let thread = worst.warp * u64::from(WARP) + u64::from(lane);
                let first = &self.elements[(thread * u64::from(self.vector)) as usize];
                if let (Some(number), Some(position)) = (first, position(first)) {
                    lanes.push((thread, index(*number, dims), position));
                }
            }
        }
        Ok(LayoutCost { cost, lanes })
    }
}

/// The index with a row-major number.
fn index(mut number: u64, dims: &[u64]) -> Vec<u64> {
    let mut index = vec![0; dims.len()];
    for (i, extent) in index.iter_mut().zip(dims).rev() {
        *i = number % extent;
        number /= extent;
    }
    index
}

/// Returns a cost as JSON.
pub(crate) fn cost_json(Cost { taken, ideal }: Cost) -> Value {
    json!({ "taken": taken, "ideal": ideal })
}

impl LayoutCost {
    /// The object of `lego check --json`.
    pub(crate) fn json(&self, access: &TileAccess) -> Value {
        let AccessCost { requests, wavefronts, sectors, worst } = self.cost;
        let collision = worst.map(|worst| {
            json!({
                "warp": worst.warp,
                "wavefronts": cost_json(worst.wavefronts),
                "bank": worst.collision.bank,
                "words": worst.collision.words,
                "threads": self.lanes.iter().map(|(thread, ..)| *thread).collect::<Vec<_>>(),
                "indices": self.lanes.iter().map(|(_, index, _)| index.clone()).collect::<Vec<_>>(),
                "positions": self.lanes.iter().map(|(.., position)| *position).collect::<Vec<_>>(),
            })
        });
        json!({
            "access": access.text,
            "bytes": access.bytes,
            "vector": access.vector,
            "requests": requests,
            "wavefronts": cost_json(wavefronts),
            "sectors": cost_json(sectors),
            "collision": collision,
        })
    }

    /// The lines of `lego check`.
    pub(crate) fn text(&self, access: &TileAccess) -> String {
        let AccessCost { requests, wavefronts, sectors, worst } = self.cost;
        let vector = if access.vector > 1 { format!(" x {}", access.vector) } else { String::new() };
        let mut text = format!(
            "{}, {}{vector} bytes: {} wavefronts (ideal {}), {} sectors (ideal {}), of {requests} warps",
            access.text, access.bytes, wavefronts.taken, wavefronts.ideal, sectors.taken, sectors.ideal
        );
        if let Some(worst) = worst {
            let Collision { bank, words, .. } = worst.collision;
            let lanes: Vec<String> = self
                .lanes
                .iter()
                .take(MOST_NAMED)
                .map(|(thread, index, position)| format!("{thread} at {index:?} -> {position}"))
                .collect();
            let more = self.lanes.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            text.push_str(&format!(
                "\n  warp {} takes {} (ideal {}): bank {bank} has {words} words for threads {}{more}",
                worst.warp,
                worst.wavefronts.taken,
                worst.wavefronts.ideal,
                lanes.join(", ")
            ));
        }
        text
    }
}

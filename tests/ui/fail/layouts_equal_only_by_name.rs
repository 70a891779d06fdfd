//! layout_eq! of chains that are equal for all sizes for which they are layouts: these sizes are none of them.
use lego::layout_eq;

const M: usize = 100;

layout_eq!(Row(M, 8).TileBy([M / 64, 1], [64, 8]), OrderBy(Row(M, 8)).TileBy([M / 64, 1], [64, 8]));

fn main() {}

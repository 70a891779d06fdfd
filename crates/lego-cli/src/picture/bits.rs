//! The picture of a linear layout's matrix: a column for each bit that goes in, a row for each that comes out, the lowest first.

use crate::report::failure::Failure;
use lego_algebra::linear::{LinearLayout, Space};
use lego_draw::{Element, Grid, Head, Picture};

/// The matrix of bits, coloured by the dim that a bit belongs to.
pub(crate) fn picture<'a>(layout: &'a LinearLayout, title: &str) -> Result<Picture<'a>, Failure> {
    let (ins, outs) = (layout.ins(), layout.outs());
    let sides = [outs.total_bits() as u64, ins.total_bits() as u64];
    let grid = Grid::flat(sides)
        .ok_or_else(|| Failure::Usage("a layout without bits on a side has no matrix to be drawn".to_owned()))?;
    let is_set = move |at: &[u64]| layout.matrix().column(at[1] as usize) >> at[0] & 1 == 1;
    let element = move |at: &[u64]| {
        let is_set = is_set(at);
        Element::Marked {
            index: at.to_vec(),
            shade: is_set.then(|| bit_of(ins, at[1]).0 as u64),
            words: if is_set { "1" } else { "·" }.to_owned(),
        }
    };
    let hint = move |at: &[u64]| {
        let ((dim, bit), (out, out_bit)) = (bit_of(ins, at[1]), bit_of(outs, at[0]));
        let [from, to] = [ins.dims()[dim], outs.dims()[out]];
        let verb = if is_set(at) { "flips" } else { "leaves" };
        format!("bit {bit} of {from} {verb} bit {out_bit} of {to}")
    };
    let dims = ins.dims();
    let ends = [dims[0], dims[dims.len() - 1]].map(|dim| dim.as_str().to_owned());
    let summary = format!("{} bits in, {} bits out, rank {}", sides[1], sides[0], layout.rank());
    let parts = move |at: &[u64], _: u64| {
        let (out, dim) = (bit_of(outs, at[0]).0, bit_of(ins, at[1]).0);
        (out * ins.len() + dim) as u64
    };
    let picture = Picture::of_elements(grid, &sides, 0, element)
        .worded(summary, "1 where the bit of its column flips the bit of its row", &[1])
        .with_hints(hint)
        .titled(title)
        .coloured("dim", dims.len() as u64, |_, shade| shade)
        .from_colour_to_colour(if dims.len() > 1 { ends } else { [ends[0].clone(), String::new()] })
        .with_heads(heads(outs), heads(ins))
        .with_parts(parts);
    Ok(picture)
}

/// Which dim a flat bit belongs to, and which of its bits it is.
fn bit_of(space: &Space, flat: u64) -> (usize, u64) {
    let holds =
        |&(_, (_, bits, start)): &(usize, (_, u32, u32))| (u64::from(start)..u64::from(start + bits)).contains(&flat);
    let found = space.iter().enumerate().find(holds);
    found.map_or((0, flat), |(dim, (_, _, start))| (dim, flat - u64::from(start)))
}

/// The numbers of the bits, and the names of their dims.
fn heads(space: &Space) -> Vec<Vec<Head>> {
    let mut lanes = vec![Vec::new(), Vec::new()];
    for (dim, bits, start) in space.iter().filter(|(_, bits, _)| *bits > 0) {
        let (from, to) = (u64::from(start), u64::from(start + bits));
        lanes[0].extend((from..to).map(|bit| Head { from: bit, to: bit + 1, words: (bit - from).to_string() }));
        lanes[1].push(Head { from, to, words: dim.as_str().to_owned() });
    }
    lanes
}

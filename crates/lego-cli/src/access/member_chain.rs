//! A padded, skewed and swizzled tile as a chain of the language, to paste.

use lego_algebra::shared::{Member, Swizzle, Tile};

/// What a chain is made of.
enum Stage {
    /// What stands between two orders, or at the end, with its dot.
    View(String),
    /// An order of one piece.
    Piece(String),
    /// An order of several.
    Pieces(String),
}

/// The chain of a member, seen in these extents, whose product is that of the tile.
///
/// Law: it is the member's map, row and column being the row-major number of the index parted by the columns, and has its span.
pub(crate) fn chain(tile: &Tile, member: &Member, dims: &[u64]) -> String {
    let (rows, columns, pitch) = (tile.rows(), tile.columns(), member.pitch(tile));
    let skew = match member.skew {
        0 => None,
        1 => Some(format!("Skew({rows}, {pitch})")),
        k => {
            let back = pitch - k;
            Some(format!(
                "GenP([{rows}, {pitch}], |i, j| i*{pitch} + (j + {k}*i) % {pitch}, \
                 |p| (p / {pitch}, (p % {pitch} + {back}*(p / {pitch})) % {pitch}))"
            ))
        }
    };
    let mut stages = Vec::new();
    match member.swizzle {
        Swizzle::None => {}
        Swizzle::Rows { bits } => stages.push(Stage::Piece(format!("SwizzleRows([{rows}, {pitch}], {bits})"))),
        Swizzle::Bits(bits) => {
            let (stored, span) = (u64::from(rows) * u64::from(pitch), member.span(tile));
            let times = span >> bits.width();
            let piece = format!("Swizzle({}, {}, {})", bits.bits(), bits.base(), bits.shift());
            stages.push(if times > 1 { Stage::Pieces(format!("Row({times}), {piece}")) } else { Stage::Piece(piece) });
            if stored < span {
                stages.push(Stage::View(format!(".PadBy([{stored}] => [{span}])")));
            }
        }
    }
    let is_matrix_already = matches!(member.swizzle, Swizzle::Rows { .. });
    let order = skew.or_else(|| (!is_matrix_already).then(|| format!("Row({rows}, {pitch})")));
    stages.extend(order.map(Stage::Piece));
    if pitch > columns {
        stages.push(Stage::View(format!(".PadBy([{rows}, {columns}] => [{rows}, {pitch}])")));
    }
    if *dims != [u64::from(rows), u64::from(columns)] {
        let dims: Vec<String> = dims.iter().map(u64::to_string).collect();
        stages.push(Stage::View(format!(".GroupBy([{}])", dims.join(", "))));
    }
    let mut text = String::new();
    for (k, stage) in stages.iter().enumerate() {
        text.push_str(&match stage {
            Stage::View(view) => view.clone(),
            // One piece begins a chain without parentheses around it.
            Stage::Piece(piece) if k == 0 => piece.clone(),
            Stage::Pieces(pieces) if k == 0 => format!("OrderBy({pieces})"),
            Stage::Piece(pieces) | Stage::Pieces(pieces) => format!(".OrderBy({pieces})"),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::chain::Input;
    use crate::input::points::Points;
    use crate::report::failure::Source;
    use lego_algebra::cute;
    use lego_lang::Reading;
    use lego_lang::compile::Options;

    #[test]
    fn chains_are_the_maps_of_their_members() {
        let mut swizzles = vec![Swizzle::None];
        for b in 1..=2 {
            swizzles.push(Swizzle::Rows { bits: b });
            for m in [0, 1, 2] {
                for s in [b as i32, 3, -3] {
                    swizzles.push(Swizzle::Bits(cute::Swizzle::new(b as i32, m, s).unwrap()));
                }
            }
        }
        let mut seen = 0;
        for (rows, columns, views) in
            [(6, 8, vec![vec![6, 8], vec![2, 3, 8]]), (1, 12, vec![vec![12]]), (5, 3, vec![vec![5, 3]])]
        {
            let tile = Tile::new(rows, columns, 4).unwrap();
            for padding in [0, 1, 4] {
                let pitch = columns as u32 + padding;
                for skew in [0, 1, 2, pitch - 1] {
                    for &swizzle in &swizzles {
                        let fits = match swizzle {
                            Swizzle::Rows { bits } => pitch.is_power_of_two() && 1 << bits <= pitch,
                            _ => true,
                        };
                        for dims in views.iter().filter(|_| fits) {
                            let member = Member { padding, skew: skew % pitch, swizzle };
                            let text = chain(&tile, &member, dims);
                            let options = Options::default();
                            let input = Input { chain: Reading::new(&text), options, source: Source::Chain };
                            let map = Points::new(&input).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
                            assert_eq!((&map.dims, map.span), (dims, member.span(&tile)), "{text}");
                            let positions = map.positions().unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
                            for (number, position) in (0..).zip(positions) {
                                let at = [number / columns as u32, number % columns as u32];
                                assert_eq!(position, Some(member.position(&tile, at)), "{text} {at:?}");
                            }
                            seen += 1;
                        }
                    }
                }
            }
        }
        assert!(seen > 500, "{seen}");
    }
}

//! Layouts of CuTe's and expressions of its algebra.

use super::hostile;
use super::size::{algebraic, facts, number, small};
use random::Random;

/// A tuple of numbers or of tuples with the same structure as another call with the same `shape`.
#[derive(Clone, Debug)]
enum Tuple {
    Leaf,
    Several(Vec<Tuple>),
}

impl Tuple {
    fn random(random: &mut Random, depth: u64) -> Self {
        if depth == 0 || random.one_in(2) {
            return Self::Leaf;
        }
        Self::Several((0..1 + random.below(3)).map(|_| Self::random(random, depth - 1)).collect())
    }

    fn print(&self, leaf: &mut dyn FnMut() -> String) -> String {
        match self {
            Self::Leaf => leaf(),
            Self::Several(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.print(leaf)).collect();
                if parts.len() == 1 { format!("({},)", parts[0]) } else { format!("({})", parts.join(",")) }
            }
        }
    }
}

/// A layout, shape:stride.
pub(crate) fn layout(random: &mut Random, symbols: bool) -> String {
    let depth = 1 + random.below(3);
    let tuple = Tuple::Several((0..1 + random.below(3)).map(|_| Tuple::random(random, depth)).collect());
    let shape = tuple.print(&mut || algebraic(random, symbols));
    let stride = tuple.print(&mut || {
        let sign = if random.one_in(30) { "-" } else { "" };
        format!("{sign}{}", if random.one_in(12) { "0".into() } else { algebraic(random, symbols) })
    });
    let plain = format!("{shape}:{stride}");
    if !symbols && random.one_in(10) {
        return format!("Sw<{},{},{}> o 0 o {plain}", random.below(4), random.below(4), random.below(7) as i64 - 3);
    }
    plain
}

/// An expression of the algebra, so deep at most.
pub(crate) fn expression(random: &mut Random, symbols: bool, depth: u64) -> String {
    if depth == 0 {
        return layout(random, symbols);
    }
    let a = expression(random, symbols, depth - 1);
    let other = |random: &mut Random| match random.below(3) {
        0 => format!("({}, {})", algebraic(random, symbols), algebraic(random, symbols)),
        1 => format!("<{}:{}, _>", small(random), small(random)),
        _ => layout(random, symbols),
    };
    match random.below(5) {
        0 if symbols => {
            let function = *random.pick(&["coalesce", "right_inverse", "left_inverse", "complement"]);
            format!("{function}({a})")
        }
        0 => {
            let function = *random.pick(&[
                "coalesce",
                "filter",
                "right_inverse",
                "left_inverse",
                "inverse",
                "nullspace",
                "size",
                "cosize",
                "rank",
                "depth",
                "flatten",
                "complement",
            ]);
            format!("{function}({a})")
        }
        1 => format!("complement({a}, {})", algebraic(random, symbols)),
        2 => {
            let function =
                *random.pick(&["composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide"]);
            format!("{function}({a}, {})", other(random))
        }
        3 => {
            let function =
                *random.pick(&["logical_product", "zipped_product", "blocked_product", "raked_product", "equal"]);
            format!("{function}({a}, {})", layout(random, symbols))
        }
        _ if symbols => format!("logical_divide({a}, {})", small(random)),
        _ => {
            let function =
                *random.pick(&["upcast", "downcast", "crd2idx", "idx2crd", "slice", "shape_div", "ceil_div"]);
            format!("{function}({a}, {})", number(random))
        }
    }
}

/// What `lego cute` is asked.
pub(crate) fn question(random: &mut Random) -> String {
    let (symbols, depth) = (random.one_in(2), random.below(3));
    let mut text = expression(random, symbols, depth);
    if symbols && random.one_in(3) {
        text += &facts(random);
    }
    if random.one_in(25) { hostile::spoil(random, &text) } else { text }
}

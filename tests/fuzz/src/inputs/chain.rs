//! Chains of the language.

use super::hostile;
use super::size::{expression, facts, list, number, size, small};
use random::Random;

/// A chain. Sizes of its members often agree, so that many are right.
pub(crate) fn chain(random: &mut Random, symbols: bool) -> String {
    let mut text = match random.below(12) {
        0 => tiled(random, symbols),
        1 => padded(random, symbols),
        2 => ordered(random),
        3 => function(random, symbols),
        4 => hostile::chain(random),
        _ => piece(random, symbols),
    };
    if random.one_in(12) {
        let rank = 1 + random.below(3);
        text += &format!(".GroupBy([{}])", list(random, rank, symbols));
    }
    if symbols && random.one_in(6) {
        text += &facts(random);
    }
    if random.one_in(25) { hostile::spoil(random, &text) } else { text }
}

/// Two layouts of a matrix, of any system.
pub(crate) fn same_dims(random: &mut Random, symbols: bool) -> [String; 2] {
    let (r, c) = if symbols {
        (expression(random, 1), expression(random, 1))
    } else {
        (number(random).to_string(), number(random).to_string())
    };
    let one = |random: &mut Random| match random.below(14) {
        0 => format!("Row({r}, {c})"),
        1 => format!("Col({r}, {c})"),
        2 => format!("Reverse({r}, {c})"),
        3 => format!("Skew({r}, {c})"),
        4 => format!("Rotate({r}, {c}, {})", random.below(3)),
        5 => format!("Grouped({r}, {c}, {})", 1 + random.below(4)),
        6 => format!("({r},{c}):({c},1)"),
        7 => format!("({r},{c}):(1,{r})"),
        8 => format!("GenP([{r}, {c}], |i, j| i*({c}) + j, |p| (p / ({c}), p % ({c})))"),
        9 => format!("GenP([{r}, {c}], |i, j| i*({c}) + (i + j) % ({c}))"),
        10 => format!("Row({r}, {c} + 1).PadBy([{r}, {c}] => [{r}, {c} + 1])"),
        11 => format!("Row(({r})*({c})).GroupBy([{r}, {c}])"),
        12 if !symbols => format!("{{ [i, j] -> [{c}i + j] : 0 <= i < {r} and 0 <= j < {c} }}"),
        _ => format!("Row({r}, {c}).ExpandBy([{r}, {c}] => [{r}, {c}])"),
    };
    [one(random), one(random)]
}

/// A piece by itself.
fn piece(random: &mut Random, symbols: bool) -> String {
    let rank = 1 + random.below(4);
    let sizes = list(random, rank, symbols);
    let (a, b, c) = (size(random, symbols), size(random, symbols), number(random));
    let power = |random: &mut Random| {
        let most = if random.one_in(10) { 40 } else { 7 };
        1_u64 << random.below(most)
    };
    match random.below(24) {
        0 | 1 => format!("Row({sizes})"),
        2 => format!("Col({sizes})"),
        3 => {
            let s = random.shuffled((1..=rank).collect());
            format!("RegP([{sizes}], {s:?})")
        }
        4 => format!("AntiDiag({a})"),
        5 => format!("Reverse({sizes})"),
        6 => {
            let dims: Vec<String> = (0..rank).map(|_| power(random).to_string()).collect();
            format!("Morton({})", dims.join(", "))
        }
        7 => format!("Hilbert({0}, {0})", if symbols { a } else { power(random).to_string() }),
        8 => format!("Hilbert({sizes})"),
        9 => format!("SwizzleRows([{a}, {}], {})", power(random), random.below(8)),
        10 => format!("Swizzle({}, {}, {})", random.below(5), random.below(5), random.below(9) as i64 - 4),
        11 => {
            let count = small(random);
            format!("Table({:?})", random.shuffled((0..count).collect()))
        }
        12 => format!("Skew({a}, {b})"),
        13 => format!("Fan({a}, {}, {})", c as i64 - 8, random.below(20) as i64 - 10),
        14 => format!("Fan({a}, {b}, {c})"),
        15 => format!("Grouped({a}, {b}, {c})"),
        16 => {
            let (block, procs) = (small(random), small(random));
            let n = if random.one_in(4) { number(random) } else { block * procs * small(random) };
            format!("BlockCyclic({n}, {block}, {procs})")
        }
        17 => format!("Rotate({a}, {b}, {})", c as i64 - 8),
        18 => format!("Cute({})", super::cute::layout(random, symbols)),
        19 => format!("Lower({a})"),
        20 => format!("Upper({a})"),
        21 => format!("Band({a}, {}, {})", random.below(6), random.below(6)),
        22 => format!("Symmetric({a})"),
        _ => {
            let bits = 1 + random.below(6);
            let order = random.shuffled((0..bits).collect());
            let columns: Vec<u64> = order.into_iter().map(|bit| 1 << bit).collect();
            format!("Linear([{}], {:?})", 1_u64 << bits, columns.iter().map(|column| [*column]).collect::<Vec<_>>())
        }
    }
}

/// A view by tiles that divide.
fn tiled(random: &mut Random, symbols: bool) -> String {
    let rank = 1 + random.below(3);
    let (mut inner, mut outer, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rank {
        let tile = small(random);
        if symbols && random.one_in(2) {
            let size = expression(random, 1);
            outer.push(format!("({size})/{tile}"));
            whole.push(size);
        } else {
            let count = number(random);
            outer.push(count.to_string());
            whole.push(format!("{count}*{tile}"));
        }
        inner.push(tile.to_string());
    }
    let order = *random.pick(&["Row", "Col", "Reverse"]);
    format!("{order}({}).TileBy([{}], [{}])", whole.join(", "), outer.join(", "), inner.join(", "))
}

/// A stage that leaves the bijections.
fn padded(random: &mut Random, symbols: bool) -> String {
    let rank = 1 + random.below(3);
    let (mut less, mut more) = (Vec::new(), Vec::new());
    for _ in 0..rank {
        let (size, extra) = (size(random, symbols), random.below(5));
        more.push(if random.one_in(2) { format!("{size} + {extra}") } else { format!("ceil_div({size}, 8)*8") });
        less.push(size);
    }
    let (less, more) = (less.join(", "), more.join(", "));
    let order = *random.pick(&["Row", "Col", "Reverse"]);
    if random.one_in(2) {
        format!("{order}({less}).ExpandBy([{less}] => [{more}])")
    } else {
        format!("{order}({more}).PadBy([{less}] => [{more}])")
    }
}

/// Orders of the same number of elements, one after the other.
fn ordered(random: &mut Random) -> String {
    let count = *random.pick(&[16, 24, 36, 64, 96, 144, 210, 256, 1024, 3600, 4096]);
    let mut stages = Vec::new();
    for _ in 0..1 + random.below(4) {
        let parts = 1 + random.index(3);
        let pieces: Vec<String> = random
            .factors(count, parts)
            .into_iter()
            .map(|part| {
                let rank = 1 + random.index(3);
                let dims = random.factors(part, rank);
                let s = random.shuffled((1..=rank).collect());
                format!("RegP({dims:?}, {s:?})")
            })
            .collect();
        stages.push(format!("OrderBy({})", pieces.join(", ")));
    }
    let rank = 1 + random.index(3);
    let dims = random.factors(count, rank);
    format!("{}.GroupBy({dims:?})", stages.join("."))
}

/// A function in the language, mostly none that is one to one.
fn function(random: &mut Random, symbols: bool) -> String {
    let (n, m) = (size(random, symbols), size(random, symbols));
    let body = body(random, 3);
    if random.one_in(2) {
        format!("GenP([{n}, {m}], |i, j| {body})")
    } else {
        format!("GenP([{n}, {m}], |i, j| {body}, |p| (p / ({m}), p % ({m})))")
    }
}

fn body(random: &mut Random, depth: u64) -> String {
    if depth == 0 || random.one_in(4) {
        return match random.below(3) {
            0 => number(random).to_string(),
            1 => "i".into(),
            _ => "j".into(),
        };
    }
    let (a, b) = (body(random, depth - 1), body(random, depth - 1));
    match random.below(9) {
        0..=6 => {
            let operator = *random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]);
            format!("({a}) {operator} ({b})")
        }
        7 => format!("if {a} < {b} {{ {b} }} else {{ {a} }}"),
        _ => format!("min({a}, {b})"),
    }
}

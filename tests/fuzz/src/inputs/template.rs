//! Templates of `lego fill`.

use super::{Input, chain, hostile};
use random::Random;

/// A template with a layout and placeholders, rarely with very many.
pub(super) fn input(random: &mut Random) -> Input {
    let (comment, name) = *random.pick(&[
        ("#", "t.py.lego"),
        ("//", "t.c.lego"),
        ("//", "t.cu.lego"),
        ("//", "t.rs.lego"),
        ("!", "t.f90.lego"),
    ]);
    let symbols = random.one_in(2);
    let mut text = format!("{comment} lego: L = {}\n", chain::chain(random, symbols));
    let count = if random.one_in(40) { 2000 } else { 1 + random.below(5) };
    for k in 0..count {
        let placeholder = match random.below(12) {
            0 => "L.span".into(),
            1 => "L.dims[0]".into(),
            2 => "L.inv(p)".into(),
            3 => "L.check".into(),
            4 => "L.loop[i, :]".into(),
            5 => "L.guard[i, j]".into(),
            6 => format!("L[{}i + {k}{}]", "(".repeat(random.index(30)), ")".repeat(random.index(30))),
            7 => "L[i, :, a:b]".into(),
            8 => "L[i]".into(),
            9 => "L.block_ptr(i, k, base=x)".into(),
            _ => format!("L[i, j + {k}]"),
        };
        text += &format!("x{k} = {{{{ {placeholder} }}}}\n");
    }
    match random.below(40) {
        0 => text += &"{".repeat(100_000),
        1 => text += &"{{ L[".repeat(2_000),
        2..=4 => text = hostile::spoil(random, &text),
        _ => {}
    }
    Input { arguments: vec![name.into()], files: vec![(name.into(), text)], ..Input::default() }
}

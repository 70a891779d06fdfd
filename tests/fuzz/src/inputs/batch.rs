//! Lines of `lego batch`.

use super::{Input, cute, hostile, layout};
use random::Random;
use serde_json::{Value, json};

/// A few lines, each with an operation.
pub(super) fn input(random: &mut Random) -> Input {
    let lines: Vec<String> = (0..1 + random.below(4))
        .map(|_| {
            let line = line(random).to_string();
            if random.one_in(15) { hostile::spoil(random, &line).replace('\n', " ") } else { line }
        })
        .collect();
    Input { stdin: lines.join("\n") + "\n", ..Input::default() }
}

fn line(random: &mut Random) -> Value {
    match random.below(4) {
        0 => json!({ "op": "equal", "args": [side(random), side(random)] }),
        1 => {
            let to = *random.pick(&["cute", "lego", "linear", "isl", "table"]);
            json!({ "op": "convert", "args": [side(random), to] })
        }
        2 => {
            let operation =
                *random.pick(&["coalesce", "complement", "right_inverse", "left_inverse", "size", "cosize"]);
            json!({ "op": operation, "args": [of_cute(random)] })
        }
        _ => {
            let operation = *random.pick(&["composition", "logical_divide", "logical_product", "zipped_divide"]);
            json!({ "op": operation, "args": [of_cute(random), of_cute(random)] })
        }
    }
}

fn side(random: &mut Random) -> Value {
    let symbols = random.one_in(4);
    match random.below(3) {
        0 => json!({ "lego": super::chain::chain(random, symbols) }),
        1 => json!({ "isl": super::relation::map(random, symbols) }),
        _ => json!({ "cute": cute::layout(random, symbols) }),
    }
}

/// A layout of CuTe's of a few modes.
fn of_cute(random: &mut Random) -> Value {
    let count = 1 + random.index(4);
    let numbers = |random: &mut Random| (0..count).map(|_| super::size::number(random)).collect::<Vec<_>>();
    if random.one_in(10) {
        return json!(layout(random, false));
    }
    json!({ "shape": numbers(random), "stride": numbers(random) })
}

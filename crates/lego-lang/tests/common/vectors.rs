//! The recorded vectors in the words of the language.

use serde_json::Value;

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
}

/// A block of a recorded `OrderBy` as the language writes it.
pub fn piece(block: &Value) -> String {
    if let Some(dims) = block.get("regp") {
        return format!("RegP({:?}, {:?})", numbers(dims), numbers(&block["sigma"]));
    }
    let dims = numbers(&block["dims"]);
    let parameter = |name: &str| block["params"][name].as_u64().unwrap();
    let n = dims[0];
    match block["genp"].as_str().unwrap() {
        "antidiag" => format!("GenP({dims:?}, antidiag, antidiag_inv)"),
        "reverse1d" => format!("Reverse({n})"),
        "reverse2d" => format!("Reverse({n}, {})", dims[1]),
        "xor_swizzle" => format!("SwizzleRows({dims:?}, {})", parameter("bits")),
        "block_cyclic" => format!("BlockCyclic({n}, {}, {})", parameter("block"), parameter("procs")),
        "morton2d" => {
            // Bit 2k is bit k of i, bit 2k+1 is bit k of j: Morton with its indices exchanged.
            let bits = n.ilog2();
            let position = (0..bits).map(|k| format!("(i >> {k} & 1) << {} | (j >> {k} & 1) << {}", 2 * k, 2 * k + 1));
            let half = |offset: u32| {
                let terms = (0..bits).map(|k| format!("(p >> {} & 1) << {k}", 2 * k + offset));
                terms.collect::<Vec<_>>().join(" | ")
            };
            let position = position.collect::<Vec<_>>().join(" | ");
            format!("GenP({dims:?}, |i, j| {position}, |p| ({}, {}))", half(0), half(1))
        }
        other => panic!("unknown block {other}"),
    }
}

/// Values, separated by commas.
fn list(value: &Value, item: impl Fn(&Value) -> String) -> String {
    value.as_array().unwrap().iter().map(item).collect::<Vec<_>>().join(", ")
}

/// A recorded chain as the language writes it.
pub fn text(vector: &Value) -> String {
    let mut text = String::new();
    for order in vector["order_by"].as_array().unwrap() {
        text += &format!("OrderBy({}).", list(order, piece));
    }
    text + &format!("GroupBy({})", list(&vector["group_by"], |level| format!("{:?}", numbers(level))))
}

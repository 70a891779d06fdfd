//! What each warp of an access touches and takes, for a page that shows one after the other.

use crate::access::cost::cost_json;
use crate::access::tile::accesses_of;
use crate::args::{Accesses, Values};
use crate::input::chain::Input;
use crate::input::points::Points;
use crate::report::failure::{Failure, Source};
use lego_lang::Reading;
use lego_machine::limits::WARP;
use serde_json::{Value, json};

/// The warps of an access of a chain, in order: of each its `elements` (row-major numbers of indices, null for none), its `wavefronts`
/// and `sectors`, and the `lanes` that collide in its worst bank, as numbers from 0 to 31.
///
/// Law: the wavefronts and the sectors of all warps together are those that `lego check --access` prints.
///
/// ```
/// let column = lego_cli::warps("Row(32, 32)", "", "Column", 4, 1).unwrap();
/// assert_eq!(column["warps"][3]["wavefronts"]["taken"], 32);
/// assert_eq!(column["warps"][3]["elements"][1], 35);
/// ```
///
/// # Errors
/// What the command says of a chain or a pattern that is wrong, as the JSON that it prints.
pub fn warps(text: &str, values: &str, access: &str, bytes: u32, vector: u32) -> Result<Value, Value> {
    read(text, values, access, bytes, vector).map_err(|failure| failure.json())
}

fn read(text: &str, values: &str, access: &str, bytes: u32, vector: u32) -> Result<Value, Failure> {
    let values = Values::of_text(values)?;
    let input = Input { chain: Reading::new(text), options: values.options()?, source: Source::Chain };
    let map = Points::new(&input)?;
    let accesses = Accesses { accesses: vec![access.to_owned()], element: Some(bytes), vectors: vec![vector] };
    let mut warps = Vec::new();
    for access in accesses_of(&accesses, &map.dims, &values, false)? {
        let positions = map.positions()?;
        // What is wrong with all of it is wrong with a warp: then its thread has the number that it has among all.
        access.under(&map.dims, &positions).map_err(|fault| access.impossible(fault))?;
        for elements in access.elements.chunks((WARP * vector) as usize) {
            let positions = elements.iter().map(|element| element.and_then(|number| positions[number as usize]));
            let cost = access.count(positions).map_err(|fault| access.impossible(fault))?;
            let lanes = cost.worst.map_or(0, |worst| worst.collision.lanes);
            warps.push(json!({
                "elements": elements,
                "wavefronts": cost_json(cost.wavefronts),
                "sectors": cost_json(cost.sectors),
                "lanes": (0..WARP).filter(|lane| lanes >> lane & 1 == 1).collect::<Vec<_>>(),
                "bank": cost.worst.map(|worst| worst.collision.bank),
            }));
        }
    }
    Ok(json!({ "bytes": bytes, "vector": vector, "warps": warps }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_warps_together_take_what_check_says() {
        for (text, access, bytes, vector) in [
            ("Row(32, 32)", "Column", 4, 1),
            ("Row(64, 40)", "Row", 2, 4),
            ("SwizzleRows([32, 32], 5)", "Column", 4, 1),
            ("Row(24, 33).PadBy([24, 32] => [24, 33])", "Diagonal", 8, 1),
            ("Morton(16, 16)", "AntiDiagonal", 1, 1),
            ("Row(20, 20)", "TileOrderBy(Row(5, 5), Col(4, 4))", 4, 1),
        ] {
            let told = warps(text, "", access, bytes, vector).unwrap_or_else(|error| panic!("{text}: {error}"));
            let (bytes, vector) = (bytes.to_string(), vector.to_string());
            let arguments = ["check", text, "--access", access, "--bytes", &bytes, "--vector", &vector, "--json"];
            let check: Value = serde_json::from_str(&crate::answer(&arguments).output).unwrap();
            for kind in ["wavefronts", "sectors"] {
                let each = told["warps"].as_array().unwrap().iter();
                let sum: u64 = each.map(|warp| warp[kind]["taken"].as_u64().unwrap()).sum();
                assert_eq!(check["accesses"][0][kind]["taken"], sum, "{text} {access} {kind}");
            }
        }
    }

    #[test]
    fn an_impossible_access_says_why() {
        let wrong = warps("Col(8, 8)", "", "Row", 4, 4).unwrap_err();
        assert!(wrong["errors"][0]["message"].as_str().unwrap().contains("--access Row"), "{wrong}");
    }
}

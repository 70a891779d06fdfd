//! A layout of any system value by value, for a page that draws it.

use crate::args::Values;
use crate::input::chain::{Input, parameters};
use crate::input::cute::{tiled, with_values};
use crate::input::linear;
use crate::input::side::Side;
use crate::input::system::{System, system};
use crate::picture::holders::Holders;
use crate::report::failure::{Complaint, Failure, Source};
use lego_algebra::expression::{self, Value as CuteValue, evaluate_syntax};
use lego_expr::Arena;
use lego_lang::compile::{Directions, Outline, directions_in};
use lego_lang::syntax::Stage;
use lego_lang::{NAMED, PACKED, Reading};
use lego_relation::{Coordinates, Effort, Order, Relation, Undecided};
use serde_json::{Value, json};

/// Where each index of a layout lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    /// What is known of it, as JSON: `system`, `parameters`, `dims`, `span`, `levels`, `blocks`, `first_fastest`.
    pub about: Value,
    /// The position of every index in row-major order; `None` where there is none.
    pub values: Vec<Option<u64>>,
}

/// The positions of a layout of any system with values of its sizes, `M=4,N=8`; of no more indices than `most`.
///
/// ```
/// let col = lego_cli::positions("Col(2, 3)", "", 100).unwrap();
/// assert_eq!(col.values, [0, 2, 4, 1, 3, 5].map(Some));
/// assert_eq!(col.about["dims"], serde_json::json!([2, 3]));
/// let wrong = lego_cli::positions("Kol(2, 3)", "", 100).unwrap_err();
/// assert_eq!(wrong["errors"][0]["end"], 3);
/// let open = lego_cli::positions("Row(M, 3)", "", 100).unwrap_err();
/// assert_eq!(open["parameters"], serde_json::json!(["M"]));
/// ```
///
/// # Errors
/// What the command says of a layout that is wrong, as the JSON that it prints; and its `parameters`, where all can be named. Where
/// `undrawn` is true nothing is wrong with it but that there are too many indices.
pub fn positions(text: &str, values: &str, most: u64) -> Result<Positions, Value> {
    read(text, values, most).map_err(|failure| {
        let mut told = failure.json();
        told["undrawn"] = matches!(failure, Failure::Limit(_)).into();
        told["parameters"] = names(text).into();
        told["system"] = name(system(text)).into();
        told
    })
}

/// Who holds each element of a tile, of a linear layout and of CuTe's thread-value layouts: `sides`, `names`, `threads`, `values`, and
/// `held`, of each element the threads with their values. The sides of the tile are needed for a layout that does not say them.
///
/// ```
/// let c = lego_cli::holders("mma_m16n8_f32_C", &[]).unwrap();
/// assert_eq!((&c["sides"], &c["held"][0]), (&serde_json::json!([16, 8]), &serde_json::json!([[0, 0]])));
/// ```
///
/// # Errors
/// What the command says of a layout that is wrong, as the JSON that it prints.
pub fn holders(text: &str, tile: &[u64]) -> Result<Value, Value> {
    held(text, tile).map(|holders| holders.json()).map_err(|failure| failure.json())
}

/// The words of the language, to be offered while one types: pieces with what they take and do, stages, CuTe's operations.
#[must_use]
pub fn words() -> Value {
    let pieces: Vec<Value> = NAMED
        .iter()
        .chain(PACKED)
        .map(|named| json!({ "name": named.name, "takes": named.signature(), "about": named.about, "example": named.example }))
        .collect();
    let operations: Vec<&str> = expression::names().collect();
    json!({ "pieces": pieces, "stages": Stage::NAMES, "operations": operations })
}

fn read(text: &str, values: &str, most: u64) -> Result<Positions, Failure> {
    let options = Values::of_text(values)?.options()?;
    let side = Side::new(text.to_owned(), system(text), Source::Chain);
    let arena = Arena::new();
    if side.system == System::Chain {
        let input = Input { chain: Reading::new(text), options, source: Source::Chain };
        // One direction is drawn: a whole compilation would simplify both, and look for strides and runs.
        let Directions { apply, outline, .. } =
            directions_in(&arena, &input.chain, &input.options, &[]).map_err(|errors| input.failure(&errors))?;
        return seen(&side, &Relation::new(&arena, apply, Order::RowMajor), &outline, most);
    }
    let relation = side.relation(&arena, &options, &[], Coordinates::TopLevel)?;
    let relation = if side.system == System::Linear { relation.one_value() } else { relation };
    seen(&side, &relation, &Outline::default(), most)
}

/// The positions of a relation, with what is known of it.
fn seen(side: &Side, relation: &Relation<'_>, outline: &Outline, most: u64) -> Result<Positions, Failure> {
    let open: Vec<String> = relation.parameters().into_iter().map(|(name, _)| name).collect();
    if !open.is_empty() {
        return Err(side.all_wrong(format!("{} needs a value to be drawn", open.join(", "))));
    }
    let effort = Effort { points: most, ..Effort::default() };
    let values = relation.values(&effort).map_err(|why| match why {
        Undecided::Points { .. } | Undecided::Memory { .. } => Failure::Limit(Complaint::new(why.to_string())),
        why => side.all_wrong(why.to_string()),
    })?;
    let about = json!({
        "system": name(side.system),
        "parameters": names(&side.text),
        "dims": relation.dims(),
        "span": relation.spans().and_then(|spans| spans.first().copied()),
        "levels": outline.levels,
        "blocks": outline.blocks,
        "first_fastest": relation.order() == Order::Colexicographic,
    });
    Ok(Positions { about, values })
}

fn held(text: &str, tile: &[u64]) -> Result<Holders, Failure> {
    let wrong = |message: &str| Failure::from(Complaint::new(message));
    let too_many = || wrong("the tile has more elements than are looked at");
    if system(text) == System::Linear {
        return Holders::of_linear(&linear::read(text, &[], &Source::Chain)?).ok_or_else(too_many);
    }
    let expression = with_values(text, &Values::default())?;
    let value =
        evaluate_syntax(&expression.root, &|_| None).map_err(|fault| crate::input::cute::failure(text, fault))?;
    match tiled(text, value, tile)? {
        CuteValue::ThreadValue(held) => Holders::of_cute(&held).ok_or_else(too_many),
        _ => Err(wrong("whose elements are held is not said: give the sides of the tile, or the name of a fragment")),
    }
}

/// The sizes that a text names, in order of appearance.
fn names(text: &str) -> Vec<String> {
    match system(text) {
        System::Chain => Reading::new(text).layout().map(parameters).unwrap_or_default(),
        System::Cute => expression::parse(text)
            .map_or_else(|_| Vec::new(), |expression| expression.names().into_iter().map(str::to_owned).collect()),
        System::Isl | System::Tasks | System::Linear => Vec::new(),
    }
}

fn name(system: System) -> &'static str {
    match system {
        System::Chain => "chain",
        System::Cute => "cute",
        System::Isl => "isl",
        System::Tasks => "tasks",
        System::Linear => "linear",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_read() {
        for (text, system, values) in [
            ("Col(2, 2)", "chain", [0, 2, 1, 3]),
            ("(2,2):(1,2)", "cute", [0, 2, 1, 3]),
            ("{ [i, j] -> [i + 2j] : 0 <= i < 2 and 0 <= j < 2 }", "isl", [0, 2, 1, 3]),
            ("a: (1); b: (2) -> x: 4", "linear", [0, 2, 1, 3]),
        ] {
            let seen = positions(text, "", 100).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(seen.about["system"], system);
            let mut sorted: Vec<u64> = seen.values.iter().flatten().copied().collect();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3], "{text}");
            assert!(seen.values == values.map(Some) || system == "linear", "{text}: {:?}", seen.values);
        }
    }

    #[test]
    fn positions_are_what_eval_says() {
        let seen = positions("TileOrderBy(Row(2, N), Morton(4, 2)).TileBy([2, 2], [4, N])", "N=2", 1 << 10);
        let seen = seen.unwrap_or_else(|error| panic!("{error}"));
        let dims: Vec<u64> = serde_json::from_value(seen.about["dims"].clone()).unwrap();
        for (flat, value) in seen.values.iter().enumerate() {
            let index = lego_core::chain::unflatten(&dims, flat as u64);
            let at: Vec<String> = index.iter().map(u64::to_string).collect();
            let chain = "TileOrderBy(Row(2, N), Morton(4, 2)).TileBy([2, 2], [4, N])";
            let answer = crate::answer(&["eval", chain, "--let", "N=2", "--at", &at.join(",")]);
            assert_eq!(answer.output.trim().parse().ok(), *value, "{at:?} {:?}", answer.errors);
        }
    }

    #[test]
    fn too_many_points_are_refused() {
        let refused = positions("Row(1000, 1000)", "", 1000).unwrap_err();
        assert_eq!(refused["undrawn"], true);
        assert!(refused["errors"][0]["message"].as_str().unwrap().contains("1000000"), "{refused}");
    }
}

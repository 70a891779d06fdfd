//! Plans of moves between linear layouts in `lego batch`: swizzles, wavefronts, shuffles, gathers.

use super::arguments::{Operation, argument, count};
use crate::json::linear::{dim, from_json};
use crate::json::value::short;
use lego_algebra::linear::plans::{
    BankCount, gather_plan_between, optimal_swizzle_on, shared_wavefronts_on, shuffle_plan,
};
use lego_algebra::linear::{Error, LinearLayout};
use serde_json::{Value, json};

/// The plan of a name; all take the width of an element too.
pub(super) fn find(name: &str) -> Option<Operation> {
    OPERATIONS.iter().find(|(other, _)| *other == name).map(|(_, operation)| *operation)
}

const OPERATIONS: [(&str, Operation); 5] = [
    ("optimal_swizzle", |a| {
        let (write, read, bits) = planned(a)?;
        let plan = text(optimal_swizzle_on(&write, &read, bits, banks(&a[2])?))?;
        Ok(json!({
            "vector": plan.vector(),
            "bank": plan.bank(),
            "segment": plan.segment(),
            "write_wavefronts": plan.write_wavefronts,
            "read_wavefronts": plan.read_wavefronts,
            "ideal_wavefronts": plan.ideal,
            "price": plan.price().to_string(),
        }))
    }),
    ("optimal_swizzling_ld_st", |a| {
        let (write, read, bits) = planned(a)?;
        let plan = text(optimal_swizzle_on(&write, &read, bits, banks(&a[2])?))?;
        Ok(json!({
            "write_bank_conflicts": plan.write_wavefronts - plan.ideal,
            "read_bank_conflicts": plan.read_wavefronts - plan.ideal,
        }))
    }),
    ("shared_wavefronts", |a| {
        let (registers, memory, bits) = planned(a)?;
        let access = text(shared_wavefronts_on(&registers, &memory, bits, banks(&a[2])?))?;
        Ok(json!({
            "vector_elems": access.vector.elements(),
            "wavefronts_per_instruction": [access.wavefronts],
            "ideal_wavefronts": access.ideal,
            "register_order": access.vector.register_order(),
            "price": access.price().to_string(),
        }))
    }),
    ("warp_shuffle_plan", |a| {
        let (from, to, bits) = planned(a)?;
        let plan = text(shuffle_plan(&from, &to, bits))?;
        Ok(json!({
            "rounds": plan.rounds(),
            "elements_per_thread_per_round": plan.elements_per_round(),
            "moves_needed": plan.moves_needed(),
            "V": plan.vector(),
            "I": plan.common(),
            "G": plan.paired(),
            "R": plan.rest(),
            "price": plan.price().to_string(),
        }))
    }),
    ("gather_plan", |a| {
        count(a, 3, 3)?;
        let source = from_json(&a[0])?;
        // The indices may have a layout of their own.
        let index = a[2].get("index").map_or(Ok(source), from_json)?;
        let plan = text(gather_plan_between(&source, &index, dim(&a[1])?, element_bits(&a[2])?))?;
        Ok(json!({ "rounds": plan.rounds(), "price": plan.price().to_string() }))
    }),
];

/// A result in words for what went wrong.
fn text<T>(result: Result<T, Error>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// Two layouts and the width of an element.
fn planned(a: &[Value]) -> Result<(LinearLayout, LinearLayout, u64), String> {
    count(a, 3, 3)?;
    Ok((from_json(argument(a, 0)?)?, from_json(argument(a, 1)?)?, element_bits(argument(a, 2)?)?))
}

fn element_bits(value: &Value) -> Result<u64, String> {
    banks(value)?;
    if value.get("lane_tiles").is_some_and(|tiles| *tiles != json!([])) {
        return Err("only plain loads and stores are known: lane_tiles is empty".into());
    }
    value["element_bits"].as_u64().ok_or_else(|| format!("{} has no element_bits", short(value)))
}

/// The banks of shared memory, 32 where nothing is said.
fn banks(value: &Value) -> Result<BankCount, String> {
    match value.get("num_banks") {
        None => Ok(BankCount::Banks32),
        Some(count) => {
            count.as_u64().and_then(BankCount::of).ok_or_else(|| format!("num_banks is 32 or 64, not {}", short(count)))
        }
    }
}

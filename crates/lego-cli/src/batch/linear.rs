//! Operations on linear layouts over F2 in `lego batch`, by the names that Triton gives them.
//!
//! A layout is `{"in_dims", "out_dims", "in_dim_order", "out_dim_order"}`: in-dims with the images of their bits, out-dims with
//! their sizes. What exists for no layout, as a quotient that does not divide, is null.

use super::arguments::{Operation, count};
use crate::json::cute::{layout_json, result_json};
use crate::json::family::{family, mma_tile, swizzled};
use crate::json::linear::{dim, dims, from_json, pairs, to_json};
use crate::json::value::{short, size, unsigned};
use lego_algebra::linear::families::Fragment;
use lego_algebra::linear::{Dim, Error, LinearLayout};
use serde_json::{Value, json};

/// The operation of a name.
pub(super) fn find(name: &str) -> Option<Operation> {
    OPERATIONS.iter().find(|(other, _)| *other == name).map(|(_, operation)| *operation)
}

const OPERATIONS: [(&str, Operation); 56] = [
    ("identity1D", |a| of_sizes(a, 3, |n, rest| LinearLayout::identity_1d(n, rest[0], rest[1]))),
    ("strided1D", |a| {
        count(a, 4, 4)?;
        layout(LinearLayout::strided_1d(size(&a[0])?, size(&a[1])?, dim(&a[2])?, dim(&a[3])?))
    }),
    ("zeros1D", |a| {
        count(a, 3, 4)?;
        let out = a.get(3).map_or(Ok(1), size)?;
        layout(LinearLayout::zeros_1d(size(&a[0])?, dim(&a[1])?, dim(&a[2])?, out))
    }),
    ("mul", |a| of_two(a, |a, b| a.mul(b))),
    ("compose", |a| of_two(a, |a, b| a.compose(b))),
    ("invertAndCompose", |a| of_two(a, |a, b| a.invert_and_compose(b))),
    ("lstsq", |a| of_two(a, |a, b| a.lstsq(b))),
    ("divideLeft", |a| of_two(a, |a, b| a.divide_left(b))),
    ("divideRight", |a| of_two(a, |a, b| a.divide_right(b))),
    ("concatIns", |a| of_two(a, |a, b| a.concat_ins(b))),
    ("concatOuts", |a| of_two(a, |a, b| a.concat_outs(b))),
    ("invert", |a| of_one(a, |a| a.invert())),
    ("pseudoinvert", |a| of_one(a, |a| a.pseudoinvert())),
    ("flattenIns", |a| of_one(a, |a| Ok(a.flatten_ins()))),
    ("flattenOuts", |a| of_one(a, |a| Ok(a.flatten_outs()))),
    ("reshapeIns", |a| of_more(a, |a, more| Ok(a.reshape_ins(&pairs(more)?)))),
    ("reshapeOuts", |a| of_more(a, |a, more| Ok(a.reshape_outs(&pairs(more)?)))),
    ("transposeIns", |a| of_more(a, |a, more| Ok(a.transpose_ins(&dims(more)?)))),
    ("transposeOuts", |a| of_more(a, |a, more| Ok(a.transpose_outs(&dims(more)?)))),
    ("removeZeroBasesAlongDim", |a| of_more(a, |a, more| Ok(a.remove_zero_bases_along_dim(dim(more)?)))),
    ("squeezeIn", |a| of_more(a, |a, more| Ok(a.squeeze_in(dim(more)?)))),
    ("squeezeOut", |a| of_more(a, |a, more| Ok(a.squeeze_out(dim(more)?)))),
    ("quotient", |a| of_more(a, |a, more| Ok(quotient(a, &dims(more)?)))),
    ("sublayout", |a| {
        count(a, 3, 3)?;
        layout(from_json(&a[0])?.sublayout(&dims(&a[1])?, &dims(&a[2])?))
    }),
    ("resizeInDim", |a| {
        count(a, 3, 3)?;
        layout(from_json(&a[0])?.resize_in_dim(dim(&a[1])?, size(&a[2])?))
    }),
    ("resizeOutDim", |a| {
        count(a, 3, 3)?;
        layout(from_json(&a[0])?.resize_out_dim(dim(&a[1])?, size(&a[2])?))
    }),
    ("renameInDim", |a| {
        count(a, 3, 3)?;
        layout(from_json(&a[0])?.rename_in(dim(&a[1])?, dim(&a[2])?))
    }),
    ("renameOutDim", |a| {
        count(a, 3, 3)?;
        layout(from_json(&a[0])?.rename_out(dim(&a[1])?, dim(&a[2])?))
    }),
    ("apply", apply),
    ("rank", rank),
    ("isSurjective", |a| says(a, |a| json!(a.is_surjective()))),
    ("isInjective", |a| says(a, |a| json!(a.is_injective()))),
    ("isInvertible", |a| says(a, |a| json!(a.is_invertible()))),
    ("isDistributed", |a| says(a, |a| json!(a.is_distributed()))),
    ("isMemoryLayout", |a| says(a, |a| json!(a.is_memory_layout()))),
    ("getFreeVariableMasks", |a| {
        says(a, |a| a.free_variable_masks().map(|(dim, mask)| json!([dim.as_str(), mask])).collect())
    }),
    ("getNumConsecutiveInOut", |a| says(a, |a| json!(a.num_consecutive_in_out()))),
    ("getTotalInDimSizeLog2", |a| says(a, |a| json!(a.ins().total_bits()))),
    ("getTotalOutDimSizeLog2", |a| says(a, |a| json!(a.outs().total_bits()))),
    ("getTotalOutDimSize", |a| {
        count(a, 1, 1)?;
        unsigned(from_json(&a[0])?.outs().points())
    }),
    ("getInDimSizeLog2", |a| asked(a, |a, dim| a.ins().bits(dim).map(Value::from).ok_or(unknown(dim)))),
    ("getOutDimSizeLog2", |a| asked(a, |a, dim| a.outs().bits(dim).map(Value::from).ok_or(unknown(dim)))),
    ("contiguousElemsAlongOutputDim", |a| asked(a, |a, dim| unsigned(text(a.contiguous_elems_along_output_dim(dim))?))),
    ("isIdentityOnOutDim", |a| asked(a, |a, dim| text(a.is_identity_on_out_dim(dim)).map(Value::from))),
    ("isTrivialOver", |a| {
        count(a, 2, 2)?;
        text(from_json(&a[0])?.is_trivial_over(&dims(&a[1])?)).map(Value::from)
    }),
    ("squareSublayoutIsIdentity", |a| {
        count(a, 2, 2)?;
        text(from_json(&a[0])?.square_sublayout_is_identity(&dims(&a[1])?)).map(Value::from)
    }),
    ("sublayoutIsZero", |a| {
        count(a, 3, 3)?;
        text(from_json(&a[0])?.sublayout_is_zero(&dims(&a[1])?, &dims(&a[2])?)).map(Value::from)
    }),
    ("getInputBasisMask", |a| {
        count(a, 3, 3)?;
        text(from_json(&a[0])?.input_basis_mask(dim(&a[1])?, &dims(&a[2])?)).map(Value::from)
    }),
    ("getOutputBasisMask", |a| {
        count(a, 3, 3)?;
        text(from_json(&a[0])?.output_basis_mask(&dims(&a[1])?, dim(&a[2])?)).map(Value::from)
    }),
    ("equalIgnoringOutDimSizes", |a| {
        count(a, 2, 2)?;
        Ok(from_json(&a[0])?.eq_ignoring_out_sizes(&from_json(&a[1])?).into())
    }),
    ("factorMaximalIdentityPrefix", |a| {
        count(a, 4, 4)?;
        let (from, to, most) = (dim(&a[1])?, dim(&a[2])?, size(&a[3])?);
        let (size, quotient) = text(from_json(&a[0])?.factor_maximal_identity_prefix(from, to, most))?;
        Ok(json!({ "size": size, "quotient": to_json(&quotient) }))
    }),
    ("to_linear_layout", |a| {
        count(a, 2, 2)?;
        layout(family(&a[0], &a[1])?)
    }),
    ("mma_swizzle", |a| {
        count(a, 1, 1)?;
        layout(swizzled(&a[0])?)
    }),
    ("mma_tile", |a| {
        count(a, 1, 1)?;
        layout(mma_tile(&a[0])?)
    }),
    ("fragment", fragment),
    ("to_cute", |a| {
        count(a, 1, 1)?;
        match from_json(&a[0])?.to_cute() {
            Ok(cute) => Ok(result_json(&cute)),
            Err(error) if error.is_absence() => Ok(Value::Null),
            Err(error) => Err(error.to_string()),
        }
    }),
];

/// A result in words for what went wrong.
fn text<T>(result: Result<T, Error>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

/// A layout as a result; null where none exists.
fn layout(result: Result<LinearLayout, Error>) -> Result<Value, String> {
    match result {
        Ok(layout) => Ok(to_json(&layout)),
        Err(error) if error.is_absence() => Ok(Value::Null),
        Err(error) => Err(error.to_string()),
    }
}

fn unknown(dim: Dim) -> String {
    format!("there is no dim {dim}")
}

fn of_one(a: &[Value], operation: fn(&LinearLayout) -> Result<LinearLayout, Error>) -> Result<Value, String> {
    count(a, 1, 1)?;
    layout(operation(&from_json(&a[0])?))
}

fn of_two(
    a: &[Value],
    operation: fn(&LinearLayout, &LinearLayout) -> Result<LinearLayout, Error>,
) -> Result<Value, String> {
    count(a, 2, 2)?;
    layout(operation(&from_json(&a[0])?, &from_json(&a[1])?))
}

/// An operation with one argument more; what is wrong with the argument is a text.
type WithMore = fn(&LinearLayout, &Value) -> Result<Result<LinearLayout, Error>, String>;

fn of_more(a: &[Value], operation: WithMore) -> Result<Value, String> {
    count(a, 2, 2)?;
    layout(operation(&from_json(&a[0])?, &a[1])?)
}

fn of_sizes(
    a: &[Value],
    arguments: usize,
    operation: fn(u64, &[Dim]) -> Result<LinearLayout, Error>,
) -> Result<Value, String> {
    count(a, arguments, arguments)?;
    layout(operation(size(&a[0])?, &a[1..].iter().map(dim).collect::<Result<Vec<_>, _>>()?))
}

fn says(a: &[Value], operation: fn(&LinearLayout) -> Value) -> Result<Value, String> {
    count(a, 1, 1)?;
    Ok(operation(&from_json(&a[0])?))
}

fn asked(a: &[Value], operation: fn(&LinearLayout, Dim) -> Result<Value, String>) -> Result<Value, String> {
    count(a, 2, 2)?;
    operation(&from_json(&a[0])?, dim(&a[1])?)
}

/// A name that is on neither side has no quotient; that is no wrong question.
fn quotient(layout: &LinearLayout, dims: &[Dim]) -> Result<LinearLayout, Error> {
    match dims.iter().find(|&&dim| !layout.ins().has(dim) || !layout.outs().has(dim)) {
        Some(&dim) => Err(Error::NotTrivial { dim, why: "it is not on both sides" }),
        None => layout.quotient(dims),
    }
}

fn apply(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 2)?;
    let layout = from_json(&a[0])?;
    let given = pairs(&a[1])?;
    let mut coordinates = Vec::new();
    for &dim in layout.ins().dims() {
        let value = given.iter().find(|(name, _)| *name == dim).ok_or_else(|| format!("no coordinate of {dim}"))?;
        coordinates.push(value.1);
    }
    if given.len() != coordinates.len() {
        return Err(format!("{} coordinates, where there are {} in dims", given.len(), coordinates.len()));
    }
    let image = text(layout.apply(&coordinates))?;
    Ok(layout.outs().dims().iter().zip(&*image).map(|(dim, value)| json!([dim.as_str(), value])).collect())
}

/// The rank of a linear layout; of a layout of CuTe, which has one too, as its family has it.
fn rank(a: &[Value]) -> Result<Value, String> {
    match a.first() {
        Some(value) if value.get("in_dims").is_some() => says(a, |a| json!(a.rank())),
        _ => super::cute::find("rank").ok_or("there is no rank")?(a),
    }
}

/// A fragment of a matrix instruction by name.
fn fragment(a: &[Value]) -> Result<Value, String> {
    count(a, 1, 1)?;
    let name = a[0].as_str().ok_or_else(|| format!("{} is no name", short(&a[0])))?;
    let fragment = Fragment::named(name).map_err(|error| error.to_string())?;
    let (linear, note) = match fragment.linear() {
        Ok(layout) => (to_json(&layout), Value::Null),
        Err(error) => (Value::Null, error.to_string().into()),
    };
    let cute = fragment.thread_value().map_err(|error| error.to_string())?;
    Ok(json!({
        "tile": fragment.tile(),
        "threads": fragment.threads(),
        "values_per_thread": fragment.values(),
        "linear": linear,
        "linear_note": note,
        "cute_tv": layout_json(&cute),
    }))
}

//! Layouts of any system side by side in `lego batch`: `equal`, and `lego_table` for a chain.
//!
//! Two sides are compared at equal tuples of their top-level coordinates: a chain has one dim for each index, a CuTe layout one
//! for each top-level mode, a linear layout one for each in-dim, a swizzle one.

use super::Operation;
use super::form::{argument, composed, count, layout, short, swizzle, table};
use super::linear_form::from_json;
use crate::args::{Chain, Values};
use crate::failure::{Complaint, Failure};
use crate::points::Points;
use crate::system::ORDERS;
use lego_algebra::cute::{IntTuple, Layout};
use lego_core::chain::advance;
use serde_json::{Value, json};

/// The operation of a name.
pub(super) fn find(name: &str) -> Option<Operation> {
    match name {
        "equal" => Some(equal),
        "lego_table" => Some(lego_table),
        _ => None,
    }
}

/// So many coordinates are compared.
const COMPARED: u64 = 1 << 26;

/// The value at a coordinate.
type At = Box<dyn Fn(&[u64]) -> Option<i64>>;

/// A layout of some system: its extents, and the value at a coordinate; none where it has none.
struct Side {
    dims: Vec<u64>,
    value: At,
}

/// What a way to read sides gives: nothing where the object is of another system.
type Read = fn(&Value) -> Option<Result<Side, String>>;

/// The systems, each by the name of its field.
const SYSTEMS: [(&str, Read); 4] = [
    ("lego", |value| value.get("lego").map(|chain| of_chain(chain.as_str().ok_or("a chain is a text")?))),
    ("cute", |value| {
        value.get("cute").map(|cute| {
            if cute.get("swizzle").is_some() {
                let whole = composed(cute)?;
                return Ok(of_cute(&whole.layout, move |crd| whole.crd2idx(crd).ok()));
            }
            let layout = layout(cute)?;
            Ok(of_cute(&layout, move |crd| layout.crd2idx(crd).ok()))
        })
    }),
    ("linear", |value| value.get("linear").map(of_linear)),
    ("swizzle", |value| {
        value.get("swizzle").map(|given| {
            let swizzle = swizzle(given)?;
            let value = move |index: &[u64]| Some(swizzle.apply(i64::try_from(*index.first()?).ok()?));
            Ok(Side { dims: vec![1 << swizzle.width()], value: Box::new(value) })
        })
    }),
];

fn side(value: &Value) -> Result<Side, String> {
    SYSTEMS.iter().find_map(|(_, read)| read(value)).unwrap_or_else(|| {
        let names: Vec<String> = SYSTEMS.iter().map(|(name, _)| format!("{{\"{name}\": …}}")).collect();
        Err(format!("{} is none of {}", short(value), names.join(", ")))
    })
}

fn of_chain(text: &str) -> Result<Side, String> {
    let points = chain(text)?;
    let dims = points.dims.clone();
    Ok(Side { dims, value: Box::new(move |index| i64::try_from(points.position(index)?).ok()) })
}

/// A chain of numbers.
fn chain(text: &str) -> Result<Points, String> {
    if text == "-" {
        return Err("a chain is given as it is".into());
    }
    let chain = Chain { text: text.to_owned(), values: Values { lets: Vec::new() } };
    chain.read().and_then(|input| Points::new(&input)).map_err(|failure| match failure {
        Failure::Wrong(faults) => {
            faults.iter().map(|Complaint { message, .. }| message.as_str()).collect::<Vec<_>>().join("; ")
        }
        Failure::Limit(fault) => fault.message,
        Failure::Usage(message) => message,
        Failure::Io(error) => error.to_string(),
    })
}

/// A linear layout: one dim for each in-dim in its order, and as value the flat point of the out-dims, the first the fastest.
fn of_linear(value: &Value) -> Result<Side, String> {
    let layout = from_json(value)?;
    let dims = layout.ins().iter().map(|(_, bits, _)| 1u64.checked_shl(bits).ok_or("a dim of 2^64"));
    let dims = dims.collect::<Result<_, _>>()?;
    let value = move |index: &[u64]| i64::try_from(layout.apply_flat(layout.ins().flat(index).ok()?)).ok();
    Ok(Side { dims, value: Box::new(value) })
}

fn of_cute(layout: &Layout, value: impl Fn(&IntTuple) -> Option<i64> + 'static) -> Side {
    let modes = (0..layout.rank()).filter_map(|k| layout.mode(k));
    let dims = modes.map(|mode| mode.size() as u64).collect();
    let of_index = move |index: &[u64]| {
        let index: Vec<i64> = index.iter().map(|&i| i64::try_from(i).ok()).collect::<Option<_>>()?;
        value(&IntTuple::flat(&index).ok()?)
    };
    Side { dims, value: Box::new(of_index) }
}

fn equal(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 2)?;
    let (one, two) = (side(argument(a, 0)?)?, side(argument(a, 1)?)?);
    if one.dims != two.dims {
        return Err(format!("the extents differ: {:?} and {:?}; {ORDERS}", one.dims, two.dims));
    }
    let points = one.dims.iter().try_fold(1u64, |points, &extent| points.checked_mul(extent));
    let points = points.filter(|points| *points <= COMPARED).ok_or(format!("more than {COMPARED} coordinates"))?;
    let mut index = vec![0; one.dims.len()];
    for _ in 0..points {
        let (left, right) = ((one.value)(&index), (two.value)(&index));
        if left != right {
            return Ok(json!({ "equal": false, "witness": index, "values": [left, right] }));
        }
        advance(&one.dims, &mut index);
    }
    Ok(Value::Bool(true))
}

/// The positions of a chain in the row-major order of its indices.
fn lego_table(a: &[Value]) -> Result<Value, String> {
    count(a, 1, 1)?;
    let points = chain(argument(a, 0)?.as_str().ok_or("a chain is a text")?)?;
    // Of too many no table is begun.
    table(i64::try_from(points.count).unwrap_or(i64::MAX), |_| Some(0))?;
    Ok(points.indices().map(|index| points.position(&index)).collect::<Vec<_>>().into())
}

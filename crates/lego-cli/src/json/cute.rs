//! Layouts of CuTe's, tilers, swizzles and integer tuples, from and to JSON.

use super::value::{integer, short};
use lego_algebra::cute::{ComposedLayout, IntTuple, Layout, Swizzle, Tiler};
use serde_json::{Value, json};

/// A layout of more elements comes without its table.
const TABLE: i64 = 1 << 20;

/// The deepest brackets: what reads JSON stops at 128.
const DEPTH: usize = 120;

/// A number or nested lists of numbers.
pub(crate) fn tuple(value: &Value) -> Result<IntTuple, String> {
    nested(value, 0)
}

fn nested(value: &Value, depth: usize) -> Result<IntTuple, String> {
    match value {
        Value::Array(_) if depth == DEPTH => Err(format!("lists more than {DEPTH} deep")),
        Value::Array(elements) => {
            let elements = elements.iter().map(|value| nested(value, depth + 1)).collect::<Result<Vec<_>, _>>()?;
            IntTuple::tuple(&elements).map_err(|error| error.to_string())
        }
        value => Ok(IntTuple::int(integer(value)?)),
    }
}

/// `{"shape", "stride"}`, or a text in CuTe's notation.
pub(crate) fn layout(value: &Value) -> Result<Layout, String> {
    match value {
        Value::String(text) => Layout::parse(text).map_err(|error| error.to_string()),
        Value::Object(_) if value.get("shape").is_some() && value.get("stride").is_some() => {
            Layout::new(&tuple(&value["shape"])?, &tuple(&value["stride"])?).map_err(|error| error.to_string())
        }
        _ => Err(format!("{} is no layout: {{\"shape\": …, \"stride\": …}}", short(value))),
    }
}

/// A layout, `{"tiler": [tiler, …]}`, a number, or null.
pub(crate) fn tiler(value: &Value) -> Result<Tiler, String> {
    let tiler = match value {
        Value::Null => return Ok(Tiler::KEEP),
        Value::Object(_) if value.get("tiler").is_some() => {
            let elements = value["tiler"].as_array().ok_or("a tiler is a list")?;
            Tiler::tuple(&elements.iter().map(tiler).collect::<Result<Vec<_>, _>>()?)
        }
        Value::Number(_) => Tiler::shape_of(&IntTuple::int(integer(value)?)),
        Value::String(text) => return Tiler::parse(text).map_err(|error| error.to_string()),
        value => Tiler::layout(&layout(value)?),
    };
    tiler.map_err(|error| error.to_string())
}

/// `[b, m, s]`.
pub(crate) fn swizzle(value: &Value) -> Result<Swizzle, String> {
    let numbers = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let numbers: Vec<i32> = numbers.iter().filter_map(|n| n.as_i64()).filter_map(|n| n.try_into().ok()).collect();
    let [bits, base, shift] = numbers[..] else {
        return Err(format!("{} is no swizzle: [bits, base, shift]", short(value)));
    };
    Swizzle::new(bits, base, shift).map_err(|error| error.to_string())
}

/// `{"swizzle", "offset", "layout"}`.
pub(crate) fn composed(value: &Value) -> Result<ComposedLayout, String> {
    let offset = match &value["offset"] {
        Value::Null => 0,
        offset => integer(offset)?,
    };
    Ok(ComposedLayout { swizzle: swizzle(&value["swizzle"])?, offset, layout: layout(&value["layout"])? })
}

pub(crate) fn tuple_json(tuple: &IntTuple) -> Value {
    if tuple.depth() == 0 {
        return tuple.leaves()[0].into();
    }
    (0..tuple.rank()).filter_map(|k| tuple.element(k)).map(|element| tuple_json(&element)).collect()
}

/// A layout as shape and stride.
pub(crate) fn layout_json(layout: &Layout) -> Value {
    json!({ "shape": tuple_json(&layout.shape()), "stride": tuple_json(&layout.stride()) })
}

/// A swizzle as its three numbers.
pub(crate) fn swizzle_json(swizzle: &Swizzle) -> Value {
    json!([swizzle.bits(), swizzle.base(), swizzle.shift()])
}

/// A composed layout as its swizzle, its offset and its layout.
pub(crate) fn composed_json(composed: &ComposedLayout) -> Value {
    json!({
        "swizzle": swizzle_json(&composed.swizzle),
        "offset": composed.offset,
        "layout": layout_json(&composed.layout),
    })
}

/// The values of a layout at the integer coordinates; null where they are too many.
pub(crate) fn table_json(layout: &Layout) -> Value {
    if layout.size() > TABLE {
        return Value::Null;
    }
    (0..layout.size()).filter_map(|c| layout.eval(c).ok()).collect()
}

/// A layout that is a result, with its values where they are not too many.
pub(crate) fn result_json(layout: &Layout) -> Value {
    let (mut value, table) = (layout_json(layout), table_json(layout));
    if table != Value::Null {
        value["table"] = table;
    }
    value
}

/// The values at so many integer coordinates.
pub(crate) fn table(size: i64, value: impl Fn(i64) -> Option<i64>) -> Result<Value, String> {
    if size > TABLE {
        return Err(format!("a table of {size} values; the most are {TABLE}"));
    }
    (0..size)
        .map(|c| value(c).map(Value::from).ok_or_else(|| format!("the value at {c} goes beyond 64 bits")))
        .collect()
}

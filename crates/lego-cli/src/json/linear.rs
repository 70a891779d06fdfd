//! Linear layouts from and to JSON.

use super::value::{short, size, unsigned};
use lego_algebra::linear::{BITS, Dim, LinearLayout, Space};
use serde_json::{Map, Value};

/// `{"in_dims": {name: [image, …]}, "out_dims": {name: size}, "in_dim_order": [name, …], "out_dim_order": […]}`.
pub(crate) fn from_json(value: &Value) -> Result<LinearLayout, String> {
    let object = |field: &str| {
        value[field].as_object().ok_or_else(|| {
            format!(
                "{} is no linear layout: {{\"in_dims\", \"out_dims\", \"in_dim_order\", \"out_dim_order\"}}",
                short(value)
            )
        })
    };
    let (ins, sizes) = (object("in_dims")?, object("out_dims")?);
    let mut outs = Space::EMPTY;
    for name in ordered(value, "out_dim_order", sizes)? {
        let bits = log2(&sizes[name])?;
        outs.push(self::name(name)?, bits).map_err(|error| error.to_string())?;
    }
    let mut space = Space::EMPTY;
    let mut columns = Vec::new();
    for name in ordered(value, "in_dim_order", ins)? {
        let images = ins[name].as_array().ok_or_else(|| format!("the images of {name} are a list"))?;
        space.push(self::name(name)?, images.len().min(BITS + 1) as u32).map_err(|error| error.to_string())?;
        for image in images {
            let image = image.as_array().ok_or_else(|| format!("an image of {name} is a list"))?;
            let image = image.iter().map(size).collect::<Result<Vec<_>, _>>()?;
            columns.push(outs.flat(&image).map_err(|error| format!("an image of {name}: {error}"))?);
        }
    }
    LinearLayout::new(space, outs, &columns).map_err(|error| error.to_string())
}

/// The names of a side in their order: each once.
fn ordered<'a>(value: &'a Value, field: &str, side: &Map<String, Value>) -> Result<Vec<&'a str>, String> {
    let order = value[field].as_array().ok_or_else(|| format!("{field} is a list of names"))?;
    let names = order.iter().map(|name| name.as_str().ok_or_else(|| format!("{field} is a list of names")));
    let names = names.collect::<Result<Vec<_>, _>>()?;
    let known = names.iter().all(|name| side.contains_key(*name));
    if known && names.len() == side.len() { Ok(names) } else { Err(format!("{field} has not each of its dims once")) }
}

/// The same way back; a size of 2^64, which is no number of 64 bits, is a text.
pub(crate) fn to_json(layout: &LinearLayout) -> Value {
    let (mut ins, mut outs) = (Map::new(), Map::new());
    for &dim in layout.ins().dims() {
        let images = layout.basis(dim).iter();
        let split = |image: u64| (0..layout.outs().len()).map(|k| layout.outs().part(image, k)).collect::<Vec<_>>();
        ins.insert(dim.to_string(), images.map(|&image| Value::from(split(image))).collect());
    }
    for (dim, bits, _) in layout.outs().iter() {
        outs.insert(dim.to_string(), unsigned(1 << bits).unwrap_or_else(|_| (1u128 << bits).to_string().into()));
    }
    let names = |space: &Space| space.dims().iter().map(|dim| Value::from(dim.as_str())).collect::<Value>();
    let (in_order, out_order) = (names(layout.ins()), names(layout.outs()));
    serde_json::json!({ "in_dims": ins, "out_dims": outs, "in_dim_order": in_order, "out_dim_order": out_order })
}

/// The logarithm of a size.
fn log2(value: &Value) -> Result<u32, String> {
    let size = size(value)?;
    if size.is_power_of_two() { Ok(size.trailing_zeros()) } else { Err(format!("size {size} is no power of two")) }
}

fn name(text: &str) -> Result<Dim, String> {
    Dim::new(text).map_err(|error| error.to_string())
}

/// A name.
pub(crate) fn dim(value: &Value) -> Result<Dim, String> {
    name(value.as_str().ok_or_else(|| format!("{} is no name of a dim", short(value)))?)
}

/// Names; one may stand alone.
pub(crate) fn dims(value: &Value) -> Result<Vec<Dim>, String> {
    match value {
        Value::Array(list) => list.iter().map(dim).collect(),
        value => Ok(vec![dim(value)?]),
    }
}

/// `[[name, number], …]`.
pub(crate) fn pairs(value: &Value) -> Result<Vec<(Dim, u64)>, String> {
    let list = value.as_array().ok_or_else(|| format!("{} is no list of pairs", short(value)))?;
    let pair = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([name, number]) => Ok((dim(name)?, size(number)?)),
        _ => Err(format!("{} is no pair of a name and a number", short(value))),
    };
    list.iter().map(pair).collect()
}

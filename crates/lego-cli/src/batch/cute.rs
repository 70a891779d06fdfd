//! CuTe's operations in `lego batch`: layouts, tilers, swizzles and integer tuples.

use super::arguments::{Operation, argument, count};
use crate::json::cute::{
    composed, composed_json, layout, result_json, swizzle, swizzle_json, table, tiler, tuple, tuple_json,
};
use crate::json::value::{integer, short};
use lego_algebra::cute::{Error, Layout, Tiler, TilerShape};
use serde_json::{Value, json};

/// The operation of a name.
pub(super) fn find(name: &str) -> Option<Operation> {
    OPERATIONS.iter().find(|(other, _)| *other == name).map(|(_, operation)| *operation)
}

/// `layout` gives so many values at most, which tell how a layout goes; a result's table is whole.
const SHOWN: i64 = 1024;

const OPERATIONS: [(&str, Operation); 49] = [
    ("layout", |a| of_layout(a, |layout| table(layout.size().min(SHOWN), |c| layout.eval(c).ok()))),
    ("size", |a| of_layout(a, |layout| Ok(layout.size().into()))),
    ("cosize", |a| of_layout(a, |layout| Ok(layout.cosize().into()))),
    ("rank", |a| of_layout(a, |layout| Ok(layout.rank().into()))),
    ("depth", |a| of_layout(a, |layout| Ok(layout.depth().into()))),
    ("flatten", |a| of_layout(a, |layout| Ok(result_json(&layout.flatten())))),
    ("coalesce", coalesce),
    ("filter", |a| of_layout(a, |layout| Ok(result_json(&layout.filter())))),
    ("right_inverse", |a| of_layout(a, |layout| answered(layout.right_inverse()))),
    ("left_inverse", |a| of_layout(a, |layout| answered(layout.left_inverse()))),
    ("inverse", |a| of_layout(a, |layout| answered(layout.inverse()))),
    ("nullspace", |a| of_layout(a, |layout| answered(layout.nullspace()))),
    ("make_layout_like", |a| of_layout(a, |layout| answered(layout.make_layout_like()))),
    ("make_fragment_like", |a| of_layout(a, |layout| answered(layout.make_fragment_like()))),
    ("is_injective", |a| of_layout(a, |layout| Ok(layout.is_injective().map_err(said)?.into()))),
    ("is_bijective", |a| of_layout(a, |layout| Ok(layout.is_bijective().into()))),
    ("is_surjective_on", |a| numbered(a, |layout, n| Ok(layout.is_surjective_on(n).map_err(said)?.into()))),
    ("complement", |a| {
        let layout = layout(argument(a, 0)?)?;
        let cotarget = if a.len() == 1 { 1 } else { tuple(argument(a, 1)?)?.product().map_err(said)? };
        count(a, 1, 2)?;
        answered(layout.complement(cotarget))
    }),
    ("complement_unchecked", |a| numbered(a, |layout, n| answered(layout.complement_unchecked(n)))),
    ("upcast", |a| recast(a, "upcast")),
    ("downcast", |a| recast(a, "downcast")),
    ("recast", recast_bits),
    ("composition", composition),
    ("logical_divide", |a| tiled(a, Layout::logical_divide_by)),
    ("zipped_divide", |a| tiled(a, Layout::zipped_divide)),
    ("tiled_divide", |a| tiled(a, Layout::tiled_divide)),
    ("flat_divide", |a| tiled(a, Layout::flat_divide)),
    ("logical_product", |a| tiled(a, Layout::logical_product_by)),
    ("zipped_product", |a| tiled(a, Layout::zipped_product)),
    ("tiled_product", |a| tiled(a, Layout::tiled_product)),
    ("flat_product", |a| tiled(a, Layout::flat_product)),
    ("blocked_product", |a| paired(a, Layout::blocked_product)),
    ("raked_product", |a| paired(a, Layout::raked_product)),
    ("tile_to_shape", tile_to_shape),
    ("swizzle", |a| {
        count(a, 1, 1)?;
        let swizzle = swizzle(argument(a, 0)?)?;
        table(1 << swizzle.width(), |c| Some(swizzle.apply(c)))
    }),
    ("composed_layout", |a| {
        count(a, 1, 1)?;
        let composed = composed(argument(a, 0)?)?;
        table(composed.size(), |c| composed.eval(c).ok())
    }),
    ("crd2idx", |a| {
        count(a, 2, 2)?;
        let (coordinate, layout) = (tuple(argument(a, 0)?)?, layout(argument(a, 1)?)?);
        Ok(layout.crd2idx(&coordinate).map_err(said)?.into())
    }),
    ("idx2crd", |a| {
        count(a, 2, 2)?;
        let (index, shape) = (integer(argument(a, 0)?)?, tuple(argument(a, 1)?)?);
        Ok(tuple_json(&shape.idx2crd(index).map_err(said)?))
    }),
    ("product", |a| {
        count(a, 1, 1)?;
        Ok(tuple(argument(a, 0)?)?.product().map_err(said)?.into())
    }),
    ("prefix_product", |a| {
        count(a, 1, 1)?;
        Ok(tuple_json(&tuple(argument(a, 0)?)?.prefix_product().map_err(said)?))
    }),
    ("inner_product", |a| {
        count(a, 2, 2)?;
        Ok(tuple(argument(a, 0)?)?.inner_product(&tuple(argument(a, 1)?)?).map_err(said)?.into())
    }),
    ("shape_div", |a| {
        count(a, 2, 2)?;
        Ok(tuple_json(&tuple(argument(a, 0)?)?.shape_div(&tuple(argument(a, 1)?)?).map_err(said)?))
    }),
    ("ceil_div", |a| {
        count(a, 2, 2)?;
        Ok(tuple_json(&tuple(argument(a, 0)?)?.ceil_div(&tuple(argument(a, 1)?)?).map_err(said)?))
    }),
    ("congruent", |a| {
        count(a, 2, 2)?;
        Ok(tuple(argument(a, 0)?)?.is_congruent(&tuple(argument(a, 1)?)?).into())
    }),
    ("compatible", |a| {
        count(a, 2, 2)?;
        Ok(tuple(argument(a, 0)?)?.is_compatible(&tuple(argument(a, 1)?)?).into())
    }),
    ("composition_in_bounds", |a| {
        count(a, 2, 2)?;
        Ok(layout(argument(a, 0)?)?.composition_in_bounds(&layout(argument(a, 1)?)?).into())
    }),
    ("from_table", |a| {
        count(a, 1, 1)?;
        let values = argument(a, 0)?.as_array().ok_or("a table is a list")?;
        let values = values.iter().map(integer).collect::<Result<Vec<_>, _>>()?;
        Ok(Layout::from_table(&values).map_or(Value::Null, |layout| result_json(&layout)))
    }),
    ("swizzle_from_table", |a| {
        count(a, 1, 1)?;
        let values = argument(a, 0)?.as_array().ok_or("a table is a list")?;
        let values = values.iter().map(integer).collect::<Result<Vec<_>, _>>()?;
        let found = lego_algebra::cute::Swizzle::from_table(&values);
        Ok(found.map_or(Value::Null, |swizzle| swizzle_json(&swizzle)))
    }),
    ("linear_layout", linear_layout),
];

fn said(error: Error) -> String {
    error.to_string()
}

fn answered(layout: Result<Layout, Error>) -> Result<Value, String> {
    layout.map(|layout| result_json(&layout)).map_err(said)
}

fn of_layout(a: &[Value], of: impl Fn(&Layout) -> Result<Value, String>) -> Result<Value, String> {
    count(a, 1, 1)?;
    of(&layout(argument(a, 0)?)?)
}

fn numbered(a: &[Value], of: impl Fn(&Layout, i64) -> Result<Value, String>) -> Result<Value, String> {
    count(a, 2, 2)?;
    of(&layout(argument(a, 0)?)?, integer(argument(a, 1)?)?)
}

fn tiled(a: &[Value], of: impl Fn(&Layout, &Tiler) -> Result<Layout, Error>) -> Result<Value, String> {
    count(a, 2, 2)?;
    answered(of(&layout(argument(a, 0)?)?, &tiler(argument(a, 1)?)?))
}

fn paired(a: &[Value], of: impl Fn(&Layout, &Layout) -> Result<Layout, Error>) -> Result<Value, String> {
    count(a, 2, 2)?;
    answered(of(&layout(argument(a, 0)?)?, &layout(argument(a, 1)?)?))
}

fn coalesce(a: &[Value]) -> Result<Value, String> {
    count(a, 1, 2)?;
    let layout = layout(argument(a, 0)?)?;
    match a.get(1) {
        Some(profile) => answered(layout.coalesce_by(&tuple(profile)?)),
        None => Ok(result_json(&layout.coalesce())),
    }
}

/// Of two layouts, of a layout and a tiler, of a composed layout and either.
fn composition(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 2)?;
    let tiler = tiler(argument(a, 1)?)?;
    if argument(a, 0)?.get("swizzle").is_some() {
        let whole = composed(argument(a, 0)?)?;
        let layout = match tiler.shape() {
            TilerShape::Layout(b) => whole.composition(&b),
            _ => whole.composition_by(&tiler),
        };
        return layout.map_err(said).map(|composed| composed_json(&composed));
    }
    answered(layout(argument(a, 0)?)?.composition_by(&tiler))
}

/// Of a layout or a swizzle, by a number.
fn recast(a: &[Value], way: &str) -> Result<Value, String> {
    count(a, 2, 2)?;
    let n = integer(argument(a, 1)?)?;
    let up = way == "upcast";
    if argument(a, 0)?.is_array() {
        let swizzle = swizzle(argument(a, 0)?)?;
        let swizzle = if up { swizzle.upcast(n) } else { swizzle.downcast(n) }.map_err(said)?;
        return Ok(swizzle_json(&swizzle));
    }
    let layout = layout(argument(a, 0)?)?;
    answered(if up { layout.upcast(n) } else { layout.downcast(n) })
}

/// Of a layout or a swizzle, from one number of bits to another.
fn recast_bits(a: &[Value]) -> Result<Value, String> {
    count(a, 3, 3)?;
    let (from, to) = (integer(argument(a, 1)?)?, integer(argument(a, 2)?)?);
    if argument(a, 0)?.is_array() {
        let swizzle = swizzle(argument(a, 0)?)?.recast(from, to).map_err(said)?;
        return Ok(swizzle_json(&swizzle));
    }
    answered(layout(argument(a, 0)?)?.recast(from, to))
}

fn tile_to_shape(a: &[Value]) -> Result<Value, String> {
    count(a, 2, 3)?;
    let (layout, shape) = (layout(argument(a, 0)?)?, tuple(argument(a, 1)?)?);
    let order = match a.get(2) {
        Some(order) => tuple(order)?,
        None => lego_algebra::cute::IntTuple::flat(&(0..shape.rank() as i64).collect::<Vec<_>>()).map_err(said)?,
    };
    answered(layout.tile_to_shape(&shape, &order))
}

/// The values of a map that is linear over bits: `{"crd": extents, "vals": the value of each bit, the first dimension's lowest
/// bit first}`. Coordinates come with the first dimension fastest, a value is a list.
fn linear_layout(a: &[Value]) -> Result<Value, String> {
    count(a, 1, 1)?;
    let given = argument(a, 0)?;
    let extents = given["crd"].as_array().ok_or("crd is a list of extents")?;
    let size = extents.iter().try_fold(1i64, |size, extent| {
        let extent = integer(extent)?;
        let power = extent > 0 && (extent as u64).is_power_of_two();
        size.checked_mul(extent).filter(|_| power).ok_or_else(|| format!("{extent} is no power of two, or too large"))
    })?;
    let values = given["vals"].as_array().ok_or("vals is a list of values")?;
    let values: Vec<Vec<i64>> = values
        .iter()
        .map(|value| match value {
            Value::Array(parts) => parts.iter().map(integer).collect(),
            value => Ok(vec![integer(value)?]),
        })
        .collect::<Result<_, String>>()?;
    if values.len() != size.trailing_zeros() as usize || size > 1 << 20 {
        return Err(format!("{size} coordinates need as many values as they have bits, {}", short(&given["vals"])));
    }
    let rank = values.iter().map(Vec::len).max().unwrap_or(1);
    Ok((0..size)
        .map(|c| {
            let mut sum = vec![0; rank];
            for (bit, value) in values.iter().enumerate().filter(|(bit, _)| c >> bit & 1 == 1) {
                debug_assert!(bit < 64);
                for (sum, part) in sum.iter_mut().zip(value) {
                    *sum ^= part;
                }
            }
            json!(sum)
        })
        .collect())
}

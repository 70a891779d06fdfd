//! The functions of an expression: CuTe's, under their names.

use super::Fault;
use super::argument::{Arguments, int_tuple};
use super::partition::{local_partition, local_tile, partition, partition_of_copy, thread_value};
use super::value::Value;
use crate::cute::{ComposedLayout, Error, IntTuple, Layout, Slice, Swizzle, ThreadValue, Tiler, TilerShape};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

type Function = fn(&Arguments<'_>) -> Result<Value, Fault>;

/// All functions, by their names.
const FUNCTIONS: [(&str, Function); 78] = [
    ("size", |a| part(a, |layout| layout.size(), |tuple| tuple.product())),
    ("product", |a| part(a, |layout| layout.size(), |tuple| tuple.product())),
    ("rank", |a| part(a, |layout| layout.rank() as i64, |tuple| Ok(tuple.rank() as i64))),
    ("depth", |a| part(a, |layout| layout.depth() as i64, |tuple| Ok(tuple.depth() as i64))),
    ("cosize", |a| of_layout(a, |layout| Ok(Value::Number(layout.cosize())))),
    ("shape", |a| of_layout(a, |layout| Ok(tuple_value(&layout.shape())))),
    ("stride", |a| of_layout(a, |layout| Ok(tuple_value(&layout.stride())))),
    ("get", get),
    ("layout", get),
    ("mode", get),
    ("flatten", |a| match int_tuple(a.value(0)) {
        Some(_) => Ok(tuple_value(&a.tuple(0)?.flatten())),
        None => of_layout(a, |layout| Ok(Value::Layout(layout.flatten()))),
    }),
    ("coalesce", |a| {
        a.count(1, 2)?;
        let layout = a.layout(0)?;
        if a.len() == 1 { Ok(Value::Layout(layout.coalesce())) } else { made(a, layout.coalesce_by(&a.tuple(1)?)) }
    }),
    ("filter", |a| of_layout(a, |layout| Ok(Value::Layout(layout.filter())))),
    ("right_inverse", |a| of_layout(a, |layout| layout.right_inverse().map(Value::Layout))),
    ("left_inverse", |a| of_layout(a, |layout| layout.left_inverse().map(Value::Layout))),
    ("inverse", |a| of_layout(a, |layout| layout.inverse().map(Value::Layout))),
    ("nullspace", |a| of_layout(a, |layout| layout.nullspace().map(Value::Layout))),
    ("make_layout_like", |a| of_layout(a, |layout| layout.make_layout_like().map(Value::Layout))),
    ("make_fragment_like", |a| of_layout(a, |layout| layout.make_fragment_like().map(Value::Layout))),
    ("is_injective", |a| of_layout(a, |layout| layout.is_injective().map(Value::Truth))),
    ("is_bijective", |a| of_layout(a, |layout| Ok(Value::Truth(layout.is_bijective())))),
    ("is_surjective_on", |a| {
        a.count(2, 2)?;
        a.said(a.layout(0)?.is_surjective_on(a.number(1)?)).map(Value::Truth)
    }),
    ("complement", |a| {
        a.count(1, 2)?;
        let cotarget = if a.len() == 1 { 1 } else { a.said(a.tuple(1)?.product())? };
        made(a, a.layout(0)?.complement(cotarget))
    }),
    ("complement_unchecked", |a| {
        a.count(2, 2)?;
        made(a, a.layout(0)?.complement_unchecked(a.said(a.tuple(1)?.product())?))
    }),
    ("composition", composition),
    ("composition_in_bounds", |a| {
        a.count(2, 2)?;
        Ok(Value::Truth(a.layout(0)?.composition_in_bounds(&a.layout(1)?)))
    }),
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
    ("make_layout", make_layout),
    ("Layout", make_layout),
    ("make_ordered_layout", |a| {
        a.count(2, 2)?;
        made(a, Layout::ordered(&a.tuple(0)?, &a.tuple(1)?))
    }),
    ("make_layout_tv", |a| {
        a.count(2, 2)?;
        a.said(ThreadValue::of(&a.layout(0)?, &a.layout(1)?)).map(|held| Value::ThreadValue(Box::new(held)))
    }),
    ("with_shape", |a| {
        a.count(2, 2)?;
        made(a, a.layout(0)?.with_shape(&a.tuple(1)?))
    }),
    ("group", |a| ranged(a, Layout::group)),
    ("group_modes", |a| ranged(a, Layout::group)),
    ("take", |a| ranged(a, Layout::take)),
    ("append", |a| {
        a.count(2, 2)?;
        let more = a.layout(1)?;
        made(a, Layout::join(&modes(&a.layout(0)?).chain([more]).collect::<Vec<_>>()))
    }),
    ("prepend", |a| {
        a.count(2, 2)?;
        let (layout, more) = (a.layout(0)?, a.layout(1)?);
        made(a, Layout::join(&core::iter::once(more).chain(modes(&layout)).collect::<Vec<_>>()))
    }),
    ("select", |a| {
        a.count(2, usize::MAX)?;
        let layout = a.layout(0)?;
        let mode = |k: usize| {
            let index = usize::try_from(a.number(k)?).unwrap_or(usize::MAX);
            let missing = || Fault::at(&a.nodes[k], format!("{layout} has no mode {}", a.value(k)));
            layout.mode(index).filter(|_| index < layout.rank()).ok_or_else(missing)
        };
        made(a, Layout::join(&(1..a.len()).map(mode).collect::<Result<Vec<_>, _>>()?))
    }),
    ("from_table", |a| {
        a.count(1, 1)?;
        let none = || Fault::at(a.call, "no layout has these values");
        Layout::from_table(a.tuple(0)?.leaves()).map(Value::Layout).ok_or_else(none)
    }),
    ("thread_value", thread_value),
    ("partition", partition),
    ("partition_S", partition_of_copy),
    ("partition_D", partition_of_copy),
    ("local_partition", local_partition),
    ("local_tile", local_tile),
    ("upcast", |a| recast(a, |l, n| l.upcast(n), |s, n| s.upcast(n), |c, n| c.upcast(n))),
    ("downcast", |a| recast(a, |l, n| l.downcast(n), |s, n| s.downcast(n), |c, n| c.downcast(n))),
    ("recast_layout", recast_bits),
    ("recast", recast_bits),
    ("crd2idx", |a| {
        a.count(2, 2)?;
        let coordinate = a.tuple(0)?;
        match a.value(1) {
            Value::Composed(composed) => a.said(composed.crd2idx(&coordinate)).map(Value::Number),
            Value::Layout(layout) => a.said(layout.crd2idx(&coordinate)).map(Value::Number),
            _ => a.said(a.tuple(1)?.crd2crd(&coordinate)).map(Value::Number),
        }
    }),
    ("idx2crd", |a| {
        a.count(2, 2)?;
        let shape = match a.value(1) {
            Value::Layout(layout) => layout.shape(),
            _ => a.tuple(1)?,
        };
        a.said(shape.idx2crd(a.number(0)?)).map(|crd| tuple_value(&crd))
    }),
    ("slice", slice),
    ("shape_div", |a| tuples(a, |one, two| one.shape_div(two))),
    ("ceil_div", |a| tuples(a, |one, two| one.ceil_div(two))),
    ("min", |a| {
        a.count(2, 2)?;
        Ok(Value::Number(a.number(0)?.min(a.number(1)?)))
    }),
    ("max", |a| {
        a.count(2, 2)?;
        Ok(Value::Number(a.number(0)?.max(a.number(1)?)))
    }),
    ("product_each", |a| {
        a.count(1, 1)?;
        a.said(a.tuple(0)?.product_each()).map(|tuple| tuple_value(&tuple))
    }),
    ("prefix_product", |a| {
        a.count(1, 1)?;
        a.said(a.tuple(0)?.prefix_product()).map(|tuple| tuple_value(&tuple))
    }),
    ("inner_product", |a| {
        a.count(2, 2)?;
        a.said(a.tuple(0)?.inner_product(&a.tuple(1)?)).map(Value::Number)
    }),
    ("congruent", |a| shapes(a, |one, two| one.is_congruent(two))),
    ("compatible", |a| shapes(a, |one, two| one.is_compatible(two))),
    ("equal", equal),
    ("Swizzle", swizzle),
    ("Sw", swizzle),
    ("S", swizzle),
    ("Int", |a| {
        a.count(1, 1)?;
        a.number(0).map(Value::Number)
    }),
    ("make_tile", |a| {
        a.count(1, usize::MAX)?;
        Ok(Value::Tiler(a.values.clone()))
    }),
    ("Tile", |a| {
        a.count(1, usize::MAX)?;
        Ok(Value::Tiler(a.values.clone()))
    }),
];

/// Functions that give a tuple of their arguments.
const TUPLES: [&str; 7] = ["make_shape", "make_stride", "make_coord", "make_tuple", "Shape", "Stride", "Step"];

/// The names of all functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|(name, _)| *name).chain(TUPLES)
}

/// The value of a call.
pub(super) fn call(a: &Arguments<'_>) -> Result<Value, Fault> {
    if TUPLES.contains(&a.name) || a.name == "Coord" {
        a.count(1, usize::MAX)?;
        return Ok(Value::Tuple(a.values.clone()));
    }
    match FUNCTIONS.iter().find(|(name, _)| *name == a.name) {
        Some((_, function)) => {
            a.count(1, usize::MAX)?;
            function(a)
        }
        None => {
            let message = match nearest(a.name) {
                Some(near) => format!("no function {}; the nearest is {near}", a.name),
                None => format!("no function {}", a.name),
            };
            Err(Fault { start: a.call.start, end: a.call.start + a.name.len(), message, of_modes: false })
        }
    }
}

/// The function of the name that takes the fewest changes, if they are few.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    let (changes, near) = names().map(|other| (changes(name, other), other)).min()?;
    (changes <= 1 + name.len() / 4).then_some(near)
}

/// How many letters have to be changed, put in or left out.
fn changes(one: &str, two: &str) -> usize {
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], i + 1);
        for (j, b) in two.bytes().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[two.len()]
}

/// Numbers in brackets as a value.
fn tuple_value(tuple: &IntTuple) -> Value {
    if tuple.depth() == 0 {
        return Value::Number(tuple.leaves()[0]);
    }
    Value::Tuple((0..tuple.rank()).filter_map(|k| tuple.element(k)).map(|element| tuple_value(&element)).collect())
}

fn modes(layout: &Layout) -> impl Iterator<Item = Layout> + '_ {
    (0..layout.rank()).filter_map(|k| layout.mode(k))
}

fn made(a: &Arguments<'_>, layout: Result<Layout, Error>) -> Result<Value, Fault> {
    a.said(layout).map(Value::Layout)
}

fn of_layout(a: &Arguments<'_>, of: impl Fn(&Layout) -> Result<Value, Error>) -> Result<Value, Fault> {
    a.count(1, 1)?;
    a.said(of(&a.layout(0)?))
}

/// A number of a layout, of a composed layout, or of a shape.
fn part(
    a: &Arguments<'_>,
    of_layout: impl Fn(&Layout) -> i64,
    of_tuple: impl Fn(&IntTuple) -> Result<i64, Error>,
) -> Result<Value, Fault> {
    a.count(1, 1)?;
    match a.value(0) {
        Value::Composed(composed) => Ok(Value::Number(of_layout(&composed.layout))),
        Value::Layout(layout) => Ok(Value::Number(of_layout(layout))),
        _ => a.said(of_tuple(&a.tuple(0)?)).map(Value::Number),
    }
}

fn tuples(a: &Arguments<'_>, of: impl Fn(&IntTuple, &IntTuple) -> Result<IntTuple, Error>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    a.said(of(&a.tuple(0)?, &a.tuple(1)?)).map(|tuple| tuple_value(&tuple))
}

/// Of two shapes, each a layout's or by itself.
fn shapes(a: &Arguments<'_>, of: impl Fn(&IntTuple, &IntTuple) -> bool) -> Result<Value, Fault> {
    a.count(2, 2)?;
    let shape = |k| match a.value(k) {
        Value::Layout(layout) => Ok(layout.shape()),
        _ => a.tuple(k),
    };
    Ok(Value::Truth(of(&shape(0)?, &shape(1)?)))
}

fn tiled(a: &Arguments<'_>, of: impl Fn(&Layout, &Tiler) -> Result<Layout, Error>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    made(a, of(&a.layout(0)?, &a.tiler(1)?))
}

fn paired(a: &Arguments<'_>, of: impl Fn(&Layout, &Layout) -> Result<Layout, Error>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    made(a, of(&a.layout(0)?, &a.layout(1)?))
}

fn ranged(a: &Arguments<'_>, of: impl Fn(&Layout, usize, usize) -> Result<Layout, Error>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    let mode = |k| a.number(k).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    made(a, of(&a.layout(0)?, mode(1)?, mode(2)?))
}

fn composition(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    let tiler = a.tiler(1)?;
    match (a.value(0), tiler.shape()) {
        (Value::Swizzle(swizzle), TilerShape::Layout(layout)) => {
            Ok(Value::Composed(ComposedLayout { swizzle: *swizzle, offset: 0, layout }))
        }
        (Value::Composed(composed), TilerShape::Layout(layout)) => {
            a.said(composed.composition(&layout)).map(Value::Composed)
        }
        (Value::Composed(composed), _) => a.said(composed.composition_by(&tiler)).map(Value::Composed),
        _ => made(a, a.layout(0)?.composition_by(&tiler)),
    }
}

/// A shape, a shape and strides or an order, or layouts.
fn make_layout(a: &Arguments<'_>) -> Result<Value, Fault> {
    if matches!(a.value(0), Value::Layout(_)) {
        let layouts = (0..a.len()).map(|k| a.layout(k)).collect::<Result<Vec<_>, _>>()?;
        return made(a, Layout::join(&layouts));
    }
    a.count(1, 2)?;
    let shape = a.tuple(0)?;
    match a.values.get(1) {
        None | Some(Value::Order(false)) => made(a, Layout::col_major(&shape)),
        Some(Value::Order(true)) => made(a, Layout::row_major(&shape)),
        Some(_) => made(a, Layout::new(&shape, &a.tuple(1)?)),
    }
}

fn tile_to_shape(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 3)?;
    let shape = a.tuple(1)?;
    let order = match a.values.get(2) {
        Some(Value::Order(right)) => {
            let ranks = (0..shape.rank() as i64).map(|k| if *right { shape.rank() as i64 - k } else { k });
            a.said(IntTuple::flat(&ranks.collect::<Vec<_>>()))?
        }
        Some(_) => a.tuple(2)?,
        None => a.said(IntTuple::flat(&(0..shape.rank() as i64).collect::<Vec<_>>()))?,
    };
    match a.value(0) {
        Value::Composed(composed) => {
            let layout = a.said(composed.layout.tile_to_shape(&shape, &order))?;
            Ok(Value::Composed(ComposedLayout { layout, ..*composed }))
        }
        _ => made(a, a.layout(0)?.tile_to_shape(&shape, &order)),
    }
}

/// `get<1>(L)` is `get(L, 1)` here, and `layout<1>(L)` is `layout(L, 1)`; several numbers go inwards.
fn get(a: &Arguments<'_>) -> Result<Value, Fault> {
    let mut value = a.value(0).clone();
    for k in 1..a.len() {
        let index = usize::try_from(a.number(k)?).unwrap_or(usize::MAX);
        let element = match &value {
            Value::Layout(layout) => layout.mode(index).map(Value::Layout),
            Value::Tuple(elements) | Value::Tiler(elements) => elements.get(index).cloned(),
            _ => None,
        };
        let missing = || Fault::at(&a.nodes[k], format!("{value} has no element {}", a.value(k)));
        value = element.ok_or_else(missing)?;
    }
    Ok(value)
}

/// The layout that a coordinate leaves open; with its offset where that is not 0.
fn slice(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    let slice: Slice = a.slice(0)?;
    match a.value(1) {
        Value::Composed(composed) => a.said(composed.slice(&slice)).map(Value::Composed),
        _ => {
            let (offset, layout) = a.said(a.layout(1)?.slice(&slice))?;
            Ok(if offset == 0 {
                Value::Layout(layout)
            } else {
                Value::Composed(ComposedLayout { swizzle: Swizzle::IDENTITY, offset, layout })
            })
        }
    }
}

/// As functions.
fn equal(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(2, 2)?;
    a.said(a.composed(0)?.eq_as_function(&a.composed(1)?)).map(Value::Truth)
}

fn swizzle(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    let number = |k| a.number(k).map(|number| i32::try_from(number).unwrap_or(i32::MAX));
    let swizzle = Swizzle::new(number(0)?, number(1)?, number(2)?);
    swizzle.map(Value::Swizzle).map_err(|error| Fault::at(a.call, error.to_string()))
}

/// Of a layout, a swizzle, or one after the other, by a number.
fn recast(
    a: &Arguments<'_>,
    of_layout: impl Fn(&Layout, i64) -> Result<Layout, Error>,
    of_swizzle: impl Fn(&Swizzle, i64) -> Result<Swizzle, Error>,
    of_composed: impl Fn(&ComposedLayout, i64) -> Result<ComposedLayout, Error>,
) -> Result<Value, Fault> {
    a.count(2, 2)?;
    let n = a.number(1)?;
    match a.value(0) {
        Value::Swizzle(swizzle) => a.said(of_swizzle(swizzle, n)).map(Value::Swizzle),
        Value::Composed(composed) => a.said(of_composed(composed, n)).map(Value::Composed),
        _ => made(a, of_layout(&a.layout(0)?, n)),
    }
}

/// Of a layout, a swizzle, or one after the other, from elements of so many bits to others.
fn recast_bits(a: &Arguments<'_>) -> Result<Value, Fault> {
    a.count(3, 3)?;
    let (from, to) = (a.number(1)?, a.number(2)?);
    match a.value(0) {
        Value::Swizzle(swizzle) => a.said(swizzle.recast(from, to)).map(Value::Swizzle),
        Value::Composed(composed) => a.said(composed.recast(from, to)).map(Value::Composed),
        _ => made(a, a.layout(0)?.recast(from, to)),
    }
}

//! The strided form with sizes without a value: an offset and, along each axis, how far a step moves the value.

use super::answer::Open;
use crate::relation::Relation;
use lego_expr::{Engine, Id, Map, Op, plain};

/// `low + Σ stride·digit` with strides that are not below 0; the digit is the component, or counts down from the last one.
#[derive(Clone, Debug)]
pub(super) struct Sloped {
    /// The least value.
    pub(super) low: Id,
    pub(super) axes: Vec<Axis>,
    /// Strides that are neither proved not to be below 0 nor not above are taken to be the first: conditions for that.
    pub(super) conditions: Vec<Id>,
}

/// What a component does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// Which component of the index it is.
    pub(super) component: usize,
    pub(super) extent: Id,
    /// By how much a step moves the value, up or down.
    pub(super) stride: Id,
    pub(super) is_down: bool,
}

impl Sloped {
    /// The form of a map to one value whose guards hold.
    pub(super) fn new<'a>(relation: &Relation<'a>, engine: &mut Engine<'a>) -> Result<Self, Open> {
        let arena = relation.arena;
        let [value] = relation.map.values[..] else { return Err(Open::NotStrided) };
        if relation.map.calls(arena) {
            return Err(Open::NotStrided);
        }
        let zero = arena.constant(0);
        let (mut axes, mut conditions) = (Vec::new(), Vec::new());
        for (component, (&variable, &extent)) in relation.map.index.iter().zip(&relation.map.dims).enumerate() {
            let slope = match arena.number(extent) {
                Some(1) => zero,
                _ => engine.slope(value, variable).ok_or_else(|| Open::Bends(plain(arena, variable)))?,
            };
            let is_down = !engine.is_at_most(zero, slope) && engine.is_at_most(slope, zero);
            if !is_down && !engine.is_at_most(zero, slope) {
                conditions.push(arena.compare(lego_expr::Comparison::LessEqual, zero, slope));
            }
            let stride = if is_down { arena.binary(Op::Sub, zero, slope) } else { slope };
            axes.push(Axis { component, extent, stride: engine.simplify(&[], &[stride]).roots[0], is_down });
        }
        // The least value is where every digit is 0.
        let last = |extent: Id| arena.binary(Op::Sub, extent, arena.constant(1));
        let corner: Vec<Id> = axes.iter().map(|axis| if axis.is_down { last(axis.extent) } else { zero }).collect();
        let unguarded = Map { guards: vec![], ..relation.map.clone() };
        let low = engine.simplify(&[], &unguarded.over(arena, &corner).values).roots[0];
        Ok(Self { low, axes, conditions })
    }
}

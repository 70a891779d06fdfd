//! Triton's block pointers: a base, the shape of the array behind it, its strides, and a block of it.

use super::index::Index;
use super::layout::Layout;
use super::query::{Argument, ArgumentKind};
use super::template_language::TemplateLanguage;
use super::written::Written;
use lego_expr::{Comparison, Engine, Id, Map, Node, Op};
use std::collections::HashMap;
use std::rc::Rc;

/// The block pointers that a template has made last: of each layout, and of each layout with an index.
#[derive(Debug, Default)]
pub(super) struct Blocks(HashMap<String, Last>);

/// The block pointers of a layout that were made last.
#[derive(Debug, Default)]
struct Last {
    /// Of all.
    made: Option<Rc<Made>>,
    /// Of those with an index of this text, and the axis that it stands for there.
    with: HashMap<String, (Rc<Made>, usize)>,
}

/// A block pointer that a template makes.
#[derive(Debug)]
struct Made {
    /// The layout, in whose arena the pointer's nodes are.
    layout: Rc<Layout>,
    /// `None` where it could not be made, which has been said.
    pointer: Option<Pointer>,
}

/// A block pointer of a layout.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    index: Index,
    /// For each axis of the array.
    axes: Vec<Axis>,
    /// Where the first element lies: what the indices that belong to no axis of the array add.
    first: Id,
    /// For each axis of the index, the axis of the array that it moves along, and how far a step moves.
    moves: Vec<Option<(usize, Id)>>,
}

/// An axis of the array behind a block pointer.
#[derive(Clone, Debug)]
struct Axis {
    shape: Id,
    stride: Id,
    offset: Id,
    block: Id,
    /// Whether a block may reach past the end.
    is_partial: bool,
}

impl Blocks {
    pub(super) fn add(&mut self, layout: &Rc<Layout>, arguments: &[Argument], pointer: Option<Pointer>) {
        let made = Rc::new(Made { layout: Rc::clone(layout), pointer });
        let last = self.0.entry(layout.name.clone()).or_default();
        // Of equal indices the first axis counts.
        for (axis, argument) in arguments.iter().enumerate().rev() {
            let text = match &argument.kind {
                ArgumentKind::Scalar(text) => text.clone(),
                ArgumentKind::Slice { .. } => ":".to_owned(),
            };
            last.with.insert(text, (Rc::clone(&made), axis));
        }
        last.made = Some(made);
    }

    /// The last one of a layout.
    fn of(&self, name: &str) -> Option<&Rc<Made>> {
        self.0.get(name)?.made.as_ref()
    }

    /// The last one of a layout that has an index of this text, or of which this is an axis by its number; and the axis.
    fn along(&self, name: &str, index: &str) -> Option<(&Rc<Made>, usize)> {
        if let Ok(axis) = index.parse() {
            return Some((self.of(name)?, axis));
        }
        self.0.get(name)?.with.get(index).map(|(made, axis)| (made, *axis))
    }
}

/// The block pointer of an index: its slices are the block.
pub(super) fn pointer(layout: &Layout, index: &Index) -> Result<Pointer, String> {
    let (compiled, arena) = (&layout.compiled, &*layout.compiled.arena);
    let mut engine = Engine::new(arena);
    let (zero, name) = (arena.constant(0), &layout.name);
    if index.slices.is_empty() {
        return Err(format!("a block needs axes that range: all axes of {name} have an index"));
    }
    let mut steps = Vec::new();
    for (axis, step) in layout.steps().into_iter().enumerate() {
        let Some(step) = step.filter(|&step| engine.is_at_most(zero, step)) else {
            return Err(format!(
                "no block pointer: {name} is not affine, a step along axis {axis} does not move the position by the same \
                 everywhere; load from pointers with {name}[…]"
            ));
        };
        steps.push(step);
    }
    let mut axes = Vec::new();
    let mut moves: Vec<Option<(usize, Id)>> = vec![None; steps.len()];
    for (number, slice) in index.slices.iter().enumerate() {
        let Some(block) = slice.extent() else {
            return Err("a block is all of an axis, or ends at a number or a size of the layout".to_owned());
        };
        let shape = compiled.dims[slice.axis];
        moves[slice.axis] = Some((number, arena.constant(1)));
        axes.push(Axis { shape, stride: steps[slice.axis], offset: zero, block, is_partial: false });
    }
    // What lies at index 0, and what indices add that move along no axis of the array.
    let origin = compiled.apply.written.over(arena, &vec![zero; steps.len()]);
    let mut first = origin.values[0];
    // From the right, so that inner tiles come before outer ones.
    for axis in (0..steps.len()).rev().filter(|&axis| !index.is_slice(axis)) {
        let count = axes.len();
        let likely = axis % count;
        let order = (0..count).map(|k| (likely + k) % count);
        let along = order.into_iter().find(|&along| {
            let Axis { shape, stride, .. } = axes[along];
            engine.is_equal(steps[axis], arena.binary(Op::Mul, shape, stride))
        });
        match along {
            Some(along) => {
                let step = axes[along].shape;
                let offset = arena.binary(Op::Mul, index.nodes[axis], step);
                axes[along].offset = arena.binary(Op::Add, offset, axes[along].offset);
                axes[along].shape = arena.binary(Op::Mul, compiled.dims[axis], step);
                moves[axis] = Some((along, step));
            }
            None => {
                let offset = arena.binary(Op::Mul, index.nodes[axis], steps[axis]);
                first = arena.binary(Op::Add, first, offset);
            }
        }
    }
    bound(layout, &mut engine, index, &mut axes)?;
    Ok(Pointer { index: index.clone(), axes, first, moves })
}

/// Where not all of an extended array is stored, the guards say what its shape is.
fn bound(layout: &Layout, engine: &mut Engine<'_>, index: &Index, axes: &mut [Axis]) -> Result<(), String> {
    let arena = &*layout.compiled.arena;
    let Map { guards, .. } = layout.compiled.apply.written.over(arena, &index.nodes);
    let places: Vec<Id> = axes
        .iter()
        .zip(&index.slices)
        .map(|(axis, slice)| arena.binary(Op::Add, axis.offset, slice.variable))
        .collect();
    let mut open = engine.simplify(&guards, &[]).roots;
    while let Some(guard) = open.pop() {
        match arena.get(guard) {
            Node::Constant(1) => {}
            Node::Binary(Op::And, a, b) => open.extend([a, b]),
            Node::Compare(Comparison::Less, place, end) => {
                let along = places.iter().position(|&at| engine.is_equal(at, place));
                let Some(along) = along else { return Err(odd_guard(layout, guard)) };
                axes[along].shape = end;
                axes[along].is_partial = true;
            }
            _ => return Err(odd_guard(layout, guard)),
        }
    }
    Ok(())
}

fn odd_guard(layout: &Layout, guard: Id) -> String {
    format!(
        "no block pointer: it checks each axis of an array against its end, and {} has a position where {}",
        layout.name,
        lego_expr::plain(&layout.compiled.arena, guard)
    )
}

impl Pointer {
    /// The call that makes it.
    pub(super) fn text(
        &self,
        layout: &Layout,
        base: Option<&str>,
        language: TemplateLanguage,
    ) -> Result<String, String> {
        let arena = &*layout.compiled.arena;
        let mut engine = Engine::new(arena);
        let all = |of: fn(&Axis) -> Id| -> Result<String, String> {
            let texts = self.axes.iter().map(|axis| Ok(self.index.expression(layout, of(axis), language)?.text));
            Ok(language.tuple(&texts.collect::<Result<Vec<_>, String>>()?))
        };
        let first = engine.simplify(&[], &[self.first]).roots[0];
        let base = base.map_or_else(|| format!("{}_ptr", layout.name.to_lowercase()), str::to_owned);
        let base = match arena.number(first) {
            Some(0) => base,
            _ => format!("{base} + {}", self.index.expression(layout, first, language)?.text),
        };
        // The axis along which elements lie side by side comes first.
        let mut order: Vec<usize> = (0..self.axes.len()).rev().collect();
        let one = arena.constant(1);
        order.sort_by_key(|&axis| !engine.is_equal(self.axes[axis].stride, one));
        let order: Vec<String> = order.iter().map(usize::to_string).collect();
        Ok(format!(
            "tl.make_block_ptr({base}, shape={}, strides={}, offsets={}, block_shape={}, order={})",
            all(|axis| axis.shape)?,
            all(|axis| axis.stride)?,
            all(|axis| axis.offset)?,
            all(|axis| axis.block)?,
            language.tuple(&order)
        ))
    }
}

/// How far a step along an index moves a block pointer.
pub(super) fn advance(
    layout: &Layout,
    argument: &Argument,
    blocks: &Blocks,
    language: TemplateLanguage,
) -> Result<Written, String> {
    let name = &layout.name;
    let ArgumentKind::Scalar(text) = &argument.kind else {
        return Err("advancing goes along one index: no slice".to_owned());
    };
    let Some((made, axis)) = blocks.along(name, text) else {
        return Err(format!("no {name}.block_ptr(…) before this has the index {text}"));
    };
    let Some(pointer) = &made.pointer else { return Ok(Written::whole(String::new())) };
    let moved = pointer.moves.get(axis).copied().flatten().filter(|_| !pointer.index.is_slice(axis));
    let Some((along, step)) = moved else {
        return Err(format!("{name}'s block pointer has no tiles along axis {axis} that it could advance by"));
    };
    let mut offsets = vec!["0".to_owned(); pointer.axes.len()];
    offsets[along] = pointer.index.expression(&made.layout, step, language)?.text;
    Ok(Written::whole(language.tuple(&offsets)))
}

/// The axes along which a block may reach past the end.
pub(super) fn boundary_check(layout: &Layout, blocks: &Blocks, language: TemplateLanguage) -> Result<Written, String> {
    let Some(made) = blocks.of(&layout.name) else {
        return Err(format!("no {}.block_ptr(…) stands before this", layout.name));
    };
    let axes = made.pointer.iter().flat_map(|pointer| pointer.axes.iter().enumerate());
    let partial: Vec<String> = axes.filter(|(_, axis)| axis.is_partial).map(|(axis, _)| axis.to_string()).collect();
    Ok(Written::whole(language.tuple(&partial)))
}

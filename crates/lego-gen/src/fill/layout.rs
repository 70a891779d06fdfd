//! A layout of a template: its compiled maps, and nodes of theirs as texts of the language.

use super::context::{Binding, bare};
use super::dialect::Expressions;
use super::order::ordered;
use super::template_language::TemplateLanguage;
use super::written::Written;
use crate::unit::too_long;
use lego_expr::{Dialect, Engine, Id, Kind, Knowledge, Node, Op, Unknown, legal, print_alone, reachable};
use lego_lang::compile::Compiled;
use std::collections::HashMap;
use std::rc::Rc;

/// A layout of a template.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) name: String,
    pub(super) compiled: Compiled,
}

/// New nodes of this number at least lie between two clones of an arena.
const GROWN: usize = 1 << 10;

/// A layout for one placeholder after the other.
///
/// Each adds variables, nodes and facts to the arena, and simplification reads all facts. So the arena as it was compiled is cloned
/// whenever it has grown by its own size: a placeholder takes as long as the first one, however many come before it.
pub(super) struct Reused {
    compiled: Rc<Layout>,
    /// Nodes of the arena as it was compiled.
    nodes: usize,
    current: Rc<Layout>,
}

impl Reused {
    pub(super) fn new(name: String, compiled: Compiled) -> Self {
        let compiled = Rc::new(Layout { name, compiled });
        let current = compiled.own();
        Self { nodes: compiled.compiled.arena.nodes(), compiled, current }
    }

    /// The layout for the next placeholder.
    pub(super) fn next(&mut self) -> &Rc<Layout> {
        if self.current.compiled.arena.nodes() - self.nodes > self.nodes.max(GROWN) {
            self.current = self.compiled.own();
        }
        &self.current
    }
}

/// What is at most this is a number; sizes without a value go beyond.
const UNKNOWN: i128 = 1 << 100;

impl Layout {
    /// The same layout with an arena of its own.
    fn own(&self) -> Rc<Self> {
        let arena = Rc::new((*self.compiled.arena).clone());
        Rc::new(Self { name: self.name.clone(), compiled: Compiled { arena, ..self.compiled.clone() } })
    }

    /// How far a step along each axis moves the position, where that is the same everywhere that it has one.
    pub(super) fn steps(&self) -> Vec<Option<Id>> {
        let steps = self.compiled.strides.iter().zip(&self.compiled.runs).zip(&self.compiled.dims);
        steps
            .map(|((stride, run), extent)| {
                stride.or_else(|| run.filter(|(length, _)| length == extent).map(|(_, step)| step))
            })
            .collect()
    }

    pub(super) fn no_axis(&self, axis: usize) -> String {
        let dims = self.compiled.dims.iter().map(|&id| lego_expr::plain(&self.compiled.arena, id)).collect::<Vec<_>>();
        format!("{} has no axis {axis}: its dims are [{}], axes count from 0", self.name, dims.join(", "))
    }

    /// Nodes as texts with what they bind; `slices` are the variables that range.
    pub(super) fn texts(
        &self,
        roots: &[Id],
        known: &dyn Knowledge,
        slices: &[Id],
        dialect: &Expressions<'_>,
    ) -> Result<Vec<Written>, String> {
        let arena = &self.compiled.arena;
        if roots
            .iter()
            .any(|&root| reachable(arena, &[root]).iter().any(|&id| matches!(arena.get(id), Node::Call { .. })))
        {
            return Err(
                "a function named by path cannot be written in another language: give it as closures".to_owned()
            );
        }
        let ordered = ordered(arena, roots, slices, known);
        let gen_instead = |what: &str| {
            format!("{what}: write functions with `lego gen --target {}` and call them", dialect.language.target)
        };
        if dialect.language.is_double && !self.fits_a_double(&ordered.roots, &ordered) {
            let title = dialect.language.target.title();
            return Err(gen_instead(&format!("numbers of {title} do not hold these values exactly")));
        }
        let printed = print_alone(arena, &ordered.roots, dialect, &ordered)
            .map_err(|stop| gen_instead(&format!("too long for a placeholder ({})", too_long(stop).message)))?;
        if dialect.inexact.get() {
            return Err(gen_instead("a square root that floating point does not give exactly"));
        }
        let binding = |root: Id| match arena.get(root) {
            Node::Binary(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem, ..) => Binding::Arithmetic,
            _ => Binding::Loose,
        };
        let written = ordered.roots.iter().zip(printed).map(|(&root, text)| match arena.get(root) {
            // What the template wrote needs no brackets of its own.
            Node::Variable(_) => Written::of(bare(&text), Binding::Loose),
            _ => Written::of(text, binding(root)),
        });
        Ok(written.collect())
    }

    /// Whether doubles hold every value: they are exact below 2^53, and bit operations on them have 32 bits. What sizes
    /// without a value make of it is for the template to keep below that.
    fn fits_a_double(&self, roots: &[Id], known: &dyn Knowledge) -> bool {
        let arena = &self.compiled.arena;
        reachable(arena, roots).into_iter().all(|id| {
            let high = arena.number(id).unwrap_or_else(|| known.range(id).high);
            let is_bits = matches!(arena.get(id), Node::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr, ..));
            let is_rounded = (is_bits && high >= 1 << 31) || (1 << 53..UNKNOWN).contains(&high);
            !is_rounded
        })
    }

    /// A size as text.
    pub(super) fn size(&self, id: Id, language: TemplateLanguage) -> Result<Written, String> {
        let texts = Texts::new();
        let dialect = Expressions::new(language, &texts);
        let form = legal(&self.compiled.arena, &[id], &[], dialect.abilities(), &Unknown);
        Ok(self.texts(&form.roots, &form, &[], &dialect)?.remove(0))
    }

    /// An expression of indices as text.
    pub(super) fn expression(
        &self,
        id: Id,
        texts: &Texts,
        slices: &[Id],
        language: TemplateLanguage,
    ) -> Result<Written, String> {
        let simplified = Engine::new(&self.compiled.arena).simplify(&[], &[id]);
        let dialect = Expressions::new(language, texts);
        let form = legal(&self.compiled.arena, &simplified.roots, &[], dialect.abilities(), &simplified);
        Ok(self.texts(&form.roots, &form, slices, &dialect)?.remove(0))
    }

    /// A new variable for an index below an extent, whose name no size has.
    pub(super) fn variable(&self, number: usize, extent: Id) -> (String, Id) {
        let name = format!("#{number}");
        let id = self.compiled.arena.variable(&name, Kind::Index { extent });
        (name, id)
    }
}

/// Texts that stand for indices, by the names of their variables.
pub(super) type Texts = HashMap<String, String>;

#[cfg(test)]
mod tests {
    use super::super::block::Blocks;
    use super::super::query::query;
    use super::*;
    use lego_lang::TextRange;
    use lego_lang::compile::{Options, compile};

    /// What a placeholder takes grows with the arena, which therefore does not grow with the number of placeholders.
    #[test]
    fn the_arena_of_a_layout_stays_small() {
        let compiled = compile("Row(64, 64).TileBy([4, 4], [16, 16])", &Options::default()).unwrap();
        let mut layout = Reused::new("A".to_owned(), compiled);
        let limit = layout.nodes + layout.nodes.max(GROWN);
        let c = TemplateLanguage::of(crate::Target::C).unwrap();
        let (mut largest, mut renewed, mut before) = (0, 0, 0);
        for number in 0..500 {
            let text = format!("[i, j, k{number}, l]");
            let all = TextRange::new(0, text.len());
            let Ok(query) = query(&text, all) else { panic!("{text} is no query") };
            let current = layout.next();
            let nodes = current.compiled.arena.nodes();
            renewed += usize::from(nodes < before);
            before = nodes;
            largest = largest.max(nodes);
            let written = current.answer(&query, c, all, &mut Blocks::default());
            let expected = format!("1024 * i + 64 * k{number} + 16 * j + l");
            assert!(written.is_ok_and(|written| written.text == expected), "{text}");
        }
        assert!(largest <= limit && renewed > 0, "{largest} nodes, {limit} at most, renewed {renewed} times");
    }
}

//! A layout of a template: its compiled maps, and the texts of what placeholders ask of it.

use super::block::{self, Blocks};
use super::condition;
use super::context::{Binding, is_atom};
use super::dialect::Expressions;
use super::fault::Fault;
use super::host::{Family, Host, Slices};
use super::index::{Index, Slice};
use super::order::ordered;
use super::query::{Argument, ArgumentKind, Query};
use crate::unit::too_long;
use lego_expr::{Dialect, Engine, Id, Kind, Knowledge, Map, Node, Op, Unknown, all_hold, legal, print, reachable};
use lego_lang::TextRange;
use lego_lang::compile::Compiled;
use std::collections::HashMap;

/// A layout of a template.
pub(super) struct Layout {
    pub(super) name: String,
    pub(super) compiled: Compiled,
}

/// What is at most this is a number; sizes without a value go beyond.
const UNKNOWN: i128 = 1 << 100;

/// What is written for a placeholder.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) binding: Binding,
}

impl Written {
    /// A text that binds as it looks.
    pub(super) fn of(text: String, otherwise: Binding) -> Self {
        let binding = if is_atom(&text) { Binding::Atom } else { otherwise };
        Self { text, binding }
    }

    /// Something that stands by itself: a list, the head of a loop.
    pub(super) fn whole(text: String) -> Self {
        Self { text, binding: Binding::Atom }
    }
}

impl Layout {
    /// What is written for a placeholder; `place` is all of it.
    pub(super) fn answer(
        &self,
        query: &Query,
        host: Host,
        place: TextRange,
        blocks: &mut Blocks,
    ) -> Result<Written, Fault> {
        let failing = |message: String| Fault::new(place, message);
        match query {
            Query::Position(arguments) => {
                let index = self.index(arguments, host, place)?;
                let map = &self.compiled.apply.written;
                self.values(map, &index, host).map(|values| self.listed(values, &index, host, None)).map_err(failing)
            }
            Query::Guard(arguments) => {
                let index = self.index(arguments, host, place)?;
                self.guard(&self.compiled.apply.written, &index, host).map_err(failing)
            }
            Query::Loop(arguments) => self.index(arguments, host, place)?.loops(host).map_err(failing),
            Query::Index(position, component) => {
                let rank = self.compiled.dims.len();
                if let Some(component) = component.filter(|&component| component >= rank) {
                    return Err(failing(self.no_axis(component)));
                }
                let index = self.position(position, host)?;
                let map = &self.compiled.inv.written;
                let map = component.map_or_else(|| map.clone(), |component| map.to_value(component));
                self.values(&map, &index, host)
                    .map(|values| self.listed(values, &index, host, Some(component.is_none())))
                    .map_err(failing)
            }
            Query::IndexGuard(position) => {
                let index = self.position(position, host)?;
                self.guard(&self.compiled.inv.written, &index, host).map_err(failing)
            }
            Query::Check => self.check(host).map_err(failing),
            Query::Span => self.size(self.compiled.span, host).map_err(failing),
            Query::Count => self.size(self.compiled.count, host).map_err(failing),
            Query::Rank => Ok(Written::whole(self.compiled.dims.len().to_string())),
            Query::Dims(axis) => {
                let dims: Vec<Option<Id>> = self.compiled.dims.iter().copied().map(Some).collect();
                self.sizes(&dims, *axis, host).map_err(failing)
            }
            Query::Stride(axis) => self.sizes(&self.steps(), *axis, host).map_err(failing),
            Query::BlockPointer(arguments, base) => {
                triton_only(host).map_err(failing)?;
                let pointer = self
                    .index(&self.padded(arguments), host, place)
                    .and_then(|index| block::pointer(self, &index).map_err(failing));
                blocks.add(&self.name, arguments, pointer.as_ref().ok().cloned());
                Ok(Written::whole(pointer?.text(self, base.as_deref(), host).map_err(failing)?))
            }
            Query::Advance(argument) => {
                triton_only(host).map_err(failing)?;
                block::advance(self, argument, blocks, host).map_err(|message| Fault::new(argument.range, message))
            }
            Query::BoundaryCheck => {
                triton_only(host).map_err(failing)?;
                block::boundary_check(self, blocks).map_err(failing)
            }
        }
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

    fn no_axis(&self, axis: usize) -> String {
        let dims = self.compiled.dims.iter().map(|&id| lego_expr::plain(&self.compiled.arena, id)).collect::<Vec<_>>();
        format!("{} has no axis {axis}: its dims are [{}], axes count from 0", self.name, dims.join(", "))
    }

    /// Indices with a slice over each axis that follows them.
    fn padded(&self, arguments: &[Argument]) -> Vec<Argument> {
        let range = arguments.last().map(|argument| argument.range).unwrap_or_default();
        let slice =
            || Argument { range, kind: ArgumentKind::Slice { name: None, low: String::new(), high: String::new() } };
        let missing = self.compiled.dims.len().saturating_sub(arguments.len());
        arguments.iter().cloned().chain((0..missing).map(|_| slice())).collect()
    }

    /// The index that some arguments are.
    fn index(&self, arguments: &[Argument], host: Host, place: TextRange) -> Result<Index, Fault> {
        let dims = &self.compiled.dims;
        if arguments.len() != dims.len() {
            let texts: Vec<String> = dims.iter().map(|&id| lego_expr::plain(&self.compiled.arena, id)).collect();
            let (is, has) = (arguments.len(), dims.len());
            let message = format!(
                "{is} {} here, and {} has {has} {}: its dims are [{}]",
                if is == 1 { "index stands" } else { "indices stand" },
                self.name,
                if has == 1 { "axis" } else { "axes" },
                texts.join(", ")
            );
            return Err(Fault::new(place, message));
        }
        Index::new(self, arguments, dims, host)
    }

    fn position(&self, position: &Argument, host: Host) -> Result<Index, Fault> {
        Index::new(self, std::slice::from_ref(position), &[self.compiled.span], host)
    }

    /// The values of a map at an index, as texts with what they bind.
    fn values(&self, map: &Map, index: &Index, host: Host) -> Result<Vec<Written>, String> {
        let arena = &self.compiled.arena;
        let map = map.over(arena, &index.nodes);
        let mut engine = Engine::new(arena);
        let simplified = engine.simplify(&map.guards, &map.values);
        let dialect = Expressions::new(host, &index.texts);
        let form = legal(arena, &simplified.roots[map.guards.len()..], &map.guards, dialect.abilities(), &simplified);
        self.texts(&form.roots, &form, index, &dialect)
    }

    /// Nodes as texts with what they bind.
    fn texts(
        &self,
        roots: &[Id],
        known: &dyn Knowledge,
        index: &Index,
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
        let slices: Vec<Id> = index.slices.iter().map(|slice| slice.variable).collect();
        let ordered = ordered(arena, roots, &slices, known);
        if dialect.host.family() == Family::Script {
            self.fits_a_double(&ordered.roots, &ordered)?;
        }
        let gen_instead =
            |what: &str| format!("{what}: write functions with `lego gen --target {}` and call them", dialect.host);
        let printed = print(arena, &ordered.roots, dialect, &ordered)
            .map_err(|stop| gen_instead(&format!("too long for a placeholder ({})", too_long(stop).message)))?;
        if dialect.inexact.get() {
            return Err(gen_instead("a square root that floating point does not give exactly"));
        }
        let binding = |root: Id| match arena.get(root) {
            Node::Binary(Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem, ..) => Binding::Arithmetic,
            _ => Binding::Loose,
        };
        let written = ordered.roots.iter().zip(printed.values).map(|(&root, text)| match arena.get(root) {
            // What the host wrote needs no brackets of its own.
            Node::Variable(_) => Written::of(index.bare(&text), Binding::Loose),
            _ => Written::of(text, binding(root)),
        });
        Ok(written.collect())
    }

    /// A number of JavaScript is exact below 2^53, and its bit operations have 32 bits. What sizes without a value make of it
    /// is for the template to keep below that.
    fn fits_a_double(&self, roots: &[Id], known: &dyn Knowledge) -> Result<(), String> {
        let arena = &self.compiled.arena;
        for id in reachable(arena, roots) {
            let high = arena.number(id).unwrap_or_else(|| known.range(id).high);
            let is_bits = matches!(arena.get(id), Node::Binary(Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr, ..));
            if (is_bits && high >= 1 << 31) || (1 << 53..UNKNOWN).contains(&high) {
                return Err(
                    "numbers of JavaScript do not hold these values exactly: `lego gen` writes functions in BigInt"
                        .to_owned(),
                );
            }
        }
        Ok(())
    }

    /// A value for each place that slices range over, or the value. `several` says whether it is an index.
    fn listed(&self, mut values: Vec<Written>, index: &Index, host: Host, several: Option<bool>) -> Written {
        let value = match several {
            Some(true) => {
                let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
                Written::whole(host.tuple(&texts))
            }
            _ => values.remove(0),
        };
        if host.slices() == Slices::Lists && !index.slices.is_empty() {
            Written::whole(list(&value.text, &index.slices, host))
        } else {
            value
        }
    }

    /// The condition under which a map has values.
    fn guard(&self, map: &Map, index: &Index, host: Host) -> Result<Written, String> {
        let arena = &self.compiled.arena;
        let map = map.over(arena, &index.nodes);
        let simplified = Engine::new(arena).simplify(&map.guards, &[]);
        let dialect = Expressions::new(host, &index.texts);
        let Some(form) = all_hold(arena, &simplified.roots, dialect.abilities()) else {
            return Ok(Written::whole(host.truth().to_owned()));
        };
        let mut truths = self.texts(&form.roots, &form, index, &dialect)?;
        let truth = Written { binding: Binding::Loose, ..truths.remove(0) };
        if host.slices() == Slices::Lists && !index.slices.is_empty() {
            return Ok(Written::whole(list(&truth.text, &index.slices, host)));
        }
        Ok(truth)
    }

    /// What has to hold of the sizes, as one truth.
    fn check(&self, host: Host) -> Result<Written, String> {
        let index = Index::default();
        let dialect = Expressions::new(host, &index.texts);
        let mut texts: Vec<String> = Vec::new();
        for truth in condition::truths(&self.compiled)? {
            let form = legal(&self.compiled.arena, &[truth], &[], dialect.abilities(), &Unknown);
            texts.push(self.texts(&form.roots, &form, &index, &dialect)?.remove(0).text);
        }
        if texts.len() > 1 {
            texts.iter_mut().for_each(|text| *text = format!("({text})"));
        }
        let all = texts.into_iter().reduce(|all, text| dialect.truths(Op::And, all, text));
        let text = all.unwrap_or_else(|| host.truth().to_owned());
        Ok(Written::of(text, Binding::Loose))
    }

    /// A size as text.
    pub(super) fn size(&self, id: Id, host: Host) -> Result<Written, String> {
        let index = Index::default();
        let dialect = Expressions::new(host, &index.texts);
        let form = legal(&self.compiled.arena, &[id], &[], dialect.abilities(), &Unknown);
        Ok(self.texts(&form.roots, &form, &index, &dialect)?.remove(0))
    }

    /// An expression of indices as text.
    pub(super) fn expression(&self, id: Id, index: &Index, host: Host) -> Result<Written, String> {
        let simplified = Engine::new(&self.compiled.arena).simplify(&[], &[id]);
        let dialect = Expressions::new(host, &index.texts);
        let form = legal(&self.compiled.arena, &simplified.roots, &[], dialect.abilities(), &simplified);
        Ok(self.texts(&form.roots, &form, index, &dialect)?.remove(0))
    }

    /// A size for each axis, or that of one axis.
    fn sizes(&self, sizes: &[Option<Id>], axis: Option<usize>, host: Host) -> Result<Written, String> {
        let of = |axis: usize| match sizes.get(axis) {
            Some(Some(id)) => self.size(*id, host),
            Some(None) => Err(format!(
                "{} has no stride along axis {axis}: a step along it does not move the position by the same everywhere",
                self.name
            )),
            None => Err(self.no_axis(axis)),
        };
        if let Some(axis) = axis {
            return of(axis);
        }
        let texts: Vec<String> = (0..sizes.len()).map(|axis| of(axis).map(|w| w.text)).collect::<Result<_, _>>()?;
        Ok(Written::whole(host.tuple(&texts)))
    }

    /// A new variable for an index below an extent, whose name no size has.
    pub(super) fn variable(&self, number: usize, extent: Id) -> (String, Id) {
        let name = format!("#{number}");
        let id = self.compiled.arena.variable(&name, Kind::Index { extent });
        (name, id)
    }
}

fn triton_only(host: Host) -> Result<(), String> {
    match host {
        Host::Triton => Ok(()),
        _ => Err(format!("block pointers are Triton's: {host} has none")),
    }
}

/// The list of all values over some slices, the last the fastest.
fn list(value: &str, slices: &[Slice], host: Host) -> String {
    let range = |slice: &Slice| slice.range(host);
    match host {
        Host::Fortran => {
            let implied = |inner: String, slice: &Slice| format!("({inner}, {} = {})", slice.name, range(slice));
            format!("[{}]", slices.iter().rev().fold(value.to_owned(), implied))
        }
        Host::Julia => {
            let heads: Vec<String> = slices.iter().map(|slice| format!("{} in {}", slice.name, range(slice))).collect();
            format!("[{value} for {}]", heads.join(", "))
        }
        Host::JavaScript | Host::TypeScript => slices.iter().rev().fold(value.to_owned(), |inner, slice| {
            format!("Array.from({{ length: {} }}, (_, {}) => {inner})", slice.length(), slice.name)
        }),
        Host::Rust => {
            let (last, others) = slices.split_last().expect("a list has a slice");
            let innermost = format!("({}).map(move |{}| {value})", range(last), last.name);
            others
                .iter()
                .rev()
                .fold(innermost, |inner, slice| format!("({}).flat_map(move |{}| {inner})", range(slice), slice.name))
        }
        Host::Cpp | Host::Mdspan => slices.iter().rev().fold(value.to_owned(), |inner, slice| {
            format!("({} | std::views::transform([=](auto {}) {{ return {inner}; }}))", range(slice), slice.name)
        }),
        _ => slices
            .iter()
            .rev()
            .fold(value.to_owned(), |inner, slice| format!("[{inner} for {} in {}]", slice.name, range(slice))),
    }
}

/// Texts that stand for indices, by the names of their variables.
pub(super) type Texts = HashMap<String, String>;

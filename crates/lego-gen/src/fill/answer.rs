//! What is written for a placeholder: the layout's answer to its question, in the words of the language.

use super::block::{self, Blocks};
use super::condition;
use super::context::Binding;
use super::dialect::Expressions;
use super::fault::Fault;
use super::index::{Index, Slice};
use super::layout::{Layout, Texts};
use super::query::{Argument, ArgumentKind, Query};
use super::template_language::TemplateLanguage;
use super::written::Written;
use crate::syntax::Along;
use crate::target::Target;
use lego_expr::{Dialect, Engine, Id, Map, Op, Unknown, all_hold, legal};
use lego_lang::TextRange;
use std::rc::Rc;

impl Layout {
    /// What is written for a placeholder; `place` is all of it.
    pub(super) fn answer(
        self: &Rc<Self>,
        query: &Query,
        language: TemplateLanguage,
        place: TextRange,
        blocks: &mut Blocks,
    ) -> Result<Written, Fault> {
        let failing = |message: String| Fault::new(place, message);
        match query {
            Query::Position(arguments) => {
                let index = self.index(arguments, language, place)?;
                let map = &self.compiled.apply.written;
                self.values(map, &index, language)
                    .map(|values| self.listed(values, &index, language, None))
                    .map_err(failing)
            }
            Query::Guard(arguments) => {
                let index = self.index(arguments, language, place)?;
                self.guard(&self.compiled.apply.written, &index, language).map_err(failing)
            }
            Query::Loop(arguments) => self.index(arguments, language, place)?.loops(language).map_err(failing),
            Query::Index(position, component) => {
                let rank = self.compiled.dims.len();
                if let Some(component) = component.filter(|&component| component >= rank) {
                    return Err(failing(self.no_axis(component)));
                }
                let index = self.position(position, language)?;
                let map = &self.compiled.inv.written;
                let map = component.map_or_else(|| map.clone(), |component| map.to_value(component));
                self.values(&map, &index, language)
                    .map(|values| self.listed(values, &index, language, Some(component.is_none())))
                    .map_err(failing)
            }
            Query::IndexGuard(position) => {
                let index = self.position(position, language)?;
                self.guard(&self.compiled.inv.written, &index, language).map_err(failing)
            }
            Query::Check => self.check(language).map_err(failing),
            Query::Span => self.size(self.compiled.span, language).map_err(failing),
            Query::Count => self.size(self.compiled.count, language).map_err(failing),
            Query::Rank => Ok(Written::whole(self.compiled.dims.len().to_string())),
            Query::Dims(axis) => {
                let dims: Vec<Option<Id>> = self.compiled.dims.iter().copied().map(Some).collect();
                self.sizes(&dims, *axis, language).map_err(failing)
            }
            Query::Stride(axis) => self.sizes(&self.steps(), *axis, language).map_err(failing),
            Query::BlockPointer(arguments, base) => {
                triton_only(language).map_err(failing)?;
                let pointer = self
                    .index(&self.padded(arguments), language, place)
                    .and_then(|index| block::pointer(self, &index).map_err(failing));
                blocks.add(self, arguments, pointer.as_ref().ok().cloned());
                Ok(Written::whole(pointer?.text(self, base.as_deref(), language).map_err(failing)?))
            }
            Query::Advance(argument) => {
                triton_only(language).map_err(failing)?;
                block::advance(self, argument, blocks, language).map_err(|message| Fault::new(argument.range, message))
            }
            Query::BoundaryCheck => {
                triton_only(language).map_err(failing)?;
                block::boundary_check(self, blocks, language).map_err(failing)
            }
        }
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
    fn index(&self, arguments: &[Argument], language: TemplateLanguage, place: TextRange) -> Result<Index, Fault> {
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
        Index::new(self, arguments, dims, language)
    }

    fn position(&self, position: &Argument, language: TemplateLanguage) -> Result<Index, Fault> {
        Index::new(self, std::slice::from_ref(position), &[self.compiled.span], language)
    }

    /// The values of a map at an index, as texts with what they bind.
    fn values(&self, map: &Map, index: &Index, language: TemplateLanguage) -> Result<Vec<Written>, String> {
        let arena = &self.compiled.arena;
        let map = map.over(arena, &index.nodes);
        let mut engine = Engine::new(arena);
        let simplified = engine.simplify(&map.guards, &map.values);
        let dialect = Expressions { is_guarded: !map.guards.is_empty(), ..Expressions::new(language, &index.texts) };
        let form = legal(arena, &simplified.roots[map.guards.len()..], &map.guards, dialect.abilities(), &simplified);
        self.texts(&form.roots, &form, &index.variables(), &dialect)
    }

    /// A value for each place that slices range over, or the value. `several` says whether it is an index.
    fn listed(
        &self,
        mut values: Vec<Written>,
        index: &Index,
        language: TemplateLanguage,
        several: Option<bool>,
    ) -> Written {
        let value = match several {
            Some(true) => {
                let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
                Written::whole(language.tuple(&texts))
            }
            _ => values.remove(0),
        };
        if language.lists() && !index.slices.is_empty() {
            Written::whole(list(&value.text, &index.slices, language))
        } else {
            value
        }
    }

    /// The condition under which a map has values.
    fn guard(&self, map: &Map, index: &Index, language: TemplateLanguage) -> Result<Written, String> {
        let arena = &self.compiled.arena;
        let map = map.over(arena, &index.nodes);
        let simplified = Engine::new(arena).simplify(&map.guards, &[]);
        let dialect = Expressions::new(language, &index.texts);
        let Some(form) = all_hold(arena, &simplified.roots, dialect.abilities()) else {
            return Ok(Written::whole(language.truth.to_owned()));
        };
        let mut truths = self.texts(&form.roots, &form, &index.variables(), &dialect)?;
        let truth = Written { binding: Binding::Loose, ..truths.remove(0) };
        if language.lists() && !index.slices.is_empty() {
            return Ok(Written::whole(list(&truth.text, &index.slices, language)));
        }
        Ok(truth)
    }

    /// What has to hold of the sizes, as one truth.
    fn check(&self, language: TemplateLanguage) -> Result<Written, String> {
        let none = Texts::new();
        let dialect = Expressions::new(language, &none);
        let mut texts: Vec<String> = Vec::new();
        for truth in condition::truths(&self.compiled)? {
            let form = legal(&self.compiled.arena, &[truth], &[], dialect.abilities(), &Unknown);
            texts.push(self.texts(&form.roots, &form, &[], &dialect)?.remove(0).text);
        }
        if texts.len() > 1 {
            texts.iter_mut().for_each(|text| *text = format!("({text})"));
        }
        let all = texts.into_iter().reduce(|all, text| dialect.truths(Op::And, all, text));
        let text = all.unwrap_or_else(|| language.truth.to_owned());
        Ok(Written::of(text, Binding::Loose))
    }

    /// A size for each axis, or that of one axis.
    fn sizes(&self, sizes: &[Option<Id>], axis: Option<usize>, language: TemplateLanguage) -> Result<Written, String> {
        let of = |axis: usize| match sizes.get(axis) {
            Some(Some(id)) => self.size(*id, language),
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
        Ok(Written::whole(language.tuple(&texts)))
    }
}

fn triton_only(language: TemplateLanguage) -> Result<(), String> {
    match language.target {
        Target::Triton => Ok(()),
        target => Err(format!("block pointers are Triton's: {target} has none")),
    }
}

/// The list of all values over some slices, the last the fastest.
fn list(value: &str, slices: &[Slice], language: TemplateLanguage) -> String {
    let slices: Vec<Along> = slices.iter().map(Slice::along).collect();
    (language.list)(&language, value, &slices)
}

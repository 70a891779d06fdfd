//! An index of a placeholder: expressions of the language, numbers, and slices.

use super::context::is_atom;
use super::fault::Fault;
use super::layout::{Layout, Texts};
use super::query::{Argument, ArgumentKind};
use super::template_language::TemplateLanguage;
use super::written::Written;
use crate::syntax::{Along, Slices};
use lego_expr::{Id, Kind, Map, Node};

/// An index: a node for each axis, and what stands for the variables among them.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) nodes: Vec<Id>,
    pub(super) texts: Texts,
    /// The axes that range, in their order.
    pub(super) slices: Vec<Slice>,
}

/// An axis that ranges.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// The axis.
    pub(super) axis: usize,
    /// The variable along it, which begins at `low`.
    pub(super) variable: Id,
    /// What the language calls it, where it has a name.
    pub(super) name: String,
    /// Where it begins, and where it ends: one past the last.
    low: Bound,
    high: Bound,
}

/// An end of a slice.
#[derive(Clone, Debug)]
struct Bound {
    text: String,
    /// A number or a size of the layout.
    node: Option<Id>,
}

impl Index {
    /// The index that some arguments are, one for each of these extents.
    pub(super) fn new(
        layout: &Layout,
        arguments: &[Argument],
        dims: &[Id],
        language: TemplateLanguage,
    ) -> Result<Self, Fault> {
        let arena = &layout.compiled.arena;
        let mut index = Self::default();
        let ranging = arguments.iter().filter(|argument| matches!(argument.kind, ArgumentKind::Slice { .. })).count();
        for (axis, (argument, &extent)) in arguments.iter().zip(dims).enumerate() {
            let fault = |message: String| Fault::new(argument.range, message);
            let node = match &argument.kind {
                ArgumentKind::Scalar(text) => match literal(text) {
                    Some(number) => {
                        let most = arena.number(extent);
                        if number < 0 || most.is_some_and(|most| number >= most) {
                            let extent = lego_expr::plain(arena, extent);
                            return Err(fault(format!(
                                "{number} is no index here: indices are from 0 and below {extent}"
                            )));
                        }
                        arena.constant(number)
                    }
                    None => {
                        let (name, id) = layout.variable(axis, extent);
                        let text = if is_atom(text) { text.clone() } else { format!("({text})") };
                        index.texts.insert(name, text);
                        // The only index below 1 is 0.
                        if arena.number(extent) == Some(1) { arena.constant(0) } else { id }
                    }
                },
                ArgumentKind::Slice { name, low, high } => {
                    let low = Bound::new(layout, if low.is_empty() { "0" } else { low });
                    let high = match high.as_str() {
                        "" => Bound { text: layout.size(extent, language).map_err(fault)?.text, node: Some(extent) },
                        high => Bound::new(layout, high),
                    };
                    let number = |bound: &Bound| bound.node.and_then(|id| arena.number(id));
                    if let (Some(low), Some(high)) = (number(&low), number(&high)) {
                        if low < 0 || low >= high {
                            return Err(fault(format!("a slice from {low} to {high} has no indices")));
                        }
                    }
                    if let (Some(high), Some(most)) = (number(&high), arena.number(extent)) {
                        if high > most {
                            return Err(fault(format!("the slice ends at {high}, and the axis has {most} indices")));
                        }
                    }
                    let (key, variable) = layout.variable(axis, high.node.unwrap_or(extent));
                    let name = name.clone().unwrap_or_else(|| format!("{}{axis}", language.letter));
                    let slice = Slice { axis, variable, name, low, high };
                    let text = slice.text(index.slices.len(), ranging, language);
                    index.texts.insert(key, text);
                    index.slices.push(slice);
                    variable
                }
            };
            index.nodes.push(node);
        }
        Ok(index)
    }

    /// An expression of the index's variables as text.
    pub(super) fn expression(&self, layout: &Layout, id: Id, language: TemplateLanguage) -> Result<Written, String> {
        layout.expression(id, &self.texts, &self.variables(), language)
    }

    /// The variables that range.
    pub(super) fn variables(&self) -> Vec<Id> {
        self.slices.iter().map(|slice| slice.variable).collect()
    }

    /// Whether an axis ranges.
    pub(super) fn is_slice(&self, axis: usize) -> bool {
        self.slices.iter().any(|slice| slice.axis == axis)
    }

    /// The heads of loops over the slices.
    pub(super) fn loops(&self, language: TemplateLanguage) -> Result<Written, String> {
        let heads: Vec<String> = self.slices.iter().map(|slice| (language.head)(&slice.along())).collect();
        match (heads.as_slice(), language.heads) {
            ([], _) => Err("a loop needs a slice: `:` or `lo:hi`".to_owned()),
            ([one], _) => Ok(Written::whole(one.clone())),
            (heads, Some(join)) => Ok(Written::whole(join(heads))),
            _ => {
                let target = language.target;
                Err(format!("one slice at a time: in {target} the head of a loop has its body right behind it"))
            }
        }
    }
}

/// A number, if a text is one.
fn literal(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

impl Bound {
    fn new(layout: &Layout, text: &str) -> Self {
        let arena = &layout.compiled.arena;
        let value = layout.compiled.values.get(text).copied();
        let number = literal(text).or(value);
        let size = || {
            let is_size = layout.compiled.parameters.iter().any(|name| name == text);
            is_size.then(|| size(layout, text)).flatten()
        };
        let node = number.map(|number| arena.constant(number)).or_else(size);
        Self { text: value.map_or_else(|| text.to_owned(), |value| value.to_string()), node }
    }

    fn is_zero(&self) -> bool {
        self.text == "0"
    }

    /// As an operand.
    fn operand(&self) -> String {
        if is_atom(&self.text) { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// The variable of a size.
fn size(layout: &Layout, name: &str) -> Option<Id> {
    let arena = &layout.compiled.arena;
    let maps = [&layout.compiled.apply.written, &layout.compiled.inv.written];
    let roots: Vec<Id> = maps.into_iter().flat_map(Map::roots).chain(layout.compiled.dims.iter().copied()).collect();
    lego_expr::reachable(arena, &roots).into_iter().find(|&id| {
        let Node::Variable(number) = arena.get(id) else { return false };
        let variable = arena.variable_of(number);
        variable.kind == Kind::Size && variable.name == name
    })
}

impl Slice {
    /// What stands for the variable; the slice is this one of so many.
    fn text(&self, number: usize, count: usize, language: TemplateLanguage) -> String {
        let module = match language.slices {
            Slices::Ranges(module) => module,
            Slices::Lengths if !self.low.is_zero() => return format!("({} + {})", self.low.operand(), self.name),
            _ => return self.name.clone(),
        };
        let blanks: Vec<&str> = (0..count).map(|axis| if axis == number { ":" } else { "None" }).collect();
        let spread = if count > 1 { format!("[{}]", blanks.join(", ")) } else { String::new() };
        // The length of a range is known where the text is compiled; where it begins need not be.
        let length = self.high.text.strip_prefix(&self.low.text).and_then(|rest| rest.trim_start().strip_prefix('+'));
        match length.map(str::trim).filter(|_| self.low.node.is_none()) {
            Some(length) => format!("({} + {module}.arange(0, {length}){spread})", self.low.text),
            None => format!("{module}.arange({}, {}){spread}", self.low.text, self.high.text),
        }
    }

    /// The text of the extent: one past the last index, where it begins at 0.
    pub(super) fn extent(&self) -> Option<Id> {
        self.high.node.filter(|_| self.low.is_zero())
    }

    /// The slice as texts.
    pub(super) fn along(&self) -> Along {
        let (low, high) = (&self.low, &self.high);
        let last = match (high.text.parse::<i128>(), is_atom(&high.text)) {
            (Ok(number), _) => (number - 1).to_string(),
            (_, true) => format!("{}-1", high.text),
            _ => format!("({})-1", high.text),
        };
        let length = match low.is_zero() {
            true => high.text.clone(),
            false => format!("{} - {}", high.text, low.operand()),
        };
        Along {
            name: self.name.clone(),
            low: low.text.clone(),
            high: high.text.clone(),
            operands: [low.operand(), high.operand()],
            last,
            length,
        }
    }
}

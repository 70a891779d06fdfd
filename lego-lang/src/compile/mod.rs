//! From a checked chain to simplified expressions: what the macro, the command line and the printers work from.
//!
//! ```text
//! text ── parse ── elaborate over Symbols ──> Chain<Symbol> ── apply, inv ──> expressions ── Engine ──> Compiled
//! ```

mod assertion;
mod run;
mod symbols;
mod width;

pub use assertion::{Assertion, Condition};
pub use lego_core::algebra::Requirement;
pub use symbols::POSITION;
pub use width::Width;

use crate::elaborate::Elaborated;
use crate::syntax::Function;
use crate::text_range::TextRange;
use crate::world::World;
use crate::{Diagnostic, elaborate};
pub(crate) use assertion::requirement_of_ids;
use lego_core::LayoutError;
use lego_core::algebra::Chain;
use lego_expr::{Arena, Cost, Engine, Extremes, Fact, Id, Kind, Node, Op, Simplified, Symbol, cost};
use std::collections::BTreeMap;
pub(crate) use symbols::Symbols;

/// What is given besides the text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values of names; a name without one stays a symbol.
    pub values: BTreeMap<String, i128>,
    /// Whether functions named by path can be called where the result is used.
    pub calls: bool,
    /// By what forms are compared.
    pub cost: Cost,
    /// By what the forms for `u32` are compared, where 32 bits have forms of their own.
    pub cost_u32: Option<Cost>,
    /// Whether to record which rules made the forms.
    pub explain: bool,
}

/// A map in its simplified form.
#[derive(Clone, Debug)]
pub struct Map {
    /// What the algebra wrote: the guards, then the values.
    pub raw: Vec<Id>,
    /// How many of the roots are guards: conditions under which there is a value, each asked only where the ones before
    /// it hold.
    pub guards: usize,
    /// The simplified roots, in the same order.
    pub form: Simplified,
    /// What computing the roots passes through; below zero only closures go.
    pub extremes: Extremes,
}

impl Map {
    /// The conditions under which there is a value.
    #[must_use]
    pub fn guards(&self) -> &[Id] {
        &self.form.roots[..self.guards]
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> &[Id] {
        &self.form.roots[self.guards..]
    }

    /// Operations before and after simplification, guards not counted.
    #[must_use]
    pub fn operations(&self, arena: &Arena) -> (usize, usize) {
        (cost::operations(arena, &self.raw[self.guards..]), cost::operations(arena, self.values()))
    }
}

/// A function of the user's that must be a bijection: to be checked where it can be called.
#[derive(Clone, Debug)]
pub struct Unproved {
    /// The piece.
    pub range: TextRange,
    /// The extents.
    pub dims: Vec<Id>,
    /// The paths of the function and its inverse; `None` for closures on symbolic sizes.
    pub paths: Option<(String, String)>,
}

/// A layout as expressions.
#[derive(Debug)]
pub struct Compiled {
    /// Where the expressions are.
    pub arena: Arena,
    /// The logical extents.
    pub dims: Vec<Id>,
    /// Their product.
    pub count: Id,
    /// The number of positions that a buffer must hold.
    pub span: Id,
    /// The variables `i0, i1, …`.
    pub index: Vec<Id>,
    /// The variable `p`.
    pub position: Id,
    /// Scalar to position: one value.
    pub apply: Map,
    /// Position to index: one value a dimension.
    pub inv: Map,
    /// Both maps again, for 32 bits; `None` where they are the same or were not asked for.
    pub for_u32: Option<(Map, Map)>,
    /// By how much the position grows along each axis, where that is the same everywhere.
    pub strides: Vec<Option<Id>>,
    /// Along each axis that has no such stride, the length of the runs in which it has one, and that stride.
    pub runs: Vec<Option<(Id, Id)>>,
    /// By how much it grows for a step `[+1, -1]` in rank 2, where that is the same everywhere; may be below zero.
    pub anti_diagonal: Option<Id>,
    /// The symbols, in the order in which the text names them.
    pub parameters: Vec<String>,
    /// What was assumed of the symbols.
    pub assertions: Vec<Assertion>,
    /// Functions that remain to be checked.
    pub unproved: Vec<Unproved>,
    /// Whether a function is taken at its word: `unchecked`.
    pub unchecked: bool,
}

/// Compiles the text of a layout.
///
/// ```
/// use lego_lang::compile::{Options, compile};
/// let layout = compile("Col(4, 8)", &Options::default()).unwrap();
/// assert_eq!(layout.apply.operations(&layout.arena), (2, 2));
/// ```
///
/// # Errors
/// Everything that is wrong with the text, each at its place.
pub fn compile(text: &str, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let arena = Arena::new();
    let parts = {
        let world = Symbols::new(&arena, &options.values, options.calls);
        let elaborated = elaborate::compile(text, &world)?;
        parts(&world, elaborated, TextRange { start: 0, end: text.trim_end().len() }, options)?
    };
    Ok(parts.with(arena))
}

/// [`Compiled`] without its arena, while that is borrowed.
struct Parts {
    dims: Vec<Id>,
    count: Id,
    span: Id,
    index: Vec<Id>,
    position: Id,
    apply: Map,
    inv: Map,
    for_u32: Option<(Map, Map)>,
    strides: Vec<Option<Id>>,
    runs: Vec<Option<(Id, Id)>>,
    anti_diagonal: Option<Id>,
    parameters: Vec<String>,
    assertions: Vec<Assertion>,
    unproved: Vec<Unproved>,
    unchecked: bool,
}

impl Parts {
    fn with(self, arena: Arena) -> Compiled {
        Compiled {
            arena,
            dims: self.dims,
            count: self.count,
            span: self.span,
            index: self.index,
            position: self.position,
            apply: self.apply,
            inv: self.inv,
            for_u32: self.for_u32,
            strides: self.strides,
            runs: self.runs,
            anti_diagonal: self.anti_diagonal,
            parameters: self.parameters,
            assertions: self.assertions,
            unproved: self.unproved,
            unchecked: self.unchecked,
        }
    }
}

fn parts<'a>(
    world: &Symbols<'a>,
    elaborated: Elaborated<'_, Symbol<'a>>,
    whole: TextRange,
    options: &Options,
) -> Result<Parts, Vec<Diagnostic>> {
    let arena = world.arena;
    let parameters = world.symbols();
    let chain = &elaborated.chain;
    let mut assertions = Vec::new();
    for (name, id) in &parameters {
        let requirement = Requirement::Positive { what: name.clone(), value: *id };
        assertions.push(Assertion { range: whole, condition: Condition::Requirement(requirement) });
    }
    for (range, fact) in &elaborated.facts {
        let truth = world.compare(fact.comparison, fact.left, fact.right).id();
        state(arena, truth);
        assertions.push(Assertion { range: *range, condition: Condition::Fact(fact.text.clone(), truth) });
    }
    let symbol = |id| Symbol::new(arena, id);
    let dims: Vec<Id> = chain.dims().iter().map(|n| n.id()).collect();
    let (raw_count, raw_span) = (chain.count().id(), chain.span().id());
    let index: Vec<Id> =
        dims.iter().enumerate().map(|(k, &extent)| arena.variable(&format!("i{k}"), Kind::Index { extent })).collect();
    let position = arena.variable("p", Kind::Index { extent: raw_span });
    // The only index below 1 is 0: its axis costs nothing.
    let only = |extent: Id| arena.number(extent) == Some(1);
    let indices: Vec<Symbol<'a>> = index
        .iter()
        .zip(&dims)
        .map(|(&id, &extent)| symbol(if only(extent) { arena.constant(0) } else { id }))
        .collect();
    let applied = chain.apply(&indices);
    let inverted = chain.inv(symbol(position));
    if arena.overflowed() {
        let error = LayoutError::Overflow { what: "a size of the layout".into(), bits: 128 };
        return Err(vec![Diagnostic { error, range: whole }]);
    }
    let mut engine = Engine::by(arena, options.cost);
    let given = assertions.len();
    for (range, requirement) in elaborated.demands {
        let requirement = requirement_of_ids(requirement, Symbol::id);
        if is_stated(arena, &requirement) || !is_proved(arena, &mut engine, &requirement) {
            assertions.push(Assertion { range, condition: Condition::Requirement(requirement) });
        }
    }
    // What is asserted may be relied upon, but only now: a demand that it proves would not be asserted itself.
    if assertions.len() > given {
        for assertion in &assertions[given..] {
            if let Condition::Requirement(requirement) = &assertion.condition {
                state_requirement(arena, requirement);
            }
        }
        engine = Engine::by(arena, options.cost);
    }
    let limits = [raw_count, raw_span];
    let totals = engine.simplify(&[], &limits);
    let (count, span) = (totals.roots[0], totals.roots[1]);
    let maps = |engine: &mut Engine<'a>| {
        let apply = map(engine, &applied.guards, &[applied.value], &limits, elaborated.closures);
        let inv = map(engine, &inverted.guards, &inverted.value, &limits, elaborated.closures);
        [apply, inv]
    };
    engine.explain(options.explain);
    let [apply, inv] = maps(&mut engine);
    engine.explain(false);
    let for_u32 = options.cost_u32.filter(|cost| *cost != options.cost).and_then(|cost| {
        engine.set_cost(cost);
        let [narrow_apply, narrow_inv] = maps(&mut engine);
        engine.set_cost(options.cost);
        // A form that sizes decide in which type to compute is written twice: then rather the other one.
        let settled = |narrow: Map, wide: &Map| {
            let is_other = !narrow.extremes.is_settled() && wide.extremes.is_settled();
            if is_other { wide.clone() } else { narrow }
        };
        let (narrow_apply, narrow_inv) = (settled(narrow_apply, &apply), settled(narrow_inv, &inv));
        let same = narrow_apply.form.roots == apply.form.roots && narrow_inv.form.roots == inv.form.roots;
        (!same).then_some((narrow_apply, narrow_inv))
    });
    fitting(arena, whole, &[("the number of indices", count), ("the span", span)], &mut assertions);
    let guarded = chain.expands();
    let strides: Vec<Option<Id>> =
        index.iter().map(|&variable| if guarded { None } else { engine.slope(applied.value.id(), variable) }).collect();
    let runs = (0..dims.len())
        .map(|axis| match (guarded, strides[axis]) {
            (false, None) => run::run(arena, chain, &indices, axis, &apply, &mut engine),
            _ => None,
        })
        .collect();
    let anti_diagonal = if guarded { None } else { anti_diagonal(arena, chain, &indices, &mut engine) };
    let unproved = elaborated
        .genps
        .into_iter()
        .map(|genp| Unproved {
            range: genp.range,
            dims: genp.dims.iter().map(|n| n.id()).collect(),
            paths: match (&genp.apply.node, &genp.inverse.node) {
                (Function::Path(apply), Function::Path(inverse)) => Some((apply.clone(), inverse.clone())),
                _ => None,
            },
        })
        .collect();
    let parameters = parameters.iter().map(|(name, _)| name.clone()).collect();
    Ok(Parts {
        dims,
        count,
        span,
        index,
        position,
        apply,
        inv,
        for_u32,
        strides,
        runs,
        anti_diagonal,
        parameters,
        assertions,
        unproved,
        unchecked: elaborated.unchecked,
    })
}

fn map(engine: &mut Engine<'_>, guards: &[Symbol<'_>], values: &[Symbol<'_>], limits: &[Id], closures: bool) -> Map {
    let guards: Vec<Id> = guards.iter().map(|s| s.id()).collect();
    let values: Vec<Id> = values.iter().map(|s| s.id()).collect();
    let form = engine.simplify(&guards, &values);
    let extremes = engine.extremes(&form, guards.len(), limits, closures);
    Map { raw: guards.iter().chain(&values).copied().collect(), guards: guards.len(), form, extremes }
}

/// What must fit the index type: the sizes.
fn fitting(arena: &Arena, whole: TextRange, sizes: &[(&str, Id)], assertions: &mut Vec<Assertion>) {
    let mut seen = Vec::new();
    for (what, id) in sizes.iter().copied() {
        if arena.number(id).is_none() && !is_part_of_variable(arena, id) && !seen.contains(&id) {
            seen.push(id);
            assertions.push(Assertion { range: whole, condition: Condition::Fits(what.to_owned(), id) });
        }
    }
}

/// Whether a value is a variable or what divisions and subtractions leave of one: it fits where the variable does.
fn is_part_of_variable(arena: &Arena, id: Id) -> bool {
    match arena.get(id) {
        Node::Variable(_) => true,
        Node::Binary(Op::Div | Op::Sub, a, _) | Node::Within(a, _) => is_part_of_variable(arena, a),
        _ => false,
    }
}

/// By how much the position grows from [i, j] to [i+1, j-1]: with j = s - i, by how much it grows with i.
fn anti_diagonal<'a>(
    arena: &'a Arena,
    chain: &Chain<'_, Symbol<'a>>,
    indices: &[Symbol<'a>],
    engine: &mut Engine<'a>,
) -> Option<Id> {
    let [i, _] = indices else { return None };
    let dims = chain.dims();
    let extent = (dims[0] + dims[1]).id();
    let sum = Symbol::new(arena, arena.variable("s", Kind::Index { extent }));
    engine.slope(chain.apply(&[*i, sum - *i]).value.id(), i.id())
}

/// States a fact of the `where` clause in the form in which the engine uses it; other facts are asserted only.
pub(crate) fn state(arena: &Arena, truth: Id) {
    use lego_expr::Comparison;
    let Node::Compare(comparison, a, b) = arena.get(truth) else { return };
    match (comparison, arena.get(a), arena.number(a), arena.number(b)) {
        (Comparison::Equal, Node::Binary(Op::Rem, value, divisor), _, Some(0)) => {
            arena.state(Fact::Divides(value, divisor));
        }
        (Comparison::Less, ..) => match arena.number(b) {
            Some(bound) => arena.state(Fact::AtMost(a, arena.constant(bound - 1))),
            None => arena.state(Fact::AtMost(arena.binary(Op::Add, a, arena.constant(1)), b)),
        },
        (Comparison::LessEqual, ..) => arena.state(Fact::AtMost(a, b)),
        (Comparison::Equal, ..) => {
            arena.state(Fact::AtMost(a, b));
            arena.state(Fact::AtMost(b, a));
        }
        (Comparison::NotEqual, ..) => {}
    }
}

/// States a requirement that will be asserted in the form in which the engine uses it, if it has one.
pub(crate) fn state_requirement(arena: &Arena, requirement: &Requirement<Id>) {
    match *requirement {
        Requirement::Positive { value, .. } => arena.state(Fact::AtMost(arena.constant(1), value)),
        Requirement::Divides { value, divisor, .. } => arena.state(Fact::Divides(value, divisor)),
        Requirement::AtMost { value, most, .. } => arena.state(Fact::AtMost(value, most)),
        Requirement::Equal { left_size, right_size, .. } => {
            arena.state(Fact::AtMost(left_size, right_size));
            arena.state(Fact::AtMost(right_size, left_size));
        }
        Requirement::PowerOfTwo { .. } | Requirement::Coprime { .. } => {}
    }
}

/// Whether a requirement is one of the facts that the engine takes for granted, which therefore must be asserted.
fn is_stated(arena: &Arena, requirement: &Requirement<Id>) -> bool {
    matches!(requirement, Requirement::Divides { value, divisor, .. } if arena.facts().contains(&Fact::Divides(*value, *divisor)))
}

fn is_proved(arena: &Arena, engine: &mut Engine<'_>, requirement: &Requirement<Id>) -> bool {
    match requirement {
        Requirement::Positive { value, .. } => engine.is_at_most(arena.constant(1), *value),
        Requirement::Divides { value, divisor, .. } => engine.divides(*divisor, *value),
        Requirement::AtMost { value, most, .. } => engine.is_at_most(*value, *most),
        Requirement::Equal { left_size, right_size, .. } => engine.is_equal(*left_size, *right_size),
        Requirement::PowerOfTwo { .. } | Requirement::Coprime { .. } => false,
    }
}

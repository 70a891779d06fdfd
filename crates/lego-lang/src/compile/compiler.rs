//! The compilation of a layout: from its text to its simplified maps.

use super::assertion::{Assertion, Condition, requirement_of_ids};
use super::compiled::{Compiled, SimplifiedMap, SimplifiedSizes, Unproved};
use super::knowledge::{is_proved, is_stated, state_extents, state_facts, state_requirement};
use super::limit::within_limit;
use super::mapping;
use super::options::Options;
use super::outline::Outline;
use super::runs::Runs;
use super::symbols::Symbols;
use crate::diagnostic::Diagnostic;
use crate::elaborate::{Elaborated, Unverified, elaborate_reading};
use crate::parser::Reading;
use crate::syntax::Function;
use crate::text_range::TextRange;
use lego_core::LayoutError;
use lego_core::chain::{Chain, Requirement, Scalar as _, Stage};
use lego_expr::{Arena, Comparison, Engine, Id, Kind, Map, Node, Op, Symbol, reachable};
use std::rc::Rc;

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
    compile_reading(&Reading::new(text), options)
}

/// [`compile`] of a text that has been read.
///
/// # Errors
/// Everything that is wrong with the text, each at its place.
pub fn compile_reading(reading: &Reading, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let arena = Rc::new(Arena::new());
    let world = Symbols::new(&arena, options);
    let range = TextRange::all(reading.text());
    let elaborated = within_limit(&arena, range, || elaborate_reading(reading, &world))??;
    compile_elaborated(&arena, &world, elaborated, reading.text(), options)
}

/// What is wrong with a text in which every name needs a value.
#[cfg(feature = "dynamic")]
pub(crate) fn without_values(reading: &Reading, options: &Options) -> Vec<Diagnostic> {
    let arena = Arena::new();
    let world = Symbols::new(&arena, options).closed();
    let range = TextRange::all(reading.text());
    match within_limit(&arena, range, || elaborate_reading(reading, &world)) {
        Ok(elaborated) => elaborated.err().unwrap_or_default(),
        Err(diagnostics) => diagnostics,
    }
}

fn compile_elaborated<'a>(
    arena: &'a Rc<Arena>,
    world: &Symbols<'a>,
    mut elaborated: Elaborated<'_, Symbol<'a>>,
    text: &str,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let range = TextRange::all(text);
    let parameters = world.symbols();
    let mut assertions = state_facts(world, &elaborated)?;
    state_extents(arena, &elaborated);
    let chain = &elaborated.chain;
    let is_empty = chain.is_empty();
    let (dims, limits, index, position, written) = within_limit(arena, range, || {
        let dims = mapping::ids(&chain.dims());
        let limits = [chain.count().id(), chain.span().id()];
        let index = Map::index(arena, &dims);
        let position = arena.variable("p", Kind::Index { extent: limits[1] });
        let written = [mapping::apply(arena, &elaborated, &index), mapping::inv(arena, &elaborated, position)];
        (dims, limits, index, position, written)
    })?;
    if arena.overflowed() {
        let error = LayoutError::Overflow { what: "a size of the layout".into(), bits: 128 };
        return Err(vec![Diagnostic { error, range }]);
    }
    let demands = std::mem::take(&mut elaborated.demands);
    assertions.extend(relying_on_demands(arena, demands, options));
    // What is computed before there is an index relies on no size being at least 1.
    let mut engine_of_sizes = Engine::of_sizes(arena, options.cost);
    let mut engine = Engine::with_cost(arena, options.cost);
    let totals = engine_of_sizes.simplify(&[], &limits);
    let (count, span) = (totals.roots[0], totals.roots[1]);
    // What the maps are made of is written in the order in which it comes up: first the sizes.
    let _ = engine.simplify(&[], &limits);
    let stored = mapping::ids(&chain.stored_alone());
    let maps = |engine: &mut Engine<'a>| {
        let mut maps =
            written.each_ref().map(|map| simplified(engine, map, span, &limits, elaborated.closures, is_empty));
        guard_stored(arena, &stored, &mut maps[0]);
        maps
    };
    engine.explain(options.explain);
    let [apply, inv] = maps(&mut engine);
    engine.explain(false);
    if elaborated.closures && !is_empty && [&apply, &inv].into_iter().any(|map| divides_by_zero(arena, map)) {
        let error = LayoutError::ZeroDivisor { divisor: "of a closure".into() };
        return Err(vec![Diagnostic { error, range }]);
    }
    let for_u32 = options.cost_u32.filter(|cost| *cost != options.cost && !is_empty).and_then(|cost| {
        engine.set_cost(cost);
        let [narrow_apply, narrow_inv] = maps(&mut engine);
        engine.set_cost(options.cost);
        // A form that sizes decide in which type to compute is written twice: then rather the other one.
        let settled = |narrow: SimplifiedMap, wide: &SimplifiedMap| {
            let is_other = !narrow.extremes.is_settled() && wide.extremes.is_settled();
            if is_other { wide.clone() } else { narrow }
        };
        let (narrow_apply, narrow_inv) = (settled(narrow_apply, &apply), settled(narrow_inv, &inv));
        let same = narrow_apply.form.roots == apply.form.roots && narrow_inv.form.roots == inv.form.roots;
        (!same).then_some((narrow_apply, narrow_inv))
    });
    let sizes_u32 = options.sizes_u32.then(|| {
        let form = engine_of_sizes.simplify(&[], &[&dims[..], &[span]].concat());
        let extremes = engine_of_sizes.extremes(&form, 0, &limits, true);
        SimplifiedSizes { form, extremes }
    });
    // What numbers bound fits any index.
    let is_small = |id: &Id| totals.range(*id).is_bounded() && totals.range(*id).high <= i128::from(u32::MAX);
    if !(is_small(&count) && is_small(&span)) {
        fitting(arena, range, chain, [count, span], &mut assertions);
    }
    let guarded = chain.expands();
    let components = mapping::components(arena, &index, &dims);
    // Strides and runs need the layout written anew, for every axis.
    let is_short = !is_empty && reachable(arena, &written[0].values).len() <= MOST_CUT;
    let known = Runs::new(arena, chain, &components, &apply);
    let slopes: Vec<Option<Id>> = (0..dims.len())
        .map(|axis| match is_short {
            true => known.stride(axis, &mut engine),
            false if guarded => None,
            false if is_empty => row_major(arena, &dims, axis),
            false => engine.slope(written[0].values[0], index[axis]),
        })
        .collect();
    // A step from an index with a position to one without has no length, however long the run.
    let strides: Vec<Option<Id>> = if guarded { vec![None; dims.len()] } else { slopes.clone() };
    let runs = (0..dims.len())
        .map(|axis| match slopes[axis] {
            Some(slope) if guarded && !is_empty => Some((dims[axis], slope)),
            None if is_short => known.run(axis, &mut engine),
            _ => None,
        })
        .collect();
    let tells = |axis: &Id| is_short && engine.ends_tell(written[0].values[0], &written[0].guards, *axis);
    let ends_tell = index.iter().map(tells).collect();
    let anti_diagonal = if guarded || !is_short { None } else { anti_diagonal(arena, chain, &components, &mut engine) };
    Ok(Compiled {
        text: text.to_owned(),
        values: options.values.clone(),
        arena: Rc::clone(arena),
        dims,
        count,
        span,
        index,
        position,
        apply,
        inv,
        for_u32,
        sizes_u32,
        strides,
        runs,
        ends_tell,
        anti_diagonal,
        outline: Outline::new(arena, chain),
        parameters: parameters.into_iter().map(|(name, _)| name).collect(),
        assertions,
        unproved: elaborated.genps.into_iter().map(unproved).collect(),
        unchecked: elaborated.unchecked,
        shares: chain.sharing().is_some(),
    })
}

/// Layouts of more nodes are not looked at for runs: each would be written anew, for every axis.
const MOST_CUT: usize = 1 << 12;

/// The demands that cannot be proved without relying on them: these are to be asserted, and are stated. A size may be 0 here: a
/// layout that is empty meets its demands, too.
fn relying_on_demands(
    arena: &Arena,
    demands: Vec<(TextRange, Requirement<Symbol<'_>>)>,
    options: &Options,
) -> Vec<Assertion> {
    let demands: Vec<(TextRange, Requirement<Id>)> =
        demands.into_iter().map(|(range, demand)| (range, requirement_of_ids(demand, Symbol::id))).collect();
    // That divisors are at least 1 comes first: without, no quotient is known to be one.
    let is_positive = |requirement: &Requirement<Id>| matches!(requirement, Requirement::Positive { .. });
    let mut engine = Engine::of_sizes(arena, options.cost);
    let mut divisors = Vec::new();
    for (_, requirement) in demands.iter().filter(|(_, requirement)| is_positive(requirement)) {
        divisors.push(is_proved(arena, &mut engine, requirement));
    }
    let mut proved = divisors.into_iter();
    for (_, requirement) in demands.iter().filter(|(_, requirement)| is_positive(requirement)) {
        state_requirement(arena, requirement);
    }
    let mut engine = Engine::of_sizes(arena, options.cost);
    let mut assertions = Vec::new();
    for (range, requirement) in demands {
        let is_known = match is_positive(&requirement) {
            true => proved.next().unwrap_or(false),
            false => !is_stated(arena, &requirement) && is_proved(arena, &mut engine, &requirement),
        };
        if !is_known {
            assertions.push(Assertion { range, condition: Condition::Requirement(requirement) });
        }
    }
    // What is asserted may be relied upon, but only now: a demand that it proves would not be asserted itself.
    for assertion in &assertions {
        if let Condition::Requirement(requirement) = &assertion.condition {
            state_requirement(arena, requirement);
        }
    }
    assertions
}

fn simplified(
    engine: &mut Engine<'_>,
    written: &Map,
    span: Id,
    limits: &[Id],
    closures: bool,
    is_empty: bool,
) -> SimplifiedMap {
    // What is written of no index says nothing that could be simpler.
    let form = match is_empty {
        true => engine.as_given(written.roots()),
        false => engine.simplify(&written.guards, &written.values),
    };
    let extremes = engine.extremes(&form, written.guards.len(), limits, closures);
    let (guards, values) = form.roots.split_at(written.guards.len());
    let raw = limits[1];
    let total = |ids: &[Id]| ids.iter().map(|&id| if id == raw { span } else { id }).collect();
    let map = Map {
        index: written.index.clone(),
        dims: total(&written.dims),
        spans: total(&written.spans),
        guards: guards.to_vec(),
        values: values.to_vec(),
        unchecked: written.unchecked,
    };
    SimplifiedMap { written: written.clone(), map, form, extremes }
}

/// Adds a guard for each stored extent that may be 0 although there are indices, unless a guard fails for 0 by itself: `i0 < N`
/// does, while of one element that is stored the simplifier leaves nothing to ask.
fn guard_stored(arena: &Arena, stored: &[Id], apply: &mut SimplifiedMap) {
    let mut conjuncts = Vec::new();
    let mut open = apply.map.guards.clone();
    while let Some(guard) = open.pop() {
        match arena.get(guard) {
            Node::Binary(Op::And, one, other) => open.extend([one, other]),
            Node::Compare(Comparison::Less, _, bound) => conjuncts.push(Symbol::new(arena, bound)),
            _ => {}
        }
    }
    for &extent in stored {
        if !conjuncts.iter().any(|bound| bound.vanishes_with(Symbol::new(arena, extent))) {
            // The engine takes every size for at least 1, and would fold this away.
            let is_stored = arena.node(Node::Compare(Comparison::Less, arena.constant(0), extent));
            let guards = apply.map.guards.len();
            apply.map.guards.push(is_stored);
            apply.form.roots.insert(guards, is_stored);
        }
    }
}

/// The stride along an axis of an array whose elements lie in the order of the index. Of a layout without an index any will do.
fn row_major(arena: &Arena, dims: &[Id], axis: usize) -> Option<Id> {
    let mut inner = dims[axis + 1..].iter().map(|&extent| arena.number(extent));
    let stride = inner.try_fold(1_i128, |stride, extent| stride.checked_mul(extent?));
    stride.map(|stride| arena.constant(stride))
}

fn unproved(genp: Unverified<Symbol<'_>>) -> Unproved {
    Unproved {
        range: genp.range,
        dims: mapping::ids(&genp.dims),
        paths: match (genp.apply.node, genp.inverse.node) {
            (Function::Path(apply), Function::Path(inverse)) => Some((apply, inverse)),
            _ => None,
        },
    }
}

/// Whether a map in its simplified form divides by 0: by a divisor of which the closure alone does not show it.
fn divides_by_zero(arena: &Arena, map: &SimplifiedMap) -> bool {
    let is_zero = |id| match arena.get(id) {
        Node::Binary(Op::Div | Op::Rem, _, divisor) => arena.number(divisor) == Some(0),
        _ => false,
    };
    reachable(arena, &map.form.roots).into_iter().any(is_zero)
}

/// What must fit the index type: the sizes. So must what the extents multiply to without those that are 0, so that no part of them
/// exceeds an index, though the whole is 0.
fn fitting(
    arena: &Arena,
    range: TextRange,
    chain: &Chain<'_, Symbol<'_>>,
    [count, span]: [Id; 2],
    assertions: &mut Vec<Assertion>,
) {
    let mut seen = Vec::new();
    let stored = chain.stages().first().map(Stage::outgoing).unwrap_or_default();
    for (what, value, extents) in [("the number of indices", count, chain.dims()), ("the span", span, stored)] {
        if arena.number(value).is_none() && !is_part_of_variable(arena, value) && !seen.contains(&value) {
            seen.push(value);
            let factors = factors(arena, &mapping::ids(&extents));
            let symbolic = factors.iter().filter(|&&factor| arena.number(factor).is_none()).count();
            let bound = if symbolic < 2 { value } else { without_zeros(arena, &factors) };
            assertions.push(Assertion { range, condition: Condition::Fits { what: what.to_owned(), value, bound } });
        }
    }
}

/// The most factors into which extents are taken apart.
const MOST_FACTORS: usize = 64;

/// The factors of extents that are products.
fn factors(arena: &Arena, extents: &[Id]) -> Vec<Id> {
    let mut factors = Vec::new();
    let mut open: Vec<Id> = extents.iter().rev().copied().collect();
    while let Some(extent) = open.pop() {
        match arena.get(extent) {
            Node::Binary(Op::Mul, a, b) if factors.len() + open.len() < MOST_FACTORS => open.extend([b, a]),
            _ => factors.push(extent),
        }
    }
    factors
}

/// The product of factors of which those that are 0 count as 1.
fn without_zeros(arena: &Arena, factors: &[Id]) -> Id {
    let one = arena.constant(1);
    factors.iter().fold(one, |product, &factor| {
        let factor = match arena.number(factor) {
            Some(number) => arena.constant(number.max(1)),
            None => arena.binary(Op::Max, factor, one),
        };
        arena.binary(Op::Mul, product, factor)
    })
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

//! Random syntax trees.

use super::{
    Argument, Call, Closure, Comparison, Cute, Expr, ExprKind, Fact, Function, GenP, IntTuple, IntTupleKind, Layout,
    Let, List, Operator, Piece, Stage,
};
use crate::text_range::{Located, TextRange};
use lego_core::chain::Parameter;
use lego_core::chain::pieces::NAMED;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn somewhere<T>(node: T) -> Located<T> {
    Located::new(node, TextRange::default())
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["M", "N", "i", "j", "p", "min", "crate::B", "Self::N", "r#type", "größe", "_x"]).prop_map(str::to_owned)
}

fn leaf() -> impl Strategy<Value = Expr> {
    let small = (0..20_i128).prop_map(ExprKind::Integer);
    let large = any::<u64>().prop_map(|value| ExprKind::Integer(value.into()));
    prop_oneof![4 => small, 1 => large, 4 => name().prop_map(ExprKind::Name)].prop_map(somewhere)
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn call() -> impl Strategy<Value = Call> {
    select(Call::ALL.to_vec())
}

fn comparison() -> impl Strategy<Value = Comparison> {
    select(Comparison::ALL.to_vec())
}

fn numeric(operators: Vec<Operator>) -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(4, 16, 2, move |inner| {
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            4 => (select(operators.clone()), pair.clone())
                .prop_map(|(operator, (a, b))| ExprKind::Binary(operator, boxed(a), boxed(b))),
            1 => inner.clone().prop_map(|a| ExprKind::Negative(boxed(a))),
            1 => (call(), pair).prop_map(|(call, (a, b))| ExprKind::Call(call, boxed(a), boxed(b))),
        ]
        .prop_map(somewhere)
    })
}

fn size() -> impl Strategy<Value = Expr> {
    numeric(vec![Operator::Add, Operator::Sub, Operator::Mul, Operator::Div])
}

/// An expression of a closure, of any type.
pub(crate) fn expression() -> impl Strategy<Value = Expr> {
    use Operator::{Add, And, BitAnd, BitOr, BitXor, Div, Mul, Or, Rem, Shl, Shr, Sub};
    let operators = vec![Add, Sub, Mul, Div, Rem, BitAnd, BitOr, BitXor, Shl, Shr, And, Or];
    leaf().prop_recursive(5, 24, 3, move |inner| {
        let pair = (inner.clone(), inner.clone());
        let plain = select(operators.clone());
        let operator = prop_oneof![4 => plain, 1 => comparison().prop_map(Operator::Compare)];
        let binding = (name().prop_filter("no path", |name| !name.contains(':')), inner.clone())
            .prop_map(|(name, value)| Let { name: somewhere(name), value });
        prop_oneof![
            6 => (operator, pair.clone()).prop_map(|(operator, (a, b))| ExprKind::Binary(operator, boxed(a), boxed(b))),
            1 => inner.clone().prop_map(|a| ExprKind::Negative(boxed(a))),
            1 => inner.clone().prop_map(|a| ExprKind::Not(boxed(a))),
            1 => (call(), pair.clone()).prop_map(|(call, (a, b))| ExprKind::Call(call, boxed(a), boxed(b))),
            2 => (inner.clone(), pair)
                .prop_map(|(c, (a, b))| ExprKind::If(boxed(c), boxed(a), boxed(b))),
            1 => (vec(binding, 1..3), inner.clone()).prop_map(|(lets, value)| ExprKind::Block(lets, boxed(value))),
            1 => vec(inner, 1..4).prop_map(ExprKind::Tuple),
        ]
        .prop_map(somewhere)
    })
}

fn list(length: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = List> {
    vec(size(), length).prop_map(somewhere)
}

fn function() -> impl Strategy<Value = Located<Function>> {
    let path =
        select(vec!["f", "crate::f", "::a::f::<3,B<4>>", "antidiag"]).prop_map(|path| Function::Path(path.into()));
    let closure = (1..4_usize, expression()).prop_map(|(rank, body)| {
        let parameters = ["i", "j", "k"][..rank].iter().map(|&name| somewhere(name.to_owned())).collect();
        Function::Closure(Closure { parameters, body })
    });
    prop_oneof![path, closure].prop_map(somewhere)
}

fn int_tuple() -> impl Strategy<Value = IntTuple> {
    let leaf = size().prop_map(|size| somewhere(IntTupleKind::Leaf(size)));
    leaf.prop_recursive(3, 8, 3, |inner| vec(inner, 1..4).prop_map(|modes| somewhere(IntTupleKind::Tuple(modes))))
}

fn piece() -> impl Strategy<Value = Located<Piece>> {
    let named = (select(NAMED.iter().collect::<Vec<_>>()), vec(size(), 6)).prop_map(|(named, sizes)| {
        let mut sizes = sizes.into_iter();
        let mut number = || sizes.next().unwrap_or_else(|| somewhere(ExprKind::Integer(1)));
        let arguments = match named.parameters.listed() {
            None => (0..3).map(|_| Argument::Number(number())).collect(),
            Some((_, parameters)) => {
                let argument = |parameter: &Parameter| match parameter {
                    Parameter::Pair(_) => Argument::List(somewhere(vec![number(), number()])),
                    Parameter::Entries(_) => Argument::List(somewhere(vec![number(), number(), number()])),
                    _ => Argument::Number(number()),
                };
                parameters.iter().map(argument).collect()
            }
        };
        Piece::Named(named, arguments)
    });
    let reg_p = (list(1..4), list(1..4)).prop_map(|(sizes, s)| Piece::RegP(sizes, s));
    let gen_p = (list(1..4), function(), proptest::option::of(function()), any::<bool>()).prop_map(
        |(sizes, apply, inverse, unchecked)| {
            let unchecked = unchecked && inverse.is_some();
            Piece::GenP(GenP { sizes, apply, inverse, unchecked })
        },
    );
    let cute = int_tuple().prop_flat_map(|shape| {
        // Strides may be nested as they like, as far as the parser goes.
        int_tuple().prop_map(move |stride| Piece::Cute(Cute::Given(shape.clone(), stride)))
    });
    let linear = (list(1..4), vec(list(1..4), 0..4)).prop_map(|(dims, images)| Piece::Linear(dims, somewhere(images)));
    prop_oneof![3 => named, 1 => reg_p, 2 => gen_p, 1 => cute, 1 => linear].prop_map(somewhere)
}

fn stage() -> impl Strategy<Value = Located<Stage>> {
    let levels = || vec(list(1..4), 1..3);
    prop_oneof![
        2 => vec(piece(), 1..3).prop_map(Stage::OrderBy),
        1 => vec(piece(), 1..3).prop_map(Stage::TileOrderBy),
        1 => levels().prop_map(Stage::GroupBy),
        1 => levels().prop_map(Stage::TileBy),
        1 => (list(1..3), list(1..3)).prop_map(|(left, right)| Stage::ExpandBy(left, right)),
        1 => (list(1..3), list(1..3)).prop_map(|(left, right)| Stage::PadBy(left, right)),
    ]
    .prop_map(somewhere)
}

fn fact() -> impl Strategy<Value = Located<Fact>> {
    let side = || numeric(vec![Operator::Add, Operator::Sub, Operator::Mul, Operator::Div, Operator::Rem]);
    (side(), comparison(), side()).prop_map(|(left, comparison, right)| somewhere(Fact { left, comparison, right }))
}

/// A chain that the parser accepts, whatever its sizes mean.
pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    let plain = || prop_oneof![piece().prop_map(|piece| somewhere(Stage::Piece(piece))), stage()];
    let chain = || (plain(), vec(stage(), 0..2)).prop_map(|(start, rest)| std::iter::once(start).chain(rest).collect());
    let composed = (chain(), chain()).prop_map(|(outer, inner)| somewhere(Stage::Compose(outer, inner)));
    let start = prop_oneof![4 => plain(), 1 => composed];
    (start, vec(stage(), 0..3), vec(fact(), 0..3)).prop_map(|(start, rest, facts)| {
        let stages = std::iter::once(start).chain(rest).collect();
        Layout { stages, facts, text: String::new() }
    })
}

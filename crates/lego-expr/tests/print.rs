//! What is written twice: with names where there may be statements, and never where a text is one expression.

use lego_expr::{Arena, Expressions, Id, Kind, Op, Stop, Unknown, print, print_alone};

/// An expression in which every value is used twice, so many times over.
fn doubled(arena: &Arena, times: u32) -> Id {
    let x = arena.variable("x", Kind::Index { extent: arena.constant(1000) });
    let half = |value, op, number| arena.binary(op, value, arena.constant(number));
    (0..times).fold(x, |value, _| arena.binary(Op::Mul, half(value, Op::Div, 3), half(value, Op::Rem, 5)))
}

#[test]
fn a_long_expression_has_names_and_one_alone_never() {
    let arena = Arena::new();
    let root = doubled(&arena, 8);
    let dialect = Expressions::default();
    let printed = print(&arena, &[root], &dialect, &Unknown).unwrap();
    assert!(!printed.shared.is_empty(), "256 uses of x are written out");
    let alone = print_alone(&arena, &[root], &dialect, &Unknown).unwrap().remove(0);
    assert_eq!(alone.matches('x').count(), 256);
    let name = printed.shared[0].name.as_str();
    assert!(!alone.contains(name), "{name} stands for nothing in {alone}");
}

#[test]
fn an_expression_that_would_be_endless_is_refused() {
    let arena = Arena::new();
    let root = doubled(&arena, 60);
    assert_eq!(print_alone(&arena, &[root], &Expressions::default(), &Unknown), Err(Stop::TooLong));
    assert!(print(&arena, &[root], &Expressions::default(), &Unknown).is_ok());
}

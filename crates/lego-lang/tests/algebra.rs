//! CuTe's algebra in layouts: the values of its expressions, names in them, and errors at their place.

mod common;

use common::indices;
use lego_lang::{Declaration, Declarations, Numbers, Reading, RuntimeLayout, elaborate_reading};
use std::collections::BTreeMap;

#[track_caller]
fn same(one: &str, other: &str) {
    let [first, second] = [one, other]
        .map(|text| RuntimeLayout::parse(text, &[("M", 4)]).unwrap_or_else(|errors| panic!("{text}: {errors:?}")));
    assert_eq!((first.dims(), first.span()), (second.dims(), second.span()), "{one}");
    for index in indices(first.dims()) {
        assert_eq!(first.apply(&index), second.apply(&index), "{one} at {index:?}");
    }
    for position in 0..first.span() {
        assert_eq!(first.inv(position), second.inv(position), "{one} from {position}");
    }
}

#[test]
fn expressions_are_the_layouts_that_they_give() {
    for expression in [
        "logical_divide(16:1, 4:4)",
        "zipped_divide((8,8):(8,1), (2,4))",
        "blocked_product((2,2):(1,2), (3,4):(4,1))",
        "raked_product((2,2):(2,1), (3,4):(1,3))",
        "logical_product((2,2):(4,1), 6:1)",
        "make_layout((4,8), LayoutRight)",
        "make_layout((4,8):(1,4), 3:32)",
        "right_inverse((4,8):(8,1))",
        "coalesce((2,(1,6)):(1,(6,2)))",
        "composition((8,4):(4,1), (4,8):(8,1))",
    ] {
        same(&format!("Cute({expression})"), &format!("Cute({})", cute(expression)));
    }
    same("Cute(make_layout((M, 2*M), LayoutRight))", "Row(4, 8)");
    same("OrderBy(Row(2), Cute(make_layout((2,2)))).GroupBy([8])", "OrderBy(Row(2), Col(2, 2)).GroupBy([8])");
    same("Cute((min(M, 8), 8):(8, 1))", "Row(4, 8)");
}

/// What the algebra itself gives.
fn cute(expression: &str) -> String {
    lego_algebra::expression::evaluate(expression, &|_| None).unwrap().to_string()
}

#[test]
fn layouts_beside_the_text_have_names() {
    let mut beside = Declarations::default();
    let values = BTreeMap::from([("H".to_owned(), 8)]);
    beside.declare(Declaration::new("X", &[], values, Reading::new("Cute((H, 4):(4, 1))")));
    let product = Reading::beside("Cute(composition(X, (4, 8):(8, 1)))", &beside);
    beside.declare(Declaration::new("Y", &[], BTreeMap::new(), product));
    beside.declare(Declaration::new("Other", &[], BTreeMap::new(), Reading::new("Row(4, 8)")));
    beside.declare(Declaration::new("Open", &["N"], BTreeMap::new(), Reading::new("Cute((N, 2):(1, N))")));
    let world = Numbers::default();
    let positions = |text: &str| {
        let chain = elaborate_reading(&Reading::beside(text, &beside), &world).map_err(|errors| {
            errors
                .iter()
                .map(|error| (text[error.range.start..error.range.end].to_owned(), error.to_string()))
                .collect::<Vec<_>>()
        })?;
        let dims: Vec<u64> = chain.chain.dims().iter().filter_map(|n| lego_core::chain::Scalar::number(*n)).collect();
        let at = |index: Vec<u64>| {
            let index: Vec<lego_lang::Exact> = index.into_iter().map(Into::into).collect();
            lego_core::chain::Scalar::number(chain.chain.apply(&index).value).unwrap()
        };
        Ok::<Vec<u64>, Vec<(String, String)>>(indices(&dims).map(at).collect())
    };
    let given = |expression: &str| positions(&format!("Cute({})", cute(expression))).unwrap();
    assert_eq!(positions("Cute(X)").unwrap(), given("(8,4):(4,1)"));
    assert_eq!(positions("Cute(Y)").unwrap(), given("composition((8,4):(4,1), (4,8):(8,1))"));
    assert_eq!(positions("Cute(X o (4, 8):(8, 1))").unwrap(), positions("Y").unwrap());
    assert_eq!(positions("Cute(make_layout(X, 2:32))").unwrap(), given("make_layout((8,4):(4,1), 2:32)"));
    let wrong = |text: &str| positions(text).unwrap_err();
    let no = |name: &str| (name.to_owned(), format!("{name} may not stand here: it is no Cute(…) without parameters"));
    assert_eq!(wrong("Cute(coalesce(Other))"), [no("Other")]);
    assert_eq!(wrong("Cute(coalesce(Open))"), [no("Open")]);
}

#[test]
fn what_the_algebra_refuses_is_said_at_its_place() {
    let refused = |text: &str, place: &str, words: &str| {
        let errors = RuntimeLayout::parse(text, &[("M", 4)]).expect_err(text);
        let found: Vec<(&str, String)> =
            errors.iter().map(|error| (&text[error.range.start..error.range.end], error.to_string())).collect();
        assert_eq!(found, [(place, words.to_owned())], "{text}");
    };
    refused(
        "Cute(composition((6,2):(8,2), 3:4))",
        "composition((6,2):(8,2), 3:4)",
        "mode 0 of B, 3:4, goes in steps of 4 through mode 0 of A, 6:8, and 4 does not divide 6; CuTe's first mode is the fastest",
    );
    refused(
        "OrderBy(Row(2), Cute(complment(4:2, 24)))",
        "complment",
        "no function complment; the nearest is complement",
    );
    refused("Cute(coalesce((2,4):))", ")", "expected a layout, a tuple, a number or a function");
    refused("Cute(size(4:2))", "size(4:2)", "a layout is needed, and this is a number");
    refused("Cute(make_layout((4,K)))", "K", "K needs a value here");
    let order = "; of CuTe's modes in a mode the first is fastest, and row-major is (4, 8):(8, 1)";
    let expression = "complement(4:2, 24)";
    refused(
        &format!("Cute({expression})"),
        expression,
        &format!("no bijection: position 2 of the 6 is never reached{order}"),
    );
}

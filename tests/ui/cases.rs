//! One file a rule of the language, with the compiler's words beside it: `cargo xtask bless` writes them anew.

#[test]
fn wrong_layouts_say_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}

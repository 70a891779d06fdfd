//! One file a rule of the language or of kernels, with the compiler's words beside it: `cargo xtask bless` writes them
//! anew.

#[test]
fn wrong_layouts_say_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("fail/*.rs");
}

#[test]
fn wrong_kernels_say_what_is_wrong() {
    trybuild::TestCases::new().compile_fail("fail/kernels/*.rs");
}

#[test]
fn right_kernels_are_right_anywhere() {
    trybuild::TestCases::new().pass("pass/*.rs");
}

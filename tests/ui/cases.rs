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

/// What is known of a tile when an instance of a kernel is compiled: `cargo check` does not, and so there is a program that passes,
/// for which trybuild builds all.
#[test]
fn wrong_tiles_in_kernels_say_what_is_wrong() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/tiles_of_engines.rs");
    cases.compile_fail("fail/built/*.rs");
}

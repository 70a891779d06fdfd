//! Sizes whose names a language has for something else.

use lego_gen::{Request, Target, generate};
use lego_lang::compile::{Options, compile};

/// What is said of a layout in a language; nothing where it can be written.
fn error(target: Target, chain: &str) -> Option<String> {
    let compiled = compile(chain, &Options::default()).unwrap_or_else(|errors| panic!("{chain}: {errors:?}"));
    generate(&compiled, &Request::new(target)).err().map(|error| error.message)
}

#[test]
fn fortran_does_not_tell_capitals_from_small_letters() {
    let said = |chain: &str| error(Target::Fortran, chain).unwrap_or_default();
    assert!(said("Row(M, m)").contains("m and M are one name in Fortran"), "{}", said("Row(M, m)"));
    assert!(said("Row(Merge, 4)").contains("Merge is a word of Fortran"), "{}", said("Row(Merge, 4)"));
    assert!(said("Row(P, 4)").contains("the file calls something of its own"), "{}", said("Row(P, 4)"));
    assert!(said("Row(Map, 4)").contains("the file calls something of its own"), "{}", said("Row(Map, 4)"));
    assert_eq!(said("Row(B, X)"), "", "names of helpers have a scope of their own");
    assert_eq!(error(Target::C, "Row(M, m)"), None);
}

#[test]
fn names_in_capitals_are_macros() {
    let compiled = compile("Row(4, 4)", &Options::default()).unwrap();
    let request = Request { name: "gL".to_owned(), ..Request::new(Target::Glsl) };
    let said = generate(&compiled, &request).unwrap_err().message;
    assert_eq!(said, "--name gL: GLSL keeps gL_… for itself: choose another name");
}

#[test]
fn sizes_have_no_names_of_loops() {
    for (target, size) in [(Target::Triton, "AT_ONCE"), (Target::Jax, "state"), (Target::Wgsl, "element")] {
        let said = error(target, &format!("Row({size}, 4)")).unwrap_or_default();
        assert!(said.contains("the file calls something of its own"), "{target}: {said}");
    }
}

#[test]
fn values_of_llvm_and_mlir_have_a_sign_before_their_names() {
    for target in [Target::Llvm, Target::Mlir] {
        assert_eq!(error(target, "Row(add, ret)"), None);
        assert!(error(target, "Row(index, 4)").is_some());
    }
}

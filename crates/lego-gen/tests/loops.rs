//! Loops over partial tiles end where the array does, so that no index without a position is asked for.

use lego_gen::{Extra, Request, Target, generate};
use lego_lang::compile::{Options, compile};

const TILES: &str = "Row(U, V).ExpandBy([U, V] => [ceil_div(U, 4)*4, ceil_div(V, 8)*8])\
                     .TileBy([ceil_div(U, 4), ceil_div(V, 8)], [4, 8])";

fn text(target: Target, chain: &str) -> String {
    let compiled = compile(chain, &Options::default()).unwrap();
    generate(&compiled, &Request::new(target).with(Extra::Loops)).unwrap().text
}

#[test]
fn partial_tiles_are_bounded_by_the_loops() {
    for (target, bound, asked) in [
        (Target::C, "if ((U - 4 * i0) < end2) end2 = U - 4 * i0;", "if (p < 0) continue"),
        (Target::OpenCl, "i2 < 4 && i2 < ((U) - 4 * i0)", "if (p < 0)"),
        (Target::Python, "for i2 in range(min(4, U - 4 * i0)):", "if p is None"),
        (Target::Triton, "for i2 in range(0, tl.minimum(4, U - 4 * i0)):", "(p >= 0)"),
        (Target::Jax, "jnp.minimum(4, U - 4 * i0)", "lax.cond(p >= 0"),
        (Target::Fortran, "do t2 = 0, (min(4_int64, U - 4 * t0)) - 1", "if (position > 0)"),
        (Target::Mlir, "arith.minsi", "arith.cmpi sge, %p"),
        (Target::Llvm, "@llvm.smin.i64", "icmp sge i64 %p, 0"),
        (Target::Wgsl, "i2 >= 4 || i2 >= (U - 4 * i0)", "if p"),
    ] {
        let text = text(target, TILES);
        assert!(text.contains(bound) && !text.contains(asked), "{target}:\n{text}");
    }
}

#[test]
fn what_no_end_says_is_asked_of_each_index() {
    let text = text(Target::C, "Col(N, N).ExpandBy([N, N] => [N + 3, N + 3]).OrderBy(AntiDiag(N + 3))");
    assert!(text.contains("if (p < 0) continue"), "{text}");
}

//! JAX on the CPU: all points of a layout in one call, compiled.

use super::numpy::write;
use crate::case::{Case, one_of};
use crate::language::{Language, check};
use crate::tool::{has_module, python, run};
use lego_gen::Target;
use std::path::Path;

struct Jax;

/// Functions are compiled once a layout: the arrays of all its instances have one length, and its sizes are traced. Where the
/// instance is the only one, they are numbers that the compiler knows.
const CALLS: &str = r#"
import functools

import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)
COMPILED = {}


def compiled(module, what, rank, sizes):
    if what not in COMPILED:
        static = range(rank, rank + len(sizes)) if len(sizes) == 1 else ()
        COMPILED[what] = jax.jit(getattr(module, what), static_argnums=tuple(static))
    return COMPILED[what]


def padded(array):
    return np.pad(array, (0, max(0, 4096 - len(array))))


def apply(module, name, index, sizes):
    answer = compiled(module, name + "_apply", len(index), sizes)(*[padded(axis) for axis in index], *sizes)
    return np.asarray(answer)[: len(index[0])]


def store(index, p, state):
    """Writes an element behind those before it, as a column."""
    count, out = state
    column = jnp.stack([*index, p])
    return count + 1, lax.dynamic_update_slice(out, column[:, None].astype(out.dtype), (0, count))


def visited(module, name, dims, span, sizes):
    for what in ("_each", "_each_in_memory"):
        if name + what not in COMPILED:
            each = getattr(module, name + what)
            COMPILED[name + what] = jax.jit(functools.partial(each, store))
        out = np.full((len(dims) + 1, max(np.prod(dims), span, 1)), -7, dtype=np.int64)
        count, out = COMPILED[name + what]((0, out), *sizes)
        assert (out[:, count:] == -7).all()
        yield out[:, :count]


def inv(module, name, position, sizes):
    answer = compiled(module, name + "_inv", 1, sizes)(padded(position), *sizes)
    return [np.asarray(axis)[: len(position)] for axis in answer]

"#;

impl Language for Jax {
    fn target(&self) -> Target {
        Target::Jax
    }

    fn missing(&self) -> Option<&'static str> {
        (!has_module("jax")).then_some("jax")
    }

    /// A loop is compiled for half a second.
    fn visited_of(&self) -> usize {
        one_of(5)
    }

    fn run(&self, folder: &Path, cases: &[Case]) -> String {
        write(folder, cases, CALLS);
        // What is not optimized is compiled in two thirds of the time.
        let environment = [("JAX_PLATFORMS", "cpu"), ("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")];
        run(python().current_dir(folder).envs(environment).arg("main.py"))
    }
}

#[test]
fn jax_arrays() {
    check(&Jax);
}

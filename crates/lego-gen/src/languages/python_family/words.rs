//! The words of Python.

/// The words of Python, and its functions that files call.
pub(in crate::languages) const WORDS: &[&str] = words! {
    False None True and as assert async await break class continue def del elif else except finally for from global if
    import in is lambda nonlocal not or pass raise return try while with yield match case type math min max int range
    print ValueError tuple list np numpy tl triton jnp jax cuda numba lax register_jitable
};

//! The words of Julia.

/// The words of Julia, and the names that a module uses.
pub(super) const WORDS: &[&str] = words! {
    abstract baremodule begin break catch const continue do else elseif end export false finally for function global if
    import in isa let local macro module mutable primitive quote return struct true try type using where while
    ArgumentError Int32 Int64 Integer UInt64 gcd isqrt max min nothing throw xor
};

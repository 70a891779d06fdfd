//! Instructions of atomic operations: one for each operation, type, scope and space; all branches but one vanish.

use super::Address;
use crate::device::operands::{Atomic, Kind, Operation, Scope};

/// The instruction of a space and a scope.
///
/// `$name` is what comes before the scope, `$suffix` what comes after the space; `$before` and `$after` are the
/// operands around the address.
macro_rules! scoped {
    (
        $name:literal, $suffix:literal, $address:expr, $scope:expr, ($($before:literal)?), ($($after:literal)?),
        $($operand:tt)*
    ) => {
        match ($address, $scope) {
            (Address::Global(a), Scope::Block) => {
                scoped!(@ $name, ".cta.global.", $suffix, reg64, a, ($($before)?), ($($after)?), $($operand)*)
            }
            (Address::Global(a), Scope::Gpu) => {
                scoped!(@ $name, ".gpu.global.", $suffix, reg64, a, ($($before)?), ($($after)?), $($operand)*)
            }
            (Address::Global(a), Scope::System) => {
                scoped!(@ $name, ".sys.global.", $suffix, reg64, a, ($($before)?), ($($after)?), $($operand)*)
            }
            (Address::Shared(a), Scope::Block) => {
                scoped!(@ $name, ".cta.shared.", $suffix, reg32, a, ($($before)?), ($($after)?), $($operand)*)
            }
            (Address::Shared(a), Scope::Gpu) => {
                scoped!(@ $name, ".gpu.shared.", $suffix, reg32, a, ($($before)?), ($($after)?), $($operand)*)
            }
            (Address::Shared(a), Scope::System) => {
                scoped!(@ $name, ".sys.shared.", $suffix, reg32, a, ($($before)?), ($($after)?), $($operand)*)
            }
        }
    };
    (
        @ $name:literal, $middle:literal, $suffix:literal, $class:ident, $a:ident, ($($before:literal)?),
        ($($after:literal)?), $($operand:tt)*
    ) => {
        core::arch::asm!(
            concat!($name, $middle, $suffix, " ", $($before, ", ",)? "[{a}]" $(, ", ", $after)?, ";"),
            $($operand)*,
            a = in($class) $a,
            options(nostack, preserves_flags)
        )
    };
}

/// A read-modify-write of a 32-bit or 64-bit number.
macro_rules! update {
    ($number:ident, $class:ident, $suffix:literal, $address:expr, $atomic:expr) => {{
        let old: $number;
        let value = $atomic.value as $number;
        scoped!(
            "atom.relaxed", $suffix, $address, $atomic.scope, ("{old}"), ("{value}"),
            old = out($class) old, value = in($class) value
        );
        old as u64
    }};
}

/// Puts a value in if another is there.
macro_rules! compare_exchange {
    ($number:ident, $class:ident, $suffix:literal, $address:expr, $atomic:expr) => {{
        let old: $number;
        let (expected, value) = ($atomic.expected as $number, $atomic.value as $number);
        scoped!(
            "atom.relaxed", $suffix, $address, $atomic.scope, ("{old}"), ("{expected}, {value}"),
            old = out($class) old, expected = in($class) expected, value = in($class) value
        );
        old as u64
    }};
}

/// A load or a store with an order.
macro_rules! load {
    ($name:literal, $number:ident, $class:ident, $suffix:literal, $address:expr, $atomic:expr) => {{
        let old: $number;
        scoped!($name, $suffix, $address, $atomic.scope, ("{old}"), (), old = out($class) old);
        old as u64
    }};
}
macro_rules! store {
    ($name:literal, $number:ident, $class:ident, $suffix:literal, $address:expr, $atomic:expr) => {{
        let value = $atomic.value as $number;
        scoped!($name, $suffix, $address, $atomic.scope, (), ("{value}"), value = in($class) value);
        0
    }};
}

/// Does an atomic operation, and returns the bits that were there; 0 for a store.
///
/// # Safety
/// That of [the module above](super).
#[inline(always)]
pub(super) unsafe fn execute(address: Address, atomic: Atomic) -> u64 {
    use Kind::{F32, F64, I32, I64, U32, U64};
    use Operation::{
        Add, And, CompareExchange, Exchange, LoadAcquire, LoadRelaxed, Max, Min, Or, StoreRelaxed, StoreRelease, Xor,
    };
    // SAFETY: the caller vouches for the address; each branch has the size of its kind.
    unsafe {
        match (atomic.operation, atomic.kind) {
            (Add, U32 | I32) => update!(u32, reg32, "add.u32", address, atomic),
            (Add, U64 | I64) => update!(u64, reg64, "add.u64", address, atomic),
            (Add, F32) => update!(u32, reg32, "add.f32", address, atomic),
            (Add, F64) => update!(u64, reg64, "add.f64", address, atomic),
            (Min, U32) => update!(u32, reg32, "min.u32", address, atomic),
            (Min, I32) => update!(u32, reg32, "min.s32", address, atomic),
            (Min, U64) => update!(u64, reg64, "min.u64", address, atomic),
            (Min, I64) => update!(u64, reg64, "min.s64", address, atomic),
            (Max, U32) => update!(u32, reg32, "max.u32", address, atomic),
            (Max, I32) => update!(u32, reg32, "max.s32", address, atomic),
            (Max, U64) => update!(u64, reg64, "max.u64", address, atomic),
            (Max, I64) => update!(u64, reg64, "max.s64", address, atomic),
            (And, U32 | I32) => update!(u32, reg32, "and.b32", address, atomic),
            (And, U64 | I64) => update!(u64, reg64, "and.b64", address, atomic),
            (Or, U32 | I32) => update!(u32, reg32, "or.b32", address, atomic),
            (Or, U64 | I64) => update!(u64, reg64, "or.b64", address, atomic),
            (Xor, U32 | I32) => update!(u32, reg32, "xor.b32", address, atomic),
            (Xor, U64 | I64) => update!(u64, reg64, "xor.b64", address, atomic),
            (Exchange, U32 | I32 | F32) => update!(u32, reg32, "exch.b32", address, atomic),
            (Exchange, U64 | I64 | F64) => update!(u64, reg64, "exch.b64", address, atomic),
            (CompareExchange, U32 | I32 | F32) => compare_exchange!(u32, reg32, "cas.b32", address, atomic),
            (CompareExchange, U64 | I64 | F64) => compare_exchange!(u64, reg64, "cas.b64", address, atomic),
            (LoadAcquire, U32 | I32 | F32) => load!("ld.acquire", u32, reg32, "b32", address, atomic),
            (LoadAcquire, U64 | I64 | F64) => load!("ld.acquire", u64, reg64, "b64", address, atomic),
            (LoadRelaxed, U32 | I32 | F32) => load!("ld.relaxed", u32, reg32, "b32", address, atomic),
            (LoadRelaxed, U64 | I64 | F64) => load!("ld.relaxed", u64, reg64, "b64", address, atomic),
            (StoreRelease, U32 | I32 | F32) => store!("st.release", u32, reg32, "b32", address, atomic),
            (StoreRelease, U64 | I64 | F64) => store!("st.release", u64, reg64, "b64", address, atomic),
            (StoreRelaxed, U32 | I32 | F32) => store!("st.relaxed", u32, reg32, "b32", address, atomic),
            (StoreRelaxed, U64 | I64 | F64) => store!("st.relaxed", u64, reg64, "b64", address, atomic),
            // Nothing offers these.
            (Min | Max | And | Or | Xor, F32 | F64) => crate::device::trap(),
        }
    }
}

//! Numbers in memory, and what an atomic operation makes of them.

use crate::device::operands::{Atomic, Kind, Operation};

/// The bytes of a number.
pub(super) fn bytes_of(kind: Kind) -> usize {
    match kind {
        Kind::U32 | Kind::I32 | Kind::F32 => 4,
        Kind::U64 | Kind::I64 | Kind::F64 => 8,
    }
}

/// Whether an operation leaves a value behind, whatever it found; an exchange that compares does where it finds what it
/// expects.
pub(super) fn writes(operation: Operation) -> bool {
    !matches!(operation, Operation::CompareExchange | Operation::LoadAcquire | Operation::LoadRelaxed)
}

/// The bits of a number of 4 or 8 bytes.
pub(super) fn from_bytes(bytes: &[u8]) -> u64 {
    match bytes.try_into() {
        Ok(eight) => u64::from_ne_bytes(eight),
        Err(_) => u64::from(u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
    }
}

/// Writes the bits of a number of 4 or 8 bytes.
pub(super) fn to_bytes(bits: u64, into: &mut [u8]) {
    if into.len() == 8 {
        into.copy_from_slice(&bits.to_ne_bytes());
    } else {
        into.copy_from_slice(&(bits as u32).to_ne_bytes());
    }
}

/// The bits that an update puts in the place of the old ones.
pub(super) fn updated(old: u64, atomic: Atomic) -> u64 {
    let Atomic { operation, kind, value, expected, .. } = atomic;
    match operation {
        Operation::Add => add(kind, old, value),
        Operation::Min if less(kind, value, old) => value,
        Operation::Max if less(kind, old, value) => value,
        Operation::CompareExchange if old == expected => value,
        Operation::Min | Operation::Max | Operation::CompareExchange => old,
        Operation::And => old & value,
        Operation::Or => old | value,
        Operation::Xor => old ^ value,
        Operation::Exchange | Operation::StoreRelease | Operation::StoreRelaxed => value,
        Operation::LoadAcquire | Operation::LoadRelaxed => old,
    }
}

fn add(kind: Kind, old: u64, value: u64) -> u64 {
    match kind {
        Kind::U32 | Kind::I32 => u64::from((old as u32).wrapping_add(value as u32)),
        Kind::U64 | Kind::I64 => old.wrapping_add(value),
        Kind::F32 => u64::from((f32::from_bits(old as u32) + f32::from_bits(value as u32)).to_bits()),
        Kind::F64 => (f64::from_bits(old) + f64::from_bits(value)).to_bits(),
    }
}

fn less(kind: Kind, a: u64, b: u64) -> bool {
    match kind {
        Kind::U32 | Kind::U64 => a < b,
        Kind::I32 => (a as u32 as i32) < (b as u32 as i32),
        Kind::I64 => (a as i64) < (b as i64),
        Kind::F32 => f32::from_bits(a as u32) < f32::from_bits(b as u32),
        Kind::F64 => f64::from_bits(a) < f64::from_bits(b),
    }
}

//! Items of the user's that have the names of Rust's, of crates, and of what the macro declares.
#![allow(missing_docs, non_camel_case_types, non_upper_case_globals, dead_code, unused_imports, unused_macros)]

use layouts::{layout, layout_eq};

mod core {}
mod std {}
mod lego {}
mod layouts_ {}

struct usize;
struct isize;
struct u32;
struct u64;
struct u128;
struct bool;
struct Option;
struct Result;
struct Self_;
enum Variants {
    Some,
    None,
    Ok,
    Err,
}
use Variants::{Err, None, Ok, Some};
trait Layout {}
trait Mapping {}
trait StaticMapping {}
trait Default {}
trait Clone {}

const i0: &str = "";
const i1: &str = "";
const p: &str = "";
const t0: &str = "";
const t1: &str = "";
const q: &str = "";
const r: &str = "";
const index: &str = "";
const position: &str = "";
const error: &str = "";
const spec: &str = "";
const axis: &str = "";
const dims: &str = "";
const count: &str = "";
const step: &str = "";
const back: &str = "";
const one: &str = "";
const other: &str = "";
static value: &str = "";
fn apply() {}
fn inv() {}
fn isqrt() {}

macro_rules! debug_assert {
    () => {};
}
macro_rules! cfg {
    () => {};
}
macro_rules! panic {
    () => {};
}

/// A function of the user's in the primitive types.
#[must_use]
pub const fn flat(at: [::core::primitive::usize; 2]) -> ::core::primitive::usize {
    at[0] * 8 + at[1]
}

/// Its inverse.
#[must_use]
pub const fn unflat(at: ::core::primitive::usize) -> [::core::primitive::usize; 2] {
    [at / 8, at % 8]
}

layout! {
    pub type Static = OrderBy(Row(2, 2), AntiDiag(4)).TileBy([8, 8]);
    pub type Generic<const Spec: usize, const t2: usize> = Row(Spec, t2).TileBy([Spec/4, t2/2], [4, 2]);
    pub type Runtime(m, k, n) = Col(m, k, n).GroupBy([m, k/2, 2, n]) where n >= 1;
    pub type Padded = Row(8, 9).PadBy([8, 8] => [8, 9]);
    pub type Extended = Row(7, 8).ExpandBy([7, 8] => [8, 8]);
    pub type Called = GenP([8, 8], flat, unflat);
    pub type Outside = Row(crate::ROWS, 2).GroupBy([crate::ROWS * 2]);
    pub type Clear(__i0, __p, logical_index, physical_position) =
        Row(__i0, __p, logical_index, physical_position);
    pub type Raw(r#type, r#fn) = Row(r#type, r#fn);
    pub type Closed = GenP([4, 4], |index, p| index * 4 + p, |t0| { let i0 = t0 / 4; (i0, t0 % 4) });
}

layout_eq!(Static, OrderBy(Row(2, 2), AntiDiag(4)).TileBy([8, 8]));
layout_eq!(Generic<8, 4>, Row(8, 4).TileBy([2, 2], [4, 2]));

/// A value of a layout without a name.
#[must_use]
pub const fn expression() -> ::core::primitive::usize {
    const __SIZE_0: ::core::primitive::usize = 3;
    layout!(Row(__SIZE_0, 8)).apply([1, 3])
}

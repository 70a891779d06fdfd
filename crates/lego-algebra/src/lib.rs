//! The layouts of other systems, as values that one computes with.
//!
//! | module | system |
//! |---|---|
//! | [`cute`] | CuTe's shape:stride, its algebra, swizzles and notation |
//! | [`linear`] | linear layouts over F2, their families, and plans for moving data between them |
//! | [`shared`] | tiles of shared memory of any extents, padded, skewed and swizzled, and the search for the least |
//!
//! `linear::plans` and `shared` take the feature `plans`, `expression` the feature `alloc`, `symbolic` the feature of that name.
//!
//! Nothing here knows the language of LEGO's chains: conversions are above.
//!
//! ```
//! use lego_algebra::cute::Layout;
//! let layout = |text| Layout::parse(text).unwrap();
//! let composed = layout("(6,2):(8,2)").composition(&layout("(4,3):(3,1)")).unwrap();
//! assert_eq!(composed, layout("((2,2),3):((24,2),8)"));
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod cute;
#[cfg(feature = "alloc")]
pub mod expression;
pub mod linear;
#[cfg(feature = "plans")]
pub mod shared;
#[cfg(feature = "symbolic")]
pub mod symbolic;

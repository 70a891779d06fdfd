//! A layout that a configuration names when the program runs.
//!
//! Which layout is fastest depends on the machine and the data, and whoever finds out should not have to compile the program
//! anew. With the feature `dynamic` a text of the layout language becomes a layout like any other; with `serde` it stands in a
//! configuration file.
//!
//! ```
//! use lego::{Arr2D, DynLayout};
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     #[serde(deserialize_with = "lego::dynamic::deserialize")]
//!     matrix: DynLayout<2>,
//! }
//!
//! // Any chain: the program is the same.
//! for file in [
//!     r#"{"matrix": {"layout": "Row(M, N)", "values": {"M": 7, "N": 10}}}"#,
//!     r#"{"matrix": {"layout": "OrderBy(Col(2, 3), Row(4, 4)).TileBy([8, 12]).PadBy([M, N] => [8, 12])",
//!                    "values": {"M": 7, "N": 10}}}"#,
//!     r#"{"matrix": {"layout": "Morton(8, 16).PadBy([7, 10] => [8, 16])", "values": {}}}"#,
//! ] {
//!     let Config { matrix } = serde_json::from_str(file)?;
//!     let a = Arr2D::from_fn(matrix, |[i, j]| 100 * i + j);
//!     assert_eq!(a.dims(), [7, 10]);
//!     assert!(a.iter().all(|([i, j], &x)| x == 100 * i + j));
//!     assert_eq!(a.to_row_major(), (0..70).map(|p| 100 * (p / 10) + p % 10).collect::<Vec<_>>());
//! }
//!
//! // What is wrong is an error that shows the place.
//! let wrong = r#"{"matrix": {"layout": "Row(M, N).TileBy([M/4, 1], [4, N])", "values": {"M": 7, "N": 10}}}"#;
//! let error = serde_json::from_str::<Config>(wrong).map(|_| ()).unwrap_err().to_string();
//! assert!(error.contains("M/4: 4 does not divide 7"), "{error}");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # To change
//!
//! * From a command line: [`DynLayout::parse`](crate::ParseLayout::parse) takes the text and the values.
//! * Where holes and missing indices cannot be, [`DynBijection`](crate::DynBijection) says so at once and gives plain positions.
//! * A library that only takes such layouts is generic over [`Mapping`](crate::Mapping) or
//!   [`ArrayLayout`](crate::ArrayLayout), and needs neither feature.

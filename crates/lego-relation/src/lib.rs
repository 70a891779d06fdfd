//! Relations: a layout of any system as one map with a domain, the questions that one asks of it, and its ways into other systems.
//!
//! ```text
//! chain (lego-lang) ──┐                                     ┌── equality, injectivity, onto, image, holes, ends, inverse,
//! CuTe (lego-algebra) ├──> Relation: a map in an arena, ────┤   composition with its out-of-bounds set; each no with a witness
//! isl's notation ─────┤    conditions, an order             ├── Set, Domain: points as values, conditions to emit
//! linear, tasks, table ┘         │                          └── isl's notation, shape:stride with a swizzle, a chain, a table
//!                                └── Form: strided, linear over bits, or neither
//! ```
//!
//! # The value
//!
//! A [`Relation`] is a [`lego_expr::Map`] in an arena: the variables of the index, the extents of a box, guards, values and what
//! these are below; and restrictions, conditions that take points from the domain but from no value. Coordinates and values are
//! numbers from 0 on. Nothing says of which system it came; an [`Order`] says only how an index is written as one number, since
//! LEGO counts row-major and CuTe colexicographically. Two relations of one arena can be compared and composed, sizes without a
//! value among them: a name is one variable.
//!
//! # How a question is decided
//!
//! ```text
//! by construction   a chain has an inverse: one to one, and onto where the inverse has no guard
//! by form           a map of bits is read as a matrix from its expression; else few values are a guess of strides or of a
//!                   matrix, and lego_equal proves that the map is that. Then digits, gaps between strides or ranks answer,
//!                   however many points there are.
//! point by point    in columns of 256 indices where 64 bits are proved to suffice, a bit for each value that was seen, in a
//!                   bitmap for each thread
//! ```
//!
//! Work is counted, never timed: [`Effort::steps`] for proofs and searches, [`Effort::points`] for indices looked at. Beyond them
//! the answer is [`Answer::Undecided`] or [`Undecided`], which says how many points there are. With `points` at `u64::MAX` every
//! question of numbers has an answer, in time and memory that the map asks for.
//!
//! With sizes without a value there is no table and no guess: yes is a proof for all values that agree with the facts stated in
//! the arena, no is a counterexample, found among small values that agree with them, and everything else is not decided.
//! [`Relation::general`] says what the image, the holes, the ends and the number of points are for all sizes, as expressions of
//! them, with the conditions under which that holds; or why it is not said.
//!
//! # Sets
//!
//! A [`Set`] has its points as runs in lexicographic order, or as bits where runs would be larger, so that union, intersection,
//! difference and comparison are one walk along both and exact. A [`Domain`] is the set of a relation before it is looked at: a
//! box and conditions of the arena, which may have sizes without a value; it gives the [`Set`] where these have values, and one
//! condition for code in any case.
//!
//! # One example
//!
//! ```
//! use lego_algebra::cute::ComposedLayout;
//! use lego_lang::compile::Options;
//! use lego_relation::{Answer, Coordinates, Effort, Relation};
//!
//! let (arena, effort) = (lego_expr::Arena::new(), Effort::default());
//! // A 4×4 tile whose columns are mixed by its rows, in three systems.
//! let chain = Relation::of_chain(&arena, "SwizzleRows([4, 4], 2)", &Options::default()).unwrap();
//! let layout = ComposedLayout::parse("Sw<2,0,2> o 0 o (4,4):(4,1)").unwrap();
//! let cute = Relation::of_cute(&arena, &layout, Coordinates::TopLevel).unwrap();
//! let bits = Relation::of_linear(&arena, &[vec![vec![5], vec![10]], vec![vec![1], vec![2]]], &[16]);
//! assert_eq!(chain.is_equal(&cute, &effort), Ok(Answer::Yes));
//! assert_eq!(chain.is_equal(&bits, &effort), Ok(Answer::Yes));
//! // And from each to the others.
//! assert_eq!(bits.to_chain().unwrap(), "SwizzleRows([4, 4], 2)");
//! assert_eq!(chain.to_cute().unwrap(), layout);
//! assert_eq!(
//!     cute.binary_map().unwrap().to_isl().unwrap(),
//!     "{ [b0, b1, b2, b3] -> [(b0 + b2) mod 2, (b1 + b3) mod 2, b0, b1] : \
//!      0 <= b0 <= 1 and 0 <= b1 <= 1 and 0 <= b2 <= 1 and 0 <= b3 <= 1 }"
//! );
//! ```
#![forbid(unsafe_code)]

mod convert;
mod form;
mod general;
mod isl;
mod question;
mod relation;
mod set;

pub use convert::{Factor, NoStrides, NotChain, NotCute, NotLinear, TaskError, TaskMapping, cute_text};
pub use form::{Form, Mode, Strided, swizzle_of};
pub use general::{General, GeneralBound, GeneralSet, Given, Open};
pub use isl::{NotPrinted, ReadError};
pub use lego_equal::Effort;
pub use question::{Answer, Bound, Collision, Counterexample, Differing, Mismatch, NoInverse, NotBijective, Undecided};
pub use relation::{Coordinates, Domain, NotBinary, NotRelation, Order, RankMismatch, Relation, WrongShape};
pub use set::{Set, TooLarge};

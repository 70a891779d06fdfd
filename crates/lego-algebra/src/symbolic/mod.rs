//! CuTe's algebra over sizes that are symbols: layouts with the conditions under which they hold.
//!
//! ```text
//! logical_divide((M,N):(N,1), <64:1,32:1>)
//!   = ((64,M/64),(32,N/32)):((N,64*N),(1,32))       with ceil_div for M/64 where nothing says that 64 divides M
//!
//! composition((M,N):(1,K), 8:1)
//!   = 8:1   where M >= 8
//! ```
//!
//! # How
//!
//! A size is a product: a number times powers of unknowns that are at least 1. Dividing, comparing and equating such products
//! is all that the algebra does, and each is decided by the exponents, whatever the unknowns are. Which of the sizes may be 0
//! too, so that layouts are empty, is found afterwards, by the same walk with 0 in their place.
//!
//! **A divisibility is a substitution.** Where 64 divides M, M is 64·q with a new unknown q, which is printed as `M/64`; from
//! then on everything is a product again, and nothing has to be remembered.
//!
//! **The walk is that of numbers.** Where a step asks what nothing known decides, a *sample* answers: numbers for all symbols for
//! which the operation on numbers succeeds. What it says becomes a condition of the result, and the walk begins anew with that
//! known. So the conditions are always satisfiable, each was needed by a step, and a result has exactly the steps that the
//! walk on numbers has wherever the conditions hold.
//!
//! No sample may do: then small numbers for which the operation fails are the counterexample of a refusal. That some numbers do
//! and no conditions are found is said too.
//!
//! ```
//! use lego_algebra::symbolic::{Answer, evaluate};
//! let Ok(Answer::Holds(result)) = evaluate("zipped_divide((M,N):(N,1), (64,32)) where M % 64 == 0, N % 32 == 0") else {
//!     panic!()
//! };
//! assert_eq!(result.to_string(), "((64,32),(M/64,N/32)):((N,1),(64*N,32))");
//!
//! let Ok(Answer::Refused(refusal)) = evaluate("inverse((M,N):(1,K))") else { panic!() };
//! assert_eq!(refusal.to_string(), "it fails for M = 1, N = 2, K = 2: not onto: no coordinate has the value 1");
//! ```

mod answer;
mod condition;
mod context;
mod evaluate;
mod holds;
mod inverse;
mod layout;
mod operation;
mod print;
mod sample;
mod search;
mod solve;
mod term;
mod tiler;
mod walk;
mod write;
mod zero;

pub use answer::{Answer, Refusal, Result, Value};
pub use condition::Condition;
pub use context::Context;
pub use layout::SymbolicLayout;
pub use solve::{STEPS, evaluate, evaluate_expression, evaluate_within};
pub use term::Term;
pub use write::Writer;

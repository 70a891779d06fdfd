//! What is asked of relations, and the answers: yes, no with what shows it, or not decided.

mod answer;
mod bijective;
mod equality;
mod extremes;
mod image;
mod inverse;
mod inverse_matrix;
mod inverse_table;
mod listed;
mod seen;

pub use answer::{Answer, Collision, Counterexample, NotBijective, Undecided};
pub use equality::{Differing, Mismatch};
pub use extremes::Bound;
pub use inverse::NoInverse;

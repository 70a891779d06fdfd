//! CuTe's algebra over symbols: what users of CuTe ask for, random expressions against numbers, texts that read back, and what
//! ends within its budget.

mod budget;
mod known;
mod printed;
mod random_expressions;

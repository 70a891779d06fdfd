//! CuTe's algebra over symbols: what users of CuTe ask for, random expressions against numbers, and what ends within its budget.

mod budget;
mod known;
mod random_expressions;

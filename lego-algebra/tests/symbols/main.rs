//! CuTe's algebra over symbols: what users of CuTe ask for, and random expressions against numbers.

mod known;
mod random_expressions;

//! The languages, a file each.

mod c_family;
mod javascript;
mod jax;
mod numba;
mod numpy;
mod python;
mod rust;
mod triton;

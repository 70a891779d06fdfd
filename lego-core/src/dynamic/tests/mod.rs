//! Layouts chosen at run time against plain evaluation, on every point.

mod descriptions;
mod forms;
mod random;
mod widths;

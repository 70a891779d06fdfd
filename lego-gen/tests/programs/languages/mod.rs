//! The languages, a file each.

mod c_family;
mod javascript;
mod numpy;
mod python;
mod rust;
mod shaders;

//! Layouts of CuTe's and linear ones as JSON: what `lego batch` takes and gives, and what `--json` prints.

pub(crate) mod cute;
pub(crate) mod family;
pub(crate) mod linear;
pub(crate) mod value;

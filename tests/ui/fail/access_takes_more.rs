//! `assert_access!` names two threads that collide, and the command that finds a better layout.
use lego::{assert_access, extra_wavefronts, layout};

layout! {
    type Plain = Row(32, 32);
    type Other = Col(16, 16);
}

const _: () = assert_access!(extra_wavefronts!(Plain, Column, 4) == 0);
const _: () = assert_access!(extra_wavefronts!(Plain, Column, 4, 4) == 0);
const _: () = assert_access!(extra_wavefronts!(Plain, Other, 4) <= 7);
const _: u64 = extra_wavefronts!(Plain, Row, 3);

fn main() {}

//! A size that nothing stands for.
use lego::layout;

layout! {
    type Missing = Row(ROWS, 4);
    type Path = Row(crate::sizes::ROWS, 4);
}

fn main() {}

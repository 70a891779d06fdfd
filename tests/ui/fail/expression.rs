//! The errors of an expression stand at its tokens and are the only ones.
use lego::layout;

fn main() {
    let wrong = layout!(OrderBy(Rwo(4, 4), Col(0, 4)));
    let _: usize = wrong.apply([1, 2]);
    let _ = layout!();
    let _ = layout!(Row(4, 4););
}

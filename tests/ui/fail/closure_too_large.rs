//! A closure that no rule settles is checked index by index, up to a limit.
use lego::layout;

layout! {
    type Large = GenP([2048, 2048], |i, j| i * 2048 + (j ^ (i * i % 2048)), |p| (p / 2048, p % 2048 ^ (p / 2048 * (p / 2048) % 2048)));
}

fn main() {}

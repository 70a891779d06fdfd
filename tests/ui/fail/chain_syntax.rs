//! What is no chain.
use lego::layout;

layout! {
    type Dot = Row(4, 4) GroupBy([16]);
    type Comma = Row(4 4);
    type End = Row(4, 4).;
    type Operator = Row(4 +, 4);
    type Text = Row("4");
    type Float = Row(4.0);
    type Shift = Row(1 << 4);
    type Braces = Row{4};
    type Empty = RegP([], []);
}

fn main() {}

//! Columns of 64-bit numbers, one for each of many indices: what the code of a closure computes with, a step at a time.
//!
//! A column knows no reasons: a number that does not exist, or does not fit, is [`NONE`] in its lane.
//!
//! Macros run where nothing is optimised, and there a call costs ten times what an addition does. So each operation is a loop
//! of its own, unrolled, over arrays whose lengths the compiler knows, and nothing in it is called.

use crate::syntax::{Call, Comparison, Operator};

/// How many indices stand in a column.
pub(crate) const LANES: usize = ROWS * WIDE;

/// So many lanes are written out in each turn of a loop.
const WIDE: usize = 8;

const ROWS: usize = 16;

/// No number.
pub(crate) const NONE: i64 = i64::MIN;

/// A number in each lane.
#[derive(Clone)]
pub(crate) struct Column([[i64; WIDE]; ROWS]);

/// Writes every lane from the same lane of other columns.
macro_rules! each_lane {
    ($out:ident = $($x:ident),+ => $value:expr) => {{
        let out = &mut $out.0;
        $(let $x = &$x.0;)+
        let mut row = 0;
        while row < ROWS {
            let out = &mut out[row];
            $(let $x = &$x[row];)+
            each_lane!(@row out = ($($x)+) => $value, 0 1 2 3 4 5 6 7);
            row += 1;
        }
    }};
    (@row $out:ident = $x:tt => $value:expr, $($lane:literal)+) => {
        $(each_lane!(@lane $out = $x => $value, $lane);)+
    };
    (@lane $out:ident = ($($x:ident)+) => $value:expr, $lane:literal) => {{
        $(let $x = $x[$lane];)+
        $out[$lane] = $value;
    }};
}

/// `x op y` where both exist and the result fits.
macro_rules! checked {
    ($x:ident.$operation:ident($y:ident)) => {
        if $x == NONE || $y == NONE {
            NONE
        } else {
            let (value, is_out) = $x.$operation($y);
            if is_out { NONE } else { value }
        }
    };
}

/// 1 or 0 for a comparison of two that exist.
macro_rules! compared {
    ($x:ident $comparison:tt $y:ident) => {
        if $x == NONE || $y == NONE { NONE } else { ($x $comparison $y) as i64 }
    };
}

impl Column {
    /// The same number in each lane; [`NONE`] where it does not fit.
    pub(crate) fn of(value: i128) -> Self {
        Self([[i64::try_from(value).unwrap_or(NONE); WIDE]; ROWS])
    }

    pub(crate) fn get(&self, lane: usize) -> i64 {
        self.0[lane / WIDE][lane % WIDE]
    }

    pub(crate) fn set(&mut self, lane: usize, value: i64) {
        self.0[lane / WIDE][lane % WIDE] = value;
    }

    /// Where a condition has a value that is not 0 the first, where it is 0 the other one.
    pub(crate) fn choose(&mut self, condition: &Self, one: &Self, other: &Self) {
        each_lane!(self = condition, one, other => if condition == NONE {
            NONE
        } else if condition == 0 {
            other
        } else {
            one
        });
    }

    /// The opposite of a condition.
    pub(crate) fn not(&mut self, x: &Self) {
        each_lane!(self = x => if x == NONE { NONE } else { 1 - x });
    }

    pub(crate) fn call(&mut self, call: Call, x: &Self, y: &Self) {
        match call {
            Call::Min => each_lane!(self = x, y => if x == NONE || x < y { x } else { y }),
            Call::Max => each_lane!(self = x, y => if x == NONE || x > y && y != NONE { x } else { y }),
            Call::CeilDiv => each_lane!(self = x, y => if x < 0 || y <= 0 {
                NONE
            } else {
                let (x, y) = (x as u64, y as u64);
                (x / y + (x % y != 0) as u64) as i64
            }),
        }
    }

    pub(crate) fn operate(&mut self, operator: Operator, x: &Self, y: &Self) {
        match operator {
            Operator::Add => each_lane!(self = x, y => checked!(x.overflowing_add(y))),
            Operator::Sub => each_lane!(self = x, y => checked!(x.overflowing_sub(y))),
            Operator::Mul => each_lane!(self = x, y => checked!(x.overflowing_mul(y))),
            // As unsigned numbers: these are divided without a question about -1.
            Operator::Div => {
                each_lane!(self = x, y => if x < 0 || y <= 0 { NONE } else { (x as u64 / y as u64) as i64 });
            }
            Operator::Rem => {
                each_lane!(self = x, y => if x < 0 || y <= 0 { NONE } else { (x as u64 % y as u64) as i64 });
            }
            // Bits of one below zero set the sign of `x | y`.
            Operator::BitAnd => each_lane!(self = x, y => if x | y < 0 { NONE } else { x & y }),
            Operator::BitXor => each_lane!(self = x, y => if x | y < 0 { NONE } else { x ^ y }),
            Operator::BitOr => each_lane!(self = x, y => if x | y < 0 { NONE } else { x | y }),
            Operator::Shl => each_lane!(self = x, y => if x | y < 0 || y >= 62 || x >> (62 - y) != 0 {
                NONE
            } else {
                x << y
            }),
            Operator::Shr => each_lane!(self = x, y => if x | y < 0 {
                NONE
            } else if y < 63 {
                x >> y
            } else {
                0
            }),
            // The right side of these may have no value where the left one decides.
            Operator::And => each_lane!(self = x, y => if x == 0 || x == NONE { x } else { y }),
            Operator::Or => each_lane!(self = x, y => if x == 0 { y } else { x }),
            Operator::Compare(comparison) => match comparison {
                Comparison::Equal => each_lane!(self = x, y => compared!(x == y)),
                Comparison::NotEqual => each_lane!(self = x, y => compared!(x != y)),
                Comparison::Less => each_lane!(self = x, y => compared!(x < y)),
                Comparison::LessEqual => each_lane!(self = x, y => compared!(x <= y)),
                Comparison::Greater => each_lane!(self = x, y => compared!(x > y)),
                Comparison::GreaterEqual => each_lane!(self = x, y => compared!(x >= y)),
            },
        }
    }
}

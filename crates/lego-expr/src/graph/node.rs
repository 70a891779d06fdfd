//! The nodes of expressions: operations on integers, truths, variables and functions of the user's.

use crate::graph::hash::mix;
use crate::graph::table::Table;
use crate::polynomial::Summand;

/// A node of an [`Arena`](crate::Arena).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub(crate) u32);

impl Summand for Id {}

/// An operation on two integers. `Div`, `Rem`, the bit operations and the shifts are those of non-negative integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, rounded down
    Div,
    /// `a % b`
    Rem,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
}

impl Op {
    /// How it is written in most languages; a function's name where it is none of the operators.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Min => "min",
            Self::Max => "max",
        }
    }

    /// What it makes of two numbers for which it is defined; `None` where the result leaves 128 bits.
    pub(crate) fn fold(self, x: i128, y: i128) -> Option<i128> {
        match self {
            Self::Add => x.checked_add(y),
            Self::Sub => x.checked_sub(y),
            Self::Mul => x.checked_mul(y),
            Self::Div => x.checked_div(y),
            Self::Rem => x.checked_rem(y),
            Self::And => Some(x & y),
            Self::Or => Some(x | y),
            Self::Xor => Some(x ^ y),
            Self::Shl if x == 0 => Some(0),
            Self::Shl => u32::try_from(y).ok().and_then(|y| x.checked_mul(1_i128.checked_shl(y)?)).filter(|&r| r >= 0),
            Self::Shr => Some(u32::try_from(y).ok().and_then(|y| x.checked_shr(y)).unwrap_or(0)),
            Self::Min => Some(x.min(y)),
            Self::Max => Some(x.max(y)),
        }
    }
}

/// A comparison of two integers; "greater" is "less" with its sides exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
}

impl Comparison {
    /// The comparison that holds exactly where this one does not, and whether its sides are exchanged.
    #[must_use]
    pub fn negated(self) -> (Self, bool) {
        match self {
            Self::Less => (Self::LessEqual, true),
            Self::LessEqual => (Self::Less, true),
            Self::Equal => (Self::NotEqual, false),
            Self::NotEqual => (Self::Equal, false),
        }
    }

    /// How it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
        }
    }

    /// The comparison of two numbers.
    #[must_use]
    pub fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessEqual => a <= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
        }
    }
}

/// One node. Truths are nodes too: comparisons, `And`/`Or` of truths, and the constants 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number.
    Constant(i128),
    /// A variable of the arena.
    Variable(u32),
    /// An operation.
    Binary(Op, Id, Id),
    /// A comparison.
    Compare(Comparison, Id, Id),
    /// `if c { a } else { b }`
    Choose(Id, Id, Id),
    /// The integer square root.
    Isqrt(Id),
    /// The entry of a list of the arena at a place, which is inside of it.
    LookUp(u32, Id),
    /// The first, which a law puts below the second.
    Within(Id, Id),
    /// Component `part` of the result of a function of the user's.
    Call {
        /// Which function of the arena.
        function: u32,
        /// Which component.
        part: u32,
        /// Its arguments.
        arguments: Vec<Id>,
    },
}

/// What a variable stands for, and so what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An index or a position: at least 0 and below the extent.
    Index {
        /// What it is below.
        extent: Id,
    },
    /// A size: at least 1 wherever there is an index, else possibly 0.
    Size,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name in the printed expression.
    pub name: String,
    /// What it stands for.
    pub kind: Kind,
}

/// A function of the user's, called by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its path.
    pub path: String,
    /// What its result, or the component of it that is meant, is below.
    pub bound: Id,
}

/// Something known of sizes, asserted by the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The second divides the first.
    Divides(Id, Id),
    /// The first is at most the second.
    AtMost(Id, Id),
}

impl Node {
    /// A hash in fewer calls than that of `Hash`, for a [`Table`].
    pub(crate) fn hash(&self) -> u32 {
        let two = |a: Id, b: Id| u64::from(a.0) | u64::from(b.0) << 32;
        let (kind, word) = match self {
            Self::Constant(value) => (1, *value as u64 ^ (value >> 64) as u64),
            Self::Variable(number) => (2, u64::from(*number)),
            Self::Binary(op, a, b) => (3 + 16 * *op as u64, two(*a, *b)),
            Self::Compare(comparison, a, b) => (4 + 16 * *comparison as u64, two(*a, *b)),
            Self::Choose(c, a, b) => (5 + 16 * u64::from(c.0), two(*a, *b)),
            Self::Isqrt(a) => (6, two(*a, Id(0))),
            Self::Within(a, extent) => (7, two(*a, *extent)),
            Self::LookUp(list, at) => (9 + 16 * u64::from(*list), two(*at, Id(0))),
            Self::Call { function, part, arguments } => {
                let arguments = arguments.iter().fold(0, |hash, argument| mix(hash, u64::from(argument.0)));
                (8 + 16 * u64::from(*function), arguments ^ u64::from(*part))
            }
        };
        Table::shortened(mix(kind, word))
    }
}

/// The operands of a node, read as a slice.
#[derive(Clone, Debug)]
pub(crate) enum Operands {
    /// So many of these.
    Few(u8, [Id; 3]),
    /// Those of a call.
    Many(Vec<Id>),
}

impl std::ops::Deref for Operands {
    type Target = [Id];

    fn deref(&self) -> &[Id] {
        match self {
            Self::Few(count, few) => &few[..*count as usize],
            Self::Many(many) => many,
        }
    }
}

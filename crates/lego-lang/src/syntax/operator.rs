//! Operators, comparisons and the functions that expressions may call.

/// An operator between two expressions; they bind as in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `*`.
    Mul,
    /// `/`, rounding down.
    Div,
    /// `%`.
    Rem,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `==` and its kin.
    Compare(Comparison),
    /// `&&`.
    And,
    /// `||`.
    Or,
}

impl Operator {
    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
            Self::Compare(comparison) => comparison.symbol(),
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// How tightly it binds; more is tighter. Operators of one strength group from the left; comparisons do not group.
    #[must_use]
    pub const fn strength(self) -> u8 {
        match self {
            Self::Mul | Self::Div | Self::Rem => 8,
            Self::Add | Self::Sub => 7,
            Self::Shl | Self::Shr => 6,
            Self::BitAnd => 5,
            Self::BitXor => 4,
            Self::BitOr => 3,
            Self::Compare(_) => 2,
            Self::And => 1,
            Self::Or => 0,
        }
    }
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Equal, Self::NotEqual, Self::Less, Self::LessEqual, Self::Greater, Self::GreaterEqual];

    /// How it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
        }
    }

    /// The answer for two numbers.
    #[must_use]
    pub fn holds<T: PartialOrd>(self, left: T, right: T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

/// A function of two numbers that the language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// The smaller of two.
    Min,
    /// The larger of two.
    Max,
    /// The quotient, rounded up.
    CeilDiv,
}

impl Call {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Min, Self::Max, Self::CeilDiv];

    /// The name in the language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::CeilDiv => "ceil_div",
        }
    }
}

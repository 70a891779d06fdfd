//! The systems of layouts; a text tells of which it is.

use lego_algebra::expression;
use lego_algebra::linear::families::Fragment;
use lego_lang::Reading;

/// What is easily taken for the other way round where layouts of two systems meet.
pub(crate) const ORDERS: &str = "a layout of CuTe's has one dim for each top-level mode; its integer coordinates have the first mode \
                                 fastest, where a chain's last index is fastest: Row(4, 8) is (4,8):(8,1)";

/// A system of layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// A chain of the language.
    Chain,
    /// A layout of CuTe's, or an expression of its algebra.
    Cute,
    /// A map in isl's notation.
    Isl,
    /// A task mapping.
    Tasks,
    /// A linear layout over F2.
    Linear,
}

/// Whether a text is of CuTe's algebra and no chain: `Swizzle(3, 4, 3)` is both, and taken for a chain where chains are meant.
pub(crate) fn is_only_cute(text: &str) -> bool {
    system(text) == System::Cute && Reading::new(text).layout().is_none()
}

/// What a text is: isl's maps begin with a brace or a bracket, CuTe's layouts with a parenthesis, a number, `Sw` or a function
/// of its algebra; a linear layout has an arrow, or is JSON. The name of a fragment is CuTe's thread-value layout.
pub(crate) fn system(text: &str) -> System {
    let text = text.trim_start();
    let word: String = text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    match signs.next() {
        Some('{') if signs.next() == Some('"') => System::Linear,
        Some('{' | '[') => System::Isl,
        _ if text.contains("->") || text.contains('→') => System::Linear,
        Some('(' | '0'..='9') => System::Cute,
        _ if text.starts_with("Sw<") => System::Cute,
        _ if word == "spatial" || word == "repeat" => System::Tasks,
        _ if expression::names().any(|name| name == word) || Fragment::named(&word).is_ok() => System::Cute,
        _ => System::Chain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_chain_too_is_one() {
        for text in ["(4,8):(8,1)", "Swizzle(3,4,3) o 0 o (8,8):(8,1)", "composition(8:1, 4:2)", "mma_m16n8_f32_C"] {
            assert!(is_only_cute(text), "{text}");
        }
        for text in ["Swizzle(3, 4, 3)", "Row(4, 8)", "Cute((4,8):(8,1))", "{ [i] -> [i] : 0 <= i < 4 }"] {
            assert!(!is_only_cute(text), "{text}");
        }
    }

    #[test]
    fn the_text_tells_the_system() {
        for (text, expected) in [
            ("Row(4, 8)", System::Chain),
            (" OrderBy(Row(4, 8))", System::Chain),
            ("((2,2),4):((1,8),2)", System::Cute),
            ("8:1", System::Cute),
            ("Sw<3,4,3> o 0 o (8,8):(8,1)", System::Cute),
            ("composition(8:1, 4:2)", System::Cute),
            ("mma_m16n8_f32_C", System::Cute),
            ("{ [i] -> [i] : 0 <= i < 4 }", System::Isl),
            ("[N] -> { [i] -> [i] : 0 <= i < N }", System::Isl),
            ("spatial(4, 8) * repeat(2, 1)", System::Tasks),
            ("lane: (0,1) (0,2) -> row: 4, column: 4", System::Linear),
            ("lane: (1) → x: 2", System::Linear),
            (" { \"in_dims\": {} }", System::Linear),
            ("GenP([4], |i| i, |p| p)", System::Chain),
        ] {
            assert_eq!(system(text), expected, "{text}");
        }
    }
}

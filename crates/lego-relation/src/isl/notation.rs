//! Sums and conditions as isl writes them.

use super::quasi::{Affine, Constraint, QuasiAtom};
use std::fmt::Write;

/// A sum as isl writes it: the number first, then each atom with its coefficient.
pub(super) fn sum(affine: &Affine, names: &[String]) -> String {
    let mut text = String::new();
    if affine.constant != 0 || affine.terms.is_zero() {
        let _ = write!(text, "{}", affine.constant);
    }
    for &(ref atom, coefficient) in affine.terms() {
        if !text.is_empty() {
            text.push_str(if coefficient < 0 { " - " } else { " + " });
        } else if coefficient < 0 {
            text.push('-');
        }
        let factor = coefficient.abs();
        let written = match atom {
            QuasiAtom::Variable(number) if factor == 1 => names[*number].clone(),
            QuasiAtom::Variable(number) => format!("{factor}{}", names[*number]),
            QuasiAtom::Floor(inner, divisor) => {
                let inner = inside(inner, names);
                if factor == 1 {
                    format!("floor({inner}/{divisor})")
                } else {
                    format!("{factor}*floor({inner}/{divisor})")
                }
            }
            QuasiAtom::Mod(inner, divisor) => {
                let inner = sum(inner, names);
                if factor == 1 {
                    format!("({inner}) mod {divisor}")
                } else {
                    format!("{factor}*(({inner}) mod {divisor})")
                }
            }
        };
        text.push_str(&written);
    }
    text
}

/// A sum before a division: a name as it is, anything else in parentheses.
fn inside(affine: &Affine, names: &[String]) -> String {
    let text = sum(affine, names);
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') && !text.starts_with(|c: char| c.is_ascii_digit()) {
        text
    } else {
        format!("({text})")
    }
}

/// A condition; what is subtracted stands on the other side.
pub(super) fn condition(constraint: &Constraint, names: &[String]) -> String {
    let [left, right] = constraint.affine().sides();
    let (left_text, right_text) = (sum(&left, names), sum(&right, names));
    match constraint {
        Constraint::Zero(_) => format!("{left_text} = {right_text}"),
        Constraint::Natural(_) if left.number().is_some() => format!("{right_text} <= {left_text}"),
        Constraint::Natural(_) => format!("{left_text} >= {right_text}"),
    }
}

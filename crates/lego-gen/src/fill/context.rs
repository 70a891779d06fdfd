//! Brackets around a filled text, where what stands beside the placeholder would tear it apart.

/// How tightly a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// Anything: a choice, a truth, an expression of the template.
    Loose,
    /// Sums and products.
    Arithmetic,
    /// A name, a number, a call, something in brackets.
    Atom,
}

/// Whether a text of the template is one name, number, call or the like, so that every operator leaves it whole.
pub(super) fn is_atom(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut closed = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '(' | '[' | '{' => {
                // `(a)(b)` and `f(a)[b]` are one, `f {a}` is not.
                depth += 1;
            }
            ')' | ']' | '}' => {
                depth = match depth.checked_sub(1) {
                    Some(depth) => depth,
                    None => return false,
                };
                closed = true;
            }
            _ if depth > 0 => {}
            '-' if chars.peek().is_some_and(|next| next.1 == '>') && at > 0 => {
                chars.next();
                closed = false;
            }
            '.' | ':' => closed = false,
            c if c.is_alphanumeric() || c == '_' || c == '$' => {
                if closed {
                    // `(int)x` is a cast.
                    return false;
                }
            }
            _ => return false,
        }
    }
    depth == 0 && !text.is_empty()
}

/// A text of the template without the brackets that it was given to be an operand.
pub(super) fn bare(text: &str) -> String {
    let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let is_whole = inside.is_some_and(|inside| !is_atom(inside) && is_balanced(inside));
    inside.filter(|_| is_whole).unwrap_or(text).to_owned()
}

/// Whether no bracket closes what was opened before.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i64;
    text.chars().all(|c| {
        depth += i64::from("([{".contains(c)) - i64::from(")]}".contains(c));
        depth >= 0
    }) && depth == 0
}

/// How tightly a text must bind to stand between two others without brackets.
pub(super) fn needed(before: &str, after: &str) -> Binding {
    left(before).max(right(after))
}

const OPERATORS: &str = "+-*/%&|^<>~÷⊻";

/// The last character before a place, if it matters: an operator does across lines, other characters do not.
fn left(before: &str) -> Binding {
    let trimmed = before.trim_end();
    let crosses = before[trimmed.len()..].contains('\n');
    let Some(last) = trimmed.chars().next_back() else { return Binding::Loose };
    if crosses && !OPERATORS.contains(last) {
        return Binding::Loose;
    }
    let ends = |what: &str| trimmed.ends_with(what);
    match last {
        _ if ["=>", "->", "//", "--", "/*", "*/"].iter().any(|end| ends(end)) && !crosses => match last {
            // A comment, or a quotient of Python.
            '/' if ends("//") => Binding::Atom,
            _ => Binding::Loose,
        },
        '=' if ["==", "<=", ">=", "!="].iter().any(|end| ends(end)) => Binding::Arithmetic,
        '(' | '[' | '{' | '}' | ',' | ';' | ':' | '=' | '"' | '\'' | '`' | '#' => Binding::Loose,
        '<' | '>' if ends("<<") || ends(">>") => Binding::Atom,
        '+' | '<' | '>' | '?' => Binding::Arithmetic,
        c if c.is_alphanumeric() || c == '_' => {
            let word = trimmed.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if word == "return" { Binding::Loose } else { Binding::Arithmetic }
        }
        _ => Binding::Atom,
    }
}

/// The first character after a place, if it matters.
fn right(after: &str) -> Binding {
    let trimmed = after.trim_start();
    let crosses = after[..after.len() - trimmed.len()].contains('\n');
    let Some(first) = trimmed.chars().next() else { return Binding::Loose };
    if crosses && !OPERATORS.contains(first) {
        return Binding::Loose;
    }
    let begins = |what: &str| trimmed.starts_with(what);
    match first {
        _ if ["//", "/*", "*/", "-->"].iter().any(|comment| begins(comment)) => {
            // A comment, or a quotient of Python.
            if begins("//") { Binding::Atom } else { Binding::Loose }
        }
        ')' | ']' | '}' | '{' | ',' | ';' | ':' | '"' | '\'' | '`' | '#' | '\\' | '!' => Binding::Loose,
        '<' | '>' if begins("<<") || begins(">>") => Binding::Atom,
        '+' | '-' | '<' | '>' | '=' | '?' => Binding::Arithmetic,
        c if c.is_alphanumeric() || c == '_' => Binding::Arithmetic,
        _ => Binding::Atom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms() {
        for text in ["i", "42", "tl.program_id(0)", "x[:, None]", "(a + b)", "p->q", "std::min(a, b)", "f(a)[b]"] {
            assert!(is_atom(text), "{text}");
        }
        for text in ["a + b", "-1", "(a) + (b)", "(int)x", "a b", "", "*p", "f(", "c ? a : b"] {
            assert!(!is_atom(text), "{text}");
        }
    }

    #[test]
    fn what_stands_beside() {
        for (before, after, binding) in [
            ("a[", "]", Binding::Loose),
            ("a + ", ")", Binding::Arithmetic),
            ("a - ", ")", Binding::Atom),
            ("x = ", "\n", Binding::Loose),
            ("x = ", " * 2", Binding::Atom),
            ("x = ", " + 2", Binding::Arithmetic),
            ("if i < ", ":", Binding::Arithmetic),
            ("if i == ", ":", Binding::Arithmetic),
            ("return ", ";", Binding::Loose),
            ("2 *\n  ", "", Binding::Atom),
            ("f(x)\n", "\ng(x)", Binding::Loose),
            ("1 << ", ";", Binding::Atom),
            ("a // ", ",", Binding::Atom),
            ("|i| => ", "}", Binding::Loose),
        ] {
            assert_eq!(needed(before, after), binding, "{before:?} {after:?}");
        }
    }
}

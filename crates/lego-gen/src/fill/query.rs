//! What a placeholder asks of its layout.

use super::fault::Fault;
use lego_lang::{TextRange, nearest};

/// A question about a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Query {
    /// `L[a, b]`, `L.apply(a, b)`: the position of an index.
    Position(Vec<Argument>),
    /// `L.guard[a, b]`: whether an index has a position.
    Guard(Vec<Argument>),
    /// `L.loop[a, :]`: the head of loops over the slices.
    Loop(Vec<Argument>),
    /// `L.inv(p)`, `L.inv(p)[k]`: the index at a position, or a component of it.
    Index(Argument, Option<usize>),
    /// `L.inv_guard(p)`: whether a position has an index.
    IndexGuard(Argument),
    /// `L.check`: what has to hold of the sizes.
    Check,
    /// `L.span`
    Span,
    /// `L.count`
    Count,
    /// `L.rank`
    Rank,
    /// `L.dims`, `L.dims[k]`
    Dims(Option<usize>),
    /// `L.stride`, `L.stride[k]`
    Stride(Option<usize>),
    /// `L.block_ptr(a, b, base=pointer)`
    BlockPointer(Vec<Argument>, Option<String>),
    /// `L.advance(k)`
    Advance(Argument),
    /// `L.boundary_check`
    BoundaryCheck,
}

/// One of the indices in a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// Where it stands in the template.
    pub(super) range: TextRange,
    pub(super) kind: ArgumentKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ArgumentKind {
    /// An expression of the language around it.
    Scalar(String),
    /// `:`, `lo:hi`, `name=lo:hi`; what is left out is an empty text.
    Slice { name: Option<String>, low: String, high: String },
}

/// What may follow the dot.
const MEMBERS: [&str; 14] = [
    "apply",
    "guard",
    "loop",
    "inv",
    "inv_guard",
    "check",
    "span",
    "count",
    "rank",
    "dims",
    "stride",
    "block_ptr",
    "advance",
    "boundary_check",
];

/// Reads what follows a layout's name.
pub(super) fn query(template: &str, range: TextRange) -> Result<Query, Fault> {
    let mut rest = Rest { template, at: range.start, end: range.end };
    let query = if rest.text().starts_with('[') {
        Query::Position(rest.arguments()?)
    } else {
        rest.at += 1;
        let length = super::placeholders::name(rest.text()).unwrap_or(0);
        // Where there is no word, the dot is wrong.
        let place = TextRange::new(rest.at - usize::from(length == 0), rest.at + length);
        let member = TextRange::new(rest.at, rest.at + length).of(template);
        rest.at += length;
        rest.member(member, place)?
    };
    match rest.text().trim() {
        "" => Ok(query),
        _ => {
            let place = rest.trimmed(rest.at, rest.end);
            Err(Fault::new(place, "nothing may follow here: operators stand outside of a placeholder"))
        }
    }
}

/// What remains to be read of a placeholder.
struct Rest<'t> {
    template: &'t str,
    at: usize,
    end: usize,
}

impl<'t> Rest<'t> {
    fn text(&self) -> &'t str {
        &self.template[self.at..self.end]
    }

    /// A range without the blanks around it.
    fn trimmed(&self, start: usize, end: usize) -> TextRange {
        let text = &self.template[start..end];
        let start = start + text.len() - text.trim_start().len();
        TextRange::new(start, (start + text.trim().len()).max(start))
    }

    fn member(&mut self, member: &str, place: TextRange) -> Result<Query, Fault> {
        Ok(match member {
            "apply" => Query::Position(self.arguments()?),
            "guard" => Query::Guard(self.arguments()?),
            "loop" => Query::Loop(self.arguments()?),
            "inv" => {
                let position = self.one("the position")?;
                Query::Index(position, self.axis()?)
            }
            "inv_guard" => Query::IndexGuard(self.one("the position")?),
            "check" => Query::Check,
            "span" => Query::Span,
            "count" => Query::Count,
            "rank" => Query::Rank,
            "dims" => Query::Dims(self.axis()?),
            "stride" | "strides" => Query::Stride(self.axis()?),
            "block_ptr" => {
                let mut arguments = self.arguments()?;
                let base = arguments.iter().position(|argument| argument.value_of("base").is_some());
                let base = base.map(|k| arguments.remove(k));
                Query::BlockPointer(arguments, base.and_then(|base| base.value_of("base").map(str::to_owned)))
            }
            "advance" => Query::Advance(self.one("the index along which to advance, or its axis")?),
            "boundary_check" => Query::BoundaryCheck,
            other => {
                let near = nearest(other, MEMBERS).filter(|_| !other.is_empty());
                let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
                return Err(Fault::new(
                    place,
                    format!("a layout has no {other:?}{near}: it has {}", MEMBERS.join(", ")),
                ));
            }
        })
    }

    /// The only argument of a function.
    fn one(&mut self, what: &str) -> Result<Argument, Fault> {
        let start = self.at;
        let mut arguments = self.arguments()?;
        match (arguments.pop(), arguments.is_empty()) {
            (Some(argument), true) => Ok(argument),
            _ => Err(Fault::new(TextRange::new(start, self.at), format!("one argument stands here: {what}"))),
        }
    }

    /// The number of an axis in square brackets, if they follow.
    fn axis(&mut self) -> Result<Option<usize>, Fault> {
        if !self.text().starts_with('[') {
            return Ok(None);
        }
        let start = self.at;
        let arguments = self.arguments()?;
        match arguments.as_slice() {
            [Argument { kind: ArgumentKind::Scalar(axis), .. }] if axis.parse::<usize>().is_ok() => {
                Ok(axis.parse().ok())
            }
            _ => Err(Fault::new(
                TextRange::new(start, self.at),
                "the number of an axis stands here, from 0: not an expression",
            )),
        }
    }

    /// Arguments in brackets.
    fn arguments(&mut self) -> Result<Vec<Argument>, Fault> {
        let Some(close) = self.text().chars().next().and_then(closing).filter(|close| *close != '}') else {
            let place = TextRange::new(self.at.saturating_sub(1), self.at);
            return Err(Fault::new(place, "arguments in brackets are missing after this"));
        };
        let inside = self.at + 1;
        let mut depth = Vec::new();
        let mut quote = None;
        let mut commas = vec![inside];
        for (at, c) in self.template[inside..self.end].char_indices() {
            let at = inside + at;
            match (quote, closing(c)) {
                (Some(open), _) => quote = if c == open { None } else { Some(open) },
                (None, Some(other)) => depth.push(other),
                _ if depth.is_empty() && c == close => {
                    self.at = at + 1;
                    commas.push(at + 1);
                    return self.between(&commas);
                }
                _ if depth.last() == Some(&c) => {
                    depth.pop();
                }
                _ if c == '"' => quote = Some(c),
                _ if c == ',' && depth.is_empty() => commas.push(at + 1),
                _ => {}
            }
        }
        Err(Fault::new(TextRange::new(inside - 1, self.end), format!("a closing {close} is missing")))
    }

    /// The arguments that end one byte before each of these places but the first.
    fn between(&self, commas: &[usize]) -> Result<Vec<Argument>, Fault> {
        let ranges = commas.windows(2).map(|pair| (pair[0], self.trimmed(pair[0], pair[1] - 1)));
        let arguments: Vec<(usize, TextRange)> = ranges.collect();
        if let [(_, only)] = arguments.as_slice() {
            if only.of(self.template).is_empty() {
                return Ok(Vec::new());
            }
        }
        arguments.into_iter().map(|(from, range)| self.argument(from, range)).collect()
    }

    fn argument(&self, from: usize, range: TextRange) -> Result<Argument, Fault> {
        let text = range.of(self.template);
        if text.is_empty() {
            return Err(Fault::new(TextRange::new(from - 1, from), "an index is missing after this"));
        }
        let colons = colons(text);
        let kind = match colons.as_slice() {
            [] => ArgumentKind::Scalar(text.to_owned()),
            [colon] => {
                let (before, high) = (text[..*colon].trim(), text[colon + 1..].trim());
                let named = before.split_once('=').filter(|(name, rest)| {
                    super::placeholders::name(name.trim()) == Some(name.trim().len()) && !rest.starts_with('=')
                });
                if named.is_none() && is_assigned(before) {
                    let message =
                        "no name stands before this `=`: a slice is `:` or `lo:hi`, with a name `j=:` or `j=lo:hi`";
                    return Err(Fault::new(range, message));
                }
                let (name, low) =
                    named.map_or((None, before), |(name, low)| (Some(name.trim().to_owned()), low.trim()));
                ArgumentKind::Slice { name, low: low.to_owned(), high: high.to_owned() }
            }
            _ => return Err(Fault::new(range, "a slice is `:` or `lo:hi`; it has no step")),
        };
        Ok(Argument { range, kind })
    }
}

impl Argument {
    /// What stands behind `name=`.
    fn value_of(&self, name: &str) -> Option<&str> {
        let ArgumentKind::Scalar(text) = &self.kind else { return None };
        text.strip_prefix(name)?.trim_start().strip_prefix('=').filter(|value| !value.starts_with('=')).map(str::trim)
    }
}

fn closing(open: char) -> Option<char> {
    match open {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// Whether a text has an `=` outside of brackets that is not part of a comparison.
fn is_assigned(text: &str) -> bool {
    let bytes = text.as_bytes();
    outside_of_brackets(bytes).any(|(at, byte)| {
        let is_compared =
            (at > 0 && b"=<>!/~".contains(&bytes[at - 1])) || matches!(bytes.get(at + 1), Some(b'=' | b'>'));
        byte == b'=' && !is_compared
    })
}

/// The bytes of a text outside of brackets, each with its place.
fn outside_of_brackets(bytes: &[u8]) -> impl Iterator<Item = (usize, u8)> {
    let mut depth = 0_usize;
    bytes.iter().copied().enumerate().filter(move |(_, byte)| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// The colons of a slice: outside of brackets, neither of `::` nor of `c ? a : b`.
fn colons(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let (mut choices, mut found) = (0_usize, Vec::new());
    for (at, byte) in outside_of_brackets(bytes) {
        match byte {
            b'?' => choices += 1,
            b':' if bytes.get(at + 1) == Some(&b':') || (at > 0 && bytes[at - 1] == b':') => {}
            b':' if choices > 0 => choices -= 1,
            b':' => found.push(at),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Query, String> {
        query(text, TextRange::all(text)).map_err(|fault| fault.message)
    }

    fn kinds(text: &str) -> Vec<String> {
        let Ok(Query::Position(arguments)) = read(text) else { panic!("{text}") };
        let shown = |argument: Argument| match argument.kind {
            ArgumentKind::Scalar(text) => text,
            ArgumentKind::Slice { name, low, high } => format!("{}<{low}|{high}>", name.unwrap_or_default()),
        };
        arguments.into_iter().map(shown).collect()
    }

    #[test]
    fn arguments_are_text_of_the_template() {
        assert_eq!(kinds("[pid_m, k + 1, :, 0:BM]"), ["pid_m", "k + 1", "<|>", "<0|BM>"]);
        assert_eq!(
            kinds("[f(a, b), x[1:2], std::min(a, b), c ? 1 : 2]"),
            ["f(a, b)", "x[1:2]", "std::min(a, b)", "c ? 1 : 2"]
        );
        assert_eq!(kinds(".apply(i=:, j = 2 : n)"), ["i<|>", "j<2|n>"]);
        assert_eq!(kinds("[\"a, b\"]"), ["\"a, b\""]);
        assert_eq!(
            kinds("[(a == b):n, f(k=1):n, a<=b:n, a === b:n, a /= b:n]"),
            ["<(a == b)|n>", "<f(k=1)|n>", "<a<=b|n>", "<a === b|n>", "<a /= b|n>"]
        );
        assert_eq!(kinds("[]"), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, message) in [
            ("[a, , b]", "an index is missing after this"),
            ("[$j=:]", "no name stands before this `=`: a slice is `:` or `lo:hi`, with a name `j=:` or `j=lo:hi`"),
            ("[2 = 0:4]", "no name stands before this `=`: a slice is `:` or `lo:hi`, with a name `j=:` or `j=lo:hi`"),
            ("[a:b:c]", "a slice is `:` or `lo:hi`; it has no step"),
            (".span + 1", "nothing may follow here: operators stand outside of a placeholder"),
            (".inv(a, b)", "one argument stands here: the position"),
            (".dims[k]", "the number of an axis stands here, from 0: not an expression"),
            (".apply", "arguments in brackets are missing after this"),
        ] {
            assert_eq!(read(text), Err(message.to_owned()), "{text}");
        }
        assert!(read(".spam").is_err_and(|message| message.contains("the nearest is span")));
    }
}

//! How generated code names what expressions are made of.

use crate::input::LayoutItem;
use lego_lang::compile::POSITION;
use lego_lang::expr::print::Names;
use lego_lang::expr::{Arena, Kind};

/// The names inside one generated function that computes in one integer type.
pub(super) struct RustNames<'a> {
    pub(super) item: &'a LayoutItem,
    /// The integer type.
    pub(super) width: &'static str,
    /// Whether run-time sizes are fields, or else arguments.
    pub(super) fields: bool,
    /// Put before the names of the function's own variables, so that they are nobody else's.
    pub(super) prefix: &'a str,
}

impl Names for RustNames<'_> {
    fn variable(&self, arena: &Arena, number: u32) -> String {
        let variable = arena.variable_of(number);
        match variable.kind {
            Kind::Index { .. } => format!("{}{}", self.prefix, variable.name),
            Kind::Size => {
                let name = variable.name;
                let path =
                    if self.fields && self.item.runtime.iter().any(|n| *n == name) { format!("self.{name}") } else { name };
                if self.width == "usize" { path } else { format!("({path} as {})", self.width) }
            }
        }
    }

    fn call(&self, arena: &Arena, function: u32, part: u32, arguments: &[String]) -> String {
        let path = arena.function_of(function).path;
        let arguments: Vec<String> = arguments.iter().map(|argument| format!("({argument}) as usize")).collect();
        let arguments = arguments.join(", ");
        let width = self.width;
        // A function of the user's takes the index as an array and gives a position, or the other way round.
        if part == POSITION {
            format!("({path}([{arguments}]) as {width})")
        } else {
            format!("({path}({arguments})[{part}] as {width})")
        }
    }

    fn isqrt(&self, argument: &str) -> String {
        format!("({argument}).isqrt()")
    }
}

/// A prefix that makes `i0`, `p`, `t0`, … names that the item does not use.
pub(super) fn prefix(item: &LayoutItem, parameters: &[String]) -> String {
    let clashes = |prefix: &str| {
        let taken = |name: &str| {
            name.strip_prefix(prefix).is_some_and(|rest| {
                let digits = rest.trim_start_matches(['i', 'p', 't', 's']);
                digits.len() < rest.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        parameters.iter().any(|name| taken(name)) || item.generics.iter().chain(&item.runtime).any(|n| taken(&n.to_string()))
    };
    let mut prefix = String::new();
    while clashes(&prefix) {
        prefix.push('_');
    }
    prefix
}

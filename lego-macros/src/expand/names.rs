//! How generated code names what expressions are made of.

use crate::input::LayoutItem;
use lego_lang::compile::POSITION;
use lego_lang::expr::print::Names;
use lego_lang::expr::{Arena, Kind};
use syn::ext::IdentExt;

/// The names inside one generated function that computes in one integer type.
pub(super) struct RustNames<'a> {
    pub(super) item: &'a LayoutItem,
    /// The integer type.
    pub(super) width: &'static str,
    /// Whether run-time sizes are fields, or else arguments.
    pub(super) fields: bool,
    /// The macro's own names.
    pub(super) own: &'a OwnNames,
}

impl Names for RustNames<'_> {
    fn variable(&self, arena: &Arena, number: u32) -> String {
        let variable = arena.variable_of(number);
        match variable.kind {
            Kind::Index { .. } => self.own.local(&variable.name),
            Kind::Size => {
                let path = if self.fields && is_runtime(self.item, &variable.name) {
                    format!("self.{}", variable.name)
                } else {
                    self.own.size(variable.name)
                };
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

fn is_runtime(item: &LayoutItem, name: &str) -> bool {
    item.runtime.iter().any(|size| size.unraw() == name)
}

/// The names that the macro gives to what it declares.
///
/// A binding is hygienic against the user's variables but not against the user's constants: a pattern `i0` where a
/// constant of that name is in scope is that constant. Hence names that nobody has, and none of the item's own.
pub(super) struct OwnNames {
    prefix: String,
    /// For an expression: its sizes, which stand outside of the item as constants of the macro's own.
    sizes: Vec<String>,
    /// The argument of `apply`, which the documentation shows.
    pub(super) index: String,
    /// The argument of `inv`.
    pub(super) position: String,
    /// The type of the argument of `slice`.
    pub(super) spec: String,
}

impl OwnNames {
    /// Names for an item; `sizes` are those that get a constant of their own.
    pub(super) fn new(item: &LayoutItem, parameters: &[String], sizes: &[String]) -> Self {
        let own = item.generics.iter().chain(&item.runtime).map(|name| name.unraw().to_string());
        let taken: Vec<String> = own.chain(parameters.iter().cloned()).collect();
        let free = |name: &str| {
            let mut name = name.to_owned();
            while taken.contains(&name) {
                name.push('_');
            }
            name
        };
        let mut prefix = "__".to_owned();
        while taken.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        Self {
            prefix,
            sizes: sizes.to_vec(),
            index: free("logical_index"),
            position: free("physical_position"),
            spec: free("Spec"),
        }
    }

    /// A variable of a generated function.
    pub(super) fn local(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn size(&self, name: String) -> String {
        match self.sizes.iter().position(|size| *size == name) {
            Some(number) => self.size_constant(number),
            None => name,
        }
    }

    /// The constant of a size of an expression.
    pub(super) fn size_constant(&self, number: usize) -> String {
        format!("{}SIZE_{number}", self.prefix)
    }
}

//! How generated code names what expressions are made of.

use super::form::Form;
use crate::input::LayoutItem;
use lego_expr::print::Names;
use lego_expr::{Arena, Id, Kind, Simplified};
use lego_lang::compile::POSITION;
use proc_macro2::TokenStream;
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
    /// The crate of what generated code calls.
    pub(super) lego: &'a TokenStream,
    /// Whether the caller has checked the sizes, so that a division by zero need not be found out.
    pub(super) checked: bool,
    /// The form that is printed, if it is one whose values are known.
    pub(super) form: Option<&'a Simplified>,
}

impl RustNames<'_> {
    /// A size by the name that the layout gives it.
    pub(super) fn parameter(&self, name: &str) -> String {
        if self.fields && is_runtime(self.item, name) { format!("self.{name}") } else { self.own.size(name.to_owned()) }
    }
}

impl Names for RustNames<'_> {
    fn variable(&self, arena: &Arena, number: u32) -> String {
        let variable = arena.variable_of(number);
        match variable.kind {
            Kind::Index { .. } => self.own.local(&variable.name),
            Kind::Size => {
                let path = self.parameter(&variable.name);
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

    fn shifts(&self) -> bool {
        true
    }

    fn bits(&self) -> Option<String> {
        let width = self.width;
        // The width of `usize` is that of the target.
        Some(match width.trim_start_matches(['u', 'i']) {
            "size" => format!("(::core::primitive::{width}::BITS as {width})"),
            bits => bits.to_owned(),
        })
    }

    fn divisor(&self, text: &str) -> Option<String> {
        // Sizes in fields may be 0 for all that the compiler knows. It would write a branch to a panic for each division;
        // a divisor that is 1 instead costs a maximum.
        let own = self.own.local("d");
        self.checked.then(|| format!("(match {text} {{ {own} if {own} > 1 => {own}, _ => 1 }})"))
    }

    fn isqrt(&self, argument: Id, text: &str) -> String {
        // The fewer bits, the fewer instructions; and a GPU has one for 32 bits.
        let (lego, width) = (self.lego, self.width);
        let known = self.form.map(|form| form.range(argument)).filter(|range| range.low >= 0 && range.is_bounded());
        let bits = known.map_or(128, |range| 128 - range.high.leading_zeros());
        match bits {
            0..=16 => format!("({lego}::isqrt::isqrt_16(({text}) as u32) as {width})"),
            17..=24 => format!("({lego}::isqrt::isqrt_24(({text}) as u32) as {width})"),
            _ if bits <= 32 || width == "u32" => format!("({lego}::isqrt::isqrt_32(({text}) as u32) as {width})"),
            _ => format!("({text}).isqrt()"),
        }
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
    /// The sizes that get a constant of the macro's own: paths.
    sizes: Vec<String>,
    form: Form,
    /// The argument of `apply`, which the documentation shows.
    pub(super) index: String,
    /// The argument of `inv`.
    pub(super) position: String,
    /// The type of the argument of `slice`.
    pub(super) spec: String,
}

impl OwnNames {
    pub(super) fn new(item: &LayoutItem, parameters: &[String], form: Form) -> Self {
        let own: Vec<String> = item.generics.iter().chain(&item.runtime).map(|name| name.unraw().to_string()).collect();
        let sizes: Vec<String> = parameters.iter().filter(|name| !own.contains(name)).cloned().collect();
        let taken: Vec<&String> = own.iter().chain(&sizes).collect();
        let free = |name: &str| {
            let mut name = name.to_owned();
            while taken.contains(&&name) {
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
            form,
            index: free("logical_index"),
            position: free("physical_position"),
            spec: free("Spec"),
            sizes,
        }
    }

    /// A variable of a generated function.
    pub(super) fn local(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn size(&self, name: String) -> String {
        match (self.sizes.iter().position(|size| *size == name), self.form) {
            (Some(number), Form::Item) => format!("Self::{}", self.size_constant(number)),
            (Some(number), Form::Expression) => self.size_constant(number),
            (None, _) => name,
        }
    }

    fn size_constant(&self, number: usize) -> String {
        format!("{}SIZE_{number}", self.prefix)
    }

    /// The constants of sizes, with the paths that they stand for.
    pub(super) fn sizes(&self) -> impl Iterator<Item = (String, &str)> {
        self.sizes.iter().enumerate().map(|(number, path)| (self.size_constant(number), path.as_str()))
    }
}

//! The documentation of a kernel's type and of its launch.

use super::kernel::Kernel;
use crate::kernel::extents::Extents;
use crate::kernel::parameters::Kind;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};

/// The documentation of the type: that of the function, and how to launch it.
pub(super) fn handle(kernel: &Kernel<'_>) -> TokenStream {
    let is_doc = |attribute: &&syn::Attribute| attribute.path().is_ident("doc");
    let mut docs: TokenStream =
        kernel.function.attributes.iter().filter(is_doc).map(|attribute| attribute.to_token_stream()).collect();
    let name = kernel.function.plain_name();
    let mut lines = Vec::new();
    if !docs.is_empty() {
        lines.push(String::new());
    }
    lines.push(format!("The kernel `{name}` as a type: `launch` runs one of its instances on a device."));
    lines.push(String::new());
    lines.push("| entry | of |".to_owned());
    lines.push("|---|---|".to_owned());
    for instance in kernel.instances().iter() {
        let arguments = instance.arguments.as_ref().map(|list| list.to_token_stream().to_string()).unwrap_or_default();
        let arguments = tidy(&arguments).replace('|', "\\|");
        lines.push(format!("| `{}` | `{}{arguments}` |", instance.entry(), kernel.handle()));
    }
    docs.extend(lines_of(&lines));
    docs
}

/// The documentation of `launch`.
pub(super) fn launch(kernel: &Kernel<'_>) -> TokenStream {
    let lego_cuda = kernel.lego_cuda.to_string().replace(' ', "");
    let name = kernel.function.plain_name();
    let options = kernel.options;
    let mut lines = vec![
        format!("Begins a launch of `{name}`; `synchronize`, or a copy from what it writes, waits for its end."),
        String::new(),
        "Before anything runs it is checked that".to_owned(),
        String::new(),
    ];
    let mut item = |text: String| lines.push(format!("* {text};"));
    item(match (&options.threads, &options.max_threads) {
        (Some(exact), _) => format!("the block has {} threads, or its extents are not given", text(exact)),
        (None, Some(most)) => format!("the block is given and has at most {} threads", text(most)),
        (None, None) => "the block is given and one the device takes".to_owned(),
    });
    item(match options.grid.as_ref().and_then(|grid| grid.ones()) {
        Some(ones) => format!("the grid is one the device takes, and has an extent of 1 in {ones}"),
        None => "the grid is one the device takes".to_owned(),
    });
    let names = |kinds: &[Kind]| {
        let named = kernel.function.parameters.iter().filter(|parameter| kinds.contains(&parameter.kind));
        named.map(|parameter| format!("`{}`", parameter.plain_name())).collect::<Vec<_>>()
    };
    if kernel.passed().any(|(_, parameter)| !kernel.is_passed_as_it_is(parameter)) {
        item("each buffer belongs to the device of the module, has as many elements as its layout has positions, and the \
              layout's sizes fit 32 bits".to_owned());
    }
    let integers: Vec<_> = kernel.passed().filter(|(_, parameter)| parameter.is_integer()).collect();
    if !integers.is_empty() {
        let named: Vec<_> = integers.iter().map(|(_, one)| format!("`{}`", one.plain_name())).collect();
        item(format!("the integers for {}, of any type, fit what the kernel takes", named.join(", ")));
    }
    let tiles = names(&[Kind::Static, Kind::Dynamic, Kind::Laid]);
    if !tiles.is_empty() {
        let dynamic = names(&[Kind::Dynamic, Kind::Laid]);
        let adds = match dynamic.as_slice() {
            [] => String::new(),
            dynamic => format!("; the memory of {} is added by itself", dynamic.join(", ")),
        };
        item(format!("the device has shared memory for {}{adds}", tiles.join(", ")));
    }
    if let Some(last) = lines.last_mut() {
        last.pop();
        last.push('.');
    }
    lines.extend([
        String::new(),
        "# Errors".to_owned(),
        format!("[`Error`]({lego_cuda}::launch::Error): which of these does not hold, or the words of the driver."),
    ]);
    if kernel.function.is_unsafe {
        lines.extend([
            String::new(),
            "# Safety".to_owned(),
            format!("That of `{name}`, in each thread of the launch."),
        ]);
    }
    lines_of(&lines)
}

fn text(extents: &Extents) -> String {
    format!("`{}`", extents.text())
}

/// `< f32 , 64 >` as one writes it.
fn tidy(tokens: &str) -> String {
    tokens.replace(" ,", ",").replace("< ", "<").replace(" <", "<").replace(" >", ">").replace(" :: ", "::")
}

fn lines_of(lines: &[String]) -> TokenStream {
    lines
        .iter()
        .map(|line| {
            let line = format!(" {line}");
            quote!(#[doc = #line])
        })
        .collect()
}

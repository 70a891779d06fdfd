//! The layouts of an invocation, as the pieces of those behind them.

use crate::input::{Item, LayoutItem};
use crate::source::Source;
use lego_lang::{Declaration, Declarations, Reading, Refusal};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use syn::ext::IdentExt;

/// The layouts of an invocation: all their names, and what has been declared so far.
#[derive(Default)]
pub(super) struct Beside {
    /// Under conditions there may be several of one name.
    declared: HashMap<String, Vec<Declared>>,
    names: HashSet<String>,
    proposed: Arc<[String]>,
}

/// A layout that has been expanded.
struct Declared {
    /// The attributes under which it is there.
    conditions: String,
    layout: Result<Usable, Refusal>,
}

/// A layout that may be a piece.
struct Usable {
    declaration: Arc<Declaration>,
    source: Source,
    generics: usize,
}

/// The text of a layout with all that it names.
pub(super) struct Text {
    pub(super) source: Source,
    pub(super) reading: Reading,
    /// The mentions of other layouts, each with the number of its sizes.
    mentions: Vec<(Ident, usize)>,
}

impl Text {
    /// The text of a chain that names no other layout.
    pub(super) fn alone(chain: &TokenStream) -> Self {
        let source = Source::new(chain.clone());
        Self { reading: Reading::new(source.text()), source, mentions: Vec::new() }
    }

    /// Code that uses the types of the layouts that the text names: it has their maps, not their names, and nobody else may
    /// use them.
    pub(super) fn uses(&self, conditions: &TokenStream) -> TokenStream {
        let uses = self.mentions.iter().map(|(name, generics)| {
            let sizes = (0..*generics).map(|_| quote!(0));
            let sizes = if *generics == 0 { TokenStream::new() } else { quote!(<#(#sizes),*>) };
            quote! {
                #conditions
                const _: ::core::marker::PhantomData<#name #sizes> = ::core::marker::PhantomData;
            }
        });
        uses.collect()
    }
}

impl Beside {
    /// The names of the layouts among some items.
    pub(super) fn new(items: &[Item]) -> Self {
        let names = items.iter().filter_map(|item| match item {
            Item::Layout(layout) => Some(layout.name.unraw().to_string()),
            Item::Constant(_) => None,
        });
        let names: HashSet<String> = names.collect();
        let mut proposed: Vec<String> = names.iter().cloned().collect();
        proposed.sort_unstable();
        Self { declared: HashMap::new(), names, proposed: proposed.into() }
    }

    /// The text of the next layout.
    pub(super) fn text(&self, layout: &LayoutItem) -> Text {
        let mut source = Source::new(layout.chain.clone());
        let own: Vec<String> =
            layout.generics.iter().chain(&layout.runtime).map(|name| name.unraw().to_string()).collect();
        let mut declarations = Declarations::new(own, Arc::clone(&self.proposed));
        let mut mentions = Vec::new();
        let mut words = BTreeMap::new();
        collect_words(&layout.chain, &mut words);
        for (word, ident) in words {
            if !self.names.contains(&word) {
                continue;
            }
            match self.find(&word, layout) {
                Ok(usable) => {
                    source.adopt(&usable.source);
                    declarations.declare(Arc::clone(&usable.declaration));
                    mentions.push((ident, usable.generics));
                }
                Err(refusal) => declarations.refuse(&word, refusal),
            }
        }
        Text { reading: Reading::beside(source.text(), &declarations), source, mentions }
    }

    /// A layout that is there whenever another one is.
    fn find(&self, name: &str, user: &LayoutItem) -> Result<&Usable, Refusal> {
        let conditions = user.conditions().to_string();
        let declared = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        let there = declared.iter().find(|one| one.conditions.is_empty() || one.conditions == conditions);
        match there {
            Some(declared) => declared.layout.as_ref().map_err(|&refusal| refusal),
            None if user.name.unraw() == name => Err(Refusal::Itself),
            None if declared.is_empty() => Err(Refusal::Later),
            None => Err(Refusal::Conditional),
        }
    }

    /// Adds a layout, with the values of the names in it; a wrong one is known to be wrong.
    pub(super) fn declare(&mut self, layout: &LayoutItem, text: Text, values: &BTreeMap<String, i128>, is_right: bool) {
        let name = layout.name.unraw().to_string();
        let usable = || {
            let parameters: Vec<String> = layout.generics.iter().map(|name| name.unraw().to_string()).collect();
            let parameters: Vec<&str> = parameters.iter().map(String::as_str).collect();
            let declaration = Arc::new(Declaration::new(&name, &parameters, values.clone(), text.reading));
            Usable { declaration, source: text.source, generics: parameters.len() }
        };
        let layout_or_refusal = match (is_right, layout.runtime.is_empty()) {
            (false, _) => Err(Refusal::Wrong),
            (true, false) => Err(Refusal::RunTime),
            (true, true) => Ok(usable()),
        };
        let conditions = layout.conditions().to_string();
        self.declared.entry(name).or_default().push(Declared { conditions, layout: layout_or_refusal });
    }
}

/// Every name in some tokens, where it comes first.
fn collect_words(tokens: &TokenStream, words: &mut BTreeMap<String, Ident>) {
    for tree in tokens.clone() {
        match tree {
            TokenTree::Ident(ident) => {
                words.entry(ident.unraw().to_string()).or_insert(ident);
            }
            TokenTree::Group(group) => collect_words(&group.stream(), words),
            _ => {}
        }
    }
}

//! The attribute: `threads = [32, 8], min_blocks = 2, instances(name = <f32, 64>)`.

use super::extents::{Extents, number};
use super::facts::{self, Fact};
use super::function::Function;
use super::grid::Grid;
use super::instances::{self, Instance};
use lego_machine::limits::{CLUSTER, REGISTERS_PER_THREAD};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::Token;
use syn::parse::{ParseStream, Parser as _};

/// The options there are.
const NAMES: [&str; 11] = [
    "threads",
    "max_threads",
    "grid",
    "min_blocks",
    "max_registers",
    "cluster",
    "spills",
    "stack",
    "name",
    "instances",
    "select",
];

/// What the attribute says.
#[derive(Default)]
pub(super) struct Options {
    /// The extents that a block has.
    pub(super) threads: Option<Extents>,
    /// The threads that a block has at most.
    pub(super) max_threads: Option<Extents>,
    /// The coordinates of a block's index that the kernel reads.
    pub(super) grid: Option<Grid>,
    /// So many blocks are to fit on a multiprocessor.
    pub(super) min_blocks: Option<TokenStream>,
    /// So many registers a thread uses at most.
    pub(super) max_registers: Option<TokenStream>,
    /// So many blocks are a cluster.
    pub(super) cluster: Option<TokenStream>,
    /// So many bytes of registers may be spilled.
    pub(super) spills: Option<TokenStream>,
    /// So many bytes of arrays may be kept in memory.
    pub(super) stack: Option<TokenStream>,
    /// What the kernel's type is called, where that is said.
    pub(super) name: Option<Ident>,
    /// What must hold between the arguments of a launch.
    pub(super) facts: Vec<Fact>,
    /// The instances; before [`complete`](Options::complete) those that are listed.
    pub(super) instances: Vec<Instance>,
    /// The word `select`, where an instance can be chosen when the program runs.
    pub(super) select: Option<Ident>,
    /// Whether something could not be read, so that what is missing may be there.
    is_cut_off: bool,
}

impl Options {
    /// Reads the options; what is wrong goes to `errors`, and the others count.
    pub(super) fn parse(tokens: TokenStream, errors: &mut Vec<syn::Error>) -> Self {
        let mut options = Self::default();
        let mut seen: Vec<String> = Vec::new();
        let all = |input: ParseStream<'_>| {
            while !input.is_empty() {
                if input.parse::<Option<Token![where]>>()?.is_some() {
                    options.facts = facts::parse(input)?;
                    return Ok(());
                }
                options.one(input, &mut seen, errors)?;
                if !input.is_empty() {
                    input.parse::<Token![,]>()?;
                }
            }
            Ok(())
        };
        if let Err(error) = all.parse2(tokens) {
            errors.push(error);
            options.is_cut_off = true;
        }
        options
    }

    fn one(&mut self, input: ParseStream<'_>, seen: &mut Vec<String>, errors: &mut Vec<syn::Error>) -> syn::Result<()> {
        let name: Ident = input.parse()?;
        let known = NAMES.into_iter().find(|known| name == known);
        let Some(known) = known else {
            let nearest = lego_lang::nearest(&name.to_string(), NAMES).unwrap_or_default();
            let words =
                format!("there is no option `{name}`; did you mean `{nearest}`? There are {}", NAMES.join(", "));
            errors.push(syn::Error::new(name.span(), words));
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
            return Ok(());
        };
        if seen.iter().any(|before| before == known) {
            errors.push(syn::Error::new(name.span(), format!("`{known}` is given twice")));
        }
        seen.push(known.to_owned());
        if known == "instances" {
            if !input.peek(syn::token::Paren) {
                return Err(syn::Error::new(
                    name.span(),
                    "the instances stand in parentheses: `instances(name = <…>)`",
                ));
            }
            let list: Group = input.parse()?;
            return instances::parse(list.stream(), &mut self.instances, errors);
        }
        if known == "select" {
            self.select = Some(name);
            return Ok(());
        }
        if !input.peek(Token![=]) {
            let example = match known {
                "name" => "Scale",
                "grid" => "x",
                threads if threads.ends_with("threads") => "[32, 8]",
                _ => "2",
            };
            return Err(syn::Error::new(name.span(), format!("`{known}` needs a value: `{known} = {example}`")));
        }
        let equals: Token![=] = input.parse()?;
        let mut value = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            value.extend([input.parse::<TokenTree>()?]);
        }
        if value.is_empty() {
            return Err(syn::Error::new(equals.span, format!("expected the value of `{known}` after this")));
        }
        match known {
            "name" => match syn::parse2::<Ident>(value.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.push(syn::Error::new_spanned(value, "expected the name of a type, like `Scale`")),
            },
            "threads" => self.threads = Some(Extents::new(value, errors)),
            "max_threads" => self.max_threads = Some(Extents::new(value, errors)),
            "grid" => self.grid = Some(Grid::new(value, errors)),
            "min_blocks" => self.min_blocks = Some(value),
            "max_registers" => {
                if number(&value).is_some_and(|count| !(1..=REGISTERS_PER_THREAD.into()).contains(&count)) {
                    let words = format!("a thread has 1 to {REGISTERS_PER_THREAD} registers");
                    errors.push(syn::Error::new_spanned(&value, words));
                }
                self.max_registers = Some(value);
            }
            "cluster" => {
                if number(&value).is_some_and(|count| !(1..=CLUSTER.into()).contains(&count)) {
                    let words = format!("a cluster has 1 to {CLUSTER} blocks");
                    errors.push(syn::Error::new_spanned(&value, words));
                }
                self.cluster = Some(value);
            }
            "stack" => self.stack = Some(value),
            _ => self.spills = Some(value),
        }
        Ok(())
    }

    /// Adds the one instance of a kernel that lists none; whether the options suit each other and the function.
    pub(super) fn complete(&mut self, function: &Function, errors: &mut Vec<syn::Error>) {
        if let (Some(_), Some(most)) = (&self.threads, &self.max_threads) {
            let words = "`threads` are the exact extents of a block, so there is no `max_threads` besides";
            errors.push(syn::Error::new_spanned(&most.value, words));
        }
        if let (None, None, Some(blocks)) = (&self.threads, &self.max_threads, &self.min_blocks) {
            let words = "how many blocks fit depends on their size: `min_blocks` needs `threads` or `max_threads`";
            errors.push(syn::Error::new_spanned(blocks, words));
        }
        if self.is_cut_off {
            return;
        }
        for fact in &self.facts {
            fact.left.check(&function.parameters, errors);
            fact.right.check(&function.parameters, errors);
        }
        instances::check(&self.instances, function, errors);
        if let Some(select) = &self.select {
            check_selection(select, function, &self.facts, errors);
        }
        if self.instances.is_empty() {
            self.instances.push(Instance::only(function.name.clone()));
        }
    }
}

/// Checks that `select` fits the function: it has const parameters, and what a launch passes does not depend on them.
fn check_selection(select: &Ident, function: &Function, facts: &[Fact], errors: &mut Vec<syn::Error>) {
    let generics = &function.generics;
    if generics.sizes().next().is_none() {
        let words = "`select` chooses among the sizes of instances, and this kernel has no const parameters";
        errors.push(syn::Error::new(select.span(), words));
    }
    for parameter in function.parameters.iter().filter(|parameter| parameter.kind.is_passed()) {
        if let Some(size) = generics.size_in(&parameter.ty.to_token_stream()) {
            let words = format!(
                "the type of `{}` has the size `{size}` in it: what is passed to an instance that `select` chooses cannot \
                 depend on which one it is",
                parameter.plain_name()
            );
            errors.push(syn::Error::new_spanned(&parameter.ty, words));
        }
    }
    let mut operands = Vec::new();
    facts.iter().for_each(|fact| fact.operands(&mut operands));
    for name in operands.iter().filter_map(|operand| operand.parameter()) {
        if generics.sizes().any(|size| size == name) {
            let words =
                format!("a fact of instances that `select` chooses cannot depend on `{name}`, a size of one of them");
            errors.push(syn::Error::new(name.span(), words));
        }
    }
}

//! The entries that a GPU begins with, one an instance.

use super::kernel::Kernel;
use super::tokens::{lints, local, mixed};
use crate::kernel::instances::Instance;
use crate::kernel::parameters::Kind;
use lego_machine::limits::WIDEST_ACCESS;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

impl Kernel<'_> {
    /// The static tiles and the entries.
    pub(super) fn entries(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let (attributes, lints) = (self.function.conditions(), lints(self.function));
        let (generics, handle, conditions) =
            (self.function.generics.bounded(), self.generic_handle(), self.conditions());
        let names: Vec<_> = (0..self.passed().count()).map(|number| format_ident!("P{number}")).collect();
        let types = self.passed().map(|(_, parameter)| self.outside(parameter));
        let instances = self.instances();
        let tiles: TokenStream = instances.iter().map(|instance| self.static_tiles(instance)).collect();
        let entries = instances.iter().map(|instance| self.entry(instance));
        quote_spanned! {mixed()=>
            #tiles

            #attributes
            #[cfg(target_arch = "nvptx64")]
            #lints
            const _: () = {
                // The types of the parameters for any types and sizes, so that an instance needs no text of theirs.
                trait __Parameters {
                    #(type #names: #lego_cuda::kernel::Parameter;)*
                }

                impl<#generics> __Parameters for #handle
                where
                    #conditions
                {
                    #(type #names = #types;)*
                }

                #(#entries)*
            };
        }
    }

    /// The symbol of a tile. Names of Rust have no `$`, so it is nobody else's.
    fn symbol(instance: &Instance, tile: &str) -> String {
        format!("{}${tile}", instance.entry())
    }

    /// The static tiles of an instance, as variables of the module: a compiler that copies the code around a variable of
    /// an inline assembly makes two of it.
    fn static_tiles(&self, instance: &Instance) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let attributes = self.conditions_of(instance);
        let handle = instance.of(&self.handle());
        let tiles = self.tiles().filter(|(_, parameter)| parameter.kind == Kind::Static).map(|(number, parameter)| {
            let text = format!(".shared .align {WIDEST_ACCESS} .b8 {}[{{}}];", Self::symbol(instance, &parameter.plain_name()));
            quote_spanned! {mixed()=>
                #attributes
                #[cfg(target_arch = "nvptx64")]
                ::core::arch::global_asm!(#text, const <#handle as #lego_cuda::kernel::Kernel>::TILES[#number].tile.bytes);
            }
        });
        tiles.collect()
    }

    fn entry(&self, instance: &Instance) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let attributes = &instance.conditions;
        let (handle, symbol) = (instance.of(&self.handle()), instance.entry());
        let parameters = self.passed().enumerate().map(|(number, (name, _))| {
            let ty = format_ident!("P{number}");
            quote!(#name: <<__Kernel as __Parameters>::#ty as #lego_cuda::kernel::Parameter>::Abi)
        });
        let names = self.passed().map(|(name, _)| name);
        let in_place = self.passed().enumerate().filter(|(_, (_, parameter))| parameter.may_be_in_place());
        let in_place = in_place.map(|(number, (name, _))| {
            let ty = format_ident!("P{number}");
            let address = address_of(&symbol, number);
            quote! {
                let #name = <<__Kernel as __Parameters>::#ty as #lego_cuda::kernel::Parameter>::in_entry(#name, || #address);
            }
        });
        let statements = self.statements();
        let offsets: Vec<_> = self
            .tiles()
            .map(|(number, parameter)| match parameter.kind {
                Kind::Dynamic => quote!(#lego_cuda::__private::dynamic_tile::<__Kernel>(#number)),
                _ => static_offset(&Self::symbol(instance, &parameter.plain_name())),
            })
            .collect();
        let offsets = (!offsets.is_empty()).then(|| quote!([#(#offsets),*]));
        quote_spanned! {mixed()=>
            #attributes
            const _: () = {
                type __Kernel = #handle;

                #[unsafe(export_name = #symbol)]
                #[allow(improper_ctypes_definitions)]
                unsafe extern "ptx-kernel" fn __entry(#(#parameters),*) {
                    #statements
                    #(#in_place)*
                    // SAFETY: a launch gives what it checked, and the tiles are those of this entry.
                    unsafe { __Kernel::__run(#(#names,)* #offsets) }
                }
            };
        }
    }

    /// What the kernel states of its launches, with the values that an instance gives them.
    fn statements(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        let mut statements = TokenStream::new();
        let mut state = |is_stated: bool, name: &str, extents: bool| {
            if !is_stated {
                return;
            }
            let name = Ident::new(name, mixed());
            let value = quote! {
                #lego_cuda::__private::stated(<__Kernel as #lego_cuda::kernel::Kernel>::BOUNDS.#name)
            };
            let values = match extents {
                true => quote!({ #value[0] }, { #value[1] }, { #value[2] }),
                false => quote!({ #value }),
            };
            statements.extend(quote!(#lego_cuda::device::bounds::#name::<#values>();));
        };
        state(self.options.threads.is_some(), "required_threads", true);
        state(self.options.max_threads.is_some(), "max_threads", true);
        state(self.options.min_blocks.is_some(), "min_blocks", false);
        state(self.options.max_registers.is_some(), "max_registers", false);
        state(self.options.cluster.is_some(), "cluster", false);
        if let Some(spills) = &self.options.spills {
            statements.extend(quote!(#lego_cuda::device::bounds::spills::<{ #spills }>();));
        }
        if let Some(stack) = &self.options.stack {
            statements.extend(quote!(#lego_cuda::device::bounds::stack::<{ #stack }>();));
        }
        statements.extend(self.source());
        statements.extend(self.signature());
        statements
    }

    /// The number by which a launch knows the entry.
    fn signature(&self) -> TokenStream {
        let lego_cuda = self.lego_cuda;
        quote_spanned! {mixed()=>
            // SAFETY: a comment executes nothing.
            unsafe {
                ::core::arch::asm!(
                    "//lego signature {}",
                    const #lego_cuda::kernel::signature::<__Kernel>(),
                    options(nomem, nostack, preserves_flags),
                )
            };
        }
    }

    /// The place of the kernel in its source, for what the builder has to say of it.
    fn source(&self) -> TokenStream {
        let at = self.function.name.span();
        quote_spanned! {at.resolved_at(mixed())=>
            // SAFETY: a comment executes nothing.
            unsafe {
                ::core::arch::asm!(
                    ::core::concat!("//lego at ", ::core::file!(), ":", ::core::line!()),
                    options(nomem, nostack, preserves_flags),
                )
            };
        }
    }
}

/// The generic address of a parameter, which the builder is told to align.
fn address_of(symbol: &str, number: usize) -> TokenStream {
    let address = local("__address");
    let text = format!("//lego aligned {number}, {TENSOR_MAP_ALIGN}\n\tcvta.param.u64 {{}}, {symbol}_param_{number};");
    quote_spanned! {mixed()=> {
        let #address: ::core::primitive::u64;
        // SAFETY: the instruction computes an address.
        unsafe { ::core::arch::asm!(#text, out(reg64) #address, options(pure, nomem, nostack, preserves_flags)) };
        #address
    }}
}

/// What the driver aligns a tensor map to.
const TENSOR_MAP_ALIGN: u32 = 128;

/// Where a static tile begins.
fn static_offset(symbol: &str) -> TokenStream {
    let offset = local("__offset");
    let text = format!("mov.u32 {{}}, {symbol};");
    quote_spanned! {mixed()=> {
        let #offset: ::core::primitive::u32;
        ::core::arch::asm!(#text, out(reg32) #offset, options(pure, nomem, nostack, preserves_flags));
        ::core::hint::assert_unchecked(#offset % #WIDEST_ACCESS == 0);
        #offset
    }}
}

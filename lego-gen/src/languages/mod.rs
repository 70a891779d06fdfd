//! The languages, a file or a folder each.

mod c;
mod fortran;
mod javascript;
mod jax;
mod julia;
mod llvm;
mod mlir;
mod numba;
mod numpy;
mod python;
mod python_family;
mod rust;
mod shader_words;
mod ssa;
mod triton;
mod wgsl;

use crate::error::Error;
use crate::extra::Extra;
use crate::generated::Generated;
use crate::request::{Request, Width};
use crate::target::Target;
use crate::unit::{Reserved, Unit};
use lego_lang::compile::Compiled;

/// The language of a target: what it is called, and how a file is written in it.
pub(crate) trait Language: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Its name for people.
    fn title(&self) -> &'static str;

    /// What the name of a file ends with.
    fn extension(&self) -> &'static str;

    /// What compiles or interprets it.
    fn needs(&self) -> &'static str;

    /// How many bits an index may have, the usual number first.
    fn widths(&self) -> &'static [Width] {
        &[Width::Bits64, Width::Bits32]
    }

    /// What a file may have besides both directions.
    fn extras(&self) -> &'static [Extra];

    /// Names that are not to be had.
    fn reserved(&self) -> Reserved;

    /// The file of a layout.
    fn write(&self, unit: &Unit<'_>) -> Result<Written, Error>;

    /// The file of a layout, with what is to be known of it.
    fn generate(&self, compiled: &Compiled, request: &Request) -> Result<Generated, Error> {
        if let Some(extra) = request.extras.iter().find(|extra| !self.extras().contains(extra)) {
            let (title, has) = (self.title(), self.extras().iter().map(|extra| extra.name()).collect::<Vec<_>>());
            return Err(Error::new(format!("{title} has no `{extra}` here; it has {}", has.join(", "))));
        }
        if !self.widths().contains(&request.width) {
            let (title, width) = (self.title(), request.width.bits());
            let has = self.widths().iter().map(|width| format!("--width {}", width.bits())).collect::<Vec<_>>();
            return Err(Error::new(format!("{title} has no integers of {width} bits: give {}", has.join(" or "))));
        }
        let unit = Unit::new(compiled, request, &self.reserved())?;
        let Written { text, operations } = self.write(&unit)?;
        Ok(Generated {
            target: request.target,
            name: format!("{}.{}", request.name, self.extension()),
            text,
            sizes: compiled.parameters.clone(),
            apply: unit.own("apply"),
            inv: unit.own("inv"),
            operations,
        })
    }
}

/// What a language wrote.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The operations of both directions.
    pub(crate) operations: [usize; 2],
}

/// The language of a target.
pub(crate) fn of(target: Target) -> &'static dyn Language {
    match target {
        Target::C => &c::C,
        Target::Cpp => &c::CPP,
        Target::Mdspan => &c::MDSPAN,
        Target::Cuda => &c::CUDA,
        Target::OpenCl => &c::OPENCL,
        Target::Python => &python::Python,
        Target::NumPy => &numpy::NumPy,
        Target::Triton => &triton::Triton,
        Target::Numba => &numba::Numba,
        Target::Jax => &jax::Jax,
        Target::Fortran => &fortran::Fortran,
        Target::Julia => &julia::Julia,
        Target::JavaScript => &javascript::JavaScript { typed: false },
        Target::TypeScript => &javascript::JavaScript { typed: true },
        Target::Glsl => &c::GLSL,
        Target::Wgsl => &wgsl::Wgsl,
        Target::Hlsl => &c::HLSL,
        Target::Metal => &c::METAL,
        Target::Mlir => &mlir::Mlir,
        Target::Llvm => &llvm::Llvm,
        Target::Rust => &rust::Rust,
    }
}

//! Entries of a PTX text: the name, parameters and launch bounds of each kernel.

use super::bounds::{self, Marker};
use super::lines;
use lego_machine::image::{Bounds, Parameter};

/// A kernel: its name, its parameters, what it states of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    name: String,
    line: usize,
    parameters: Vec<Parameter>,
    bounds: Bounds,
    declared_spills: u32,
    declared_stack: u32,
    traced: u32,
    source: Option<String>,
    signature: Option<u64>,
    /// The numbers of the parameters that say how they are aligned.
    aligned: Vec<u32>,
    frame: u32,
    uses_frame: bool,
    instructions: u32,
    products: u32,
}

impl Entry {
    /// The symbol that a driver finds it by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The line where its parameter list ends, in the text as the compiler wrote it, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The parameters in their order.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The launch bounds.
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// How many bytes of registers the kernel says it means to spill.
    pub fn declared_spills(&self) -> u32 {
        self.declared_spills
    }

    /// How many bytes of arrays the kernel says it means to keep in memory.
    pub fn declared_stack(&self) -> u32 {
        self.declared_stack
    }

    /// How many bytes of memory hold the arguments of the lines that it prints by `trace!`, which it need not declare.
    pub fn traced(&self) -> u32 {
        self.traced
    }

    /// Where the kernel stands in its source, as in `src/scale.rs:12`; `None` of one that `#[lego_kernel]` did not make.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The number of its text and types, which a launch compares; `None` of one that `#[lego_kernel]` did not make.
    pub fn signature(&self) -> Option<u64> {
        self.signature
    }

    /// How many bytes of a thread's arrays the compiler left in memory, before ptxas: those that an index reaches which is
    /// not known when the kernel is compiled.
    pub fn frame(&self) -> u32 {
        if self.uses_frame { self.frame } else { 0 }
    }

    /// How many PTX instructions its body has; not what is executed, and not what ptxas makes of it.
    pub fn instructions(&self) -> u32 {
        self.instructions
    }

    /// How many of these are products of tensor cores: `mma` of a warp, and `wgmma` of a warpgroup.
    pub fn products(&self) -> u32 {
        self.products
    }

    /// Reads everything up to the parenthesis that ends the parameters.
    pub(super) fn parse(head: &str, line: usize) -> Result<Self, String> {
        let wrong = || format!("`{}` is no head of a kernel", head.trim());
        let (_, head) = head.split_once(".entry").ok_or_else(wrong)?;
        let (name, rest) = head.split_once('(').ok_or_else(wrong)?;
        let (list, _) = rest.split_once(')').ok_or_else(wrong)?;
        let parameters = match list.trim() {
            "" => Vec::new(),
            list => list.split(',').map(parameter).collect::<Result<_, _>>()?,
        };
        let name = name.trim().to_owned();
        Ok(Self {
            name,
            line,
            parameters,
            bounds: Bounds::default(),
            declared_spills: 0,
            declared_stack: 0,
            traced: 0,
            source: None,
            signature: None,
            aligned: Vec::new(),
            frame: 0,
            uses_frame: false,
            instructions: 0,
            products: 0,
        })
    }

    /// The line of a parameter as the compiler wrote it, with the alignment that the kernel says.
    pub(super) fn aligned(&self, line: &str) -> Option<String> {
        let number = self.aligned.iter().find(|number| line.contains(&format!("{}_param_{number}[", self.name)))?;
        let (before, rest) = line.split_once(".align ")?;
        let (_, after) = rest.split_once(' ')?;
        Some(format!("{before}.align {} {after}", self.parameters[*number as usize].align))
    }

    pub(super) fn apply(&mut self, marker: Marker) -> Result<(), String> {
        match &marker {
            Marker::Spills(bytes) => self.declared_spills = self.declared_spills.max(*bytes),
            Marker::Stack(bytes) => self.declared_stack = self.declared_stack.max(*bytes),
            Marker::Trace(bytes) => self.trace(*bytes),
            Marker::Aligned(number, bytes) => {
                let parameter = self.parameters.get_mut(*number as usize);
                let parameter = parameter.ok_or_else(|| format!("the kernel has no parameter {number}"))?;
                parameter.align = parameter.align.max(*bytes);
                if !self.aligned.contains(number) {
                    self.aligned.push(*number);
                }
            }
            Marker::Source(place) => self.source = Some(place.clone()),
            Marker::Signature(number) => self.signature = Some(*number),
            _ => {}
        }
        bounds::add(&mut self.bounds, marker)
    }

    /// Adds the arguments of a line that is printed, each line's from a multiple of 8 bytes on.
    pub(super) fn trace(&mut self, bytes: u32) {
        self.traced = self.traced.saturating_add(bytes.saturating_add(7) / 8 * 8);
    }

    /// Counts what a line of the body holds: its instructions, and what it says of the frame.
    pub(super) fn count(&mut self, code: &str) {
        self.instructions += lines::instructions(code);
        self.products += lines::products(code);
        if let Some(bytes) = lines::frame(code) {
            self.frame += bytes;
        }
        self.uses_frame |= lines::uses_frame(code);
    }
}

/// Reads `.param .u64 .ptr .align 1 name` or `.param .align 8 .b8 name[16]`.
fn parameter(text: &str) -> Result<Parameter, String> {
    let wrong = || format!("`{}` is no parameter of a kernel", text.trim());
    let mut words = text.split_whitespace();
    let (mut align, mut element, mut pointer, mut name) = (None, None, false, None);
    if words.next() != Some(".param") {
        return Err(wrong());
    }
    while let Some(word) = words.next() {
        match word {
            ".ptr" => pointer = true,
            ".align" => {
                let number = words.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
                // After `.ptr` it is the alignment of what the pointer points to.
                if !pointer {
                    align = Some(number);
                }
            }
            ".global" | ".shared" | ".const" | ".local" if pointer => {}
            _ if word.starts_with('.') => element = Some(size(word).ok_or_else(wrong)?),
            _ => name = Some(word),
        }
    }
    let (element, name) = (element.ok_or_else(wrong)?, name.ok_or_else(wrong)?);
    let count = match name.strip_suffix(']').and_then(|array| array.split_once('[')) {
        Some((_, count)) => count.parse::<u32>().map_err(|_| wrong())?,
        None => 1,
    };
    let bytes = element.checked_mul(count).ok_or_else(wrong)?;
    Ok(Parameter { bytes, align: align.unwrap_or(element), pointer })
}

/// The bytes of a PTX type: `.u64`, `.f16x2`.
fn size(word: &str) -> Option<u32> {
    let kind = word.strip_prefix('.')?;
    let digits = kind.strip_prefix(['b', 'u', 's', 'f'])?;
    let bits: u32 = match digits.split_once('x') {
        Some((bits, count)) => bits.parse::<u32>().ok()?.checked_mul(count.parse().ok()?)?,
        None => digits.parse().ok()?,
    };
    matches!(bits, 8 | 16 | 32 | 64 | 128).then_some(bits / 8)
}

#[cfg(test)]
mod tests {
    use super::{Entry, Parameter, parameter};

    #[test]
    fn parameters_of_every_kind() {
        assert_eq!(
            parameter(".param .u64 .ptr .align 1 k_param_0"),
            Ok(Parameter { bytes: 8, align: 8, pointer: true })
        );
        assert_eq!(
            parameter(".param .u64 .ptr .global .align 16 p"),
            Ok(Parameter { bytes: 8, align: 8, pointer: true })
        );
        assert_eq!(parameter(".param .align 8 .b8 v[16]"), Ok(Parameter { bytes: 16, align: 8, pointer: false }));
        assert_eq!(parameter(".param .f32 x"), Ok(Parameter { bytes: 4, align: 4, pointer: false }));
        for wrong in ["", ".param x", ".param .u64", ".param .u7 x", ".reg .u32 x", ".param .align 8 .b8 v[x]"] {
            assert!(parameter(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn heads_with_and_without_parameters() {
        let none = Entry::parse(".visible .entry nothing()\n", 1).unwrap();
        assert_eq!((none.name(), none.parameters().len()), ("nothing", 0));
        let two = Entry::parse(".visible .entry two(\n\t.param .u32 a,\n\t.param .u8 b\n)\n", 4).unwrap();
        assert_eq!(two.parameters().iter().map(|parameter| parameter.bytes).collect::<Vec<_>>(), [4, 1]);
        assert!(Entry::parse(".visible .entry two(\n\t.reg .u32 a\n)\n", 3).is_err());
    }
}

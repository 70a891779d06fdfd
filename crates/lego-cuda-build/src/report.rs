//! Reports: what was built, as data and as a table.

use crate::architecture::Architecture;
use crate::assemble::Assembler;
use crate::compiler::Compiler;
use crate::error::Error;
use crate::losses::Loss;
use crate::machine_code::MachineCode;
use crate::ptx::Entry;
use lego_machine::image::Resources;
use std::fmt;
use std::path::{Path, PathBuf};

/// What a build made, and with what.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) name: String,
    pub(crate) compiler: Option<Compiler>,
    pub(crate) assembler: Option<Assembler>,
    pub(crate) modules: Vec<BuiltModule>,
    pub(crate) embedded: PathBuf,
    pub(crate) missing: Option<String>,
    pub(crate) machine_code: MachineCode,
}

/// The PTX of one architecture.
#[derive(Clone, Debug)]
pub struct BuiltModule {
    pub(crate) architecture: Architecture,
    pub(crate) ptx: PathBuf,
    pub(crate) object: Option<PathBuf>,
    pub(crate) kernels: Vec<Kernel>,
    pub(crate) losses: Vec<Loss>,
}

/// A kernel, and what it uses on one architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub(crate) entry: Entry,
    pub(crate) resources: Option<Resources>,
}

impl Report {
    /// The name of the generated files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The compiler; `None` where nothing was built.
    pub fn compiler(&self) -> Option<&Compiler> {
        self.compiler.as_ref()
    }

    /// The ptxas; `None` where none was found, and nothing assembled.
    pub fn assembler(&self) -> Option<&Assembler> {
        self.assembler.as_ref()
    }

    /// The modules, one an architecture, in the order asked for.
    pub fn modules(&self) -> &[BuiltModule] {
        &self.modules
    }

    /// The Rust file that embeds them.
    pub fn embedded(&self) -> &Path {
        &self.embedded
    }

    /// Why nothing was built, where [`Builder::build_or_explain`](crate::Builder::build_or_explain) made do without.
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Refuses kernels that keep in memory what belongs into registers: spilled registers and arrays, more than
    /// `#[lego_kernel(spills = …, stack = …)]` declares, or more than `machine_code.txt` of the crate records for this compiler.
    ///
    /// Refuses nothing where the crate records other compilers and never this one, which [`unrecorded`](Self::unrecorded) says. Without ptxas nothing is known of spills, and arrays are those that the PTX has.
    ///
    /// # Errors
    /// [`Error::LocalMemory`] with every such kernel.
    pub fn refuse_local_memory(&self) -> Result<(), Error> {
        let kernels = if self.unrecorded().is_some() { Vec::new() } else { self.local_memory() };
        if kernels.is_empty() { Ok(()) } else { Err(Error::LocalMemory { kernels }) }
    }

    /// A line that says that the crate records the machine code of other compilers and never of this one, so that its spills and
    /// counts cannot be compared; `None` where it can, or where the crate has no `machine_code.txt`.
    pub fn unrecorded(&self) -> Option<String> {
        self.machine_code.unrecorded().map(|words| format!("{}: {words}", self.name))
    }

    /// Refuses what ptxas calls a loss of performance: products of a warpgroup (`wgmma`) that it puts one after the other, since registers are
    /// too few or something else uses them in between; and registers that a thread gives back or takes in vain.
    ///
    /// Without ptxas nothing is known of it.
    ///
    /// # Errors
    /// [`Error::Losses`] with every such kernel and what ptxas says.
    pub fn refuse_losses(&self) -> Result<(), Error> {
        let kernels = self.losses();
        if kernels.is_empty() { Ok(()) } else { Err(Error::Losses { kernels }) }
    }

    /// A line for each loss.
    pub(crate) fn losses(&self) -> Vec<String> {
        let of_module = |module: &BuiltModule| -> Vec<String> {
            let architecture = module.architecture;
            let line = |loss: &Loss| {
                let Some(function) = loss.function() else {
                    return format!("a kernel on {architecture}: {}", loss.words());
                };
                let kernel = module.kernels.iter().find(|kernel| kernel.entry.name() == function);
                let place = kernel.and_then(|kernel| kernel.entry.source()).map(|place| format!("{place}: "));
                format!("{}{function} on {architecture}: {}", place.unwrap_or_default(), loss.words())
            };
            module.losses.iter().map(line).collect()
        };
        self.modules.iter().flat_map(of_module).collect()
    }

    /// A line for each kernel that keeps more in memory than it declares.
    pub(crate) fn local_memory(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for module in &self.modules {
            for kernel in &module.kernels {
                let place = kernel.entry.source().map(|place| format!("{place}: ")).unwrap_or_default();
                let subject = format!("{place}{} on {}", kernel.entry.name(), module.architecture);
                let (spilled, declared) = (kernel.spilled(), kernel.entry.declared_spills());
                let expected = self.machine_code.spills(kernel.entry.name(), declared);
                if spilled > expected {
                    let words = match &self.machine_code {
                        MachineCode::Recorded { version, .. } if expected != declared => {
                            format!("{expected} recorded for rustc {version}")
                        }
                        _ => format!("{declared} declared"),
                    };
                    lines.push(format!("{subject}: {spilled} bytes of registers are spilled, {words}"));
                }
                // The arguments of what is printed have to be in memory, and say so themselves.
                let (arrays, declared) = (kernel.arrays(), kernel.entry.declared_stack());
                if arrays > declared.saturating_add(kernel.entry.traced()) {
                    lines.push(format!("{subject}: {arrays} bytes of arrays are on the stack, {declared} declared"));
                }
            }
        }
        lines
    }
}

impl BuiltModule {
    /// What it was built for.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// The file with the PTX.
    pub fn ptx(&self) -> &Path {
        &self.ptx
    }

    /// The file with what ptxas made of it, where the program is to carry it.
    pub fn object(&self) -> Option<&Path> {
        self.object.as_deref()
    }

    /// Its kernels, in the order of the PTX.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// What ptxas says that they lose; empty where there was no ptxas.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

impl Kernel {
    /// What the PTX says of it.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// What ptxas says of it; `None` where there was no ptxas.
    pub fn resources(&self) -> Option<&Resources> {
        self.resources.as_ref()
    }

    /// How many bytes of registers go to memory, as far as is known: 0 where there was no ptxas.
    pub fn spilled(&self) -> u32 {
        self.resources.map_or(0, |used| used.spill_stores.max(used.spill_loads))
    }

    /// How many bytes of arrays a thread keeps in memory: its stack without spilled registers, whose places are at most what
    /// is stored to them; before ptxas, what the compiler left there.
    fn arrays(&self) -> u32 {
        match &self.resources {
            Some(used) => used.stack.saturating_sub(used.spill_stores.next_multiple_of(8)),
            None => self.entry.frame(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(compiler) = &self.compiler else {
            return write!(f, "{}: not built: {}", self.name, self.missing.as_deref().unwrap_or("nothing to build"));
        };
        write!(f, "{}: {compiler}; ", self.name)?;
        match &self.assembler {
            Some(assembler) => writeln!(f, "ptxas {}", assembler.version())?,
            None => writeln!(f, "not assembled: no ptxas")?,
        }
        if let Some(words) = self.machine_code.unrecorded() {
            writeln!(f, "NOT TESTED: {words}")?;
        }
        let names = self.modules.iter().flat_map(|module| &module.kernels).map(|kernel| kernel.entry.name().len());
        let width = names.max().unwrap_or_default().max("kernel".len());
        write!(
            f,
            "{:width$}  {:8} {:>9} {:>12} {:>6} {:>5} {:>8} {:>16}  blocks",
            "kernel", "arch", "registers", "spills st/ld", "shared", "stack", "PTX ops", "threads"
        )?;
        for module in &self.modules {
            for kernel in &module.kernels {
                write!(f, "\n{:width$}  {:8} ", kernel.entry.name(), module.architecture.to_string())?;
                row(f, kernel)?;
            }
        }
        Ok(())
    }
}

/// What follows a kernel's name and architecture; `-` where nothing is known or stated.
fn row(f: &mut fmt::Formatter<'_>, kernel: &Kernel) -> fmt::Result {
    let resource = |number: fn(&Resources) -> String| kernel.resources.as_ref().map_or_else(|| "-".to_owned(), number);
    let bounds = kernel.entry.bounds();
    let extents = |[x, y, z]: [u32; 3]| format!("{x}x{y}x{z}");
    let threads = match (bounds.max_threads, bounds.required_threads) {
        (_, Some(required)) => format!("={}", extents(required)),
        (Some(most), None) => format!("<={}", extents(most)),
        (None, None) => "-".to_owned(),
    };
    write!(
        f,
        "{:>9} {:>12} {:>6} {:>5} {:>8} {threads:>16}  {}",
        resource(|used| used.registers.to_string()),
        resource(|used| format!("{}/{}", used.spill_stores, used.spill_loads)),
        resource(|used| used.shared.to_string()),
        resource(|used| used.stack.to_string()),
        kernel.entry.instructions(),
        bounds.min_blocks.map_or_else(|| "-".to_owned(), |count| count.to_string()),
    )
}

#[cfg(test)]
mod tests {
    use super::{BuiltModule, Kernel, Report};
    use crate::losses::Loss;
    use crate::machine_code::MachineCode;
    use crate::ptx::Text;
    use lego_machine::image::Resources;
    use std::path::PathBuf;

    const RAW: &str = "\
.visible .entry k()
{
\t.local .align 8 .b8 \t__local_depot0[64];
\t//lego at src/k.rs:7
\t//lego spills 8
\t//lego stack 16
\tst.local.b32 \t[%rd5], %r1;
\tret;
}
";

    fn report(resources: Option<Resources>) -> Report {
        report_of(RAW, resources)
    }

    fn report_of(raw: &str, resources: Option<Resources>) -> Report {
        report_with(raw, resources, "")
    }

    fn report_with(raw: &str, resources: Option<Resources>, words: &str) -> Report {
        let entry = Text::read(raw).unwrap().entries()[0].clone();
        let module = BuiltModule {
            architecture: "sm_80".parse().unwrap(),
            ptx: PathBuf::new(),
            object: None,
            kernels: vec![Kernel { entry, resources }],
            losses: Loss::read(words),
        };
        Report {
            name: "kernels".to_owned(),
            compiler: None,
            assembler: None,
            modules: vec![module],
            embedded: PathBuf::new(),
            missing: None,
            machine_code: MachineCode::Declared,
        }
    }

    fn refused(resources: Option<Resources>) -> Option<String> {
        report(resources).refuse_local_memory().err().map(|error| error.to_string())
    }

    #[test]
    fn only_declared_spills_pass() {
        let spills = |spill_loads| Some(Resources { spill_loads, ..Resources::default() });
        assert_eq!(refused(spills(8)), None);
        let words = refused(spills(12)).unwrap();
        assert!(words.contains("src/k.rs:7: k on sm_80: 12 bytes of registers are spilled, 8 declared"), "{words}");
    }

    #[test]
    fn spills_are_those_recorded_for_the_compiler() {
        let recorded =
            |bytes: u32| MachineCode::Recorded { version: "1.95".to_owned(), spills: [("k".to_owned(), bytes)].into() };
        let refused = |spill_loads, machine_code| {
            let resources = Some(Resources { spill_loads, ..Resources::default() });
            let report = Report { machine_code, ..report(resources) };
            report.refuse_local_memory().err().map(|error| error.to_string())
        };
        assert_eq!(refused(12, recorded(12)), None);
        let words = refused(16, recorded(12)).unwrap();
        assert!(words.contains("16 bytes of registers are spilled, 12 recorded for rustc 1.95"), "{words}");
        // A version that spills less than the others is held to it.
        assert!(refused(8, recorded(4)).unwrap().contains("8 bytes of registers are spilled, 4 recorded"));
        let never = MachineCode::Unrecorded { version: "1.97".to_owned(), recorded: vec!["1.96".to_owned()] };
        assert_eq!(refused(400, never.clone()), None);
        let words = Report { machine_code: never, ..report(None) }.unrecorded().unwrap();
        assert!(
            words.contains("kernels: the machine code of rustc 1.97 was never recorded (recorded: 1.96)"),
            "{words}"
        );
    }

    #[test]
    fn what_ptxas_makes_slower_is_refused_by_the_name_of_the_kernel() {
        const SERIALIZED: &str = "(C7511) Potential Performance Loss: wgmma.mma_async instructions are serialized due to insufficient \
                                  register resources for the wgmma pipeline in the function 'k' in line 208";
        let refused = |words: &str| report_with(RAW, None, words).refuse_losses().err().map(|error| error.to_string());
        assert_eq!(refused("ptxas info    : 0 bytes gmem\n"), None);
        let words = refused(&format!("ptxas info    : {SERIALIZED}\n")).unwrap();
        assert!(words.contains(&format!("\n  src/k.rs:7: k on sm_80: {SERIALIZED}")), "{words}");
        // A function that it calls, and what ptxas gives no name.
        assert!(refused(&SERIALIZED.replace("'k'", "'f'")).unwrap().contains("\n  f on sm_80: (C7511)"));
        let ignored =
            "(C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry.";
        assert!(refused(ignored).unwrap().contains(&format!("\n  a kernel on sm_80: {ignored}")));
    }

    #[test]
    fn what_is_printed_may_be_in_memory() {
        let refused = |raw: &str, stack| {
            let used = Some(Resources { stack, ..Resources::default() });
            report_of(raw, used).refuse_local_memory().err().map(|error| error.to_string())
        };
        // Two lines of 24 and 36 bytes, beside the 16 that are declared.
        let printing = RAW.replace("\t//lego stack 16\n", "\t//lego stack 16\n\t//lego trace 24\n\t//lego trace 36\n");
        assert_eq!(refused(&printing, 16 + 24 + 40), None);
        assert!(refused(&printing, 16 + 24 + 41).unwrap().contains("81 bytes of arrays are on the stack, 16 declared"));
        assert!(refused(RAW, 17).is_some());
        // In a function that the kernel calls they are on its stack too.
        let called = format!(".func helper()\n{{\n\t//lego trace 40\n\tret;\n}}\n{RAW}");
        assert_eq!(refused(&called, 16 + 40), None);
        assert!(refused(&called, 16 + 41).is_some());
        assert!(Text::read(&called.replace("trace", "stack")).is_err());
    }

    #[test]
    fn only_declared_arrays_pass() {
        let stack = |stack, spill_stores| Some(Resources { stack, spill_stores, ..Resources::default() });
        // Of a frame of 24 bytes, the 8 that are stored to are the spilled registers.
        for right in [stack(16, 0), stack(24, 8), stack(24, 4)] {
            assert_eq!(refused(right), None, "{right:?}");
        }
        let words = refused(stack(64, 0)).unwrap();
        assert!(words.contains("src/k.rs:7: k on sm_80: 64 bytes of arrays are on the stack, 16 declared"), "{words}");
        assert!(words.contains("unroll"), "{words}");
        // Without ptxas the PTX is asked.
        let words = refused(None).unwrap();
        assert!(words.contains("64 bytes of arrays"), "{words}");
    }
}

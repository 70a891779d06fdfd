//! The builder: what a build script calls.

use crate::architecture::Architecture;
use crate::assemble::{Assembled, Assembler};
use crate::cargo::Job;
use crate::compiler::Compiler;
use crate::embed;
use crate::error::{Error, LOCAL_MEMORY_HELP};
use crate::machine_code::{self, MachineCode};
use crate::outer::outer_options;
use crate::ptx::Text;
use crate::report::{BuiltModule, Kernel, Report};
use std::io::Write as _;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread::ScopedJoinHandle;

/// For A100 and all that is newer, and with the instructions that only Hopper has.
const DEFAULT_ARCHITECTURES: [&str; 2] = ["sm_80", "sm_90a"];

/// What names other architectures instead, for whoever has one GPU and does not want to wait for the others.
const ARCHITECTURES_VARIABLE: &str = "LEGO_ARCHITECTURES";

/// What asks for objects in the place of a build script that says nothing of them.
const OBJECTS_VARIABLE: &str = "LEGO_OBJECTS";

/// What names the folder in which the kernels of all packages are compiled; from the root, as each package has its own place.
const TARGET_VARIABLE: &str = "LEGO_KERNEL_TARGET";

/// The build of one kernel crate.
///
/// ```no_run
/// let report = lego_cuda_build::Builder::new("kernels").architectures(["sm_90a"]).build()?;
/// println!("{report}");
/// # Ok::<(), lego_cuda_build::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is built before `build`"]
pub struct Builder {
    folder: PathBuf,
    architectures: Option<Vec<String>>,
    name: Option<String>,
    out_dir: Option<PathBuf>,
    target_dir: Option<PathBuf>,
    features: Vec<String>,
    default_features: bool,
    contracts: bool,
    objects: Option<bool>,
    tools: Vec<PathBuf>,
    lego_cuda: String,
    verbose: bool,
}

impl Builder {
    /// The kernel crate in a folder, given relative to the crate of the build script.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            architectures: None,
            name: None,
            out_dir: None,
            target_dir: None,
            features: Vec::new(),
            default_features: true,
            contracts: false,
            objects: None,
            tools: Vec::new(),
            lego_cuda: "::lego_cuda".to_owned(),
            verbose: false,
        }
    }

    /// The architectures to build for, instead of those that the variable `LEGO_ARCHITECTURES` names (`sm_80,sm_90a`), and of `sm_80` and
    /// `sm_90a` where it names none.
    pub fn architectures<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.architectures = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// The name of the generated files, instead of the folder's: `NAME.rs`, `NAME.sm_80.ptx`.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Where the generated files go, instead of `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Where the kernel crate is compiled, instead of the folder that `LEGO_KERNEL_TARGET` names, or one beside the generated
    /// files.
    ///
    /// One folder for the kernels of several packages builds `core` once for all of them. It must not be the target folder of
    /// the cargo that runs the build script, which holds that one's lock.
    pub fn target_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.target_dir = Some(folder.into());
        self
    }

    /// Features of the kernel crate to turn on.
    pub fn features<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.features.extend(names.into_iter().map(Into::into));
        self
    }

    /// Leaves the default features of the kernel crate off.
    pub fn no_default_features(mut self) -> Self {
        self.default_features = false;
        self
    }

    /// Whether `a * b + c` becomes one instruction, `fma`, wherever it stands; it does not unless this says so.
    ///
    /// It is faster, and rounded once where Rust rounds twice. So results are no longer bit for bit those of the executor,
    /// and a difference of products that ought to be 0 (`a * b - b * a`) need not be. What is to be one instruction in any
    /// case is written as `lego_cuda::device::math::mul_add`.
    pub fn contract(mut self, contract: bool) -> Self {
        self.contracts = contract;
        self
    }

    /// Whether the program carries, beside each PTX, what ptxas made of it, instead of what the variable `LEGO_OBJECTS` says (`1` is yes), and of
    /// not where it says nothing.
    ///
    /// A GPU of an architecture's own generation loads it at once, where the driver has to compile PTX when the program first runs on a machine:
    /// hundreds of kernels take it minutes. Other GPUs, and drivers older than ptxas, still take the PTX. The program grows by the object, which
    /// is about half as long as the PTX; so it is worth its place where one knows the GPU.
    pub fn objects(mut self, objects: bool) -> Self {
        self.objects = Some(objects);
        self
    }

    /// A folder to look for ptxas in first: one with `ptxas` or `bin/ptxas`, or one that Python packages were installed
    /// to.
    pub fn tools(mut self, folder: impl Into<PathBuf>) -> Self {
        self.tools.push(folder.into());
        self
    }

    /// How the generated file names `lego-cuda`, instead of `::lego_cuda`.
    pub fn lego_cuda(mut self, path: impl Into<String>) -> Self {
        self.lego_cuda = path.into();
        self
    }

    /// Whether the compiler's words go to the terminal as they come, not into the error.
    pub fn verbose(mut self, verbose: bool) -> Self {
        self.verbose = verbose;
        self
    }

    /// Builds the crate for every architecture, checks and assembles the PTX, and writes the file that embeds it.
    ///
    /// In a build script it also tells cargo what to watch.
    ///
    /// # Errors
    /// [`Error`] with what is wrong and what to do.
    pub fn build(self) -> Result<Report, Error> {
        let plan = self.plan()?;
        let compiler = Compiler::find()?;
        self.make(&plan, compiler)
    }

    /// As [`build`](Self::build), but where no compiler fits it writes a file without kernels, which holds the reason.
    ///
    /// For programs that also run without a GPU: they build everywhere, and loading a kernel is the error.
    ///
    /// # Errors
    /// [`Error`], but never [`Error::NoCompiler`].
    pub fn build_or_explain(self) -> Result<Report, Error> {
        let plan = self.plan()?;
        match Compiler::find() {
            Ok(compiler) => self.make(&plan, compiler),
            Err(why) => {
                let why = why.to_string();
                if plan.script {
                    for line in why.lines() {
                        println!("cargo::warning={line}");
                    }
                }
                let report = Report {
                    name: plan.name.clone(),
                    compiler: None,
                    assembler: None,
                    modules: Vec::new(),
                    embedded: plan.embedded(),
                    missing: Some(why),
                    machine_code: MachineCode::Declared,
                };
                embed::write(&report, &self.lego_cuda)?;
                Ok(report)
            }
        }
    }

    fn plan(&self) -> Result<BuildPaths, Error> {
        let nothing = |what: String| Error::Nothing { what };
        let folder = std::path::absolute(&self.folder).map_err(Error::io(self.folder.display()))?;
        if !folder.join("Cargo.toml").is_file() {
            return Err(nothing(format!("there is no kernel crate in {}: it has no Cargo.toml", folder.display())));
        }
        // One name for a folder, however it was reached: a crate that is up to date is not built once more.
        let folder = folder.canonicalize().map_err(Error::io(folder.display()))?;
        let manifest = folder.join("Cargo.toml");
        let architectures = self.architectures.clone().unwrap_or_else(default_architectures);
        let architectures = architectures.iter().map(|name| name.parse()).collect::<Result<Vec<_>, _>>()?;
        if architectures.is_empty() {
            return Err(nothing("no architecture is given to build for".to_owned()));
        }
        let script = std::env::var_os("OUT_DIR").filter(|_| self.out_dir.is_none()).map(PathBuf::from);
        let out = self.out_dir.clone().or_else(|| script.clone());
        let out = out.ok_or_else(|| nothing("outside a build script an `out_dir` has to be given".to_owned()))?;
        let out = std::path::absolute(&out).map_err(Error::io(out.display()))?;
        std::fs::create_dir_all(&out).map_err(Error::io(out.display()))?;
        let named = || std::env::var_os(TARGET_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let target = self.target_dir.clone().or_else(named).unwrap_or_else(|| out.join("lego-cuda"));
        let target = std::path::absolute(&target).map_err(Error::io(target.display()))?;
        let name = self.name.clone().or_else(|| Some(folder.file_name()?.to_str()?.to_owned()));
        let name = name.ok_or_else(|| nothing(format!("{} has no name; give one", folder.display())))?;
        Ok(BuildPaths { manifest, out, target, architectures, name, script: std::env::var_os("OUT_DIR").is_some() })
    }

    fn make(&self, plan: &BuildPaths, compiler: Compiler) -> Result<Report, Error> {
        let assembler = Assembler::find(&self.tools);
        let objects = self.objects.unwrap_or_else(|| std::env::var(OBJECTS_VARIABLE).is_ok_and(|value| value == "1"));
        if objects && assembler.is_none() {
            return Err(Error::NoAssembler);
        }
        std::fs::create_dir_all(&plan.target).map_err(Error::io(plan.target.display()))?;
        let folder = plan.manifest.parent().expect("it has the name of a file");
        let machine_code = MachineCode::read(folder, compiler.release())?;
        if let Some(words) = compiler.change(&plan.target)? {
            if plan.script {
                println!("cargo::warning={words}");
            } else {
                // Past the capture of a test runner, which shows only what failed.
                let _ = writeln!(std::io::stderr(), "{}: {words}", plan.name);
            }
        }
        let options = outer_options();
        let job = Job {
            compiler: &compiler,
            manifest: &plan.manifest,
            target_dir: &plan.target,
            features: &self.features,
            default_features: self.default_features,
            contracts: self.contracts,
            options: &options,
            verbose: self.verbose,
        };
        // Each has a folder of its own, and the last step of a build, which takes longest, keeps one core busy.
        let modules = std::thread::scope(|scope| {
            let build = |&architecture| {
                let (job, assembler) = (&job, assembler.as_ref());
                scope.spawn(move || module(plan, job, assembler, objects, architecture))
            };
            let builds: Vec<_> = plan.architectures.iter().map(build).collect();
            let join = |build: ScopedJoinHandle<'_, _>| build.join().unwrap_or_else(|panic| resume_unwind(panic));
            builds.into_iter().map(join).collect::<Result<Vec<_>, Error>>()
        })?;
        if plan.script {
            let mut files = job.sources(plan.architectures[0])?;
            files.extend_from_slice(compiler.watched());
            files.extend(Some(folder.join(machine_code::FILE)).filter(|file| file.is_file()));
            watch(&files);
        }
        let report = Report {
            name: plan.name.clone(),
            compiler: Some(compiler),
            assembler,
            modules,
            embedded: plan.embedded(),
            missing: None,
            machine_code,
        };
        if plan.script {
            if let Some(line) = report.unrecorded() {
                println!("cargo::warning={line}");
            }
            // A slow kernel is no reason not to build, and nobody looks for what is not said.
            let lines = report.local_memory();
            for line in &lines {
                println!("cargo::warning={line}");
            }
            if !lines.is_empty() {
                println!("cargo::warning={LOCAL_MEMORY_HELP}");
            }
            for line in report.losses() {
                println!("cargo::warning={line}");
            }
        }
        embed::write(&report, &self.lego_cuda)?;
        Ok(report)
    }
}

/// Those that are built for where none is named.
fn default_architectures() -> Vec<String> {
    let named = named_in(&std::env::var(ARCHITECTURES_VARIABLE).unwrap_or_default());
    if named.is_empty() { DEFAULT_ARCHITECTURES.map(str::to_owned).to_vec() } else { named }
}

/// The names between commas or spaces.
fn named_in(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Builds the crate for one architecture, and writes, checks and assembles its PTX; `objects` are kept beside it.
fn module(
    plan: &BuildPaths,
    job: &Job<'_>,
    assembler: Option<&Assembler>,
    objects: bool,
    architecture: Architecture,
) -> Result<BuiltModule, Error> {
    let text = Text::read(&job.build(architecture)?)?;
    let ptx = plan.out.join(format!("{}.{architecture}.ptx", plan.name));
    std::fs::write(&ptx, text.as_str()).map_err(Error::io(ptx.display()))?;
    let kept = job.raw_ptx(architecture).with_extension("ptxas");
    let assembled = assembler.map(|program| program.assemble(&ptx, architecture, &kept)).transpose()?;
    let kernels = text.entries().iter().cloned().map(|entry| {
        let used = assembled.iter().flat_map(|said| &said.kernels).find(|(name, _)| name == entry.name());
        Kernel { resources: used.map(|(_, resources)| *resources), entry }
    });
    let kernels = kernels.collect();
    let object = match &assembled {
        Some(Assembled { object: made, .. }) if objects => {
            let object = ptx.with_extension("cubin");
            std::fs::copy(made, &object).map_err(Error::io(made.display()))?;
            Some(object)
        }
        _ => None,
    };
    let losses = assembled.map(|said| said.losses).unwrap_or_default();
    Ok(BuiltModule { architecture, ptx, object, kernels, losses })
}

/// What is built and where, every path absolute.
struct BuildPaths {
    manifest: PathBuf,
    out: PathBuf,
    target: PathBuf,
    architectures: Vec<Architecture>,
    name: String,
    /// Whether a build script runs this.
    script: bool,
}

impl BuildPaths {
    fn embedded(&self) -> PathBuf {
        self.out.join(format!("{}.rs", self.name))
    }
}

/// Tells cargo when to run the build script again.
fn watch(sources: &[PathBuf]) {
    for variable in [
        "LEGO_RUSTC",
        "LEGO_PTXAS",
        ARCHITECTURES_VARIABLE,
        OBJECTS_VARIABLE,
        TARGET_VARIABLE,
        "CUDA_HOME",
        "CUDA_PATH",
    ] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for source in sources {
        println!("cargo::rerun-if-changed={}", Path::display(source));
    }
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn architectures_stand_between_commas() {
        assert_eq!(named_in("sm_80, sm_90a,"), ["sm_80", "sm_90a"]);
        assert_eq!(named_in(" , "), Vec::<String>::new());
    }
}

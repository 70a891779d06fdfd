//! The assembler ptxas of NVIDIA, which proves that the PTX assembles and says what a kernel costs. It needs no GPU.

use crate::architecture::Architecture;
use crate::error::Error;
use crate::losses::Loss;
use lego_machine::image::Resources;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What ptxas says of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assembled {
    /// What each kernel uses, by name.
    pub(crate) kernels: Vec<(String, Resources)>,
    /// What costs time.
    pub(crate) losses: Vec<Loss>,
    /// The object that it made.
    pub(crate) object: PathBuf,
}

impl Assembled {
    fn read(words: &str, object: PathBuf) -> Self {
        Self { kernels: read(words), losses: Loss::read(words), object }
    }
}

/// A ptxas and its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembler {
    program: PathBuf,
    version: String,
}

impl Assembler {
    /// The first ptxas that starts: `LEGO_PTXAS`, the folders given, `PATH`, `CUDA_HOME`, `CUDA_PATH`,
    /// `/usr/local/cuda`, and the Python package `nvidia-cuda-nvcc`. `None` where there is none.
    ///
    /// A folder may be one with `ptxas` in it, one with `bin/ptxas`, or one that Python packages were installed to.
    pub fn find(folders: &[PathBuf]) -> Option<Self> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(program) = variable("LEGO_PTXAS") {
            return Self::at(&program);
        }
        let installed = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(variable);
        let first = folders.iter().flat_map(|folder| candidates(folder));
        let second = std::iter::once(PathBuf::from("ptxas"));
        let third = installed.chain([PathBuf::from("/usr/local/cuda")]).flat_map(|folder| candidates(&folder));
        first.chain(second).chain(third).find_map(|program| Self::at(&program)).or_else(|| {
            let packages = python_packages();
            packages.iter().flat_map(|folder| candidates(folder)).find_map(|program| Self::at(&program))
        })
    }

    /// The program.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Its version, as in `13.0`.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn at(program: &Path) -> Option<Self> {
        let output = Command::new(program).arg("--version").output().ok().filter(|output| output.status.success())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, rest) = text.split_once("release ")?;
        let version = rest.split(',').next()?.trim().to_owned();
        Some(Self { program: program.to_owned(), version })
    }

    /// Assembles a PTX file, and returns what each of its kernels uses, and what it loses.
    ///
    /// What ptxas says of it is kept in the file `kept`, and beside it the object: the next build of the same text reads that instead, since
    /// assembling hundreds of kernels takes half a minute.
    ///
    /// # Errors
    /// [`Error::Rejected`] with what ptxas says, and the lines it speaks of.
    pub(crate) fn assemble(&self, ptx: &Path, architecture: Architecture, kept: &Path) -> Result<Assembled, Error> {
        let text = std::fs::read_to_string(ptx).map_err(Error::io(ptx.display()))?;
        let (key, hash) = self.key(&text, architecture);
        // No object of another text has its name.
        let object = kept.with_extension(format!("{hash:016x}.cubin"));
        let before = std::fs::read_to_string(kept).unwrap_or_default();
        match before.split_once('\n') {
            Some((line, words)) if line == key && object.is_file() => return Ok(Assembled::read(words, object)),
            _ => {}
        }
        // Another build of the same crate may read them meanwhile: they are there whole or not at all.
        let begun = |of: &Path| of.with_added_extension(std::process::id().to_string());
        let mut command = Command::new(&self.program);
        command.args(["-v", &format!("-arch={architecture}"), "-o"]).arg(begun(&object)).arg(ptx);
        let output = command.output().map_err(Error::io(self.program.display()))?;
        let words = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(Error::Rejected {
                architecture: architecture.to_string(),
                text: with_lines(&words, &text),
                file: ptx.to_owned(),
            });
        }
        std::fs::rename(begun(&object), &object).map_err(Error::io(object.display()))?;
        let written = std::fs::write(begun(kept), format!("{key}\n{words}"));
        written.and_then(|()| std::fs::rename(begun(kept), kept)).map_err(Error::io(kept.display()))?;
        remove_other_objects(kept, &object);
        Ok(Assembled::read(&words, object))
    }

    /// What stands for a text that is assembled by this program, in words and as a number.
    fn key(&self, text: &str, architecture: Architecture) -> (String, u64) {
        let mut hasher = DefaultHasher::new();
        (text, &self.version).hash(&mut hasher);
        let hash = hasher.finish();
        (format!("// {architecture}, ptxas {}, {} bytes, {hash:016x}", self.version, text.len()), hash)
    }
}

/// Removes the objects of other texts, which were assembled before; another build of this text finds its own.
fn remove_other_objects(kept: &Path, object: &Path) {
    let Some((folder, stem)) = kept.parent().zip(kept.file_stem()) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, stem) = (entry.file_name(), stem.to_string_lossy());
        let name = name.to_string_lossy();
        let is_object = |rest: &str| rest.starts_with('.') && rest.ends_with(".cubin");
        if entry.path() != object && name.strip_prefix(&*stem).is_some_and(is_object) {
            // One that stays takes room and does nothing else.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Where a ptxas may lie under a folder.
fn candidates(folder: &Path) -> Vec<PathBuf> {
    let mut candidates = vec![folder.join("ptxas"), folder.join("bin/ptxas")];
    // nvidia-cuda-nvcc 13 has nvidia/cu13/bin/ptxas, its predecessor nvidia/cuda_nvcc/bin/ptxas.
    for packages in [folder.join("nvidia"), folder.to_owned()] {
        let entries = std::fs::read_dir(packages).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.path().join("bin/ptxas")).collect();
        found.sort();
        candidates.extend(found.into_iter().rev());
    }
    candidates.retain(|candidate| candidate.is_file());
    candidates
}

/// The folders of the Python package `nvidia`, which is spread over several distributions.
fn python_packages() -> Vec<PathBuf> {
    const SCRIPT: &str = "\
import importlib.util
spec = importlib.util.find_spec('nvidia')
print('\\n'.join(spec.submodule_search_locations if spec else []))";
    let output = Command::new("python3").args(["-c", SCRIPT]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect()
}

/// What ptxas says with `-v`, as data.
fn read(words: &str) -> Vec<(String, Resources)> {
    let mut kernels: Vec<(String, Resources)> = Vec::new();
    // Functions that are not inlined have properties too; only a kernel's count.
    let mut is_kernel = false;
    for line in words.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let name = rest.split('\'').next().unwrap_or_default();
            kernels.push((name.to_owned(), Resources::default()));
        }
        if let Some((_, name)) = line.split_once("Function properties for ") {
            is_kernel = kernels.last().is_some_and(|(kernel, _)| kernel == name.trim());
        }
        let Some((_, resources)) = kernels.last_mut() else { continue };
        if let Some((_, uses)) = line.split_once("Used ") {
            for (number, what) in amounts(uses) {
                match what {
                    "registers" => resources.registers = number,
                    "barriers" => resources.barriers = number,
                    "bytes smem" => resources.shared = number,
                    "bytes cumulative stack size" => resources.stack = resources.stack.max(number),
                    _ => {}
                }
            }
        } else if is_kernel {
            for (number, what) in amounts(line) {
                match what {
                    "bytes stack frame" => resources.stack = resources.stack.max(number),
                    "bytes spill stores" => resources.spill_stores = number,
                    "bytes spill loads" => resources.spill_loads = number,
                    _ => {}
                }
            }
        }
    }
    kernels
}

/// The amounts in `14 registers, used 1 barriers, 4224 bytes smem`.
fn amounts(text: &str) -> impl Iterator<Item = (u32, &str)> {
    text.split(',').filter_map(|part| {
        let (number, what) = part.trim().trim_start_matches("used ").split_once(' ')?;
        Some((number.parse().ok()?, what))
    })
}

/// What ptxas says, with the line of PTX after each message that names one.
fn with_lines(words: &str, ptx: &str) -> String {
    let mut text = String::new();
    for message in words.lines().filter(|line| !line.contains("info    :")) {
        text.push_str(message);
        text.push('\n');
        let number = message.split_once(", line ").and_then(|(_, rest)| rest.split(';').next()?.trim().parse().ok());
        if let Some(line) = number.and_then(|number: usize| ptx.lines().nth(number.checked_sub(1)?)) {
            text.push_str("    | ");
            text.push_str(line.trim());
            text.push('\n');
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Assembled, Assembler, Resources, read, with_lines};
    use std::path::Path;

    #[test]
    fn what_ptxas_says_is_read() {
        let words = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'second' for 'sm_90a'
ptxas info    : Function properties for helper
    512 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads
ptxas info    : Function properties for second
    64 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 6 registers, used 0 barriers, 80 bytes cumulative stack size
ptxas info    : Compile time = 6.161 ms
ptxas info    : Compiling entry function 'first' for 'sm_90a'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 4224 bytes smem, 380 bytes cmem[0]
ptxas info    : Compile time = 0.923 ms
";
        let second = Resources { registers: 6, spill_stores: 12, spill_loads: 16, shared: 0, stack: 80, barriers: 0 };
        let first = Resources { registers: 40, shared: 4224, barriers: 1, ..Resources::default() };
        assert_eq!(read(words), [("second".to_owned(), second), ("first".to_owned(), first)]);
    }

    #[test]
    fn a_rejection_shows_the_line() {
        let words = "\
ptxas info    : 0 bytes gmem
ptxas k.ptx, line 2; error   : Unknown modifier '.sharedd'
ptxas fatal   : Ptx assembly aborted due to errors
";
        let text = with_lines(words, ".version 8.0\n\tst.sharedd.u32 [%r1], %r2;\n");
        assert_eq!(
            text,
            "ptxas k.ptx, line 2; error   : Unknown modifier '.sharedd'\n    | st.sharedd.u32 [%r1], %r2;\n\
             ptxas fatal   : Ptx assembly aborted due to errors"
        );
    }

    /// A kernel of so many threads that has this many products of a warpgroup under way at once, each of 64×192, 96 registers a thread.
    fn multiplying(name: &str, threads: u32, products: usize) -> String {
        let sums = |product: usize| (96 * product..96 * (product + 1)).map(|number| format!("%f{number}"));
        let (mut loads, mut multiplies, mut stores) = (String::new(), String::new(), String::new());
        for product in 0..products {
            for (sum, place) in sums(product).zip((384 * product..).step_by(4)) {
                loads += &format!("ld.global.f32 {sum}, [%d2+{place}];\n");
                stores += &format!("st.global.f32 [%d2+{place}], {sum};\n");
            }
            let sums = sums(product).collect::<Vec<_>>().join(", ");
            multiplies +=
                &format!("wgmma.mma_async.sync.aligned.m64n192k16.f32.f16.f16 {{{sums}}}, %d0, %d1, 1, 1, 1, 0, 0;\n");
        }
        format!(
            ".visible .entry {name}(.param .u64 p, .param .u64 d)\n.maxntid {threads}\n{{\n.reg .f32 %f<{}>;\n.reg .b64 %d<3>;\n\
             ld.param.u64 %d2, [p];\nld.param.u64 %d0, [d];\nadd.s64 %d1, %d0, 64;\n{loads}wgmma.fence.sync.aligned;\n{multiplies}\
             wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n{stores}ret;\n}}\n",
            96 * products
        )
    }

    /// Two products in 168 registers a thread, which is as many as 384 threads can have.
    #[test]
    fn products_that_ptxas_puts_one_after_the_other_are_lost() {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
        let Some(assembler) = Assembler::find(&[tools]) else {
            return println!("NOT TESTED: there is no ptxas; `cargo xtask setup` installs it");
        };
        let folder = std::env::temp_dir().join(format!("lego-cuda-build-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (ptx, kept) = (folder.join("products.ptx"), folder.join("products.ptxas"));
        let head = ".version 8.0\n.target sm_90a\n.address_size 64\n";
        let text =
            head.to_owned() + &multiplying("one", 384, 1) + &multiplying("two", 384, 2) + &multiplying("few", 128, 2);
        std::fs::write(&ptx, text).unwrap();
        let assemble = || assembler.assemble(&ptx, "sm_90a".parse().unwrap(), &kept).unwrap();
        let Assembled { kernels, losses, object } = assemble();
        let lost: Vec<_> = losses.iter().map(|loss| (loss.function(), loss.words().contains("serialized"))).collect();
        assert_eq!(lost, [(Some("two"), true)], "{losses:?}");
        let spilled = |name| kernels.iter().find(|(kernel, _)| kernel == name).unwrap().1.spill_stores;
        assert!(spilled("two") > 0 && spilled("one") == 0 && spilled("few") == 0, "{kernels:?}");
        // What is kept says the same, as long as the object is there.
        assert!(kept.is_file() && object.is_file());
        let made = std::fs::read(&object).unwrap();
        let time = || std::fs::metadata(&object).unwrap().modified().unwrap();
        let first = time();
        assert_eq!(assemble().losses, losses);
        assert_eq!(time(), first);
        std::fs::remove_file(&object).unwrap();
        assert_eq!(assemble().losses, losses);
        assert_eq!(std::fs::read(&object).unwrap(), made);
        // Another text has another object, and the first is no longer there.
        std::fs::write(&ptx, head.to_owned() + &multiplying("one", 384, 1)).unwrap();
        let other = assemble().object;
        assert!(other.is_file() && other != object && !object.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

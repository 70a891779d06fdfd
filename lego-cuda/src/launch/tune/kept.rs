//! A choice on disk: a file of a few lines that says for what it was made, so that it is used for nothing else.

use super::super::backend::Backend;
use super::super::module::Module;
use std::fmt::{Display, Write as _};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The first line of a file; another number is another form.
const FORM: &str = "lego tuning 1";

/// For what a choice was made: the lines at the beginning of its file.
#[derive(Debug)]
pub(super) struct Kept {
    lines: String,
}

/// A text as one line: what would begin another one is a space.
pub(super) fn line(text: impl Display) -> String {
    text.to_string().replace(char::is_control, " ").trim().to_owned()
}

impl Kept {
    /// Of the device, the driver and the program of a module, of a problem and of the names of its ways.
    pub(super) fn of<B: Backend>(module: &Module<B>, problem: &str, names: &[String]) -> Self {
        let limits = module.device().limits();
        Self::new(&limits.name, limits.driver, module.fingerprint(), problem, names)
    }

    fn new(device: &str, driver: u32, program: u64, problem: &str, names: &[String]) -> Self {
        let (device, problem) = (line(device), line(problem));
        let lines = format!(
            "{FORM}\ndevice {device}\ndriver {driver}\nprogram {program:016x}\nproblem {problem}\nways {}\n",
            names.join("; ")
        );
        Self { lines }
    }

    /// The file of it. Two of one name, which is not to be expected, take each other's place, and neither is taken for the other.
    fn file(&self, folder: &Path) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        self.lines.hash(&mut hasher);
        folder.join(format!("{:016x}.txt", hasher.finish()))
    }

    /// The number of the way that was chosen, if the file is there, is of exactly this, and names one of the ways.
    pub(super) fn read(&self, folder: &Path, names: &[String]) -> Option<usize> {
        let text = std::fs::read_to_string(self.file(folder)).ok()?;
        let chosen = text.strip_prefix(&self.lines)?.lines().next()?.strip_prefix("choice ")?;
        names.iter().position(|name| name == chosen)
    }

    /// Keeps a choice, with the times of the ways for whoever reads the file.
    ///
    /// # Errors
    /// Why it cannot be written, in words.
    pub(super) fn write(&self, folder: &Path, chosen: &str, milliseconds: &[(usize, f32)]) -> Result<(), String> {
        let mut text = format!("{}choice {chosen}\n", self.lines);
        for (way, time) in milliseconds {
            let _ = writeln!(text, "way {way}: {time} ms");
        }
        let file = self.file(folder);
        // Of this writer alone: other processes, and other threads of this one, may be at the same choice.
        static WRITERS: AtomicU64 = AtomicU64::new(0);
        let writer = WRITERS.fetch_add(1, Ordering::Relaxed);
        let begun = file.with_extension(format!("{}-{writer}", std::process::id()));
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&begun, text))
            .and_then(|()| std::fs::rename(&begun, &file));
        written.map_err(|error| {
            // What was begun is of no use to anybody; where it is not there, there is nothing to remove.
            let _ = std::fs::remove_file(&begun);
            format!("{}: {error}", file.display())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, line};
    use std::path::PathBuf;

    /// A folder of this test alone, which is not there yet.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lego-tune-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(line).collect()
    }

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        let (folder, ways) = (folder("found"), names(&["wide", "narrow"]));
        let of = |device, driver, program, problem, ways: &[String]| Kept::new(device, driver, program, problem, ways);
        let this = of("H100", 13000, 1, "product 8x8", &ways);
        assert_eq!(this.read(&folder, &ways), None);
        this.write(&folder, "narrow", &[(0, 2.0), (1, 1.0)]).unwrap();
        assert_eq!(this.read(&folder, &ways), Some(1));
        let fewer = names(&["narrow"]);
        for other in [
            of("H200", 13000, 1, "product 8x8", &ways),
            of("H100", 13010, 1, "product 8x8", &ways),
            of("H100", 13000, 2, "product 8x8", &ways),
            of("H100", 13000, 1, "product 8x16", &ways),
            of("H100", 13000, 1, "product 8x8", &fewer),
        ] {
            assert_eq!(other.read(&folder, &ways), None, "{other:?}");
            // Also where a file of that name has what belongs to another.
            std::fs::copy(this.file(&folder), other.file(&folder)).unwrap();
            assert_eq!(other.read(&folder, &ways), None, "{other:?}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_bad_file_is_not_trusted() {
        let (folder, ways) = (folder("bad"), names(&["wide", "narrow"]));
        let this = Kept::new("H100", 13000, 1, "product", &ways);
        this.write(&folder, "wide", &[]).unwrap();
        let good = std::fs::read(this.file(&folder)).unwrap();
        assert_eq!(this.read(&folder, &ways), Some(0));
        // Every file that ends too early, and each with one byte that is another.
        for end in 0..good.len() - 1 {
            std::fs::write(this.file(&folder), &good[..end]).unwrap();
            assert_eq!(this.read(&folder, &ways), None, "the first {end} bytes");
        }
        for at in 0..good.len() - 1 {
            let mut bad = good.clone();
            bad[at] ^= 0x81;
            std::fs::write(this.file(&folder), &bad).unwrap();
            assert_eq!(this.read(&folder, &ways), None, "byte {at}");
        }
        // It is made anew.
        this.write(&folder, "narrow", &[]).unwrap();
        assert_eq!(this.read(&folder, &ways), Some(1));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn threads_that_keep_the_same_choice_leave_a_whole_file_and_nothing_else() {
        let (folder, ways) = (folder("threads"), names(&["wide", "narrow"]));
        let this = Kept::new("H100", 13000, 1, "product", &ways);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..50).for_each(|_| this.write(&folder, "narrow", &[(0, 2.0), (1, 1.0)]).unwrap()));
            }
        });
        assert_eq!(this.read(&folder, &ways), Some(1));
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let folder = folder("file");
        std::fs::write(&folder, "no folder").unwrap();
        let this = Kept::new("H100", 13000, 1, "product", &names(&["wide"]));
        let words = this.write(&folder, "wide", &[]).unwrap_err();
        assert!(words.contains("lego-tune-"), "{words}");
        std::fs::remove_file(&folder).unwrap();
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(line(" a\nchoice b\t"), "a choice b");
        let this = Kept::new("H100\ndriver 1", 2, 3, "p\nways x", &names(&["wide"]));
        assert_eq!(this.lines.lines().count(), 6);
    }
}

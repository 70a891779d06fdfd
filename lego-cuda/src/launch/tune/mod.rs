//! The autotuner: of several ways to compute the same, the one that is fastest on this device, measured once and kept on disk.
//!
//! Which block or which order of blocks is best depends on the sizes and on the GPU, and no rule knows it for all. So a host function
//! lists its ways, the best by its own rule first, and lets a [`Tuner`] choose. The first time all are timed on the device; later, also in
//! other processes, the choice is read from a file.
//!
//! ```
//! # #[cfg(feature = "executor")] {
//! # use lego_cuda::executor::Executor;
//! use lego_cuda::launch::{Backend, Device, Error, Source, Tuner};
//!
//! fn run<B: Backend>(device: &Device<B>) -> Result<(), Error> {
//!     let module = device.without_program()?;
//!     let tuner = Tuner::new();
//!     // Ways have names; what runs one must not change what the caller sees.
//!     let choice = tuner.choose(&module, "nothing, of 8 elements", &["wide", "narrow"], |_module, _way| Ok(()))?;
//!     // A time on the executor says nothing of a GPU: it takes the first.
//!     assert_eq!((*choice.way, choice.source), ("wide", Source::First));
//!     Ok(())
//! }
//! # run(&Device::new(Executor::new())).unwrap();
//! # }
//! ```

mod kept;

use super::backend::Backend;
use super::error::Error;
use super::module::Module;
use kept::Kept;
use std::collections::HashMap;
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The variable that names the folder in which choices are kept.
const FOLDER_VARIABLE: &str = "LEGO_TUNE_DIR";
/// How often each way is timed.
const ROUNDS: usize = 7;
/// So many milliseconds of launches are timed together: a single short one is not told from the time of its launch.
const BATCH: f32 = 0.5;
/// The most launches that are timed together.
const MOST_LAUNCHES: f32 = 64.0;
/// A way whose best time is so much longer than the best of all after two rounds is not tried again.
const HOPELESS: f32 = 1.5;
/// Times that differ by less than this are equal, and the first way is taken.
const EQUAL: f32 = 1.01;

/// Chooses the fastest of several ways, and remembers it. One of them serves a whole program, from any thread.
#[derive(Debug, Default)]
pub struct Tuner {
    folder: Option<PathBuf>,
    measures: bool,
    /// The choices of this process, by a number that stands for what they depend on: to write the lines of a file takes as long as a short
    /// kernel.
    known: Mutex<HashMap<u64, usize>>,
}

/// Where a choice comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// It is the first of the list: nothing was measured.
    First,
    /// It was measured before, by this process or another one.
    Kept,
    /// It was measured now.
    Measured,
}

/// What a [`Tuner`] chose.
#[derive(Clone, Debug)]
pub struct Choice<'a, C> {
    /// The way.
    pub way: &'a C,
    /// Where the choice comes from.
    pub source: Source,
    /// The milliseconds of each way that could be launched, if they were measured now, by its number in the list.
    pub milliseconds: Vec<(usize, f32)>,
    /// Why the choice could not be kept, if it could not: the next process will measure again.
    pub not_kept: Option<String>,
}

impl Tuner {
    /// Keeps choices in the folder that the variable `LEGO_TUNE_DIR` names, else in `lego/tune` of the user's folder for caches
    /// (`$XDG_CACHE_HOME`, `~/.cache`; on Windows `%LOCALAPPDATA%`); where there is none of them, in this process alone.
    pub fn new() -> Self {
        Self { folder: folder(&|name| std::env::var_os(name).filter(|value| !value.is_empty())), ..Self::in_memory() }
    }

    /// Keeps choices in a folder, which is made when there is something to keep.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..Self::in_memory() }
    }

    /// Keeps choices in this process alone.
    pub fn in_memory() -> Self {
        Self { folder: None, measures: true, known: Mutex::default() }
    }

    /// Takes the first way of each list: measures nothing, and reads no file.
    pub fn untuned() -> Self {
        Self::default()
    }

    /// The folder in which choices are kept.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The fastest way for a problem on the module's device.
    ///
    /// `problem` says all on which the times depend besides device and program: what is computed, types, sizes. `run` launches a way by the
    /// module that it is given; it is called often where nothing is known yet, so it must leave alone what the caller wants to keep (a
    /// product that adds to its output computes into other memory).
    ///
    /// Law: the choice is one of `ways`; which one does not change what is computed, if all ways compute the same. Nothing is measured
    /// where the launches of the module are [recorded](Module::record) or captured by the program itself, from its own stream, nor on the executor:
    /// what was kept before is taken, else the first, which is not kept.
    ///
    /// A file that another device, driver, program or list of ways left, or that cannot be read, is not trusted but made anew. It is
    /// written beside its place and renamed, so that another process reads all of it or nothing.
    ///
    /// # Errors
    /// [`Error::NothingToChoose`] where there are no ways, or two of one name; what `run` says where no way can be launched. A way that
    /// `run` refuses while others can be launched is left out; the driver's words, where it does not know whether work is captured.
    pub fn choose<'a, C: Display + Hash, B: Backend>(
        &self,
        module: &Module<B>,
        problem: &str,
        ways: &'a [C],
        mut run: impl FnMut(&Module<B>, &C) -> Result<(), Error>,
    ) -> Result<Choice<'a, C>, Error> {
        let kept = |way| Choice { way, source: Source::Kept, milliseconds: Vec::new(), not_kept: None };
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(module, problem, ways);
        let remembered = known().get(&key).copied();
        if let Some(way) = remembered.and_then(|at| ways.get(at)) {
            return Ok(kept(way));
        }
        let names: Vec<String> = ways.iter().map(kept::line).collect();
        let is_twice = |at: usize| names[..at].contains(&names[at]);
        if names.is_empty() || (0..names.len()).any(is_twice) {
            return Err(Error::NothingToChoose { problem: problem.to_owned(), ways: names });
        }
        let first = Choice { source: Source::First, ..kept(&ways[0]) };
        if !self.measures {
            return Ok(first);
        }
        let file = Kept::of(module, problem, &names);
        if let Some(at) = self.folder.as_deref().and_then(|folder| file.read(folder, &names)) {
            known().insert(key, at);
            return Ok(kept(&ways[at]));
        }
        let device = module.device();
        if B::RUNS_BODIES || module.is_recorded() || device.backend().is_captured()? {
            return Ok(first);
        }
        let milliseconds = times(ways.len(), &mut |way, launches| {
            device.time(|| (0..launches).try_for_each(|_| run(module, &ways[way])))
        })?;
        let at = fastest(&milliseconds);
        let not_kept = self.folder.as_deref().and_then(|folder| file.write(folder, &names[at], &milliseconds).err());
        known().insert(key, at);
        Ok(Choice { way: &ways[at], source: Source::Measured, milliseconds, not_kept })
    }
}

/// A number that stands for all on which a choice depends.
fn key<B: Backend>(module: &Module<B>, problem: &str, ways: &[impl Hash]) -> u64 {
    let (limits, mut hasher) = (module.device().limits(), DefaultHasher::new());
    (&limits.name, limits.driver, module.fingerprint(), problem, ways).hash(&mut hasher);
    hasher.finish()
}

/// The folder for choices, as variables name it.
fn folder(variable: &dyn Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    if let Some(folder) = variable(FOLDER_VARIABLE) {
        return Some(folder.into());
    }
    let caches = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)
    } else {
        let home = || variable("HOME").map(|home| PathBuf::from(home).join(".cache"));
        variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)
    };
    Some(caches?.join("lego").join("tune"))
}

/// Numbers of ways, each with its milliseconds.
type Times = Vec<(usize, f32)>;

/// The median milliseconds of each way that can be launched, by its number: `time` says how many a number of launches of it take.
///
/// The ways take turns, so that a clock that slows down meets all of them.
///
/// # Errors
/// That of the first way, where none can be launched.
fn times(ways: usize, time: &mut dyn FnMut(usize, usize) -> Result<f32, Error>) -> Result<Times, Error> {
    let mut refused = None;
    // Of each way how many launches are timed together, and the times of one of them.
    let mut tried: Vec<(usize, usize, Vec<f32>)> = Vec::new();
    for way in 0..ways {
        // The first launch of a kernel loads it, and the second finds the clock as it will be.
        match time(way, 1).and_then(|_| time(way, 1)) {
            Ok(milliseconds) => {
                let launches = (BATCH / milliseconds.max(1e-4)).clamp(1.0, MOST_LAUNCHES);
                tried.push((way, launches as usize, Vec::new()));
            }
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    let least = |times: &[f32]| times.iter().copied().fold(f32::INFINITY, f32::min);
    for round in 0..ROUNDS {
        for (way, launches, times) in &mut tried {
            times.push(time(*way, *launches)? / *launches as f32);
        }
        // One slow launch of a good way is none that rules it out.
        if round > 0 {
            let best = tried.iter().map(|(_, _, times)| least(times)).fold(f32::INFINITY, f32::min);
            tried.retain(|(_, _, times)| least(times) <= HOPELESS * best);
        }
    }
    let median = |(way, _, mut times): (usize, usize, Vec<f32>)| {
        times.sort_by(f32::total_cmp);
        Some((way, *times.get(times.len() / 2)?))
    };
    let medians: Vec<_> = tried.into_iter().filter_map(median).collect();
    match (medians.is_empty(), refused) {
        (true, Some(error)) => Err(error),
        _ => Ok(medians),
    }
}

/// The number of the way that is taken: the first that is not slower than the fastest.
fn fastest(milliseconds: &[(usize, f32)]) -> usize {
    let least = milliseconds.iter().map(|(_, time)| *time).fold(f32::INFINITY, f32::min);
    milliseconds.iter().find(|(_, time)| *time <= EQUAL * least).map_or(0, |(way, _)| *way)
}

#[cfg(test)]
mod tests {
    use super::{Error, Times, fastest, folder, times};
    use std::path::PathBuf;

    #[test]
    fn the_variable_stands_above_the_folders_for_caches() {
        let of = |set: &'static [(&str, &str)]| {
            folder(&|name| set.iter().find(|(one, _)| *one == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!(of(&[("LEGO_TUNE_DIR", "/t"), ("HOME", "/h"), ("LOCALAPPDATA", "/l")]), Some(PathBuf::from("/t")));
        assert_eq!(of(&[]), None);
        if !cfg!(windows) {
            assert_eq!(of(&[("HOME", "/h")]), Some(PathBuf::from("/h/.cache/lego/tune")));
            assert_eq!(of(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]), Some(PathBuf::from("/c/lego/tune")));
        }
    }

    /// Ways that take so many milliseconds, and how often each was launched.
    fn tried(costs: &[Option<f32>]) -> (Result<Times, Error>, Vec<usize>) {
        let mut launched = vec![0; costs.len()];
        let result = times(costs.len(), &mut |way, launches| {
            launched[way] += launches;
            let refused = Error::NothingToChoose { problem: format!("{way}"), ways: Vec::new() };
            Ok(costs[way].ok_or(refused)? * launches as f32)
        });
        (result, launched)
    }

    #[test]
    fn the_fastest_is_taken_and_the_hopeless_are_left() {
        let (found, launched) = tried(&[Some(1.0), None, Some(0.5), Some(0.9)]);
        let found = found.unwrap();
        assert_eq!(found, [(2, 0.5)], "the others are half again as slow");
        assert_eq!(fastest(&found), 2);
        assert_eq!(launched, [4, 1, 9, 4]);
        // Short ones are launched many times, and what differs by less than 1 % is equal.
        let (found, launched) = tried(&[Some(0.0101), Some(0.0102), Some(0.0100)]);
        let found = found.unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(fastest(&found), 0);
        assert!(launched.iter().all(|launches| *launches > 7 * 40), "{launched:?}");
    }

    #[test]
    fn where_no_way_can_be_launched_the_first_says_why() {
        let (found, _) = tried(&[None, None]);
        assert_eq!(found, Err(Error::NothingToChoose { problem: "0".into(), ways: Vec::new() }));
    }

    #[test]
    fn no_time_at_all_is_a_time() {
        let (found, _) = tried(&[Some(0.0), Some(0.0)]);
        assert_eq!(fastest(&found.unwrap()), 0);
    }
}

//! Accesses of a tile that are given as options, `--access P --bytes 4 --vector 1`: which elements each thread touches, and what
//! that takes under a layout.

use crate::args::Values;
use crate::failure::{Complaint, Failure, Source};
use crate::input::Input;
use crate::points::Points;
use clap::Args;
use lego_core::access::{Collision, Cost, Fault, Judge, Pattern, Report};
use lego_lang::Reading;
use lego_machine::limits::{WARP, is_access_width};
use serde_json::{Value, json};

/// Of so many elements every access is looked at; of more only if that is asked for.
const MOST: u64 = 1 << 22;

/// So many of the lanes that collide are named in a text; JSON names all.
const MOST_NAMED: usize = 4;

/// The options.
#[derive(Args, Clone, Debug)]
pub(crate) struct Accesses {
    /// How threads access the tile: a layout P of its extents, thread t touches the index at position t of P. Or a word: Row,
    /// Column, Diagonal, AntiDiagonal. May be given several times
    #[arg(long = "access", value_name = "P")]
    pub(crate) accesses: Vec<String>,
    /// The bytes of an element: 1, 2, 4, 8 or 16 [default: 4]
    #[arg(long = "bytes", value_name = "N", requires = "accesses", value_parser = width)]
    pub(crate) element: Option<u32>,
    /// The elements that a thread moves at once [default: 1]; once for all accesses, or once for each
    #[arg(long = "vector", value_name = "V", requires = "accesses", value_parser = clap::value_parser!(u32).range(1..=16))]
    pub(crate) vectors: Vec<u32>,
}

fn width(text: &str) -> Result<u32, String> {
    let width = text.parse().ok().filter(|bytes: &u32| is_access_width(*bytes as usize));
    width.ok_or_else(|| format!("no instruction moves {text} bytes: it is 1, 2, 4, 8 or 16"))
}

/// An access: the row-major number of the index that each thread touches, or nothing, v of them a thread.
#[derive(Clone, Debug)]
pub(crate) struct TileAccess {
    /// As it was given.
    pub(crate) text: String,
    pub(crate) elements: Vec<Option<u64>>,
    pub(crate) bytes: u32,
    pub(crate) vector: u32,
}

impl Accesses {
    /// The bytes of an element.
    pub(crate) fn bytes(&self) -> u32 {
        self.element.unwrap_or(4)
    }

    /// Each access with its vector.
    pub(crate) fn each(&self) -> Result<Vec<(&str, u32)>, Failure> {
        let vector = |k: usize| match self.vectors[..] {
            [] => Ok(1),
            [one] => Ok(one),
            _ if self.vectors.len() == self.accesses.len() => Ok(self.vectors[k]),
            _ => Err(Failure::Usage(format!(
                "--vector is given {} times and --access {} times: give one for all accesses, or one for each",
                self.vectors.len(),
                self.accesses.len()
            ))),
        };
        self.accesses.iter().enumerate().map(|(k, text)| Ok((text.as_str(), vector(k)?))).collect()
    }

    /// The accesses of a tile of these extents.
    pub(crate) fn of(&self, dims: &[u64], values: &Values, no_limit: bool) -> Result<Vec<TileAccess>, Failure> {
        let each = self.each()?;
        within_limit(dims, no_limit)?;
        let access = |(text, vector): (&str, u32)| {
            let elements = elements(text, dims, values)?;
            Ok(TileAccess { text: text.to_owned(), elements, bytes: self.bytes(), vector })
        };
        each.into_iter().map(access).collect()
    }
}

/// That not more elements are looked at than the limit allows.
pub(crate) fn within_limit(dims: &[u64], no_limit: bool) -> Result<(), Failure> {
    let count = dims.iter().try_fold(1, |count: u64, extent| count.checked_mul(*extent)).unwrap_or(u64::MAX);
    if count > MOST && !no_limit {
        let message = format!(
            "not decided (limit): the tile has {count} elements, and of more than {MOST} accesses are not looked at. For all of them: \
             --no-limit"
        );
        return Err(Failure::Limit(Complaint::new(message)));
    }
    Ok(())
}

/// The numbers of the indices in the order of a pattern.
fn elements(text: &str, dims: &[u64], values: &Values) -> Result<Vec<Option<u64>>, Failure> {
    let list = |dims: &[u64]| dims.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let chain = match Pattern::NAMED.iter().find(|(name, _)| *name == text.trim()) {
        Some((_, Pattern::Row)) => format!("Row({})", list(dims)),
        Some((_, Pattern::Column)) => format!("Col({})", list(dims)),
        Some((name, pattern)) => {
            let [rows, columns] = dims[..] else {
                let message =
                    format!("{name} is a pattern of matrices, and the tile has rank {}: {dims:?}", dims.len());
                return Err(Complaint::new(message).into());
            };
            let mut walk = pattern.walk([rows as usize, columns as usize]);
            return Ok(std::iter::from_fn(|| walk.next()).map(|[i, j]| Some(i as u64 * columns + j as u64)).collect());
        }
        None => crate::input::text(text)?,
    };
    let input = Input { chain: Reading::new(&chain), options: values.options()?, source: Source::Option("--access") };
    let map = Points::new(&input)?;
    if map.dims != dims {
        let message = format!("the pattern is of {:?}, and the tile of {dims:?}: they have to be the same", map.dims);
        return Err(input.fault(message).into());
    }
    within_limit(&[map.span], false)?;
    let number = |index: Vec<u64>| index.iter().zip(dims).fold(0, |number, (i, extent)| number * extent + i);
    Ok((0..map.span).map(|position| map.index(position).map(number)).collect())
}

/// What an access takes under a layout, and the lanes that collide most.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) report: Report,
    /// The threads that collide, each with the index and the position of its first element.
    pub(crate) lanes: Vec<(u64, Vec<u64>, u64)>,
}

impl TileAccess {
    /// What it takes where the index with a row-major number has this position.
    pub(crate) fn under(&self, dims: &[u64], positions: &[Option<u64>]) -> Result<Taken, Fault> {
        let position = |element: &Option<u64>| element.and_then(|number| positions[number as usize]);
        let mut judge = Judge::new(self.bytes, self.vector);
        for element in &self.elements {
            judge.take(position(element).map(|position| position as usize));
        }
        let report = judge.report()?;
        let mut lanes = Vec::new();
        if let Some(worst) = report.worst {
            for lane in (0..WARP).filter(|lane| worst.collision.lanes >> lane & 1 == 1) {
                let thread = worst.warp * u64::from(WARP) + u64::from(lane);
                let first = &self.elements[(thread * u64::from(self.vector)) as usize];
                if let (Some(number), Some(position)) = (first, position(first)) {
                    lanes.push((thread, index(*number, dims), position));
                }
            }
        }
        Ok(Taken { report, lanes })
    }

    /// Why it cannot be made, with its place.
    pub(crate) fn impossible(&self, fault: Fault) -> Complaint {
        Complaint::new(format!("--access {}: {fault}", self.text))
    }
}

/// The index with a row-major number.
fn index(mut number: u64, dims: &[u64]) -> Vec<u64> {
    let mut index = vec![0; dims.len()];
    for (i, extent) in index.iter_mut().zip(dims).rev() {
        *i = number % extent;
        number /= extent;
    }
    index
}

/// A cost as JSON.
pub(crate) fn cost(Cost { taken, ideal }: Cost) -> Value {
    json!({ "taken": taken, "ideal": ideal })
}

impl Taken {
    /// The object of `lego check --json`.
    pub(crate) fn json(&self, access: &TileAccess) -> Value {
        let Report { requests, wavefronts, sectors, worst, .. } = self.report;
        let collision = worst.map(|worst| {
            json!({
                "warp": worst.warp,
                "wavefronts": cost(worst.wavefronts),
                "bank": worst.collision.bank,
                "words": worst.collision.words,
                "threads": self.lanes.iter().map(|(thread, ..)| *thread).collect::<Vec<_>>(),
                "indices": self.lanes.iter().map(|(_, index, _)| index.clone()).collect::<Vec<_>>(),
                "positions": self.lanes.iter().map(|(.., position)| *position).collect::<Vec<_>>(),
            })
        });
        json!({
            "access": access.text,
            "bytes": access.bytes,
            "vector": access.vector,
            "requests": requests,
            "wavefronts": cost(wavefronts),
            "sectors": cost(sectors),
            "collision": collision,
        })
    }

    /// The lines of `lego check`.
    pub(crate) fn text(&self, access: &TileAccess) -> String {
        let Report { requests, wavefronts, sectors, worst, .. } = self.report;
        let vector = if access.vector > 1 { format!(" x {}", access.vector) } else { String::new() };
        let mut text = format!(
            "{}, {}{vector} bytes: {} wavefronts (ideal {}), {} sectors (ideal {}), of {requests} warps",
            access.text, access.bytes, wavefronts.taken, wavefronts.ideal, sectors.taken, sectors.ideal
        );
        if let Some(worst) = worst {
            let Collision { bank, words, .. } = worst.collision;
            let lanes: Vec<String> = self
                .lanes
                .iter()
                .take(MOST_NAMED)
                .map(|(thread, index, position)| format!("{thread} at {index:?} -> {position}"))
                .collect();
            let more = self.lanes.len().saturating_sub(MOST_NAMED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            text.push_str(&format!(
                "\n  warp {} takes {} (ideal {}): bank {bank} has {words} words for threads {}{more}",
                worst.warp,
                worst.wavefronts.taken,
                worst.wavefronts.ideal,
                lanes.join(", ")
            ));
        }
        text
    }
}

/// An argument as a shell takes it.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || ",._-/".contains(c));
    if is_plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The command that finds a better layout of a tile for some accesses.
pub(crate) fn command(dims: &[u64], accesses: &[TileAccess]) -> String {
    let extents: Vec<String> = dims.iter().map(u64::to_string).collect();
    let mut command = format!("lego swizzle {}", extents.join(","));
    let differ = accesses.iter().any(|access| access.vector != accesses[0].vector);
    for access in accesses {
        command.push_str(&format!(" --access {}", quoted(&access.text)));
        if differ {
            command.push_str(&format!(" --vector {}", access.vector));
        }
    }
    if let Some(first) = accesses.first() {
        command.push_str(&format!(" --bytes {}", first.bytes));
        if !differ && first.vector > 1 {
            command.push_str(&format!(" --vector {}", first.vector));
        }
    }
    command
}

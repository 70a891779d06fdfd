//! Accesses of a tile: which elements each thread touches, and how wide they are.

use crate::report::failure::Failure;
use clap::Args;
use lego_machine::limits::is_access_width;

/// `--access P --bytes 4 --vector 1`, an access once or several times.
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
}

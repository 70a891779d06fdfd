//! Launches of the score alone, and what they need besides the sequences.

use super::kernel::NwScore;
use super::letters::{self, NwLetters};
use super::meeting::NwMeeting;
use super::scoring::Scoring;
use super::shape::{GROUP, Gains, LastRows, Letters, Links, STRIP};
use alloc::vec;
use lego::Mapping;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// The longest sequence: links have four words for each letter.
const LONGEST: usize = 1 << 29;

/// Computes scores of pairs of sequences, one after the other, of any lengths.
///
/// Law: the score is that of the best alignment, the greatest of all; exact.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use lego_cuda::executor::Executor;
/// use lego_cuda::launch::Device;
/// use lego_kernels::needleman_wunsch::{Scorer, Scoring};
/// let device = Device::new(Executor::new());
/// let module = device.without_program()?;
/// let (first, second) = (device.buffer_from(b"GATTACA")?, device.buffer_from(b"GCATGCG")?);
/// let mut scorer = Scorer::new(&module, &Scoring::matches(1, -1, 1)?)?;
/// assert_eq!(scorer.score(&module, &first, &second)?, 0);
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Scorer<B: Backend> {
    gap: i32,
    /// The most that a pair gains over two gaps.
    most: u8,
    gains: Buffer<u8, B>,
    letters: Buffer<u32, B>,
    links: Buffer<u64, B>,
    drawn: Buffer<u64, B>,
    last_rows: Buffer<i32, B>,
    score: Buffer<i32, B>,
    /// The lengths that `links` and `drawn` were used for.
    lengths: [usize; 2],
}

impl<B: Backend> Scorer<B> {
    /// What is needed for a scoring.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] or the driver's words.
    pub fn new(module: &Module<B>, scoring: &Scoring) -> Result<Self, Error> {
        let device = module.device();
        let (gains, gap) = (scoring.gains(), scoring.gap());
        let most = gains.iter().copied().fold(0, u8::max);
        let (letters, links, drawn) = (device.zeroed(0)?, device.zeroed(0)?, device.zeroed(1)?);
        let (last_rows, score) = (device.zeroed(0)?, device.zeroed(1)?);
        Ok(Self {
            gap,
            most,
            gains: device.buffer_from(&gains)?,
            letters,
            links,
            drawn,
            last_rows,
            score,
            lengths: [0; 2],
        })
    }

    /// The score of the best alignment of two sequences.
    ///
    /// Memory besides them: 42 bytes a letter of the second, kept for the next pair.
    ///
    /// # Errors
    /// [`Error::Fact`] if a sequence is so long that scores may not fit 31 bits, [`Error::OutOfMemory`], the launch's.
    pub fn score(&mut self, module: &Module<B>, first: &Buffer<u8, B>, second: &Buffer<u8, B>) -> Result<i64, Error> {
        self.launch(module, first, second)?;
        self.result()
    }

    /// Begins what [`score`](Self::score) does, and does not wait for it.
    ///
    /// # Errors
    /// As there.
    pub fn launch(&mut self, module: &Module<B>, first: &Buffer<u8, B>, second: &Buffer<u8, B>) -> Result<(), Error> {
        let (lengths @ [m, n], most) = ([first.len(), second.len()], usize::from(self.most));
        if m == 0 || n == 0 {
            self.lengths = lengths;
            return Ok(());
        }
        if m.max(n) > LONGEST || m.min(n) * most >= 1 << 31 {
            let values = vec![("m", m as i128), ("n", n as i128), ("most", most as i128)];
            let fact = "m <= 2^29, n <= 2^29, most * min(m, n) < 2^31";
            return Err(Error::Fact { kernel: "nw_score", fact, values });
        }
        let groups = n.div_ceil(GROUP as usize);
        let links = Links::new(groups).map_err(Error::layout("second"))?;
        let words = Letters::new(groups).map_err(Error::layout("second"))?;
        let rows = LastRows::new(groups).map_err(Error::layout("second"))?;
        if lengths != self.lengths {
            // What other lengths left behind says nothing of whose words they are.
            let device = module.device();
            if self.links.len() < Mapping::span(&links) {
                self.links = device.zeroed(Mapping::span(&links))?;
                self.letters = device.zeroed(Mapping::span(&words))?;
                self.last_rows = device.zeroed(Mapping::span(&rows))?;
            } else {
                self.links.fill_bytes(0)?;
            }
            self.drawn.fill_bytes(0)?;
            self.lengths = lengths;
        }
        let strips = m.div_ceil(STRIP as usize);
        let (gains, links) = (self.gains.view(Gains), self.links.view_mut(links));
        let (drawn, last_rows) = (&mut self.drawn, self.last_rows.view_mut(rows));
        let (blocks, by_direction) =
            (Launch::grid(strips), Launch::grid([words.dims()[1].div_ceil(letters::THREADS), 2]));
        // SAFETY: the state is borrowed until the launches are in their stream, and made for these lengths; the rest was looked at.
        unsafe {
            NwLetters::launch(module, by_direction, second, self.letters.view_mut(words))?;
            let letters = self.letters.view(words);
            NwScore::launch(module, blocks, first, letters, gains, most as i32, links, drawn, last_rows)?;
            let last_rows = self.last_rows.view(rows);
            NwMeeting::launch(module, Launch::grid(1), last_rows, n as u32, u32::from(strips > 1), &mut self.score)
        }
    }

    /// The score of the sequences that were launched last.
    ///
    /// # Errors
    /// The driver's words, also of the launch.
    pub fn result(&self) -> Result<i64, Error> {
        let [m, n] = self.lengths;
        let cells = if m == 0 || n == 0 { 0 } else { i64::from(self.score.read()?[0]) };
        Ok(cells - i64::from(self.gap) * (m + n) as i64)
    }
}

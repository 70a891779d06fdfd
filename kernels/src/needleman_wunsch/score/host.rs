//! Launches of the score alone, and what they need besides the sequences.

use super::kernel::NwScore;
use super::scoring::Scoring;
use super::shape::{GROUP, Gains, Links, STRIP};
use alloc::vec;
use lego::Mapping;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// The longest sequence.
const LONGEST: usize = 1 << 31;

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
    links: Buffer<u64, B>,
    drawn: Buffer<u64, B>,
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
        let (links, drawn, score) = (device.zeroed(0)?, device.zeroed(1)?, device.zeroed(1)?);
        Ok(Self { gap, most, gains: device.buffer_from(&gains)?, links, drawn, score, lengths: [0; 2] })
    }

    /// The score of the best alignment of two sequences.
    ///
    /// Memory besides them: four bytes a letter of the second, kept for the next pair.
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
            let fact = "m <= 2^31, n <= 2^31, most * min(m, n) < 2^31";
            return Err(Error::Fact { kernel: "nw_score", fact, values });
        }
        let links = Links::new(n.div_ceil(GROUP as usize)).map_err(Error::layout("second"))?;
        let words = Mapping::span(&links);
        if lengths != self.lengths {
            // What other lengths left behind says nothing of whose words they are.
            if self.links.len() < words {
                self.links = module.device().zeroed(words)?;
            } else {
                self.links.fill_bytes(0)?;
            }
            self.drawn.fill_bytes(0)?;
            self.lengths = lengths;
        }
        let blocks = Launch::grid(m.div_ceil(STRIP as usize));
        let (gains, links) = (self.gains.view(Gains), self.links.view_mut(links));
        // SAFETY: the state is borrowed until the launch is in its stream, and made for these lengths; the rest was looked at.
        unsafe { NwScore::launch(module, blocks, first, second, gains, most, links, &mut self.drawn, &mut self.score) }
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

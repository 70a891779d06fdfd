//! Launches that fill a table.

use super::sweep::{NwSweep, STRIP};
use super::table::Table;
use super::tile::{BLOCK, NwTile, ScoreTile};
use lego_cuda::kernel::Instance;
use lego_cuda::launch::{Backend, Buffer, Error, Launch, Module};

/// Fills a table by [`NwTile`], a launch for each diagonal of blocks.
///
/// # Errors
/// [`Error`]: a buffer with fewer elements than the table, or what the driver says.
pub fn fill_by_tiles<L: ScoreTile + 'static, B: Backend>(
    module: &Module<B>,
    table: Table,
    reference: &Buffer<i32, B>,
    score: &mut Buffer<i32, B>,
    penalty: i32,
) -> Result<(), Error>
where
    NwTile<L>: Instance,
{
    let [rows, columns] = table.dims().map(|cells| (cells - 1).div_ceil(BLOCK as usize));
    if rows == 0 || columns == 0 {
        return Ok(());
    }
    for diagonal in 0..rows + columns - 1 {
        let first = (diagonal + 1).saturating_sub(rows);
        let blocks = (diagonal + 1).min(columns) - first;
        let (reference, score) = (reference.view(table), score.view_mut(table));
        // SAFETY: the blocks of the diagonal are in the table; the view of the scores is exclusive.
        unsafe { NwTile::<L>::launch(module, Launch::grid(blocks), reference, score, penalty, diagonal, first)? };
    }
    Ok(())
}

/// What [`NwSweep`] needs besides the tables of one size.
#[derive(Debug)]
pub struct Sweep<B: Backend> {
    table: Table,
    links: Buffer<u64, B>,
}

impl<B: Backend> Sweep<B> {
    /// The memory for tables of this size.
    ///
    /// # Errors
    /// [`Error`]: out of memory, or what the driver says.
    pub fn new(module: &Module<B>, table: Table) -> Result<Self, Error> {
        let [m, n] = table.dims().map(|cells| cells - 1);
        let links = module.device().zeroed(1 + m.div_ceil(STRIP as usize) * n)?;
        Ok(Self { table, links })
    }

    /// Fills a table by one launch.
    ///
    /// # Errors
    /// [`Error`]: a buffer with fewer elements than the table, or what the driver says.
    pub fn fill(
        &mut self,
        module: &Module<B>,
        reference: &Buffer<i32, B>,
        score: &mut Buffer<i32, B>,
        penalty: i32,
    ) -> Result<(), Error> {
        let [m, n] = self.table.dims().map(|cells| cells - 1);
        if m == 0 || n == 0 {
            return Ok(());
        }
        let launch = Launch::grid(m.div_ceil(STRIP as usize));
        let (reference, score) = (reference.view(self.table), score.view_mut(self.table));
        // SAFETY: the views are exclusive and begin with their buffers, at multiples of 16 bytes; the links were made for
        // tables of this size.
        unsafe { NwSweep::launch(module, launch, reference, score, &mut self.links, penalty) }
    }
}

//! The progress of the alignments, and the bar that shows it.

use indicatif::{ProgressBar, ProgressStyle};

/// A function that is told how many blocks have been done since its last call.
pub(crate) type Progress<'a> = dyn Fn(usize) + Sync + 'a;

/// A progress bar on standard error; nothing is drawn if that is no terminal.
pub(crate) fn progress_bar(blocks: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix:14} {bar:40} {percent:>3} %  {human_pos} of {human_len} blocks")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(blocks as u64).with_style(style)
}
